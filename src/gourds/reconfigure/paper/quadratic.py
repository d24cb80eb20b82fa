"""The paper's O(n²) algorithm: align, divide and conquer along the cycle, un-align.

Phases 1 and 3 are those of :mod:`align`. In phase 2 the gourds are aligned with a cycle C, at first a Hamiltonian one,
and must be brought into another order along it. C is split at a degree-2 triangle into cycles H₁ and H₂
(:mod:`splits`); the empty cell goes to the split's home in the position and in the goal; the parts exchange gourds
until each has those that it has in the goal (:mod:`exchange`); then H₁ and H₂ are put in order each on its own, one
after the other, the empty cell being at home in between and after; last, what took the goal to its home is undone.
Cycles of nine cells or less are put in order by search, and where the goal is but a rotation along C, that is all that
is done.

**Why it always works.** A cycle of m ≥ 5 cells has m − 2 triangles inside, an odd number; there are two more leaves
than nodes of degree 3, hence an odd number of nodes of degree 2. Both parts of a split have from 3 to m − 2 cells.

**Cost.** If no path of seven degree-3 nodes is in the tree, a split exists both parts of which have at least m/96 − 7
triangles (the paper's Lemma *balanced-split*: walk from a centroid into the larger part, at most six degree-3 nodes
far). The parts' trees are parts of the tree, in which no degree grows, so the same holds for them. The exchange takes
about (m₁² + m₂²)/2 hops at most, all else O(m). Of a few splits the one is taken that promises the fewest moves, but
none whose smaller part is less than a quarter of that of the most balanced split: so in every split of a large cycle
both parts have at least m·α cells, for some constant α > 0. Hence T(m) ≤ T(m₁) + T(m₂) + (m₁² + m₂²)/2 + O(m), and as
m₁² + m₂² ≤ (1 − 2α(1 − α))·m² up to O(m), that is O(m²), at most about m²/(4α) hops. What the lemma guarantees would
make that constant large; what is found is better. If all splits halve, it is m²/2 = 2n² hops, as many as one full
round of all gourds along H, and a hop is one move, or two at a sharp bend. Strips, combs, triangles, trees of
triangles and random boards of 100 to 1,500 cells all take from 2.0 to 2.7 n² moves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gourds.board import Board
from gourds.errors import InternalError, LimitError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper.align import align_both, require_proper
from gourds.reconfigure.paper.bends import unbend
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.reconfigure.paper.exchange import Exchange, perform_exchange, plan_exchange
from gourds.reconfigure.paper.few_cells import MAX_CELLS
from gourds.reconfigure.paper.rotation import Track, Walker
from gourds.reconfigure.paper.runs import break_runs
from gourds.reconfigure.paper.splits import Split, Station, find_splits, find_stations
from gourds.reconfigure.paper.triangles import TriangleTree, triangle_tree
from gourds.reconfigure.task import Found, Options, Task

CANDIDATES = 6
"""This many splits are compared."""

BALANCE = 0.25
"""The least that the smaller part of a split may have of the smaller part of the most balanced one."""


def plan(task: Task, options: Options) -> Found:
    """A plan of O(n²) moves on any proper board; InputError with the reasons if the board is not proper."""
    return plan_along(task, splittable_cycle(task.board), options)


def splittable_cycle(board: Board) -> IndexArray:
    """A Hamiltonian cycle with few sharp bends and a balanced split; InputError if the board is not proper."""
    require_proper(board)
    return break_runs(board, unbend(board, hamiltonian_cycle(board)))


def plan_along(task: Task, cycle: IndexArray, options: Options) -> Found:
    """The same along a given Hamiltonian cycle; O(n²) moves if no long run of degree-3 nodes is in its tree."""
    try:
        aligned = align_both(task, cycle, options)
        sorting = Sorting(aligned.neighbors, aligned.walker, aligned.goal, options)
        sorting.run(aligned.track)
        options.say(f"sorted along the cycle: {aligned.walker.moves - aligned.align_moves} moves")
        return aligned.finish(sorting.stats())
    except LimitError as error:
        return Found(None, reason=str(error))


@dataclass
class Sorting:
    """Phase 2: the walker is brought to the goal."""

    neighbors: IndexArray
    """The neighbor table of the board."""
    walker: Walker
    """The position."""
    goal: Walker
    """Where it should be; it moves, too, while splits are at home, and is what it was afterwards."""
    options: Options
    """Whom to tell about progress."""
    depth: int = 0
    """How deep the splits are nested."""
    searched: int = 0
    """How many cycles were small enough to be searched."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How many stations there were of each kind."""

    def stats(self) -> dict[str, Any]:
        """Numbers about the recursion."""
        return {"depth": self.depth, "stations": dict(sorted(self.kinds.items())), "searches": self.searched}

    def run(self, track: Track) -> None:
        """Bring the gourds on a track, aligned with it in position and goal, to where they should be."""
        # A stack of its own: what is to do next is on top; a number of hops says that a split's goal goes back.
        todo: list[tuple[Track, int | None, int]] = [(track, None, 0)]
        while todo:
            track, hops, depth = todo.pop()
            if hops is not None:
                self.walker.rotate(track, hops)
                self.goal.rotate(track, hops)
                self.goal.forget()
                continue
            if len(track) <= MAX_CELLS:
                self.searched += 1
                self.walker.move_within(self.neighbors, track.cells, self.goal.label[track.cells])
                continue
            between = track.hops_between(self.walker.label, self.goal.label)
            if between is not None:
                self.walker.rotate(track, between)
                continue
            self.depth = max(self.depth, depth + 1)
            split, station, exchange = self._choose(track)
            self.kinds[station.kind] += 1
            hops = self.goal.go_to(track, split.home)
            self.walker.go_to(track, split.home)
            self.walker.go_to(station.tracks[exchange.owner], station.empty)
            perform_exchange(self.walker, station, exchange)
            if 8 * len(track) > len(self.walker.label):
                self.options.say(f"parted the gourds on {len(track)} cells, {self.walker.moves} moves so far")
            parts = [Track.build(self.neighbors, part) for part in split.parts]
            # The owner's part comes first: it puts the right gourd on the common edge, and the empty cell back home.
            todo.append((track, -hops, depth))
            todo.append((parts[1 - exchange.owner], None, depth + 1))
            todo.append((parts[exchange.owner], None, depth + 1))

    def _choose(self, track: Track) -> tuple[Split, Station, Exchange]:
        """The split that promises the fewest moves, of the most balanced ones, with its station."""
        tree = triangle_tree(self.neighbors, track.cells)
        best: tuple[float, Split, Station, Exchange] | None = None
        for split in _candidates(tree):
            station = next(find_stations(self.neighbors, split))
            exchange = self._plan_exchange(track, split, station)
            # What is left for the parts: about half a square each, if they can be halved again and again.
            later = sum(len(part) * part.lap for part in station.tracks) / 2
            if best is None or exchange.cost + later < best[0]:
                best = exchange.cost + later, split, station, exchange
        if best is None:
            raise InternalError("an odd cycle has no triangle of degree 2")
        return best[1:]

    def _plan_exchange(self, track: Track, split: Split, station: Station) -> Exchange:
        """How the exchange would go, found on copies of the position and the goal."""
        here = track.moved_to(self.walker.label, split.home)
        due = track.moved_to(self.goal.label, split.home)
        side = np.zeros(len(here) // 2, dtype=np.int8)
        side[due[split.parts[1][1:]] >> 1] = 1
        if station.owner >= 0:
            here = station.tracks[station.owner].moved_to(here, station.empty)
        tapes = station.tape(0, here), station.tape(1, here)
        found = []
        for owner in (0, 1) if station.owner < 0 else (station.owner,):
            if station.owner < 0:
                side[due[split.edge[0]] >> 1] = owner
            found.append(plan_exchange(station, tapes, side, owner))
        return min(found, key=lambda one: one.cost)


def _candidates(tree: TriangleTree) -> list[Split]:
    """A few of the most balanced splits, the first of them included, and none that is far worse."""
    splits = find_splits(tree)[:CANDIDATES]
    return [split for split in splits if min(split.sizes) >= BALANCE * min(splits[0].sizes)]
