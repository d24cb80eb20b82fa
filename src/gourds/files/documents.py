"""JSON documents: ``gourds-instance`` and ``gourds-placement``, version 1.

Reading checks everything and reports every fault with its place (``cells[17]``). The common case, a sound file, is
checked by whole columns at a time, so that validation costs about as much as parsing; places are worked out only
for files that have faults.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, pairwise
from typing import Any

import numpy as np

from gourds.errors import Fault, InputError, quoted
from gourds.hexgrid import COORDINATE_LIMIT, Cell
from gourds.instance import Instance
from gourds.placement import Placement

VERSION = 1


def parse(text: str) -> Instance | Placement:
    """The instance or placement in a JSON text."""
    document = parse_json(text)
    if not isinstance(document, dict):
        raise InputError(f"a JSON object is needed, this is {_kind(document)}")
    form = document.get("format")
    parsers: dict[object, Callable[[dict[str, Any]], Instance | Placement]] = {
        "gourds-instance": _instance,
        "gourds-placement": _placement,
    }
    if not isinstance(form, str) or form not in parsers:
        known = " or ".join(f'"{name}"' for name in parsers)
        raise InputError(Fault("format", f"must be {known}, not {quoted(form)}"))
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        raise InputError(Fault("version", f"must be {VERSION}, not {quoted(version)}"))
    with no_collecting():
        return parsers[form](document)


def parse_json(text: str) -> Any:
    """Any JSON value; syntax errors, repeated keys, absurd nesting and absurd numbers are InputErrors."""
    try:
        with no_collecting():
            return json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise InputError(Fault(f"line {error.lineno}, column {error.colno}", f"not JSON: {error.msg}")) from None
    except RecursionError:
        raise InputError("nested too deeply") from None
    except ValueError as error:  # an integer with thousands of digits
        raise InputError(f"not usable as JSON: {str(error).split(';')[0]}") from None


@contextmanager
def no_collecting() -> Iterator[None]:
    """No search for garbage while a quarter of a million small lists are made, none of which is garbage."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(Fault(quoted(twice), "this key stands twice in one object"))
    return result


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value)) or (quoted(value) if isinstance(value, int | float) else "something else")


def _is_integer(value: object) -> bool:
    return type(value) is int


def _list(document: dict[str, Any], key: str) -> list[Any]:
    if key not in document:
        raise InputError(Fault(key, "is missing"))
    value = document[key]
    if not isinstance(value, list):
        raise InputError(Fault(key, f"must be a list, not {_kind(value)}"))
    return value


# -- instances ------------------------------------------------------------------------------------------------


def _instance(document: dict[str, Any]) -> Instance:
    faults: list[Fault] = []
    name, source = document.get("name"), document.get("source")
    if name is not None and not _is_text(name):
        faults.append(Fault("name", f"must be a string of valid Unicode, not {_kind(name)}"))
    if source is not None:
        faults += _source_faults(source)
    cells, gourds = _list(document, "cells"), _list(document, "gourds")
    kinds: list[tuple[str, str, int]] = []
    if columns := _columns(gourds, (str, str, int)):
        kinds = list(zip(*columns, strict=True))
    else:
        faults += _row_faults(gourds, "gourds", ("a color", "a color", "a whole number"), (str, str, int))
    if cells and (columns := _columns(cells, (int, int, str))):
        q, r, colors = columns
        if bad := {color for color in set(colors) if not _is_text(color)}:
            faults += [Fault(f"cells[{k}]", "the color is not valid Unicode") for k, c in enumerate(colors) if c in bad]
        try:
            array = np.array((q, r), dtype=np.int64).T
        except OverflowError:
            raise InputError([*faults, *_far_faults(q, r)]) from None
    else:
        if not cells:
            faults.append(Fault("cells", "a board needs at least one cell"))
        faults += _row_faults(cells, "cells", ("an integer q", "an integer r", "a color"), (int, int, str))
    if faults:
        raise InputError(faults)
    return Instance.build(array, colors, kinds, name=name, source=source)


def _columns(rows: list[Any], types: tuple[type, ...]) -> list[list[Any]] | None:
    """The columns of a table whose rows are all lists of values of exactly these types, else None."""
    width = len(types)
    if not set(map(type, rows)) <= {list} or not set(map(len, rows)) <= {width}:
        return None
    flat = list(chain.from_iterable(rows))
    columns = [flat[k::width] for k in range(width)]
    sound = all(set(map(type, column)) <= {kind} for column, kind in zip(columns, types, strict=True))
    return columns if sound else None


def _row_faults(rows: list[Any], key: str, what: tuple[str, ...], types: tuple[type, ...]) -> list[Fault]:
    faults = []
    for k, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != len(types):
            length = f"a list of {len(row)}" if isinstance(row, list) else _kind(row)
            faults.append(Fault(f"{key}[{k}]", f"must be a list of {', '.join(what)}; this is {length}"))
            continue
        for value, name, kind in zip(row, what, types, strict=True):
            if type(value) is not kind:
                faults.append(Fault(f"{key}[{k}]", f"needs {name}, not {quoted(value)}"))
    return faults


def _far_faults(q: list[int], r: list[int]) -> list[Fault]:
    return [
        Fault(f"cells[{k}]", f"coordinates must stay below {COORDINATE_LIMIT} in absolute value")
        for k, cell in enumerate(zip(q, r, strict=True))
        if max(map(abs, cell)) >= COORDINATE_LIMIT
    ]


def _is_text(value: object) -> bool:
    """True iff the value is a string that can be written as UTF-8 (JSON can spell lone surrogates)."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _source_faults(source: object) -> list[Fault]:
    if not isinstance(source, dict):
        return [Fault("source", f"must be an object, not {_kind(source)}")]
    try:
        json.dumps(source, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        return [Fault("source", f"cannot be kept: {str(error).split(chr(10))[0]}")]
    return []


# -- placements -----------------------------------------------------------------------------------------------


def _placement(document: dict[str, Any]) -> Placement:
    faults: list[Fault] = []
    if not _is_cell(document.get("empty")):
        faults.append(Fault("empty", f"must be a cell [q, r], not {_kind(document.get('empty'))}"))
    gourds = _list(document, "gourds")
    for k, gourd in enumerate(gourds):
        if not (isinstance(gourd, list) and len(gourd) == 2 and all(map(_is_cell, gourd))):
            faults.append(Fault(f"gourds[{k}]", "must be two cells, [[q, r], [q, r]]"))
    if faults:
        raise InputError(faults)
    return Placement.build(_cell(document["empty"]), ((_cell(a), _cell(b)) for a, b in gourds))


def _is_cell(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and all(_is_integer(x) and abs(x) < COORDINATE_LIMIT for x in value)
    )


def _cell(value: list[int]) -> Cell:
    return value[0], value[1]


# -- writing --------------------------------------------------------------------------------------------------


def format_document(value: Instance | Placement) -> str:
    """The JSON text of a value: always the same bytes, a row of cells to a line, so that people can diff it."""
    return _format_instance(value) if isinstance(value, Instance) else _format_placement(value)


def _format_instance(instance: Instance) -> str:
    names = [json.dumps(color, ensure_ascii=False) for color in instance.colors]
    head = ['{"format": "gourds-instance", "version": 1']
    if instance.name is not None:
        head.append(f' "name": {json.dumps(instance.name, ensure_ascii=False)}')
    cells = instance.board.cells
    colors = [names[k] for k in instance.cell_colors.tolist()]
    spelled = [f"[{q}, {r}, {c}]" for (q, r), c in zip(cells.tolist(), colors, strict=True)]
    cuts = [0, *(np.flatnonzero(np.diff(cells[:, 1])) + 1).tolist(), len(spelled)]
    rows = (", ".join(spelled[a:b]) for a, b in pairwise(cuts))
    head.append(' "cells": [\n  ' + ",\n  ".join(rows) + "]")
    gourds = (f"[{names[i]}, {names[j]}, {count}]" for (i, j), count in instance.budgets.items())
    head.append(' "gourds": [\n  ' + ",\n  ".join(gourds) + "]")
    if instance.source is not None:
        head.append(f' "source": {json.dumps(instance.source, ensure_ascii=False)}')
    return ",\n".join(head) + "}\n"


def _format_placement(placement: Placement) -> str:
    gourds = (f"[[{a[0]}, {a[1]}], [{b[0]}, {b[1]}]]" for a, b in placement.gourds)
    return (
        '{"format": "gourds-placement", "version": 1,\n'
        f' "empty": [{placement.empty[0]}, {placement.empty[1]}],\n'
        ' "gourds": [\n  ' + ",\n  ".join(gourds) + "]}\n"
    )
