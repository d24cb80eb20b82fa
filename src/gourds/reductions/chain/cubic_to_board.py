"""Cubic Monotone 1-in-3SAT to Colored Gourd Placement: the paper's Theorem 1.

The gadgets, one for every variable and one for every clause, stand side by side in any order, four rows high; one cell
of filler at the lower right end stays empty. Color x_i stands for variable i, V and F are fillers. The budgets are the
sums of what comes with the gadgets. ``reductions/one_in_three_sat/README.md`` holds the proof.

Sizes for n variables and m = n clauses: n + 2 colors, 32n + 48m + 1 cells. *Extra filler*, pairs of columns before
the last cell, changes nothing but the size, so that the number of colors becomes any fractional power of the number
of cells. The board is put together from arrays: a copy of the gadget's cells for every offset.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.chance import shuffle
from gourds.errors import Fault, InputError, quoted
from gourds.formulas.formula import Assignment, OneInThree
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reductions.gadgets.coverings import Covering
from gourds.reductions.gadgets.drawing import FILLER, SYMBOLS, VARIABLE_FILLER, Gadget, GadgetSet, Pair, pair

ORDERS: Final = ("variables-first", "clauses-first", "alternating", "shuffled")
MAX_CELLS: Final = 20_000_000
"""No larger board is made: extra filler can ask for anything."""

IntArray = NDArray[np.int64]


def arrange(variables: int, clauses: int, order: str, seed: int = 0) -> list[int]:
    """The gadgets from left to right: v for the gadget of variable v, −k for that of clause k, both from 1.

    ``order`` is one of ORDERS, or names every gadget once: ``"x1 c1 x2 …"``.

    >>> arrange(2, 2, "alternating"), arrange(2, 2, "c2 x1 c1 x2")
    ([1, -1, 2, -2], [-2, 1, -1, 2])
    """
    first, second = list(range(1, variables + 1)), [-k for k in range(1, clauses + 1)]
    if order == "variables-first":
        return first + second
    if order == "clauses-first":
        return second + first
    if order == "alternating":
        both = [gadget for two in zip(first, second, strict=False) for gadget in two]
        return both + first[clauses:] + second[variables:]
    if order == "shuffled":
        blocks = first + second
        shuffle(random.Random(seed), blocks)
        return blocks
    return _named(order, first + second)


def _named(order: str, wanted: list[int]) -> list[int]:
    words = order.replace(",", " ").split()
    bad = [word for word in words if not re.fullmatch("[xc][1-9][0-9]{0,8}", word)]
    if bad or not words:
        choices = ", ".join(ORDERS)
        shown = quoted(bad[0] if bad else order)
        raise InputError(Fault("--order", f"must be {choices}, or gadgets such as 'x1 c1 x2', not {shown}"))
    blocks = [int(word[1:]) * (1 if word[0] == "x" else -1) for word in words]
    wrong = Counter(blocks)
    wrong.subtract(wanted)
    known = set(wanted)
    faults = [
        Fault("--order", f"gadget {'x' if block > 0 else 'c'}{abs(block)} " + _how_often(block in known, count))
        for block, count in wrong.items()
        if count
    ]
    if faults:
        raise InputError(faults)
    return blocks


def _how_often(is_wanted: bool, surplus: int) -> str:
    if not is_wanted:
        return "does not exist"
    return "is missing" if surplus < 0 else "is named more than once"


@dataclass(frozen=True, eq=False)
class BoardReduction:
    """The board of a cubic formula, with both maps."""

    formula: OneInThree
    gadgets: GadgetSet
    blocks: Sequence[int]
    """The gadgets from left to right, as :func:`arrange` gives them."""
    extra_columns: int = 0
    """Columns of extra filler, an even number."""

    def __post_init__(self) -> None:
        faults = self.formula.cubic_faults()
        if faults:
            raise InputError(faults)

    @cached_property
    def columns(self) -> dict[int, int]:
        """The first column of every gadget."""
        found, column = {}, 0
        for block in self.blocks:
            found[block] = column
            column += (self.gadgets.variable if block > 0 else self.gadgets.clause).width
        return found

    @property
    def width(self) -> int:
        """The number of columns that gadgets and extra filler take."""
        n, m = self.formula.variables, len(self.formula.clauses)
        return n * self.gadgets.variable.width + m * self.gadgets.clause.width + self.extra_columns

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.gadgets.variable.height

    @property
    def predicted_cells(self) -> int:
        """The size formula: 32n + 48m + 1 for the paper's gadgets, and the extra filler."""
        return self.width * self.height + 1

    @property
    def empty(self) -> Cell:
        """The cell at the lower right that no gadget needs."""
        return self.width, self.height - 1

    # -- the board ------------------------------------------------------------------------------------------

    def instance(self, *, name: str | None = None, source: Mapping[str, Any] | None = None) -> Instance:
        """The instance of Colored Gourd Placement."""
        cells, colors = self.colored_cells()
        gourds = [(a, b, count) for (a, b), count in self.budgets().items()]
        return Instance.build(cells, colors, gourds, name=name, source=source)

    def colored_cells(self) -> tuple[IntArray, list[str]]:
        """The cells of the board and the color of each, in any order."""
        if self.predicted_cells > MAX_CELLS:
            raise InputError(f"the board would have {self.predicted_cells:,} cells, more than {MAX_CELLS:,}")
        n = self.formula.variables
        names = [FILLER, VARIABLE_FILLER, *(f"x{v}" for v in range(1, n + 1))]
        variables = np.arange(2, n + 2, dtype=np.int64).reshape(-1, 1)
        clauses = np.array(self.formula.clauses, dtype=np.int64).reshape(-1, 3) + 1
        parts = [
            self._copies(self.gadgets.variable, variables, [self.columns[v] for v in range(1, n + 1)]),
            self._copies(self.gadgets.clause, clauses, [self.columns[-k] for k in range(1, len(clauses) + 1)]),
            self._filler(),
        ]
        cells, codes = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        return cells, list(map(names.__getitem__, codes.tolist()))

    def _copies(self, gadget: Gadget, variables: IntArray, columns: Sequence[int]) -> tuple[IntArray, IntArray]:
        """The cells and color codes of a gadget at every column; a row of ``variables`` gives its variables' codes."""
        known = (FILLER, VARIABLE_FILLER, *SYMBOLS[gadget.name])
        symbols = [known.index(symbol) for row in gadget.rows for symbol in row]
        base = np.array(list(gadget.symbol_at), dtype=np.int64)
        shift = np.zeros((len(columns), 1, 2), dtype=np.int64)
        shift[:, 0, 0] = columns
        fillers = np.tile(np.array([0, 1]), (len(columns), 1))
        codes = np.concatenate((fillers, variables), axis=1)[:, symbols]
        return (base + shift).reshape(-1, 2), codes.reshape(-1)

    def _filler(self) -> tuple[IntArray, IntArray]:
        """The extra filler and the cell that stays empty."""
        start = self.width - self.extra_columns
        cells = [(q, r) for q in range(start, self.width) for r in range(self.height)]
        array = np.array([*cells, self.empty], dtype=np.int64)
        return array, np.zeros(len(array), dtype=np.int64)

    def budgets(self) -> dict[Pair, int]:
        """The gourds that come with all gadgets and with the extra filler."""
        found: Counter[Pair] = Counter()
        n, m = self.formula.variables, len(self.formula.clauses)
        for gadget, many in ((self.gadgets.variable, n), (self.gadgets.clause, m)):
            for (a, b), count in gadget.gourds.items():
                if {a, b} <= {FILLER, VARIABLE_FILLER}:
                    found[pair(a, b)] += many * count
        for (a, b), count in self.gadgets.variable.gourds.items():
            if "x" in (a, b):
                for v in range(1, n + 1):
                    found[pair(*(f"x{v}" if c == "x" else c for c in (a, b)))] += count
        kinds = [(a, b, count) for (a, b), count in self.gadgets.clause.gourds.items() if {a, b} & {"X", "Y", "Z"}]
        for clause in self.formula.clauses:
            stands = dict(zip("XYZ", (f"x{v}" for v in clause), strict=True))
            for a, b, count in kinds:
                found[pair(stands.get(a, a), stands.get(b, b))] += count
        found[FILLER, FILLER] += self.extra_columns * self.height // 2
        return {kind: count for kind, count in sorted(found.items()) if count}

    # -- the maps -------------------------------------------------------------------------------------------

    def place(self, assignment: Assignment) -> Placement:
        """The placement that a satisfying assignment gives; InputError if a gadget lacks the covering."""
        value, chosen = self.coverings
        gourds: list[tuple[Cell, Cell]] = []

        def lay(covering: Covering | Sequence[tuple[Cell, Cell]], column: int) -> None:
            gourds.extend(((a + column, b), (c + column, d)) for (a, b), (c, d) in covering)

        for v, true in enumerate(assignment, start=1):
            column = self.columns[v]
            lay(value["true" if true else "false"], column)
            lay(self.gadgets.variable.filler_gourds, column)
        for k, clause in enumerate(self.formula.clauses, start=1):
            column = self.columns[-k]
            which = next(symbol for symbol, v in zip("XYZ", clause, strict=True) if assignment[v - 1])
            lay(chosen[which], column)
            lay(self.gadgets.clause.filler_gourds, column)
        start = self.width - self.extra_columns
        gourds += [((q, r), (q + 1, r)) for q in range(start, self.width, 2) for r in range(self.height)]
        return Placement.of_cells(self.empty, gourds)

    @cached_property
    def coverings(self) -> tuple[dict[str, Covering], dict[str, Covering]]:
        """A covering for each value of a variable and for each way to satisfy a clause."""
        found = []
        for table in self.gadgets.tables:
            gadget = table.gadget
            named = {name: table.covering(name) for name in gadget.coverings}
            missing = [name for name, covering in named.items() if covering is None]
            if missing:
                raise InputError(f"the {gadget.name} gadget has no covering '{missing[0]}'")
            found.append({name: covering for name, covering in named.items() if covering is not None})
        return found[0], found[1]


def read_values(placement: Placement, gadget: Gadget, columns: Sequence[int]) -> list[bool | None]:
    """The back map: the value that a placement gives to the variable gadget at each column; None: no covering of it.

    The kinds of gourds in the gadget, without filler, are compared with its coverings ``false`` and ``true``.
    """
    at = {column: k for k, column in enumerate(columns)}
    owner = {column + q: column for column in at for q in range(gadget.width)}
    used: list[Counter[Pair]] = [Counter() for _ in columns]
    symbol = gadget.symbol_at
    for (q, r), (s, t) in placement.gourds:
        column = owner.get(q)
        if column is None or owner.get(s) != column:
            continue
        a, b = symbol.get((q - column, r), FILLER), symbol.get((s - column, t), FILLER)
        if a != FILLER and b != FILLER:
            used[at[column]][pair(a, b)] += 1
    wanted = {
        name: {kind: count for kind, count in gourds.items() if count} for name, gourds in gadget.coverings.items()
    }
    value = {"false": False, "true": True}
    return [next((value[name] for name, want in wanted.items() if want == count), None) for count in used]


def columns_for_exponent(cells: int, colors: int, height: int, exponent: float) -> int:
    """How many columns of filler make the number of colors at most cells ** exponent; an even number."""
    if not 0 < exponent <= 1:
        raise InputError(Fault("--color-exponent", "must be above 0 and at most 1"))
    needed = colors ** (1 / exponent) if math.log(max(colors, 1)) / exponent < 60 else math.inf
    if needed > MAX_CELLS:
        raise InputError(
            f"{colors} colors on at most {MAX_CELLS:,} cells cannot be the power {exponent:g} of their number"
        )
    return 2 * max(0, math.ceil((needed - cells) / (2 * height)))
