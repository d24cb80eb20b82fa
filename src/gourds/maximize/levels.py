"""Levels for :mod:`~gourds.maximize.maximizing`: "are this many gourds possible?" as clauses.

Replace b_ij by min(b_ij, ν_ij), where ν_ij is the size of a maximum matching of the class: nothing changes. Let n' be
the sum of these budgets, t_ij the gourds missing from class (i, j), h_i the uncovered cells of color i, c_i all cells
of it, e_i the ends for the budgets b. Counting cells of color i, h_i = c_i − e_i + 2·t_ii + Σ_{j≠i} t_ij. So "t_ii ≥
0", the budget of equal colors, says h_i ≥ c_i − e_i + Σ t_ij: a comparison of small numbers instead of a long sum; and
n' − d gourds mean at most N − 2n' + 2d uncovered cells in all.

A *plain* component, of one color, need not be looked into: it holds any number of gourds up to its maximum matching. Of
the plain components of color i, which hold ν_i gourds at most and leave δ_i cells uncovered at least, z_i gourds are
left out: they leave δ_i + 2·z_i cells uncovered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from gourds.explain.cnf import Clauses
from gourds.instance import Instance
from gourds.matching.components.splitting import Components
from gourds.matching.maximum import maximum_matching
from gourds.maximize.bounds import Pairs, limited_budgets

Decode = Callable[[Sequence[int]], Pairs]


class Room:
    """An instance with what the clauses of all levels need."""

    def __init__(self, instance: Instance) -> None:
        self.size, self.width = instance.board.size, len(instance.colors)
        parts = Components(instance)
        self.colors: list[int] = instance.cell_colors.tolist()
        self.cells: list[int] = parts.mixed_cells.tolist()
        """The cells of mixed components."""
        self.edges: Pairs = [(a, b) for a, b in parts.mixed_edges.tolist()]
        """The usable edges between them."""
        self.budgets = limited_budgets(instance)
        self.total = sum(self.budgets.values())
        colors = self.colors
        self.plain: list[Pairs] = [[] for _ in instance.colors]
        """For each color gourds of a maximum matching of its plain components."""
        mate = maximum_matching(self.size, parts.plain_edges).tolist()
        for v, w in enumerate(mate):
            if v < w:
                self.plain[colors[v]].append((v, w))
        plain_cells = Counter(colors[v] for v in parts.plain_cells.tolist())
        self.delta = [plain_cells[i] - 2 * len(self.plain[i]) for i in range(self.width)]
        """For each color the cells of plain components that stay uncovered at least."""
        ends = Counter[int]()
        for (i, j), count in self.budgets.items():
            ends[i] += count
            ends[j] += count
        cells = Counter(colors)
        self.surplus = [cells[i] - ends[i] for i in range(self.width)]
        """c_i − e_i."""

    def class_of(self, edge: tuple[int, int]) -> tuple[int, int]:
        """The two colors that an edge joins, smaller first."""
        a, b = self.colors[edge[0]], self.colors[edge[1]]
        return (a, b) if a <= b else (b, a)

    def by_class(self, variables: Sequence[Any]) -> dict[tuple[int, int], list[Any]]:
        """The edge variables of each class."""
        found: dict[tuple[int, int], list[Any]] = {}
        for variable, edge in zip(variables, self.edges, strict=True):
            found.setdefault(self.class_of(edge), []).append(variable)
        return found

    def by_cell(self, variables: Sequence[Any]) -> dict[int, list[Any]]:
        """The edge variables at each cell."""
        found: dict[int, list[Any]] = {v: [] for v in self.cells}
        for variable, (a, b) in zip(variables, self.edges, strict=True):
            found[a].append(variable)
            found[b].append(variable)
        return found

    def complete(self, chosen: Pairs) -> Pairs:
        """The gourds chosen in mixed components, and as many in plain ones as the budgets leave room for."""
        used = Counter(self.class_of(edge) for edge in chosen)
        found = list(chosen)
        for i, pairs in enumerate(self.plain):
            found += pairs[: max(0, self.budgets.get((i, i), 0) - used[i, i])]
        return found

    def level(self, target: int) -> tuple[Clauses, Decode]:
        """Are this many gourds possible? As clauses, and how to read a model."""
        cnf = Clauses()
        edges = [cnf.new() for _ in self.edges]
        open_cells: list[list[int]] = [[] for _ in range(self.width)]
        for v, literals in self.by_cell(edges).items():
            uncovered = cnf.new()
            open_cells[self.colors[v]].append(uncovered)
            cnf.add(*literals, uncovered)
            cnf.at_most_one([*literals, uncovered])
        missing, spare = self.total - target, self.size - 2 * target - sum(self.delta)
        if missing < 0 or spare < 0:
            cnf.add()
            return cnf, lambda model: []
        lost = self._missing_of_colors(cnf, self.by_class(edges), missing)
        numbers = []
        for i, literals in enumerate(open_cells):
            left_out = [cnf.new() for _ in range(min(len(self.plain[i]), spare // 2))]
            for before, after in pairwise(left_out):
                cnf.add(-after, before)
            doubled = [literal for literal in left_out for _ in range(2)]
            number = cnf.total([cnf.counter(literals, spare + 1), doubled], spare + 1)
            numbers.append(number)
            least = self.surplus[i] - self.delta[i]
            for q in range(len(lost[i]) + 1):  # h_i − δ_i ≥ c_i − e_i − δ_i + Σ t_ij
                if q + least > 0:
                    premise = [-lost[i][q - 1]] if q else []
                    cnf.add(*premise, *number[q + least - 1 : q + least])
        everything = cnf.total(numbers, spare + 1)
        if len(everything) > spare:
            cnf.add(-everything[spare])

        def decode(model: Sequence[int]) -> Pairs:
            true = {literal for literal in model if literal > 0}
            pairs = zip(edges, self.edges, strict=True)
            return self.complete([edge for variable, edge in pairs if variable in true])

        return cnf, decode

    def _missing_of_colors(
        self, cnf: Clauses, inputs: dict[tuple[int, int], list[int]], missing: int
    ) -> list[list[int]]:
        """For each color Σ_{j≠i} t_ij as a unary number; posts the budgets of two colors, and that each t ≤ missing."""
        parts: list[list[list[int]]] = [[] for _ in range(self.width)]
        for (i, j), budget in self.budgets.items():
            if i == j:
                continue
            outputs = cnf.counter(inputs.get((i, j), []), budget + 1)
            if len(outputs) > budget:
                cnf.add(-outputs[budget])
            lost = [-outputs[budget - q - 1] for q in range(min(budget, missing + 1))]  # t > q iff count < b − q
            if len(lost) > missing:
                cnf.add(-lost.pop())
            parts[i].append(lost)
            parts[j].append(lost)
        numbers = [cnf.total(part, missing + 1) for part in parts]
        for number in numbers:
            if len(number) > missing:
                cnf.add(-number.pop())
        return numbers
