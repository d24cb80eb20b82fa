"""The components of the board that are choices, as graphs to sweep: nodes in an order, edges to later nodes.

The empty cell becomes an edge: in the odd part there is one more node, the *apex*, joined to every cell that may stay
empty, and the equation of the apex says that one of them does. It comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gourds.certificates.puzzle import Pair, Puzzle
from gourds.hexgrid import Cell
from gourds.proofs.pseudo_boolean.choices.board import OpenBoard
from gourds.proofs.pseudo_boolean.writer import Halves

ORDERS: tuple[Callable[[Cell], tuple[int, int]], ...] = (
    lambda c: (c[1], c[0]),
    lambda c: c,
    lambda c: (c[0] + c[1], c[0]),
)
"""Along rows, along columns, along the third direction."""


@dataclass(frozen=True)
class Edge:
    """An edge to a later node."""

    to: int
    variable: int
    entry: int
    """The class that it counts for, by place in ``Part.classes``; −1 if it has one color."""


@dataclass(frozen=True)
class Part:
    """A component to sweep."""

    classes: tuple[Pair, ...]
    """The pairs of different colors that its edges join, in the order of the entries of a signature."""
    ahead: Sequence[Sequence[Edge]]
    """For each node the edges to later ones."""
    equations: Sequence[Halves]
    """For each node: exactly one of its edges."""


def find_parts(puzzle: Puzzle) -> Iterator[list[Cell]]:
    """The components with an edge of two colors, in scan order."""
    for cells in puzzle.parts():
        if any(puzzle.color[a] != puzzle.color[b] for a in cells for b in puzzle.partners[a]):
            yield cells


def build_part(board: OpenBoard, cells: Sequence[Cell]) -> Part:
    """A component in the order that keeps the number of states small."""
    puzzle = board.puzzle
    names = list(dict.fromkeys(puzzle.color[cell] for cell in cells))
    rank = {color: k for k, color in enumerate(names)}
    entries = sorted(
        {
            _ascending(rank[puzzle.color[a]], rank[puzzle.color[b]])
            for a in cells
            for b in puzzle.partners[a]
            if puzzle.color[a] != puzzle.color[b]
        }
    )
    classes = tuple(_ascending(names[a], names[b]) for a, b in entries)
    order = min((sorted(cells, key=key) for key in ORDERS), key=lambda found: _frontier(puzzle, found))
    return part_in_order(board, order, classes)


def part_in_order(board: OpenBoard, order: Sequence[Cell], classes: tuple[Pair, ...]) -> Part:
    """Whole components in the order of a sweep, with these classes counted."""
    puzzle = board.puzzle
    entry = {pair: k for k, pair in enumerate(classes)}
    place = {cell: k for k, cell in enumerate(order)}
    ahead: list[list[Edge]] = []
    for k, cell in enumerate(order):
        later = [other for other in puzzle.partners[cell] if place[other] > k]
        edges = [
            Edge(place[other], board.open_edge(cell, other), entry.get(puzzle.pair(cell, other), -1)) for other in later
        ]
        if board.may_stay_empty(cell):
            edges.append(Edge(len(order), board.open_empty(cell), -1))
        ahead.append(edges)
    equations = [board.cell(cell) for cell in order]
    if not board.odd.isdisjoint(order):
        ahead.append([])
        equations.append(board.apex())
    return Part(classes, ahead, equations)


def _ascending(a: int, b: int) -> Pair:
    return (a, b) if a <= b else (b, a)


def _frontier(puzzle: Puzzle, order: Sequence[Cell]) -> int:
    """About the number of states: Σ 2^(cells that an edge from an earlier one has reached)."""
    place = {cell: k for k, cell in enumerate(order)}
    total = 0
    for k in range(len(order)):
        reached = {other for cell in order[: k + 1] for other in puzzle.partners[cell] if place[other] > k}
        total += 1 << len(reached)
    return total
