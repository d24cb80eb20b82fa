from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import STAR_OF_DAVID, Board, Impropriety, label_components
from gourds.errors import InputError
from gourds.hexgrid import SYMMETRIES, are_adjacent
from tests.strategies import SHIFTS, boards


def facts(board: Board) -> tuple[object, ...]:
    return (
        board.size,
        len(board.edges),
        len(board.triangles),
        board.is_connected,
        board.is_two_connected,
        board.is_hole_free,
        board.is_star_of_david,
        board.is_proper,
        board.impropriety,
        len(board.cut_cells),
        sorted(hole.size for hole in board.holes),
        len(board.outer_boundary),
    )


def holes_by_flooding(board: Board) -> list[list[tuple[int, int]]]:
    """Missing cells of the bounding box that do not reach its frame, found without any of the board's code."""
    cells = {tuple(cell) for cell in board.cells.tolist()}
    q0, r0 = (min(c[k] for c in cells) - 1 for k in (0, 1))
    q1, r1 = (max(c[k] for c in cells) + 1 for k in (0, 1))
    missing = nx.Graph()
    missing.add_nodes_from(c for c in itertools.product(range(q0, q1 + 1), range(r0, r1 + 1)) if c not in cells)
    for q, r in list(missing):
        missing.add_edges_from(((q, r), c) for c in ((q + 1, r), (q, r + 1), (q - 1, r + 1)) if c in missing)
    outside = [
        part for part in nx.connected_components(missing) if not any(q in (q0, q1) or r in (r0, r1) for q, r in part)
    ]
    return sorted(sorted(part, key=lambda c: (c[1], c[0])) for part in outside)


@given(boards())
def test_edges_and_triangles_are_those_of_the_definition(board):
    cells = board.cell_list()
    pairs = {(i, j) for i, j in itertools.combinations(range(len(cells)), 2) if are_adjacent(cells[i], cells[j])}
    assert sorted(pairs) == list(map(tuple, board.edges.tolist()))
    graph = nx.Graph(pairs)
    triangles = {tuple(sorted(c)) for c in nx.enumerate_all_cliques(graph) if len(c) == 3}
    assert triangles == {tuple(sorted(t)) for t in board.triangles.tolist()}
    assert len(triangles) == len(board.triangles)


@settings(max_examples=300)
@given(boards(max_size=80))
def test_shape_agrees_with_networkx(board):
    graph = board.to_networkx()
    cells = board.cell_list()
    assert board.is_connected == nx.is_connected(graph)
    assert {cells[k] for k in board.cut_cells} == set(nx.articulation_points(graph))
    assert board.is_two_connected == (board.size >= 3 and nx.is_biconnected(graph))
    holes = holes_by_flooding(board)
    assert sorted(hole.cells for hole in board.holes) == holes
    assert [hole.size for hole in board.holes] == [len(hole.cells) for hole in board.holes]
    assert board.is_hole_free == (not holes)


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=40))
def test_components_of_scattered_cells_agree_with_networkx(cells):
    board = Board.from_cells(sorted(cells))
    parts = list(nx.connected_components(board.to_networkx()))
    found = {}
    for cell, label in zip(board.cell_list(), board.components.tolist(), strict=True):
        found.setdefault(label, set()).add(cell)
    assert sorted(map(sorted, parts)) == sorted(map(sorted, found.values()))
    assert board.is_connected == (len(parts) == 1)
    assert sorted(found) == list(range(len(parts)))
    inside = holes_by_flooding(board)
    if len(parts) == 1:
        assert board.is_hole_free == (not inside)


@given(boards(), st.sampled_from(SYMMETRIES), SHIFTS)
def test_facts_and_canonical_form_are_invariant(board, symmetry, shift):
    image = board.transformed(symmetry, shift)
    assert facts(image) == facts(board)
    assert image.canonical() == board.canonical()
    assert hash(image.canonical()) == hash(board.canonical())


@given(boards(max_size=25), boards(max_size=25))
def test_canonical_forms_are_equal_only_for_congruent_boards(a, b):
    congruent = any(a.transformed(s).normalized() == b.normalized() for s in SYMMETRIES)
    assert (a.canonical() == b.canonical()) == congruent


@given(boards())
def test_outer_boundary_is_a_closed_walk_around_the_board(board):
    walk, cells = board.outer_boundary, board.cell_list()
    assert all(
        are_adjacent(cells[a], cells[b]) for a, b in zip(walk, walk[1:] + walk[:1], strict=True) if board.size > 1
    )
    if board.is_two_connected:
        assert len(set(walk)) == len(walk)
    for k, (q, r) in enumerate(cells):
        if q == board.cells[:, 0].min() or q == board.cells[:, 0].max() or r == board.cells[:, 1].max():
            assert k in walk


@given(SHIFTS, st.sampled_from(SYMMETRIES))
def test_star_of_david_is_found_in_every_position(shift, symmetry):
    star = Board.from_cells(shapes.star_of_david()).transformed(symmetry, shift)
    assert star.is_star_of_david
    assert star.impropriety == Impropriety.STAR_OF_DAVID
    assert star.is_two_connected
    assert star.is_hole_free


def test_nothing_else_is_the_star_of_david():
    """All boards of 13 cells that differ from the star in one cell, and thousands of other 13-cell boards."""
    star = set(STAR_OF_DAVID)
    around = {(q, r) for q in range(-4, 5) for r in range(-4, 5)} - star
    for gone, new in itertools.product(star, around):
        assert not Board.from_cells(star - {gone} | {new}).is_star_of_david
    form = Board.from_cells(sorted(star)).canonical()
    for seed in range(1500):
        board = Board.from_cells(shapes.random_connected(13, seed))
        assert board.is_star_of_david == (board.canonical() == form)


def test_every_failed_condition_is_named():
    scattered = Board.from_cells([(0, 0), (5, 5)])
    assert scattered.impropriety == Impropriety.EVEN | Impropriety.DISCONNECTED | Impropriety.NOT_TWO_CONNECTED
    assert len(scattered.impropriety.reasons()) == 3
    ring = Board.from_cells(shapes.ring(2))
    assert ring.impropriety == Impropriety.EVEN | Impropriety.HOLES
    assert Board.from_cells(shapes.parallelogram(5, 1)).impropriety == Impropriety.NOT_TWO_CONNECTED
    assert Board.from_cells(shapes.hexagon(3)).impropriety.reasons() == []


def test_bad_cells_are_refused():
    with pytest.raises(InputError, match=r"cells\[2\]: cell \(1, 0\) was given before"):
        Board.from_cells([(1, 0), (0, 0), (1, 0)])
    with pytest.raises(InputError, match="at least one cell"):
        Board.from_cells([])
    for far in (2**30, -(2**30), 2**40, 2**63 - 1, -(2**63)):
        for cell in ((far, 0), (0, far)):
            with pytest.raises(InputError, match="coordinates"):
                Board.from_cells([(-1, 0), cell])


def test_values():
    board = Board.from_cells([(1, 0), (0, 0), (0, 1)])
    assert eval(repr(board)) == board
    assert board == Board.from_cells(np.array([[0, 1], [0, 0], [1, 0]]))
    assert (0, 1) in board
    assert (1, 1) not in board
    for far in (2**32, 2**31, -(2**32), -(2**63), 2**62):
        assert (0, 1 + far) not in board
        assert (far, 1) not in board
        assert (0, far) not in board
    assert len(board) == 3
    with pytest.raises(ValueError, match="read-only"):
        board.cells[0, 0] = 5


def test_components_of_long_paths_and_stars():
    """Shapes on which naive label propagation takes a round per vertex."""
    rng = np.random.default_rng(1)
    for order in (np.arange(5000), rng.permutation(5000)):
        path = np.stack((order[:-1], order[1:]), axis=1)
        assert label_components(5000, path).max() == 0
        cut = np.delete(path, 2500, axis=0)
        assert label_components(5000, cut).max() == 1
    assert label_components(4, np.empty((0, 2), dtype=np.int64)).tolist() == [0, 1, 2, 3]


def test_a_large_board_far_off_is_no_trouble():
    """A diagonal of 200,001 cells has a bounding box of 4·10¹⁰ cells: nothing may depend on that."""
    steps = np.arange(200_001)
    board = Board.from_cells(np.stack((-steps, steps), axis=1) + np.array([10**9, -(10**9)]))
    assert board.is_connected
    assert board.is_hole_free
    assert len(board.cut_cells) == 199_999
