from __future__ import annotations

import json
from collections import Counter

import pytest

from gourds import files, shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.families import FAMILIES, generate
from gourds.instance import Instance
from gourds.reconfigure.scrambles import random_configuration, scramble
from gourds.reconfigure.task import Task
from gourds.solvers import solve
from tests.cli.puzzle_files import hexagon


@pytest.fixture
def made(cli):
    """An instance with three colors, a placement, a configuration."""
    instance = generate(FAMILIES["hexagon"], {"radius": 2, "colors": 3}, 4)
    placement = solve(instance).placement
    assert placement is not None
    files.save(instance, "puzzle.json")
    files.save(placement, "placement.json")
    numbered = hexagon(5, 2)
    colors = tuple((f"c{k}", "d") for k in range(len(numbered.ids)))
    ids = tuple(10 * k for k in numbered.ids)
    files.save(Configuration.from_indices(numbered.board, ids, numbered.ends, colors), "position.json")
    return cli


def shuffled(made, *args) -> Configuration:
    done = made("shuffle", *args, "-o", "out.json")
    assert done.code == 0, done.err
    assert done.err.startswith("out.json: 9 gourds on 19 cells, ")
    return files.load_configuration("out.json")


def test_the_same_command_gives_the_same_bytes(made):
    first = made("shuffle", "puzzle.json", "--seed", 3).out
    assert made("shuffle", "puzzle.json", "--seed", 3).out == first
    assert made("shuffle", "puzzle.json", "--seed", 4).out != first
    assert isinstance(files.loads(first), Configuration)


def test_what_to_try_next(made):
    assert "gourds play-out puzzle.json out.json -o plan.json" in made("shuffle", "puzzle.json", "-o", "out.json").err
    assert "play-out" not in made("shuffle", "position.json", "-o", "out.json").err


def test_an_instance_gives_its_colors_to_the_gourds(made):
    instance = files.load_instance("puzzle.json")
    found = shuffled(made, "puzzle.json", "--seed", 1)
    assert found.ids == tuple(range(1, 10))
    assert found.board == instance.board
    kinds = Counter(tuple(sorted(pair)) for pair in found.colors)
    assert kinds == {(a, b): count for a, b, count in instance.gourd_list()}
    assert len({shuffled(made, "puzzle.json", "--seed", seed) for seed in range(8)}) == 8
    assert shuffled(made, "puzzle.json", "--seed", 1, "--moves", 5) == scramble(found, 5, 1)


def test_the_solved_position(made):
    instance, placement = files.load_instance("puzzle.json"), files.load_placement("placement.json")
    solved = shuffled(made, "puzzle.json", "--placement", "placement.json")
    assert solved.placement() == placement
    for pair, colors in zip(solved.end_cells(), solved.colors, strict=True):
        assert tuple(instance.color_at(cell) for cell in pair) == colors
    for seed in range(5):  # start and target go together, number by number and color by color
        Task.build(shuffled(made, "puzzle.json", "--seed", seed), solved)
    near = shuffled(made, "puzzle.json", "--placement", "placement.json", "--moves", 7, "--seed", 2)
    assert near == scramble(solved, 7, 2) != solved


def test_a_placement_is_numbered_in_its_order(made):
    placement = files.load_placement("placement.json")
    as_it_is = shuffled(made, "placement.json", "--moves", 0)
    assert as_it_is.end_cells() == list(placement.gourds)
    assert as_it_is.colors is None
    assert shuffled(made, "placement.json", "--moves", 9, "--seed", 1) == scramble(as_it_is, 9, 1)
    assert shuffled(made, "placement.json", "--seed", 6) == random_configuration(as_it_is.board, 6)


def test_a_configuration_keeps_its_gourds(made):
    position = files.load_configuration("position.json")
    for args in (["--seed", 1], ["--seed", 1, "--moves", 40]):
        found = shuffled(made, "position.json", *args)
        assert (found.board, found.ids, found.colors) == (position.board, position.ids, position.colors)
        assert found != position
    assert shuffled(made, "position.json", "--moves", 0) == position


def test_what_is_refused(made):
    files.save(random_configuration(Board.from_cells(shapes.hexagon(1))).placement(), "small.json")
    refused = {
        (
            "small.json",
            "--placement",
            "placement.json",
        ): "small.json: format: with --placement an instance is needed here",
        ("puzzle.json", "--placement", "small.json"): "gourds: small.json: cell ",
        ("puzzle.json", "--placement", "puzzle.json"): "puzzle.json: format: a placement is needed here",
        ("puzzle.json", "--moves", "-1"): "-1 is not in the range",
        ("none.json",): "No such file",
    }
    for args, expected in refused.items():
        assert expected in made.refuses("shuffle", *args, "-o", "out.json")
    message = made.refuses("shuffle", "puzzle.json", "-o", "out.txt")
    assert message.startswith("gourds: out.txt: only instances have a text drawing")
    (made.folder / "bad.json").write_text(
        json.dumps({"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": [[[0, 0], [1, 0]]]})
    )
    assert "bad.json: gourds: exactly one cell must stay empty" in made.refuses("shuffle", "bad.json")
    cells = [(0, 0), (-1, 1), (0, -1), (1, 0), (2, 0), (2, 1), (3, -1)]  # two centers cannot serve five others
    files.save(Instance.build(cells, ["a"] * 7, [("a", "a", 3)]), "tree.json")
    assert "tree.json: gourds cannot cover all cells of this board but one" in made.refuses("shuffle", "tree.json")
