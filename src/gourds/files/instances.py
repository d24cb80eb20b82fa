"""JSON documents, version 1: the dispatch over their formats; instances and placements.

Reading checks everything and reports every fault with its place (``cells[17]``). The common case, a sound file, is
checked by whole columns at a time, so that validation costs about as much as parsing; places are worked out only
for files that have faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import numpy as np

from gourds.configuration import Configuration
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.files import long_plans
from gourds.files.configurations import configuration_of, format_configuration
from gourds.files.json_values import (
    cell_of,
    is_cell,
    is_pair_of_cells,
    kind_of_value,
    list_at,
    no_collecting,
    spell_json,
    spell_rows,
)
from gourds.files.json_values import parse_json as parse_json
from gourds.files.plans import format_plan, plan_of
from gourds.hexgrid import COORDINATE_LIMIT
from gourds.instance import Instance, label_faults
from gourds.moves import Plan, Walk
from gourds.placement import Placement

VERSION = 1

Document = Instance | Placement | Configuration | Plan | Walk


def parse(text: str) -> Document:
    """The value in a JSON text, whichever of the formats it is in."""
    return value_of(long_plans.parse_long_plan(text) if long_plans.is_long_plan(text) else parse_json(text))


def value_of(document: object) -> Document:
    """The value of a parsed JSON document."""
    if not isinstance(document, dict):
        raise InputError(f"a JSON object is needed, this is {kind_of_value(document)}")
    form = document.get("format")
    parsers: dict[object, Callable[[dict[str, Any]], Document]] = {
        "gourds-instance": _instance,
        "gourds-placement": _placement,
        "gourds-configuration": configuration_of,
        "gourds-plan": plan_of,
    }
    if not isinstance(form, str) or form not in parsers:
        *most, last = (f'"{name}"' for name in parsers)
        raise InputError(Fault("format", f"must be {', '.join(most)} or {last}, not {quoted(form)}"))
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        raise InputError(Fault("version", f"must be {VERSION}, not {quoted(version)}"))
    with no_collecting():
        return parsers[form](document)


# -- instances ------------------------------------------------------------------------------------------------


def _instance(document: dict[str, Any]) -> Instance:
    name, source = document.get("name"), document.get("source")
    faults = Faults()
    cells, gourds = list_at(document, "cells"), list_at(document, "gourds")
    kinds: list[tuple[str, str, int]] = []
    if columns := _columns(gourds, (str, str, int)):
        kinds = list(zip(*columns, strict=True))
    else:
        faults += _row_faults(gourds, "gourds", ("a color", "a color", "a whole number"), (str, str, int))
    if cells and (columns := _columns(cells, (int, int, str))):
        q, r, colors = columns
        try:
            array = np.array((q, r), dtype=np.int64).T
        except OverflowError:
            faults += _far_faults(q, r)
    else:
        if not cells:
            faults.add("cells", "a board needs at least one cell")
        faults += _row_faults(cells, "cells", ("an integer q", "an integer r", "a color"), (int, int, str))
    if faults:
        before = Faults(label_faults(name, source))
        before += faults
        raise InputError(before)
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


def _row_faults(rows: list[Any], key: str, what: tuple[str, ...], types: tuple[type, ...]) -> Iterator[Fault]:
    for k, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != len(types):
            length = f"a list of {len(row)}" if isinstance(row, list) else kind_of_value(row)
            yield Fault(f"{key}[{k}]", f"must be a list of {', '.join(what)}; this is {length}")
            continue
        for value, name, kind in zip(row, what, types, strict=True):
            if type(value) is not kind:
                yield Fault(f"{key}[{k}]", f"needs {name}, not {quoted(value)}")


def _far_faults(q: list[int], r: list[int]) -> Iterator[Fault]:
    for k, cell in enumerate(zip(q, r, strict=True)):
        if max(map(abs, cell)) >= COORDINATE_LIMIT:
            yield Fault(f"cells[{k}]", f"coordinates must stay below {COORDINATE_LIMIT} in absolute value")


# -- placements -----------------------------------------------------------------------------------------------


def _placement(document: dict[str, Any]) -> Placement:
    faults = Faults()
    if not is_cell(document.get("empty")):
        faults.add("empty", f"must be a cell [q, r], not {kind_of_value(document.get('empty'))}")
    gourds = list_at(document, "gourds")
    for k, gourd in enumerate(gourds):
        if not is_pair_of_cells(gourd):
            faults.add(f"gourds[{k}]", "must be two cells, [[q, r], [q, r]]")
    faults.check()
    return Placement.of_cells(cell_of(document["empty"]), ((cell_of(a), cell_of(b)) for a, b in gourds))


# -- writing --------------------------------------------------------------------------------------------------


def format_document(value: Document) -> str:
    """The JSON text of a value: always the same bytes, a row of cells to a line, so that people can diff it."""
    if isinstance(value, Instance):
        return _format_instance(value)
    if isinstance(value, Configuration):
        return format_configuration(value)
    return _format_placement(value) if isinstance(value, Placement) else format_plan(value)


def _format_instance(instance: Instance) -> str:
    names = [spell_json(color) for color in instance.colors]
    head = ['{"format": "gourds-instance", "version": 1']
    if instance.name is not None:
        head.append(f' "name": {spell_json(instance.name)}')
    cells = instance.board.cells
    colors = [names[k] for k in instance.cell_colors.tolist()]
    spelled = [f"[{q}, {r}, {c}]" for (q, r), c in zip(cells.tolist(), colors, strict=True)]
    head.append(f' "cells": {spell_rows(cells, spelled)}')
    gourds = (f"[{names[i]}, {names[j]}, {count}]" for (i, j), count in instance.budgets.items())
    head.append(' "gourds": [\n  ' + ",\n  ".join(gourds) + "]")
    if instance.source is not None:
        head.append(f' "source": {spell_json(instance.source)}')
    return ",\n".join(head) + "}\n"


def _format_placement(placement: Placement) -> str:
    gourds = (f"[[{a[0]}, {a[1]}], [{b[0]}, {b[1]}]]" for a, b in placement.gourds)
    return (
        '{"format": "gourds-placement", "version": 1,\n'
        f' "empty": [{placement.empty[0]}, {placement.empty[1]}],\n'
        ' "gourds": [\n  ' + ",\n  ".join(gourds) + "]}\n"
    )
