"""The exchange search: every state is a near-perfect matching whose energy is right, and seeds repeat."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.matching.exchange import kernel
from gourds.matching.exchange import search as module
from gourds.matching.exchange.search import Exchanged, prepare, search, starting_matching
from gourds.matching.exchange.state import State
from gourds.matching.maximum import maximum_matching
from gourds.placement import Placement, placement_faults
from tests.strategies import SEEDS, boards

WARM = [2**32, 2**31, 2**30, 2**29]
"""Chances to accept that keep a state moving."""


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    prepare()


def planted(board: Board, colors: int, seed: int) -> Instance:
    return color_board(board, coloring="planted", pattern="uniform", colors=colors, rng=random.Random(seed))


def hexagon(radius: int, colors: int, seed: int = 0) -> Instance:
    return planted(Board.from_cells(shapes.hexagon(radius)), colors, seed)


@st.composite
def matched(draw: st.DrawFn, max_size: int = 41) -> tuple[Instance, np.ndarray]:
    """An instance of any shape, with holes and cut cells, and a near-perfect matching of its board."""
    board = draw(boards(max_size, odd=True).filter(has_near_perfect_matching))
    mate = maximum_matching(board.size, board.edges, rng=random.Random(draw(SEEDS)))
    return planted(board, draw(st.integers(1, 5)), draw(SEEDS)), mate


def has_near_perfect_matching(board: Board) -> bool:
    return int((maximum_matching(board.size, board.edges) < 0).sum()) == 1


def recount(instance: Instance, mate: np.ndarray) -> dict[tuple[int, int], int]:
    """The counts of a matching, from the definition; asserts that it is a near-perfect one."""
    cells, colors = instance.board.cell_list(), instance.cell_colors.tolist()
    assert sorted(mate.tolist())[:1] == [-1]
    assert int((mate < 0).sum()) == 1
    counts: dict[tuple[int, int], int] = {}
    for v, w in enumerate(mate.tolist()):
        if w < 0:
            continue
        assert mate[w] == v
        assert (cells[w][0] - cells[v][0], cells[w][1] - cells[v][1]) in {
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, -1),
            (-1, 1),
        }
        if v < w:
            pair = (min(colors[v], colors[w]), max(colors[v], colors[w]))
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def energy_of(instance: Instance, counts: dict[tuple[int, int], int]) -> int:
    pairs = counts.keys() | instance.budgets.keys()
    return sum(abs(counts.get(pair, 0) - instance.budgets.get(pair, 0)) for pair in pairs)


def check_found(instance: Instance, found: Exchanged) -> None:
    counts = recount(instance, found.mate)
    assert found.counts == counts
    assert found.energy == energy_of(instance, counts)
    if found.energy == 0:
        assert placement_faults(instance, Placement.from_mates(instance.board, found.mate.tolist())) == []


@settings(max_examples=150, deadline=None)
@given(matched(), SEEDS, st.booleans())
def test_the_books_are_right_after_any_moves(case, seed, is_compiled):
    instance, mate = case
    state = State(instance, mate, None, module.seeded(seed))
    state.compile() if is_compiled else state.interpret()
    state.stop_at(-1)
    for _ in range(8):
        assert state.advance(WARM, 100) == 100
        counts = recount(instance, state.mate(state.way))
        assert state.counts(state.way) == counts
        assert state.energy == energy_of(instance, counts)
        assert state.energy == np.abs(state.surplus).sum()


@settings(max_examples=60, deadline=None)
@given(matched(), SEEDS)
def test_the_compiled_kernel_does_the_same_as_the_plain_one(case, seed):
    instance, mate = case
    ways = []
    for is_compiled in (True, False):
        state = State(instance, mate, None, module.seeded(seed))
        state.compile() if is_compiled else state.interpret()
        done = state.advance(WARM, 500)
        ways.append((done, state.energy, state.way.tolist()))
    assert ways[0] == ways[1]


@settings(max_examples=60, deadline=None)
@given(matched(max_size=13), SEEDS)
def test_every_matching_can_be_reached(case, seed):
    """Whatever holes and cut cells a small board has, a hot walk meets all of its near-perfect matchings."""
    instance, mate = case
    state = State(instance, mate, None, module.seeded(seed))
    state.compile()
    state.stop_at(-1)
    always = [2**32] * 32
    seen = set()
    total = count_matchings(instance.board)
    for _ in range(20_000 * (1 + total // 20)):
        state.advance(always, 3)
        seen.add(state.way.tobytes())
        if len(seen) == total:
            return
    raise AssertionError(f"{len(seen)} of {total} matchings met")


def count_matchings(board: Board) -> int:
    """The near-perfect matchings of a board, by plain recursion."""
    near = [[w for w in row if w >= 0] for row in board.neighbors.tolist()]

    def count(left: frozenset[int], spare: int) -> int:
        if not left:
            return 1
        v = min(left)
        total = count(left - {v}, 0) if spare else 0
        return total + sum(count(left - {v, w}, spare) for w in near[v] if w in left)

    return count(frozenset(range(board.size)), 1)


@settings(max_examples=40, deadline=None)
@given(matched(), SEEDS)
def test_planted_placements_on_small_boards_are_found(case, seed):
    instance, mate = case
    found = search(instance, seed=seed, start=mate, max_steps=200_000)
    assert found is not None
    check_found(instance, found)
    assert found.energy <= 2  # nearly always 0; that is measured in the contract test


@pytest.mark.parametrize(("radius", "colors"), [(5, 6), (12, 8), (18, 5), (40, 12)])
def test_placements_on_hexagons_are_found(radius, colors):
    instance = hexagon(radius, colors)
    found = search(instance, seed=1)
    assert found is not None
    check_found(instance, found)
    assert found.energy == 0
    again = search(instance, seed=1)
    assert again is not None
    assert (again.mate == found.mate).all()
    assert (again.steps, again.restarts) == (found.steps, found.restarts)
    other = search(instance, seed=2)
    assert other is not None
    assert (other.mate != found.mate).any()


def test_a_seed_gives_the_same_answer_on_every_machine():
    instance = hexagon(2, 3, seed=5)
    found = search(instance, seed=11)
    assert found is not None
    assert (found.steps, found.mate.tolist()) == (
        80,
        [1, 0, -1, 7, 5, 4, 11, 3, 12, 10, 9, 6, 8, 16, 15, 14, 13, 18, 17],
    )


@pytest.mark.parametrize("multiplier", [kernel.MULTIPLIER])
def test_the_generator_has_its_full_period(multiplier):
    assert multiplier < 2**31
    for power in (32, 31):
        assert is_prime(multiplier * 2**power - 1)


def is_prime(n: int) -> bool:
    """Miller and Rabin's test with bases that suffice below 2⁶⁴."""
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(base, d, n)
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(s - 1)):
            return False
    return True


def test_only_allowed_edges_are_used():
    instance = hexagon(6, 3)
    board = instance.board
    rng = random.Random(3)
    kept = maximum_matching(board.size, board.edges, rng=rng)
    allowed = np.array([rng.random() < 0.6 or kept[v] == w for v, w in board.edges.tolist()])
    for start in (None, kept):
        found = search(instance, allowed=allowed, start=start, max_steps=30_000)
        assert found is not None
        check_found(instance, found)
        used = found.mate[board.edges[:, 0]] == board.edges[:, 1]
        assert not (used & ~allowed).any()


def test_only_edges_on_which_a_gourd_fits_are_used_if_that_is_possible():
    instance = hexagon(6, 26)
    assert not instance.usable_edges.all()
    found = search(instance, max_steps=10)
    assert found is not None
    edges = instance.board.edges
    assert not ((found.mate[edges[:, 0]] == edges[:, 1]) & ~instance.usable_edges).any()
    pair = Instance.build([(0, 0), (1, 0), (2, 0)], ["a", "b", "b"], [("a", "a", 1)])  # no gourd fits anywhere
    found = search(pair, max_steps=10)
    assert found is not None
    check_found(pair, found)
    assert found.energy == 2


def test_the_start_is_respected():
    instance = hexagon(6, 3)
    start = maximum_matching(instance.board.size, instance.board.edges, rng=random.Random(9))
    found = search(instance, start=start, max_steps=0)
    assert found is not None
    assert (found.mate == start).all()
    assert (found.steps, found.restarts) == (0, 0)


def test_a_start_that_is_no_matching_is_refused():
    instance = hexagon(2, 2)
    size, edges = instance.board.size, instance.board.edges
    good = maximum_matching(size, edges)
    wrong = [np.full(size, -1), good[:-1], np.roll(good, 1), np.where(good < 0, 0, good)]
    for start in wrong:
        with pytest.raises(InputError, match="not a matching"):
            search(instance, start=start)
    with pytest.raises(InputError, match="allowed"):
        search(instance, start=good, allowed=good[edges[:, 0]] != edges[:, 1])


def test_the_empty_cell_starts_with_the_right_color():
    instance = hexagon(6, 20)
    mate = starting_matching(instance)
    assert mate is not None
    found = search(instance, start=mate, max_steps=10**7)
    assert found is not None
    assert found.energy == 0
    colors = instance.cell_colors
    assert colors[np.flatnonzero(mate < 0)[0]] == colors[np.flatnonzero(found.mate < 0)[0]]


def test_a_board_without_near_perfect_matchings():
    """Two cells whose five neighbors are not adjacent to each other: three cells stay empty."""
    cells = [(0, 0), (2, 0), (1, 0), (-1, 1), (0, -1), (3, -1), (2, 1)]
    instance = Instance.build(cells, ["a"] * 7, [("a", "a", 3)])
    assert starting_matching(instance) is None
    assert search(instance) is None


def test_the_clock_is_respected():
    board = Board.from_cells(shapes.hexagon(9))
    instance = color_board(board, coloring="random", pattern="uniform", colors=16, rng=random.Random(0))
    begun, used = time.monotonic(), time.process_time()
    found = search(instance, time_limit=0.3)
    assert time.monotonic() - begun >= 0.3
    assert time.process_time() - used < 2
    assert found is not None
    check_found(instance, found)
    assert found.energy > 0
    late = search(instance, deadline=time.monotonic() - 1)
    assert late is not None
    assert late.steps == 0


def test_rings_that_only_long_cycles_change():
    """On a ring of width 1 all gourds move at once or none does."""
    cells = shapes.ring(6, 1)
    board = Board.from_cells(np.concatenate((cells, [[7, 0]])))
    assert board.size % 2 == 1
    for seed in range(10):
        instance = planted(board, 4, seed)
        found = search(instance, seed=seed, max_steps=500_000)
        assert found is not None
        check_found(instance, found)
        assert found.energy == 0
