"""Random infeasible instances with certificates of each kind that argues about the board itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from gourds.counting import Counting
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.matching.refutation import match_with_apex
from gourds.solvers import solve
from tests.encodings.small_instances import is_feasible, near_miss

KINDS: Final = ("counting", "barrier", "linear", "drat")


def certified(kind: str, count: int, max_size: int = 15) -> Iterator[tuple[Instance, Certificate]]:
    """So many instances, each with a certificate of the kind."""
    seed = found = 0
    while found < count:
        instance = near_miss.__wrapped__(seed, max_size)
        seed += 1
        certificate = _certificate(instance, kind)
        if certificate is not None and certificate.kind == kind:
            found += 1
            yield instance, certificate


def _certificate(instance: Instance, kind: str) -> Certificate | None:
    counting = Counting(instance)
    if counting.refutation or kind == "counting":
        return Certificate("counting", instance.digest) if counting.refutation else None
    barrier = _barrier(instance, counting)
    if barrier is not None or kind == "barrier":
        return barrier
    if instance.board.size <= 15 and is_feasible(instance):
        return None
    solver = "polytope" if kind == "linear" else "sat"
    return solve(instance, solver, proof=True, presolve=kind == "linear", isolate=False).certificate


def _barrier(instance: Instance, counting: Counting) -> Certificate | None:
    odd = np.array(counting.odd_components[0])
    candidates = odd[instance.cell_colors[odd] == counting.empty_color]
    k = len(instance.colors)
    usable = np.isin(instance.edge_classes, [i * k + j for i, j in instance.budgets])
    cells = np.arange(instance.board.size)
    _, refutation = match_with_apex(instance, cells, instance.board.edges[usable], candidates)
    return None if refutation is None else Certificate("barrier", instance.digest, refutation.data)
