"""DRAT proofs about the formula that ``gourds encode --to cnf`` writes.

A certificate of kind ``drat`` holds a proof about direct CNF v1, which is the exported formula of the reduced
encoding, so that proof is written as it is. An instance that the counting laws refute is exported as the empty
clause: the proof is one line. Every other kind of certificate argues about something else than clauses. Then a SAT
solver proves the exported formula once more, within the deadline; there is no promise that it can.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from gourds.certificates.clausal.steps import ADDS, DELETES, ProofError, Step, text_steps
from gourds.encodings.cnf import DIRECT
from gourds.encodings.export import exported_cnf
from gourds.encodings.model import Encoding
from gourds.errors import InputError, LimitError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.running.isolation import run_limited

SOLVER: Final = "cadical195"
"""The solver of python-sat that proves what a certificate argues in another way."""


def write_drat(
    instance: Instance, certificate: Certificate, *, encoding: Encoding = "reduced", deadline: float | None = None
) -> list[str]:
    """A DRAT proof that the exported formula of the instance has no solution: comments, then steps, a line each.

    ``deadline`` is a moment of ``time.monotonic()``; with it the work is done in a process of its own. Raises
    LimitError if there is no proof until then, InputError if the certificate is of another instance or proves
    nothing.
    """
    return [*header(instance, encoding), *until(deadline, drat_steps, instance, certificate, encoding)]


def header(instance: Instance, encoding: Encoding) -> list[str]:
    """Comments that say which formula a proof is about; ``gourds verify`` reads them."""
    return [
        "c Colored Gourd Placement: a proof that there is no placement",
        f"c instance: sha256 {instance.digest}",
        f"c formula: gourds encode FILE --to cnf --encoding {encoding}",
    ]


def exported_clauses(instance: Instance, encoding: Encoding) -> list[list[int]]:
    """The clauses of the exported file, in order."""
    return exported_cnf(instance, encoding).clauses()


def drat_steps(
    instance: Instance, certificate: Certificate, encoding: Encoding, clauses: list[list[int]] | None = None
) -> list[str]:
    """The steps alone, the last of them ``0``; ``clauses`` are those of the exported file, if they are at hand."""
    if certificate.digest != instance.digest:
        raise InputError("the certificate belongs to another instance")
    clauses = exported_clauses(instance, encoding) if clauses is None else clauses
    if [] in clauses:
        return ["0"]
    if certificate.kind == "drat" and encoding == "reduced":
        return _own_steps(certificate)
    found = run_solver(clauses)
    if found is None:
        raise InputError("the exported formula has a solution, so the certificate proves nothing")
    return found


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


def until(deadline: float | None, function: Callable[..., list[str]], *arguments: Any) -> list[str]:
    """What a function makes until a deadline, if there is one. Raises LimitError if that is nothing."""
    if deadline is None:
        return function(*arguments)
    left = deadline - time.monotonic()
    ended = run_limited(function, *arguments, time_limit=left) if left > 0 else None
    if ended is None or ended.cause != "done":
        cause = "time limit" if ended is None else ended.cause
        raise LimitError(
            f"no clausal proof was found ({cause}); a .pbp or .json file holds what the certificate argues"
        )
    assert isinstance(ended.value, list)
    return ended.value


def run_solver(clauses: list[list[int]], name: str = SOLVER) -> list[str] | None:
    """The proof of a SAT solver, up to the empty clause; None if the clauses have a solution.

    A solver that sees a conflict while clauses are added leaves the last line out.
    """
    from pysat.solvers import Solver

    with Solver(name=name, with_proof=True) as solver:
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
