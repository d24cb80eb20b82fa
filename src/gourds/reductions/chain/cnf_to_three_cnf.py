"""CNF to 3-CNF: at most three literals in every clause.

A literal that a clause repeats is left out, and so is a clause with a literal and its negative. A longer clause l₁ ∨
… ∨ l_w becomes (l₁ ∨ l₂ ∨ t₁)(¬t₁ ∨ l₃ ∨ t₂) … (¬t_{w−3} ∨ l_{w−1} ∨ l_w) with fresh t. If an assignment makes l_j
the first true literal, t_i = (j > i + 1) completes it; conversely, if all l were false, the first clause would force
t₁, that t₂, and so on, and the last clause would fail.

Sizes: a clause of w > 3 literals adds w − 3 variables and w − 3 clauses.
"""

from __future__ import annotations

from gourds.formulas.formula import Assignment, Cnf, Formula, is_true
from gourds.reductions.chain.step import Step


def cnf_to_three_cnf(source: Formula) -> Step:
    """The step for a CNF."""
    assert isinstance(source, Cnf)
    kept = [clause for clause in map(_plain, source.clauses) if clause is not None]
    clauses: list[tuple[int, ...]] = []
    long: list[tuple[int, ...]] = []
    fresh = source.variables
    for clause in kept:
        if len(clause) <= 3:
            clauses.append(clause)
            continue
        long.append(clause)
        before: tuple[int, ...] = (clause[0],)
        for literal in clause[1:-2]:
            fresh += 1
            clauses.append((*before, literal, fresh))
            before = (-fresh,)
        clauses.append((*before, clause[-2], clause[-1]))

    def extend(assignment: Assignment) -> Assignment:
        values = list(assignment)
        for clause in long:
            first = next(k for k, literal in enumerate(clause) if is_true(literal, assignment))
            values += (first > i for i in range(1, len(clause) - 2))
        return tuple(values)

    more = sum(len(clause) - 3 for clause in long)
    return Step(
        name="CNF to 3-CNF",
        source=source,
        target=Cnf(fresh, tuple(clauses)),
        images=tuple(range(1, source.variables + 1)),
        extend=extend,
        predicted=(source.variables + more, len(kept) + more),
    )


def _plain(clause: tuple[int, ...]) -> tuple[int, ...] | None:
    """The clause without repetitions; None if it is always true."""
    literals = tuple(dict.fromkeys(clause))
    return None if any(-literal in literals for literal in literals) else literals


def count_completions(source: Formula, assignment: Assignment) -> int:
    """How many solutions of the target belong to one of the source: for each long clause the ways to choose its t."""
    total = 1
    for clause in map(_plain, source.clauses):
        if clause is not None and len(clause) > 3:
            held = [is_true(literal, assignment) for literal in clause]
            true, false = 1, int(held[0] or held[1])  # ways to choose the t so far, by the value of the last one
            for value in held[2:-2]:
                true, false = true + false, false + (true if value else 0)
            total *= true + false if held[-1] or held[-2] else false
    return total
