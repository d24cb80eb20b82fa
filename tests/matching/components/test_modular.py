"""Linear systems modulo a prime against all assignments, and what they say of master problems."""

from __future__ import annotations

import doctest
import itertools
import operator
import random

import pytest

from gourds.matching.components import modular
from gourds.matching.components.modular import LARGEST_PRIME, Row, combination, solve_modular


@pytest.fixture(params=[0, 3, 40], ids=["dense", "mixed", "sparse"])
def density(request, monkeypatch):
    """Where arrays take over: from the start, soon, never on small systems."""
    monkeypatch.setattr(modular, "_DENSE", request.param)


def random_system(rng: random.Random, prime: int) -> tuple[list[Row], list[int], int]:
    unknowns, count = rng.randrange(1, 5), rng.randrange(1, 7)
    rows = [{u: rng.randrange(-prime, prime) for u in range(unknowns) if rng.random() < 0.6} for _ in range(count)]
    return rows, [rng.randrange(-prime, 2 * prime) for _ in rows], unknowns


@pytest.mark.usefixtures("density")
def test_small_systems_against_all_assignments():
    rng = random.Random(2)
    none = unique = 0
    for _ in range(400):
        prime = rng.choice([2, 3, 5, 7])
        rows, values, unknowns = random_system(rng, prime)
        products = {
            x: [sum(c * x[u] for u, c in row.items()) % prime for row in rows]
            for x in itertools.product(range(prime), repeat=unknowns)
        }
        solutions = [x for x, found in products.items() if found == [v % prime for v in values]]
        assert prime ** (unknowns - modular.rank(rows, unknowns, prime)) == sum(
            not any(found) for found in products.values()
        )
        solved = solve_modular(rows, values, unknowns, prime)
        if solved is None:
            assert not solutions
            assert sums(rows, values, combination(rows, values, unknowns, None, prime), prime) == ({}, 1)
            none += 1
            continue
        spanned = {
            tuple(((solved.values + solved.directions @ list(chosen)) % prime).tolist())
            for chosen in itertools.product(range(prime), repeat=len(solved.free))
        }
        assert spanned == set(solutions)
        for u in range(unknowns):
            assert solved.is_determined[u] == (len({x[u] for x in solutions}) == 1)
            if solved.is_determined[u]:
                found = combination(rows, values, unknowns, {u: 1}, prime)
                assert sums(rows, values, found, prime) == ({u: 1}, solutions[0][u])
                unique += 1
            else:
                assert combination(rows, values, unknowns, {u: 1}, prime) is None
    assert none > 50
    assert unique > 100


def sums(rows, values, multipliers, prime) -> tuple[Row, int]:
    """The sum of the multiplied equations."""
    total: Row = {}
    for row, times in zip(rows, multipliers.tolist(), strict=True):
        for u, c in row.items():
            total[u] = (total.get(u, 0) + times * c) % prime
    value = sum(times * v for times, v in zip(multipliers.tolist(), values, strict=True)) % prime
    return {u: c for u, c in total.items() if c}, value


@pytest.mark.usefixtures("density")
def test_blocks():
    """A system larger than a block, with a known solution, of full rank and not."""
    rng = random.Random(5)
    size = 150
    x = [rng.randrange(101) for _ in range(size)]
    for rank in (size, size - 10):
        rows = [{u: rng.randrange(1, 101) for u in rng.sample(range(size), 5)} for _ in range(rank)]
        values = [sum(c * x[u] for u, c in row.items()) for row in rows]
        solved = solve_modular(rows, values, size)
        assert solved is not None
        assert len(solved.free) >= size - rank
        for row, value in zip(rows, values, strict=True):
            assert (sum(c * int(solved.values[u]) for u, c in row.items()) - value) % 101 == 0
        if not len(solved.free):
            assert solved.values.tolist() == x
        rows.append(dict(rows[0]))
        assert solve_modular(rows, [*values, values[0] + 1], size) is None


def test_ranks_modulo_the_largest_prime_are_exact():
    """Dense systems larger than a block, with residues of all sizes and with the largest, by plain integers too."""
    assert 64 * LARGEST_PRIME**2 < 2**53
    assert all(LARGEST_PRIME % k for k in range(2, 2897))
    rng = random.Random(7)
    size, inner = 150, 140
    for least in (0, LARGEST_PRIME - 2):
        left = [[rng.randrange(least, LARGEST_PRIME) for _ in range(inner)] for _ in range(size)]
        right = [[rng.randrange(least, LARGEST_PRIME) for _ in range(size)] for _ in range(inner)]
        columns = list(zip(*right, strict=True))
        table = [[sum(map(operator.mul, row, column)) % LARGEST_PRIME for column in columns] for row in left]
        for given in (table, left):
            rows = [dict(enumerate(row)) for row in given]
            assert modular.rank(rows, size, LARGEST_PRIME) == plain_rank(given, LARGEST_PRIME) >= inner - 10


def test_solutions_modulo_the_largest_prime():
    rng = random.Random(4)
    for size in (8, 50):
        solution = [rng.randrange(LARGEST_PRIME) for _ in range(size)]
        rows = [{u: rng.randrange(1, LARGEST_PRIME) for u in range(size)} for _ in range(size)]
        values = [sum(c * solution[u] for u, c in row.items()) for row in rows]
        solved = solve_modular(rows, values, size, LARGEST_PRIME)
        assert solved is not None
        assert solved.values.tolist() == solution
        found = combination(rows, values, size, {3: 1}, LARGEST_PRIME)
        assert sums(rows, values, found, LARGEST_PRIME) == ({3: 1}, solution[3])


def plain_rank(table: list[list[int]], prime: int) -> int:
    """Textbook elimination."""
    left, count = [row[:] for row in table], 0
    for column in range(len(table[0])):
        pivot = next((row for row in left if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        inverse = pow(pivot[column], -1, prime)
        for row in left:
            factor = row[column] * inverse % prime
            row[:] = [(a - factor * b) % prime for a, b in zip(row, pivot, strict=True)]
        count += 1
    return count


def test_examples():
    assert doctest.testmod(modular).failed == 0
