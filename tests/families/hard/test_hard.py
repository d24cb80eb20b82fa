"""What holds for all families made to be hard: the same bytes everywhere, and verdicts that independent solvers confirm."""

from __future__ import annotations

from typing import Any

import pytest

from gourds.bench.campaign.expected import expect
from gourds.counting import Counting
from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.families.hard import HARD
from gourds.instance import Instance
from gourds.solvers import solve

SEEDS = range(1, 4)
"""A hundred were tried once."""

SMALL: dict[str, list[dict[str, Any]]] = {
    "threshold": [{"radius": 2, "coloring": coloring} for coloring in ("random", "planted", "near-miss")],
    "edge": [
        *({"radius": 2, "side": side, "colors": 3} for side in ("at", "outside", "inside", "along")),
        *({"shape": "parallelogram", "width": 5, "height": 5, "side": side} for side in ("at", "outside")),
        *({"radius": 2, "towards": "mixed", "colors": 4, "side": side} for side in ("at", "outside")),
    ],
    "extreme": [{"radius": 2, "favor": favor} for favor in ("one-kind", "many-kinds")],
    "beyond": [{"radius": 2, "favor": favor} for favor in ("one-kind", "many-kinds")],
    "symmetric": [{"radius": 2, "colors": 4, "symmetry": name} for name in ("sixth-turn", "third-turn", "all")]
    + [{"radius": 2, "colors": 4, "symmetry": name, "coloring": "planted"} for name in ("half-turn", "reflection")],
    "parity": [
        *({"width": 3, "height": 2, "trap": trap} for trap in ("odd", "even")),
        *({"width": 3, "height": 4, "private": 1, "trap": trap} for trap in ("odd", "even")),
        {"regions": 4, "width": 3, "height": 2},
    ],
    "mixture": [
        *(
            {"core": core, "radius": 2, "filler": 12}
            for core in ("threshold", "edge", "extreme", "beyond", "symmetric")
        ),
        {"core": "edge", "radius": 2, "filler": 6, "filling": "easy"},
        {"core": "beyond", "radius": 2, "filler": 6, "filling": "pooled"},
        {"core": "extreme", "radius": 2, "filler": 6, "filling": "pooled"},
        {"core": "threshold", "radius": 2, "coloring": "planted", "filler": 8, "filling": "pooled"},
        {"core": "parity", "radius": 1, "filler": 10},
    ],
}

GOLDEN = {
    "threshold": "cbbea630d4cbbebf",
    "edge": "7c9f37a857a9c632",
    "extreme": "08a88999ac2ed711",
    "beyond": "de150159317c8193",
    "symmetric": "5d8c42d890841489",
    "parity": "9696e85b76872db3",
    "mixture": "5fac8a9bbb06c535",
}
"""How the digest of each family with its defaults and seed 1 begins: a change here changes what people have cited."""


def made(name: str, parameters: dict[str, Any]) -> list[Instance]:
    """The instances of some seeds; a board so small may have none."""
    found = []
    for seed in SEEDS:
        try:
            found.append(generate(FAMILIES[name], parameters, seed))
        except InputError as error:
            assert "another --seed" in str(error) or "leave no room" in str(error)
    return found


CASES = [(name, parameters) for name, several in SMALL.items() for parameters in several]


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=[f"{name}-{k}" for k, (name, _) in enumerate(CASES)])
def test_independent_solvers_confirm_what_is_known(name, parameters):
    for instance in made(name, parameters):
        counting = Counting(instance)
        assert counting.empty_color is not None
        known = FAMILIES[name].known(parameters)
        answers = {solve(instance, solver, isolate=False).status.value for solver in ("frontier", "sat")}
        assert len(answers) == 1
        if known is not None:
            assert answers == {known.verdict}
            expected = expect(instance)
            assert expected is not None
            assert expected.verdict == known.verdict


def test_all_of_them_are_tried():
    assert set(SMALL) == set(GOLDEN) == {family.name for family in HARD}


@pytest.mark.parametrize("name", SMALL)
def test_the_same_bytes_on_every_machine(name):
    assert generate(FAMILIES[name], {}, 1).digest[:16] == GOLDEN[name]


@pytest.mark.parametrize(
    ("name", "parameters", "reason"),
    [
        ("threshold", {"percent": 0}, "percent must be from 1 to 10,000"),
        ("threshold", {"shape": "strip", "size": 20}, "needs an odd number; --trim"),
        ("edge", {"colors": 27}, "colors must be from 1 to 26"),
        ("edge", {"colors": 2, "side": "along"}, "three or more colors"),
        ("edge", {"radius": 1, "colors": 1}, "no two gourds can exchange"),
        ("extreme", {"colors": 0}, "colors must be from 1 to 26"),
        ("beyond", {"radius": 300}, "at most 200,000 cells"),
        ("symmetric", {"radius": -1}, "radius of a hexagon"),
        ("symmetric", {"symmetry": "none"}, "must be one of sixth-turn"),
        ("parity", {"regions": 2}, "3 to 13 regions"),
        ("parity", {"height": 5}, "an even height"),
        ("parity", {"width": 2, "height": 2, "private": 50}, "leave no room for a trap"),
        ("mixture", {"filler": 7}, "must be even"),
        ("mixture", {"core": "hexagon"}, "must be one of threshold"),
    ],
)
def test_what_cannot_be_made(name, parameters, reason):
    with pytest.raises(InputError, match=reason) as caught:
        generate(FAMILIES[name], parameters, 1)
    assert "\n" not in str(caught.value)


def test_a_file_with_odd_parameters_has_no_known_verdict(tmp_path):
    """Campaigns ask families about parameters that strangers wrote."""
    from dataclasses import replace

    instance = generate(FAMILIES["mixture"], {"core": "extreme", "radius": 2}, 1)
    for odd in ({"core": []}, {"core": "parity", "radius": {}}, {"core": "extreme", "radius": "x"}, {"filling": 3}):
        assert instance.source is not None
        changed = replace(instance, source={**instance.source, "parameters": odd})
        assert expect(changed, tmp_path / "stranger.json") is None
