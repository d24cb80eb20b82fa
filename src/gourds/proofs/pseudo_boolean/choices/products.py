"""Merges and products: from families to families by fresh variables.

- *At most one of f₁ … f_m, and each implies a* gives Σ f ≤ a: add (fᵢ ≤ a) for all i and m − 1 times (Σ f ≤ 1), and
  divide by m; rounding does the rest.

- *At least one of a₁ … a_n, and each with b implies f_i* gives Σ f ≥ b: add all, and saturate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from gourds.proofs.pseudo_boolean.choices.families import Addends, Family, New, Old, Passage, Steps
from gourds.proofs.pseudo_boolean.writer import Halves

# -- merges -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Merged(Generic[New]):
    """A family after a merge."""

    family: Family[New]
    passage: Passage[New]
    """Its keys are those of the new family: the old ones in a group have its weight."""


def merge(steps: Steps, groups: Mapping[New, Sequence[int]], one: Halves) -> Merged[New]:
    """A variable for each group of variables of a family that sums to 1: one of them is true."""
    members: dict[New, int] = {}
    facts: list[tuple[New, int]] = []
    least, most = Addends(one.at_least), Addends(one.at_most)
    for key, group in groups.items():
        if len(group) == 1:
            members[key] = group[0]
            continue
        fresh = steps.writer.fresh()
        members[key] = fresh
        implies = steps.red([(1, -fresh), *((1, old) for old in group)], 1, fresh, False)
        implied = steps.red([(len(group), fresh), *((1, -old) for old in group)], len(group), fresh, True)
        facts.append((key, implies))
        least.add(implied)
        most.add(implies)
    new = Halves(steps.pol(least, saturate=True), steps.pol(most)) if facts else one
    return Merged(Family(members, new), Passage(one, new, facts))


# -- products ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Both:
    """A variable that says that two others are true, and the ids that say so."""

    variable: int
    first: int
    """It implies the first."""
    second: int
    """It implies the second."""
    back: int
    """Both imply it."""


def both(steps: Steps, a: int, b: int) -> Both:
    """A fresh variable: a and b."""
    fresh = steps.writer.fresh()
    first = steps.red([(1, -fresh), (1, a)], 1, fresh, False)
    second = steps.red([(1, -fresh), (1, b)], 1, fresh, False)
    return Both(fresh, first, second, steps.red([(1, fresh), (1, -a), (1, -b)], 1, fresh, True))


def at_most(steps: Steps, pairs: Sequence[Both], exclusive: Addends) -> int:
    """Σ pairs ≤ their common first; ``exclusive`` says that at most one of their second ones, and others, is true."""
    total = Addends()
    count = len(pairs)
    for pair in pairs:
        total.add(pair.first)
    if count > 1:
        for number, factor in exclusive.ids:
            total.ids.append((number, factor * (count - 1)))
        for literal, factor in exclusive.literals:
            total.literals.append((literal, factor * (count - 1)))
        for pair in pairs:
            total.add(pair.second, count - 1)
    return steps.pol(total, divide=count)


@dataclass(frozen=True)
class Product(Generic[Old, New]):
    """All pairs of members of two families that can be true together: a family, not merged yet."""

    pairs: Mapping[tuple[Old, New], int]
    one: Halves
    first: Passage[Old]
    second: Passage[New]


def product(
    steps: Steps,
    first: Family[Old],
    second: Family[New],
    forbidden: Mapping[tuple[Old, New], int],
    *,
    short: bool = True,
) -> Product[Old, New]:
    """The pairs that are not forbidden; ``forbidden`` has the id of the clause that says so.

    ``short``: a member of the first family with one partner left stands for the pair.
    """
    pairs: dict[tuple[Old, New], int] = {}
    below: list[tuple[Old, int]] = []
    backs: dict[New, list[int]] = {key: [] for key in second.members}
    for a, left in first.members.items():
        options = {b: right for b, right in second.members.items() if (a, b) not in forbidden}
        for b in second.members:
            if b not in options:
                backs[b].append(forbidden[a, b])
        if not options:
            below.append((a, -left))
        elif len(options) == 1 and short:
            pairs[a, next(iter(options))] = left
        else:
            made = [both(steps, left, right) for right in options.values()]
            for b, part in zip(options, made, strict=True):
                pairs[a, b] = part.variable
                backs[b].append(part.back)
            exclusive = Addends(second.one.at_most)
            for b, right in second.members.items():
                if b not in options:
                    exclusive.add(-right)
            below.append((a, at_most(steps, made, exclusive)))
    above = []
    for b in second.members:
        total = Addends(first.one.at_least, *backs[b])
        if not backs[b]:  # all have this partner alone
            total.literals.append((-second.members[b], 1))
        above.append((b, steps.pol(total, saturate=True)))
    least = Addends(second.one.at_least, *(number for _, number in above))
    most = Addends(first.one.at_most)
    for _, number in below:
        most.add(number)
    one = Halves(steps.pol(least), steps.pol(most))
    return Product(pairs, one, Passage(first.one, one, below), Passage(second.one, one, above, rises=True))


def grouped(pairs: Iterable[tuple[New, int]]) -> dict[New, list[int]]:
    """Variables by key, in order."""
    found: dict[New, list[int]] = {}
    for key, variable in pairs:
        found.setdefault(key, []).append(variable)
    return found
