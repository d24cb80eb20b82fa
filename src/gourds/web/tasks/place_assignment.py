"""From an assignment of the formula to a placement, or to the gadgets that fail."""

from __future__ import annotations

from typing import Any

from gourds.errors import Fault, InputError
from gourds.placement import placement_faults
from gourds.reductions.reduction import reduction_of
from gourds.reductions.step import UnsatisfiedError
from gourds.web.documents import Asked
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """The placement of a satisfying assignment; of any other, the clauses and gadgets that fail.

    The assignment is over the variables of the original formula or, with ``cubic``, over those of the board. Gadgets
    can be named only where the two are the same: a chain of formulas continues no assignment that fails.
    """
    instance = asked.instance()
    reduction = reduction_of(instance)
    is_cubic = asked.flag("cubic") or not reduction.chain.steps
    formula = reduction.board.formula if is_cubic else reduction.formula
    values = asked.items("assignment")
    if len(values) != formula.variables or not all(isinstance(value, bool) for value in values):
        raise InputError(Fault("assignment", f"must be a list of {formula.variables} truth values"))
    assignment = tuple(values)
    failures = formula.failures(assignment)
    if failures:
        at = {block: k for k, block in enumerate(reduction.board.blocks)}
        failing = [at[-(k + 1)] for k in failures] if is_cubic else []
        return {"placement": None, "failing": failing, "failing_clauses": failures, "cubic": is_cubic}
    placement = reduction.board.place(assignment) if is_cubic else reduction.place(assignment)
    if faults := placement_faults(instance, placement):
        raise UnsatisfiedError(f"the gadgets give no placement of this instance: {faults[0]}")
    return {"placement": placement.to_json(), "failing": [], "failing_clauses": [], "cubic": is_cubic}
