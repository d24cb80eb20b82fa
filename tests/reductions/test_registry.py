"""The registry and the composition of reductions: what does not fit is refused, and a fault is blamed on who has it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from gourds.errors import InputError
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.composing import apply, compose
from gourds.reductions.problem import Applied, Reduction, not_smaller
from gourds.reductions.registry import find_problem, load_plugins, path, paths, problems, registry
from gourds.reductions.sources.x3c import PROBLEM, REDUCTION, Triples
from tests.plugin_files import registry_restored

COVER = Triples(6, ((1, 2, 3), (2, 3, 4), (4, 5, 6)))


@pytest.fixture(autouse=True)
def _restored():
    with registry_restored():
        yield


def test_every_problem_has_a_path_to_the_board():
    assert {found[0].source for found in paths()} == set(problems()) - {"placement"}
    assert [one.target for one in path("x3c")] == ["monotone", "cubic", "placement"]
    assert path("x3c", "x3c") == ()
    for found in paths():
        assert all(one.target == two.source for one, two in pairwise(found))


def test_a_shorter_way_is_taken():
    registry().add([(SimpleNamespace(REDUCTION=replace(REDUCTION, target="placement")), "short.py")])
    assert [one.target for one in path("x3c")] == ["placement"]


def test_what_leads_nowhere_is_said():
    with pytest.raises(InputError, match="there is no problem 'nothing'; there are placement, cnf"):
        path("nothing")
    with pytest.raises(InputError, match="no reductions lead from 'cubic' to 'x3c'"):
        path("cubic", "x3c")


WRONG = {
    "nothing": ({}, "defines none of PROBLEM"),
    "no problem": ({"PROBLEM": 3}, "PROBLEM must be a gourds.reductions.problem.Problem, not 3"),
    "no list": ({"REDUCTIONS": 3}, "REDUCTIONS must be a list, not 3"),
    "twice": ({"PROBLEM": replace(PROBLEM)}, "there is a problem 'x3c' already, in gourds.reductions.sources.x3c"),
    "reduction twice": ({"REDUCTION": replace(REDUCTION)}, "there is a reduction 'x3c to monotone' already"),
    "no target": ({"REDUCTION": replace(REDUCTION, target="none")}, "x3c to none: there is no problem 'none'"),
    "no function": ({"PROBLEM": replace(PROBLEM, name="new", parse="text")}, "'new': parse must be a function"),
    "no text": ({"PROBLEM": replace(PROBLEM, name="new", title=None)}, "'new': title must be a text"),
    "no word": ({"PROBLEM": replace(PROBLEM, name="two words")}, "a name is a word"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_file_that_does_not_fit_is_named_and_leaves_nothing_behind(case):
    values, said = WRONG[case]
    before = (dict(registry().problems), dict(registry().reductions))
    with pytest.raises(InputError) as error:
        registry().add([(SimpleNamespace(**values), "mine.py")])
    assert str(error.value).startswith("mine.py: ")
    assert said in str(error.value)
    assert (registry().problems, registry().reductions) == before


def test_a_plugin_may_be_named_twice(tmp_path):
    file = tmp_path / "again_and_again.py"
    file.write_text(
        "from dataclasses import replace\nfrom gourds.reductions.sources.x3c import PROBLEM\n"
        "PROBLEM = replace(PROBLEM, name='again')\n"
    )
    load_plugins([str(file), str(file)])
    load_plugins([str(file)])
    assert find_problem("again").title == PROBLEM.title


def test_entry_points_are_found(monkeypatch):
    def point(name, value):
        return SimpleNamespace(name=name, value=value, load=lambda: value)

    fine = SimpleNamespace(PROBLEM=replace(PROBLEM, name="announced"))
    monkeypatch.setattr("gourds.reductions.registry.entry_points", lambda group: [point("fine", fine)])
    assert "announced" in registry.__wrapped__().problems

    def broken():
        raise ImportError("no such thing")

    bad = SimpleNamespace(name="bad", value="package.bad", load=broken)
    monkeypatch.setattr("gourds.reductions.registry.entry_points", lambda group: [bad])
    with pytest.raises(
        InputError, match=r"^gourds.reductions: package.bad: cannot be loaded: ImportError: no such thing"
    ):
        registry.__wrapped__()


# -- composition ----------------------------------------------------------------------------------------------


def broken(**changes) -> Reduction:
    """The reduction of exact cover with something wrong in what it gives."""

    def apply_wrongly(cover):
        applied = REDUCTION.apply(cover)
        return replace(applied, **{key: change(applied) for key, change in changes.items()})

    return replace(REDUCTION, apply=apply_wrongly)


def test_a_path_maps_solutions_both_ways():
    composed = compose(path("x3c", "cubic"), COVER)
    assert composed.back(composed.forward((1, 3))) == (1, 3)
    assert [name for name, _ in composed.sizes] == ["x3c", "monotone", "cubic"]
    with pytest.raises(UnsatisfiedError, match="element 1 is in 0 of the chosen sets, not in one and 1 more"):
        composed.forward((2, 3, 3)[:2])


def test_no_reductions_change_nothing():
    composed = compose((), COVER, problem="x3c")
    assert composed.target is COVER
    assert composed.forward((1, 3)) == composed.back((1, 3)) == (1, 3)
    assert composed.sizes == [("x3c", {"elements": 6, "sets": 3})]


def test_a_wrong_size_is_blamed_on_the_reduction():
    wrong = broken(predicted=lambda applied: {"variables": 1, "clauses": 2})
    said = r"sources.x3c: x3c to monotone: the size formula predicts 1 variable, 2 clauses, the size is \d+ variables"
    with pytest.raises(InputError, match=said):
        apply(wrong, COVER)


def test_a_wrong_map_is_blamed():
    forward = broken(forward=lambda applied: lambda chosen: (False,) * applied.target.variables)
    with pytest.raises(UnsatisfiedError, match=r"^the forward map of x3c to monotone: the assignment does not satisfy"):
        compose((forward, *path("monotone", "cubic")), COVER).forward((1, 3))
    back = broken(back=lambda applied: lambda assignment: ())
    composed = compose((back, *path("monotone", "cubic")), COVER)
    with pytest.raises(UnsatisfiedError, match=r"^the back map of x3c to monotone: element 1 is in 0 of the chosen"):
        composed.back(composed.forward((1, 3)))


def test_whatever_is_raised_is_one_line_that_names_the_function():
    def fail(*args):
        raise ZeroDivisionError("by\nzero")

    with pytest.raises(InputError) as error:
        apply(replace(REDUCTION, apply=fail), COVER)
    assert str(error.value).startswith(
        "gourds.reductions.sources.x3c: x3c to monotone: apply raised ZeroDivisionError: by"
    )
    with pytest.raises(InputError, match="apply must give an Applied, not 3"):
        apply(replace(REDUCTION, apply=lambda cover: 3), COVER)
    with pytest.raises(InputError, match="x3c to monotone: forward raised ZeroDivisionError"):
        compose((broken(forward=lambda applied: fail),), COVER).forward((1, 3))


def test_a_faster_way_takes_the_place_of_listing():
    quick = replace(PROBLEM, find=lambda cover: "found", tally=lambda cover: 7)
    assert (quick.solve(COVER), quick.count(COVER)) == ("found", 7)
    assert (PROBLEM.solve(COVER), PROBLEM.count(COVER)) == ((1, 3), 1)
    assert list(replace(PROBLEM, shrink=not_smaller).shrink(COVER)) == []
    assert isinstance(REDUCTION.apply(COVER), Applied)
