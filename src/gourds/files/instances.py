"""Documents ``gourds-instance``.

Reading checks everything and reports every fault with its place (``cells[17]``). A sound file, the common case, is
checked a whole column at a time, so validation costs about as much as parsing. Places are computed only for files that
have faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from gourds.errors import Fault, Faults, InputError, quoted
from gourds.files.json_values import kind_of_value, list_at, spell_json, spell_rows
from gourds.hexgrid import COORDINATE_LIMIT
from gourds.instance import Instance, label_faults


def instance_of(document: dict[str, Any]) -> Instance:
    """The instance in a document. Raises InputError with every fault."""
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


def format_instance(instance: Instance) -> str:
    """The JSON text: always the same bytes, a row of cells to a line, so that people can diff it."""
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
