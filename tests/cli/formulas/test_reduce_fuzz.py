"""Hundreds of damaged formulas, reduced instances, gadgets and assignments through the commands that take them.

Exit code 2 comes with one line that names the damaged file, exit code 1 only from a check that can fail; what is
written is sound, and there is nothing else in the folder afterwards.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from gourds import files
from gourds.bundled import bundled_folder
from gourds.cli.app import run
from gourds.files.formulas import format_assignment, format_formula, parse_assignment
from gourds.formulas.cubic import planted_cubic
from gourds.formulas.formula import Cnf, OneInThree
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.reductions.gadgets.drawing import GadgetSet, bundled_gadgets, parse_gadget
from gourds.reductions.reduction import extract, formula_of, place_assignment, reduce
from tests.files.test_fuzz import damaged, damaged_values

FORMULA, MODEL = planted_cubic(6, 1)
TEXTS = [
    format_formula(FORMULA, ["six variables"]),
    format_formula(Cnf(4, ((1, -2, 3, -4), (2,), (-1, 4))), ["a CNF"]),
    "c SATLIB\np cnf 2 2\n1 -2\n0 2 0\n%\n0\n",
    "p 1in3 4 2\r\n1 2 3 0\r\nc between\r\n2 3 4 0\r\n",
]
WORDS = [b" 0\n", b"\n", b"\r", b"\t", b"c", b"p cnf 2 1\n", b"p 1in3 3 1\n", b"%\n", b"-", b"+", b" -1 ", b" 7 ", b"x"]
WORDS += [b"\x00", b"\xff", b"\xe2\x80\xa8", b" 99999999999999999999 ", b"{", b"1e9", b" 3.0 "]
GADGETS = bundled_folder("reductions") / "one_in_three_sat" / "gadgets"


class Folder:
    """A folder in which commands run; checks what every command must keep to."""

    def __init__(self, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.place, self.capsys = place, capsys
        self.bad, self.out = place / "bad", place / "out"
        self.codes: Counter[int] = Counter()
        self.kept: set[Path] = set()

    def keep(self, name: str, text: str) -> Path:
        """A sound file for the commands."""
        path = self.place / name
        path.write_text(text, encoding="utf-8")
        self.kept.add(path)
        return path

    def run(self, data: bytes, *args: object, may_fail: bool = False, bad: Path | None = None) -> tuple[int, str]:
        """Run a command on damaged data; its exit code, and what it printed or wrote."""
        bad = bad or self.bad
        bad.write_bytes(data)
        code = run([str(word) for word in args])
        printed = self.capsys.readouterr()
        assert code in ((0, 1, 2) if may_fail else (0, 2)), (args, data, printed.err)
        self.codes[code] += 1
        if code:
            assert printed.err.count("\n") == 1, (data, printed.err)
            assert printed.out == ""
        if code == 2:
            assert printed.err.startswith(f"gourds: {bad}: "), (data, printed.err)
        written = set(self.place.iterdir()) - self.kept - {bad if bad.parent == self.place else bad.parent}
        assert written == ({self.out} if code == 0 and self.out in args else set()), (args, data)
        text = self.out.read_text(encoding="utf-8") if written else printed.out
        self.out.unlink(missing_ok=True)
        return code, text


@pytest.fixture
def folder(tmp_path, capsys) -> Folder:
    return Folder(tmp_path, capsys)


def damaged_formula(rng: random.Random) -> bytes:
    """A formula with bytes changed, or with words put in and lines taken out."""
    data = rng.choice(TEXTS).encode()
    if rng.random() < 0.5:
        return damaged(rng, data)
    lines = data.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(lines))
        match rng.randrange(3):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(at, rng.choice(lines))
            case _:
                place = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + rng.choice(WORDS) + lines[at][place:]
    return b"".join(lines)


@pytest.mark.parametrize("part", range(2))
def test_damaged_formulas(part, folder):
    rng = random.Random(part)
    for _ in range(200):
        data = damaged_formula(rng)
        reads = ["formula", "info", folder.bad], ["formula", "info", folder.bad, "--json"]
        writes = ["reduce", folder.bad, "-o", folder.out], ["reduce", folder.bad, "--make-cubic", "-o", folder.out]
        args = rng.choice([*reads, *writes, ["reduce", folder.bad, "--make-cubic", "--to", "cubic", "-o", folder.out]])
        code, text = folder.run(data, *args)
        if code == 0 and args[0] == "reduce":
            made = files.loads(text)
            assert made.is_cubic if isinstance(made, OneInThree) else formula_of(made) == files.loads(data.decode())
    assert folder.codes[2] > 60
    assert folder.codes[0] > 10


def damaged_source(rng: random.Random, instance: Instance) -> bytes:
    """The instance with a value in its source changed, or a character of it."""
    document = json.loads(files.to_text(instance))
    source = json.dumps(document["source"])
    if rng.random() < 0.6:
        changed = damaged_values(rng, source)
    else:
        at = rng.randrange(1, len(source) - 1)
        new = rng.choice(["", "0", "-", "7", ",", '"', "]", "[", "x", "null", "1e9"])
        changed = (source[:at] + new + source[at + rng.randrange(2) :]).encode()
    document["source"] = None
    return json.dumps(document).encode().replace(b'"source": null', b'"source": ' + changed)


def own() -> GadgetSet:
    """Other gadgets than the paper's, so that the instance carries them."""
    paper = bundled_gadgets()
    text = paper.clause.text().replace("V X V", "V Z V").replace("V Y Z V", "V Y X V")
    return GadgetSet(paper.variable, parse_gadget(text, "clause"))


@pytest.mark.parametrize("kind", ["paper", "own gadgets", "cnf"])
def test_damaged_sources(kind, folder):
    rng = random.Random(7)
    formula = Cnf(2, ((1, -2),)) if kind == "cnf" else FORMULA
    model = (True, True) if kind == "cnf" else MODEL
    instance = reduce(formula, order="shuffled", gadgets=own() if kind == "own gadgets" else None)
    placement = place_assignment(instance, model)
    placed = folder.keep("placed", files.to_text(placement))
    assigned = folder.keep("assigned", format_assignment(model))
    for _ in range(40 if kind == "cnf" else 70):
        data = damaged_source(rng, instance)
        # The coverings of a gadget are in the source alone: with wrong ones the board is right, and cannot be read.
        code, text = folder.run(data, "extract", folder.bad, placed, may_fail=kind == "own gadgets")
        if code == 0:
            damaged_formula = formula_of(files.loads(data.decode()))
            assert damaged_formula.is_satisfied(parse_assignment(text, damaged_formula.variables))
        folder.kept.add(folder.bad)
        args = ["place-assignment", folder.bad, assigned, "-o", folder.out]
        code = run([str(word) for word in args])
        error = folder.capsys.readouterr().err
        assert code in (0, 2), (data, error)
        if code == 0:
            assert not placement_faults(instance, files.load_placement(folder.out))
            folder.out.unlink()
        else:
            assert error.count("\n") == 1
            # A formula with another number of variables makes the assignment wrong, not the instance.
            assert error.startswith((f"gourds: {folder.bad}: ", f"gourds: {assigned}: variable"))
    assert folder.codes[2] > 10


def test_damaged_boards(folder):
    """Anything in the instance: its cells and gourds too."""
    rng = random.Random(11)
    instance = reduce(OneInThree(3, ((1, 2, 3),) * 3))
    placed = folder.keep("placed", files.to_text(place_assignment(instance, (True, False, False))))
    for _ in range(150):
        text = files.to_text(instance, rng.choice(["json", "text"]))
        data = damaged_values(rng, text) if text.startswith("{") and rng.random() < 0.5 else damaged(rng, text.encode())
        code, printed = folder.run(data, "extract", folder.bad, placed, may_fail=True)
        if code == 0:
            assert printed.startswith("v ")
    assert folder.codes[2] > 50


def test_damaged_placements(folder):
    rng = random.Random(13)
    instance = reduce(OneInThree(3, ((1, 2, 3),) * 3))
    board = folder.keep("board", files.to_text(instance))
    text = files.to_text(place_assignment(instance, (False, True, False)))
    for _ in range(150):
        data = damaged_values(rng, text) if rng.random() < 0.5 else damaged(rng, text.encode())
        code, printed = folder.run(data, "extract", board, folder.bad, may_fail=True)
        if code == 0:
            assert printed == format_assignment(extract(instance, files.loads(data.decode("utf-8-sig"))))
    assert folder.codes[2] > 40
    assert folder.codes[1] > 2


def test_damaged_assignments(folder):
    rng = random.Random(17)
    instance = reduce(FORMULA)
    board = folder.keep("board", files.to_text(instance))
    for _ in range(150):
        data = damaged(rng, b"c a solver\ns SATISFIABLE\n" + format_assignment(MODEL).replace(" -4", "\nv -4").encode())
        code, text = folder.run(data, "place-assignment", board, folder.bad, "-o", folder.out, may_fail=True)
        if code == 0:
            assert not placement_faults(instance, files.loads(text))
    assert folder.codes[2] > 40
    assert folder.codes[0] > 10


@pytest.mark.parametrize("name", ["variable", "clause"])
def test_damaged_gadgets(name, folder):
    rng = random.Random(19)
    formula = folder.keep("formula", TEXTS[0])
    drawn = (GADGETS / f"{name}.txt").read_bytes()
    bad = folder.place / "gadgets" / f"{name}.txt"
    bad.parent.mkdir()
    for _ in range(120):
        args = ["reduce", formula, "--gadgets", bad.parent, "-o", folder.out]
        bad.write_bytes(damaged(rng, drawn))
        code = run([str(word) for word in args])
        error = folder.capsys.readouterr().err
        assert code in (0, 2), (bad.read_bytes(), error)
        folder.codes[code] += 1
        if code == 2:
            assert error.count("\n") == 1
            assert error.startswith((f"gourds: {bad}: ", f"gourds: {bad.parent}: "))
            assert not folder.out.exists()
        else:
            assert formula_of(files.load_instance(folder.out)) == FORMULA
            folder.out.unlink()
    assert folder.codes[2] > 40
