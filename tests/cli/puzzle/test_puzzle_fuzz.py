"""Hundreds of damaged configurations and plans through the commands: one line, the right exit code, nothing half-written."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gourds import files
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.moves import Plan, Walk
from gourds.replaying import replay
from tests.cli.puzzle_files import hexagon, legal_walk, save_walk
from tests.files.test_fuzz import damaged, damaged_values

RUNS = 500


@pytest.mark.parametrize("part", range(2))
def test_damaged_files(part, cli):
    rng = random.Random(part)
    start = hexagon(part)
    save_walk(cli.folder, start, legal_walk(start, 8))
    sound = sorted(path.name for path in cli.folder.iterdir())
    texts = {name: (cli.folder / name).read_text() for name in sound}
    codes: Counter[int] = Counter()
    for _ in range(RUNS // 2):
        name = rng.choice(sound)
        text = texts[name]
        data = damaged_values(rng, text) if rng.random() < 0.5 else damaged(rng, text.encode())
        (cli.folder / "bad").write_bytes(data)
        is_plan = name.startswith("plan")
        commands = [["info", "bad"], ["info", "bad", "--json"]]
        if is_plan:
            commands += [["replay", "start.json", "bad", "--target", "target.json", "-o", "out.json"]] * 3
            commands += [["convert", "bad", "--start", "start.json", "-o", "out.json"]]
        else:
            commands += [
                ["replay", "bad", "plan.json", "-o", "out.json"],
                ["replay", "bad", "plan.walk", "-o", "out.json"],
            ]
            commands += [["replay", "start.json", "plan.json", "--target", "bad"], ["shuffle", "bad", "-o", "out.json"]]
            commands += [["shuffle", "bad", "--moves", "3", "-o", "out.json"]]
        command = rng.choice(commands)
        done = cli(*command)
        codes[done.code] += 1
        assert done.code in (0, 1, 2), (command, data, done)
        if done.code == 2:
            assert done.err.count("\n") == 1, (data, done)
            assert done.err.startswith("gourds: bad: "), (data, done)
            assert done.out == ""
        if done.code == 1:
            assert command[0] == "replay"
        written = {path.name for path in cli.folder.iterdir()} - {*sound, "bad"}
        if written:
            assert written == {"out.json"}
            assert done.code == 0 or (done.code == 1 and "--target" in command)
            files.load("out.json")
            (cli.folder / "out.json").unlink()
        if is_plan and command[0] == "replay" and done.code == 0:
            assert replay(start, files.load_plan("bad"), files.load("target.json"))
    assert codes[2] > RUNS // 4
    assert codes[0] > 1


def test_damage_at_every_byte(cli):
    """A file that ends early, and one with another byte, at every place: the file, a place and a reason in one line."""
    start = Configuration.build([(0, 0), (1, 0), (0, 1)], [1], [((0, 0), (1, 0))], [("a", "b")])
    save_walk(cli.folder, start, legal_walk(start, 2))
    for name, kind in (("start.json", Configuration), ("plan.json", Plan), ("plan.walk", Walk)):
        data = (cli.folder / name).read_bytes().rstrip()
        for at in range(len(data)):
            for other in (data[:at], data[:at] + b"\x00" + data[at + 1 :], data[:at] + b"7" + data[at + 1 :]):
                (cli.folder / "bad").write_bytes(other)
                try:
                    found = files.load("bad")
                except InputError as error:
                    line = str(error)
                    assert line.startswith("bad: "), line
                    assert line.isprintable(), line
                    assert any(fault.place for fault in error.faults), line
                else:
                    assert len(other) == len(data), other  # what is cut off is never sound
                    assert isinstance(found, kind)
