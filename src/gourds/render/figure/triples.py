"""Pictures of triples: pieces with a number and three different ends, their hinges, and the tree of the empty cell.

Uncolored triples are golden, with the number in the middle; end 0 has a dot, end 1 a ring, end 2 nothing. Colored
triples show the color of each end with its label, and cells keep theirs. A bar marks the hinge of a triple, dark if the
triple can move. A dashed line joins the cells where the empty cell can go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gourds.hexgrid import Cell
from gourds.render import legend as legends
from gourds.render.board import detail
from gourds.render.board.configuration import ACCENT, Look, cell_width, draw_tiles, plate
from gourds.render.geometry import DISC, Layout, arrange, points
from gourds.render.palette import OUTLINE, PLAIN, tones
from gourds.render.svg import moved, titled, with_legend
from gourds.render.tags import Block, centered_text, tag
from gourds.render.text import label_size, short_labels, width, xml
from gourds.triples.answer import TripleAnswer
from gourds.triples.configuration import TripleConfiguration
from gourds.triples.hinges import Hinge, hinges_of, tree_of
from gourds.triples.space import TripleSpace
from gourds.words import counted

Point = tuple[float, float]
_BODY: Final = DISC - 0.035
"""Radius of the rounded corners of a piece, for cells of width 1."""
_FIXED: Final = "#8a7440"
"""Hinges of triples that cannot move."""
_SWATCH: Final = 27.0
_GAP: Final = 36.0
"""Between boards that stand side by side."""
_SETS: Final = 6
_MIDDLE: Final = 13.0


def answer_figure(answer: TripleAnswer, title: str | None = None) -> str:
    """The placement that an answer shows, or one of each set that is apart; the board alone if there is none."""
    configuration = answer.configuration
    if answer.colored is None and answer.space is not None and len(answer.space.components) > 1:
        return sets_figure(answer.space, title=title)
    if configuration is not None:
        return configuration_figure(configuration, title=title, colors=answer.instance.colors)
    board = answer.instance.board
    layout = arrange(board.cells, cell_width(board.size), folds=False)
    look = _look(answer.instance.colors)
    drawing = Block(draw_tiles(board, layout, None, look), layout.width, layout.height)
    missing = "no placement on these colors" if answer.placements else "no placement of triples"
    facts = f"{counted(board.size, 'cell')} · {missing}"
    return titled(drawing, title, facts)


def sets_figure(space: TripleSpace, *, title: str | None = None) -> str:
    """A placement of each set of placements that reach each other; of the first six if there are more."""
    shown = [TripleConfiguration.of_placement(component.first) for component in space.components[:_SETS]]
    layout = arrange(space.board.cells, cell_width(space.board.size), folds=False)
    parts: list[str] = []
    in_row = min(len(shown), 3)
    for k, configuration in enumerate(shown):
        x, y = (layout.width + _GAP) * (k % in_row), (layout.height + _GAP) * (k // in_row)
        parts += moved(draw_triples(configuration, layout, has_ends=False), x, y)
    wide = in_row * (layout.width + _GAP) - _GAP
    high = -(-len(shown) // in_row) * (layout.height + _GAP) - _GAP
    largest = max(shown, key=lambda one: len(tree_of(one.placement()).triples))
    body = with_legend([_legend(largest, has_ends=False, empty="empty cell")], Block(parts, wide, high), 1.0)
    sizes = f"{counted(space.board.size, 'cell')} · {counted(space.placements, 'placement')}"
    facts = f"{sizes} · {counted(len(space.components), 'set')} that are apart"
    facts += "" if len(shown) == len(space.components) else f", {len(shown)} of them shown"
    return titled(body, title, facts, sizes)


def configuration_figure(
    configuration: TripleConfiguration,
    *,
    title: str | None = None,
    legend: bool = True,
    colors: Sequence[str] = (),
) -> str:
    """An SVG picture of numbered triples; ``colors`` are those of the cells, which ends share."""
    board = configuration.board
    layout = arrange(board.cells, cell_width(board.size), folds=False)
    body = Block(draw_triples(configuration, layout, colors), layout.width, layout.height)
    sizes = f"{counted(board.size, 'cell')} · {counted(len(configuration.ids), 'triple')}"
    moving = len(tree_of(configuration.placement()).triples)
    facts = f"{sizes} · {moving} can move" if legend else ""
    if legend:
        body = with_legend([_legend(configuration, has_ends=not colors)], body, 1.0)
    return titled(body, title, facts, sizes)


def draw_triples(
    configuration: TripleConfiguration, layout: Layout, colors: Sequence[str] = (), *, has_ends: bool = True
) -> list[str]:
    """The cells, the triples on them, their hinges and the tree; with what tells ends apart, if they are to be."""
    board, cell = configuration.board, layout.cell
    placement = configuration.placement()
    where = dict(zip(board.cell_list(), layout.centers(), strict=True))
    spots = layout.centers()
    hinges = hinges_of(placement)
    tree = tree_of(placement, hinges)
    look = _look(colors)
    parts = draw_tiles(board, layout, placement.empty, look)
    for name, ends in zip(configuration.ids, configuration.ends, strict=True):
        parts += _piece([where[end] for end in ends], cell, f"triple {name}")
    for k, hinge in enumerate(hinges):
        parts.append(_bar(spots, hinge, cell, is_movable=k in tree.triples))
    lines = [
        f"M{points(*spots[here])}L{points(*spots[there])}"
        for here, steps in tree.steps.items()
        for there, _ in steps
        if here < there
    ]
    if lines:
        parts.append(_dashes("".join(lines), cell))
    parts += [_stop(*spots[here], cell, bool(colors)) for here in tree.steps if here != placement.empty]
    parts.append('<g text-anchor="middle" font-weight="500" pointer-events="none">')
    color_at = dict(zip(board.cell_list(), look.cells, strict=True)) if look else {}
    for name, ends in zip(configuration.ids, configuration.ends, strict=True):
        parts += _marks(ends, where, cell, color_at, look) if has_ends else []
        parts.append(_number(str(name), [where[end] for end in ends], cell))
    parts.append("</g>")
    return parts


def _look(colors: Sequence[str]) -> Look | None:
    """How cells look that have these colors, None if they have none; ends look as the cells under them."""
    if not colors:
        return None
    names = tuple(sorted(set(colors)))
    cells = tuple(names.index(color) for color in colors)
    return Look((), names, tuple(short_labels(names)), tuple(tones(names)), (), cells)


def _piece(corners: list[Point], cell: float, title: str) -> list[str]:
    """A rounded triangle: its outline, and a little narrower its body."""
    path = f"M{points(*corners[0])}L{points(*corners[1])}L{points(*corners[2])}z"
    wide, line = 2 * _BODY * cell, 0.09 * cell
    drawn = "".join(
        tag("path", d=path, fill=color, stroke=color, stroke_width=across, stroke_linejoin="round")
        for color, across in ((OUTLINE, wide), (PLAIN.disc, wide - line))
    )
    return [f"<g><title>{xml(title)}</title>{drawn}</g>"]


def _bar(spots: list[Point], hinge: Hinge, cell: float, *, is_movable: bool) -> str:
    """The bar between the two cells of a hinge, shorter than their distance."""
    (ax, ay), (bx, by) = spots[hinge.cells[0]], spots[hinge.cells[1]]
    near, far = 0.3, 0.7
    path = (
        f"M{points(ax + near * (bx - ax), ay + near * (by - ay))}L{points(ax + far * (bx - ax), ay + far * (by - ay))}"
    )
    color, thick = (OUTLINE, 0.11) if is_movable else (_FIXED, 0.06)
    return tag("path", d=path, fill="none", stroke=color, stroke_width=cell * thick, stroke_linecap="round")


def _marks(
    ends: Sequence[Cell],
    where: dict[Cell, Point],
    cell: float,
    color_at: dict[Cell, int],
    look: Look | None,
) -> list[str]:
    """What tells the ends of a triple apart."""
    parts = []
    for k, end in enumerate(ends):
        x, y = where[end]
        if look is not None:
            tone, label = look.tones[color_at[end]], look.labels[color_at[end]]
            disc = tag("circle", cx=x, cy=y, r=cell * 0.235, fill=tone.disc, stroke=OUTLINE, stroke_width=cell * 0.025)
            parts.append(disc + centered_text(x, y, label, label_size(label, cell) * 0.72, fill=tone.on_disc))
        elif k < 2:
            parts.append(_end_mark(k, x, y, cell))
    return parts


def _end_mark(end: int, x: float, y: float, cell: float) -> str:
    """A dot for end 0, a ring for end 1."""
    fill, line, radius = (OUTLINE, "none", 0.085) if end == 0 else ("none", OUTLINE, 0.1)
    return tag("circle", cx=x, cy=y, r=cell * radius, fill=fill, stroke=line, stroke_width=cell * 0.04)


def _number(text: str, corners: list[Point], cell: float) -> str:
    """The number of a triple on a white ground in its middle."""
    x, y = sum(corner[0] for corner in corners) / 3, sum(corner[1] for corner in corners) / 3
    size = 0.23 * cell
    wide, high = max(width(text, size) + 0.12 * cell, 0.3 * cell), 0.3 * cell
    return plate(x, y, wide, high, cell) + centered_text(x, y, text, size, fill="#1d1d1d")


def _dashes(path: str, cell: float) -> str:
    """The edges of the tree, on a pale ground."""
    halo = tag("path", d=path, stroke="#ffffff", stroke_opacity=".75", stroke_width=cell * 0.1)
    line = tag("path", d=path, stroke=ACCENT, stroke_width=cell * 0.05, stroke_dasharray=cell * 0.1)
    return tag("g", halo + line, fill="none", pointer_events="none")


def _stop(x: float, y: float, cell: float, is_colored: bool) -> str:
    """A cell that can become the empty one; its ring leaves room for the mark of an end."""
    radius, look = cell * (0.285 if is_colored else 0.19), {"fill": PLAIN.disc, "stroke": ACCENT}
    return tag("circle", cx=x, cy=y, r=radius, **look, stroke_width=cell * 0.05, pointer_events="none")


def _legend(configuration: TripleConfiguration, *, has_ends: bool, empty: str | None = None) -> legends.Section:
    """What the marks mean."""
    q, r = configuration.empty_cell

    def at(drawn: str) -> legends.Draw:
        return lambda x, y: "".join(moved([drawn], x + 14, y + _MIDDLE))

    def line(color: str, thick: float) -> str:
        return tag("path", d="M-9 0H9", stroke=color, stroke_width=thick, stroke_linecap="round")

    rows = [(detail.empty_mark(0, 0, _SWATCH), empty or f"empty cell ({q}, {r})")]
    if configuration.ids and has_ends:
        rows += [(_end_mark(0, 0, 0, 60), "end 0"), (_end_mark(1, 0, 0, 60), "end 1")]
    moving = len(tree_of(configuration.placement()).triples)
    if moving:
        rows.append((line(OUTLINE, 6), "hinge of a triple that can move"))
    if moving < len(configuration.ids):
        rows.append((line(_FIXED, 3.5), "hinge of a triple that cannot move"))
    if moving:
        rows.append((_dashes("M-13 0H13", 50), "where the empty cell can go"))
    return legends.marked("Triples", [(at(drawn), words) for drawn, words in rows], 36)
