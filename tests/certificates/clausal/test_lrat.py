"""The checker of LRAT says what the definition says, and never accepts a proof of a formula that has a solution."""

from __future__ import annotations

import functools
import random

import pytest

from gourds.certificates.clausal import lrat, lrat_kernel
from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.clausal.lrat import check_lrat
from gourds.proofs.clausal.lrat import with_hints
from tests.forging.lrat import change_lrat, is_right
from tests.forging.proofs import Clauses, Naive, is_satisfiable, random_cnf, rich_proof

VALID, INVALID = ProofVerdict.VALID, ProofVerdict.INVALID
SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
PROOFS = 25
"""So many proofs are changed; 1,000 take two minutes."""
CHANGES = 12
FORGERIES = 300


@functools.cache
def right_proofs() -> list[tuple[Clauses, list[str]]]:
    """Proofs of formulas without a solution, many with lemmas that are RAT."""
    rng, found = random.Random(1), []
    while len(found) < PROOFS:
        clauses = random_cnf(5, rng.randrange(14, 34), rng, width=rng.choice((2, 3, 3)))
        if not is_satisfiable(clauses):
            found.append((clauses, with_hints(clauses, rich_proof(rng, clauses))))
    return found


def test_accepts_hints_of_our_own() -> None:
    rat = 0
    for clauses, lines in right_proofs():
        result = check_lrat(clauses, lines)
        assert result.verdict is VALID, result.reason
        assert is_right(clauses, lines)
        rat += any(len(line.split(" 0 ")[-1].split("-")) > 1 for line in lines if " d " not in line)
    assert rat > PROOFS // 10


@pytest.mark.parametrize("engine", ["python", "numba"])
def test_changed_proofs_are_judged_by_the_definition(engine) -> None:
    rng, seen = random.Random(2), {VALID: 0, INVALID: 0}
    for clauses, lines in right_proofs()[:: 1 if engine == "python" else 5]:
        for _ in range(CHANGES):
            changed = list(lines)
            for _ in range(rng.choice((1, 1, 2, 4))):
                change_lrat(rng, changed)
            result = check_lrat(clauses, changed, engine=engine)
            seen[result.verdict] += 1
            assert (result.verdict is VALID) == is_right(clauses, changed), (clauses, changed, result.reason)
            assert result.verdict is VALID or result.reason.startswith("line ")
    assert min(seen.values()) > 5


def test_what_is_accepted_is_redundant() -> None:
    """A third opinion that does not look at hints: every lemma is RUP or RAT by full propagation."""
    rng, accepted = random.Random(4), 0
    for clauses, lines in right_proofs() * 3:
        changed = list(lines)
        change_lrat(rng, changed)
        if check_lrat(clauses, changed).verdict is not VALID:
            continue
        accepted += 1
        naive, names = Naive(clauses), dict(enumerate(map(frozenset, clauses), 1))
        for words in map(str.split, changed):
            if words[1] == "d":
                for name in map(int, words[2:-1]):
                    naive.active.remove(names[name])
                continue
            literals = [int(word) for word in words[1 : words.index("0")]]
            assert naive.is_lemma(literals)
            if not literals:
                break
            names[int(words[0])] = frozenset(literals)
            naive.active.append(frozenset(literals))
    assert accepted > 3


def forged_accepts(rng: random.Random, tries: int) -> int:
    """How many changed proofs of formulas that have a solution pass."""
    passed = 0
    for clauses, lines in rng.choices(right_proofs(), k=tries):
        weaker = [list(clause) for clause in clauses]
        while not is_satisfiable(weaker):
            weaker[rng.randrange(len(weaker))] = [rng.choice((6, 7, -8)), 9]  # so that IDs stay as they are
        changed = list(lines)
        for _ in range(rng.randrange(3)):
            change_lrat(rng, changed)
        passed += check_lrat(weaker, changed).verdict is VALID
    return passed


def test_no_proof_of_a_formula_that_has_a_solution() -> None:
    assert forged_accepts(random.Random(6), FORGERIES) == 0


def lax_follow(s, begin, end):
    """Takes a clause with two literals left for a unit."""
    found = lrat_kernel.follow(s, begin, end)
    return lrat_kernel.CONFLICT if found == lrat_kernel.ASTRAY else found


HOLES = {
    "a hint with two literals left": lambda m: m.setattr(
        lrat, "INTERPRETED", lrat.INTERPRETED._replace(replay=replayed)
    ),
    "no look at clauses to resolve with": lambda m: m.setattr(lrat.Checker, "check_rat", lambda *_: None),
}


def replayed(s, formula, begin):
    for k in range(begin, len(s.first)):
        found = lrat_kernel.CONFLICT
        if lrat_kernel.assume(s, formula + k, -1):
            found = lax_follow(s, s.first[k], s.last[k])
        lrat_kernel.undo(s, 0)
        if found != lrat_kernel.CONFLICT:
            return k
    return len(s.first)


@pytest.mark.parametrize("hole", HOLES)
def test_deliberate_holes_are_found(hole, monkeypatch) -> None:
    HOLES[hole](monkeypatch)
    assert forged_accepts(random.Random(7), FORGERIES) > 0


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "line 0: the proof ends without the empty clause"),
        (["5 1 0 1 2 0"], "line 1: the proof ends without the empty clause"),
        (["5 1 0 1 2"], "line 1: must be an ID, literals, 0, hints and 0"),
        (["5 1 0 1 0 2 0"], "line 1: must be an ID, literals, 0, hints and 0"),
        (["0 1 0 1 2 0"], "line 1: must be an ID"),
        (["1 0"], "line 1: must be an ID"),
        (["-5 1 0 1 2 0"], "line 1: an ID is negative or too large"),
        (["5 1 0 1 x 0"], "line 1: not a line of an LRAT proof"),
        (["5 1 0 +1 2 0"], "line 1: not a line of an LRAT proof"),
        (["c a remark", "4 1 0 1 2 0"], "line 2: the ID 4 is not larger than 4"),
        (["5 1 0 1 2 0", "5 0 3 4 0"], "line 2: the ID 5 is not larger than 5"),
        (["5 1 0 1 7 0"], "line 1: the hint 7 is no clause that is there"),
        (["4 d 2 0", "5 1 0 1 2 0"], "line 2: the hint 2 is no clause that is there"),
        (["4 d 9 0"], "line 1: deletes 9, but there is no such clause here"),
        (["4 d 2 2 0"], "line 1: deletes 2, but there is no such clause here"),
        (["4 d 2"], "line 1: cut off"),
        (["4 d -2 0"], "line 1: deletes a clause without a proper ID"),
        (["5 1 0 1 0"], "line 1: the hints lead to no contradiction, and the lemma is not RAT on its first literal 1"),
        (["5 1 2 0 1 0"], "line 2: the hints of the empty clause lead to no contradiction"),
        (["5 0 1 2 0"], "line 1: the hint 1 has two literals that are not false"),
        (["5 3 1 0 0", "6 -3 2 0 -5 0"], "line 2: the part for 5 leads to no contradiction"),
        (["5 3 1 0 -1 0"], "line 1: 1 opens a part of the hints and does not contain -3"),
        (["5 3 1 0 0", "6 -3 2 0 -5 1 -5 1 0"], "line 2: two parts of its hints are for one clause"),
        (["5 1073741824 0 0"], "line 1: a variable above 1073741823"),
    ],
)
def test_says_what_is_wrong(lines, reason) -> None:
    closed = lines if "ends" in reason else [*lines, "99 0 0"]
    result = check_lrat(SQUARE, closed)
    assert result.verdict is INVALID
    assert result.reason.startswith(reason)


def test_odd_but_right() -> None:
    right = ["c why", "", "4 d 0", "5 1 1 0 1 2 0", "9 2 -2 0 0", "12 0 5 3 4 0", "13 7 0 99 0", "13 d 99 0"]
    assert check_lrat(SQUARE, right).verdict is VALID
    assert check_lrat([*SQUARE, []], ["6 0 5 0"]).verdict is VALID
    assert check_lrat([[]], ["2 0 0"]).verdict is INVALID


def test_huge_names_cost_nothing() -> None:
    clauses = [[lit * 10**8 for lit in clause] for clause in SQUARE]
    assert check_lrat(clauses, ["5 100000000 0 1 2 0", f"{2**40} 0 5 3 4 0"]).verdict is VALID
