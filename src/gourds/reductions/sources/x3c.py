"""Exact cover by 3-sets, and its reduction to Monotone 1-in-3SAT.

Given elements 1 … n and sets of three elements each, do some of the sets contain every element exactly once?
NP-complete (Karp 1972, as 3-dimensional matching; Garey and Johnson, SP2).

*The reduction.* A variable for every set, true iff the set is chosen. For every element exactly one of the k sets that
contain it is true. With R(a, b, c) for "exactly one is true", and constants f, g, h that are false
(:mod:`gourds.reductions.chain.constants`):

- k = 3 is one clause; k = 2 is R(a, b, f), k = 1 is R(a, f, g), k = 0 is R(f, g, h), which fails, as it must.
- k > 3: R(a, b, t) R(t, u, f) with fresh t, u says that at most one of a, b is true, and u = a + b. So u stands for
  both of them in a condition on k − 1 variables, and so on down to three.

Fresh variables are determined by the others, so solutions correspond one to one: the reduction is parsimonious.

*No-instances* are of three sorts. If the number of elements is a multiple of three, the clause of an element in few
sets follows from the others: chosen triples cover a multiple of three. So a third sort has an element too many, and all
the others have a cover; only the clauses of that element say no.

*Sizes.* With e = Σ max(k − 3, 0) and K = e + Σ max(3 − k, 0) constants: sets + 2e + 4⌈K/3⌉ variables, elements + 2e +
3⌈K/3⌉ clauses.

    p x3c 6 3       six elements, three sets
    1 2 3 0         solution: v 1 3 0, the first and third set
    2 3 4 0
    4 5 6 0
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gourds.chance import draw_below, draw_distinct, shuffle
from gourds.errors import Faults
from gourds.formulas.cubic import sorted_triple
from gourds.formulas.formula import Assignment, OneInThree, Triple
from gourds.reductions.chain.constants import Constants, sizes
from gourds.reductions.problem import Applied, Problem, Reduction
from gourds.reductions.rows import read_choice, read_rows, spell_choice, spell_rows


@dataclass(frozen=True)
class Triples:
    """Elements 1 to n, and sets of three of them."""

    elements: int
    sets: tuple[Triple, ...]


Chosen = tuple[int, ...]
"""The sets of a cover, numbered from 1, ascending."""


def _parse(text: str) -> Triples:
    found = read_rows(text, "p x3c", 2)
    elements, many = found.counts
    faults = Faults()
    for line, row in zip(found.lines, found.rows, strict=True):
        if len(set(row)) != 3 or len(row) != 3:
            faults.add(f"line {line}", "a set has three different elements")
        for element in row:
            if not 1 <= element <= elements:
                faults.add(f"line {line}", f"element {element} is not from 1 to {elements}")
    if len(found.rows) != many and not faults:
        faults.add("", f"the number of sets is {len(found.rows)}, not {many} as announced")
    faults.check()
    return Triples(elements, tuple((a, b, c) for a, b, c in found.rows))


def _failures(cover: Triples, chosen: Chosen) -> list[str]:
    if bad := [k for k in chosen if not 1 <= k <= len(cover.sets)]:
        return [f"there is no set {bad[0]}"]
    times = Counter(element for k in chosen for element in cover.sets[k - 1])
    wrong = [element for element in range(1, cover.elements + 1) if times[element] != 1]
    return [f"element {element} is in {times[element]} of the chosen sets, not in one" for element in wrong]


def _solutions(cover: Triples) -> Iterator[Chosen]:
    """The first element that is not covered needs one of its sets: try each."""

    def extend(chosen: list[int], covered: set[int]) -> Iterator[Chosen]:
        first = next((element for element in range(1, cover.elements + 1) if element not in covered), None)
        if first is None:
            yield tuple(sorted(chosen))
            return
        for k, triple in enumerate(cover.sets, start=1):
            if first in triple and covered.isdisjoint(triple):
                yield from extend([*chosen, k], covered | set(triple))

    return extend([], set())


# -- random instances -----------------------------------------------------------------------------------------


def _planted(blocks: int, rng: random.Random) -> list[Triple]:
    """The sets of a partition, and random ones, so many that elements stand in more than three sets."""
    names = list(range(1, 3 * blocks + 1))
    shuffle(rng, names)
    sets = [sorted_triple(names[k : k + 3]) for k in range(0, len(names), 3)]
    sets += [
        sorted_triple(v + 1 for v in draw_distinct(rng, 3 * blocks, 3)) for _ in range(draw_below(rng, blocks + 4))
    ]
    return sets


def _random_yes(size: int, seed: int) -> Triples:
    rng = random.Random(seed)
    sets = _planted(size, rng)
    shuffle(rng, sets)
    return Triples(3 * size, tuple(sets))


def _random_no(size: int, seed: int) -> Triples:
    """A core: six elements in three sets, of which each two meet. Or near misses: an element too many, changed sets."""
    rng = random.Random(seed)
    sets = _planted(size, rng)
    if seed % 4 == 1:
        n = 3 * size + 1
        for _ in range(draw_below(rng, 5)):
            a, b = draw_distinct(rng, n - 1, 2)
            sets.append(sorted_triple((a + 1, b + 1, n)))
        shuffle(rng, sets)
        return Triples(n, tuple(sets))
    if seed % 2 == 0:
        n = 3 * size
        sets += [(n + 1, n + 2, n + 3), (n + 3, n + 4, n + 5), (n + 1, n + 5, n + 6)]
        shuffle(rng, sets)
        return Triples(n + 6, tuple(sets))
    shuffle(rng, sets)
    while next(_solutions(Triples(3 * size, tuple(sets))), None) is not None:
        place = draw_below(rng, len(sets))
        sets[place : place + 1] = [sorted_triple(v + 1 for v in draw_distinct(rng, 3 * size, 3))] * draw_below(rng, 3)
    return Triples(3 * size, tuple(sets))


def _shrink(cover: Triples) -> Iterator[Triples]:
    """Without a set and its elements; without a set."""
    for k, triple in enumerate(cover.sets):
        rest = [other for other in cover.sets if not set(other) & set(triple)]
        name = {v: v - sum(w < v for w in triple) for v in range(1, cover.elements + 1)}
        yield Triples(cover.elements - 3, tuple((name[a], name[b], name[c]) for a, b, c in rest))
        yield Triples(cover.elements, cover.sets[:k] + cover.sets[k + 1 :])


PROBLEM = Problem[Triples, Chosen](
    name="x3c",
    title="Exact cover by 3-sets",
    suffix=".x3c",
    header="p x3c",
    parse=_parse,
    spell=lambda cover: spell_rows("p x3c", (cover.elements, len(cover.sets)), cover.sets),
    parse_solution=lambda cover, text: read_choice(text, len(cover.sets)),
    spell_solution=lambda cover, chosen: spell_choice(chosen),
    failures=_failures,
    solutions=_solutions,
    random_yes=_random_yes,
    random_no=_random_no,
    size=lambda cover: {"elements": cover.elements, "sets": len(cover.sets)},
    shrink=_shrink,
)


# -- the reduction --------------------------------------------------------------------------------------------


def _apply(cover: Triples) -> Applied[Triples, Chosen, OneInThree, Assignment]:
    many = len(cover.sets)
    holding: list[list[int]] = [[] for _ in range(cover.elements)]
    for k, triple in enumerate(cover.sets, start=1):
        for element in triple:
            holding[element - 1].append(k)
    excess = sum(max(len(sets) - 3, 0) for sets in holding)
    constants = Constants(many + 2 * excess)
    clauses: list[Triple] = []
    sums: list[tuple[int, int]] = []  # a and b of each fresh pair t, u, in the order of these
    for sets in holding:
        left = list(sets)
        while len(left) > 3:
            a, b = left[:2]
            t = many + 1 + 2 * len(sums)
            sums.append((a, b))
            clauses += [(a, b, t), (t, t + 1, constants.false())]
            left[:2] = [t + 1]
        left += [constants.false() for _ in range(3 - len(left))]
        clauses.append((left[0], left[1], left[2]))

    def forward(chosen: Chosen) -> Assignment:
        values = [k in chosen for k in range(1, many + 1)]
        for a, b in sums:
            u = values[a - 1] or values[b - 1]
            values += (not u, u)
        return constants.complete(values)

    more = sizes(excess + sum(max(3 - len(sets), 0) for sets in holding))
    return Applied(
        source=cover,
        target=OneInThree(constants.variables, (*clauses, *constants.clauses)),
        forward=forward,
        back=lambda assignment: tuple(k for k in range(1, many + 1) if assignment[k - 1]),
        predicted={"variables": many + 2 * excess + more[0], "clauses": cover.elements + 2 * excess + more[1]},
    )


REDUCTION = Reduction(
    source="x3c",
    target="monotone",
    apply=_apply,
    sizes="sets + 2·e + 4·⌈k/3⌉ variables, elements + 2·e + 3·⌈k/3⌉ clauses, with e occurrences beyond the third of "
    "an element, k = e + those missing to three",
    completions=lambda cover, chosen: 1,
)
