"""An instance taken apart for counting: its components, what each is asked for, and the product of their tables.

Components of equal kind share one piece and one table. A component is asked only for the signatures that the others can
complete, a *window* of exponents from what is in reach of each; if it is the only one with two colors, that is a
single signature. Sums of signatures are packed into one integer, a field of bits for each budget, and sums that cannot
be completed to the budgets any more are dropped as soon as that is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.counting import Counting
from gourds.errors import LimitError
from gourds.instance import Instance
from gourds.matching.components.splitting import split
from gourds.matching.kasteleyn.grid import Range
from gourds.matching.kasteleyn.piece import Piece, Table

IntArray = NDArray[np.int64]
Signature = tuple[int, ...]
Sums = dict[int, int]
"""Sums of signatures, packed into one integer, and the number of ways to get each."""

MAX_STATES = 2_000_000
"""More different sums of signatures than this are too many."""
MAX_STEPS = 1e11
"""More steps of elimination than this are too many: a few minutes."""


@dataclass(frozen=True, eq=False)
class Member:
    """One component of the board."""

    kind: int
    """Its piece, an index into ``Plan.pieces``."""
    cells: IntArray
    """The cells of the board behind the cells of the piece."""
    classes: tuple[int, ...]
    """The budget behind each class of the piece, an index into ``Plan.budgets``."""


@dataclass(eq=False)
class Plan:
    """An instance taken apart for counting."""

    instance: Instance
    budgets: list[int] = field(default_factory=list)
    """The bichromatic budgets."""
    pieces: list[Piece] = field(default_factory=list)
    """The kinds of components."""
    members: list[Member] = field(default_factory=list)
    """The components with edges of two colors."""
    plain: list[Member] = field(default_factory=list)
    """The others, which contribute a factor."""
    is_refuted: bool = False
    """Whether the counting laws leave no placement."""

    # -- what will be computed ------------------------------------------------------------------------------

    @cached_property
    def windows(self) -> list[list[Range]] | None:
        """For each piece the signatures that some of its components can have in a placement; None: there is none."""
        lows, highs = [0] * len(self.budgets), [0] * len(self.budgets)
        for member in self.members:
            for c, (low, high) in zip(member.classes, self.pieces[member.kind].reach, strict=True):
                lows[c] += low
                highs[c] += high
        windows: list[list[Range]] = [[] for _ in self.pieces]
        for member in self.members:
            wanted = []
            for c, (low, high) in zip(member.classes, self.pieces[member.kind].reach, strict=True):
                least = max(low, self.budgets[c] - (highs[c] - high))
                most = min(high, self.budgets[c] - (lows[c] - low))
                if least > most:
                    return None
                wanted.append((least, most))
            known = windows[member.kind] or wanted
            windows[member.kind] = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(known, wanted, strict=True)]
        return windows

    @cached_property
    def cost(self) -> tuple[int, float]:
        """How many Pfaffians a count takes, at most, and how many steps of elimination."""
        if self.is_refuted or self.windows is None:
            return 0, 0.0
        parts = [piece.evaluations(window) for piece, window in zip(self.pieces, self.windows, strict=True)]
        return sum(evaluations for evaluations, _ in parts), sum(steps for _, steps in parts)

    def check(self, max_steps: float = MAX_STEPS) -> Plan:
        """The plan itself; raises LimitError if it takes too many steps."""
        evaluations, steps = self.cost
        if steps > max_steps:
            raise LimitError(
                f"too large to count with Pfaffians: up to {evaluations:,} of them, {steps:.2g} steps of elimination,"
                f" where {max_steps:.2g} are allowed"
            )
        return self

    # -- tables and their products --------------------------------------------------------------------------

    @cached_property
    def by_hole(self) -> list[Table]:
        """For each piece the number of matchings of each signature that can matter, for each hole."""
        assert self.windows is not None
        return [piece.table(window) for piece, window in zip(self.pieces, self.windows, strict=True)]

    @cached_property
    def tables(self) -> list[dict[Signature, int]]:
        """For each piece the number of matchings of each signature that can matter."""
        return [table.summed() for table in self.by_hole]

    def edge_table(self, kind: int) -> Table:
        """A row for each edge, in which the matchings with that edge count twice."""
        assert self.windows is not None
        piece = self.pieces[kind]
        return piece.table(self.windows[kind], 1 + np.eye(len(piece.edges), dtype=np.int64), most=2)

    @cached_property
    def factor(self) -> int:
        """The number of matchings of all plain components together."""
        product = 1
        for member in self.plain:
            product *= self.tables[member.kind].get((), 0)
        return product

    @property
    def _bits(self) -> int:
        return self.instance.board.size.bit_length() + 1

    def packed(self, member: Member, signature: Signature) -> int:
        """A signature of one component as a sum of budgets."""
        return sum(s << (self._bits * c) for c, s in zip(member.classes, signature, strict=True))

    @cached_property
    def goal(self) -> int:
        """All budgets, packed."""
        return sum(b << (self._bits * c) for c, b in enumerate(self.budgets))

    @cached_property
    def suffixes(self) -> list[Sums]:
        """For each k the sums that members k, k+1, … can have, as far as members before k can complete them."""
        sums: list[Sums] = [{0: 1}]
        lows, highs = self._prefix_ranges()
        for k in range(len(self.members) - 1, -1, -1):
            sums.append(self._added(sums[-1], self.members[k], lows[k], highs[k]))
        return sums[::-1]

    @cached_property
    def prefixes(self) -> list[Sums]:
        """For each k the sums that members before k can have; nothing is left out but what exceeds a budget."""
        sums: list[Sums] = [{0: 1}]
        highs = list(self.budgets)
        for member in self.members:
            sums.append(self._added(sums[-1], member, [0] * len(highs), highs))
        return sums

    def _prefix_ranges(self) -> tuple[list[list[int]], list[list[int]]]:
        """What members k, k+1, … must have in each class at least and at most, given what those before k can have."""
        low, high = list(self.budgets), list(self.budgets)
        lows, highs = [], []
        for member in self.members:
            lows.append(list(low))
            highs.append(list(high))
            for c, (least, most) in zip(member.classes, self.pieces[member.kind].reach, strict=True):
                low[c] -= most
                high[c] -= least
        return lows, highs

    def _added(self, sums: Sums, member: Member, lows: list[int], highs: list[int]) -> Sums:
        """Add the signatures of one component to all sums; keep those in range in the classes that it has."""
        mask = (1 << self._bits) - 1
        ranges = [(self._bits * c, lows[c], highs[c]) for c in member.classes]
        steps = [(self.packed(member, s), n) for s, n in self.tables[member.kind].items()]
        found: Sums = {}
        for old, ways in sums.items():
            for step, number in steps:
                new = old + step
                if all(low <= new >> shift & mask <= high for shift, low, high in ranges):
                    found[new] = found.get(new, 0) + ways * number
            if len(found) > MAX_STATES:
                raise LimitError(f"the components have more than {MAX_STATES:,} different sums of signatures")
        return found

    @cached_property
    def total(self) -> int:
        """The number of placements."""
        if self.is_refuted or self.windows is None or not self.factor:
            return 0
        return self.factor * self.suffixes[0].get(self.goal, 0)

    def rest(self, k: int) -> dict[Signature, int]:
        """For each signature of member k the number of ways to complete it to a placement."""
        member, tail = self.members[k], self.suffixes[k + 1]
        ways: dict[Signature, int] = {}
        for signature in self.tables[member.kind]:
            left = self.goal - self.packed(member, signature)
            found = sum(n * tail.get(left - head, 0) for head, n in self.prefixes[k].items())
            if found:
                ways[signature] = found * self.factor
        return ways

    def components(self) -> Iterator[tuple[Member, dict[Signature, int]]]:
        """All components, each with the number of ways to complete each of its signatures to a placement."""
        for k, member in enumerate(self.members):
            yield member, self.rest(k)
        for member in self.plain:
            yield member, {(): self.total // self.tables[member.kind][()]}


def plan(instance: Instance) -> Plan:
    """Take an instance apart; nothing is counted yet."""
    laws = Counting(instance)
    if laws.refutation is not None or laws.empty_color is None:
        return Plan(instance, is_refuted=True)
    classes = [pair for pair in instance.budgets if pair[0] != pair[1]]
    number = {pair: k for k, pair in enumerate(classes)}
    result = Plan(instance, [instance.budgets[pair] for pair in classes])
    parts = split(instance, laws.empty_color)
    for group in parts.groups:
        kind = group.kind
        holes = None
        if kind.empty_color is not None:
            holes = tuple(v for v, color in enumerate(kind.colors) if color == kind.empty_color)
        cells = np.array(kind.cells, dtype=np.int64)
        piece = Piece(cells, kind.colors, np.array(kind.edges, dtype=np.int64).reshape(-1, 2), holes)
        for indices, colors in zip(group.cells, group.colors.tolist(), strict=True):
            budgets = tuple(number[_sorted(colors[a], colors[b])] for a, b in piece.pairs)
            result.members.append(Member(len(result.pieces), indices, budgets))
        result.pieces.append(piece)
    result.members = _closing_early(result.members)
    _add_plain(result, parts.plain_cells, parts.plain_edges, laws.empty_color)
    return result


def _sorted(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a <= b else (b, a)


def _add_plain(result: Plan, cells: IntArray, edges: IntArray, empty_color: int) -> None:
    """The components with edges of equal colors only, each shape once."""
    instance = result.instance
    labels = label_components(instance.board.size, edges)
    own = labels[cells]
    order = np.argsort(own, kind="stable")
    groups = np.split(cells[order], np.flatnonzero(np.diff(own[order])) + 1) if len(cells) else []
    owner = labels[edges[:, 0]]
    sorted_edges = edges[np.argsort(owner, kind="stable")]
    sorted_owner = np.sort(owner)
    known: dict[tuple[bytes, bytes, int], int] = {}
    for group in groups:
        name = labels[group[0]]
        first, last = np.searchsorted(sorted_owner, (name, name + 1))
        local = np.searchsorted(group, sorted_edges[first:last])
        places = instance.board.cells[group] - instance.board.cells[group[0]]
        # A plain component has one color, unless it is a single cell.
        is_odd = len(group) % 2 == 1
        can_be_empty = instance.cell_colors[group[0]] == empty_color
        key = (places.tobytes(), local.tobytes(), is_odd * (1 + int(can_be_empty)))
        if key not in known:
            holes = (tuple(range(len(group))) if can_be_empty else ()) if is_odd else None
            known[key] = len(result.pieces)
            result.pieces.append(Piece(places, (0,) * len(group), local.reshape(-1, 2), holes))
        result.plain.append(Member(known[key], group, ()))


def _closing_early(members: Sequence[Member]) -> list[Member]:
    """The members in an order, from the last to the first, that keeps few budgets open at a time.

    Again and again all members that are left of one class are taken: of the class that opens the fewest others.
    """
    users: dict[int, set[int]] = {}
    for k, member in enumerate(members):
        for c in member.classes:
            users.setdefault(c, set()).add(k)
    opened: set[int] = set()
    ordered: list[int] = []
    while users:
        opens = {c: {d for k in left for d in members[k].classes} - opened for c, left in users.items()}
        chosen = min(users, key=lambda c: (len(opens[c]), c))
        opened |= opens[chosen]
        taken = sorted(users[chosen])
        ordered += taken
        for c in {c for k in taken for c in members[k].classes}:
            users[c].difference_update(taken)
            if not users[c]:
                del users[c]
    return [members[k] for k in reversed(ordered)]
