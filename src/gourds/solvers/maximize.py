"""``maximize``: the largest number of gourds that fit, with a proven upper bound (bounded color matching).

Choose a matching of the board that uses at most b_ij edges of each class, as large as possible. No cell need be
covered. Replace b_ij by min(b_ij, ν_ij) first, where ν_ij is the size of a maximum matching of the class: nothing
changes. Let n' be the sum of these budgets.

**Upper bounds**, each proven: the number of gourds n; a maximum matching of the usable board; n'; the LP relaxation
(cells ≤ 1, classes ≤ b_ij), where only its dual is used: *any* y, w ≥ 0 give the bound
Σ y_v + Σ b_ij·w_ij + Σ_e max(0, 1 − y_u − y_v − w_class(e)), computed in exact integers.

**Levels.** "Are n' − d gourds possible?" for d = 0, 1, …: the first yes is the optimum, and every no is an upper
bound, as a gourd may always be taken away. A level is a SAT problem in which the counting laws do most of the work. Let
t_ij be the gourds missing from class (i, j), h_i the uncovered cells of color i, c_i all cells of it, e_i the ends
for the budgets b. Counting cells of color i, h_i = c_i − e_i + 2·t_ii + Σ_{j≠i} t_ij. So "t_ii ≥ 0", the budget of
equal colors, says h_i ≥ c_i − e_i + Σ t_ij: a comparison of small numbers instead of a long sum; and n' − d
gourds mean at most N − 2n' + 2d uncovered cells in all. A *plain* component, of one color, need not be looked into:
it holds any number of gourds up to its maximum matching, and leaves its other cells uncovered.

If SAT does not decide a level soon, gourds are placed by easier levels below it and by CP-SAT, which may lower the
upper bound too; then SAT goes on. On boards of the reduction SAT alone is far quicker (n = 30 unsatisfiable: 2 s;
CP-SAT none in a minute).

A result is written as ``{"format": "gourds-partial-placement", "version": 1, "gourds": [[[q, r], [q, r]], …]}``:
pairs of adjacent cells, no cell twice, no more of any class than its budget. It names no empty cell.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gourds.errors import InternalError
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.solvers.explain_cnf import Clock
from gourds.solvers.isolation import run_limited
from gourds.solvers.maximize_bounds import Bounds, Pairs, bounds_of, greedy, walk
from gourds.solvers.maximize_levels import Room

Gourds = Sequence[tuple[Cell, Cell]]

SEARCHER = "minisat22"
PATIENCE = 20_000
"""Conflicts after which a level is first left to CP-SAT."""
CPSAT_SECONDS = 30.0
"""How long CP-SAT may try if there is no time limit."""
WALK = 20
"""Steps of the random walk that improves the first partial placement, for each cell."""
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
            "placement": partial_document(self.gourds),
            "time_s": round(self.time_s, 6),
            "stats": self.stats,
        }


def partial_text(gourds: Gourds) -> str:
    """A partial placement as a file's text: always the same bytes for the same gourds."""
    spelled = (f"[[{a[0]}, {a[1]}], [{b[0]}, {b[1]}]]" for a, b in gourds)
    return '{"format": "gourds-partial-placement", "version": 1,\n "gourds": [\n  ' + ",\n  ".join(spelled) + "]}\n"


def partial_document(gourds: Gourds) -> dict[str, Any]:
    """The document of a partial placement."""
    pairs = [[list(a), list(b)] for a, b in gourds]
    return {"format": "gourds-partial-placement", "version": 1, "gourds": pairs}


def partial_faults(instance: Instance, gourds: Gourds) -> list[str]:
    """What is wrong with a partial placement, straight from the definition: nothing if the list is empty."""
    cells = instance.board.cell_list()
    color_of = {cell: instance.colors[k] for cell, k in zip(cells, instance.cell_colors.tolist(), strict=True)}
    left = {(first, second): count for first, second, count in instance.gourd_list()}
    faults, covered = [], set()
    for a, b in gourds:
        if (b[0] - a[0], b[1] - a[1]) not in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            faults.append(f"cells {a} and {b} are not adjacent")
        for cell in (a, b):
            if cell not in color_of:
                faults.append(f"cell {cell} is not on the board")
            elif cell in covered:
                faults.append(f"cell {cell} is covered twice")
            covered.add(cell)
        if a in color_of and b in color_of:
            pair = (min(color_of[a], color_of[b]), max(color_of[a], color_of[b]))
            left[pair] = left.get(pair, 0) - 1
    faults += [f"{-count} too many ({a}, {b})-gourds" for (a, b), count in sorted(left.items()) if count < 0]
    return faults


def maximize(instance: Instance, time_limit: float | None = None, *, seed: int = 0, isolate: bool = True) -> Maximum:
    """The largest partial placement that can be found in time, and an upper bound."""
    start = time.monotonic()
    soft = None if time_limit is None else SOFT * time_limit
    reason = ""
    if isolate:
        ended = run_limited(_search, instance, soft, seed, time_limit=time_limit)
        if ended.cause == "done":
            found = ended.value
        else:
            reason = f"{ended.cause}: {ended.detail}" if ended.detail else ended.cause
            bounds = Bounds(gourds=instance.size)
            found = _Found(greedy(instance), instance.size, bounds, {})
    else:
        found = _search(instance, soft, seed)
    cells = instance.board.cell_list()
    gourds = tuple((cells[a], cells[b]) for a, b in sorted(found.pairs))
    faults = partial_faults(instance, gourds)
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

    @property
    def is_done(self) -> bool:
        return len(self.pairs) >= self.upper


def _search(instance: Instance, time_limit: float | None, seed: int) -> _Found:
    clock = Clock(time_limit)
    pairs = walk(instance, greedy(instance), WALK * instance.board.size, seed)
    bounds = bounds_of(instance, clock)
    found = _Found(pairs, bounds.best, bounds, {"levels": {}, "decided_by": "bounds"})
    if found.is_done:
        return found
    room = Room(instance)
    _levels(room, found, clock.part(0.5), PATIENCE)
    if not found.is_done and clock.left > 0:
        _improve(room, found, clock.part(0.5))
        _by_cpsat(room, found, clock, seed)
        _levels(room, found, clock, None)
    return found


def _levels(room: Room, found: _Found, clock: Clock, conflicts: int | None) -> None:
    """Lower the upper bound level by level, until one is reached or not decided."""
    while not found.is_done:
        answer = _reach(room, found, found.upper, clock, conflicts)
        if answer is None:
            return
        found.stats["levels"][str(found.upper)] = answer
        found.stats["decided_by"] = "sat"
        if not answer:
            found.upper -= 1


def _improve(room: Room, found: _Found, clock: Clock) -> None:
    """Find more gourds at a level well below the upper bound, where that is easy."""
    step = max(2, (found.upper - len(found.pairs)) // 16)
    while found.upper - step > len(found.pairs) and not _reach(room, found, found.upper - step, clock, PATIENCE):
        step *= 2


def _reach(room: Room, found: _Found, target: int, clock: Clock, conflicts: int | None) -> bool | None:
    """Whether so many gourds are possible; if so, they are kept."""
    from pysat.solvers import Solver

    if clock.left <= 0:
        return None
    cnf, decode = room.level(target)
    if any(not clause for clause in cnf.clauses):
        return False
    with Solver(SEARCHER, bootstrap_with=cnf.clauses) as solver:
        answer = clock.solve(solver, conflicts=conflicts)
        if answer:
            found.pairs = decode(solver.get_model())
            if len(found.pairs) < target:
                raise InternalError(f"a level of {target} gourds gave only {len(found.pairs)}")
        return answer


def _by_cpsat(room: Room, found: _Found, clock: Clock, seed: int) -> None:
    seconds = CPSAT_SECONDS if clock.deadline is None else clock.left / 2
    if found.is_done or seconds < 0.1:
        return
    start = clock.elapsed
    pairs, upper = room.by_cpsat(len(found.pairs), found.upper, found.pairs, seconds, seed)
    if upper < found.upper:
        found.upper = upper
        found.stats["decided_by"] = "cp-sat"
    if len(pairs) > len(found.pairs):
        found.pairs = pairs
    found.stats["cpsat_s"] = round(clock.elapsed - start, 3)
