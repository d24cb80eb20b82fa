"""Levels: what is made is what is shipped, what is shipped holds, and what is damaged is found."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from gourds.errors import InputError
from gourds.reconfigure.levels import boards
from gourds.reconfigure.levels.checking import check_packs
from gourds.reconfigure.levels.distances import Distances
from gourds.reconfigure.levels.folder import SHIPPED, make_packs, read_index, read_pack
from gourds.reconfigure.levels.level import Level
from gourds.reconfigure.levels.making import Wanted, make_level, shortest_walk
from gourds.reconfigure.levels.packs import PACKS
from gourds.reconfigure.spaces.signed_permutations import count_labelings, element, number_of
from gourds.render.palette import NAMED


def test_a_pack_is_made_again_byte_for_byte(tmp_path):
    make_packs(tmp_path, ["first-steps"])
    assert (tmp_path / "first-steps.json").read_bytes() == (SHIPPED / "first-steps.json").read_bytes()
    make_packs(tmp_path, ["first-steps"], seed=1)
    assert (tmp_path / "first-steps.json").read_bytes() != (SHIPPED / "first-steps.json").read_bytes()
    assert check_packs(tmp_path)


def test_shipped_packs_hold():
    """Every plan is replayed; the pars of the short packs are proved again, ``gourds levels --check`` proves all."""
    found = check_packs(replay_only=True)
    assert found.faults == ()
    assert found.levels >= 400
    index = read_index()
    assert [row["key"] for row in index["packs"]] == list(PACKS)
    pars = [level["par"] for row in index["packs"] for level in read_pack(None, row["file"])["levels"]]
    assert (min(pars), max(pars)) == (5, 60)
    assert next(row["levels"] for row in index["packs"] if row["key"] == index["daily"]) >= 366
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) < 400_000


def test_pars_are_shortest_on_small_boards_and_around_holes():
    rows = [*read_pack(None, "easy.json")["levels"][:4], *read_pack(None, "long-ways.json")["levels"][-1:]]
    for row in rows:
        level = Level.from_json(row)
        assert level.to_json() == row
        walk = shortest_walk(level.start, level.target, level.instance)
        assert walk is not None
        assert len(walk) == level.par


def test_colors_have_shades_of_their_own():
    for row in read_index()["packs"]:
        for level in read_pack(None, row["file"])["levels"]:
            names = {cell[2] for cell in level["cells"]} if level["mode"] == "colors" else set()
            assert names <= NAMED.keys()
            assert len(names) != 1


@pytest.mark.parametrize("name", [*boards.TINY, *boards.SMALL, *boards.MIDDLE, *boards.LARGE])
def test_boards_are_proper(name):
    every = boards.TINY | boards.SMALL | boards.MIDDLE | boards.LARGE
    assert every[name].is_proper


def test_rings_have_a_hole():
    assert all(board.size % 2 and len(board.holes) >= 1 for board in boards.RINGS.values())


def test_distances_agree_with_another_search():
    distances = Distances(boards.TINY["Flower"])
    farthest = distances.search([0])
    assert farthest == 13
    rng = random.Random(5)
    goal = distances.position(0)
    for distance in range(farthest + 1):
        states = distances.states_at(distance)
        start = distances.position(int(states[int(rng.random() * len(states))]))
        walk = shortest_walk(start, goal, None)
        assert walk is not None
        assert len(walk) == distance


def test_numbers_of_signed_permutations():
    assert [number_of(element(k, 3)) for k in range(count_labelings(3))] == list(range(count_labelings(3)))


def test_a_par_that_no_position_has():
    assert make_level(Wanted("x", "X", boards.TINY["Raft"], "numbers", 40, 40), random.Random(1)) is None


def _damaged(folder: Path, change: str) -> None:
    make_packs(folder, ["first-steps"])
    place = folder / "first-steps.json"
    pack = json.loads(place.read_text())
    level = pack["levels"][1]
    if change == "plan":
        level["plan"][0], level["plan"][1] = level["plan"][1], level["plan"][0]
    elif change == "par":
        level["par"] += 1
    elif change == "longer":
        level["par"] += 2
        level["plan"] += [level["plan"][-2], level["plan"][-1]]
    elif change == "gourd":
        level["gourds"][0]["ends"] = [[9, 9], [9, 10]]
    elif change == "key":
        level["key"] = pack["levels"][0]["key"]
    place.write_text(json.dumps(pack))


@pytest.mark.parametrize(
    ("change", "words"),
    {
        "plan": "the plan is wrong|no move's",
        "par": "is 6, the plan has 5 moves",
        "longer": "its par is 7, but 5 moves are enough",
        "gourd": "is not on the board",
        "key": "was used before",
    }.items(),
)
def test_damage_is_found(tmp_path, change, words):
    _damaged(tmp_path, change)
    found = check_packs(tmp_path)
    assert not found
    faults = [str(fault) for fault in found.faults if "the index says" not in str(fault)]
    assert len(faults) == (2 if change == "gourd" else 1)
    assert "first-steps.json: levels[1]" in faults[0]
    assert re.search(words, faults[0]), faults


def test_a_folder_without_packs(tmp_path):
    with pytest.raises(InputError, match=r"index\.json: No such file"):
        check_packs(tmp_path)
    (tmp_path / "index.json").write_text('{"version": 1, "packs": [{"file": "../x.json"}], "daily": null}')
    with pytest.raises(InputError, match=r"packs\[0\].file: must be the name"):
        check_packs(tmp_path)
