"""A gadget file that may have faults: what can be read of it, and every fault with its line.

Somebody who draws a gadget wants to see it before it is right. A draft holds all cells that could be read. If they
form a parallelogram, the gadget can be covered and counted, whatever else is wrong with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gourds.errors import Fault, Faults, InputError, quoted
from gourds.files import drawing
from gourds.hexgrid import Cell
from gourds.reductions.gadgets.drawing import (
    COVERINGS,
    FILLER,
    HEADER,
    SYMBOLS,
    VARIABLE_FILLER,
    Gadget,
    Gourds,
    Pair,
    pair,
)
from gourds.reductions.gadgets.filler import faulty_rows, spell_rows
from gourds.words import counted

_WHAT: Final = "not a gadget: a gadget"
LARGEST: Final = 20_000
"""A gadget with more cells is refused."""


@dataclass(frozen=True)
class Draft:
    """What a gadget file shows."""

    name: str
    """``variable`` or ``clause``: what it is meant to be."""
    symbols: Mapping[Cell, str]
    """The symbol of every cell that could be read."""
    gadget: Gadget
    """Without rows if the cells form no parallelogram."""
    faults: tuple[Fault, ...]
    """What is wrong with the file."""
    places: Mapping[Cell, str]
    """Where in the file each cell stands."""

    @property
    def is_whole(self) -> bool:
        """True iff the cells form a parallelogram."""
        return bool(self.gadget.rows)


def read_draft(text: str, name: str | None = None) -> Draft:
    """The gadget in a text, as far as it can be read; ``name`` says what it must be.

    Raises InputError only if the text is no drawing at all: another first line and no line ``board:``.
    """
    lines = text.splitlines()
    cut = next((k for k, line in enumerate(lines) if line.strip() == "coverings:"), len(lines))
    faults = Faults()
    drawn = _read(lines[:cut], faults)
    name = name or _kind_of(drawn)
    if drawn.name != name:
        faults.add("name", f"must be '{name}', not {quoted(drawn.name)}")
    known = {*SYMBOLS[name], FILLER, VARIABLE_FILLER}
    for k, symbol in enumerate(drawn.colors):
        if symbol not in known:
            faults.add(drawn.cell_place(k), _unknown(symbol, name))
    gourds = _read_gourds(drawn, name, known, faults)
    coverings = _read_coverings(lines, cut, name, known, faults)
    rows = _rows(drawn, faults)
    cells = drawn.cell_list()
    places = {cell: drawn.cell_place(k) for k, cell in enumerate(cells)}
    symbols = dict(zip(cells, drawn.colors, strict=True))
    return Draft(name, symbols, Gadget(name, rows, gourds, coverings), tuple(faults), places)


def _read(lines: list[str], faults: Faults) -> drawing.Drawn:
    """The drawing above the coverings. A wrong first line is a fault like any other if there is a board below it."""
    try:
        drawn, found = drawing.read_what_is_there("\n".join(lines), HEADER, _WHAT)
    except InputError as error:
        if not any(line.strip() == "board:" for line in lines[1:]):
            raise
        faults += error.found
        drawn, found = drawing.read_what_is_there("\n".join([HEADER, *lines[1:]]), HEADER, _WHAT)
    faults += found
    if len(drawn.colors) > LARGEST:
        raise InputError(f"a gadget may have {LARGEST:,} cells at most, this one has {len(drawn.colors):,}")
    return drawn


def _kind_of(drawn: drawing.Drawn) -> str:
    """The kind of gadget by its name, or else by its symbols."""
    if drawn.name in SYMBOLS:
        return str(drawn.name)
    return "clause" if {*SYMBOLS["clause"]} & {*drawn.colors} else "variable"


def _unknown(symbol: str, name: str) -> str:
    return f"symbol {quoted(symbol)} is none of {', '.join((*SYMBOLS[name], VARIABLE_FILLER, FILLER))}"


def _rows(drawn: drawing.Drawn, faults: Faults) -> tuple[tuple[str, ...], ...]:
    """The symbols row by row; empty unless the cells form a parallelogram."""
    cells = drawn.cell_list()
    if not cells:
        faults.add("board", "a board needs at least one cell")
        return ()
    width, height = (max(axis) + 1 for axis in zip(*cells, strict=True))
    if len(cells) != width * height or cells != [(q, r) for r in range(height) for q in range(width)]:
        place, found = _first_ragged(drawn)
        reason = "must be a parallelogram, each row half a cell to the right"
        faults.add(place, reason + (f"; {found}" if found else ""))
        return ()
    rows = tuple(tuple(drawn.colors[k : k + width]) for k in range(0, len(cells), width))
    bare, odd = faulty_rows(rows)
    for r in bare:
        faults.add(drawn.cell_place(r * width), "the first column must be filler")
    if odd and not bare:
        reason = f"gourds of filler cannot cover all filler; {spell_rows(odd)}: a run of it has an odd number of cells"
        faults.add(f"line {drawn.cell_places[odd[0] * width, 0]}", reason)
    return rows


def _first_ragged(drawn: drawing.Drawn) -> tuple[str, str]:
    """The place of the first row that differs from the first one, and how."""
    cells = drawn.cell_list()
    of_row: dict[int, list[int]] = {}
    for k, (_, r) in enumerate(cells):
        of_row.setdefault(r, []).append(k)
    first, *others = of_row.values()
    for row in others:
        place = f"line {drawn.cell_places[row[0], 0]}"
        if cells[row[0]][0] != cells[first[0]][0]:
            return place, "this row starts at another place"
        if len(row) != len(first):
            return place, f"this row has {counted(len(row), 'cell')}, the first one {len(first)}"
    return "board", ""


def _read_gourds(drawn: drawing.Drawn, name: str, known: set[str], faults: Faults) -> Gourds:
    gourds: Counter[Pair] = Counter()
    for k, (a, b, count) in enumerate(drawn.gourds):
        place = drawn.gourd_place(k)
        unknown = [c for c in (a, b) if c not in known]
        for c in unknown:
            faults.add(place, _unknown(c, name))
        if count < 0:
            faults.add(place, "the number of gourds must not be negative")
        if FILLER in (a, b) and a != b:
            faults.add(place, "a gourd of filler and another color would tie gadgets together")
        if not unknown and count >= 0:
            gourds[pair(a, b)] += count
    return dict(gourds)


def _read_coverings(lines: list[str], cut: int, name: str, known: set[str], faults: Faults) -> dict[str, Gourds]:
    coverings: dict[str, Gourds] = {}
    for number, line in enumerate(lines[cut + 1 :], start=cut + 2):
        if not line.strip() or line.strip().startswith("#"):
            continue
        title, colon, body = line.strip().partition(":")
        if title in coverings or title not in COVERINGS[name]:
            wanted = ", ".join(COVERINGS[name])
            faults.add(f"line {number}", f"coverings are {wanted}, once each, not {quoted(title)}")
            continue
        used: Counter[Pair] = Counter()
        for part in body.split(","):
            words = part.split()
            sound = len(words) == 3 and {*words[:2]} <= known - {FILLER} and re.fullmatch("[0-9]{1,4}", words[2])
            if not colon or not sound:
                faults.add(f"line {number}", f"expected 'NAME: a b COUNT, …', found {quoted(part.strip())}")
                break
            used[pair(words[0], words[1])] += int(words[2])
        coverings[title] = dict(used)
    for title in COVERINGS[name]:
        if title not in coverings:
            faults.add("coverings", f"covering '{title}' is missing")
            coverings[title] = {}
    return coverings
