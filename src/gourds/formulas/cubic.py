"""Seeded random cubic formulas.

Three slots for every variable are shuffled and cut into clauses (the configuration model). A clause that got a variable
v more than once hands one v to a random clause without v, and takes from it a variable that it does not hold itself.

*Why that always ends.* Two of the three slots of v lie in the bad clause c, so at most one other clause holds v, and
some clause e without v exists if n ≥ 3. If every variable of e stood in c, it would be the one variable u ≠ v that c
can hold, in four slots; so e has a variable w that c lacks. Exchanging v and w gives c one more distinct variable, and
e no fewer: each exchange brings the formula nearer to having no bad clause. About two are needed, whatever n is.

The time is linear. The formulas are very nearly uniform, not exactly so. Each clause is sorted, and so is the list of
clauses; a clause may occur twice or, for n = 3, must occur three times. The names of variables mean nothing.

Half of the random cubic formulas with 12 variables are satisfiable, two in a hundred with 30, and practically none with
60 or more; by then mostly for a reason that linear algebra sees at once (:mod:`gourds.matching.components.null_space`).

>>> random_cubic(4, seed=1).clauses
((1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4))
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from gourds.chance import draw_below, shuffle
from gourds.errors import InputError
from gourds.formulas.formula import Assignment, OneInThree, Triple


def random_cubic(variables: int, seed: int) -> OneInThree:
    """A random cubic formula; it needs at least three variables."""
    if variables < 3:
        raise InputError(f"a cubic formula has at least 3 variables, not {variables}")
    rng = random.Random(seed)
    clauses = deal_slots([v for v in range(1, variables + 1) for _ in range(3)], 3, rng)
    return OneInThree(variables, tuple(sorted(sorted_triple(clause) for clause in clauses)))


def planted_cubic(variables: int, seed: int) -> tuple[OneInThree, Assignment]:
    """A random cubic formula and the assignment that it was built around; variables come in multiples of three.

    A third of the variables is true. Their slots are dealt one to each clause, then those of the others two to each,
    mended as above.
    """
    if variables < 3 or variables % 3:
        raise InputError(f"a satisfiable cubic formula has 3, 6, 9, … variables, not {variables}")
    rng = random.Random(seed)
    names = list(range(1, variables + 1))
    shuffle(rng, names)
    true, false = names[: variables // 3], names[variables // 3 :]
    singles, pairs = deal_slots(true * 3, 1, rng), deal_slots(false * 3, 2, rng)
    clauses = sorted(sorted_triple(single + pair) for single, pair in zip(singles, pairs, strict=True))
    chosen = set(true)
    return OneInThree(variables, tuple(clauses)), tuple(v in chosen for v in range(1, variables + 1))


def deal_slots(slots: list[int], width: int, rng: random.Random) -> list[list[int]]:
    """Slots, at most three of each variable, dealt into three or more clauses of a width from 1 to 3.

    Within a clause all variables are distinct. The list of slots is shuffled in place.
    """
    shuffle(rng, slots)
    clauses = [slots[k : k + width] for k in range(0, len(slots), width)]
    for clause in clauses:
        while len(set(clause)) < width:
            _mend(clause, clauses, rng)
    return clauses


def sorted_triple(variables: Iterable[int]) -> Triple:
    """Three variables in ascending order."""
    first, second, third = sorted(variables)
    return first, second, third


def _mend(clause: list[int], clauses: list[list[int]], rng: random.Random) -> None:
    """Hand on one repeated variable of a clause; the argument is in the module's docstring."""
    place = next(k for k, v in enumerate(clause) if v in clause[:k])
    other = draw_below(rng, len(clauses))
    while clause[place] in clauses[other]:
        other = (other + 1) % len(clauses)
    wanted = [k for k, w in enumerate(clauses[other]) if w not in clause]
    taken = wanted[draw_below(rng, len(wanted))]
    clause[place], clauses[other][taken] = clauses[other][taken], clause[place]
