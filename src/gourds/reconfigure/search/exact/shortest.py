"""Provably shortest plans: breadth-first search from both ends (:mod:`two_sided`), on any board.

**Pruning.** With a limit L, a configuration at distance d from its side is left out if d plus the bound of
:mod:`packing` on the moves to the other side exceeds L. The bound is consistent, so every
configuration that stays is found at its true distance, and every configuration on a plan of at most L moves stays: what
was said above holds up to a + b = L. The limit starts at the bound itself and is raised, from scratch, by as much as
should double the work. Few configurations stay: on the hexagon of 19 cells, of 4·10¹¹ configurations, 5·10³ to 8·10⁶.

**No plan.** If a side has no new configuration and nothing was left out on it, all that can be reached from it is known
and the other end is not among it: impossible, with the number of configurations as the reason.

**Cost.** A configuration takes 8 bytes for each word (one up to 19 cells) and 8 to 16 in the hash table, some 10⁶ are
expanded in a second. Random pairs on 13 cells take milliseconds, on 19 cells 0.1 to 10 s; thin boards, where plans are
long, take more. On larger boards it goes as far as time and memory do, and what was proved is a lower bound.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.reconfigure.search.exact.packing import UNREACHABLE, Packing
from gourds.reconfigure.search.exact.shortest_kernel import Rules
from gourds.reconfigure.search.exact.two_sided import UNLIMITED, Side, TwoSided
from gourds.reconfigure.task import Found, Options, Task

MEMORY: Final = 4 << 30
"""Bytes that a search may take."""


def plan(task: Task, options: Options, *, below: int | None = None, memory: int = MEMORY) -> Found:
    """A shortest plan, or what the search proved before time or memory ran out.

    With ``below``, only plans of fewer moves than that are looked for: of use to improve a known plan, or to prove that
    it is shortest. If there are none, ``path`` is None and ``lower_bound`` is ``below``.
    """
    if np.array_equal(task.start.ends, task.target.ends):
        return Found(np.array([task.start.empty], dtype=np.int32), is_shortest=True)
    try:
        packing = Packing.of(task.board)
    except LimitError as error:
        return Found(None, lower_bound=1, reason=str(error))
    bounds = packing.distances_to(task.target), packing.distances_to(task.start)
    alone = bounds[0][np.arange(packing.gourds), packing.poses_of(task.start)]
    if (alone >= UNREACHABLE).any():
        number = task.start.ids[int(alone.argmax())]
        reason = f"gourd {number} could not get to its pose in the target even if it were alone on the board"
        return Found(None, reason=reason, is_impossible=True)
    sides = Side(packing.pack(task.start), bounds[0]), Side(packing.pack(task.target), bounds[1])
    search = TwoSided(sides, numbered_rules(packing), options, memory)
    return search.climb(int(alone.sum()), below, _next_step, ("plan", "configurations"))


def _next_step(work: list[int], step: int) -> int:
    """How far to raise the limit: by as much as doubles the work if it grows as it did, at most twice the last step."""
    growth = math.log(work[-1] / work[-2]) / step if len(work) > 1 else 1.0
    return max(1, min(2 * step, round(math.log(2) / max(growth, 1e-9))))


def numbered_rules(packing: Packing) -> Rules:
    """How numbered configurations move: every gourd is a kind of its own."""
    own = np.arange(packing.gourds)
    return packing.rules(own, own + 1, np.zeros(packing.gourds, dtype=np.uint8))


def count_reachable(configuration: Configuration, options: Options | None = None, memory: int = MEMORY) -> list[int]:
    """How many configurations are 0, 1, 2, … moves away, all of them, by search. Raises LimitError if it cannot."""
    packing = Packing.of(configuration.board)
    free = np.zeros((packing.gourds, len(packing.poses)), dtype=np.int32)
    side, nothing = Side(packing.pack(configuration), free), Side(packing.pack(configuration), free)
    nothing.table[:] = 0
    search = TwoSided((side, nothing), numbered_rules(packing), options or Options(), memory)
    while side.width:
        ended = search.deepen(side, nothing, UNLIMITED)
        if isinstance(ended, str):
            raise LimitError(f"{ended} after {side.levels[-1]:,} configurations")
    return [int(width) for width in np.diff(side.levels)[:-1]]
