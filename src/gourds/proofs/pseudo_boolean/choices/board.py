"""The equations of cells with open variables alone, and that of the empty cell within the one odd part.

*Open* are the edges whose class has a budget and, in the odd part, the cells of the empty color. All other variables of
the exported file are 0, and that is derived here where it is needed:

- an edge of a class without a budget (``textbook`` only): the equation of its class says so;
- an empty cell of another color (``textbook`` only): the cells of a color cover all ends of that color, so adding up
  their equations and those of its classes leaves Σ y ≤ 0;
- an empty cell outside of the odd part: adding up the equations of the odd part gives 2·Σ x + Σ y = an odd number.
  Without the y and halved, Σ x is at most half of the even number below; so Σ y ≥ 1, and nothing is left for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from gourds.certificates.puzzle import Puzzle
from gourds.hexgrid import Cell
from gourds.proofs.pseudo_boolean.choices.families import Steps, Sum
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter


class OpenBoard:
    """Cells, edges and what the exported file says of them, without what is always 0."""

    def __init__(self, writer: ProofWriter, puzzle: Puzzle) -> None:
        self.writer = writer
        self.puzzle = puzzle
        self.steps = Steps(writer)
        """What is derived here is needed to the end."""
        board = writer.instance.board
        self.index = {cell: k for k, cell in enumerate(board.cell_list())}
        self._edges = {(v, w): k for k, (v, w) in enumerate(board.edges.tolist())}
        self._zero: dict[int, int] = {}
        self._cells: dict[Cell, Halves] = {}
        self.odd = frozenset(puzzle.odd_part() or ())
        self.empty_color = puzzle.empty_color()

    # -- variables --------------------------------------------------------------------------------------------------

    def edge(self, a: Cell, b: Cell) -> int | None:
        """The variable of two adjacent cells, None if the file has none."""
        v, w = sorted((self.index[a], self.index[b]))
        return self.writer.edge_variable(self._edges[v, w])

    def empty(self, cell: Cell) -> int | None:
        """The variable of an empty cell, None if the file has none."""
        return self.writer.empty_variable(self.index[cell])

    def may_stay_empty(self, cell: Cell) -> bool:
        """Whether this cell's variable is open."""
        return cell in self.odd and self.puzzle.color[cell] == self.empty_color

    # -- equations --------------------------------------------------------------------------------------------------

    def cell(self, cell: Cell) -> Halves:
        """Exactly one of the open variables of a cell."""
        if cell not in self._cells:
            closed = self._closed_edges(cell)
            empty = self.empty(cell)
            if empty is not None and not self.may_stay_empty(cell):
                closed[empty] = self._no_empty(cell, empty)
            self._cells[cell] = self._without(self.writer.cell(self.index[cell]), closed)
        return self._cells[cell]

    def _without(self, halves: Halves, zero: dict[int, int]) -> Halves:
        """An equation without variables that are 0; the ids say so."""
        least, most = Sum(halves.at_least, *zero.values()), Sum(halves.at_most)
        for variable in zero:
            most.add(-variable)
        return Halves(self.steps.pol(least), self.steps.pol(most))

    def _closed_edges(self, cell: Cell) -> dict[int, int]:
        found: dict[int, int] = {}
        for other in self.puzzle.neighbors(cell):
            variable = self.edge(cell, other)
            if variable is None or other in self.puzzle.partners[cell]:
                continue
            if variable not in self._zero:
                halves = self.writer.class_(*self.puzzle.pair(cell, other))
                assert halves is not None
                self._zero[variable] = self.steps.rup([(1, -variable)], 1, [halves.at_most])
            found[variable] = self._zero[variable]
        return found

    def _no_empty(self, cell: Cell, variable: int) -> int:
        if variable not in self._zero:
            color = self.puzzle.color[cell]
            reason = self._elsewhere if color == self.empty_color else self._none_of(color)
            self._zero[variable] = self.steps.rup([(1, -variable)], 1, [reason])
        return self._zero[variable]

    def _none_of(self, color: int) -> int:
        """No cell of a color that all have their ends stays empty."""
        if color not in self._colors:
            total = Sum(*(self.writer.cell(self.index[c]).at_most for c, k in self.puzzle.color.items() if k == color))
            for i, j in self.writer.model.classes:
                if color in (i, j):
                    halves = self.writer.class_(i, j)
                    assert halves is not None
                    total.add(halves.at_least, 2 if i == j else 1)
            self._colors[color] = self.steps.pol(total)
        return self._colors[color]

    @cached_property
    def _colors(self) -> dict[int, int]:
        return {}

    # -- the empty cell ---------------------------------------------------------------------------------------------

    @cached_property
    def _inside(self) -> int:
        """Some cell of the odd part stays empty."""
        twice = [self.cell(cell) for cell in sorted(self.odd, key=lambda c: (c[1], c[0]))]
        half = Sum(*(halves.at_most for halves in twice))
        for variable in self._candidates:
            half.add(-variable)
        total = Sum(*(halves.at_least for halves in twice))
        total.add(self.steps.pol(half, divide=2), 2)
        return self.steps.pol(total)

    @property
    def _candidates(self) -> Sequence[int]:
        found = (self.empty(cell) for cell in self.odd if self.may_stay_empty(cell))
        return [variable for variable in found if variable is not None]

    @cached_property
    def _elsewhere(self) -> int:
        """No cell outside of the odd part stays empty, nor one of another color."""
        return self.steps.pol(Sum(self._inside, self.writer.empty().at_most))

    def apex(self) -> Halves:
        """Exactly one of the open variables of empty cells."""
        most = Sum(self.writer.empty().at_most)
        candidates = set(self._candidates)
        for cell in self.puzzle.color:
            variable = self.empty(cell)
            if variable is not None and variable not in candidates:
                most.add(-variable)
        return Halves(self._inside, self.steps.pol(most))
