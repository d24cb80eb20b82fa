"""``brute``: plain backtracking, written to be obviously right; the oracle for all other solvers.

Take the first cell that is not dealt with; leave it empty if no cell is empty yet, or cover it together with a
neighbor by any gourd that is left and fits. Exponential: for boards of a few dozen cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gourds.errors import LimitError
from gourds.hexgrid import DIRECTIONS, Cell
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import claimed


def all_placements(instance: Instance) -> Iterator[Placement]:
    """Every placement of the instance, one after the other."""
    cells = instance.board.cell_list()
    color = {cell: instance.colors[k] for cell, k in zip(cells, instance.cell_colors.tolist(), strict=True)}
    left = Counter({(a, b): count for a, b, count in instance.gourd_list()})
    near = {
        cell: [
            (other, (min(color[cell], color[other]), max(color[cell], color[other])))
            for dq, dr in DIRECTIONS
            if (other := (cell[0] + dq, cell[1] + dr)) in color
        ]
        for cell in cells
    }
    free = set(cells)
    gourds: list[tuple[Cell, Cell]] = []
    empties: list[Cell] = []

    def extend(k: int) -> Iterator[Placement]:
        while k < len(cells) and cells[k] not in free:
            k += 1
        if k == len(cells):
            if len(empties) == 1:
                yield Placement.of_cells(empties[0], gourds)
            return
        cell = cells[k]
        free.remove(cell)
        if not empties:
            empties.append(cell)
            yield from extend(k + 1)
            empties.pop()
        for other, kind in near[cell]:
            if other not in free or left[kind] == 0:
                continue
            free.remove(other)
            left[kind] -= 1
            gourds.append((cell, other))
            yield from extend(k + 1)
            gourds.pop()
            left[kind] += 1
            free.add(other)
        free.add(cell)

    return extend(0)


MAX_CELLS = 1_000
"""The search goes a level deeper for every gourd; larger boards are hopeless anyway."""


TOO_LARGE = f"boards of more than {MAX_CELLS:,} cells are not for plain backtracking"


def _run(instance: Instance, options: Options) -> Outcome:
    if instance.board.size > MAX_CELLS:
        return Outcome(Status.UNKNOWN, reason=TOO_LARGE)
    placement = next(all_placements(instance), None)
    if placement is not None:
        return Outcome(Status.FEASIBLE, placement)
    return claimed(instance, "brute", "exhaustive search found no placement")


def _count(instance: Instance, options: Options) -> int:
    if instance.board.size > MAX_CELLS:
        raise LimitError(TOO_LARGE)
    return sum(1 for _ in all_placements(instance))


SOLVER = Solver(
    name="brute",
    summary="plain backtracking, the oracle for tests; a few dozen cells",
    run=_run,
    count=_count,
    settings=(),
    in_process=True,
    abilities=frozenset({"decide", "find", "count"}),
)
