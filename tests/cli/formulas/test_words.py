"""Formulas in words on the command line: reduced, solved, read back by name; faults with their place."""

from __future__ import annotations

import json


def test_the_commands_know_the_names(cli):
    (cli.folder / "f.formula").write_text("exactly one of a, b, c\nnot a\nnot c\n")
    assert cli("reduce", "f.formula", "-o", "board.json").code == 0
    assert cli("solve", "board.json", "-o", "placement.json").code == 10
    lines = cli("extract", "board.json", "placement.json").out.splitlines()
    assert lines == ["c a = false", "c b = true", "c c = false", "v -1 2 -3 0"]
    found = json.loads(cli("extract", "board.json", "placement.json", "--json").out)
    assert found["values"] == {"a": False, "b": True, "c": False}
    (cli.folder / "bad.formula").write_text("a or\nb c\n")
    assert "bad.formula: line 2, column 3: 'c' follows 'b'" in cli.refuses("reduce", "bad.formula")
    # In words a 1-in-3 formula need not be cubic, and its literals may be negative.
    (cli.folder / "one.formula").write_text("exactly one of a, not b, c")
    assert cli("reduce", "one.formula", "-o", "one.json").code == 0
    assert cli("reduce", "one.formula", "--colors", 6, "-o", "few.json").code == 0
    assert cli("formula", "info", "-", "--solve", stdin="(a or not b) and c").code == 0
