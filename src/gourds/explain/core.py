"""Minimal sets of demands that cannot be met together.

Each demand of a :class:`Problem` has a selector, a literal that switches it on by being assumed. A SAT solver that
finds the assumptions contradictory names a *core* of them. The core is shrunk by deletion: leave out whole
components, then bounds, then single cells; where the rest is still contradictory, go on with its core; where it is
not, the demand is *critical*, and the matching found is its *witness*: it meets all other demands. Witnesses are
*rotated* (moving one gourd moves the cell that is not covered), which proves most other cells critical without any
solver.

At the end :func:`check` examines the claim afresh: the demands alone, posted for good, are refuted by another solver,
and every witness is checked straight from the definition. If every demand has a witness, the set is *minimal*.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gourds.explain.cnf import Clock
from gourds.explain.problem import (
    Bound,
    Demand,
    Encoded,
    Problem,
    Witness,
    bounds_among,
    cells_among,
    demand_order,
)

SEARCHER = "minisat22"
"""Quick in many small steps, and obeys interrupts at once."""
CHECKER = "cadical195"
TRIES = 8
"""This many times a small problem is minimized, in different orders; the smallest set wins."""
TRY_SECONDS = 1.0
WITNESS_BYTES = 400_000_000
"""No more memory than this is spent on witnesses; a set that needs more is not shown to be minimal."""


@dataclass
class Core:
    """Demands that cannot be met together."""

    demands: set[Demand]
    witnesses: dict[Demand, Witness] = field(default_factory=dict)
    """For demands known to be critical: a matching that meets all others."""
    calls: int = 0
    """SAT calls made."""

    @property
    def is_minimal(self) -> bool:
        """True iff every demand is known to be critical."""
        return self.demands <= self.witnesses.keys()


def find_core(problem: Problem, time_limit: float | None = None, seed: int = 0) -> Core | Witness | None:
    """A core shrunk as far as time allows; a witness if all demands can be met; None if time ran out before that."""
    from pysat.solvers import Solver

    clock = Clock(time_limit)
    cnf, encoded = problem.encode(problem.demands, with_selectors=True)
    with Solver(SEARCHER, bootstrap_with=cnf.clauses) as solver:
        search = _Search(problem, encoded, solver, clock)
        answer = search.solve(encoded.selectors.values())
        if answer is None:
            return None
        if answer:
            return encoded.witness(solver.get_model())
        first, started = search.core(), clock.elapsed
        best = search.minimize(first, random.Random(seed))
        for attempt in range(1, TRIES):
            if not best.is_minimal or clock.elapsed - started > TRY_SECONDS:
                break
            found = search.minimize(first, random.Random(seed + attempt))
            if found.is_minimal and len(found.demands) < len(best.demands):
                best = found
        best.calls = search.calls
        return best


def check(problem: Problem, core: Core) -> bool:
    """Whether the claim holds: the demands contradict each other, and every witness meets all others but its own."""
    from pysat.solvers import Solver

    for demand, witness in core.witnesses.items():
        if not problem.is_matching(witness) or problem.unmet(witness, core.demands) != {demand}:
            return False
    cnf, _ = problem.encode(core.demands, with_selectors=False)
    if any(not clause for clause in cnf.clauses):
        return True  # a demand that contradicts itself
    with Solver(CHECKER, bootstrap_with=cnf.clauses) as solver:
        return not solver.solve()


class _Search:
    """One solver with all demands behind selectors."""

    def __init__(self, problem: Problem, encoded: Encoded, solver: Any, clock: Clock) -> None:
        self.problem, self.encoded, self.solver, self.clock = problem, encoded, solver, clock
        self.selector = {demand: selector for selector, demand in encoded.selectors.items()}
        self.calls = 0

    def solve(self, demands: Iterable[Demand]) -> bool | None:
        self.calls += 1
        return self.clock.solve(self.solver, [self.selector[demand] for demand in sorted(demands, key=demand_order)])

    def core(self) -> set[Demand]:
        """The demands that the last contradiction needed."""
        return {self.encoded.selectors[selector] for selector in self.solver.get_core() or ()}

    def minimize(self, demands: set[Demand], rng: random.Random) -> Core:
        """Shrink a core until every demand is critical or time runs out."""
        core = Core(set(demands))
        while True:  # the same again, in the light of what was learned
            before = len(core.demands)
            if self.solve(core.demands) is not False:
                return core
            core.demands = self.core()
            if len(core.demands) > 0.95 * before:
                break
        for group in self._by_component(core.demands):
            if not self._try_without(core, group & core.demands):
                return core
        bounds: list[Demand] = list(bounds_among(core.demands))
        rng.shuffle(bounds)
        for demand in (*bounds, *self._from_outside(cells_among(core.demands), rng)):
            if demand in core.demands and demand not in core.witnesses and not self._try_without(core, {demand}):
                break
        return core

    def _by_component(self, demands: Iterable[Demand]) -> list[set[Demand]]:
        """The cells of each component, largest first; nothing if there is only one."""
        groups: dict[int, set[Demand]] = {}
        for cell in cells_among(demands):
            groups.setdefault(self.problem.component[cell], set()).add(cell)
        return sorted(groups.values(), key=lambda group: -len(group)) if len(groups) > 1 else []

    def _from_outside(self, cells: list[int], rng: random.Random) -> list[int]:
        """Those cells first that are far from some random one: what remains to the last is compact."""
        if not cells:
            return []
        places = self.problem.places
        q, r = places[rng.choice(cells)]

        def distance(v: int) -> int:
            dq, dr = places[v][0] - q, places[v][1] - r
            return max(abs(dq), abs(dr), abs(dq + dr))

        return sorted(cells, key=lambda v: (-distance(v), v))

    def _try_without(self, core: Core, some: set[Demand]) -> bool:
        """Leave out some demands for good if the rest is contradictory; False if time or memory ran out."""
        if not some:
            return True
        answer = self.solve(core.demands - some)
        if answer is None or _is_full(self.problem, core):
            return False
        if not answer:
            core.demands = self.core()
            core.witnesses = {demand: core.witnesses[demand] for demand in core.witnesses if demand in core.demands}
        elif len(some) == 1:
            (demand,) = some
            core.witnesses[demand] = self.encoded.witness(self.solver.get_model())
            rotate(self.problem, core, demand)
        return True


def _is_full(problem: Problem, core: Core) -> bool:
    return 4 * problem.size * len(core.witnesses) > WITNESS_BYTES


def rotate(problem: Problem, core: Core, start: Demand) -> None:
    """Find further critical demands from a witness, by moving one gourd at a time.

    If cell v is the only demand that is not met, a gourd on (w, u) may move to (v, w), or v may become the empty cell
    instead of another. If that leaves exactly one demand unmet, this one is critical too, and so on from there.
    """
    bounds: dict[tuple[int, int], list[Bound]] = {}
    for bound in bounds_among(core.demands):
        bounds.setdefault(bound.pair, []).append(bound)
    may_be_empty = set(problem.may_be_empty)
    todo = [start]
    while todo and not _is_full(problem, core):
        v = todo.pop()
        if isinstance(v, Bound):
            continue
        witness = core.witnesses[v]
        mate, counts = witness.mate, problem.counts(witness)
        for w in problem.near[v]:
            u = int(mate[w])
            changed = {problem.class_of(v, w): 1}
            if u >= 0:
                lost = problem.class_of(w, u)
                changed[lost] = changed.get(lost, 0) - 1
            unmet: list[Demand] = [
                bound
                for pair, change in changed.items()
                for bound in bounds.get(pair, ())
                if not bound.is_met(counts.get(pair, 0) + change)
            ]
            if u in core.demands:
                unmet.append(u)
            if len(unmet) == 1 and unmet[0] not in core.witnesses:
                moved = mate.copy()
                moved[v], moved[w] = w, v
                if u >= 0:
                    moved[u] = -1
                core.witnesses[unmet[0]] = Witness(moved, None if witness.empty == w else witness.empty)
                todo.append(unmet[0])
        last = witness.empty
        if v in may_be_empty and last is not None and last in core.demands and last not in core.witnesses:
            core.witnesses[last] = Witness(mate, v)
            todo.append(last)
