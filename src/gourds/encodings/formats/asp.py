"""Answer set programming: facts about the instance, and a short program for clingo that says what a placement is.

Variable k is the atom ``x(k)``. The facts keep the structure that all other formats flatten: which cell has which
color, which two cells an edge joins. So the program can be read, and exchanged for a better one, while the facts stay.
An equation that cannot hold needs no words of its own: the program counts what there is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from gourds.encodings.formats.header import comments, plain
from gourds.encodings.formats.task import Task

PROGRAM: Final = """
% A gourd lies on an edge or not, a cell stays empty or not.
{ x(K) : edge(K, _, _) }.
{ x(K) : may_stay_empty(K, _) }.

% Every cell is covered once, or stays empty.
at(V, K) :- edge(K, V, _).
at(V, K) :- edge(K, _, V).
at(V, K) :- may_stay_empty(K, V).
:- cell(V, _, _, _), #count { K : x(K), at(V, K) } != 1.

% One cell stays empty.
:- #count { K : x(K), may_stay_empty(K, _) } != 1.

% Every budget is met.
class(K, C, D) :- edge(K, V, W), cell(V, _, _, C), cell(W, _, _, D), C <= D.
class(K, D, C) :- edge(K, V, W), cell(V, _, _, C), cell(W, _, _, D), C > D.
:- budget(C, D, N), #count { K : x(K), class(K, C, D) } != N.

#show x/1.
#defined edge/3. #defined may_stay_empty/2. #defined budget/3.
"""


def lines(task: Task) -> Iterator[str]:
    """The lines of the file."""
    yield from (f"% {line}" for line in comments(task, with_variables=False))
    if task.model is None:
        yield ":- #true."
        return
    board, model = task.instance.board, task.model
    yield ""
    yield "% the names of the colors"
    yield from (f"% {plain(f'color_{c}: {json.dumps(color)}')}" for c, color in enumerate(task.instance.colors, 1))
    yield ""
    yield "% cell(V, Q, R, C): cell V lies at (Q, R) and has color C"
    cells = zip(board.cell_list(), task.instance.cell_colors.tolist(), strict=True)
    yield from (f"cell({v}, {q}, {r}, {c + 1})." for v, ((q, r), c) in enumerate(cells, 1))
    yield "% edge(K, V, W): x(K) says that a gourd lies on cells V and W"
    edges = board.edges[model.edges].tolist()
    yield from (f"edge({k}, {v + 1}, {w + 1})." for k, (v, w) in enumerate(edges, 1))
    yield "% may_stay_empty(K, V): x(K) says that cell V stays empty"
    yield from (f"may_stay_empty({k}, {v + 1})." for k, v in enumerate(model.empties.tolist(), len(edges) + 1))
    implied = "; those of equal colors follow" if model.encoding == "reduced" else ""
    yield f"% budget(C, D, N): N gourds have ends of colors C and D{implied}"
    yield from (f"budget({i + 1}, {j + 1}, {row.total})." for (i, j), row in model.classes.items())
    yield from PROGRAM.splitlines()
