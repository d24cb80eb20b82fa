"""From formulas and other problems to boards, and from placements back; what problems and reductions there are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from gourds.api.arguments import need, need_list, need_number, need_whole
from gourds.errors import Fault, InputError, quoted
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.placement import Placement

if TYPE_CHECKING:
    from gourds.reductions.gadgets.drawing import GadgetSet

    Gadgets = GadgetSet | str | os.PathLike[str]
    from gourds.reductions.catalogue import Catalogue


_FORMULA = "a formula"


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
    drawn = None if gadgets is None else usable_gadgets(gadgets)
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
    drawn = None if gadgets is None else usable_gadgets(gadgets)
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


def usable_gadgets(gadgets: Gadgets) -> GadgetSet:
    """Gadgets that give an instance, from their folder if need be."""
    from gourds.reductions.gadgets.drawing import GadgetSet
    from gourds.reductions.reduction import load_usable_gadgets

    if isinstance(gadgets, GadgetSet):
        return gadgets
    return load_usable_gadgets(Path(need(gadgets, (str, Path), "a folder with gadgets")))


def reductions(plugins: Sequence[str] = (), *, size: int = 3, seed: int = 0) -> Catalogue:
    """All problems, the reductions between them, and their paths to Colored Gourd Placement.

    The sizes along each path are those of a random instance of the given size that has a solution. ``plugins`` are
    files or modules with problems and reductions of your own, see ``docs/reductions.md``.

    >>> import gourds
    >>> known = gourds.reductions()
    >>> [path.problems for path in known.paths if path.problems[0] == "x3c"]
    [('x3c', 'monotone', 'cubic', 'placement')]
    """
    from gourds.reductions.catalogue import catalogue
    from gourds.reductions.registry import load_plugins

    load_plugins(need_list(plugins, "a list of plugins"))
    return catalogue(need_whole(size, "size", 1), need_whole(seed, "seed", 0))


def example(
    problem: str, *, size: int = 3, seed: int = 0, no_solution: bool = False, plugins: Sequence[str] = ()
) -> Any:
    """A random instance of a problem, with a solution or without one; what the size counts is up to the problem.

    It is what ``gourds reductions --example`` writes.

    >>> import gourds
    >>> gourds.example("subset-sum", seed=1, no_solution=True)
    Numbers(values=(1, 6, 6), target=14)
    """
    from gourds.reductions.composing import blaming
    from gourds.reductions.registry import find_problem, load_plugins

    load_plugins(need_list(plugins, "a list of plugins"))
    found = find_problem(need(problem, str, "the name of a problem"))
    need_whole(size, "size", 1)
    need_whole(seed, "seed", 0)
    with blaming(problem, "random_no" if no_solution else "random_yes"):
        return (found.random_no if no_solution else found.random_yes)(size, seed)
