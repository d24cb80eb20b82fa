r"""Text drawings of instances: for people to read, edit and diff.

    gourds drawing 1
    name: a small puzzle
    color r = "red"
    board:
       r r b
      b . r r
       b b r
    gourds:
      r r 2
      r b 1
      b b 1

A row of text is a row of cells. A cell is drawn as a *symbol* without spaces; neighbors in a row stand ``pitch``
columns apart (2, unless a line ``pitch: N`` says otherwise), and the next row is shifted by half of that, to the
right or to the left, as on the hexagonal grid. ``.`` or blank means no cell. The first symbol of the first row is
the cell (0, 0) unless a line ``first cell: q r`` says otherwise. The rest follows from the columns, so the whole
board may be indented freely. A symbol is the name of its color, or is given one by ``color SYMBOL = "NAME"``.
``#`` starts a comment line. Names and sources keep their JSON spelling where plain text would not do.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import numpy as np

from gourds.errors import Fault, Faults, InputError, quoted
from gourds.files.json_values import parse_json
from gourds.files.sizes import check_lines
from gourds.hexgrid import Cell, CellArray
from gourds.instance import Instance

HEADER: Final = "gourds drawing 1"
NO_CELL: Final = "."
MAX_COLUMNS: Final = 10_000_000
"""A drawing that would be wider than this is refused. JSON has no such limit."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9_+*'-]+")
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_ALIASES: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


# -- writing --------------------------------------------------------------------------------------------------


def format_instance(instance: Instance) -> str:
    """The drawing of an instance; reading it gives an equal instance."""
    symbols = _symbols(instance.colors)
    pitch = (max(map(len, symbols)) // 2 + 1) * 2
    lines = [HEADER]
    if instance.name is not None:
        lines.append(f"name: {_spell(instance.name)}")
    if instance.source is not None:
        lines.append(f"source: {json.dumps(instance.source)}")
    cells = instance.board.cells
    if cells[0].tolist() != [0, 0]:
        lines.append(f"first cell: {cells[0, 0]} {cells[0, 1]}")
    if pitch != 2:
        lines.append(f"pitch: {pitch}")
    for symbol, color in zip(symbols, instance.colors, strict=True):
        if symbol != color:
            lines.append(f"color {symbol} = {json.dumps(color, ensure_ascii=not color.isprintable())}")
    lines.append("board:")
    lines += _draw_rows(instance, symbols, pitch)
    lines.append("gourds:")
    width = max(map(len, symbols))
    for (i, j), count in instance.budgets.items():
        lines.append(f"  {symbols[i]:<{width}} {symbols[j]:<{width}} {count}")
    return "\n".join(lines) + "\n"


def _symbols(colors: tuple[str, ...]) -> list[str]:
    """A short symbol for every color: its name if that is short and plain, otherwise a letter or a number."""
    longest = 3 if len(colors) <= len(_ALIASES) else 5
    plain = {color for color in colors if len(color) <= longest and _PLAIN.fullmatch(color)}
    if len(plain) < len(colors) <= len(_ALIASES):  # some need a letter: then letters for all look best
        plain = {color for color in plain if len(color) == 1}
    taken = set(plain)
    symbols = []
    for color in colors:
        if color in plain:
            symbols.append(color)
            continue
        wishes = (*(c for c in color.lower() + color if c in _ALIASES), *_ALIASES)
        numbered = (f"c{k}" for k in range(1, len(colors) * 2 + 2))
        symbol = next(wish for wish in (*wishes, *numbered) if wish not in taken)
        taken.add(symbol)
        symbols.append(symbol)
    return symbols


def _draw_rows(instance: Instance, symbols: list[str], pitch: int) -> Iterator[str]:
    cells = instance.board.cells
    columns = cells[:, 0] * pitch + cells[:, 1] * (pitch // 2)
    columns = columns - columns.min() + 2
    if int(columns.max()) > MAX_COLUMNS:
        raise InputError(f"a drawing would be {int(columns.max()):,} columns wide; write JSON instead")
    cuts = [0, *(np.flatnonzero(np.diff(cells[:, 1])) + 1).tolist(), len(cells)]
    spelled = [symbols[k] for k in instance.cell_colors.tolist()]
    places = columns.tolist()
    for first, last in pairwise(cuts):
        parts, end = [], 0
        for k in range(first, last):
            gap = places[k] - end
            if k == first:
                parts.append(" " * gap)
            else:
                missing = gap // pitch
                lead = gap - missing * pitch
                parts.append(" " * lead + (NO_CELL + " " * (pitch - 1)) * missing)
            parts.append(spelled[k])
            end = places[k] + len(spelled[k])
        yield "".join(parts)


def _spell(text: str) -> str:
    plain = text.isprintable() and text == text.strip() and text and not text.startswith('"')
    return text if plain else json.dumps(text)


# -- reading --------------------------------------------------------------------------------------------------


@dataclass
class _Reader:
    """The state of reading one drawing, line by line."""

    faults: Faults = field(default_factory=Faults)
    name: str | None = None
    source: Mapping[str, Any] | None = None
    first_cell: Cell = (0, 0)
    pitch: int = 2
    color_of: dict[str, str] = field(default_factory=dict)
    rows: list[tuple[int, str]] = field(default_factory=list)
    gourds: list[tuple[str, str, int]] = field(default_factory=list)
    gourd_lines: list[int] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def fault(self, line: int, reason: str, column: int | None = None) -> None:
        place = f"line {line}" if column is None else f"line {line}, column {column}"
        self.faults.add(place, reason)

    def setting(self, number: int, line: str) -> None:
        """A line before the board."""
        if match := re.fullmatch(r'color\s+(\S+)\s*=\s*(".*")\s*', line):
            symbol, color = match[1], self.json(number, match[2])
            if symbol in self.color_of:
                self.fault(number, f"symbol {quoted(symbol)} was given a color before")
            elif isinstance(color, str):
                self.color_of[symbol] = color
            return
        key, colon, value = line.partition(":")
        value = value.strip()
        if not colon or key not in ("name", "source", "first cell", "pitch"):
            self.fault(number, f"expected a setting, 'color …' or 'board:', found {quoted(line.strip())}")
        elif key in self.seen:
            self.fault(number, f"'{key}' stands twice")
        elif key == "name":
            name = self.json(number, value) if value.startswith('"') else value
            self.name = name if isinstance(name, str) else None
        elif key == "source":
            source = self.json(number, value)
            if isinstance(source, dict):
                self.source = source
            else:
                self.fault(number, "the source must be a JSON object")
        elif key == "first cell":
            numbers = value.split()
            if len(numbers) == 2 and all(map(_INTEGER.fullmatch, numbers)):
                self.first_cell = int(numbers[0]), int(numbers[1])
            else:
                self.fault(number, f"'first cell' needs two whole numbers, not {quoted(value)}")
        elif value.isascii() and value.isdigit() and len(value) <= 4 and int(value) % 2 == 0 and int(value) > 0:
            self.pitch = int(value)
        else:
            self.fault(number, f"'pitch' must be an even number from 2 to 9998, not {quoted(value)}")
        self.seen.add(key)

    def json(self, number: int, text: str) -> Any:
        try:
            return parse_json(text)
        except InputError as error:
            self.fault(number, error.faults[0].reason)
            return None

    def gourd(self, number: int, line: str) -> None:
        """A line of budgets."""
        words = line.split()
        if len(words) != 3:
            self.fault(number, f"expected two symbols and a number, found {quoted(line.strip())}")
        elif not _INTEGER.fullmatch(words[2]):
            self.fault(number, f"needs a whole number of gourds, not {quoted(words[2])}")
        else:
            first, second = (self.color_of.get(word, word) for word in words[:2])
            self.gourds.append((first, second, int(words[2])))
            self.gourd_lines.append(number)

    def board(self) -> tuple[CellArray, list[str], CellArray]:
        """The cells with their colors, and the line and column of each."""
        cells, places = array("q"), array("q")
        colors: list[str] = []
        color_of = dict(self.color_of)
        first: tuple[int, int] | None = None
        half = self.pitch // 2
        for down, (number, line) in enumerate(self.rows):
            for match in re.finditer(r"\S+", line):
                column, symbol = match.start(), match.group()
                if symbol == NO_CELL:
                    continue
                if len(symbol) >= self.pitch:
                    self.fault(
                        number,
                        f"symbol {quoted(symbol)} does not fit into a pitch of {self.pitch}",
                        column + 1,
                    )
                    continue
                first = first or (column, down)
                below = down - first[1]
                right, off = divmod(column - first[0] - below * half, self.pitch)
                if off:
                    self.fault(
                        number,
                        f"symbol {quoted(symbol)} is not on the grid; move it by {off} to the left",
                        column + 1,
                    )
                    continue
                cells.extend((self.first_cell[0] + right, self.first_cell[1] + below))
                colors.append(color_of.setdefault(symbol, symbol))  # one string for all cells of a color
                places.extend((number, column + 1))
        return _pairs(cells), colors, _pairs(places)


def _pairs(numbers: array[int]) -> CellArray:
    return np.frombuffer(numbers, dtype=np.int64).reshape(-1, 2) if numbers else np.empty((0, 2), dtype=np.int64)


@dataclass(frozen=True)
class Drawn:
    """What a drawing shows, before it is checked as an instance."""

    name: str | None
    source: Mapping[str, Any] | None
    cells: CellArray
    colors: list[str]
    """The color of each cell."""
    gourds: list[tuple[str, str, int]]
    cell_places: CellArray
    """Line and column of each cell."""
    gourd_lines: list[int]
    """The line of each kind of gourd."""

    def cell_list(self) -> list[Cell]:
        """The cells as pairs of plain integers."""
        return [(q, r) for q, r in self.cells.tolist()]

    def cell_place(self, k: int) -> str:
        """Where the k-th cell stands in the text."""
        return "line {}, column {}".format(*self.cell_places[k])

    def gourd_place(self, k: int) -> str:
        """Where the k-th kind of gourd stands in the text."""
        return f"line {self.gourd_lines[k]}"


def parse(text: str) -> Instance:
    """The instance in a drawing."""
    drawn = read(text, HEADER, "neither JSON nor a drawing: a drawing")
    return Instance.build(
        drawn.cells,
        drawn.colors,
        drawn.gourds,
        name=drawn.name,
        source=drawn.source,
        cell_place=drawn.cell_place,
        gourd_place=drawn.gourd_place,
    )


def read(text: str, header: str, what: str) -> Drawn:
    """The parts of a drawing that starts with a certain line; ``what`` begins the complaint if it does not."""
    drawn, faults = read_what_is_there(text, header, what)
    faults.check()
    if not len(drawn.cells):
        raise InputError(Fault("board", "a board needs at least one cell"))
    return drawn


def read_what_is_there(text: str, header: str, what: str) -> tuple[Drawn, Faults]:
    """The same from a drawing with faults: cells and gourds that can be read, and the faults of the others."""
    check_lines(text)
    lines = text.splitlines()
    if not lines or lines[0].strip() != header:
        found = quoted(lines[0][:60]) if lines else "nothing"
        raise InputError(Fault("line 1", f"{what} starts with '{header}', found {found}"))
    reader = _Reader()
    section, blank = "settings", 0
    for number, line in enumerate(lines[1:], start=2):
        bare = line.strip()
        if bare.startswith("#"):
            continue
        if bare in ("board:", "gourds:"):
            if bare == "gourds:" and section == "settings":
                reader.fault(number, "'gourds:' comes after 'board:'")
            if (bare == "board:" and section != "settings") or (bare == "gourds:" and section == "gourds"):
                reader.fault(number, f"'{bare}' stands twice")
            section = bare[:-1]
        elif section == "board":
            if not bare:
                blank = blank or number
            else:
                if blank and reader.rows:
                    reader.fault(blank, "a blank line stands inside the board; no row can be without cells")
                blank = 0
                if "\t" in line:
                    reader.fault(number, "a tab stands in the board; use spaces", line.index("\t") + 1)
                reader.rows.append((number, line))
        elif bare and section == "settings":
            reader.setting(number, line)
        elif bare:
            reader.gourd(number, line)
    if section != "gourds":
        reader.fault(len(lines), f"the drawing ends without '{'gourds' if section == 'board' else 'board'}:'")
    cells, colors, places = reader.board()
    return Drawn(reader.name, reader.source, cells, colors, reader.gourds, places, reader.gourd_lines), reader.faults
