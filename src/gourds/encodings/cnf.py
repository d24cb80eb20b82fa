"""Models as formulas in conjunctive normal form.

Variables 1..N of the formula are the variables of the model, see :mod:`gourds.encodings.model`; more follow that count.
All clauses are in one array of numbers, each clause ended by a zero, as in a DIMACS file.

**Direct CNF v1** (``direct-1``). Proofs of infeasibility refer to this formula, and a checker builds it anew from the
instance, so here is all of it. It is defined for instances whose color totals leave exactly one cell empty. Cells
are in scan order (by r, then q). Edges are pairs of adjacent cells (v, w), v before w in scan order, sorted by v,
then by w. Colors are sorted as strings (by code points), and stand for their numbers in this order.

*Variables.* 1..M: the edges whose two colors have a positive budget, in the order above. M+1..M+Y: all cells of the
empty color in scan order; true means that the cell stays empty.

*Clauses*, in this order:

1. For every cell in scan order, with its variables a_1 < ... < a_d (its edges, and its own if it has one): the clause
   ``a_1 ... a_d`` (empty if d = 0), then ``-a_i -a_j`` for all i < j, ordered by i, then by j.
2. Exactly 1 of the variables M+1..M+Y.
3. For every pair of different colors i < j with a positive budget b, ordered by i, then by j: exactly b of the
   variables of its edges, in increasing order (there may be none).

*Exactly t of x_1..x_k* (t ≥ 0), with fresh variables N+1, N+2, ... where N is the largest variable so far:

- If k < t: the empty clause, and nothing else. If k = t = 0: nothing.
- Otherwise build the list of outputs of x_1..x_k; o_j says that at least j of them are true. Then the clause
  ``o_t`` if t ≥ 1, then the clause ``-o_(t+1)`` if there is an output o_(t+1).
- The outputs of a single literal are [that literal]: no variable, no clause.
- The outputs of x_1..x_k, k ≥ 2: let h = ⌈k/2⌉. First build the outputs l_1..l_A of x_1..x_h, then the outputs
  r_1..r_B of x_(h+1)..x_k. Then take C = min(k, t + 1) fresh variables o_1..o_C, consecutive numbers, and add

  - for i = 0..A, for j = 0..B with i + j ≥ 1: the clause ``-l_i -r_j o_min(i+j, C)``, without ``-l_i`` if i = 0 and
    without ``-r_j`` if j = 0;
  - then for i = 0..A, for j = 0..B with i + j + 1 ≤ C: the clause ``l_(i+1) r_(j+1) -o_(i+j+1)``, without
    ``l_(i+1)`` if i = A and without ``r_(j+1)`` if j = B.

This is a totalizer (Bailleux and Boufkhad 2003) that counts no further than t + 1. Cutting is sound: if the left
half is cut, then A = t + 1 = C, and i = A never occurs in a clause of the second kind; if it is not cut, i = A means
that all of it is true, and there is no l_(A+1). By induction o_j is true iff at least j of the literals are.

Other ways to count (``kmtotalizer``, ``cardnetwork``, ``seqcounter`` from PySAT, ``native`` for solvers that count by
themselves) are for comparison, and come without proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.encodings.model import Equation, Model, direct_model
from gourds.hexgrid import IndexArray
from gourds.instance import Instance

DIRECT: Final = "direct-1"
"""The name of direct CNF v1 in certificates."""

CARDINALITIES: Final = ("totalizer", "kmtotalizer", "cardnetwork", "seqcounter", "native")
"""How 'exactly t of these' becomes clauses; the first is our own."""
FILE_CARDINALITIES: Final = CARDINALITIES[:-1]
"""Those of them that make clauses only, as a CNF file holds."""

_SMALL: Final = 100_000
"""Formulas with fewer variables are made just to count them."""

Literals = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Cnf:
    """A formula in conjunctive normal form, perhaps with native cardinality constraints."""

    variable_count: int
    """The variables are 1..variable_count."""
    literals: Literals
    """All clauses one after the other, each ended by a zero."""
    at_most: tuple[tuple[list[int], int], ...] = field(default=())
    """Native constraints: at most this many of these literals are true."""

    @property
    def clause_count(self) -> int:
        """The number of clauses."""
        return int(np.count_nonzero(self.literals == 0))

    def __iter__(self) -> Iterator[list[int]]:
        """The clauses one by one, as lists of literals; they are never all in memory as lists."""
        flat = self.literals.tolist()
        start = 0
        for end in np.flatnonzero(self.literals == 0).tolist():
            yield flat[start:end]
            start = end + 1

    def clauses(self) -> list[list[int]]:
        """The clauses as lists of literals."""
        return list(self)


def direct_cnf(instance: Instance) -> Cnf:
    """Direct CNF v1 of an instance whose color totals leave exactly one cell empty."""
    return build_cnf(direct_model(instance))


def build_cnf(model: Model, cardinality: str = "totalizer") -> Cnf:
    """The formula of a model."""
    blocks = [_cell_clauses(model)]
    at_most: list[tuple[list[int], int]] = []
    top = model.variable_count
    for equation in model.total_equations():
        if cardinality == "native" and len(equation.variables) >= equation.total:
            at_most += _native(equation)
            continue
        literals, fresh = _counted(equation, top, cardinality)
        blocks.append(literals)
        top += fresh
    return Cnf(top, np.concatenate(blocks), tuple(at_most))


def most_variables(model: Model) -> int:
    """No formula of the model has more variables, however it counts; sharp if the formulas are small.

    An equation of k variables takes at most 3 k² further ones: a cardinality network about that many for k = 5 and
    fewer for larger k, a sequential counter k²/2.
    """
    most = model.variable_count + sum(3 * len(equation.variables) ** 2 for equation in model.total_equations())
    if most > _SMALL:
        return most
    return max(build_cnf(model, cardinality).variable_count for cardinality in FILE_CARDINALITIES)


# -- one gourd or none for every cell ---------------------------------------------------------------------------


def _cell_clauses(model: Model) -> Literals:
    """Exactly or at most one variable of every cell, pairwise; all cells with equally many variables at once."""
    offsets, variables = model.incidence
    degrees = np.diff(offsets)
    templates = {d: _one(d, model.covering) for d in np.unique(degrees).tolist()}
    lengths = np.array([len(templates.get(d, ())) for d in range(int(degrees.max(initial=0)) + 1)])[degrees]
    ends = np.cumsum(lengths)
    flat = np.empty(int(lengths.sum()), dtype=np.int32)
    for d, template in templates.items():
        chosen = np.flatnonzero(degrees == d)
        table = np.zeros((len(chosen), d + 1), dtype=np.int32)
        table[:, 1:] = variables[offsets[chosen][:, None] + np.arange(d)]
        places = (ends - lengths)[chosen][:, None] + np.arange(len(template))
        flat[places] = np.sign(template) * table[:, np.abs(template)]
    return flat


def _one(d: int, least: bool) -> Literals:
    """Clauses for at most one of the variables 1..d, after one for at least one if ``least``."""
    flat = [*range(1, d + 1), 0] if least else []
    for a, b in combinations(range(1, d + 1), 2):
        flat += [-a, -b, 0]
    return np.array(flat, dtype=np.int32)


# -- counting ---------------------------------------------------------------------------------------------------


def _counted(equation: Equation, top: int, cardinality: str) -> tuple[Literals, int]:
    """Clauses for an equation, and how many fresh variables after ``top`` they use."""
    k, total = len(equation.variables), equation.total
    if k < total:
        return np.zeros(1, dtype=np.int32), 0
    if cardinality != "totalizer":
        return _from_pysat(equation.variables, total, top, cardinality)
    template, fresh = totalizer(k, total)
    number = np.concatenate(([0], equation.variables, np.arange(top + 1, top + fresh + 1))).astype(np.int32)
    return np.sign(template) * number[np.abs(template)], fresh


@lru_cache(maxsize=256)
def totalizer(k: int, total: int) -> tuple[Literals, int]:
    """Clauses for exactly ``total`` ≤ k of the variables 1..k with fresh variables from k + 1, and the number of these.

    >>> literals, fresh = totalizer(2, 1)
    >>> literals.tolist(), fresh
    ([-2, 3, 0, -1, 3, 0, -1, -2, 4, 0, 1, 2, -3, 0, 1, -4, 0, 2, -4, 0, 3, 0, -4, 0], 2)
    """
    blocks: list[Literals] = []
    top = k

    def outputs(first: int, last: int) -> Literals:
        """The outputs of the variables first..last."""
        nonlocal top
        size = last - first + 1
        if size == 1:
            return np.array([first], dtype=np.int32)
        middle = first + (size + 1) // 2
        left = outputs(first, middle - 1)
        right = outputs(middle, last)
        own = np.arange(top + 1, top + min(size, total + 1) + 1, dtype=np.int32)
        top += len(own)
        template = _node(len(left), len(right), len(own))
        number = np.concatenate((np.zeros(1, dtype=np.int32), left, right, own))
        blocks.append(np.sign(template) * number[np.abs(template)])
        return own

    found = outputs(1, k).tolist() if k else []
    if total:
        blocks.append(np.array([found[total - 1], 0], dtype=np.int32))
    if total < len(found):
        blocks.append(np.array([-found[total], 0], dtype=np.int32))
    return (np.concatenate(blocks) if blocks else np.empty(0, dtype=np.int32)), top - k


@lru_cache(maxsize=64)
def _node(a: int, b: int, c: int) -> Literals:
    """Clauses of a node with left outputs 1..a, right outputs a+1..a+b and own outputs a+b+1..a+b+c."""
    grid = np.indices((a + 1, b + 1), dtype=np.int32).reshape(2, -1)
    zero = np.zeros(grid.shape[1], dtype=np.int32)
    true = np.ones(grid.shape[1], dtype=np.bool_)
    i, j = grid
    up = np.stack((-i, -(a + j), a + b + np.minimum(i + j, c), zero), axis=1)
    up_present = np.stack((i > 0, j > 0, true, true), axis=1)[i + j >= 1]
    down = np.stack((i + 1, a + j + 1, -(a + b + i + j + 1), zero), axis=1)
    down_present = np.stack((i < a, j < b, true, true), axis=1)[i + j + 1 <= c]
    flat: Literals = np.concatenate((up[i + j >= 1][up_present], down[i + j + 1 <= c][down_present]))
    return flat


def _from_pysat(variables: IndexArray, total: int, top: int, cardinality: str) -> tuple[Literals, int]:
    """The same by an encoding of PySAT."""
    if total in (0, len(variables)):
        sign = 1 if total else -1
        return np.stack((sign * variables, np.zeros_like(variables)), axis=1).ravel(), 0
    from pysat.card import CardEnc, EncType

    kinds = {
        "kmtotalizer": EncType.kmtotalizer,
        "cardnetwork": EncType.cardnetwrk,
        "seqcounter": EncType.seqcounter,
    }
    formula = CardEnc.equals(lits=variables.tolist(), bound=total, top_id=top, encoding=kinds[cardinality])
    flat = np.array([literal for clause in formula.clauses for literal in (*clause, 0)], dtype=np.int32)
    return flat, max(0, formula.nv - top)


def _native(equation: Equation) -> Iterator[tuple[list[int], int]]:
    """At most ``total`` are true, and at most all others are false."""
    literals = equation.variables.tolist()
    if equation.total < len(literals):
        yield literals, equation.total
    if equation.total:
        yield [-literal for literal in literals], len(literals) - equation.total
