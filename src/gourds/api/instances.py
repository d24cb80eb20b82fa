"""Instances: facts about them, families of them, other formats."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from gourds.api.arguments import need, need_one_of, need_whole
from gourds.configuration import Configuration
from gourds.errors import InputError, quoted
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.values import listed

if TYPE_CHECKING:
    from gourds.families import Family, Parameter
    from gourds.families.folder import Filled
    from gourds.files import Format, Loaded, PathLike


def info(value: Loaded) -> dict[str, Any]:
    """Facts about an instance and what counting says of it, or about any other value that files hold.

    The same as ``gourds info FILE --json`` prints.

    >>> import gourds
    >>> facts = gourds.info(gourds.generate("hexagon", radius=1, colors=2))
    >>> facts["cells"], facts["gourds"], facts["proper"]
    (7, 3, True)
    """
    from gourds.files.table import kind_of

    facts = kind_of(value).facts(value)
    if isinstance(value, Instance | Configuration):
        from gourds.reconfigure.spaces.conditions import judge

        judgement = judge(value.board)
        facts |= {"reconfigurable": judgement.verdict, "reconfigurable_because": judgement.reason}
    return facts


def generate(family: str, *, seed: int = 0, name: str | None = None, **parameters: Any) -> Instance:
    """An instance of a family, the same for the same parameters and seed on every machine.

    The families and their parameters are those of ``gourds generate --help``; a dash in a name becomes ``_``.

    >>> import gourds
    >>> gourds.generate("hexagon", radius=2, colors=3, seed=1)
    <Instance 19 cells, 9 gourds, 3 colors>
    >>> gourds.generate("hexagon", radios=2)
    Traceback (most recent call last):
        ...
    gourds.errors.InputError: hexagon has no parameter 'radios'; it has radius, colors, coloring, pattern, trim
    """
    from gourds.families import FAMILIES
    from gourds.families import generate as make

    need_one_of(family, FAMILIES, "the family")
    values = {}
    for given, value in parameters.items():
        parameter = _parameter(FAMILIES[family], given)
        values[parameter.name] = _need_value(parameter, value)
    return make(FAMILIES[family], values, need_whole(seed, "seed"), name=name)


def _parameter(family: Family, given: str) -> Parameter:
    """The parameter of a name, in which dashes may be underscores."""
    known = {parameter.name: parameter for parameter in family.parameters}
    key = given if given in known else given.replace("_", "-")
    if key not in known:
        raise InputError(f"{family.name} has no parameter {quoted(given)}; it has {', '.join(known) or 'none'}")
    return known[key]


def _need_value(parameter: Parameter, value: Any) -> Any:
    """The value of a parameter. Raises InputError if it cannot have it."""
    if parameter.kind is int and value is not None:
        return need_whole(value, parameter.name)
    if parameter.choices:
        need_one_of(value, parameter.choices, parameter.name)
    elif value is not None and not isinstance(value, parameter.kind):
        raise InputError(f"{parameter.name} must be {_KINDS[parameter.kind]}, not {quoted(value)}")
    return value


_KINDS = {str: "a string", bool: "True or False"}


def generate_many(
    family: str,
    folder: PathLike,
    *,
    seed: Any = 0,
    at_most: int = 10_000,
    tell: Callable[[str], None] = lambda text: None,
    **parameters: Any,
) -> Filled:
    """Every combination of some parameters and seeds, as instance files in a folder with a manifest.

    A number can be given as it is, as a list, or as a text like ``"1..20"``, ``"1..20..5"`` or ``"2,3,5"``. The result
    has the entries of the manifest, each with the path of its file and, where it is known, its verdict; and the
    combinations that cannot be made, with the reasons. ``tell`` is called with a few words of progress.

    >>> import gourds
    >>> made = gourds.generate_many("hexagon", "puzzles", radius="1..2", colors=[2, 3], seed="1..5")
    >>> first = made.entries[0]
    >>> len(made.entries), first.file, first.cells, first.verdict
    (20, 'hexagon-radius-1-colors-2-seed-1.json', 7, 'feasible')
    """
    from pathlib import Path

    from gourds.families import FAMILIES
    from gourds.families.folder import Grid, fill_folder

    need_one_of(family, FAMILIES, "the family")
    chosen = FAMILIES[family]
    values = {}
    for given, value in parameters.items():
        parameter = _parameter(chosen, given)
        values[parameter.name] = _need_values(parameter.name, value, parameter.kind is int)
        for one in values[parameter.name]:
            _need_value(parameter, one)
    ordered = {parameter.name: values[parameter.name] for parameter in chosen.parameters if parameter.name in values}
    seeds = [need_whole(one, "seed") for one in _need_values("seed", seed, True)]
    grid = Grid(chosen, ordered, seeds)
    return fill_folder(Path(folder), grid, at_most=need_whole(at_most, "at_most"), tell=tell)


def _need_values(name: str, value: Any, is_number: bool) -> list[Any]:
    """One or more values, each once, in the order given."""
    from gourds.families.ranges import read_numbers

    if isinstance(value, str):
        return list(read_numbers(value)) if is_number else [value]
    values = listed(value)
    if values is None:
        return [value]
    if not values:
        raise InputError(f"{name} must have at least one value")
    try:
        return list(dict.fromkeys(values))
    except TypeError:  # a list cannot be in a set; nor can it be a value
        return values


def convert(
    value: Loaded,
    to: Format | None = None,
    *,
    start: Configuration | None = None,
    path: PathLike | None = None,
) -> str | None:
    """The text of a value: an instance as JSON or as a drawing; with ``start`` the walk from there, moves in full.

    With a ``path`` the text is written there instead; its ending then chooses the format unless ``to`` does.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "red", "blue"], [("blue", "red", 1)])
    >>> print(gourds.convert(row, "text"), end="")
    gourds drawing 1
    color b = "blue"
    color r = "red"
    board:
      r r b
    gourds:
      b r 1
    """
    from gourds.files import save, save_plan, to_text
    from gourds.files.plans import spell_moves
    from gourds.moves import unfold

    if to is not None:
        need_one_of(to, ("json", "text"), "the format")
    if start is None:
        if path is None:
            return to_text(value, to or "json")
        save(value, path, to)
        return None
    need(start, Configuration, "a configuration to start from")
    if to == "text":
        raise InputError("a plan has no text drawing")
    if not isinstance(value, Walk):
        raise InputError("the moves are in full already")
    if path is None:
        return b"".join(spell_moves(unfold(start, value))).decode()
    save_plan(start, value, path)
    return None


def encode(
    instance: Instance | Formula,
    to: Literal["cnf", "opb", "lp", "mps", "mzn", "xcsp", "asp"] = "cnf",
    encoding: Literal["reduced", "textbook"] = "reduced",
    *,
    settings: Mapping[str, Any] | None = None,
    path: str | os.PathLike[str] | None = None,
) -> str:
    """The instance for other people's solvers, or a formula.

    ``cnf`` is a formula for SAT solvers, ``opb`` pseudo-Boolean constraints, ``lp`` and ``mps`` integer programs,
    ``mzn`` MiniZinc, ``xcsp`` XCSP3, ``asp`` a program for clingo. A CNF counts as ``settings={"cardinality": …}``
    says: ``totalizer`` (proofs are about this one), ``kmtotalizer``, ``cardnetwork``, ``seqcounter``. A formula, CNF
    or 1-in-3, is written as ``cnf`` or ``opb`` with the variables that it has. With a ``path`` the text is written
    there too.

    >>> import gourds
    >>> text = gourds.encode(gourds.generate("hexagon", radius=1, colors=2), "opb")
    >>> text.splitlines()[0]
    '* #variable= 16 #constraint= 9'
    >>> print(gourds.encode(gourds.OneInThree(3, [(1, 2, 3)]), "opb").splitlines()[-1])
    +1 x1 +1 x2 +1 x3 = 1 ;
    """
    from gourds.encodings.export import FORMATS, export
    from gourds.encodings.formula_files import FORMULA_FORMATS, export_formula
    from gourds.files.raw import write_text

    need(instance, (Instance, Cnf, OneInThree), "an instance or a formula")
    need_one_of(to, FORMATS, "the format")
    need_one_of(encoding, ("reduced", "textbook"), "the encoding")
    chosen = dict(need({} if settings is None else settings, (Mapping,), "a mapping of settings"))
    cardinality = chosen.pop("cardinality", None)
    if chosen:
        raise InputError(f"encode has no setting {quoted(next(iter(chosen)))}; it has cardinality")
    if isinstance(instance, Instance):
        text = export(instance, to, encoding, cardinality=cardinality)
    else:
        need_one_of(to, FORMULA_FORMATS, "the format of a formula")
        if encoding != "reduced" or cardinality is not None:
            raise InputError("a formula is written as it is: there is neither an encoding nor a cardinality to choose")
        text = export_formula(instance, to)
    if path is not None:
        write_text(path, text)
    return text
