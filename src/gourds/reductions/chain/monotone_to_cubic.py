"""Monotone 1-in-3 formulas to cubic ones: three distinct variables in a clause, three occurrences of each variable.

One device does it all. A *hub* R(u, p, q) R(v, p, q) R(w, p, q) with fresh p, q makes u, v, w equal (each is 1 − p −
q), uses each of them once, and p and q three times.

1. *Copies.* A variable with k > 3 occurrences becomes 2h + 1 copies joined by h = ⌈(k − 3)/3⌉ hubs, hub j on copies
   2j, 2j + 1 and 2j + 2: a tree. Of the 3·(2h + 1) occurrences 3h go to hubs, so 3h + 3 ≥ k are free. A variable that
   stands twice in one clause gets at least one hub, so that the clause can hold different copies. Unused variables
   are left out.
2. *Three worlds.* The formula is written down three times. Where a variable v lacks an occurrence, a hub joins its
   three versions. Given a solution of one world, all three may be equal, and a hub is completed by p = ¬v, q = 0; and
   a solution of all is a solution of the first.

Sizes: with V variables and C clauses after the copies, 3·(V − C) occurrences are missing in each world, so the target
has 3V + 6·(V − C) variables and as many clauses, 3C + 9·(V − C).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gourds.formulas.formula import Assignment, Formula, OneInThree, Triple
from gourds.reductions.chain.step import Step


def monotone_to_cubic(source: Formula) -> Step:
    """The step for a monotone 1-in-3 formula."""
    assert isinstance(source, OneInThree)
    copied = _Copied(source)
    size, clauses = copied.size, copied.clauses
    left = Counter(dict.fromkeys(range(1, size + 1), 3))
    left.subtract(v for clause in clauses for v in clause)
    missing = [v for v in range(1, size + 1) for _ in range(left[v])]
    worlds: list[Triple] = [(a + s, b + s, c + s) for s in (0, size, 2 * size) for a, b, c in clauses]
    pairs = range(3 * size + 1, 3 * size + 1 + 2 * len(missing), 2)
    joined = [(v + s, p, p + 1) for v, p in zip(missing, pairs, strict=True) for s in (0, size, 2 * size)]

    def extend(assignment: Assignment) -> Assignment:
        world = [False] * size
        for v, names in copied.copies.items():
            for name in names:
                world[name - 1] = assignment[v - 1]
        for p, v in copied.hubs:
            world[p - 1] = not assignment[v - 1]
        completed = (value for v in missing for value in (not world[v - 1], False))
        return (*world, *world, *world, *completed)

    return Step(
        name="monotone to cubic",
        source=source,
        target=OneInThree(3 * size + 2 * len(missing), (*worlds, *joined)),
        images=tuple(copied.copies[v][0] if v in copied.copies else 0 for v in range(1, source.variables + 1)),
        extend=extend,
        predicted=predicted_sizes(source),
        more_images={
            v: tuple(name + s for s in (0, size, 2 * size) for name in names)[1:] for v, names in copied.copies.items()
        },
    )


def hubs_needed(source: OneInThree) -> dict[int, int]:
    """How many hubs the copies of each variable take that is used."""
    occurrences = Counter(v for clause in source.clauses for v in clause)
    repeated = {v for clause in source.clauses for v in clause if clause.count(v) > 1}
    return {v: max(-(-(k - 3) // 3), int(v in repeated), 0) for v, k in sorted(occurrences.items())}


def predicted_sizes(source: OneInThree) -> tuple[int, int]:
    """The size formula."""
    hubs = hubs_needed(source)
    variables = sum(2 * h + 1 + 2 * h for h in hubs.values())
    clauses = len(source.clauses) + sum(3 * h for h in hubs.values())
    excess = variables - clauses
    return 3 * variables + 6 * excess, 3 * clauses + 9 * excess


@dataclass
class _Copied:
    """The formula with at most three occurrences of every variable."""

    source: OneInThree

    def __post_init__(self) -> None:
        self.size = 0
        self.copies: dict[int, list[int]] = {}
        """The copies of each variable that is used."""
        self.hubs: list[tuple[int, int]] = []
        """For each hub its p, which is the opposite of the variable named with it; q = p + 1 is false."""
        joined: list[Triple] = []
        rooms: dict[int, Iterator[int]] = {}
        for v, hubs in hubs_needed(self.source).items():
            names = self.copies[v] = self._fresh(2 * hubs + 1)
            for j in range(hubs):
                p, q = self._fresh(2)
                self.hubs.append((p, v))
                joined += [(name, p, q) for name in names[2 * j : 2 * j + 3]]
            rooms[v] = iter(_free_occurrences(names))
        renamed: list[Triple] = [(next(rooms[a]), next(rooms[b]), next(rooms[c])) for a, b, c in self.source.clauses]
        self.clauses: list[Triple] = [*renamed, *joined]

    def _fresh(self, count: int) -> list[int]:
        names = list(range(self.size + 1, self.size + 1 + count))
        self.size += count
        return names


def _free_occurrences(copies: list[int]) -> list[int]:
    """The copies in the order of use, each as often as it is free; with hubs, any three in a row are different.

    With hubs, the copies at even places but for the first and last are free once, all others twice: these come first,
    three at least, then all of them.
    """
    if len(copies) == 1:
        return copies * 3
    twice = [name for k, name in enumerate(copies) if k % 2 or k in (0, len(copies) - 1)]
    return twice + copies
