"""Hundreds of damaged configurations and plans through the commands: one line, the right exit code, nothing half-written."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gourds import files
from gourds.replaying import replay
from tests.cli.puzzle_files import cli, hexagon, legal_walk, save_walk  # noqa: F401
from tests.files.test_fuzz import damaged, damaged_values

RUNS = 800


@pytest.mark.parametrize("part", range(2))
def test_damaged_files(part, cli):  # noqa: F811
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
