"""Exact counts by Pfaffians against exhaustive search, a transfer matrix, and themselves."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.counting import Counting
from gourds.errors import InternalError, LimitError
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.matching.kasteleyn.banded import Shape
from gourds.matching.kasteleyn.draw import find_placement, sample_placements
from gourds.matching.kasteleyn.piece import Matrix, Piece
from gourds.matching.kasteleyn.plan import count_placements, plan
from gourds.placement import Placement, placement_faults
from gourds.solvers.brute import all_placements
from tests.reduction_boards import random_cubic, reduction_board
from tests.solvers.small import small_instance

SMALL = 750


@cache
def oracle(seed: int) -> tuple[Instance, list[Placement]]:
    instance = small_instance(seed)
    return instance, list(all_placements(instance))


def colored_hexagon(radius: int, colors: int, seed: int, coloring: str = "planted") -> Instance:
    board = Board.from_cells(shapes.hexagon(radius))
    return color_board(board, coloring=coloring, pattern="uniform", colors=colors, rng=random.Random(seed))


def transfer_matrix(instance: Instance) -> int:
    """The number of placements by a sweep in scan order, with every budget, monochromatic too: plain dictionaries."""
    board, classes = instance.board, instance.edge_classes.tolist()
    later: list[list[tuple[int, int]]] = [[] for _ in range(board.size)]
    for (v, w), c in zip(board.edges.tolist(), classes, strict=True):
        later[v].append((w, c))
    k = len(instance.colors)
    states: dict[tuple[int, bool, tuple[int, ...]], int] = {(0, False, (0,) * (k * k)): 1}
    limit = [instance.budgets.get(divmod(c, k), 0) for c in range(k * k)]
    for v in range(board.size):
        bit = 1 << v
        after: Counter[tuple[int, bool, tuple[int, ...]]] = Counter()
        for (covered, empty, used), ways in states.items():
            if covered & bit:
                after[covered ^ bit, empty, used] += ways
                continue
            if not empty:
                after[covered, True, used] += ways
            for w, c in later[v]:
                if not covered >> w & 1 and used[c] < limit[c]:
                    after[covered | 1 << w, empty, (*used[:c], used[c] + 1, *used[c + 1 :])] += ways
        states = dict(after)
    return sum(ways for (_, empty, used), ways in states.items() if empty and list(used) == limit)


def test_counts_equal_exhaustive_search_on_small_boards():
    colors: Counter[int] = Counter()
    holes = feasible = 0
    for seed in range(SMALL):
        instance, placements = oracle(seed)
        assert count_placements(instance) == len(placements), seed
        colors[len(instance.colors)] += 1
        holes += not instance.board.is_hole_free
        feasible += bool(placements)
    assert sum(colors[k] for k in (1, 2, 3, 4)) > 500
    assert holes > SMALL // 20
    assert 0.3 * SMALL < feasible < 0.7 * SMALL


def test_counts_need_no_components():
    """The whole board as one piece, no edge of it deleted, gives the same numbers: one Pfaffian for all components."""
    checked = 0
    for seed in range(0, SMALL, 3):
        instance, placements = oracle(seed)
        laws = Counting(instance)
        if laws.empty_color is None or len(instance.colors) > 4:
            continue
        holes = tuple(np.flatnonzero(instance.cell_colors == laws.empty_color).tolist())
        for usable in (slice(None), instance.usable_edges):
            edges = instance.board.edges[usable].astype(np.int64)
            piece = Piece(instance.board.cells, tuple(instance.cell_colors.tolist()), edges, holes)
            wanted = [instance.budgets.get(pair, 0) for pair in piece.pairs]
            bichromatic = sum(b for (i, j), b in instance.budgets.items() if i != j)
            found = piece.table([(b, b) for b in wanted]).summed() if sum(wanted) == bichromatic else {}
            assert found.get(tuple(wanted), 0) == len(placements)
        checked += 1
    assert checked > 100


def test_a_placement_is_found_iff_there_is_one():
    for seed in range(300):
        instance, placements = oracle(seed)
        found = find_placement(instance)
        assert (found is None) == (not placements)
        if found is not None:
            assert placement_faults(instance, found) == []


def test_samples_are_uniform():
    """A chi-square test on every small instance with two to thirty placements, and the same samples for a seed."""
    draws, excess = 120, []
    for seed in range(300):
        instance, placements = oracle(seed)
        if not 2 <= len(placements) <= 30:
            continue
        drawn = Counter(sample_placements(instance, draws, seed=seed))
        assert set(drawn) <= set(placements)
        mean = draws / len(placements)
        square = sum((drawn[placement] - mean) ** 2 / mean for placement in placements)
        freedom = len(placements) - 1
        excess.append((square - freedom) / (2 * freedom) ** 0.5)
        if len(excess) == 25:
            break
    assert len(excess) == 25
    assert max(excess) < 10
    assert abs(sum(excess)) / len(excess) ** 0.5 < 4
    instance, placements = oracle(next(seed for seed in range(300) if len(oracle(seed)[1]) > 100))
    assert sample_placements(instance, 5, seed=3) == sample_placements(instance, 5, seed=3)
    assert sample_placements(oracle(next(s for s in range(300) if not oracle(s)[1]))[0], 5, seed=3) == []


@pytest.mark.parametrize(("radius", "colors"), [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3)])
def test_counts_equal_a_transfer_matrix_on_hexagons(radius, colors):
    for seed in range(5):
        for coloring in ("planted", "random"):
            instance = colored_hexagon(radius, colors, seed, coloring)
            count = count_placements(instance)
            assert count == transfer_matrix(instance)
            assert count or coloring == "random"


@pytest.mark.parametrize("cells", [shapes.ring(4, 2)[:-1], shapes.comb(4, 4)[:-1], shapes.parallelogram(11, 5)])
def test_counts_equal_a_transfer_matrix_on_other_shapes(cells):
    board = Board.from_cells(cells)
    instance = color_board(board, coloring="planted", pattern="patches", colors=2, rng=random.Random(1))
    assert count_placements(instance) == transfer_matrix(instance) > 0


def test_signatures_sum_up_to_all_matchings():
    """127 cells, two colors: the counts for all budgets sum up to the number that a single evaluation gives."""
    instance = colored_hexagon(6, 2, 5)
    work = plan(instance)
    piece = work.pieces[work.components[0].kind]
    table = piece.table(piece.reach)
    totals = [total for _, total in piece.totals]
    assert [sum(numbers) for numbers in table.counts.tolist()] == totals
    assert min(totals) > 2**62
    assert table.summed()[tuple(instance.budgets[0, 1] for _ in piece.pairs)] == work.total


def test_the_bound_holds():
    for seed in range(200):
        instance, _ = oracle(seed)
        for piece in plan(instance).pieces:
            for matrix, (_, total) in zip(piece.matrices, piece.totals, strict=True):
                assert total <= matrix.bound <= 3 ** (matrix.size // 2)


def test_an_empty_matrix_has_pfaffian_one():
    nothing = np.zeros((0, 2), dtype=np.int64)
    matrix = Matrix(0, 0, nothing, nothing[:, 0], nothing[:, 0])
    assert matrix.pfaffians(np.zeros((0, 3), dtype=np.int64), 7).tolist() == [1, 1, 1]
    assert matrix.bound == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_boards_of_the_reduction_are_counted(seed):
    """Hundreds of components: placements exist iff the formula has exactly-one-in-three solutions."""
    formula = random_cubic(5, seed)
    instance = reduction_board(formula)
    solutions = sum(
        all(sum(bits >> (v - 1) & 1 for v in clause) == 1 for clause in formula.clauses) for bits in range(1 << 5)
    )
    count = count_placements(instance)
    assert (count > 0) == (solutions > 0)
    if count:
        assert placement_faults(instance, find_placement(instance)) == []


def test_too_many_steps_are_refused_beforehand():
    with pytest.raises(LimitError, match=r"up to 297,\d+ of them"):
        count_placements(colored_hexagon(6, 3, 1), max_steps=1e9)
    with pytest.raises(LimitError, match=r"where 1e\+11 are allowed"):
        count_placements(colored_hexagon(18, 3, 1))


def test_wrong_pfaffians_are_noticed(monkeypatch):
    """Numbers that no count can be are an error, not an answer."""
    instance = colored_hexagon(2, 2, 1)
    true = count_placements(instance)

    def wrong(self: Shape, values: np.ndarray, p: int) -> np.ndarray:
        return np.full(values.shape[1], p // 3, dtype=np.int64)

    with monkeypatch.context() as patched:
        patched.setattr(Shape, "pfaffians", wrong)
        with pytest.raises(InternalError, match="is a bound"):
            count_placements(instance)
    assert count_placements(instance) == true
