"""Families: variables of which exactly one is true, and how sums over one become sums over another.

A layer of a sweep, the signatures of a component, the values of an item and the sums after some items are families.
From one to the next lead products (this state *and* that option) and merges (one of these), which fresh variables
stand for. What makes proofs short is that nearly everything is linear, and added up by ``pol``.

A *passage* from family X to family Y has one inequality for each group of variables: what is old there is at least
what is new (or at most). Since both families sum to 1, these say that old and new are equal, for any weights that are
the same within a group. With weights w and M = max w, of inequalities oᵢ − nᵢ ≥ 0:

    Σ wᵢoᵢ − Σ wᵢnᵢ ≥ 0   is   Σ wᵢ·(oᵢ − nᵢ ≥ 0),
    Σ wᵢnᵢ − Σ wᵢoᵢ ≥ 0   is   M·(Σ new ≥ 1) + M·(Σ old ≤ 1) + Σ (M − wᵢ)·(oᵢ − nᵢ ≥ 0).

So an equation that speaks of the old family is rewritten into one of the new family by one line for each half.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter

Key = TypeVar("Key", bound=Hashable)
Old = TypeVar("Old", bound=Hashable)
New = TypeVar("New", bound=Hashable)


class Addends:
    """A sum of constraints and literal axioms, as ``pol`` takes it."""

    def __init__(self, *ids: int) -> None:
        self.ids: list[tuple[int, int]] = [(number, 1) for number in ids]
        self.literals: list[tuple[int, int]] = []

    def add(self, number: int, factor: int = 1) -> None:
        """Add a constraint by id; a negative number −v is the axiom that variable v is at least 0."""
        if not factor:
            return
        (self.ids if number > 0 else self.literals).append((abs(number), factor))

    def extend(self, other: Addends) -> None:
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

    def pol(self, total: Addends, *, divide: int = 1, saturate: bool = False) -> int:
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

    def carry(self, weights: Mapping[Key, int]) -> tuple[Addends, Addends]:
        """Σ w·new − Σ w·old ≥ 0 and Σ w·old − Σ w·new ≥ 0; weights are not negative, those not given are 0."""
        listed = [(number, weights.get(key, 0)) for key, number in self.facts]
        most = max((w for _, w in listed), default=0)
        plain, turned = Addends(), Addends()
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
    _least: Addends = field(default_factory=Addends)
    _most: Addends = field(default_factory=Addends)

    @property
    def equation(self) -> Halves:
        """What it says, where it says something."""
        assert self.halves is not None
        return self.halves

    def add(self, up: Addends, down: Addends) -> None:
        """Rewrite: ``up`` and ``down`` say that something new less something old is ≥ 0 and ≤ 0."""
        self._least.extend(up if self.sign > 0 else down)
        self._most.extend(down if self.sign > 0 else up)

    def settle(self, steps: Steps) -> None:
        """Write what was added."""
        if not self._least and not self._most:
            return
        least, most = Addends(*((self.halves.at_least,) if self.halves else ())), Addends()
        if self.halves:
            most.add(self.halves.at_most)
        least.extend(self._least)
        most.extend(self._most)
        self.halves = Halves(steps.pol(least), steps.pol(most))
        self._least, self._most = Addends(), Addends()


def ids(*several: Halves | None) -> Iterator[int]:
    """The ids of equations."""
    for halves in several:
        if halves is not None:
            yield from halves
