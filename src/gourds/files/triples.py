"""Documents ``gourds-triples``: boards of triples, with colors and budgets or without."""

from __future__ import annotations

from typing import Any

from gourds.errors import Fault, Faults
from gourds.files.json_values import is_cell, is_number, kind_of_value, list_at, spell_json, spell_rows
from gourds.triples.instance import TripleInstance
from gourds.values import is_text


def triple_instance_of(document: dict[str, Any]) -> TripleInstance:
    """The board in a document. Raises InputError with every fault."""
    cells = list_at(document, "cells")
    triples = list_at(document, "triples") if "triples" in document else []
    is_colored = "triples" in document
    faults = Faults()
    if not cells:
        faults.add("cells", "a board needs at least one cell")
    wanted = '[q, r, "color"], as the file has triples' if is_colored else "[q, r], as the file has no triples"
    for k, row in enumerate(cells):
        is_sound = (
            isinstance(row, list) and len(row) == 2 + is_colored and is_cell(row[:2]) and all(map(is_text, row[2:]))
        )
        if not is_sound:
            faults.add(f"cells[{k}]", f"must be {wanted}; this is {kind_of_value(row)}")
    for k, row in enumerate(triples):
        is_row = isinstance(row, list) and len(row) == 4 and all(map(is_text, row[:3])) and is_number(row[3])
        if not is_row:
            faults += [Fault(f"triples[{k}]", "must be three colors and a whole number")]
    faults.check()
    plain = [(row[0], row[1]) for row in cells]
    if not is_colored:
        return TripleInstance.build(plain)
    return TripleInstance.build(plain, [row[2] for row in cells], [(a, b, c, count) for a, b, c, count in triples])


def format_triple_instance(instance: TripleInstance) -> str:
    """The JSON text: one row of cells to a line, one kind of triples to a line."""
    document = instance.to_json()
    cells = spell_rows(instance.board.cells, [spell_json(cell) for cell in document["cells"]])
    rows = document.get("triples")
    triples = "" if rows is None else ',\n "triples": [\n  ' + ",\n  ".join(map(spell_json, rows)) + "]"
    return f'{{"format": "gourds-triples", "version": 1,\n "cells": {cells}{triples}}}\n'
