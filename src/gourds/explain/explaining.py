"""``explain``: why an instance has no placement.

The simplest reason that can be found, in this order:

``counting``  the numbers of cells, ends and places alone (the counting laws);
``class``     more gourds of one class than fit on the board without overlapping;
``matching``  a set of cells whose removal leaves too many odd parts (Tutte), budgets aside;
``linear``    weights on cells, kinds of gourds and odd sets whose sums cannot meet;
``budgets``   a set of demands, bounds on classes and cells that must be covered, that cannot be met together.

``linear`` (:mod:`~gourds.explain.linear`) is quick: an infeasible linear program is its own explanation. The last is
the general one: an instance whose counting laws and plain matching hold is feasible iff all its demands can be met
together. :mod:`~gourds.explain.problem` says what they are, :mod:`~gourds.explain.core` finds and checks a minimal set
of them. On boards that fall apart, :mod:`~gourds.explain.parts` has a set that is not minimal in a small part of the
time. Everything runs in a child process, so that limits and interrupts hold inside native code.
"""

from __future__ import annotations

import time
from dataclasses import replace

from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.errors import InternalError
from gourds.explain.core import Core, check, find_core
from gourds.explain.linear import linear_steps, placement_or_steps
from gourds.explain.matching import Barrier, matching_or_barrier
from gourds.explain.parts import placement_or_refuted
from gourds.explain.problem import Problem, Witness
from gourds.explain.reasons import (
    Explanation,
    by_budgets,
    by_counting,
    by_matching,
    by_one_class,
    by_parts,
    by_sums,
    feasible,
)
from gourds.files.certificates import Certificate
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.running.isolation import run_limited
from gourds.solvers.base import Status

__all__ = ["Explanation", "explain"]

SOFT = 0.8
"""The share of the time limit after which the search stops shrinking, to leave time for the check."""
CORE_CELLS = 6000
"""On boards that fall apart, with more cells than this in mixed components, a refutation that is at hand will do."""
CORE_SECONDS = 10.0
"""So long a minimal set is looked for where a refutation is at hand."""
BURST = 700
"""Exchanges for each cell, in case that there is a placement."""


def explain(
    instance: Instance,
    time_limit: float | None = None,
    *,
    seed: int = 0,
    minimal: bool = False,
    isolate: bool = True,
) -> Explanation:
    """Why an instance has no placement.

    With ``minimal``, where simpler reasons fail, a minimal set of demands is looked for however long it takes; without,
    sums come first, and on large boards that fall apart any set will do. With a time limit the reason of the kind
    ``budgets`` may be small without being minimal, and if there was no time to find any, the status is unknown. Raises
    InternalError if a check fails.
    """
    start = time.monotonic()
    soft = None if time_limit is None else SOFT * time_limit
    if isolate:
        ended = run_limited(_search, instance, soft, seed, minimal, time_limit=time_limit)
        if ended.cause != "done":
            return Explanation(Status.UNKNOWN, reason=ended.how, time_s=time.monotonic() - start)
        found, evidence = ended.value
    else:
        found, evidence = _search(instance, soft, seed, minimal)
    assert isinstance(found, Explanation)
    if evidence is not None:
        left = None if time_limit is None else max(0.05, time_limit - (time.monotonic() - start))
        right: bool | None
        if isolate:
            ended = run_limited(_check, instance, evidence, time_limit=left)
            right = ended.value
        else:
            right = _check(instance, evidence)
        if right is False:
            raise InternalError("the explanation does not stand up to its check")
        found = replace(found, checked=bool(right))
    return replace(found, time_s=time.monotonic() - start)


Evidence = Core | Certificate
"""What a reason rests on, to be checked afresh."""


def _search(
    instance: Instance, time_limit: float | None, seed: int, minimal: bool
) -> tuple[Explanation, Evidence | None]:
    end = None if time_limit is None else time.monotonic() + time_limit

    def left() -> float | None:
        return None if end is None else end - time.monotonic()

    simple = by_counting(instance) or by_one_class(instance)
    if simple:
        return simple, None
    empty_color = Counting(instance).empty_color
    assert empty_color is not None
    plain = matching_or_barrier(instance, empty_color)
    if isinstance(plain, Barrier):
        return by_matching(instance, plain, empty_color), None
    parts = placement_or_refuted(instance)
    if isinstance(parts, Placement):
        return feasible(instance, parts), None
    steps = None
    if not minimal and (parts is None or instance.board.size <= CORE_CELLS):
        steps = linear_steps(instance, left())
    if steps:
        return by_sums(instance, steps)
    if parts is None and not minimal:
        found = _by_exchange(instance, seed, left()) or placement_or_steps(instance, seed, left())
        if isinstance(found, Placement):
            return feasible(instance, found), None
        if found:
            return by_sums(instance, found)
    problem = Problem(instance)
    seconds = left()
    if parts is not None and not minimal:
        seconds = CORE_SECONDS if seconds is None else min(CORE_SECONDS, 0.5 * seconds)
        if problem.size > CORE_CELLS:
            return by_parts(instance, problem, parts, empty_color), parts.certificate
    core = find_core(problem, seconds, seed)
    if core is None and parts is not None:
        return by_parts(instance, problem, parts, empty_color), parts.certificate
    if core is None:
        return Explanation(Status.UNKNOWN, reason="time limit: undecided"), None
    if isinstance(core, Witness):
        return feasible(instance, _placement(instance, problem, core, plain)), None
    return by_budgets(instance, problem, core, empty_color), core


def _check(instance: Instance, evidence: Evidence) -> bool | None:
    """Whether the evidence is right; None if that could not be found out."""
    if isinstance(evidence, Certificate):
        verdict = verify_certificate(instance, evidence).verdict
        return {ProofVerdict.VALID: True, ProofVerdict.TIMEOUT: None}.get(verdict, False)
    return check(Problem(instance), evidence)


def _by_exchange(instance: Instance, seed: int, time_limit: float | None) -> Placement | None:
    """A placement, if a few rounds of exchanges find one."""
    from gourds.matching.exchange.search import search

    found = search(instance, seed=seed, time_limit=time_limit, max_steps=BURST * instance.board.size)
    return None if found is None else found.placement(instance)


def _placement(instance: Instance, problem: Problem, witness: Witness, plain: IndexArray) -> Placement:
    """The placement made of a witness on the mixed components and a plain matching of the others."""
    mate: list[int] = plain.tolist()
    for k, v in enumerate(problem.cells):
        mate[v] = problem.cells[int(witness.mate[k])] if witness.mate[k] >= 0 else -1
    cells = instance.board.cell_list()
    pairs = [(cells[v], cells[w]) for v, w in enumerate(mate) if v < w]
    return Placement.of_cells(cells[mate.index(-1)], pairs)
