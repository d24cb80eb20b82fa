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
from gourds.proofs.pseudo_boolean.choices.families import Addends, Steps
from gourds.proofs.pseudo_boolean.facts import Facts
from gourds.proofs.pseudo_boolean.sums import Inequality
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter

BLOCK = 64
"""A constraint that says of so many variables that they are 0 is short enough to be a hint for each of them."""


class _Zeros:
    """Variables that one constraint makes 0, that is Σ ~v over all of them ≥ their number.

    It can have thousands of them. So it is cut in halves, and these again, until few are left that are needed: then a
    checker spends a little on each variable, not as much as they are many.
    """

    def __init__(self, steps: Steps, reason: int, variables: Sequence[int]) -> None:
        self._steps = steps
        self._variables = variables
        self._place = {variable: k for k, variable in enumerate(variables)}
        self._ids = {(0, len(variables)): reason}

    def unit(self, variable: int) -> int:
        """The id of: this variable is 0."""
        place = self._place[variable]
        low, high = 0, len(self._variables)
        reason = self._ids[low, high]
        while high - low > BLOCK:
            middle = (low + high) // 2
            near, far = ((low, middle), (middle, high)) if place < middle else ((middle, high), (low, middle))
            if near not in self._ids:
                total = Addends(reason)
                for other in self._variables[slice(*far)]:
                    total.add(-other)
                self._ids[near] = self._steps.pol(total)
            reason = self._ids[near]
            low, high = near
        return self._steps.rup([(1, -variable)], 1, [reason])


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
        self._colors: dict[int, Inequality] = {}
        self._reasons: dict[int, _Zeros] = {}
        self.facts = Facts(writer)
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

    def open_edge(self, a: Cell, b: Cell) -> int:
        """The variable of two partners; every edge whose class has a budget has one."""
        variable = self.edge(a, b)
        assert variable is not None
        return variable

    def open_empty(self, cell: Cell) -> int:
        """The variable of a cell that may stay empty."""
        variable = self.empty(cell)
        assert variable is not None
        return variable

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
        least, most = Addends(halves.at_least, *zero.values()), Addends(halves.at_most)
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
                pair = self.puzzle.pair(cell, other)
                halves = self.writer.class_(*pair)
                assert halves is not None
                edges = self.writer.model.classes[pair].variables.tolist()
                self._zero[variable] = self._zeros(halves.at_most, edges).unit(variable)
            found[variable] = self._zero[variable]
        return found

    def _no_empty(self, cell: Cell, variable: int) -> int:
        if variable not in self._zero:
            color = self.puzzle.color[cell]
            zeros = self._elsewhere if color == self.empty_color else self._none_of(color)
            self._zero[variable] = zeros.unit(variable)
        return self._zero[variable]

    def _zeros(self, reason: int, variables: Sequence[int]) -> _Zeros:
        if reason not in self._reasons:
            self._reasons[reason] = _Zeros(self.steps, reason, variables)
        return self._reasons[reason]

    def _none_of(self, color: int) -> _Zeros:
        """No cell of a color that all have their ends stays empty."""
        if color not in self._colors:
            self._colors[color] = self.facts.color_sum(color, -1).derive()
        found = self._colors[color]
        return self._zeros(found.id, list(found.coefficients))

    # -- the empty cell ---------------------------------------------------------------------------------------------

    @cached_property
    def _inside(self) -> int:
        """Some cell of the odd part stays empty."""
        twice = [self.cell(cell) for cell in sorted(self.odd, key=lambda c: (c[1], c[0]))]
        half = Addends(*(halves.at_most for halves in twice))
        for variable in self._candidates:
            half.add(-variable)
        total = Addends(*(halves.at_least for halves in twice))
        total.add(self.steps.pol(half, divide=2), 2)
        return self.steps.pol(total)

    @property
    def _candidates(self) -> Sequence[int]:
        return [self.open_empty(cell) for cell in self.odd if self.may_stay_empty(cell)]

    @cached_property
    def _elsewhere(self) -> _Zeros:
        """No cell outside of the odd part stays empty, nor one of another color."""
        reason = self.steps.pol(Addends(self._inside, self.writer.empty().at_most))
        return self._zeros(reason, self._closed_empties)

    @cached_property
    def _closed_empties(self) -> list[int]:
        open_ones = set(self._candidates)
        every = self.writer.model.empty.variables.tolist()
        return [variable for variable in every if variable not in open_ones]

    def apex(self) -> Halves:
        """Exactly one of the open variables of empty cells."""
        most = Addends(self.writer.empty().at_most)
        for variable in self._closed_empties:
            most.add(-variable)
        return Halves(self._inside, self.steps.pol(most))
