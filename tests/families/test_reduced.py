from __future__ import annotations

import pytest

from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.families.reduced import CNFS, FORMULAS
from gourds.formulas.verdict import satisfying_assignment
from gourds.reductions.reduction import formula_of

CASES = [("chain", {"cnf": cnf, "size": size}) for cnf in CNFS for size in range(5)]
CASES += [("reduction", {"formula": formula, "variables": size}) for formula in FORMULAS for size in (6, 9)]


@pytest.mark.parametrize(("name", "parameters"), CASES)
def test_what_is_known_of_formulas_is_true(name, parameters):
    known = FAMILIES[name].known(parameters)
    if known is None:
        return
    try:
        formula = formula_of(generate(FAMILIES[name], parameters, 1))
    except InputError:
        return
    verdict = "infeasible" if satisfying_assignment(formula) is None else "feasible"
    assert verdict == known.verdict
