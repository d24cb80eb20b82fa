"""The pictures of docs/results/gods-numbers.md, from its tables.

Usage: python benchmarks/gods_numbers_pictures.py histogram      God's numbers by size and kind of board
       python benchmarks/gods_numbers_pictures.py kinds          a board of each kind, and the one exception
       python benchmarks/gods_numbers_pictures.py hardest        two positions that are farthest apart, on four boards
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from _kinds import FORKED, ROUND, THIN, kind_of, triangle_neighbors
from gods_numbers import read_board, read_table

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.reconfigure.gods_number.surveying import survey
from gourds.reconfigure.planning import plan_moves
from gourds.render import to_svg

ROOT = Path(__file__).parents[1]
DATA, IMAGES = ROOT / "docs/results/data", ROOT / "docs/images/results"
COLORS = {ROUND: "#0072b2", FORKED: "#009e73", THIN: "#e69f00"}
INK, SOFT, LINE = "#1f2328", "#57606a", "#d0d7de"
FONT = 'font-family="Roboto, system-ui, sans-serif"'
WIDTH = 900


def text(x: float, y: float, words: object, size: int = 13, anchor: str = "start", color: str = INK) -> str:
    """A line of text."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{color}">{words}</text>'


def save(name: str, height: float, title: str, parts: list[str], width: float = WIDTH) -> None:
    """Write a picture on white paper."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}" {FONT}>'
    body = [head, f"<title>{title}</title>", '<rect width="100%" height="100%" fill="#ffffff"/>', *parts, "</svg>"]
    IMAGES.mkdir(parents=True, exist_ok=True)
    (IMAGES / name).write_text("\n".join(body) + "\n", encoding="utf-8")


# -- histogram -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Panel:
    """The boards of a size: how many of each kind have a number."""

    title: str
    counts: dict[str, Counter[int]]

    @property
    def tallest(self) -> int:
        """Boards in the highest bar."""
        return max(sum(self.counts.values(), Counter()).values())


def read_panel(title: str, name: str, column: str) -> Panel:
    """A panel from a table."""
    counts = {kind: Counter[int]() for kind in (ROUND, FORKED, THIN)}
    for row in read_table(DATA / name):
        counts[row["kind"]][int(row[column])] += 1
    boards = sum(each.total() for each in counts.values())
    return Panel(f"{title}: {boards:,} boards", counts)


def draw_panel(panel: Panel, left: float, top: float, height: float, scale: float, low: int) -> list[str]:
    """Bars in three colors, a number below each and the number of boards above it."""
    parts = [text(left, top + 2, panel.title, 14)]
    base, most = top + 24 + height, panel.tallest
    numbers = sorted(sum(panel.counts.values(), Counter()))
    for value in range(numbers[0], numbers[-1] + 1):
        x, y = left + (value - low) * scale, base
        for kind, color in COLORS.items():
            count = panel.counts[kind][value]
            tall = height * count / most
            y -= tall
            if count:
                parts.append(
                    f'<rect x="{x:g}" y="{y:.2f}" width="{scale - 2:g}" height="{tall:.2f}" fill="{color}">'
                    f"<title>{value}: {count} {kind}</title></rect>"
                )
        total = sum(panel.counts[kind][value] for kind in COLORS)
        parts.append(text(x + scale / 2 - 1, base + 15, value, 11, "middle", SOFT))
        if total:
            parts.append(text(x + scale / 2 - 1, y - 4, total, 11, "middle"))
    right = left + (numbers[-1] + 1 - low) * scale
    parts.append(f'<path d="M{left + (numbers[0] - low) * scale:g} {base}H{right:g}" stroke="{LINE}"/>')
    return parts


def histogram() -> None:
    """One panel for each size, in the same scale of moves."""
    panels = [
        read_panel("9 cells", "gods-numbers-9.csv", "gods_number"),
        read_panel("11 cells", "gods-numbers-11.csv", "gods_number"),
        read_panel("13 cells", "gods-numbers-13.csv", "gods_number"),
        read_panel("15 cells, lower bounds by one search each", "gods-depths-15.csv", "depth"),
    ]
    parts, x = [], 24.0
    words = {ROUND: "round: an inner cell", FORKED: "forked: no inner cell, a fork", THIN: "thin: neither"}
    for kind, color in COLORS.items():
        parts += [f'<rect x="{x}" y="16" width="14" height="14" fill="{color}"/>', text(x + 20, 28, words[kind])]
        x += 60 + 7 * len(words[kind])
    top = 62.0
    for panel in panels:
        numbers = sorted(sum(panel.counts.values(), Counter()))
        scale = min(34.0, (WIDTH - 48) / (numbers[-1] - numbers[0] + 1))
        parts += draw_panel(panel, 24, top, 110, scale, numbers[0])
        top += 190
    title = "God’s numbers of all proper boards of 9, 11 and 13 cells by kind, and depths of boards of 15 cells"
    save("gods-numbers.svg", top - 20, title, parts)


# -- boards --------------------------------------------------------------------------------------------------------


def draw_tree(board: Board, left: float, top: float, cell: float) -> tuple[list[str], float, float]:
    """The cells of a board with the tree or graph of its triangles; its width and height too."""
    at = [(cell * (q + r / 2), cell * 0.866 * r) for q, r in board.cells.tolist()]
    dx, dy = left - min(x for x, _ in at) + cell / 2, top - min(y for _, y in at) + cell / 2
    at = [(x + dx, y + dy) for x, y in at]
    parts = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{cell * 0.47:.1f}" fill="#eaeef2" stroke="{LINE}"/>' for x, y in at]
    triangles = board.triangles.tolist()
    middle = [tuple(sum(at[k][d] for k in triangle) / 3 for d in (0, 1)) for triangle in triangles]
    near = triangle_neighbors(board)
    for one, others in enumerate(near):
        for other in others:
            if one < other:
                (a, b), (c, d) = middle[one], middle[other]
                parts.append(f'<path d="M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" stroke="{INK}" stroke-width="2"/>')
    for k, (x, y) in enumerate(middle):
        is_fork = kind_of(board) == FORKED and sum(len(near[other]) > 1 for other in near[k]) > 2
        look = f'r="6" fill="{COLORS[FORKED]}"' if is_fork else f'r="3.5" fill="{INK}"'
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" {look}/>')
    return parts, max(x for x, _ in at) + cell / 2 - left, max(y for _, y in at) + cell / 2 - top


def kinds() -> None:
    """A board of each kind, and the one board whose number is not that of its kind."""
    chosen = (
        (9, 0, "thin: 26 moves"),
        (9, 15, "forked: 20 moves"),
        (9, 9, "round: 20 moves"),
        (11, 50, "round, but 36 moves"),
    )
    parts, x, tallest = [], 24.0, 0.0
    for size, number, words in chosen:
        row = read_table(DATA / f"gods-numbers-{size}.csv")[number]
        assert row["gods_number"] in words
        drawn, width, height = draw_tree(read_board(row), x, 54, 44)
        parts += [text(x, 30, words, 15), *drawn]
        x, tallest = x + max(width, 150) + 36, max(tallest, height)
    save("gods-numbers-kinds.svg", tallest + 76, "A thin, a forked and a round board, and an exception", parts, x - 12)


# -- hardest positions ---------------------------------------------------------------------------------------------


def inside(configuration: Configuration, x: float, y: float) -> tuple[str, float, float]:
    """The picture of a configuration as a part of another; its width and height too."""
    svg = to_svg(configuration, title="", legend=False)
    svg = svg[svg.index("<svg") :]
    width, height = (float(re.search(rf'<svg[^>]* {side}="([\d.]+)"', svg)[1]) for side in ("width", "height"))  # type: ignore[index]
    return svg.replace("<svg", f'<svg x="{x:g}" y="{y:g}"', 1), width, height


def hardest() -> None:
    """Two positions that are farthest apart, on four boards; that they are is confirmed by the planner."""
    chosen = (
        (7, 3, "The hexagon"),
        (11, 50, "The exception of 11 cells"),
        (13, 0, "The strip of 13 cells"),
        (15, 107, "The triangle of 15 cells"),
    )
    parts, top, wide = [], 16.0, 0.0
    for size, number, words in chosen:
        row = next(row for row in read_table(DATA / f"gods-numbers-{size}.csv") if row["board"] == str(number))
        space = survey(read_board(row), every=False, hardest=True)
        assert space.hardest is not None
        assert plan_moves(*space.hardest, "shortest").moves == space.diameter == int(row["gods_number"])
        one, width, height = inside(space.hardest[0], 16, top + 24)
        two, _, _ = inside(space.hardest[1], 16 + width + 60, top + 24)
        parts += [text(24, top + 16, f"{words}: {space.diameter} moves from left to right", 15), one, two]
        middle = top + 24 + height / 2
        parts.append(text(16 + width + 30, middle + 8, "→", 26, "middle", SOFT))
        top, wide = top + height + 44, max(wide, 2 * width + 92)
    save("gods-numbers-hardest.svg", top, "Pairs of positions that need the most moves", parts, wide)


if __name__ == "__main__":
    {"histogram": histogram, "kinds": kinds, "hardest": hardest}[sys.argv[1]]()
