"""Formulas as CNF and OPB: the same satisfying assignments, all of them, against the definition."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from gourds.encodings.formula_files import FORMULA_FORMATS, export_formula
from gourds.files.formulas import parse
from gourds.formulas.formula import Cnf, Formula, OneInThree
from tests.encodings.parsed import parsed_cnf

SAMPLE = 400
"""Formulas of each kind; run with 20,000 by hand."""


def random_formula(rng: random.Random, kind: type[Formula]) -> Formula:
    """Literals are repeated and opposed often; a CNF may have empty clauses."""
    variables = rng.randint(1, 5)
    positive = list(range(1, variables + 1))
    literals = positive + [-v for v in positive] * (rng.random() < 0.7)
    sizes = [3] if kind is OneInThree else [1, 2, 3, 3, 4] + [0] * (rng.random() < 0.1)
    count = rng.randint(0, 6)
    return kind(variables, tuple(tuple(rng.choices(literals, k=rng.choice(sizes))) for _ in range(count)))


def solutions(formula: Formula) -> set[tuple[bool, ...]]:
    return {a for a in product((False, True), repeat=formula.variables) if formula.is_satisfied(a)}


def solutions_of_opb(text: str, variables: int) -> set[tuple[bool, ...]]:
    head, *lines = text.splitlines()
    rows = [line for line in lines if not line.startswith("*")]
    sizes = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", head)
    assert sizes
    assert (int(sizes[1]), int(sizes[2])) == (max(1, variables), len(rows))
    assert all(re.fullmatch(r"([+-]\d+ x\d+ )+(=|>=) -?\d+ ;", row) for row in rows)

    def holds(row: str, a: tuple[bool, ...]) -> bool:
        left = sum(int(c) * a[int(v) - 1] for c, v in re.findall(r"([+-]\d+) x(\d+)", row))
        right = int(row.split()[-2])
        return left >= right if ">=" in row else left == right

    return {a for a in product((False, True), repeat=variables) if all(holds(row, a) for row in rows)}


def solutions_of_cnf(text: str, variables: int) -> set[tuple[bool, ...]]:
    formula = Cnf(variables, tuple(map(tuple, parsed_cnf(text))))
    return solutions(formula)


@pytest.mark.parametrize("kind", [OneInThree, Cnf])
def test_files_have_the_solutions_of_the_formula(kind):
    rng = random.Random(1)
    found = []
    for _ in range(SAMPLE):
        formula = random_formula(rng, kind)
        truth = solutions(formula)
        found.append(bool(truth))
        assert solutions_of_cnf(export_formula(formula, "cnf"), formula.variables) == truth, formula
        assert solutions_of_opb(export_formula(formula, "opb"), formula.variables) == truth, formula
    assert SAMPLE // 5 < sum(found) < SAMPLE


def test_a_cnf_stays_what_it_is():
    formula = Cnf(3, ((1, -2), (), (3, 3)))
    assert parse(export_formula(formula, "cnf")) == formula


@pytest.mark.parametrize("form", FORMULA_FORMATS)
def test_formulas_without_variables(form):
    last = export_formula(Cnf(0, ()), form).splitlines()[-1]
    assert last.startswith("p cnf 1 0" if form == "cnf" else "*")
    lines = export_formula(Cnf(0, ((),)), form).splitlines()
    assert lines[-1] == ("0" if form == "cnf" else "+1 x1 >= 2 ;")
