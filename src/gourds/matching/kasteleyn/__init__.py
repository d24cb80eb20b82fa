"""Pfaffians of planar boards, which count matchings exactly (Kasteleyn), for few colors.

``plan`` takes an instance apart and counts its placements: a ``piece`` per kind of component, with its
``orientation``, evaluated on the points of a ``grid``. ``draw`` draws placements with exact counts. ``banded``
eliminates many banded matrices modulo a prime; its loops are in ``banded_kernel``. ``primes`` has the arithmetic.
"""
