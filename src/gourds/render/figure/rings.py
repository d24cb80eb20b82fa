"""Figures of boards of rings: one ring with its two coverings, and the board of a whole formula."""

from __future__ import annotations

from collections import Counter

from gourds.formulas.formula import Assignment
from gourds.reductions.gadgets.drawing import FILLER, VARIABLE_FILLER, pair
from gourds.reductions.rings.board import RingBoard
from gourds.reductions.rings.ring import HEIGHT
from gourds.render.figure.gadgets import symbols_scene
from gourds.render.figure.panels import Panel, panel_grid
from gourds.render.svg import on_paper


def ring_figure(board: RingBoard, variable: int) -> str:
    """The ring of a variable with the coverings that mean false and true, and the gourds that each uses, as SVG."""
    ring = board.rings[variable]
    around = [(q, r) for q in range(ring.column, ring.column + ring.width) for r in range(HEIGHT)]
    symbols = dict.fromkeys(around, FILLER) | dict(zip(ring.cells, ring.colors, strict=True))
    inside = [gourd for gourd in ring.filler if all(cell in symbols for cell in gourd)]
    panels = []
    for value in (False, True):
        covering = ring.covering(value)
        used = Counter(pair(symbols[a], symbols[b]) for a, b in covering)
        panels.append(
            Panel(f"x{variable} is {str(value).lower()}", _kinds(used), symbols_scene("", symbols, covering + inside))
        )
    return on_paper(panel_grid(panels, 1), f"The ring of x{variable} and its two coverings")


def board_figure(board: RingBoard, assignment: Assignment) -> str:
    """The board of a formula with the placement of a satisfying assignment, and its budgets, as SVG."""
    instance, placement = board.instance(), board.place(assignment)
    symbols = {cell: instance.color_at(cell) or "" for cell in instance.board.cell_list()}
    given = Counter({pair(a, b): number for a, b, number in instance.gourd_list()})
    heading = ", ".join(f"x{v} = {int(value)}" for v, value in enumerate(assignment, start=1))
    panel = Panel(heading, _kinds(given), symbols_scene("", symbols, placement.gourds, empty=placement.empty))
    title = f"A board of {instance.board.size} cells with {len(instance.colors)} colors"
    return on_paper(panel_grid([panel], 1), title)


def _kinds(gourds: Counter[tuple[str, str]]) -> list[str]:
    """How many gourds of each kind: two colors of a clause first, then those with V, then equal ones, then filler."""
    fillers = (VARIABLE_FILLER, FILLER)

    def rank(kind: tuple[str, str]) -> tuple[bool, bool, bool, tuple[str, str]]:
        return FILLER in kind, kind[0] == kind[1], VARIABLE_FILLER in kind, kind

    found = []
    for kind in sorted(gourds, key=rank):
        a, b = sorted(kind, key=lambda color: (color in fillers, color))
        found.append(f"{gourds[kind]} ({a}, {b})")
    return found
