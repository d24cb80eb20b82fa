"""Following any plan to its end or to its first fault, whichever way it is spelled: what ``gourds replay`` does.

:func:`gourds.replaying.replay` decides what is legal. Here an illegal step of a walk, which has no spelling as a move,
becomes a fault like an illegal move, and long plans are followed a chunk at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.moves import CHUNK, Plan, Walk, unfold
from gourds.replaying import Replay, replay, target_faults


@dataclass(frozen=True)
class Followed:
    """A replay, and how its end differs from the target."""

    replay: Replay
    """Up to the first illegal move."""
    faults: list[Fault]
    """The illegal move, or every difference from the target."""
    has_target: bool
    """Whether there was one."""

    @property
    def is_legal(self) -> bool:
        """True iff every move is."""
        return not self.replay.faults

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds replay --json`` prints."""
        return {
            "valid": not self.faults,
            "moves": self.replay.moves,
            "kinds": self.replay.kinds,
            "reaches_target": not self.faults if self.has_target else None,
            "fault": self._fault_line(),
        }

    def _fault_line(self) -> str | None:
        """What is wrong, in one line."""
        if not self.faults:
            return None
        more = f" (and {len(self.faults) - 1:,} more)" if len(self.faults) > 1 else ""
        return f"{self.faults[0]}{more}"


def follow(
    start: Configuration,
    plan: Plan | Walk,
    target: Configuration | None = None,
    say: Callable[[str], None] | None = None,
) -> Followed:
    """Follow a plan; an illegal step of a walk is a fault like an illegal move."""
    tell = say or (lambda text: None)
    done = 0

    def parts() -> Iterator[Plan]:
        nonlocal done
        for part in unfold(start, plan) if isinstance(plan, Walk) else _chunks(plan):
            yield part
            done += len(part)
            tell(f"{done:,} of {len(plan):,} moves")

    try:
        found = replay(start, parts())
    except InputError:
        if not isinstance(plan, Walk):
            raise
        found = _up_to_the_fault(start, plan, done)
    missed = target_faults(found.final, target) if target is not None and not found.faults else []
    return Followed(found, [*found.faults, *missed], target is not None)


def _chunks(plan: Plan) -> Iterator[Plan]:
    for first in range(0, len(plan), CHUNK):
        chunk = slice(first, first + CHUNK)
        yield Plan(plan.gourds[chunk], plan.kinds[chunk], plan.to[chunk])


def _up_to_the_fault(start: Configuration, walk: Walk, done: int) -> Replay:
    """The replay of a walk with an illegal step somewhere after ``done`` legal moves: from there on step by step."""
    if walk.start != start.empty_cell:
        reason = f"the walk starts at {walk.start}, but the empty cell is {start.empty_cell}"
        return Replay(start, 0, {"slide": 0, "turn": 0, "pivot": 0}, (Fault("empty", reason),))
    before = replay(start, Walk(walk.start, walk.steps[:done]))
    rest = Walk(before.final.empty_cell, walk.steps[done : done + CHUNK])
    legal = done

    def single_moves() -> Iterator[Plan]:
        nonlocal legal
        try:
            for move in unfold(before.final, rest, chunk=1):
                yield move
                legal += 1
        except InputError:
            return

    after = replay(before.final, single_moves())
    kinds = {kind: count + after.kinds[kind] for kind, count in before.kinds.items()}
    left = tuple((rest.cells()[legal - done + 1]).tolist())
    reason = f"no move makes {left} empty (empty: {after.final.empty_cell})"
    return Replay(after.final, legal, kinds, (Fault(f"walk[{legal}]", reason),))
