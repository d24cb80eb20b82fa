"""Which color of the screen each color of an instance gets.

Pictures must be readable for color-blind people. The first eight colors are those of Okabe and Ito; further ones
are chosen greedily from a grid in the Oklab space, each as far as possible from all before, where the distance of
two colors is the smallest of what people with normal, red-blind and green-blind vision see. A color whose name is a
basic color word gets a safe variant of that hue, and the fillers F and V of the reduction are grays, so that the
gadgets stand out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

Rgb = tuple[int, int, int]
FloatArray = NDArray[np.float64]

OKABE_ITO: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#3a3a3a")
"""The palette of Okabe and Ito in the order of use, its black softened so that outlines show on it."""

OUTLINE: Final = "#23272b"
"""Outlines of gourds and of the mark of the empty cell."""

NAMED: Final = {
    "red": "#cc3311",
    "orange": "#ee8d1c",
    "yellow": "#f0e442",
    "green": "#009e73",
    "blue": "#0072b2",
    "purple": "#7a4aa8",
    "violet": "#7a4aa8",
    "pink": "#ee99c2",
    "magenta": "#cc3d8c",
    "cyan": "#56b4e9",
    "teal": "#1f8a8a",
    "brown": "#8a5a2b",
    "black": "#2b2b2b",
    "white": "#fafafa",
    "gray": "#9a9a9a",
    "grey": "#9a9a9a",
}
"""Safe variants of the colors that have everyday names."""

INITIALS: Final = {
    "r": "red",
    "g": "green",
    "b": "blue",
    "y": "yellow",
    "o": "orange",
    "p": "purple",
    "w": "white",
    "k": "black",
}
DARK_PAPER: Final = "#14171b"
"""What pages that follow the system's dark theme are drawn on."""
FILLERS: Final = {"F": "#d3d6da", "V": "#a3a9b0"}
DISTINCT: Final = 96
"""This many colors are told apart; more colors begin again, and labels tell them apart."""

_WEIGHTS: Final = np.array([[1.0], [1.8], [1.8]])
_TOO_CLOSE: Final = 0.085
_TINT: Final = 0.56
_STRONG: Final = 0.8


@dataclass(frozen=True)
class Tone:
    """The shades of one color."""

    cell: str
    """Fill of a cell: a tint."""
    border: str
    """Border of a cell."""
    disc: str
    """Fill of a gourd's end: the color itself."""
    on_cell: str
    """Text on a cell."""
    on_disc: str
    """Text on a gourd's end."""
    outline: str = ""
    """Outline of a gourd's end, if it is another than everywhere."""


PLAIN: Final = Tone("#e6eaee", "#c3cbd2", "#e2b04a", "#4a525a", "#2b2b2b")
"""Where nothing is colored: gray cells, gourds of the color of gourds."""


def tones(names: Sequence[str]) -> list[Tone]:
    """The shades of each color; the same names always get the same shades."""
    fixed = _fixed(names)
    chosen = list(dict.fromkeys(fixed.values()))
    free = len(names) - len(fixed)
    fresh = iter(_fresh(tuple(chosen), min(free, DISTINCT)))
    found: list[str] = []
    drawn: list[str] = []
    for name in names:
        if name in fixed:
            found.append(fixed[name])
            continue
        drawn.append(next(fresh, "") or drawn[len(drawn) % DISTINCT])
        found.append(drawn[-1])
    return [_tone(color) for color in found]


def stronger(tone: Tone) -> Tone:
    """The same shades with cells that need no room for gourds and labels, as small cells ask for."""
    if tone == PLAIN or tone.disc in (*FILLERS.values(), "#ffffff"):
        return tone
    cell = mix(tone.disc, "#ffffff", _STRONG)
    return replace(tone, cell=cell, border=mix(cell, "#000000", 0.82), on_cell=_ink(cell))


def fainter(tone: Tone) -> Tone:
    """The same shades, close to the paper, gourds and texts too: for cells that are not what a picture is about."""
    disc = mix(tone.disc, "#ffffff", 0.38)
    line = mix(tone.disc, "#000000", 0.9)
    return Tone(mix(tone.cell, "#ffffff", 0.5), mix(tone.border, "#ffffff", 0.6), disc, line, line, line)


def on_dark(tone: Tone) -> Tone:
    """The same shades for dark paper: cells are mixed with it instead of with white."""
    cell = mix(tone.disc, DARK_PAPER, 0.42 if _luminance(tone.disc) > 0.5 else 0.5)
    return replace(tone, cell=cell, border=mix(cell, "#ffffff", 0.82), on_cell=_ink(cell))


def mix(color: str, other: str, part: float) -> str:
    """``part`` of the first color and the rest of the other."""
    pairs = zip(_rgb(color), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def _fixed(names: Sequence[str]) -> dict[str, str]:
    """The colors that their names settle."""
    fixed = {name: FILLERS[name] for name in names if name in FILLERS}
    fixed |= {name: NAMED[name.strip().lower()] for name in names if name.strip().lower() in NAMED}
    rest = [name for name in names if name not in fixed]
    letters = {name.lower() for name in rest}
    # Single letters mean colors only if all of them do, and red is among them: "b" alone may mean anything.
    if "r" in letters and letters & {"g", "b", "y"} and letters <= INITIALS.keys() and len(letters) == len(rest):
        fixed |= {name: NAMED[INITIALS[name.lower()]] for name in rest}
    return fixed


def _tone(color: str) -> Tone:
    if color in FILLERS.values():
        cell = mix(color, "#ffffff", 0.62)
    elif color == NAMED["white"]:
        return Tone("#ffffff", "#c9cdd2", "#ffffff", "#2b2b2b", "#2b2b2b")
    else:
        cell = mix(color, "#ffffff", _TINT)
    return Tone(cell, mix(cell, "#000000", 0.82), color, _ink(cell), _ink(color))


def _ink(background: str) -> str:
    """Dark text, or white where dark text would not stand out."""
    return "#ffffff" if _luminance(background) < 0.19 else "#1d1d1d"


def _rgb(color: str) -> Rgb:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _linear(colors: FloatArray) -> FloatArray:
    """Linear light of sRGB values from 0 to 1."""
    return np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)


def _luminance(color: str) -> float:
    return float(_linear(np.array(_rgb(color)) / 255) @ np.array([0.2126, 0.7152, 0.0722]))


# Linear RGB → Oklab (Ottosson 2020), in two steps with a cube root between them.
_TO_CONES: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
# What red-blind and green-blind people see of linear RGB (Machado, Oliveira, Fernandes 2009, severity 1).
_VISIONS: Final = (
    np.eye(3),
    np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
)


def _seen(colors: Sequence[str]) -> FloatArray:
    """Shape (3, N, 3): the colors in Oklab under each of the three visions."""
    linear = _linear(np.array([_rgb(color) for color in colors], dtype=np.float64).reshape(-1, 3) / 255)
    views = [np.cbrt(np.clip(linear @ vision.T, 0, 1) @ _TO_CONES.T) @ _TO_LAB.T for vision in _VISIONS]
    return np.stack(views)


@lru_cache(maxsize=1)
def _grid() -> tuple[tuple[str, ...], FloatArray]:
    """Candidates: sRGB colors on a grid, neither nearly white nor nearly black nor gray."""
    steps = range(0x20, 0x100, 0x1C)
    colors = tuple(f"#{r:02x}{g:02x}{b:02x}" for r in steps for g in steps for b in steps)
    seen = _seen(colors)
    light, chroma = seen[0, :, 0], np.hypot(seen[0, :, 1], seen[0, :, 2])
    good = (light > 0.38) & (light < 0.9) & (chroma > 0.05) & (chroma < 0.19)
    return tuple(color for color, keep in zip(colors, good.tolist(), strict=True) if keep), seen[:, good]


@lru_cache(maxsize=32)
def _fresh(used: tuple[str, ...], count: int) -> tuple[str, ...]:
    """``count`` colors apart from those in use and from each other: Okabe and Ito's, then the farthest ones."""
    found: list[str] = []
    views = _seen(used)
    for color in OKABE_ITO:
        view = _seen((color,))
        apart = np.linalg.norm(views - view, axis=2)
        if not apart.size or float(apart[0].min()) > _TOO_CLOSE:
            found.append(color)
            views = np.concatenate((views, view), axis=1)
    if len(found) >= count:
        return tuple(found[:count])
    colors, grid = _grid()
    away = np.full(len(colors), np.inf)
    for k in range(views.shape[1]):
        away = np.minimum(away, _distance(grid, views[:, k : k + 1]))
    while len(found) < count:
        best = int(away.argmax())
        found.append(colors[best])
        away = np.minimum(away, _distance(grid, grid[:, best : best + 1]))
    return tuple(found)


def _distance(many: FloatArray, one: FloatArray) -> FloatArray:
    """How well each of many colors is told from one; what most people see weighs more."""
    nearest: FloatArray = (np.linalg.norm(many - one, axis=2) * _WEIGHTS).min(axis=0)
    return nearest
