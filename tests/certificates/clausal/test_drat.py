"""The proof checker accepts the proofs of real solvers and never accepts one of a satisfiable formula.

Satisfiability is known here without any solver: by theory (pigeonhole, odd parity), or from the truth table.
"""

from __future__ import annotations

import doctest
import functools
import itertools
import random
from collections.abc import Iterator

import networkx as nx
import pytest

from gourds.certificates.clausal import drat
from gourds.certificates.clausal.drat import ProofVerdict, check_drat
from tests.forging.proofs import Clauses, Naive, examined, forge_proof, is_satisfiable, random_cnf

SOLVERS = ["cadical153", "cadical195", "glucose4", "lingeling", "maplechrono"]
ENGINES = [
    "python",
    "numba",
]
SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
VALID, INVALID = ProofVerdict.VALID, ProofVerdict.INVALID


def pigeonhole(holes: int) -> Clauses:
    """One pigeon more than holes. Dropping any one clause makes it satisfiable."""
    at = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    pairs = itertools.combinations(range(holes + 1), 2)
    return at + [[-at[p][h], -at[q][h]] for p, q in pairs for h in range(holes)]


def odd_parity(nodes: int, seed: int) -> Clauses:
    """Sums of edges at each node of a connected cubic graph, one odd: minimally unsatisfiable as well."""
    graph = nx.random_regular_graph(3, nodes, seed=seed)
    assert nx.is_connected(graph)
    edge = {frozenset(pair): i for i, pair in enumerate(graph.edges, 1)}
    clauses: Clauses = []
    for node in graph:
        around = [edge[frozenset((node, other))] for other in graph[node]]
        for signs in itertools.product((1, -1), repeat=3):
            clause = [sign * name for sign, name in zip(signs, around, strict=True)]
            clauses += [clause] if (signs.count(-1) % 2 == 1) != (node == 0) else []
    return clauses


def one_in_three(variables: int, count: int, rng: random.Random) -> Clauses:
    triples = random_cnf(variables, count, rng)
    return [clause for a, b, c in triples for clause in ([a, b, c], [-a, -b], [-a, -c], [-b, -c])]


def prove(clauses: Clauses, name: str = "cadical153") -> list[str]:
    solvers = pytest.importorskip("pysat.solvers")
    with solvers.Solver(name=name, bootstrap_with=clauses, with_proof=True) as solver:
        assert solver.solve() is False
        proof: list[str] = solver.get_proof()
    return proof if "0" in proof else [*proof, "0"]


@functools.cache
def unsatisfiable(small: bool) -> list[Clauses]:
    rng = random.Random(7)
    found = [pigeonhole(n) for n in ((3,) if small else (4, 5, 6, 7))]
    found += [odd_parity(n, 1) for n in ((6, 8) if small else (10, 16))]
    for make in (lambda: random_cnf(11, 70, rng), lambda: one_in_three(12, 12, rng)):
        candidates = (make() for _ in itertools.count())
        found += itertools.islice((clauses for clauses in candidates if not is_satisfiable(clauses)), 5)
    return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SOLVERS)
def test_accepts_solvers(name: str, engine: drat.Engine) -> None:
    for clauses in unsatisfiable(small=False):
        if engine == "python" and name != "cadical153" and clauses == pigeonhole(7):
            continue  # some seconds each
        result = check_drat(clauses, prove(clauses, name), engine=engine)
        assert result.verdict is VALID, result.reason
        found = examined(clauses, prove(clauses, name), engine)
        core = [clauses[i] for i in found.core]
        assert 0 < found.checked <= found.lemmas or core
        if max(abs(lit) for clause in clauses for lit in clause) <= 12:
            assert not is_satisfiable(core)


def test_core_of_a_minimal_formula_is_all_of_it() -> None:
    for clauses in (pigeonhole(5), odd_parity(10, 1)):
        assert examined(clauses, prove(clauses)).core == tuple(range(len(clauses)))


def test_engines_do_the_same() -> None:
    rng = random.Random(3)
    formulas = [*unsatisfiable(small=True), random_cnf(60, 330, rng), random_cnf(100, 500, rng)]
    for clauses in formulas:
        proof = prove(clauses)
        for lines in (proof, *itertools.islice(corruptions(proof, rng), 15)):
            interpreted = check_drat(clauses, lines, engine="python")
            assert check_drat(clauses, lines, engine="numba") == interpreted
            if interpreted:
                assert examined(clauses, lines, "python") == examined(clauses, lines, "numba")


def corruptions(proof: list[str], rng: random.Random) -> Iterator[list[str]]:
    """Endless damaged copies of a proof; the closing `0` stays in most."""
    while True:
        lines = list(proof)
        for _ in range(rng.choice((1, 1, 2, 8))):
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            tokens = lines[i].split()
            places = [k for k, token in enumerate(tokens) if token not in ("0", "d")]
            match rng.randrange(7):
                case 0 if len(lines) > 1:
                    del lines[i]
                case 1 if places:
                    k = rng.choice(places)
                    tokens[k] = tokens[k][1:] if tokens[k].startswith("-") else "-" + tokens[k]
                    lines[i] = " ".join(tokens)
                case 2 if places:
                    del tokens[rng.choice(places)]
                    lines[i] = " ".join(tokens)
                case 3:
                    lines[i], lines[j] = lines[j], lines[i]
                case 4:
                    lines.insert(i, lines[j])
                case 5:
                    lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
                case 6 if tokens and tokens[0] != "d":
                    lines[i] = "d " + lines[i]
        yield lines


def test_damaged_proofs() -> None:
    """Acceptance of a damaged proof is right for an unsatisfiable formula, and wrong for a satisfiable one."""
    rng = random.Random(11)
    seen = {VALID: 0, INVALID: 0}
    broken = 0
    for clauses in unsatisfiable(small=True):
        proof = prove(clauses, rng.choice(SOLVERS))
        for lines in itertools.islice(corruptions(proof, rng), 40):
            seen[check_drat(clauses, lines).verdict] += 1
            if "0" not in lines:
                assert check_drat(clauses, lines).verdict is INVALID
        for _ in range(40):
            damaged = [list(clause) for clause in clauses]
            while not is_satisfiable(damaged):
                i = rng.randrange(len(damaged))
                if rng.random() < 0.5:
                    del damaged[i]
                else:
                    k = rng.randrange(len(damaged[i]))
                    damaged[i][k] *= -1
            broken += 1
            for lines in (proof, next(corruptions(proof, rng))):
                assert check_drat(damaged, lines).verdict is INVALID
    assert min(seen.values()) >= 50
    assert broken >= 400


def test_every_clause_of_a_minimal_formula_is_needed() -> None:
    for clauses in (pigeonhole(4), odd_parity(10, 1)):
        for name in SOLVERS:
            proof = prove(clauses, name)
            for i in range(len(clauses)):
                assert check_drat(clauses[:i] + clauses[i + 1 :], proof).verdict is INVALID


def test_cut_off_proofs() -> None:
    clauses = pigeonhole(4)
    proof = prove(clauses)
    end = proof.index("0")
    for length in range(end + 1):
        result = check_drat(clauses, proof[:length])
        assert result.verdict is INVALID
        assert f"line {length}: the proof ends without the empty clause" in result.reason
    text = "\n".join(proof[: end + 1])
    assert check_drat(clauses, text).verdict is VALID
    for length in range(len(text)):
        assert check_drat(clauses, text[:length]).verdict is INVALID


def test_propagation_alone_still_needs_the_empty_clause() -> None:
    for clauses in ([[1], [-1]], [[1], [-1, 2], [-2]], [[]], [[1, 2], []]):
        assert check_drat(clauses, []).verdict is INVALID
        assert check_drat(clauses, ["0"]).verdict is VALID


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1", "cut off"),
        ("1 2", "cut off"),
        ("d 1 2", "cut off"),
        ("1 0 2 0", "0 before the end"),
        ("0 0", "0 before the end"),
        ("1 x 0", "not a line"),
        ("1 --2 0", "not a line"),
        ("1 - 0", "not a line"),
        ("1_0 0", "not a line"),
        ("+1 0", "not a line"),
        ("1.0 0", "not a line"),
        ("٣ 0", "not a line"),
        ("a 1 0", "not a line"),
        ("d1 0", "not a line"),
        ("d", "not a line"),
        ("d 0", "deletes the empty clause"),
        ("9" * 5000 + " 0", "not a line"),
        (f"{2**30} 0", "a variable above"),
        (f"d -{2**31} 0", "a variable above"),
    ],
)
def test_malformed_lines(line: str, reason: str) -> None:
    for proof in (["1 0", line, "0"], ["c a comment", "1 0", "0", "", line]):
        result = check_drat(SQUARE, proof)
        assert result.verdict is INVALID
        assert result.reason.startswith(f"line {proof.index(line) + 1}: {reason}")


def test_malformed_formulas_are_the_callers_fault() -> None:
    for clauses in ([[1, 0]], [[1, "2"]], [[1.5]], [None], [[2**30]]):
        result = check_drat(clauses, ["0"])  # type: ignore[arg-type]
        assert result.verdict is ProofVerdict.CHECKER_ERROR
        assert result.reason.startswith("clause 0 of the formula") or clauses == [None]
    for proof in (None, [b"0"], 3):
        assert check_drat(SQUARE, proof).verdict is ProofVerdict.CHECKER_ERROR  # type: ignore[arg-type]


def test_repeated_literals_and_tautologies() -> None:
    doubled = [[1, 1, 2, 1], [1, -2, -2], [-1, 2, 2], [-1, -1, -2], [3, -3], [4, 1, -4]]
    for proof in (["1 1 0", "0"], ["3 1 -3 0", "d 3 -3 0", "1 0", "0"], ["d 2 1 1 0", "1 0", "0"]):
        expected = INVALID if proof[0] == "d 2 1 1 0" else VALID
        assert check_drat(doubled, proof).verdict is expected
    # A tautology says nothing: as a unit after removing one literal, each of these would be a refutation.
    assert check_drat([[1, -1], [2, -2, 1]], ["1 -1 0", "-1 1 0", "0"]).verdict is INVALID
    assert check_drat([[1, -1], [-1, 2], [-2]], ["0"]).verdict is INVALID


def test_large_names_cost_nothing() -> None:
    far = 2**30 - 1
    result = check_drat([[far, 2], [far, -2], [-far, 2], [-far, -2]], [f"{far} 0", "0"])
    assert result.verdict is VALID


def test_deletions() -> None:
    # Needed and gone; a second copy stays; deleted and added again; never there.
    assert check_drat(SQUARE, ["d 2 1 0", "1 0", "0"]).verdict is INVALID
    assert check_drat([*SQUARE, [2, 1]], ["d 2 1 0", "1 0", "0"]).verdict is VALID
    assert check_drat([*SQUARE, [3, 4]], ["1 2 3 0", "d 1 2 3 0", "1 0", "0"]).verdict is VALID
    assert examined(SQUARE, ["d 1 2 3 0", "d 7 0", "1 0", "0"]).ignored == 2
    # The lemma 1 is the reason of literal 1, and [-1, 2] that of literal 2: both stay.
    assert examined([*SQUARE, [3, 4]], ["1 3 0", "d 1 3 0", "1 0", "d 1 0", "0"]).ignored == 0
    clauses = [[1], [-1, 2], [3, 4, -2], [3, -4, -2], [-3, 4], [-3, -4]]
    assert examined(clauses, ["d -1 2 0", "d 1 0", "3 0", "0"]).ignored == 2


FORGED = [
    ([[1, 2]], ["-1 0", "0"]),
    ([[1, 2]], ["3 0", "-3 0", "0"]),
    ([[1, 2]], ["3 0", "d 3 0", "-3 0", "0"]),
    ([[1, 2]], ["3 4 0", "d 3 4 0", "-3 0", "-4 0", "3 4 0", "0"]),
    ([[1, 2]], ["1 0", "-1 2 0", "-2 0", "0"]),
    ([[1, 2], [-1, -2]], ["1 0", "2 0", "0"]),
    ([[1, 2], [-1, 2]], ["2 0", "-2 1 0", "-1 0", "0"]),
    # The lemma 1 is RAT only because of the false lemma before it, which nothing else uses.
    ([[-1, 2], [-2, 3, 4], [-2, 3, -4], [-2, -3, 4], [-2, -3, -4]], ["1 2 0", "1 0", "d 1 2 0", "3 0", "0"]),
    ([], ["0"]),
    ([], ["1 0", "-1 0", "0"]),
]


@pytest.mark.parametrize(("clauses", "proof"), FORGED)
def test_forged(clauses: Clauses, proof: list[str]) -> None:
    assert is_satisfiable(clauses)
    assert check_drat(clauses, proof).verdict is INVALID


def cook(holes: int) -> list[str]:
    """Cook's short refutation of the pigeonhole formula by extended resolution: its definitions are RAT."""
    at = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    fresh = itertools.count((holes + 1) * holes + 1)
    lemmas: Clauses = []
    while len(at) > 2:
        last = at[-1]
        new = [[next(fresh) for _ in row[:-1]] for row in at[:-1]]
        for row, names in zip(at, new, strict=False):
            for j, q in enumerate(names):
                p, away = row[j], row[-1]
                lemmas += [[q, -p], [q, -away, -last[j]], [-q, p, away], [-q, p, last[j]]]
        lemmas += new
        for i, k in itertools.combinations(range(len(new)), 2):
            for j in range(len(new[0])):
                lemmas += [[-new[i][j], -new[k][j], -at[i][j]], [-new[i][j], -new[k][j]]]
        at = new
    return [" ".join(map(str, [*lemma, 0])) for lemma in [*lemmas, []]]


@pytest.mark.parametrize("engine", ENGINES)
def test_extended_resolution(engine: drat.Engine) -> None:
    for holes in (3, 8):
        result = check_drat(pigeonhole(holes), cook(holes), engine=engine)
        assert result.verdict is VALID, result.reason
        found = examined(pigeonhole(holes), cook(holes), engine)
        assert found.rat > 0
        assert found.core == tuple(range(len(pigeonhole(holes))))
    # A tautology is no clause that a definition would have to be checked against.
    assert check_drat([*pigeonhole(3), [13, -13], [14, 1, -14]], cook(3), engine=engine).verdict is VALID
    # A definition is RAT on its new variable only, so that one must come first.
    turned = [" ".join([*line.split()[-2::-1], "0"]) for line in cook(3)]
    assert "neither RUP nor RAT" in check_drat(pigeonhole(3), turned, engine=engine).reason
    for i in range(len(pigeonhole(4))):
        satisfiable = pigeonhole(4)[:i] + pigeonhole(4)[i + 1 :]
        assert check_drat(satisfiable, cook(4), engine=engine).verdict is INVALID


def random_proof(clauses: Clauses, rng: random.Random, honest: bool) -> list[str]:
    """Random lemmas and deletions; if honest, only lemmas that the naive checker accepts."""
    naive, lines = Naive(clauses), []
    for _ in range(rng.randrange(5, 60)):
        if rng.random() < 0.25 and naive.active:
            clause = rng.choice(naive.active)
            top = naive.units(set())
            # Deletions of clauses that are unit at the top level mean different things to different checkers.
            if honest and (top is None or len([lit for lit in clause if -lit not in top]) < 2):
                continue
            naive.active.remove(clause)
            lines.append(" ".join(["d", *map(str, rng.sample(sorted(clause), len(clause))), "0"]))
        else:
            lits = [v * rng.choice((1, -1)) for v in rng.sample(range(1, 8), rng.choice((1, 1, 2, 2, 3)))]
            if not honest or naive.is_lemma(lits):
                naive.active.append(frozenset(lits))
                lines.append(" ".join(map(str, [*lits, 0])))
        if honest and naive.is_rup(frozenset()):
            break
    return [*lines, "0"]


def test_against_naive_checker() -> None:
    rng = random.Random(5)
    accepted = rat = rejected = 0
    for _ in range(1000):
        clauses = random_cnf(5, rng.randrange(8, 30), rng, width=rng.choice((2, 3)))
        satisfiable = is_satisfiable(clauses)
        honest = rng.random() < 0.7
        proof = random_proof(clauses, rng, honest)
        result = check_drat(clauses, proof)
        if result.verdict is VALID:
            assert not satisfiable
            found = examined(clauses, proof)
            assert not is_satisfiable([clauses[i] for i in found.core])
            accepted += 1
            rat += found.rat > 0
        else:
            assert result.verdict is INVALID
            rejected += 1
        if honest:
            replay = Naive(clauses)
            for line in proof[:-1]:
                lits = [int(token) for token in line.removeprefix("d ").split()[:-1]]
                if line.startswith("d"):
                    replay.active.remove(frozenset(lits))
                else:
                    replay.active.append(frozenset(lits))
            assert (result.verdict is VALID) == replay.is_rup(frozenset())
    assert accepted > 200
    assert rejected > 200
    assert rat > 5


def test_proofs_with_many_rat_steps_right_and_wrong() -> None:
    rng = random.Random(14)
    right = rat = wrong = 0
    for _ in range(1200):
        forged = forge_proof(rng)
        is_valid = forged.result.verdict is VALID
        assert forged.result.verdict is not ProofVerdict.CHECKER_ERROR, forged
        assert not (is_valid and forged.is_satisfiable), forged
        if forged.is_right:
            assert is_valid, forged
            right += 1
            rat += is_valid and examined(forged.clauses, forged.lines).rat > 0
        wrong += not is_valid
    assert right > 100
    assert rat > 50
    assert wrong > 300


def test_examples() -> None:
    assert doctest.testmod(drat).failed == 0
