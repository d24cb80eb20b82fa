r"""The comments on top of every file: what it is, where it comes from, what its variables and equations mean.

Names, colors and sources of instances come from strangers, so a comment must stay one. Every line is cut and made plain
ASCII without control characters, hence without line breaks; a format whose comments end before the line does says so
in its own file (``--`` in XML). A line from outside begins with a word and a colon, since some readers of CNF files
take ``c p show …`` or ``c ind …`` for more than comments.

>>> plain("name: größe\nx"), plain("p show 1 0")
('name: gr\\u00f6\\u00dfe\\nx', 'note: p show 1 0')
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from gourds.encodings.formats.task import Task
from gourds.instance import Instance

PROOFS: Final = {
    "cnf": "proofs: .drat and .lrat files are about this formula; its clauses are numbered from 1",
    "opb": "proofs: .pbp files are about these constraints, numbered from 1; an equation is two, >= before <=",
}
"""What files that proofs are about say of it."""
SOURCE: Final = ("family", "parameters", "seed", "command")
"""What of an instance's source the header repeats."""
LONGEST: Final = 240
"""Lines are cut here; some readers take no more than 255 characters."""

_STRANGE: Final = re.compile(r"[^\x20-\x7e]")
_KEY: Final = re.compile(r"[A-Za-z][\w-]*:")


def plain(line: str) -> str:
    """A line from outside as a comment can hold it, with a word and a colon in front."""
    return _cut(line if _KEY.match(line) else f"note: {line}")


def comments(task: Task, *, with_variables: bool = True) -> Iterator[str]:
    """The lines of the header; those about variables only if the file itself does not say what they mean."""
    board = task.instance.board
    yield f"Colored Gourd Placement, {task.encoding} model; cells: {board.size}, gourds: {task.instance.size}"
    yield f"instance: sha256 {task.instance.digest}"
    yield from _proofs(task)
    yield from map(plain, _origin(task.instance))
    yield from map(plain, task.about)
    if task.refutation is not None:
        yield _cut(f"infeasible by counting: {json.dumps(task.refutation)}")
    if task.model is None:
        yield "so there is nothing to search; this file says 'false' in the words of its format"
        return
    if task.refutation is not None:
        yield "so there is no reduced model; this file holds the textbook model"
    yield "feasible iff the instance has a placement"
    if with_variables:
        yield from _variables(task)


def _proofs(task: Task) -> Iterator[str]:
    """Whether proofs are about this file; of all ways to count in a CNF, they are about one only."""
    if task.form == "cnf" and task.cardinality != "totalizer":
        from importlib.metadata import version

        yield f"cardinality: {task.cardinality} of python-sat {version('python-sat')}"
        yield "proofs: about the formula with cardinality totalizer only, not about this one"
    elif task.form in PROOFS:
        yield PROOFS[task.form]


def _origin(instance: Instance) -> Iterator[str]:
    if instance.name:
        yield f"name: {json.dumps(instance.name)}"
    for key in SOURCE:
        value = (instance.source or {}).get(key)
        if value is not None:
            yield f"{key}: {value if isinstance(value, str) else json.dumps(value)}"


def _variables(task: Task) -> Iterator[str]:
    model, colors = task.model, task.instance.colors
    assert model is not None
    cells = [f"({q}, {r})" for q, r in task.instance.board.cell_list()]
    for k, (a, b) in enumerate(task.instance.board.edges[model.edges].tolist(), start=1):
        yield f"variable {k}: a gourd on {cells[a]} and {cells[b]}"
    for k, cell in enumerate(model.empties.tolist(), start=len(model.edges) + 1):
        yield f"variable {k}: cell {cells[cell]} stays empty"
    for k, ((i, j), equation) in enumerate(model.classes.items(), start=1):
        pair = f"{json.dumps(colors[i])} and {json.dumps(colors[j])}"
        yield _cut(f"equation b_{k}: {equation.total} gourds of colors {pair}")


def _cut(line: str) -> str:
    """The line in plain ASCII, escaped as in JSON, and not too long."""
    line = _STRANGE.sub(lambda match: json.dumps(match[0])[1:-1], line[:LONGEST])
    return line if len(line) < LONGEST else f"{line[: LONGEST - 3]}..."
