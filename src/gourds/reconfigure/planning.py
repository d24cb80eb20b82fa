"""The one function that plans: it calls an algorithm, replays what it says, and reports.

A plan counts as found only after :mod:`gourds.replaying`, which shares no code with the planners, has followed it from
the start to the target. A plan that fails there is a bug and ends the program.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from gourds.configuration import Configuration
from gourds.display import brief
from gourds.errors import InputError, InternalError, LimitError
from gourds.files.certificates import Certificate
from gourds.hexgrid import IndexArray
from gourds.moves import Walk
from gourds.reconfigure.algorithms import algorithm_of
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.spaces.obstacles import find_obstacle
from gourds.reconfigure.task import Found, Options, Task
from gourds.replaying import replay

POLISH_SECONDS: Final = 10.0
"""Time for polishing plans if none is given, for every 300 cells begun."""

LOADING: Final = "loading compiled loops; the first call ever compiles them"
"""What is said before anything is searched."""

BOUND_CELLS: Final = 4_000
"""On larger boards no lower bound is worked out: its table grows with the square of the cells."""

Status = Literal["found", "impossible", "unknown"]


@dataclass(frozen=True)
class Reconfiguration:
    """What planning found."""

    status: Status
    """Whether a plan was found; ``impossible`` is certain, ``unknown`` says that a limit was reached."""
    algorithm: str
    """The algorithm that was asked for."""
    walk: Walk | None
    """The plan, as the walk of the empty cell."""
    is_shortest: bool
    """True iff it is proved that no plan is shorter."""
    lower_bound: int
    """No plan has fewer moves."""
    reason: str | None
    """Why there is no plan."""
    time_s: float
    """Seconds, without the replay."""
    stats: dict[str, Any] = field(default_factory=dict)
    """Numbers about the search."""
    certificate: Certificate | None = None
    """Shows that no plan is shorter, or that there is none; only if it was asked for."""

    __repr__ = brief

    @property
    def moves(self) -> int | None:
        """The length of the plan."""
        return None if self.walk is None else len(self.walk)


def plan_moves(
    start: Configuration,
    target: Configuration,
    algorithm: str = "best",
    *,
    time_limit: float | None = None,
    seed: int = 0,
    polish: bool = True,
    proof: bool = False,
    say: Callable[[str], None] | None = None,
) -> Reconfiguration:
    """The work of :func:`gourds.reconfigure`, which describes the options and checks them."""
    chosen = algorithm_of(algorithm)
    task = Task.build(start, target)
    tell = say or (lambda text: None)
    from gourds.reconfigure.search.best import prepare

    plan = chosen.load()
    begun = time.monotonic()
    limit = float("inf") if time_limit is None else time_limit
    options = Options(begun + limit, seed, tell)
    found: Found | None = find_obstacle(task, options) if chosen.takes_any_board else None
    if found is None:
        if algorithm == "best" or time_limit is not None:  # the others may not need all that is loaded
            tell(LOADING)
            loading = time.monotonic()
            prepare()
            begun += time.monotonic() - loading  # which does not count as planning
        options = replace(options, deadline=begun + limit)
        found = plan(task, options)
    if found.path is not None and not found.lower_bound and task.board.size <= BOUND_CELLS:
        lower = Grid(task.board).lower_bound(start.ends.reshape(-1), target.ends.reshape(-1))
        found = replace(found, lower_bound=lower)
    if polish and chosen.is_polished and found.path is not None:
        found = _polished(task, found, options)
    seconds = time.monotonic() - begun
    walk = None if found.path is None else _checked(task, algorithm, found.path, tell)
    status: Status = "found" if walk is not None else "impossible" if found.is_impossible else "unknown"
    is_shortest = found.is_shortest or (walk is not None and len(walk) == found.lower_bound)
    result = Reconfiguration(
        status, algorithm, walk, is_shortest, found.lower_bound, found.reason, seconds, found.stats
    )
    return _certified(task, result, options) if proof and (is_shortest or found.is_impossible) else result


def _certified(task: Task, result: Reconfiguration, options: Options) -> Reconfiguration:
    """The same with a certificate, if there is time and memory for one."""
    from gourds.reconfigure.search.exact.layers import certify

    begun = time.monotonic()
    try:
        certificate = certify(task, result.moves, options)
    except LimitError as error:
        return replace(result, stats=result.stats | {"certificate": {"reason": str(error)}})
    figures = {"configurations": certificate.data["configurations"], "time_s": round(time.monotonic() - begun, 6)}
    return replace(result, stats=result.stats | {"certificate": figures}, certificate=certificate)


def _checked(task: Task, algorithm: str, path: IndexArray, say: Callable[[str], None]) -> Walk:
    """The walk along a path, after a replay; InternalError if it is not a plan of the task."""
    say(f"replaying {len(path) - 1:,} moves")
    try:
        walk = Walk.from_path(task.board, path)
    except InputError as error:
        raise InternalError(f"the plan of {algorithm} is wrong: {error}") from error
    if not (check := replay(task.start, walk, task.target)):
        raise InternalError(f"the plan of {algorithm} is wrong: {check.faults[0]}")
    return walk


def _polished(task: Task, found: Found, options: Options) -> Found:
    from gourds.reconfigure.search.best import improve

    seconds = POLISH_SECONDS * -(-task.board.size // 300)
    deadline = min(options.deadline, time.monotonic() + seconds)
    return improve(task, found, replace(options, deadline=deadline))
