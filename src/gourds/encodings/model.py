"""The color-budgeted matching model: 0/1 variables and equations, as plain data for any solver.

Variables are *edges* of the board (a gourd lies there) and *cells* (this cell stays empty). They are numbered from 1:
first the edges in the order of ``board.edges``, then the cells in scan order. With x for edges and y for cells:

    for every cell v        Σ x_e over the edges e at v  +  y_v  =  1
    empty cell                                Σ y_v              =  1
    for every class c       Σ x_e over the edges e of c          =  b_c

``textbook_model`` is this for all edges, cells and classes, budgets of zero included: a placement is a solution and the
other way round. It can also do without the y: the budgets sum to n, so a matching that meets them leaves one cell
empty anyway, and 'at most one' per cell is enough. That is the matching ILP as most people would write it down first;
solvers find it far harder, since nothing then says locally that a cell must be covered.

``reduced_model`` leaves out what the counting laws (:mod:`gourds.counting`) make superfluous, and has the same
solutions on the variables that are left:

1. only cells of the empty color get a y, and if there is a component with an odd number of cells, only its cells;
2. only classes of two different colors get an equation, the others follow;
3. edges of classes without budget get no x.

Law 2 needs law 1: on an instance whose color totals are wrong, the reduced model must not have a solution, so then
no cell may stay empty, and the equation of the empty cell reads 0 = 1.

A model can also be of a *part* of the board, after a presolve has settled the rest: some cells, some edges, the
budgets that remain. If the part has an even number of cells, its empty cell lies elsewhere, and no y is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.counting import Counting
from gourds.errors import InternalError
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.placement import Placement

Encoding = Literal["textbook", "reduced"]
Mask = NDArray[np.bool_]
Budgets = Mapping[tuple[int, int], int]


@dataclass(frozen=True, eq=False)
class Equation:
    """Exactly ``total`` of some variables are true."""

    variables: IndexArray
    """Numbers of variables, increasing."""
    total: int
    """How many of them."""


@dataclass(frozen=True, eq=False)
class Model:
    """0/1 variables and equations whose solutions are the placements of an instance, or of a part of it."""

    instance: Instance
    """What it is a model of."""
    encoding: Encoding
    """How much was left out."""
    cells: IndexArray
    """The cells of the board that the model deals with, increasing."""
    edges: IndexArray
    """Variable k + 1 is edge ``edges[k]`` of the board; increasing."""
    empties: IndexArray
    """Variable len(edges) + k + 1 is 'cell ``empties[k]`` stays empty'; increasing."""
    classes: Mapping[tuple[int, int], Equation]
    """The equations of the classes (i, j), i ≤ j, in increasing order."""
    covering: bool = True
    """False: there are no y, and of the variables of a cell at most one is true, not exactly one."""

    @property
    def variable_count(self) -> int:
        """The number of variables; they are numbered from 1."""
        return len(self.edges) + len(self.empties)

    @property
    def gourds(self) -> int:
        """The number of gourds that a solution places."""
        return len(self.cells) // 2

    def budgets(self) -> dict[tuple[int, int], int]:
        """The number of gourds of every class, those that law 2 leaves out included.

        Of the cells of color i, those that are not empty and not on an edge of two colors are covered in pairs.
        """
        found = {pair: equation.total for pair, equation in self.classes.items()}
        if self.encoding == "reduced":
            left = np.bincount(self.instance.cell_colors[self.cells], minlength=len(self.instance.colors))
            if len(self.empties):
                left[self.instance.cell_colors[self.empties[0]]] -= 1
            for (i, j), total in found.items():
                left[i] -= total
                left[j] -= total
            found |= {(i, i): int(left[i]) // 2 for i in np.flatnonzero(left > 0).tolist()}
        return found

    @property
    def empty(self) -> Equation:
        """How many cells stay empty: one or, if the number of cells is even, none. 0 = 0 if there are no y at all."""
        first = len(self.edges) + 1
        numbers = np.arange(first, first + len(self.empties), dtype=np.int32)
        return Equation(numbers, len(self.cells) % 2 if self.covering else 0)

    @cached_property
    def incidence(self) -> tuple[NDArray[np.int64], IndexArray]:
        """Offsets and variables: those of ``cells[k]`` are ``variables[offsets[k]:offsets[k + 1]]``, increasing."""
        ends = self.instance.board.edges[self.edges]
        numbers = np.arange(1, len(self.edges) + 1, dtype=np.int32)
        cell = np.concatenate((ends[:, 0], ends[:, 1], self.empties))
        variable = np.concatenate((numbers, numbers, self.empty.variables))
        order = np.lexsort((variable, cell))
        offsets = np.searchsorted(cell[order], np.append(self.cells, self.instance.board.size))
        return offsets.astype(np.int64), variable[order].astype(np.int32)

    def cell_equations(self) -> list[Equation]:
        """For every cell: exactly one (at most one if not ``covering``) of its variables is true."""
        offsets, variables = self.incidence
        return [Equation(part, 1) for part in np.split(variables, offsets[1:-1])] if len(self.cells) else []

    def total_equations(self) -> list[Equation]:
        """The equations of the empty cell, unless it reads 0 = 0, and of the classes."""
        empty = [self.empty] if len(self.empties) or self.empty.total else []
        return [*empty, *self.classes.values()]

    def equations(self) -> list[Equation]:
        """All equations of a covering model: the cells in scan order, the empty cell, the classes."""
        return [*self.cell_equations(), *self.total_equations()]

    def is_trivially_infeasible(self) -> bool:
        """True if some equation asks for more than there is."""
        offsets, _ = self.incidence
        few = any(len(equation.variables) < equation.total for equation in self.total_equations())
        return few or (self.covering and bool((np.diff(offsets) == 0).any()))

    def edges_of(self, solution: NDArray[np.bool_]) -> IndexArray:
        """The edges of the board that a solution uses; ``solution[k]`` is the value of variable k + 1."""
        return self.edges[solution[: len(self.edges)]]


def build_placement(instance: Instance, edges: NDArray[Any] | list[int]) -> Placement:
    """The placement that uses these edges of the board, by index in ``board.edges``; one cell is left empty."""
    board = instance.board
    pairs = board.edges[np.asarray(edges, dtype=np.int64)]
    bare = np.ones(board.size, dtype=np.bool_)
    bare[pairs.ravel()] = False
    empty = np.flatnonzero(bare).tolist()
    if len(empty) != 1 or pairs.size != board.size - 1:
        raise InternalError(f"{len(pairs)} edges leave {len(empty)} of {board.size} cells bare, not one")
    cells = board.cell_list()
    return Placement.of_cells(cells[empty[0]], [(cells[v], cells[w]) for v, w in pairs.tolist()])


def textbook_model(instance: Instance, *, covering: bool = True) -> Model:
    """The whole model: every edge, every cell may stay empty, every class with an edge or a budget.

    Not ``covering``: no variables for the empty cell, at most one gourd for every cell.
    """
    every_edge = np.arange(len(instance.board.edges), dtype=np.int32)
    every_cell = np.arange(instance.board.size, dtype=np.int32)
    k = len(instance.colors)
    present = {divmod(number, k): 0 for number in np.unique(instance.edge_classes).tolist()}
    classes = _class_equations(instance, every_edge, dict(sorted((present | dict(instance.budgets)).items())))
    empties = every_cell if covering else every_cell[:0]
    return Model(instance, "textbook", every_cell, every_edge, empties, classes, covering)


def reduced_model(
    instance: Instance,
    *,
    cells: Mask | None = None,
    usable: Mask | None = None,
    budgets: Budgets | None = None,
    empty_cells: NDArray[Any] | None = None,
) -> Model:
    """What the counting laws leave of the model, of the whole board or of a part of it.

    ``cells`` and ``usable`` mask the cells and edges that are left, ``budgets`` are the gourds that are left. A
    budget of two different colors is an equation; one of equal colors only says whether its edges may be used.
    ``empty_cells`` are indices of cells that may stay empty, if this is known better than by laws 1 and 3.
    """
    board, k = instance.board, len(instance.colors)
    left = instance.budgets if budgets is None else {pair: count for pair, count in budgets.items() if count}
    allowed = np.isin(instance.edge_classes, np.array([i * k + j for i, j in left], dtype=np.int64))
    if usable is not None:
        allowed &= usable
    if cells is not None:
        allowed &= cells[board.edges].all(axis=1)
    inside = np.ones(board.size, dtype=np.bool_) if cells is None else cells
    edges = np.flatnonzero(allowed).astype(np.int32)
    if not np.count_nonzero(inside) % 2:
        empties = np.empty(0, dtype=np.int32)
    elif empty_cells is not None:
        empties = np.unique(empty_cells[inside[empty_cells]]).astype(np.int32)
    else:
        empties = _empty_candidates(instance, inside, edges)
    classes = _class_equations(instance, edges, {(i, j): left[i, j] for i, j in sorted(left) if i != j})
    return Model(instance, "reduced", np.flatnonzero(inside).astype(np.int32), edges, empties, classes)


def direct_model(instance: Instance) -> Model:
    """The reduced model of the whole board in which every cell of the empty color may stay empty.

    It takes no look at components, so that a checker of proofs can build it again in a few lines. Needs law 1.
    """
    color = Counting(instance).empty_color
    if color is None:
        raise InternalError("the direct model needs color totals that leave exactly one cell empty")
    return reduced_model(instance, empty_cells=np.flatnonzero(instance.cell_colors == color))


def build_model(instance: Instance, encoding: str, *, covering: bool = True) -> Model:
    """The model of the whole instance in one of the two encodings; only ``textbook`` can do without covering."""
    return textbook_model(instance, covering=covering) if encoding == "textbook" else reduced_model(instance)


def _empty_candidates(instance: Instance, inside: Mask, edges: IndexArray) -> IndexArray:
    """The cells that may stay empty: of the empty color, and in every component with an odd number of cells."""
    color = Counting(instance).empty_color
    if color is None:
        return np.empty(0, dtype=np.int32)
    labels = label_components(instance.board.size, instance.board.edges[edges])
    odd = np.flatnonzero(np.bincount(labels[inside]) % 2 == 1)
    candidates = inside & (instance.cell_colors == color)
    for label in odd[:2].tolist():
        candidates &= labels == label
    return np.flatnonzero(candidates).astype(np.int32)


def _class_equations(instance: Instance, edges: IndexArray, budgets: Budgets) -> dict[tuple[int, int], Equation]:
    """For every class with a budget here: this many of its edges; ``edges`` are those with a variable."""
    k = len(instance.colors)
    classes = instance.edge_classes[edges]
    order = np.argsort(classes, kind="stable").astype(np.int32)
    numbers = np.array([i * k + j for i, j in budgets], dtype=np.int64)
    first = np.searchsorted(classes[order], numbers, side="left").tolist()
    last = np.searchsorted(classes[order], numbers, side="right").tolist()
    return {
        pair: Equation(order[start:stop] + 1, total)
        for (pair, total), start, stop in zip(budgets.items(), first, last, strict=True)
    }
