"""Where hard boards are looked for: lines through the parameters of the families.

A *line* is a family with all its parameters fixed but one, the size. Along it boards grow, and what a solver takes
grows with them; that is all that the search relies on. :data:`AXES` says for the families that are worth it
which parameter is the size, which one the number of colors, and which values the others take. A family that is not in
the table, such as one of a plugin, gets lines by :func:`default_axes`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gourds.errors import InputError, quoted
from gourds.families import FAMILIES, Family

SIZES: Final = ("radius", "rings", "variables", "size", "side", "teeth", "width", "base", "order", "length", "copies")
"""Names of parameters that are sizes; if a family has several, the first of these is the one that grows."""
COLORS: Final = (3, 5, 8, 11, 14, 17)
"""Numbers of colors that are tried."""
FEW: Final = 6
"""At most so many combinations of a family's other parameters are tried."""


@dataclass(frozen=True)
class Axes:
    """How the lines of a family run."""

    size: str
    """The parameter that grows."""
    colors: tuple[int, ...] = ()
    """Values of the parameter 'colors'."""
    choices: tuple[dict[str, Any], ...] = ({},)
    """Values of the others; each dictionary gives a line for each number of colors."""
    first: int = 2
    """The smallest size."""


@dataclass(frozen=True)
class Line:
    """A family along one parameter."""

    family: str
    size: str
    fixed: tuple[tuple[str, Any], ...]
    first: int = 2
    colors: int | None = None
    """The number of colors, if that is a parameter."""
    name: str = field(default="", compare=False)

    def parameters(self, value: int) -> dict[str, Any]:
        """The parameters of the boards of a size."""
        return {**dict(self.fixed), self.size: value}


_COLORINGS: Final = tuple({"coloring": coloring} for coloring in ("planted", "random", "near-miss"))

AXES: Final[dict[str, Axes]] = {
    "hexagon": Axes("radius", COLORS, _COLORINGS, first=4),
    "ring-sum": Axes(
        "rings", (), tuple({"length": k, "sum": met} for k in (8, 10, 12, 14) for met in ("missed", "met")), first=8
    ),
    "reduction": Axes("variables", (), tuple({"formula": kind} for kind in ("random", "planted", "hard")), first=6),
    "chain": Axes("size", (), tuple({"cnf": kind} for kind in ("pigeonhole", "parity", "tseitin", "random-3cnf"))),
}
"""The families whose lines are known."""
PLAIN: Final = frozenset(
    "parallelogram brick triangle trapezoid strip comb ring star-of-david random random-proper unique".split()
)
"""Families that are searched only if they are asked for: what they have in store, hexagons have too."""


def is_quick(family: str) -> bool:
    """True iff boards of a family are known to be made in an instant; others are made in a limited process."""
    return family in AXES or family in PLAIN - {"unique"}


def lines_of(families: Sequence[str] = ()) -> tuple[Line, ...]:
    """The lines of the families of these names, of all that are worth it if there are none. Raises InputError."""
    for name in families:
        if name not in FAMILIES:
            raise InputError(f"there is no family {quoted(name)}; there are {', '.join(FAMILIES)}")
    names = families or [name for name in FAMILIES if name not in PLAIN]
    return tuple(line for name in names for line in _lines(FAMILIES[name]))


def _lines(family: Family) -> tuple[Line, ...]:
    axes = AXES.get(family.name) or default_axes(family)
    if axes is None:
        return ()
    known = {parameter.name for parameter in family.parameters}
    found = []
    for choice, colors in itertools.product(axes.choices, axes.colors or (None,)):
        fixed = dict(choice) if colors is None else {**choice, "colors": colors}
        if "trim" in known:
            fixed["trim"] = True
        words = [f"{key}={value}" for key, value in fixed.items() if key != "trim"]
        name = " ".join([family.name, *words])
        found.append(Line(family.name, axes.size, tuple(fixed.items()), axes.first, colors, name))
    return tuple(found)


def default_axes(family: Family) -> Axes | None:
    """Axes of a family that nobody described: its size, some numbers of colors, its choices; None without a size."""
    numbers = [one.name for one in family.parameters if one.kind is int and one.name != "colors"]
    if not numbers:
        return None
    size = next((name for name in SIZES if name in numbers), numbers[0])
    others = [one for one in family.parameters if one.choices]
    combinations = itertools.product(*(one.choices for one in others))
    choices = tuple(dict(zip([one.name for one in others], row, strict=True)) for row in combinations)
    first = next((one.default for one in family.parameters if one.name == size), 2)
    start = max(2, first // 2) if isinstance(first, int) else 2
    has_colors = any(one.name == "colors" and one.kind is int for one in family.parameters)
    spread = choices[:: -(-len(choices) // FEW)] if choices else ({},)
    return Axes(size, COLORS if has_colors else (), spread, start)
