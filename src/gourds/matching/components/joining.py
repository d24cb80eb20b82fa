"""Joining components that only each other can help.

If a class has items of just two components, their contributions must sum to its budget: the two are joined into one
whose signatures are the fitting pairs, and the class is gone. What is left of a pair are the classes that others
share; pairs that agree there are one signature. A join is made only where the new table is no longer than the two
old ones together, so the master never grows. Joins that look alike are worked out once.

In the paper's reduction the two parts of a clause gadget join into three signatures, one for each variable that may
be true, and the master becomes the source formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gourds.matching.components.master import Choice, Signature


@dataclass(frozen=True)
class Join:
    """Choice ``result`` stands for choices ``first`` and ``second``."""

    first: int
    second: int
    result: int
    spent: tuple[int, ...]
    """The classes that no other choice has an item of."""
    origin: Sequence[tuple[int, int]]
    """For each signature of the result a pair of signatures of the two."""


@dataclass(frozen=True)
class _Shape:
    """The result of a join up to the names of classes."""

    signatures: list[Signature]
    origin: list[tuple[int, int]]
    kept_first: list[int]
    kept_second: list[int]


class Joined:
    """Choices after all worthwhile joins."""

    def __init__(self, choices: Sequence[Choice], budgets: dict[int, int]) -> None:
        self.choices: list[Choice] = list(choices)
        self.joins: list[Join] = []
        self._budgets = budgets
        self._shapes: dict[object, _Shape | None] = {}
        self._owners: dict[int, set[int]] = {name: set() for name in budgets}
        for j, choice in enumerate(self.choices):
            for name in choice.classes:
                self._owners[name].add(j)
        self._active = set(range(len(self.choices)))
        waiting = [name for name, owners in self._owners.items() if len(owners) == 2]
        while waiting:
            name = waiting.pop()
            owners = self._owners[name]
            if len(owners) == 2:
                waiting += self._join(*sorted(owners))
        self.active: list[int] = sorted(self._active)
        """The choices that remain."""
        self.spent: set[int] = {name for join in self.joins for name in join.spent}
        """The classes that joins have dealt with."""

    def _join(self, a: int, b: int) -> list[int]:
        """Join two choices if that is worthwhile; the classes that now have items of just two choices."""
        first, second = self.choices[a], self.choices[b]
        if first.is_edge or second.is_edge:
            return []
        place = {name: k for k, name in enumerate(second.classes)}
        shared = []
        for k, name in enumerate(first.classes):
            if name in place:
                alone = len(self._owners[name]) == 2
                shared.append((k, place[name], self._budgets[name] if alone else -1))
        key = (id(first.signatures), id(second.signatures), tuple(shared))
        if key in self._shapes:
            shape = self._shapes[key]
        else:
            shape = self._shapes[key] = _shape(first.signatures, second.signatures, shared)
        if shape is None:
            return []
        result = len(self.choices)
        spent = tuple(first.classes[k] for k, _, budget in shared if budget >= 0)
        classes = [first.classes[k] for k in shape.kept_first] + [second.classes[k] for k in shape.kept_second]
        self.choices.append(Choice(shape.signatures, classes))
        self.joins.append(Join(a, b, result, spent, shape.origin))
        self._active -= {a, b}
        self._active.add(result)
        for name in (*first.classes, *second.classes):
            self._owners[name] -= {a, b}
        for name in classes:
            self._owners[name].add(result)
        return [name for name in classes if len(self._owners[name]) == 2]

    def expand(self, chosen: Sequence[int]) -> list[int]:
        """The signature of every original choice, from those of the active ones."""
        full = [-1] * len(self.choices)
        for j, t in zip(self.active, chosen, strict=True):
            full[j] = t
        for join in reversed(self.joins):
            full[join.first], full[join.second] = join.origin[full[join.result]]
        return full


def _shape(
    first: Sequence[Signature], second: Sequence[Signature], shared: list[tuple[int, int, int]]
) -> _Shape | None:
    limit = len(first) + len(second)
    if len(first) * len(second) > 100_000:
        return None
    alone = [(i, j, budget) for i, j, budget in shared if budget >= 0]
    common = {i: j for i, j, budget in shared if budget < 0}
    gone_first, gone_second = {i for i, _, _ in alone}, {j for _, j, _ in shared}
    kept_first = [k for k in range(len(first[0]) if first else 0) if k not in gone_first]
    kept_second = [k for k in range(len(second[0]) if second else 0) if k not in gone_second]
    found: dict[Signature, tuple[int, int]] = {}
    for s, a in enumerate(first):
        for t, b in enumerate(second):
            if all(a[i] + b[j] == budget for i, j, budget in alone):
                vector = (
                    *(a[k] + b[common[k]] if k in common else a[k] for k in kept_first),
                    *(b[k] for k in kept_second),
                )
                if vector not in found:
                    if len(found) == limit:
                        return None
                    found[vector] = (s, t)
    signatures = sorted(found)
    return _Shape(signatures, [found[vector] for vector in signatures], kept_first, kept_second)
