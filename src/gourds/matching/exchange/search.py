"""Exchange: from any near-perfect matching to one that meets the budgets, by alternating cycles and annealing.

A state is a matching that leaves one cell empty. Its energy is the sum of |count − budget| over all classes, those of
one color too; it is 0 iff the matching is a placement. :mod:`gourds.matching.exchange.kernel` proposes alternating
cycles, and accepts one that raises the energy by x with probability exp(−x/T).

**Rounds.** Let c = 1/ln(2C + 2) for C classes: were they independent, their energies would sum to about 1 at T = c. The
first round stays at :data:`QUENCH` times c, which is enough wherever there are many more places than gourds of a
kind. Then T falls from :data:`HOT` to c, again and again, each time twice as slowly: near the threshold, and where
budgets are extreme, the matchings freeze between 0.5 and 0.3. Every other round keeps the empty cell on its color, or
large boards would end with two wrong classes and an empty cell that has far to go; on rigid boards it must be free.

**Correct**: every state is a near-perfect matching and the energy is exact at any time, so what it calls a placement
is one. It never shows that there is none.

**Cost.** Some 40 million proposals a second; about 100 bytes a cell. On large boards a chunk of proposals keeps to a
window of cells that fits into the processor's cache. The clock is looked at every few milliseconds. The same seed
gives the same sequence of states on every machine; the clock only decides where it ends.
"""

from __future__ import annotations

import hashlib
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, count, repeat
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import is_ready
from gourds.counting import Counting
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.matching.exchange import kernel
from gourds.matching.exchange.state import State
from gourds.matching.maximum import maximum_matching
from gourds.placement import Placement

HOT: Final = 0.5
"""The highest temperature of a round."""
QUENCH: Final = 1.5
"""The temperature of the first round, in units of the lowest one of the others."""
STAGES: Final = 50
"""Temperatures of a round, in equal steps."""
ROUND: Final = 200
"""Proposals for every cell in the first two rounds; after that every round has twice as many as the one before."""
CHUNK: Final = 200_000
"""The most proposals between two looks at the clock: some 5 to 20 ms."""
PLAIN_CHUNK: Final = 2_000
"""The same where the kernel is interpreted."""
PLAIN_CELLS: Final = 300
"""Boards of up to this many cells are begun without numba, if it is not loaded anyway."""
PLAIN_STEPS: Final = 200_000
"""After this many proposals, which take as long as to load it, numba is loaded after all."""
LOADING: Final = 3.0
"""Seconds that must be left for that."""
WINDOW: Final = 8192
"""Proposals of one chunk start at this many cells in a row, which the processor's cache can hold."""
GOLDEN: Final = 0.6180339887498949
"""The window moves by this share of the board, so that windows lie evenly at any time."""
CLOSE: Final = 64
"""Below this energy every improvement is kept, above it what there is between two chunks."""
LARGEST_CHANGE: Final = 32
"""A proposal that raises the energy by twice this or more is never accepted."""


@dataclass(frozen=True, eq=False)
class Exchanged:
    """The best matching that a search found."""

    mate: IndexArray
    """The partner of each cell, −1 for the empty one."""
    energy: int
    """The sum of |count − budget| over all classes; 0: a placement."""
    counts: dict[tuple[int, int], int]
    """How many gourds of each class (i, j), i ≤ j, the matching has; positive ones only, sorted."""
    steps: int
    """Proposals made."""
    restarts: int
    """Rounds of the schedule that came to their end."""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The gourds as pairs of cells, smaller first."""
        return [(v, w) for v, w in enumerate(self.mate.tolist()) if v < w]

    def placement(self, instance: Instance) -> Placement | None:
        """The placement that it is, if it is one."""
        return None if self.energy else Placement.from_mates(instance.board, self.mate.tolist())


def search(
    instance: Instance,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    deadline: float | None = None,
    max_steps: int | None = None,
    start: NDArray[np.integer[Any]] | None = None,
    allowed: NDArray[np.bool_] | None = None,
    tell: Callable[[int], None] | None = None,
) -> Exchanged | None:
    """Search until a placement is found, the time is over or this many proposals were made; the best matching.

    ``deadline`` is a moment of ``time.monotonic()``. ``start`` is any near-perfect matching, as the partner of each
    cell. ``allowed`` says for each edge of the board whether it may be used, by the start too; without it, only edges
    on which some gourd fits are used if there is such a start, else all. ``tell`` is told every energy that is lower
    than all before. Without limits the search goes on until it finds. None: there is no near-perfect matching to start
    with.
    """
    until = math.inf if deadline is None else deadline
    if time_limit is not None:
        until = min(until, time.monotonic() + time_limit)
    usable = instance.usable_edges if allowed is None else allowed
    mate = starting_matching(instance, usable) if start is None else start
    if allowed is None and (mate is None or not _keeps_to(instance, mate, usable)):
        usable = np.ones_like(usable)
        mate = starting_matching(instance, usable) if start is None else start
    if mate is None:
        return None
    state = State(instance, mate, usable, seeded(seed))
    return _anneal(state, until, math.inf if max_steps is None else max_steps, tell)


def prepare(instance: Instance | None = None) -> None:
    """Compile the kernel, which takes some seconds once on a machine, so that it does not count as searching.

    Not for an instance that is so small that the search begins without it.
    """
    if instance is None or not is_begun_plainly(instance.board.size):
        _load()


@cache
def _load() -> None:
    tiny = Instance.build([(0, 0), (1, 0), (2, 0)], ["a", "b", "b"], [("a", "b", 1)])
    state = State(tiny, np.array([-1, 2, 1]), None, seeded(0))
    state.compile()
    state.advance(chances_at(HOT), 1)


def is_begun_plainly(size: int) -> bool:
    """Whether a board is so small that a search begins without numba, as it is not loaded yet."""
    return size <= PLAIN_CELLS and "numba" not in sys.modules


def _can_load(left: float) -> bool:
    """Whether to load the kernel while the clock runs: it must be on disk then."""
    return left == math.inf or (left > LOADING and is_ready(kernel.advance, kernel.HELPERS))


def _keeps_to(instance: Instance, mate: NDArray[np.integer[Any]], allowed: NDArray[np.bool_]) -> bool:
    edges = instance.board.edges[~allowed]
    return mate.shape == (instance.board.size,) and not (mate[edges[:, 0]] == edges[:, 1]).any()


def starting_matching(instance: Instance, allowed: NDArray[np.bool_] | None = None) -> IndexArray | None:
    """A near-perfect matching of the allowed edges, None if there is none.

    Its empty cell has the color that counting asks for, if that can be: far away from the next cell of that color
    the search would have to carry it there.
    """
    size, edges = instance.board.size, instance.board.edges
    usable = edges if allowed is None else edges[allowed]
    color = Counting(instance).empty_color
    if color is not None:
        free = np.flatnonzero(instance.cell_colors == color)
        apex = np.stack((free, np.full(len(free), size)), axis=1)
        mate = maximum_matching(size + 1, np.concatenate((usable, apex)))
        if (mate >= 0).all():
            mate[mate == size] = -1
            return mate[:size]
    mate = maximum_matching(size, usable)
    return mate if int((mate < 0).sum()) == 1 else None


def _anneal(state: State, until: float, most: float, tell: Callable[[int], None] | None) -> Exchanged:
    """Rounds of falling temperature until the energy is 0 or a limit is reached."""
    if is_begun_plainly(state.size):
        state.interpret()
    else:
        state.compile()
    best, kept = state.energy, state.way
    steps = restarts = 0
    span, place = min(state.size, WINDOW), 0.0
    for number, chances, planned in _schedule(state.size, state.class_count):
        restarts, left = number, planned
        state.keep_empty_color(number % 2 == 0)
        while left > 0 and best > 0 and steps < most and (now := time.monotonic()) < until:
            if not state.is_compiled and steps >= PLAIN_STEPS and _can_load(until - now):
                state.compile()
            state.stop_at(best - 1 if best <= CLOSE else 0)
            chunk = CHUNK if state.is_compiled else PLAIN_CHUNK
            begin = int(place * (state.size - span + 1))
            place = (place + GOLDEN) % 1.0
            done = state.advance(chances, int(min(left, most - steps, chunk)), begin, span)
            steps, left = steps + done, left - done
            if state.energy < best:
                best, kept = state.energy, state.way
                if tell is not None:
                    tell(best)
        if left > 0 or not best:
            break
    return Exchanged(state.mate(kept), best, state.counts(kept), steps, restarts)


def _schedule(size: int, classes: int) -> Iterator[tuple[int, list[int], int]]:
    """Without end: the number of the round, the chances to accept, the proposals at this temperature."""
    cold = round(1 / math.log(2 * classes + 2), 6)
    first = [chances_at(min(HOT, QUENCH * cold))] * STAGES
    later = [chances_at(HOT + (cold - HOT) * stage / (STAGES - 1)) for stage in range(STAGES)]
    for number in count():
        planned = size * ROUND * 2 ** max(0, number - 1) // STAGES
        for row in later if number else first:
            yield number, row, planned


def chances_at(temperature: float) -> list[int]:
    """Of 2³²: the chance to accept 0, 2, 4, … more energy.

    Rounded, as the last digits of exponentials differ between machines.
    """
    single = round(math.exp(-2.0 / temperature), 12)
    return list(accumulate(repeat(single, LARGEST_CHANGE - 1), lambda chance, _: int(chance * single), initial=2**32))


def seeded(seed: int) -> int:
    """A state of the generator, from 1 to a·2³² − 2."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return 1 + int.from_bytes(digest[:16]) % (kernel.MULTIPLIER * 2**32 - 2)
