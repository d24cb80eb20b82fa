"""Section 3, Theorem 1: Colored Gourd Placement is NP-complete.

*Membership*: a placement is a certificate of linear size, and it is checked cell by cell. *Hardness*: five conditions
on the tables of the gadgets prove the reduction for every formula (:mod:`gourds.reductions.gadgets.proof`); besides,
formulas are sent through, with both maps.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from gourds.chance import draw_below
from gourds.files.json_values import spell_json
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.enumerate_cubic import all_cubic
from gourds.formulas.formula import Formula
from gourds.instance import Instance
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.growth import Series, fitted_exponent, growth_chart
from gourds.placement import Placement, placement_faults
from gourds.reductions.check import MEANING, check_formula, mixed_cnf
from gourds.reductions.gadgets.drawing import bundled_gadgets
from gourds.reductions.gadgets.proof import prove
from gourds.reductions.reduction import Reduction
from gourds.render.figure.board import reduction_figure
from gourds.words import counted

SLOPE: Final = 2.0
"""A check that grows with a larger power of the board's size than this is suspicious; a linear one measures about 1."""


# -- membership -----------------------------------------------------------------------------------------------------


def _check_membership(effort: Effort) -> Finding:
    sizes: list[float] = []
    times: list[float] = []
    rows = [("cells", "gourds", "certificate", "time of the check")]
    for n in effort.pick((6, 12, 24, 48, 96, 192), (6, 12, 24, 48, 96, 192, 384, 768, 1536)):
        if len(sizes) > 1 and effort.is_over:
            break
        formula, assignment = planted_cubic(n, effort.seed)
        reduction = Reduction.of(formula)
        instance, placement = reduction.instance(), reduction.place(assignment)
        if faults := placement_faults(instance, placement):
            return failing(f"{instance.board.size:,} cells", f"A placement was not accepted: {faults[0]}")
        seconds = min(_seconds(instance, placement) for _ in range(3))
        sizes.append(float(instance.board.size))
        times.append(seconds)
        length = len(spell_json(placement.to_json()))
        gourds = len(placement.gourds)
        rows.append((f"{instance.board.size:,}", f"{gourds:,}", f"{length:,} bytes", f"{1000 * seconds:.1f} ms"))
    tried, kinds = 0, Counter[str]()
    rng = effort.chance("membership")
    formula, assignment = planted_cubic(6, effort.seed)
    reduction = Reduction.of(formula)
    instance, placement = reduction.instance(), reduction.place(assignment)
    for name, forged in _forgeries(placement, effort.pick(600, 20_000), rng):
        tried += 1
        kinds[name] += 1
        if not placement_faults(instance, forged):
            return failing(counted(tried, "forgery"), f"A forged certificate was accepted: {name}.")
    slope = fitted_exponent(sizes, times)
    reach = f"certificates of boards of up to {int(sizes[-1]):,} cells; {tried:,} forged ones, all rejected"
    remark = f"The time of the check grows with the power {slope:.2f} of the number of cells. Forged: " + ", ".join(
        f"{many:,} with {name}" for name, many in sorted(kinds.items())
    )
    outcome = Outcome.HOLDS if slope < SLOPE else Outcome.UNDECIDED
    chart = growth_chart([Series("check", sizes, [1000 * time for time in times])], "cells", "milliseconds")
    return Finding(outcome, reach, tuple(rows), f"{remark}.", (Picture(chart, "The time of the check."),))


def _seconds(instance: Instance, placement: Placement) -> float:
    start = time.process_time()
    placement_faults(instance, placement)
    return max(time.process_time() - start, 1e-6)


def _forgeries(placement: Placement, count: int, rng: Random) -> Iterator[tuple[str, Placement]]:
    """Placements with one thing wrong: a gourd is missing, elsewhere or there twice, or another cell is empty."""
    gourds = list(placement.gourds)
    for k in range(count):
        at = draw_below(rng, len(gourds))
        (a, b), others = gourds[at], [*gourds[:at], *gourds[at + 1 :]]
        if k % 4 == 0:
            yield "a gourd missing", Placement.of_cells(placement.empty, others)
        elif k % 4 == 1:
            yield "a gourd off the board", Placement.of_cells(placement.empty, [*others, (a, (b[0], b[1] + 1000))])
        elif k % 4 == 2:
            twice = others[draw_below(rng, len(others))]
            yield "a gourd twice", Placement.of_cells(placement.empty, [*others, twice])
        else:
            yield "another empty cell", Placement.of_cells(a, gourds)


# -- hardness -------------------------------------------------------------------------------------------------------


def _formulas(effort: Effort) -> Iterator[tuple[str, Formula]]:
    """All cubic formulas with few variables, random ones and satisfiable ones in turn, CNFs through the chain."""
    for n in range(3, effort.pick(6, 9) + 1):
        for formula in all_cubic(n):
            yield f"all cubic formulas with {n} variables", formula
    for k in range(effort.pick(24, 2000)):
        n = 7 + (5 * k) % effort.pick(30, 90)
        seed = effort.seed + k
        if k % 2:
            yield "random cubic formulas", random_cubic(n, seed)
        else:
            yield "cubic formulas with a planted assignment", planted_cubic(n - n % 3 + 3, seed)[0]
    for k in range(effort.pick(6, 300)):
        yield "CNFs, through the chain", mixed_cnf(effort.seed + k)


def _check_hardness(effort: Effort) -> Finding:
    proof = prove(bundled_gadgets())
    rows = [("condition or formulas", "number", "satisfiable", "largest board", "result")]
    rows += [(one.name, "", "", "", ("holds: " if one.holds else "fails: ") + one.detail) for one in proof.conditions]
    if not proof:
        return failing("the conditions on the gadgets", "A condition on the gadgets fails.", rows=tuple(rows))
    seen: dict[str, list[tuple[bool, int]]] = {}
    assignments = 0
    for name, formula in _formulas(effort):
        if effort.is_over:
            break
        case = check_formula(formula)
        assignments += case.assignments_tried
        if case.failure is not None:
            text = f"{MEANING[case.failure]}: {case.detail} (formula {formula.clauses})."
            return failing(name, text, rows=tuple(rows))
        seen.setdefault(name, []).append((case.is_satisfiable, case.cells))
    for name, found in seen.items():
        cells = f"{max(cells for _, cells in found):,} cells"
        rows.append((name, f"{len(found):,}", f"{sum(yes for yes, _ in found):,}", cells, "verdicts agree, both maps"))
    total = sum(map(len, seen.values()))
    reach = f"all formulas, by five conditions on the gadgets; {total:,} formulas sent through, with both maps"
    remark = (
        f"{assignments:,} satisfying assignments were placed and read back. A board counts as infeasible only"
        " after its certificate had been checked."
    )
    formula, assignment = planted_cubic(3, effort.seed)
    reduction = Reduction.of(formula)
    text = "The board of x₁ + x₂ + x₃ = 1, three times over, with the placement of a satisfying assignment."
    picture = Picture(reduction_figure(reduction, reduction.place(assignment)), text)
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, (picture,))


# -- counts ---------------------------------------------------------------------------------------------------------


def paper_budgets(formula: Formula) -> Counter[tuple[str, str]]:
    """The gourds that the paper lists: for every variable, for every clause, and 5m − 2n (V, V) in addition."""
    n, m = formula.variables, len(formula.clauses)
    found: Counter[tuple[str, str]] = Counter()
    for v in range(1, n + 1):
        found.update({(f"x{v}", f"x{v}"): 3, ("V", "V"): 3, ("V", f"x{v}"): 6, ("F", "F"): 10})
    for clause in formula.clauses:
        names = [f"x{v}" for v in clause]
        for a, b in ((0, 1), (0, 2), (1, 2)):
            one, other = sorted((names[a], names[b]))
            found[one, other] += 1
        found["F", "F"] += 12
    found["V", "V"] += 5 * m - 2 * n
    return found


def _check_counts(effort: Effort) -> Finding:
    head = ("variables", "clauses", "cells", "32n + 48m + 1", "rows", "colors", "gourds", "kinds")
    rows: list[tuple[str, ...]] = [head]
    total = 0
    formulas: list[Formula] = [formula for n in range(3, effort.pick(6, 8) + 1) for formula in all_cubic(n)]
    formulas += [random_cubic(n, effort.seed) for n in effort.pick((10, 30, 90), (10, 30, 90, 270, 810))]
    for formula in formulas:
        reduction = Reduction.of(formula)
        instance = reduction.instance()
        n, m = formula.variables, len(formula.clauses)
        budgets = Counter({(min(a, b), max(a, b)): count for a, b, count in instance.gourd_list()})
        height = len(set(instance.board.cells[:, 1].tolist()))
        gourds = sum(budgets.values())
        row = (n, m, instance.board.size, 32 * n + 48 * m + 1, height, len(instance.colors), gourds, len(budgets))
        expected = (32 * n + 48 * m + 1, 4, n + 2, 16 * n + 24 * m)
        shown = tuple(f"{value:,}" for value in row)
        if (instance.board.size, height, len(instance.colors), gourds) != expected or budgets != paper_budgets(formula):
            text = f"The board of {formula.clauses} has other numbers than the paper's."
            return failing(counted(total, "formula"), text, rows=(*rows, shown))
        total += 1
        if rows[-1][0] != shown[0]:
            rows.append(shown)
    reach = f"{total:,} formulas: all cubic ones with up to {effort.pick(6, 8)} variables, random ones with up to {n:,}"
    remark = (
        "Every kind of gourd was counted: three (x, x), six (x, V), one for each pair in a clause, and the fillers."
    )
    picture = Picture(reduction_figure(Reduction.of(all_cubic(3)[0])), "The board of the smallest formula.")
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, (picture,))


CLAIMS: Final = (
    Claim(
        "np-membership",
        "Section 3, Theorem 1",
        "Colored Gourd Placement is in NP.",
        "A placement is the certificate. It is checked from the definition on boards of growing size: its length, the"
        " time of the check and how it grows, and whether forged ones are rejected.",
        _check_membership,
    ),
    Claim(
        "np-hardness",
        "Section 3, Theorem 1",
        "Colored Gourd Placement is NP-hard, even on boards four hexagons high: a cubic monotone 1-in-3 formula is"
        " satisfiable iff its board has a placement.",
        "Five conditions on all coverings of the gadgets, which prove it for every formula. Then formulas of all kinds:"
        " the board's verdict against the formula's, assignments to placements, placements to assignments.",
        _check_hardness,
    ),
    Claim(
        "reduction-counts",
        "Section 3, Theorem 1, the list of gourds",
        "With n variables and m clauses the board is four hexagons high, has n + 2 colors, and comes with three (x, x),"
        " three (V, V), six (x, V) and ten (F, F) for every variable, one gourd for every pair in a clause and twelve"
        " (F, F) for every clause, and 5m − 2n more (V, V): 32n + 48m + 1 cells.",
        "The instances are built from the drawings of the gadgets and compared with the list, kind by kind.",
        _check_counts,
    ),
)
