"""Formula to instance and back, and what the instance carries for it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gourds
from gourds import files
from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.formula import Cnf, OneInThree
from gourds.formulas.verdict import all_assignments, satisfying_assignment
from gourds.placement import Placement
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.gadgets.drawing import bundled_gadgets, parse_gadget
from gourds.reductions.reduction import (
    Reduction,
    extract,
    formula_of,
    is_reduced,
    place_assignment,
    reduce,
    reduction_of,
)
from tests.reductions.chain.test_steps import cnfs, one_in_threes

CNF = Cnf(3, ((1, 2, 3), (-1, -2), (-3,), (2, -2)))


@given(st.one_of(cnfs(width=4), one_in_threes(signed=False)), st.integers(0, 9))
@settings(max_examples=25)
def test_there_and_back(formula, seed):
    instance = reduce(formula, order="shuffled", seed=seed)
    assert formula_of(instance) == formula
    result = gourds.solve(instance)
    assert (result.placement is not None) == (satisfying_assignment(formula) is not None)
    if result.placement is not None:
        assert formula.is_satisfied(extract(instance, result.placement))
        for assignment in all_assignments(formula, 3):
            placement = place_assignment(instance, assignment)
            again = extract(instance, placement)
            read = [k for k, image in enumerate(instance.source["back_map"]) if image is not None]
            assert all(again[k] == assignment[k] for k in read)


def test_a_model_with_every_assignment():
    formula, planted = planted_cubic(9, 3)
    instance = reduce(formula)
    assignments = all_assignments(formula)
    assert planted in assignments
    for assignment in assignments:
        assert extract(instance, place_assignment(instance, assignment)) == assignment


@pytest.mark.parametrize("form", ["json", "text"])
def test_files_keep_what_the_back_map_needs(form, tmp_path):
    instance = reduce(CNF, color_exponent=0.5, order="alternating")
    path = tmp_path / "board"
    files.save(instance, path, form)
    again = files.load_instance(path)
    assert again == instance
    assignment = extract(again, gourds.solve(again).placement)
    assert CNF.is_satisfied(assignment)
    assert reduction_of(again).instance().digest == instance.digest


def test_the_public_functions():
    instance = gourds.reduce(gourds.OneInThree(3, ((1, 2, 3),) * 3))
    placement = gourds.place_assignment(instance, (False, True, False))
    assert gourds.verify(instance, placement)
    assert gourds.extract(instance, placement) == (False, True, False)


def test_gadgets_of_ones_own_travel_with_the_instance(tmp_path):
    paper = bundled_gadgets()
    text = paper.clause.text().replace("V X V", "V Z V").replace("V Y Z V", "V Y X V")
    gadgets = replace(paper, clause=parse_gadget(text, "clause"))
    formula, assignment = planted_cubic(6, 1)
    instance = reduce(formula, gadgets=gadgets)
    assert instance.digest != reduce(formula).digest
    assert "gadgets" in instance.source
    assert "gadgets" not in reduce(formula).source
    assert extract(instance, place_assignment(instance, assignment)) == assignment


def test_an_assignment_that_fails_is_refused():
    formula = OneInThree(3, ((1, 2, 3),) * 3)
    with pytest.raises(UnsatisfiedError, match="does not satisfy clause 1"):
        place_assignment(reduce(formula), (True, True, False))
    with pytest.raises(UnsatisfiedError, match=r"does not satisfy clause 3 \(-3\)"):
        place_assignment(reduce(CNF), (True, False, True))


def test_a_placement_that_is_wrong_is_refused():
    instance = reduce(OneInThree(3, ((1, 2, 3),) * 3))
    right = place_assignment(instance, (True, False, False))
    with pytest.raises(UnsatisfiedError, match="no placement of the instance"):
        extract(instance, Placement(right.empty, right.gourds[1:]))


def test_the_back_map_reads_the_gadget_not_the_formula():
    """A placement that is wrong in a variable gadget is not read as any value."""
    reduction = Reduction.of(OneInThree(3, ((1, 2, 3),) * 3))
    right = reduction.place((True, False, False))
    broken = Placement(right.empty, tuple(g for g in right.gourds if not (2 <= g[0][0] <= 5 and g[0][1] == 0)))
    with pytest.raises(UnsatisfiedError, match="column 0 is covered neither as true nor as false"):
        reduction.extract(broken)


def test_instances_that_were_not_reduced():
    plain = generate(FAMILIES["hexagon"], {"radius": 2}, 1)
    assert not is_reduced(plain)
    for call in (formula_of, reduction_of, lambda i: extract(i, gourds.solve(i).placement)):
        with pytest.raises(InputError, match="was not made by 'gourds reduce'"):
            call(plain)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"reduction": "another"}, "source.reduction"),
        ({"formula": {"kind": "cnf", "variables": 3, "clauses": [[1, 4]]}}, "source.formula"),
        ({"formula": {"kind": "cnf", "variables": "3", "clauses": []}}, "source.formula"),
        ({"formula": {"kind": "1in3", "variables": 3, "clauses": [[1, 2]]}}, "source.formula"),
        ({"formula": []}, "source.formula"),
        ({"order": 7}, "source.order"),
        ({"extra_columns": -2}, "source.extra_columns"),
        ({"extra_columns": 10**12}, "source.extra_columns"),
        ({"back_map": [[0, 1]]}, "source.back_map"),
        ({"back_map": [[0, 1], [8, 2], [16, 1]]}, "source.back_map"),
        ({"gadgets": {"variable": "x"}}, "source.gadgets"),
        ({"gadgets": {"variable": "x", "clause": "y"}}, "source.gadgets.variable"),
    ],
)
def test_damaged_sources_are_named(change, place):
    instance = reduce(CNF)
    damaged = replace(instance, source={**instance.source, **change})
    json.dumps(damaged.source)
    with pytest.raises(InputError) as caught:
        place_assignment(damaged, (True, False, False))
    assert any(fault.place == place for fault in caught.value.faults), caught.value


def test_a_source_with_another_formula_is_noticed():
    one, other = random_cubic(7, 1), random_cubic(7, 2)
    instance = reduce(one)
    swapped = replace(instance, source=reduce(other).source)
    with pytest.raises(InputError, match="does not give this board"):
        reduction_of(swapped)
