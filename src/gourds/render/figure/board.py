"""The board of a whole formula, folded into bands of whole gadgets, with a bracket over each gadget.

The first column of a gadget in the top row is where its bracket begins; each row below starts half a cell further to
the right. Bands are read like lines of text. Pictures are at most 1,200 pixels wide, unless a single gadget needs more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.hexgrid import Cell
from gourds.placement import Placement
from gourds.reductions.chain.cubic_to_board import BoardReduction, read_values
from gourds.reductions.gadgets.drawing import FILLER
from gourds.reductions.reduction import Reduction
from gourds.render.board import detail
from gourds.render.geometry import Layout, number, region_path, units
from gourds.render.legend import INK, SOFT
from gourds.render.palette import fainter, tones
from gourds.render.scene import Scene, scene_of
from gourds.render.svg import titled
from gourds.render.tags import Block, tag, text_tag
from gourds.render.text import short_labels, width
from gourds.words import counted

CELL: Final = 30.0
"""The width of a cell in pixels."""
COLUMNS: Final = 36
"""A band has at most this many columns, unless a single gadget is wider."""
BORDER: Final = "#59626b"
"""The lines around gadgets."""
_LABEL: Final = 14.0
_TOP: Final = 30.0
"""Room for the brackets over a band, in pixels."""
_GAP: Final = 20.0
"""Room between a band and the brackets of the next one."""


@dataclass(frozen=True)
class Span:
    """Columns of the board that belong together: a gadget or extra filler."""

    kind: str
    """``variable``, ``clause`` or ``filler``."""
    label: str
    first: int
    """The first column."""
    columns: int


def reduction_figure(reduction: Reduction, placement: Placement | None = None) -> str:
    """The board of a formula as SVG, with a placement or without: what each gadget stands for is written over it.

    With a placement, the values of the variables are read from it. The variables are those of the cubic formula that
    the board is made of. Raises InputError if the placement has cells off the board or ends that are not adjacent.
    """
    board = reduction.board
    scene = scene_of(board.instance(), placement)
    values: list[bool | None] | None = None
    if placement is not None:
        columns = [board.columns[v] for v in range(1, board.formula.variables + 1)]
        values = read_values(placement, board.gadgets.variable, columns)
    body, folded = _folded(board, scene, values)
    title = _title(board)
    return titled(body, title, scene.facts() + folded)


def assignment_block(
    board: BoardReduction, values: Sequence[bool | None] | None, gourds: Sequence[tuple[Cell, Cell]]
) -> Block:
    """The board of a formula with gourds on it, however many; cells that they leave open are marked.

    Every variable gadget shows its value. The gadgets need not give an instance: nothing is counted.
    """
    cells, colors = board.colored_cells()
    drawn = Board.from_cells([(q, r) for q, r in cells.tolist()])
    names = tuple(sorted(set(colors)))
    of_cell = {(q, r): color for (q, r), color in zip(cells.tolist(), colors, strict=True)}
    at = {cell: k for k, cell in enumerate(drawn.cell_list())}
    laid = tuple((at[a], at[b]) for a, b in gourds)
    covered = {k for gourd in laid for k in gourd} | {at[board.empty]}
    scene = Scene(
        board=drawn,
        color_of=np.array([names.index(of_cell[cell]) for cell in at], dtype=np.int32),
        names=names,
        labels=tuple(short_labels(names)),
        tones=tuple(tones(names)),
        cells_of=(),
        ends_of=(),
        budgets=(),
        gourds=laid,
        empty=at[board.empty] if laid else None,
        name="",
        open_cells=tuple(k for k in range(drawn.size) if k not in covered) if laid else (),
    )
    return _folded(board, scene, values)[0]


def _folded(board: BoardReduction, scene: Scene, values: Sequence[bool | None] | None) -> tuple[Block, str]:
    """The board in bands with brackets, and how it is folded, in words."""
    shades = zip(scene.names, scene.tones, strict=True)
    scene = replace(scene, tones=tuple(fainter(tone) if name == FILLER else tone for name, tone in shades))
    bands = fold(_spans(board, values))
    layout = _band_layout(scene, bands, board.height)
    parts = [
        *detail.draw(scene, layout, labels=True, coordinates=False),
        _borders(scene, layout, bands),
        *_brackets(bands, board.height),
    ]
    folded = "" if len(bands) == 1 else f" · {board.height} rows, folded into {len(bands)} bands"
    return Block(parts, layout.width, layout.height), folded


def _title(board: BoardReduction) -> str:
    n, m = board.formula.variables, len(board.formula.clauses)
    return f"{counted(n, 'variable')}, {counted(m, 'clause')}"


def fold(spans: Sequence[Span]) -> list[list[Span]]:
    """The spans in as few bands as possible; then few bands of several kinds; then bands of much the same length."""
    most = max([COLUMNS, *(span.columns for span in spans)])
    # For the first j spans: bands, bands of several kinds, sum of squared lengths, the spans before the last band.
    best: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    for j in range(1, len(spans) + 1):
        found = []
        for i in range(j - 1, -1, -1):
            long = spans[j - 1].first + spans[j - 1].columns - spans[i].first
            if long > most:
                break
            bands, mixed, squares, _ = best[i]
            kinds = len({span.kind for span in spans[i:j]})
            found.append((bands + 1, mixed + (kinds > 1), squares + long * long, i))
        best.append(min(found))
    folded: list[list[Span]] = []
    end = len(spans)
    while end:
        start = best[end][3]
        folded.insert(0, list(spans[start:end]))
        end = start
    return folded


def _spans(board: BoardReduction, values: Sequence[bool | None] | None) -> list[Span]:
    """The gadgets from left to right and the extra filler, in pieces of a band's length; values as far as known."""
    known = values or [None] * board.formula.variables
    spans = []
    for block in board.blocks:
        gadget = board.gadgets.variable if block > 0 else board.gadgets.clause
        if block > 0:
            label = _variable_label(block, known[block - 1], values is not None)
        else:
            label = _clause_label(board.formula.clauses[-block - 1], known)
        spans.append(Span(gadget.name, label, board.columns[block], gadget.width))
    start = board.width - board.extra_columns
    spans += [
        Span("filler", "extra filler", first, min(COLUMNS, board.width - first))
        for first in range(start, board.width, COLUMNS)
    ]
    return spans or [Span("filler", "", 0, 1)]


def _variable_label(variable: int, value: bool | None, is_placed: bool) -> str:
    if not is_placed:
        return f"x{variable}"
    return f"x{variable}: no value" if value is None else f"x{variable} = {str(value).lower()}"


def _clause_label(clause: Sequence[int], values: Sequence[bool | None]) -> str:
    """What a clause asks for, or what it gets if the values of its variables are known.

    >>> _clause_label((1, 2, 3), [None] * 3), _clause_label((1, 2, 3), [True, False, False])
    ('x1 + x2 + x3 = 1', 'x1 + x2 + x3 = 1 + 0 + 0 = 1')
    """
    names = " + ".join(f"x{v}" for v in clause)
    found = [value for v in clause if (value := values[v - 1]) is not None]
    if len(found) < len(clause):
        return f"{names} = 1"
    return f"{names} = {' + '.join(str(int(value)) for value in found)} = {sum(found)}"


def _heights(height: int) -> tuple[int, int]:
    """In lattice units: from the upper end of a band with its brackets to its cells, and to the next band."""
    down = units(CELL)[1]
    top = math.ceil(_TOP / down)
    return top, 3 * (height - 1) + 4 + top + math.ceil(_GAP / down)


def _band_layout(scene: Scene, bands: Sequence[Sequence[Span]], height: int) -> Layout:
    """Bands one below the other, each with room for brackets above it."""
    across, down = units(CELL)
    top, pitch = _heights(height)
    first = np.array([band[0].first for band in bands], dtype=np.int64)
    q, r = scene.board.cells[:, 0], scene.board.cells[:, 1]
    band = np.searchsorted(first, q, side="right") - 1
    x = 2 * (q - first[band]) + r + 1
    y = 3 * r + 2 + top + band * pitch
    return Layout(CELL, x, y, band, (), (int(x.max()) + 1) * across, (int(y.max()) + 2) * down)


def _borders(scene: Scene, layout: Layout, bands: Sequence[Sequence[Span]]) -> str:
    """Lines around every gadget, along the sides of its cells."""
    starts = np.array([span.first for band in bands for span in band], dtype=np.int64)
    owner = np.searchsorted(starts, scene.board.cells[:, 0], side="right") - 1
    path = region_path(scene.board, dict(enumerate(owner.tolist())), layout)
    line = {"fill": "none", "stroke": BORDER, "stroke_width": "1.6", "stroke_linecap": "round"}
    return tag("path", class_="border", d=path, **line)


def _brackets(bands: Sequence[Sequence[Span]], height: int) -> list[str]:
    """A bracket over the first row of every gadget, and what it stands for."""
    down = units(CELL)[1]
    top, pitch = _heights(height)
    lines, texts = "", []
    for k, band in enumerate(bands):
        y = (k * pitch + top) * down - 10
        for span in band:
            left = (span.first - band[0].first) * CELL + 4
            right = left + span.columns * CELL - 8
            lines += f"M{number(left)} {number(y + 7)}v-7H{number(right)}v7"
            size = min(_LABEL, _LABEL * (right - left) / max(width(span.label, _LABEL), 1))
            texts.append(text_tag(span.label, x=(left + right) / 2, y=y - 6, font_size=size))
    return [
        tag("path", d=lines, fill="none", stroke=SOFT, stroke_width=1.4),
        f'<g class="ink" fill="{INK}" font-weight="500" text-anchor="middle">',
        *texts,
        "</g>",
    ]
