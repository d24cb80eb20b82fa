"""Making a long plan much shorter: long parts of it are planned anew by beam search.

Windows of a few moves (:mod:`polish`) cannot help a plan that turns a cycle of a thousand cells round and round, as
those of the paper's algorithms do: every few moves of it are as short as can be, only all of them together are not. So
between the two ends of the plan a narrow beam looks for a shorter way; where it does not arrive the plan is halved, and
each half is tried, and so on. Nothing is lost where it finds none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.hexgrid import IndexArray
from gourds.moves import labels_of
from gourds.reconfigure.search import polish_kernel as kernel
from gourds.reconfigure.search.beam import Score, Search, seconds_for
from gourds.reconfigure.search.poses import Grid

SHORTEST: Final = 100
"""Parts that are not longer than this are not halved any more."""
WIDTH: Final = 128
"""The width of the beam, on boards of up to 512 cells; a quarter of the cells on others, where it would get stuck."""
SCORES: Final = (Score(1.3, 0.0, 0.5), Score(1.0))
"""The beams' scores, for one half of the plan and the next in turns."""
DETOUR: Final = 2.0
"""A beam's plan is thought to have this many times as many moves as its bound says."""
HOPELESS: Final = 5
"""A beam that has made this many times as many moves as its bound says is given up."""


def replan(
    grid: Grid,
    start: Configuration,
    path: IndexArray,
    deadline: float = float("inf"),
    say: Callable[[str], None] = lambda text: None,
) -> tuple[IndexArray, dict[str, Any]]:
    """The path after parts of it were planned anew, as far as time allows; numbers about it."""
    begun, before = time.monotonic(), len(path) - 1
    label, where = labels_of(start)
    follow = compiled(kernel.follow, (kernel.shift,))
    done, waiting, moves = [path[:1]], [path], before
    width = max(WIDTH, grid.board.size // 4)
    pace, levels, spent = seconds_for(width, grid.board.size), 0, 0.0
    tried = replaced = 0
    while waiting:
        part = waiting.pop()
        if time.monotonic() < deadline and len(part) > 2:
            there, then = where.copy(), label.copy()
            follow(then, there, grid.direction, part)
            search = Search(grid, where, there, SCORES[tried % 2], is_over=lambda: time.monotonic() > deadline)
            lower, shorter, began = search.lower_bound(), None, time.monotonic()
            # A search that cannot end in time would leave the part as it is, so one half of it is tried instead.
            if lower < len(part) - 1 and began + DETOUR * lower * pace < deadline:
                say(f"{moves:,} moves; replanning {len(part) - 1:,} of them")
                shorter = search.run(width, longest=min(len(part) - 2, HOPELESS * lower + SHORTEST))
                tried, levels, spent = tried + 1, levels + search.levels, spent + time.monotonic() - began
                pace = spent / max(1, levels)
            if shorter is None and len(part) > SHORTEST + 1:
                middle = len(part) // 2
                waiting += [part[middle:], part[: middle + 1]]
                continue
            if shorter is not None:
                moves -= len(part) - len(shorter)
                part, replaced = shorter, replaced + 1
        follow(label, where, grid.direction, part)
        done.append(part[1:])
    shorter_path = np.concatenate(done)
    stats = {"moves_before": before, "moves_after": len(shorter_path) - 1, "tried": tried, "replaced": replaced}
    return shorter_path, stats | {"time_s": round(time.monotonic() - begun, 3)}
