"""The search, smallest first; what was searched is told, so that "there is none" can be relied on.

Sizes come in the order of their cells. Of a size all layouts and all colorings are tried, up to half a turn and names
of colors. Sizes that cannot hold a gadget are passed over:

- *Variable*: fewer than twelve cells besides the filler (:mod:`gourds.reductions.searching.wanted`). Two rows or two
  columns: number the cells in zigzag. Cells are neighbors iff their numbers differ by one or two. Filler takes cells
  away; where one is missing, a single edge is left between what comes before and after it, and whether a covering
  uses that edge is decided by parity. So a covering is made piece by piece from blocks (i, i+1) and (i, i+2), (i+1,
  i+3), and any two coverings are joined by steps that turn two blocks of the first kind into one of the second or
  back. A step changes two gourds, s(x, V) by two at most. From a to a + 6 there is something in between: a third
  signature.
- *Clause*: fewer than eight cells besides the filler. One row or one column: a path has one perfect matching.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from gourds.reductions.gadgets.drawing import GadgetSet
from gourds.reductions.searching.coloring import color
from gourds.reductions.searching.layouts import LARGEST, MARGINS, Box
from gourds.reductions.searching.making import Find, canonical, make_find, with_paper
from gourds.reductions.searching.wanted import wishes

LEAST_INNER: Final = {"variable": 12, "clause": 8}
"""Fewer cells besides the filler are not enough."""
LEAST_SIDE: Final = {"variable": 3, "clause": 2}
"""Fewer rows or columns of the box are not enough."""
FEWEST_COVERINGS: Final = {"variable": 2, "clause": 3}


@dataclass
class Searched:
    """What was searched of a size."""

    name: str
    """``variable`` or ``clause``."""
    rows: int
    columns: int
    inner: int
    """Cells that are not filler."""
    layouts: int = 0
    colorings: int = 0
    found: int = 0
    is_complete: bool = False
    seconds: float = 0.0

    @property
    def cells(self) -> int:
        """The cells of the gadget."""
        return self.rows * self.columns

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        names = ("name", "rows", "columns", "cells", "inner", "layouts", "colorings", "found", "is_complete")
        return {name: getattr(self, name) for name in names} | {"seconds": round(self.seconds, 3)}


@dataclass
class Search:
    """A search for gadgets of one kind: what it tried, and what it found."""

    name: str
    filler: str = "one"
    deadline: float = math.inf
    on_progress: Callable[[Searched], None] = lambda searched: None
    is_thorough: bool = False
    """Whether a size is searched to its end, with all numbers of cells besides the filler, once something is found."""
    searched: list[Searched] = field(default_factory=list)
    finds: list[Find] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """True iff no size was left before its end."""
        return all(size.is_complete for size in self.searched)

    def boxes(self, rows: int | None, columns: int, most_cells: int) -> Iterator[Box]:
        """The boxes that can hold a gadget with so many rows, at most so many columns and cells; smallest first."""
        margin, least = sum(MARGINS[self.filler]), LEAST_SIDE[self.name]
        heights = range(least, most_cells // (least + margin) + 1) if rows is None else [rows] if rows >= least else []
        found = [
            Box(height, width - margin, self.filler)
            for height in heights
            for width in range(least + margin, min(columns, most_cells // height) + 1)
            if LEAST_INNER[self.name] <= height * (width - margin) <= LARGEST
        ]
        return iter(sorted(found, key=lambda box: (box.cells, box.rows)))

    def run(self, rows: int | None, columns: int, most_cells: int, *, sizes: int = 1) -> None:
        """Search until gadgets of so many different numbers of cells are found, or there are no more, or time is up."""
        for box in self.boxes(rows, columns, most_cells):
            if len({find.cells for find in self.finds} - {box.cells}) >= sizes:
                break
            if not self.search_box(box):
                break
        self.finds.sort(key=lambda find: find.rank)

    def search_box(self, box: Box) -> bool:
        """Search all of a box; False if the time is up."""
        for inner in range(LEAST_INNER[self.name], box.rows * box.columns + 1, 2):
            if (box.cells - inner) % 2 == 0 and not self._search(box, inner):
                return False
            if self.finds and self.finds[-1].cells == box.cells and not self.is_thorough:
                break
        return True

    def _search(self, box: Box, inner: int) -> bool:
        searched = Searched(self.name, box.rows, box.width, inner)
        self.searched.append(searched)
        start, known = time.monotonic(), {canonical(find) for find in self.finds}

        def tried(many: int) -> None:
            searched.colorings += many
            searched.seconds = time.monotonic() - start
            self.on_progress(searched)

        try:
            for layout in box.layouts(inner, self.deadline):
                matchings = box.matchings(layout)
                if len(matchings) < FEWEST_COVERINGS[self.name]:
                    continue
                searched.layouts += 1
                for wanted in wishes(self.name, inner):
                    for colors in color(matchings, wanted, deadline=self.deadline, tried=tried):
                        find = make_find(box, layout, colors.tolist(), wanted)
                        if (key := canonical(find)) not in known:
                            known.add(key)
                            searched.found += 1
                            self.finds.append(find)
            searched.is_complete = True
        except TimeoutError:
            pass
        searched.seconds = time.monotonic() - start
        return searched.is_complete


@dataclass(frozen=True)
class Findings:
    """What a search for gadgets found, and what it searched. True in conditions iff it found something."""

    kind: str
    """``variable``, ``clause`` or ``pair``."""
    filler: str
    """A name in MARGINS."""
    finds: tuple[Find, ...]
    """The gadgets found, the best first; of a pair, all that came up."""
    gadgets: GadgetSet | None
    """The pair, or a single gadget with the paper's other one if that is equally high."""
    searched: tuple[Searched, ...]
    """Size by size."""
    is_complete: bool
    """False: time was up. True: there is nothing smaller than what was found, or nothing at all within the limits."""

    def __bool__(self) -> bool:
        return self.gadgets is not None if self.kind == "pair" else bool(self.finds)

    def __repr__(self) -> str:
        many = self.cells if self else "nothing"
        return f"<Findings, {self.kind}: {many}{' cells' if self else ''}{'' if self.is_complete else ', time was up'}>"

    @property
    def cells(self) -> int:
        """The cells of the smallest gadget, or of the pair."""
        if self.kind != "pair":
            return self.finds[0].cells if self.finds else 0
        both = () if self.gadgets is None else (self.gadgets.variable, self.gadgets.clause)
        return sum(gadget.width * gadget.height for gadget in both)

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds find-gadgets --json`` prints."""
        pair = self.gadgets if self.kind == "pair" else None
        return {
            "kind": self.kind,
            "filler": self.filler,
            "cells": self.cells or None,
            "complete": self.is_complete,
            "pair": None if pair is None else {"variable": pair.variable.text(), "clause": pair.clause.text()},
            "gadgets": [
                {"cells": one.cells, "inner": one.inner, "signatures": one.signatures, "coverings": one.coverings}
                | {"text": one.gadget.text()}
                for one in self.finds
            ],
            "searched": [size.to_json() for size in self.searched],
        }


def smallest_pair(variables: Search, clauses: Search, rows: int | None, most_cells: int) -> GadgetSet | None:
    """The equally high gadgets with the fewest cells together, at most so many; None if there are none.

    Pairs of boxes come in the order of their cells. A box is searched once, the variable's only if there is a clause
    gadget to go with it.
    """
    known: dict[tuple[str, Box], Find | None] = {}  # None: there is none

    def best(search: Search, box: Box) -> Find | None:
        if (search.name, box) not in known:
            kept, search.finds = search.finds, []
            search.search_box(box)
            known[search.name, box] = min(search.finds, key=lambda found: found.rank, default=None)
            search.finds = kept + search.finds
        return known[search.name, box]

    pairs = [
        (one, other)
        for one in variables.boxes(rows, most_cells, most_cells)
        for other in clauses.boxes(rows, most_cells, most_cells)
        if one.rows == other.rows and one.cells + other.cells <= most_cells
    ]
    for one, other in sorted(pairs, key=lambda two: (two[0].cells + two[1].cells, two[0].rows)):
        if ("variable", one) in known and known["variable", one] is None:
            continue
        clause = best(clauses, other)
        variable = best(variables, one) if clause else None
        if clause and variable:
            return GadgetSet(variable.gadget, clause.gadget)
        if not (clauses.is_complete and variables.is_complete):
            return None
    return None


def find(
    kind: str,
    filler: str = "one",
    *,
    rows: int | None = None,
    columns: int | None = None,
    most_cells: int = 80,
    is_thorough: bool = False,
    deadline: float = math.inf,
    on_progress: Callable[[Searched], None] = lambda searched: None,
) -> Findings:
    """Search for a variable gadget, a clause gadget or a pair of them, with the fewest cells."""
    searches = [
        Search(name, filler, deadline, on_progress, is_thorough)
        for name in (("variable", "clause") if kind == "pair" else (kind,))
    ]
    gadgets = None
    if kind == "pair":
        gadgets = smallest_pair(searches[0], searches[1], rows, most_cells)
    else:
        searches[0].run(rows, columns or most_cells, most_cells)
        if searches[0].finds:
            alone = with_paper(searches[0].finds[0].gadget)
            gadgets = alone if alone.variable.height == alone.clause.height else None
    finds = tuple(sorted((one for search in searches for one in search.finds), key=lambda one: one.rank))
    sizes = tuple(size for search in searches for size in search.searched)
    return Findings(kind, filler, finds, gadgets, sizes, all(search.is_complete for search in searches))
