"""Linear certificates: the exported equations and the cuts of odd sets, each times its weight, in one sum per step.

A step weights cells with y_v, classes with w_c, the empty cell with m and odd sets with u_S. The equations times their
weights and the cuts times theirs sum to −Σ price·x ≥ −D, prices and limit D as in :mod:`gourds.certificates.linear`.
What is closed already may have a negative price; a multiple of the constraint that closes it mends that. With D < 0 the
sum is a contradiction. Otherwise every x with a price above D is false by unit propagation, and one RUP step gathers
all that is closed now. So a step is one line for each odd set and two more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gourds.errors import InternalError
from gourds.files.certificates import Certificate
from gourds.proofs.pseudo_boolean.facts import Facts
from gourds.proofs.pseudo_boolean.sums import Inequality, Sum
from gourds.proofs.pseudo_boolean.writer import ProofWriter


def prove(writer: ProofWriter, certificate: Certificate) -> int:
    """Write the proof of a valid certificate."""
    facts = Facts(writer)
    closed: Inequality | None = None
    for step in certificate.data["steps"]:
        total = _weighted(facts, step)
        if total.most():
            closed = closed or facts.closed
            facts.settle(total, closed)
        if total.bound > 0:
            return total.refute()
        closed = _narrowed(facts, total, closed or facts.closed)
    raise InternalError("the last step of the certificate is no contradiction")


def _weighted(facts: Facts, step: Mapping[str, Any]) -> Sum:
    """The equations and cuts of a step, times their weights."""
    index = {cell: k for k, cell in enumerate(facts.instance.board.cell_list())}
    total = Sum(facts.writer)
    for q, r, weight in step["cells"]:
        total.weigh(facts.cell(index[q, r]), weight)
    for i, j, weight in step["classes"]:
        if weight and (equality := facts.class_(i, j)):
            total.weigh(equality, weight)
    total.weigh(facts.empty, step["empty"])
    for weight, *places in step["sets"]:
        members = [index[cell] for cell in zip(places[::2], places[1::2], strict=True)]
        total.add(facts.cut(members), weight)
    return total


def _narrowed(facts: Facts, total: Sum, closed: Inequality | None) -> Inequality:
    """What is closed after a step whose sum has no positive coefficient."""
    step = total.derive()
    limit = -step.bound
    gone = {variable for variable, coefficient in step.coefficients.items() if -coefficient > limit}
    gone |= set(closed.coefficients) if closed else set()
    hints = [step.id, *([closed.id] if closed else [])]
    number = facts.writer.rup([(1, -variable) for variable in sorted(gone)], len(gone), hints)
    facts.writer.delete(hints)
    return Inequality(number, dict.fromkeys(sorted(gone), -1), 0)
