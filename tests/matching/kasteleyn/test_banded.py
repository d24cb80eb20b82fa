"""Pfaffians modulo a prime against the definition, against determinants, and against orders and pivots of all sorts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.matching.kasteleyn.banded import LANES, Shape, pfaffians

BIG = 2**31 - 1
PRIMES = (3, 5, 7, 101, 65537, BIG)


def pfaffian(matrix: list[list[int]]) -> int:
    """By definition: expansion along the first row, over the integers."""
    if not matrix:
        return 1
    if len(matrix) % 2:
        return 0
    total = 0
    for j in range(1, len(matrix)):
        if matrix[0][j]:
            rest = [x for x in range(1, len(matrix)) if x != j]
            minor = pfaffian([[matrix[a][b] for b in rest] for a in rest])
            total += (1 if j % 2 else -1) * matrix[0][j] * minor
    return total


def dense(size: int, edges: NDArray[np.int64], weights: NDArray[np.int64]) -> list[list[int]]:
    matrix = [[0] * size for _ in range(size)]
    for (i, j), weight in zip(edges.tolist(), weights.tolist(), strict=True):
        matrix[i][j] += weight
        matrix[j][i] -= weight
    return matrix


def determinant(matrix: list[list[int]], p: int) -> int:
    rows = [[x % p for x in row] for row in matrix]
    total = 1
    for k in range(len(rows)):
        best = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if best is None:
            return 0
        if best != k:
            rows[k], rows[best] = rows[best], rows[k]
            total = -total
        total = total * rows[k][k] % p
        inverse = pow(rows[k][k], -1, p)
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] * inverse % p
            if factor:
                rows[i] = [(a - factor * b) % p for a, b in zip(rows[i], rows[k], strict=True)]
    return total % p


def graph(rng: np.random.Generator, size: int, density: float) -> NDArray[np.int64]:
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size) if rng.random() < density]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.integers(0, 4), st.sampled_from(PRIMES), st.integers(1, 2 * LANES + 3))
def test_equal_to_the_definition(seed, half, p, count):
    """Small weights: zero pivots, singular matrices and lanes that disagree on pivots all occur."""
    rng = np.random.default_rng(seed)
    size = 2 * half
    edges = graph(rng, size, rng.random())
    weights = rng.integers(-2, 3, size=(count, len(edges)))
    found = pfaffians(size, edges, weights, p)
    for row, value in zip(weights, found.tolist(), strict=True):
        assert value == pfaffian(dense(size, edges, row)) % p


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 3), st.integers(1, 7))
def test_arrows_and_bands_against_determinants(seed, arrows, width):
    rng = np.random.default_rng(seed)
    inner = int(rng.integers(2, 40))
    size = inner + arrows + (inner + arrows) % 2
    inner = size - arrows
    band = [(i, j) for i in range(inner) for j in range(i + 1, min(inner, i + 1 + width)) if rng.random() < 0.6]
    dense_part = [(i, j) for j in range(inner, size) for i in range(j) if rng.random() < 0.8]
    edges = np.array(band + dense_part, dtype=np.int64).reshape(-1, 2)
    p = int(rng.choice([7, 10007, BIG]))
    weights = rng.integers(0, p, size=(3, len(edges)))
    found = pfaffians(size, edges, weights, p).tolist()
    for row, value in zip(weights, found, strict=True):
        assert value * value % p == determinant(dense(size, edges, row), p)


def test_an_order_changes_the_sign_only():
    rng = np.random.default_rng(5)
    size = 12
    edges = graph(rng, size, 0.5)
    weights = rng.integers(0, BIG, size=(2, len(edges)))
    base = pfaffians(size, edges, weights, BIG)
    for _ in range(60):
        order = rng.permutation(size)
        moved = order[edges]
        flip = moved[:, 0] > moved[:, 1]
        sign = np.where(flip, -1, 1)
        inversions = sum(order[a] > order[b] for a in range(size) for b in range(a + 1, size))
        found = pfaffians(size, np.sort(moved, axis=1), weights * sign, BIG)
        expected = base * (-1 if inversions % 2 else 1) % BIG
        assert found.tolist() == expected.tolist()


def test_pivots_far_away():
    """The only matching pairs i with i + half: every pivot is the last entry of its row."""
    for half in (1, 2, 3, 10, 40):
        size = 2 * half
        edges = np.array([(i, i + half) for i in range(half)])
        weights = np.full((1, half), 3)
        sign = -1 if half * (half - 1) // 2 % 2 else 1
        assert pfaffians(size, edges, weights, BIG).tolist() == [sign * 3**half % BIG]


def test_boards_against_determinants():
    p = 2147483629
    rng = np.random.default_rng(2)
    for radius in (2, 4, 5):
        board = Board.from_cells(shapes.hexagon(radius))
        apex = np.stack((np.arange(board.size), np.full(board.size, board.size)), axis=1)
        edges = np.concatenate((board.edges, apex)).astype(np.int64)
        shape = Shape.of(board.size + 1, edges)
        assert (shape.trailing, shape.width) == (1, 2 * radius + 1)
        weights = rng.integers(0, p, size=(20, len(edges)))
        found = pfaffians(board.size + 1, edges, weights, p).tolist()
        for k in (0, 7, 19):
            assert found[k] * found[k] % p == determinant(dense(board.size + 1, edges, weights[k]), p)


def test_zero_only_where_it_should_be():
    """A weighting of zeros among others, and a graph without a perfect matching."""
    board = Board.from_cells(shapes.hexagon(2))
    edges = np.concatenate((board.edges, np.array([(0, board.size)]))).astype(np.int64)
    rng = np.random.default_rng(1)
    weights = rng.integers(1, BIG, size=(40, len(edges)))
    weights[[3, 17, 39]] = 0
    found = pfaffians(board.size + 1, edges, weights, BIG)
    assert np.flatnonzero(found == 0).tolist() == [3, 17, 39]
    star = np.array([(0, 3), (1, 3), (2, 3)])
    assert pfaffians(4, star, rng.integers(1, BIG, size=(5, 3)), BIG).tolist() == [0] * 5


def test_what_is_absorbed_is_a_factor():
    p = BIG
    rng = np.random.default_rng(9)
    board = Board.from_cells(shapes.hexagon(4))
    apex = np.stack((np.arange(board.size), np.full(board.size, board.size)), axis=1)
    edges = np.concatenate((board.edges, apex)).astype(np.int64)
    for density in (1.0, 0.7, 0.5):
        kept = edges[rng.random(len(edges)) < density]
        values = rng.integers(1, p, size=(len(kept), 21)).astype(np.uint32)
        shape = Shape(board.size + 1, kept, 1)
        whole = shape.pfaffians(values, p)
        for stop in (0, 1, 2, 15, 16, 31, 45, 60, 61):
            done = shape.absorbed(values, p, stop)
            assert done is not None
            assert set(range(stop, board.size + 1)) <= set(done.left.tolist())
            rest = Shape.of(len(done.left), done.pairs).pfaffians(done.values, p)
            assert (done.factors * rest % p).tolist() == whole.tolist()


def test_empty_odd_and_repeated():
    none = np.zeros((0, 2), dtype=np.int64)
    assert pfaffians(0, none, np.zeros((3, 0)), 7).tolist() == [1, 1, 1]
    assert pfaffians(2, none, np.zeros((3, 0)), 7).tolist() == [0, 0, 0]
    assert pfaffians(3, np.array([(0, 1)]), np.array([[1]]), 7).tolist() == [0]
    assert pfaffians(2, np.array([(0, 1), (0, 1)]), np.array([[3, 5]]), 7).tolist() == [1]
    assert pfaffians(2, np.array([(0, 1)]), np.zeros((0, 1)), 7).tolist() == []


@pytest.mark.parametrize(
    ("size", "edges", "weights", "p"),
    [
        (2, [(0, 1)], [[1]], 2),
        (2, [(0, 1)], [[1]], 2**31 + 11),
        (2, [(1, 0)], [[1]], 7),
        (2, [(0, 2)], [[1]], 7),
        (2, [(0, 1)], [[1, 2]], 7),
    ],
)
def test_what_cannot_be_used_is_refused(size, edges, weights, p):
    with pytest.raises(InputError):
        pfaffians(size, np.array(edges), np.array(weights), p)
