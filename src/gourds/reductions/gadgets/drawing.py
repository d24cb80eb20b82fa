"""The gadgets of the reduction from Monotone 1-in-3SAT, read from drawings.

A gadget file is a text drawing (``docs/formats.md``) with another first line and one more section:

    gourds gadget 1
    name: variable
    board:
      F F x x V V F F
      …
    gourds:
      x V 6
      …
    coverings:
      false: x V 6
      true: x x 3, V V 3

``F`` is the filler color and ``V`` the variable filler; ``x`` stands for the variable of a variable gadget, ``X``,
``Y``, ``Z`` for those of a clause gadget. ``gourds`` is what the instance is given for every gadget of this kind.
``coverings`` are those that mean something, with the gourds that each uses outside of the filler: ``false`` and
``true`` of a variable, ``X``, ``Y`` and ``Z`` of a clause, the one variable that is true.

Gadgets stand side by side, so a board must be a parallelogram. As in the paper, its two first and two last columns are
filler, and filler in every row comes in runs of even length, which horizontal gourds cover. Narrower gadgets are read
too: it is enough if the first column is filler and gourds of filler cover the filler, see
:mod:`gourds.reductions.gadgets.filler`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gourds.bundled import bundled_folder
from gourds.errors import InputError
from gourds.files.raw import naming, read_text
from gourds.hexgrid import Cell
from gourds.reductions.gadgets.filler import FILLER as FILLER
from gourds.reductions.gadgets.filler import cover_filler, horizontal

if TYPE_CHECKING:
    from gourds.reductions.gadgets.coverings import Table

VARIABLE_FILLER: Final = "V"
HEADER: Final = "gourds gadget 1"

Pair = tuple[str, str]
Gourds = Mapping[Pair, int]
"""How many gourds of each kind; the two colors of a kind are sorted."""

SYMBOLS: Final = {"variable": ("x",), "clause": ("X", "Y", "Z")}
"""What stands for variables in a gadget of each kind."""
COVERINGS: Final = {"variable": ("false", "true"), "clause": ("X", "Y", "Z")}
"""The coverings that a gadget of each kind must have."""

SETS: Final = {"paper": "one_in_three_sat/gadgets", "compact": "compact", "three-rows": "three_rows"}
"""The gadgets that come with the package: their names, and where their folders lie in ``reductions``."""


def pair(first: str, second: str) -> Pair:
    """A kind of gourd, its colors sorted."""
    return (first, second) if first <= second else (second, first)


@dataclass(frozen=True)
class Gadget:
    """A part of a board, with the gourds that come with it and the coverings that it is meant to have."""

    name: str
    """``variable`` or ``clause``."""
    rows: tuple[tuple[str, ...], ...]
    """The symbols of the cells, row by row from the top; all rows have the same length."""
    gourds: Gourds
    """What the instance is given for every gadget of this kind."""
    coverings: Mapping[str, Gourds]
    """The coverings that mean something: what each uses outside of the filler."""

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @cached_property
    def symbol_at(self) -> dict[Cell, str]:
        """The symbol of every cell."""
        return {(q, r): symbol for r, row in enumerate(self.rows) for q, symbol in enumerate(row)}

    @cached_property
    def inner(self) -> list[Cell]:
        """The cells that are not filler, in scan order."""
        return [cell for cell, symbol in self.symbol_at.items() if symbol != FILLER]

    @cached_property
    def filler_gourds(self) -> list[tuple[Cell, Cell]]:
        """Gourds that cover the filler, horizontal ones if these are enough, or if nothing is."""
        return cover_filler(self.rows) or horizontal(self.rows)

    def text(self) -> str:
        """The gadget file, without remarks."""
        board = [" " * (r + 2) + " ".join(row) for r, row in enumerate(self.rows)]
        gourds = [f"  {a} {b} {count}" for (a, b), count in self.gourds.items()]
        coverings = [
            f"  {name}: " + ", ".join(f"{a} {b} {count}" for (a, b), count in used.items())
            for name, used in self.coverings.items()
        ]
        head = [HEADER, f"name: {self.name}", "board:"]
        return "\n".join([*head, *board, "gourds:", *gourds, "coverings:", *coverings]) + "\n"


@dataclass(frozen=True)
class GadgetSet:
    """The two gadgets of a reduction."""

    variable: Gadget
    clause: Gadget

    @property
    def is_bundled(self) -> bool:
        """True iff these are the gadgets of the paper."""
        return self == bundled_gadgets()

    @cached_property
    def tables(self) -> tuple[Table, Table]:
        """What the two can do, found once."""
        from gourds.reductions.gadgets.coverings import Table

        return Table.of(self, self.variable), Table.of(self, self.clause)


@cache
def bundled_gadgets(name: str = "paper") -> GadgetSet:
    """Gadgets that come with the package, by their name in SETS."""
    return load_gadgets(bundled_folder("reductions") / SETS[name])


def gadget_folder(place: Path) -> Path:
    """The folder of gadgets at a place, or if there is none, the one of this name that comes with the package."""
    name = str(place)
    return bundled_folder("reductions") / SETS[name] if name in SETS and not place.is_dir() else place


def load_gadgets(folder: Path) -> GadgetSet:
    """The gadgets in a folder: ``variable.txt`` and ``clause.txt``, each the paper's if it is missing there.

    A name in SETS does as well.
    """
    folder = gadget_folder(folder)
    if not folder.is_dir():
        raise InputError("no such folder of gadgets", str(folder))
    found = {}
    for name in ("variable", "clause"):
        path = folder / f"{name}.txt"
        if path.exists():
            with naming(path):
                found[name] = parse_gadget(read_text(path), name)
    if not found:
        raise InputError("neither variable.txt nor clause.txt is there", str(folder))
    if len(found) < 2:
        paper = bundled_gadgets()
        found = {"variable": paper.variable, "clause": paper.clause} | found
    gadgets = GadgetSet(found["variable"], found["clause"])
    if gadgets.variable.height != gadgets.clause.height:
        high = f"{gadgets.variable.height} and {gadgets.clause.height} rows"
        raise InputError(f"the gadgets must be equally high; they have {high}", str(folder))
    return gadgets


def parse_gadget(text: str, name: str) -> Gadget:
    """The gadget in a text. Raises InputError with every fault found."""
    from gourds.reductions.gadgets.drafts import read_draft

    draft = read_draft(text, name)
    if draft.faults:
        raise InputError(draft.faults)
    return draft.gadget
