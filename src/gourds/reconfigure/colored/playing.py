"""The colored puzzle from beginning to end: is there a placement, which one to aim for, and a plan to it.

1. A solver of this project decides whether the instance has a placement; if not, its certificate is the answer.
2. Up to 25 cells all placements are listed and a provably shortest solution is looked for among all targets at once
   (:mod:`shortest`). The 19-cell hexagon of the physical puzzle takes seconds.
3. Else, or if that does not end in time: near-shortest solutions (:mod:`near_shortest`). If no search
   arrives, the planner of numbered puzzles goes to the nearest target, which it can on every proper board.

Whatever comes out is checked by :mod:`check`, which shares no code with what made it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Literal

import numpy as np

from gourds.configuration import Configuration
from gourds.display import brief
from gourds.errors import InputError, LimitError
from gourds.files.certificates import Certificate
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.placement import Placement, placement_faults
from gourds.reconfigure.algorithms import algorithm_of
from gourds.reconfigure.colored.check import solved_position
from gourds.reconfigure.colored.near_shortest import MAX_REPLANNED, NearShortest
from gourds.reconfigure.colored.nearest import MODEL_CELLS, find_nearest
from gourds.reconfigure.colored.shortest import solve_shortest
from gourds.reconfigure.colored.targets import EXACT_CELLS, Puzzle, Target
from gourds.reconfigure.planning import LOADING, Reconfiguration, plan_moves
from gourds.reconfigure.search import polish
from gourds.reconfigure.task import Found, Options
from gourds.solvers import Status as Verdict
from gourds.solvers import solve
from gourds.solvers.brute import all_placements

DEFAULT_SECONDS: Final = 10.0
"""Time that planning takes if none is given, on boards of up to 200 cells; on others in proportion."""
EASY_CELLS: Final = 13
"""Boards up to this size need nothing but exhaustive search."""
BEAM_CELLS: Final = 400
"""On larger boards beams from many targets take too long to arrive."""
LONG: Final = 10
"""If a plan is this many times as long as the distance of its target, it is worth while to try another target."""
PROVABLE_CELLS: Final = 25
"""Boards up to this size are worth an attempt to find a provably shortest solution."""
LISTED_CELLS: Final = 37
"""On larger boards placements are not listed."""
MAX_TARGETS: Final = 5_000
"""If there are more placements, not all are aimed for."""

Status = Literal["found", "infeasible", "impossible", "unknown"]


@dataclass(frozen=True)
class PlayedOut:
    """What became of a colored puzzle."""

    status: Status
    """``infeasible``: there is no placement; ``impossible``: none can be reached; ``unknown``: a limit was reached."""
    algorithm: str
    """The algorithm that was asked for."""
    walk: Walk | None = None
    """The plan, as the walk of the empty cell."""
    target: Configuration | None = None
    """The solved position that the plan leads to."""
    is_shortest: bool = False
    """True iff it is proved that no solution has fewer moves; what counts as one is said at ``lower_bound``."""
    lower_bound: int = 0
    """No solution has fewer moves, whichever the target; only the one placement counts if one was asked for."""
    targets_tried: int = 0
    """How many placements were aimed for."""
    reason: str | None = None
    """Why there is no plan."""
    certificate: Certificate | None = None
    """What ``infeasible`` rests on."""
    time_s: float = 0.0
    """Seconds, without the check of the result."""
    stats: dict[str, Any] = field(default_factory=dict)
    """Numbers about the search."""

    __repr__ = brief

    @property
    def moves(self) -> int | None:
        """The length of the plan."""
        return None if self.walk is None else len(self.walk)

    @property
    def placement(self) -> Placement | None:
        """The placement that the plan leads to."""
        return None if self.target is None else self.target.placement()


def play_out(
    instance: Instance,
    start: Configuration,
    algorithm: str = "best",
    *,
    placement: Placement | None = None,
    time_limit: float | None = None,
    seed: int = 0,
    say: Callable[[str], None] | None = None,
) -> PlayedOut:
    """The work of :func:`gourds.play_out`, which describes the options and checks them."""
    algorithm_of(algorithm)
    puzzle = Puzzle.of(instance, start)
    if placement is not None and (faults := placement_faults(instance, placement)):
        raise InputError(faults)
    tell = say or (lambda text: None)
    begun = time.monotonic()
    if puzzle.is_solved(start) and (placement is None or start.placement() == placement):
        path = np.array([start.empty], dtype=np.int32)
        found = Found(path, is_shortest=True, stats={"by": "nothing to do"})
        return _finished(puzzle, found, algorithm, 1, placement, time.monotonic() - begun)
    known = placement
    if known is None:
        tell("looking for a placement")
        asked = time.monotonic()
        result = solve(instance, time_limit=time_limit, seed=seed)
        begun += time.monotonic() - asked - result.time_s  # loading does not count
        if result.placement is None:
            status: Status = "infeasible" if result.status is Verdict.INFEASIBLE else "unknown"
            stats = {"solver": result.solver, "error_bound": result.error_bound}
            seconds = time.monotonic() - begun
            reason = result.reason or ("there is no placement" if status == "infeasible" else "no placement was found")
            return PlayedOut(
                status, algorithm, reason=reason, certificate=result.certificate, time_s=seconds, stats=stats
            )
        known = result.placement
    solving = time.monotonic() - begun
    tell(LOADING)
    prepare()
    begun = time.monotonic()
    deadline = float("inf") if time_limit is None else begun + max(time_limit - solving, 0.1)
    player = _Player(puzzle, known, placement is not None, Options(deadline, seed, tell))
    found = player.play(algorithm)
    stats = found.stats | {"solve_s": round(solving, 3)}
    seconds = time.monotonic() - begun + solving
    return _finished(puzzle, replace(found, stats=stats), algorithm, player.targets_tried, placement, seconds)


class _Player:
    """The search for a plan, when a placement is known."""

    def __init__(self, puzzle: Puzzle, known: Placement, is_fixed: bool, options: Options) -> None:
        self.puzzle, self.known, self.is_fixed, self.options = puzzle, known, is_fixed, options
        self.targets_tried = 1

    def play(self, algorithm: str) -> Found:
        """By the algorithm of that name."""
        if algorithm not in ("best", "shortest"):
            return self._to_nearest(algorithm)
        options = self.options
        if algorithm == "shortest":
            if (placements := self._all_placements()) is None:
                reason = f"there are more than {MAX_TARGETS:,} placements, or too many to list them in time"
                return Found(None, reason=reason, lower_bound=self.puzzle.least)
            return self._exact([self.puzzle.assign(placement) for placement in placements], options)
        if options.deadline == float("inf"):
            seconds = DEFAULT_SECONDS * max(1.0, self.puzzle.instance.board.size / 200)
            self.options = options = replace(options, deadline=time.monotonic() + seconds)
        placements = self._all_placements() if self.puzzle.instance.board.size <= PROVABLE_CELLS else None
        search = NearShortest(self.puzzle, options, placements or [self.known], placements is not None or self.is_fixed)
        try:
            return self._best(search, is_provable=placements is not None)
        finally:
            search.close()

    def _all_placements(self) -> list[Placement] | None:
        """All placements to aim for, or None if they are too many."""
        if self.is_fixed:
            return [self.known]
        until = time.monotonic() + 0.1 * min(self.options.left(), 10 * DEFAULT_SECONDS)
        listed: list[Placement] = []
        if self.puzzle.instance.board.size > LISTED_CELLS:
            return None
        for placement in all_placements(self.puzzle.instance):
            listed.append(placement)
            if len(listed) > MAX_TARGETS or (len(listed) % 100 == 0 and time.monotonic() > until):
                return None
        return listed

    def _exact(self, targets: Sequence[Target], options: Options, below: int | None = None) -> Found:
        """A provably shortest way to one of the targets, which are all that there are."""
        self.targets_tried = len(targets)
        least = min(target.cost for target in targets)
        options.say(f"searching from {len(targets):,} targets and from the start")
        try:
            found = solve_shortest(
                self.puzzle.start, [target.configuration for target in targets], options, below=below, lower_bound=least
            )
        except LimitError as error:
            return Found(None, reason=str(error), lower_bound=least)
        return replace(found, stats=found.stats | {"by": "shortest", "nearest": least})

    def _best(self, search: NearShortest, *, is_provable: bool) -> Found:
        """The shortest solution that is found in the time; ``is_provable`` if the search begins with all targets."""
        options, begun = self.options, time.monotonic()
        left, size = options.left(), self.puzzle.instance.board.size
        lower, stats = 0, search.stats
        if size <= EXACT_CELLS:
            search.collect(begun + (0.4 if MODEL_CELLS < size <= BEAM_CELLS else 0.2) * left)
        if size <= BEAM_CELLS:
            if not is_provable:
                search.widen(begun + 0.5 * left)
            elif size > EASY_CELLS:
                search.widen(begun + 0.15 * left, 1 << 12)
            if is_provable and search.moves > search.bound:
                within = replace(options, deadline=begun + 0.8 * left)
                below = None if search.path is None else search.moves
                exact = self._exact(list(search.pool.values()), within, below)
                if exact.path is not None or exact.is_impossible:
                    return replace(exact, stats=stats | exact.stats)
                lower = exact.lower_bound
        self.targets_tried = len(search.placements)
        lower = max(lower, search.bound)
        if search.path is None and (failed := self._numbered(search, lower)) is not None:
            return failed
        if search.path is not None and lower < search.moves <= MAX_REPLANNED and size <= BEAM_CELLS:
            options.say(f"{search.moves:,} moves; re-solving windows")
            until = options.deadline if is_provable else begun + 0.7 * left
            search.path, stats["polish"] = polish.shorten(
                self.puzzle.grid, self.puzzle.start, search.path, until, longest=44
            )
        if lower < search.moves:
            search.replan(options.deadline)
        stats |= {"by": "beam" if "numbered" not in stats else "numbered", "nearest": search.near().cost}
        lower = max(lower, search.bound)
        return Found(search.path, is_shortest=lower >= search.moves, lower_bound=lower, stats=stats)

    def _numbered(self, search: NearShortest, lower: int) -> Found | None:
        """To the nearest targets by the planner of numbered puzzles, until a plan is not too long; else why not."""
        reason = "no target was tried"
        for number, target in enumerate(sorted(search.pool.values(), key=lambda one: one.cost)[:5]):
            left = self.options.left()
            if number and left < 1:
                break
            made = self._plan_to(target, "best", 0.9 * left)
            search.stats["numbered"] = made.stats
            if made.walk is not None and len(made.walk) < search.moves:
                search.path = _path(self.puzzle, made.walk)
                if search.moves < LONG * target.cost:
                    break
            is_certain = made.status == "impossible"
            reason = "the nearest targets cannot be reached; others were not tried" if is_certain else made.reason or ""
        return None if search.path is not None else Found(None, reason=reason, lower_bound=lower, stats=search.stats)

    def _to_nearest(self, algorithm: str) -> Found:
        """To the nearest target by an algorithm for numbered puzzles."""
        search = NearShortest(self.puzzle, self.options, [self.known], self.is_fixed)
        search.close()
        if self.puzzle.instance.board.size <= EXACT_CELLS:
            search.collect(time.monotonic() + min(3.0, 0.3 * self.options.left()))
        self.targets_tried = 1
        target = search.near()
        made = self._plan_to(target, algorithm, self.options.left())
        path = None if made.walk is None else _path(self.puzzle, made.walk)
        stats = made.stats | {"by": algorithm, "nearest": target.cost}
        return Found(path, lower_bound=search.bound, reason=made.reason, stats=stats)

    def _plan_to(self, target: Target, algorithm: str, seconds: float) -> Reconfiguration:
        """To a target by an algorithm for numbered puzzles."""
        limit = None if seconds == float("inf") else max(seconds, 0.1)
        seed, say = self.options.seed, self.options.say
        return plan_moves(self.puzzle.start, target.configuration, algorithm, time_limit=limit, seed=seed, say=say)


def _path(puzzle: Puzzle, walk: Walk) -> IndexArray:
    path: IndexArray = puzzle.instance.board.indices(walk.cells())
    return path


def _finished(
    puzzle: Puzzle, found: Found, algorithm: str, tried: int, placement: Placement | None, seconds: float
) -> PlayedOut:
    """The answer, after the check of the plan."""
    walk = target = None
    if found.path is not None:
        walk = Walk.from_cells(puzzle.instance.board.cells[found.path])
        target = solved_position(puzzle.instance, puzzle.start, walk, placement)
    status: Status = "found" if walk is not None else "impossible" if found.is_impossible else "unknown"
    return PlayedOut(
        status, algorithm, walk, target, found.is_shortest, found.lower_bound, tried,
        reason=found.reason if walk is None else None, time_s=seconds, stats=found.stats,
    )  # fmt: skip


@cache
def prepare() -> None:
    """Compile and import what will be needed, so that it does not count as planning."""
    from gourds.reconfigure.scrambles import random_configuration
    from gourds.reconfigure.search import best
    from gourds.shapes import hexagon

    cells = hexagon(1)
    instance = Instance.build(cells, ["a", "a", "a", "b", "b", "b", "b"], [("a", "b", 3)])
    made = random_configuration(instance.board, 1)
    colored = Configuration.from_indices(instance.board, made.ids, made.ends, (("a", "b"),) * 3)
    puzzle = Puzzle.of(instance, colored)
    placements = list(all_placements(instance))
    search = NearShortest(puzzle, Options(time.monotonic() + 1.0), placements[:1])
    find_nearest(puzzle, search.near(), 1.0)
    search.widen(time.monotonic() + 60, 512)
    search.close()
    solve_shortest(colored, [puzzle.assign(placement).configuration for placement in placements], Options())
    best.prepare()
