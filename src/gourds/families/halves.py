"""The paper's family for its lower bound: the halves of a strip change places (Figure "Ω(n²)").

The strip of 2n + 1 cells has a blue left half and a red right half, with the odd cell at the end of the red one; n/2
gourds are blue, n/2 are red. To cover it is easy. The puzzle begins with all red gourds on the left
(:func:`gourds.reconfigure.paper.lower_bound.exchange_halves`), and then every solution takes n²/2 moves or more.

>>> from gourds.families import FAMILIES, generate
>>> generate(FAMILIES["halves"], {"gourds": 4}).budgets
{(0, 0): 2, (1, 1): 2}
"""

from __future__ import annotations

from typing import Any

from gourds.errors import InputError
from gourds.families.base import Family, Known, Parameter
from gourds.instance import Instance
from gourds.shapes import strip


def _make(values: dict[str, Any], seed: int) -> Instance:
    gourds = values["gourds"]
    if gourds < 2 or gourds % 2:
        raise InputError("two halves need an even number of gourds, at least 2")
    cells = strip(2 * gourds + 1)
    colors = ["blue" if q < gourds // 2 else "red" for q in cells[:, 0].tolist()]
    return Instance.build(cells, colors, [("blue", "blue", gourds // 2), ("red", "red", gourds // 2)])


HALVES = Family(
    name="halves",
    summary="a strip, half blue and half red: the paper's lower bound on the number of moves",
    parameters=(Parameter("gourds", "number of gourds, an even one", 10),),
    make=_make,
    known=lambda values: Known("feasible", "every column of a half holds a gourd of its color"),
)
"""The family, for the registry."""
