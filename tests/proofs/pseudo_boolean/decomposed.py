"""Certificates of kinds ``decomposition`` and ``modular``: those of the solver, and others that are valid too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pysat.solvers import Solver

from gourds.certificates.decomposition import Master
from gourds.certificates.entries import RejectedError
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.selection import joined, taken_apart
from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.matching.components.modular import combination
from gourds.solvers import solve
from tests.certificates.test_decomposition import all_sums, all_values
from tests.encodings.small_instances import near_miss
from tests.forging.targets import composed, equations_from, twin
from tests.reduction_boards import random_cubic, reduction_board

Data = dict[str, Any]
TARGETS = 20
"""So many sums of equations are tried on each instance."""


def honest(kind: str, count: int, seed: int = 0) -> Iterator[tuple[Instance, Certificate]]:
    """So many instances with the solver's certificates of a kind, modulo a prime wherever that is possible."""
    rng = random.Random(seed)
    found = 0
    while found < count:
        with suppress(InputError):
            instance = (
                _small(rng) if kind == "decomposition" else reduction_board(random_cubic(4, rng.randrange(10**6)))
            )
            if Counting(instance).refutation is not None:
                continue
            with equations_from(1 if kind == "modular" else 10**9):
                certificate = solve(instance, "decompose", proof=True, isolate=False).certificate
            if certificate is not None and certificate.kind == kind:
                found += 1
                yield instance, certificate


def _small(rng: random.Random) -> Instance:
    return near_miss.__wrapped__(rng.randrange(10**6)) if rng.random() < 0.5 else twin(rng, composed(rng, 4))


def strange(kind: str, count: int, seed: int = 0) -> Iterator[tuple[Instance, Certificate]]:
    """So many with certificates that no solver would write: random joins, definitions, claims, moduli."""
    rng = random.Random(seed)
    found = 0
    for instance, certificate in honest("decomposition", 10**9, seed):
        data, master = _described(rng, instance, certificate.data["tables"])
        for changed in (_refuted if kind == "decomposition" else _weighted)(rng, data, master):
            other = Certificate(kind, instance.digest, changed)
            if verify_certificate(instance, other):
                found += 1
                yield instance, other
                break
        if found == count:
            return


def _described(rng: random.Random, instance: Instance, tables: list[Any]) -> tuple[Data, Master]:
    """A true description of the master problem, up to what classes imply."""
    puzzle = Puzzle.of(instance)
    selection = taken_apart(puzzle, tables)
    count = len(selection.choices)
    active, joins = list(range(count)), []
    while len(active) > 1 and rng.random() < 0.5:
        rng.shuffle(active)
        joins.append([active.pop(), active.pop()])
        active.append(count + len(joins) - 1)
    master = Master(joined(selection, joins))
    definitions = [row for row in all_values(master.selection, len(master.says) + 1) if rng.random() < 0.9]
    master.define(definitions)
    implied: list[list[int]] = []
    variables, classes = sorted(master.says), sorted(master.selection.totals)
    for _ in range(rng.choice([0, 20, 40]) if variables and classes else 0):
        clause = [rng.choice(variables) * rng.choice((1, -1)) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
        row = [*rng.choice(classes), *clause]
        try:
            master.imply([row])
        except RejectedError:
            continue
        implied.append(row)
    return {"tables": tables, "joins": joins, "definitions": definitions, "implied": implied}, master


def _refuted(rng: random.Random, data: Data, master: Master) -> Iterator[Data]:
    """Names for all sums, and a SAT solver's proof; nothing if a name is missing, which a definition would be for."""
    sums = all_sums(master.selection, 1 + max(master.says, default=0)) if rng.random() < 0.9 else []
    try:
        master.add_up(sums)
    except RejectedError:
        return
    proof = ["0"]
    if all(master.clauses):
        with Solver(rng.choice(["cadical195", "glucose4"]), bootstrap_with=master.clauses, with_proof=True) as solver:
            if solver.solve():
                return
            proof = [*solver.get_proof(), "0"]
    yield {**data, "sums": sums, "proof": proof}


def _weighted(rng: random.Random, data: Data, master: Master) -> Iterator[Data]:
    """Weights of the equations of choices and classes, nothing merged, that leave few unknowns modulo a number."""
    modulus = rng.choice([2, 3, 5, 101])
    choices = master.selection.choices
    rows: list[dict[int, int]] = []
    values: list[int] = []
    for number, choice in enumerate(choices):
        rows.append({master.first[number] + t: 1 for t in range(len(choice.signatures))})
        values.append(1)
    for name, items in master.selection.items.items():
        row = {}
        for number, entry in items:
            for t, signature in enumerate(choices[number].signatures):
                if signature[entry] % modulus:
                    row[master.first[number] + t] = signature[entry]
        rows.append(row)
        values.append(master.selection.totals[name])
    unknowns = sorted(master.says)
    for _ in range(TARGETS):
        left = rng.sample(unknowns, min(len(unknowns), rng.randrange(4)))
        target = {unknown: rng.randrange(1, modulus) for unknown in left} or None
        found = combination(rows, values, 1 + max(unknowns, default=0), target, modulus)
        if found is None:
            continue
        weights = [w + modulus * rng.choice([0, 0, -1]) for w in found.tolist()]
        names = list(master.selection.items)
        yield {
            **data,
            "modulus": modulus,
            "choices": [[number, w] for number, w in enumerate(weights[: len(choices)]) if w],
            "classes": [[*name, w] for name, w in zip(names, weights[len(choices) :], strict=True) if w],
            "values": [],
        }
