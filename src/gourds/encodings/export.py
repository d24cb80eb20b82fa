"""Models as files for other people's solvers: DIMACS CNF, OPB, LP (CPLEX) and MPS.

The instance is feasible iff the file is satisfiable (CNF, OPB) or has a feasible solution (LP, MPS; the objective
is 0). Variable k of the model is ``k`` in CNF, ``xk`` in OPB and ``x_k`` in LP and MPS, the same k in all four;
comments on top say which edge or empty cell it is. Equations are named ``c_1``, ``c_2``, … (cells in scan order),
``c_empty`` and ``b_1``, ``b_2``, … (classes). ``reduced`` is the direct model; its CNF, which has further variables
that count, is direct CNF v1, see :mod:`gourds.encodings.cnf`.

Not every format has a way to write 'nothing equals one'. An equation without enough variables is therefore written as
``x_1 = 2``; OPB does so only for an equation without any variable.

A reduced model of an instance that the counting laws refute is this one equation in CNF (where it is the empty clause),
LP and MPS. OPB holds the textbook model then: pseudo-Boolean proofs are about this file (:mod:`gourds.proofs`), and a
proof that a counting law fails must be about the instance.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from gourds.counting import Counting
from gourds.encodings.cnf import Cnf, build_cnf
from gourds.encodings.model import Equation, Model, direct_model, textbook_model
from gourds.instance import Instance

FORMATS: Final = ("cnf", "opb", "lp", "mps")
PROOFS: Final = {
    "cnf": "proofs: .drat and .lrat files are about this formula; its clauses are numbered from 1",
    "opb": "proofs: .pbp files are about these constraints, numbered from 1; an equation is two, >= before <=",
}
"""What files that proofs are about say of it."""
WIDTH: Final = 100
"""Lines of LP files are broken here; some readers take no more than 255 characters."""


@dataclass(frozen=True)
class Export:
    """A model with names, or the reason why it needs no variables."""

    instance: Instance
    encoding: str
    model: Model | None
    """None if counting refutes the instance, and the format says just that."""
    refutation: str | None
    """What counting says then."""
    form: str
    """One of :data:`FORMATS`."""

    @property
    def variable_count(self) -> int:
        """The number of variables, at least one."""
        return max(1, self.model.variable_count if self.model else 1)

    def rows(self) -> Iterator[tuple[str, list[int], int]]:
        """Named equations: exactly so many of these variables; ``[1] = 2`` stands for one that cannot hold."""
        if self.model is None:
            yield "c_1", [1], 2
            return
        for k, equation in enumerate(self.model.cell_equations(), start=1):
            yield f"c_{k}", *self._possible(equation)
        yield "c_empty", *self._possible(self.model.empty)
        for k, equation in enumerate(self.model.classes.values(), start=1):
            yield f"b_{k}", *self._possible(equation)

    def _possible(self, equation: Equation) -> tuple[list[int], int]:
        enough = min(1, equation.total) if self.form == "opb" else equation.total
        return (equation.variables.tolist(), equation.total) if len(equation.variables) >= enough else ([1], 2)

    def comments(self) -> Iterator[str]:
        """What the file is, and what its variables and equations mean."""
        board, colors = self.instance.board, self.instance.colors
        yield f"Colored Gourd Placement, {self.encoding} model; cells: {board.size}, gourds: {self.instance.size}"
        yield f"instance: sha256 {self.instance.digest}"
        if self.form in PROOFS:
            yield PROOFS[self.form]
        if self.instance.name:
            yield f"name: {json.dumps(self.instance.name)}"
        if self.refutation is not None:
            yield f"infeasible by counting: {json.dumps(self.refutation)}"
        if self.model is None:
            yield "so there is nothing to search; this file says 'false' in the words of its format"
            return
        if self.refutation is not None:
            yield "so there is no reduced model; this file holds the textbook model"
        yield "feasible iff the instance has a placement"
        cells = board.cell_list()
        for k, (a, b) in enumerate(board.edges[self.model.edges].tolist(), start=1):
            yield f"variable {k}: a gourd on ({_cell(cells[a])}) and ({_cell(cells[b])})"
        for k, cell in enumerate(self.model.empties.tolist(), start=len(self.model.edges) + 1):
            yield f"variable {k}: cell ({_cell(cells[cell])}) stays empty"
        for k, ((i, j), equation) in enumerate(self.model.classes.items(), start=1):
            pair = f"{json.dumps(colors[i])} and {json.dumps(colors[j])}"
            yield f"equation b_{k}: {equation.total} gourds of colors {pair}"


def opb_model(instance: Instance, encoding: str = "reduced") -> Model:
    """The model that the OPB file of an instance holds; pseudo-Boolean proofs are about its equations.

    If a counting law fails, it is the textbook model: the direct model needs the laws, and a proof that a law fails
    must be about the whole instance.
    """
    if encoding == "textbook" or Counting(instance).refutation:
        return textbook_model(instance)
    return direct_model(instance)


def exported_cnf(instance: Instance, encoding: str = "reduced") -> Cnf:
    """The formula that the CNF file of an instance holds; ``.drat`` and ``.lrat`` proofs are about its clauses."""
    is_refuted = encoding == "reduced" and Counting(instance).refutation is not None
    return _formula(None if is_refuted else opb_model(instance, encoding))


def _formula(model: Model | None) -> Cnf:
    return build_cnf(model) if model else Cnf(1, np.zeros(1, dtype=np.int32))


def export(instance: Instance, form: str, encoding: str = "reduced") -> str:
    """The text of a file in one of the :data:`FORMATS`."""
    refutation = Counting(instance).refutation if encoding == "reduced" else None
    model = None if refutation and form != "opb" else opb_model(instance, encoding)
    task = Export(instance, encoding, model, refutation, form)
    writers = {"cnf": _cnf_lines, "opb": _opb_lines, "lp": _lp_lines, "mps": _mps_lines}
    return "\n".join(writers[form](task)) + "\n"


def _cell(cell: tuple[int, int]) -> str:
    return f"{cell[0]}, {cell[1]}"


def _commented(task: Export, mark: str) -> Iterator[str]:
    return (f"{mark} {line}" for line in task.comments())


# -- the four formats -------------------------------------------------------------------------------------------


def _cnf_lines(task: Export) -> Iterator[str]:
    formula = _formula(task.model)
    yield from _commented(task, "c")
    yield f"p cnf {max(1, formula.variable_count)} {formula.clause_count}"
    for clause in formula:
        yield " ".join(map(str, (*clause, 0)))


def _opb_lines(task: Export) -> Iterator[str]:
    rows = [(variables, total) for _, variables, total in task.rows()]
    yield f"* #variable= {task.variable_count} #constraint= {len(rows)}"
    yield from _commented(task, "*")
    for variables, total in rows:
        yield " ".join(f"+1 x{k}" for k in variables) + f" = {total} ;"


def _lp_lines(task: Export) -> Iterator[str]:
    yield from _commented(task, "\\")
    yield "Minimize"
    yield " obj: 0 x_1"
    yield "Subject To"
    for name, variables, total in task.rows():
        terms = (f"x_{k}" if place == 0 else f"+ x_{k}" for place, k in enumerate(variables))
        yield from _wrapped(f" {name}:", (*terms, f"= {total}"))
    yield "Binary"
    yield from _wrapped("", (f"x_{k}" for k in range(1, task.variable_count + 1)))
    yield "End"


def _wrapped(start: str, words: Iterable[str]) -> Iterator[str]:
    line = start
    for word in words:
        if len(line) + len(word) >= WIDTH:
            yield line
            line = " "
        line += f" {word}"
    yield line


def _mps_lines(task: Export) -> Iterator[str]:
    """Fixed MPS, in which names have at most eight characters; all of it is free MPS as well."""
    yield from _commented(task, "*")
    yield "NAME          GOURDS"
    yield "ROWS"
    yield " N  obj"
    columns: list[list[str]] = [[] for _ in range(task.variable_count)]
    totals = []
    for name, variables, total in task.rows():
        yield f" E  {name}"
        totals.append((name, total))
        for k in variables:
            columns[k - 1].append(name)
    yield "COLUMNS"
    for k, names in enumerate(columns, start=1):
        yield from (f"    {f'x_{k}':<8}  {name:<8}  1" for name in names or ["obj"])
    yield "RHS"
    yield from (f"    {'RHS':<8}  {name:<8}  {total}" for name, total in totals)
    yield "BOUNDS"
    yield from (f" BV {'BND':<8}  x_{k}" for k in range(1, task.variable_count + 1))
    yield "ENDATA"
