"""Values become a placement iff they solve the exported file; otherwise cells and budgets say why not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gourds
from gourds.counting import Counting
from gourds.decoding.decode import decode_output
from gourds.encodings.cnf import direct_cnf
from gourds.encodings.export import export, opb_model
from gourds.errors import InputError
from gourds.instance import Instance
from tests.decoding.spelled import SPELLED, by_name, values_of
from tests.encodings.parsed import parsed_lp, parsed_opb
from tests.encodings.small_instances import near_miss, placements_of

ROW = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "b", 1), ("a", "a", 1)])
REFUTED = Instance.build([(0, 0), (1, 0), (2, 0)], list("abb"), [("a", "a", 1)])
SEEDS = [seed for seed in range(80) if Counting(near_miss(seed, 11)).refutation is None]


@given(seed=st.sampled_from(SEEDS), encoding=st.sampled_from(["reduced", "textbook"]), data=st.data())
def test_values_are_accepted_iff_they_solve_the_file(seed, encoding, data):
    instance = near_miss(seed, 11)
    count = opb_model(instance, encoding).variable_count
    found = sorted(placements_of(instance), key=repr)
    values = values_of(instance, data.draw(st.sampled_from(found)), encoding) if found else [0] * count
    for k in data.draw(st.lists(st.integers(0, count - 1), max_size=4)):
        values[k] = 1 - values[k]
    rows = parsed_opb(export(instance, "opb", encoding))
    is_solution = all(sum(values[k - 1] for k in variables) == total for variables, total in rows)
    decoded = decode_output(instance, SPELLED["pb"](values), encoding)
    assert decoded.status == ("feasible" if is_solution else "wrong")
    assert bool(decoded.faults) != is_solution
    assert not is_solution or values_of(instance, decoded.placement, encoding) == values


@given(seed=st.sampled_from(SEEDS), encoding=st.sampled_from(["reduced", "textbook"]), data=st.data())
def test_columns_of_an_lp_have_its_order(seed, encoding, data):
    instance = near_miss(seed, 11)
    found = sorted(placements_of(instance), key=repr)
    if not found:
        return
    placement = data.draw(st.sampled_from(found))
    values = values_of(instance, placement, encoding)
    rows = parsed_lp(export(instance, "lp", encoding)).values()
    order = dict.fromkeys([1, *(k for variables, _ in rows for k in variables)])
    text = SPELLED["glpk-raw"]([values[k - 1] for k in order])
    decoded = decode_output(instance, text, encoding)
    assert decoded.status == "feasible"
    assert decoded.placement in found


def test_what_is_wrong_is_told_by_cells_and_budgets():
    assert [line for line in export(ROW, "opb").splitlines() if "variable" in line][1:] == [
        "* variable 1: a gourd on (0, 0) and (1, 0)",
        "* variable 2: a gourd on (1, 0) and (2, 0)",
        "* variable 3: a gourd on (3, 0) and (4, 0)",
        "* variable 4: cell (2, 0) stays empty",
        "* variable 5: cell (3, 0) stays empty",
    ]

    def faults(literals: str) -> list[str]:
        return [str(fault) for fault in decode_output(ROW, f"v {literals}\n").faults]

    assert faults("x1 -x2 x3 x4 -x5") == []
    assert faults("x1 -x2 x3 -x4 -x5") == ["cell (2, 0) is neither covered nor empty"]
    assert faults("x1 -x2 x3 x4 x5") == [
        "line 1: cell (3, 0) is used twice: variable 3 is a gourd on (3, 0) and (4, 0) and "
        "variable 5 says that it stays empty",
        "2 cells stay empty, not one: (2, 0) and (3, 0)",
    ]
    assert "0 (a, a)-gourds are used, the budget is 1" in faults("-x1 x2 x3 -x4 -x5")


def test_a_partial_assignment_is_told():
    found = decode_output(ROW, "v x1\n")
    assert found.status == "wrong"
    assert found.notes == ("4 of 5 variables have no value and were taken as 0",)
    assert decode_output(ROW, "v x1 x3\n").placement == gourds.Placement((2, 0), [((0, 0), (1, 0)), ((3, 0), (4, 0))])


def test_values_are_rounded_within_the_tolerance_and_told():
    solved = [0.9999999, 1e-9, 1, 1.00001, -1e-7]
    found = decode_output(ROW, by_name(solved, "x_{k} {value}\n"))
    assert found.status == "feasible"
    assert found.notes == ("values were rounded, by 1e-05 at most",)
    found = decode_output(ROW, by_name([0.5, 0, 1, 1, 2], "x_{k} {value}\n"))
    assert found.status == "wrong"
    assert [str(fault) for fault in found.faults] == [
        "line 1: variable 1 is 0.5, neither 0 nor 1; was it solved without integers?",
        "line 5: variable 5 is 2, neither 0 nor 1; was it solved without integers?",
    ]


def test_variables_that_count_are_taken_from_a_cnf_only():
    top = direct_cnf(ROW).variable_count
    assert top > 5
    assert decode_output(ROW, f"v 1 -2 3 4 -5 {top} 0\n").status == "feasible"
    with pytest.raises(
        InputError, match=f"line 2: variable {top + 1} does not exist in the reduced model .* has {top}"
    ):
        decode_output(ROW, f"s SATISFIABLE\nv 1 -2 3 4 -5 {top + 1} 0\n")
    with pytest.raises(
        InputError, match=r"line 1: variable 6 does not exist .* which has 5; is the output about another"
    ):
        decode_output(ROW, "v x1 -x2 x3 x4 -x5 x6\n")
    with pytest.raises(InputError, match="line 1: variable 0 does not exist"):
        decode_output(ROW, "x_0 1\n")


def test_the_other_encoding_is_suggested():
    placement = gourds.Placement((2, 0), [((0, 0), (1, 0)), ((3, 0), (4, 0))])
    whole = SPELLED["gurobi"](values_of(ROW, placement, "textbook"))
    assert decode_output(ROW, whole, "textbook").placement == placement
    with pytest.raises(InputError, match=r"line 7: variable 6 does not exist.*: try --encoding textbook"):
        decode_output(ROW, whole)
    found = decode_output(ROW, SPELLED["gurobi"](values_of(ROW, placement, "reduced")), "textbook")
    assert found.status == "wrong"
    assert found.notes[-1].endswith("try --encoding reduced")


def test_only_the_first_of_several_solutions_is_read():
    found = decode_output(ROW, "c Answer: 1\nv x1 -x2 x3 x4 -x5\nc Answer: 2\nv -x1 x2 -x3 -x4 x5\ns SATISFIABLE\n")
    assert found.status == "feasible"
    assert found.notes == ("only the first of 2 solutions was read",)


def test_a_placement_counts_more_than_words():
    """CBC writes values below 'Infeasible' as well; should they be a placement, then it is one."""
    values = values_of(ROW, gourds.Placement((2, 0), [((0, 0), (1, 0)), ((3, 0), (4, 0))]), "reduced")
    assert decode_output(ROW, SPELLED["cbc, infeasible marks"](values)).status == "feasible"
    assert decode_output(ROW, SPELLED["cbc, infeasible marks"]([0] * 5)).status == "infeasible"


def test_an_instance_that_counting_refutes():
    for encoding in ("reduced", "textbook"):
        assert decode_output(REFUTED, "s UNSATISFIABLE\n", encoding).status == "infeasible"
        assert decode_output(REFUTED, "v x1 x2\n", encoding).status == "wrong"


def test_large_outputs_are_read_in_good_time():
    """Thousands of variables in every format; what takes quadratic time would show."""
    cells = [(q, 0) for q in range(2001)]
    instance = Instance.build(cells, ["a"] * 2001, [("a", "a", 1000)])
    placement = gourds.Placement((2000, 0), list(zip(cells[::2], cells[1::2], strict=False)))
    values = values_of(instance, placement, "textbook")
    for spelling in SPELLED.values():
        assert decode_output(instance, spelling(values), "textbook").placement == placement


def test_random_bytes():
    rng = random.Random(5)
    for _ in range(300):
        text = "".join(rng.choice("sv x_10123-~\n \t=;[]{}<>.:#SATUN") for _ in range(rng.randrange(80)))
        try:
            found = decode_output(ROW, text)
        except InputError:
            continue
        assert found.placement is None or gourds.verify(ROW, found.placement)


def test_from_python(tmp_path):
    path = tmp_path / "solver.log"
    path.write_text("s SATISFIABLE\nv x1 -x2 x3 x4 -x5\n")
    found = gourds.decode(ROW, path)
    assert found
    assert gourds.decode(ROW, path.read_text()) == found
    assert gourds.decode(ROW, "v 1 -2 3 4 -5 0", from_="sat").placement == found.placement
    for wrong in ({"encoding": "none"}, {"from_": "fax"}):
        with pytest.raises(InputError, match="must be one of"):
            gourds.decode(ROW, path, **wrong)
    with pytest.raises(InputError, match="the text of an output"):
        gourds.decode(ROW, 7)
    with pytest.raises(InputError, match=r"missing\.log: No such file"):
        gourds.decode(ROW, Path("missing.log"))
    path.write_text("v x9\n")
    with pytest.raises(InputError, match=r"solver\.log: line 1: variable 9"):
        gourds.decode(ROW, path)
