"""CNF files that count in other ways: the same verdict, the same variables of the model, no promise of proofs."""

from __future__ import annotations

import pytest

import gourds
from gourds.decoding.decode import decode_output
from gourds.encodings.cnf import CARDINALITIES, FILE_CARDINALITIES, build_cnf, direct_cnf, most_variables
from gourds.encodings.export import FORMATS, export
from gourds.encodings.formats.header import PROOFS
from gourds.encodings.model import direct_model, reduced_model, textbook_model
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


def test_no_way_to_count_takes_more_variables_than_decode_expects():
    for instance in (*fair_shares(SAMPLE), gourds.generate("hexagon", radius=5, colors=3)):
        for model in (textbook_model(instance), reduced_model(instance)):
            counts = [build_cnf(model, way).variable_count for way in FILE_CARDINALITIES]
            assert max(counts) <= most_variables(model)


def test_counters_that_would_fill_the_memory_are_refused():
    large = gourds.generate("hexagon", radius=40, colors=2)
    with pytest.raises(InputError, match=r"seqcounter takes some [0-9,]+ variables here, more than 5,000,000"):
        export(large, "cnf", cardinality="seqcounter")


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
    large = gourds.generate("hexagon", radius=2, colors=2)
    clauses = parsed_cnf(export(large, "cnf", cardinality=cardinality))
    assert clauses == build_cnf(direct_model(large), cardinality).clauses()
    assert (clauses == direct_cnf(large).clauses()) == is_direct


def test_what_a_file_cannot_do_is_refused():
    with pytest.raises(InputError, match=r"clauses only.*not 'native'"):
        export(FIVE, "cnf", cardinality="native")
    with pytest.raises(InputError, match=r"must be one of totalizer, kmtotalizer, .* not 'abacus'"):
        export(FIVE, "cnf", cardinality="abacus")
    for form in set(FORMATS) - {"cnf"}:
        with pytest.raises(InputError, match=f"cardinality is about CNF; {form} files"):
            export(FIVE, form, cardinality="totalizer")
