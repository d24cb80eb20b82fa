"""Pivots, judged by the replay, which computes turns in coordinates, and by plain geometry."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest

from gourds.errors import InputError
from gourds.hexgrid import are_adjacent
from gourds.triples.configuration import TripleConfiguration, heading, is_clockwise
from gourds.triples.moves import Pivot
from gourds.triples.replaying import replay_pivots
from tests.triples.plain_search import all_configurations, legal_pivots, pivoted
from tests.triples.small_boards import PISTOL, RHOMBUS, boards, placements


def configurations():
    """One configuration for every placement of up to ten cells; for four and seven cells, all."""
    for size in (1, 4, 7):
        for board in boards(size):
            yield from all_configurations(board)
    for placement in placements(10):
        yield TripleConfiguration.of_placement(placement)


def test_the_replay_accepts_exactly_the_legal_pivots():
    for start in configurations():
        every = [Pivot(triple, about, turn) for triple, about, turn in product(start.ids, range(3), (1, -1))]
        accepted = [pivot for pivot in every if replay_pivots(start, [pivot])]
        assert sorted(map(repr, accepted)) == sorted(map(repr, legal_pivots(start)))
        for pivot in accepted:
            there = pivoted(start, pivot)
            assert replay_pivots(start, [pivot], there)
            assert replay_pivots(there, [replace(pivot, turn=-pivot.turn)], start)


def test_pivots_reach_every_triangle_within_a_triple_and_the_empty_cell():
    """Whatever a triple does, it stays on its own cells and the empty one. Two pivots lead to each such triangle."""
    for placement in placements(10):
        start = TripleConfiguration.of_placement(placement)
        empty = start.empty_cell
        wanted = {
            (number, frozenset((a, b, empty)))
            for number, ends in zip(start.ids, start.ends, strict=True)
            for a, b, c in permutations(ends)
            if a < b and are_adjacent(a, empty) and are_adjacent(b, empty)
        }
        found = [(pivot.triple, frozenset(_ends(pivoted(start, pivot), pivot.triple))) for pivot in legal_pivots(start)]
        assert set(found) == wanted
        assert len(found) == 2 * len(wanted)


def test_a_pivot_turns_by_sixty_degrees_and_keeps_the_hand():
    for start in configurations():
        for pivot in legal_pivots(start):
            before, after = (_ends(each, pivot.triple) for each in (start, pivoted(start, pivot)))
            assert heading(after) == (heading(before) + pivot.turn) % 6
            assert is_clockwise(after) == is_clockwise(before)


def test_by_hand():
    start = TripleConfiguration.build(RHOMBUS, [7], [((0, 0), (1, 0), (0, 1))])
    assert start.empty_cell == (1, 1)
    assert is_clockwise(start.ends[0])
    after = {(pivot.about, pivot.turn): pivoted(start, pivot).ends[0] for pivot in legal_pivots(start)}
    assert after == {(1, -1): ((0, 1), (1, 0), (1, 1)), (2, 1): ((1, 0), (1, 1), (0, 1))}
    assert legal_pivots(TripleConfiguration.build(PISTOL, [1], [((0, 0), (1, 0), (0, 1))])) == []


@pytest.mark.parametrize(
    ("pivot", "fault"),
    [
        (Pivot(2, 0, 1), "there is no triple 2"),
        (Pivot(1, 3, 1), "about end 0, 1 or 2"),
        (Pivot(1, 0, 2), "by 1 or -1"),
        (Pivot(1, 1, 1), "cannot turn onto cell"),
        (Pivot(1, 0, 1), "cannot turn onto cell"),
    ],
)
def test_the_replay_says_what_is_wrong(pivot, fault):
    start = TripleConfiguration.build(RHOMBUS, [1], [((0, 0), (1, 0), (0, 1))])
    good = Pivot(1, 2, 1)
    back = Pivot(1, 2, -1)
    found = replay_pivots(start, [good, back, pivot])
    assert not found
    assert found.moves == 2
    assert found.final == start
    assert found.fault.startswith("moves[2]: ")
    assert fault in found.fault
    assert replay_pivots(start, [good], start).fault == "the plan does not end at the target"


@pytest.mark.parametrize(
    ("ids", "ends", "fault"),
    [
        ([1, 1], [((0, 0), (1, 0), (0, 1))], "different whole numbers"),
        ([True], [((0, 0), (1, 0), (0, 1))], "different whole numbers"),
        ([1], [((0, 0), (1, 0))], "must be three cells"),
        ([1], ["abc"], "must be three cells"),
        ([], [], "exactly one cell must stay empty, these triples leave 4"),
        ([1], [((0, 0), (1, 0), (1, 1))], "not mutually adjacent"),
        ([1], [((0, 0), (1, 0), (1, -1))], "exactly one cell must stay empty, these triples leave 2"),
        ([1, 2], [((0, 0), (1, 0), (0, 1)), ((0, 0), (1, 0), (0, 1))], "is taken already"),
    ],
)
def test_bad_configurations_are_refused(ids, ends, fault):
    with pytest.raises(InputError, match=fault):
        TripleConfiguration.build(RHOMBUS, ids, ends)


def test_configurations_are_sorted_by_number():
    board = boards(7)[0]
    one = TripleConfiguration.of_placement(next(each for each in placements(7) if each.board == board))
    assert TripleConfiguration.build(board, one.ids[::-1], one.ends[::-1]) == one
    assert all(map(is_clockwise, one.ends))


def _ends(configuration, number):
    return configuration.ends[configuration.ids.index(number)]
