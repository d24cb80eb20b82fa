"""Commands with placeholders: which are accepted, what is run, what is refused in one sentence."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.encodings.export import FORMATS
from gourds.errors import InputError
from gourds.solvers import find_solver
from gourds.solvers.external.recipe import Recipe, command_name, is_command, recipe_faults, recipe_of_command
from gourds.solvers.external.shipped import found_programs, recipes

VALUES = {"cnf": "/tmp/i.cnf", "output": "/tmp/o", "proof": "/tmp/p", "seconds": "9", "seed": "7"}


@pytest.mark.parametrize(
    ("line", "unwanted", "words"),
    [
        ("kissat {cnf}", (), ["/bin/x", "/tmp/i.cnf"]),
        ("kissat [ --time={seconds} ] {cnf}", (), ["/bin/x", "--time=9", "/tmp/i.cnf"]),
        ("kissat [ -t {seconds} ] {cnf} [ {proof} ]", ("proof",), ["/bin/x", "-t", "9", "/tmp/i.cnf"]),
        ("kissat --seed={seed} {cnf}", ("seed",), ["/bin/x", "--seed=7", "/tmp/i.cnf"]),
        ("scip -c 'read {cnf}' -c 'write {output}'", (), ["/bin/x", "-c", "read /tmp/i.cnf", "-c", "write /tmp/o"]),
    ],
)
def test_words(line, unwanted, words):
    assert recipe_of_command(line).words("/bin/x", VALUES, unwanted) == words


def test_optional_words_go_where_a_value_is_missing_and_others_need_one():
    without = {key: value for key, value in VALUES.items() if key != "seconds"}
    assert recipe_of_command("a [ -t {seconds} ] {cnf}").words("a", without) == ["a", "/tmp/i.cnf"]
    with pytest.raises(InputError, match=r"needs \{seconds\}"):
        recipe_of_command("a -t {seconds} {cnf}").words("a", without)


@pytest.mark.parametrize(
    ("line", "settings", "reason"),
    [
        ("kissat {dimacs}", {}, "there is no placeholder {dimacs}"),
        ("kissat {cnf} {opb}", {}, "several formats"),
        ("kissat {seconds}", {}, "no file for the program to read"),
        ("{cnf} kissat", {}, "begin with the name of a program"),
        ("kissat [ {cnf}", {}, "every '['"),
        ("kissat ] {cnf} [", {}, "every '['"),
        ("kissat [ [ {cnf} ] ]", {}, "every '['"),
        ("clasp {opb} {proof}", {}, "{proof} goes with {cnf}"),
        ("kissat '{cnf}", {}, "cannot be split"),
        ("kissat {cnf}", {"answer": "guess"}, "one of decode"),
        ("kissat {cnf}", {"answer": "pattern"}, "needs the patterns"),
        ("kissat {cnf}", {"sat": "("}, "no regular expression"),
        ("kissat {cnf}", {"sat": 1}, "must be a text"),
        ("kissat {cnf}", {"answer": "decode", "sat": "yes"}, "are for 'pattern'"),
        ("kissat {cnf}", {"from": "tea leaves"}, "from: must be one of"),
    ],
)
def test_what_cannot_be(line, settings, reason):
    with pytest.raises(InputError) as caught:
        recipe_of_command(line, settings)
    assert reason in str(caught.value)


WORDS = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8), max_size=5)


@given(WORDS)
def test_names_hold_their_words(words):
    name = command_name(["a", *words, "{cnf}"])
    assert shlex.split(name.partition(":")[2]) == ["a", *words, "{cnf}"]
    assert is_command(name)


def test_shipped_recipes_are_sound():
    assert {"minisat", "cadical", "kissat", "clasp", "glpsol", "cbc", "highs", "scip", "picosat"} <= set(recipes())
    for name, recipe in recipes().items():
        assert list(recipe_faults(recipe)) == [], name
        assert recipe.summary
        assert recipe.format in FORMATS
        solver, variant = find_solver(f"external:{name}")
        assert (solver.name, variant) == ("external", name)
        assert not is_command(f"external:{name}")
    assert {program.name.partition(":")[2] for program in found_programs()} <= set(recipes())


def test_looking_for_programs_starts_none(tmp_path, monkeypatch):
    program = tmp_path / "minisat"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [(one.name, one.path) for one in found_programs()] == [("external:minisat", str(program))]
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize(
    "name", ["external", "external:", "external:nonsense", "external:a b", "external:kissat {cnf} {no}"]
)
def test_names_that_are_none(name):
    with pytest.raises(InputError):
        find_solver(name)


def test_a_recipe_can_be_made_by_hand():
    assert list(recipe_faults(Recipe("a", ("a", "{cnf}")))) == []
    assert list(recipe_faults(Recipe("a", ())))
