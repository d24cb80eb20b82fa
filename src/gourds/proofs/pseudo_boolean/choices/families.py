"""Families: variables of which exactly one is true, and how sums over one become sums over another.

A layer of a sweep, the signatures of a component, the values of an item and the sums after some items are families.
From one to the next lead products (this state *and* that option) and merges (one of these), which fresh variables
stand for. What makes proofs short is that nearly everything is linear, and added up by ``pol``:

- A *passage* from family X to family Y has one inequality for each group of variables: what is old there is at least
  what is new (or at most). Since both families sum to 1, these say that old and new are equal, for any weights that
  are the same within a group. With weights w and M = max w, of inequalities o_i − n_i ≥ 0:

      Σ wᵢoᵢ − Σ wᵢnᵢ ≥ 0   is   Σ wᵢ·(oᵢ − nᵢ ≥ 0),
      Σ wᵢnᵢ − Σ wᵢoᵢ ≥ 0   is   M·(Σ new ≥ 1) + M·(Σ old ≤ 1) + Σ (M − wᵢ)·(oᵢ − nᵢ ≥ 0).

  So an equation that speaks of the old family is rewritten into one of the new family by one line for each half.

- *At most one of f₁ … f_m, and each implies a* gives Σ f ≤ a: add (fᵢ ≤ a) for all i and m − 1 times (Σ f ≤ 1), and
  divide by m; rounding does the rest.

- *At least one of a₁ … a_n, and each with b implies f_i* gives Σ f ≥ b: add all, and saturate.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter

Key = TypeVar("Key", bound=Hashable)
Old = TypeVar("Old", bound=Hashable)
New = TypeVar("New", bound=Hashable)


class Sum:
    """A sum of constraints and literal axioms, as ``pol`` takes it."""

    def __init__(self, *ids: int) -> None:
        self.ids: list[tuple[int, int]] = [(number, 1) for number in ids]
        self.literals: list[tuple[int, int]] = []

    def add(self, number: int, factor: int = 1) -> None:
        """Add a constraint by id; a negative number −v is the axiom that variable v is at least 0."""
        if not factor:
            return
        (self.ids if number > 0 else self.literals).append((abs(number), factor))

    def extend(self, other: Sum) -> None:
        """Add all of another sum."""
        self.ids += other.ids
        self.literals += other.literals

    def __bool__(self) -> bool:
        return bool(self.ids or self.literals)


class Steps:
    """Writes steps and remembers what it derived, so that what is not needed any more can be deleted."""

    def __init__(self, writer: ProofWriter) -> None:
        self.writer = writer
        self.made: list[int] = []

    def pol(self, total: Sum, *, divide: int = 1, saturate: bool = False) -> int:
        """The id of a sum; no step at all if it is one constraint as it stands."""
        if len(total.ids) == 1 and total.ids[0][1] == divide == 1 and not total.literals and not saturate:
            return total.ids[0][0]
        return self._made(self.writer.pol(total.ids, literals=total.literals, divide=divide, saturate=saturate))

    def rup(self, terms: Iterable[tuple[int, int]], degree: int, hints: Iterable[int] | None = None) -> int:
        """A constraint by unit propagation."""
        return self._made(self.writer.rup(terms, degree, hints))

    def red(self, terms: Iterable[tuple[int, int]], degree: int, variable: int, value: bool) -> int:
        """A part of what a fresh variable means."""
        return self._made(self.writer.red(terms, degree, {variable: value}))

    def prune(self, keep: Iterable[int]) -> None:
        """Delete what was derived here, but for what is kept."""
        kept = set(keep)
        self.writer.delete(number for number in self.made if number not in kept)
        self.made = [number for number in self.made if number in kept]

    def _made(self, number: int) -> int:
        self.made.append(number)
        return number


@dataclass(frozen=True)
class Family(Generic[Key]):
    """Variables by what they stand for; exactly one is true."""

    members: Mapping[Key, int]
    one: Halves
    """Their sum is 1."""


@dataclass
class Passage(Generic[Key]):
    """From an old family to a new one: for each key, old − new ≥ 0 (or new − old ≥ 0 if it ``rises``)."""

    old: Halves
    new: Halves
    facts: Sequence[tuple[Key, int]]
    """Ids by key; −v stands for the axiom v ≥ 0, where nothing new is left of v. What is not listed stays as it is."""
    rises: bool = False

    def carry(self, weights: Mapping[Key, int]) -> tuple[Sum, Sum]:
        """Σ w·new − Σ w·old ≥ 0 and Σ w·old − Σ w·new ≥ 0; weights are not negative, those not given are 0."""
        listed = [(number, weights.get(key, 0)) for key, number in self.facts]
        most = max((w for _, w in listed), default=0)
        plain, turned = Sum(), Sum()
        if most:
            turned.add(self.old.at_least if self.rises else self.new.at_least, most)
            turned.add(self.new.at_most if self.rises else self.old.at_most, most)
        for number, w in listed:
            plain.add(number, w)
            turned.add(number, most - w)
        return (plain, turned) if self.rises else (turned, plain)


@dataclass
class Tally:
    """An equation with weighted members of families in it; None as long as it reads 0 = 0."""

    halves: Halves | None = None
    sign: int = 1
    """1 if the members are added, −1 if they are subtracted."""
    _least: Sum = field(default_factory=Sum)
    _most: Sum = field(default_factory=Sum)

    def add(self, up: Sum, down: Sum) -> None:
        """Rewrite: ``up`` and ``down`` say that something new less something old is ≥ 0 and ≤ 0."""
        self._least.extend(up if self.sign > 0 else down)
        self._most.extend(down if self.sign > 0 else up)

    def settle(self, steps: Steps) -> None:
        """Write what was added."""
        if not self._least and not self._most:
            return
        least, most = Sum(*((self.halves.at_least,) if self.halves else ())), Sum()
        if self.halves:
            most.add(self.halves.at_most)
        least.extend(self._least)
        most.extend(self._most)
        self.halves = Halves(steps.pol(least), steps.pol(most))
        self._least, self._most = Sum(), Sum()


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
    least, most = Sum(one.at_least), Sum(one.at_most)
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


def at_most(steps: Steps, pairs: Sequence[Both], exclusive: Sum) -> int:
    """Σ pairs ≤ their common first; ``exclusive`` says that at most one of their second ones, and others, is true."""
    total = Sum()
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
    parts: Sequence[Both]


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
    parts: list[Both] = []
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
            parts += made
            for b, part in zip(options, made, strict=True):
                pairs[a, b] = part.variable
                backs[b].append(part.back)
            exclusive = Sum(second.one.at_most)
            for b, right in second.members.items():
                if b not in options:
                    exclusive.add(-right)
            below.append((a, at_most(steps, made, exclusive)))
    above = []
    for b in second.members:
        total = Sum(first.one.at_least, *backs[b])
        if not backs[b]:  # all have this partner alone
            total.literals.append((-second.members[b], 1))
        above.append((b, steps.pol(total, saturate=True)))
    least = Sum(second.one.at_least, *(number for _, number in above))
    most = Sum(first.one.at_most)
    for _, number in below:
        most.add(number)
    one = Halves(steps.pol(least), steps.pol(most))
    return Product(pairs, one, Passage(first.one, one, below), Passage(second.one, one, above, rises=True), parts)


def grouped(pairs: Iterable[tuple[New, int]]) -> dict[New, list[int]]:
    """Variables by key, in order."""
    found: dict[New, list[int]] = {}
    for key, variable in pairs:
        found.setdefault(key, []).append(variable)
    return found


def ids(*several: Halves | None) -> Iterator[int]:
    """The ids of equations."""
    for halves in several:
        if halves is not None:
            yield from halves
