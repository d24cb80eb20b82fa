"""Exactly-one formulas to Colored Gourd Placement: a ring for every variable, clauses are budgets alone.

A formula has clauses of literals, and exactly one literal of each is to be true: 1-in-3 formulas, signed or not, and
exact cover. The rings of the variables stand side by side, three rows high, with two columns of filler to the right
of each, and one cell more at the upper right end to stay empty: a proper board.
:mod:`gourds.reductions.rings.sharing` says how clauses share colors, ``docs/fewer-colors.md`` has the proof.

Sizes: with weights of one a variable in three clauses takes 30 cells. With k + 2 colors, p = k·(k − 1)/2 pairs and m
clauses of three literals, weights go up to 2^(⌈m/p⌉−1), and there are O(m·2^(m/p)) cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gourds.errors import Fault, InputError
from gourds.formulas.formula import Assignment, OneInThree
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reductions.chain.cubic_to_board import MAX_CELLS
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.gadgets.drawing import FILLER, Pair, pair
from gourds.reductions.rings.ring import GAP, HEIGHT, Gourd, Ring, ring_length
from gourds.reductions.rings.sharing import Sharing


@dataclass(frozen=True, eq=False)
class RingBoard:
    """The board of an exactly-one formula, with both maps."""

    variables: int
    """The number of variables; one that stands in no clause has no ring, and is false."""
    clauses: tuple[tuple[int, ...], ...]
    """Literals, of which exactly one is to be true; a literal that is repeated counts as often."""
    sharing: Sharing
    """The colors and weights of the clauses."""

    @classmethod
    def of(cls, formula: OneInThree, colors: int | None = None) -> RingBoard:
        """The board of a 1-in-3 formula with so many colors; as few as weights of one allow, unless given."""
        return cls.of_clauses(formula.variables, formula.clauses, colors)

    @classmethod
    def of_clauses(cls, variables: int, clauses: Sequence[Sequence[int]], colors: int | None = None) -> RingBoard:
        """The board of clauses of any width. Raises InputError if one is empty, or the board would be too large."""
        faults = [Fault(f"clause {k}", "is empty") for k, clause in enumerate(clauses, start=1) if not clause]
        if faults:
            raise InputError(faults)
        board = cls(variables, tuple(map(tuple, clauses)), Sharing.of(len(clauses), colors))
        if board.predicted_cells > MAX_CELLS:
            few = f"with {board.sharing.colors} colors the board would have more than {MAX_CELLS:,} cells"
            raise InputError(Fault("colors", f"{few}: take more colors"))
        return board

    # -- sizes ----------------------------------------------------------------------------------------------

    @cached_property
    def _literals(self) -> dict[int, tuple[list[int], list[int]]]:
        """For every variable that occurs, in order: the clauses where it stands, and those where it is negated."""
        found: dict[int, tuple[list[int], list[int]]] = {}
        for k, clause in enumerate(self.clauses):
            for literal in clause:
                found.setdefault(abs(literal), ([], []))[literal < 0].append(k)
        return dict(sorted(found.items()))

    @cached_property
    def predicted_cells(self) -> int:
        """The size formula: from the weights alone."""
        weight = [share.weight for share in self.sharing.shares]
        lengths = (ring_length(weight[k] for side in both for k in side) for both in self._literals.values())
        return HEIGHT * sum(length // 2 - 1 + GAP for length in lengths) + 1

    @cached_property
    def rings(self) -> dict[int, Ring]:
        """The ring of every variable that occurs."""
        found, column = {}, 0
        for variable, both in self._literals.items():
            found[variable] = Ring.of(column, *([self.sharing.shares[k] for k in side] for side in both))
            column += found[variable].width + GAP
        return found

    @property
    def width(self) -> int:
        """The number of columns that rings and filler take."""
        return (self.predicted_cells - 1) // HEIGHT

    @property
    def empty(self) -> Cell:
        """The cell at the upper right end, next to two others, that no gourd needs."""
        return self.width, 0

    # -- the board ------------------------------------------------------------------------------------------

    def instance(self, *, name: str | None = None, source: Mapping[str, Any] | None = None) -> Instance:
        """The instance of Colored Gourd Placement."""
        painted = {
            cell: color for ring in self.rings.values() for cell, color in zip(ring.cells, ring.colors, strict=True)
        }
        cells = [(q, r) for r in range(HEIGHT) for q in range(self.width)] + [self.empty]
        colors = [painted.get(cell, FILLER) for cell in cells]
        gourds = [(a, b, count) for (a, b), count in self._budgets(Counter(colors)).items()]
        return Instance.build(np.array(cells, dtype=np.int64), colors, gourds, name=name, source=source)

    def _budgets(self, cells_of: Counter[str]) -> dict[Pair, int]:
        """One true literal in each clause, and gourds of equal colors on what is left."""
        mixed = self.sharing.gourds
        ends: Counter[str] = Counter()
        for kind, count in mixed.items():
            for color in kind:
                ends[color] += count
        equal = {pair(color, color): (count - ends[color]) // 2 for color, count in cells_of.items()}
        return {kind: count for kind, count in sorted((mixed | equal).items()) if count}

    # -- the maps -------------------------------------------------------------------------------------------

    def failures(self, assignment: Assignment) -> list[int]:
        """The clauses, from 0, of which not exactly one literal is true."""
        values = [[assignment[abs(literal) - 1] == (literal > 0) for literal in clause] for clause in self.clauses]
        return [k for k, held in enumerate(values) if sum(held) != 1]

    def place(self, assignment: Assignment) -> Placement:
        """The placement of a satisfying assignment. Raises UnsatisfiedError for any other one."""
        if failures := self.failures(assignment):
            raise UnsatisfiedError(f"the assignment does not satisfy clause {failures[0] + 1}")
        gourds: list[Gourd] = []
        for variable, ring in self.rings.items():
            gourds += ring.covering(assignment[variable - 1])
            gourds += ring.filler
        return Placement.of_cells(self.empty, gourds)

    def extract(self, placement: Placement) -> Assignment:
        """The assignment that a placement stands for: which of its two neighbors in the ring a cell goes with."""
        partner = {a: b for gourd in placement.gourds for a, b in (gourd, gourd[::-1])}
        values = [False] * self.variables
        for variable, ring in self.rings.items():
            cell, after, before = (ring.cells[k] for k in (0, 1, -1))
            if partner.get(cell) not in (after, before):
                raise UnsatisfiedError(f"the ring of variable {variable} is covered neither as true nor as false")
            values[variable - 1] = partner[cell] == before
        return tuple(values)
