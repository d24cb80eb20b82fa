"""The layers of configurations that prove a plan shortest, as a certificate.

What :mod:`gourds.certificates.shortest` checks. To show that no plan has fewer than L moves, a search from both ends
(:mod:`two_sided`) with the limit L − 1 goes on until its levels reach a + b = L − 2; the configurations of the last
step are not listed, the checker finds that none of them is on the other side. The limit is one lower than that of the
search which found the plan, and the last levels are the largest: on 19 cells the certificate lists a third of what
the search kept. If there is no plan, all that can be reached from the start is listed.

The kernel that grows the levels expands configurations in the order in which they were found, and gourd by gourd. That
is the order of the marks in the certificate, so one more look at every move makes them.
"""

from __future__ import annotations

import base64
import zlib
from typing import Final

import numpy as np

from gourds.compiled import compiled
from gourds.errors import InternalError, LimitError
from gourds.files.certificates import Certificate
from gourds.reconfigure.search.exact import shortest_kernel as kernel
from gourds.reconfigure.search.exact.packing import UNREACHABLE, Packing
from gourds.reconfigure.search.exact.shortest import numbered_rules
from gourds.reconfigure.search.exact.two_sided import UNLIMITED, Side, TwoSided
from gourds.reconfigure.task import Options, Task
from gourds.running.verifying import pair_of

MEMORY: Final = 2 << 30
"""Bytes that the layers may take while they are made."""

MOST_MOVES: Final = 6
"""Moves from a configuration: at most one for each cell next to the empty one."""


def certify(task: Task, moves: int | None, options: Options, memory: int = MEMORY) -> Certificate:
    """A certificate that no plan has fewer than so many moves; with None, that there is no plan.

    It must be known to be so: of what is not, the checker accepts no certificate, and InternalError is raised where
    it shows. Raises LimitError if time or memory run out.
    """
    packing = Packing.of(task.board)
    bounds = packing.distances_to(task.target), packing.distances_to(task.start)
    alone = int(bounds[0][np.arange(packing.gourds), packing.poses_of(task.start)].sum())
    if alone >= (UNREACHABLE if moves is None else moves):
        return _certificate(task, moves, 0, [], [])
    first, second = (Side(packing.pack(end), bounds[k]) for k, end in enumerate((task.start, task.target)))
    search = TwoSided((first, second), numbered_rules(packing), options, memory)
    if moves is None:
        while first.width:
            _deepen(search, first, second, UNLIMITED)
        first.levels.pop()  # the empty one
        listed = first.levels[-1]
    else:
        while first.depth + second.depth < moves - 2:
            sides = (first, second) if first.width <= second.width else (second, first)
            _deepen(search, *sides, moves - 1)
        listed = first.levels[-1] + second.levels[-1]
    return _certificate(task, moves, listed, *(_marks(side, search) for side in (first, second)))


def _deepen(search: TwoSided, side: Side, other: Side, limit: int) -> None:
    """One more level of one side."""
    search.options.say(f"certificate: {sum(each.levels[-1] for each in search.sides):,} configurations listed")
    ended = search.deepen(side, other, limit)
    if isinstance(ended, str):
        raise LimitError(f"{ended} before the certificate was complete")
    if ended is not None:
        raise InternalError("there is a plan that the search said could not be")


def _marks(side: Side, search: TwoSided) -> list[str]:
    """The marks of each level but the last."""
    found = []
    mark = compiled(kernel.mark, kernel.HELPERS)
    for row, stop in zip(side.levels, side.levels[1:-1], strict=False):
        if search.options.left() <= 0:
            raise LimitError("out of time before the certificate was complete")
        marks = np.zeros(MOST_MOVES * (stop - row), dtype=np.uint8)
        count = mark(side.rows, side.table, row, stop, search.rules, marks)
        found.append(base64.b64encode(zlib.compress(np.packbits(marks[:count]).tobytes(), 9)).decode())
    return found


def _certificate(task: Task, moves: int | None, listed: int, forth: list[str], back: list[str]) -> Certificate:
    entries = {"moves": moves, "configurations": listed, "forth": forth, "back": back}
    return Certificate("shortest", pair_of(task.start, task.target).digest, entries)
