"""Colored Gourd Placement as a problem, and the paper's reduction from cubic formulas to it.

Random instances grow from one cell by a gourd at a time, laid on two free cells of which one touches the board. So the
board is connected, and the gourds are a placement of it. A near miss exchanges ends of two gourds, (a, b) (c, d) to
(a, c) (b, d), which keeps the color totals, until a plain search finds no placement.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from gourds.chance import draw_below
from gourds.counts.placements import count
from gourds.errors import InputError
from gourds.files.instances import format_instance
from gourds.files.placements import format_placement
from gourds.files.table import loads
from gourds.formulas.formula import Assignment, OneInThree
from gourds.hexgrid import DIRECTIONS, Cell
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.reductions.chain.step import Chain
from gourds.reductions.gadgets.drawing import FILLER, VARIABLE_FILLER, GadgetSet, parse_gadget
from gourds.reductions.problem import Applied, Problem, Reduction
from gourds.reductions.reduction import Reduction as Whole
from gourds.solvers import Status, solve
from gourds.solvers.brute import all_placements


def _parse(text: str) -> Instance:
    value = loads(text)
    if not isinstance(value, Instance):
        raise InputError("this is no instance of Colored Gourd Placement")
    return value


def _parse_solution(instance: Instance, text: str) -> Placement:
    value = loads(text)
    if not isinstance(value, Placement):
        raise InputError("this is no placement")
    return value


def _failures(instance: Instance, placement: Placement) -> list[str]:
    return [f"this is no placement of the instance: {fault}" for fault in placement_faults(instance, placement)]


def _find(instance: Instance) -> Placement | None:
    """One placement, by the solver that chooses for itself: boards of reductions are too large to list all."""
    result = solve(instance)
    if result.status is Status.UNKNOWN:
        raise InputError(f"no solver decides this board: {result.reason}")
    return result.placement


def _size(instance: Instance) -> dict[str, int]:
    return {"cells": instance.board.size, "gourds": instance.size, "colors": len(instance.colors)}


# -- random instances -----------------------------------------------------------------------------------------

Kinds = list[tuple[str, str]]


def _grow(size: int, rng: random.Random) -> tuple[dict[Cell, str], Kinds]:
    """A colored board of 2·size + 1 cells, and the kinds of the gourds that it grew from."""
    names = "abcd"[: 2 + draw_below(rng, 3)]

    def color() -> str:
        return names[draw_below(rng, len(names))]

    colors = {(0, 0): color()}
    kinds: Kinds = []
    while len(kinds) < size:
        q, r = list(colors)[draw_below(rng, len(colors))]
        first, second = (DIRECTIONS[draw_below(rng, 6)] for _ in range(2))
        a = (q + first[0], r + first[1])
        b = (a[0] + second[0], a[1] + second[1])
        if a not in colors and b not in colors:
            colors[a], colors[b] = color(), color()
            kinds.append((colors[a], colors[b]))
    return colors, kinds


def _instance(colors: Mapping[Cell, str], kinds: Kinds) -> Instance:
    budgets = Counter(tuple(sorted(kind)) for kind in kinds)
    return Instance.build(list(colors), list(colors.values()), [(a, b, n) for (a, b), n in sorted(budgets.items())])


def _random_yes(size: int, seed: int) -> Instance:
    return _instance(*_grow(size, random.Random(seed)))


def _random_no(size: int, seed: int) -> Instance:
    rng = random.Random(seed)
    while True:
        colors, kinds = _grow(max(size, 2), rng)
        for _ in range(10):
            j, k = draw_below(rng, len(kinds)), draw_below(rng, len(kinds))
            if j != k:
                (a, b), (c, d) = kinds[j], kinds[k]
                kinds[j], kinds[k] = (a, c), (b, d)
            instance = _instance(colors, kinds)
            if next(all_placements(instance), None) is None:
                return instance


def _shrink(instance: Instance) -> Iterator[Instance]:
    """Without a gourd and two neighbors of its colors, if what is left is an instance."""
    cells = instance.board.cell_list()
    colors = [instance.colors[k] for k in instance.cell_colors.tolist()]
    for first, second, _ in instance.gourd_list():
        less = [(a, b, count - ((a, b) == (first, second))) for a, b, count in instance.gourd_list()]
        for j, k in instance.board.edges.tolist():
            if sorted((colors[j], colors[k])) != [first, second]:
                continue
            kept = [place for place in range(len(cells)) if place not in (j, k)]
            rest = [cells[place] for place in kept], [colors[place] for place in kept]
            try:
                smaller = Instance.build(*rest, [kind for kind in less if kind[2]])
            except InputError:
                continue
            yield smaller


PROBLEM = Problem[Instance, Placement](
    name="placement",
    title="Colored Gourd Placement",
    suffix=".json",
    parse=_parse,
    spell=format_instance,
    parse_solution=_parse_solution,
    spell_solution=lambda instance, placement: format_placement(placement),
    failures=_failures,
    solutions=all_placements,
    random_yes=_random_yes,
    random_no=_random_no,
    size=_size,
    shrink=_shrink,
    find=_find,
    tally=count,
)


# -- the paper's reduction ------------------------------------------------------------------------------------


def _to_board(
    formula: OneInThree, *, gadgets: Mapping[str, str] | None = None, **options: Any
) -> Applied[OneInThree, Assignment, Instance, Placement]:
    """The board, by the gadgets whose drawings are given, or else by the paper's."""
    drawn = None
    if gadgets is not None:
        drawn = GadgetSet(*(parse_gadget(gadgets[name], name) for name in ("variable", "clause")))
    whole = Whole.of_chain(Chain(formula, ()), gadgets=drawn, **options)
    used = (whole.board.gadgets.variable, whole.board.gadgets.clause)
    symbols = {symbol for gadget in used for row in gadget.rows for symbol in row}
    fillers = {FILLER, VARIABLE_FILLER} & symbols if formula.variables else {FILLER}
    cells = whole.board.predicted_cells
    return Applied(
        source=formula,
        target=whole.board.instance(),
        forward=whole.board.place,
        back=whole.extract,
        predicted={"cells": cells, "gourds": cells // 2, "colors": formula.variables + len(fillers)},
    )


REDUCTION = Reduction(
    source="cubic",
    target="placement",
    apply=_to_board,
    sizes="80·n + 1 cells, n + 2 colors, with n variables",
    options=("order", "seed", "color_exponent", "extra_columns", "gadgets"),
)
