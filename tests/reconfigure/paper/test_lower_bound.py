"""The lower-bound family."""

from __future__ import annotations

import pytest

from gourds.errors import InputError
from gourds.reconfigure.paper.lower_bound import exchange_halves
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.search.poses import Grid


@pytest.mark.parametrize("gourds", [2, 4, 10, 40])
def test_halves_change_places_and_need_quadratically_many_moves(gourds: int) -> None:
    task = exchange_halves(gourds)
    assert task.board.is_proper
    assert [a for (a, _), _ in task.target.end_cells()] == [(k + gourds // 2) % gourds for k in range(gourds)]
    lower = Grid(task.board).lower_bound(task.start.ends.reshape(-1), task.target.ends.reshape(-1))
    assert lower >= gourds * gourds / 2


def test_plans_respect_the_bound() -> None:
    task = exchange_halves(4)
    made = plan_moves(task.start, task.target, "shortest")
    assert made.is_shortest
    assert made.moves >= 8


@pytest.mark.parametrize("gourds", [0, 3, -2])
def test_odd_numbers_are_refused(gourds: int) -> None:
    with pytest.raises(InputError, match="even"):
        exchange_halves(gourds)
