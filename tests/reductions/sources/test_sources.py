"""Every registered problem and reduction: formats, verdicts by brute force, both maps, sizes; whole paths to boards.

The constants can be raised; with 300 instances each way it takes some minutes.
"""

from __future__ import annotations

from itertools import islice

import pytest

from gourds.errors import InputError
from gourds.reductions.composing import apply, compose
from gourds.reductions.problem import PLACEMENT
from gourds.reductions.registry import load_plugins, path, problems, reductions
from tests.plugin_files import registry_restored, write_guide_plugin

EACH = 6
"""Instances with a solution, and as many without, for every problem and every reduction."""
BOARDS = {"x3c": (2, 1), "nae3sat": (1, 1), "subset-sum": (6, 3), "xsat": (3, 2)}
"""How many boards either way, and the size of what they are made from."""
MAPPED = 8
"""Solutions of one instance that are sent there and back."""

NAMES = list(problems())
STEPS = [(one.source, one.target) for one in reductions() if one.target != PLACEMENT]


def instances(name: str, each: int, size: int = 0):
    """Instances of growing size with the verdict that they must have."""
    problem = problems()[name]
    for seed in range(each):
        chosen = size or 1 + seed % 4
        yield problem.random_yes(chosen, seed), True
        yield problem.random_no(chosen, seed), False


def check_problem(name: str, each: int) -> None:
    problem = problems()[name]
    for instance, has_solution in instances(name, each):
        text = problem.spell(instance)
        again = problem.parse(text)
        assert problem.spell(again) == text
        assert problem.size(again) == problem.size(instance)
        found = list(islice(problem.solutions(instance), MAPPED))
        assert bool(found) == has_solution
        assert (problem.solve(instance) is not None) == has_solution
        for solution in found:
            assert problem.failures(instance, solution) == []
            assert problem.parse_solution(again, problem.spell_solution(instance, solution)) == solution
        for smaller in islice(problem.shrink(instance), 10):
            assert problem.spell(problem.parse(problem.spell(smaller))) == problem.spell(smaller) != text
            assert sum(problem.size(smaller).values()) <= sum(problem.size(instance).values())


def check_reduction(source: str, target: str, each: int) -> None:
    (step,) = path(source, target)
    for instance, has_solution in instances(source, each):
        applied = apply(step, instance)
        found = problems()[target].solve(applied.target)
        assert (found is not None) == has_solution
        for solution in islice(problems()[source].solutions(instance), MAPPED):
            image = applied.forward(solution)
            assert problems()[target].failures(applied.target, image) == []
            assert problems()[source].failures(instance, applied.back(image)) == []
        if found is not None:
            assert problems()[source].failures(instance, applied.back(found)) == []


def check_board(source: str, each: int, size: int = 0) -> None:
    """From the source to the board and back, the board decided by a solver and the maps checked at every joint."""
    for instance, has_solution in instances(source, each, size):
        composed = compose(path(source), instance)
        placement = problems()[PLACEMENT].solve(composed.target)
        assert (placement is not None) == has_solution
        if placement is not None:
            solution = composed.back(placement)
            composed.back(composed.forward(solution))


@pytest.mark.parametrize("name", NAMES)
def test_a_problem_agrees_with_itself(name):
    check_problem(name, EACH)


@pytest.mark.parametrize(("source", "target"), STEPS, ids=[f"{a}-{b}" for a, b in STEPS])
def test_a_reduction_keeps_verdicts_and_maps_solutions(source, target):
    check_reduction(source, target, EACH)


@pytest.mark.parametrize("name", BOARDS)
def test_a_path_leads_to_boards_and_back(name):
    each, size = BOARDS[name]
    check_board(name, each, size)


def test_a_plugin_is_checked_alike(tmp_path):
    with registry_restored():
        load_plugins([str(write_guide_plugin(tmp_path))])
        check_problem("3dm", EACH)
        check_reduction("3dm", "x3c", EACH)
        check_board("3dm", 1, 1)


def test_exact_covers_correspond_one_to_one_to_assignments():
    x3c, monotone = problems()["x3c"], problems()["monotone"]
    for instance, _ in instances("x3c", EACH, 3):
        (step,) = path("x3c", "monotone")
        assert x3c.count(instance) == monotone.count(apply(step, instance).target)


def test_an_element_in_many_sets_is_covered_by_any_of_them():
    from gourds.reductions.sources.x3c import Triples

    composed = compose(path("x3c", "monotone"), Triples(3, ((1, 2, 3),) * 6))
    assert [composed.back(composed.forward((k,))) for k in range(1, 7)] == [(k,) for k in range(1, 7)]


def test_the_gadget_of_not_all_equal_is_right_in_all_eight_cases():
    from gourds.formulas.formula import OneInThree
    from gourds.reductions.sources.nae3sat import NotAllEqual

    (step,) = path("nae3sat", "1in3")
    formula = apply(step, NotAllEqual(3, ((1, 2, 3),))).target
    assert isinstance(formula, OneInThree)
    values = [assignment[:3] for assignment in problems()["1in3"].solutions(formula)]
    assert len(values) == 7
    assert set(values) == {(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)} - {
        (False,) * 3,
        (True,) * 3,
    }


def test_ring_boards_tell_every_sum(tmp_path):
    """All targets for some numbers, those beyond the sum too: feasible iff some of the numbers have that sum."""
    from gourds.reductions.sources.subset_sum import Numbers

    for values in ((), (3, 5), (1, 2, 4)):
        sums = {0}
        for value in values:
            sums |= {total + value for total in sums}
        for target in range(sum(values) + 2):
            composed = compose(path("subset-sum"), Numbers(values, target))
            assert (problems()[PLACEMENT].solve(composed.target) is not None) == (target in sums)


BAD = {
    "x3c": [
        ("p x3c 3\n", "line 1: must be 'p x3c N M'"),
        ("p x3c 3 1\n1 2 2 0\n", "line 2: a set has three different elements"),
        ("p x3c 3 1\n1 2 4 0\n", "line 2: element 4 is not from 1 to 3"),
        ("p x3c 3 2\n1 2 3 0\n", "the number of sets is 1, not 2"),
        ("c nothing\n", "no line 'p x3c …'"),
    ],
    "nae3sat": [
        ("p nae 2 1\n1 2 0\n", "line 2: a clause has three literals, not 2"),
        ("p nae 2 1\n1 2 -3 0\n", "line 2: variable 3 is larger than 2"),
        ("p nae 2 2\n1 2 2 0\n", "the number of clauses is 1, not 2"),
    ],
    "subset-sum": [
        ("p subset-sum 2 5\n3 -2 0\n", "line 2: numbers are positive, not -2"),
        ("p subset-sum 2 5\n3 0\n", "1 numbers are given, not 2"),
        ("p subset-sum 1 5\n9" + "9" * 30 + " 0\n", "line 2: the number '9"),
    ],
    "xsat": [
        ("p xsat 2 1\n0\n", "line 2: a clause has one literal or more"),
        ("p xsat 2 1\n1 -3 0\n", "line 2: variable 3 is larger than 2"),
        ("p xsat 2 2\n1 0\n", "the number of clauses is 1, not 2"),
    ],
    "1in3": [("p 1in3 2 1\n1 0 2 0\n", "line 2: must be three literals and 0")],
    "3cnf": [
        ("p cnf 4 1\n1 2 3 4 0\n", "clause 1 has more than three literals"),
        ("p 1in3 1 0\n", "'p cnf' is needed"),
    ],
    "cubic": [("p 1in3 3 1\n1 2 3 0\n", "variable 1: occurs 1 time, not three")],
}


@pytest.mark.parametrize(("name", "text", "said"), [(name, *pair) for name, pairs in BAD.items() for pair in pairs])
def test_faults_are_named_with_their_line(name, text, said):
    with pytest.raises(InputError) as error:
        problems()[name].parse(text)
    assert said in str(error.value)
