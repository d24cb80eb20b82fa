"""Exact satisfiability, and its reduction to boards of rings: three rows high, few colors.

Given clauses of literals, can exactly one literal of every clause be true? A literal that is repeated counts as often.
NP-complete, as 1-in-3SAT and exact cover are special cases: a set is a variable, an element is a clause.

*The reduction* makes a ring for every variable; clauses share colors in pairs and weights
(:mod:`gourds.reductions.rings`). ``docs/fewer-colors.md`` has the proof. The option ``colors`` is the number of
colors that the board may have, from 4 on; without it there are as few as take no larger board. It is parsimonious up
to the ways to cover the filler, which are the same for every solution.

*Sizes.* A variable has a ring of L = Σ (2·w + 4) cells, over the weights w of the clauses of its literals; L is raised
to the next number, from 10 on, that leaves remainder 2 when divided by 4. The board has 3·Σ (L/2 + 1) + 1 cells.

    p xsat 3 2      three variables, two clauses
    1 2 3 0         solution: v -1 2 -3 0
    -1 3 0
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from gourds.chance import draw_below, shuffle
from gourds.files.formulas import format_assignment, parse_assignment
from gourds.formulas.formula import Assignment, OneInThree, is_true
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reductions.problem import Applied, Problem, Reduction
from gourds.reductions.rings.board import RingBoard
from gourds.reductions.rows import read_clauses, spell_rows

Clause = tuple[int, ...]


@dataclass(frozen=True)
class ExactFormula:
    """Exactly one literal of every clause is true."""

    variables: int
    clauses: tuple[Clause, ...]
    """None is empty."""


def _parse(text: str) -> ExactFormula:
    return ExactFormula(*read_clauses(text, "p xsat"))


def _failures(formula: ExactFormula, assignment: Assignment) -> list[str]:
    if len(assignment) != formula.variables:
        return [f"the assignment has {len(assignment)} values, the formula {formula.variables} variables"]
    true = [sum(is_true(literal, assignment) for literal in clause) for clause in formula.clauses]
    return [f"{number} literals of clause {k} are true, not one" for k, number in enumerate(true, 1) if number != 1]


def _solutions(formula: ExactFormula) -> Iterator[Assignment]:
    """Values for one variable after the other; a clause is looked at when its last variable has one."""
    due: list[list[Clause]] = [[] for _ in range(formula.variables + 1)]
    for clause in formula.clauses:
        due[max(map(abs, clause))].append(clause)

    def extend(values: Assignment) -> Iterator[Assignment]:
        if any(sum(is_true(literal, values) for literal in clause) != 1 for clause in due[len(values)]):
            return
        if len(values) == formula.variables:
            yield values
            return
        for value in (False, True):
            yield from extend((*values, value))

    return extend(())


# -- random instances -----------------------------------------------------------------------------------------


def _random_yes(size: int, seed: int) -> ExactFormula:
    rng = random.Random(seed)
    n = size + 1
    values = [rng.random() < 0.5 for _ in range(n)]

    def literal(is_held: bool) -> int:
        v = draw_below(rng, n)
        return v + 1 if values[v] == is_held else -v - 1

    clauses = []
    for _ in range(1 + draw_below(rng, n)):
        clause = [literal(k == 0) for k in range(1 + draw_below(rng, 4))]
        shuffle(rng, clause)
        clauses.append(tuple(clause))
    return ExactFormula(n, tuple(clauses))


def _random_no(size: int, seed: int) -> ExactFormula:
    """A core, a clause with one literal twice or two clauses that contradict each other; or literals turned around."""
    rng = random.Random(seed)
    formula = _random_yes(size, seed)
    clauses = list(formula.clauses)
    if seed % 2 == 0:
        a, b = (1 + draw_below(rng, formula.variables) for _ in range(2))
        clauses += [(a, a)] if seed % 4 else [(a, b), (a, -b)]
        shuffle(rng, clauses)
    while next(_solutions(ExactFormula(formula.variables, tuple(clauses))), None) is not None:
        place = draw_below(rng, len(clauses))
        changed = [literal if rng.random() < 0.6 else -literal for literal in clauses[place]]
        clauses[place : place + draw_below(rng, 2)] = [tuple(changed)]
    return ExactFormula(formula.variables, tuple(clauses))


def _shrink(formula: ExactFormula) -> Iterator[ExactFormula]:
    """Without a clause; without a literal; without the last variable, if no clause has it."""
    n, clauses = formula.variables, formula.clauses
    if n and n not in {abs(literal) for clause in clauses for literal in clause}:
        yield ExactFormula(n - 1, clauses)
    for k, clause in enumerate(clauses):
        yield ExactFormula(n, clauses[:k] + clauses[k + 1 :])
        for j in range(len(clause) if len(clause) > 1 else 0):
            yield ExactFormula(n, (*clauses[:k], clause[:j] + clause[j + 1 :], *clauses[k + 1 :]))


def _size(formula: ExactFormula) -> dict[str, int]:
    literals = sum(map(len, formula.clauses))
    return {"variables": formula.variables, "clauses": len(formula.clauses), "literals": literals}


PROBLEM = Problem[ExactFormula, Assignment](
    name="xsat",
    title="Exact satisfiability",
    suffix=".xsat",
    header="p xsat",
    parse=_parse,
    spell=lambda formula: spell_rows("p xsat", (formula.variables, len(formula.clauses)), formula.clauses),
    parse_solution=lambda formula, text: parse_assignment(text, formula.variables),
    spell_solution=lambda formula, assignment: format_assignment(assignment),
    failures=_failures,
    solutions=_solutions,
    random_yes=_random_yes,
    random_no=_random_no,
    size=_size,
    shrink=_shrink,
)


# -- the reductions -------------------------------------------------------------------------------------------


def _to_board(
    formula: ExactFormula, *, colors: int | None = None
) -> Applied[ExactFormula, Assignment, Instance, Placement]:
    board = RingBoard.of_clauses(formula.variables, formula.clauses, colors)
    cells = board.predicted_cells
    paired = {color for share in board.sharing.shares for color in (share.first, share.second)}
    return Applied(
        source=formula,
        target=board.instance(),
        forward=board.place,
        back=board.extract,
        predicted={"cells": cells, "gourds": cells // 2, "colors": len(paired) + (2 if paired else 1)},
    )


def _same(formula: OneInThree) -> Applied[OneInThree, Assignment, ExactFormula, Assignment]:
    """A 1-in-3 formula is one already."""
    target = ExactFormula(formula.variables, formula.clauses)
    return Applied(formula, target, tuple, tuple, _size(target))


REDUCTIONS = [
    Reduction(
        source="xsat",
        target="placement",
        apply=_to_board,
        sizes="3·Σ (L/2 + 1) + 1 cells, with rings of L cells; 30·n + 1 if each of n variables is in three clauses. k "
        "colors, with (k − 2)·(k − 3)/2 pairs for the clauses",
        options=("colors",),
    ),
    *(
        Reduction(name, "xsat", _same, "the same variables and clauses", completions=lambda formula, values: 1)
        for name in ("monotone", "cubic")
    ),
]
