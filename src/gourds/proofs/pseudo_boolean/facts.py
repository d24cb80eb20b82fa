"""What follows from the exported equations by adding a few of them: classes, colors, odd sets, what is closed.

Everything works in both models. Write x for edges, y for cells that stay empty, c_i and e_i for the cells and ends of
color i, b_ij for budgets.

*Colors* (textbook). The equations of the cells of color i, less those of its classes, the monochromatic one twice,
leave Σ y over its cells = c_i − e_i.

*Classes*. The reduced model has no equation for the class (i, i). The equations of the cells of color i, less those of
the classes (i, j) and, for the empty color, that of the empty cell, leave 2·Σ x = 2·b_ii; divide by 2.

*Odd sets*. For a set S of 2k + 1 vertices, the ≤ halves of its equations sum to 2·Σ x (inside) + Σ x (leaving), which
is at most 2k + 1. Literal axioms take the second sum away, and half of the rest rounded down is Σ x (inside) ≤ k: one
Chvátal–Gomory step. The *apex* can be a vertex too: its edges are the y, its equation is that of the empty cell.

*Parts*. If S is odd, then the ≥ halves of its equations and twice its cut leave Σ x (leaving) ≥ 1, where the y leave
too unless the apex is in S.

*Closed* is what cannot be in a placement before any search: edges of classes without a budget, empty cells of a color
without a surplus, and empty cells outside of the odd part of the board, which needs the only one for itself. All of it
is one constraint, −Σ c·x ≥ 0 with positive c, that takes care of any positive coefficient in a sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cached_property

from gourds.counting import Counting
from gourds.proofs.pseudo_boolean.sums import Equality, Inequality, Sum
from gourds.proofs.pseudo_boolean.writer import ProofWriter


class Facts:
    """The exported equations and what follows from them; derived when first asked for."""

    def __init__(self, writer: ProofWriter) -> None:
        self.writer = writer
        self.model = writer.model
        self.instance = writer.instance
        self.counting = Counting(writer.instance)
        self._cells = [equation.variables.tolist() for equation in self.model.cell_equations()]
        self._of_color: list[list[int]] = [[] for _ in self.instance.colors]
        for cell, color in enumerate(self.instance.cell_colors.tolist()):
            self._of_color[color].append(cell)
        self._classes_of: list[list[tuple[int, int]]] = [[] for _ in self.instance.colors]
        for pair in self.model.classes:
            for color in set(pair):
                self._classes_of[color].append(pair)
        self._derived: dict[tuple[int, int], Equality] = {}

    # -- equations --------------------------------------------------------------------------------------------------

    def impossible(self) -> int | None:
        """The id of a constraint of the file that asks for more than there is, if there is one."""
        halves = [*map(self.writer.cell, range(len(self._cells))), self.writer.empty()]
        halves += [found for pair in self.model.classes if (found := self.writer.class_(*pair))]
        equations = [*self.model.cell_equations(), self.model.empty, *self.model.classes.values()]
        short = (half for half, e in zip(halves, equations, strict=True) if len(e.variables) < e.total)
        return next((half.at_least for half in short), None)

    def cell(self, cell: int) -> Equality:
        """The equation of a cell."""
        return Equality.of(self.writer.cell(cell), self._cells[cell], 1)

    @cached_property
    def empty(self) -> Equality:
        """The equation of the empty cell."""
        return Equality.of(self.writer.empty(), self.model.empty.variables.tolist(), 1)

    def class_(self, i: int, j: int) -> Equality | None:
        """The equation of a class, i ≤ j; None if it has neither a budget nor an edge with a variable."""
        if (i, j) in self.model.classes:
            halves, equation = self.writer.class_(i, j), self.model.classes[i, j]
            assert halves is not None
            return Equality.of(halves, equation.variables.tolist(), equation.total)
        if i != j or (i, j) not in self.instance.budgets:
            return None
        if (i, j) not in self._derived:
            halved = [self.color_sum(i, sign).derive(divide=2) for sign in (1, -1)]
            self._derived[i, j] = Equality(*halved)
        return self._derived[i, j]

    def color_sum(self, i: int, sign: int) -> Sum:
        """The cells of a color less its classes, all times 1 or −1.

        In the textbook model that leaves the empty cells of the color. The reduced model has no equation for the
        class (i, i), but that of the empty cell is taken off too, so that the class is left, twice.
        """
        total = Sum(self.writer)
        for cell in self._of_color[i]:
            total.weigh(self.cell(cell), sign)
        for pair in self._classes_of[i]:
            if equality := self.class_(*pair):
                total.weigh(equality, -2 * sign if pair[0] == pair[1] else -sign)
        if self.model.encoding == "reduced" and i == self.counting.empty_color:
            total.weigh(self.empty, -sign)
        return total

    # -- odd sets ---------------------------------------------------------------------------------------------------

    def cut(self, cells: Collection[int], apex: bool = False) -> Inequality:
        """At most k of the edges inside of a set of 2k + 1 vertices, cells and perhaps the apex."""
        vertices = [self._cells[cell] for cell in cells]
        vertices += [self.model.empty.variables.tolist()] if apex else []
        ends = Counter(variable for variables in vertices for variable in variables)
        summands = [(self.writer.cell(cell).at_most, 1) for cell in cells]
        summands += [(self.writer.empty().at_most, 1)] if apex else []
        leaving = [(variable, 1) for variable, count in ends.items() if count == 1]
        number = self.writer.pol(summands, literals=leaving, divide=2)
        inside = {variable: -1 for variable, count in ends.items() if count == 2}
        return Inequality(number, inside, -((len(cells) + apex) // 2))

    def add_part(self, total: Sum, cells: Collection[int], apex: bool = False) -> None:
        """Add to a sum that some edge leaves an odd set of vertices."""
        for cell in cells:
            total.add(self.cell(cell).at_least)
        if apex:
            total.add(self.empty.at_least)
        total.add(self.cut(cells, apex), 2)

    # -- what is closed ---------------------------------------------------------------------------------------------

    @cached_property
    def closed_edges(self) -> Inequality | None:
        """None of the edges of classes without a budget; None if no such edge has a variable."""
        total = Sum(self.writer)
        for pair, equation in self.model.classes.items():
            if not equation.total and (equality := self.class_(*pair)):
                total.add(equality.at_most)
        return total.derive() if total.summands else None

    @cached_property
    def closed_colors(self) -> Inequality | None:
        """Neither these nor empty cells of a color without a surplus; None if nothing like that has a variable."""
        total = Sum(self.writer)
        if self.closed_edges:
            total.add(self.closed_edges)
        if self.model.encoding == "textbook":
            for i, (cells, ends) in enumerate(zip(self.counting.cells_of, self.counting.ends_of, strict=True)):
                if cells == ends and cells:
                    total.add(self.color_sum(i, -1).derive())
        return total.derive() if total.summands else None

    @cached_property
    def closed(self) -> Inequality | None:
        """Neither these nor empty cells outside of the odd part; None if nothing like that has a variable.

        Needs an instance with one odd part.
        """
        odd = self.counting.odd_components[0]
        inside = set(odd)
        colors = self.closed_colors
        if all(cell in inside for cell in self.model.empties.tolist()):
            return colors
        total = Sum(self.writer)
        self.add_part(total, odd)
        total.add(self.empty.at_most)
        if colors:
            total.add(colors, 2)
        return total.derive()

    def settle(self, total: Sum, closed: Inequality | None) -> None:
        """Take positive coefficients of closed variables out of a sum."""
        if closed and total.most():
            total.add(closed, total.most())
