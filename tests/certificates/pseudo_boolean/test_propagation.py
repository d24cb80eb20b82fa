"""Unit propagation against the plain loop over all constraints, in both engines, with constraints coming and going."""

from __future__ import annotations

import random

import pytest

from gourds.certificates.pseudo_boolean.inequality import Inequality
from gourds.certificates.pseudo_boolean.propagation import LIMIT, Propagator, has_conflict
from tests.certificates.pseudo_boolean.derivations import points, random_inequality

ROUNDS = 100


@pytest.mark.parametrize("engine", ["python", "numba"])
def test_propagation_finds_what_the_plain_loop_finds(engine):
    answers = set()
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        count = rng.randrange(2, 8)
        propagator, database = Propagator(engine), {}
        for number in range(rng.randrange(5, 40)):
            if rng.random() < 0.6:
                database[number] = random_inequality(rng, min(count, 1 + rng.randrange(count)))
                if seed % 5 == 0 and rng.random() < 0.1:
                    terms = database[number].terms
                    database[number] = Inequality({v: a * LIMIT for v, a in terms.items()}, LIMIT + 1)
                propagator.add(number, database[number])
            elif database and rng.random() < 0.5:
                gone = rng.choice(list(database))
                del database[gone]
                propagator.remove(gone)
            first, second = random_inequality(rng, count), random_inequality(rng, count)
            with propagator.assuming(first) as conflict:
                assert conflict == has_conflict([*database.values(), first])
                answers.add(conflict)
                if not conflict:
                    forced = {v: value for v, (_, value) in propagator.values().items()}
                    solutions = [p for p in points(count) if all(map(_at(p), [*database.values(), first]))]
                    assert all(p[v] == value for p in solutions for v, value in forced.items())
                    with propagator.assuming(second) as further:
                        assert further == has_conflict([*database.values(), first, second])
    assert answers == {True, False}


def _at(point):
    return lambda there: sum(a * point[v] for v, a in there.terms.items()) >= there.bound


def test_a_conflict_has_no_solution():
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        constraints = [random_inequality(rng, 6) for _ in range(rng.randrange(1, 9))]
        if has_conflict(constraints):
            assert not any(all(map(_at(p), constraints)) for p in points(6))


def test_numbers_of_any_size_move_to_lists():
    propagator = Propagator("numba")
    propagator.add(1, Inequality({1: 1, 2: 1}, 2))
    with propagator.assuming(Inequality({1: -1}, 0)) as conflict:
        assert conflict
    huge = 2**63 - 1
    propagator.add(2, Inequality({1: -huge, 2: -huge, 3: huge}, -huge))
    with propagator.assuming(Inequality({3: -1}, 0)) as conflict:
        assert conflict
    with propagator.assuming(Inequality({3: 1}, 1)) as conflict:
        assert not conflict
