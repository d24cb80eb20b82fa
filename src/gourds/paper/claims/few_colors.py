"""Section 3: few colors. A fractional power of the board's size, and a constant number."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.formula import OneInThree
from gourds.formulas.verdict import satisfying_assignment
from gourds.instance import Instance
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.growth import Series, fitted_exponent, growth_chart
from gourds.placement import placement_faults
from gourds.reductions.reduction import Reduction
from gourds.render.board.picture import to_svg
from gourds.solvers import Status, find_solver, solve
from gourds.words import counted

_SIZES: Final = {2: (6, 9, 90, 105, 120, 180), 3: (6, 9, 12, 15, 18, 30, 45), 4: (6, 9, 12, 15, 18, 27, 30)}
"""For each root of the number of cells, numbers of variables: even for satisfiable formulas, odd for others."""


def _check_power(effort: Effort) -> Finding:
    rows = [("power", "variables", "colors", "cells without filler", "cells", "colors as a power of cells", "verdict")]
    total = 0
    for root, numbers in _SIZES.items():
        power = 1 / root
        sizes, cells = [], []
        for n in numbers:
            if (n + 2) ** root > effort.pick(200_000, 2_000_000) or effort.is_over:
                continue
            formula = planted_cubic(n, effort.seed)[0] if n % 2 == 0 else _unsatisfiable(n, effort.seed)
            plain, reduction = Reduction.of(formula), Reduction.of(formula, color_exponent=power)
            instance = reduction.instance()
            size, colors = instance.board.size, len(instance.colors)
            truth = satisfying_assignment(formula)
            found = solve(instance, isolate=False)
            is_right = (found.status is Status.FEASIBLE) == (truth is not None)
            if truth is not None:
                is_right = is_right and not placement_faults(instance, reduction.place(truth))
            small = plain.board.predicted_cells
            ratio = math.log(colors) / math.log(size)
            row = (f"1/{root}", str(n), str(colors), f"{small:,}", f"{size:,}", f"{ratio:.3f}")
            rows.append((*row, found.status.value))
            total += 1
            if not is_right or colors != n + 2 or size < small or (size > small and colors > size**power + 1e-9):
                return failing(counted(total, "board"), "An enlarged board is wrong.", rows=tuple(rows))
            sizes.append(float(n))
            cells.append(float(size))
        if len(sizes) > 1 and (slope := fitted_exponent(sizes, cells)) > root + 1:
            text = f"The board grows with the power {slope:.1f} of the formula."
            return failing(counted(total, "board"), text, rows=tuple(rows))
    reach = f"{counted(total, 'board')} with colors down to the fourth root of the cells, verdicts unchanged"
    remark = "Extra filler makes the board larger and changes nothing else; the size stays polynomial, n to the power."
    formula = planted_cubic(3, effort.seed)[0]
    enlarged = Reduction.of(formula, color_exponent=0.28)
    picture = Picture(to_svg(enlarged.instance(), legend=False), "Five colors on a board enlarged by filler.")
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, (picture,))


def _unsatisfiable(variables: int, seed: int) -> OneInThree:
    """A random cubic formula that no assignment satisfies."""
    return next(f for k in count(seed) if satisfying_assignment(f := random_cubic(variables, k)) is None)


def _check_constant(effort: Effort) -> Finding:
    rows = [("colors", "kinds of gourds", "cells", "evaluations", "time", "evaluations grow with", "time grows with")]
    largest, series = 0, []
    for colors, radii in ((2, effort.pick((4, 6, 8, 11, 14), (4, 6, 8, 11, 14, 18, 24))), (3, (3, 4, 5, 6, 7))):
        kinds = colors * (colors + 1) // 2
        growth = _measure(colors, radii, effort)
        if growth is None:
            return failing("growth", "A board with a placement was said to have none.")
        slopes = [fitted_exponent(growth.sizes, values) for values in (growth.points, growth.seconds)]
        powers = (f"power {slopes[0]:.2f}, at most {kinds - 1}", f"power {slopes[1]:.2f}")
        for k, size in enumerate(growth.sizes):
            shown = (f"{int(size):,}", f"{int(growth.points[k]):,}", f"{1000 * growth.seconds[k]:,.0f} ms")
            rows.append((str(colors), str(kinds), *shown, *(powers if size == growth.sizes[-1] else ("", ""))))
        if slopes[0] > kinds - 1 + 0.25:
            return failing("growth", f"With {colors} colors the evaluations grow too fast.", rows=tuple(rows))
        largest = max(largest, int(growth.sizes[-1]))
        series.append(Series(f"{colors} colors", growth.sizes, growth.points))
    agreed, no, worst = 0, 0, 0.0
    for k, instance in enumerate(_small(effort.pick(160, 4000), effort.seed)):
        if effort.is_over:
            break
        expected = solve(instance, isolate=False)
        found = solve(instance, "algebraic", seed=effort.seed + k, isolate=False)
        worst = max(worst, found.error_bound)
        if found.status is not expected.status:
            text = f"The algebra says {found.status.value}, another approach {expected.status.value}."
            return failing(f"{agreed:,} instances", text, Picture(to_svg(instance), text), rows=tuple(rows))
        agreed += 1
        no += found.status is Status.INFEASIBLE
    bound = f"at most 2^{math.ceil(math.log2(worst))}" if worst else "0"
    reach = f"growth on boards of up to {largest:,} cells; {agreed:,} small instances, {no:,} of them infeasible"
    remark = (
        "The algorithm reads one coefficient of a Pfaffian off its values at many points. A value takes polynomial"
        " time, and the number of points is a polynomial whose degree depends on the number of colors alone: at most"
        " the number of kinds, less one. The time is that of a whole decision with a placement. The probability that an"
        f" infeasible answer was wrong: {bound}."
    )
    chart = Picture(growth_chart(series, "cells", "evaluations"), "Evaluations of the Pfaffian for one decision.")
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, (chart,))


@dataclass
class _Growth:
    """Measurements on boards of growing size."""

    sizes: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def _measure(colors: int, radii: Sequence[int], effort: Effort) -> _Growth | None:
    """What the algebra takes on hexagons with a placement; None if it does not find that there is one."""
    growth = _Growth()
    for radius in radii:
        if len(growth.sizes) > 1 and effort.is_over:
            break
        instance = _hexagon(radius, colors, "planted", 1)
        find_solver("algebraic")[0].load(instance)
        start = time.process_time()
        found = solve(instance, "algebraic", isolate=False)
        growth.seconds.append(max(time.process_time() - start, 1e-4))
        growth.sizes.append(float(instance.board.size))
        growth.points.append(float(max(found.stats.get("points", 1), 1)))
        if found.status is not Status.FEASIBLE:
            return None
    return growth


def _small(number: int, seed: int) -> Iterator[Instance]:
    """Small instances with two to four colors, feasible ones and infeasible ones of several kinds in turn."""
    for k in range(number):
        with suppress(InputError):  # not every seed gives a near miss
            if k % 4 == 0:
                yield generate(FAMILIES["parity"], {"width": 4, "height": 4}, seed + k)
            elif k % 4 == 1:
                yield generate(FAMILIES["beyond"], {"radius": 3, "colors": 2 + k % 2}, seed + k)
            else:
                yield _hexagon(2, 2 + k // 4 % 2, ("near-miss", "random")[k % 2], seed + k)


def _hexagon(radius: int, colors: int, coloring: str, seed: int) -> Instance:
    return generate(FAMILIES["hexagon"], {"radius": radius, "colors": colors, "coloring": coloring}, seed)


CLAIMS: Final = (
    Claim(
        "constant-colors",
        "Section 3, Theorem 2",
        "For any fixed number of colors, Colored Gourd Placement is solved in randomized polynomial time.",
        "The number of evaluations of the randomized algorithm on boards of growing size, and the power with which it"
        " grows; its verdicts against those of another approach on small instances, feasible and infeasible.",
        _check_constant,
    ),
    Claim(
        "fractional-power",
        "Section 3, after Theorem 2",
        "Enlarging the board polynomially keeps the problem NP-complete and makes the number of colors any fractional"
        " power of the board's size.",
        "Boards of formulas enlarged with filler: the number of colors against the power of the number of cells, the"
        " verdict against the formula's, the growth of the board.",
        _check_power,
    ),
)
