"""Formulas on the command line: formula, and check-reduction."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from gourds import files
from gourds.files.formulas import format_assignment, format_formula
from gourds.formulas.cubic import planted_cubic
from gourds.formulas.formula import Cnf, OneInThree
from gourds.formulas.verdict import satisfying_assignment
from tests.cli.reduction_commands import (
    CUBIC,
    GADGETS,
    models,
    names,
    own_gadgets,
    refused,
)

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
    refused(cli("check-reduction", "--report", "report"), "report/failure.svg: cannot be written: Is a directory")
    own_gadgets(folder, "F F V X V F F", "F F V V X F F")
    (folder / "gourds-check-reduction").write_text("in the way")
    done = cli("check-reduction", "--gadgets", "own", *FEW)
    assert (done.code, done.err) == (2, "gourds: gourds-check-reduction: cannot be made: File exists\n")
    assert "bad forward certificate: " in done.out  # what was found is told all the same
