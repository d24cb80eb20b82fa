"""Boards of moderate size, cell by cell: every cell a tile with a label, every gourd with its neck and outline."""

from __future__ import annotations

from collections.abc import Callable

from gourds.hexgrid import Cell, center
from gourds.render.geometry import DISC, Layout, half_gourd_path, hexagon_path, number, region_path
from gourds.render.palette import OUTLINE
from gourds.render.scene import Scene
from gourds.render.tags import CENTER, tag, text_tag
from gourds.render.text import label_size, width, xml

TILE = 0.955
"""Size of a tile in its cell: the paper shows between tiles."""


def draw(scene: Scene, layout: Layout, *, labels: bool, coordinates: bool) -> list[str]:
    """The cells, the gourds, the empty cell and the texts on them."""
    parts = in_layers(scene, lambda cells: _tiles(scene, layout, cells))
    if scene.highlight:
        parts.append(outline(scene, layout, 0.085))
    if scene.gourds:
        parts += _gourds(scene, layout)
    centers = layout.centers()
    parts += [empty_mark(*centers[k], layout.cell) for k in scene.marked_cells]
    labels = labels and scene.is_colored
    if labels or coordinates:
        parts += in_layers(scene, lambda cells: _texts(scene, layout, cells, labels, coordinates))
    return parts


def in_layers(scene: Scene, draw_cells: Callable[[list[int]], list[str]]) -> list[str]:
    """What is drawn for the cells of every layer, in groups of their opacities."""
    parts: list[str] = []
    for cells, opacity in scene.layers:
        drawn = draw_cells(cells)
        parts += drawn if opacity == 1 else [f'<g opacity="{number(opacity)}">', *drawn, "</g>"]
    return parts


def outline(scene: Scene, layout: Layout, width: float) -> str:
    """The borders of the highlighted regions, double in regions below zero; the width is relative to a cell."""
    regions, centers = scene.highlight or {}, layout.centers()
    path = region_path(scene.board, regions, layout)
    path += "".join(hexagon_path(*centers[k], 0.76 * layout.cell) for k in sorted(regions) if regions[k] < 0)
    line = {"fill": "none", "stroke": OUTLINE}
    thick = max(width * layout.cell, 1.6)
    return tag(
        "path", class_="region", d=path, **line, stroke_width=thick, stroke_linecap="round", pointer_events="none"
    )


def _tiles(scene: Scene, layout: Layout, shown: list[int]) -> list[str]:
    """Tiles grouped by color; each has a tooltip with its coordinates and its color."""
    groups: list[list[str]] = [[] for _ in scene.tones]
    size = layout.cell * TILE
    cells = list(zip(scene.board.cell_list(), scene.color_of.tolist(), layout.centers(), strict=True))
    for (q, r), color, (x, y) in (cells[k] for k in shown):
        name = f" {xml(scene.names[color])}" if scene.is_colored else ""
        groups[color].append(f'<path d="{hexagon_path(x, y, size)}"><title>({q}, {r}){name}</title></path>')
    parts = ['<g stroke-width="1" stroke-linejoin="round">']
    for tone, tiles in zip(scene.tones, groups, strict=True):
        if tiles:
            parts += [f'<g fill="{tone.cell}" stroke="{tone.border}">', *tiles, "</g>"]
    return [*parts, "</g>"]


def _gourds(scene: Scene, layout: Layout) -> list[str]:
    """Every gourd as two halves, each where its cell is: a gourd across the end of a band is cut in two."""
    parts = [f'<g stroke="{OUTLINE}" stroke-width="{number(layout.cell * 0.045)}" pointer-events="none">']
    cells, centers = scene.board.cell_list(), layout.centers()
    for pair in scene.gourds:
        for here, there in (pair, pair[::-1]):
            toward = direction(cells[here], cells[there])
            path = half_gourd_path(*centers[here], toward, layout.cell)
            tone = scene.tones[scene.color_of[here]]
            line = f' stroke="{tone.outline}"' if tone.outline else ""
            parts.append(f'<path d="{path}" fill="{tone.disc}"{line}/>')
    return [*parts, "</g>"]


def direction(here: Cell, there: Cell) -> tuple[float, float]:
    """The unit vector from a cell's center to its neighbor's."""
    return center((there[0] - here[0], there[1] - here[1]))


def empty_mark(x: float, y: float, cell: float) -> str:
    """A dashed ring around nothing."""
    look = {"fill": "#ffffff", "fill_opacity": ".82", "stroke": OUTLINE}
    dashes = {"stroke_width": cell * 0.04, "stroke_dasharray": cell * 0.089}
    return tag("circle", cx=x, cy=y, r=cell * (DISC - 0.03), **look, **dashes, pointer_events="none")


def _texts(scene: Scene, layout: Layout, shown: list[int], labels: bool, coordinates: bool) -> list[str]:
    """Labels and coordinates, grouped by color, apart for cells and for discs."""
    covered = {index for gourd in scene.gourds for index in gourd}
    cells, centers, cell = scene.board.cell_list(), layout.centers(), layout.cell
    size_of = [label_size(label, cell) * (0.85 if coordinates else 1) for label in scene.labels]
    groups: dict[tuple[int, str], tuple[list[str], list[str]]] = {}
    bare = {scene.empty, *scene.open_cells}
    colors = scene.color_of.tolist()
    for k in shown:
        color = colors[k]
        tone = scene.tones[color]
        ink = tone.on_disc if k in covered else "#1d1d1d" if k in bare else tone.on_cell
        names, places = groups.setdefault((color, ink), ([], []))
        x, y = centers[k]
        if labels:
            low = y - cell * 0.015 if coordinates else y + size_of[color] * CENTER
            names.append(text_tag(scene.labels[color], x=x, y=low))
        if coordinates:
            text = f"{cells[k][0]},{cells[k][1]}"
            size = min(cell * 0.19, cell * 0.19 * 0.58 * cell / width(text, cell * 0.19))
            low = y + cell * 0.225 if labels else y + size * CENTER
            places.append(text_tag(text, x=x, y=low, font_size=size))
    parts = ['<g text-anchor="middle" pointer-events="none">']
    for (color, ink), (names, places) in sorted(groups.items()):
        if names:
            parts += [f'<g fill="{ink}" font-size="{number(size_of[color])}" font-weight="500">', *names, "</g>"]
        if places:
            parts += [f'<g fill="{ink}" fill-opacity=".85">', *places, "</g>"]
    return [*parts, "</g>"]
