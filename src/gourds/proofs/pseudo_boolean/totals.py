"""The clauses of direct CNF v1 (:mod:`gourds.encodings.cnf`) derived from the exported OPB, those that a proof uses.

A cell's first clause is the ≥ half of its equation. Of its pairs −a −b nothing has to be derived: the ≤ half propagates
as much as all of them. The totalizers' outputs get their meaning first: o_j, over a node's leaves x_1..x_k, says that
Σ x ≥ j. Its two directions are j·~o_j + Σ x ≥ j and (k − j + 1)·o_j + Σ ~x ≥ k − j + 1. Then clauses are sums:

- ``-l_i -r_j o_m``: l_i implies Σ ≥ i on the left, r_j implies Σ ≥ j on the right, not o_m implies Σ < m = min(i + j,
  C). The leaves cancel, which leaves i·~l_i + j·~r_j + (k − m + 1)·o_m ≥ i + j − m + 1. Dividing by the largest number
  in it gives the clause. Where i = 0, literal axioms take the left leaves away, and the same for j.
- ``l_(i+1) r_(j+1) -o_(i+j+1)``: the other directions, in the same way.
- ``o_t`` and ``-o_(t+1)``: the ≥ half of the equation and one direction, the ≤ half and the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from gourds.encodings.cnf import direct_cnf
from gourds.encodings.model import Equation, direct_model
from gourds.errors import InternalError
from gourds.proofs.pseudo_boolean.facts import Facts
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter

Recipe = Callable[[], int]
"""Derives a clause, or something that propagates as much, and returns its id."""


@dataclass
class Node:
    """A node of a totalizer: its outputs count its leaves. A leaf is its own output and needs no definition."""

    writer: ProofWriter
    leaves: list[int]
    outputs: list[int]
    _defined: dict[int, Halves] = field(default_factory=dict)

    @property
    def is_leaf(self) -> bool:
        """True if there is nothing to count."""
        return len(self.leaves) == 1

    def defined(self, j: int) -> Halves:
        """Both directions of the meaning of output j."""
        if j not in self._defined:
            self._defined[j] = self.writer.define(self.outputs[j - 1], [(1, leaf) for leaf in self.leaves], j)
        return self._defined[j]

    def forget(self) -> None:
        """Delete the definitions; clauses have been derived from them."""
        self.writer.delete(number for halves in self._defined.values() for number in halves)
        self._defined.clear()


class Clauses:
    """The clauses of direct CNF v1, each derived when first asked for.

    They are numbered from 1. Variables of the formula are those of the writer in the reduced model; in the textbook
    model they have other numbers there.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.writer = facts.writer
        self.formula = direct_cnf(facts.instance)
        model = direct_model(facts.instance)
        named = [*map(self.writer.edge_variable, model.edges.tolist())]
        named += map(self.writer.empty_variable, model.empties.tolist())
        self.model_count = len(named)
        """The first so many variables are those of the model."""
        self.variables = [0, *(variable for variable in named if variable)]
        """The writer's variable of each variable of the formula."""
        self.variables += [self.writer.fresh() for _ in range(self.formula.variable_count - len(named))]
        self._top = self.model_count
        self._nodes: list[Node] = []
        self._recipes: list[Recipe] = []
        self._ids: dict[int, int] = {}
        for cell, equation in enumerate(model.cell_equations()):
            self._add_cell(cell, equation)
        self._add_total(model.empty, self.writer.empty())
        for pair, equation in model.classes.items():
            halves = self.writer.class_(*pair)
            assert halves is not None
            self._add_total(equation, halves)
        if len(self._recipes) != self.formula.clause_count or self._top != self.formula.variable_count:
            raise InternalError("the clauses are not those of the exported formula")

    def id(self, number: int) -> int:
        """The id of a clause, by its number in the formula."""
        if number not in self._ids:
            self._ids[number] = self._recipes[number - 1]()
        return self._ids[number]

    def forget_definitions(self) -> None:
        """Delete the meanings of all outputs, when no more clauses are to be derived."""
        for node in self._nodes:
            node.forget()

    def literal(self, literal: int) -> int:
        """The writer's literal of a literal of the formula, or of a variable that a proof adds."""
        while abs(literal) >= len(self.variables):
            self.variables.append(self.writer.fresh())
        return self.variables[literal] if literal > 0 else -self.variables[-literal]

    # -- cells ------------------------------------------------------------------------------------------------------

    def _add_cell(self, cell: int, equation: Equation) -> None:
        at_least, at_most = self.writer.cell(cell)
        degree = len(equation.variables)
        self._recipes.append(lambda: self._open(equation, at_least))
        self._recipes += [lambda: at_most] * (degree * (degree - 1) // 2)

    def _open(self, equation: Equation, at_least: int) -> int:
        """A cell's first clause. The equation of the textbook model has more variables; those are closed."""
        closed = self.facts.closed_colors
        if closed is None:
            return at_least
        terms = [(1, self.literal(variable)) for variable in equation.variables.tolist()]
        return self.writer.rup(terms, 1, [at_least, closed.id])

    # -- totals -----------------------------------------------------------------------------------------------------

    def _add_total(self, equation: Equation, halves: Halves) -> None:
        """The clauses of 'exactly t of these variables'."""
        total = equation.total
        root = self._add_node([self.literal(variable) for variable in equation.variables.tolist()], total)
        if total:
            self._recipes.append(
                lambda: (
                    halves.at_least
                    if root.is_leaf
                    else self.writer.pol([(root.defined(total).at_most, 1), (halves.at_least, 1)], saturate=True)
                )
            )
        if total < len(root.outputs):
            self._recipes.append(
                lambda: self.writer.pol([(root.defined(total + 1).at_least, 1), (halves.at_most, 1)], saturate=True)
            )

    def _add_node(self, leaves: list[int], total: int) -> Node:
        if len(leaves) == 1:
            return Node(self.writer, leaves, leaves)
        half = (len(leaves) + 1) // 2
        left, right = self._add_node(leaves[:half], total), self._add_node(leaves[half:], total)
        count = min(len(leaves), total + 1)
        node = Node(self.writer, leaves, self.variables[self._top + 1 : self._top + 1 + count])
        self._top += count
        self._nodes.append(node)
        self._recipes += self._upward(node, left, right)
        self._recipes += self._downward(node, left, right)
        return node

    def _upward(self, node: Node, left: Node, right: Node) -> Iterator[Recipe]:
        count = len(node.outputs)

        def recipe(i: int, j: int) -> int:
            m = min(i + j, count)
            over = len(node.leaves) - m + 1
            summands, literals = [(node.defined(m).at_most, 1)], []
            for side, k in ((left, i), (right, j)):
                if k == 0:
                    literals += [(leaf, 1) for leaf in side.leaves]
                elif not side.is_leaf:
                    summands.append((side.defined(k).at_least, 1))
            return self.writer.pol(summands, literals=literals, divide=max(i, j, over, i + j - m + 1))

        for i in range(len(left.outputs) + 1):
            for j in range(len(right.outputs) + 1):
                if i + j >= 1:
                    yield partial(recipe, i, j)

    def _downward(self, node: Node, left: Node, right: Node) -> Iterator[Recipe]:
        count = len(node.outputs)

        def recipe(i: int, j: int) -> int:
            summands, literals = [(node.defined(i + j + 1).at_least, 1)], []
            for side, k in ((left, i), (right, j)):
                if k == len(side.outputs):
                    literals += [(-leaf, 1) for leaf in side.leaves]
                elif not side.is_leaf:
                    summands.append((side.defined(k + 1).at_most, 1))
            return self.writer.pol(summands, literals=literals, saturate=True)

        for i in range(len(left.outputs) + 1):
            for j in range(len(right.outputs) + 1):
                if i + j + 1 <= count:
                    yield partial(recipe, i, j)
