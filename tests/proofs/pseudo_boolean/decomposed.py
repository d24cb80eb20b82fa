"""Certificates of kinds ``decomposition`` and ``modular``: those of the solver, and strange ones that are valid too."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gourds.counting import Counting
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.solvers import solve
from tests.encodings.small_instances import near_miss
from tests.forging.certificates import forge
from tests.forging.targets import Target, composed, equations_from, twin


def infeasible(rng: random.Random) -> Iterator[Instance]:
    """Small instances that counting does not refute, and have no placement."""
    while True:
        try:
            instance = (
                near_miss.__wrapped__(rng.randrange(10**6)) if rng.random() < 0.5 else twin(rng, composed(rng, 4))
            )
        except InputError:
            continue
        if Counting(instance).refutation is None and solve(instance, "decompose", isolate=False).placement is None:
            yield instance


def honest(kind: str, count: int, seed: int = 0) -> Iterator[tuple[Instance, Certificate]]:
    """So many instances with the solver's certificates of a kind, modulo a prime wherever that is possible."""
    found = 0
    for instance in infeasible(random.Random(seed)):
        with equations_from(1 if kind == "modular" else 10**9):
            certificate = solve(instance, "decompose", proof=True, isolate=False).certificate
        if certificate is not None and certificate.kind == kind:
            found += 1
            yield instance, certificate
        if found == count:
            return


def strange(kind: str, count: int, seed: int = 0) -> Iterator[tuple[Instance, Certificate]]:
    """So many with valid certificates that no solver would write: random joins, definitions, claims and weights."""
    found = 0
    rng = random.Random(seed)
    for instance in infeasible(rng):
        target = Target(instance, ())
        for _ in range(20):
            forged = forge(rng, target, kind)
            if forged.verdict == "valid":
                found += 1
                yield instance, forged.certificate
                break
        if found == count:
            return
