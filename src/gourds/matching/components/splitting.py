"""The components of an instance: what is left of its board when the edges of no budget are deleted (law 3).

A component with edges of equal colors only is *plain*: a matching problem. The others are *mixed*. Components that are
equal up to translation and renaming of colors have one :class:`Kind`, so that whatever is worked out for one serves
all. :class:`Components` groups the mixed ones by kind, :func:`list_components` lists all of them one by one.

Grouping is by array operations: each cell gets its place relative to the first cell of its component, the rank of its
color within the component, and the set of its usable directions; components with the same rows have the same kind.
O(N log N) for N cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.refutation import Refutation, match_with_apex

IntArray = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Kind:
    """A component up to translation and renaming of colors."""

    cells: tuple[tuple[int, int], ...]
    """The cells relative to the first one, in scan order."""
    colors: tuple[int, ...]
    """The color of each cell, numbered by first appearance."""
    edges: tuple[tuple[int, int], ...]
    """Usable edges as pairs of positions, smaller first, sorted."""
    empty_color: int | None
    """In the odd component that must hold the empty cell: the color of that cell; −1 if no cell has it."""

    @cached_property
    def classes(self) -> tuple[tuple[int, int], ...]:
        """The pairs of different colors that an edge joins, sorted; a signature counts the edges of each."""
        pairs = {self.class_of(edge) for edge in self.edges}
        return tuple(sorted((a, b) for a, b in pairs if a != b))

    @property
    def empties(self) -> tuple[int, ...] | None:
        """The positions of the cells that may stay empty; None if all are covered."""
        if self.empty_color is None:
            return None
        return tuple(v for v, color in enumerate(self.colors) if color == self.empty_color)

    def class_of(self, edge: tuple[int, int]) -> tuple[int, int]:
        """The two colors that an edge joins, smaller first."""
        a, b = self.colors[edge[0]], self.colors[edge[1]]
        return (a, b) if a <= b else (b, a)


@dataclass(frozen=True, eq=False)
class Group:
    """All components of one kind."""

    kind: Kind
    """What they have in common."""
    cells: IntArray
    """Shape (components, cells of one): indices of cells of the board, in the order of the kind's cells."""
    colors: IntArray
    """Shape (components, colors of one): the colors of the instance for the kind's colors."""


@dataclass(frozen=True, eq=False)
class Components:
    """How an instance falls apart; what needs the counting laws says so."""

    instance: Instance

    @cached_property
    def _in_mixed(self) -> NDArray[np.bool_]:
        return is_in_mixed(self.instance)

    @cached_property
    def _edges(self) -> IntArray:
        return self.instance.board.edges[self.instance.usable_edges].astype(np.int64)

    @cached_property
    def plain_cells(self) -> IntArray:
        """The cells of all components without an edge of two different colors."""
        return np.flatnonzero(~self._in_mixed)

    @cached_property
    def plain_edges(self) -> IntArray:
        """Shape (…, 2): the usable edges between them, as indices of cells of the board."""
        return self._edges[~self._in_mixed[self._edges[:, 0]]]

    @cached_property
    def mixed_cells(self) -> IntArray:
        """All other cells."""
        return np.flatnonzero(self._in_mixed)

    @cached_property
    def mixed_edges(self) -> IntArray:
        """The usable edges between those."""
        return self._edges[self._in_mixed[self._edges[:, 0]]]

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The mixed components by kind, in order of first appearance."""
        return _groups(self.instance, self._in_mixed)

    @cached_property
    def odd_cells(self) -> IntArray:
        """The cells of the component with an odd number of cells, by the counting laws the only one."""
        labels = self.instance.usable_parts
        odd = np.flatnonzero(np.bincount(labels) % 2 == 1)
        return np.flatnonzero(labels == odd[0]) if odd.size else np.zeros(0, dtype=np.int64)

    @property
    def odd_is_plain(self) -> bool:
        """Whether that component is plain."""
        return bool(self.odd_cells.size and not self._in_mixed[self.odd_cells[0]])

    @cached_property
    def spare(self) -> IntArray:
        """The cells that may stay empty: those of the odd component that have the color of the empty cell."""
        empty_color = Counting(self.instance).empty_color
        found: IntArray = self.odd_cells[self.instance.cell_colors[self.odd_cells] == empty_color]
        return found

    def match_plain(self) -> tuple[NDArray[np.int32], Refutation | None]:
        """The partners of the cells of plain components, or why there are none; the empty cell if it is among them."""
        spare = self.spare if self.odd_is_plain else None
        return match_with_apex(self.instance, self.plain_cells, self.plain_edges, spare)


def is_in_mixed(instance: Instance) -> NDArray[np.bool_]:
    """Which cells are in components with an edge of two different colors."""
    edges, labels = instance.board.edges[instance.usable_edges], instance.usable_parts
    two_colors = instance.cell_colors[edges[:, 0]] != instance.cell_colors[edges[:, 1]]
    is_mixed = np.zeros(int(labels.max()) + 1, dtype=bool)
    is_mixed[labels[edges[two_colors, 0]]] = True
    found: NDArray[np.bool_] = is_mixed[labels]
    return found


Pair = tuple[int, int]
"""A class: two colors of the instance, smaller first."""


@dataclass(frozen=True, eq=False)
class Component:
    """A component of a board, by itself."""

    kind: int
    """The index of its kind."""
    cells: IntArray
    """Indices of cells of the board, in the order of the kind's cells."""
    classes: tuple[Pair, ...]
    """The class of the instance for each class of the kind."""


@dataclass(frozen=True, eq=False)
class Listed:
    """The components of an instance, plain ones too, those of a kind one after the other."""

    kinds: tuple[Kind, ...]
    components: tuple[Component, ...]


def list_components(instance: Instance) -> Listed | None:
    """The components of an instance; None if counting alone shows that there is no placement."""
    if Counting(instance).refutation is not None:
        return None
    in_mixed = is_in_mixed(instance)
    groups = (*_groups(instance, in_mixed), *_groups(instance, ~in_mixed))
    components: list[Component] = []
    for k, group in enumerate(groups):
        components += [Component(k, *row) for row in zip(group.cells, _classes(group), strict=True)]
    return Listed(tuple(group.kind for group in groups), tuple(components))


def _classes(group: Group) -> list[tuple[Pair, ...]]:
    rows = []
    for colors in group.colors.tolist():
        pairs = ((colors[a], colors[b]) for a, b in group.kind.classes)
        rows.append(tuple((i, j) if i <= j else (j, i) for i, j in pairs))
    return rows


def _groups(instance: Instance, chosen: NDArray[np.bool_]) -> tuple[Group, ...]:
    """The components of the chosen cells, by kind."""
    board, labels = instance.board, instance.usable_parts
    edges, empty_color = board.edges[instance.usable_edges], Counting(instance).empty_color
    cells = np.flatnonzero(chosen)
    if not cells.size:
        return ()
    # Sorted by component, in scan order within each.
    cells = cells[np.argsort(labels[cells], kind="stable")]
    starts = np.flatnonzero(np.diff(labels[cells], prepend=-1))
    sizes = np.diff(np.append(starts, len(cells)))
    owner = np.repeat(np.arange(len(starts)), sizes)
    local_colors, color_maps = _rank_colors(instance.cell_colors[cells].astype(np.int64), owner)
    # Which of the three forward directions are usable at each cell; an edge leads from a cell to a later one.
    masks = np.zeros(board.size, dtype=np.int64)
    step = board.cells[edges[:, 1]] - board.cells[edges[:, 0]]
    bit = np.where(step[:, 1] == 0, 1, np.where(step[:, 0] == 0, 2, 4))
    np.add.at(masks, edges[:, 0], bit)
    places = board.cells[cells] - board.cells[cells[starts]][owner]
    rows = np.ascontiguousarray(np.stack((places[:, 0], places[:, 1], local_colors, masks[cells]), axis=1))
    members: dict[tuple[bytes, bool], list[int]] = {}
    for k, (start, size) in enumerate(zip(starts.tolist(), sizes.tolist(), strict=True)):
        members.setdefault((rows[start : start + size].tobytes(), size % 2 == 1), []).append(k)
    groups = []
    for (_, is_odd), found in members.items():
        first, size = int(starts[found[0]]), int(sizes[found[0]])
        where = starts[found][:, None] + np.arange(size)
        colors = int(local_colors[first : first + size].max()) + 1
        maps = color_maps[np.array(found)[:, None], np.arange(colors)]
        empty: int | None = None
        if is_odd:
            same = np.flatnonzero(maps[0] == empty_color)
            empty = int(same[0]) if same.size else -1
        kind = _kind(rows[first : first + size], empty)
        groups.append(Group(kind, cells[where], maps))
    return tuple(groups)


def _rank_colors(colors: IntArray, owner: IntArray) -> tuple[IntArray, IntArray]:
    """Colors renamed to 0, 1, … by first appearance within each owner, and the table owner × rank → color."""
    width = int(colors.max()) + 1
    pairs, first, back = np.unique(owner * width + colors, return_index=True, return_inverse=True)
    by_appearance = np.argsort(first, kind="stable")
    holder = pairs[by_appearance] // width
    begins = np.flatnonzero(np.diff(holder, prepend=-1))
    rank = np.arange(len(pairs)) - np.repeat(begins, np.diff(np.append(begins, len(pairs))))
    ranks = np.empty(len(pairs), dtype=np.int64)
    ranks[by_appearance] = rank
    table = np.full((int(owner.max()) + 1, int(rank.max()) + 1), -1, dtype=np.int64)
    table[holder, rank] = pairs[by_appearance] % width
    return ranks[back.reshape(-1)], table


def _kind(rows: IntArray, empty_color: int | None) -> Kind:
    cells = [(q, r) for q, r in rows[:, :2].tolist()]
    position = {cell: k for k, cell in enumerate(cells)}
    steps = ((1, (1, 0)), (2, (0, 1)), (4, (-1, 1)))
    edges = [
        (k, position[q + dq, r + dr])
        for k, ((q, r), mask) in enumerate(zip(cells, rows[:, 3].tolist(), strict=True))
        for bit, (dq, dr) in steps
        if mask & bit
    ]
    return Kind(tuple(cells), tuple(rows[:, 2].tolist()), tuple(sorted(edges)), empty_color)
