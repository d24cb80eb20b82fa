"""From a placement back to an assignment."""

from __future__ import annotations

from typing import Any

from gourds.errors import Fault, InputError
from gourds.placement import placement_faults
from gourds.reductions.cubic_to_board import read_values
from gourds.reductions.reduction import reduction_of
from gourds.web.documents import Asked
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """The assignment of the original formula, whether it satisfies it, and the values of the board's variables."""
    instance, placement = asked.instance(), asked.placement()
    if faults := placement_faults(instance, placement):
        raise InputError(
            Fault(f"placement.{fault.place}" if fault.place else "placement", fault.reason) for fault in faults
        )
    reduction = reduction_of(instance)
    assignment = reduction.extract(placement)
    board = reduction.board
    columns = [board.columns[v] for v in range(1, board.formula.variables + 1)]
    return {
        "assignment": list(assignment),
        "satisfied": reduction.formula.is_satisfied(assignment),
        "cubic": read_values(placement, board.gadgets.variable, columns),
    }
