from __future__ import annotations

import pytest

from gourds.errors import InputError
from gourds.families.base import generate
from gourds.families.unique import UNIQUE
from gourds.files import to_text
from gourds.matching.frontier.placements import count_placements
from gourds.solvers.brute import all_placements


@pytest.mark.parametrize(
    "parameters",
    [
        {"radius": 1, "colors": 3},
        {"radius": 2, "colors": 3},
        {"radius": 2, "colors": 4},
        {"radius": 3, "colors": 6},
        {"shape": "parallelogram", "width": 5, "height": 3},
        {"shape": "brick", "width": 4, "height": 4, "trim": True},
        {"shape": "triangle", "height": 5, "colors": 3},
        {"shape": "strip", "size": 41, "colors": 5},
        {"shape": "random", "size": 21, "colors": 3},
        {"shape": "random-proper", "size": 31, "colors": 5},
    ],
)
def test_exactly_one_placement(parameters):
    instance = generate(UNIQUE, parameters, 1)
    assert count_placements(instance) == 1
    assert len(instance.colors) == parameters.get("colors", 4)
    if instance.board.size <= 31:
        assert sum(1 for _ in all_placements(instance)) == 1
    assert instance.source is not None
    assert instance.source["command"].startswith("gourds generate unique")


def test_seeds():
    first, again, other = (to_text(generate(UNIQUE, {}, seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_refusals():
    with pytest.raises(InputError, match="no puzzle with exactly one placement was found in 40 tries, the fewest"):
        generate(UNIQUE, {"radius": 2, "colors": 1, "tries": 40})
    with pytest.raises(InputError, match="odd number"):
        generate(UNIQUE, {"shape": "parallelogram", "width": 4, "height": 4})
    with pytest.raises(InputError, match="number of colors"):
        generate(UNIQUE, {"colors": 99})
    with pytest.raises(InputError, match="too wide"):
        generate(UNIQUE, {"radius": 30, "colors": 1})
