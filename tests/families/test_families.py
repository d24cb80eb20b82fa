from __future__ import annotations

import random

import pytest

from gourds import files
from gourds.board import Board
from gourds.counting import Counting
from gourds.errors import InputError
from gourds.families import FAMILIES, Family, generate
from gourds.families.colorings import COLORINGS, PATTERNS, color_board


def offers(family: Family, coloring: str) -> bool:
    return any(parameter.name == "coloring" and coloring in parameter.choices for parameter in family.parameters)


ODD = {name: {} for name in FAMILIES} | {"comb": {"trim": True}, "hexagon": {"radius": 3}}


@pytest.mark.parametrize(
    ("name", "coloring"),
    [(name, coloring) for name, family in FAMILIES.items() for coloring in COLORINGS if offers(family, coloring)],
)
def test_every_family_in_every_coloring(name, coloring):
    for seed in range(5):
        instance = generate(FAMILIES[name], {**ODD[name], "coloring": coloring}, seed)
        counting = Counting(instance)
        assert counting.empty_color is not None
        if coloring in ("planted", "numbered"):
            assert counting.refutation is None
        again = generate(FAMILIES[name], {**ODD[name], "coloring": coloring}, seed)
        assert files.to_text(instance) == files.to_text(again)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_use_the_colors_asked_for(pattern):
    for colors in (1, 2, 5, 30):
        instance = generate(FAMILIES["hexagon"], {"radius": 6, "colors": colors, "pattern": pattern}, 1)
        assert len(instance.colors) <= colors
        assert len(instance.colors) >= min(colors, 5)


def test_a_near_miss_differs_from_the_planted_instance_in_one_exchange():
    for seed in range(20):
        planted = generate(FAMILIES["hexagon"], {"radius": 3}, seed)
        near = generate(FAMILIES["hexagon"], {"radius": 3, "coloring": "near-miss"}, seed)
        assert near.cell_colors.tolist() == planted.cell_colors.tolist()
        pairs = planted.budgets.keys() | near.budgets.keys()
        moved = sum(abs(planted.budgets.get(pair, 0) - near.budgets.get(pair, 0)) for pair in pairs)
        assert 2 <= moved <= 4
        assert Counting(near).ends_of == Counting(planted).ends_of


def test_the_same_bytes_on_every_machine():
    """Golden text: a change here changes every seeded instance that people have cited."""
    instance = generate(FAMILIES["hexagon"], {"radius": 1, "colors": 2}, 7)
    assert files.to_text(instance, "text") == GOLDEN


GOLDEN = """\
gourds drawing 1
source: {"family": "hexagon", "parameters": {"radius": 1, "colors": 2, "coloring": "planted", "pattern": "uniform", "trim": false}, "seed": 7, "command": "gourds generate hexagon --radius 1 --colors 2 --seed 7"}
first cell: 0 -1
board:
   a a
  b a b
   a a
gourds:
  a a 1
  a b 2
"""


def test_what_cannot_be_made():
    hexagon = FAMILIES["hexagon"]
    with pytest.raises(InputError, match="no parameter nonsense"):
        generate(hexagon, {"nonsense": 1})
    with pytest.raises(InputError, match="must be one of planted"):
        generate(hexagon, {"coloring": "x"})
    with pytest.raises(InputError, match="no near miss exists"):
        generate(hexagon, {"colors": 1, "coloring": "near-miss"})
    two_tripods = Board.from_cells([(0, 0), (-1, 1), (0, -1), (1, 0), (2, 0), (3, -1), (2, 1)])
    with pytest.raises(InputError, match="no placement exists on this board: some 3 cells"):
        color_board(two_tripods, coloring="planted", pattern="uniform", colors=2, rng=random.Random(0))
