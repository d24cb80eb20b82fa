"""Whole state spaces of numbered triples by plain search: no fact about hinges is used, so this judges all of them.

A board of n triples has n!·3ⁿ configurations for each placement: 648 for the triangle of 10 cells, some 10⁴ for boards
of 13. Only small boards are searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from gourds.board import Board
from gourds.hexgrid import DIRECTIONS
from gourds.triples.configuration import Ends, TripleConfiguration, clockwise
from gourds.triples.moves import Pivot, turned
from gourds.triples.placements import all_placements


def legal_pivots(configuration: TripleConfiguration) -> list[Pivot]:
    """All pivots: two for each triple that has two ends beside the empty cell."""
    owner = {
        cell: (number, end)
        for number, ends in zip(configuration.ids, configuration.ends, strict=True)
        for end, cell in enumerate(ends)
    }
    q, r = configuration.empty_cell
    around = [owner.get((q + dq, r + dr)) for dq, dr in DIRECTIONS]
    found = []
    for first, second in zip(around, [*around[1:], around[0]], strict=True):
        if first is not None and second is not None and first[0] == second[0]:
            found += [Pivot(first[0], first[1], 1), Pivot(first[0], second[1], -1)]
    return found


def pivoted(configuration: TripleConfiguration, pivot: Pivot) -> TripleConfiguration:
    """The configuration after a legal pivot."""
    k = configuration.ids.index(pivot.triple)
    a, b, c = (turned(configuration.ends[k], pivot.about, pivot.turn, end) for end in range(3))
    ends = (*configuration.ends[:k], (a, b, c), *configuration.ends[k + 1 :])
    return TripleConfiguration(configuration.board, configuration.ids, ends)


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
