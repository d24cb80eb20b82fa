"""Exported files say what the instance says: parsed back here, and in solvers that are not ours."""

from __future__ import annotations

import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

from gourds.encodings.cnf import direct_cnf
from gourds.encodings.export import FORMATS, export
from gourds.encodings.formats.header import PROOFS
from gourds.encodings.model import direct_model, textbook_model
from gourds.instance import Instance
from tests.encodings.small_instances import fair_shares, is_feasible, near_miss
from tests.reduction_boards import is_satisfiable, random_cubic, reduction_board, unsatisfiable_cubic

ROW = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "b", 1), ("a", "a", 1)], name="röw\nc")
REFUTED = Instance.build([(0, 0), (1, 0), (2, 0)], list("abb"), [("a", "a", 1)])
LONE = Instance.build([(0, 0)], ["a"], [])


def parsed_cnf(text: str) -> list[list[int]]:
    header = re.search(r"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
    assert header
    lines = [line.split() for line in text[header.end() :].splitlines() if line.strip()]
    assert all(line[-1] == "0" for line in lines)
    clauses = [[int(word) for word in line[:-1]] for line in lines]
    assert len(clauses) == int(header[2])
    assert all(0 < abs(x) <= int(header[1]) for clause in clauses for x in clause)
    return clauses


def parsed_opb(text: str) -> list[tuple[list[int], int]]:
    header = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    assert header
    rows = []
    for line in text.splitlines():
        if not line.startswith("*"):
            left, right = line.removesuffix(" ;").split(" = ")
            rows.append(([int(k) for k in re.findall(r"\+1 x(\d+)", left)], int(right)))
            assert re.fullmatch(r"(\+1 x\d+ )+= \d+ ;", line)
    assert len(rows) == int(header[2])
    return rows


def parsed_lp(text: str) -> dict[str, tuple[list[int], int]]:
    body = "\n".join(line for line in text.splitlines() if not line.startswith("\\"))
    match = re.fullmatch(r"Minimize\n obj: 0 x_1\nSubject To\n(.*)Binary\n(.*)\nEnd", body, re.DOTALL)
    assert match
    rows = {}
    for name, left, right in re.findall(r"(\w+):([^=]*)= (\d+)\n", match[1]):
        rows[name] = ([int(term.removeprefix("x_")) for term in left.replace("+", " ").split()], int(right))
    binary = [int(word.removeprefix("x_")) for word in match[2].split()]
    assert binary == list(range(1, len(binary) + 1))
    assert all(0 < k <= len(binary) for variables, _ in rows.values() for k in variables)
    assert sum(len(variables) for variables, _ in rows.values()) == len(re.findall(r"x_", match[1]))
    return rows


def parsed_mzn(text: str) -> list[tuple[list[int], int]]:
    body = "\n".join(line.partition("%")[0].rstrip() for line in text.splitlines())
    head, *constraints, end = [" ".join(item.split()) for item in body.split(";")][:-1]
    size = re.fullmatch(r"array\[1\.\.(\d+)\] of var 0\.\.1: x", head)
    assert size
    assert end == "solve satisfy"
    rows: list[tuple[list[int], int]] = []
    for constraint in constraints:
        match = re.fullmatch(r"constraint (?:false|0 = 0|((?:x\[\d+\] \+ )*x\[\d+\]) = (\d+))", constraint)
        assert match, constraint
        if match[1]:
            rows.append(([int(k) for k in re.findall(r"\d+", match[1])], int(match[2])))
        elif constraint.endswith("false"):
            rows.append(([1], 2))
        assert not match[1] or 0 < min(rows[-1][0]) <= max(rows[-1][0]) <= int(size[1])
    return rows


def parsed_xcsp(text: str) -> list[tuple[list[int], int]]:
    root = ElementTree.fromstring(text)
    assert (root.tag, root.attrib) == ("instance", {"format": "XCSP3", "type": "CSP"})
    assert [part.tag for part in root] == ["variables", "constraints"]
    names = [variable.attrib["id"] for variable in root[0]]
    assert names == [f"x{k}" for k in range(1, len(names) + 1)]
    assert {(variable.tag, str(variable.text)) for variable in root[0]} == {("var", " 0 1 ")}
    rows = []
    for entry in root[1]:
        if entry.tag == "group":
            template, *lists = entry
            assert template.findtext("list", "").split() == ["%..."]
        else:
            template, lists = entry, entry.findall("list")
        condition = re.fullmatch(r"\(eq,(\d+)\)", template.findtext("condition", "").strip())
        assert template.tag == "sum"
        assert condition
        rows += [(str(part.text).split(), int(condition[1])) for part in lists]
    assert {name for row, _ in rows for name in row} <= set(names)
    return [([int(name[1:]) for name in row], total) for row, total in rows]


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


def test_opb_of_a_refuted_instance_is_the_textbook_model():
    no_room = Instance.build([(q, 0) for q in range(5)], list("abbac"), [("a", "a", 1), ("b", "b", 1)])
    for instance in (REFUTED, no_room):
        rows = [(equation.variables.tolist(), equation.total) for equation in textbook_model(instance).equations()]
        rows = [row if row[0] else ([1], 2) for row in rows]
        assert parsed_opb(export(instance, "opb")) == parsed_opb(export(instance, "opb", "textbook")) == rows
        assert list(parsed_lp(export(instance, "lp")).values()) == [([1], 2)]
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


@pytest.mark.parametrize(("form", "mark"), [("cnf", "c "), ("opb", "* "), ("lp", "\\ "), ("mps", "* ")])
def test_comments_map_variables(form, mark):
    lines = export(ROW, form).splitlines()
    assert mark + "variable 1: a gourd on (0, 0) and (1, 0)" in lines
    assert mark + "variable 4: cell (2, 0) stays empty" in lines
    assert mark + 'equation b_1: 1 gourds of colors "a" and "b"' in lines
    assert mark + 'name: "r\\u00f6w\\nc"' in lines
    assert f"{mark}instance: sha256 {ROW.digest}" in lines
    assert all(line.isascii() for line in lines)
    head = lines[1:4] if form == "opb" else lines[:3]
    assert (form in PROOFS) == (mark + PROOFS.get(form, "") in head)
    assert f"{mark}instance: sha256 {ROW.digest}" in head
    refuted = export(REFUTED, form).splitlines()
    assert any(line.startswith(mark + "infeasible by counting: ") for line in refuted)


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
