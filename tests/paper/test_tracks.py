"""Tracks of ends against a search of whole configurations."""

from __future__ import annotations

from itertools import permutations

import pytest

from gourds.board import Board
from gourds.paper.claims.sharp_turns import pivots, reached
from gourds.paper.tracks import Tracks
from gourds.polyhexes import free_boards
from gourds.reconfigure.spaces.placement_graph import graph_of
from gourds.shapes import hexagon


@pytest.mark.parametrize("board", [*list(free_boards(5))[::4], Board.from_cells(hexagon(1))], ids=repr)
def test_where_ends_get_is_what_a_whole_search_finds(board):
    near = graph_of(board)
    tracks = Tracks.of(near)
    for p, placement in list(enumerate(tracks.placements))[:2]:
        states = reached(near, placement, pivots)
        for slot, pair in enumerate(placement):
            for end, cell in enumerate(pair):
                number = int(tracks.component[p * board.size + cell])
                assert tracks.cells[number] == {state[slot][end] for state in states}
                assert tracks.positions[number] == {(state[slot][end], state[slot][1 - end]) for state in states}
        covered = {frozenset(map(frozenset, state)) for state in states}
        group = {q for q, other in enumerate(tracks.groups) if other == tracks.groups[p]}
        assert {frozenset(map(frozenset, tracks.placements[q])) for q in group} == covered


def test_triangle():
    tracks = Tracks.of([{1, 2}, {0, 2}, {0, 1}])
    assert len(tracks.placements) == 3
    assert [found for found in tracks.positions if found] == [set(permutations(range(3), 2))]
