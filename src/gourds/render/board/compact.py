"""Large boards, drawn compactly: cells merged into runs, one path per color, gourds as bones.

In lattice units (see :mod:`gourds.render.geometry`) all numbers are small integers, and relative path commands
repeat themselves; 24,001 cells take some hundred kilobytes. Beyond ``BRICKS`` cells a run of hexagons becomes a
thick horizontal line. Such bricks touch the same neighbors as the hexagons do, and no eye can tell the difference
where cells are a few pixels wide.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gourds.render.board.detail import in_layers, outline
from gourds.render.geometry import IntArray, Layout, number
from gourds.render.palette import OUTLINE
from gourds.render.scene import Scene
from gourds.render.tags import tag
from gourds.render.text import xml

BRICKS = 60_000
"""Boards with more cells are drawn with bricks."""
FEW = 24
"""This many open cells are marked with rings larger than themselves, to be found at a glance."""


def draw(scene: Scene, layout: Layout) -> list[str]:
    """The cells in runs, the gourds as bones, the empty cell."""
    parts = in_layers(scene, lambda cells: _runs(scene, layout, cells))
    if scene.highlight:
        parts.append(outline(scene, layout, 0.14))
    if scene.gourds:
        parts += _bones(scene, layout)
    marked = scene.marked_cells
    centers, wide = layout.centers(), (3 if len(marked) <= FEW else 1.3) * layout.cell
    parts += [empty_mark(*centers[k], wide) for k in marked]
    return parts


def empty_mark(x: float, y: float, size: float) -> str:
    """A ring that is found at a glance among thousands of cells."""
    radius = 0.37 * size
    wide = tag("circle", cx=x, cy=y, r=radius, stroke_width=radius * 0.52)
    thin = tag("circle", cx=x, cy=y, r=radius, stroke=OUTLINE, stroke_width=radius * 0.26)
    return tag("g", wide + thin, stroke="#ffffff", fill="none")


def runs_of(scene: Scene, layout: Layout, shown: Sequence[int] | None = None) -> tuple[IntArray, IntArray]:
    """Maximal runs of neighbors in a row that have one color and lie in one band: first cells and lengths."""
    cells = np.arange(scene.board.size) if shown is None else np.array(shown, dtype=np.int64)
    q, r = scene.board.cells[cells, 0], scene.board.cells[cells, 1]
    color, band = scene.color_of[cells], layout.band[cells]
    breaks = (np.diff(r) != 0) | (np.diff(q) != 1) | (np.diff(color) != 0) | (np.diff(band) != 0)
    first = np.concatenate(([0], np.flatnonzero(breaks) + 1)).astype(np.int64)[: len(cells)]
    return cells[first], np.diff(np.append(first, len(cells))).astype(np.int64)


def _runs(scene: Scene, layout: Layout, shown: Sequence[int]) -> list[str]:
    """One path per color, with the color's name as its tooltip."""
    across, down = layout.unit
    bricks = scene.board.size > BRICKS
    first, length = runs_of(scene, layout, shown)
    color = scene.color_of[first]
    order = np.argsort(color, kind="stable")
    bounds = np.searchsorted(color[order], np.arange(len(scene.tones) + 1))
    parts = [f'<g transform="scale({across:.6g} {down:.6g})"' + (' fill="none" stroke-width="3">' if bricks else ">")]
    for k, tone in enumerate(scene.tones):
        mine = order[bounds[k] : bounds[k + 1]]
        if not mine.size:
            continue
        x, y, long = layout.x[first[mine]], layout.y[first[mine]], length[mine]
        path = _brick_path(x, y, long) if bricks else _hexagon_path(x, y, long)
        paint = f'stroke="{tone.cell}"' if bricks else f'fill="{tone.cell}"'
        title = f"<title>{xml(scene.names[k])}</title>" if scene.is_colored else ""
        parts.append(f'<path {paint} d="{path}">{title}</path>')
    return [*parts, "</g>"]


def _steps(x: IntArray, y: IntArray) -> list[str]:
    """The moves from (0, 0) to the first point and from each point to the next."""
    dx, dy = np.diff(x, prepend=0).tolist(), np.diff(y, prepend=0).tolist()
    return [f"m{a}{b}" if b < 0 else f"m{a} {b}" for a, b in zip(dx, dy, strict=True)]


def _hexagon_path(x: IntArray, y: IntArray, length: IntArray) -> str:
    """Outlines of runs of hexagons: along the top corners to the right, along the bottom corners back."""
    shapes = {
        n: "l1-1" + " 1 1 1-1" * (n - 1) + " 1 1v2l-1 1" + "-1-1-1 1" * (n - 1) + "-1-1z" for n in set(length.tolist())
    }
    # A path returns to where it began, so that moves lead from one beginning to the next.
    return "".join(step + shapes[n] for step, n in zip(_steps(x - 1, y - 1), length.tolist(), strict=True))


def _brick_path(x: IntArray, y: IntArray, length: IntArray) -> str:
    """Runs as horizontal lines, three units thick."""
    left, wide = x - 1, 2 * length
    # A line ends at its right end; the next move starts from there.
    dx = np.diff(left, prepend=0) - np.concatenate(([0], wide[:-1]))
    dy = np.diff(y, prepend=0)
    moves = zip(dx.tolist(), dy.tolist(), wide.tolist(), strict=True)
    return "".join(f"m{a}{b}h{w}" if b < 0 else f"m{a} {b}h{w}" for a, b, w in moves)


def _bones(scene: Scene, layout: Layout) -> list[str]:
    """Gourds as thick dark lines with round ends, in tenths of a pixel; half a line on each side of a cut."""
    across, down = layout.unit
    pairs = np.array(scene.gourds, dtype=np.int64)
    x = 10 * across * layout.x
    y = 10 * down * layout.y
    cut = layout.band[pairs[:, 0]] != layout.band[pairs[:, 1]]
    whole = pairs[~cut]
    halves = np.concatenate((pairs[cut], pairs[cut][:, ::-1]))
    step = scene.board.cells[halves[:, 1]] - scene.board.cells[halves[:, 0]]
    start = np.concatenate((whole[:, 0], halves[:, 0]))
    ends_x = np.concatenate((x[whole[:, 1]], x[halves[:, 0]] + 5 * across * (2 * step[:, 0] + step[:, 1])))
    ends_y = np.concatenate((y[whole[:, 1]], y[halves[:, 0]] + 5 * down * 3 * step[:, 1]))
    corners = np.rint(np.stack((x[start], y[start], ends_x, ends_y), axis=1)).astype(np.int64)
    moves = corners[:, :2] - np.concatenate((np.zeros((1, 2), dtype=np.int64), corners[:-1, 2:]))
    lines = corners[:, 2:] - corners[:, :2]
    path = "".join(f"m{a} {b}l{c} {d}" for (a, b), (c, d) in zip(moves.tolist(), lines.tolist(), strict=True))
    thick = number(10 * 0.36 * layout.cell)
    return [
        f'<path transform="scale(.1)" d="{path.replace(" -", "-")}" fill="none" stroke="{OUTLINE}" stroke-opacity=".72"'
        f' stroke-width="{thick}" stroke-linecap="round" pointer-events="none"/>'
    ]
