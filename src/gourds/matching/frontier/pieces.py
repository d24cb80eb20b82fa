"""The kinds of components of an instance as pieces for sweeps.

A class that only one component has must have its budget there: a piece for that component alone counts *exact* numbers.
Other classes are counted up to what a component of the kind can use.
"""

from __future__ import annotations

from collections import Counter as Tally

from gourds.instance import Instance
from gourds.matching.components.splitting import Kind, Listed, Pair
from gourds.matching.frontier.sweep import Piece


def pieces_of(instance: Instance, listed: Listed) -> list[Piece]:
    """A piece for each kind."""
    rows: list[list[tuple[Pair, ...]]] = [[] for _ in listed.kinds]
    for component in listed.components:
        rows[component.kind].append(component.classes)
    owners = Tally(pair for component in listed.components for pair in component.classes)
    return [_piece(instance, kind, mine, owners) for kind, mine in zip(listed.kinds, rows, strict=True)]


def _piece(instance: Instance, kind: Kind, rows: list[tuple[Pair, ...]], owners: Tally[Pair]) -> Piece:
    number = {pair: c for c, pair in enumerate(kind.classes)}
    edges = tuple((v, w, number.get(kind.class_of((v, w)), -1)) for v, w in kind.edges)
    cells_of = Tally(kind.colors)
    caps, exact = [], []
    for c, (a, b) in enumerate(kind.classes):
        budget = max(instance.budgets[row[c]] for row in rows)
        alone = len(rows) == 1 and owners[rows[0][c]] == 1
        caps.append(budget if alone else min(budget, cells_of[a], cells_of[b]))
        exact.append(alone)
    return Piece(len(kind.cells), edges, tuple(caps), tuple(exact), kind.empties, kind.cells)
