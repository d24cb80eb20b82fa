"""Each kind of bad file gets a message that names the place and the reason."""

from __future__ import annotations

import gzip
import json

import pytest

from gourds import files
from gourds.errors import InputError
from gourds.files import raw

SOUND = {
    "format": "gourds-instance",
    "version": 1,
    "cells": [[0, 0, "a"], [1, 0, "a"], [0, 1, "b"]],
    "gourds": [["a", "b", 1]],
}

CHANGES = {
    "a list": ([1, 2], "a JSON object is needed, this is a list"),
    "no format": (
        {"format": None},
        'must be "gourds-instance", "gourds-placement", "gourds-partial-placement", "gourds-certificate", '
        '"gourds-configuration", "gourds-plan" or "gourds-triples", not None',
    ),
    "other format": ({"format": "x"}, "format: must be"),
    "unhashable format": ({"format": []}, "format: must be"),
    "version 2": ({"version": 2}, "version: must be 1, not 2"),
    "version true": ({"version": True}, "version: must be 1, not True"),
    "cells missing": ({"cells": ...}, "cells: is missing"),
    "cells an object": ({"cells": {}}, "cells: must be a list, not an object"),
    "no cells": ({"cells": []}, "cells: a board needs at least one cell"),
    "a short cell": ({"cells": [[0, 0]]}, "cells[0]: must be a list of an integer q, an integer r, a color"),
    "a cell that is a string": ({"cells": ["abc"]}, "cells[0]: must be a list"),
    "a float": ({"cells": [[0, 0.0, "a"]]}, "cells[0]: needs an integer r, not 0.0"),
    "not a number": ({"cells": [[float("nan"), 0, "a"]]}, "cells[0][0]: numbers must be finite, not nan"),
    "infinite": ({"gourds": [["a", "b", float("inf")]]}, "gourds[0][2]: numbers must be finite, not inf"),
    "a boolean": ({"cells": [[True, 0, "a"]]}, "cells[0]: needs an integer q, not True"),
    "a color that is a number": ({"cells": [[0, 0, 3]]}, "cells[0]: needs a color, not 3"),
    "a far cell": ({"cells": [[0, 0, "a"], [2**31, 0, "a"], [1, 0, "a"]]}, "cells[1]: coordinates must stay below"),
    "the smallest number of 64 bits": (
        {"cells": [[-2, 0, "a"], [-1, 0, "a"], [0, -(2**63), "a"]]},
        "cells[2]: coordinates must stay below",
    ),
    "a huge cell": ({"cells": [[0, 0, "a"], [10**40, 0, "a"], [1, 0, "a"]]}, "cells[1]: coordinates must stay below"),
    "twice": (
        {"cells": [[0, 0, "a"], [0, 0, "b"], [1, 0, "a"]]},
        "cells[1]: cell (0, 0) was given before, at cells[0]",
    ),
    "even": ({"cells": [[0, 0, "a"], [1, 0, "b"]]}, "cells: an instance needs an odd number of cells"),
    "apart": ({"cells": [[0, 0, "a"], [1, 0, "b"], [5, 0, "b"]]}, "cells[2]: the board is not connected"),
    "unknown color": ({"gourds": [["a", "z", 1]]}, "gourds[0]: unknown color 'z'"),
    "negative": ({"gourds": [["a", "b", 2], ["a", "b", -1]]}, "gourds[1]: the number of gourds must not be negative"),
    "half a gourd": ({"gourds": [["a", "b", 0.5]]}, "gourds[0]: needs a whole number, not 0.5"),
    "too many": ({"gourds": [["a", "b", 2]]}, "gourds: 3 cells take 1 gourds, the budgets sum to 2"),
    "far too many": ({"gourds": [["a", "b", 10**300]]}, "the budgets sum to a huge number"),
    "too few": ({"gourds": []}, "the budgets sum to 0"),
    "name": ({"name": 3}, "name: must be a string"),
    "source": ({"source": [1]}, "source: must be an object, not [1]"),
    "source with nan": ({"source": {"x": float("nan")}}, "source.x: numbers must be finite, not nan"),
    "lone surrogate": (
        {"cells": [[0, 0, "\ud800"], [1, 0, "a"], [0, 1, "b"]]},
        "cells[0][2]: '\\ud800' is not valid Unicode",
    ),
    "surrogate name": ({"name": "\udfff"}, "name: '\\udfff' is not valid Unicode"),
}


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        files.loads(text)
    line = str(caught.value)
    assert "\n" not in line
    return line


@pytest.mark.parametrize("change", CHANGES, ids=lambda key: key.replace(" ", "-"))
def test_documents(change):
    changed, expected = CHANGES[change]
    if isinstance(changed, dict):
        changed = {key: value for key, value in {**SOUND, **changed}.items() if value is not ...}
    assert expected in message(json.dumps(changed))


def test_several_faults_at_once():
    changed = {**SOUND, "name": 1, "source": 2, "cells": [[0, 0]], "gourds": [["a", 1, "b"]]}
    with pytest.raises(InputError) as caught:
        files.loads(json.dumps(changed))
    assert [fault.place for fault in caught.value.faults] == ["name", "source", "gourds[0]", "gourds[0]", "cells[0]"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "line 1: neither JSON nor a drawing"),
        ("hello", "line 1: neither JSON nor a drawing: a drawing starts with 'gourds drawing 1', found 'hello'"),
        ('{"format": "gourds-instance",', "line 1, column 30: not JSON"),
        ('{"a": 1, "a": 2}', "'a': this key stands twice"),
        ("[" * 1_000_000, "nested too deeply"),
        ('{"a":' * 1_000_000, "nested too deeply"),
        ('{"x": ' + "9" * 5000 + "}", "not usable as JSON: Exceeds the limit"),
        ("{} trailing", "not JSON: Extra data"),
    ],
    ids=range(8),
)
def test_json_syntax(text, expected):
    assert expected in message(text)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"empty": None}, "empty: must be a cell [q, r], not null"),
        ({"empty": [1.5, 2]}, "empty: must be a cell"),
        ({"empty": [True, 2]}, "empty: must be a cell"),
        ({"gourds": ...}, "gourds: is missing"),
        ({"gourds": [[[0, 0], [1]]]}, "gourds[0]: must be two cells"),
        ({"gourds": [[[0, 0], [10**30, 0]]]}, "gourds[0]: must be two cells"),
    ],
    ids=range(6),
)
def test_placements(fields, expected):
    document = {"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": [[[1, 0], [2, 0]]], **fields}
    assert expected in message(json.dumps({key: value for key, value in document.items() if value is not ...}))


DRAWINGS = {
    "board:\n a a\ngourds:\n a a x": "line 5: needs a whole number of gourds, not 'x'",
    "board:\n a a\n  a\n": "line 4: the drawing ends without 'gourds:'",
    "name: x": "line 2: the drawing ends without 'board:'",
    "nonsense\nboard:\n a\ngourds:": "line 2: expected a setting, 'color …' or 'board:', found 'nonsense'",
    "board:\n a a\n a\ngourds:\n a a 1": "line 4, column 2: symbol 'a' is not on the grid; move it by 1 to the left",
    "board:\n\ta a\n  a\ngourds:\n a a 1": "line 3, column 1: a tab stands in the board",
    "board:\n aa a\ngourds:\n a a 1": "line 3, column 2: symbol 'aa' does not fit into a pitch of 2",
    "pitch: 3\nboard:\n a\ngourds:": "line 2: 'pitch' must be an even number",
    "pitch: ²\nboard:\n a\ngourds:": "line 2: 'pitch' must be an even number",
    "first cell: 1\nboard:\n a\ngourds:": "line 2: 'first cell' needs two whole numbers",
    "name: a\nname: b\nboard:\n a\ngourds:": "line 3: 'name' stands twice",
    "board:\n a\nboard:\ngourds:": "line 4: 'board:' stands twice",
    "gourds:\n": "'gourds:' comes after 'board:'",
    'color a = "x"\ncolor a = "y"\nboard:\n a\ngourds:': "line 3: symbol 'a' was given a color before",
    'color a = "\\ud800"\nboard:\n a\ngourds:': "line 2: '\\ud800' is not valid Unicode",
    "source: {]\nboard:\n a\ngourds:": "line 2: not JSON",
    "source: 5\nboard:\n a\ngourds:": "line 2: the source must be a JSON object",
    "board:\ngourds:\n": "board: a board needs at least one cell",
    "board:\n a a\n  a\ngourds:\n a b 1": "line 6: unknown color 'b'",
    "board:\n a a . a\ngourds:\n a a 1": "line 3, column 8: the board is not connected",
    "first cell: 999999999999 0\nboard:\n a\ngourds:": "line 4, column 2: coordinates must stay below",
    "board:\n a\ngourds:\n a a": "line 5: expected two symbols and a number",
    "board:\n a a\n\n\n  a\ngourds:\n a a 1": "line 4: a blank line stands inside the board",
}


@pytest.mark.parametrize("body", DRAWINGS, ids=range(len(DRAWINGS)))
def test_drawings(body):
    assert DRAWINGS[body] in message("gourds drawing 1\n" + body)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xff\xfe\x00\x01", "byte 0: not UTF-8 text"),
        (b"\x1f\x8b\x08rubbish", "gzip"),
        (gzip.compress(b"{}" * 1000)[:-9], "gzip data: damaged or cut short"),
        (b"\x00" * 64, "neither JSON nor a drawing"),
    ],
    ids=range(4),
)
def test_bytes(tmp_path, data, expected):
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        files.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert expected in str(caught.value)


def test_places_that_cannot_be_read(tmp_path):
    for path, expected in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError, match=expected):
            files.load(path)


def test_a_gzip_bomb_stops_at_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(raw, "MAX_BYTES", 2**20)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b" " * 2**24))
    with pytest.raises(InputError, match="too large: more than 1,048,576 bytes"):
        files.load(path)
