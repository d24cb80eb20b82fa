"""``polytope``: the linear program of the matching polytope, cut by the budgets.

It refutes where even gourds in fractions miss their budgets; the proof is a short list of integer weights. Elsewhere it
closes the edges that no placement can use, with a proof as well, and looks for a corner of what is left that is a
placement. If it finds none, it says unknown, and what it knows (:mod:`gourds.matching.polytope`).

It is at its best where budgets are near what is possible: there few edges are left, and nearly every corner is a
placement. 0.03 to 0.1 s to refute boards of 469 to 1,027 cells, 0.3 to 3 s to find extreme placements there.
"""

from __future__ import annotations

import random
import time

import numpy as np

from gourds.encodings.model import build_placement
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.matching.polytope import Face, dive, refute_or_face
from gourds.matching.polytope.model import IntArray
from gourds.matching.polytope.separation import COMPILED, prepare
from gourds.placement import Placement, placement_faults
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import out_of_time, refuted

NAME = "polytope"
TRIES = 10
"""So many dives."""


def _run(instance: Instance, options: Options) -> Outcome:
    return run_on_face(instance, options)[0]


def run_on_face(instance: Instance, options: Options) -> tuple[Outcome, Face]:
    """The outcome, and the face that it was found on."""
    deadline = None if options.time_limit is None else time.perf_counter() + options.time_limit
    face = refute_or_face(instance, options.time_limit)
    if face.refutation is not None:
        return refuted(instance, face.refutation, NAME, face.stats), face
    stats = {**face.stats, "closed": face.closed, "forced": len(face.forced), "dives": 0}
    if face.values is None:
        is_late = deadline is not None and time.perf_counter() >= deadline
        reason = out_of_time(options) if is_late else "OR-Tools did not solve the linear program, or gave no proof"
        return Outcome(Status.UNKNOWN, reason=reason, stats=stats), face
    placement = _placement(instance, np.flatnonzero(face.values > 0.5))
    rng = random.Random(options.seed)
    while placement is None and stats["dives"] < TRIES and (deadline is None or time.perf_counter() < deadline):
        stats["dives"] += 1
        edges = dive(face, rng, deadline)
        placement = None if edges is None else _placement(instance, edges)
    if placement is not None:
        return Outcome(Status.FEASIBLE, placement, stats=stats), face
    reason = (
        f"the gourds fit in fractions, and no corner that was tried is a placement; {stats['closed']:,} of"
        f" {stats['edges']:,} edges are in no placement, {stats['forced']:,} in all of them"
    )
    return Outcome(Status.UNKNOWN, reason=reason, stats=stats), face


def _prepare(instance: Instance | None) -> None:
    """Load the cut tree."""
    if instance is None or instance.board.size >= COMPILED:
        prepare()


def _placement(instance: Instance, edges: IntArray | IndexArray) -> Placement | None:
    """The placement that uses these edges, if they are one."""
    covered = np.unique(instance.board.edges[edges])
    if not 2 * len(edges) == len(covered) == 2 * instance.size:
        return None
    placement = build_placement(instance, edges.tolist())
    return None if placement_faults(instance, placement) else placement


SOLVER = Solver(
    name=NAME,
    summary="the matching polytope: refutes with integer weights, finds corners that are placements",
    run=_run,
    modules=("ortools.math_opt.core.python.solver", "ortools.math_opt.model_pb2", "ortools.math_opt.result_pb2"),
    prepare=_prepare,
    package="ortools",
    settings=(),
    abilities=frozenset({"decide", "find", "prove"}),
)
