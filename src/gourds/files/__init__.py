"""Reading and writing: JSON documents, text drawings, atomic files.

``load`` takes a path, or ``-`` for standard input, and tells the format by its content: JSON starts with a brace,
everything else is a drawing; gzip is unpacked. Faults come as one InputError that names the file and the places.
"""

from __future__ import annotations

import os
import re
from typing import Literal

from gourds.errors import Fault, InputError
from gourds.files import documents, drawing
from gourds.files.raw import display_name, read_text, write_text
from gourds.instance import Instance
from gourds.placement import Placement

Format = Literal["json", "text"]
PathLike = str | os.PathLike[str]

__all__ = ["Format", "PathLike", "load", "load_instance", "load_placement", "loads", "save", "to_text"]


def load(path: PathLike) -> Instance | Placement:
    """The instance or placement in a file."""
    name = display_name(path)
    try:
        return loads(read_text(path))
    except InputError as error:
        raise error.in_source(name) from None


def loads(text: str) -> Instance | Placement:
    """The instance or placement in a text, JSON or drawing."""
    if re.match(r"\s*[{\[]", text):
        return documents.parse(text)
    return drawing.parse(text)


def load_instance(path: PathLike) -> Instance:
    """The instance in a file, in either format."""
    value = load(path)
    if not isinstance(value, Instance):
        raise InputError(Fault("format", "an instance is needed here, this is a placement"), display_name(path))
    return value


def load_placement(path: PathLike) -> Placement:
    """The placement in a file."""
    value = load(path)
    if not isinstance(value, Placement):
        raise InputError(Fault("format", "a placement is needed here, this is an instance"), display_name(path))
    return value


def to_text(value: Instance | Placement, form: Format = "json") -> str:
    """The value as a file's text."""
    if form == "text":
        if not isinstance(value, Instance):
            raise InputError("only instances have a text drawing")
        return drawing.format_instance(value)
    return documents.format_document(value)


def save(value: Instance | Placement, path: PathLike, form: Format | None = None) -> None:
    """Write a value whole or not at all; the name decides the format (``.txt``: a drawing) unless ``form`` does."""
    if form is None:
        name = os.fspath(path).removesuffix(".gz")
        form = "text" if name.endswith(".txt") else "json"
    write_text(path, to_text(value, form))
