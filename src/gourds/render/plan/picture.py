"""The picture of a configuration as a whole: heading, board, legend; and the same with the next move of a plan."""

from __future__ import annotations

from collections import Counter

from gourds.configuration import Configuration
from gourds.instance import Instance
from gourds.render import legend as legends
from gourds.render.board import compact, detail
from gourds.render.board.configuration import DETAILED, Look, badge, cell_width, draw_configuration, look_of, ring
from gourds.render.geometry import Layout, arrange, half_gourd_path, hexagon_path
from gourds.render.palette import OUTLINE
from gourds.render.plan.arrow import arrow
from gourds.render.plan.course import Motion
from gourds.render.plan.words import end_label
from gourds.render.svg import captions, growth, titled, with_legend
from gourds.render.tags import Block, centered_text, tag
from gourds.render.text import clean, label_size, shortened, width, xml
from gourds.words import counted

_SWATCH = 29.0
_MIDDLE = 13.0
_NAME_LIMIT = 28


def configuration_svg(
    configuration: Configuration,
    *,
    title: str | None = None,
    legend: bool = True,
    labels: bool | None = None,
    coordinates: bool = False,
    motion: Motion | None = None,
    facts: str | None = None,
    folds: bool = True,
    instance: Instance | None = None,
    look: Look | None = None,
) -> str:
    """An SVG picture of a configuration; the same input gives the same bytes.

    - ``title``: the heading. ``facts``: the line below it; the sizes by default.
    - ``legend``: what the ends look like, colors, the empty cell.
    - ``labels``: the numbers on the gourds, and the colors of their ends; by default where they can be read.
    - ``coordinates``: the axial coordinates q,r in each cell.
    - ``instance``: the puzzle that is played; its cells have their colors.
    - ``look``: how it looks, if that is known already.
    - ``motion``: a move to point out. ``folds``: long boards are cut into bands, across which nothing can move.
    """
    look = look or look_of(configuration, instance)
    cell = cell_width(configuration.board.size, coordinates)
    layout = arrange(configuration.board.cells, max(cell, 24.0) if labels else cell, folds=folds and motion is None)
    drawing = draw_frame(configuration, look, layout, motion, numbers=labels is not False, coordinates=coordinates)
    drawing += captions(layout)
    grow = growth(layout.width)
    body = Block(drawing, layout.width, layout.height)
    if legend:
        body = with_legend(configuration_sections(configuration, look, layout.cell), body, grow)
    if facts is None:
        facts = sizes(configuration) if legend else ""
    return titled(body, title, facts, sizes(configuration), grow)


def draw_frame(
    configuration: Configuration,
    look: Look,
    layout: Layout,
    motion: Motion | None,
    *,
    numbers: bool = True,
    coordinates: bool = False,
) -> list[str]:
    """A configuration, and an arrow for the move that comes next."""
    active = configuration.ids.index(motion.gourd) if motion is not None else None
    parts = draw_configuration(configuration, look, layout, numbers=numbers, coordinates=coordinates, active=active)
    return [*parts, *arrow(motion, configuration.board, layout)] if motion is not None else parts


def sizes(configuration: Configuration) -> str:
    """The sizes in one line."""
    parts = [counted(configuration.board.size, "cell"), counted(len(configuration.ids), "gourd")]
    if configuration.colors is not None:
        parts.append(counted(len({color for pair in configuration.colors for color in pair}), "color"))
    return " · ".join(parts)


def configuration_sections(
    configuration: Configuration, look: Look, cell: float, *, moves: bool = False
) -> list[legends.Section]:
    """The legend: a gourd and its ends, the empty cell and where it is unless it ``moves``, the colors."""
    q, r = configuration.empty_cell
    mark = detail.empty_mark if cell >= DETAILED else compact.empty_mark
    words = "empty cell" if moves else f"empty cell ({q}, {r})"

    def empty(x: float, y: float) -> str:
        return mark(x + _SWATCH * 0.92, y + _MIDDLE, _SWATCH)

    rows = [(_end_row(look, end), _end_words(look, end)) for end in (0, 1)] if configuration.ids else []
    sections = [legends.marked("Gourds", [*rows, (empty, words)], 2 * _SWATCH + 6)]
    return [*sections, _colors(look)] if look.is_colored else sections


def _end_words(look: Look, end: int) -> str:
    """What an end is called, and how it is told from the other one."""
    return f"{end_label(look.ids[0], end)}: end {end}{', ringed' if end else ''}"


def _end_row(look: Look, end: int) -> legends.Draw:
    """The first gourd, of which one end is faint."""

    def draw(x: float, y: float) -> str:
        parts = [f'<g stroke="{OUTLINE}" stroke-width="1.2">']
        spots = (x + _SWATCH * 0.42, x + _SWATCH * 1.42)
        for s in (1 - end, end):
            faint = "" if s == end else ' opacity=".28"'
            path = half_gourd_path(spots[s], y + _MIDDLE, (1.0 - 2.0 * s, 0.0), _SWATCH)
            mark = ring(spots[s], y + _MIDDLE, _SWATCH, look.tone(s)) if s else ""
            parts.append(f'<g{faint}><path d="{path}" fill="{look.tone(s).disc}"/>{mark}</g>')
        parts.append("</g>")
        if label := look.label(end):
            bold = {"text_anchor": "middle", "font_weight": "500", "fill": look.tone(end).on_disc}
            parts.append(centered_text(spots[end], y + _MIDDLE, label, label_size(label, _SWATCH), **bold))
        if look.is_colored and not end:
            middle = badge((spots[0] + spots[1]) / 2, y + _MIDDLE, str(look.ids[0]), _SWATCH * 1.3)
            parts.append(f'<g text-anchor="middle" font-weight="500">{middle}</g>')
        return "".join(parts)

    return draw


def _colors(look: Look) -> legends.Section:
    """The colors with their numbers of ends."""
    ends = Counter(look.color_of)
    shown = [k for k, _ in ends.most_common(legends.SHOWN)]
    shown.sort(key=lambda k: (legends.natural(look.names[k]), k))
    names = {k: shortened(clean(look.names[k]).strip() or f"“{clean(look.names[k])}”", _NAME_LIMIT) for k in shown}
    left = _SWATCH + 10
    right = left + 26 + max(width(name, legends.SIZE) for name in names.values())
    right = max(right, left + 60) + max(width(f"{ends[k]:,}", legends.SIZE) for k in shown)

    def row(k: int) -> legends.Draw:
        def draw(x: float, y: float) -> str:
            full = f"<title>{xml(look.names[k])}</title>" if names[k] != look.names[k] else ""
            tone, (cx, cy) = look.tones[k], (x + _SWATCH / 2, y + _MIDDLE)
            ground = tag("path", d=hexagon_path(cx, cy, _SWATCH * 1.06), fill=tone.cell, stroke=tone.border)
            return (
                f"<g>{full}{ground if look.cells else ''}"
                + tag("circle", cx=cx, cy=cy, r=_SWATCH * 0.37, fill=tone.disc, stroke=OUTLINE, stroke_width=1.2)
                + legends.swatch_text(cx, cy, look.labels[k], _SWATCH, tone.on_disc)
                + legends.beside_text(x + left, y, names[k])
                + legends.beside_text(x + right, y, f"{ends[k]:,}", anchor="end")
                + "</g>"
            )

        return draw

    rows = [row(k) for k in shown]
    if len(ends) > len(shown):
        rows.append(legends.more(len(ends) - len(shown), "colors"))
    return legends.Section("Colors", ((right, "ends"),), len(shown), tuple(rows), max(right, 140.0))
