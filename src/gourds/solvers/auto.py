"""``auto``: the approach that suits the instance, and why.

1. Counting laws: a law that fails decides.
2. A numbered instance has one place for every gourd.
3. A board that falls apart into small components goes to ``decompose``: tables, joins, equations modulo a prime, and a
   small formula.
4. All others are whole: ``exchange``, the matching polytope, and a race (:mod:`gourds.solvers.whole`).

Small boards never pay for the large: no process is started, and nothing heavy imported, where the first stages decide.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gourds.board import label_components
from gourds.certificates.certificate import Certificate
from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.numbered import is_numbered, place_numbered
from gourds.matching.signatures import MAX_CELLS
from gourds.solvers import decompose
from gourds.solvers.base import Options, Outcome, Solver, Status


def _run(instance: Instance, options: Options) -> Outcome:
    if is_numbered(instance) and Counting(instance).refutation is None and not options.proof:
        placement = place_numbered(instance)
        if placement is not None:
            return Outcome(Status.FEASIBLE, placement, reason="numbered: every gourd has one place")
        claimed = Certificate("claimed", instance.digest, {"by": "auto"})
        reason = "numbered: the one place of some gourd is not two adjacent cells"
        return Outcome(Status.INFEASIBLE, certificate=claimed, reason=reason)
    outcome = decompose.attempt(instance, replace(options, variant=""))
    if outcome is None:
        from gourds.solvers.whole import decide_whole

        return decide_whole(instance, options)
    parts = outcome.stats.get("components")
    why = f"decomposed into {parts} {'component' if parts == 1 else 'components'}" if parts else None
    return replace(outcome, reason=outcome.reason or why)


def _prepare(instance: Instance | None) -> None:
    """Load what a whole board needs; nothing for one that falls into small components."""
    if instance is None or _has_large_component(instance):
        from gourds.matching.exchange import search
        from gourds.matching.polytope import separation

        search.prepare(instance)
        if instance is None or instance.board.size > separation.LARGE:
            separation.prepare(if_new=True)  # few boards come to need it


def _has_large_component(instance: Instance) -> bool:
    labels = label_components(instance.board.size, instance.board.edges[instance.usable_edges])
    edges = instance.board.edges[instance.usable_edges]
    mixed = edges[instance.cell_colors[edges[:, 0]] != instance.cell_colors[edges[:, 1]], 0]
    return bool(mixed.size and np.bincount(labels)[labels[mixed]].max() > MAX_CELLS)


SOLVER = Solver(
    name="auto",
    summary="the approach that suits the instance, and why",
    run=_run,
    modules=("pysat.solvers",),
    settings=(),
    prepare=_prepare,
    in_process=True,
    abilities=frozenset({"decide", "find", "prove"}),
)
