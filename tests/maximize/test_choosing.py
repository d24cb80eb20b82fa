"""Choices of signatures near the budgets: what they place, and that the energy is the number of missing gourds."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gourds.compiled import compiled
from gourds.explain.cnf import Clock
from gourds.matching.components.master import Choice
from gourds.maximize import choosing
from gourds.maximize.maximizing import maximize
from gourds.placement import PartialPlacement, partial_faults
from tests.reduction_boards import planted_cubic, random_cubic, reduction_board


@pytest.mark.parametrize("seed", range(3))
def test_chosen_gourds_keep_to_budgets(seed: int) -> None:
    """What is chosen is a partial placement, and nearly everything finds a place: a broken clause costs three gourds."""
    instance = reduction_board(random_cubic(30, seed))
    pairs = choosing.choose(instance, Clock(None), seed)
    cells = instance.board.cell_list()
    assert not partial_faults(instance, PartialPlacement.of_cells([(cells[a], cells[b]) for a, b in pairs]))
    assert instance.size - 3 * 6 <= len(pairs) <= instance.size


def test_a_satisfiable_formula_is_solved() -> None:
    """Where some choice meets all budgets, annealing finds it on a small board."""
    instance = reduction_board(planted_cubic(12, 1))
    assert len(choosing.choose(instance, Clock(None), 0)) == instance.size


def test_the_same_seed_gives_the_same_choice() -> None:
    """Without a clock nothing but the seed decides."""
    instance = reduction_board(random_cubic(20, 5))
    assert choosing.choose(instance, Clock(None), 7) == choosing.choose(instance, Clock(None), 7)


def test_energy_is_kept_up_to_date() -> None:
    """After many steps the energy is that of the choice, counted anew, and the least one that of what was kept."""
    choices = [Choice([(0, 2), (1, 1), (2, 0)], [1, 2]), Choice([(0,), (2,)], [1]), Choice([(1, 0), (0, 3)], [2, 5])]
    budgets = {1: 2, 2: 3, 5: 1}
    sums = choosing._Sums(choices, budgets, 3)
    chosen, kept = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    memo, chances = np.array([12345, -1, -1]), np.full(64, 1 << 30, dtype=np.int64)
    surplus, of_color = sums.surplus.copy(), np.zeros(3, dtype=np.int64)
    arrays = (sums.signatures, sums.entries, sums.classes, sums.counts, sums.colors)
    seen = set()
    for _ in range(200):
        compiled(choosing.walk)(*arrays, chosen, kept, surplus, of_color, memo, chances, 1)
        seen.add(energy(choices, budgets, chosen.tolist()))
        assert memo[1] == energy(choices, budgets, chosen.tolist())
        assert memo[2] == energy(choices, budgets, kept.tolist()) <= min(seen)


def energy(choices: list[Choice], budgets: dict[int, int], chosen: list[int]) -> int:
    """By the definition: four times the gourds of two colors and of one color that are missing or too many."""
    counts = Counter({name: -count for name, count in budgets.items()})
    for choice, t in zip(choices, chosen, strict=True):
        counts.update(dict(zip(choice.classes, choice.signatures[t], strict=True)))
    of_color: Counter[int] = Counter()
    for name, count in counts.items():
        for color in divmod(name, 3):
            of_color[color] += count
    return 2 * sum(map(abs, counts.values())) + sum(map(abs, of_color.values()))


def test_maximize_uses_it() -> None:
    """On a board that falls apart and has no placement, most gourds are placed within a second or so."""
    instance = reduction_board(random_cubic(60, 3))
    found = maximize(instance, 3.0, isolate=False)
    assert found.upper_bound == instance.size - 1
    assert found.placed >= instance.size - 3 * 8
