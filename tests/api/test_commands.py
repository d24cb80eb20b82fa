"""Every command is a function of ``import gourds`` with the same options, documented, with an example that holds."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
import re
from importlib import import_module

import pytest

import gourds
import gourds.api
from tests.cli.all_commands import all_commands

NO_FUNCTION = {"completion"}
"""Of the shell alone."""
OTHER_NAMES = {
    "check-reduction": {"files": "formulas", "random_": "random"},
    "crosscheck": {"files": "instances", "names": "solver", "folder": "report"},
    "bench run": {"output": "store"},
    "harden": {"resume": "output"},
    "bench report": {"csv_file": "csv", "json_file": "json"},
    "count": {"drawing": "draw", "probabilities": "edge_probabilities"},
    "draw": {"output": "path"},
    "encode": {"output": "path", "file": "instance"},
    "convert": {"output": "path"},
    "play-out": {"picture": "draw"},
    "solve": {"no_presolve": "presolve"},
    "verify": {"no_own_check": "own_check"},
    "reconfigure": {"no_polish": "polish"},
}
"""What a parameter is called in Python, or which function does it."""
ELSEWHERE = {
    "check-reduction": {
        "mutations": "check_mutants",
        "write_tables": "write_tables",
        **dict.fromkeys(("every", "yes", "no", "samples", "largest", "jobs", "plugins"), "check_maps"),
    },
    "bench run": {"dry_run": "bench_plan"},
    "find-gadgets": {"show": "gadget"},
    "count": {"drawing": "draw", "probabilities": "edge_probabilities", "proof": "certify_count"},
    "pack": {"check": "check_pack"},
    "levels": {"check": "check_levels", "replay_only": "check_levels"},
    "solve": {"pbp_version": "certificate_convert"},
    "explain": {"output": "draw"},
    "paper": {"list_": "paper_claims"},
    "maximize": {"drawing": "draw", "output": "save"},
    "play-out": {"picture": "draw", "target_file": "save"},
    "info": {"faults": "InputError"},
    "formula all": {"output": "save"},
    "survey": {"output": "save"},
    "triples": {"census": "triples_census"},
    "reductions": {"example": "example", "no_solution": "example"},
    "solvers": {"versions": "external_solvers"},
}
"""Options that another function takes over."""
FOR_FILES = {"as_json", "output", "no_report", "watch"}
"""What values need no option for."""
VALUES = {"file", "instance", "start", "target", "plan", "placement", "answer", "formula", "assignment", "title"}
"""Arguments that are files there and values here, whatever they are called."""

COMMANDS = [(words, command) for words, command in all_commands() if words not in NO_FUNCTION]


def function_of(words: str) -> tuple[str, object]:
    first = words.split()[0]
    name = "generate" if first == "generate" else words.replace(" ", "_").replace("-", "_")
    assert name in gourds.__all__, f"gourds {words} has no function"
    return name, getattr(gourds, name)


@pytest.mark.parametrize(("words", "command"), COMMANDS, ids=[words for words, _ in COMMANDS])
def test_a_command_is_a_function_with_its_options(words, command):
    _, function = function_of(words)
    parameters = inspect.signature(function).parameters
    if words.startswith("generate "):
        assert {"family", "seed", "name", "parameters"} == set(parameters)
        return
    for param in command.params:
        if param.name in VALUES | FOR_FILES | ELSEWHERE.get(words, {}).keys():
            continue
        name = OTHER_NAMES.get(words, {}).get(param.name, param.name)
        assert name in parameters, f"gourds {words} {param.opts}"


def test_what_other_functions_do_is_there():
    for tables in ELSEWHERE.values():
        for name in tables.values():
            assert name in gourds.__all__ or hasattr(import_module("gourds.api.formulas.checking"), name)


FUNCTIONS = sorted({name for words, _ in COMMANDS for name in [function_of(words)[0]]})


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_typed_and_documented(name):
    function = inspect.unwrap(getattr(gourds, name))
    assert inspect.isfunction(function)
    assert inspect.getdoc(function)
    signature = inspect.signature(function)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(one.annotation is not inspect.Parameter.empty for one in signature.parameters.values())
    if name == "serve":
        return  # an example would not end
    examples = doctest.DocTestFinder(recurse=False).find(function, name)
    text = inspect.getdoc(function) or ""
    assert any(test.examples for test in examples) or "for an example" in text or "See :func:" in text


MODULES = [found.name for found in pkgutil.walk_packages(gourds.api.__path__, "gourds.api.")]


@pytest.mark.parametrize("name", ["gourds", "gourds.display", *MODULES])
def test_examples_hold(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(import_module(name)).failed == 0


def test_packages_with_the_name_of_a_command_can_be_called():
    """A package that gets the name of a command must be listed, else it hides the function once it is imported."""
    packages = {found.name for found in pkgutil.iter_modules(gourds.__path__)}
    assert set(gourds._CALLED) == packages & set(gourds._HOME)
    for name in gourds._CALLED:
        package = import_module(f"gourds.{name}")
        assert getattr(gourds, name) is package
        assert callable(package)
        assert inspect.signature(package) == inspect.signature(package.__wrapped__)


def test_the_page_of_the_api_shows_every_name(root):
    text = (root / "docs" / "api" / "index.rst").read_text(encoding="utf-8")
    shown = set(re.findall(r"(?<=[ .])\w+", text))
    answers = [name for name, home in gourds._HOME.items() if home == "gourds.api.answers"]  # all of them
    assert set(gourds.__all__) - shown - {*answers, "plan_moves"} == set()
