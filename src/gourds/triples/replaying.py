"""The check of a plan, from the definition alone: it shares no code with the moves nor with any planner.

Each move must turn a triple by 60° about one of its ends, computed in coordinates: (q, r) → (−r, q + r) is the
clockwise turn about (0, 0). What the triple covers afterwards must be free or its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gourds.hexgrid import Cell
from gourds.triples.configuration import TripleConfiguration
from gourds.triples.moves import Pivot


@dataclass(frozen=True)
class TripleReplay:
    """What came of following a plan. True iff all is right."""

    moves: int
    """How many moves were followed."""
    final: TripleConfiguration
    """The configuration after them."""
    fault: str | None = None
    """What is wrong with the next move, or with the end."""

    def __bool__(self) -> bool:
        return self.fault is None


def replay_pivots(
    start: TripleConfiguration, plan: Iterable[Pivot], target: TripleConfiguration | None = None
) -> TripleReplay:
    """Follow a plan move by move, and compare its end with the target."""
    at: dict[int, tuple[Cell, Cell, Cell]] = dict(zip(start.ids, start.ends, strict=True))
    board = set(start.board.cell_list())
    fault, moves = None, 0
    for pivot in plan:
        fault = _follow(at, board, pivot)
        if fault is not None:
            fault = f"moves[{moves}]: {fault}"
            break
        moves += 1
    final = TripleConfiguration(start.board, start.ids, tuple(at[number] for number in start.ids))
    if fault is None and target is not None and final != target:
        fault = "the plan does not end at the target"
    return TripleReplay(moves, final, fault)


def _follow(at: dict[int, tuple[Cell, Cell, Cell]], board: set[Cell], pivot: Pivot) -> str | None:
    """Carry out a move; what is wrong with it, if something is."""
    if pivot.triple not in at:
        return f"there is no triple {pivot.triple}"
    if pivot.about not in (0, 1, 2) or pivot.turn not in (1, -1):
        return "a triple turns about end 0, 1 or 2, by 1 or -1"
    ends = at[pivot.triple]
    q, r = ends[pivot.about]
    after = []
    for x, y in ends:
        x, y = x - q, y - r
        x, y = (-y, x + y) if pivot.turn == 1 else (x + y, -x)
        after.append((x + q, y + r))
    taken = {cell for number, others in at.items() if number != pivot.triple for cell in others}
    for cell in after:
        if cell not in board or cell in taken:
            return f"triple {pivot.triple} cannot turn onto cell {cell}"
    at[pivot.triple] = (after[0], after[1], after[2])
    return None
