"""The search with two bits a state, against a plain one."""

from __future__ import annotations

import time

import numpy as np
import pytest
from benchmarks._kinds import FORKED, ROUND, THIN, all_exchanges, dearest_exchange, kind_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.reconfigure.gods_number import two_bits
from gourds.reconfigure.gods_number.row_steps import WORD, steps_of, words_per_row
from gourds.reconfigure.gods_number.surveying import find_hardest
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace, bytes_needed
from gourds.reconfigure.search.exact import shortest
from gourds.reconfigure.spaces import signed_permutations as group
from gourds.reconfigure.spaces.placement_graph import PlacementGraph, configuration, placement_graph
from gourds.reconfigure.task import Options, Task
from tests.reconfigure.plain_search import State, histogram, plain_distances, plain_moves, state_of
from tests.strategies import SEEDS, boards


def rearranged(bits: list[int], voltage: group.Signed) -> list[int]:
    """What the steps of a voltage make of a row, one bit at a time."""
    gourds = len(voltage)
    width = words_per_row(gourds)
    words = [sum(bit << k for k, bit in enumerate(bits[64 * w : 64 * w + 64])) for w in range(width)]
    first, steps, masks = steps_of((voltage,))
    assert first.tolist() == [0, len(steps)]
    for (kind, shift, one, other), mask in zip(steps.tolist(), masks.tolist(), strict=True):
        for w in range(width):
            z = w ^ one ^ other
            if kind == 0:
                t = (words[w] >> shift ^ words[w]) & mask
                words[w] ^= t ^ t << shift
            elif w & one == one and not w & other:
                if kind == 1:
                    t = (words[w] >> shift ^ words[z]) & mask
                    words[z] ^= t
                    words[w] ^= t << shift
                else:
                    words[w], words[z] = words[z], words[w]
    return [words[k // 64] >> k % 64 & 1 for k in range(1 << gourds)]


@settings(max_examples=60)
@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.permutations(range(n)), st.integers(0, 2**n - 1))), SEEDS)
def test_steps_do_to_rows_what_the_multiplication_table_says(element, seed):
    order, flips = element
    voltage = tuple(2 * j + (flips >> i & 1) for i, j in enumerate(order))
    bits = np.random.default_rng(seed).integers(0, 2, 1 << len(order)).tolist()
    _, signs = group.multiplication_tables((voltage,), len(order))
    assert rearranged(bits, voltage) == [bits[after] for after in signs[0].tolist()]


def plain_table(graph: PlacementGraph, origins: list[int]) -> list[int]:
    """The distance of every state from the nearest of some, by a plain search from each; −1 if none is reached."""
    number = {pairs: k for k, pairs in enumerate(graph.placements)}
    table = [-1] * graph.states
    for origin in origins:
        for state, distance in plain_distances(configuration_at(graph, origin)).items():
            at = state_number(graph, number, state)
            table[at] = distance if table[at] < 0 else min(table[at], distance)
    return table


def configuration_at(graph, state):
    """The configuration with a number."""
    placement, labeling = divmod(state, graph.labelings)
    return configuration(graph, placement, group.element(labeling, graph.gourds))


def state_number(graph: PlacementGraph, number: dict, state: State) -> int:
    """The number of a state of the plain search."""
    slots = sorted((min(ends), max(ends), 2 * gourd + (ends[0] > ends[1])) for gourd, ends in enumerate(state))
    labeling = group.number_of(tuple(entry for _, _, entry in slots))
    return number[tuple((a, b) for a, b, _ in slots)] * graph.labelings + labeling


@settings(max_examples=40)
@given(boards(max_size=9, odd=True), SEEDS)
def test_it_finds_what_a_plain_search_finds_placement_by_placement(board, seed):
    graph = placement_graph(board)
    assume(graph.placements)
    placement = seed % len(graph.placements)
    found = TwoBitSpace(graph).search(placement)
    table = plain_table(graph, [placement * graph.labelings])
    assert [table.count(level) for level in range(max(table) + 1)] == list(found.counts)
    each = np.array(table).reshape(len(graph.placements), graph.labelings)
    assert found.farthest.tolist() == each.max(axis=1).tolist()


@pytest.mark.parametrize("cells", [shapes.hexagon(1), shapes.strip(9)], ids=["hexagon", "strip"])
def test_it_finds_what_a_plain_search_finds(cells):
    graph = placement_graph(Board.from_cells(cells))
    start = configuration(graph, 3, group.identity(graph.gourds))
    assert list(TwoBitSpace(graph).search(3).counts) == histogram(plain_distances(start))


@settings(max_examples=40)
@given(boards(max_size=7, odd=True), st.sets(st.integers(0, 10**6), max_size=5))
def test_distances_from_some_states_are_those_of_a_plain_search(board, drawn):
    graph = placement_graph(board)
    assume(graph.placements)
    origins = sorted({number % graph.states for number in drawn})
    assert TwoBitSpace(graph).distances_from(origins).tolist() == plain_table(graph, origins)


def test_distances_from_states_in_both_words_of_a_row():
    """A line of 15 cells that ends in a triangle has seven gourds and few configurations that can be reached."""
    graph = placement_graph(Board.from_cells([*((q, 0) for q in range(14)), (0, 1)]))
    origins = [5, 70, graph.labelings + 3, graph.states - 1]
    found = TwoBitSpace(graph).distances_from(origins)
    assert {state >> WORD & 1 for state in np.flatnonzero(found > 0).tolist()} == {0, 1}
    assert found.tolist() == plain_table(graph, origins)


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
def test_threads_do_not_change_what_is_found(jobs):
    graph = placement_graph(Board.from_cells(shapes.strip(13)))
    search = TwoBitSpace(graph, jobs).search(0)
    assert (search.depth, sum(search.counts)) == (52, graph.states)
    assert search.counts == TwoBitSpace(graph, 1).search(0).counts


def test_rows_of_two_words_on_15_cells_for_some_levels():
    """A whole search takes seconds; ten levels are checked against the packed words of the planners."""
    board = Board.from_cells(shapes.strip(15))
    graph = placement_graph(board)
    space = TwoBitSpace(graph)
    counts = [int(level.sum()) for level, _ in zip(space._levels([0]), range(12), strict=False)]
    start = configuration(graph, 0, group.identity(graph.gourds))
    assert counts == first_levels(start, 12)


def first_levels(start, number):
    """How many configurations are 0, 1, … moves away, for some levels."""
    near = [{cell for cell in row if cell >= 0} for row in start.board.neighbors.tolist()]
    seen, level, counts = {state_of(start)}, [state_of(start)], []
    for _ in range(number):
        counts.append(len(level))
        level = list({after for state in level for after in plain_moves(near, state)} - seen)
        seen.update(level)
    return counts


def test_hardest_pairs_need_as_many_moves_as_the_search_says():
    for board in polyhexes.proper_boards(7):
        space = TwoBitSpace(placement_graph(board))
        search = space.search(0)
        pair = find_hardest(space, search)
        found = shortest.plan(Task.build(*pair), Options())
        assert found.is_shortest
        assert len(found.path) - 1 == search.depth


@settings(max_examples=20)
@given(boards(max_size=9, odd=True), SEEDS)
def test_distances_to_some_states_are_those_of_a_plain_search(board, seed):
    graph = placement_graph(board)
    assume(graph.placements)
    distance = plain_distances(configuration_at(graph, 0))
    some = np.random.default_rng(seed).integers(0, graph.states, 12).tolist()
    goals = [divmod(state, graph.labelings) for state in some]
    expected = [distance.get(state_of(configuration_at(graph, state)), -1) for state in some]
    assert TwoBitSpace(graph).distances_to(0, goals) == expected


def test_the_dearest_exchange_of_small_boards():
    """On thin boards of 9 cells it takes 22 moves or more, on others 17 or fewer; by another search too."""
    dearest = {kind: set() for kind in (ROUND, FORKED, THIN)}
    for board in polyhexes.proper_boards(9):
        dearest[kind_of(board)].add(dearest_exchange(TwoBitSpace(placement_graph(board))))
    assert max(dearest[ROUND] | dearest[FORKED]) == 17
    assert min(dearest[THIN]) == 22
    graph = placement_graph(Board.from_cells(shapes.hexagon(1)))
    exchanges = {(0, group.number_of(each)) for each in all_exchanges(3)}
    assert len(exchanges) == 12
    farthest = 0
    for p in range(len(graph.placements)):
        start = configuration(graph, p, group.identity(3))
        far = plain_distances(start)
        farthest = max(
            farthest, *(far[state_of(configuration(graph, p, group.element(number, 3)))] for _, number in exchanges)
        )
    assert dearest_exchange(TwoBitSpace(graph)) == farthest == 13


def test_out_of_time_it_says_how_far_it_came():
    space = TwoBitSpace(placement_graph(Board.from_cells(shapes.strip(9))))
    search = space.search(0, Options(deadline=time.monotonic()))
    assert (search.counts, search.is_finished) == ((1,), False)


def test_memory_is_two_bits_a_state_and_tables(monkeypatch):
    graph = placement_graph(Board.from_cells(shapes.strip(13)))
    planes = TwoBitSpace(graph)._planes
    assert planes.nbytes * 4 == graph.states
    assert planes.nbytes < bytes_needed(len(graph.placements), graph.gourds) < 1.5 * planes.nbytes
    monkeypatch.setattr(two_bits, "LEVELS", 4)
    with pytest.raises(two_bits.LimitError, match="more than 4 moves"):
        TwoBitSpace(graph).search(0)
