"""Exported files say what the instance says: parsed back here, and in solvers that are not ours."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gourds.encodings.cnf import direct_cnf
from gourds.encodings.export import FORMATS, TABLE, export
from gourds.encodings.formats.header import PROOFS
from gourds.encodings.model import direct_model, textbook_model
from gourds.instance import Instance
from tests.conftest import ROOT
from tests.encodings.parsed import parsed_cnf, parsed_lp, parsed_mzn, parsed_opb, parsed_xcsp
from tests.encodings.small_instances import fair_shares, is_feasible, near_miss
from tests.reduction_boards import is_satisfiable, random_cubic, reduction_board, unsatisfiable_cubic

ROW = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "b", 1), ("a", "a", 1)], name="röw\nc")
REFUTED = Instance.build([(0, 0), (1, 0), (2, 0)], list("abb"), [("a", "a", 1)])
LONE = Instance.build([(0, 0)], ["a"], [])


def as_program(text: str):
    builder = pytest.importorskip("ortools.linear_solver.python.model_builder")
    program = builder.Model()
    assert program.import_from_mps_string(text)
    return builder, program


def verdict(text: str, form: str) -> bool:
    """Solved by the libraries at hand."""
    if form == "cnf":
        with pytest.importorskip("pysat.solvers").Solver("glucose4", bootstrap_with=parsed_cnf(text)) as solver:
            return bool(solver.solve())
    if form == "mps":
        builder, program = as_program(text)
        status = builder.Solver("scip").solve(program)
        assert status in (builder.SolveStatus.OPTIMAL, builder.SolveStatus.INFEASIBLE)
        return status == builder.SolveStatus.OPTIMAL
    if form == "asp":
        control = pytest.importorskip("clingo").Control()
        control.add(text)
        control.ground()
        return bool(control.solve().satisfiable)
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    rows = {"opb": parsed_opb, "mzn": parsed_mzn, "xcsp": parsed_xcsp, "lp": lambda t: parsed_lp(t).values()}[form](
        text
    )
    model = cp_model.CpModel()
    x = {k: model.new_bool_var(f"x{k}") for variables, _ in rows for k in variables}
    for variables, total in rows:
        model.add(sum(x[k] for k in variables) == total)
    return cp_model.CpSolver().solve(model) == cp_model.OPTIMAL


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("encoding", ["textbook", "reduced"])
def test_parsed_back_and_solved(form, encoding):
    for instance in (ROW, REFUTED, LONE, *fair_shares(60)):
        assert verdict(export(instance, form, encoding), form) == is_feasible(instance)


def test_the_documents_list_the_formats():
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    part = text.partition("## Files for other people's solvers")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| `(\.\w+)` \| (.+) \| `.+` \|$", part, re.MULTILINE)
    assert rows == [(form.name, form.suffix, form.whose) for form in TABLE.values()]


def test_cnf_of_reduced_is_the_direct_one():
    instance = near_miss(0)
    text = export(instance, "cnf")
    assert parsed_cnf(text) == direct_cnf(instance).clauses()


@pytest.mark.parametrize("encoding", ["textbook", "reduced"])
def test_opb_rows_are_the_equations(encoding):
    instance = ROW
    model = textbook_model(instance) if encoding == "textbook" else direct_model(instance)
    rows = [(equation.variables.tolist(), equation.total) for equation in model.equations()]
    assert parsed_opb(export(instance, "opb", encoding)) == rows
    assert list(parsed_lp(export(instance, "lp", encoding)).values()) == rows
    assert parsed_mzn(export(instance, "mzn", encoding)) == rows
    assert sorted(parsed_xcsp(export(instance, "xcsp", encoding))) == sorted(rows)


def test_opb_of_a_refuted_instance_is_the_textbook_model():
    no_room = Instance.build([(q, 0) for q in range(5)], list("abbac"), [("a", "a", 1), ("b", "b", 1)])
    for instance in (REFUTED, no_room):
        rows = [(equation.variables.tolist(), equation.total) for equation in textbook_model(instance).equations()]
        rows = [row if row[0] else ([1], 2) for row in rows]
        assert parsed_opb(export(instance, "opb")) == parsed_opb(export(instance, "opb", "textbook")) == rows
        assert list(parsed_lp(export(instance, "lp")).values()) == [([1], 2)]
        assert parsed_mzn(export(instance, "mzn")) == parsed_xcsp(export(instance, "xcsp")) == [([1], 2)]
        assert parsed_cnf(export(instance, "cnf")) == [[]]


def test_mps_has_binary_variables_and_named_rows():
    _, program = as_program(export(ROW, "mps"))
    model = direct_model(ROW)
    variables = program.get_variables()
    assert {v.name for v in variables} == {f"x_{k}" for k in range(1, model.variable_count + 1)}
    assert all((v.is_integral, v.lower_bound, v.upper_bound) == (True, 0, 1) for v in variables)
    names = [c.name for c in program.get_linear_constraints()]
    assert names == ["c_1", "c_2", "c_3", "c_4", "c_5", "c_empty", "b_1"]
    assert list(parsed_lp(export(ROW, "lp"))) == names


@pytest.mark.parametrize(
    ("form", "mark"), [("cnf", "c "), ("opb", "* "), ("lp", "\\ "), ("mps", "* "), ("mzn", "% "), ("xcsp", "<!-- ")]
)
def test_comments_map_variables(form, mark):
    lines = [line.removesuffix(" -->") for line in export(ROW, form).splitlines()]
    assert mark + "variable 1: a gourd on (0, 0) and (1, 0)" in lines
    assert mark + "variable 4: cell (2, 0) stays empty" in lines
    assert mark + 'equation b_1: 1 gourds of colors "a" and "b"' in lines
    assert mark + 'name: "r\\u00f6w\\nc"' in lines
    assert f"{mark}instance: sha256 {ROW.digest}" in lines
    assert all(line.isascii() for line in lines)
    head = lines[1:4] if form in ("opb", "xcsp") else lines[:3]
    assert (form in PROOFS) == (mark + PROOFS.get(form, "") in head)
    assert f"{mark}instance: sha256 {ROW.digest}" in head
    refuted = export(REFUTED, form).splitlines()
    assert any(line.startswith(mark + "infeasible by counting: ") for line in refuted)


def test_facts_of_a_program_tell_variables_cells_and_budgets():
    lines = export(ROW, "asp").splitlines()
    assert [line for line in lines if line.startswith("edge")] == ["edge(1, 1, 2).", "edge(2, 2, 3).", "edge(3, 4, 5)."]
    assert "may_stay_empty(4, 3)." in lines
    assert "cell(3, 2, 0, 2)." in lines
    assert '% color_2: "b"' in lines
    assert "budget(1, 2, 1)." in lines
    assert all(line.isascii() for line in lines)


def test_lines_and_names_are_short_enough():
    instance = reduction_board(random_cubic(6, 0))
    assert max(map(len, export(instance, "lp", "textbook").splitlines())) <= 110
    for line in export(instance, "mps", "textbook").splitlines():
        if not line.startswith("*"):
            assert all(len(word) <= 8 for word in line.split())


# -- other people's solvers -------------------------------------------------------------------------------------


def by_exit_code(done: subprocess.CompletedProcess[str]) -> bool:
    assert done.returncode in (10, 20), done.stdout
    return done.returncode == 10


def by_words(yes: str, no: str):
    def read(done: subprocess.CompletedProcess[str]) -> bool:
        found = [bool(re.search(pattern, done.stdout)) for pattern in (yes, no)]
        assert sum(found) == 1, done.stdout
        return found[0]

    return read


GLPK = by_words(r"INTEGER OPTIMAL SOLUTION FOUND", r"HAS NO (PRIMAL |INTEGER )?FEASIBLE SOLUTION")
CBC = by_words(r"Optimal solution found|Optimal - objective value", r"(?i)infeasible")
CLASP = by_words(r"(?m)^s (SATISFIABLE|OPTIMUM FOUND)", r"(?m)^s UNSATISFIABLE")

PROGRAMS = {
    "cadical": ("cnf", ["cadical", "-q"], [], by_exit_code),
    "minisat": ("cnf", ["minisat", "-verb=0"], [], by_exit_code),
    "clasp-cnf": ("cnf", ["clasp"], [], CLASP),
    "clasp-opb": ("opb", ["clasp"], [], CLASP),
    "cbc-lp": ("lp", ["cbc"], ["solve"], CBC),
    "cbc-mps": ("mps", ["cbc"], ["solve"], CBC),
    "glpsol-lp": ("lp", ["glpsol", "--lp"], [], GLPK),
    "glpsol-mps": ("mps", ["glpsol", "--mps"], [], GLPK),
    "glpsol-freemps": ("mps", ["glpsol", "--freemps"], [], GLPK),
}


def test_pycsp3_reads_the_equations(tmp_path):
    """Its parser is neither ours nor that of the tests, and it does not need Java."""
    pytest.importorskip("lxml")
    if find_spec("pycsp3") is None:
        pytest.skip("pycsp3 is not installed; the extra 'test' installs it")
    tasks = [(instance, encoding) for instance in (ROW, LONE, *fair_shares(8)) for encoding in ("textbook", "reduced")]
    texts = [export(instance, "xcsp", encoding) for instance, encoding in tasks]
    paths = [tmp_path / f"{k}.xml" for k in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    program = Path(__file__).with_name("pycsp3_rows.py")
    done = subprocess.run([sys.executable, program, *paths], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    for document, text in zip(found, texts, strict=True):
        rows = parsed_xcsp(text)
        assert [([int(name[1:]) for name in names], total) for names, total in document["rows"]] == rows
        assert all(domain == [0, 1] for domain in document["domains"].values())


@pytest.mark.parametrize("program", PROGRAMS)
def test_other_solvers_agree(program, tmp_path):
    form, command, more, read = PROGRAMS[program]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    formula = unsatisfiable_cubic(6)
    assert not is_satisfiable(formula)
    tasks = [(instance, encoding) for instance in fair_shares(12) for encoding in ("textbook", "reduced")]
    tasks += [(instance, "reduced") for instance in (ROW, REFUTED, LONE)]
    expected = [is_feasible(instance) for instance, _ in tasks] + [False]
    tasks.append((reduction_board(formula), "reduced"))
    path = tmp_path / f"puzzle.{form}"
    for (instance, encoding), truth in zip(tasks, expected, strict=True):
        path.write_text(export(instance, form, encoding))
        done = subprocess.run([*command, path, *more], capture_output=True, text=True, timeout=60, check=False)
        assert read(done) == truth
