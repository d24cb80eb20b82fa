"""MiniZinc: one flat file without data files. Variable k is ``x[k]``, an integer 0 or 1; every equation is a sum.

All of the instance is in the equations, so there is nothing that a data file could hold but them. Without an output
item the solver prints ``x = [0, 1, …];``.
"""

from __future__ import annotations

from collections.abc import Iterator

from gourds.encodings.formats.header import comments
from gourds.encodings.formats.programs import wrapped
from gourds.encodings.formats.task import Task


def lines(task: Task) -> Iterator[str]:
    """The lines of the file."""
    yield from (f"% {line}" for line in comments(task))
    yield f"array[1..{task.variable_count}] of var 0..1: x;"
    for name, variables, total in task.rows():
        if len(variables) < total:
            yield f"constraint false;  % {name}"
            continue
        terms = [f"x[{k}]" if place == 0 else f"+ x[{k}]" for place, k in enumerate(variables)]
        yield from wrapped("constraint", (*(terms or ["0"]), f"= {total};", f"% {name}"))
    yield "solve satisfy;"
