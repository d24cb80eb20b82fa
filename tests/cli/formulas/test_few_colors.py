"""``gourds reduce --colors``: boards of rings from formulas and from exact satisfiability, there and back."""

from __future__ import annotations

import pytest

import gourds
from gourds.errors import InputError
from gourds.files import load_instance

FILES = {
    "f.1in3": ("p 1in3 4 3\n1 2 3 0\n2 3 4 0\n1 3 4 0\n", ["monotone", "xsat", "placement"]),
    "a.xsat": ("p xsat 3 3\n1 2 3 0\n-1 3 0\n-2 -3 0\n", ["xsat", "placement"]),
    "c.x3c": ("p x3c 3 2\n1 2 3 0\n1 2 3 0\n", ["x3c", "monotone", "xsat", "placement"]),
}


@pytest.mark.parametrize("file", FILES)
def test_there_and_back(cli, file):
    text, path = FILES[file]
    (cli.folder / file).write_text(text)
    colors = {"c.x3c": 9}.get(file, 4)
    assert cli("reduce", file, "--colors", colors, "-o", "board.json").code == 0
    board = load_instance("board.json")
    assert len(board.colors) <= colors
    assert {r for _, r in board.board.cell_list()} == {0, 1, 2}
    assert board.source["path"] == path
    assert board.source["command"] == f"gourds reduce {file} --colors {colors}"
    assert cli("solve", "board.json", "--solver", "decompose", "-o", "placement.json").code == 10
    found = cli("extract", "board.json", "placement.json")
    assert found.code == 0
    (cli.folder / "solution.txt").write_text(found.out)
    assert cli("place-assignment", "board.json", "solution.txt", "-o", "again.json").code == 0
    assert cli("extract", "board.json", "again.json").out == found.out


def test_formulas_of_every_form():
    cubic = gourds.OneInThree(3, [(1, 2, 3)] * 3)
    assert gourds.reduce(cubic, colors=4).digest == gourds.reduce(cubic, problem="cubic", colors=4).digest
    assert len(gourds.reduce(gourds.OneInThree(2, [(1, -2, 2)]), colors=30).colors) < 30
    assert gourds.solve(gourds.reduce(gourds.Cnf(1, [(1,), (-1,)]), colors=8), "decompose").status.value == "infeasible"
    for colors in (3, "few"):
        with pytest.raises(InputError, match="colors must be"):
            gourds.reduce(cubic, colors=colors)


def test_what_cannot_be_made(cli):
    (cli.folder / "a.xsat").write_text("p xsat 3 60\n" + "1 2 3 0\n" * 60)
    said = "a.xsat: colors: with 4 colors the board would have more than 20,000,000 cells: take more colors"
    assert said in cli.refuses("reduce", "a.xsat", "--colors", 4, "-o", "board.json")
    assert "3 is not in the range" in cli.refuses("reduce", "a.xsat", "--colors", 3)
    assert "--order: no reduction from xsat to placement takes it" in cli.refuses(
        "reduce", "a.xsat", "--order", "shuffled"
    )
    (cli.folder / "f.1in3").write_text("p 1in3 3 1\n1 2 3 0\n")
    assert "--colors: no reduction from monotone to cubic takes it" in cli.refuses(
        "reduce", "f.1in3", "--colors", 4, "--to", "cubic"
    )
    assert not (cli.folder / "board.json").exists()
