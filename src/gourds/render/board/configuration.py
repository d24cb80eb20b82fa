"""Pictures of configurations: every gourd with its number and two different ends.

Uncolored gourds have a golden end 0 with the number and a pale end 1 with a ring. Colored gourds show the colors of
their ends with short labels, the number at the waist, and the ring on end 1 as well: nothing is said by color alone.
With the instance that is played, cells have their colors too, each with its label in the upper corner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.reconfigure.colored.targets import start_faults
from gourds.render.board import compact, detail
from gourds.render.geometry import DISC, Layout, half_gourd_path, number
from gourds.render.palette import OUTLINE, PLAIN, Tone, mix, tones
from gourds.render.scene import scene_of
from gourds.render.tags import CENTER, centered_text, tag, text_tag
from gourds.render.text import label_size, short_labels, width, xml

RING: Final = 0.275
"""Radius of the ring on end 1, for cells of width 1."""
RING_WITH_COORDINATES: Final = 0.325
"""The same where coordinates need room."""
ACCENT: Final = "#0b62b8"
"""Outlines the gourd that moves; arrows."""
NUMBERED: Final = 20.0
"""Numbers stand on gourds whose cells are at least this many pixels wide."""
DETAILED: Final = 13.0
"""Gourds have necks and outlines where cells are at least this many pixels wide."""
MANY: Final = 400
"""On boards with more cells the empty one has a second, bold ring, to be found at a glance."""
PALE: Final = replace(PLAIN, disc=mix(PLAIN.disc, "#ffffff", 0.26))
"""End 1 where nothing is colored."""
CORNER: Final = 0.43
"""How far above the middle of a cell its label stands, for cells of width 1."""
CORNER_LABEL: Final = 0.16
"""The size of that label."""
_BADGE: Final = 0.23
"""Height of the number at a colored gourd's waist."""


@dataclass(frozen=True)
class Look:
    """How ends look: the shade and the label of each, where 2·g + s stands for end s of the gourd with index g."""

    ids: tuple[int, ...]
    """The numbers of the gourds."""
    names: tuple[str, ...]
    """Names of the colors; empty where nothing is colored."""
    labels: tuple[str, ...]
    """Short names of the colors, all different."""
    tones: tuple[Tone, ...]
    """Shades of the colors; where nothing is colored, of end 0 and of end 1."""
    color_of: tuple[int, ...]
    """The color of each end, as an index into the others."""
    cells: tuple[int, ...] = ()
    """The color of each cell, as an index into the others; empty where cells have none."""

    @property
    def is_colored(self) -> bool:
        """True iff the ends have colors of their own."""
        return bool(self.names)

    def tone(self, end: int) -> Tone:
        """The shades of an end."""
        return self.tones[self.color_of[end]]

    def label(self, end: int) -> str:
        """What stands on an end: its color, or the number on end 0 of an uncolored gourd."""
        if self.is_colored:
            return self.labels[self.color_of[end]]
        return "" if end % 2 else str(self.ids[end // 2])


def look_of(configuration: Configuration, instance: Instance | None = None) -> Look:
    """How the gourds of a configuration look, and the cells of the instance; the same in all configurations of a plan.

    Raises InputError if they do not belong together.
    """
    ids = configuration.ids
    if instance is not None and (faults := start_faults(instance, configuration)):
        raise InputError(faults)
    if configuration.colors is None:
        return Look(ids, (), (), (PLAIN, PALE), (0, 1) * len(ids))
    colors = [color for pair in configuration.colors for color in pair]
    cells = [] if instance is None else [instance.colors[k] for k in instance.cell_colors.tolist()]
    names = tuple(sorted({*colors, *cells}))
    place = {name: k for k, name in enumerate(names)}
    ends, under = (tuple(place[name] for name in found) for found in (colors, cells))
    return Look(ids, names, tuple(short_labels(names)), tuple(tones(names)), ends, under)


def cell_width(cells: int, coordinates: bool = False) -> float:
    """The width of a cell in pixels: large where numbers must fit into it, small where there are many."""
    wide = (
        54.0 if cells <= 61 else 44.0 if cells <= 400 else 34.0 if cells <= 1_500 else 22.0 if cells <= 6_000 else 10.0
    )
    return max(wide, 54.0) if coordinates else wide


def draw_tiles(
    board: Board, layout: Layout, empty: int | None, look: Look | None = None, *, labels: bool = True
) -> list[str]:
    """The cells of a board, and the mark of the empty one."""
    scene = replace(scene_of(board), empty=empty)
    if look is not None and look.cells:
        color_of = np.array(look.cells, dtype=np.int32)
        scene = replace(scene, color_of=color_of, names=look.names, labels=look.labels, tones=look.tones)
    if layout.cell < DETAILED:
        return compact.draw(scene, layout)
    parts = detail.draw(scene, layout, labels=False, coordinates=False)
    if look is None or not labels or layout.cell < NUMBERED:
        return parts
    return [*parts, *_corner_labels(look, layout)]


def _corner_labels(look: Look, layout: Layout) -> list[str]:
    """The color of each cell in its upper corner, which no gourd covers that rests."""
    if not look.cells:
        return []
    parts = ['<g text-anchor="middle" font-weight="500" pointer-events="none">']
    for color, (x, y) in zip(look.cells, layout.centers(), strict=True):
        label = look.labels[color]
        size = min(CORNER_LABEL * layout.cell, CORNER_LABEL * layout.cell**2 * 0.28 / width(label, layout.cell * 0.17))
        ink = look.tones[color].on_cell
        parts.append(text_tag(label, x=x, y=y - CORNER * layout.cell, font_size=size, fill=ink))
    return [*parts, "</g>"]


def draw_configuration(
    configuration: Configuration,
    look: Look,
    layout: Layout,
    *,
    numbers: bool = True,
    coordinates: bool = False,
    active: int | None = None,
) -> list[str]:
    """The cells, the gourds on them and their numbers; the gourd with the index ``active`` is outlined."""
    parts = draw_tiles(configuration.board, layout, configuration.empty, look, labels=numbers)
    if layout.cell < DETAILED:
        # The gourds come before the mark of the empty cell, which is larger than the cell.
        return [*parts[:-1], *_bones(configuration, look, layout, active), parts[-1]]
    parts += _gourds(configuration, look, layout, active, RING_WITH_COORDINATES if coordinates else RING)
    if configuration.board.size > MANY:
        x, y = layout.centers()[configuration.empty]
        parts.append(compact.empty_mark(x, y, 1.5 * layout.cell))
    if (numbers or coordinates) and layout.cell >= NUMBERED:
        parts += _texts(configuration, look, layout, numbers, coordinates)
    return parts


def _gourds(
    configuration: Configuration, look: Look, layout: Layout, active: int | None, ring_size: float
) -> list[str]:
    """Every gourd as two halves, with a tooltip of its number and its ends."""
    cells, centers, cell = configuration.board.cell_list(), layout.centers(), layout.cell
    line = number(cell * 0.045)
    parts = [f'<g stroke="{OUTLINE}" stroke-width="{line}">']
    last: list[str] = []
    for g, pair in enumerate(configuration.ends.tolist()):
        halves = ""
        for s, (here, there) in enumerate((pair, pair[::-1])):
            x, y = centers[here]
            path = half_gourd_path(x, y, detail.direction(cells[here], cells[there]), cell)
            halves += f'<path d="{path}" fill="{look.tone(2 * g + s).disc}"/>'
        x, y = centers[pair[1]]
        halves += ring(x, y, cell, look.tone(2 * g + 1), ring_size)
        gourd = f"<g><title>{xml(gourd_title(configuration, g))}</title>{halves}</g>"
        if g == active:
            # First the halo, then the outline, then the gourd as it always is.
            for color, wide in (("#ffffff", 0.2), (ACCENT, 0.13)):
                last.append(f'<g stroke="{color}" stroke-width="{number(cell * wide)}">{halves}</g>')
            last.append(gourd)
        else:
            parts.append(gourd)
    return [*parts, *last, "</g>"]


def ring(x: float, y: float, cell: float, tone: Tone, size: float = RING) -> str:
    """The mark of end 1 around a point."""
    thick, ink = cell * 0.035, tone.on_disc
    return tag("circle", cx=x, cy=y, r=cell * size, fill="none", stroke=ink, stroke_width=thick, stroke_opacity=".6")


def gourd_title(configuration: Configuration, g: int) -> str:
    """A gourd in one line: its number, and the colors of its ends."""
    if configuration.colors is None:
        return f"gourd {configuration.ids[g]}"
    first, second = configuration.colors[g]
    return f"gourd {configuration.ids[g]}: end 0 {first}, end 1 {second}"


def _texts(configuration: Configuration, look: Look, layout: Layout, numbers: bool, coordinates: bool) -> list[str]:
    """Numbers and labels of colors on the gourds, coordinates on all cells."""
    centers, cell, cells = layout.centers(), layout.cell, configuration.board.cell_list()
    parts = ['<g text-anchor="middle" font-weight="500" pointer-events="none">']
    for g, pair in enumerate(configuration.ends.tolist()):
        for s, place in enumerate(pair):
            label, tone = look.label(2 * g + s), look.tone(2 * g + s)
            if label and numbers:
                size = label_size(label, cell) * (0.85 if coordinates else 1)
                x, y = centers[place]
                low = y - cell * 0.015 if coordinates else y + size * CENTER
                parts.append(text_tag(label, x=x, y=low, font_size=size, fill=tone.on_disc))
    if look.is_colored and numbers:
        parts += _badges(configuration, layout)
    if coordinates:
        inks = {place: look.tone(end).on_disc for end, place in enumerate(configuration.ends.reshape(-1).tolist())}
        for k, (x, y) in enumerate(centers):
            text = f"{cells[k][0]},{cells[k][1]}"
            size = min(cell * 0.19, cell * 0.19 * 0.5 * cell / width(text, cell * 0.19))
            ink = {"font_weight": "400", "fill": inks.get(k, "#1d1d1d"), "fill_opacity": ".85"}
            parts.append(text_tag(text, x=x, y=y + cell * 0.2, font_size=size, **ink))
    return [*parts, "</g>"]


def _badges(configuration: Configuration, layout: Layout) -> list[str]:
    """The numbers of colored gourds, at the waists; by end 0 where a gourd is cut in two."""
    centers, cell, cells = layout.centers(), layout.cell, configuration.board.cell_list()
    parts = []
    for g, (a, b) in enumerate(configuration.ends.tolist()):
        (x, y), (dx, dy) = centers[a], detail.direction(cells[a], cells[b])
        parts.append(badge(x + dx * cell / 2, y + dy * cell / 2, str(configuration.ids[g]), cell))
    return parts


def badge_size(text: str, cell: float) -> tuple[float, float, float]:
    """Width and height of a badge, and the size of its font."""
    size = _BADGE * cell * 0.86
    return max(width(text, size) + 0.1 * cell, _BADGE * cell), _BADGE * cell, size


def badge(x: float, y: float, text: str, cell: float) -> str:
    """A number on a white ground around a point."""
    wide, high, size = badge_size(text, cell)
    return plate(x, y, wide, high, cell) + centered_text(x, y, text, size, fill="#1d1d1d")


def plate(x: float, y: float, wide: float, high: float, cell: float) -> str:
    """A white ground with round ends around a point."""
    ground = {"fill": "#ffffff", "stroke": OUTLINE}
    left, top = x - wide / 2, y - high / 2
    return tag("rect", x=left, y=top, width=wide, height=high, rx=high / 2, **ground, stroke_width=cell * 0.02)


def _bones(configuration: Configuration, look: Look, layout: Layout, active: int | None) -> list[str]:
    """Gourds on small cells: a dark line, and on it a dot for each end, one path for each color."""
    cells, centers, cell = configuration.board.cell_list(), layout.centers(), layout.cell
    lines: list[str] = []
    dots: dict[tuple[str, int], list[str]] = {}
    for g, pair in enumerate(configuration.ends.tolist()):
        for s, (here, there) in enumerate((pair, pair[::-1])):
            (x, y), (dx, dy) = centers[here], detail.direction(cells[here], cells[there])
            at = f"M{number(x)} {number(y)}"
            lines.append(f"{at}l{number(dx * cell / 2)} {number(dy * cell / 2)}")
            dots.setdefault((look.tone(2 * g + s).disc, s), []).append(at + "h0")
    style = {"fill": "none", "stroke_linecap": "round", "pointer_events": "none"}
    parts = []
    if active is not None:
        bone = "".join(lines[2 * active : 2 * active + 2])
        parts.append(tag("path", d=bone, stroke=ACCENT, stroke_width=cell * 1.25, **style))
    spots = "".join(line.split("l")[0] + "h0" for line in lines)
    for path, thick in (("".join(lines), cell * 0.3), (spots, cell * (2 * DISC + 0.08))):
        parts.append(tag("path", d=path, stroke=OUTLINE, stroke_width=thick, **style))
    for (color, s), places in sorted(dots.items()):
        # End 1 is a smaller dot: its dark outline is wider.
        wide = cell * (2 * DISC - (0.24 if s and look.is_colored else 0.1))
        parts.append(tag("path", d="".join(places), stroke=color, stroke_width=wide, **style))
    return parts
