"""Section 3: few colors. A fractional power of the board's size, and a constant number."""

from __future__ import annotations

import math
from typing import Final

from gourds.families import FAMILIES, generate
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.verdict import satisfying_assignment
from gourds.instance import Instance
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.fitting import fitted_exponent
from gourds.placement import placement_faults
from gourds.reductions.reduction import Reduction
from gourds.render.board.picture import to_svg
from gourds.solvers import Status, solve
from gourds.words import counted


def _check_power(effort: Effort) -> Finding:
    rows = [("power", "variables", "colors", "cells without filler", "cells", "colors as a power of cells", "verdict")]
    total = 0
    for power in (1 / 2, 1 / 3, 1 / 4):
        sizes, cells = [], []
        for n in effort.pick((6, 9, 12, 18), (6, 9, 12, 18, 27, 36)):
            if (n + 2) ** (1 / power) > effort.pick(200_000, 2_000_000) or effort.is_over:
                continue
            formula = planted_cubic(n, effort.seed)[0] if n % 2 == 0 else random_cubic(n, effort.seed)
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
            row = (f"1/{round(1 / power)}", str(n), str(colors), f"{small:,}", f"{size:,}", f"{ratio:.3f}")
            rows.append((*row, found.status.value))
            total += 1
            if not is_right or colors != n + 2 or size < small or (size > small and colors > size**power + 1e-9):
                return failing(counted(total, "board"), "An enlarged board is wrong.", rows=tuple(rows))
            sizes.append(float(n))
            cells.append(float(size))
        if len(sizes) > 1 and (slope := fitted_exponent(sizes, cells)) > 1 / power + 1:
            text = f"The board grows with the power {slope:.1f} of the formula."
            return failing(counted(total, "board"), text, rows=tuple(rows))
    reach = f"{counted(total, 'board')} with colors down to the fourth root of the cells, verdicts unchanged"
    remark = "Extra filler makes the board larger and changes nothing else; the size stays polynomial, n to the power."
    formula = planted_cubic(3, effort.seed)[0]
    enlarged = Reduction.of(formula, color_exponent=0.28)
    picture = Picture(to_svg(enlarged.instance(), legend=False), "Five colors on a board enlarged by filler.")
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, (picture,))


def _check_constant(effort: Effort) -> Finding:
    from gourds.matching.tutte.search import cost

    rows = [("colors", "kinds of gourds", "cells", "evaluations for one try", "fitted power", "at most")]
    for colors in (2, 3):
        kinds = colors * (colors + 1) // 2
        sizes, points = [], []
        for radius in effort.pick((3, 4, 5, 6, 8, 10), (3, 4, 5, 6, 8, 10, 13, 16)):
            price = cost(_hexagon(radius, colors, "planted", effort.seed), presolve=False)
            sizes.append(float(3 * radius * (radius + 1) + 1))
            points.append(float(max(price.points, 1)))
        slope = fitted_exponent(sizes, points)
        for size, number in zip(sizes[:-1], points[:-1], strict=True):
            rows.append((str(colors), str(kinds), f"{int(size):,}", f"{int(number):,}", "", ""))
        rows.append(
            (str(colors), str(kinds), f"{int(sizes[-1]):,}", f"{int(points[-1]):,}", f"{slope:.2f}", str(kinds - 1))
        )
        if slope > kinds - 1 + 0.25:
            return failing("growth", f"{colors} colors: evaluations grow with power {slope:.2f}.", rows=tuple(rows))
    agreed, no, worst = 0, 0, 0.0
    for k in range(effort.pick(120, 4000)):
        if effort.is_over:
            break
        instance = _hexagon(1 + k % 2, 2 + k % 3 % 2, ("near-miss", "random", "planted")[k % 3], effort.seed + k)
        expected = solve(instance, isolate=False)
        found = solve(instance, "algebraic", seed=effort.seed + k, isolate=False)
        worst = max(worst, found.error_bound)
        if found.status is not expected.status:
            text = f"The algebra says {found.status.value}, another approach {expected.status.value}."
            return failing(f"{agreed:,} instances", text, Picture(to_svg(instance), text), rows=tuple(rows))
        agreed += 1
        no += found.status is Status.INFEASIBLE
    bound = f"at most 2^{math.log2(worst):.0f}" if worst else "0"
    reach = f"growth on boards of up to {int(sizes[-1]):,} cells; {agreed:,} small instances, {no:,} of them infeasible"
    remark = (
        "The algorithm reads one coefficient of a Pfaffian off its values at many points. Each value takes polynomial"
        f" time, and the number of points is a polynomial of fixed degree for a fixed number of colors. Error: {bound}."
    )
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark)


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
