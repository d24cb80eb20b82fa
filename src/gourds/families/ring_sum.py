"""Ring sums: subset sum with rings of cells, in three colors; easy to count, hard to search case by case.

The board is that of the reduction from subset sum (:mod:`gourds.reductions.sources.subset_sum`): a ring of 4·L cells
takes 2·L gourds (a, b) or none of them, and the lengths of the rings that take them must sum to a target. With lengths
k and k + 1, m rings sum to at most m·(k + 1) and m + 1 rings to at least (m + 1)·k, so with m = k − 2 the sum m·(k + 1)
+ 1 is missed by every set of rings. A solver that reasons by cases looks at about C(n, m) sets of rings; one that
counts, or that rounds linear inequalities, sees it at once.

>>> from gourds.families import FAMILIES, generate
>>> generate(FAMILIES["ring-sum"], {"rings": 4, "length": 4}).board.size
177
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from gourds.errors import InputError
from gourds.families.base import Family, Known, Parameter
from gourds.instance import Instance
from gourds.reductions.sources.subset_sum import board_of_rings


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
    return board_of_rings(lengths, target)


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
