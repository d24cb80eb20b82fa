"""CNF files that count in other ways: the same verdict, the same variables of the model, no promise of proofs."""

from __future__ import annotations

import pytest

from gourds.decoding.decode import decode_output
from gourds.encodings.cnf import CARDINALITIES, FILE_CARDINALITIES
from gourds.encodings.export import FORMATS, export
from gourds.encodings.formats.header import PROOFS
from gourds.errors import InputError
from gourds.instance import Instance
from tests.encodings.parsed import parsed_cnf
from tests.encodings.small_instances import fair_shares, is_feasible

SAMPLE = 24
"""Instances for each way to count; run with 400 by hand."""
FIVE = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "b", 1), ("a", "a", 1)])


def test_a_file_holds_clauses_only():
    assert set(CARDINALITIES) - set(FILE_CARDINALITIES) == {"native"}


@pytest.mark.parametrize("cardinality", FILE_CARDINALITIES)
@pytest.mark.parametrize("encoding", ["reduced", "textbook"])
def test_every_way_to_count_says_the_same_and_is_decoded(cardinality, encoding):
    solvers = pytest.importorskip("pysat.solvers")
    for instance in fair_shares(SAMPLE):
        clauses = parsed_cnf(export(instance, "cnf", encoding, cardinality=cardinality))
        with solvers.Solver("glucose4", bootstrap_with=clauses) as solver:
            assert solver.solve() == is_feasible(instance)
            values = solver.get_model()
        if values is not None:
            found = decode_output(instance, f"s SATISFIABLE\nv {' '.join(map(str, values))} 0\n", encoding)
            assert found.status == "feasible", found.faults


def test_a_variable_that_no_way_to_count_has_is_refused():
    with pytest.raises(InputError, match="variable 999 does not exist in the reduced model"):
        decode_output(FIVE, "s SATISFIABLE\nv 1 999 0\n")


@pytest.mark.parametrize("cardinality", FILE_CARDINALITIES)
def test_only_the_direct_formula_promises_proofs(cardinality):
    text = export(FIVE, "cnf", cardinality=cardinality)
    is_direct = cardinality == "totalizer"
    assert (PROOFS["cnf"] in text) == is_direct
    assert (f"c cardinality: {cardinality} of python-sat" in text) == (not is_direct)
    assert ("not about this one" in text) == (not is_direct)
    assert (text == export(FIVE, "cnf")) == is_direct


def test_what_a_file_cannot_do_is_refused():
    with pytest.raises(InputError, match=r"clauses only.*not 'native'"):
        export(FIVE, "cnf", cardinality="native")
    with pytest.raises(InputError, match=r"must be one of totalizer, kmtotalizer, .* not 'abacus'"):
        export(FIVE, "cnf", cardinality="abacus")
    for form in set(FORMATS) - {"cnf"}:
        with pytest.raises(InputError, match=f"cardinality is about CNF; {form} files"):
            export(FIVE, form, cardinality="totalizer")
