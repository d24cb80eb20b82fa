"""What every placement selects: the board taken apart, as far as a decomposition needs it.

A *choice* is a component of the board (by edges that a budget allows) with two adjacent cells of different colors, or
several such components joined. Its *signatures* are the numbers of gourds of each of its classes (pairs of different
colors) that some covering of it uses. A *selection* takes one signature of every choice.

Every function here gives a :class:`Selection` with this invariant, from the definition or from a Selection that has it:

    If the instance has a placement, then there is a selection in which, for every class in ``totals``, the entries of
    that class sum to its total.

A class that is not in ``totals`` says nothing: nothing may be concluded from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gourds.certificates.entries import RejectedError, Row
from gourds.certificates.puzzle import Pair, Puzzle
from gourds.hexgrid import Cell

Signature = tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """One signature is to be taken."""

    classes: tuple[Pair, ...]
    """The class that each entry of a signature counts; all of them are in ``totals``."""
    signatures: tuple[Signature, ...]
    """What can be taken."""


@dataclass(frozen=True)
class Selection:
    """Choices and the totals that what is taken must have; the invariant is in the module's docstring."""

    choices: tuple[Choice, ...]
    """In order of their numbers."""
    totals: Mapping[Pair, int]
    """The budget of every class about which the choices say everything."""

    @cached_property
    def items(self) -> dict[Pair, list[tuple[int, int]]]:
        """For every class in ``totals`` the choices that count it, each with the entry that does."""
        found: dict[Pair, list[tuple[int, int]]] = {name: [] for name in self.totals}
        for number, choice in enumerate(self.choices):
            for entry, name in enumerate(choice.classes):
                found[name].append((number, entry))
        return found


def taken_apart(puzzle: Puzzle, tables: Sequence[Sequence[Row]]) -> Selection:
    """The components of the board; ``tables`` must list the signatures of each kind, in order of appearance.

    *Invariant.* Let a placement be given. No gourd lies across two components, since its edge has a positive budget.
    So the gourds on a component cover it, but for the empty cell, which is in the one odd component and has the empty
    color. Hence the numbers of its gourds are among the signatures, all of which :func:`signatures_of` finds. A gourd
    of two colors lies on a component with an edge of two colors, that is on a choice; so for every class the choices'
    numbers sum to its budget.
    """
    empty_color, odd = puzzle.empty_color(), puzzle.odd_part()
    if empty_color is None or odd is None:
        raise RejectedError("counting alone decides this instance; a decomposition does not apply")
    known: dict[object, tuple[Signature, ...]] = {}
    choices: list[Choice] = []
    for part in puzzle.components:
        color = [puzzle.color[cell] for cell in part]
        place = {cell: k for k, cell in enumerate(part)}
        edges = [(k, place[b]) for k, a in enumerate(part) for b in puzzle.partners[a] if place[b] > k]
        if all(color[a] == color[b] for a, b in edges):
            continue
        names = list(dict.fromkeys(color))
        rank = [names.index(c) for c in color]
        classes = sorted({_ascending(rank[a], rank[b]) for a, b in edges if rank[a] != rank[b]})
        spare = None if part != odd else names.index(empty_color) if empty_color in names else -1
        kind = (_shape(part), tuple(rank), tuple(sorted(edges)), spare)
        if kind not in known:
            number = len(known)
            if number >= len(tables):
                raise RejectedError(f"{len(tables)} tables are given, the components have more kinds")
            found = sorted(signatures_of(rank, edges, classes, spare))
            if tables[number] != [list(signature) for signature in found]:
                raise RejectedError(f"table {number} is not the list of all signatures of its component")
            known[kind] = tuple(found)
        named = tuple(_ascending(names[a], names[b]) for a, b in classes)
        choices.append(Choice(named, known[kind]))
    if len(tables) != len(known):
        raise RejectedError(f"{len(tables)} tables are given, the components have {len(known)} kinds")
    return Selection(tuple(choices), {name: total for name, total in puzzle.budget.items() if name[0] != name[1]})


def _shape(part: Sequence[Cell]) -> tuple[Cell, ...]:
    q, r = part[0]
    return tuple((x - q, y - r) for x, y in part)


def _ascending(a: int, b: int) -> Pair:
    return (a, b) if a <= b else (b, a)


def signatures_of(
    rank: Sequence[int], edges: Sequence[tuple[int, int]], classes: Sequence[Pair], spare: int | None
) -> set[Signature]:
    """All signatures of a component with colors ``rank``; if ``spare`` is a color, one cell of it stays empty.

    A sweep over the cells. *Invariant* before cell k: the states are, for all sets of edges and at most one empty cell
    that deal with each of the first k cells exactly once and with each later cell at most once: the later cells that
    are covered, whether a cell was left empty, and the number of edges of each class.
    """
    entry = {pair: k for k, pair in enumerate(classes)}
    forward: list[list[tuple[int, int]]] = [[] for _ in rank]
    for a, b in edges:
        forward[a].append((b, entry.get(_ascending(rank[a], rank[b]), -1)))
    states: set[tuple[frozenset[int], bool, Signature]] = {(frozenset(), False, (0,) * len(classes))}
    for k, color in enumerate(rank):
        reached: set[tuple[frozenset[int], bool, Signature]] = set()
        for covered, is_left, signature in states:
            if k in covered:
                reached.add((covered - {k}, is_left, signature))
                continue
            if color == spare and not is_left:
                reached.add((covered, True, signature))
            for other, counts in forward[k]:
                if other not in covered:
                    more = tuple(n + (i == counts) for i, n in enumerate(signature))
                    reached.add((covered | {other}, is_left, more))
        states = reached
    return {signature for _, is_left, signature in states if is_left == (spare is not None)}


def joined(selection: Selection, joins: Sequence[Row]) -> Selection:
    """Pairs of choices replaced by one, a pair after the other; the new one gets the next number.

    At the end the choices are numbered anew, in the same order.

    *Invariant.* Take the selection that exists before a join. In the new choice take the sum of what the two had. It is
    among the new signatures: only sums that miss the total of a *spent* class are left out, and a class is spent only
    if these two choices count it and no third does, so that the sum of their entries is its total. All classes that
    are not spent have the sums that they had. The spent ones are in no choice any more and leave ``totals`` too.
    """
    choices, totals = dict(enumerate(selection.choices)), dict(selection.totals)
    counted = Counter(name for choice in selection.choices for name in choice.classes)
    for number, (a, b) in enumerate(joins, start=len(choices)):
        if a not in choices or b not in choices or a == b:
            raise RejectedError(f"choices {a} and {b} cannot be joined")
        first, second = choices.pop(a), choices.pop(b)
        shared = [name for name in first.classes if name in second.classes]
        spent = {name: totals[name] for name in shared if counted[name] == 2}
        choices[number] = _join(first, second, spent)
        for name in shared:
            counted[name] -= 1
        for name in spent:
            del totals[name], counted[name]
    return Selection(tuple(choices[number] for number in sorted(choices)), totals)


def _join(first: Choice, second: Choice, spent: Mapping[Pair, int]) -> Choice:
    """All sums of a signature of each that have the totals of the spent classes, without those classes."""
    names = tuple(dict.fromkeys(first.classes + second.classes))
    kept = tuple(name for name in names if name not in spent)
    sums: set[Signature] = set()
    for s in first.signatures:
        for t in second.signatures:
            total = dict.fromkeys(names, 0)
            for name, count in zip(first.classes + second.classes, s + t, strict=True):
                total[name] += count
            if all(total[name] == budget for name, budget in spent.items()):
                sums.add(tuple(total[name] for name in kept))
    return Choice(kept, tuple(sorted(sums)))
