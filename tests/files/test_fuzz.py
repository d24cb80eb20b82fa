"""More than a thousand damaged files through the command line: exit code 0 or 2, one line, nothing half-written."""

from __future__ import annotations

import json
import random

import pytest

from gourds import files
from gourds.cli.app import run
from gourds.families import FAMILIES, generate

RUNS = 1200
TOKENS = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b'"',
    b"-",
    b"0",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"\\ud800",
    b"\x00",
    b"\xff",
]
TOKENS += [
    b"\n",
    b"\t",
    b" ",
    b".",
    b"#",
    b"board:",
    b"gourds:",
    b"99999999999999999999",
    b"-1",
    b"1.5",
    b"pitch: 4\n",
    b"\xe2\x80\xa8",
]


def damaged(rng: random.Random, data: bytes) -> bytes:
    """One to four random changes."""
    result = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(result) + 1)
        to = min(len(result), at + rng.choice([1, 1, 2, 5, 40]))
        match rng.randrange(7):
            case 0:
                del result[at:to]
            case 1:
                result[at:at] = rng.choice(TOKENS)
            case 2:
                result[at:to] = rng.choice(TOKENS)
            case 3 if at < len(result):
                result[at] = rng.randrange(256)
            case 4:
                del result[at:]
            case 5:
                result[at:at] = result[at:to]
            case _:
                other = rng.randrange(len(result) + 1)
                result[at:to], result[other : other + to - at] = result[other : other + to - at], result[at:to]
    return bytes(result)


def damaged_values(rng: random.Random, text: str) -> bytes:
    """A value somewhere in the JSON tree is replaced by another kind of value."""
    document = json.loads(text)
    node = document
    while True:
        keys = list(node) if isinstance(node, dict) else range(len(node))
        key = rng.choice(keys)
        if isinstance(node[key], dict | list) and node[key] and rng.random() < 0.8:
            node = node[key]
            continue
        node[key] = rng.choice(
            [None, True, -1, 2**70, 1.5, float("nan"), "", "\ud800", "x", [], {}, [[]], [0, 0], [0, 0, "a"]]
        )
        return json.dumps(document).encode()


@pytest.fixture(scope="module")
def samples() -> list[str]:
    made = [generate(FAMILIES["random"], {"size": size}, seed) for size, seed in ((3, 1), (9, 2), (31, 3))]
    texts = [files.to_text(value, form) for value in made for form in ("json", "text")]
    empty, gourds = [0, 0], [[[1, 0], [2, 0]], [[0, 1], [1, 1]]]
    texts.append(json.dumps({"format": "gourds-placement", "version": 1, "empty": empty, "gourds": gourds}))
    return texts


@pytest.mark.parametrize("part", range(4))
def test_damaged_files(part, samples, tmp_path, capsys):
    rng = random.Random(part)
    sound = tmp_path / "sound.json"
    sound.write_text(samples[2])
    codes = {0: 0, 1: 0, 2: 0}
    for k in range(RUNS // 4):
        text = rng.choice(samples)
        values = text.startswith("{") and rng.random() < 0.5
        data = damaged_values(rng, text) if values else damaged(rng, text.encode())
        bad, out = tmp_path / f"bad{k}", tmp_path / f"out{k}.json"
        bad.write_bytes(data)
        command = rng.choice(
            [
                ["info", bad],
                ["info", bad, "--json"],
                ["convert", bad, "-o", out],
                ["verify", sound, bad],
                ["draw", bad, "-o", out.with_suffix(".svg")],
            ]
        )
        code = run([str(word) for word in command])
        printed = capsys.readouterr()
        assert code in codes, (command, data, printed.err)
        codes[code] += 1
        if code == 2:
            assert printed.err.count("\n") == 1, (data, printed.err)
            assert printed.err.startswith(f"gourds: {bad}: "), (data, printed.err)
            assert printed.out == ""
        elif code == 1:
            assert command[0] == "verify"
        written = sorted(p.name for p in tmp_path.iterdir() if p.name not in (bad.name, "sound.json"))
        assert written == (
            [f"out{k}{'.svg' if command[0] == 'draw' else '.json'}"] if code == 0 and out.stem in str(command) else []
        )
        for name in (bad, out, out.with_suffix(".svg")):
            name.unlink(missing_ok=True)
    assert codes[2] > RUNS // 8  # most damage is found; what is not left a sound file
