"""Arithmetic modulo primes below 2³¹: primes, roots of unity, inverses, Chinese remainders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
LARGEST_PRIME = 2**31 - 1


def primes(modulus: int, below: int = LARGEST_PRIME) -> Iterator[int]:
    """The primes p ≤ ``below`` with p ≡ 1 modulo ``modulus``, from the largest down."""
    step = lcm(2, modulus)
    p = (below - 1) // step * step + 1
    while p > 2:
        if is_prime(p):
            yield p
        p -= step


@lru_cache(maxsize=2**12)
def is_prime(n: int) -> bool:
    """Miller–Rabin with bases that leave no doubt below 3,215,031,751."""
    if n < 2 or any(n % q == 0 for q in (2, 3, 5, 7)):
        return n in (2, 3, 5, 7)
    twos = (n - 1 & 1 - n).bit_length() - 1
    for base in (2, 3, 5, 7):
        x = pow(base, (n - 1) >> twos, n)
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True


def root_of_unity(order: int, p: int) -> int:
    """An element of the given order modulo the prime p; the order divides p − 1."""
    parts = [order // q for q in _prime_factors(order)]
    roots = (pow(x, (p - 1) // order, p) for x in range(2, p))
    return next((root for root in roots if all(pow(root, part, p) != 1 for part in parts)), 1)


def _prime_factors(n: int) -> set[int]:
    found, q = set(), 2
    while q * q <= n:
        while n % q == 0:
            found.add(q)
            n //= q
        q += 1
    return found | ({n} if n > 1 else set())


def interpolating(points: Sequence[int], wanted: int, p: int) -> list[int]:
    """The shares of points: Σ share·f(point) is the coefficient of y^wanted, for f of lower degree than their number.

    The share of a point s is the coefficient of y^wanted in Π (y − s')/(s − s') over the other points s'.
    """
    product = [1]  # Π (y − s), lowest coefficient first
    for s in points:
        product = [(a - s * b) % p for a, b in zip([0, *product], [*product, 0], strict=True)]
    shares = []
    for s in points:
        quotient = [0] * len(points)  # product / (y − s)
        carry = value = 0
        for k in range(len(points), 0, -1):
            carry = (product[k] + s * carry) % p
            quotient[k - 1] = carry
            value = (value * s + carry) % p
        shares.append(quotient[wanted] * pow(value, -1, p) % p if wanted < len(points) else 0)
    return shares


def inverses(values: NDArray[Any], p: int) -> NDArray[Any]:
    """The inverses of numbers modulo the prime p, as powers with exponent p − 2; floats are exact for p² < 2⁵³."""
    result, power, exponent = np.ones_like(values), values % p, p - 2
    while exponent:
        if exponent & 1:
            result = result * power % p
        power = power * power % p
        exponent >>= 1
    return result


def combine(residues: Sequence[int], moduli: Sequence[int]) -> int:
    """The integer of least absolute value with these residues (Chinese remainders)."""
    value, modulus = 0, 1
    for residue, p in zip(residues, moduli, strict=True):
        value += modulus * ((residue - value) * pow(modulus, -1, p) % p)
        modulus *= p
    return value - modulus if 2 * value > modulus else value


def powers(root: int, count: int, p: int) -> IntArray:
    """The first powers of a root modulo p, from 1 on."""
    found = [1] * count
    for k in range(1, count):
        found[k] = found[k - 1] * root % p
    return np.array(found, dtype=np.int64)
