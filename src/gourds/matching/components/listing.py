"""All components of an instance one by one, plain ones too, each with its kind.

:func:`~gourds.matching.components.splitting.split` groups the mixed components. The plain ones are listed here in the
same way: those that are equal up to translation have one kind, with one color and no class.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.components.splitting import Group, Kind, split

IntArray = NDArray[np.int64]
Pair = tuple[int, int]
"""A class: two colors of the instance, smaller first."""


@dataclass(frozen=True, eq=False)
class Component:
    """A component of a board."""

    kind: int
    """The index of its kind."""
    cells: IntArray
    """Indices of cells of the board, in the order of the kind's cells."""
    classes: tuple[Pair, ...]
    """The class of the instance for each class of the kind."""


@dataclass(frozen=True, eq=False)
class Listed:
    """The components of an instance, those of a kind one after the other."""

    kinds: tuple[Kind, ...]
    components: tuple[Component, ...]


def list_components(instance: Instance) -> Listed | None:
    """The components of an instance; None if counting alone shows that there is no placement."""
    counting = Counting(instance)
    if counting.refutation is not None or counting.empty_color is None:
        return None
    parts = split(instance, counting.empty_color)
    kinds: list[Kind] = []
    components: list[Component] = []
    for group in parts.groups:
        classes = _classes(group)
        components += [Component(len(kinds), *row) for row in zip(group.cells, classes, strict=True)]
        kinds.append(group.kind)
    for kind, rows in _plain(instance, parts.plain_cells, parts.plain_edges, counting.empty_color).items():
        components += [Component(len(kinds), cells, ()) for cells in rows]
        kinds.append(Kind(*kind))
    return Listed(tuple(kinds), tuple(components))


def _classes(group: Group) -> list[tuple[Pair, ...]]:
    rows = []
    for colors in group.colors.tolist():
        pairs = ((colors[a], colors[b]) for a, b in group.kind.classes)
        rows.append(tuple((i, j) if i <= j else (j, i) for i, j in pairs))
    return rows


_Key = tuple[tuple[Pair, ...], tuple[int, ...], tuple[Pair, ...], int | None]
"""The fields of a kind."""


def _plain(instance: Instance, cells: IntArray, edges: IntArray, empty_color: int) -> dict[_Key, list[IntArray]]:
    """The components with edges of equal colors only, by kind."""
    if not cells.size:
        return {}
    local = np.full(instance.board.size, -1, dtype=np.int64)
    local[cells] = np.arange(len(cells))
    ends = local[edges]
    labels = label_components(len(cells), ends)
    members: list[list[int]] = [[] for _ in range(int(labels.max()) + 1)]
    position = np.empty(len(cells), dtype=np.int64)
    for k, label in enumerate(labels.tolist()):
        position[k] = len(members[label])
        members[label].append(k)
    edges_of: list[list[Pair]] = [[] for _ in members]
    at = position.tolist()
    for (v, w), label in zip(ends.tolist(), labels[ends[:, 0]].tolist(), strict=True):
        edges_of[label].append((at[v], at[w]))
    places = instance.board.cells[cells].tolist()
    colors = instance.cell_colors[cells].tolist()
    found: dict[_Key, list[IntArray]] = {}
    for label, mine in enumerate(members):
        q, r = places[mine[0]]
        shape = tuple((places[k][0] - q, places[k][1] - r) for k in mine)
        empty = None
        if len(mine) % 2:
            empty = 0 if colors[mine[0]] == empty_color else -1  # a plain component has one color
        key = (shape, (0,) * len(mine), tuple(edges_of[label]), empty)
        found.setdefault(key, []).append(cells[mine])
    return found
