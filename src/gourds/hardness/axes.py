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
from gourds.files.manifest import VERDICTS

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

    @property
    def verdicts(self) -> tuple[str, ...]:
        """The verdicts that its boards can have, as far as the parameters say so."""
        if not _PLANTED.isdisjoint(self.fixed):
            return VERDICTS[:1]
        return VERDICTS[1:] if not _TRAPPED.isdisjoint(self.fixed) else VERDICTS

    def parameters(self, value: int) -> dict[str, Any]:
        """The parameters of the boards of a size."""
        return {**dict(self.fixed), self.size: value}


_PLANTED: Final = frozenset({("coloring", "planted"), ("sum", "met"), ("trap", "even"), ("formula", "planted")})
"""Values that make boards feasible by construction."""
_TRAPPED: Final = frozenset({("sum", "missed"), ("trap", "odd"), ("cnf", "pigeonhole")})
"""Values that make them infeasible."""


def _every(**values: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    """Every combination of values."""
    return tuple(dict(zip(values, row, strict=True)) for row in itertools.product(*values.values()))


_COLORINGS: Final = _every(coloring=("planted", "random", "near-miss"))

AXES: Final[dict[str, Axes]] = {
    "hexagon": Axes("radius", COLORS, _COLORINGS, first=6),
    "ring-sum": Axes("rings", (), _every(length=(8, 10, 12, 14), sum=("missed", "met")), first=8),
    "reduction": Axes("variables", (), _every(formula=("random", "planted")), first=6),
    "gadgets": Axes("variables", (), _every(formula=("hard",), gadgets=("compact", "three-rows")), first=6),
    "chain": Axes("size", (), _every(cnf=("pigeonhole", "parity", "tseitin", "random-3cnf"))),
    "few-colors": Axes("variables", (10, 20), _every(formula=("planted", "hard")), first=6),
    "threshold": Axes("radius", (), _every(coloring=("random", "planted"), percent=(90, 100, 115)), first=6),
    "edge": Axes("radius", (2, 3, 4), _every(side=("outside", "at")), first=6),
    "extreme": Axes("radius", (3, 5, 8), _every(favor=("one-kind", "many-kinds")), first=6),
    "beyond": Axes("radius", (3, 5, 8), _every(favor=("one-kind", "many-kinds")), first=6),
    "symmetric": Axes("radius", (5, 8, 11), _every(symmetry=("sixth-turn", "half-turn")), first=6),
    "parity": Axes("width", (), _every(trap=("odd", "even"), height=(6, 8, 10, 12)), first=4),
    "mixture": Axes("radius", (), _every(core=("threshold", "edge", "extreme", "beyond", "parity")), first=6),
}
"""The families whose lines are known; one that is not there, or has no such parameters, is passed over."""
SLOW: Final = frozenset({"unique", "edge", "extreme", "beyond", "mixture"})
"""Families that search while they make a board; they do so in a limited process."""
PLAIN: Final = frozenset(
    [
        "parallelogram",
        "brick",
        "triangle",
        "trapezoid",
        "strip",
        "comb",
        "ring",
        "star-of-david",
        "random",
        "random-proper",
        "unique",
        "halves",
    ]
)
"""Families that are searched only if they are asked for: what they have in store, hexagons have too."""


def is_quick(family: str) -> bool:
    """True iff boards of a family are known to be made in an instant; others are made in a limited process."""
    return family not in SLOW and (family in AXES or family in PLAIN)


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
    others = [one for one in family.parameters if one.choices and one.name != "shape"]
    combinations = itertools.product(*(one.choices for one in others))
    choices = tuple(dict(zip([one.name for one in others], row, strict=True)) for row in combinations)
    first = next((one.default for one in family.parameters if one.name == size), 2)
    start = max(2, first // 2) if isinstance(first, int) else 2
    has_colors = any(one.name == "colors" and one.kind is int for one in family.parameters)
    spread = choices[:: -(-len(choices) // FEW)] if choices else ({},)
    return Axes(size, COLORS if has_colors else (), spread, start)
