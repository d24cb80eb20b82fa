"""The boards of the paper that are instances with names."""

from __future__ import annotations

import pytest

from gourds.families import FAMILIES, generate
from gourds.paper.named import named_instance, named_start
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.paper.lower_bound import count_needed_moves, exchange_halves
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.positions import solved_configuration
from gourds.reconfigure.spaces.holes import HIDDEN_SET, STUCK_RING, TWO_RINGS, is_very_unbalanced, large_independent_set
from gourds.reconfigure.task import Task
from gourds.solvers.brute import all_placements


def task_of(name: str) -> Task:
    instance, start = named_instance(name), named_start(name)
    Puzzle.of(instance, start)  # raises an error if these are not the instance's gourds
    return Task.build(start, solved_configuration(instance, next(iter(all_placements(instance)))))


@pytest.mark.parametrize(
    ("name", "board"), [("stuck-ring", STUCK_RING), ("two-rings", TWO_RINGS), ("hidden-set", HIDDEN_SET)]
)
def test_the_boards_are_those_of_the_code(name, board):
    assert named_instance(name).board == board


@pytest.mark.parametrize(("name", "status"), [("stuck-ring", "impossible"), ("shut-in", "impossible")])
def test_starts_from_which_there_is_no_plan(name, status):
    task = task_of(name)
    assert plan_moves(task.start, task.target, "shortest").status == status


def test_two_rings_can_be_solved():
    task = task_of("two-rings")
    assert plan_moves(task.start, task.target, "shortest", time_limit=60).moves


@pytest.mark.parametrize("gourds", [4, 10])
def test_halves(gourds):
    name, task = f"halves-{2 * gourds + 1}", exchange_halves(gourds)
    instance, start = named_instance(name), named_start(name)
    assert instance == generate(FAMILIES["halves"], {"gourds": gourds}, 0, name=instance.name)
    assert start.placement() == task.start.placement()
    colored = {frozenset(pair): colors for pair, colors in zip(start.end_cells(), start.colors, strict=True)}
    assert colored == {frozenset(p): c for p, c in zip(task.start.end_cells(), task.start.colors, strict=True)}
    solved = Task.build(start, solved_configuration(instance, task.target.placement()))
    assert count_needed_moves(solved) == gourds * gourds // 2


def test_colors_of_unbalanced_boards():
    for name in ("unbalanced-ring", "hidden-set"):
        instance = named_instance(name)
        assert instance.board.is_two_connected
        assert instance.board.holes
        colors = instance.cell_colors[instance.board.edges]
        assert (colors[:, 0] != colors[:, 1]).all()
        assert max((instance.cell_colors == k).sum() for k in range(3)) == instance.size + 1
        assert large_independent_set(instance.board) is not None
    assert is_very_unbalanced(named_instance("unbalanced-ring").board)
    assert not is_very_unbalanced(named_instance("hidden-set").board)
