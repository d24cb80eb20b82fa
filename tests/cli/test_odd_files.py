"""Files with numbers that are not finite, or strings that are no Unicode: exit code 2 and one line that names the place."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

from gourds.cli.app import run
from gourds.files import loads
from gourds.instance import Instance
from tests.web.test_odd_values import ODD, spelled

TRIANGLE = Instance.build([(0, 0), (1, 0), (0, 1)], "aab", [("a", "b", 1)])
HEADS = {
    "instance": {
        "cells": [[0, 0, "a"], [1, 0, "a"], [0, 1, "b"]],
        "gourds": [["a", "b", 1]],
        "source": {"x": {"y": 1}},
    },
    "placement": {"empty": [0, 0], "gourds": [[[1, 0], [0, 1]]]},
    "configuration": {"cells": [[0, 0], [1, 0], [0, 1]], "gourds": [{"id": 1, "ends": [[0, 0], [1, 0]]}]},
    "plan": {"moves": [{"gourd": 1, "kind": "pivot", "to": [[0, 0], [0, 1]]}]},
    "certificate": {"kind": "barrier", "instance": TRIANGLE.digest, "cells": [[0, 0], [1, 0]]},
}


def certificate(odd: str, key: str = "cells") -> str:
    """A certificate file whose checksum is right."""
    fields = {"format": '"gourds-certificate"', "version": "1", "kind": '"barrier"', "instance": f'"{TRIANGLE.digest}"'}
    lines = [f'"{name}": {value}' for name, value in {**fields, "cells": "[[0, 0]]", key: odd}.items()]
    body = "{" + ",\n ".join(lines) + ",\n "
    return f'{body}"sha256": "{hashlib.sha256(body.encode()).hexdigest()}"}}\n'


@pytest.fixture
def sound(tmp_path):
    path = tmp_path / "sound.json"
    path.write_text(json.dumps({"format": "gourds-instance", "version": 1, **HEADS["instance"]}))
    assert isinstance(loads(path.read_text()), Instance)
    return path


def refused(words, path, capsys) -> str:
    assert run([str(word) for word in words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"gourds: {path}: ")
    assert printed.err.count("\n") == 1
    assert "numbers must be finite" in printed.err or "is not valid Unicode" in printed.err
    return printed.err


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("key", ["cells", "instance", "more", "q"])
def test_certificates(odd, key, sound, tmp_path, capsys):
    path = tmp_path / "certificate.json"
    path.write_text(certificate(f"[[{odd}, 0]]" if key == "cells" else odd, key))
    said = refused(["verify", sound, path], path, capsys)
    assert f"{path}: {'cells[0][0]' if key == 'cells' else key}: " in said


@pytest.mark.parametrize("kind", HEADS)
def test_any_place_of_any_file(kind, sound, tmp_path, capsys):
    rng = random.Random(kind)
    path = tmp_path / "odd.json"
    head = json.dumps({"format": f"gourds-{kind}", "version": 1})[:-1]
    for _ in range(30):
        path.write_text(head + ", " + spelled(rng, HEADS[kind])[1:])
        for words in (["verify", sound, path], ["info", path], ["convert", path, "-o", tmp_path / "out.json"]):
            if kind != "certificate" or words[0] == "verify":
                refused(words, path, capsys)
        assert not (tmp_path / "out.json").exists()
