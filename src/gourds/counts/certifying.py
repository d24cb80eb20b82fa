"""Certificates of the number of placements: a sweep over the board whose every state is written down.

Zero is proved like any infeasible answer, by a counting law or by a sweep that ends early.
"""

from __future__ import annotations

import math
import time

from gourds.counts.limits import limited
from gourds.errors import InternalError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.matching.frontier.diagram import counting_diagram, refuting_diagram
from gourds.matching.refutation import counting_refutation


def certify_count(
    instance: Instance,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    *,
    expected: int | None = None,
) -> Certificate:
    """A certificate of the exact number of placements. Raises LimitError if the board is too large for it, or too slow.

    ``expected`` is the number as it was counted before; another one is an InternalError.
    """
    certificate = limited(_certificate, instance, time_limit, time_limit=time_limit, memory_limit=memory_limit)
    found = certified_number(certificate)
    if expected is not None and expected != found:
        raise InternalError(f"a sweep over the whole board counts {found:,} placements, not {expected:,}")
    return certificate


def certified_number(certificate: Certificate) -> int:
    """The number of placements that a certificate states."""
    return int(certificate.data["number"]) if certificate.kind == "count" else 0


def _certificate(instance: Instance, seconds: float | None) -> Certificate:
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    refutation = counting_refutation(instance)
    if refutation is not None:
        return Certificate(refutation.kind, instance.digest, {"reason": refutation.reason, **refutation.data})
    if (data := counting_diagram(instance, deadline=deadline)) is not None:
        return Certificate("count", instance.digest, data)
    if (data := refuting_diagram(instance, deadline=deadline)) is not None:
        return Certificate("diagram", instance.digest, data)
    raise InternalError("a sweep ends early, but not if it is made for a proof")
