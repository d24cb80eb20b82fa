"""Following any plan to its end or to its first fault, whichever way it is spelled: what ``gourds replay`` does.

:func:`gourds.replaying.replay` decides what is legal. Here progress is told in words, a missed target is kept apart
from an illegal move, and what was found becomes plain JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gourds.configuration import Configuration
from gourds.errors import Fault
from gourds.moves import Plan, Walk
from gourds.replaying import Replay, replay, target_faults


@dataclass(frozen=True)
class Followed:
    """A replay, and how its end differs from the target."""

    replay: Replay
    """Up to the first illegal move."""
    faults: list[Fault]
    """The illegal move, or every difference from the target, or why the plan is not shown to be shortest."""
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
            "reaches_target": all(fault.place == "proof" for fault in self.faults) if self.has_target else None,
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
    """Follow a plan; ``say`` is told how far it got."""
    tell = None if say is None else (lambda done: say(f"{done:,} of {len(plan):,} moves"))
    found = replay(start, plan, say=tell)
    missed = target_faults(found.final, target) if target is not None and not found.faults else []
    return Followed(found, [*found.faults, *missed], target is not None)
