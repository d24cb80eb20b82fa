"""The master problem as linear equations modulo a prime: often they decide it.

The equations of a random cubic formula have, almost always, one rational solution, 1/3 everywhere: modulo p every
unknown is determined, and none is 0 or 1. So the formula is refuted in the time of a sparse elimination, where a SAT
solver needs a search without end. If the formula was planted, the one solution is the planted one.

Where few unknowns are free, all their values are tried at once. A proof is either an unknown that is neither 0 nor 1
whatever the free ones are, or equations without a solution at all. The multipliers that show it are the certificate
(:mod:`gourds.certificates.modular`), and they are checked here too, with plain integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.matching.components.master import Equation, MasterFormula
from gourds.matching.components.modular import PRIME, Solved, combination, solve_modular

FEW = 24
"""With fewer equations than this a SAT solver is done before."""
MANY = 20_000
"""With more, elimination may take long."""


FEW_FREE = 6
"""This many free unknowns can be tried in all ways."""


@dataclass(frozen=True)
class Modular:
    """What the equations say."""

    model: set[int] | None = None
    """A solution in zeros and ones, as true literals."""
    weights: dict[str, list[list[int]]] | None = None
    """Multipliers of the equations, by their kind: the sum has no solution in zeros and ones."""


def decide_modular(formula: MasterFormula) -> Modular:
    """Solve the equations of a master problem modulo a prime; both fields None if that decides nothing."""
    equations = formula.equations()
    if not FEW <= len(equations) <= MANY:
        return Modular()
    unknowns = sorted({variable for equation in equations for variable in equation.row})
    place = {variable: k for k, variable in enumerate(unknowns)}
    rows = [{place[v]: c for v, c in equation.row.items()} for equation in equations]
    values = [equation.value for equation in equations]
    solved = solve_modular(rows, values, len(unknowns))
    target = None
    if solved is not None:
        tried = _tried(solved)
        fits = (tried <= 1).all(axis=0)
        for column in np.flatnonzero(fits) if len(solved.free) <= FEW_FREE else ():
            chosen = tried[:, column].tolist()
            if all(sum(c * chosen[u] for u, c in row.items()) == v for row, v in zip(rows, values, strict=True)):
                return Modular(model={v for v, value in zip(unknowns, chosen, strict=True) if value})
        wrong = np.flatnonzero((tried > 1).all(axis=1) & (solved.is_determined | (len(solved.free) <= FEW_FREE)))
        if not wrong.size:
            return Modular()
        unknown = int(wrong[0])
        target = {unknown: 1}
        if len(solved.free) <= FEW_FREE:
            target |= {f: -c for f, c in zip(solved.free.tolist(), solved.directions[unknown].tolist(), strict=True)}
    found = combination(rows, values, len(unknowns), target)
    if found is None:
        return Modular()
    multipliers = found.tolist()
    if not is_refutation(rows, values, multipliers, PRIME):
        return Modular()
    return Modular(weights=_by_kind(equations, multipliers))


def _tried(solved: Solved) -> NDArray[np.int64]:
    """The values of all unknowns, a column for each choice of 0 and 1 for the free ones, if they are few."""
    free = len(solved.free)
    if free > FEW_FREE:
        return solved.values[:, None]
    choices = np.arange(1 << free)[None, :] >> np.arange(free)[:, None] & 1
    return (solved.values[:, None] + solved.directions @ choices) % PRIME


def is_refutation(
    rows: Sequence[dict[int, int]], values: Sequence[int], multipliers: Sequence[int], prime: int
) -> bool:
    """Whether the sum of the multiplied equations has no solution in zeros and ones; few unknowns are left in it."""
    total: Counter[int] = Counter()
    constant = 0
    for row, value, times in zip(rows, values, multipliers, strict=True):
        constant -= times * value
        for unknown, coefficient in row.items():
            total[unknown] += times * coefficient
    left = [c % prime for c in total.values() if c % prime]
    reached = {constant % prime}
    for coefficient in left:
        reached |= {(value + coefficient) % prime for value in reached}
    return 0 not in reached


def _by_kind(equations: Sequence[Equation], multipliers: Sequence[int]) -> dict[str, list[list[int]]]:
    weights: dict[str, list[list[int]]] = {"choices": [], "classes": [], "values": []}
    for equation, times in zip(equations, multipliers, strict=True):
        if times:
            weights[equation.kind].append([*equation.key, times])
    return weights


def modular_entries(start: dict[str, Any], weights: dict[str, list[list[int]]], colors: int) -> dict[str, Any]:
    """The entries of a certificate: a decomposition's without sums and proof, and the weights."""
    classes = [[name // colors, name % colors, times] for name, times in weights["classes"]]
    prefix = {key: start[key] for key in ("tables", "joins", "definitions", "implied")}
    return {**prefix, "modulus": PRIME, "choices": weights["choices"], "classes": classes, "values": weights["values"]}
