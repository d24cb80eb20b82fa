"""Checks that a file is a sound store, so that what is read from it can be relied on, even if a stranger made it.

A store may come from a stranger, from a failing disk, or from a user who edited it by hand. So everything is checked
once, before anything is read: the tables and views are those of :mod:`gourds.bench.store.schema`, SQLite finds
its pages in order, every row refers to rows that are there, and every value is of its column's type and within its
range. Columns of JSON are checked where they are read, by :func:`json_column`. This takes three seconds for a million
runs.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from typing import Any, Final

from gourds.bench.campaign.definition import ENCODINGS, NO_ENCODING
from gourds.bench.campaign.toml_tables import MOST
from gourds.bench.store.schema import LATER_COLUMNS, SCHEMA, TABLES
from gourds.errors import Fault, InputError, quoted
from gourds.files.json_values import kind_of_value, parse_json
from gourds.values import is_text

_KINDS: Final = {
    "INTEGER": ("integer", "a whole number"),
    "REAL": ("real", "a number"),
    "TEXT": ("text", "a text"),
    "BLOB": ("blob", "bytes"),
}
_MOMENT: Final = (0, 253_402_300_799)
"""From 1970 to 9999, in seconds."""
_RUN: Final[dict[str, tuple[float, float]]] = {
    "error_bound": (0, 1),
    "attempt": (1, MOST),
    "started": _MOMENT,
    "ended": _MOMENT,
    **dict.fromkeys(("wall_s", "solve_s", "cpu_s", "peak_mb"), (0, 10**12)),
}
_RANGES: Final[dict[str, dict[str, tuple[float, float]]]] = {
    "campaign": {
        **dict.fromkeys(("wall_limit", "cpu_limit", "memory_limit"), (0, MOST)),
        "id": (1, 1),
        "repetitions": (1, MOST),
        "created": _MOMENT,
    },
    "machine": {"cores": (0, MOST), "memory_mb": (0, 10**12)},
    "instance": {"cells": (0, MOST), "colors": (0, MOST), "gourds": (0, MOST)},
    "solver": {"presolve": (0, 1), "proof": (0, 1), "max_cells": (1, MOST), "wall_limit": (0, MOST)},
    "plan": {"id": (1, 2**53), "seed": (0, 2**62), "repetition": (1, MOST)},
    "run": _RUN,
    "superseded": _RUN,
}
"""The ranges of numbers, by column; columns not listed may hold any number."""
_CHOICES: Final = {
    column: tuple(re.findall("'(.*?)'", texts))
    for column, texts in re.findall(r"CHECK \((\w+) IN \((.*?)\)", SCHEMA, re.S)
} | {"encoding": (*ENCODINGS, NO_ENCODING)}
"""The texts that a column may hold; SQLite does not check this in a file that is only read."""
_LARGEST: Final = 2**62
"""The largest number in JSON that reports compute with."""
_DEEPEST: Final = 50
"""The deepest nesting of lists and objects."""


def check_schema(connection: sqlite3.Connection) -> None:
    """Raises InputError unless the tables and views are those of a store; others may be there too, but no triggers."""
    found = {name: (kind, sql) for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_master")}
    for name, (kind, texts) in _expected().items():
        if name not in found:
            raise InputError(Fault(f"{kind} {name}", "is missing"))
        if found[name][0] != kind or found[name][1] not in texts:
            raise InputError(Fault(f"{kind} {name}", "is not as it is in a store"))
    for name, (kind, _) in found.items():
        if kind == "trigger":
            raise InputError(Fault(f"trigger {quoted(name)}", "no store has triggers"))


@cache
def _expected() -> dict[str, tuple[str, tuple[str, ...]]]:
    """By name: kind and possible texts of everything in a store's schema."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        rows = connection.execute("SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: (kind, (sql, *(sql.replace(later, "") for later in LATER_COLUMNS))) for name, kind, sql in rows}


def check_store(connection: sqlite3.Connection) -> None:
    """Raises InputError if anything other than a column of JSON is wrong; the schema was checked before."""
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise InputError(f"is damaged: {said.splitlines()[-1]}")
    check_tables(connection, TABLES)
    lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    if lost is not None:
        raise InputError(Fault(f"table {lost[0]}, row {lost[1]}", f"refers to a row of {lost[2]} that is not there"))


def check_tables(connection: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Raises InputError if a required table is empty, or a value has a wrong type or is out of range."""
    for table in tables:
        (rows,) = connection.execute(f"SELECT COUNT(*) FROM (SELECT 1 FROM {table} LIMIT 2)").fetchone()
        if not rows and table not in ("machine", "run", "superseded"):
            raise InputError(Fault(f"table {table}", "is empty"))
        conditions = dict(_conditions(connection, table))
        cases = " ".join(f"WHEN {condition} THEN '{column}'" for column, (condition, _) in conditions.items())
        chosen = f"SELECT row, bad FROM (SELECT rowid AS row, CASE {cases} END AS bad FROM {table})"
        found = connection.execute(f"{chosen} WHERE bad IS NOT NULL LIMIT 1").fetchone()
        if found is not None:
            row, column = found
            (value,) = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()
            place = f"table {table}, row {row}, {column}"
            raise InputError(Fault(place, f"must be {conditions[column][1]}, not {quoted(value)}"))


def _conditions(connection: sqlite3.Connection, table: str) -> Iterable[tuple[str, tuple[str, str]]]:
    """For every column: a condition in SQL that wrong values meet, and what is needed, in words."""
    for _, column, kind, is_needed, _, is_key in connection.execute(f"PRAGMA table_info({table})").fetchall():
        stored, words = _KINDS[kind]
        wrong = f"typeof({column}) <> '{stored}'"
        if column in _RANGES.get(table, {}):
            low, high = _RANGES[table][column]
            is_limit = column.endswith("_limit")
            wrong += f" OR {column} > {high} OR {column} {'<=' if is_limit else '<'} {low}"
            words += f" above 0, up to {high:,}" if is_limit else f" from {low:,} to {high:,}"
        if column in _CHOICES:
            wrong += f" OR {column} NOT IN ({', '.join(map(repr, _CHOICES[column]))})"
            words = f"one of {', '.join(_CHOICES[column])}"
        if not is_needed and not is_key:
            wrong = f"{column} IS NOT NULL AND ({wrong})"
        yield column, (f"({wrong})", words)


# -- columns of JSON ------------------------------------------------------------------------------------------


Form = type[dict[Any, Any]] | type[list[Any]]
SCALARS: Final = (bool, int, float, str)


def json_column(text: str, place: str, form: Form, items: tuple[type, ...] | None = None) -> Any:
    """The object or list in a column, with values of these types, or of any. Raises InputError with the place."""
    try:
        value = parse_json(text)
        if not isinstance(value, form):
            raise InputError(f"must be {kind_of_value(form())}, not {kind_of_value(value)}")
        if text.count("[") + text.count("{") > _DEEPEST and _is_deep(value, _DEEPEST):
            raise InputError("nested too deeply")
        if "\\u" in text and not is_text(json.dumps(value, ensure_ascii=False)):
            raise InputError("holds text that is not valid Unicode")
        for item in value.values() if isinstance(value, dict) else value:
            if items is not None and not _is_sound(item, items):
                raise InputError(f"holds {quoted(item)}, which is of another kind or larger than it may be")
    except InputError as error:
        raise InputError(Fault(place, str(error))) from None
    return value


def parameters_column(text: str, place: str) -> dict[str, Any]:
    """The parameters of an instance: any JSON object without numbers that cannot be computed with."""
    found: dict[str, Any] = json_column(text, place, dict, (*SCALARS, list, dict, type(None)))
    return found


def _is_sound(item: Any, kinds: tuple[type, ...]) -> bool:
    if type(item) is float and not math.isfinite(item):
        return False
    return type(item) in kinds and not (isinstance(item, int | float) and abs(item) > _LARGEST)


def _is_deep(value: Any, room: int) -> bool:
    """True iff lists and objects are nested more deeply than allowed."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return not room or any(_is_deep(item, room - 1) for item in inner)
