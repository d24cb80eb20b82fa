"""Reading and writing: JSON documents, text drawings, formulas, atomic files.

``load`` takes a path, or ``-`` for standard input, and tells the format by its content: JSON starts with a brace, a
formula with a comment ``c`` or a line ``p``, everything else is a drawing; gzip is unpacked. Faults come as one
InputError that names the file and the places.
"""

from __future__ import annotations

import os
import re
from typing import Literal

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.files import drawing, formulas, instances
from gourds.files.plans import PACKING, spell_moves, spell_walk
from gourds.files.raw import display_name, read_text, write_parts, write_text
from gourds.formulas.formula import Assignment, Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.moves import Plan, Walk, unfold
from gourds.placement import Placement

Loaded = Instance | Placement | Configuration | Plan | Walk | Formula
Format = Literal["json", "text"]
PathLike = str | os.PathLike[str]

_NO_DRAWING = "only instances have a text drawing; choose another name than .txt"

__all__ = [
    "Format",
    "Loaded",
    "PathLike",
    "check_json_name",
    "load",
    "load_assignment",
    "load_configuration",
    "load_formula",
    "load_instance",
    "load_placement",
    "load_plan",
    "loads",
    "other_than",
    "save",
    "save_plan",
    "to_text",
]


def load(path: PathLike) -> Loaded:
    """The instance, placement, configuration, plan or formula in a file."""
    name = display_name(path)
    try:
        return loads(read_text(path))
    except InputError as error:
        raise error.in_source(name) from None


def loads(text: str) -> Loaded:
    """The value in a text: JSON, drawing or DIMACS."""
    if _looks_like_json(text):
        return instances.parse(text)
    if formulas.is_formula(text):
        return formulas.parse(text)
    return drawing.parse(text)


def _looks_like_json(text: str) -> bool:
    """True iff a bracket is the first that is not white space; ``*+`` never goes back over it."""
    return re.match(r"\s*+[{\[]", text) is not None


def load_instance(path: PathLike) -> Instance:
    """The instance in a file, in either format."""
    value = load(path)
    if not isinstance(value, Instance):
        raise other_than("an instance", value, path)
    return value


def load_placement(path: PathLike) -> Placement:
    """The placement in a file."""
    value = load(path)
    if not isinstance(value, Placement):
        raise other_than("a placement", value, path)
    return value


def load_configuration(path: PathLike) -> Configuration:
    """The configuration in a file."""
    value = load(path)
    if not isinstance(value, Configuration):
        raise other_than("a configuration", value, path)
    return value


def load_plan(path: PathLike) -> Plan | Walk:
    """The plan in a file, in the spelling that it has there: the moves in full, or the walk of the empty cell."""
    value = load(path)
    if not isinstance(value, Plan | Walk):
        raise other_than("a plan", value, path)
    return value


def load_formula(path: PathLike) -> Formula:
    """The formula in a file, CNF or 1-in-3."""
    try:
        text = read_text(path)
        is_other = _looks_like_json(text) or text.startswith(drawing.HEADER)
        value = loads(text) if is_other else formulas.parse(text)
    except InputError as error:
        raise error if error.source else error.in_source(display_name(path)) from None
    if not isinstance(value, Cnf | OneInThree):
        raise other_than("a formula", value, path)
    return value


def load_assignment(path: PathLike, variables: int) -> Assignment:
    """The assignment of so many variables in a file of ``v`` lines."""
    try:
        return formulas.parse_assignment(read_text(path), variables)
    except InputError as error:
        raise error if error.source else error.in_source(display_name(path)) from None


def other_than(needed: str, value: Loaded, path: PathLike) -> InputError:
    """The error for a file that holds something else than is needed."""
    names: dict[type, str] = {
        Instance: "an instance",
        Placement: "a placement",
        Configuration: "a configuration",
        Plan: "a plan",
        Walk: "a plan",
    }
    found = names.get(type(value), "a formula")
    return InputError(Fault("format", f"{needed} is needed here, this is {found}"), display_name(path))


def to_text(value: Loaded, form: Format = "json") -> str:
    """The value as a file's text; a formula has one form only, a plan that of its type."""
    if isinstance(value, Cnf | OneInThree):
        return formulas.format_formula(value)
    if form == "text":
        if not isinstance(value, Instance):
            raise InputError(_NO_DRAWING)
        return drawing.format_instance(value)
    return instances.format_document(value)


def save(value: Loaded, path: PathLike, form: Format | None = None) -> None:
    """Write a value whole or not at all; the name decides the format unless ``form`` does.

    ``.txt`` is a drawing, ``.walk`` a plan as the walk of the empty cell, everything else JSON. To write a walk's moves
    in full takes the start: use :func:`save_plan`.
    """
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
    """Raises InputError if a file of this name would be a drawing, which configurations and plans do not have."""
    if _form(path) == "text":
        raise InputError(_NO_DRAWING, display_name(path))


def _form(path: PathLike) -> Format:
    """The format that a name stands for."""
    return "text" if os.fspath(path).removesuffix(".gz").endswith(".txt") else "json"


def _is_walk(path: PathLike) -> bool:
    """True iff a plan under this name is written as a walk."""
    return os.fspath(path).removesuffix(".gz").endswith(".walk")
