"""Choices of a certificate with their families: taken apart, then joined, and the equation of every class.

The equation of a class in the exported file counts edges. Less the equations that each sweep derived, it counts
signatures: Σ entry·signature = budget over all choices. A join is a product of two families, without the pairs
that miss the budget of a class that only these two count: with both true all others of their families are false, so the
equation of that class has no solution. Then pairs with equal sums are merged, and the classes' equations rewritten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gourds.certificates.puzzle import Pair
from gourds.certificates.selection import Signature
from gourds.proofs.pseudo_boolean.choices.board import OpenBoard
from gourds.proofs.pseudo_boolean.choices.families import Addends, Family, Steps, Tally, ids
from gourds.proofs.pseudo_boolean.choices.parts import build_part, find_parts
from gourds.proofs.pseudo_boolean.choices.products import grouped, merge, product
from gourds.proofs.pseudo_boolean.choices.sweep import sweep
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter


@dataclass(frozen=True)
class Option:
    """A choice: its classes and the family of its signatures."""

    classes: tuple[Pair, ...]
    family: Family[Signature]


class Refuted(Exception):  # noqa: N818 - what is found is good news
    """A constraint without a solution was derived on the way."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Choices:
    """All choices, in order of their numbers, and what the classes ask of them."""

    def __init__(self, board: OpenBoard) -> None:
        """Take the board apart."""
        self.writer: ProofWriter = board.writer
        self.steps = Steps(board.writer)
        """What is derived here is needed to the end."""
        self.options: dict[int, Option] = {}
        parts: dict[Pair, list[Halves | None]] = {}
        for number, cells in enumerate(find_parts(board.puzzle)):
            part = build_part(board, cells)
            swept = sweep(self.writer, part)
            if not swept.family.members:
                raise Refuted(swept.family.one.at_least)
            self.options[number] = Option(
                part.classes, Family(dict(sorted(swept.family.members.items())), swept.family.one)
            )
            for name, halves in zip(part.classes, swept.classes, strict=True):
                parts.setdefault(name, []).append(halves)
        self.totals: dict[Pair, int] = {}
        self.tallies: dict[Pair, Tally] = {}
        for name, total in board.puzzle.budget.items():
            halves = self.writer.class_(*name)
            if name[0] == name[1] or halves is None:
                continue
            least, most = Addends(halves.at_least), Addends(halves.at_most)
            for inside in parts.get(name, ()):
                if inside is not None:
                    least.add(inside.at_most)
                    most.add(inside.at_least)
            self.totals[name] = total
            self.tallies[name] = Tally(Halves(self.steps.pol(least), self.steps.pol(most)))
        self.writer.delete(number for several in parts.values() for halves in several for number in ids(halves))

    def join(self, joins: Sequence[Sequence[int]]) -> None:
        """Replace pairs of choices by one, one after the other."""
        counted = Counter(name for option in self.options.values() for name in option.classes)
        for number, (a, b) in enumerate(joins, start=len(self.options)):
            first, second = self.options.pop(a), self.options.pop(b)
            shared = [name for name in first.classes if name in second.classes]
            spent = [name for name in shared if counted[name] == 2]
            self.options[number] = self._join(first, second, spent)
            for name in shared:
                counted[name] -= 1
            for name in spent:
                del counted[name], self.totals[name], self.tallies[name]
        self.options = {k: self.options[number] for k, number in enumerate(sorted(self.options))}

    def _join(self, first: Option, second: Option, spent: Sequence[Pair]) -> Option:
        steps = Steps(self.writer)
        forbidden = {}
        for s, left in first.family.members.items():
            for t, right in second.family.members.items():
                for name in spent:
                    if s[first.classes.index(name)] + t[second.classes.index(name)] != self.totals[name]:
                        hints = [*first.family.one, *second.family.one, *ids(self.tallies[name].halves)]
                        forbidden[s, t] = steps.rup([(1, -left), (1, -right)], 1, hints)
                        break
        pairs = product(steps, first.family, second.family, forbidden)
        names = tuple(dict.fromkeys(first.classes + second.classes))
        kept = tuple(name for name in names if name not in spent)
        place_first = {name: k for k, name in enumerate(first.classes)}
        place_second = {name: k for k, name in enumerate(second.classes)}

        def summed(s: Signature, t: Signature) -> Signature:
            return tuple(
                (s[place_first[name]] if name in place_first else 0)
                + (t[place_second[name]] if name in place_second else 0)
                for name in kept
            )

        groups = grouped((summed(s, t), variable) for (s, t), variable in pairs.pairs.items())
        merged = merge(steps, dict(sorted(groups.items())), pairs.one)
        keep = [*ids(merged.family.one)]
        for place, name in enumerate(kept):
            tally = self.tallies[name]
            if name in place_first:
                entry = place_first[name]
                tally.add(*pairs.first.carry({s: s[entry] for s in first.family.members}))
            if name in place_second:
                entry = place_second[name]
                tally.add(*pairs.second.carry({t: t[entry] for t in second.family.members}))
            tally.add(*merged.passage.carry({g: g[place] for g in merged.family.members}))
            tally.settle(steps)
            keep += ids(tally.halves)
        steps.prune(keep)
        if not merged.family.members:
            raise Refuted(merged.family.one.at_least)
        return Option(kept, merged.family)
