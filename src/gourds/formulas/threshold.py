"""Monotone 1-in-3 formulas at the satisfiability threshold, where linear algebra is of no help.

Random cubic formulas have a trivial reason to be unsatisfiable (:mod:`gourds.matching.components.null_space`). The
formulas here have fewer clauses than variables, so that the null space has at least 1 − ratio dimensions for each
variable; both verdicts occur near the threshold. They are not cubic; a reduction makes them cubic and keeps the
verdict.

In :func:`balanced_formula` every variable stands in two or three clauses. Then satisfying assignments differ along
whole cycles of clauses (such problems are called *locked*; Zdeborová and Mézard, *Constraint satisfaction problems
with isolated solutions are hard*, 2008), and the threshold is sharp. The expected number of satisfying assignments of
a random such formula is e^(s·n) with s = max Σ_d f_d·H(p_d) + r·ln 3 − 3r·H(1/3), where f_d is the share of the
variables in d clauses, p_d the share of those that are true, Σ d·f_d·p_d = r is the ratio, and H the entropy. s
vanishes at r = 0.7875, and beyond that hardly any formula is satisfiable. These are hard: CaDiCaL's conflicts grow
about sevenfold with every 100 variables, from some 270 at 200 to 80,000 at 500 (medians). At r = 1 they are the
random cubic formulas, with s = −0.174. Variables that occur once would soften the threshold, and solvers find
formulas with them easy.

A *planted* formula draws only clauses that a hidden assignment satisfies, in which about a third of the variables is
true: satisfiable at any ratio.

>>> len(balanced_formula(100, seed=1).clauses)
79
"""

from __future__ import annotations

import random
from typing import Final

from gourds.chance import shuffle
from gourds.errors import InputError
from gourds.formulas.cubic import deal_slots, sorted_triple
from gourds.formulas.formula import OneInThree

BALANCED_THRESHOLD: Final = 0.7875
"""Clauses for each variable at which formulas turn unsatisfiable if every variable stands in two or three clauses."""


def balanced_formula(base: int, seed: int, ratio: float = BALANCED_THRESHOLD, *, planted: bool = False) -> OneInThree:
    """A random formula with ``base`` variables, each in two or three clauses; the ratio of clauses is from 2/3 to 1.

    Slots are dealt to clauses as in :mod:`gourds.formulas.cubic`. Each clause and the list of them is sorted.
    """
    if base < 4:
        raise InputError(f"a balanced formula has at least 4 variables, not {base}")
    if not 0.66 < ratio <= 1:
        raise InputError("the number of clauses for each variable must be from 2/3 to 1")
    rng = random.Random(seed)
    size = max(round(ratio * base), -(-2 * base // 3))
    names = list(range(1, base + 1))
    shuffle(rng, names)
    triple, double = names[: 3 * size - 2 * base], names[3 * size - 2 * base :]
    if not planted:
        clauses = deal_slots(triple * 3 + double * 2, 3, rng)
    else:
        t, d = _true_shares(len(triple), len(double), size)
        singles = deal_slots(triple[:t] * 3 + double[:d] * 2, 1, rng)
        pairs = deal_slots(triple[t:] * 3 + double[d:] * 2, 2, rng)
        clauses = [single + pair for single, pair in zip(singles, pairs, strict=True)]
    return OneInThree(base, tuple(sorted(sorted_triple(clause) for clause in clauses)))


def _true_shares(triple: int, double: int, size: int) -> tuple[int, int]:
    """How many variables with three and with two slots are true, about a third: their slots are one for each clause."""
    shares = [(t, (size - 3 * t) // 2) for t in range(triple + 1) if (size - 3 * t) % 2 == 0]
    possible = [(t, d) for t, d in shares if 0 <= d <= double]
    if not possible:
        raise InputError("with every variable in three clauses, only multiples of 3 variables can be satisfiable")
    return min(possible, key=lambda share: abs(3 * share[0] - triple))
