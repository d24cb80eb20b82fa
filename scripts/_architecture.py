"""Draws ``docs/images/architecture.svg`` from the table and the lists in ``docs/architecture.md``.

Every room is a box in its row. Every step of a walk is a mark in the room whose file does it: letter of the walk and
number of the step. With ``--check`` nothing is written; the exit code is 1 if the drawing is out of date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

from gourds.files.raw import write_bytes
from gourds.render.text import FONT, width, xml

ROOT: Final = Path(__file__).resolve().parent.parent
PAPER: Final = ROOT / "docs" / "architecture.md"
DRAWING: Final = ROOT / "docs" / "images" / "architecture.svg"

COLORS: Final = ("#0072b2", "#b34700", "#00795a", "#8a3d74", "#3a3a3a")
"""One for each walk, dark enough for white text; the letter in each mark says the same without color."""
INK: Final = "#24292e"
SOFT: Final = "#57606a"
NAME: Final = 15
"""Font size of the names of rooms."""
SMALL: Final = 12
LEFT: Final = 252
"""Where the rooms begin."""
RIGHT: Final = 1096
"""Where they have to end."""
GAP: Final = 8
PAD: Final = 10
MARK: Final = 17
"""Height of a mark."""


class Row(NamedTuple):
    """A row of the house."""

    number: str
    rooms: list[str]
    job: str


class Walk(NamedTuple):
    """A walk: its letter, its title, and the room of each step."""

    letter: str
    title: str
    rooms: list[str]


def read_rows(text: str) -> list[Row]:
    """The rows of the table."""
    found = re.findall(r"^\| (\d+) \| (`[^|]+`) \| ([^|]+) \|$", text, re.MULTILINE)
    return [Row(number, re.findall(r"`(\w+)`", rooms), job) for number, rooms, job in found]


def read_walks(text: str) -> list[Walk]:
    """The walks, each from its heading to the next."""
    parts = re.split(r"^### (\w)\. (.+)$", text, flags=re.MULTILINE)[1:]
    walks = []
    for letter, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        paths = re.findall(r"^\d+\. `([^`]+)`", body, re.MULTILINE)
        walks.append(Walk(letter, title, [path.partition("/")[0].removesuffix(".py") for path in paths]))
    return walks


def draw(text: str) -> str:
    """The drawing of a page."""
    rows, walks = read_rows(text), read_walks(text)
    marks: dict[str, list[tuple[int, str]]] = {}
    for index, walk in enumerate(walks):
        for number, room in enumerate(walk.rooms, 1):
            marks.setdefault(room, []).append((index, f"{walk.letter}{number}"))
    if missing := set(marks) - {room for row in rows for room in row.rooms}:
        raise SystemExit(f"{PAPER.name}: the table has no room {', '.join(sorted(missing))}")
    pieces: list[str] = []
    top = 20.0
    for row in rows:
        boxes, bottom = _boxes(row, marks, top + 10)
        bottom += 10
        pieces.append(f'<rect x="20" y="{top:g}" width="{RIGHT:g}" height="{bottom - top:g}" rx="8" fill="#f3f5f8"/>')
        middle = (top + bottom) / 2
        pieces.append(_text(34, middle + 5, row.number, NAME, bold=True))
        pieces.append(_text(62, middle + 4, row.job, SMALL + 1, fill=SOFT))
        pieces += boxes
        top = bottom + 6
    pieces += _legend(walks, top + 22)
    height = top + 22 + 24 * len(walks) + 10
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="1136" height="{height:g}" viewBox="0 0 1136 {height:g}"'
    paper = f'<rect width="1136" height="{height:g}" fill="#ffffff"/>'
    return "\n".join([f'{head} font-family="{FONT}">', paper, *pieces, "</svg>", ""])


def _boxes(row: Row, marks: dict[str, list[tuple[int, str]]], top: float) -> tuple[list[str], float]:
    """The boxes of a row from a height on, in as many lines as they need, and the height at which they end."""
    pieces: list[str] = []
    x, y, line = float(LEFT), top, 0.0
    for room in row.rooms:
        lines = _mark_lines(marks.get(room, []))
        widest = max((sum(map(_mark_width, names)) + 4 * (len(names) - 1) for names in lines), default=0.0)
        wide = 2 * PAD + max(width(room, NAME), widest)
        high = 28.0 + (MARK + 4) * len(lines) + (2 if lines else 0)
        if x > LEFT and x + wide > RIGHT + 10:
            x, y, line = float(LEFT), y + line + GAP, 0.0
        stroke = "#8c959f" if lines else "#d0d7de"
        pieces.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:.1f}" height="{high:g}" rx="5" fill="#ffffff" stroke="{stroke}"/>'
        )
        pieces.append(_text(x + PAD, y + 20, room, NAME))
        for depth, names in enumerate(lines):
            place = x + PAD
            for mark in names:
                pieces += _mark(place, y + 28 + (MARK + 4) * depth, mark)
                place += _mark_width(mark) + 4
        x, line = x + wide + GAP, max(line, high)
    return pieces, y + line


def _mark_lines(marks: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """The marks of a room: a line for each walk where it has many, or else all in one line."""
    if len(marks) <= 8:
        return [marks] if marks else []
    walks = dict.fromkeys(index for index, _ in marks)
    return [[mark for mark in marks if mark[0] == index] for index in walks]


def _mark_width(mark: tuple[int, str]) -> float:
    return width(mark[1], SMALL) + 8


def _mark(x: float, y: float, mark: tuple[int, str]) -> list[str]:
    index, name = mark
    wide = _mark_width(mark)
    pill = f'<rect x="{x:.1f}" y="{y:g}" width="{wide:.1f}" height="{MARK}" rx="4" fill="{COLORS[index]}"/>'
    return [pill, _text(x + wide / 2, y + 13, name, SMALL, fill="#ffffff", bold=True, middle=True)]


def _legend(walks: list[Walk], top: float) -> list[str]:
    pieces = []
    for index, walk in enumerate(walks):
        y = top + 24 * index
        pieces += _mark(34, y, (index, f"{walk.letter}1"))
        pieces.append(_text(68, y + 13, walk.title, SMALL + 2))
    pieces.append(_text(LEFT + 350, top + 13, "A room imports from its own row and the rows above it.", SMALL + 2))
    pieces.append(_text(LEFT + 350, top + 37, "A mark is a step of a walk: its letter and its number.", SMALL + 2))
    return pieces


def _text(
    x: float, y: float, text: str, size: int, *, fill: str = INK, bold: bool = False, middle: bool = False
) -> str:
    more = (' font-weight="500"' if bold else "") + (' text-anchor="middle"' if middle else "")
    return f'<text x="{x:.1f}" y="{y:g}" font-size="{size}" fill="{fill}"{more}>{xml(text)}</text>'


def main(arguments: list[str]) -> int:
    """Run the script and give its exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: scripts/regenerate [--check]", file=sys.stderr)
        return 2
    drawing = draw(PAPER.read_text(encoding="utf-8")).encode()
    if DRAWING.exists() and DRAWING.read_bytes() == drawing:
        return 0
    name = DRAWING.relative_to(ROOT).as_posix()
    if arguments:
        print(f"differs: {name}")
        return 1
    write_bytes(DRAWING, drawing)
    print(f"written: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
