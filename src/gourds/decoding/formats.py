"""The formats of outputs, once: a name, whose it is, how the content shows it, and its reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gourds.decoding import answer_sets, cplex, documents, instantiation, literals, minizinc, named, numbered
from gourds.decoding.answer import Answer, no_answer
from gourds.files.sizes import check_lines


@dataclass(frozen=True)
class Format:
    """A format of outputs."""

    name: str
    """As ``--from`` takes it."""
    whose: str
    """Who writes it."""
    is_it: Callable[[list[str]], bool]
    """Whether an output is in this format, once none of those before it in the table applies."""
    read: Callable[[list[str]], Answer]
    """Its reader, which raises InputError with every fault and its line."""


def _has(*patterns: str) -> Callable[[list[str]], bool]:
    """Whether some line starts like this."""
    found = re.compile("|".join(patterns))
    return lambda lines: any(found.match(line) for line in lines)


_TABLE: Final = (
    Format(
        "xcsp",
        "XCSP3 solvers: lines 'v <instantiation> …'",
        instantiation.is_instantiation,
        instantiation.read_instantiation,
    ),
    Format("cplex", "CPLEX (.sol)", _has(r"\s*<\?xml\b", r"\s*<CPLEXSolution"), cplex.read_cplex),
    Format("json", "MiniZinc, Gurobi, clasp and clingo, as JSON", documents.is_document, documents.read_document),
    Format("glpk-raw", "glpsol -w", _has(r"s (?:mip|bas|ipt)\s"), numbered.read_glpk_raw),
    Format("pb", "pseudo-Boolean solvers: lines 'v x1 -x2'", _has(r"\s*v\s+[-+~]?x"), literals.read_competition),
    Format(
        "sat", "SAT solvers: lines 's …' and 'v 1 -2 … 0'", _has(r"s [A-Z]", r"v(?:\s|$)"), literals.read_competition
    ),
    Format("asp", "clingo and clasp: answer sets 'x(1) x(4)'", answer_sets.is_answer_set, answer_sets.read_answer_sets),
    Format("minisat", "result files of MiniSat, Glucose", literals.is_minisat, literals.read_minisat),
    Format("glpk", "glpsol -o", _has(r"Non-zeros: +[0-9]", r"\s+No\.\s+Column name"), named.read_glpk),
    Format("cbc", "CBC (solution FILE)", named.is_cbc, named.read_cbc),
    Format("highs", "HiGHS, both styles", _has(r"Model status", r"# Primal solution"), named.read_highs),
    Format("highs-old", "HiGHS, columns without names", numbered.is_old_highs, numbered.read_old_highs),
    Format("scip", "SCIP", _has(r"solution status:", r"objective value:", r"no solution available"), named.read_scip),
    Format("gurobi", "Gurobi (.sol)", _has(r"# Objective value", r"# Solution for"), named.read_gurobi),
    Format("cpsat", "CP-SAT (text of CpSolverResponse)", numbered.is_cpsat, numbered.read_cpsat),
    Format("minizinc", "MiniZinc", minizinc.is_minizinc, minizinc.read_minizinc),
    Format("values", "lines 'x_1 1', 'x_1 = 1;' of anybody", named.is_loose, named.read_loose),
)

FORMATS: Final = {form.name: form for form in _TABLE}
"""By name, in the order in which they are tried."""


_COLORS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""What some solvers print for terminals, even where there is none."""


def read_output(text: str, name: str | None = None) -> tuple[Format, Answer]:
    """The format of an output, found by its content unless a name is given, and what it says. Raises InputError."""
    check_lines(text)
    lines = re.sub("\r\n?", "\n", _COLORS.sub("", text)).removesuffix("\n").split("\n")
    if name is None and not text.strip():
        raise no_answer("there is nothing in it")
    form = FORMATS[name] if name else next((one for one in _TABLE if one.is_it(lines)), None)
    if form is None:
        raise no_answer(f"no output of a solver that is known here; known are {', '.join(FORMATS)}")
    return form, form.read(lines)
