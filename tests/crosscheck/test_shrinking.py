"""Shrinking by itself: candidates are sound and smaller, and the descent ends where nothing smaller will do."""

from __future__ import annotations

from itertools import islice

from hypothesis import given, settings

from gourds.crosscheck.shrinking import Shown, candidates, shrink
from gourds.instance import Instance
from gourds.shapes import hexagon
from gourds.solvers import solve
from tests.strategies import instances, placed_instances


def measure(instance):
    return instance.board.size, len(instance.colors), len(instance.budgets)


def rebuilt(instance):
    """The instance once more from its parts, which raises if anything about it is not sound."""
    names = [instance.colors[k] for k in instance.cell_colors.tolist()]
    return Instance.build(instance.board.cell_list(), names, instance.gourd_list())


@settings(max_examples=25)
@given(instances(max_size=15))
def test_candidates_are_sound_and_smaller(instance):
    for removed, candidate in candidates(instance):
        assert rebuilt(candidate).digest == candidate.digest
        assert measure(candidate) < measure(instance)
        assert removed >= 1


@settings(max_examples=25)
@given(placed_instances(max_size=15))
def test_gourds_of_a_placement_leave_a_feasible_instance(pair):
    """The first candidates keep the gourds closest to the empty cell: none, one, two, …"""
    instance, placement = pair
    first = [candidate for _, candidate in islice(candidates(instance, placement), 3) if instance.size >= 4]
    assert [candidate.board.size for candidate in first] == [1, 3, 5][: len(first)]
    for candidate in first:
        assert solve(candidate, "brute").placement is not None


def test_everything_shrinks_to_one_cell():
    instance = Instance.build(
        hexagon(5), ["a", "b", "c"] * 30 + ["a"], [("a", "b", 20), ("b", "c", 10), ("a", "c", 15)]
    )
    found = shrink(instance, lambda candidate: Shown(True))
    assert (found.instance.board.size, found.tries, found.is_finished) == (1, 1, True)


def test_nothing_shrinks_if_nothing_smaller_shows_it():
    instance = Instance.build(hexagon(1), "aabbabb", [("a", "b", 2), ("b", "b", 1)])
    found = shrink(instance, lambda candidate: Shown(False))
    assert found.instance is instance
    assert found.is_finished
    assert found.tries > 10


def test_the_essence_is_kept():
    """What matters is one cell and two gourds of a kind; the rest goes, colors and kinds too."""
    board = hexagon(3)
    colors = ["a", "b", "c", "d"] * 9 + ["a"]
    gourds = [("a", "b", 9), ("b", "c", 3), ("c", "d", 3), ("d", "d", 3)]
    instance = Instance.build(board, colors, gourds)

    def shows(candidate):
        has_cell = (0, 0) in candidate.board.cell_list()
        return Shown(
            has_cell and any(first != second and count >= 2 for first, second, count in candidate.gourd_list())
        )

    assert shows(instance).is_shown
    found = shrink(instance, shows)
    assert found.is_finished
    assert measure(found.instance) == (5, 2, 1)
    again = shrink(instance, shows)
    assert again.instance.digest == found.instance.digest
    assert again.tries == found.tries


def test_tries_and_time_are_limited():
    instance = Instance.build(hexagon(3), ["a"] * 37, [("a", "a", 18)])
    assert shrink(instance, lambda candidate: Shown(False), max_tries=5) == shrink(
        instance, lambda candidate: Shown(False), max_tries=5
    )
    few = shrink(instance, lambda candidate: Shown(False), max_tries=5)
    assert (few.tries, few.is_finished) == (5, False)
    assert not shrink(instance, lambda candidate: Shown(False), time_limit=0.0).is_finished


def test_steps_are_told():
    instance = Instance.build(hexagon(2), ["a"] * 19, [("a", "a", 9)])
    sizes = []
    shrink(instance, lambda c: Shown(c.board.size >= 5), on_step=lambda c, tries: sizes.append(c.board.size))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 5
