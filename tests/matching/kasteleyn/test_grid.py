"""Interpolation grids: every coefficient of a window is read off exactly, with the points that are promised."""

from __future__ import annotations

import itertools
import random
from math import prod

import numpy as np
import pytest

from gourds.errors import LimitError
from gourds.matching.kasteleyn.grid import make_grid
from gourds.matching.kasteleyn.primes import primes


def monomial(point: list[int], exponents: tuple[int, ...], p: int) -> int:
    return prod(pow(y, e, p) for y, e in zip(point, exponents, strict=True)) % p


def test_coefficients_are_read_off_random_polynomials():
    """Polynomials with all exponents that ranges and parities allow; windows of one signature and of many."""
    rng = random.Random(1)
    found_some = 0
    for _ in range(250):
        colors = rng.randrange(2, 5)
        every = list(itertools.combinations(range(colors), 2))
        pairs = sorted(rng.sample(every, rng.randrange(1, len(every) + 1))[:4])
        reach = [(low := rng.randrange(3), low + rng.randrange(5)) for _ in pairs]
        planted = [rng.randrange(low, high + 1) for low, high in reach]
        window = []
        for (low, high), e in zip(reach, planted, strict=True):
            window.append(rng.choice([(e, e), (low, high), (rng.randrange(low, e + 1), rng.randrange(e, high + 1))]))
        parity = [rng.random() < 0.05 for _ in range(colors)]
        for (a, b), e in zip(pairs, planted, strict=True):
            parity[a] += e
            parity[b] += e
        terms = {}
        for s in itertools.product(*(range(low, high + 1) for low, high in reach)):
            sums = [0] * colors
            for (a, b), e in zip(pairs, s, strict=True):
                sums[a] += e
                sums[b] += e
            if all((x - y) % 2 == 0 for x, y in zip(sums, parity, strict=True)):
                terms[s] = rng.randrange(1000)
        wanted = {s: n for s, n in terms.items() if all(a <= e <= b for e, (a, b) in zip(s, window, strict=True))}
        grid = make_grid(pairs, parity, reach, window)
        if grid is None:
            assert not terms
            continue
        p = next(primes(grid.modulus))
        points = grid.points(p)
        values = [sum(n * monomial(point, s, p) for s, n in terms.items()) % p for point in points.tolist()]
        found = grid.coefficients(np.array([values], dtype=np.int64), points, p)[0]
        places, signatures = grid.signatures()
        assert len(places) == len(set(places.tolist()))
        assert dict(zip(map(tuple, signatures.tolist()), found[places].tolist(), strict=True)) == wanted
        found_some += len(wanted) > 1
    assert found_some > 80


def test_parity_and_a_window_of_one_thin_the_grid():
    three = [(0, 1), (0, 2), (1, 2)]
    every = make_grid(three, [0, 0, 0], [(0, 15)] * 3, [(0, 15)] * 3)
    single = make_grid(three, [0, 0, 0], [(0, 15)] * 3, [(8, 8)] * 3)
    assert every is not None
    assert single is not None
    assert every.size == 16 * 8 * 8
    assert single.size == 9 * 5 * 5
    assert make_grid([], [0, 2], [], []) is not None
    assert make_grid([], [1], [], []) is None
    assert make_grid([(0, 1)], [1, 0], [(0, 3)], [(1, 1)]) is None
    assert make_grid([(0, 1)], [0, 0], [(1, 0)], [(1, 1)]) is None


def test_a_huge_exponent_is_too_much():
    with pytest.raises(LimitError, match="too much to interpolate"):
        make_grid([(0, 1)], [0, 0], [(0, 10**6)], [(0, 10**6)])
