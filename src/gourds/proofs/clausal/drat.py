"""DRAT proofs about the formula that ``gourds encode --to cnf`` writes.

A certificate of kind ``drat`` holds a proof about direct CNF v1, which is the exported formula of the reduced
encoding, so that proof is written as it is. An instance that the counting laws refute is exported as the empty
clause: the proof is one line. Every other kind of certificate argues about something else than clauses. Then a SAT
solver proves the exported formula once more, within the deadline; there is no promise that it can.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from gourds.certificates.clausal.steps import ADDS, DELETES, ProofError, Step, text_steps
from gourds.encodings.cnf import DIRECT
from gourds.encodings.export import export
from gourds.encodings.model import Encoding
from gourds.errors import InputError, LimitError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.running.isolation import run_limited

SOLVER: Final = "cadical195"
"""The solver of python-sat that proves what a certificate argues in another way."""
OTHERS: Final = "a .pbp or .json file holds this argument as it is"


def write_drat(
    instance: Instance, certificate: Certificate, *, encoding: Encoding = "reduced", deadline: float | None = None
) -> list[str]:
    """A DRAT proof that the exported formula of the instance has no solution: comments, then steps, a line each.

    ``deadline`` is a moment of ``time.monotonic()``, for a search that the certificate may make necessary. Raises
    LimitError if there is no proof until then, InputError if the certificate is of another instance or proves nothing.
    """
    steps = drat_steps(instance, certificate, exported_clauses(instance, encoding), encoding, deadline)
    return [*header(instance, encoding), *steps]


def header(instance: Instance, encoding: Encoding) -> list[str]:
    """Comments that say which formula a proof is about; ``gourds verify`` reads them."""
    return [
        "c Colored Gourd Placement: a proof that there is no placement",
        f"c instance: sha256 {instance.digest}",
        f"c formula: gourds encode FILE --to cnf --encoding {encoding}",
    ]


def exported_clauses(instance: Instance, encoding: Encoding) -> list[list[int]]:
    """The clauses of the exported file, read from its text."""
    lines = export(instance, "cnf", encoding).splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("p "))
    return [[int(word) for word in line.split()[:-1]] for line in lines[start + 1 :]]


def drat_steps(
    instance: Instance,
    certificate: Certificate,
    clauses: list[list[int]],
    encoding: Encoding,
    deadline: float | None,
) -> list[str]:
    """The steps alone, the last of them ``0``."""
    if certificate.digest != instance.digest:
        raise InputError("the certificate belongs to another instance")
    if [] in clauses:
        return ["0"]
    if certificate.kind == "drat" and encoding == "reduced":
        return _own_steps(certificate)
    return _prove(clauses, certificate.kind, deadline)


def _own_steps(certificate: Certificate) -> list[str]:
    """The steps in a certificate, written anew: without comments, up to the empty clause."""
    lines = certificate.data.get("proof")
    if certificate.data.get("cnf") != DIRECT or not isinstance(lines, list):
        raise InputError(f"this certificate holds no proof about {DIRECT}")
    found = []
    try:
        for step in text_steps(map(str, lines)):
            found.append(spell_step(step))
            if not (step.literals or step.deletes):
                return found
    except ProofError as error:
        raise InputError(f"the proof of the certificate: {error}") from None
    raise InputError("the proof of the certificate does not derive the empty clause")


def spell_step(step: Step) -> str:
    """A step as a line."""
    return " ".join([*(["d"] if step.deletes else []), *map(str, step.literals), "0"])


def _prove(clauses: list[list[int]], kind: str, deadline: float | None) -> list[str]:
    """What a SAT solver writes about the formula; in a process of its own if there is a deadline."""
    if deadline is None:
        found = run_solver(clauses)
    else:
        left = deadline - time.monotonic()
        ended = run_limited(run_solver, clauses, time_limit=left) if left > 0 else None
        if ended is None or ended.cause != "done":
            cause = "time limit" if ended is None else ended.cause
            raise LimitError(
                f"no clausal proof was found ({cause}): a {kind} certificate is no proof about clauses, so a SAT solver"
                f" has to find one; {OTHERS}"
            )
        found = ended.value
    if found is None:
        raise InputError("the exported formula has a solution, so the certificate proves nothing")
    return found


def run_solver(clauses: list[list[int]]) -> list[str] | None:
    """The proof of a SAT solver, up to the empty clause; None if the clauses have a solution.

    A solver that sees a conflict while clauses are added leaves the last line out.
    """
    from pysat.solvers import Solver

    with Solver(name=SOLVER, with_proof=True) as solver:
        for clause in clauses:
            solver.add_clause(clause, no_return=True)
        if solver.solve():
            return None
        proof: list[str] = solver.get_proof()
    return [*proof[: proof.index("0")], "0"] if "0" in proof else [*proof, "0"]


def pack_drat(lines: Iterable[str]) -> bytes:
    """A DRAT proof in binary; comments are lost, since the format has none.

    >>> pack_drat(["c a remark", "-3 63 0", "d 8191 0"]).hex(" ")
    '61 07 7e 00 64 fe 7f 00'
    """
    out = bytearray()
    for step in text_steps(lines):
        out.append(DELETES if step.deletes else ADDS)
        for literal in step.literals:
            number = 2 * abs(literal) + (literal < 0)
            while number > 127:
                out.append(128 | (number & 127))
                number >>= 7
            out.append(number)
        out.append(0)
    return bytes(out)
