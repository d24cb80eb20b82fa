"""DIMACS CNF: variable k is ``k``; further variables count."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gourds.encodings.cnf import Cnf, build_cnf
from gourds.encodings.formats.header import comments
from gourds.encodings.formats.task import Task
from gourds.encodings.model import Model


def formula_of(model: Model | None, cardinality: str = "totalizer") -> Cnf:
    """The formula of a model; the empty clause if there is none."""
    return build_cnf(model, cardinality) if model else Cnf(1, np.zeros(1, dtype=np.int32))


def lines(task: Task) -> Iterator[str]:
    """The lines of the file."""
    formula = formula_of(task.model, task.cardinality)
    yield from (f"c {line}" for line in comments(task))
    yield f"p cnf {max(1, formula.variable_count)} {formula.clause_count}"
    for clause in formula:
        yield " ".join(map(str, (*clause, 0)))
