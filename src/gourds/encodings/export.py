"""Models as files for other people's solvers: one table of formats, one function.

The instance is feasible iff the file is satisfiable (CNF, OPB, MiniZinc, XCSP3, ASP) or has a feasible solution (LP,
MPS; the objective is 0). Variable k of the model is ``k`` in CNF, ``xk`` in OPB and XCSP3, ``x_k`` in LP and MPS,
``x[k]`` in MiniZinc and ``x(k)`` in ASP, the same k in all of them; comments on top say which edge or empty cell it is.
Equations are named ``c_1``, ``c_2``, … (cells in scan order), ``c_empty`` and ``b_1``, ``b_2``, … (classes).
``reduced`` is the direct model; its CNF, which has further variables that count, is direct CNF v1, see
:mod:`gourds.encodings.cnf`, unless another way to count is asked for.

Not every format has a way to write 'nothing equals one'. An equation without enough variables is therefore written as
``x_1 = 2``; OPB does so only for an equation without any variable.

A reduced model of an instance that the counting laws refute is this one equation (in CNF the empty clause, in ASP a
constraint that always fails). OPB holds the textbook model then: pseudo-Boolean proofs are about this file
(:mod:`gourds.proofs`), and a proof that a counting law fails must be about the instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gourds.counting import Counting
from gourds.encodings.cnf import CARDINALITIES, FILE_CARDINALITIES, Cnf
from gourds.encodings.formats import asp, cnf, sums, xcsp
from gourds.encodings.formats.task import Task
from gourds.encodings.model import Model, direct_model, textbook_model
from gourds.errors import InputError, quoted
from gourds.instance import Instance


@dataclass(frozen=True)
class Format:
    """A format of exported files."""

    name: str
    """As ``--to`` takes it."""
    suffix: str
    """How the names of its files end. ``.lp`` is what both CPLEX and clingo use; here it is CPLEX's."""
    whose: str
    """What it is, and for which solvers."""
    lines: Callable[[Task], Iterator[str]]
    """The lines of a file."""


_TABLE: Final = (
    Format("cnf", ".cnf", "a formula in DIMACS, for SAT solvers", cnf.lines),
    Format("opb", ".opb", "pseudo-Boolean constraints", sums.opb_lines),
    Format("lp", ".lp", "an integer program in CPLEX's LP", sums.lp_lines),
    Format("mps", ".mps", "an integer program in MPS", sums.mps_lines),
    Format("mzn", ".mzn", "a flat model in MiniZinc", sums.mzn_lines),
    Format("xcsp", ".xml", "constraints in XCSP3", xcsp.lines),
    Format("asp", ".asp", "facts and a program for clingo", asp.lines),
)
TABLE: Final = {form.name: form for form in _TABLE}
"""The formats by name."""
FORMATS: Final = tuple(TABLE)
"""Their names."""
SUFFIXES: Final = {form.name: form.suffix for form in _TABLE}
"""How the names of files end, by format."""

MOST_COUNTERS: Final = 5_000_000
"""Variables of sequential counters in one file; they take a gigabyte."""


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
    return cnf.formula_of(None if is_refuted else opb_model(instance, encoding))


def export(
    instance: Instance,
    form: str,
    encoding: str = "reduced",
    *,
    cardinality: str | None = None,
    about: Sequence[str] = (),
) -> str:
    """The text of a file in one of the :data:`FORMATS`.

    ``cardinality`` is how a CNF counts, one of :data:`~gourds.encodings.cnf.FILE_CARDINALITIES`. ``about``
    are further lines for the header, such as ``verdict: infeasible``; whatever they hold, they stay comments. Raises
    InputError if a format cannot do what is asked.
    """
    _check_cardinality(form, cardinality)
    refutation = Counting(instance).refutation if encoding == "reduced" else None
    model = None if refutation and form != "opb" else opb_model(instance, encoding)
    if model is not None and cardinality == "seqcounter":
        _check_counters(model)
    task = Task(instance, encoding, model, refutation, form, cardinality or CARDINALITIES[0], tuple(about))
    return "\n".join(TABLE[form].lines(task)) + "\n"


def _check_cardinality(form: str, cardinality: str | None) -> None:
    """Raise InputError unless a file in this format can count so."""
    if cardinality is None:
        return
    ways = ", ".join(FILE_CARDINALITIES)
    if form != "cnf":
        raise InputError(f"cardinality is about CNF; {form} files hold the sums themselves")
    if cardinality == "native":
        raise InputError(f"a CNF file has clauses only, so cardinality must be one of {ways}, not 'native'")
    if cardinality not in FILE_CARDINALITIES:
        raise InputError(f"cardinality must be one of {ways}, not {quoted(cardinality)}")


def _check_counters(model: Model) -> None:
    """Raise InputError if sequential counters, which are quadratic, would not fit into memory."""
    sizes = ((len(equation.variables), equation.total) for equation in model.total_equations())
    needed = sum(2 * total * max(0, count - total) for count, total in sizes)
    if needed > MOST_COUNTERS:
        raise InputError(
            f"seqcounter takes some {needed:,} variables here, more than {MOST_COUNTERS:,}; choose another"
        )
