"""One verdict, checked."""

from __future__ import annotations

from typing import Any

from gourds.api import verify
from gourds.certificates.drat import ProofVerdict
from gourds.instance import Instance
from gourds.solvers import Result, find_solver, solve
from gourds.solvers.verifying import verify_limited
from gourds.web.documents import Asked
from gourds.web.tasks import Say

_SHOWN = 4_000_000
"""Certificates of more characters are not sent."""


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """What ``gourds solve --json`` says, with the certificate's text and whether the answer was checked."""
    instance = asked.instance()
    name = asked.text("solver", "auto")
    find_solver(name)
    say(f"solving with {name}")
    result = solve(
        instance,
        name,
        time_limit=asked.given["seconds"],
        seed=asked.seed(),
        isolate=True,
        memory_limit=asked.given["memory_mb"],
        presolve=not asked.flag("no_presolve"),
        proof=asked.flag("proof"),
        encoding="textbook" if asked.flag("textbook") else "reduced",
        tell=say,
    )
    answer = result.to_json()
    certificate = result.certificate
    if certificate is not None and certificate.is_checkable:
        text = certificate.to_text()
        if len(text) <= _SHOWN:
            answer["certificate_file"] = text
    return {**answer, "verified": _verified(instance, result, asked.given["seconds"], say)}


def _verified(instance: Instance, result: Result, seconds: float, say: Say) -> bool | None:
    """Whether the answer was checked without the solver: None if there is nothing to check, or no time."""
    if result.placement is not None:
        return bool(verify(instance, result.placement))
    if result.certificate is None or not result.certificate.is_checkable:
        return None
    say("checking the certificate")
    check = verify_limited(instance, result.certificate, max(1.0, seconds - result.time_s))
    return bool(check) if check.verdict in (ProofVerdict.VALID, ProofVerdict.INVALID) else None
