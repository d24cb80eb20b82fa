"""Transfer-matrix counting, sampling and edge counts against plain backtracking."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.errors import LimitError
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.matching.frontier import sweep as frontier_sweep
from gourds.matching.frontier.order import frontier_sizes, narrow_order
from gourds.matching.frontier.placements import Frontier, count_placements, sample_placements
from gourds.matching.frontier.sweep import Layers, Piece, Sweep
from gourds.placement import placement_faults
from gourds.solvers.brute import all_placements
from tests.reduction_boards import is_satisfiable, planted_cubic, random_cubic, reduction_board
from tests.solvers.small import small_instance


def hexagon(radius, colors, seed=1, coloring="planted"):
    board = Board.from_cells(shapes.hexagon(radius))
    return color_board(board, coloring=coloring, pattern="uniform", colors=colors, rng=random.Random(seed))


@cache
def ring(seed):
    """One to four colors on a board with a hole."""
    board = Board.from_cells(shapes.ring(2 + seed % 2, 1 + seed // 2 % 2)[:-1])
    rng = random.Random(seed)
    return color_board(board, coloring="planted", pattern="uniform", colors=1 + seed % 4, rng=rng)


@cache
def placements_of(instance):
    return list(all_placements(instance))


@pytest.mark.parametrize("dense", [40_000, 64])
def test_counts_equal_brute_force(monkeypatch, dense):
    """With few dense bits the same counts come through many keys instead of long integers."""
    original = Sweep.__init__
    monkeypatch.setattr(
        Sweep, "__init__", lambda self, *args, **more: original(self, *args, **{**more, "dense": dense})
    )
    for seed in range(700):
        instance = small_instance(seed) if seed < 600 else ring(seed)
        if instance.board.size > 25:
            continue
        placements = placements_of(instance)
        sweep = Frontier(instance)
        assert sweep.total == len(placements), seed
        assert bool(Frontier(instance, decide=True).total) == bool(placements)
        if seed % 3:
            continue
        counts = sweep.edge_counts()
        used = Counter(gourd for placement in placements for gourd in placement.gourds)
        empty = Counter(placement.empty for placement in placements)
        cells = instance.board.cell_list()
        assert counts.edges == [used[cells[a], cells[b]] for a, b in instance.board.edges.tolist()]
        assert counts.empties == [empty[cell] for cell in cells]
        for placement in sweep.sample(2, seed):
            assert placement_faults(instance, placement) == []


def test_known_counts():
    """All placements of the bare hexagons, and one number that Pfaffians give too."""
    assert [count_placements(hexagon(radius, 1)) for radius in (1, 2, 3)] == [20, 2288, 3238572]
    assert count_placements(hexagon(6, 2)) == 527723921428218121383


def test_symmetry_does_not_matter():
    instance = hexagon(3, 3, seed=4)
    counts = {
        count_placements(instance.transformed(symmetry)) for symmetry in [(1, 0, 0, 1), (0, -1, 1, 1), (0, 1, 1, 0)]
    }
    assert len(counts) == 1


def test_colorings_sum_up_to_all_placements():
    """Over all budgets of a two-colored board, the counts sum to the number of placements without colors."""
    board = Board.from_cells(shapes.hexagon(2))
    colors = ["ab"[k % 3 == 0] for k in range(19)]
    cells = Counter(colors)
    total = 0
    for empty in "ab":
        left = cells - Counter(empty)
        for mixed in range(10):
            rest = [left[color] - mixed for color in "ab"]
            if min(rest) >= 0 and not any(count % 2 for count in rest):
                gourds = [("a", "b", mixed), ("a", "a", rest[0] // 2), ("b", "b", rest[1] // 2)]
                total += count_placements(Instance.build(board.cells, colors, gourds))
    assert total == 2288


def test_reduction_boards():
    for n, seed in [(3, 1), (6, 1), (6, 2), (9, 3), (12, 3)]:
        formula = random_cubic(n, seed)
        assert bool(count_placements(reduction_board(formula))) == is_satisfiable(formula)
    instance = reduction_board(planted_cubic(6, 1))
    sweep = Frontier(instance)
    assert sweep.width <= 4
    assert all(placement_faults(instance, placement) == [] for placement in sweep.sample(3))
    counts = sweep.edge_counts()
    assert sum(counts.empties) == counts.total > 10**30


def test_samples_are_uniform():
    """Chi-square on a board with a few hundred placements, and every placement is right."""
    seeds = (seed for seed in range(100) if 200 <= count_placements(hexagon(2, 3, seed)) <= 400)
    instance = hexagon(2, 3, next(seeds))
    placements = list(all_placements(instance))
    draws = 40 * len(placements)
    seen = Counter(sample_placements(instance, draws, seed=11))
    assert set(seen) <= set(placements)
    expected = draws / len(placements)
    chi_square = sum((seen[placement] - expected) ** 2 / expected for placement in placements)
    freedom = len(placements) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_samples_across_components_are_uniform():
    """Two components share a class, so that their signatures depend on each other."""
    row = "abbacabba"
    cells = [(q, r) for r in range(2) for q in range(len(row))] + [(len(row), 0)]
    colors = [*row, *row, "b"]
    gourds = [("a", "b", 4), ("a", "a", 2), ("b", "b", 2), ("c", "c", 1)]
    instance = Instance.build(cells, colors, gourds)
    sweep = Frontier(instance)
    assert len(sweep.components) > 1
    placements = list(all_placements(instance))
    assert sweep.total == len(placements) >= 30
    draws = 100 * len(placements)
    seen = Counter(sweep.sample(draws, seed=3))
    assert set(seen) <= set(placements)
    expected = draws / len(placements)
    chi_square = sum((seen[placement] - expected) ** 2 / expected for placement in placements)
    freedom = len(placements) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5
    counts = sweep.edge_counts()
    used = Counter(gourd for placement in placements for gourd in placement.gourds)
    board = instance.board.cell_list()
    assert counts.edges == [used[board[a], board[b]] for a, b in instance.board.edges.tolist()]


def test_samples_repeat_and_extend():
    instance = hexagon(3, 3)
    assert sample_placements(instance, 5, 7) == sample_placements(instance, 9, 7)[:5]
    assert sample_placements(instance, 5, 7) != sample_placements(instance, 5, 8)
    assert sample_placements(instance, 0, 7) == []


def test_edge_counts_match_samples():
    instance = hexagon(3, 2)
    counts = Frontier(instance).edge_counts()
    drawn = sample_placements(instance, 2000, seed=5)
    used = Counter(gourd for placement in drawn for gourd in placement.gourds)
    cells = instance.board.cell_list()
    for (a, b), count in zip(instance.board.edges.tolist(), counts.edges, strict=True):
        share = count / counts.total
        assert abs(used[cells[a], cells[b]] / 2000 - share) < 5 * (share * (1 - share) / 2000) ** 0.5 + 1e-9
    at = np.array(counts.empties, dtype=object)
    for (a, b), count in zip(instance.board.edges.tolist(), counts.edges, strict=True):
        at[a] += count
        at[b] += count
    assert set(at.tolist()) == {counts.total}


def test_wide_boards_are_declined_at_once():
    for radius, colors in [(18, 2), (30, 1)]:
        with pytest.raises(LimitError, match=r"too wide .* far more than the"):
            count_placements(hexagon(radius, colors))


def test_a_layer_that_grows_too_large_is_declined(monkeypatch):
    monkeypatch.setattr(frontier_sweep, "MAX_STATES", 50)
    with pytest.raises(LimitError, match="states after"):
        count_placements(hexagon(4, 2))


def test_long_narrow_boards():
    """The zigzag of two rows has one neighbor two ahead: the numbers of matchings are Fibonacci's."""
    board = Board.from_cells(shapes.strip(2001))
    instance = color_board(board, coloring="planted", pattern="uniform", colors=1, rng=random.Random(0))
    matchings = [1, 1]  # of the first 2k cells: perfect ones
    while len(matchings) < 1002:
        matchings.append(matchings[-1] + matchings[-2])
    counts = Frontier(instance).edge_counts()
    assert counts.empties[0] == matchings[1000]
    assert counts.empties[1000] == matchings[1000]  # the other end of the zigzag, in the upper row


def test_narrow_orders():
    for cells, most in [
        (shapes.hexagon(4), 9),
        (shapes.strip(51), 3),
        (shapes.parallelogram(40, 4), 5),
        (shapes.comb(9, 9), 5),
    ]:
        board = Board.from_cells(cells)
        neighbors = [[int(w) for w in row if w >= 0] for row in board.neighbors]
        order = narrow_order(neighbors, board.cell_list())
        assert sorted(order) == list(range(board.size))
        assert max(frontier_sizes(neighbors, order)) <= most


def test_sweeps_of_any_graph():
    """The complete graph on 8 nodes with two classes, and layers read backwards."""
    edges = tuple((a, b, (a + b) % 2) for a in range(8) for b in range(a))
    sweep = Sweep(Piece(8, edges, (4, 4), (False, False)))
    table = sweep.table(sweep.last())
    assert sum(table.values()) == 105
    assert all(sum(signature) == 4 for signature in table)
    backward = [k for k, _ in Layers(sweep).backward()]
    assert backward == list(range(7, -1, -1))
