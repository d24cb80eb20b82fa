"""Reading and writing: JSON documents, text drawings, formulas, atomic files.

``load`` takes a path, or ``-`` for standard input, and tells the format by its content: JSON starts with a brace, a
formula with a comment ``c`` or a line ``p``, everything else is a drawing; gzip is unpacked. Faults come as one
InputError that names the file and the places.
"""

from __future__ import annotations

import os
import re
from typing import Literal

from gourds.errors import Fault, InputError
from gourds.files import documents, drawing, formulas
from gourds.files.raw import display_name, read_text, write_text
from gourds.formulas.formula import Assignment, Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.placement import Placement

Loaded = Instance | Placement | Formula
Format = Literal["json", "text"]
PathLike = str | os.PathLike[str]

__all__ = [
    "Format",
    "Loaded",
    "PathLike",
    "load",
    "load_assignment",
    "load_formula",
    "load_instance",
    "load_placement",
    "loads",
    "save",
    "to_text",
]


def load(path: PathLike) -> Loaded:
    """The instance, placement or formula in a file."""
    name = display_name(path)
    try:
        return loads(read_text(path))
    except InputError as error:
        raise error.in_source(name) from None


def loads(text: str) -> Loaded:
    """The instance, placement or formula in a text: JSON, drawing or DIMACS."""
    if re.match(r"\s*[{\[]", text):
        return documents.parse(text)
    if formulas.is_formula(text):
        return formulas.parse(text)
    return drawing.parse(text)


def load_instance(path: PathLike) -> Instance:
    """The instance in a file, in either format."""
    value = load(path)
    if not isinstance(value, Instance):
        raise _other(value, "an instance", path)
    return value


def load_placement(path: PathLike) -> Placement:
    """The placement in a file."""
    value = load(path)
    if not isinstance(value, Placement):
        raise _other(value, "a placement", path)
    return value


def load_formula(path: PathLike) -> Formula:
    """The formula in a file, CNF or 1-in-3."""
    try:
        text = read_text(path)
        is_other = re.match(r"\s*[{\[]", text) or text.startswith(drawing.HEADER)
        value = loads(text) if is_other else formulas.parse(text)
    except InputError as error:
        raise error if error.source else error.in_source(display_name(path)) from None
    if not isinstance(value, Cnf | OneInThree):
        raise _other(value, "a formula", path)
    return value


def load_assignment(path: PathLike, variables: int) -> Assignment:
    """The assignment of so many variables in a file of ``v`` lines."""
    try:
        return formulas.parse_assignment(read_text(path), variables)
    except InputError as error:
        raise error if error.source else error.in_source(display_name(path)) from None


def _other(value: Loaded, needed: str, path: PathLike) -> InputError:
    names = {Instance: "an instance", Placement: "a placement"}
    return InputError(
        Fault("format", f"{needed} is needed here, this is {names.get(type(value), 'a formula')}"), display_name(path)
    )


def to_text(value: Loaded, form: Format = "json") -> str:
    """The value as a file's text; a formula has one form only."""
    if isinstance(value, Cnf | OneInThree):
        return formulas.format_formula(value)
    if form == "text":
        if not isinstance(value, Instance):
            raise InputError("only instances have a text drawing")
        return drawing.format_instance(value)
    return documents.format_document(value)


def save(value: Loaded, path: PathLike, form: Format | None = None) -> None:
    """Write a value whole or not at all; the name decides the format (``.txt``: a drawing) unless ``form`` does."""
    if form is None:
        name = os.fspath(path).removesuffix(".gz")
        form = "text" if name.endswith(".txt") else "json"
    write_text(path, to_text(value, form))
