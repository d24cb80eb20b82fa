"""``auto``: the approach that suits the instance, and why.

1. Counting laws: a law that fails decides.
2. A numbered instance has one place for every gourd.
3. A board that falls apart into small components goes to ``decompose``: tables, joins, equations modulo a prime, and a
   small formula.
4. All others are whole: ``exchange``, the matching polytope, and a race (:mod:`gourds.solvers.auto.stages`).

Small boards never pay for the large: no process is started, and nothing heavy imported, where the first stages decide.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import numpy as np

from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.components.signatures import MAX_CELLS
from gourds.matching.components.splitting import is_in_mixed
from gourds.matching.numbered import is_numbered, place_numbered
from gourds.matching.refutation import counting_refutation
from gourds.solvers import decompose
from gourds.solvers.auto import prices
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import claimed, refuted

NAME = "auto"
WHOLE_MODULES = ("ortools.sat.python.cp_model", "ortools.math_opt.core.python.solver", "ortools.math_opt.model_pb2")
"""What a whole board needs if exchanges do not decide it."""


def _at_once(instance: Instance, options: Options) -> Outcome | None:
    """Counting; then a small board that falls apart, or some rounds of exchanges on a whole one."""
    refutation = counting_refutation(instance)
    if refutation is not None:
        return refuted(instance, refutation, NAME)
    largest, count = _mixed_components(instance)
    if largest < prices.TABLED and instance.board.size <= prices.SMALL_PARTED:
        return _run(instance, options)
    if is_numbered(instance) or largest < prices.TABLED or count > prices.FEW:
        return None
    from gourds.solvers.auto.stages import whole_at_once

    return whole_at_once(instance, options)


def _run(instance: Instance, options: Options) -> Outcome:
    if is_numbered(instance) and Counting(instance).refutation is None and not options.proof:
        placement = place_numbered(instance)
        if placement is not None:
            return Outcome(Status.FEASIBLE, placement, reason="numbered: every gourd has one place")
        return claimed(instance, NAME, "numbered: the one place of some gourd is not two adjacent cells")
    outcome = None if _is_whole(instance) else decompose.attempt(instance, replace(options, variant=""))
    if outcome is None:
        from gourds.solvers.auto.stages import decide_whole

        return decide_whole(instance, options)
    parts = outcome.stats.get("components")
    why = f"decomposed into {parts} {'component' if parts == 1 else 'components'}" if parts else None
    return replace(outcome, reason=outcome.reason or why)


def _prepare(instance: Instance | None) -> None:
    """Load what a whole board needs; nothing for one that falls into small components."""
    if instance is None or _mixed_components(instance)[0] >= prices.TABLED:
        from gourds.matching import boundary
        from gourds.matching.polytope import separation

        boundary.prepare(instance)
        if instance is None or instance.board.size > separation.LARGE:
            separation.prepare(if_new=True)  # few boards come to need it
    if instance is None:
        for module in WHOLE_MODULES:
            import_module(module)


def _is_whole(instance: Instance) -> bool:
    """Whether components of two or more colors are too large for ``decompose``, or there is just one."""
    largest, count = _mixed_components(instance)
    return largest > MAX_CELLS or (count == 1 and largest >= prices.TABLED)


def _mixed_components(instance: Instance) -> tuple[int, int]:
    """The number of cells of the largest component with edges of two different colors, and how many there are."""
    _, sizes = np.unique(instance.usable_parts[is_in_mixed(instance)], return_counts=True)
    return int(sizes.max(initial=0)), len(sizes)


SOLVER = Solver(
    name=NAME,
    summary="the approach that suits the instance, and why",
    run=_run,
    at_once=_at_once,
    modules=("pysat.solvers",),
    settings=(),
    prepare=_prepare,
    in_process=True,
    abilities=frozenset({"decide", "find", "prove"}),
)
