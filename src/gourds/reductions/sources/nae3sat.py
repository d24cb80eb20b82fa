"""Not-all-equal 3SAT, and its reduction to 1-in-3SAT with negative literals.

Given clauses of three literals, is there an assignment that makes at least one literal of every clause true, and at
least one false? NP-complete (Schaefer 1978).

*The reduction.* With R for "exactly one is true" and fresh a, b, c, d, e, the clause (x, y, z) becomes

    R(¬x, a, b)  R(b, y, c)  R(c, d, ¬z)  R(a, d, e)

The first says a + b = x, the third c + d = z, the last that not both a and d are true. If y is true, b = c = 0, so
a = x and d = z: a solution iff not both x and z are true. If y is false, b + c = 1. With b = 1, x must be true, a = 0,
and d = z, c = 0 completes it; with c = 1, z must be true, and a = x, b = d = 0 completes it. So a solution exists iff
x or z is true. Together: iff x, y, z are not all equal. (x, z true and y false has two completions, every other one.)

*Sizes.* n + 5·m variables, 4·m clauses, for n variables and m clauses.

    p nae 3 2       three variables, two clauses
    1 2 3 0         solution: v 1 -2 3 0
    -1 2 -3 0
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from gourds.chance import draw_below, draw_distinct, shuffle
from gourds.files.formulas import format_assignment, parse_assignment
from gourds.formulas.formula import Assignment, OneInThree, Triple, is_true
from gourds.reductions.chain.three_cnf_to_one_in_three import count_completions
from gourds.reductions.problem import Applied, Problem, Reduction
from gourds.reductions.rows import read_clauses, spell_rows


@dataclass(frozen=True)
class NotAllEqual:
    """Clauses of three literals."""

    variables: int
    clauses: tuple[Triple, ...]


def _parse(text: str) -> NotAllEqual:
    variables, clauses = read_clauses(text, "p nae", is_triples=True)
    return NotAllEqual(variables, tuple((a, b, c) for a, b, c in clauses))


def _failures(formula: NotAllEqual, assignment: Assignment) -> list[str]:
    if len(assignment) != formula.variables:
        return [f"the assignment has {len(assignment)} values, the formula {formula.variables} variables"]
    return [
        f"the literals of clause {k} ({' '.join(map(str, clause))}) are all equal"
        for k, clause in enumerate(formula.clauses, start=1)
        if len({is_true(literal, assignment) for literal in clause}) == 1
    ]


def _solutions(formula: NotAllEqual) -> Iterator[Assignment]:
    """All assignments are tried."""
    every = product((False, True), repeat=formula.variables)
    return (assignment for assignment in every if not _failures(formula, assignment))


# -- random instances -----------------------------------------------------------------------------------------


def _clause(rng: random.Random, variables: int) -> Triple:
    a, b, c = ((1 + draw_below(rng, variables)) * (1 - 2 * draw_below(rng, 2)) for _ in range(3))
    return a, b, c


def _random_yes(size: int, seed: int) -> NotAllEqual:
    rng = random.Random(seed)
    assignment = tuple(rng.random() < 0.5 for _ in range(size))
    clauses: list[Triple] = []
    for _ in range(1 + draw_below(rng, size + 1)):
        a, b, c = _clause(rng, size)
        if len({is_true(literal, assignment) for literal in (a, b, c)}) == 1:
            b = -b
        clauses.append((a, b, c))
    return NotAllEqual(size, tuple(clauses))


def _random_no(size: int, seed: int) -> NotAllEqual:
    """A core: one literal thrice, or three variables in all four ways. Or a near miss: clauses are added or changed."""
    rng = random.Random(seed)
    clauses = list(_random_yes(size, seed).clauses)
    if seed % 2 == 0:
        x, y, z = [v + 1 for v in draw_distinct(rng, size, 3)] if size >= 3 and draw_below(rng, 2) else [1, 1, 1]
        core: list[Triple] = [(x, y, z)] if x == y else [(x, y, z), (x, y, -z), (x, -y, z), (-x, y, z)]
        clauses += core
        shuffle(rng, clauses)
    while seed % 2 and next(_solutions(NotAllEqual(size, tuple(clauses))), None) is not None:
        place = draw_below(rng, len(clauses) + 1)
        clauses[place : place + draw_below(rng, 2)] = [_clause(rng, size)]
    return NotAllEqual(size, tuple(clauses))


def _shrink(formula: NotAllEqual) -> Iterator[NotAllEqual]:
    """Without a clause; without the last variable, if no clause has it."""
    for k in range(len(formula.clauses)):
        yield NotAllEqual(formula.variables, formula.clauses[:k] + formula.clauses[k + 1 :])
    last = formula.variables
    if last > 1 and all(abs(literal) < last for clause in formula.clauses for literal in clause):
        yield NotAllEqual(last - 1, formula.clauses)


PROBLEM = Problem[NotAllEqual, Assignment](
    name="nae3sat",
    title="Not-all-equal 3SAT",
    suffix=".nae",
    header="p nae",
    parse=_parse,
    spell=lambda formula: spell_rows("p nae", (formula.variables, len(formula.clauses)), formula.clauses),
    parse_solution=lambda formula, text: parse_assignment(text, formula.variables),
    spell_solution=lambda formula, assignment: format_assignment(assignment),
    failures=_failures,
    solutions=_solutions,
    random_yes=_random_yes,
    random_no=_random_no,
    size=lambda formula: {"variables": formula.variables, "clauses": len(formula.clauses)},
    shrink=_shrink,
)


# -- the reduction --------------------------------------------------------------------------------------------


def _apply(formula: NotAllEqual) -> Applied[NotAllEqual, Assignment, OneInThree, Assignment]:
    n, m = formula.variables, len(formula.clauses)
    clauses: list[Triple] = []
    for k, (x, y, z) in enumerate(formula.clauses):
        a, b, c, d, e = range(n + 5 * k + 1, n + 5 * k + 6)
        clauses += [(-x, a, b), (b, y, c), (c, d, -z), (a, d, e)]

    def forward(assignment: Assignment) -> Assignment:
        values = list(assignment)
        for clause in formula.clauses:
            x, y, z = (is_true(literal, assignment) for literal in clause)
            b = x and not y
            c = z and not y and not b
            a, d = x and not b, z and not c
            values += (a, b, c, d, not (a or d))
        return tuple(values)

    return Applied(
        source=formula,
        target=OneInThree(n + 5 * m, tuple(clauses)),
        forward=forward,
        back=lambda assignment: assignment[:n],
        predicted={"variables": n + 5 * m, "clauses": 4 * m},
    )


REDUCTION = Reduction(
    source="nae3sat",
    target="1in3",
    apply=_apply,
    sizes="n + 5·m variables, 4·m clauses, with n variables and m clauses",
    completions=lambda formula, assignment: count_completions(formula.clauses, assignment),
)
