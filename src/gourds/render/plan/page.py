"""Plans to step through in a browser: one HTML page that loads nothing from anywhere.

The page holds the start and the walk of the empty cell, a letter for each move; its script makes the moves from these
(``replay.js``), forwards and backwards, so that a plan of a million moves is a page of a megabyte. ``#12`` at the
end of the page's address opens it after 12 moves. The rules are those of the workbench: ``moves.js`` stands in both.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

from gourds.render.board.configuration import CORNER, CORNER_LABEL, MANY, RING, badge_size
from gourds.render.board.detail import TILE
from gourds.render.geometry import arrange, half_gourd_path, hexagon_path, number, units
from gourds.render.page import HEAD, script_data
from gourds.render.palette import on_dark
from gourds.render.plan.course import Course
from gourds.render.text import clean, label_size, xml
from gourds.words import counted

SCRIPTS: Final = ("moves.js", "replay.js", "tiles.js", "page.js")
"""The parts of the page's script, in order."""
_CELL: Final = 60.0
"""The width of a cell in the page's own units."""
_LEAST: Final = 9.0
"""Cells are never narrower than this on the screen: the board scrolls then."""
_SPEEDS: Final = (0.5, 1, 2, 4, 8, 15, 60, 250, 1000)
"""Moves per second."""

_ICONS: Final = {
    "first": "M5 4h3v16H5zM20 4v16L9 12z",
    "back": "M18 4v16L6 12z",
    "forward": "M6 4v16l12-8z",
    "last": "M16 4h3v16h-3zM4 4v16l11-8z",
    "start": "M6 3v18l15-9z",
    "pause": "M6 4h4v16H6zM14 4h4v16h-4z",
}

_KEYS: Final = (
    '<p class="keys"><kbd>space</kbd> plays and pauses · <kbd>←</kbd> <kbd>→</kbd> one move, with <kbd>shift</kbd> ten'
    " · <kbd>home</kbd> <kbd>end</kbd> · <kbd>+</kbd> <kbd>−</kbd> speed</p>"
)


def plan_page(course: Course, *, title: str | None = None, legend: bool = True) -> str:
    """The page of a plan."""
    heading = clean(title or "").strip() or f"A plan of {counted(len(course), 'move')}"
    return (
        f"{HEAD}<title>{xml(heading)}</title>\n<style>\n{_part('page.css')}</style>\n</head>\n<body>\n"
        f"<header><h1>{xml(heading)}</h1>{_legend(course) if legend else ''}</header>\n"
        f"<main>{_board(course)}</main>\n{_controls(course)}"
        "<noscript><p>This page plays a plan with a script, and scripts are off.</p></noscript>\n"
        f'{script_data("plan", plan_data(course))}<script type="module">\n{"".join(map(_part, SCRIPTS))}</script>\n'
        "</body>\n</html>\n"
    )


def _part(name: str) -> str:
    """A file beside this one."""
    return files("gourds.render.plan").joinpath(name).read_text("utf-8")


def plan_data(course: Course) -> dict[str, Any]:
    """What the page's script gets to know."""
    start, look = course.start, course.look
    digits = sorted({len(str(gourd)) for gourd in start.ids})
    data: dict[str, Any] = {
        "width": _CELL,
        "cells": course.board.cells.reshape(-1).tolist(),
        "ids": list(start.ids),
        "ends": start.ends.reshape(-1).tolist(),
        "walk": course.walk.letters,
        "total": f"{len(course):,}",
        "all": f"all {counted(len(course), 'move')}" if len(course) != 1 else "1 move",
        "tile": hexagon_path(0, 0, _CELL * TILE),
        "halves": [half_gourd_path((s - 0.5) * _CELL, 0, (1 - 2 * s, 0), _CELL) for s in (0, 1)],
        "ring": RING,
        "many": course.board.size > MANY,
        "looks": [[tone.disc, tone.on_disc, "", 0] for tone in look.tones],
        "sizes": {n: round(label_size("0" * n, _CELL), 2) for n in digits},
    }
    if look.is_colored:
        labels = [(label, round(label_size(label, _CELL), 2)) for label in look.labels]
        data["looks"] = [[tone.disc, tone.on_disc, *label] for tone, label in zip(look.tones, labels, strict=True)]
        data["colors"] = [clean(name) for name in look.names]
        data["color_of"] = list(look.color_of)
        if look.cells:
            data["cell_of"] = list(look.cells)
            both = [(tone, on_dark(tone)) for tone in look.tones]
            data["shades"] = [[[tone.cell, tone.border, tone.on_cell] for tone in pair] for pair in both]
            data["corner"] = [CORNER, CORNER_LABEL]
        data["badges"] = {n: [round(value, 2) for value in badge_size("0" * n, _CELL)] for n in digits}
    return data


def _board(course: Course) -> str:
    """The picture's frame, which the script fills."""
    cells, (across, down) = course.board.cells, units(_CELL)
    layout = arrange(cells, _CELL, folds=False)
    left = (int((2 * cells[:, 0] + cells[:, 1]).min()) - 1) * across - 4
    top = (3 * int(cells[:, 1].min()) - 2) * down - 4
    wide, high = layout.width + 8, layout.height + 8
    least = f"min-width:{number(wide / _CELL * _LEAST)}px;min-height:{number(high / _CELL * _LEAST)}px"
    most = f"max-width:{number(wide * 2.2)}px;max-height:{number(high * 2.2)}px"
    return (
        f'<svg id="board" role="img" aria-label="The board" style="{least};{most}"'
        f' viewBox="{number(left)} {number(top)} {number(wide)} {number(high)}"></svg>'
    )


def _legend(course: Course) -> str:
    """The facts, what the ends are called, and the colors."""
    look = course.look
    text = f"<p>{xml(course.facts())}</p>"
    if course.start.ids:
        g = xml(str(course.start.ids[0]))
        which = "with the number" if not look.is_colored else "without a ring"
        text += f'<p class="legend">{g} is the end {which}, {g}′ the end with the ring</p>'
    if look.is_colored:
        rows = zip(look.names, look.labels, look.tones, strict=True)
        text += '<ul class="colors">' + "".join(
            f'<li><b style="background:{tone.disc};color:{tone.on_disc}">{xml(label)}</b>{xml(name)}</li>'
            for name, label, tone in rows
        )
        text += "</ul>"
        if look.cells:
            text += '<p class="legend">the goal: every end on a cell of its color</p>'
    return text


def _controls(course: Course) -> str:
    """The current move, the slider, the buttons, the speed."""
    total = len(course)
    usual = 2 if total <= 300 else 8 if total <= 3_000 else 60 if total <= 30_000 else 1000
    speeds = "".join(
        f'<option value="{number(speed)}"{" selected" if speed == usual else ""}>'
        f"{'½' if speed == 0.5 else f'{speed:,.0f}'} {'move' if speed <= 1 else 'moves'}/s</option>"
        for speed in _SPEEDS
    )
    buttons = "".join(
        f'<button id="{name}" type="button" aria-label="{label}" title="{label} ({key})">{icons}</button>'
        for name, label, key, icons in (
            ("first", "To the start", "home", _icon("first")),
            ("back", "One move back", "←", _icon("back")),
            ("play", "Play", "space", _icon("start") + _icon("pause")),
            ("forward", "One move on", "→", _icon("forward")),
            ("last", "To the end", "end", _icon("last")),
        )
    )
    return (
        '<footer>\n<div class="now"><span id="counter"></span><span id="caption" aria-live="polite"></span></div>\n'
        f'<input id="slider" type="range" min="0" max="{total}" value="0" step="1" aria-label="Moves made">\n'
        f'<div class="controls">{buttons}'
        f'<label class="speed">speed <select id="speed">{speeds}</select></label></div>\n{_KEYS}\n</footer>\n'
    )


def _icon(name: str) -> str:
    return f'<svg class="{name}" viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'
