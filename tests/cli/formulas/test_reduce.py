"""Formulas to boards and back on the command line: reduce, extract, place-assignment."""

from __future__ import annotations

import gzip
import json
import shlex
from pathlib import Path

import pytest

from gourds import files
from gourds.files.formulas import format_assignment, format_formula
from gourds.formulas.formula import Formula
from gourds.formulas.verdict import satisfying_assignment
from gourds.reductions.chain.cubic_to_board import ORDERS
from gourds.reductions.reduction import reduce
from tests.cli.reduction_commands import (
    CNF,
    CUBIC,
    LOOSE,
    OTHER,
    PLANTED,
    models,
    names,
    own_gadgets,
    refused,
)

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
            "own/variable.txt: line 5: gourds of filler cannot cover all filler; row 1: a run of it has an odd",
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
