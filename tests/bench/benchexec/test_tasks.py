from __future__ import annotations

import subprocess
import sys

import pytest

from gourds.bench.benchexec import BenchTask, task_files
from gourds.errors import InputError


@pytest.mark.parametrize(
    ("tasks", "name", "said"),
    [
        ([], "a", "a benchmark needs a task"),
        ([BenchTask("a.json")], "a b", "cannot be the name of a benchmark"),
        ([BenchTask("a.json")], "a/b", "cannot be the name of a benchmark"),
        ([BenchTask("[a].json")], "a", "the path of a task has letters"),
        ([BenchTask("$HOME/a.json")], "a", "the path of a task has letters"),
        ([BenchTask("../a.json")], "a", "the path of a task has letters"),
        ([BenchTask("/a.json")], "a", "the path of a task has letters"),
        ([BenchTask("x/a.json"), BenchTask("x/a.txt")], "a", "x/a.txt: has the task definition of x/a.json, x/a.yml"),
    ],
)
def test_what_would_mean_something_else_is_refused(tasks, name, said):
    with pytest.raises(InputError) as caught:
        task_files(tasks, name)
    assert said in str(caught.value)


def test_files_for_another_tool():
    made = task_files([BenchTask("cnf/a.cnf", "infeasible")], "a", tool="kissat")
    assert made["cnf/a.yml"].splitlines()[1] == "input_files: 'a.cnf'"
    assert "<rundefinition/>" in made["a.xml"]
    assert "--solver" not in made["a.xml"]


def test_benchexec_is_imported_by_nothing_but_benchexec():
    program = (
        "import sys, pkgutil, importlib, gourds.bench.benchexec as room\n"
        "for found in pkgutil.iter_modules(room.__path__):\n"
        "    if found.name != 'tool_info': importlib.import_module(f'{room.__name__}.{found.name}')\n"
        "sys.exit('benchexec' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
