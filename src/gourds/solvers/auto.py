"""``auto``: the approach that suits the instance, and why.

A numbered instance has one place for every gourd. Everything else goes to ``decompose``: it counts first, matches
what needs no search, tabulates components, and hands over to ``sat`` the boards on which there is nothing to
tabulate. On those, CaDiCaL with our totalizer is the fastest that was measured (``docs/decisions.md``).
"""

from __future__ import annotations

from dataclasses import replace

from gourds.certificates.certificate import Certificate
from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.numbered import is_numbered, place_numbered
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
    outcome = decompose.SOLVER.run(instance, replace(options, variant=""))
    parts = outcome.stats.get("components")
    why = f"decomposed into {parts} {'component' if parts == 1 else 'components'}" if parts else None
    return replace(outcome, reason=outcome.reason or why)


SOLVER = Solver(
    name="auto",
    summary="the approach that suits the instance, and why",
    run=_run,
    modules=("pysat.solvers",),
    settings=decompose.SOLVER.settings,
    in_process=True,
    abilities=frozenset({"decide", "find", "prove"}),
)
