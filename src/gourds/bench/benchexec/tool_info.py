"""gourds as a tool of BenchExec: which command to run, and what its end means.

A benchmark definition names it, ``tool="gourds.bench.benchexec.tool_info"``, and BenchExec imports it from an
environment in which both are installed. The file uses nothing else of this package, so that a copy of it among
BenchExec's own tools works too.

The property is "there is a placement": feasible is ``true``, infeasible is ``false``, so BenchExec compares the answer
with the expected verdict of a task definition by itself. The exit code tells which (10, 20; 0 for unknown). An
answer at our own time limit is the TIMEOUT that BenchExec's would have been a moment later.
"""

from __future__ import annotations

import json
import re
from typing import Any

import benchexec.result as result
import benchexec.tools.template

VERDICTS = {10: result.RESULT_TRUE_PROP, 20: result.RESULT_FALSE_PROP}
"""By exit code."""
FLAGS = {"solver": "--solver", "encoding": "--encoding", "time_limit": "--time-limit", "seed": "--seed"}
"""What ``options`` of a task definition may set."""


class Tool(benchexec.tools.template.BaseTool2):  # type: ignore[misc]
    """Decides whether an instance of Colored Gourd Placement has a placement."""

    def name(self) -> str:
        """Its name for people."""
        return "gourds"

    def executable(self, tool_locator: Any) -> str:
        """The command ``gourds``, from --tool-directory or the PATH."""
        return str(tool_locator.find_executable("gourds"))

    def version(self, executable: str) -> str:
        """The number after the name in ``gourds --version``."""
        return str(self._version_from_tool(executable)).rpartition(" ")[2]

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        """``gourds solve FILE --json`` with the options; those of the benchmark win over those of the task.

        A limit on time is told to the solver, and the number of cores, unless options say otherwise.
        """
        wanted = dict(task.options) if isinstance(task.options, dict) else {}
        asked = {FLAGS[key]: str(value) for key, value in wanted.items() if key in FLAGS}
        limit = rlimits.cputime or rlimits.walltime
        if limit:
            asked.setdefault("--time-limit", str(limit))
        if rlimits.cpu_cores:
            asked.setdefault("--jobs", str(rlimits.cpu_cores))
        given = {option.partition("=")[0] for option in options}
        more = [word for flag, value in asked.items() if flag not in given for word in (flag, value)]
        return [executable, "solve", task.single_input_file, "--json", *more, *options]

    def determine_result(self, run: Any) -> str:
        """true, false, unknown, TIMEOUT, OUT OF MEMORY, or an error."""
        if run.exit_code.signal or run.exit_code.value is None:
            return str(result.RESULT_ERROR)
        if run.exit_code.value in VERDICTS:
            return str(VERDICTS[run.exit_code.value])
        if run.exit_code.value == 2:
            return "ERROR (input)"
        if run.exit_code.value != 0:
            return str(result.RESULT_ERROR)
        reason = str(_answer(run.output).get("reason") or "")
        if reason.startswith(("time limit", "cpu limit")):
            return str(result.RESULT_TIMEOUT)
        if reason.startswith(("memory limit", "out of memory")):
            return "OUT OF MEMORY"
        return str(result.RESULT_UNKNOWN)

    def get_value_from_output(self, output: Any, identifier: str) -> str | None:
        """A value of the answer by its path: ``time_s``, ``stats.conflicts``, ``certificate.kind``."""
        value: Any = _answer(output)
        for key in identifier.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        return None if value is None or isinstance(value, dict | list) else str(value)


def _answer(output: Any) -> dict[str, Any]:
    """The object that the command printed; empty if there is none."""
    text = str(output)
    for found in re.finditer(r"^\{", text, re.M):
        try:
            value, _ = json.JSONDecoder().raw_decode(text, found.start())
        except (ValueError, RecursionError):
            continue
        return dict(value)
    return {}
