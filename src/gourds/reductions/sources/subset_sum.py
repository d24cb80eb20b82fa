"""Subset sum, and its reduction to boards of three colors: no formula in between.

Given numbers a₁ … a_n and a target t, do some of the numbers sum to t? NP-complete with numbers in binary (Karp 1972);
the board has about 8·Σ aᵢ cells, so this is a reduction from the problem in unary: a proof that few colors stay
expressive, not that they are hard.

*The board.* A ring is the border of a parallelogram four rows high, 4·L cells colored a a b b a a b b … around, with
filler f inside and outside. The rings stand side by side with filler between. Filler comes with (f, f)-gourds only,
and with as many as cover all of it but one cell. So the empty cell is filler, and the cells of every ring are covered
among themselves. A ring is an even cycle and has two perfect matchings: one uses 2·L gourds (a, b), the other only
(a, a) and (b, b). (Two chords at the sharp corners are no way out: a chord joins the two neighbors of a corner, which
is left alone.) With budgets of 2·s·t gourds (a, b), rings of lengths s·aᵢ, and what remains as (a, a) and (b, b), the
rings that take (a, b)-gourds have lengths that sum to s·t. The scale s ∈ {1, 2, 3} makes rings at least 3 long.
Conversely, filler is covered by horizontal gourds, since its runs are even, and the last cell stays empty.

If t is larger than the sum of all numbers, no budgets say so; the board is then a ring of length 3 with t = 1.

*Sizes.* 8·Σ (s·aᵢ + 1) + 1 cells, 3 colors.

    p subset-sum 3 8        three numbers, target 8
    3 4 5 0                 solution: v 1 3 0, the first and third number
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from gourds.chance import draw_below
from gourds.errors import Faults, InputError
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reductions.problem import Applied, Problem, Reduction
from gourds.reductions.rows import read_choice, read_rows, spell_choice, spell_rows

SHORTEST: Final = 3
"""The least length of a ring with filler inside."""
MAX_CELLS: Final = 20_000_000
"""No larger board is made."""


@dataclass(frozen=True)
class Numbers:
    """Positive numbers and a target."""

    values: tuple[int, ...]
    target: int


Chosen = tuple[int, ...]
"""Which of the numbers, counted from 1, ascending."""


def _parse(text: str) -> Numbers:
    found = read_rows(text, "p subset-sum", 2)
    many, target = found.counts
    faults = Faults()
    for line, row in zip(found.lines, found.rows, strict=True):
        for value in row:
            if value < 1:
                faults.add(f"line {line}", f"numbers are positive, not {value}")
    values = tuple(value for row in found.rows for value in row)
    if len(values) != many and not faults:
        faults.add("", f"{len(values)} numbers are given, not {many} as announced")
    faults.check()
    return Numbers(values, target)


def _failures(numbers: Numbers, chosen: Chosen) -> list[str]:
    if bad := [k for k in chosen if not 1 <= k <= len(numbers.values)]:
        return [f"there is no number {bad[0]}"]
    total = sum(numbers.values[k - 1] for k in chosen)
    return [] if total == numbers.target else [f"the chosen numbers sum to {total}, not to {numbers.target}"]


def _solutions(numbers: Numbers) -> Iterator[Chosen]:
    """Every subset is tried; in depth, so that sums beyond the target are left early."""

    def extend(k: int, chosen: Chosen, left: int) -> Iterator[Chosen]:
        if k == len(numbers.values):
            if left == 0:
                yield chosen
            return
        yield from extend(k + 1, chosen, left)
        if numbers.values[k] <= left:
            yield from extend(k + 1, (*chosen, k + 1), left - numbers.values[k])

    return extend(0, (), numbers.target)


# -- random instances -----------------------------------------------------------------------------------------


def _values(rng: random.Random, size: int) -> tuple[int, ...]:
    return tuple(1 + draw_below(rng, 4 + size) for _ in range(size))


def _random_yes(size: int, seed: int) -> Numbers:
    rng = random.Random(seed)
    values = _values(rng, size)
    return Numbers(values, sum(value for value in values if rng.random() < 0.5))


def _random_no(size: int, seed: int) -> Numbers:
    """A divisor that all numbers have and the target has not; or a near miss: the sum of some, moved until none do."""
    rng = random.Random(seed)
    values = _values(rng, size)
    if seed % 2 == 0:
        divisor = 2 + draw_below(rng, 3)
        some = sum(value for value in values if rng.random() < 0.5)
        return Numbers(tuple(divisor * value for value in values), divisor * some + 1 + draw_below(rng, divisor - 1))
    numbers = Numbers(values, sum(value for value in values if rng.random() < 0.5))
    while next(_solutions(numbers), None) is not None:
        numbers = Numbers(values, numbers.target + 1)
    return numbers


def _shrink(numbers: Numbers) -> Iterator[Numbers]:
    """Without a number, with or without its part of the target; with a smaller number."""
    for k, value in enumerate(numbers.values):
        rest = numbers.values[:k] + numbers.values[k + 1 :]
        yield Numbers(rest, numbers.target)
        if value <= numbers.target:
            yield Numbers(rest, numbers.target - value)
        if value > 1:
            yield Numbers((*numbers.values[:k], value - 1, *numbers.values[k + 1 :]), numbers.target)


PROBLEM = Problem[Numbers, Chosen](
    name="subset-sum",
    title="Subset sum, numbers in unary",
    suffix=".sum",
    header="p subset-sum",
    parse=_parse,
    spell=lambda numbers: spell_rows("p subset-sum", (len(numbers.values), numbers.target), [numbers.values]),
    parse_solution=lambda numbers, text: read_choice(text, len(numbers.values)),
    spell_solution=lambda numbers, chosen: spell_choice(chosen),
    failures=_failures,
    solutions=_solutions,
    random_yes=_random_yes,
    random_no=_random_no,
    size=lambda numbers: {"numbers": len(numbers.values), "sum": sum(numbers.values), "target": numbers.target},
    shrink=_shrink,
)


# -- the reduction --------------------------------------------------------------------------------------------


def ring(length: int, column: int) -> list[Cell]:
    """The cells of a ring of 4·length cells in order around, its first column given."""
    width = 2 * length - 2
    top = [(column + q, 0) for q in range(width)]
    right = [(column + width - 1, r) for r in (1, 2)]
    bottom = [(column + q, 3) for q in range(width - 1, -1, -1)]
    left = [(column, r) for r in (2, 1)]
    return [*top, *right, *bottom, *left]


def columns_of(lengths: Sequence[int]) -> list[int]:
    """The first column of each ring, and the number of columns of the whole board."""
    starts = [2]
    for length in lengths:
        starts.append(starts[-1] + 2 * length + 2)
    return [*starts[:-1], starts[-1] - 2]


def board_of_rings(lengths: Sequence[int], target: int) -> Instance:
    """The instance that is feasible iff some of the lengths, 3 or more each, sum to the target, at most their sum."""
    *starts, columns = columns_of(lengths)
    painted: dict[Cell, str] = {}
    for length, start in zip(lengths, starts, strict=True):
        for k, cell in enumerate(ring(length, start)):
            painted[cell] = "aabb"[k % 4]
    cells = [(q, r) for r in range(4) for q in range(columns)]
    cells.append((columns, 3))
    colors = [painted.get(cell, "f") for cell in cells]
    equal = sum(lengths) - target
    filler = (colors.count("f") - 1) // 2
    gourds = [("a", "a", equal), ("b", "b", equal), ("a", "b", 2 * target), ("f", "f", filler)]
    return Instance.build(np.array(cells), colors, [kind for kind in gourds if kind[2]])


def _apply(numbers: Numbers) -> Applied[Numbers, Chosen, Instance, Placement]:
    total = sum(numbers.values)
    scale = -(-SHORTEST // min((SHORTEST, *numbers.values)))
    lengths, target = [scale * value for value in numbers.values], scale * numbers.target
    if numbers.target > total:
        lengths, target = [SHORTEST], 1
    cells = 8 * sum(length + 1 for length in lengths) + 1
    if cells > MAX_CELLS:
        raise InputError(f"the board would have {cells:,} cells, more than {MAX_CELLS:,}")
    rings = [ring(length, start) for length, start in zip(lengths, columns_of(lengths), strict=False)]
    board = board_of_rings(lengths, target)

    def forward(chosen: Chosen) -> Placement:
        gourds: list[tuple[Cell, Cell]] = []
        for number, around in enumerate(rings, start=1):
            shift = number in chosen
            gourds += [(around[k - shift], around[k + 1 - shift]) for k in range(0, len(around), 2)]
        covered = {cell for gourd in gourds for cell in gourd}
        *_, columns = columns_of(lengths)
        for r in range(4):
            free = [q for q in range(columns) if (q, r) not in covered]
            gourds += [((q, r), (q + 1, r)) for q in free[::2]]
        return Placement.of_cells((columns, 3), gourds)

    def back(placement: Placement) -> Chosen:
        pairs = set(placement.gourds)

        def is_pair(a: Cell, b: Cell) -> bool:
            return (a, b) in pairs or (b, a) in pairs

        return tuple(number for number, around in enumerate(rings, start=1) if is_pair(around[0], around[-1]))

    return Applied(
        source=numbers,
        target=board,
        forward=forward,
        back=back,
        predicted={"cells": cells, "gourds": cells // 2, "colors": 3 if lengths else 1},
    )


REDUCTION = Reduction(
    source="subset-sum",
    target="placement",
    apply=_apply,
    sizes="8·Σ (s·a + 1) + 1 cells, 3 colors, over the numbers a, with s ≤ 3 such that every s·a is 3 or more",
)
