"""XCSP3: variable k is ``xk`` with the domain 0 1, every equation is a ``sum``.

Each variable is declared by itself: entries of an array would be numbered from 0, and k would not be k. The equations
of the cells differ in their variables only and form a group. Constraints have no ids, since ACE gives such names as
``c_3`` itself and refuses a file that has them too. A comment of XML must not hold two hyphens in a row, so a space
comes between them.
"""

from __future__ import annotations

from collections.abc import Iterator

from gourds.encodings.formats.header import comments
from gourds.encodings.formats.task import Task


def lines(task: Task) -> Iterator[str]:
    """The lines of the file."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield from map(_comment, comments(task))
    yield '<instance format="XCSP3" type="CSP">'
    yield "  <variables>"
    yield from (f'    <var id="x{k}"> 0 1 </var>' for k in range(1, task.variable_count + 1))
    yield "  </variables>"
    yield "  <constraints>"
    rows = list(task.rows())
    cells = [variables for name, variables, total in rows if total == 1 and name.startswith("c_")]
    if cells:
        yield "    <group>"
        yield "      <sum> <list> %... </list> <condition> (eq,1) </condition> </sum>"
        yield from (f"      <args> {_names(variables)} </args>" for variables in cells)
        yield "    </group>"
    for name, variables, total in rows:
        if total != 1 or not name.startswith("c_"):
            yield f"    <!-- {name} -->"
            yield f"    <sum> <list> {_names(variables)} </list> <condition> (eq,{total}) </condition> </sum>"
    yield "  </constraints>"
    yield "</instance>"


def _names(variables: list[int]) -> str:
    return " ".join(f"x{k}" for k in variables)


def _comment(line: str) -> str:
    """One comment; a hyphen is followed by none, nor by the end."""
    while "--" in line:
        line = line.replace("--", "- -")
    return f"<!-- {line} -->"
