"""Kasteleyn orientations: all perfect matchings of a plane graph get one sign."""

from __future__ import annotations

import random
from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board, label_components
from gourds.errors import InputError
from gourds.matching.kasteleyn.orientation import Orientation, planar_orientation, plane_orientation

SQUARE = [(0, 0), (1, 0), (0, 1), (1, 1)]


def board_orientation(board: Board, usable: np.ndarray | None = None) -> Orientation:
    """The orientation of a board graph, or of some of its edges; edges as in ``board.edges`` then."""
    return plane_orientation(board.cells, board.edges if usable is None else board.edges[usable])


def matchings(edges: list[tuple[int, int]], left: frozenset[int]) -> Iterator[list[int]]:
    """All perfect matchings of some vertices, as lists of edges by index."""
    if not left:
        yield []
        return
    v = min(left)
    for k, (a, b) in enumerate(edges):
        if v in (a, b) and a in left and b in left:
            for rest in matchings(edges, left - {a, b}):
                yield [k, *rest]


def sign(matching: list[int], edges: list[tuple[int, int]], signs: list[int]) -> int:
    """The sign of a matching in the Pfaffian: by crossings and edges that point backwards."""
    pairs = [sorted(edges[k]) for k in matching]
    crossings = sum(a < c < b < d for a, b in pairs for c, d in pairs)
    backwards = sum((signs[k] < 0) != (edges[k][0] > edges[k][1]) for k in matching)
    return -1 if (crossings + backwards) % 2 else 1


def same_signs(edges: list[tuple[int, int]], signs: list[int], vertices: frozenset[int], most: int = 400) -> int:
    """Check up to ``most`` matchings; how many there were."""
    found = 0
    seen = set()
    for matching in matchings(edges, vertices):
        seen.add(sign(matching, edges, signs))
        found += 1
        if found == most:
            break
    assert len(seen) <= 1
    return found


def random_board(rng: random.Random, seed: int) -> Board:
    size = rng.randrange(2, 19)
    kind = rng.choice(["connected", "proper", "thinned", "ring", "hexagon"])
    if kind == "proper":
        return Board.from_cells(shapes.random_proper(max(size, 3), seed))
    if kind == "ring":
        return Board.from_cells(shapes.ring(2, rng.choice([1, 2])))
    if kind == "hexagon":
        return Board.from_cells(shapes.hexagon(2))
    cells = shapes.random_connected(size, seed)
    if kind == "thinned":  # any cells removed: disconnected too
        cells = cells[np.array([rng.random() < 0.8 for _ in cells])]
    return Board.from_cells(cells if len(cells) else shapes.hexagon(1))


def random_case(seed: int) -> tuple[Board, np.ndarray, list[int]]:
    """A board, the edges to use, and cells to remove such that the rest is even."""
    rng = random.Random(seed)
    board = random_board(rng, seed)
    density = rng.choice([1.0, 1.0, 0.85, 0.7, 0.6])
    usable = np.array([rng.random() < density for _ in range(len(board.edges))], dtype=bool)
    count = min(rng.choice([0, 1, 1, 2, 3, 5, 7, 9]), board.size)
    count += 1 if (board.size - count) % 2 else 0
    return board, usable, rng.sample(range(board.size), min(count, board.size))


def test_all_matchings_of_any_board_have_one_sign_whatever_is_removed():
    several = disconnected = 0
    for seed in range(2500):
        board, usable, removed = random_case(seed)
        edges = [(a, b) for a, b in board.edges[usable].tolist()]
        signs = board_orientation(board, usable).without(removed).tolist()
        left = frozenset(range(board.size)) - frozenset(removed)
        found = same_signs(edges, signs, left)
        several += found > 1
        inner = np.array([e for e in edges if left.issuperset(e)], dtype=np.int64).reshape(-1, 2)
        disconnected += found > 1 and len(set(label_components(board.size, inner)[sorted(left)].tolist())) > 1
    assert several > 400
    assert disconnected > 30


def test_flipping_is_as_good_as_orienting_anew():
    """The graph without a cell, oriented afresh, has the same Pfaffian up to its sign: both count the matchings."""
    board = Board.from_cells(shapes.hexagon(2))
    orientation = board_orientation(board)
    for hole in range(board.size):
        edges = [(a, b) for a, b in board.edges.tolist() if hole not in (a, b)]
        fresh = plane_orientation(board.cells, np.array(edges)).signs.tolist()
        kept = (board.edges != hole).all(axis=1)
        flipped = orientation.without([hole])[kept].tolist()
        left = frozenset(range(board.size)) - {hole}
        assert same_signs(edges, fresh, left) == same_signs(edges, flipped, left) > 1


def test_without_flipping_an_inner_cell_goes_wrong():
    """The check has teeth: the flips are needed."""
    board = Board.from_cells(shapes.hexagon(2))
    orientation = board_orientation(board)
    edges = [(a, b) for a, b in board.edges.tolist()]
    wrong = 0
    for hole in range(board.size):
        left = frozenset(range(board.size)) - {hole}
        signs = {sign(m, edges, orientation.signs.tolist()) for m in matchings(edges, left)}
        wrong += len(signs) == 2
        assert len({sign(m, edges, orientation.without([hole]).tolist()) for m in matchings(edges, left)}) == 1
    assert wrong >= 6


def test_an_island_in_a_lake_is_oriented_by_itself():
    """A ring of 18 cells around a hexagon of 6 or 7, joined by no edge: every pair of matchings has one sign."""
    board = Board.from_cells(shapes.hexagon(3))
    distance = np.abs(np.column_stack((board.cells, board.cells.sum(axis=1)))).max(axis=1)
    for middle in ([0, 1], [1]):
        island = np.isin(distance, middle)
        kept = island | (distance == 3)
        usable = kept[board.edges].all(axis=1)
        edges = [(a, b) for a, b in board.edges[usable].tolist()]
        removed = np.flatnonzero(island)[:1].tolist() if island.sum() % 2 else []
        signs = board_orientation(board, usable).without(removed).tolist()
        left = frozenset(np.flatnonzero(kept).tolist()) - frozenset(removed)
        assert same_signs(edges, signs, left) >= 4


def test_planar_networkx_graphs():
    several = 0
    for seed in range(300):
        rng = random.Random(seed)
        graph = nx.random_geometric_graph(rng.randrange(2, 13), 0.6, seed=seed)
        edges = list(graph.edges())
        rng.shuffle(edges)
        planar: nx.Graph = nx.Graph()
        planar.add_nodes_from(graph)
        for v, w in edges:
            planar.add_edge(v, w)
            if not nx.check_planarity(planar)[0]:
                planar.remove_edge(v, w)
        signs = planar_orientation(planar)
        assert list(signs) == list(planar.edges())
        several += same_signs(list(signs), list(signs.values()), frozenset(planar)) > 1
    assert several > 70


@pytest.mark.parametrize(
    "graph",
    [nx.grid_2d_graph(4, 4), nx.dodecahedral_graph(), nx.icosahedral_graph(), nx.ladder_graph(6), nx.cycle_graph(8)],
)
def test_well_known_graphs(graph):
    named = nx.convert_node_labels_to_integers(graph, label_attribute="name")
    signs = planar_orientation(named)
    expected = {16: 36, 20: 36, 12: 125 if len(named.edges) == 30 else 13, 8: 2}[len(named)]
    assert same_signs(list(signs), list(signs.values()), frozenset(named)) == expected
    by_name = planar_orientation(graph)
    assert list(by_name) == list(graph.edges())


def test_graphs_without_edges_and_with_loops():
    graph: nx.Graph = nx.Graph()
    assert planar_orientation(graph) == {}
    graph.add_edges_from([("a", "a"), ("a", "b")])
    assert set(planar_orientation(graph)) == {("a", "a"), ("a", "b")}


def test_what_is_not_planar_is_refused():
    with pytest.raises(InputError, match="not planar"):
        planar_orientation(nx.complete_bipartite_graph(3, 3))
    with pytest.raises(InputError, match="not adjacent"):
        plane_orientation(np.array(SQUARE), np.array([(0, 3)]))
    with pytest.raises(InputError, match="not adjacent"):
        plane_orientation(np.array([(0, 0), (2, 0)]), np.array([(0, 1)]))


def test_the_faces_of_a_large_board_are_those_of_euler():
    board = Board.from_cells(shapes.hexagon(40))
    orientation = board_orientation(board)
    assert len(orientation.parent) == len(board.edges) - board.size + 2
    assert (orientation.parent < 0).sum() == 1
