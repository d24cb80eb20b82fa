"""Ring sums: subset sum with rings of cells, in three colors; easy to count, hard to search case by case.

A ring is the border of a parallelogram four rows high, 4·L cells colored a a b b a a b b … around; filler f inside
and outside. A ring of even length has two perfect matchings: one uses 2·L gourds (a, b), the other none of them (the
chords at the sharp corners are useless: they cut off a cell). So the rings that take (a, b)-gourds must have lengths
that sum to half their number: subset sum. With lengths k and k + 1, m rings sum to at most m·(k + 1) and m + 1 rings to
at least (m + 1)·k, so with m = k − 2 the sum m·(k + 1) + 1 is missed by every set of rings. A solver that reasons by
cases looks at about C(n, m) sets of rings; one that counts, or that rounds linear inequalities, sees it at once.

>>> from gourds.families import FAMILIES, generate
>>> generate(FAMILIES["ring-sum"], {"rings": 4, "length": 4}).board.size
177
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from gourds.errors import InputError
from gourds.families.base import Family, Known, Parameter
from gourds.instance import Instance


def _ring(length: int, column: int) -> list[tuple[int, int]]:
    """The cells of a ring of 4·length cells in order around, its first column given."""
    width = 2 * length - 2
    top = [(column + q, 0) for q in range(width)]
    right = [(column + width - 1, r) for r in (1, 2)]
    bottom = [(column + q, 3) for q in range(width - 1, -1, -1)]
    left = [(column, r) for r in (2, 1)]
    return [*top, *right, *bottom, *left]


def _target(lengths: list[int], values: dict[str, Any], rng: random.Random) -> int:
    if values["sum"] == "met":
        return sum(length for length in lengths if rng.random() < 0.5)
    few = values["length"] - 2
    if len(lengths) <= few:
        raise InputError(f"with so few rings no sum is missed in this way; take more than {few}, or shorter ones")
    return int(few * (values["length"] + 1) + 1)


def _make(values: dict[str, Any], seed: int) -> Instance:
    count, shortest = values["rings"], values["length"]
    if not (1 <= count <= 500 and 3 <= shortest <= 200):
        raise InputError("a ring sum takes 1 to 500 rings of length 3 to 200")
    lengths = [shortest + k % 2 for k in range(count)]
    target = _target(lengths, values, random.Random(seed))
    painted: dict[tuple[int, int], str] = {}
    column = 0
    for length in lengths:
        for k, cell in enumerate(_ring(length, column + 2)):
            painted[cell] = "aabb"[k % 4]
        column += 2 * length + 2
    cells = [(q, r) for r in range(4) for q in range(column)]
    cells.append((column, 3))
    colors = [painted.get(cell, "f") for cell in cells]
    equal = sum(lengths) - target
    filler = (colors.count("f") - 1) // 2
    gourds = [("a", "a", equal), ("b", "b", equal), ("a", "b", 2 * target), ("f", "f", filler)]
    return Instance.build(np.array(cells), colors, gourds)


def _known(values: Mapping[str, Any]) -> Known:
    if values.get("sum") == "met":
        return Known("feasible", "the sum is that of some rings")
    return Known("infeasible", "no set of rings has this sum")


RING_SUM = Family(
    name="ring-sum",
    summary="subset sum with rings of cells: few colors, easy to count, hard to search",
    parameters=(
        Parameter("rings", "number of rings", 8),
        Parameter("length", "a quarter of the cells of the shorter rings", 6),
        Parameter("sum", "a sum that no set of rings has, or one that some have", "missed", str, ("missed", "met")),
    ),
    make=_make,
    known=_known,
)
