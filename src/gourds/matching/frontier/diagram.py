"""A sweep over the whole board as a table: for certificates that there is no placement, or how many there are.

The sweeps of :mod:`gourds.matching.frontier.sweep` work component by component and pack signatures into polynomials. A
certificate shows every state by itself, so that it can be checked by plain rules: which cells to come are covered,
whether the empty cell is used, how many gourds of each class of two colors are. One sweep deals with all components,
one after the other, so that their joint budgets are states as well. ``docs/certificates.md`` says how a state is
written down.

States that miss a budget in the end are dropped early, by what has room on the cells to come: in each component no
more gourds of class (a, b) than cells of either color. On boards that fall apart this is as good as their tables.
Without a placement some layer is empty, often long before the last cell, and no more is written down. A component that
has no matching by itself is enough. Components with edges of equal colors only come last, so they are left out if the
others settle it.

Plain Python, some microseconds for a state.
"""

from __future__ import annotations

import base64
import math
import time
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from gourds.errors import LimitError
from gourds.instance import Instance
from gourds.matching.components.product import narrow_components
from gourds.matching.components.splitting import Listed, list_components
from gourds.matching.frontier.sweep import pieces_of

MAX_STATES = 10_000_000
"""So many states are written down at most, some 20 s and 20 MB."""
MAX_CELLS = 5_000
"""The numbers of placements of larger boards can have thousands of digits."""
EMPTY = -1
"""The empty cell among the items that are counted; the others are classes by number."""

Layer = dict[int, int]


def refuting_diagram(
    instance: Instance, *, max_states: int = MAX_STATES, deadline: float = math.inf
) -> dict[str, Any] | None:
    """The data of a certificate of kind ``diagram``; None if there is a placement, or a counting law fails.

    Raises LimitError if there are too many states, or at the deadline, a time of ``time.monotonic``.
    """
    listed = list_components(instance)
    if listed is None:
        return None
    graph = _Graph(instance, listed)
    if scarce := graph.scarce:
        return {"order": [], "classes": graph.pairs([name for name in scarce[:1] if name != EMPTY]), "layers": []}
    for part in graph.parts_to_try:
        layers = _Table(graph, part, graph.touched(part), max_states, deadline).packed()
        if layers is None:
            continue
        needed = graph.touched(part[: len(layers) + 1])
        if needed != graph.touched(part):
            layers = _Table(graph, part, needed, max_states, deadline).packed()
            assert layers is not None
        order = part[: graph.end_of_component(part, len(layers))]
        return {"order": graph.named(order), "classes": graph.pairs(needed), "layers": layers}
    return None


def counting_diagram(
    instance: Instance, *, max_states: int = MAX_STATES, deadline: float = math.inf
) -> dict[str, Any] | None:
    """The data of a certificate of kind ``count``; None if there is no placement. Raises LimitError as above."""
    if instance.board.size > MAX_CELLS:
        raise LimitError(f"certificates of a number are for boards of up to {MAX_CELLS:,} cells")
    listed = list_components(instance)
    if listed is None:
        return None
    graph = _Graph(instance, listed)
    if graph.scarce:
        return None
    table = _Table(graph, graph.order, graph.classes, max_states, deadline)
    if table.packed(with_ways=True) is not None:
        return None
    return {"order": graph.named(graph.order), "number": str(sum(table.last.values())), "layers": table.layers}


class _Graph:
    """The board as the sweep sees it: components, partners, classes, an order."""

    def __init__(self, instance: Instance, listed: Listed) -> None:
        self.instance = instance
        size, colors = instance.board.size, len(instance.colors)
        self.colors = instance.cell_colors.tolist()
        self.budget = {i * colors + j: count for (i, j), count in instance.budgets.items() if count and i != j}
        self.classes = sorted(self.budget)
        self.partners: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        """For each cell (partner, class)."""
        usable = instance.usable_edges
        edges, classes = instance.board.edges[usable].tolist(), instance.edge_classes[usable].tolist()
        for (v, w), name in zip(edges, classes, strict=True):
            self.partners[v].append((w, name))
            self.partners[w].append((v, name))
        self.component = instance.usable_parts.tolist()
        pieces = pieces_of(instance, listed)
        self.free: set[int] = set()
        """The cells that may stay empty."""
        self.orders: list[list[int]] = []
        """The cells of each component in a narrow order."""
        for component in listed.components:
            piece = pieces[component.kind]
            cells = component.cells.tolist()
            self.free.update(cells[v] for v in piece.empties or ())
            self.orders.append([cells[v] for v in piece.order])
        firsts = {component.kind: k for k, component in enumerate(listed.components)}
        self._alone = sorted(firsts.values(), key=lambda k: len(self.orders[k]))
        narrow = narrow_components(listed.components)
        self._narrow = sorted(narrow, key=lambda k: (not listed.components[k].classes, 0))

    @cached_property
    def scarce(self) -> list[int]:
        """The items for which there is too little room on the whole board."""
        room = _Room(self, self.budget).left
        return [item for item, budget in ({EMPTY: 1} | self.budget).items() if budget > room[item]]

    @cached_property
    def order(self) -> list[int]:
        """All cells, component by component."""
        return [v for k in self._narrow for v in self.orders[k]]

    @property
    def parts_to_try(self) -> list[list[int]]:
        """What may have no placement: one component of each kind by itself, the smallest first, and then all."""
        alone = [self.orders[k] for k in self._alone]
        return alone if len(self.orders) == 1 else [*alone, self.order]

    def touched(self, order: Sequence[int]) -> list[int]:
        """The classes that gourds on these cells can have."""
        return sorted({name for v in order for _, name in self.partners[v]} & self.budget.keys())

    def end_of_component(self, order: Sequence[int], steps: int) -> int:
        """So many cells of an order that the component of the cell after so many steps is whole."""
        last = self.component[order[min(steps, len(order) - 1)]]
        return max(k + 1 for k, v in enumerate(order) if self.component[v] == last)

    def named(self, cells: Sequence[int]) -> list[list[int]]:
        """Cells by their coordinates."""
        found: list[list[int]] = self.instance.board.cells[list(cells)].tolist()
        return found

    def pairs(self, classes: Sequence[int]) -> list[list[int]]:
        """Classes by their two colors."""
        return [[*divmod(name, len(self.instance.colors))] for name in classes]


class _Table:
    """The states of a sweep. A state is a number: a field for each item, and above them a bit for each cell to come."""

    def __init__(
        self, graph: _Graph, order: Sequence[int], classes: Sequence[int], max_states: int, deadline: float
    ) -> None:
        self.graph = graph
        self.order = order
        self.max_states = max_states
        self.deadline = deadline
        self.budget = {EMPTY: 1} | {name: graph.budget[name] for name in classes}
        self.at: dict[int, int] = {}
        self.width = 0
        for item, budget in self.budget.items():
            self.at[item] = self.width
            self.width += (budget + 1).bit_length()
        dealt = set(order)
        self.place = [0] * len(graph.colors)
        for k, v in enumerate([*order, *(v for v in range(len(graph.colors)) if v not in dealt)]):
            self.place[v] = k
        self.layers: list[str] = []
        """The layers, packed, none of them empty."""
        self.last: Layer = {}

    def packed(self, *, with_ways: bool = False) -> list[str] | None:
        """All layers before the first empty one; None if none is empty."""
        room = _Room(self.graph, self.budget)
        layer, states = {0: 1}, 0
        for k in range(len(self.order)):
            layer = self._advance(k, layer, room)
            if not layer:
                return self.layers
            states += len(layer)
            if states > self.max_states:
                raise LimitError(f"a table of the sweep has more than {self.max_states:,} states")
            if time.monotonic() > self.deadline:
                raise LimitError(f"out of time with {states:,} states of the sweep written down")
            self.layers.append(_pack(layer, with_ways=with_ways))
        self.last = layer
        return None

    def _advance(self, k: int, layer: Layer, room: _Room) -> Layer:
        """The layer after step k."""
        v, width = self.order[k], self.width
        ways, items = [], set()
        for w, name in self.graph.partners[v]:
            if self.place[w] > k:
                is_counted = name in self.budget
                ways.append((1 << self.place[w] - k + width, 1 << self.at[name] if is_counted else 0))
                items.update([name] if is_counted else [])
        if v in self.graph.free:
            ways.append((0, 1 << self.at[EMPTY]))
            items.add(EMPTY)
        room.leave(v)
        limits = []
        for item in items:
            most = self.budget[item]
            mask = (1 << (most + 1).bit_length()) - 1
            limits.append((self.at[item], mask, most - room.left[item], most))
        here, low = 1 << width, (1 << width) - 1
        found: Layer = {}
        get = found.get
        for state, count in layer.items():
            options = ((state, 0),) if state & here else [(state | bit, one) for bit, one in ways if not state & bit]
            for covered, one in options:
                used = (covered & low) + one
                for at, mask, least, most in limits:
                    if not least <= used >> at & mask <= most:
                        break
                else:
                    to = covered >> width + 1 << width | used
                    found[to] = get(to, 0) + count
        return found


class _Room:
    """How many more of each item there can be: in each component, no more than cells of either color with a partner."""

    def __init__(self, graph: _Graph, items: dict[int, int]) -> None:
        self.graph = graph
        self.is_there = [True] * len(graph.colors)
        self.left: Counter[int] = Counter({EMPTY: len(graph.free)})
        self._partners: Counter[tuple[int, int]] = Counter()
        """For (cell, class) the number of partners that are to come."""
        self._ends: Counter[tuple[int, int, int]] = Counter()
        """For (component, class, color) the number of cells that have any."""
        for v, row in enumerate(graph.partners):
            for w, name in row:
                if name in items and v < w:
                    self._meet(v, name, 1)
                    self._meet(w, name, 1)

    def leave(self, v: int) -> None:
        """A cell is dealt with."""
        self.is_there[v] = False
        self.left[EMPTY] -= v in self.graph.free
        for w, name in self.graph.partners[v]:
            if self.is_there[w] and self._partners[w, name]:
                self._meet(v, name, -1)
                self._meet(w, name, -1)

    def _meet(self, v: int, name: int, more: int) -> None:
        part, before = self.graph.component[v], self._partners[v, name]
        self._partners[v, name] += more
        if bool(before) == bool(before + more):
            return
        i, j = divmod(name, len(self.graph.instance.colors))
        ends = self._ends
        self.left[name] -= min(ends[part, name, i], ends[part, name, j])
        ends[part, name, self.graph.colors[v]] += more
        self.left[name] += min(ends[part, name, i], ends[part, name, j])


def _pack(layer: Layer, *, with_ways: bool) -> str:
    states = sorted(layer)
    data = bytearray()
    before = -1
    for state in states:
        _write(data, state - before)
        before = state
    if with_ways:
        for state in states:
            _write(data, layer[state])
    return base64.b64encode(zlib.compress(bytes(data), 9)).decode()


def _write(data: bytearray, number: int) -> None:
    """Seven bits a byte, smallest first."""
    while number >= 128:
        data.append(128 | number % 128)
        number //= 128
    data.append(number)
