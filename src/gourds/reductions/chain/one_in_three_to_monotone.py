"""1-in-3 formulas to monotone ones, without negative literals.

A variable whose literals are all negative is replaced by its negative. A variable x with literals of both kinds gets a
second variable x̄ for the negative ones, and R(x, x̄, f) with a constant f that is false makes one the opposite of the
other. Variables that stand in no clause are left out.

Sizes, with u variables in use, μ of them with literals of both kinds: u + μ + 4⌈μ/3⌉ variables, M + μ + 3⌈μ/3⌉ clauses.
"""

from __future__ import annotations

from gourds.formulas.formula import Assignment, Formula, OneInThree, Triple, is_true
from gourds.reductions.chain.constants import Constants, sizes
from gourds.reductions.chain.step import Step


def one_in_three_to_monotone(source: Formula) -> Step:
    """The step for a 1-in-3 formula."""
    assert isinstance(source, OneInThree)
    literals = {literal for clause in source.clauses for literal in clause}
    used = sorted(set(map(abs, literals)))
    mixed = [v for v in used if v in literals and -v in literals]
    name: dict[int, int] = {}
    for number, v in enumerate(used, start=1):
        name[v if v in literals else -v] = number
    for number, v in enumerate(mixed, start=len(used) + 1):
        name[-v] = number
    constants = Constants(len(used) + len(mixed))
    opposite: list[Triple] = [(name[v], name[-v], constants.false()) for v in mixed]
    renamed: list[Triple] = [(name[a], name[b], name[c]) for a, b, c in source.clauses]
    images = tuple(name.get(v, -name.get(-v, 0)) for v in range(1, source.variables + 1))

    def extend(assignment: Assignment) -> Assignment:
        by_number = {number: is_true(literal, assignment) for literal, number in name.items()}
        return constants.complete([by_number[number] for number in range(1, len(by_number) + 1)])

    more = sizes(len(mixed))
    return Step(
        name="1-in-3 to monotone",
        source=source,
        target=OneInThree(constants.variables, (*renamed, *opposite, *constants.clauses)),
        images=images,
        extend=extend,
        predicted=(len(used) + len(mixed) + more[0], len(source.clauses) + len(mixed) + more[1]),
        more_images={v: (-name[-v],) for v in mixed},
    )


def count_completions(source: Formula, assignment: Assignment) -> int:
    """How many solutions of the target come back to one of the source: variables that no clause has come back false."""
    used = {abs(literal) for clause in source.clauses for literal in clause}
    return int(not any(value and v not in used for v, value in enumerate(assignment, start=1)))
