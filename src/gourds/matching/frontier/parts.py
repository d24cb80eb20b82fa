"""An instance as pieces for sweeps, and how their signatures add up to the budgets.

After the counting laws the board falls into components (:mod:`gourds.matching.components`); components of one kind
share one piece and one table of signatures. A placement chooses a matching in every component so that the totals
of all bichromatic classes are the budgets; by law 2 the other budgets follow. A class of only one component has its
budget as the *exact* number there. For the others the tables are multiplied like polynomials, component by
component: a state holds the totals so far of the *open* classes, those with components dealt with and components still
to come. A class that closes must have reached its budget, so again only few numbers are carried along.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.counting import Counting
from gourds.errors import LimitError
from gourds.instance import Instance
from gourds.matching.components.splitting import Group, split
from gourds.matching.frontier.sweep import Piece, Signature

MAX_TOTALS = 300_000
"""No more combinations of totals are carried from one component to the next."""

Pair = tuple[int, int]
State = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Part:
    """All components that share a piece."""

    piece: Piece
    """The graph that they have in common."""
    cells: NDArray[np.int64]
    """Shape (components, vertices): indices of cells of the board."""
    classes: tuple[tuple[Pair, ...], ...]
    """For each component the colors (of the instance) of the piece's classes."""


def parts_of(instance: Instance) -> list[Part] | None:
    """The parts of an instance; None if counting alone shows that there is no placement."""
    counting = Counting(instance)
    if counting.refutation is not None:
        return None
    assert counting.empty_color is not None
    components = split(instance, counting.empty_color)
    classes = [_global_classes(group) for group in components.groups]
    owners = Tally(pair for rows in classes for row in rows for pair in row)
    parts = [_mixed(instance, group, rows, owners) for group, rows in zip(components.groups, classes, strict=True)]
    return parts + _plain(instance, components.plain_cells, components.plain_edges, counting.empty_color)


def _global_classes(group: Group) -> list[tuple[Pair, ...]]:
    rows = []
    for colors in group.colors.tolist():
        pairs = ((colors[a], colors[b]) for a, b in group.kind.classes)
        rows.append(tuple((i, j) if i <= j else (j, i) for i, j in pairs))
    return rows


def _mixed(instance: Instance, group: Group, rows: list[tuple[Pair, ...]], owners: Tally[Pair]) -> Part:
    kind = group.kind
    number = {pair: c for c, pair in enumerate(kind.classes)}
    edges = tuple((v, w, number.get(kind.class_of((v, w)), -1)) for v, w in kind.edges)
    cells_of = Tally(kind.colors)
    caps, exact = [], []
    for c, (a, b) in enumerate(kind.classes):
        budget = max(instance.budgets[row[c]] for row in rows)
        alone = len(rows) == 1 and owners[rows[0][c]] == 1
        caps.append(budget if alone else min(budget, cells_of[a], cells_of[b]))
        exact.append(alone)
    empties = None
    if kind.empty_color is not None:
        empties = tuple(v for v, color in enumerate(kind.colors) if color == kind.empty_color)
    piece = Piece(len(kind.cells), edges, tuple(caps), tuple(exact), empties, kind.cells)
    return Part(piece, group.cells, tuple(rows))


def _plain(instance: Instance, cells: NDArray[np.int64], edges: NDArray[np.int64], empty_color: int) -> list[Part]:
    """The components with edges of equal colors only, those that are equal up to translation together."""
    if not cells.size:
        return []
    local = np.full(instance.board.size, -1, dtype=np.int64)
    local[cells] = np.arange(len(cells))
    ends = local[edges]
    labels = label_components(len(cells), ends)
    members: list[list[int]] = [[] for _ in range(int(labels.max()) + 1)]
    position = np.empty(len(cells), dtype=np.int64)
    for k, label in enumerate(labels.tolist()):
        position[k] = len(members[label])
        members[label].append(k)
    edges_of: list[list[tuple[int, int, int]]] = [[] for _ in members]
    at = position.tolist()
    for (v, w), label in zip(ends.tolist(), labels[ends[:, 0]].tolist(), strict=True):
        edges_of[label].append((at[v], at[w], -1))
    places = instance.board.cells[cells].tolist()
    colors = instance.cell_colors[cells].tolist()
    groups: dict[tuple[Piece, tuple[Pair, ...]], list[list[int]]] = {}
    for label, mine in enumerate(members):
        q, r = places[mine[0]]
        shape = tuple((places[k][0] - q, places[k][1] - r) for k in mine)
        empties = None
        if len(mine) % 2:
            empties = tuple(v for v, k in enumerate(mine) if colors[k] == empty_color)
        piece = Piece(len(mine), tuple(edges_of[label]), empties=empties, cells=shape)
        groups.setdefault((piece, shape), []).append(mine)
    return [Part(piece, cells[np.array(rows)], ((),) * len(rows)) for (piece, _), rows in groups.items()]


@dataclass(frozen=True)
class Component:
    """One component in the join: whose table it uses and what its signatures count."""

    part: int
    """The index of its part."""
    member: int
    """Which component of the part."""
    classes: tuple[Pair, ...]
    """The classes of its signatures."""


@dataclass
class JoinStep:
    """A component is added to the totals."""

    component: Component
    table: dict[Signature, int]
    shared: list[tuple[int, int]]
    """(place in the signature, place among the open classes) of the classes that other components have too."""
    limits: list[tuple[int, int]]
    """For each open class (least, most) total after this step, so that the budget can still be met."""
    kept: list[int]
    """Places of the open classes that stay open."""
    opened: int
    """How many classes this step opens; they stand after those open before."""

    def extend(self, state: State, signature: Signature) -> State | None:
        """The totals after this component, None if they cannot lead to the budgets."""
        totals = [*state, *[0] * self.opened]
        for k, at in self.shared:
            totals[at] += signature[k]
        for total, (least, most) in zip(totals, self.limits, strict=True):
            if not least <= total <= most:
                return None
        return tuple([totals[at] for at in self.kept])


class Join:
    """The product of the tables of all components, up to the budgets."""

    def __init__(self, instance: Instance, parts: Sequence[Part], tables: Sequence[dict[Signature, int]]) -> None:
        components = [
            Component(p, m, classes) for p, part in enumerate(parts) for m, classes in enumerate(part.classes)
        ]
        owners = Tally(pair for component in components for pair in component.classes)
        # Classes with a budget but no edge anywhere were refuted by counting.
        self.steps = self._plan(instance, _ordered(components, owners), owners, tables)
        self.layers: list[dict[State, int]] = [{(): 1}]
        for step in self.steps:
            self.layers.append(_multiplied(self.layers[-1], step))

    @property
    def total(self) -> int:
        """The number of placements, or of choices of signatures if the tables hold ones."""
        return self.layers[-1].get((), 0)

    @staticmethod
    def _plan(
        instance: Instance, components: list[Component], owners: Tally[Pair], tables: Sequence[dict[Signature, int]]
    ) -> list[JoinStep]:
        most: list[dict[Pair, int]] = []
        rest: Tally[Pair] = Tally()
        fitting = [_fitting(tables[one.part], one.classes, owners, instance.budgets) for one in components]
        for component, table in zip(components, fitting, strict=True):
            row = {pair: max((s[k] for s in table), default=0) for k, pair in enumerate(component.classes)}
            most.append({pair: value for pair, value in row.items() if owners[pair] > 1})
            rest.update(most[-1])
        left = Tally({pair: count for pair, count in owners.items() if count > 1})
        open_classes: list[Pair] = []
        steps = []
        for component, table, row in zip(components, fitting, most, strict=True):
            new = [pair for pair in row if pair not in open_classes]
            open_classes += new
            place = {pair: at for at, pair in enumerate(open_classes)}
            for pair, value in row.items():
                rest[pair] -= value
                left[pair] -= 1
            budgets = [instance.budgets[pair] for pair in open_classes]
            limits = [(budget - rest[pair], budget) for pair, budget in zip(open_classes, budgets, strict=True)]
            kept = [at for at, pair in enumerate(open_classes) if left[pair]]
            shared = [(k, place[pair]) for k, pair in enumerate(component.classes) if pair in row]
            steps.append(JoinStep(component, table, shared, limits, kept, len(new)))
            open_classes = [open_classes[at] for at in kept]
        return steps

    def backward(self) -> list[dict[State, int]]:
        """For every layer and state: the number of ways to complete it, from the last layer to the first and back."""
        after: list[dict[State, int]] = [{(): 1}]
        for step, layer in zip(reversed(self.steps), reversed(self.layers[:-1]), strict=True):
            rest = after[-1]
            here: dict[State, int] = {}
            for state in layer:
                ways = 0
                for signature, count in step.table.items():
                    to = step.extend(state, signature)
                    if to is not None and to in rest:
                        ways += count * rest[to]
                if ways:
                    here[state] = ways
            after.append(here)
        return after[::-1]


def _fitting(
    table: dict[Signature, int], classes: tuple[Pair, ...], owners: Tally[Pair], budgets: Mapping[Pair, int]
) -> dict[Signature, int]:
    """The signatures that meet the budgets of the classes that no other component has."""
    alone = [(k, budgets[pair]) for k, pair in enumerate(classes) if owners[pair] == 1]
    if all(signature[k] == budget for signature in table for k, budget in alone):
        return table
    return {s: count for s, count in table.items() if all(s[k] == budget for k, budget in alone)}


def _multiplied(layer: dict[State, int], step: JoinStep) -> dict[State, int]:
    if len(layer) == 1 and not step.shared:
        factor = sum(step.table.values())
        return {state: count * factor for state, count in layer.items()} if factor else {}
    out: dict[State, int] = {}
    for state, ways in layer.items():
        for signature, count in step.table.items():
            to = step.extend(state, signature)
            if to is not None:
                out[to] = out.get(to, 0) + ways * count
        if len(out) > MAX_TOTALS:
            raise LimitError(f"joining the components needs more than {MAX_TOTALS:,} combinations of totals")
    return out


def _ordered(components: list[Component], owners: Tally[Pair]) -> list[Component]:
    """Components so that few classes are open at any time: next comes the one that opens least and closes most."""
    shared = [[pair for pair in component.classes if owners[pair] > 1] for component in components]
    left = Tally(pair for pairs in shared for pair in pairs)
    users: dict[Pair, list[int]] = {}
    for k, pairs in enumerate(shared):
        for pair in pairs:
            users.setdefault(pair, []).append(k)
    order = [k for k, pairs in enumerate(shared) if not pairs]
    done = set(order)
    opened: set[Pair] = set()
    near: dict[int, None] = {}

    def change(k: int) -> tuple[int, int]:
        new = sum(pair not in opened for pair in shared[k])
        closed = sum(left[pair] == 1 for pair in shared[k])
        return new - closed, k

    for first in range(len(components)):
        if first in done:
            continue
        near[first] = None
        while near:
            k = min(near, key=change) if len(near) < 2000 else next(iter(near))
            del near[k]
            done.add(k)
            order.append(k)
            for pair in shared[k]:
                left[pair] -= 1
                if pair not in opened:
                    opened.add(pair)
                    near.update(dict.fromkeys(other for other in users[pair] if other not in done))
    return [components[k] for k in order]
