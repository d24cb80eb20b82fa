"""Replaying a plan: the check that decides whether it is right.

It shares no code with the planners, nor with the arrays that they work on. The definition of the moves needs nothing
but the cells of the gourd that moves and the empty cell: these all lie on the board, so where a legal move leads does
too. A walk of the empty cell is first spelled in full (:func:`gourds.moves.unfold`, which looks at the neighbor table);
the moves that this gives are checked like any others, from the coordinates of their cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from gourds.compiled import compiled
from gourds.configuration import Configuration, require_configuration
from gourds.display import brief
from gourds.errors import Fault, InputError
from gourds.hexgrid import COORDINATE_LIMIT
from gourds.moves import CHUNK, KINDS, LONG, STEPS, Kind, Plan, Walk, WalkError, unfold

_SLIDE, _TURN, _PIVOT = (KINDS.index(kind) for kind in (Kind.SLIDE, Kind.TURN, Kind.PIVOT))
_FAR: Final = 2 * COORDINATE_LIMIT
_UNKNOWN_GOURD, _NOT_ADJACENT, _NOT_A_MOVE, _WRONG_KIND = 1, 2, 3, 4

_REASONS: Final = {
    _UNKNOWN_GOURD: "there is no gourd {gourd}",
    _NOT_ADJACENT: "cells {first} and {second} are not adjacent",
    _NOT_A_MOVE: "gourd {gourd} at {old_first}, {old_second} cannot move to {first}, {second} (empty: {empty})",
    _WRONG_KIND: "the plan says {kind}, but this move of gourd {gourd} is a {actual}",
}


@dataclass(frozen=True)
class Replay:
    """What a replay found. True in conditions iff every move is legal and the target, if there is one, is reached."""

    final: Configuration
    """The configuration after the last legal move."""
    moves: int
    """How many moves were legal, up to the first that is not."""
    kinds: dict[str, int]
    """How many of them are of each kind."""
    faults: tuple[Fault, ...]
    """The first illegal move, or how the end differs from the target, or why the plan is not shown to be shortest."""
    has_target: bool = field(default=False, repr=False)
    """Whether there is one."""

    __repr__ = brief

    def __bool__(self) -> bool:
        return not self.faults

    @property
    def is_legal(self) -> bool:
        """True iff every move is."""
        return all(fault.place in ("target", "proof") for fault in self.faults)

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds replay --json`` prints."""
        more = f" (and {len(self.faults) - 1:,} more)" if len(self.faults) > 1 else ""
        return {
            "valid": not self.faults,
            "moves": self.moves,
            "kinds": self.kinds,
            "reaches_target": all(fault.place == "proof" for fault in self.faults) if self.has_target else None,
            "fault": f"{self.faults[0]}{more}" if self.faults else None,
        }


def replay(
    start: Configuration,
    plan: Plan | Walk | Iterable[Plan],
    target: Configuration | None = None,
    say: Callable[[int], None] | None = None,
) -> Replay:
    """The work of :func:`gourds.replay`, which describes it; a plan may come in parts."""
    require_configuration(start, "the start")
    if target is not None:
        require_configuration(target, "the target")
    ends = start.board.cells[start.ends].reshape(-1, 4).astype(np.int64)
    state = np.array([*start.empty_cell, 0, 0, 0, 0, 0], dtype=np.int64)  # empty q, r; moves; of each kind; actual kind
    numbers = np.array(start.ids, dtype=np.int64)
    fault: Fault | None = None
    try:
        for part in _parts(start, plan):
            found = np.searchsorted(numbers, part.gourds)
            known = np.isin(part.gourds, numbers)
            index = np.where(known, found, -1)
            check = compiled(_check) if len(part) > LONG else _check
            done = int(state[2])
            to = np.clip(part.to, -_FAR, _FAR)  # so that differences do not run over; no cell is so far out
            if problem := int(check(ends, state, index, part.kinds, to)):
                fault = _fault(part, int(state[2]) - done, int(state[2]), problem, ends, index, state)
                break
            if say is not None:
                say(int(state[2]))
    except WalkError as error:
        if not isinstance(plan, Walk):
            raise
        fault = _step_fault(plan, state) if plan.start == start.empty_cell else Fault("empty", str(error))
    faults = [fault] if fault else []
    table = start.board.indices(ends.reshape(-1, 2)).reshape(-1, 2)
    final = Configuration.from_indices(start.board, start.ids, table, start.colors)
    if target is not None and not fault:
        faults += target_faults(final, target)
    kinds = {kind.value: int(count) for kind, count in zip(KINDS, state[3:6], strict=True)}
    return Replay(final, int(state[2]), kinds, tuple(faults), target is not None)


def prepare() -> None:
    """Compile what long plans need, which takes some seconds once on a machine: follow one back and forth."""
    start = Configuration.build([(0, 0), (1, 0), (2, 0)], [1], [((0, 0), (1, 0))])
    replay(start, Walk.from_cells(np.array([(2, 0), (0, 0)] * (LONG // 2 + 1))))


def target_faults(final: Configuration, target: Configuration) -> list[Fault]:
    """How a configuration differs from the target, in numbers and cells; colors are not compared."""
    if final.board != target.board:
        return [Fault("target", "the target is on another board")]
    if final.ids != target.ids:
        return [Fault("target", "the target has gourds with other numbers")]
    return [
        Fault("target", f"gourd {number} ends at {at[0]}, {at[1]} instead of {due[0]}, {due[1]}")
        for number, at, due in zip(final.ids, final.end_cells(), target.end_cells(), strict=True)
        if at != due
    ]


def _parts(start: Configuration, plan: Plan | Walk | Iterable[Plan]) -> Iterator[Plan]:
    if isinstance(plan, Walk):
        yield from unfold(start, plan)
    elif isinstance(plan, Plan):
        for k in range(0, len(plan), CHUNK):
            yield Plan(plan.gourds[k : k + CHUNK], plan.kinds[k : k + CHUNK], plan.to[k : k + CHUNK])
    else:
        for part in plan if isinstance(plan, Iterable) else (plan,):
            if not isinstance(part, Plan):
                raise InputError(f"a plan must be a Plan, a Walk or parts of a Plan, not {type(part).__name__}")
            yield part


def _check(ends: Any, state: Any, index: Any, kinds: Any, to: Any) -> int:
    """Follow the moves on ``ends`` and ``state``; 0, or what is wrong with the first move that is not legal."""
    for k in range(len(index)):
        g = index[k]
        if g < 0:
            return _UNKNOWN_GOURD
        eq, er = state[0], state[1]
        uq, ur, vq, vr = ends[g, 0], ends[g, 1], ends[g, 2], ends[g, 3]
        pq, pr, qq, qr = to[k, 0], to[k, 1], to[k, 2], to[k, 3]
        # Cells are next to each other iff their difference (x, y) has x² + xy + y² = 1.
        x, y = qq - pq, qr - pr
        if not -1 <= x <= 1 or not -1 <= y <= 1 or x * x + x * y + y * y != 1:
            return _NOT_ADJACENT
        x, y = eq - uq, er - ur
        first_is_near = -1 <= x <= 1 and -1 <= y <= 1 and x * x + x * y + y * y == 1
        x, y = eq - vq, er - vr
        second_is_near = -1 <= x <= 1 and -1 <= y <= 1 and x * x + x * y + y * y == 1
        p_is_u, p_is_v, p_is_e = pq == uq and pr == ur, pq == vq and pr == vr, pq == eq and pr == er
        q_is_u, q_is_v, q_is_e = qq == uq and qr == ur, qq == vq and qr == vr, qq == eq and qr == er
        if first_is_near and second_is_near and p_is_u and q_is_e:
            actual, leftq, leftr = _PIVOT, vq, vr
        elif first_is_near and second_is_near and p_is_e and q_is_v:
            actual, leftq, leftr = _PIVOT, uq, ur
        elif second_is_near and not first_is_near and p_is_v and q_is_e:
            actual = _SLIDE if eq - vq == vq - uq and er - vr == vr - ur else _TURN
            leftq, leftr = uq, ur
        elif first_is_near and not second_is_near and p_is_e and q_is_u:
            actual = _SLIDE if eq - uq == uq - vq and er - ur == ur - vr else _TURN
            leftq, leftr = vq, vr
        else:
            return _NOT_A_MOVE
        state[6] = actual
        if kinds[k] != actual:
            return _WRONG_KIND
        ends[g, 0], ends[g, 1], ends[g, 2], ends[g, 3] = pq, pr, qq, qr
        state[0], state[1] = leftq, leftr
        state[2] += 1
        state[3 + actual] += 1
    return 0


def _step_fault(walk: Walk, state: Any) -> Fault:
    """What is wrong with the step of a walk after the moves that were followed."""
    empty, done = state[:2], int(state[2])
    left = empty + STEPS[walk.steps[done]]
    return Fault(f"walk[{done}]", f"no move makes {tuple(left.tolist())} empty (empty: {tuple(empty.tolist())})")


def _fault(part: Plan, k: int, number: int, problem: int, ends: Any, index: Any, state: Any) -> Fault:
    """What is wrong with move ``k`` of a part, which has that ``number`` in the whole plan."""
    a, b, c, d = part.to[k].tolist()
    old = ends[index[k]].tolist() if index[k] >= 0 else [0, 0, 0, 0]
    reason = _REASONS[problem].format(
        gourd=int(part.gourds[k]),
        first=(a, b),
        second=(c, d),
        old_first=tuple(old[:2]),
        old_second=tuple(old[2:]),
        empty=tuple(state[:2].tolist()),
        kind=KINDS[int(part.kinds[k])],
        actual=KINDS[int(state[6])],
    )
    return Fault(f"moves[{number}]", reason)
