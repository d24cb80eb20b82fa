"""Loading and saving by path.

``load`` takes a path, or ``-`` for standard input, and recognizes the format by its content: JSON starts with a brace,
a formula with a comment ``c`` or a line ``p``, or it has a connective such as ``or``, and everything else is a drawing.
A name that ends in ``.formula`` says that the file holds a formula. Gzip is unpacked. Faults come as one
InputError that names the file and the places.
"""

from __future__ import annotations

import os
from typing import Literal, TypeVar, cast

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError, quoted
from gourds.files import drawing, formulas, table
from gourds.files.plans import PACKING, spell_moves, spell_walk
from gourds.files.raw import display_name, naming, read_text, write_parts, write_text
from gourds.files.table import Kind, kind_of
from gourds.files.table import Loaded as Loaded
from gourds.files.table import loads as loads
from gourds.formulas.formula import Assignment, Cnf, Formula, OneInThree
from gourds.formulas.notation import format_words
from gourds.instance import Instance
from gourds.moves import Plan, Walk, unfold
from gourds.placement import Placement

Format = Literal["json", "text"]
PathLike = str | os.PathLike[str]
T = TypeVar("T")

_NO_DRAWING = "only instances have a text drawing; choose another name than .txt"


def load(path: PathLike) -> Loaded:
    """The value in a file, whichever of the kinds in :data:`~gourds.files.table.KINDS` it is."""
    _need_path(path)
    with naming(path):
        text = read_text(path)
        return _formula(text) if _is_words(path) else loads(text)


def _load(path: PathLike, kind: Kind[T]) -> T:
    value = load(path)
    if not isinstance(value, kind.types):
        raise other_than(kind.name, value, path)
    return cast(T, value)


def load_instance(path: PathLike) -> Instance:
    """The instance in a file, in either format."""
    return _load(path, table.INSTANCES)


def load_placement(path: PathLike) -> Placement:
    """The placement in a file."""
    return _load(path, table.PLACEMENTS)


def load_configuration(path: PathLike) -> Configuration:
    """The configuration in a file."""
    return _load(path, table.CONFIGURATIONS)


def load_plan(path: PathLike) -> Plan | Walk:
    """The plan in a file, in the spelling that it has there: the moves in full, or the walk of the empty cell."""
    return _load(path, table.PLANS)


def load_formula(path: PathLike) -> Formula:
    """The formula in a file, CNF or 1-in-3."""
    with naming(path):
        text = read_text(path)
    return formula_in(text, path)


def formula_in(text: str, path: PathLike) -> Formula:
    """The formula in the text of a file, CNF or 1-in-3."""
    with naming(path):
        value = _formula(text)
    if not isinstance(value, Cnf | OneInThree):
        raise other_than("a formula", value, path)
    return value


def _formula(text: str) -> Loaded:
    """The value in a text that should be a formula."""
    is_other = table.looks_like_json(text) or text.startswith(drawing.HEADER)
    return loads(text) if is_other else formulas.parse_either(text)


def load_assignment(path: PathLike, variables: int) -> Assignment:
    """The assignment in a file of ``v`` lines, for a given number of variables."""
    with naming(path):
        return formulas.parse_assignment(read_text(path), variables)


def other_than(needed: str, value: Loaded, path: PathLike) -> InputError:
    """The error for a file that holds another kind of value than needed."""
    return InputError(Fault("format", f"{needed} is needed here, this is {kind_of(value).name}"), display_name(path))


def to_text(value: Loaded, form: Format = "json") -> str:
    """The value as a file's text; a formula as DIMACS, a plan in the form of its type."""
    if form == "text" and not isinstance(value, Cnf | OneInThree):
        if not isinstance(value, Instance):
            raise InputError(_NO_DRAWING)
        return drawing.format_instance(value)
    return kind_of(value).spell(value)


def save(value: Loaded, path: PathLike, form: Format | None = None) -> None:
    """Write a value whole or not at all; the name decides the format unless ``form`` does.

    ``.txt`` is a drawing, ``.walk`` a plan as the walk of the empty cell, ``.formula`` a formula in words, everything
    else JSON, or DIMACS if it is a formula. Writing a walk's
    moves in full needs the start: use :func:`save_plan`.
    """
    _need_path(path)
    form = form or _form(path)
    if form == "text" and not isinstance(value, Instance | Cnf | OneInThree):
        raise InputError(_NO_DRAWING, display_name(path))
    if isinstance(value, Plan | Walk):
        if isinstance(value, Walk) != _is_walk(path):
            words = "takes a walk, not moves in full" if _is_walk(path) else "takes moves in full, not a walk"
            raise InputError(f"a plan under this name {words}; see save_plan", display_name(path))
        if isinstance(value, Plan):
            write_parts(path, spell_moves([value]), PACKING)
            return
    if isinstance(value, Cnf | OneInThree) and _is_words(path):
        write_text(path, format_words(value))
    else:
        write_text(path, to_text(value, form))


def save_plan(start: Configuration, walk: Walk, path: PathLike) -> None:
    """Write a walk from a start whole or not at all: its moves in full, or under a name ``.walk`` the walk itself.

    Moves are made while they are written; the first step that is not legal is an InputError, and nothing is written.
    """
    check_json_name(path)
    if _is_walk(path):
        write_text(path, spell_walk(walk))
    else:
        write_parts(path, spell_moves(unfold(start, walk)), PACKING)


def check_json_name(path: PathLike) -> None:
    """Raises InputError if this name means a drawing, a format that configurations and plans do not have."""
    if _form(path) == "text":
        raise InputError(_NO_DRAWING, display_name(path))


def _need_path(path: object) -> None:
    """Raises InputError if this is no path, but perhaps an open file."""
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"a path is needed here, not {quoted(path)}")


def _form(path: PathLike) -> Format:
    """The format that a name stands for."""
    return "text" if os.fspath(path).removesuffix(".gz").endswith(".txt") else "json"


def _is_words(path: PathLike) -> bool:
    """True iff a formula under this name is in words."""
    return os.fspath(path).removesuffix(".gz").endswith(formulas.WORDS)


def _is_walk(path: PathLike) -> bool:
    """True iff a plan under this name is written as a walk."""
    return os.fspath(path).removesuffix(".gz").endswith(".walk")
