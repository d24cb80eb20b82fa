"""The empirical check finds nothing wrong with the reduction, and finds what is wrong with a broken one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from gourds.formulas.formula import Cnf, OneInThree
from gourds.formulas.verdict import satisfying_assignment
from gourds.reductions.check import Kind, Plan, check, check_formula, formulas, mixed_cnf
from gourds.reductions.gadgets.drawing import bundled_gadgets, parse_gadget
from gourds.reductions.gadgets.mutations import judge, mutants

GADGETS = bundled_gadgets()


@pytest.fixture(scope="module")
def report():
    return check(Plan(exhaustive=8, random=60, cnfs=25, seed=3))


def test_the_reduction_is_right(report):
    assert report.failure is None
    assert len(report.cases) == 78 + 60 + 25


def test_every_kind_of_formula_takes_part(report):
    verdicts = Counter((type(case.formula), case.is_satisfiable) for case in report.cases)
    assert min(verdicts[kind, value] for kind in (Cnf, OneInThree) for value in (True, False)) >= 8
    assert sum(case.assignments_tried for case in report.cases) > 80
    assert max(case.cells for case in report.cases) > 20_000


def test_every_satisfying_assignment_has_equally_many_placements(report):
    ratios = report.placements_per_assignment()
    assert len(ratios) >= 3
    assert all(len(found) == 1 for found in ratios.values())
    assert ratios[241] == {4**3 * 55_073_177_600_000}


def test_the_verdicts_come_out_fair():
    satisfiable = [satisfying_assignment(mixed_cnf(seed)) is not None for seed in range(200)]
    assert 60 < sum(satisfiable) < 140
    plan = list(formulas(Plan(exhaustive=0, random=100, cnfs=0)))
    assert 40 < sum(satisfying_assignment(formula) is not None for _, formula in plan) < 75


# -- the four ways to fail, each provoked ---------------------------------------------------------------------


def broken(gadget: str, *changes: tuple[str, str]):
    text = getattr(GADGETS, gadget).text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return replace(GADGETS, **{gadget: parse_gadget(text, gadget)})


def test_no_to_yes():
    """With gourds of both kinds to spare for each other, clauses forget what variables say: every board is feasible."""
    clause = broken(
        "clause",
        ("F F X X X Y F F V V F F", "F F V V V V F F V V F F"),
        ("F F Z V Y F F V X V F F", "F F V V V F F V V V F F"),
        ("F F Z Y F F V Y Z V F F", "F F V V F F V V V V F F"),
        ("F F Z F F V V V V V F F", "F F V F F V V V V V F F"),
        ("  X Y 1\n  X Z 1\n  Y Z 1\n  V V 5", "  V V 12"),
    ).clause
    variable = broken("variable", ("  V x 6\n  x x 3\n  V V 1", "  V x 6")).variable
    gadgets = replace(GADGETS, variable=variable, clause=clause)
    formula = OneInThree(4, ((1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4)))
    case = check_formula(formula, gadgets)
    assert case.failure is Kind.NO_TO_YES


def test_yes_to_no():
    case = check_formula(OneInThree(3, ((1, 2, 3),) * 3), broken("clause", ("V V 5", "V V 4"), ("X Y 1\n", "X Y 2\n")))
    assert case.failure is Kind.YES_TO_NO


def test_bad_forward_certificate():
    """The board is as before, but the coverings that the maps rely on do not exist."""
    gadgets = broken("clause", ("X: V X 2, V V 5", "X: V X 3, V V 5"))
    assert check_formula(OneInThree(3, ((1, 2, 3),) * 3), gadgets).failure is Kind.FORWARD


def test_bad_back_certificate():
    """Coverings whose names are exchanged are read with the opposite value."""
    gadgets = broken("variable", ("false:", "swap:"), ("true:", "false:"), ("swap:", "true:"))
    case = check_formula(OneInThree(3, ((1, 2, 3),) * 3), gadgets)
    assert case.failure in (Kind.FORWARD, Kind.BACK)


def test_a_failure_is_shrunk_to_the_smallest_formula():
    gadgets = broken("clause", ("X: V X 2, V V 5", "X: V X 3, V V 5"))
    report = check(Plan(exhaustive=0, random=1, cnfs=0, variables=60, seed=4), gadgets)
    assert report.failure.formula == OneInThree(3, ((1, 2, 3),) * 3)
    report = check(Plan(exhaustive=0, random=0, cnfs=1), gadgets)
    assert report.failure.formula.variables == 0 or report.failure.cells < report.found_on.cells


# -- mutants --------------------------------------------------------------------------------------------------


def test_every_recolored_cell_is_caught():
    outcomes = [judge(mutant) for mutant in mutants(GADGETS, "recolored")]
    assert len(outcomes) == 32 * 2 + 48 * 4
    assert all(outcome.failure is Kind.YES_TO_NO for outcome in outcomes)


def test_swapped_cells_are_caught_or_proved_equivalent():
    """The smallest formula catches all that any formula can; larger ones find nothing more in some of the others."""
    outcomes = [judge(mutant, up_to=3) for mutant in mutants(GADGETS, "swapped")]
    assert not [outcome.mutant for outcome in outcomes if outcome.has_survived]
    equivalent = [outcome.mutant for outcome in outcomes if outcome.is_equivalent]
    assert len(equivalent) == 36
    assert {mutant.gadget for mutant in equivalent} == {"clause"}
    assert all(judge(mutant).is_equivalent for mutant in equivalent[::6])


def test_some_repainted_gadgets_are_caught():
    chosen = list(mutants(GADGETS, "repainted"))
    assert len(chosen) == 328
    assert not [mutant for mutant in chosen[::16] if judge(mutant).has_survived]
