"""Boards made from any registered problem: what the instance says of its source, and the maps read from that.

The ``source`` of such an instance holds the name of the problem, the text of the problem's instance, the names of the
problems along the path, and the options of the reductions that differ from their defaults:

    {"reduction": "path", "problem": "x3c", "path": ["x3c", "monotone", "cubic", "placement"],
     "text": "p x3c 3 1\\n1 2 3 0\\n"}

Both maps build the path again from the text and compare the board with the instance. So they need the code of the
problem: a plugin's must be named again, since nothing in a file may load code. Boards of formulas say where they come
from in their own way (:mod:`gourds.reductions.reduction`), which needs no more than the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from gourds.errors import Fault, InputError, quoted
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reductions.composing import Composed, blaming, compose
from gourds.reductions.problem import PLACEMENT
from gourds.reductions.reduction import are_drawings
from gourds.reductions.registry import Path, find_problem, home_of, path, problems, registry

NAME: Final = "path"
"""What ``source.reduction`` says."""
FORMULAS: Final = ("cnf", "3cnf", "1in3", "monotone", "cubic")
"""The problems whose boards need no registry to be read."""
RINGS: Final = "xsat"
"""The problem whose boards can have any number of colors; asked for a number, paths lead over it."""
DEFAULTS: Final[Mapping[str, Any]] = {
    "order": "variables-first",
    "seed": 0,
    "color_exponent": None,
    "extra_columns": 0,
    "gadgets": None,
    "colors": None,
}
"""The options that ``gourds reduce`` has for the reductions of a path."""


def reduce_problem(problem: str, source: Any, target: str = PLACEMENT, **options: Any) -> Composed:
    """An instance of a problem sent along the path to another; a text is read by the problem's own parser.

    ``options`` are those of DEFAULTS. Raises InputError for one that no reduction on the path takes.
    """
    found = find_problem(problem)
    if isinstance(source, str):
        source = parse_source(problem, source)
    way = path(problem, target)
    if options.get("colors") is not None and target == PLACEMENT and problem != PLACEMENT:
        way = (*path(problem, RINGS), *path(RINGS))
    if problem == PLACEMENT:
        raise InputError("an instance of 'placement' is a board already")
    chosen = {key: value for key, value in options.items() if value != DEFAULTS[key]}
    if chosen.get("order", "") != "shuffled":
        chosen.pop("seed", None)
    taken = {name for reduction in way for name in reduction.options}
    if unknown := [key.replace("_", "-") for key in chosen if key not in taken]:
        raise InputError(Fault(f"--{unknown[0]}", f"no reduction from {problem} to {target} takes it"))
    return compose(way, source, chosen, problem=found.name)


def parse_source(problem: str, text: str) -> Any:
    """The instance of a problem in a text."""
    with blaming(problem, "parse"):
        return find_problem(problem).parse(text)


def spell_source(problem: str, source: Any) -> str:
    """The text of an instance of a problem."""
    with blaming(problem, "spell"):
        return find_problem(problem).spell(source)


def recognize(text: str, name: str) -> str | None:
    """The problem of a file, by the header after its comments, else by the suffix of its name; None: of a formula.

    A header of a formula is one, whatever the name is.
    """
    first = next((line.strip() for line in text.split("\n") if line.strip() and line.lstrip()[:1] != "c"), "")
    if first.split()[:2] in (["p", "cnf"], ["p", "1in3"]):
        return None
    known = [one for one in problems().values() if one.name not in (*FORMULAS, PLACEMENT)]
    for one in known:
        words = one.header.split()
        if words and first.split()[: len(words)] == words:
            return one.name
    return next((one.name for one in known if one.suffix and name.removesuffix(".gz").endswith(one.suffix)), None)


def board_of(composed: Composed, *, name: str | None = None, command: str | None = None) -> Instance:
    """The instance at the end of a path, with what the maps need as its source."""
    text = spell_source(composed.problem.name, composed.source)
    if not isinstance(composed.target, Instance):
        last = composed.path[-1].name if composed.path else composed.problem.name
        raise InputError(f"{last}: the target must be an Instance, not {quoted(composed.target)}", home_of(last))
    names = [composed.problem.name, *(reduction.target for reduction in composed.path)]
    source: dict[str, Any] = {"reduction": NAME}
    if command is not None:
        source["command"] = command
    source |= {"problem": composed.problem.name, "path": names}
    if composed.options:
        source["options"] = dict(composed.options)
    return replace(composed.target, name=name, source={**source, "text": text})


# -- the maps -------------------------------------------------------------------------------------------------


def is_problem_board(instance: Instance) -> bool:
    """True iff the instance says that it came from a registered problem along a path."""
    return bool(instance.source) and (instance.source or {}).get("reduction") == NAME


def composed_of(instance: Instance) -> Composed:
    """The path that made an instance, built again. Raises InputError if it gives another board."""
    source = check_source(instance)
    try:
        way = _named_path(source["path"])
        made = compose(way, parse_source(source["problem"], source["text"]), source.get("options"))
    except InputError as error:
        place = "source" if error.source else "source.text"
        said = f"{error.source}: {error.faults[0]}" if error.source else str(error.faults[0])
        raise InputError(Fault(place, said)) from None
    if not isinstance(made.target, Instance) or made.target.digest != instance.digest:
        raise InputError(Fault("source", f"the {source['problem']} in it does not give this board"))
    return made


def extract_solution(instance: Instance, placement: Placement) -> Any:
    """The solution of the original problem that a placement stands for, checked.

    Raises UnsatisfiedError if the placement is wrong, or if a back map gives no solution.
    """
    return composed_of(instance).back(placement)


def place_solution(instance: Instance, solution: Any) -> Placement:
    """The placement that a solution of the original problem gives, checked; a text is read by the problem's parser.

    Raises UnsatisfiedError if it is no solution, or if a forward map gives none.
    """
    made = composed_of(instance)
    placement = made.forward(parse_solution(instance, solution) if isinstance(solution, str) else solution)
    assert isinstance(placement, Placement)  # it was checked
    return placement


def parse_solution(instance: Instance, text: str) -> Any:
    """The solution of the original problem in a text."""
    source = check_source(instance)
    value = parse_source(source["problem"], source["text"])
    with blaming(source["problem"], "parse_solution"):
        return find_problem(source["problem"]).parse_solution(value, text)


def spell_solution(instance: Instance, solution: Any) -> str:
    """The text of a solution in the problem's own format."""
    source = check_source(instance)
    value = parse_source(source["problem"], source["text"])
    with blaming(source["problem"], "spell_solution"):
        return find_problem(source["problem"]).spell_solution(value, solution)


def check_source(instance: Instance) -> Mapping[str, Any]:
    """The source of such an instance. Raises InputError if it is not what the maps rely on."""
    source = instance.source or {}
    names, options = source.get("path"), source.get("options", {})
    faults = []
    if not isinstance(source.get("problem"), str):
        faults.append(Fault("source.problem", "must be the name of a problem"))
    elif source["problem"] not in problems():
        reason = f"there is no problem {quoted(source['problem'])}; --plugin names the file that defines it"
        faults.append(Fault("source.problem", reason))
    if not isinstance(names, list) or len(names) < 2 or not all(isinstance(name, str) for name in names):
        faults.append(Fault("source.path", "must be the names of problems along a path"))
    elif names[0] != source.get("problem") or names[-1] != PLACEMENT:
        faults.append(Fault("source.path", f"must lead from the problem to '{PLACEMENT}'"))
    if not isinstance(source.get("text"), str):
        faults.append(Fault("source.text", "must be the text of the problem's instance"))
    if faults := faults + _option_faults(options):
        raise InputError(faults)
    return source


def _option_faults(options: Any) -> list[Fault]:
    if not isinstance(options, dict):
        return [Fault("source.options", "must be an object")]
    is_sound = {
        "order": isinstance(options.get("order", ""), str),
        "seed": type(options.get("seed", 0)) is int,
        "color_exponent": type(options.get("color_exponent", 1.0)) in (int, float),
        "extra_columns": type(options.get("extra_columns", 0)) is int and 0 <= options.get("extra_columns", 0) < 10**7,
        "colors": type(options.get("colors", 4)) is int,
        "gadgets": are_drawings(options.get("gadgets")),
    }
    return [
        Fault(f"source.options.{key}", "is not what 'gourds reduce' writes") for key in is_sound if not is_sound[key]
    ]


def _named_path(names: Sequence[str]) -> Path:
    known = registry().reductions
    for pair in pairwise(names):
        if pair not in known:
            raise InputError(f"there is no reduction from {quoted(pair[0])} to {quoted(pair[1])}")
    return tuple(known[pair] for pair in pairwise(names))
