from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.counts.placements import count
from gourds.errors import InputError, LimitError
from gourds.instance import Instance
from gourds.reconfigure.gods_number.surveying import survey
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search.exact import shortest
from gourds.reconfigure.spaces import signed_permutations as group
from gourds.reconfigure.spaces.group_connectivity import connectivity
from gourds.reconfigure.spaces.placement_graph import board_symmetries, configuration, placement_graph
from gourds.reconfigure.spaces.signed_permutations import identity
from gourds.reconfigure.task import Options, Task
from tests.reconfigure.plain_search import histogram, plain_distances, plain_moves, state_of
from tests.strategies import SEEDS, boards

TRIANGLE = Board.from_cells([(0, 0), (1, 0), (0, 1)])
STAR = Board.from_cells(shapes.star_of_david())


def all_states(board: Board) -> list[Configuration]:
    """Every configuration, from the placements and all labelings."""
    graph = placement_graph(board)
    elements = [group.element(k, graph.gourds) for k in range(graph.labelings)]
    return [configuration(graph, p, g) for p in range(len(graph.placements)) for g in elements]


def plain_components(board: Board) -> list[dict]:
    """The components of the state space by plain search."""
    left = {state_of(each): each for each in all_states(board)}
    parts = []
    while left:
        found = plain_distances(next(iter(left.values())))
        parts.append(found)
        for state in found:
            del left[state]
    return parts


# -- the group and the placements ----------------------------------------------------------------------------

SIGNED = st.integers(1, 5).flatmap(
    lambda n: st.lists(
        st.tuples(st.permutations(range(n)), st.lists(st.integers(0, 1), min_size=n, max_size=n)).map(
            lambda pair: tuple(2 * j + s for j, s in zip(*pair, strict=True))
        ),
        min_size=3,
        max_size=3,
    )
)


@settings(max_examples=30)
@given(SIGNED)
def test_signed_permutations_are_a_group_with_numbers_and_tables(three):
    a, b, c = three
    one = identity(len(a))
    multiply, invert = group.multiply, group.invert
    assert multiply(multiply(a, b), c) == multiply(a, multiply(b, c))
    assert multiply(a, one) == multiply(one, a) == a
    assert multiply(a, invert(a)) == multiply(invert(a), a) == one
    ranks, signs = group.multiplication_tables((a, b, c), len(a))
    order = group.count_labelings(len(a))
    assert ranks.shape[1] * signs.shape[1] == order
    assert group.element(0, len(a)) == one
    for number in range(0, order, max(1, order // 50)):
        rank, sign = divmod(number, signs.shape[1])
        for k, v in enumerate(three):
            product = int(ranks[k, rank] + signs[k, sign])
            assert group.element(product, len(a)) == multiply(group.element(number, len(a)), v)


def test_elements_are_all_different():
    for gourds in range(5):
        order = group.count_labelings(gourds)
        assert len({group.element(number, gourds) for number in range(order)}) == order


@settings(max_examples=40)
@given(boards(max_size=15, odd=True))
def test_placements_are_as_many_as_the_counters_say(board):
    graph = placement_graph(board)
    assert len(set(graph.placements)) == len(graph.placements)
    if board.size > 1:
        instance = Instance.build(board.cells, ["a"] * board.size, [("a", "a", board.size // 2)])
        assert len(graph.placements) == count(instance, "frontier")


@settings(max_examples=40)
@given(boards(max_size=9, odd=True), SEEDS)
def test_moves_between_placements_are_those_of_configurations(board, seed):
    graph = placement_graph(board)
    assume(graph.placements)
    near = [{cell for cell in row if cell >= 0} for row in board.neighbors.tolist()]
    placement = seed % len(graph.placements)
    labeling = group.element(seed % graph.labelings, graph.gourds)
    here = configuration(graph, placement, labeling)
    assert here.empty == graph.empty[placement]
    there = set()
    for move in range(graph.first[placement], graph.first[placement + 1]):
        after = group.multiply(labeling, graph.voltages[graph.voltage[move]])
        there.add(state_of(configuration(graph, graph.goal[move], after)))
    assert there == set(plain_moves(near, state_of(here)))


@given(boards(max_size=13, odd=True))
def test_orbits_are_those_of_the_symmetries(board):
    graph = placement_graph(board)
    symmetries = board_symmetries(board)
    assert symmetries[0] == list(range(board.size))
    assert 12 % len(symmetries) == 0
    for image in symmetries:
        edges = {tuple(sorted((image[a], image[b]))) for a, b in board.edges.tolist()}
        assert edges == set(map(tuple, board.edges.tolist()))
    sizes = Counter(graph.orbits.tolist())
    assert all(len(symmetries) % size == 0 for size in sizes.values())


# -- whole spaces against a plain search ---------------------------------------------------------------------


@settings(max_examples=30)
@given(boards(max_size=7, odd=True), SEEDS)
def test_spaces_agree_with_a_plain_search(board, seed):
    space, facts = survey(board), connectivity(board)
    parts = plain_components(board)
    assert space.states == facts.states == sum(map(len, parts))
    assert space.components == facts.components == len(parts)
    assert space.placements == facts.placements
    assert facts.is_reconfigurable == space.is_reconfigurable == (len(parts) <= 1)
    assert (facts.witness is None) == (len(parts) <= 1)
    if facts.witness is not None:
        one, other = map(state_of, facts.witness)
        assert not any(one in part and other in part for part in parts)
    try:
        start = random_configuration(board, seed)
    except InputError:
        assert not space.states
        return
    graph = placement_graph(board)
    pairs = tuple(sorted((min(a, b), max(a, b)) for a, b in start.ends.tolist()))
    counts = TwoBitSpace(graph).search(graph.placements.index(pairs)).counts
    assert list(counts) == histogram(plain_distances(start))


@pytest.mark.parametrize("board", [b for size in (3, 5) for b in polyhexes.free_boards(size)] + [TRIANGLE], ids=repr)
def test_diameters_and_means_are_those_of_all_pairs(board):
    space = survey(board)
    every = [value for each in all_states(board) for value in plain_distances(each).values()]
    assert space.diameter == space.lower_bound == max(every)
    assert space.mean == pytest.approx(np.mean(every))
    assert [group.count_labelings(board.size // 2) * k for k in space.distances] == [
        every.count(k) for k in range(max(every) + 1)
    ]


def test_the_hexagon_of_seven_cells():
    space = survey(Board.from_cells(shapes.hexagon(1)))
    assert (space.placements, space.states, space.components, space.reachable, space.diameter) == (20, 960, 1, 960, 13)
    assert sum(k * n for k, n in enumerate(space.from_first)) / 960 == pytest.approx(7.7, abs=0.05)
    assert len(space.from_first) - 1 == 13


def test_gods_numbers_of_all_proper_boards_of_up_to_nine_cells():
    numbers = {size: sorted(survey(board).diameter for board in polyhexes.proper_boards(size)) for size in (3, 5, 7, 9)}
    assert numbers == {
        3: [3],
        5: [9],
        7: [13, 16, 17, 17],
        9: [20] * 4 + [21] + [25] * 2 + [26] * 6 + [27] * 2 + [28],
    }


def test_groups_that_are_too_large_to_list_are_refused():
    with pytest.raises(LimitError, match="ways"):
        connectivity(Board.from_cells(shapes.hexagon(3)))


# -- the theorem and the observations of the paper -----------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "counts", "every", "sample"),
    [(3, (1, 0), 1, 1), (5, (1, 0), 1, 1), (7, (4, 2), 1, 2), (9, (16, 9), 5, 100)],
)
def test_on_hole_free_boards_all_is_reachable_iff_the_board_is_proper(size, counts, every, sample):
    """Boards without any configuration are set apart: of them the claim says nothing. None has just one.

    Of nine cells one in five that are not proper is looked at; ``benchmarks/state_spaces.py --all`` looks at all.
    """
    proper = set(polyhexes.proper_boards(size))
    assert all(board.is_proper for board in proper)
    reconfigurable, without_any = set(), set()
    for k, board in enumerate(polyhexes.hole_free_boards(size)):
        if k % every and board not in proper:
            continue
        facts = connectivity(board)
        if not facts.states:
            without_any.add(board)
            continue
        assert facts.states > 1
        if facts.is_reconfigurable:
            reconfigurable.add(board)
        if k % sample == 0 or board in proper:  # the same by search, without groups
            reached = sum(shortest.count_reachable(random_configuration(board, k)))
            assert (reached == facts.states) == board.is_proper
    assert reconfigurable == proper
    assert not without_any & proper
    assert (len(proper), len(without_any)) == counts


def test_witnesses_cannot_reach_each_other():
    for board in [*itertools.islice(polyhexes.hole_free_boards(7), 0, None, 25), STAR]:
        facts = connectivity(board)
        if facts.witness is not None:
            assert shortest.plan(Task.build(*facts.witness), Options()).is_impossible


def test_three_cells_six_positions_by_pivots_three_by_sharp_turns():
    start = Configuration.build(TRIANGLE, [1], [((0, 0), (1, 0))])
    assert len(plain_distances(start)) == survey(TRIANGLE).states == 6
    assert max(plain_distances(start).values()) == 3
    turned, order = {(0, 1)}, [(0, 1)]
    for u, v in order:
        empty = 3 - u - v
        for after in ((v, empty), (empty, u)):  # a sharp turn either way
            if after not in turned:
                turned.add(after)
                order.append(after)
    assert len(turned) == 3


def test_a_gourd_on_the_star_of_david_has_three_positions():
    space = survey(STAR)
    assert (space.placements, space.states, space.components, space.reachable) == (38, 1_751_040, 1440, 1216)
    for seed in range(3):
        found = plain_distances(random_configuration(STAR, seed))
        for gourd in range(6):
            assert len({frozenset(state[gourd]) for state in found}) == 3


@pytest.mark.parametrize("size", [5, 7])
def test_only_one_end_ever_gets_to_a_leaf_and_no_gourd_past_a_cut_cell(size):
    leaves = cuts = 0
    for k, board in enumerate(polyhexes.hole_free_boards(size)):
        if (size > 5 and k % 2) or board.is_two_connected or not placement_graph(board).placements:
            continue
        found = plain_distances(random_configuration(board, k))
        for leaf in np.flatnonzero((board.neighbors >= 0).sum(axis=1) == 1).tolist():
            ends = {(g, s) for state in found for g, ends in enumerate(state) for s in (0, 1) if ends[s] == leaf}
            assert len(ends) <= 1
            leaves += 1
        for cut in board.cut_cells:
            rest = Board.from_cells(np.delete(board.cells, cut, axis=0))
            side = np.insert(rest.components, cut, -1)
            for gourd in range(size // 2):
                sides = {int(side[a]) for state in found for a, b in [state[gourd]] if cut not in (a, b)}
                assert len(sides) <= 1
            cuts += 1
    assert leaves > 0
    assert cuts > 0
