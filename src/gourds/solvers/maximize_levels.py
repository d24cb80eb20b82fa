"""The two models of :mod:`maximize`: one level as clauses, and the whole as a CP-SAT model.

Notation as there: budgets b (already limited to what fits), n' their sum, t_ij gourds missing from class (i, j), h_i
uncovered cells of color i. Of the plain components of color i, which hold ν_i gourds at most and leave δ_i cells
uncovered at least, z_i gourds are left out: they leave δ_i + 2·z_i cells uncovered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.solvers.explain_cnf import Clauses, Mixed
from gourds.solvers.maximize_bounds import Pairs, limited_budgets

Decode = Callable[[Sequence[int]], Pairs]


class Room:
    """An instance with what both models need."""

    def __init__(self, instance: Instance) -> None:
        self.size, self.width = instance.board.size, len(instance.colors)
        self.mixed = Mixed(instance)
        self.budgets = limited_budgets(instance)
        self.total = sum(self.budgets.values())
        colors = self.mixed.colors
        self.plain: list[Pairs] = [[] for _ in instance.colors]
        """For each color gourds of a maximum matching of its plain components."""
        mate = maximum_matching(self.size, self.mixed.plain_edges).tolist()
        for v, w in enumerate(mate):
            if v < w:
                self.plain[colors[v]].append((v, w))
        plain_cells = Counter(colors[v] for v in self.mixed.plain_cells)
        self.delta = [plain_cells[i] - 2 * len(self.plain[i]) for i in range(self.width)]
        """For each color the cells of plain components that stay uncovered at least."""
        ends = Counter[int]()
        for (i, j), count in self.budgets.items():
            ends[i] += count
            ends[j] += count
        cells = Counter(colors)
        self.surplus = [cells[i] - ends[i] for i in range(self.width)]
        """c_i − e_i."""

    def by_class(self, variables: Sequence[Any]) -> dict[tuple[int, int], list[Any]]:
        """The edge variables of each class."""
        found: dict[tuple[int, int], list[Any]] = {}
        for variable, edge in zip(variables, self.mixed.edges, strict=True):
            found.setdefault(self.mixed.class_of(edge), []).append(variable)
        return found

    def by_cell(self, variables: Sequence[Any]) -> dict[int, list[Any]]:
        """The edge variables at each cell."""
        found: dict[int, list[Any]] = {v: [] for v in self.mixed.cells}
        for variable, (a, b) in zip(variables, self.mixed.edges, strict=True):
            found[a].append(variable)
            found[b].append(variable)
        return found

    def complete(self, chosen: Pairs) -> Pairs:
        """The gourds chosen in mixed components, and as many in plain ones as the budgets leave room for."""
        used = Counter(self.mixed.class_of(edge) for edge in chosen)
        found = list(chosen)
        for i, pairs in enumerate(self.plain):
            found += pairs[: max(0, self.budgets.get((i, i), 0) - used[i, i])]
        return found

    def level(self, target: int) -> tuple[Clauses, Decode]:
        """Are so many gourds possible? As clauses, and how to read a model."""
        cnf = Clauses()
        edges = [cnf.new() for _ in self.mixed.edges]
        open_cells: list[list[int]] = [[] for _ in range(self.width)]
        for v, literals in self.by_cell(edges).items():
            uncovered = cnf.new()
            open_cells[self.mixed.colors[v]].append(uncovered)
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
            pairs = zip(edges, self.mixed.edges, strict=True)
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

    def by_cpsat(self, least: int, most: int, hint: Pairs, seconds: float, seed: int) -> tuple[Pairs, int]:
        """The best that CP-SAT finds, and the upper bound that it claims."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        edges = [model.new_bool_var("") for _ in self.mixed.edges]
        open_cells: list[list[Any]] = [[] for _ in range(self.width)]
        for v, literals in self.by_cell(edges).items():
            uncovered = model.new_bool_var("")
            open_cells[self.mixed.colors[v]].append(uncovered)
            model.add_exactly_one([*literals, uncovered])
        inputs = self.by_class(edges)
        missing = {pair: model.new_int_var(0, budget, "") for pair, budget in self.budgets.items()}
        lost: list[list[Any]] = [[] for _ in range(self.width)]
        for (i, j), variable in missing.items():
            lost[i].append(variable)
            lost[j].append(variable)
        kept = [model.new_int_var(0, len(pairs), "") for pairs in self.plain]
        for (i, j), budget in self.budgets.items():
            # Those of equal colors are implied by the next ones, but their LP relaxation is stronger.
            plain = kept[i] if i == j else 0
            model.add(sum(inputs.get((i, j), [])) + plain + missing[i, j] == budget)
        for i in range(self.width):
            left_out = len(self.plain[i]) - kept[i]
            uncovered_cells = sum(open_cells[i]) + self.delta[i] + 2 * left_out
            model.add(uncovered_cells == self.surplus[i] + sum(lost[i]))
        objective = sum(missing.values())
        model.add_linear_constraint(objective, self.total - most, self.total - least)
        model.minimize(objective)
        chosen = set(hint)
        for variable, edge in zip(edges, self.mixed.edges, strict=True):
            model.add_hint(variable, edge in chosen)
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.random_seed = seed
        status = solver.solve(model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return [], most
        pairs = zip(edges, self.mixed.edges, strict=True)
        found = self.complete([edge for variable, edge in pairs if solver.boolean_value(variable)])
        return found, min(most, self.total - round(solver.best_objective_bound))
