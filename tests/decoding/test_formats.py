"""Every format, as we spell it and as solvers wrote it, is recognized and says what was meant."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.decoding.decode import decode_output
from gourds.decoding.formats import FORMATS, read_output
from gourds.errors import InputError
from gourds.files import load_instance
from gourds.placement import placement_faults
from tests.conftest import ROOT
from tests.decoding.spelled import SPELLED, values_of
from tests.encodings.small_instances import near_miss, placements_of

OUTPUTS = ROOT / "tests" / "decoding" / "outputs"
FEASIBLE = sorted(path for path in (OUTPUTS / "feasible").iterdir() if path.name != "instance.json")
INFEASIBLE = sorted(path for path in (OUTPUTS / "infeasible").iterdir() if path.name != "instance.json")
HEXAGON = load_instance(OUTPUTS / "feasible" / "instance.json")
SOLVED = [seed for seed in range(60) if placements_of(near_miss(seed, 11))]


def test_every_format_is_spelled_and_was_seen():
    assert {name.split(",")[0] for name in SPELLED} == set(FORMATS)
    assert {path.name.split(".")[0] for path in FEASIBLE} == set(FORMATS)


def test_the_documents_list_the_formats():
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", text.partition("## Other people's solvers")[2], re.MULTILINE)
    assert rows == [(form.name, form.whose) for form in FORMATS.values()]


@pytest.mark.parametrize("spelling", SPELLED)
@given(seed=st.sampled_from(SOLVED), encoding=st.sampled_from(["reduced", "textbook"]), data=st.data())
def test_what_is_spelled_is_decoded(spelling, seed, encoding, data):
    instance = near_miss(seed, 11)
    placement = data.draw(st.sampled_from(sorted(placements_of(instance), key=repr)))
    text = SPELLED[spelling](values_of(instance, placement, encoding))
    found = decode_output(instance, text, encoding)
    assert found.format == spelling.split(",")[0]
    assert (found.status, found.placement, found.faults) == ("feasible", placement, ())
    assert decode_output(instance, text, encoding, found.format) == found


@pytest.mark.parametrize("path", FEASIBLE, ids=lambda path: path.name)
def test_what_solvers_wrote_is_a_placement(path):
    found = decode_output(HEXAGON, path.read_text())
    assert found.format == path.name.split(".")[0]
    assert found.status == "feasible"
    assert found.placement is not None
    assert placement_faults(HEXAGON, found.placement) == []
    has_more = "all" in path.suffix and path.suffix not in (".cbc-all", ".scip-all")
    has_more |= path.name in ("json.clasp", "json.minizinc")
    assert bool(found.notes) == has_more


@pytest.mark.parametrize("path", INFEASIBLE, ids=lambda path: path.name)
def test_what_solvers_wrote_of_infeasible_files(path):
    found = decode_output(load_instance(OUTPUTS / "infeasible" / "instance.json"), path.read_text())
    assert found.format == path.name.split(".")[0]
    assert (found.status, found.placement) == ("infeasible", None)
    assert "words alone prove nothing" in found.reason


@pytest.mark.parametrize(
    ("text", "form", "verdict"),
    [
        ("s UNKNOWN\n", "sat", "unknown"),
        ("INDET\n", "minisat", "unknown"),
        ("c only a log\ns UNSATISFIABLE", "sat", "infeasible"),
        ("UNSAT", "minisat", "infeasible"),
        ("unsat\n", "minisat", "infeasible"),
        ("=====UNKNOWN=====\n", "minizinc", "unknown"),
        ("=====UNSATISFIABLE=====\n", "minizinc", "infeasible"),
        ("Stopped on time (no integer solution - continuous used) - objective value 0.0\n", "cbc", "unknown"),
        ("Integer infeasible - objective value 0.0\n", "cbc", "infeasible"),
        ("solution status: infeasible\nno solution available\n", "scip", "infeasible"),
        ("solution status: time limit reached\nno solution available\n", "scip", "unknown"),
        ("status: UNKNOWN\nwall_time: 3\n", "cpsat", "unknown"),
        ("Model status\nTime limit reached\n\n# Primal solution values\nNone\n", "highs", "unknown"),
        ("Non-zeros:  3\nStatus:     INTEGER UNDEFINED\n", "glpk", "unknown"),
        ("s mip 1 1 u 0\ne o f\n", "glpk-raw", "unknown"),
        ('{"Result": "UNSATISFIABLE", "Call": [{}]}', "json", "infeasible"),
        ("This problem is infeasible\n", "values", "infeasible"),
        ("clingo version 5.8.0\nReading from stdin\nSolving...\nUNKNOWN\n\nTIME LIMIT : 1\n", "asp", "unknown"),
        ("% clasp version 3.3.5\nINCONSISTENT\n", "asp", "infeasible"),
        ("INCOHERENT\n", "asp", "infeasible"),
    ],
)
def test_outputs_without_values(text, form, verdict):
    known, answer = read_output(text)
    assert (known.name, answer.verdict, answer.values) == (form, verdict, {})
    assert decode_output(HEXAGON, text).status == verdict


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is nothing in it"),
        ("\n \n", "there is nothing in it"),
        ("hello\n", "no output of a solver that is known here"),
        ("s SATISFIABLE\nv 1 -2 x 0\n", "line 2: 'x' is no literal"),
        ("s SATISFIABLE\nv 1 -2\nv 2 0\n", "line 3: variable 2 is 1 here, and 0 on line 2"),
        ("v x0 x1\n", "line 1: 'x0' is no literal: variables are numbered from 1"),
        ("SAT\n1 2 3four 0\n", "line 2: '3four' is no literal"),
        ("# Objective value = 0\nx_1 1\ny 1\n", "line 3: 'y' is no variable of an exported file"),
        ("# Objective value = 0\nx_1 nan\n", "line 2: 'nan' is no value of a variable"),
        ("# Objective value = 0\nx_1\n", "line 2: must be a name and a value, not 'x_1'"),
        ("Optimal - objective value 0\nx_1 1\n", "line 2: must be index, name, value and cost"),
        ("<?xml version='1.0'?>\n<CPLEXSolution>\n", "line 2: not XML: no element found"),
        (
            '<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY b "bb">]>\n<a/>',
            "line 3: solution files declare no entities",
        ),
        ('<CPLEXSolution>\n<variables>\n<variable name="x_1"/>', "line 3: not XML"),
        ("{", "not JSON"),
        ('{"Vars": [3]}', "Vars[0]: must have VarName and X, not 3"),
        ('{"x": ["a"]}', "x[0]: must be a number, not a string"),
        ("s mip 1 1 o 0\nj one 1\n", "line 2: must be a column and its value"),
        ("x_1 = 1;\nx_2 = ;\n----------\n", "line 2: must be 'name = value;'"),
        ("x_1 1\nx_2\n", "line 2: must be a name and a value, not 'x_2'"),
        ("Answer: 1\nx(1) x(two)\n", "line 2: 'x(two)' is no atom of an exported file"),
        ("clingo version 5.8.0\nSolving...\n", "there is neither an answer set nor a verdict in it"),
        ("v <instantiation> <list> x1 x2 </list>\nv <values> 1 </values> </instantiation>", "1 values are given for 2"),
        ("<instantiation> <list> x1 </list> <values> 1x999999999 </values> </instantiation>", "more values are given"),
        ("<instantiation> <list> x1 y </list> <values> 1 0 </values> </instantiation>", "line 1: 'y' is no variable"),
        ("<instantiation> <list> x1 </list> <values> a </values> </instantiation>", "line 1: 'a' is no value"),
        ("s SATISFIABLE\nv <instantiation> <list> x1 </list>\nc end", "line 3: the instantiation does not end"),
        ("<instantiation> </instantiation>", "neither a line 's …' nor an instantiation with values"),
        ("x_1 1e999\n", "line 1: '1e999' is no value of a variable"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text, reason):
    with pytest.raises(InputError) as caught:
        decode_output(HEXAGON, text)
    assert reason in str(caught.value)


@pytest.mark.parametrize("path", FEASIBLE, ids=lambda path: path.name)
def test_damaged_outputs_raise_nothing_but_input_errors(path):
    """Cut off, with characters lost, changed or lines exchanged; whatever is accepted passes the check."""
    rng = random.Random(path.name)
    whole = path.read_text()
    for _ in range(60):
        text, a, b = whole, *sorted(rng.choices(range(len(whole)), k=2))
        change = rng.randrange(4)
        if change == 0:
            text = whole[:a]
        elif change == 1:
            text = whole[:a] + whole[min(b, a + 9) :]
        elif change == 2:
            text = whole[:a] + rng.choice("01-9x_ \n.=;[{<\x00é") + whole[a + 1 :]
        else:
            lines = whole.splitlines(keepends=True)
            rng.shuffle(lines)
            text = "".join(lines)
        for form in (None, rng.choice(list(FORMATS))):
            try:
                found = decode_output(HEXAGON, text, rng.choice(["reduced", "textbook"]), form)
            except InputError:
                continue
            assert (found.status == "feasible") == (found.placement is not None)
            assert found.placement is None or placement_faults(HEXAGON, found.placement) == []
