"""Breadth-first search of a whole state space with two bits a state, 64 states at a time.

A state is a placement p, the rank r of the permutation of its gourds, and a set s of reversed gourds. The states (p, r,
·) are a row of bits (:mod:`row_steps`), and there are two *planes* of such rows, A and B:

    unseen: neither    older: B    this level: A and B    next level: A

**A level** has two passes. *Pull*: for each row that is not all seen, for each move from its placement, take the row
that the move leads to, keep of it what is in this level, rearrange it as the move taken back does, and set A for what
is not in B. Moves can be taken back, so this finds exactly the neighbors of this level that are unseen. *Advance*: A :=
A and not B, then B := B or A; so this level becomes older and the next one becomes this. What A holds then is counted,
placement by placement.

**Many threads, no locks.** Each thread has some of the placements, and writes to their rows only: no word has two
writers. While one thread pulls it reads rows that another may be writing. It reads A and B; the writer sets bits of A
where B is clear, and B does not change. So "A and B", which is all that the reader keeps, has the same value before and
after each write, bit for bit, however the two accesses fall in time. In *advance* each thread reads and writes its own
rows only. Both passes end before the next begins.

**Cost.** n!·2ⁿ/4 bytes for each placement (2 MB for boards of 13 cells, 45 MB for 15, 0.9 GB for a strip of 17), and a
table of n! numbers for each of some fifty voltages. A level looks at each row that is not all seen once for each move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.errors import InternalError, LimitError
from gourds.reconfigure.gods_number import two_bits_kernel as kernel
from gourds.reconfigure.gods_number.row_steps import WORD, steps_of, words_per_row
from gourds.reconfigure.spaces.placement_graph import PlacementGraph
from gourds.reconfigure.spaces.signed_permutations import multiplication_tables
from gourds.reconfigure.task import Options
from gourds.running.pool import usable_cores
from gourds.words import counted

SHARED: Final = 100_000
"""State spaces with fewer words than this are searched by one thread: to start another would take longer."""
ROOM: Final = 512
"""Rows that are rearranged at a time, so that they stay in the fastest memory."""
LEVELS: Final = 1 << 16
"""More levels than this are taken for a mistake."""


@dataclass(frozen=True)
class Search:
    """What one search found: the distances from one labeling of a placement."""

    placement: int
    """The placement."""
    counts: tuple[int, ...]
    """How many states are 0, 1, 2, … moves away."""
    farthest: NDArray[np.int32]
    """For each placement, the largest distance to one of its labelings; −1 if none can be reached."""
    is_finished: bool = True
    """False if time ran out; then there are more states, farther away."""

    @property
    def depth(self) -> int:
        """The largest distance that was found."""
        return len(self.counts) - 1


def bytes_needed(placements: int, gourds: int, voltages: int = 60) -> int:
    """What a search takes in memory: both planes, and the tables of permutations."""
    rows = int(np.prod(np.arange(1, gourds + 1)))
    return placements * rows * words_per_row(gourds) * 16 + rows * (voltages * 4 + gourds * 8)


class TwoBitSpace:
    """The planes and tables of a state space, used again for every search."""

    def __init__(self, graph: PlacementGraph, jobs: int | None = None) -> None:
        self.graph = graph
        ranks, _ = multiplication_tables(graph.voltages, graph.gourds)
        ranks >>= graph.gourds
        count, width, most = len(graph.placements), words_per_row(graph.gourds), ranks.shape[1]
        self._planes = np.zeros((count, 2, width, most), dtype=np.uint64)
        self._counts = np.zeros(count, dtype=np.int64)
        self._left = np.zeros(count, dtype=np.int64)
        tables = (graph.first, graph.goal, graph.voltage, ranks, *steps_of(graph.voltages), self._planes)
        self._pull = partial(compiled(kernel.pull), *tables)
        self._advance = partial(compiled(kernel.advance), self._planes, self._counts)
        cores = jobs or (usable_cores() if self._planes.size >= SHARED else 1)
        self._parts = _even_parts(graph, min(cores, max(1, count)))
        self._rooms = [np.zeros((width, min(ROOM, most)), dtype=np.uint64) for _ in self._parts]

    def search(self, placement: int, options: Options | None = None) -> Search:
        """All distances from the first labeling of a placement; as far as it came, if time runs out."""
        options = options or Options()
        farthest = np.full(len(self._counts), -1, dtype=np.int32)
        widths: list[int] = []
        for counts in self._levels([placement * self.graph.labelings]):
            farthest[counts > 0] = len(widths)
            widths.append(int(counts.sum()))
            options.say(f"{sum(widths) / self.graph.states:.0%} within {counted(len(widths) - 1, 'move')}")
            if options.left() <= 0:
                return Search(placement, tuple(widths), farthest, is_finished=False)
        return Search(placement, tuple(widths), farthest)

    def first_at(self, placement: int, distance: int) -> tuple[int, int]:
        """The first state at a distance from the first labeling of a placement: its placement and its labeling."""
        for level, counts in enumerate(self._levels([placement * self.graph.labelings])):
            if level == distance:
                where = int(counts.argmax())
                ranks = self._planes[where, 0].any(axis=0)
                rank = int(ranks.argmax())
                word = int(np.flatnonzero(self._planes[where, 0, :, rank])[0])
                bits = int(self._planes[where, 0, word, rank])
                sign = word << WORD | (bits & -bits).bit_length() - 1
                return where, rank << self.graph.gourds | sign
        raise InternalError(f"no configuration is {distance} moves away")

    def distances_to(self, placement: int, goals: Sequence[tuple[int, int]]) -> list[int]:
        """How far some states are from the first labeling of a placement; −1 for those that cannot be reached.

        Each is a placement and a labeling. The search ends when the last of them is found.
        """
        where, labelings = np.array(goals, dtype=np.int64).reshape(len(goals), 2).T
        ranks, signs = labelings >> self.graph.gourds, labelings & ((1 << self.graph.gourds) - 1)
        found = np.full(len(goals), -1, dtype=np.int64)
        for level, _ in enumerate(self._levels([placement * self.graph.labelings])):
            words = self._planes[where, 0, signs >> WORD, ranks]
            found[(words >> (signs & 63).astype(np.uint64) & np.uint64(1)) > 0] = level
            if (found >= 0).all():
                break
        return found.tolist()

    def distances_from(self, origins: Sequence[int]) -> NDArray[np.int16]:
        """How far every state is from the nearest of some, all different; −1 for those that cannot be reached.

        State p·n!·2ⁿ + g is placement p with labeling g.
        """
        row = 1 << self.graph.gourds
        table = np.full((len(self._counts), self._planes.shape[3], row), -1, dtype=np.int16)
        for level, counts in enumerate(self._levels(origins)):
            for placement in np.flatnonzero(counts):
                words = np.ascontiguousarray(self._planes[placement, 0].T, dtype="<u8")
                bits = np.unpackbits(words.view(np.uint8), axis=1, count=row, bitorder="little")
                table[placement][bits.view(np.bool_)] = level
        return table.reshape(-1)

    def _levels(self, origins: Sequence[int]) -> Iterator[NDArray[np.int64]]:
        """How many states each placement has at distance 0, 1, 2, … from some, while plane A holds these states."""
        where, labelings = np.divmod(np.array(origins, dtype=np.int64), self.graph.labelings)
        ranks, signs = labelings >> self.graph.gourds, labelings & ((1 << self.graph.gourds) - 1)
        self._planes.fill(0)
        bits = np.uint64(1) << (signs & 63).astype(np.uint64)
        np.bitwise_or.at(self._planes[:, 0], (where, signs >> WORD, ranks), bits)
        self._planes[:, 1] = self._planes[:, 0]
        self._counts[:] = np.bincount(where, minlength=len(self._counts))
        self._left[:] = self.graph.labelings
        with ThreadPoolExecutor(len(self._parts)) as pool:
            for _ in range(LEVELS):
                if not self._counts.any():
                    return
                self._left -= self._counts
                yield self._counts
                self._level(pool)
        raise LimitError(f"some configurations are more than {LEVELS:,} moves apart")

    def _level(self, pool: ThreadPoolExecutor) -> None:
        """Both passes, each by all threads."""
        self._share(pool, lambda k, low, high: self._pull(self._rooms[k], self._counts, self._left, low, high))
        self._share(pool, lambda _, low, high: self._advance(low, high))

    def _share(self, pool: ThreadPoolExecutor, work: Callable[[int, int, int], None]) -> None:
        if len(self._parts) == 1:
            work(0, *self._parts[0])
            return
        for done in [pool.submit(work, k, *part) for k, part in enumerate(self._parts)]:
            done.result()


def _even_parts(graph: PlacementGraph, parts: int) -> list[tuple[int, int]]:
    """Ranges of placements with about as many moves each."""
    cuts = np.searchsorted(graph.first, np.linspace(0, graph.first[-1], parts + 1)).tolist()
    cuts[0], cuts[-1] = 0, len(graph.placements)
    return list(pairwise(cuts))
