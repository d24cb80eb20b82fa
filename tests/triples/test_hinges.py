"""The theorem on hinges, by searches that know nothing of it, on all small boards."""

from __future__ import annotations

import networkx as nx

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import DIRECTIONS
from gourds.triples.configuration import TripleConfiguration
from gourds.triples.hinges import distances, hinges_of, tree_of
from gourds.triples.placements import all_placements
from gourds.triples.shades import empty_shade, shade
from tests.triples.plain_search import legal_pivots, pivot_distances, pivoted
from tests.triples.small_boards import RHOMBUS, boards, placements


def test_no_triple_ever_leaves_its_hinge():
    """From every placement of up to ten cells, through all configurations that pivots reach."""
    for size in (4, 7, 10):
        for placement in placements(size):
            start = TripleConfiguration.of_placement(placement)
            movable = empty_shade(placement.board)
            hinges = _fixed_cells(start.ends, movable)
            for ends in pivot_distances(start):
                assert _fixed_cells(ends, movable) == hinges


def test_placements_that_reach_each_other_are_a_tree():
    """The graph of all placements, made by pivots alone: every part is a tree, the one of the hinges."""
    for size in (4, 7, 10):
        for board in boards(size):
            graph = _graph(board)
            assert nx.is_forest(graph)
            for placement in graph:
                tree = tree_of(placement)
                part = nx.node_connected_component(graph, placement)
                assert {other.empty for other in part} == tree.steps.keys()
                assert len(part) == tree.size == len(tree.triples) + 1
                assert nx.diameter(graph.subgraph(part)) == tree.diameter
                assert nx.single_source_shortest_path_length(graph, placement) == {
                    other: distances(tree, placement.empty)[other.empty] for other in part
                }


def test_large_boards_are_forests_too():
    for cells in (shapes.hexagon(3), shapes.triangle(10)):
        graph = _graph(Board.from_cells(cells))
        assert nx.is_forest(graph)
        for placement in graph:
            assert tree_of(placement).size == len(nx.node_connected_component(graph, placement))


def test_sides_and_cycles():
    """Sides are the common neighbors; parts without the empty cell have one cycle; on a board without holes it goes
    around the empty cell.
    """
    cycles = 0
    found = [*placements(7), *placements(10)]
    for cells in (shapes.hexagon(2), shapes.hexagon(3), shapes.triangle(7), shapes.triangle(10)):
        found += all_placements(Board.from_cells(cells))
    for placement in found:
        cells = placement.board.cell_list()
        graph = nx.MultiGraph()
        graph.add_nodes_from(k for k, cell in enumerate(cells) if shade(cell) == empty_shade(placement.board))
        for hinge in hinges_of(placement):
            common = _beside(cells[hinge.cells[0]]) & _beside(cells[hinge.cells[1]]) & set(cells)
            assert common == {cells[k] for k in (hinge.near, hinge.far) if k >= 0}
            graph.add_edge(hinge.near, hinge.far if hinge.far >= 0 else hinge.near)
        for part in nx.connected_components(graph):
            edges = graph.subgraph(part).number_of_edges()
            assert edges == len(part) - (placement.empty in part)
            for cycle in nx.cycle_basis(nx.Graph(graph.subgraph(part))):
                if len(cycle) > 1:
                    cycles += 1
                    assert len(cycle) >= 6
                    assert placement.board.is_hole_free
                    assert _encloses([cells[k] for k in cycle], placement.empty_cell)
    assert cycles == 2 + 0 + 2 + 14  # one around each placement of three of these boards, none elsewhere


def test_by_hand():
    tree = tree_of(all_placements(RHOMBUS)[0])
    assert tree.steps == {0: [(3, 0)], 3: [(0, 0)]}
    assert (tree.size, tree.diameter, tree.triples) == (2, 1, {0})
    triangle = all_placements(Board.from_cells(shapes.triangle(4)))
    middle = next(one for one in triangle if one.empty_cell == (1, 1))
    assert sorted(len(steps) for steps in tree_of(middle).steps.values()) == [1, 1, 1, 3]  # a star of four cells


def _fixed_cells(ends, movable):
    return [frozenset(cell for cell in triple if shade(cell) != movable) for triple in ends]


def _graph(board):
    """All placements of a board; two are joined if a pivot leads from one to the other."""
    graph = nx.Graph()
    for placement in all_placements(board):
        graph.add_node(placement)
        start = TripleConfiguration.of_placement(placement)
        for pivot in legal_pivots(start):
            graph.add_edge(placement, pivoted(start, pivot).placement())
    return graph


def _beside(cell):
    return {(cell[0] + q, cell[1] + r) for q, r in DIRECTIONS}


def _encloses(corners, inside):
    """True iff a ray from the cell crosses the polygon an odd number of times; no corner lies on the ray."""
    x, y = inside[0] * 1000 + 7, inside[1] * 1000 + 1
    odd = False
    for (q, r), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True):
        q, r, u, v = (1000 * each for each in (q, r, u, v))
        if (r > y) != (v > y) and x < q + (y - r) * (u - q) / (v - r):
            odd = not odd
    return odd
