"""Formulas to start from: random ones, planted ones, hard ones, all of a size; and facts about a formula."""

from __future__ import annotations

from typing import Any

from gourds.api.arguments import need, need_number, need_whole
from gourds.errors import InputError, quoted
from gourds.formulas.formula import Cnf, Formula, OneInThree

_FORMULA = "a formula"


def formula_random(variables: int, seed: int = 0) -> OneInThree:
    """A random cubic formula; nearly always unsatisfiable, and then for a reason that linear algebra sees.

    >>> import gourds
    >>> gourds.formula_random(6, seed=1).is_cubic
    True
    """
    from gourds.formulas.cubic import random_cubic

    return random_cubic(_variables(variables), need_whole(seed, "seed"))


def formula_planted(variables: int, seed: int = 0) -> OneInThree:
    """A random cubic formula that a third of the variables satisfies by construction; a multiple of three variables.

    >>> import gourds
    >>> gourds.formula_info(gourds.formula_planted(6, seed=1), solve=True)["satisfiable"]
    True
    """
    from gourds.formulas.cubic import planted_cubic

    return planted_cubic(_variables(variables), need_whole(seed, "seed"))[0]


def formula_hard(base: int, ratio: float | None = None, seed: int = 0, *, planted: bool = False) -> OneInThree:
    """A cubic formula tuned to be hard: made from one at the threshold of satisfiability.

    ``base`` variables, each in two or three random clauses, ``ratio`` clauses for each variable (0.7875, where formulas
    turn unsatisfiable); then made cubic. With ``planted`` it is satisfiable by construction.

    >>> import gourds
    >>> hard = gourds.formula_hard(10, seed=1)
    >>> hard.is_cubic, hard.variables > 10
    (True, True)
    """
    from gourds.formulas.threshold import BALANCED_THRESHOLD, balanced_formula
    from gourds.reductions.chain.monotone_to_cubic import monotone_to_cubic

    need_whole(base, "base", 4)
    need_number(ratio, "ratio")
    chosen = BALANCED_THRESHOLD if ratio is None else ratio
    cubic = monotone_to_cubic(balanced_formula(base, need_whole(seed, "seed"), chosen, planted=planted)).target
    return need(cubic, OneInThree, _FORMULA)


def formula_all(variables: int) -> list[OneInThree]:
    """All cubic formulas with that number of variables, up to renaming and reordering; 10 variables take a minute.

    >>> import gourds
    >>> [len(gourds.formula_all(variables)) for variables in (3, 4, 5, 6)]
    [1, 1, 2, 7]
    """
    from gourds.formulas.enumerate_cubic import all_cubic

    if not 3 <= need_whole(variables, "variables") <= 10:
        raise InputError(f"variables must be from 3 to 10, not {quoted(variables)}")
    return all_cubic(variables)


def formula_info(formula: Formula, *, solve: bool = False) -> dict[str, Any]:
    """Sizes of a formula, whether it is cubic and what keeps it from being so, and how large its board is.

    With ``solve`` it is decided too, by CaDiCaL on the formula itself.

    >>> import gourds
    >>> facts = gourds.formula_info(gourds.OneInThree(3, [(1, 2, 3)] * 3))
    >>> facts["cubic"], facts["reduced"]
    (True, {'variables': 3, 'cells': 241})
    """
    from gourds.formulas.verdict import satisfying_assignment
    from gourds.matching.components.null_space import null_space_dimension
    from gourds.reductions.reduction import chain_of

    need(formula, (Cnf, OneInThree), _FORMULA)
    facts: dict[str, Any] = {"variables": formula.variables, "clauses": len(formula.clauses)}
    if isinstance(formula, OneInThree):
        faults = [str(fault) for fault in formula.cubic_faults()]
        facts |= {"kind": "1in3", "cubic": not faults, "not_cubic_because": faults}
        is_small = not faults and 0 < formula.variables <= 3000
        facts["kernel_dimension"] = null_space_dimension(formula) if is_small else None
    else:
        facts["kind"] = "cnf"
    if solve:
        facts["satisfiable"] = satisfying_assignment(formula) is not None
    cubic = chain_of(formula).target
    facts["reduced"] = {"variables": cubic.variables, "cells": 32 * cubic.variables + 48 * len(cubic.clauses) + 1}
    return facts


def _variables(variables: int) -> int:
    return need_whole(variables, "variables", 3)
