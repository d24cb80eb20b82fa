"""Whole proofs of infeasible twins, altered in all sorts of ways, for feasible instances: none is ever accepted."""

from __future__ import annotations

import random
import re
from collections import Counter

from gourds.certificates.pseudo_boolean.check import check_pb_proof
from gourds.instance import Instance
from gourds.proofs.convert import pseudo_boolean_proof
from gourds.solvers import solve
from tests.solvers.small import small_instance

PAIRS = 25
"""Feasible instances with an infeasible twin."""
MUTATIONS = 16
"""Of the twin's proof, for each."""


def twin_of(instance: Instance, rng: random.Random) -> Instance:
    """The same board with other gourds: two exchange an end, some times over, so that the color totals stay."""
    gourds = [[a, b] for a, b, count in instance.gourd_list() for _ in range(count)]
    for _ in range(rng.randrange(1, 4)):
        first, second = rng.choice(gourds), rng.choice(gourds)
        first[1], second[rng.randrange(2)] = second[1], first[1]
    if Counter(color for pair in gourds for color in pair) != Counter(
        color for a, b, count in instance.gourd_list() for color in (a, b) for _ in range(count)
    ):
        return instance
    colors = [instance.colors[k] for k in instance.cell_colors.tolist()]
    return Instance.build(instance.board.cells, colors, [(a, b, 1) for a, b in gourds])


def mutated(text: str, rng: random.Random) -> str:
    """A step too strong, a wrong number, a premise or a step that is missing, twice there, or in another place."""
    head, *lines = [line for line in text.splitlines() if not re.match(r"[%*] |f ", line)]
    for _ in range(rng.randrange(3)):
        k = rng.randrange(len(lines))
        words = lines[k].split()
        numbers = [j for j, word in enumerate(words) if re.fullmatch(r"-?\d+", word)]
        kind = rng.choice(["number", "number", "number", "drop", "twice", "swap", "word", "axiom"])
        if kind == "number" and numbers:
            j = rng.choice(numbers)
            words[j] = str(int(words[j]) + rng.choice([-2, -1, 1, 1, 2, 7]))
            lines[k] = " ".join(words)
        elif kind == "drop" and len(lines) > 4:
            del lines[k]
        elif kind == "twice":
            lines.insert(k, lines[k])
        elif kind == "swap":
            j = rng.randrange(len(lines))
            lines[j], lines[k] = lines[k], lines[j]
        elif kind == "word":
            del words[rng.randrange(len(words))]
            lines[k] = " ".join(words)
        elif kind == "axiom":
            lines.insert(k, f"{rng.choice(['a', 'rup', 'ia', 'red', 'pbc'])} >= 1 ;")
    return "\n".join([head, *lines, ""])


def test_no_proof_is_accepted_for_a_feasible_instance():
    done: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    seed = 0
    while done["pairs"] < PAIRS:
        seed += 1
        rng = random.Random(seed)
        instance = small_instance(seed)
        if instance.board.size < 7 or solve(instance, "decompose", isolate=False).placement is None:
            continue
        twin = twin_of(instance, rng)
        certificate = solve(twin, rng.choice(["decompose", "sat", "polytope"]), proof=True, isolate=False).certificate
        if certificate is None or certificate.kind == "claimed":
            continue
        encoding = rng.choice(["reduced", "textbook"])
        proof = pseudo_boolean_proof(twin, certificate, encoding)
        assert check_pb_proof(twin, proof, encoding)
        done.update(["pairs", certificate.kind])
        for _ in range(MUTATIONS):
            check = check_pb_proof(instance, mutated(proof, rng), encoding)
            assert not check, (seed, certificate.kind)
            reasons[check.reason.split(": ", 1)[-1][:24]] += 1
    assert len(reasons) > 8, "the mutations all fail for the same few reasons"
    assert len(done) > 2, done
