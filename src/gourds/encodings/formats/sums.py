"""Files that hold the equations as sums: LP (CPLEX), MPS, OPB and MiniZinc.

Variable k is ``x_k`` in integer programs, where rows have names and the objective is 0; ``xk`` in OPB, where every
equation is one constraint; ``x[k]`` in MiniZinc, an integer 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from gourds.encodings.formats.header import comments
from gourds.encodings.formats.task import Task

WIDTH: Final = 100
"""Lines of LP files are broken here; some readers take no more than 255 characters."""


def lp_lines(task: Task) -> Iterator[str]:
    """The lines of an LP file."""
    yield from (f"\\ {line}" for line in comments(task))
    yield "Minimize"
    yield " obj: 0 x_1"
    yield "Subject To"
    for name, variables, total in task.rows():
        terms = (f"x_{k}" if place == 0 else f"+ x_{k}" for place, k in enumerate(variables))
        yield from wrapped(f" {name}:", (*terms, f"= {total}"))
    yield "Binary"
    yield from wrapped("", (f"x_{k}" for k in range(1, task.variable_count + 1)))
    yield "End"


def mps_lines(task: Task) -> Iterator[str]:
    """The lines of a file in fixed MPS, in which names have at most eight characters; all of it is free MPS as well."""
    yield from (f"* {line}" for line in comments(task))
    yield "NAME          GOURDS"
    yield "ROWS"
    yield " N  obj"
    columns: list[list[str]] = [[] for _ in range(task.variable_count)]
    totals = []
    for name, variables, total in task.rows():
        yield f" E  {name}"
        totals.append((name, total))
        for k in variables:
            columns[k - 1].append(name)
    yield "COLUMNS"
    for k, names in enumerate(columns, start=1):
        yield from (f"    {f'x_{k}':<8}  {name:<8}  1" for name in names or ["obj"])
    yield "RHS"
    yield from (f"    {'RHS':<8}  {name:<8}  {total}" for name, total in totals)
    yield "BOUNDS"
    yield from (f" BV {'BND':<8}  x_{k}" for k in range(1, task.variable_count + 1))
    yield "ENDATA"


def opb_lines(task: Task) -> Iterator[str]:
    """The lines of an OPB file; readers want the sizes on the first."""
    rows = [(variables, total) for _, variables, total in task.rows()]
    yield f"* #variable= {task.variable_count} #constraint= {len(rows)}"
    yield from (f"* {line}" for line in comments(task))
    for variables, total in rows:
        yield " ".join(f"+1 x{k}" for k in variables) + f" = {total} ;"


def mzn_lines(task: Task) -> Iterator[str]:
    """The lines of a MiniZinc file: one flat model, as all of the instance is in the equations.

    Without an output item the solver prints ``x = [0, 1, …];``.
    """
    yield from (f"% {line}" for line in comments(task))
    yield f"array[1..{task.variable_count}] of var 0..1: x;"
    for name, variables, total in task.rows():
        if len(variables) < total:
            yield f"constraint false;  % {name}"
            continue
        terms = [f"x[{k}]" if place == 0 else f"+ x[{k}]" for place, k in enumerate(variables)]
        yield from wrapped("constraint", (*(terms or ["0"]), f"= {total};", f"% {name}"))
    yield "solve satisfy;"


def wrapped(start: str, words: Iterable[str]) -> Iterator[str]:
    """Words on lines that are not too long, all but the first indented."""
    line = start
    for word in words:
        if len(line) + len(word) >= WIDTH:
            yield line
            line = " "
        line += f" {word}"
    yield line
