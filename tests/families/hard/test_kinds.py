"""What is special about each family."""

from __future__ import annotations

import numpy as np
import pytest

from gourds.counting import Counting
from gourds.families import FAMILIES, generate
from gourds.families.hard.mixture import pairs_around
from gourds.families.hard.symmetric import GROUPS
from gourds.families.hard.threshold import colors_at
from gourds.hexgrid import are_adjacent
from gourds.matching.polytope import Face, refute_or_face


def test_the_number_of_colors_at_the_threshold():
    for cells in (7, 61, 127, 217, 331, 469, 3001, 1_000_003):
        for percent in (50, 100, 130):
            assert abs(colors_at(cells, percent) - 0.0065 * percent * cells**0.5) <= 0.5 + 1e-9 or cells < 10
    assert colors_at(1, 1) == 1
    assert len(generate(FAMILIES["threshold"], {"radius": 8, "percent": 50}, 1).colors) == colors_at(217, 50)


@pytest.mark.parametrize("name", GROUPS)
def test_symmetric_colors_are_symmetric(name):
    for seed in range(3):
        instance = generate(FAMILIES["symmetric"], {"radius": 4, "colors": 5, "symmetry": name}, seed)
        for symmetry in GROUPS[name]:
            image = instance.transformed(symmetry)
            assert np.array_equal(image.cell_colors, instance.cell_colors)


def test_neither_counting_nor_the_linear_program_sees_the_parity():
    for parameters in ({"width": 4, "height": 4}, {"width": 5, "height": 4, "private": 1}):
        for seed in (1, 2):
            instance = generate(FAMILIES["parity"], parameters, seed)
            assert Counting(instance).refutation is None
            face = refute_or_face(instance)
            assert isinstance(face, Face)
            assert face.reach is not None
            assert face.reach > 0.999


def test_a_trap_differs_from_a_placement_in_a_parity_alone():
    for private in (0, 2):
        odd, even = (
            generate(FAMILIES["parity"], {"width": 5, "height": 4, "private": private, "trap": trap}, 3)
            for trap in ("odd", "even")
        )
        assert odd.cell_colors.tolist() == even.cell_colors.tolist()
        assert Counting(odd).ends_of == Counting(even).ends_of
        changes = {pair: odd.budgets.get(pair, 0) - even.budgets.get(pair, 0) for pair in odd.budgets | even.budgets}
        shared = {pair: change for pair, change in changes.items() if change and pair[0] != pair[1]}
        assert len(shared) == 3
        assert {abs(change) for change in shared.values()} == {1}


def test_filler_covers_itself_and_touches_the_core():
    core = generate(FAMILIES["edge"], {"radius": 3, "side": "at"}, 1)
    pairs = pairs_around(core.board.cell_list(), 50)
    cells = [cell for pair in pairs for cell in pair]
    assert len(set(cells) | set(core.board.cell_list())) == 137
    assert all(are_adjacent(*pair) for pair in pairs)
    mixture = generate(FAMILIES["mixture"], {"core": "extreme", "radius": 3, "filler": 100}, 1)
    assert mixture.board.size == 137
    assert mixture.budget("F", "F") == 50
