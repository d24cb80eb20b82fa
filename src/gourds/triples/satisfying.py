"""Colored placements of triples by a SAT solver: exact cover with budgets.

A variable for each triangle whose kind has a budget, and one for each cell that may stay empty. Exactly one variable of
each cell is true, exactly one cell stays empty, and of the triangles of each kind exactly as many are true as the
budget says. Without colors the budgets are left out. Numbers become clauses by a totalizer of PySAT.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from gourds.triples.instance import TripleInstance
from gourds.triples.placements import Slot, TriplePlacement

SOLVER: Final = "cadical195"
"""The solver of PySAT that is asked; ``gourds solve`` has the same one as its first choice."""


def satisfying_placements(instance: TripleInstance) -> Iterator[TriplePlacement]:
    """All placements, one by one; each is forbidden to the solver before it is asked for the next."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    slots, clauses, numbers = _model(instance)
    top = len(slots) + instance.board.size
    for variables, total in numbers:
        if len(variables) < total:
            return
        counted = CardEnc.equals(lits=variables, bound=total, top_id=top, encoding=EncType.totalizer)
        clauses += counted.clauses
        top = max(top, counted.nv)
    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            chosen = [k for k in range(1, len(slots) + 1) if k in true]
            empty = next(k for k in range(instance.board.size) if len(slots) + 1 + k in true)
            yield TriplePlacement(instance.board, empty, tuple(slots[k - 1] for k in chosen))
            solver.add_clause([-(len(slots) + 1 + empty), *(-k for k in chosen)])


def find_placement(instance: TripleInstance) -> TriplePlacement | None:
    """A placement, None if there is none."""
    return next(satisfying_placements(instance), None)


def _model(instance: TripleInstance) -> tuple[list[Slot], list[list[int]], list[tuple[list[int], int]]]:
    """The triangles that may be used, clauses that cover cells once, and which variables are how often true."""
    board = instance.board
    kind_of = instance.slot_kinds() if instance.colors else {}
    every = sorted((a, b, c) for a, b, c in (sorted(row) for row in board.triangles.tolist()))
    slots = [slot for slot in every if not kind_of or kind_of[slot] in instance.budgets]
    at: list[list[int]] = [[len(slots) + 1 + cell] for cell in range(board.size)]
    of_kind: dict[object, list[int]] = defaultdict(list)
    for variable, slot in enumerate(slots, start=1):
        for cell in slot:
            at[cell].append(variable)
        of_kind[kind_of.get(slot)].append(variable)
    clauses = [list(variables) for variables in at]
    clauses += [[-one, -other] for here in at for k, one in enumerate(here) for other in here[:k]]
    empties = [len(slots) + 1 + cell for cell in range(board.size)]
    numbers = [(empties, 1), *((of_kind[kind], count) for kind, count in instance.kinds)]
    return slots, clauses, numbers
