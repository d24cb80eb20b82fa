"""Small programs in place of solvers: honest ones, liars, and such that fail in one of many ways."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gourds.encodings.export import opb_model
from gourds.families import FAMILIES, generate
from gourds.instance import Instance
from gourds.solvers import solve


@cache
def feasible() -> Instance:
    return generate(FAMILIES["hexagon"], {"radius": 2, "colors": 3}, seed=1)


@cache
def infeasible() -> Instance:
    """Neither counting nor propagation alone sees it."""
    return generate(FAMILIES["hexagon"], {"radius": 2, "colors": 4, "coloring": "near-miss"}, seed=37)


def right_literals(instance: Instance) -> list[int]:
    """Values of the variables of the reduced model that are a placement."""
    placement = solve(instance, "sat", isolate=False).placement
    assert placement is not None
    model, board = opb_model(instance), instance.board
    cells = board.cell_list()
    used = {frozenset(pair) for pair in placement.gourds}
    edges = board.edges[model.edges].tolist()
    values = [frozenset((cells[a], cells[b])) in used for a, b in edges]
    values += [cells[cell] == placement.empty for cell in model.empties.tolist()]
    return [k if value else -k for k, value in enumerate(values, start=1)]


def sat_answer(literals: list[int]) -> str:
    return f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n"


def write_program(path: Path, body: str) -> str:
    """A shell script; the command that runs it on a CNF."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return f"{path} {{cnf}}"


RUBBISH = "echo 'Dear user,'; echo 'v 1 two 3 0'"
CRASHES = "echo 'free(): invalid pointer' >&2; kill -SEGV $$"
GIVES_UP = "echo 'out of paper' >&2; exit 3"
SAYS_YES = "echo 's SATISFIABLE'; echo 'v 1 2 3 4 5 0'; exit 10"
SAYS_NO = "echo 's UNSATISFIABLE'; exit 20"
ENDLESS = "yes 'c still thinking'"
STUBBORN = "trap '' TERM INT HUP; echo begun > $2; (trap '' TERM; sleep 30) & while :; do sleep 1; done"
