"""Answers about instances: is there a placement, how many, which; and why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gourds.api.arguments import need, need_limits, need_one_of, need_whole
from gourds.display import brief
from gourds.errors import Fault
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import PartialPlacement, Placement, partial_faults, placement_faults

if TYPE_CHECKING:
    from gourds.counts.probabilities import Probabilities
    from gourds.explain.explaining import Explanation
    from gourds.maximize.maximizing import Maximum
    from gourds.solvers import Result, Solver


def solve(
    instance: Instance,
    solver: str = "auto",
    time_limit: float | None = None,
    seed: int = 0,
    *,
    memory_limit: float | None = None,
    jobs: int | None = None,
    encoding: Literal["reduced", "textbook"] = "reduced",
    presolve: bool = True,
    proof: bool = False,
    settings: Mapping[str, Any] | None = None,
    error: float | None = None,
    isolate: bool | None = None,
    tell: Callable[[str], None] | None = None,
) -> Result:
    """Decide whether an instance has a placement. A feasible answer comes with one that has been checked.

    Limits are in seconds and megabytes; a limit that is reached gives the status ``unknown``. With ``proof`` an
    infeasible answer comes with a certificate that :func:`verify` can check. ``settings`` are those of one solver, and
    ``error`` is the bound that ``algebraic`` stays below. The work runs in a process of its own if a limit is set or
    the solver cannot be interrupted, unless ``isolate`` says otherwise. ``tell`` hears what is being done.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    >>> result = gourds.solve(puzzle)
    >>> result.status.value, bool(gourds.verify(puzzle, result.placement))
    ('feasible', True)
    """
    from gourds.solvers import solve as decide

    need(instance, Instance, "an instance")
    need(solver, str, "the name of a solver")
    need_limits(time_limit, memory_limit, seed)
    need_one_of(encoding, ("reduced", "textbook"), "the encoding")
    if jobs is not None:
        need_whole(jobs, "jobs", 1)
    chosen = dict(settings or {})
    if error is not None:
        chosen["error"] = error
    told: dict[str, Any] = {} if tell is None else {"tell": tell}
    return decide(
        instance,
        solver,
        time_limit,
        seed,
        isolate=isolate,
        memory_limit=memory_limit,
        jobs=jobs,
        encoding=encoding,
        presolve=presolve,
        proof=proof,
        settings=chosen,
        **told,
    )


def solvers() -> dict[str, Solver]:
    """The solvers by name: what each can do, its variants, and the version it stands on.

    >>> import gourds
    >>> gourds.solvers()["sat"].variants[0]
    'cadical195'
    """
    from gourds.solvers import registry

    return dict(registry())


def count(
    instance: Instance, solver: str = "auto", time_limit: float | None = None, memory_limit: float | None = None
) -> int:
    """The exact number of placements. Raises LimitError if a limit is reached, or the board is too large.

    >>> import gourds
    >>> gourds.count(gourds.generate("hexagon", radius=2, colors=3, seed=1))
    60
    """
    from gourds.counts.placements import count as count_placements

    need(instance, Instance, "an instance")
    need_limits(time_limit, memory_limit)
    return count_placements(instance, solver, time_limit, memory_limit)


def certify_count(
    instance: Instance, time_limit: float | None = None, memory_limit: float | None = None
) -> Certificate:
    """A certificate of the exact number of placements, for boards of moderate width.

    The same as ``gourds count --proof``. :func:`verify` checks it and says the number. Raises LimitError if a limit is
    reached, or the board is too large.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    >>> certificate = gourds.certify_count(puzzle)
    >>> certificate.kind, gourds.verify(puzzle, certificate).number
    ('count', 60)
    """
    from gourds.counts.certifying import certify_count as certify

    need(instance, Instance, "an instance")
    need_limits(time_limit, memory_limit)
    return certify(instance, time_limit, memory_limit)


def edge_probabilities(
    instance: Instance, time_limit: float | None = None, memory_limit: float | None = None
) -> Probabilities:
    """In what share of all placements each edge carries a gourd and each cell stays empty; exact fractions.

    The same as ``gourds count --probabilities``. :func:`draw` makes a heat map of it.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "red", "red"], [("red", "red", 1)])
    >>> chances = gourds.edge_probabilities(row)
    >>> chances.total, str(chances.edges[(0, 0), (1, 0)])
    (2, '1/2')
    """
    from gourds.counts.probabilities import edge_probabilities as probabilities

    need(instance, Instance, "an instance")
    need_limits(time_limit, memory_limit)
    return probabilities(instance, time_limit, memory_limit)


def sample(
    instance: Instance,
    number: int = 1,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> list[Placement]:
    """Draw so many placements, each exactly uniform among all and independent of the others; all are checked.

    The same seed draws the same placements, and more of them begin with the same. An instance without placements is an
    InputError.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    >>> [bool(gourds.verify(puzzle, drawn)) for drawn in gourds.sample(puzzle, 3, seed=7)]
    [True, True, True]
    """
    from gourds.counts.sampling import sample as draw_placements

    need(instance, Instance, "an instance")
    need_whole(number, "the number of placements")
    need_limits(time_limit, memory_limit, seed)
    return draw_placements(instance, number, seed, time_limit, memory_limit)


@dataclass(frozen=True)
class Verification:
    """What a check found. True in conditions iff nothing is wrong."""

    faults: tuple[Fault, ...]
    """Everything that is wrong."""
    number: int | None = None
    """Of a certificate that holds: how many placements there are, 0 unless it is one of a number."""

    __repr__ = brief

    def __bool__(self) -> bool:
        return not self.faults


def verify(
    instance: Instance,
    answer: Placement | PartialPlacement | Certificate,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Verification:
    """Check a placement, whole or partial, or a certificate that there is none, or so many; no solver takes part.

    A certificate is checked in a process of its own, within limits of seconds and megabytes. Without a limit it gets
    one that grows with its size and that honest certificates do not reach.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "red", "blue"], [("blue", "red", 1)])
    >>> bool(gourds.verify(row, gourds.Placement((0, 0), [((1, 0), (2, 0))])))
    True
    >>> print(gourds.verify(row, gourds.Placement((2, 0), [((0, 0), (1, 0))])).faults[0])
    0 (blue, red)-gourds are used, the budget is 1
    """
    from gourds.running.verifying import verify_limited

    need(instance, Instance, "an instance")
    need_limits(time_limit, memory_limit)
    if isinstance(answer, Placement):
        return Verification(tuple(placement_faults(instance, answer)))
    if isinstance(answer, PartialPlacement):
        return Verification(tuple(partial_faults(instance, answer)))
    check = verify_limited(instance, need(answer, Certificate, _ANSWER), time_limit, memory_limit)
    if check:
        return Verification((), check.number)
    return Verification((Fault("", f"{check.verdict.value}: {check.reason}"),))


_ANSWER = "a placement or a certificate"


def explain(
    instance: Instance, time_limit: float | None = 60.0, seed: int = 0, *, minimal: bool = False
) -> Explanation:
    """Why an instance has no placement: numbers, budgets and cells that cannot go together.

    When time ends, the reason found so far is given even if it is not minimal. With ``minimal`` there are no sums, and
    no set of budgets and cells but a minimal one. :func:`draw` marks the cells of the reason.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "blue", "red"], [("red", "red", 1)])
    >>> gourds.explain(row).status.value
    'infeasible'
    """
    from gourds.explain.explaining import explain as find_reason

    need(instance, Instance, "an instance")
    need_limits(time_limit, None, seed)
    return find_reason(instance, time_limit, seed=seed, minimal=minimal)


def maximize(instance: Instance, time_limit: float | None = 60.0, seed: int = 0) -> Maximum:
    """As many gourds as possible, none of them beyond the budgets, and a proven upper bound.

    When time ends, the best found is given. :func:`draw` shows it on the board.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "blue", "red"], [("red", "red", 1)])
    >>> most = gourds.maximize(row)
    >>> most.placed, most.upper_bound
    (0, 0)
    """
    from gourds.maximize.maximizing import maximize as find_most

    need(instance, Instance, "an instance")
    need_limits(time_limit, None, seed)
    return find_most(instance, time_limit, seed=seed)
