"""A workbench for Colored Gourd Placement and the Gourds sliding-block puzzle.

>>> import gourds
>>> board = gourds.Board.from_cells(gourds.shapes.hexagon(1))
>>> board.size, len(board.edges), board.is_proper
(7, 12, True)

Names are imported when they are first used, so that ``import gourds`` itself costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_HOME = {
    "Board": "gourds.board",
    "Certificate": "gourds.files.certificates",
    "Cnf": "gourds.formulas.formula",
    "Configuration": "gourds.configuration",
    "Counting": "gourds.counting",
    "GourdsError": "gourds.errors",
    "InputError": "gourds.errors",
    "LimitError": "gourds.errors",
    "Instance": "gourds.instance",
    "OneInThree": "gourds.formulas.formula",
    "PartialPlacement": "gourds.placement",
    "Placement": "gourds.placement",
    "Plan": "gourds.moves",
    "Reconfiguration": "gourds.reconfigure.planning",
    "Result": "gourds.solvers",
    "Status": "gourds.solvers",
    "Verification": "gourds.api",
    "Walk": "gourds.moves",
    "count": "gourds.counts.placements",
    "draw": "gourds.api",
    "edge_probabilities": "gourds.counts.probabilities",
    "exact_matching": "gourds.matching.tutte.exact",
    "extract": "gourds.reductions.reduction",
    "load": "gourds.files",
    "place_assignment": "gourds.reductions.reduction",
    "plan_moves": "gourds.reconfigure.planning",
    "reduce": "gourds.reductions.reduction",
    "replay": "gourds.replaying",
    "sample": "gourds.counts.sampling",
    "save": "gourds.files",
    "solve": "gourds.solvers",
    "verify": "gourds.api",
}

__all__ = [*_HOME, "shapes"]  # noqa: PLE0604

if TYPE_CHECKING:
    from gourds import shapes as shapes
    from gourds.api import Verification as Verification
    from gourds.api import draw as draw
    from gourds.api import verify as verify
    from gourds.board import Board as Board
    from gourds.configuration import Configuration as Configuration
    from gourds.counting import Counting as Counting
    from gourds.counts.placements import count as count
    from gourds.counts.probabilities import edge_probabilities as edge_probabilities
    from gourds.counts.sampling import sample as sample
    from gourds.errors import GourdsError as GourdsError
    from gourds.errors import InputError as InputError
    from gourds.errors import LimitError as LimitError
    from gourds.files import load as load
    from gourds.files import save as save
    from gourds.files.certificates import Certificate as Certificate
    from gourds.formulas.formula import Cnf as Cnf
    from gourds.formulas.formula import OneInThree as OneInThree
    from gourds.instance import Instance as Instance
    from gourds.matching.tutte.exact import exact_matching as exact_matching
    from gourds.moves import Plan as Plan
    from gourds.moves import Walk as Walk
    from gourds.placement import PartialPlacement as PartialPlacement
    from gourds.placement import Placement as Placement
    from gourds.reconfigure.planning import Reconfiguration as Reconfiguration
    from gourds.reconfigure.planning import plan_moves as plan_moves
    from gourds.reductions.reduction import extract as extract
    from gourds.reductions.reduction import place_assignment as place_assignment
    from gourds.reductions.reduction import reduce as reduce
    from gourds.replaying import replay as replay
    from gourds.solvers import Result as Result
    from gourds.solvers import Status as Status
    from gourds.solvers import solve as solve


def __getattr__(name: str) -> object:
    if name == "shapes":
        return import_module("gourds.shapes")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'gourds' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
