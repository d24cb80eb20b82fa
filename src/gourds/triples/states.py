"""Whole state spaces of numbered triples by plain search: no fact about hinges is used, so this judges all of them.

**Cost.** A board of n triples has n!·3ⁿ configurations for each placement: 648 for the triangle of 10 cells, some
10⁴ for boards of 13. Only small boards are searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from gourds.board import Board
from gourds.triples.configuration import Ends, TripleConfiguration, clockwise
from gourds.triples.moves import legal_pivots, pivoted
from gourds.triples.placements import all_placements


def pivot_distances(start: TripleConfiguration) -> dict[tuple[Ends, ...], int]:
    """How many pivots each configuration is away that can be reached, by its ends."""
    found = {start.ends: 0}
    order = [start]
    for here in order:
        for pivot in legal_pivots(here):
            there = pivoted(here, pivot)
            if there.ends not in found:
                found[there.ends] = found[here.ends] + 1
                order.append(there)
    return found


def all_configurations(board: Board) -> Iterator[TripleConfiguration]:
    """All configurations in which every triple has its ends clockwise: n!·3ⁿ for each placement."""
    for placement in all_placements(board):
        cells = [clockwise(triple) for triple in placement.cells()]
        ids = tuple(range(1, len(cells) + 1))
        for order in permutations(cells):
            for turns in product(range(3), repeat=len(cells)):
                ends = [(each[t], each[t - 2], each[t - 1]) for each, t in zip(order, turns, strict=True)]
                yield TripleConfiguration(board, ids, tuple(ends))


def search_components(board: Board) -> list[dict[tuple[Ends, ...], int]]:
    """The sets of configurations that reach each other, each with the distances from one of them."""
    seen: set[tuple[Ends, ...]] = set()
    found = []
    for configuration in all_configurations(board):
        if configuration.ends not in seen:
            component = pivot_distances(configuration)
            seen |= component.keys()
            found.append(component)
    return found
