"""The algebra from an instance to a verdict: what it will cost, tries until the error is small enough, a placement.

A coefficient that is not zero is certain: a placement exists, and :mod:`gourds.matching.tutte.find` finds it. A zero is
wrong with probability at most (degree of the polynomial)/p in every try, so t tries leave an error of the t-th power.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from gourds.errors import InputError, LimitError
from gourds.instance import Instance
from gourds.matching.components import presolve as presolving
from gourds.matching.components.splitting import Components
from gourds.matching.kasteleyn.primes import is_prime
from gourds.matching.refutation import Refutation, counting_refutation
from gourds.matching.tutte.evaluation import Cost, Grid, contract, cost_of, draw, evaluate, make_grid
from gourds.matching.tutte.find import DisagreementError, find
from gourds.matching.tutte.problem import Problem

MAX_POINTS: Final = 2_000_000
"""More evaluations than this are not begun."""
MAX_TENSOR: Final = 20_000_000
"""Nor is the sum of larger tensors."""
WORTH_PRESOLVE: Final = 0.5
"""Presolve may shrink the problem; it is run when one try would take more seconds than this."""
ERROR: Final = 2.0**-60
"""The error that tries are repeated for, unless another is asked for."""
ATTEMPTS: Final = 3
"""So often a placement is sought with fresh weights when points disagree on pivots, which is rare."""


@dataclass(eq=False)
class Prepared:
    """What is settled without algebra, and what is left for it."""

    refutation: Refutation | None = None
    """Why there is no placement, if that was found."""
    fixed: list[int] = field(default_factory=list)
    """Edges of the board that carry gourds."""
    problem: Problem | None = None
    """What is left, unless the instance is refuted."""
    grid: Grid | None = None
    """Where its polynomial is evaluated."""
    cost: Cost = field(default_factory=lambda: Cost(0, 0, 0.0, 0))
    """What one try takes."""


@dataclass(frozen=True)
class Verdict:
    """What the algebra says."""

    feasible: bool | None
    """None: the coefficient is not zero, but no placement was found within the limits."""
    edges: list[int] = field(default_factory=list)
    """The edges of a placement."""
    error: float = 0.0
    """The probability that there is a placement though none is said to exist."""
    stats: dict[str, Any] = field(default_factory=dict)
    """Figures."""


def prepare(instance: Instance, *, presolve: bool = True, prime: int | None = None) -> Prepared:
    """Counting laws, plain components, bounds, points. ``presolve`` lets the presolve help if points are many."""
    refutation = counting_refutation(instance)
    if refutation is not None:
        return Prepared(refutation)
    components = Components(instance)
    mate, refutation = components.match_plain()
    if refutation is not None:
        return Prepared(refutation)
    ends = instance.board.edges
    fixed = np.flatnonzero(mate[ends[:, 0]] == ends[:, 1]).tolist()
    cells = np.ones(instance.board.size, dtype=bool)
    cells[components.plain_cells] = False
    left = components.spare[:0] if components.odd_is_plain else components.spare
    problem = Problem(instance, cells, instance.usable_edges, dict(instance.budgets), left)
    found = _with_grid(fixed, problem, prime)
    if presolve and found.refutation is None and found.cost.seconds > WORTH_PRESOLVE:
        done = presolving.presolve(instance)
        if done.refutation is not None:
            return Prepared(done.refutation)
        smaller = Problem(instance, done.cells, done.usable, done.budgets, done.candidates)
        other = _with_grid(done.fixed, smaller, prime)
        if other.refutation is not None or other.cost.seconds < found.cost.seconds:
            return other
    return found


def _with_grid(fixed: list[int], problem: Problem, prime: int | None) -> Prepared:
    if problem.refutation is not None:
        return Prepared(Refutation("claimed", problem.refutation))
    grid = make_grid(problem, prime)
    return Prepared(None, fixed, problem, grid, cost_of(problem, grid))


def too_large(prepared: Prepared, points: int = MAX_POINTS) -> str | None:
    """Why the algebra should not be begun, if so."""
    price = prepared.cost
    if price.points > points:
        needed = _shown(price.points)
        return f"too many colors or cells for the algebra: it needs {needed} evaluations, the limit is {points:,}"
    if price.cells > MAX_TENSOR:
        return f"the parts of the board share too many classes: a tensor of {_shown(price.cells)} values is needed"
    return None


def _shown(count: int) -> str:
    return f"{count:,}" if count < 10**12 else f"some 10^{int(math.log10(count))}"


def tries_for(degree: int, p: int, error: float) -> int:
    """How many tries bring the error down."""
    if degree == 0:
        return 1
    if degree >= p:
        raise InputError(f"the prime {p} is too small for any bound on the error; give the number of tries")
    return max(1, math.ceil(math.log(error) / math.log(degree / p)))


def search(prepared: Prepared, *, seed: int = 0, error: float = ERROR, tries: int | None = None) -> Verdict:
    """Decide and find."""
    problem, grid = prepared.problem, prepared.grid
    assert problem is not None
    assert grid is not None
    rng = np.random.default_rng(seed % (1 << 64))
    planned = tries or tries_for(problem.degree, grid.p, error)
    price = prepared.cost
    stats: dict[str, Any] = {"points": price.points, "prime": grid.p, "band": price.band, "parts": len(problem.parts)}
    begin = time.perf_counter()
    zeros = failures = evaluations = 0
    while failures or zeros < planned:
        xs = draw(problem, grid.p, rng)
        tensors = [evaluate(part, x, grid) for part, x in zip(problem.parts, xs, strict=True)]
        evaluations += 1
        stats |= {"tries": evaluations, "evaluation_s": round(time.perf_counter() - begin, 6)}
        if not contract(tensors, grid).values.item():
            zeros += 1
            continue
        try:
            found = time.perf_counter()
            edges = find(problem, grid, xs, tensors, rng)
        except LimitError as reason:
            failures += 1
            if failures == ATTEMPTS or not isinstance(reason, DisagreementError):
                return Verdict(None, stats=stats | {"find": str(reason)})
            continue
        stats["find_s"] = round(time.perf_counter() - found, 6)
        return Verdict(True, prepared.fixed + edges, stats=stats)
    return Verdict(False, error=min(1.0, problem.degree / grid.p) ** planned, stats=stats)


def checked_prime(p: int) -> int:
    """The prime that somebody asked for; raises InputError if it is none, or out of range."""
    if not (2 < p < 1 << 31 and is_prime(p)):
        raise InputError(f"prime must be an odd prime below 2^31, not {p}")
    return p
