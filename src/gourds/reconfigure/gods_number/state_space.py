"""What is known of a whole state space."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.display import brief


@dataclass(frozen=True)
class StateSpace:
    """All configurations of a board and how far they are from each other."""

    board: Board
    """The board."""
    placements: int
    """Ways to lay the gourds if they are all alike."""
    states: int
    """Configurations: placements · n!·2ⁿ."""
    components: int
    """Sets of configurations that can reach each other."""
    reachable: int
    """Configurations that can be reached from the first one, itself included; 0 if there is none."""
    from_first: tuple[int, ...]
    """How many of them are 0, 1, 2, … moves away; the first few if there was no time for all."""
    distances: tuple[int, ...] | None
    """The same, summed over one labeling of every placement; times n!·2ⁿ these are all pairs. None if not finished."""
    lower_bound: int
    """Some two configurations that can reach each other need this many moves."""
    upper_bound: int | None
    """No two that can reach each other need more; None if nothing is proved."""
    orbits: int = 0
    """Placements that no symmetry of the board takes to each other."""
    searches: int = 0
    """From how many of them all distances were found."""
    memory: int = 0
    """Bytes that the search took."""
    reason: str | None = None
    """Why God's number is not known."""
    witness: tuple[Configuration, Configuration] | None = field(default=None, repr=False)
    """Two configurations that cannot reach each other, if there are any."""
    hardest: tuple[Configuration, Configuration] | None = field(default=None, repr=False)
    """Two configurations that need ``lower_bound`` moves, if they were asked for."""

    __repr__ = brief

    @property
    def diameter(self) -> int | None:
        """God's number: the most moves that any two configurations need, if they can reach each other at all."""
        return self.lower_bound if self.upper_bound == self.lower_bound else None

    @property
    def mean(self) -> float:
        """The mean distance of all pairs that can reach each other; only of the first one's if not all is known."""
        return mean_distance(self.from_first if self.distances is None else self.distances)

    @property
    def is_reconfigurable(self) -> bool:
        """True iff every configuration reaches every other; on boards without configurations that says nothing."""
        return self.components <= 1

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds survey --json`` prints."""
        from gourds.reconfigure.spaces.conditions import judge
        from gourds.reconfigure.spaces.holes import is_very_unbalanced

        return {
            "cells": self.board.size,
            "proper": self.board.is_proper,
            "very_unbalanced": is_very_unbalanced(self.board),
            "placements": self.placements,
            "states": self.states,
            "components": self.components,
            "reconfigurable": self.is_reconfigurable,
            "reconfigurable_because": judge(self.board).reason,
            "reachable_from_first": self.reachable,
            "gods_number": self.diameter,
            "lower_bound": self.lower_bound,
            "upper_bound": self.upper_bound,
            "mean_distance": round(self.mean, 6),
            "mean_is_of_all_pairs": self.distances is not None,
            "from_first": list(self.from_first),
            "searches": self.searches,
            "orbits": self.orbits,
            "memory_mb": round(self.memory / 1e6, 3),
            **({"reason": self.reason} if self.reason else {}),
        }


def mean_distance(counts: tuple[int, ...]) -> float:
    """The mean of a histogram of distances."""
    return sum(k * count for k, count in enumerate(counts)) / max(1, sum(counts))
