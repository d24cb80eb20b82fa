"""Shortest walks on a handful of cells: breadth-first search from both sides.

The base case of the planners. A proper board of nine cells has 13,824 positions at most, and the two searches meet
after some 800 on average, so plain Python does it in milliseconds. Any adjacency between the cells counts; nothing else
on the board moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gourds.errors import InternalError
from gourds.hexgrid import IndexArray

MAX_CELLS = 9
"""As many cells are searched."""

_Ends = tuple[int, ...]
_Near = list[list[int]]


def shortest_walk(neighbors: IndexArray, cells: Sequence[int], ends: Sequence[int], goal: Sequence[int]) -> list[int]:
    """The cells that become empty in turn on a shortest way from one position to another within some cells.

    ``ends`` and ``goal`` give the end on each of the cells, −1 on the empty one.
    """
    place = {cell: k for k, cell in enumerate(cells)}
    near = [[place[other] for other in neighbors[cell].tolist() if other in place] for cell in cells]
    start, target = tuple(ends), tuple(goal)
    seen: list[dict[_Ends, _Ends | None]] = [{start: None}, {target: None}]
    last: list[list[_Ends]] = [[start], [target]]
    meeting = start if start == target else None
    while meeting is None:
        side = 0 if len(last[0]) <= len(last[1]) else 1
        if not last[side]:
            raise InternalError("gourds on a few cells cannot be moved as they should")
        level = []
        for state in last[side]:
            for following in _moves(near, state):
                if following not in seen[side]:
                    seen[side][following] = state
                    level.append(following)
                    if following in seen[1 - side]:
                        meeting = following
        last[side] = level
    forth, back = (_trace(one, meeting) for one in seen)
    return [cells[state.index(-1)] for state in (*forth[::-1], *back[1:])][1:]


def _trace(came_from: dict[_Ends, _Ends | None], state: _Ends | None) -> list[_Ends]:
    """The positions from one back to where its search began."""
    states = []
    while state is not None:
        states.append(state)
        state = came_from[state]
    return states


def _moves(near: _Near, state: _Ends) -> Iterator[_Ends]:
    """The positions after every possible move."""
    empty = state.index(-1)
    for cell in near[empty]:
        other = state.index(state[cell] ^ 1)
        new = list(state)
        if other in near[empty]:
            new[empty], new[cell] = state[cell], -1
        else:
            new[empty], new[cell], new[other] = state[cell], state[other], -1
        yield tuple(new)
