"""Certificates of kind ``diagram`` as pseudo-Boolean proofs: the same sweep, layer by layer, by cutting planes.

The states of a layer are a family (:mod:`gourds.proofs.pseudo_boolean.choices.sweep`), and one more thing is derived:
that the states which do not keep to the limits are false. Let t range over the states of a layer, n(t) be the number of
gourds of a class that a state has used, and b the budget. The sweep keeps the equation Σ n(t)·t = (the class's edges so
far). With the class's own equation:

- Σ n(t)·t ≤ b, so a state with n(t) > b is false;
- Σ n(t)·t + (the class's edges to come) ≥ b. In every part of the board, the equations of the cells of one color bound
  the edges to come by the number of these cells; so Σ n(t)·t ≥ b − room, and a state with less is false, since it would
  be the only one.

A state that has not used the empty cell when no cell to come may stay empty is false by the apex's equation. What is
false leaves the family and all equations. When none is left, the family's sum reads 0 ≥ 1.
"""

from __future__ import annotations

from gourds.certificates.diagram import EMPTY, Sweep
from gourds.certificates.entries import rows
from gourds.certificates.puzzle import Pair, Puzzle
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.hexgrid import Cell
from gourds.proofs.pseudo_boolean import counting
from gourds.proofs.pseudo_boolean.choices.board import OpenBoard
from gourds.proofs.pseudo_boolean.choices.families import Addends, Family, Steps
from gourds.proofs.pseudo_boolean.choices.parts import part_in_order
from gourds.proofs.pseudo_boolean.choices.sweep import PartSweep, State
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter


def prove(writer: ProofWriter, certificate: Certificate) -> int:
    """Write the proof; the id of a constraint without a solution."""
    puzzle = Puzzle.of(writer.instance)
    classes = [(i, j) for i, j in rows(certificate.data, "classes", 2)]
    order = _whole_parts(puzzle, [(q, r) for q, r in rows(certificate.data, "order", 2)])
    sweep = Sweep(puzzle, order, classes)
    if not sweep.free:
        return counting.prove(writer, certificate)
    board = OpenBoard(writer, puzzle)
    limits = _Limits(board, sweep)
    for pair in classes:
        if (number := limits.refute(pair)) is not None:
            return number
    return _Layers(board, sweep, limits, classes).refute()


def _whole_parts(puzzle: Puzzle, order: list[Cell]) -> list[Cell]:
    """The order, and then the other cells of the parts that it begins with."""
    dealt = set(order)
    parts = [part for part in puzzle.parts() if not dealt.isdisjoint(part)]
    return [*order, *(cell for part in parts for cell in part if cell not in dealt)]


class _Limits:
    """How many gourds of a class there is room for, as sums of equations."""

    def __init__(self, board: OpenBoard, sweep: Sweep) -> None:
        self.board = board
        self.sweep = sweep
        self.puzzle = board.puzzle
        self.steps = Steps(board.writer)
        self.parts = self.puzzle.parts()
        self.number = {cell: p for p, part in enumerate(self.parts) for cell in part}

    def class_(self, pair: Pair) -> Halves:
        """The equation of a class."""
        halves = self.board.writer.class_(*pair)
        assert halves is not None
        return halves

    def cells(self, pair: Pair, after: int) -> list[Cell]:
        """In every part the cells of the rarer color with a partner of the other one, both of them after a place."""
        ends: dict[tuple[int, int], dict[Cell, None]] = {}
        place, color = self.sweep.place, self.puzzle.color
        for cell in self.puzzle.color:
            if color[cell] in pair and place[cell] > after:
                for other in self.puzzle.partners[cell]:
                    if place[other] > after and self.puzzle.pair(cell, other) == pair:
                        ends.setdefault((self.number[cell], color[cell]), {})[cell] = None
        sides = [[ends.get((p, k), {}) for k in pair] for p in {p for p, _ in ends}]
        return [cell for two in sides for cell in min(two, key=len)]

    def refute(self, pair: Pair) -> int | None:
        """A contradiction, if the whole board has too little room for a class."""
        cells = self.cells(pair, -1)
        if len(cells) >= self.puzzle.budget[pair]:
            return None
        total = Addends(self.class_(pair).at_least)
        for cell in cells:
            self.bound(total, cell, pair, self.board.cell(cell), self.variables(cell))
        return self.steps.pol(total)

    def variables(self, cell: Cell) -> list[int]:
        """The open variables of a cell."""
        found = [self.board.open_edge(cell, other) for other in self.puzzle.partners[cell]]
        return [*found, self.board.open_empty(cell)] if self.board.may_stay_empty(cell) else found

    def bound(self, total: Addends, cell: Cell, pair: Pair, equation: Halves, variables: list[int]) -> None:
        """Add that at most one of a cell's edges of a class is used; ``variables`` are those in its equation."""
        total.add(equation.at_most)
        own = {self.board.edge(cell, c) for c in self.puzzle.partners[cell] if self.puzzle.pair(cell, c) == pair}
        for variable in variables:
            if variable not in own:
                total.add(-variable)


class _Layers(PartSweep):
    """The sweep, which drops states that do not keep to the limits."""

    def __init__(self, board: OpenBoard, sweep: Sweep, limits: _Limits, classes: list[Pair]) -> None:
        self.order = sweep.order
        self.sweep = sweep
        self.limits = limits
        self.open: dict[Pair, dict[int, int]] = {pair: {} for pair in classes}
        """For each class its edges, with the place of the first end."""
        for cell in board.puzzle.color:
            for other in sweep.later(cell):
                if (pair := board.puzzle.pair(cell, other)) in self.open:
                    self.open[pair][board.open_edge(cell, other)] = sweep.place[cell]
        super().__init__(board.writer, part_in_order(board, self.order, tuple(classes)))

    def refute(self) -> int:
        """Follow the layers to the first empty one."""
        self._drop(0)
        for k in range(1, len(self.order)):
            if not self.family.members:
                break
            self.pass_node(k)
            self._drop(k)
        if self.family.members:
            raise InputError("the certificate does not hold: states are left after the last cell")
        return self.family.one.at_least

    def _drop(self, k: int) -> None:
        """Take states out of the layer after step k."""
        false: dict[State, int] = {}
        for item in self.sweep.items(self.order[k]):
            least, most = self.sweep.least[k, item], self.sweep.budget[item]
            if item == EMPTY:
                apex = len(self.order)
                low = [state for state in self.family.members if least > 0 and not state[0] >> apex & 1]
                self._refute(false, low, (self.nodes[apex].equation.at_least, self.family.one.at_most))
                continue
            place = self.part.classes.index(item)
            high = [state for state in self.family.members if state[1][place] > most]
            low = [state for state in self.family.members if state[1][place] < least]
            if high:
                self._refute(false, high, (self._at_most_budget(k, item, place),))
            if low:
                self._refute(false, low, (self._at_least_without_room(k, item, place), self.family.one.at_most))
        if false:
            self._leave(false)

    def _refute(self, false: dict[State, int], states: list[State], hints: tuple[int, ...]) -> None:
        for state in states:
            if state not in false:
                false[state] = self.steps.rup([(1, -self.family.members[state])], 1, hints)

    def _at_most_budget(self, k: int, pair: Pair, place: int) -> int:
        total, tally = Addends(self.limits.class_(pair).at_most), self.classes[place].halves
        if tally is not None:
            total.add(tally.at_least)
        for variable, first in self.open[pair].items():
            if first > k:
                total.add(-variable)
        return self.steps.pol(total)

    def _at_least_without_room(self, k: int, pair: Pair, place: int) -> int:
        total, tally = Addends(self.limits.class_(pair).at_least), self.classes[place].halves
        if tally is not None:
            total.add(tally.at_most)
        for cell in self.limits.cells(pair, k):
            v = self.sweep.place[cell]
            if v >= len(self.order):
                self.limits.bound(total, cell, pair, self.limits.board.cell(cell), self.limits.variables(cell))
                continue
            covering = [t for (covered, _), t in self.family.members.items() if covered >> v & 1]
            self.limits.bound(total, cell, pair, self.nodes[v].equation, [*covering, *self.coming[v]])
        return self.steps.pol(total)

    def _leave(self, false: dict[State, int]) -> None:
        """Take false states out of the family and of all equations."""
        old = self.family
        least, most = Addends(old.one.at_least, *false.values()), Addends(old.one.at_most)
        for state in false:
            most.add(-old.members[state])
        one = Halves(self.steps.pol(least), self.steps.pol(most))
        self.family = Family({state: t for state, t in old.members.items() if state not in false}, one)
        for (covered, counts), number in false.items():
            variable = old.members[covered, counts]
            weighed = [(self.nodes[v], 1) for v in range(covered.bit_length()) if covered >> v & 1]
            weighed += [(self.classes[c], n) for c, n in enumerate(counts) if n]
            for tally, weight in weighed:
                up, down = Addends(), Addends()
                up.add(number, weight)
                down.add(-variable, weight)
                tally.add(up, down)
        for tally in (*self.nodes, *self.classes):
            tally.settle(self.steps)
