"""Formulas to boards and back on the command line: formula, reduce, extract, place-assignment, check-reduction."""

from __future__ import annotations

import gzip
import io
import json
import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from pysat.solvers import Solver

from gourds import files
from gourds.bundled import bundled_folder
from gourds.cli.app import run
from gourds.files.formulas import format_assignment, format_formula
from gourds.formulas.cubic import planted_cubic
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.formulas.verdict import satisfying_assignment
from gourds.reductions.cubic_to_board import ORDERS
from gourds.reductions.reduction import reduce

CUBIC, PLANTED = planted_cubic(6, 1)
OTHER = planted_cubic(6, 4)[0]
CNF = Cnf(3, ((1, -2), (2, 3), (-1, -3)))
LOOSE = OneInThree(5, ((1, 2, 3), (3, 4, 4)))
GADGETS = bundled_folder("reductions") / "one_in_three_sat" / "gadgets"


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


Cli = Callable[..., Done]


@pytest.fixture
def cli(capsysbinary, tmp_path, monkeypatch) -> Cli:
    """``cli(*args)`` runs a command in this process, inside a new folder."""
    monkeypatch.chdir(tmp_path)

    def call(*args: object, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = run([str(word) for word in args])
        out, err = capsysbinary.readouterr()
        return Done(code, out.decode(), err.decode())

    return call


@pytest.fixture
def folder(cli, tmp_path) -> Path:
    """A folder with formulas, the board of the cubic one, and its assignment; commands run in it."""
    (tmp_path / "f.1in3").write_text(format_formula(CUBIC))
    (tmp_path / "f.cnf").write_text(format_formula(CNF))
    (tmp_path / "loose.1in3").write_text(format_formula(LOOSE))
    (tmp_path / "model").write_text(format_assignment(PLANTED))
    files.save(reduce(CUBIC), tmp_path / "board.json")
    return tmp_path


def names() -> list[str]:
    """What is in the folder."""
    return sorted(os.listdir())


def refused(done: Done, start: str = "") -> None:
    """Exit code 2, one line on standard error, nothing on standard output."""
    assert done.code == 2, done
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert done.err.startswith(f"gourds: {start}"), done.err


def models(formula: Formula) -> list[tuple[bool, ...]]:
    """All models, by a SAT solver of another house."""
    cnf = formula if isinstance(formula, Cnf) else formula.to_cnf()
    with Solver("glucose4", bootstrap_with=cnf.clauses) as solver:
        return [tuple(v in model for v in range(1, formula.variables + 1)) for model in map(set, solver.enum_models())]


def own_gadgets(folder: Path, old: str, new: str, name: str = "clause") -> Path:
    """A folder with one gadget of the paper, changed."""
    text = (GADGETS / f"{name}.txt").read_text(encoding="utf-8")
    assert old in text
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / f"{name}.txt").write_text(text.replace(old, new), encoding="utf-8")
    return folder / "own"


# -- there and back -------------------------------------------------------------------------------------------


def test_the_whole_way_of_a_cubic_formula(cli, folder):
    done = cli("reduce", "f.1in3", "-o", "b.json", "--name", "six variables")
    assert (done.code, done.out) == (0, "")
    board = files.load_instance("b.json")
    assert board.digest == reduce(CUBIC).digest
    assert board.board.size == 32 * 6 + 48 * 6 + 1
    assert len(board.colors) == 8
    assert board.name == "six variables"
    assert "481 cells, 240 gourds, 8 colors" in done.err
    assert cli("solve", "b.json", "-o", "p.json").code == 10
    done = cli("extract", "b.json", "p.json")
    assert (done.code, done.err) == (0, "")
    (folder / "read").write_text(done.out)
    assert CUBIC.is_satisfied(files.load_assignment("read", 6))
    facts = json.loads(cli("extract", "b.json", "p.json", "--json").out)
    assert CUBIC.is_satisfied(facts["assignment"])
    assert (facts["variables"], facts["clauses_satisfied"]) == (6, 6)


def test_the_whole_way_of_a_cnf(cli, folder):
    done = cli("reduce", "f.cnf", "-o", "b.json.gz")
    assert done.code == 0
    steps = [line.split()[0] for line in done.err.splitlines()[:5]]
    assert steps == ["CNF", "3-CNF", "1-in-3", "monotone", "cubic"]
    assert cli("solve", "b.json.gz", "-o", "p.json").code == 10
    (folder / "read").write_text(cli("extract", "b.json.gz", "p.json").out)
    assert CNF.is_satisfied(files.load_assignment("read", 3))


@pytest.mark.parametrize("text", ["p cnf 2 3\n1 0\n2 0\n-1 -2 0\n", "p cnf 3 1\n0", "p 1in3 4 4\n" + "1 2 3 0\n" * 4])
def test_unsatisfiable_formulas_give_infeasible_boards(cli, folder, text):
    (folder / "no").write_text(text.replace("1 2 3 0\n" * 4, "1 2 3 0\n1 2 4 0\n1 3 4 0\n2 3 4 0\n"))
    assert cli("reduce", "no", "-o", "b.json").code == 0
    assert cli("solve", "b.json").code == 20


@pytest.mark.parametrize("text", ["p cnf 0 0\n", "p 1in3 0 0\n", "p cnf 3 0\n"])
def test_formulas_without_clauses_give_one_cell(cli, folder, text):
    (folder / "none").write_text(text)
    assert cli("reduce", "none", "-o", "b.json").code == 0
    assert files.load_instance("b.json").board.size == 1
    assert cli("solve", "b.json", "-o", "p.json").code == 10
    assert cli("extract", "b.json", "p.json").out == ("v -1 -2 -3 0\n" if "3" in text.split()[2] else "v 0\n")


@pytest.mark.parametrize(("name", "formula"), [("f.1in3", CUBIC), ("f.cnf", CNF), ("loose.1in3", LOOSE)])
def test_every_model_there_and_back(cli, folder, name, formula):
    assert cli("reduce", name, "--make-cubic", "-o", "b.json").code == 0
    found = models(formula)
    assert found
    for model in found:
        (folder / "m").write_text("s SATISFIABLE\n" + format_assignment(model))
        assert cli("place-assignment", "b.json", "m", "-o", "p.json").code == 0
        assert cli("verify", "b.json", "p.json").code == 0
        assert cli("extract", "b.json", "p.json").out == format_assignment(read_as(formula, model))


def read_as(formula: Formula, model: tuple[bool, ...]) -> tuple[bool, ...]:
    """A model as it comes back: variables in no clause are false."""
    used = {abs(literal) for clause in formula.clauses for literal in clause}
    return tuple(value and v in used for v, value in enumerate(model, start=1))


def test_what_is_not_a_model_gets_exit_code_1(cli, folder):
    assert cli("reduce", "f.cnf", "-o", "b.json").code == 0
    before = names()
    for board, formula in (("board.json", CUBIC), ("b.json", CNF)):
        others = {tuple(bool(k >> v & 1) for v in range(formula.variables)) for k in range(2**formula.variables)}
        for other in sorted(others - set(models(formula)))[:6]:
            done = cli("place-assignment", board, "-", "-o", "p.json", stdin=format_assignment(other))
            assert (done.code, done.out) == (1, "")
            assert done.err.startswith("gourds: standard input: the assignment does not satisfy clause ")
            assert done.err.count("\n") == 1
            assert names() == before


def test_placements_that_are_wrong_get_exit_code_1(cli, folder):
    files.save(reduce(OTHER), "other.json")
    assert cli("solve", "other.json", "-o", "p.json").code == 10
    done = cli("extract", "board.json", "p.json")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("gourds: p.json: this is no placement of the instance: ")
    assert done.err.count("\n") == 1


def test_standard_input_and_output(cli, folder):
    formula, board = (folder / "f.1in3").read_text(), (folder / "board.json").read_text()
    model = (folder / "model").read_text()
    done = cli("reduce", "-", stdin=formula)
    assert (done.code, done.err) == (0, "")
    assert files.loads(done.out).digest == reduce(CUBIC).digest
    placement = cli("place-assignment", "-", "model", stdin=board)
    assert (placement.code, placement.err) == (0, "")
    assert cli("place-assignment", "board.json", "-", stdin=model).out == placement.out
    (folder / "p.json").write_text(placement.out)
    assert cli("extract", "-", "p.json", stdin=board).out == model
    assert cli("extract", "board.json", "-", stdin=placement.out).out == model
    assert json.loads(cli("formula", "info", "-", "--json", stdin=formula).out)["cubic"] is True
    assert cli("check-reduction", "-", stdin=formula).code == 0


def test_packed_files_and_drawings(cli, folder):
    (folder / "f.gz").write_bytes(gzip.compress((folder / "f.1in3").read_bytes()))
    (folder / "model.gz").write_bytes(gzip.compress((folder / "model").read_bytes()))
    assert cli("reduce", "f.gz", "-o", "b.txt.gz").code == 0
    assert cli("place-assignment", "b.txt.gz", "model.gz", "-o", "p.json.gz").code == 0
    assert cli("extract", "b.txt.gz", "p.json.gz").out == format_assignment(PLANTED)
    assert gzip.decompress((folder / "b.txt.gz").read_bytes()).startswith(b"gourds drawing 1\n")


# -- options of reduce ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [*ORDERS, "c6 x6,c5 x5 c4 x4  c3 x3 c2 x2 c1,x1"])
def test_orders(cli, folder, order):
    assert cli("reduce", "f.1in3", "--order", order, "--seed", 3, "-o", "b.json").code == 0
    board = files.load_instance("b.json")
    assert (board.digest == reduce(CUBIC).digest) == (order == "variables-first")
    columns = [column for column, _ in board.source["back_map"]]
    assert {board.color_at((column + 2, 0)) for column in columns} == {f"x{v}" for v in range(1, 7)}
    wanted = {"variables-first": [0, 8, 16, 24, 32, 40], "clauses-first": [72, 80, 88, 96, 104, 112]}
    wanted["alternating"] = [0, 20, 40, 60, 80, 100]
    wanted["c6 x6,c5 x5 c4 x4  c3 x3 c2 x2 c1,x1"] = [112, 92, 72, 52, 32, 12]
    assert columns == wanted.get(order, columns)
    assert cli("place-assignment", "b.json", "model", "-o", "p.json").code == 0
    assert cli("extract", "b.json", "p.json").out == format_assignment(PLANTED)


def test_the_seed_of_the_shuffled_order(cli, folder):
    def text(seed: int) -> str:
        return cli("reduce", "f.1in3", "--order", "shuffled", "--seed", seed).out

    assert text(1) == text(1) != text(2)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("nonsense", "--order: must be variables-first, clauses-first, alternating, shuffled, or gadgets such as"),
        ("", "--order: must be variables-first"),
        ("x1 c1", "--order: gadget x2 is missing; --order: gadget x3 is missing;"),
        (
            "x1 x1 x2 x3 x4 x5 x6 c1 c2 c3 c4 c5 c6 c7",
            "--order: gadget x1 is named more than once; --order: gadget c7 ",
        ),
        ("x0", "--order: must be"),
    ],
)
def test_orders_that_cannot_be(cli, folder, order, message):
    refused(cli("reduce", "f.1in3", "--order", order, "-o", "b.json"), f"f.1in3: {message}")
    assert not Path("b.json").exists()


@pytest.mark.parametrize("exponent", [1, 0.5, 0.3, 0.25])
def test_the_color_exponent(cli, folder, exponent):
    assert cli("reduce", "f.1in3", "--color-exponent", exponent, "-o", "b.json").code == 0
    board = files.load_instance("b.json")
    size, extra = board.board.size, board.source.get("extra_columns", 0)
    assert size == 481 + 4 * extra
    assert len(board.colors) <= size**exponent
    if extra:  # and no fewer columns would do
        assert len(board.colors) > (size - 8) ** exponent
    assert cli("place-assignment", "b.json", "model", "-o", "p.json").code == 0
    assert cli("extract", "b.json", "p.json").out == format_assignment(PLANTED)


@pytest.mark.parametrize("exponent", ["0", "-1", "1.01", "nan", "inf", "x", "1e-300", "5e-324", "0.1"])
def test_color_exponents_that_cannot_be(cli, folder, exponent):
    refused(cli("reduce", "f.1in3", "--color-exponent", exponent, "-o", "b.json"))
    assert not Path("b.json").exists()


def test_gadgets_of_ones_own(cli, folder):
    """Two colors of the right triangle exchanged: other boards, as right as the paper's."""
    own = own_gadgets(folder, "F F V X V F F", "F F V Z V F F")
    text = (own / "clause.txt").read_text(encoding="utf-8").replace("V Y Z V", "V Y X V")
    (own / "clause.txt").write_text(text, encoding="utf-8")
    assert cli("reduce", "f.1in3", "--gadgets", "own", "-o", "b.json").code == 0
    board = files.load_instance("b.json")
    assert board.digest != reduce(CUBIC).digest
    assert set(board.source["gadgets"]) == {"variable", "clause"}
    (own / "clause.txt").unlink()  # the instance carries them
    assert cli("place-assignment", "b.json", "model", "-o", "p.json").code == 0
    assert cli("verify", "b.json", "p.json").code == 0
    assert cli("extract", "b.json", "p.json").out == format_assignment(PLANTED)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "variable",
            "F F x x V V F F\n   ",
            "F F F x V V F F\n   ",
            "own/variable.txt: row 1: a run of filler has an odd",
        ),
        ("variable", "name: variable", "name: clause", "own/variable.txt: name: must be 'variable', not 'clause'"),
        ("variable", "  false: x V 6\n", "", "own/variable.txt: coverings: covering 'false' is missing"),
        ("variable", "gourds gadget 1", "gourds drawing 1", "own/variable.txt: line 1: not a gadget"),
        (
            "clause",
            "V V 5\n  F",
            "V V 4\n  F",
            "own: the smallest board: 241 cells take 120 gourds, the budgets sum to 117",
        ),
    ],
)
def test_gadgets_that_cannot_be_used(cli, folder, name, old, new, message):
    own_gadgets(folder, old, new, name)
    refused(cli("reduce", "f.1in3", "--gadgets", "own", "-o", "b.json"), message)
    assert not Path("b.json").exists()
    for form in ([], ["--json"]):
        refused(cli("check-reduction", "--gadgets", "own", *form), message)


def test_a_formula_that_is_not_cubic(cli, folder):
    done = cli("reduce", "loose.1in3", "-o", "b.json")
    refused(
        done, "loose.1in3: the formula is not cubic; --make-cubic sends it through the chain; clause 2: variable 4 "
    )
    assert not Path("b.json").exists()
    assert cli("reduce", "loose.1in3", "--make-cubic", "-o", "b.json").code == 0
    assert files.load_instance("b.json").source["formula"]["variables"] == 5
    plain, flagged = (cli("reduce", "f.1in3", *flag).out for flag in ([], ["--make-cubic"]))
    assert files.loads(plain).digest == files.loads(flagged).digest == reduce(CUBIC).digest


@pytest.mark.parametrize(("name", "formula"), [("f.1in3", CUBIC), ("f.cnf", CNF), ("loose.1in3", LOOSE)])
def test_stopping_at_the_cubic_formula(cli, folder, name, formula):
    done = cli("reduce", name, "--make-cubic", "--to", "cubic")
    assert (done.code, done.err) == (0, "")
    cubic = files.loads(done.out)
    assert cubic.is_cubic
    assert (satisfying_assignment(cubic) is None) == (satisfying_assignment(formula) is None)
    (folder / "cubic.1in3").write_text(done.out)
    assert cli("reduce", "cubic.1in3", "-o", "one.json").code == 0
    assert cli("reduce", name, "--make-cubic", "-o", "two.json").code == 0
    assert files.load_instance("one.json").digest == files.load_instance("two.json").digest


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--order", "shuffled", "--seed", "7"],
        ["--order", "c1 c2 c3 c4 c5 c6 x1 x2 x3 x4 x5 x6"],
        ["--color-exponent", "0.312345678901"],
        ["--make-cubic", "--to", "cubic"],
    ],
)
def test_the_command_that_is_kept_gives_the_same_bytes(cli, folder, options):
    text = cli("reduce", "f.1in3", *options).out
    kept = (
        text.split("\n")[0].removeprefix("c made by: ") if "cubic" in options else json.loads(text)["source"]["command"]
    )
    assert shlex.split(kept)[:3] == ["gourds", "reduce", "f.1in3"]
    assert set(options) <= set(shlex.split(kept))
    assert cli(*shlex.split(kept)[1:]).out == text


def test_names_that_are_no_text(cli, folder):
    refused(cli("reduce", "f.1in3", "--name", "\udcff", "-o", "b.json"), "--name: must be valid Unicode")
    refused(cli("reduce", "\udcff.1in3", "-o", "b.json"), "\\udcff.1in3: No such file")
    assert not Path("b.json").exists()
    for name in ("two\nlines", "\udcff", "it's", "c"):
        Path(name).write_text(format_formula(CUBIC))
        assert files.loads(cli("reduce", name).out).digest == reduce(CUBIC).digest
        assert files.loads(cli("reduce", name, "--to", "cubic").out) == CUBIC


# -- inputs that cannot be used -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "start"),
    [
        ("reduce", "reduce: Missing argument 'FORMULA'"),
        ("reduce none -o b", "none: No such file or directory"),
        ("reduce sub -o b", "sub: Is a directory"),
        ("reduce empty -o b", "empty: "),
        ("reduce rubbish -o b", "rubbish: byte 0: not UTF-8 text"),
        ("reduce cut -o b", "cut: gzip data: damaged or cut short"),
        ("reduce board.json -o b", "board.json: format: a formula is needed here, this is an instance"),
        ("reduce model -o b", "model: "),
        ("reduce short -o b", "short: line 2: the number of clauses is 1, not 2 as announced"),
        ("reduce f.1in3 -o no/b", "no/b: cannot be written: No such file or directory"),
        ("reduce f.1in3 -o sub", "sub: cannot be written: Is a directory"),
        ("reduce f.1in3 --to nonsense", "reduce: Invalid value for '--to'"),
        ("reduce f.1in3 --seed -1", "reduce: Invalid value for '--seed'"),
        ("reduce f.1in3 --gadgets none -o b", "none: no such folder of gadgets"),
        ("reduce f.1in3 --gadgets sub -o b", "sub: neither variable.txt nor clause.txt is there"),
        ("reduce f.1in3 --gadgets model -o b", "model: no such folder of gadgets"),
        ("extract board.json", "extract: Missing argument 'PLACEMENT'"),
        ("extract board.json none", "none: No such file"),
        ("extract none model", "none: No such file"),
        ("extract board.json board.json", "board.json: format: a placement is needed here, this is an instance"),
        ("extract board.json f.1in3", "f.1in3: format: a placement is needed here, this is a formula"),
        ("extract f.1in3 board.json", "f.1in3: format: an instance is needed here, this is a formula"),
        ("extract plain.json plain.p.json", "plain.json: source: holds no formula"),
        ("extract - -", "standard input: "),
        ("place-assignment board.json none -o b", "none: No such file"),
        ("place-assignment board.json sub -o b", "sub: Is a directory"),
        ("place-assignment board.json empty -o b", "empty: variable 1 and 5 more of 6 without a value"),
        ("place-assignment board.json both -o b", "both: line 2: variable 6 is both true and false"),
        ("place-assignment board.json far -o b", "far: line 1: variable 7 is larger than 6"),
        ("place-assignment board.json board.json -o b", "board.json: line 1: '{\"format\":' is not a whole number"),
        ("place-assignment f.1in3 model -o b", "f.1in3: format: an instance is needed here, this is a formula"),
        ("place-assignment plain.json model -o b", "plain.json: source: holds no formula"),
        ("place-assignment board.json model -o no/b", "no/b: cannot be written"),
        ("formula info none", "none: No such file"),
        ("formula info board.json", "board.json: format: a formula is needed here"),
        ("formula random", "formula random: Missing option '--variables'"),
        ("formula random --variables 2", "formula random: Invalid value for '--variables'"),
        ("formula random --variables 4 -o no/b", "no/b: cannot be written"),
        ("formula planted --variables 4 -o b", "a satisfiable cubic formula has 3, 6, 9, … variables, not 4"),
        ("formula hard --base 9 --ratio nan -o b", "the number of clauses for each variable must be from 2/3 to 1"),
        ("formula all --variables 3 -o model", "model: cannot be made: File exists"),
        ("formula all --variables 3 -o model/b", "model/b: cannot be made: Not a directory"),
        ("generate reduction --variables 2 -o b", "a cubic formula has at least 3 variables, not 2"),
        ("generate reduction --order x1 -o b", "generate reduction: Invalid value for '--order'"),
        ("generate chain --size -1 -o b", "the numbers of holes and pigeons must not be negative"),
        ("check-reduction none", "none: No such file"),
        ("check-reduction f.1in3 short", "short: line 2: the number of clauses"),
        ("check-reduction board.json --json", "board.json: format: a formula is needed here"),
        ("check-reduction --exhaustive 11", "check-reduction: Invalid value for '--exhaustive'"),
        ("check-reduction --gadgets none", "none: no such folder of gadgets"),
        ("check-reduction --mutations nonsense", "check-reduction: Invalid value for '--mutations'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(cli, folder, args, start):
    (folder / "sub").mkdir()
    (folder / "empty").write_text("")
    (folder / "rubbish").write_bytes(b"\xff\xfe")
    (folder / "cut").write_bytes(gzip.compress(b"p cnf 0 0\n")[:-9])
    (folder / "short").write_text("p cnf 1 2\n1 0\n")
    (folder / "both").write_text("v 1 2 3 4 5 6\nv -6 0\n")
    (folder / "far").write_text("v 7 0\n")
    (folder / "plain.json").write_text(
        '{"format": "gourds-instance", "version": 1, "cells": [[0, 0, "a"]], "gourds": []}'
    )
    (folder / "plain.p.json").write_text('{"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": []}')
    before = names()
    refused(cli(*args.split()), start)
    assert names() == before


def test_boards_that_would_be_too_large(cli, folder, monkeypatch):
    monkeypatch.setattr("gourds.reductions.cubic_to_board.MAX_CELLS", 480)
    done = cli("reduce", "f.1in3", "-o", "b.json")
    refused(done, "f.1in3: the board would have 481 cells, more than 480")
    assert not Path("b.json").exists()


SOURCES = {
    "no formula": (lambda s: s.pop("formula"), "source: holds no formula"),
    "formula null": (lambda s: s.update(formula=None), "source.formula: must be"),
    "formula a list": (lambda s: s.update(formula=[]), "source.formula: must be"),
    "kind": (lambda s: s["formula"].update(kind=["1in3"]), "source.formula: must be"),
    "kind missing": (lambda s: s["formula"].pop("kind"), "source.formula: must be"),
    "negative variables": (lambda s: s["formula"].update(variables=-6), "source.formula: must be"),
    "true variables": (lambda s: s["formula"].update(variables=True), "source.formula: must be"),
    "fewer variables": (lambda s: s["formula"].update(variables=5), "source.formula: must be"),
    "more variables": (lambda s: s["formula"].update(variables=7), "source.back_map: must give"),
    "huge variables": (lambda s: s["formula"].update(variables=10**40), "source.back_map: must give"),
    "clauses missing": (lambda s: s["formula"].pop("clauses"), "source.formula: must be"),
    "clauses a string": (lambda s: s["formula"].update(clauses="123"), "source.formula: must be"),
    "a short clause": (lambda s: s["formula"]["clauses"].append([1, 2]), "source.formula: must be"),
    "a clause with 0": (lambda s: s["formula"]["clauses"].append([1, 2, 0]), "source.formula: must be"),
    "a clause of floats": (lambda s: s["formula"]["clauses"].append([1.0, 2, 3]), "source.formula: must be"),
    "another formula": (lambda s: s.update(formula=reduce(OTHER).source["formula"]), "source: the f"),
    "another clause": (lambda s: s["formula"]["clauses"].append([-1, 2, 3]), "source: the formula in it does not give"),
    "reduction": (lambda s: s.update(reduction="another"), "source.reduction: must be"),
    "order missing": (lambda s: s.pop("order"), "source.order: must say"),
    "order a list": (lambda s: s.update(order=["x1"]), "source.order: must say"),
    "order seed": (lambda s: s.update(order_seed="1"), "source.order: must say"),
    "extra negative": (lambda s: s.update(extra_columns=-2), "source.extra_columns: must be"),
    "extra huge": (lambda s: s.update(extra_columns=10**40), "source.extra_columns: must be"),
    "extra null": (lambda s: s.update(extra_columns=None), "source.extra_columns: must be"),
    "back map missing": (lambda s: s.pop("back_map"), "source.back_map: must give"),
    "back map short": (lambda s: s["back_map"].pop(), "source.back_map: must give"),
    "back map strings": (lambda s: s["back_map"].__setitem__(0, ["0", 1]), "source.back_map: must give"),
    "back map sign 0": (lambda s: s["back_map"].__setitem__(0, [0, 0]), "source.back_map: must give"),
    "back map sign true": (lambda s: s["back_map"].__setitem__(0, [0, True]), "source.back_map: must give"),
    "negative column": (lambda s: s["back_map"].__setitem__(0, [-5, 1]), "source.back_map: does not belong"),
    "huge column": (lambda s: s["back_map"].__setitem__(0, [10**40, 1]), "source.back_map: does not belong"),
    "column of a clause": (lambda s: s["back_map"].__setitem__(0, [48, 1]), "source.back_map: does not belong"),
    "columns exchanged": (lambda s: s["back_map"].reverse(), "source.back_map: does not belong"),
    "signs": (lambda s: [image.__setitem__(1, -1) for image in s["back_map"]], "source.back_map: does not belong"),
    "null for all": (lambda s: s.update(back_map=[None] * 6), "source.back_map: does not belong"),
    "gadgets empty": (lambda s: s.update(gadgets={}), "source.gadgets: must hold"),
    "gadgets a list": (lambda s: s.update(gadgets=["variable", "clause"]), "source.gadgets: must hold"),
    "gadgets rubbish": (
        lambda s: s.update(gadgets={"variable": "x", "clause": ""}),
        "source.gadgets.variable: line 1: ",
    ),
}


@pytest.mark.parametrize("change", SOURCES, ids=lambda key: key.replace(" ", "-"))
def test_damaged_sources(cli, folder, change):
    damage, message = SOURCES[change]
    assert not OTHER.is_satisfied(PLANTED)
    assert cli("place-assignment", "board.json", "model", "-o", "p.json").code == 0
    document = json.loads((folder / "board.json").read_text())
    damage(document["source"])
    (folder / "bad.json").write_text(json.dumps(document))
    before = names()
    refused(cli("extract", "bad.json", "p.json"), f"bad.json: {message}")
    refused(cli("place-assignment", "bad.json", "model", "-o", "q.json"), f"bad.json: {message}")
    assert names() == before


@pytest.mark.parametrize(
    "change",
    [{"order": "nonsense"}, {"order": "x1"}, {"order": "alternating"}, {"extra_columns": 1}, {"extra_columns": 2}],
)
def test_sources_that_only_the_forward_map_minds(cli, folder, change):
    """The back map needs columns alone; the forward map builds the board again and compares."""
    document = json.loads((folder / "board.json").read_text())
    document["source"] |= change
    (folder / "bad.json").write_text(json.dumps(document))
    start = "bad.json: source: the formula in it does not give this board"
    refused(cli("place-assignment", "bad.json", "model", "-o", "q.json"), start)
    assert cli("place-assignment", "board.json", "model", "-o", "p.json").code == 0
    assert cli("extract", "bad.json", "p.json").out == format_assignment(PLANTED)


def test_gadgets_null_means_those_of_the_paper(cli, folder):
    document = json.loads((folder / "board.json").read_text())
    document["source"] |= {"gadgets": None}
    (folder / "b.json").write_text(json.dumps(document))
    assert cli("place-assignment", "b.json", "model", "-o", "p.json").code == 0
    assert cli("extract", "b.json", "p.json").out == format_assignment(PLANTED)


def test_an_interrupted_command_leaves_nothing_behind(cli, folder, monkeypatch):
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gourds.files.raw.os.fsync", interrupted)
    before = names()
    for args in (
        ["reduce", "f.1in3", "-o", "b.json"],
        ["reduce", "f.1in3", "--to", "cubic", "-o", "b.1in3"],
        ["place-assignment", "board.json", "model", "-o", "p.json"],
        ["formula", "random", "--variables", "9", "-o", "r.1in3"],
    ):
        done = cli(*args)
        assert done.code == 130
        assert done.err.strip() == "gourds: interrupted"
        assert names() == before


# -- formulas -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        "random --variables 9 --seed 4",
        "planted --variables 9 --seed -4",
        "hard --base 8 --seed 1",
        "hard --base 9 --ratio 0.77777777778 --planted --seed 2",
    ],
)
def test_formulas_that_carry_their_command(cli, folder, args):
    text = cli("formula", *args.split()).out
    remark = text.split("\n")[0]
    assert remark.startswith("c gourds formula ")
    assert set(args.split()) <= set(remark.split())
    assert cli(*remark.split()[2:]).out == text
    formula = files.loads(text)
    assert formula.is_cubic
    if "planted" in args:
        assert satisfying_assignment(formula) is not None
    done = cli("formula", *args.split(), "-o", "r.1in3")
    assert (done.code, done.out) == (0, "")
    assert (folder / "r.1in3").read_text() == text


def test_all_small_formulas(cli, folder):
    for n, count in ((3, 1), (4, 1), (5, 2), (6, 7)):
        assert cli("formula", "all", "--variables", n, "-o", "all/of them").code == 0
        found = [files.load_formula(path) for path in Path("all/of them").glob(f"cubic-{n}-*.1in3")]
        assert len(set(found)) == count
        assert all(formula.is_cubic and formula.variables == n for formula in found)


def test_facts_about_formulas(cli, folder):
    facts = json.loads(cli("formula", "info", "f.1in3", "--solve", "--json").out)
    assert facts["kind"] == "1in3"
    assert facts["cubic"] is facts["satisfiable"] is True
    assert facts["kernel_dimension"] >= 1
    assert facts["reduced"] == {"variables": 6, "cells": 481}
    facts = json.loads(cli("formula", "info", "loose.1in3", "--json").out)
    assert facts["cubic"] is False
    assert "clause 2: variable 4 stands in it more than once" in facts["not_cubic_because"]
    assert "satisfiable" not in facts
    (folder / "no").write_text("p cnf 3 1\n0")
    facts = json.loads(cli("formula", "info", "no", "--solve", "--json").out)
    assert (facts["kind"], facts["clauses"], facts["satisfiable"]) == ("cnf", 1, False)
    for name in ("f.1in3", "loose.1in3", "f.cnf", "no"):
        shown = cli("formula", "info", name, "--solve")
        assert shown.code == 0
        cells = json.loads(cli("formula", "info", name, "--json").out)["reduced"]["cells"]
        assert f"{cells:,} cells" in shown.out


def test_the_empty_formula_is_not_called_unsatisfiable(cli, folder):
    (folder / "none").write_text("p 1in3 0 0\n")
    assert "unsatisfiable" not in cli("formula", "info", "none", "--solve").out
    assert json.loads(cli("formula", "info", "none", "--json").out)["kernel_dimension"] is None


@pytest.mark.parametrize("args", ["reduction --formula planted --variables 6", "chain --cnf planted-3cnf --size 3"])
def test_generated_boards_can_be_read(cli, folder, args):
    args = [*args.split(), "--seed", "5", "--order", "shuffled"]
    text = cli("generate", *args).out
    assert cli("generate", *args, "-o", "b.json").code == 0
    assert (folder / "b.json").read_text() == text
    source = json.loads(text)["source"]
    assert cli(*source["command"].split()[1:]).out == text
    kind, n, clauses = (source["formula"][key] for key in ("kind", "variables", "clauses"))
    formula = (Cnf if kind == "cnf" else OneInThree)(n, tuple(map(tuple, clauses)))
    model = models(formula)[0]
    assert cli("place-assignment", "b.json", "-", "-o", "p.json", stdin=format_assignment(model)).code == 0
    assert cli("extract", "b.json", "p.json").out == format_assignment(model)


# -- check-reduction ------------------------------------------------------------------------------------------

FEW = ["--exhaustive", 4, "--random", 2, "--variables", 9, "--cnfs", 1]


def test_the_reduction_checks_itself(cli, folder):
    before = names()
    done = cli("check-reduction", *FEW)
    assert done.code == 0
    assert "right for every cubic formula" in done.out
    assert "all 5 formulas agree" in done.out
    done = cli("check-reduction", *FEW, "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    assert report["proved"] is True
    assert report["failure"] is None
    assert [case["variables"] for case in report["formulas"][:2]] == [3, 4]
    assert all(case["failure"] is None for case in report["formulas"])
    assert report["gadgets"]["variable"]["coverings"] == 2
    assert names() == before


def test_broken_gadgets_are_caught_and_drawn(cli, folder):
    """X of the right triangle at the border: with Z true the clause has no covering left."""
    own_gadgets(folder, "F F V X V F F", "F F V V X F F")
    done = cli("check-reduction", "--gadgets", "own", *FEW)
    assert done.code == 1
    assert "drawn in" in done.out
    assert "gourds-check-reduction" in done.out
    failure = files.load_formula("gourds-check-reduction/failure.1in3")
    assert failure == OneInThree(3, ((1, 2, 3),) * 3)
    remark = Path("gourds-check-reduction/failure.1in3").read_text().split("\n")[0]
    assert remark.startswith("c bad forward certificate: ")
    board = files.load_instance("gourds-check-reduction/failure.json")
    assert board.board.size == 241
    assert "gadgets" in board.source
    assert Path("gourds-check-reduction/failure.svg").read_text().startswith("<svg")
    placement = files.load_placement("gourds-check-reduction/failure.placement.json")
    assert cli("verify", "gourds-check-reduction/failure.json", "-", stdin=files.to_text(placement)).code == 0
    done = cli("check-reduction", "--gadgets", "own", *FEW, "--json", "--report", "a/report")
    assert (done.code, done.err) == (1, "")
    report = json.loads(done.out)
    assert report["failure"]["variables"] == 3
    assert report["failure"]["failure"] == "bad forward certificate"
    assert report["proved"] is False
    assert sorted(os.listdir("a/report")) == sorted(os.listdir("gourds-check-reduction"))
    assert cli("check-reduction", *FEW, "--report", "a/report").code == 0  # what was mended is gone from the report
    assert not list(Path("a/report").glob("failure.*"))
    assert Path("a/report/clause.svg").read_text().startswith("<svg")


def test_a_failure_of_the_verdict_is_shrunk(cli, folder):
    """One (x, V) gourd too few, one (V, V) too many: no assignment can be placed."""
    own = own_gadgets(folder, "x V 6\n  x x 3\n  V V 1", "x V 5\n  x x 3\n  V V 2", "variable")
    (own / "big.1in3").write_text(format_formula(planted_cubic(9, 1)[0]))
    done = cli("check-reduction", "own/big.1in3", "--gadgets", "own", "--json", "--report", "report")
    assert done.code == 1
    failure = json.loads(done.out)["failure"]
    assert (failure["failure"], failure["variables"]) == ("yes to no", 3)
    assert files.load_formula("report/failure.1in3").variables == 3
    assert not Path("report/failure.placement.json").exists()


def test_tables_beside_the_drawings_are_compared(cli, folder):
    own = own_gadgets(folder, "name", "name")
    assert cli("check-reduction", "f.1in3", "--gadgets", "own", "--write-tables").code == 0
    kept = (own / "clause.toml").read_text()
    assert kept == (GADGETS / "clause.toml").read_text(encoding="utf-8")
    for text in (kept.replace("coverings = 168", "coverings = 167"), "rubbish", "signature = 5"):
        (own / "clause.toml").write_text(text)
        done = cli("check-reduction", "f.1in3", "--gadgets", "own", "--json")
        assert done.code == 1
        assert len(json.loads(done.out)["gadgets"]["clause"]["differs_from_table"]) == 1


def test_formulas_of_ones_own(cli, folder):
    for name in ("x of y.1in3", "a, b of c.1in3"):
        (folder / name).write_text(format_formula(CUBIC))
    (folder / "no").write_text("p cnf 3 1\n0")
    chosen = ["x of y.1in3", "a, b of c.1in3", "loose.1in3", "f.cnf", "no"]
    done = cli("check-reduction", *chosen)
    assert done.code == 0
    assert all(f"  {name} " in done.out for name in chosen)
    cases = json.loads(cli("check-reduction", *chosen, "--json").out)["formulas"]
    assert [case["origin"] for case in cases] == chosen
    assert [case["satisfiable"] for case in cases] == [True, True, True, True, False]


def test_a_report_that_cannot_be_written(cli, folder):
    for place, reason in (("model", "File exists"), ("model/report", "Not a directory")):
        refused(cli("check-reduction", "f.1in3", "--report", place), f"{place}: cannot be made: {reason}")
    (folder / "report" / "failure.svg").mkdir(parents=True)
    done = cli("check-reduction", "f.1in3", "--report", "report", "--json")
    assert (done.code, done.err) == (2, "gourds: report/failure.svg: cannot be removed: Is a directory\n")
    own_gadgets(folder, "F F V X V F F", "F F V V X F F")
    (folder / "gourds-check-reduction").write_text("in the way")
    done = cli("check-reduction", "--gadgets", "own", *FEW)
    assert (done.code, done.err) == (2, "gourds: gourds-check-reduction: cannot be made: File exists\n")
    assert "bad forward certificate: " in done.out  # what was found is told all the same
