"""Documents ``gourds-configuration``: where both ends of every gourd lie."""

from __future__ import annotations

from typing import Any

import numpy as np

from gourds.configuration import Colors, Configuration, Ends
from gourds.errors import Fault, Faults, quoted
from gourds.files.json_values import (
    cell_of,
    is_cell,
    is_number,
    is_pair_of_cells,
    kind_of_value,
    list_at,
    spell_json,
    spell_rows,
)
from gourds.values import is_text


def configuration_of(document: dict[str, Any]) -> Configuration:
    """The configuration in a document. Raises InputError with every fault."""
    cells, gourds = list_at(document, "cells"), list_at(document, "gourds")
    faults = Faults(
        Fault(f"cells[{k}]", f"must be a cell [q, r], not {kind_of_value(cell)}")
        for k, cell in enumerate(cells)
        if not is_cell(cell)
    )
    if not cells:
        faults.add("cells", "a board needs at least one cell")
    for k, gourd in enumerate(gourds):
        faults += [Fault(f"gourds[{k}]", reason) for reason in _gourd_faults(gourd)]
    faults += _color_faults(gourds)
    faults.check()
    ids = [gourd["id"] for gourd in gourds]
    ends: list[Ends] = [(cell_of(gourd["ends"][0]), cell_of(gourd["ends"][1])) for gourd in gourds]
    colors: list[Colors] | None = None
    if gourds and "colors" in gourds[0]:
        colors = [(gourd["colors"][0], gourd["colors"][1]) for gourd in gourds]
    return Configuration.build(np.array(cells, dtype=np.int64), ids, ends, colors)


def _gourd_faults(gourd: object) -> list[str]:
    """What is wrong with the spelling of a gourd."""
    if not isinstance(gourd, dict):
        return [f'must be an object with "id" and "ends", not {kind_of_value(gourd)}']
    faults = []
    if not is_number(gourd.get("id")):
        faults.append(f"id must be a whole number of at most 64 bits, not {quoted(gourd.get('id'))}")
    if not is_pair_of_cells(gourd.get("ends")):
        faults.append("ends must be two cells, [[q, r], [q, r]]")
    colors = gourd.get("colors", ["", ""])
    if not (isinstance(colors, list) and len(colors) == 2 and all(map(is_text, colors))):
        faults.append("colors must be two strings of valid Unicode")
    return faults


def _color_faults(gourds: list[Any]) -> list[Fault]:
    """Either all gourds have colors or none do."""
    colored = ["colors" in gourd for gourd in gourds if isinstance(gourd, dict)]
    if all(colored) or not any(colored) or len(colored) < len(gourds):
        return []
    with_colors, without = colored.index(True), colored.index(False)
    return [Fault(f"gourds[{without}]", f"has no colors, but gourds[{with_colors}] has: all need them, or none")]


def format_configuration(configuration: Configuration) -> str:
    """The JSON text: one row of cells to a line, one gourd to a line, in order of their numbers."""
    board = configuration.board
    cells = spell_rows(board.cells, [f"[{q}, {r}]" for q, r in board.cell_list()])
    lines = []
    for k, (number, ((a, b), (c, d))) in enumerate(zip(configuration.ids, configuration.end_cells(), strict=True)):
        colors = ""
        if configuration.colors is not None:
            colors = f', "colors": {spell_json(configuration.colors[k])}'
        lines.append(f'{{"id": {number}, "ends": [[{a}, {b}], [{c}, {d}]]{colors}}}')
    gourds = "[\n  " + ",\n  ".join(lines) + "]"
    return f'{{"format": "gourds-configuration", "version": 1,\n "cells": {cells},\n "gourds": {gourds}}}\n'
