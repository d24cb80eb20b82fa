"""Files that make a folder of instances a benchmark of BenchExec: a task for each, a set, a property, a definition.

A task definition lies beside its instance and gives the expected verdict where it is known, so that BenchExec itself
tells correct answers from wrong ones. The property says what ``true`` means: there is a placement.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from gourds.bench.benchexec.words import EXPECTED, PROPERTY, TOOL, file_name, new_name, xml_text
from gourds.errors import Fault, InputError, one_line, quoted

_PLAIN: Final = re.compile(r"[A-Za-z0-9.+=@_-]+(/[A-Za-z0-9.+=@_-]+)*")
"""Paths that mean themselves: BenchExec takes them for patterns with variables."""


@dataclass(frozen=True)
class BenchTask:
    """An instance file as a task."""

    file: str
    """Its path from the folder of the benchmark, with slashes."""
    verdict: str | None = None
    """feasible or infeasible; None if it is not known."""
    about: Sequence[str] = ()
    """Lines of comment: name, digest, why the verdict is known."""

    @property
    def definition(self) -> str:
        """The path of its task definition, beside the file."""
        path = PurePosixPath(self.file.removesuffix(".gz"))
        return str(path.with_suffix(".yml"))


def task_files(
    tasks: Sequence[BenchTask],
    name: str,
    *,
    description: str = "",
    solvers: Sequence[str] | Mapping[str, Sequence[str]] = ("auto",),
    time_limit: float = 900,
    memory_limit: float = 4000,
    cores: int = 1,
    tool: str = TOOL,
) -> dict[str, str]:
    """Paths and texts of everything that BenchExec needs besides the instances, which are where the tasks say.

    ``NAME.xml`` is the benchmark definition: a run definition for each solver, or by its name with its options, within
    limits on processor time in seconds, memory in MB and cores. ``NAME.set`` lists the tasks. For a ``tool`` that is
    not ours, such as ``kissat``, the files are what it reads and ``solvers`` does not count. Raises InputError if a
    path or a name would mean something else to BenchExec, or two tasks have one definition.

    >>> made = task_files([BenchTask("instances/small.json", "feasible", ["19 cells"])], "hexagons")
    >>> list(made)
    ['hexagons.xml', 'hexagons.set', 'placeable.prp', 'instances/small.yml']
    >>> print(made["instances/small.yml"], end="")
    # 19 cells
    format_version: '2.0'
    input_files: 'small.json'
    properties:
      - property_file: '../placeable.prp'
        expected_verdict: true
    """
    _check(tasks, name)
    options = solvers if isinstance(solvers, Mapping) else {name: ("--solver", name) for name in solvers}
    chosen = options if tool == TOOL else {}
    made = {
        f"{name}.xml": _definition(name, description, chosen, time_limit, memory_limit, cores, tool),
        f"{name}.set": "".join(f"{task.definition}\n" for task in tasks),
        f"{PROPERTY}.prp": "There is a placement: true if the instance is feasible, false if it is infeasible.\n",
    }
    return made | {task.definition: _task(task) for task in tasks}


def _check(tasks: Sequence[BenchTask], name: str) -> None:
    faults = []
    if not _PLAIN.fullmatch(name) or "/" in name:
        faults.append(Fault("", f"{quoted(name)} cannot be the name of a benchmark: letters, digits and .+=@_- can"))
    if not tasks:
        faults.append(Fault("", "a benchmark needs a task"))
    owners: dict[str, str] = {}
    for task in tasks:
        if not _PLAIN.fullmatch(task.file) or ".." in task.file.split("/"):
            faults.append(Fault(quoted(task.file), "the path of a task has letters, digits and .+=@_-/ only"))
        elif task.definition in owners:
            faults.append(Fault(task.file, f"has the task definition of {owners[task.definition]}, {task.definition}"))
        owners.setdefault(task.definition, task.file)
    if faults:
        raise InputError(faults)


def _task(task: BenchTask) -> str:
    """The task definition, in YAML; quotes keep every name a text."""
    up = "../" * (len(PurePosixPath(task.file).parts) - 1)
    lines = [f"# {one_line(line)}".rstrip() for line in task.about]
    lines += ["format_version: '2.0'", f"input_files: '{PurePosixPath(task.file).name}'", "properties:"]
    lines.append(f"  - property_file: '{up}{PROPERTY}.prp'")
    if task.verdict is not None:
        lines.append(f"    expected_verdict: {EXPECTED[task.verdict]}")
    return "\n".join(lines) + "\n"


def _definition(
    name: str,
    description: str,
    solvers: Mapping[str, Sequence[str]],
    time_limit: float,
    memory_limit: float,
    cores: int,
    tool: str,
) -> str:
    limits = f'timelimit="{math.ceil(time_limit)} s" memlimit="{math.ceil(memory_limit)} MB" cpuCores="{cores}"'
    taken: set[str] = set()
    runs = []
    for solver, words in solvers.items():
        options = "".join(f"<option name={quoteattr(xml_text(word))}/>" for word in words if word)
        head = f"  <rundefinition name={quoteattr(new_name(file_name(solver), taken))}>"
        runs.append(f"{head}{options}</rundefinition>")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<benchmark tool={quoteattr(tool)} displayName={quoteattr(name)} {limits}>",
        *([f"  <description>{escape(xml_text(description))}</description>"] if description else []),
        *(runs or ["  <rundefinition/>"]),
        f"  <propertyfile>{PROPERTY}.prp</propertyfile>",
        f"  <tasks name={quoteattr(name)}><includesfile>{name}.set</includesfile></tasks>",
        *(['  <column title="rests on">certificate.kind</column>'] if tool == TOOL else []),
        "</benchmark>",
    ]
    return "\n".join(lines) + "\n"
