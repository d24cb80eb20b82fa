"""Formulas as files for other people's solvers: CNF and OPB, satisfiable iff the formula is.

The variables of the file are those of the formula, with the same numbers, and there are no others. So the ``v`` lines
that a solver prints about the CNF are an assignment of the formula as they are.

*CNF of a 1-in-3 formula*: clause k becomes clauses 4k − 3 to 4k: one literal is true, and no two are. *OPB*: constraint
k is clause k. A 1-in-3 clause is an equation, 'the number of true literals is 1', in which a literal counts as often as
it stands there; −x is 1 − x, so its coefficient is −1 and the right side loses 1. A clause of a CNF is the same with
'at least 1'. If all variables cancel out, x1 stands in: ``+1 x1 >= 0`` always holds, ``+1 x1 >= 2`` never.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from gourds.encodings.formats.header import plain
from gourds.formulas.formula import Cnf, Formula, OneInThree

FORMULA_FORMATS: Final = ("cnf", "opb")
"""The formats that a formula can be written in."""


def export_formula(formula: Formula, form: str, *, about: Sequence[str] = ()) -> str:
    """The text of a file in one of the :data:`FORMULA_FORMATS`; ``about`` are further lines for its header.

    >>> print(export_formula(OneInThree(3, ((1, 2, 3),)), "opb"), end="")  # doctest: +ELLIPSIS
    * #variable= 3 #constraint= 1
    * a 1-in-3 formula; variables: 3, clauses: 1
    * formula: sha256 ...
    * satisfiable iff the formula is
    * variables x1..x3: those of the formula, with the same numbers
    * constraints: number k is clause k of the formula
    +1 x1 +1 x2 +1 x3 = 1 ;
    """
    lines = _cnf_lines(formula, about) if form == "cnf" else _opb_lines(formula, about)
    return "\n".join(lines) + "\n"


def _comments(formula: Formula, form: str, about: Sequence[str]) -> Iterator[str]:
    is_cnf = isinstance(formula, Cnf)
    kind = "CNF" if is_cnf else "1-in-3"
    head = f"p {'cnf' if is_cnf else '1in3'} {formula.variables} {len(formula.clauses)}\n"
    body = "".join(f"{' '.join(map(str, (*clause, 0)))}\n" for clause in formula.clauses)
    yield f"a {kind} formula; variables: {formula.variables}, clauses: {len(formula.clauses)}"
    yield f"formula: sha256 {hashlib.sha256((head + body).encode()).hexdigest()}, of its file without comments"
    yield from map(plain, about)
    yield "satisfiable iff the formula is"
    name = "" if form == "cnf" else "x"
    if formula.variables:
        yield f"variables {name}1..{name}{formula.variables}: those of the formula, with the same numbers"
    if form == "opb":
        yield "constraints: number k is clause k of the formula"
    elif not is_cnf:
        yield "clauses: numbers 4k-3 to 4k are clause k of the formula: one literal is true, no two are"


def _cnf_lines(formula: Formula, about: Sequence[str]) -> Iterator[str]:
    written = formula if isinstance(formula, Cnf) else formula.to_cnf()
    yield from (f"c {line}" for line in _comments(formula, "cnf", about))
    yield f"p cnf {max(1, written.variables)} {len(written.clauses)}"
    yield from (" ".join(map(str, (*clause, 0))) for clause in written.clauses)


def _opb_lines(formula: Formula, about: Sequence[str]) -> Iterator[str]:
    yield f"* #variable= {max(1, formula.variables)} #constraint= {len(formula.clauses)}"
    yield from (f"* {line}" for line in _comments(formula, "opb", about))
    exactly = isinstance(formula, OneInThree)
    for clause in formula.clauses:
        yield _constraint(clause, exactly=exactly)


def _constraint(clause: Sequence[int], *, exactly: bool) -> str:
    """Exactly one, or at least one, of the literals is true."""
    coefficients: Counter[int] = Counter()
    right = 1
    for literal in clause:
        coefficients[abs(literal)] += 1 if literal > 0 else -1
        right -= literal < 0
    terms = [f"{count:+} x{v}" for v, count in sorted(coefficients.items()) if count]
    if not terms:  # never if exactly: three literals do not cancel out
        return f"+1 x1 >= {2 if right > 0 else 0} ;"
    return f"{' '.join(terms)} {'=' if exactly else '>='} {right} ;"
