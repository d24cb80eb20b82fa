"""``boundary``: heaviest matchings, which refute budgets beyond an end of what is possible, and searches from there.

The ends are the most and the fewest gourds of one color that any placement of that coloring could have. Beyond them the
answer is "infeasible", with integer weights as a proof; at an end or near it, exchanges that begin at a heaviest
matching find placements that nothing else finds (:mod:`gourds.matching.boundary`). Otherwise the answer is unknown.

Settings: ``steps``, the most proposals, as for ``exchange``.
"""

from __future__ import annotations

import time
from typing import Final

from gourds.instance import Instance
from gourds.matching.boundary import prepare, refute_or_end, search_from_end
from gourds.matching.refutation import Refutation, counting_refutation
from gourds.solvers.base import Options, Outcome, Solver
from gourds.solvers.exchange import most_steps, outcome_of, telling
from gourds.solvers.modeled import refuted

NAME: Final = "boundary"


def _run(instance: Instance, options: Options) -> Outcome:
    begun = time.monotonic()
    most = most_steps(instance, options)
    known = counting_refutation(instance) or refute_or_end(instance)
    if isinstance(known, Refutation):
        return refuted(instance, known, NAME)
    found = search_from_end(
        known,
        seed=options.seed,
        time_limit=None if options.time_limit is None else begun + options.time_limit - time.monotonic(),
        max_steps=most,
        tell=telling(instance, options, NAME),
    )
    return outcome_of(instance, found, options, begun)


SOLVER = Solver(
    name=NAME,
    summary="heaviest matchings: refutes budgets beyond an end of what is possible, finds placements near it",
    run=_run,
    prepare=prepare,
    settings=("steps",),
    in_process=True,
    abilities=frozenset({"find", "prove"}),
)
