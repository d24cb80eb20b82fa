"""``maximize``: the largest number of gourds that fit, with a proven upper bound (bounded color matching).

Choose a matching of the board that uses at most b_ij edges of each class, as large as possible. No cell need be
covered. If the instance is feasible, the answer is n; so first the cheap ways to a placement are tried.

1. *Counting and matching*: n; a maximum matching of the usable board; Σ min(b_ij, ν_ij), where ν_ij is the size of a
   maximum matching of the class.
2. ``decompose``, if the counting laws hold and the board falls apart: a placement, or the proof that n is too many.
   Where n is too many, the signatures nearest to the budgets (:mod:`~gourds.maximize.choosing`).
3. ``exchange``, some hundred proposals a cell: a near-perfect matching, cut down to its budgets, is a partial
   placement. Most feasible boards end here.
4. The matching polytope with odd sets: an upper bound in exact integers (:mod:`gourds.matching.polytope.packing`). On
   whole boards it is almost always the optimum, rounded down.
5. That many gourds are looked for on a smaller board (:mod:`~gourds.maximize.whole`), and by SAT
   (:mod:`~gourds.maximize.levels`), in turns and each time longer. A *no* of SAT lowers the upper bound by one,
   as a gourd may always be taken away.

A result is written as ``{"format": "gourds-partial-placement", "version": 1, "gourds": [[[q, r], [q, r]], …]}``:
pairs of adjacent cells, no cell twice, no more of any class than its budget. It names no empty cell.
"""

from __future__ import annotations

import pickle
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gourds.counting import Counting
from gourds.display import brief
from gourds.errors import InternalError
from gourds.explain.cnf import Clock
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching.polytope.model import Cells
from gourds.maximize import choosing
from gourds.maximize.bounds import Bounds, Pairs, bounds_of, cut_down, greedy, seconds_of
from gourds.maximize.levels import Room
from gourds.placement import PartialPlacement, partial_faults
from gourds.running.isolation import run_limited
from gourds.solvers import auto, decompose
from gourds.solvers.base import Options, Status

SEARCHER = "minisat22"
PATIENCE = 20_000
"""Conflicts after which SAT is first interrupted; twice as many each time."""
BURST = 700
"""Proposals of ``exchange`` for each cell."""
LP_CELLS = 6_000
"""Boards with more cells go without the linear program."""
SMALL = 300
"""Up to this many cells SAT has its turn at once, else after some tries. Signatures are chosen on larger boards."""
TRIES = 3
"""This many."""
SOFT = 0.9
"""The share of the time limit after which the search stops by itself."""


@dataclass(frozen=True)
class Maximum:
    """As many gourds as were found, and how many there can be."""

    gourds: tuple[tuple[Cell, Cell], ...]
    """A partial placement, checked."""
    upper_bound: int
    """No partial placement has more gourds."""
    bounds: dict[str, float | int | None]
    """The simple upper bounds by name: gourds, matching, classes, lp; None for what there was no time for."""
    reason: str = ""
    """Why it is not known to be optimal."""
    time_s: float = 0.0
    """Wall time."""
    stats: dict[str, Any] = field(default_factory=dict)
    """Figures of the search."""

    __repr__ = brief

    @property
    def placed(self) -> int:
        """The number of gourds."""
        return len(self.gourds)

    @property
    def optimal(self) -> bool:
        """Whether no partial placement has more gourds."""
        return self.placed == self.upper_bound

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds maximize --json`` prints."""
        return {
            "placed": self.placed,
            "upper_bound": self.upper_bound,
            "optimal": self.optimal,
            "bounds": self.bounds,
            "reason": self.reason or None,
            "placement": PartialPlacement.of_cells(self.gourds).to_json(),
            "time_s": round(self.time_s, 6),
            "stats": self.stats,
        }


def maximize(instance: Instance, time_limit: float | None = None, *, seed: int = 0, isolate: bool = True) -> Maximum:
    """The largest partial placement that can be found in time, and an upper bound."""
    _load(instance)
    start = time.monotonic()
    soft = None if time_limit is None else SOFT * time_limit
    reason = ""
    if isolate:
        with tempfile.TemporaryDirectory(prefix="gourds-") as folder:
            notes = Path(folder) / "found"
            ended = run_limited(_search, instance, soft, seed, notes, time_limit=time_limit)
            if ended.cause == "done":
                found = ended.value
            else:
                reason = ended.how
                found = _noted(notes) or _Found(greedy(instance), instance.size, Bounds(gourds=instance.size), {})
    else:
        found = _search(instance, soft, seed)
    cells = instance.board.cell_list()
    gourds = tuple((cells[a], cells[b]) for a, b in sorted(found.pairs))
    faults = partial_faults(instance, PartialPlacement.of_cells(gourds))
    if faults or len(gourds) > found.upper:
        raise InternalError(f"the partial placement found is wrong: {[*faults, 'larger than its bound'][0]}")
    if not reason and len(gourds) < found.upper:
        reason = "time limit"
    took = time.monotonic() - start
    return Maximum(gourds, found.upper, found.bounds.to_json(), reason, took, found.stats)


@dataclass
class _Found:
    """The best so far."""

    pairs: Pairs
    upper: int
    bounds: Bounds
    stats: dict[str, Any]
    notes: Path | None = None
    """Where every improvement is noted, so that it outlives a process that is killed."""

    @property
    def is_done(self) -> bool:
        return len(self.pairs) >= self.upper

    def keep(self, pairs: Pairs, by: str) -> None:
        """A partial placement: kept if it is the largest."""
        if len(pairs) > len(self.pairs):
            self.pairs = pairs
            self.note(by)

    def lower(self, upper: int, by: str) -> None:
        """An upper bound: kept if it is the least."""
        if upper < self.upper:
            self.upper = upper
            self.note(by)

    def note(self, by: str) -> None:
        """Write down what is known, and who found the last of it."""
        self.stats["decided_by"] = by
        if self.notes is not None:
            draft = self.notes.with_suffix(".new")
            draft.write_bytes(pickle.dumps(self))
            draft.replace(self.notes)


def _noted(notes: Path) -> _Found | None:
    """What a process that was killed had found: a file of our own, in a folder that no other user may write to."""
    if not notes.exists():
        return None
    found: _Found = pickle.loads(notes.read_bytes())
    return found


def _load(instance: Instance) -> None:
    """Load what a whole board needs, before the clock starts and where all later calls find it."""
    if auto.SOLVER.prepare is not None:
        auto.SOLVER.prepare(instance)
    if instance.board.size > SMALL:
        choosing.prepare()


def _search(instance: Instance, time_limit: float | None, seed: int, notes: Path | None = None) -> _Found:
    clock = Clock(time_limit)
    bounds = bounds_of(instance)
    found = _Found(greedy(instance), bounds.best, bounds, {"levels": {}}, notes)
    found.note("bounds")
    falls_apart = _decompose(instance, found, clock, seed)
    _exchange(instance, found, clock.part(0.3), seed)
    sets = None if falls_apart else _relax(instance, found, clock)
    room: Room | None = None
    tries = 0
    while not found.is_done and clock.left > 0:
        before = found.upper
        if sets is not None:
            _fit(instance, found, sets, tries, seed, clock.part(0.5))
        if sets is None or instance.board.size <= SMALL or tries >= TRIES:
            room = room or Room(instance)
            _level(room, found, clock.part(0.5), PATIENCE << tries)
        tries = tries + 1 if found.upper == before else 0
    return found


def _decompose(instance: Instance, found: _Found, clock: Clock, seed: int) -> bool:
    """A placement by ``decompose``, or that there is none; whether the board falls apart."""
    if found.is_done or Counting(instance).refutation is not None:
        return False
    outcome = decompose.attempt(instance, Options(time_limit=seconds_of(clock), seed=seed))
    if outcome is None:
        return False
    if outcome.placement is not None:
        place = {cell: k for k, cell in enumerate(instance.board.cell_list())}
        found.keep([(place[a], place[b]) for a, b in outcome.placement.gourds], "decompose")
    elif outcome.status is Status.INFEASIBLE:
        found.lower(instance.size - 1, "decompose")
        if instance.board.size > SMALL:
            found.keep(choosing.choose(instance, clock.part(0.3), seed), "signatures")
    return True


def _exchange(instance: Instance, found: _Found, clock: Clock, seed: int) -> None:
    """A near-perfect matching by exchanges, cut down to its budgets."""
    from gourds.matching.exchange.search import search

    if found.is_done:
        return
    steps = BURST * instance.board.size
    best = search(instance, seed=seed, time_limit=seconds_of(clock), max_steps=steps)
    if best is not None:
        found.keep(cut_down(instance, best.pairs), "exchange")


def _relax(instance: Instance, found: _Found, clock: Clock) -> list[Cells] | None:
    """The upper bound of the linear program, and the odd sets that it took; None if it was not solved."""
    if found.is_done or instance.board.size > LP_CELLS:
        return None
    from gourds.maximize.whole import linear_bound

    bound, sets = linear_bound(instance, len(found.pairs), clock.part(0.5))
    if bound is None:
        return None
    found.bounds = replace(found.bounds, lp=bound)
    found.lower(found.bounds.best, "polytope")
    return sets


def _fit(instance: Instance, found: _Found, sets: list[Cells], tries: int, seed: int, clock: Clock) -> None:
    """Look for as many gourds as the upper bound says on a smaller board."""
    from gourds.maximize.whole import fit

    fitted = fit(instance, instance.size - found.upper, sets, tries, seed, clock)
    found.keep(fitted.pairs, "polytope")
    if fitted.is_refuted:
        found.lower(instance.size - 1, "polytope")


def _level(room: Room, found: _Found, clock: Clock, conflicts: int) -> None:
    """Ask SAT whether as many gourds as the upper bound says are possible."""
    from pysat.solvers import Solver

    if found.is_done or clock.left <= 0:
        return
    target = found.upper
    answer: bool | None = False
    cnf, decode = room.level(target)
    if all(cnf.clauses):
        with Solver(SEARCHER, bootstrap_with=cnf.clauses) as solver:
            answer = clock.solve(solver, conflicts=conflicts)
            if answer:
                found.keep(decode(solver.get_model()), "sat")
    if answer is None:
        return
    found.stats["levels"][str(target)] = answer
    if answer and len(found.pairs) < target:
        raise InternalError(f"a level of {target} gourds gave only {len(found.pairs)}")
    if not answer:
        found.lower(target - 1, "sat")
