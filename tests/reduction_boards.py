"""Boards of the paper's reduction, for tests and benchmarks of the solvers."""

from __future__ import annotations

from functools import cache
from itertools import count

from gourds.formulas import cubic
from gourds.formulas.cubic import random_cubic
from gourds.formulas.formula import OneInThree
from gourds.formulas.verdict import satisfying_assignment
from gourds.instance import Instance
from gourds.reductions.reduction import reduce

__all__ = ["is_satisfiable", "planted_cubic", "random_cubic", "reduction_board", "unsatisfiable_cubic"]


def planted_cubic(n: int, seed: int) -> OneInThree:
    """A random satisfiable formula; n must be a multiple of three."""
    return cubic.planted_cubic(n, seed)[0]


def reduction_board(formula: OneInThree) -> Instance:
    """The instance of a formula."""
    return reduce(formula, name=f"reduction n={formula.variables}")


def is_satisfiable(formula: OneInThree) -> bool:
    """Whether exactly one variable of every clause can be true, by CaDiCaL on the formula itself."""
    return satisfying_assignment(formula) is not None


FIRST = {
    6: ((1, 2, 3), (1, 2, 4), (1, 5, 6), (2, 5, 6), (3, 4, 5), (3, 4, 6)),
    9: ((1, 2, 3), (1, 2, 3), (1, 2, 3), (4, 5, 6), (4, 5, 7), (4, 8, 9), (5, 8, 9), (6, 7, 8), (6, 7, 9)),
}
"""The first unsatisfiable ones among all cubic formulas of ``all_cubic``, which takes seconds to list them."""


@cache
def unsatisfiable_cubic(n: int) -> OneInThree:
    """The first unsatisfiable one among all cubic formulas with few variables, or among random ones with many."""
    formulas = [OneInThree(n, FIRST[n])] if n in FIRST else (random_cubic(n, seed) for seed in count())
    return next(formula for formula in formulas if not is_satisfiable(formula))
