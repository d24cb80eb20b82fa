"""OPB: variable k is ``xk``, every equation is one constraint."""

from __future__ import annotations

from collections.abc import Iterator

from gourds.encodings.formats.header import comments
from gourds.encodings.formats.task import Task


def lines(task: Task) -> Iterator[str]:
    """The lines of the file; readers want the sizes on the first."""
    rows = [(variables, total) for _, variables, total in task.rows()]
    yield f"* #variable= {task.variable_count} #constraint= {len(rows)}"
    yield from (f"* {line}" for line in comments(task))
    for variables, total in rows:
        yield " ".join(f"+1 x{k}" for k in variables) + f" = {total} ;"
