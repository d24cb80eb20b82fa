"""The formulas that the paper's reduction is reached from, and the chain of steps between them.

    cnf → 3cnf → 1in3 → monotone → cubic

``1in3`` is the problem with literals of either sign; ``monotone`` has none that are negative, ``cubic`` is what the
board takes. All three have files ``p 1in3``. The steps are modules of their own (:mod:`gourds.reductions.chain`); here
they are described as problems and reductions.

*No-instances* are of two sorts, in turn. With an even seed: a core without solution and satisfiable padding around it.
The cores are all 2^k clauses over k variables; of 1-in-3 formulas R(a, a, a), or R on all four triples of four
variables, whose sum is 3·(a + b + c + d) = 4. With an odd seed: a near miss, a planted formula that is changed clause
by clause until a plain search finds no solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Any, cast

from gourds.chance import draw_below, draw_distinct, shuffle
from gourds.errors import InputError
from gourds.files.formulas import format_assignment, format_formula, parse, parse_assignment
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.formula import Assignment, Cnf, Formula, OneInThree, Triple, is_true
from gourds.formulas.shrink import smaller_cnf, smaller_cubic
from gourds.formulas.verdict import all_assignments, count_assignments, each_assignment
from gourds.reductions.chain.cnf_to_three_cnf import cnf_to_three_cnf
from gourds.reductions.chain.cnf_to_three_cnf import count_completions as cnf_completions
from gourds.reductions.chain.monotone_to_cubic import monotone_to_cubic
from gourds.reductions.chain.one_in_three_to_monotone import count_completions as triple_completions
from gourds.reductions.chain.one_in_three_to_monotone import one_in_three_to_monotone
from gourds.reductions.chain.step import Step
from gourds.reductions.chain.three_cnf_to_one_in_three import count_completions as three_completions
from gourds.reductions.chain.three_cnf_to_one_in_three import three_cnf_to_one_in_three
from gourds.reductions.problem import Applied, Problem, Reduction

Clause = tuple[int, ...]


def _is_satisfiable(formula: Formula) -> bool:
    return bool(all_assignments(formula, limit=1))


def _literal(rng: random.Random, variables: int) -> int:
    return (1 + draw_below(rng, variables)) * (1 - 2 * draw_below(rng, 2))


def _planted(rng: random.Random, variables: int) -> Assignment:
    return tuple(rng.random() < 0.5 for _ in range(variables))


# -- CNF ------------------------------------------------------------------------------------------------------


def _met_clause(rng: random.Random, assignment: Assignment, widest: int) -> Clause:
    """A random clause that an assignment satisfies."""
    clause = [_literal(rng, len(assignment)) for _ in range(1 + draw_below(rng, widest))]
    if not any(is_true(literal, assignment) for literal in clause):
        place = draw_below(rng, len(clause))
        clause[place] = -clause[place]
    return tuple(clause)


def _cnf_yes(size: int, seed: int, widest: int) -> Cnf:
    rng = random.Random(seed)
    assignment = _planted(rng, size)
    many = 1 + size + draw_below(rng, size)
    return Cnf(size, tuple(_met_clause(rng, assignment, widest) for _ in range(many)))


def _cnf_no(size: int, seed: int, widest: int) -> Cnf:
    rng = random.Random(seed)
    clauses = list(_cnf_yes(size, seed, widest).clauses)
    if seed % 2 == 0:
        chosen = [v + 1 for v in draw_distinct(rng, size, min(size, 1 + draw_below(rng, 3)))]
        core = product(*((v, -v) for v in chosen))
        clauses = [*clauses[: len(clauses) // 2], *core]
        shuffle(rng, clauses)
        return Cnf(size, tuple(clauses))
    while found := all_assignments(Cnf(size, tuple(clauses)), limit=1):
        chosen = [v + 1 for v in draw_distinct(rng, size, min(size, 1 + draw_below(rng, 3)))]
        clauses.append(tuple(-v if found[0][v - 1] else v for v in chosen))
    return Cnf(size, tuple(clauses))


# -- 1-in-3 ---------------------------------------------------------------------------------------------------


def _met_triple(rng: random.Random, assignment: Assignment, is_signed: bool) -> Triple:
    """A random clause of which an assignment makes exactly one literal true; without signs it must be mixed."""
    variables = len(assignment)
    if is_signed:
        drawn = [1 + draw_below(rng, variables) for _ in range(3)]
        true = draw_below(rng, 3)
        found = [v if assignment[v - 1] == (k == true) else -v for k, v in enumerate(drawn)]
    else:
        by_value = [[v for v in range(1, variables + 1) if assignment[v - 1] == value] for value in (False, True)]
        found = [by_value[k == 0][draw_below(rng, len(by_value[k == 0]))] for k in range(3)]
    shuffle(rng, found)
    return found[0], found[1], found[2]


def _triples_yes(size: int, seed: int, is_signed: bool) -> OneInThree:
    rng = random.Random(seed)
    size = size if is_signed else max(size, 2)
    assignment = _planted(rng, size)
    while not is_signed and len(set(assignment)) < 2:
        assignment = _planted(rng, size)
    many = 1 + draw_below(rng, size + 1)
    return OneInThree(size, tuple(_met_triple(rng, assignment, is_signed) for _ in range(many)))


def _triples_no(size: int, seed: int, is_signed: bool) -> OneInThree:
    rng = random.Random(seed)

    def sign() -> int:
        return 1 - 2 * draw_below(rng, 2) if is_signed else 1

    planted = _triples_yes(size, seed, is_signed)
    n, clauses = planted.variables, list(planted.clauses)
    if seed % 2 == 0:
        chosen = [(v + 1) * sign() for v in draw_distinct(rng, n, 4 if n >= 4 and draw_below(rng, 2) else 1)]
        core = combinations(chosen, 3) if len(chosen) == 4 else [chosen * 3]
        clauses += [(a, b, c) for a, b, c in core]
        shuffle(rng, clauses)
    while seed % 2 and _is_satisfiable(OneInThree(n, tuple(clauses))):
        drawn = [(1 + draw_below(rng, n)) * sign() for _ in range(3)]
        place = draw_below(rng, len(clauses) + 1)
        clauses[place : place + draw_below(rng, 2)] = [(drawn[0], drawn[1], drawn[2])]
    return OneInThree(n, tuple(clauses))


def _smaller_triples(formula: OneInThree) -> Iterator[OneInThree]:
    """Without one clause; without the variables that no clause has."""
    for k in range(len(formula.clauses)):
        yield OneInThree(formula.variables, formula.clauses[:k] + formula.clauses[k + 1 :])
    used = sorted({abs(literal) for clause in formula.clauses for literal in clause})
    if len(used) < formula.variables:
        name = {v: k for k, v in enumerate(used, start=1)}
        clauses = [tuple(name[abs(x)] * (1 if x > 0 else -1) for x in clause) for clause in formula.clauses]
        yield OneInThree(len(used), cast("tuple[Triple, ...]", tuple(clauses)))


def _cubic_yes(size: int, seed: int) -> OneInThree:
    return planted_cubic(3 * max(1, -(-size // 3)), seed)[0]


def _cubic_no(size: int, seed: int) -> OneInThree:
    """K₄, the four triples of four variables, beside any formula; or a planted formula with slots exchanged."""
    rng = random.Random(seed)
    if seed % 2 == 0:
        size = max(size, 4)
        if size < 7:
            return random_cubic(4 + size % 2, seed)  # no multiple of three, so a third of them cannot be true
        core = tuple(combinations(range(1, 5), 3))
        rest = tuple((a + 4, b + 4, c + 4) for a, b, c in random_cubic(size - 4, seed).clauses)
        return OneInThree(size, core + rest)
    formula = planted_cubic(3 * max(2, -(-size // 3)), seed)[0]
    clauses = [list(clause) for clause in formula.clauses]
    while _is_satisfiable(formula):
        first, second = (clauses[draw_below(rng, len(clauses))] for _ in range(2))
        j, k = draw_below(rng, 3), draw_below(rng, 3)
        if first[j] not in second and second[k] not in first:
            first[j], second[k] = second[k], first[j]
            formula = OneInThree(formula.variables, tuple((a, b, c) for a, b, c in clauses))
    return formula


# -- the problems ---------------------------------------------------------------------------------------------


def _reader(name: str) -> Callable[[str], Formula]:
    """The parser of a problem: the formula, and the faults that keep it from being of this form."""

    def read(text: str) -> Formula:
        formula = parse(text, is_signed=name == "1in3")
        if isinstance(formula, Cnf) != name.endswith("cnf"):
            raise InputError(f"a formula 'p {'cnf' if name.endswith('cnf') else '1in3'}' is needed here")
        if name == "3cnf" and (long := [k for k, c in enumerate(formula.clauses, start=1) if len(c) > 3]):
            raise InputError(f"clause {long[0]} has more than three literals")
        if name == "cubic" and isinstance(formula, OneInThree) and (faults := formula.cubic_faults()):
            raise InputError(faults)
        return formula

    return read


def _failures(formula: Formula, assignment: Assignment) -> list[str]:
    if len(assignment) != formula.variables:
        return [f"the assignment has {len(assignment)} values, the formula {formula.variables} variables"]
    spelled = ((k + 1, " ".join(map(str, formula.clauses[k]))) for k in formula.failures(assignment))
    return [f"the assignment does not satisfy clause {k} ({clause})" for k, clause in spelled]


def _problem(
    name: str,
    title: str,
    yes: Callable[..., Any],
    no: Callable[..., Any],
    shrink: Callable[[Any], Iterator[Any]],
    **options: Any,
) -> Problem[Any, Assignment]:
    """A problem of formulas; the options are those of what draws its instances."""
    return Problem(
        name=name,
        title=title,
        suffix=".cnf" if name.endswith("cnf") else ".1in3",
        parse=_reader(name),
        spell=lambda formula: format_formula(formula, is_signed=name == "1in3"),
        parse_solution=lambda formula, text: parse_assignment(text, formula.variables),
        spell_solution=lambda formula, assignment: format_assignment(assignment),
        failures=_failures,
        solutions=each_assignment,
        find=lambda formula: next(iter(all_assignments(formula, limit=1)), None),
        tally=count_assignments,
        random_yes=partial(yes, **options),
        random_no=partial(no, **options),
        size=lambda formula: {"variables": formula.variables, "clauses": len(formula.clauses)},
        shrink=shrink,
    )


PROBLEMS = [
    _problem("cnf", "Satisfiability of CNF", _cnf_yes, _cnf_no, smaller_cnf, widest=5),
    _problem("3cnf", "3SAT, clauses of 0 to 3 literals", _cnf_yes, _cnf_no, smaller_cnf, widest=3),
    _problem("1in3", "1-in-3SAT with negative literals", _triples_yes, _triples_no, _smaller_triples, is_signed=True),
    _problem("monotone", "Monotone 1-in-3SAT", _triples_yes, _triples_no, _smaller_triples, is_signed=False),
    _problem("cubic", "Cubic Monotone 1-in-3SAT", _cubic_yes, _cubic_no, smaller_cubic),
]


def _reduction(
    source: str,
    target: str,
    step: Callable[[Formula], Step],
    sizes: str,
    completions: Callable[[Any, Assignment], int] | None = None,
) -> Reduction[Any, Any, Any, Any]:
    def apply(formula: Formula) -> Applied[Formula, Assignment, Formula, Assignment]:
        made = step(formula)
        predicted = dict(zip(("variables", "clauses"), made.predicted, strict=True))
        return Applied(formula, made.target, made.extend, made.back, predicted)

    return Reduction(source, target, apply, sizes, completions=completions)


REDUCTIONS = [
    _reduction(
        "cnf",
        "3cnf",
        cnf_to_three_cnf,
        "w − 3 variables and clauses more for each clause of w > 3 literals",
        cnf_completions,
    ),
    _reduction(
        "3cnf",
        "1in3",
        three_cnf_to_one_in_three,
        "n + 4·c₃ + c₂ + 4·⌈k/3⌉ variables, 3·c₃ + c₂ + c₁ + c₀ + 3·⌈k/3⌉ clauses, with c_w clauses of w literals, "
        "k = 2·c₁ + 3·c₀",
        lambda formula, assignment: three_completions(formula.clauses, assignment),
    ),
    _reduction(
        "1in3",
        "monotone",
        one_in_three_to_monotone,
        "u + μ + 4·⌈μ/3⌉ variables, m + μ + 3·⌈μ/3⌉ clauses, with u variables in use, μ of them with both signs",
        triple_completions,
    ),
    _reduction(
        "monotone",
        "cubic",
        monotone_to_cubic,
        "9·v − 6·c variables and clauses, with v variables and c clauses after copies of those used more than 3 times",
    ),
]
