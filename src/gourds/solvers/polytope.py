"""``polytope``: the linear program of the matching polytope, cut by the budgets.

It refutes where even gourds in fractions miss their budgets; the proof is a short list of integer weights. On the
boundary of what is possible it closes the edges that no placement can use, with a proof as well, and CP-SAT looks for a
placement among those that are left (:mod:`gourds.matching.polytope`). There it is at its best: with half of the edges
closed, and hundreds of odd sets that just one gourd leaves, most of the search is propagation. Inside, where the linear
program has nothing to say, CP-SAT has the whole board. If it finds none, the answer is unknown.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from gourds.encodings.model import Model, build_placement, reduced_model
from gourds.instance import Instance
from gourds.matching import boundary
from gourds.matching.boundary import End, search_from_end
from gourds.matching.exchange.search import is_begun_plainly
from gourds.matching.polytope import Face, Middle, Payment, refute_or_face, separation
from gourds.placement import Placement
from gourds.solvers import cpsat
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import Found, out_of_time, refuted

NAME = "polytope"
WORTH = 0.8
"""A middle is searched if it leaves no more of the edges than this."""
FIRST, LAST = 0.1, 4.0
"""How much work that may take, in CP-SAT's deterministic time, about a second: twice as much for every further middle,
and more for the last one."""
MOST_PAID = 64
"""What placements pay is told to CP-SAT if it is no more than this."""
FROM_END = 2_000
"""Proposals for every cell in the search from the end that the linear program shows,"""
PART = 0.3
"""which takes no more than this part of the time that is left."""
ENOUGH = 60.0
"""Seconds for the last search if there is no limit."""


def _run(instance: Instance, options: Options) -> Outcome:
    outcome, face = run_on_face(instance, options)
    if outcome.status is not Status.UNKNOWN or face.reach is None:
        return outcome
    spent = outcome.stats["face_s"]
    left = ENOUGH if options.time_limit is None else options.time_limit - spent
    if left > 0:
        found = search_face(instance, face, replace(options, time_limit=left))
        if found.edges is not None:
            return Outcome(Status.FEASIBLE, build_placement(instance, found.edges.tolist()), stats=outcome.stats)
        if found.status is Status.INFEASIBLE:
            return replace(outcome, reason=f"{outcome.reason}; CP-SAT finds none, without a proof")
    return outcome


def search_face(instance: Instance, face: Face, options: Options) -> Found:
    """CP-SAT on the edges that are left, with what every placement pays as one more equation."""
    model = reduced_model(instance, usable=face.usable, empty_cells=face.spare)
    payment = face.payment

    def extend(program: Any, variables: list[Any]) -> None:
        if payment is None or payment.limit > MOST_PAID:
            return
        prices = np.concatenate((payment.prices[model.edges], payment.empty_prices[model.empties])).tolist()
        terms = [(price, variable) for price, variable in zip(prices, variables, strict=True) if price]
        for weight, cells in payment.sets:
            missing = program.new_int_var(0, payment.limit // weight, "")
            program.add(sum(variables[k] for k in _leaving(model, cells.tolist())) == 1 + 2 * missing)
            terms.append((weight, missing))
        program.add(sum(price * variable for price, variable in terms) == payment.limit)

    return cpsat.search(model, replace(options, settings=cpsat.SEARCHING), extend)


def run_on_face(instance: Instance, options: Options) -> tuple[Outcome, Face]:
    """What the linear program and short searches in its middles give, and the face."""
    search = _Search(instance, options)
    face = refute_or_face(instance, options.time_limit, everywhere=False, visit=search.visit, meet=search.meet)
    if face.refutation is not None:
        return refuted(instance, face.refutation, NAME, face.stats), face
    took = round(time.perf_counter() - search.begun, 6)
    stats = {**face.stats, "closed": face.closed, "forced": len(face.forced), "searches": search.count, "face_s": took}
    if search.placement is not None:
        return Outcome(Status.FEASIBLE, search.placement, stats=stats), face
    if face.reach is None:
        is_late = options.time_limit is not None and took >= options.time_limit
        reason = out_of_time(options) if is_late else "OR-Tools did not solve the linear program, or gave no proof"
    else:
        reason = (
            f"the gourds fit in fractions; {stats['closed']:,} of {stats['edges']:,} edges are in no placement,"
            f" {stats['forced']:,} in all of them"
        )
    return Outcome(Status.UNKNOWN, reason=reason, stats=stats), face


class _Search:
    """Searches for a placement in the middles of the face, each longer than the one before."""

    def __init__(self, instance: Instance, options: Options) -> None:
        self.instance, self.options = instance, options
        self.begun = time.perf_counter()
        self.placement: Placement | None = None
        self.count = 0
        self.seen = (0, 0)

    def left(self) -> float | None:
        """Seconds that are left."""
        limit = self.options.time_limit
        return None if limit is None else max(0.0, limit - (time.perf_counter() - self.begun))

    def meet(self, payment: Payment) -> bool:
        """Whether a search from the end that these slopes show finds a placement."""
        if is_begun_plainly(self.instance.board.size):
            return False
        self.count += 1
        left = self.left()
        found = search_from_end(
            End.of(self.instance, payment.slopes),
            seed=self.options.seed,
            max_steps=FROM_END * self.instance.board.size,
            time_limit=None if left is None else PART * left,
        )
        self.placement = None if found is None else found.placement(self.instance)
        return self.placement is not None

    def visit(self, middle: Middle) -> bool:
        """Whether a placement was found; a middle that is hardly smaller than the last one is passed over."""
        size = (len(middle.edges), len(middle.full))
        is_smaller = size[0] < 0.99 * self.seen[0] or size[1] > 1.01 * self.seen[1]
        if size[0] > WORTH * int(self.instance.usable_edges.sum()) or not (is_smaller or middle.is_last):
            return False
        work = LAST if middle.is_last else FIRST * 2**self.count
        self.seen = size
        self.count += 1
        usable = np.zeros(len(self.instance.board.edges), dtype=bool)
        usable[middle.edges] = True
        model = reduced_model(self.instance, usable=usable, empty_cells=middle.spare)
        options = replace(self.options, time_limit=self.left(), settings={**cpsat.SEARCHING, "work": work})

        def extend(program: Any, variables: list[Any]) -> None:
            for cells in middle.full:
                program.add_exactly_one([variables[k] for k in _leaving(model, cells.tolist())])

        found = cpsat.search(model, options, extend)
        if found.edges is not None:
            self.placement = build_placement(self.instance, found.edges.tolist())
        return self.placement is not None


def _leaving(model: Model, cells: list[int]) -> list[int]:
    """The variables, from 0, of the edges that leave a set of cells, and of its cells that may stay empty."""
    inside = np.zeros(model.instance.board.size, dtype=bool)
    inside[cells] = True
    ends = inside[model.instance.board.edges[model.edges]]
    leaving = np.flatnonzero(ends[:, 0] != ends[:, 1])
    empty = len(model.edges) + np.flatnonzero(inside[model.empties])
    found: list[int] = np.concatenate((leaving, empty)).tolist()
    return found


def _prepare(instance: Instance | None) -> None:
    """Load the kernels of the exchanges that give the average, of heaviest matchings, and of the cut tree."""
    boundary.prepare(instance)
    if instance is None or instance.board.size >= separation.COMPILED:
        separation.prepare()


SOLVER = Solver(
    name=NAME,
    summary="the matching polytope: refutes with integer weights, finds placements on its boundary",
    run=_run,
    modules=("ortools.math_opt.core.python.solver", "ortools.math_opt.model_pb2", "ortools.math_opt.result_pb2"),
    prepare=_prepare,
    package="ortools",
    settings=(),
    abilities=frozenset({"decide", "find", "prove"}),
)
