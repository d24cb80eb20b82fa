"""Formula files and assignments: what is written can be read, every layout is read alike, every fault has its line."""

from __future__ import annotations

import gzip
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds import files
from gourds.errors import KEPT_FAULTS, InputError
from gourds.files import formulas
from gourds.files.formulas import format_assignment, format_formula, is_formula, parse, parse_assignment
from gourds.formulas.formula import Cnf, OneInThree
from tests.formulas.formula_strategies import cnfs, monotones

REMARKS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), max_size=3)
FORMULAS = st.one_of(cnfs(), monotones())
ENDINGS = st.sampled_from(["\n", "\r\n", "\r", " \n", "\t\r\n", "\n\n", "\nc 1 2 3 0\n", "\n  c\n", "\ncrowded\n"])
SPACES = st.sampled_from([" ", "  ", "\t", " \t "])


# -- round trips ----------------------------------------------------------------------------------------------


@given(FORMULAS, REMARKS)
def test_what_is_written_is_read(formula, remarks):
    text = format_formula(formula, remarks)
    assert parse(text) == formula
    assert files.loads(text) == formula
    assert len(text.split("\n")) == len(remarks) + 1 + len(formula.clauses) + 1


@given(FORMULAS, st.data())
def test_the_layout_does_not_matter(formula, data):
    """Spaces, tabs, comments, blank lines, any kind of line ending; a clause of a CNF over several lines."""
    is_cnf = isinstance(formula, Cnf)
    head = ["p", "cnf" if is_cnf else "1in3", str(formula.variables), str(len(formula.clauses))]
    parts = [data.draw(st.sampled_from(["", " ", "\n", "c\r\n"])), data.draw(SPACES).join(head)]
    inside = st.one_of(SPACES, ENDINGS) if is_cnf else SPACES
    for clause in formula.clauses:
        parts.append(data.draw(ENDINGS))
        for number in clause:
            spelled = f"+{number}" if number > 0 and data.draw(st.booleans()) else str(number)
            parts += [spelled, data.draw(inside)]
        parts.append("0")
    parts.append(data.draw(st.sampled_from(["", "\n", "\r\n\r\n", "\nc the end", "\n%\n0\n" if is_cnf else "\n"])))
    assert files.loads("".join(parts)) == formula


def test_a_byte_order_mark_and_gzip_are_read_through(tmp_path):
    text = "\ufeffc remark\np 1in3 3 1\n1 2 3 0\n"
    (tmp_path / "plain").write_text(text, encoding="utf-8")
    (tmp_path / "packed").write_bytes(gzip.compress(text.encode()))
    for name in ("plain", "packed"):
        assert files.load_formula(tmp_path / name) == OneInThree(3, ((1, 2, 3),))


@pytest.mark.parametrize("name", ["f.cnf", "f.1in3.gz", "f.txt", "f.json"])
def test_saving_ignores_the_name(tmp_path, name):
    for formula in (Cnf(2, ((1, -2), ())), OneInThree(3, ((1, 2, 3),))):
        files.save(formula, tmp_path / name)
        assert files.load(tmp_path / name) == formula


def test_a_comment_stays_on_its_line():
    text = format_formula(Cnf(1, ((1,),)), ["two\nlines", "a\rb\x0b\x0c\x1c\x85\u2028", "\ud800"])
    assert parse(text) == Cnf(1, ((1,),))
    assert text.encode().count(b"\n") == 5


def test_comments_may_hold_what_python_breaks_lines_at():
    assert parse("c a\x0cb\x1c\x85 1 0\u20281 0\np cnf 1 1\n1 0\n") == Cnf(1, ((1,),))


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("p cnf 0 0", Cnf(0, ())),
        ("p cnf 0 0\n", Cnf(0, ())),
        ("p cnf 3 1\n0", Cnf(3, ((),))),
        ("p cnf 3 2\n0 0", Cnf(3, ((), ()))),
        ("p cnf 0 1\n0\n%\nanything at all", Cnf(0, ((),))),
        ("p cnf 2 2\n1\n2 0 -1\nc between\n-2 0", Cnf(2, ((1, 2), (-1, -2)))),
        ("p cnf 2 1\n1 1 -1 0", Cnf(2, ((1, 1, -1),))),
        ("p cnf 10000000 0\n", Cnf(10_000_000, ())),
        ("p 1in3 0 0", OneInThree(0, ())),
        ("p 1in3 5 0\n", OneInThree(5, ())),
        ("p 1in3 1 1\n1 1 1 0\n", OneInThree(1, ((1, 1, 1),))),
        ("\n\n  c\n\n p\t1in3 3 1 \n\n 3 2 1 0 \n\n", OneInThree(3, ((3, 2, 1),))),
    ],
)
def test_unusual_formulas(text, formula):
    assert files.loads(text) == formula


def test_negative_literals_have_no_1in3_file():
    with pytest.raises(InputError, match="make it monotone"):
        format_formula(OneInThree(3, ((1, 2, -3),)))


# -- which files are formulas ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["p", "p\n", " p cnf", "c", "c\n", "\n c", "c-- x", "p\tcnf", "1 2 3 0\n", "-1\n"])
def test_starts_of_formulas(text):
    assert is_formula(text)
    with pytest.raises(InputError, match="'p cnf N M' or 'p 1in3 N M'"):
        files.loads(text)


@pytest.mark.parametrize("text", ["", "x", "pcnf 1 1", "cnf 1 1", "gourds drawing 1", 'color a = "b"', "# c\np"])
def test_other_starts(text):
    assert not is_formula(text)


def test_a_formula_is_no_instance_and_the_other_way_round(tmp_path):
    (tmp_path / "f").write_text("p cnf 1 1\n1 0\n")
    (tmp_path / "p").write_text('{"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": []}')
    for load, name, message in (
        (files.load_instance, "f", "an instance is needed here, this is a formula"),
        (files.load_placement, "f", "a placement is needed here, this is a formula"),
        (files.load_formula, "p", "a formula is needed here, this is a placement"),
    ):
        with pytest.raises(InputError) as caught:
            load(tmp_path / name)
        assert str(caught.value) == f"{tmp_path / name}: format: {message}"


# -- faults ---------------------------------------------------------------------------------------------------

HEADER = "must be 'p cnf N M' or 'p 1in3 N M', not "
NUMBERS = "the numbers of variables and clauses must be whole numbers below 10⁹"

FAULTS = {
    "c only\n\nc comments\n": ["no line 'p cnf N M' or 'p 1in3 N M'"],
    "p": [f"line 1: {HEADER}'p'"],
    "c\n\np dnf 3 1\n": [f"line 3: {HEADER}'p dnf 3 1'"],
    "p cnf 3\n": [f"line 1: {HEADER}'p cnf 3'"],
    "p cnf 3 1 1\n": [f"line 1: {HEADER}'p cnf 3 1 1'"],
    "p CNF 3 1\n": [f"line 1: {HEADER}'p CNF 3 1'"],
    "1 2 3 0\np cnf 3 1": [f"line 1: {HEADER}'1 2 3 0'"],
    "p cnf -3 1\n": [f"line 1: {NUMBERS}"],
    "p cnf 3 1.0\n": [f"line 1: {NUMBERS}"],
    "p cnf ² 1\n": [f"line 1: {NUMBERS}"],
    "p cnf 3 1000000000\n": [f"line 1: {NUMBERS}"],
    "p 1in3 10000001 0\n": ["line 1: more than 10,000,000 variables"],
    "p cnf 3 2\n1 0\n": ["line 2: the number of clauses is 1, not 2 as announced"],
    "p cnf 3 1\n1 0\n2 0\n\n": ["line 4: the number of clauses is 2, not 1 as announced"],
    "p cnf 3 2\n1 0\n%\n2 0\n": ["line 4: the number of clauses is 1, not 2 as announced"],
    "p cnf 3 1\n\n1 2\n": ["line 3: the last clause does not end with 0"],
    "p cnf 3 1\r\n\r\n1 4 0\r\n": ["line 3: variable 4 is larger than 3"],
    "p cnf 3 1\r1 -4 0": ["line 2: variable 4 is larger than 3"],
    "p cnf 0 1\n1 0": ["line 2: variable 1 is larger than 0"],
    "p cnf 3 1\n1 x 0\nc\n1.5 0\n": ["line 2: 'x' is not a whole number", "line 4: '1.5' is not a whole number"],
    "p cnf 3 1\np cnf 3 1\n0": ["line 2: 'p' is not a whole number", "line 2: 'cnf' is not a whole number"],
    "p cnf 3 1\n1\x000\n": ["line 2: '1\\x000' is not a whole number"],
    "p cnf 3 1\n١ 0\n": ["line 2: '١' is not a whole number"],
    "p cnf 3 1\n1 --2 0\n": ["line 2: '--2' is not a whole number"],
    "p cnf 3 1\n99999999999999999999 0\n": ["line 2: the number '99999999999999999999' is too large"],
    "p cnf 3 1\n-" + "9" * 5000 + " 0\n": ["line 2: the number '-" + "9" * 37 + "… is too large"],
    "p 1in3 3 1\n1 2 3 0\n%\n0\n": [
        "line 3: '%' is not a whole number",
        "line 4: must be three variables and 0, not '0'",
    ],
    "p 1in3 3 1\n1 2 0\n": ["line 2: must be three variables and 0, not '1 2 0'"],
    "p 1in3 3 1\n1 2 3\n": ["line 2: must be three variables and 0, not '1 2 3'"],
    "p 1in3 3 2\n1 2 3 0 1 2 3 0\n": ["line 2: must be three variables and 0, not '1 2 3 0 1 2 3 0'"],
    "p 1in3 3 1\n1 2\n3 0\n": [
        "line 2: must be three variables and 0, not '1 2'",
        "line 3: must be three variables and 0, not '3 0'",
    ],
    "p 1in3 3 1\n1 2 -3 0\n1 0 3 0\n": [
        "line 2: variables are positive, not -3",
        "line 3: variables are positive, not 0",
    ],
    "p 1in3 3 1\n1 2 4 0\n": ["line 2: variable 4 is larger than 3"],
    "p 1in3 3 2\n1 2 3 0\n\n": ["line 3: the number of clauses is 1, not 2 as announced"],
}


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_faults(text, tmp_path):
    with pytest.raises(InputError) as caught:
        parse(text)
    assert [str(fault) for fault in caught.value.faults[: len(FAULTS[text])]] == FAULTS[text]
    path = tmp_path / "bad"
    path.write_bytes(text.encode())
    with pytest.raises(InputError) as caught:
        files.load_formula(path)
    assert str(caught.value).startswith(f"{path}: {FAULTS[text][0]}")


@pytest.mark.parametrize("head", ["p cnf 3 1", "p 1in3 3 1"])
def test_a_file_full_of_faults_is_not_read_to_its_end(head, monkeypatch):
    seen = []
    is_comment = formulas._is_comment
    monkeypatch.setattr(formulas, "_is_comment", lambda line: seen.append(line) or is_comment(line))
    with pytest.raises(InputError) as caught:
        parse(head + "\nx" * 200_000)
    assert len(caught.value.faults) == KEPT_FAULTS
    assert str(caught.value).endswith("(and more than 99,997 more faults)")
    assert len(seen) < 101_000


# -- assignments ----------------------------------------------------------------------------------------------

ASSIGNMENTS = st.lists(st.booleans(), max_size=30).map(tuple)


@given(ASSIGNMENTS)
def test_assignments_are_read_as_written(assignment):
    text = format_assignment(assignment)
    assert re.fullmatch(r"v (-?[0-9]+ )*0\n", text)
    assert parse_assignment(text, len(assignment)) == assignment
    assert parse_assignment(text.removeprefix("v "), len(assignment)) == assignment


@given(ASSIGNMENTS, st.data())
def test_assignments_in_any_order_on_any_number_of_lines(assignment, data):
    literals = data.draw(st.permutations([v if true else -v for v, true in enumerate(assignment, start=1)]))
    space = st.sampled_from([" ", "\t", "\nv ", "\r\nv ", "\nc 7 8 9\n v "])
    body = "".join(f"{literal}{data.draw(space)}" for literal in literals)
    text = f"c solver 1.0\ns SATISFIABLE\nv {body} 0\nc 99 variables\n"
    assert parse_assignment(text, len(assignment)) == assignment


def test_what_solvers_print_around_a_model():
    assert parse_assignment("s SATISFIABLE\n1 -2\n0\n", 2) == (True, False)
    assert parse_assignment("\n1\n-2\n", 2) == (True, False)
    assert parse_assignment("1 2 are not meant\nv 1\nv -2 0\nanything\n", 2) == (True, False)
    assert parse_assignment("v 1 1 -2 -2 0 1", 2) == (True, False)
    assert parse_assignment("", 0) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["variable 1 and 2 more of 3 without a value"]),
        ("v 1 2 0", ["variable 3 of 3 without a value"]),
        ("s UNSATISFIABLE\n", ["variable 1 and 2 more of 3 without a value"]),
        ("c\nv 1 2 -3 4 0", ["line 2: variable 4 is larger than 3"]),
        ("v 1 2\nv 3 -1 0", ["line 2: variable 1 is both true and false"]),
        ("1 2 3 -3", ["line 1: variable 3 is both true and false"]),
        ("v 1 two 3", ["line 1: 'two' is not a whole number"]),
        ("SAT\n1 2 3 0", ["line 1: 'SAT' is not a whole number"]),
        ("v 1\nv 99999999999999999999 0", ["line 2: the number '99999999999999999999' is too large"]),
        ('{"assignment": [true]}', ["line 1: '{\"assignment\":' is not a whole number"]),
    ],
)
def test_faults_of_assignments(text, expected, tmp_path):
    with pytest.raises(InputError) as caught:
        parse_assignment(text, 3)
    assert [str(fault) for fault in caught.value.faults[: len(expected)]] == expected
    path = tmp_path / "model"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        files.load_assignment(path, 3)
    assert str(caught.value).startswith(f"{path}: {expected[0]}")


def test_an_assignment_full_of_faults_is_not_read_to_its_end():
    with pytest.raises(InputError) as caught:
        parse_assignment("v x\n" * 100_000, 3)
    assert len(caught.value.faults) == KEPT_FAULTS


def test_assignments_that_cannot_be_read(tmp_path):
    for path, expected in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError, match=expected) as caught:
            files.load_assignment(path, 3)
        assert str(caught.value).startswith(f"{path}: ")
