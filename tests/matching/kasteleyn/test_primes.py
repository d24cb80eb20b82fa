"""Primes, roots of unity, inverses and Chinese remainders."""

from __future__ import annotations

import itertools

import numpy as np

from gourds.matching.kasteleyn.primes import combine, inverses, is_prime, primes, root_of_unity


def test_primes_and_roots():
    sieve = [n for n in range(2, 3000) if all(n % d for d in range(2, int(n**0.5) + 1))]
    assert [n for n in range(3000) if is_prime(n)] == sieve
    assert not is_prime(46337 * 46327)
    assert not is_prime(46337 * 46337)
    assert not is_prime(3215031751 // 7)
    assert is_prime(2**31 - 1)
    assert next(primes(1)) == 2**31 - 1
    for order in (1, 2, 3, 8, 30, 63, 240):
        p = next(primes(order))
        root = root_of_unity(order, p)
        assert p % order == 1 % order
        assert len({pow(root, k, p) for k in range(order)}) == order
    assert (inverses(np.arange(1, 13), 13) * np.arange(1, 13) % 13 == 1).all()


def test_chinese_remainders():
    moduli = list(itertools.islice(primes(1), 3))
    for value in (0, 1, -1, 10**27, -(10**27)):
        assert combine([value % p for p in moduli], moduli) == value
