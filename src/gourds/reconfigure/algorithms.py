"""The catalog of planning algorithms.

All that offer algorithms read this table: ``gourds.reconfigure``, the options of the command line and their help, the
server. So an entry here is all that a new algorithm needs, besides its module. Nothing heavy is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

from gourds.errors import InputError

if TYPE_CHECKING:
    from gourds.reconfigure.task import Found, Options, Task

    Planner = Callable[[Task, Options], Found]


@dataclass(frozen=True)
class Algorithm:
    """One algorithm."""

    module: str
    """The name of its module, which has a function ``plan(task, options)``."""
    summary: str
    """What it promises, in one line."""
    takes_any_board: bool = False
    """True iff it takes boards that are not proper. There, a proof that there is no plan is looked for first."""
    is_polished: bool = True
    """True iff its plans are made shorter afterwards."""

    def load(self) -> Planner:
        """The function that plans."""
        planner: Planner = import_module(self.module).plan
        return planner


ALGORITHMS: Final = {
    "best": Algorithm(
        "gourds.reconfigure.search.best",
        "near-shortest by search, polished; provably shortest on small boards; arrives on every proper board",
        takes_any_board=True,
        is_polished=False,
    ),
    "shortest": Algorithm(
        "gourds.reconfigure.search.exact.shortest",
        "provably shortest, by exhaustive search from both ends",
        takes_any_board=True,
        is_polished=False,
    ),
    "ears": Algorithm(
        "gourds.reconfigure.holed.planner",
        "along ears: arrives on boards with holes that have a station, and on most others that are reconfigurable",
        takes_any_board=True,
    ),
    "quadratic": Algorithm(
        "gourds.reconfigure.paper.quadratic",
        "the paper's divide and conquer: O(n²) moves on every proper board",
    ),
    "cubic": Algorithm(
        "gourds.reconfigure.paper.cubic",
        "the paper's sorting along a Hamiltonian cycle: O(n³) moves on every proper board",
    ),
}
"""The algorithms by name, the usual one first."""


def algorithm_of(name: str) -> Algorithm:
    """The algorithm of that name; InputError if there is none."""
    if name not in tuple(ALGORITHMS):
        raise InputError(f"no algorithm is called {name!r}; there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
