"""gourds as a tool of BenchExec: what BenchExec calls, with its own classes."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import gourds
from gourds.bench.benchexec import BenchTask, task_files

benchexec = pytest.importorskip("benchexec", reason="BenchExec is not installed")


@pytest.fixture
def tool():
    from benchexec.model import load_tool_info

    from gourds.bench.benchexec.words import TOOL

    name, found = load_tool_info(TOOL, SimpleNamespace(container=False))
    assert (name, found.name()) == (TOOL, "gourds")
    return found


def ended(tool, code: int | None, output: str = "", signal: int | None = None) -> str:
    from benchexec.tools.template import BaseTool2
    from benchexec.util import ProcessExitCode

    exit_code = ProcessExitCode.create(value=code, signal=signal)
    lines = output.splitlines(keepends=True)
    return tool.determine_result(BaseTool2.Run([], exit_code, BaseTool2.RunOutput(lines), None))


@pytest.mark.parametrize(
    ("code", "output", "result"),
    [
        (10, "", "true"),
        (20, "", "false"),
        (0, '{\n "status": "unknown",\n "reason": "time limit: 5 s were reached"\n}\n', "TIMEOUT"),
        (0, '{"reason": "memory limit: 5 MB"}', "OUT OF MEMORY"),
        (0, '{"reason": null}', "unknown"),
        (0, "{\n{}}\n{rubbish", "unknown"),
        (2, "gourds: x.json: line 1: …", "ERROR (input)"),
        (70, "", "ERROR"),
    ],
)
def test_results(tool, code, output, result):
    assert ended(tool, code, output) == result


def test_a_killed_tool_gave_no_answer(tool):
    assert ended(tool, None, "", signal=9) == "ERROR"


def test_command_lines(tool):
    from benchexec.tools.template import BaseTool2

    def line(options=(), of_task=None, **limits):
        task = BaseTool2.Task.with_files(["x.json"], options=of_task)
        return tool.cmdline("gourds", list(options), task, BaseTool2.ResourceLimits(**limits))[2:]

    assert line() == ["x.json", "--json"]
    assert line(cputime=9, walltime=20, cpu_cores=2) == ["x.json", "--json", "--time-limit", "9", "--jobs", "2"]
    assert line(["--time-limit", "3"], cputime=9) == ["x.json", "--json", "--time-limit", "3"]
    chosen = {"solver": "sat", "encoding": "textbook", "time_limit": 2, "else": 1}
    assert line(["--solver=ilp"], chosen, walltime=5) == [
        *("x.json", "--json", "--encoding", "textbook", "--time-limit", "2", "--solver=ilp")
    ]


def test_values_of_the_answer(tool):
    from benchexec.tools.template import BaseTool2

    output = BaseTool2.RunOutput(['{"time_s": 1.5,\n', '"stats": {"conflicts": 3}, "placement": null}\n'])
    values = [
        tool.get_value_from_output(output, name) for name in ("time_s", "stats.conflicts", "stats", "no", "no.no")
    ]
    assert values == ["1.5", "3", None, None, None]


def test_benchexec_runs_the_files_that_are_made(tmp_path, monkeypatch):
    """Its reader of benchmark definitions finds the tasks, expected verdicts and command lines in our files."""
    from benchexec.model import Benchmark
    from benchexec.tools.template import BaseTool2
    from benchexec.util import read_local_time

    (tmp_path / "gourds").write_text(f'#!/bin/sh\nexec {sys.executable} -m gourds "$@"\n')
    (tmp_path / "gourds").chmod(0o755)
    (tmp_path / "boards").mkdir()
    tasks = [
        BenchTask("boards/a.json", "feasible", ["a\nb"]),
        BenchTask("boards/b.json.gz", "infeasible"),
        BenchTask("c.txt"),
    ]
    for task in tasks:
        (tmp_path / task.file).touch()
    made = task_files(tasks, "mine", description="<&>", solvers=("auto", "sat:cadical195"), time_limit=30.5)
    for path, text in made.items():
        (tmp_path / path).write_text(text)
    monkeypatch.chdir(tmp_path)
    names = ("name", "timelimit", "walltimelimit", "memorylimit", "corelimit", "num_of_threads")
    names += ("selected_run_definitions", "selected_sourcefile_sets", "description_file", "output_path", "debug")
    config = SimpleNamespace(**dict.fromkeys(names), container=False, tool_directory=str(tmp_path))
    config.output_path, config.compress_results, config.hidden_dirs = str(tmp_path) + "/", True, []
    config.results_per_rundefinition = config.results_per_taskset = False
    found = Benchmark("mine.xml", config, read_local_time())
    found.executable = found.tool.executable(BaseTool2.ToolLocator(tool_directory=str(tmp_path)))
    assert found.tool.version(found.executable) == gourds.__version__
    assert (found.rlimits.cputime, found.rlimits.memory, found.rlimits.cpu_cores) == (31, 4_000_000_000, 1)
    assert [one.real_name for one in found.run_sets] == ["auto", "sat-cadical195"]
    runs = found.run_sets[1].runs
    assert [str(run.expected_results["placeable.prp"]) for run in runs] == ["true", "false", ""]
    assert [run.cmdline()[1:] for run in runs[:1]] == [
        ["solve", "boards/a.json", "--json", "--time-limit", "31", "--jobs", "1", "--solver", "sat:cadical195"]
    ]
