"""``sat``: the matching model as a formula, decided by one of PySAT's solvers.

The variants are solvers. ``minicard`` and ``gluecard4`` count by themselves (cardinality ``native``), the others get
clauses. Settings: ``cardinality``, one of :data:`gourds.encodings.cnf.CARDINALITIES`.

With ``proof``, an infeasible instance comes with a DRAT proof of direct CNF v1, whatever encoding and cardinality
were asked for, since that is the formula which a checker builds for itself. ``minicard``, ``minisat22`` and
``mergesat3`` write no proofs; with them, and with all but direct CNF v1, the answer is only claimed.

None of these solvers takes a seed through PySAT. So a seed other than 0 renames the variables by a random permutation,
on which their choices depend. With ``proof`` the seed is passed over. All of them are single-threaded, so a run can be
repeated.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from gourds.encodings.cnf import CARDINALITIES, DIRECT, Cnf, build_cnf
from gourds.encodings.model import Model, direct_model
from gourds.errors import InputError
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import Found, choice, decide

NATIVE = ("minicard", "gluecard4")
"""Variants that count by themselves."""
PROVING = ("cadical195", "cadical300", "cadical153", "glucose4", "glucose42", "maplechrono", "maplecm", "lingeling")
"""Variants whose proofs through PySAT are good; those of maplesat, for one, are not."""
VARIANTS = (
    *("cadical195", "cadical300", "cadical153", "glucose4", "maplechrono", "minicard", "gluecard4"),
    *("minisat22", "glucose3", "glucose42", "maplecm", "mergesat3", "lingeling"),
)


def _run(instance: Instance, options: Options) -> Outcome:
    variant = options.variant or VARIANTS[0]
    proving = options.proof and variant in PROVING

    def searched(model: Model, options: Options) -> Found:
        return search(model, options, proving=proving)

    if proving:
        direct = Options(variant, options.time_limit, options.memory_limit, proof=True)
        return decide(instance, direct, f"sat:{variant}", searched, direct_model)
    return decide(instance, options, f"sat:{variant}", searched)


def search(model: Model, options: Options, *, proving: bool = False) -> Found:
    """Decide a model. ``proving`` asks for a proof; the model must be the direct model of an instance."""
    variant = options.variant or VARIANTS[0]
    start = time.perf_counter()
    cardinality = choice(options, "cardinality", CARDINALITIES[-1 if variant in NATIVE else 0], CARDINALITIES)
    if cardinality == "native" and variant not in NATIVE:
        raise InputError(f"sat:{variant} cannot count by itself; {' and '.join(NATIVE)} can")
    formula = build_cnf(model, "totalizer" if proving else cardinality)
    encoded = time.perf_counter()
    answer, proof, figures = _solve(formula, variant, 0 if proving else options.seed, proving)
    stats = {
        "variables": formula.variable_count,
        "clauses": formula.clause_count,
        "cardinality": cardinality,
        **figures,
        "encode_s": round(encoded - start, 6),
        "search_s": round(time.perf_counter() - encoded, 6),
    }
    if answer is not None:
        return Found(Status.FEASIBLE, model.edges_of(answer), stats=stats)
    reason = f"{variant} found the formula unsatisfiable"
    if proof is None:
        return Found(Status.INFEASIBLE, reason=reason, stats=stats)
    data = {"cnf": DIRECT, "solver": variant, "proof": proof}
    return Found(Status.INFEASIBLE, reason=reason, proof=data, stats=stats | {"proof_lines": len(proof)})


def _solve(
    formula: Cnf, variant: str, seed: int, proving: bool
) -> tuple[NDArray[np.bool_] | None, list[str] | None, dict[str, int]]:
    """The values of the variables, or None and perhaps a proof that there are none; figures of the search."""
    from pysat.solvers import Solver as PySatSolver

    if variant not in available_variants():
        raise InputError(f"this version of python-sat has no {variant}")
    names = _names(formula.variable_count, seed)
    renamed = _renamed(formula, names)
    with PySatSolver(name=variant, **({"with_proof": True} if proving else {})) as solver:
        for clause in renamed:
            solver.add_clause(clause, no_return=True)
        for literals, bound in renamed.at_most:
            solver.add_atmost(literals, bound, no_return=True)
        satisfiable = solver.solve()
        figures = {key: value for key, value in (solver.accum_stats() or {}).items() if key != "restarts"}
        if not satisfiable:
            return None, closed(solver.get_proof()) if proving else None, figures
        true = np.zeros(formula.variable_count + 1, dtype=np.bool_)
        values = np.array(solver.get_model(), dtype=np.int64)
        values = values[np.abs(values) <= formula.variable_count]
        true[np.abs(values)] = values > 0
    return true[names][1:], None, figures


def closed(proof: list[str]) -> list[str]:
    """The proof up to the empty clause, the line ``0``.

    Solvers that see a conflict while clauses are still being added leave this last line out. Adding it is safe: a
    checker accepts it only if propagation on what comes before it hits a conflict.
    """
    end = next((k for k, line in enumerate(proof) if line.strip() == "0"), len(proof))
    return [*proof[:end], "0"]


def available_variants() -> frozenset[str]:
    """The variants that the installed python-sat knows."""
    from pysat.solvers import SolverNames

    return frozenset(name for name in VARIANTS if hasattr(SolverNames, name))


def _names(variables: int, seed: int) -> IndexArray:
    """New names for the variables 1..variables, and 0 for 0; seed 0 keeps the old ones."""
    names = np.arange(variables + 1, dtype=np.int32)
    if seed:
        np.random.default_rng(seed % (1 << 64)).shuffle(names[1:])
    return names


def _renamed(formula: Cnf, names: IndexArray) -> Cnf:
    def renamed(literals: IndexArray) -> IndexArray:
        return np.sign(literals) * names[np.abs(literals)]

    at_most = [(renamed(np.array(literals, dtype=np.int32)).tolist(), bound) for literals, bound in formula.at_most]
    return Cnf(formula.variable_count, renamed(formula.literals), tuple(at_most))


SOLVER = Solver(
    name="sat",
    summary="the matching model as a formula for a SAT solver",
    run=_run,
    modules=("pysat.solvers", "pysat.card"),
    package="python-sat",
    variants=VARIANTS,
    settings=("cardinality", "covering"),
    abilities=frozenset({"decide", "find", "prove"}),
)
