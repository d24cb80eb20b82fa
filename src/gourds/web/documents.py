"""Turns what the page sends into values, and values into what the page takes.

Everything comes from one JSON object, the *question*. Its fields are fetched with :class:`Question`, which checks types
and ranges and names the field that is wrong. Boards are limited before anything is built from them.
"""

from __future__ import annotations

from typing import Any, TypeVar

from gourds.configuration import Configuration
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.files.json_values import is_cell, kind_of_value, list_at, parse_json
from gourds.files.raw import naming
from gourds.files.table import Loaded, value_of
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.placement import Placement
from gourds.values import is_text

T = TypeVar("T")


class NotFoundError(InputError):
    """Something with this name does not exist."""


class Question:
    """A question from the page; ``context`` is what the server adds: limits, and names from the address."""

    def __init__(self, body: bytes, context: dict[str, Any]) -> None:
        try:
            text = body.decode()
        except UnicodeDecodeError as error:
            raise InputError(Fault(f"byte {error.start}", "not UTF-8 text")) from None
        fields = parse_json(text)
        if not isinstance(fields, dict):
            raise InputError(f"a JSON object is needed, this is {kind_of_value(fields)}")
        self.fields = fields
        self.context = context

    def __contains__(self, key: str) -> bool:
        return self.fields.get(key) is not None

    # -- plain values ---------------------------------------------------------------------------------------------

    def number(self, key: str, default: int | None = None, least: int = 0, most: int = 2**53) -> int:
        """A whole number within bounds."""
        value = self.fields.get(key)
        if value is None and default is not None:
            return default
        if type(value) is not int or not least <= value <= most:
            raise InputError(Fault(key, f"must be a whole number from {least} to {most}, not {quoted(value)}"))
        return value

    def seed(self) -> int:
        """The seed of all random choices, 0 if there is none."""
        return self.number("seed", 0, -(2**53))

    def flag(self, key: str) -> bool:
        """True or false; false if there is none."""
        value = self.fields.get(key)
        if value is not None and not isinstance(value, bool):
            raise InputError(Fault(key, f"must be true or false, not {kind_of_value(value)}"))
        return bool(value)

    def text(self, key: str, default: str | None = None) -> str:
        """A string of valid Unicode."""
        value = self.fields.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not is_text(value):
            raise InputError(Fault(key, f"must be a string of valid Unicode, not {kind_of_value(value)}"))
        return value

    def items(self, key: str) -> list[Any]:
        """A list."""
        return list_at(self.fields, key)

    # -- cells ----------------------------------------------------------------------------------------------------

    @property
    def board_cells(self) -> int:
        """The largest board."""
        return int(self.context["board_cells"])

    def limit_cells(self, count: int, key: str = "cells") -> None:
        """Refuse boards that are too large."""
        if count > self.board_cells:
            raise InputError(Fault(key, f"boards may have at most {self.board_cells:,} cells here, not {count:,}"))

    def colored_cells(self) -> tuple[list[tuple[int, int]], list[str]]:
        """The ``cells`` of a draft with their colors, [q, r, color]; each once."""
        rows = self.items("cells")
        self.limit_cells(len(rows))
        cells, colors, faults = [], [], Faults()
        for k, row in enumerate(rows):
            if isinstance(row, list) and len(row) == 3 and is_cell(row[:2]) and is_text(row[2]):
                cells.append((row[0], row[1]))
                colors.append(row[2])
            else:
                faults.add(f"cells[{k}]", "must be [q, r, color]")
        if len(set(cells)) < len(cells):
            faults.add("cells", "a cell stands there twice")
        faults.check()
        return cells, colors

    # -- documents ------------------------------------------------------------------------------------------------

    def value(self, key: str = "document") -> Loaded:
        """The value of any document."""
        document = self.fields.get(key)
        if not isinstance(document, dict):
            raise InputError(Fault(key, f"must be a document, not {kind_of_value(document)}"))
        with naming(place=key):
            if isinstance(document.get("cells"), list):
                self.limit_cells(len(document["cells"]))
            if isinstance(document.get("gourds"), list):
                self.limit_cells(len(document["gourds"]), "gourds")
            return value_of(document, with_formulas=True)

    def _value_of(self, key: str, kind: type[T], name: str) -> T:
        value = self.value(key)
        if not isinstance(value, kind):
            raise InputError(Fault(key, f"must be {name}"))
        return value

    def instance(self, key: str = "document") -> Instance:
        """An instance."""
        return self._value_of(key, Instance, "an instance")

    def placement(self, key: str = "placement") -> Placement:
        """A placement."""
        return self._value_of(key, Placement, "a placement")

    def configuration(self, key: str) -> Configuration:
        """A configuration."""
        return self._value_of(key, Configuration, "a configuration")

    def plan(self) -> Plan | Walk:
        """A plan, in the spelling that it has."""
        value = self.value("plan")
        if not isinstance(value, Plan | Walk):
            raise InputError(Fault("plan", "must be a plan"))
        return value

    def formula(self) -> Formula:
        """A formula."""
        value = self.value("formula")
        if not isinstance(value, Cnf | OneInThree):
            raise InputError(Fault("formula", "must be a formula"))
        return value
