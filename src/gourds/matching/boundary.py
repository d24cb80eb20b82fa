"""Budgets at the end of what is possible: heaviest matchings refute them, or are where a search begins.

Give every class c of gourds a *slope* s_c, a small integer. No matching that leaves one cell empty, of the right color,
has a larger Σ s_c·count than the heaviest one with the slopes as weights (:mod:`gourds.matching.heaviest`). So if the
*gap* = that top − Σ s_c·budget is negative, there is no placement, and the duals are a certificate of kind ``linear``.

If the gap is 0, all placements are heaviest matchings, a face of the matching polytope; if it is small, they are nearly
that. There, exchanges that begin anywhere (:mod:`gourds.matching.exchange`) freeze: the last steps to the top take long
alternating cycles. So the search begins at the top. Slopes with a little noise give one of the heaviest matchings by
chance. Exchanges from there, over the edges that the duals leave open, mend the counts of the classes while the *tilt*,
Σ s_c·(count − budget), stays near 0. What cannot be mended soon is given up: the next heaviest matching takes a few
milliseconds for a thousand cells.

The slopes that matter most in practice are 1 for all gourds of one color, or −1: as many of them as possible, or as few
(:func:`refute_or_end`). Others come from the linear program (:mod:`gourds.matching.polytope`).
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count
from typing import Final

import numpy as np

from gourds.instance import Instance
from gourds.matching import heaviest
from gourds.matching.exchange import search as exchange
from gourds.matching.exchange.search import CHUNK, Exchanged, chances_at, seeded
from gourds.matching.exchange.state import State
from gourds.matching.heaviest import Heaviest, heaviest_matching
from gourds.matching.polytope.face import Face, Payment
from gourds.matching.polytope.model import IntArray, Program, pairs_of
from gourds.matching.polytope.rounding import Weights, weights_of
from gourds.matching.refutation import NO_SPARE, Refutation, match_with_apex

Slopes = dict[tuple[int, int], int]
"""For classes (i, j), i ≤ j; 0 for all others."""

SCALE: Final = 1 << 12
"""Weights for a slope of 1;"""
NOISE: Final = 100
"""the noise is below this. A board whose noise adds up to more than one slope gets matchings below the top: that does
no harm."""
AT_END: Final = ((4, 0.6), (2, 0.5))
"""Stiffness and temperature of the trials, by turns, where the gap is 0. The stiffness says how much a wrong tilt
counts beside the counts. Next to the top, five exchanges lower the tilt for one that keeps it, and nearly none raises
it;"""
NEAR_END: Final = ((2, 0.5), (1, 0.5))
"""the same where the gap is positive, and the tilt must be free to go up and down."""
TRIAL: Final = 500
"""Proposals for every cell in the shortest trials."""
NEAR: Final = 0.25
"""Budgets are near an end if the gap is at most this part of the way from one end to the other."""


@dataclass(frozen=True, eq=False)
class End:
    """The end of what is possible in one direction."""

    instance: Instance
    slopes: Slopes
    program: Program
    """Its edges and spare cells are used, no more."""

    @classmethod
    def of(cls, instance: Instance, slopes: Slopes) -> End:
        """For an instance whose counting laws hold."""
        return cls(instance, slopes, Program.of(instance))

    @cached_property
    def _edges(self) -> IntArray:
        """Those of the program, then from each spare cell to one more vertex, which takes the empty cell."""
        spare, apex = self.program.spare, np.full(len(self.program.spare), self.instance.board.size)
        return np.concatenate((self.program.ends, np.stack((spare, apex), axis=1)))

    @cached_property
    def _weights(self) -> IntArray:
        colors = len(self.instance.colors)
        of_class = np.zeros(colors * colors, dtype=np.int64)
        for (i, j), slope in self.slopes.items():
            of_class[i * colors + j] = slope
        of_edges = of_class[self.instance.edge_classes[self.program.edges]]
        return np.concatenate((of_edges, np.zeros(len(self.program.spare), dtype=np.int64)))

    @cached_property
    def top(self) -> Heaviest | None:
        """A heaviest matching; None if there is no matching at all."""
        return heaviest_matching(self.instance.board.size + 1, self._edges, self._weights)

    @cached_property
    def gap(self) -> int:
        """How far the budgets are below the top; negative if they are out of reach."""
        assert self.top is not None
        wanted = sum(self.slopes.get(pair, 0) * budget for pair, budget in self.instance.budgets.items())
        return self.top.double_weight // 2 - wanted

    @cached_property
    def surplus(self) -> IntArray:
        """Count − budget of the heaviest matching, for each budget of the program."""
        assert self.top is not None
        ends, class_of = self.program.ends, self.program.class_of
        is_used = (self.top.mate[ends[:, 0]] == ends[:, 1]) & (class_of >= 0)
        return np.bincount(class_of[is_used], minlength=len(self.program.budgets)) - self.program.budgets

    @cached_property
    def is_near(self) -> bool:
        """Whether the budgets are much nearer to this end than to the other one."""
        other = End(self.instance, {pair: -slope for pair, slope in self.slopes.items()}, self.program)
        return self.gap <= NEAR * (self.gap + other.gap)

    def heaviest(self, noise: Callable[[int], IntArray]) -> IntArray | None:
        """One of the heaviest matchings by chance: the partner of every cell, −1 for the empty one."""
        weights = self._weights * SCALE + noise(len(self._weights))
        found = heaviest_matching(self.instance.board.size + 1, self._edges, weights)
        if found is None:
            return None
        mate = found.mate[:-1].astype(np.int64)
        mate[mate == len(mate)] = -1
        return mate

    def refutation(self) -> Refutation | None:
        """Why there is no placement, if the gap is negative."""
        if self.top is None or self.gap >= 0:
            return None
        reason = (
            "the gourds cannot meet their budgets: weights on cells, kinds of gourds and odd sets add up to a"
            " contradiction"
        )
        return Refutation("linear", reason, {"steps": [self.weights.to_json(self.instance)]})

    def face(self) -> Face:
        """The part of the matching polytope that holds all placements, as far as the duals tell."""
        weights, program = self.weights, self.program
        is_open, count = weights.prices <= weights.limit, len(program.edges)
        usable = np.zeros(len(self.instance.board.edges), dtype=bool)
        usable[program.edges] = is_open[:count]
        steps = [] if is_open.all() else [weights.to_json(self.instance)]
        payment = Payment.of(self.instance, program, weights)
        return Face(self.instance, None, usable, program.spare[is_open[count:]], steps, 1.0, payment)

    @cached_property
    def weights(self) -> Weights:
        """The duals as weights of a linear proof, see :mod:`gourds.certificates.linear`, without a common divisor.

        A set that holds the additional vertex becomes its complement: u for the edges inside of S is u for those inside
        of the complement, and u/2 for every end in S, less u/2 for every end outside. Classes of one color get the
        weight 0: it goes to the cells of that color.
        """
        instance, size, top = self.instance, self.instance.board.size, self.top
        assert top is not None
        potentials = top.potentials.copy()
        sets = []
        for weight, members in top.sets:
            if members[-1] == size:
                half = np.full(size + 1, -weight // 2, dtype=np.int64)
                half[members] = weight // 2
                potentials += half
                members = np.flatnonzero(half[:size] < 0)
            if len(members) > 1:
                sets.append((weight, members))
        single = np.array([self.slopes.get((k, k), 0) for k in range(len(instance.colors))], dtype=np.int64)
        cells = single[instance.cell_colors] - potentials[:size]
        budgets = np.array([2 * self.slopes.get((i, j), 0) - int(single[i] + single[j]) for i, j in pairs_of(instance)])
        empty = -int(potentials[size]) - int(single[instance.cell_colors[self.program.spare[0]]])
        rows = np.concatenate((cells, [empty], budgets)).astype(np.int64)
        held = np.array([weight for weight, _ in sets], dtype=np.int64)
        divisor = max(1, int(np.gcd.reduce(np.concatenate((rows, held)))))
        rows, held = rows // divisor, held // divisor
        is_open = np.ones(self.program.reach, dtype=bool)
        found = weights_of(self.program, [members for _, members in sets], rows, held, is_open)
        assert not found.is_mended
        assert found.limit * divisor == 2 * self.gap
        return found


def refute_or_end(instance: Instance) -> Refutation | End:
    """Why there is no placement, or of most and fewest gourds of one color the end that the budgets are nearer to.

    For an instance whose counting laws hold.
    """
    program = Program.of(instance)
    if not len(program.spare):
        return NO_SPARE
    ends = [End(instance, {(k, k): slope for k in range(len(instance.colors))}, program) for slope in (1, -1)]
    if any(end.top is None for end in ends):
        barrier = match_with_apex(instance, np.arange(instance.board.size), program.ends, program.spare)[1]
        assert barrier is not None
        return barrier
    nearer = min(ends, key=lambda end: end.gap)
    return nearer.refutation() or nearer


def search_from_end(
    end: End,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    max_steps: float | None = None,
    tell: Callable[[int], None] | None = None,
) -> Exchanged | None:
    """Exchanges from heaviest matchings until a placement is found or a limit is reached; the best matching.

    None: there is no matching at all.
    """
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    most = math.inf if max_steps is None else max_steps
    instance, size = end.instance, end.instance.board.size
    settings, usable = AT_END if end.gap == 0 else NEAR_END, end.face().usable
    best: Exchanged | None = None
    steps = 0
    for trial, length in enumerate(_lengths()):
        mate = end.heaviest(partial(_noise, seed, trial))
        if mate is None:
            return None
        own = mate[instance.board.edges[:, 0]] == instance.board.edges[:, 1]
        state = State(instance, mate, usable | own, seeded((seed << 32) + trial))
        state.compile()
        state.keep_empty_color(True)
        stiffness, temperature = settings[(trial.bit_count() + seed) % 2]  # either gets trials of all lengths
        chances = chances_at(temperature)
        state.stiffen(end.slopes, stiffness)
        floor, kept, left = state.energy, state.way, length * TRIAL * size
        while floor > 0 and left > 0 and steps < most and time.monotonic() < deadline:
            state.stop_at(floor - 1)
            done = state.advance(chances, int(min(left, most - steps, CHUNK)))
            steps, left = steps + done, left - done
            if state.energy < floor:
                floor, kept = state.energy, state.way
        if best is None or floor < best.energy:
            best = Exchanged(state.mate(kept), floor, state.counts(kept), steps, trial)
            if tell is not None:
                tell(floor)
        if not floor or steps >= most or time.monotonic() >= deadline:
            break
    return best


def _lengths() -> Iterator[int]:
    """1, 2, 1, 4, 1, 2, 1, 8, …: how long trials are, in units of the shortest; each length gets the same time."""
    return (k & -k for k in count(1))


def _noise(seed: int, trial: int, length: int) -> IntArray:
    """A list of numbers from 0 to NOISE − 1, the same ones on every machine."""
    data = hashlib.shake_128(f"{seed} {trial}".encode()).digest(4 * length)
    return np.frombuffer(data, dtype="<u4").astype(np.int64) % NOISE


def prepare(instance: Instance | None = None) -> None:
    """Compile the kernels, which takes some seconds once on a machine."""
    exchange.prepare(instance)
    if instance is None or not exchange.is_begun_plainly(instance.board.size):
        heaviest.prepare()
