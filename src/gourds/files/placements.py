"""Documents ``gourds-placement`` and ``gourds-partial-placement``: the two cells of every gourd."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gourds.errors import Faults
from gourds.files.json_values import cell_of, is_cell, is_pair_of_cells, kind_of_value, list_at
from gourds.hexgrid import Cell
from gourds.placement import PartialPlacement, Placement

Gourds = Iterable[tuple[Cell, Cell]]


def placement_of(document: dict[str, Any]) -> Placement:
    """The placement in a document. Raises InputError with every fault."""
    faults = Faults()
    if not is_cell(document.get("empty")):
        faults.add("empty", f"must be a cell [q, r], not {kind_of_value(document.get('empty'))}")
    gourds = _gourds_of(document, faults)
    return Placement.of_cells(cell_of(document["empty"]), gourds)


def partial_placement_of(document: dict[str, Any]) -> PartialPlacement:
    """The partial placement in a document. Raises InputError with every fault."""
    return PartialPlacement.of_cells(_gourds_of(document, Faults()))


def _gourds_of(document: dict[str, Any], faults: Faults) -> list[tuple[Cell, Cell]]:
    gourds = list_at(document, "gourds")
    for k, gourd in enumerate(gourds):
        if not is_pair_of_cells(gourd):
            faults.add(f"gourds[{k}]", "must be two cells, [[q, r], [q, r]]")
    faults.check()
    return [(cell_of(a), cell_of(b)) for a, b in gourds]


def format_placement(placement: Placement) -> str:
    """The JSON text, a gourd to a line."""
    q, r = placement.empty
    head = f'{{"format": "gourds-placement", "version": 1,\n "empty": [{q}, {r}],\n'
    return head + _spell_gourds(placement.gourds)


def format_partial_placement(partial: PartialPlacement) -> str:
    """The JSON text, a gourd to a line."""
    return '{"format": "gourds-partial-placement", "version": 1,\n' + _spell_gourds(partial.gourds)


def _spell_gourds(gourds: Gourds) -> str:
    spelled = (f"[[{a[0]}, {a[1]}], [{b[0]}, {b[1]}]]" for a, b in gourds)
    return ' "gourds": [\n  ' + ",\n  ".join(spelled) + "]}\n"
