"""Formulas: 1-in-3 formulas to start from, the reduction to boards and back, and the check of it all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from gourds.api.arguments import need, need_list, need_number, need_one_of, need_whole
from gourds.errors import Fault, InputError, quoted
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.placement import Placement

if TYPE_CHECKING:
    from gourds.reductions.check import Case
    from gourds.reductions.gadgets.drawing import GadgetSet
    from gourds.reductions.gadgets.mutations import Outcome
    from gourds.reductions.whole_check import GadgetCheck, ReductionCheck

    Gadgets = GadgetSet | str | os.PathLike[str]

_FORMULA = "a formula"
MutantKind = Literal["recolored", "repainted", "swapped", "all"]


def formula_random(variables: int, seed: int = 0) -> OneInThree:
    """A random cubic formula; nearly always unsatisfiable, and then for a reason that linear algebra sees.

    >>> import gourds
    >>> gourds.formula_random(6, seed=1).is_cubic
    True
    """
    from gourds.formulas.cubic import random_cubic

    return random_cubic(_variables(variables), need_whole(seed, "seed"))


def formula_planted(variables: int, seed: int = 0) -> OneInThree:
    """A random cubic formula that a third of the variables satisfies by construction; a multiple of three variables.

    >>> import gourds
    >>> gourds.formula_info(gourds.formula_planted(6, seed=1), solve=True)["satisfiable"]
    True
    """
    from gourds.formulas.cubic import planted_cubic

    return planted_cubic(_variables(variables), need_whole(seed, "seed"))[0]


def formula_hard(base: int, ratio: float | None = None, seed: int = 0, *, planted: bool = False) -> OneInThree:
    """A cubic formula tuned to be hard: made from one at the threshold of satisfiability.

    ``base`` variables, each in two or three random clauses, ``ratio`` clauses for each variable (0.7875, where formulas
    turn unsatisfiable); then made cubic. With ``planted`` it is satisfiable by construction.

    >>> import gourds
    >>> hard = gourds.formula_hard(10, seed=1)
    >>> hard.is_cubic, hard.variables > 10
    (True, True)
    """
    from gourds.formulas.threshold import BALANCED_THRESHOLD, balanced_formula
    from gourds.reductions.monotone_to_cubic import monotone_to_cubic

    need_whole(base, "base", 4)
    need_number(ratio, "ratio")
    chosen = BALANCED_THRESHOLD if ratio is None else ratio
    cubic = monotone_to_cubic(balanced_formula(base, need_whole(seed, "seed"), chosen, planted=planted)).target
    return need(cubic, OneInThree, _FORMULA)


def formula_all(variables: int) -> list[OneInThree]:
    """All cubic formulas with that number of variables, up to renaming and reordering; 10 variables take a minute.

    >>> import gourds
    >>> [len(gourds.formula_all(variables)) for variables in (3, 4, 5, 6)]
    [1, 1, 2, 7]
    """
    from gourds.formulas.enumerate_cubic import all_cubic

    if not 3 <= need_whole(variables, "variables") <= 10:
        raise InputError(f"variables must be from 3 to 10, not {quoted(variables)}")
    return all_cubic(variables)


def formula_info(formula: Formula, *, solve: bool = False) -> dict[str, Any]:
    """Sizes of a formula, whether it is cubic and what keeps it from being so, and how large its board is.

    With ``solve`` it is decided too, by CaDiCaL on the formula itself.

    >>> import gourds
    >>> facts = gourds.formula_info(gourds.OneInThree(3, [(1, 2, 3)] * 3))
    >>> facts["cubic"], facts["reduced"]
    (True, {'variables': 3, 'cells': 241})
    """
    from gourds.formulas.null_space import null_space_dimension
    from gourds.formulas.verdict import satisfying_assignment
    from gourds.reductions.reduction import chain_of

    need(formula, (Cnf, OneInThree), _FORMULA)
    facts: dict[str, Any] = {"variables": formula.variables, "clauses": len(formula.clauses)}
    if isinstance(formula, OneInThree):
        faults = [str(fault) for fault in formula.cubic_faults()]
        facts |= {"kind": "1in3", "cubic": not faults, "not_cubic_because": faults}
        is_small = not faults and 0 < formula.variables <= 3000
        facts["kernel_dimension"] = null_space_dimension(formula) if is_small else None
    else:
        facts["kind"] = "cnf"
    if solve:
        facts["satisfiable"] = satisfying_assignment(formula) is not None
    cubic = chain_of(formula).target
    facts["reduced"] = {"variables": cubic.variables, "cells": 32 * cubic.variables + 48 * len(cubic.clauses) + 1}
    return facts


@overload
def reduce(
    formula: Formula,
    *,
    order: str = ...,
    seed: int = ...,
    color_exponent: float | None = ...,
    colors: int | None = ...,
    gadgets: Gadgets | None = ...,
    make_cubic: bool = ...,
    to: Literal["board"] = ...,
    name: str | None = ...,
    command: str | None = ...,
) -> Instance: ...


@overload
def reduce(formula: Formula, *, make_cubic: bool = ..., to: Literal["cubic"]) -> OneInThree: ...


@overload
def reduce(
    formula: Any,
    *,
    order: str = ...,
    seed: int = ...,
    color_exponent: float | None = ...,
    colors: int | None = ...,
    gadgets: Gadgets | None = ...,
    make_cubic: bool = ...,
    to: str = ...,
    name: str | None = ...,
    command: str | None = ...,
    problem: str | None = ...,
    plugins: Sequence[str] = ...,
) -> Any: ...


def reduce(
    formula: Any,
    *,
    order: str = "variables-first",
    seed: int = 0,
    color_exponent: float | None = None,
    colors: int | None = None,
    gadgets: Gadgets | None = None,
    make_cubic: bool = True,
    to: str = "board",
    name: str | None = None,
    command: str | None = None,
    problem: str | None = None,
    plugins: Sequence[str] = (),
) -> Any:
    """An instance that is feasible iff the formula is satisfiable.

    A cubic formula gives exactly the paper's board; a CNF, and any other 1-in-3 formula unless ``make_cubic`` is False,
    goes through the chain. ``to="cubic"`` stops before the board and gives the cubic formula. ``gadgets`` are gadgets
    of your own, or their folder. ``command`` is what the instance says of where it came from. With ``colors`` the board
    is one of rings, with at most so many colors, from 4 on: the fewer, the larger.

    With ``problem``, the name of one in :func:`gourds.reductions`, the first argument is an instance of that, or its
    text, and goes along the path of reductions to the board, or ``to`` another problem. ``plugins`` are files or
    modules with problems of your own.

    >>> import gourds
    >>> formula = gourds.OneInThree(3, [(1, 2, 3)] * 3)
    >>> board = gourds.reduce(formula, name="three")
    >>> board
    <Instance 'three': 241 cells, 120 gourds, 5 colors>
    >>> gourds.extract(board, gourds.place_assignment(board, [True, False, False]))
    (True, False, False)
    >>> gourds.reduce(formula, colors=4)
    <Instance 127 cells, 63 gourds, 4 colors>
    >>> gourds.reduce("p subset-sum 3 8\\n3 4 5 0\\n", problem="subset-sum")
    <Instance 121 cells, 60 gourds, 3 colors>
    """
    from gourds.reductions.reduction import Reduction, chain_of

    need(order, str, "an order of gadgets")
    need_whole(seed, "seed")
    need_number(color_exponent, "color_exponent")
    is_path = to not in ("board", "cubic") or colors is not None
    if problem is not None or plugins or is_path:
        from gourds.reductions.problem_boards import FORMULAS
        from gourds.reductions.registry import load_plugins

        load_plugins(need_list(plugins, "a list of plugins"))
        if problem not in FORMULAS or is_path:
            options = {"order": order, "seed": seed, "color_exponent": color_exponent, "gadgets": _drawings(gadgets)}
            options["colors"] = None if colors is None else need_whole(colors, "colors", 4)
            return _reduce_problem(formula, problem, to, options, name, command)
        formula, make_cubic = _formula_of(formula, str(problem)), True
    need(formula, (Cnf, OneInThree), _FORMULA)
    if isinstance(formula, OneInThree) and not make_cubic and (faults := formula.cubic_faults()):
        raise InputError([Fault("", "the formula is not cubic; --make-cubic sends it through the chain"), *faults])
    chain = chain_of(formula)
    if to == "cubic":
        return need(chain.target, OneInThree, _FORMULA)
    drawn = None if gadgets is None else _usable(gadgets)
    made = Reduction.of_chain(chain, order=order, seed=seed, color_exponent=color_exponent, gadgets=drawn)
    return made.instance(name=name, command=command)


def _reduce_problem(
    source: Any, problem: str | None, to: str, options: dict[str, Any], name: str | None, command: str | None
) -> Any:
    """An instance of any registered problem, along the path."""
    from gourds.reductions.problem import PLACEMENT
    from gourds.reductions.problem_boards import board_of, reduce_problem

    if problem is None:
        need(source, (Cnf, OneInThree), _FORMULA)
        problem = "cnf" if isinstance(source, Cnf) else "monotone" if source.is_monotone else "1in3"
    target = PLACEMENT if need(to, str, "the name of a problem") == "board" else to
    composed = reduce_problem(need(problem, str, "the name of a problem"), source, target, **options)
    return board_of(composed, name=name, command=command) if target == PLACEMENT else composed.target


def _formula_of(formula: Any, problem: str) -> Formula:
    """The formula in a text, or the formula itself if it is of the problem's form."""
    from gourds.reductions.problem_boards import parse_source
    from gourds.reductions.registry import find_problem

    if not isinstance(formula, str):
        formula = find_problem(problem).spell(need(formula, (Cnf, OneInThree), _FORMULA))
    made: Formula = parse_source(problem, formula)
    return made


def _drawings(gadgets: Gadgets | None) -> dict[str, str] | None:
    """The drawings of gadgets as an instance keeps them; None for the paper's."""
    drawn = None if gadgets is None else _usable(gadgets)
    if drawn is None or drawn.is_bundled:
        return None
    return {gadget.name: gadget.text() for gadget in (drawn.variable, drawn.clause)}


def extract(instance: Instance, placement: Placement, *, plugins: Sequence[str] = ()) -> Any:
    """What a placement of a reduced instance stands for: the assignment of the original formula.

    Of a board made from another problem, see :func:`gourds.reductions`, it is a solution of that; ``plugins`` are the
    files or modules that define the problem. The placement is checked first, then what was read. Raises
    UnsatisfiedError, which is a GourdsError, if either fails. See :func:`reduce` for an example.
    """
    from gourds.reductions.problem_boards import extract_solution, is_problem_board
    from gourds.reductions.reduction import extract as read_back
    from gourds.reductions.registry import load_plugins

    need(instance, Instance, "an instance")
    need(placement, Placement, "a placement")
    if plugins:
        load_plugins(need_list(plugins, "a list of plugins"))
    if is_problem_board(instance):
        return extract_solution(instance, placement)
    return read_back(instance, placement)


def place_assignment(instance: Instance, assignment: Any, *, plugins: Sequence[str] = ()) -> Placement:
    """The placement of a reduced instance that a satisfying assignment of its formula gives, checked.

    Of a board made from another problem it takes a solution of that, or its text; ``plugins`` are the files or modules
    that define the problem. Raises UnsatisfiedError, which is a GourdsError, if the assignment does not satisfy the
    formula. See :func:`reduce` for an example.
    """
    from gourds.reductions.problem_boards import is_problem_board, place_solution
    from gourds.reductions.reduction import formula_of
    from gourds.reductions.reduction import place_assignment as place
    from gourds.reductions.registry import load_plugins

    if plugins:
        load_plugins(need_list(plugins, "a list of plugins"))
    if is_problem_board(need(instance, Instance, "an instance")):
        return place_solution(instance, assignment)
    variables = formula_of(need(instance, Instance, "an instance")).variables
    if not isinstance(assignment, Sequence) or not all(isinstance(value, bool) for value in assignment):
        raise InputError(f"an assignment must be a list of True and False, not {quoted(assignment)}")
    if len(assignment) != variables:
        raise InputError(f"the formula has {variables} variables, the assignment has {len(assignment)} values")
    return place(instance, tuple(assignment))


def check_reduction(
    formulas: Iterable[Formula | tuple[str, Formula]] | None = None,
    *,
    exhaustive: int = 8,
    random: int = 100,
    variables: int = 60,
    cnfs: int = 40,
    seed: int = 0,
    gadgets: Gadgets | None = None,
    report: str | os.PathLike[str] | None = None,
    on_gadgets: Callable[[GadgetCheck], None] | None = None,
    on_case: Callable[[Case], None] | None = None,
) -> ReductionCheck:
    """Test the reduction: gadgets by exhaustion, conditions that prove them right, formulas there and back.

    Sent through are the ``formulas``, with names if you like, or else all cubic ones with up to ``exhaustive``
    variables, ``random`` random ones with up to ``variables``, and ``cnfs`` CNFs. The result is true in conditions iff
    nothing is wrong; a failure is shrunk to the smallest formula. ``report`` is a folder for pictures of gadgets,
    coverings and a failure.

    >>> import gourds
    >>> found = gourds.check_reduction(exhaustive=3, random=0, cnfs=0)
    >>> bool(found), bool(found.proof), len(found.report.cases)
    (True, True, 1)
    """
    from gourds.api.reports import write_reduction_report
    from gourds.reductions.check import Plan
    from gourds.reductions.whole_check import check_whole

    numbers = {"exhaustive": exhaustive, "random": random, "variables": variables, "cnfs": cnfs, "seed": seed}
    plan = Plan(**{key: need_whole(number, key) for key, number in numbers.items()})
    chosen = None
    if formulas is not None:
        given = need_list(formulas, "a list of formulas")
        pairs = [one if isinstance(one, tuple) else (f"formula {k}", one) for k, one in enumerate(given, start=1)]
        chosen = [(name, need(formula, (Cnf, OneInThree), _FORMULA)) for name, formula in pairs]
    folder = None if gadgets is None or _is_set(gadgets) else Path(os.fspath(gadgets))  # type: ignore[arg-type]
    found = check_whole(
        plan,
        None if gadgets is None else _usable(gadgets),
        chosen=chosen,
        tables=folder,
        on_gadgets=on_gadgets or (lambda found: None),
        on_case=on_case or (lambda case: None),
    )
    if report is not None:
        write_reduction_report(found, report)
    return found


def check_mutants(
    kind: MutantKind = "all",
    gadgets: Gadgets | None = None,
    *,
    on_outcome: Callable[[Outcome], None] | None = None,
) -> list[Outcome]:
    """The check of the reduction, checked: gadgets broken on purpose, and what became of each.

    The same as ``gourds check-reduction --mutations KIND``. All kinds take a minute.

    >>> import gourds
    >>> outcomes = gourds.check_mutants("recolored")
    >>> len(outcomes), any(outcome.has_survived for outcome in outcomes)
    (256, False)
    """
    from gourds.reductions.gadgets.drawing import bundled_gadgets
    from gourds.reductions.gadgets.mutations import KINDS, judge_all

    need_one_of(kind, (*KINDS, "all"), "the kind of mutants")
    chosen = bundled_gadgets() if gadgets is None else _usable(gadgets)
    tell = on_outcome or (lambda outcome: None)
    return [one for each in (KINDS if kind == "all" else (kind,)) for one in judge_all(chosen, each, on_outcome=tell)]


def _variables(variables: int) -> int:
    return need_whole(variables, "variables", 3)


def _is_set(gadgets: Gadgets) -> bool:
    from gourds.reductions.gadgets.drawing import GadgetSet

    return isinstance(gadgets, GadgetSet)


def _usable(gadgets: Gadgets) -> GadgetSet:
    """Gadgets that give an instance, from their folder if need be."""
    from gourds.reductions.gadgets.drawing import GadgetSet
    from gourds.reductions.reduction import load_usable_gadgets

    if isinstance(gadgets, GadgetSet):
        return gadgets
    return load_usable_gadgets(Path(need(gadgets, (str, Path), "a folder with gadgets")))
