"""What planners are given and what they give back."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.configuration import Configuration, require_configuration
from gourds.errors import Fault, InputError
from gourds.hexgrid import IndexArray
from gourds.moves import labels_of

Labels = NDArray[np.int32]


@dataclass(frozen=True)
class Task:
    """From a start to a target: the same numbered gourds on the same board."""

    start: Configuration
    """Where the gourds lie."""
    target: Configuration
    """Where they should."""

    @classmethod
    def build(cls, start: Configuration, target: Configuration) -> Task:
        """The task, or an InputError if the two do not go together."""
        require_configuration(start, "the start")
        require_configuration(target, "the target")
        if start.board != target.board:
            raise InputError(Fault("cells", "the board is not that of the start"))
        if start.ids != target.ids:
            missing = sorted(set(start.ids) ^ set(target.ids))
            raise InputError(Fault("gourds", f"the gourds are not those of the start: see number {missing[0]}"))
        if start.colors is not None and target.colors is not None and start.colors != target.colors:
            k = next(k for k, pair in enumerate(start.colors) if pair != target.colors[k])
            raise InputError(Fault("gourds", f"gourd {start.ids[k]} has other colors than in the start"))
        return cls(start, target)

    @property
    def board(self) -> Board:
        """The board."""
        return self.start.board

    def labels(self) -> tuple[Labels, Labels]:
        """The start, new arrays: ``label``, the end on each cell (−1: empty), and ``where``, the cell of each end."""
        return labels_of(self.start)

    def goal_labels(self) -> tuple[Labels, Labels]:
        """The target as ``label`` and ``where``."""
        return labels_of(self.target)

    def reversed(self) -> Task:
        """From the target to the start."""
        return Task(self.target, self.start)


@dataclass(frozen=True)
class Options:
    """What a planner may use."""

    deadline: float = float("inf")
    """When to stop, on the clock of ``time.monotonic``."""
    seed: int = 0
    """For planners that draw."""
    say: Callable[[str], None] = lambda text: None
    """Called with progress, in a few words."""

    def left(self) -> float:
        """Seconds until the deadline."""
        return self.deadline - time.monotonic()


@dataclass(frozen=True)
class Found:
    """What a planner found."""

    path: IndexArray | None
    """The cells that are empty in turn, by index, the start's first; None if there is no plan."""
    is_shortest: bool = False
    """True iff no shorter plan exists."""
    lower_bound: int = 0
    """No plan has fewer moves."""
    reason: str | None = None
    """Why there is no path: a proof that there is none if ``is_impossible``, else what ran out."""
    is_impossible: bool = False
    """True iff it is certain that the target cannot be reached."""
    stats: dict[str, Any] = field(default_factory=dict)
    """Numbers about the search."""
