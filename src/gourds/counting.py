"""The counting laws: what the numbers alone say about an instance, before any search.

Let c_i be the number of cells of color i and e_i = 2·b_ii + Σ_{j≠i} b_ij the number of gourd ends of color i.

1. Every cell but the empty one is covered by an end of its color, so c − e is the unit vector of one color, the
   color of the empty cell. Otherwise there is no placement.
2. A matching that leaves one cell of that color empty and meets every budget of two different colors meets the
   budgets of equal colors too: of the c_i − [i empty] covered cells of color i, Σ_{j≠i} b_ij lie on bichromatic
   edges, and the rest is covered in pairs, b_ii of them. So monochromatic budgets are *implied*.
3. An edge whose class has no budget is in no placement. Without those edges the board falls into components, and
   a component with an odd number of cells must hold the empty cell. With two or more there is no placement.
4. A class cannot have more gourds than edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gourds.instance import Instance


@dataclass(frozen=True)
class Counting:
    """What the counting laws say about one instance."""

    instance: Instance

    @cached_property
    def cells_of(self) -> list[int]:
        """c_i, the number of cells of each color."""
        counts: list[int] = np.bincount(self.instance.cell_colors, minlength=len(self.instance.colors)).tolist()
        return counts

    @cached_property
    def ends_of(self) -> list[int]:
        """e_i, the number of gourd ends of each color."""
        ends = [0] * len(self.instance.colors)
        for (i, j), count in self.instance.budgets.items():
            ends[i] += count
            ends[j] += count
        return ends

    @cached_property
    def empty_color(self) -> int | None:
        """The color that the empty cell must have, None if law 1 fails."""
        surplus = [cells - ends for cells, ends in zip(self.cells_of, self.ends_of, strict=True)]
        return surplus.index(1) if sorted(surplus) == [0] * (len(surplus) - 1) + [1] else None

    @cached_property
    def implied(self) -> list[tuple[int, int]]:
        """The classes whose budgets need not be checked, by law 2."""
        return [(i, j) for i, j in self.instance.budgets if i == j]

    @cached_property
    def odd_components(self) -> list[list[int]]:
        """Up to two components with an odd number of cells, as cell indices, after law 3 has deleted edges."""
        labels = self.instance.usable_parts
        odd = np.flatnonzero(np.bincount(labels) % 2 == 1)[:2]
        return [np.flatnonzero(labels == k).tolist() for k in odd]

    @cached_property
    def refutation(self) -> str | None:
        """Why there is no placement, if counting alone shows it."""
        return self._wrong_totals() or self._too_few_edges() or self._two_odd_components()

    def _wrong_totals(self) -> str | None:
        if self.empty_color is not None:
            return None
        colors = self.instance.colors
        surplus = [c - e for c, e in zip(self.cells_of, self.ends_of, strict=True)]
        wrong = [k for k, s in enumerate(surplus) if s not in (0, 1)] or [k for k, s in enumerate(surplus) if s]
        shown = ", ".join(f"{colors[k]!r} {self.cells_of[k]} cells and {self.ends_of[k]} ends" for k in wrong[:4])
        more = f" and {len(wrong) - 4} more" if len(wrong) > 4 else ""
        return f"cells and ends must agree in every color but one, which has one cell more; here: {shown}{more}"

    def _too_few_edges(self) -> str | None:
        k = len(self.instance.colors)
        classes, counts = np.unique(self.instance.edge_classes, return_counts=True)
        available = dict(zip(classes.tolist(), counts.tolist(), strict=True))
        for (i, j), count in self.instance.budgets.items():
            edges = available.get(i * k + j, 0)
            if count > edges:
                pair = f"({self.instance.colors[i]}, {self.instance.colors[j]})"
                gourds = f"{pair}-gourd" if count == 1 else f"{pair}-gourds"
                places = "place" if edges == 1 else "places"
                return f"{count} {gourds}, but only {edges} {places} on the board where one fits"
        return None

    def _two_odd_components(self) -> str | None:
        if len(self.odd_components) < 2:
            return None
        sizes = [len(part) for part in self.odd_components]
        where = [tuple(self.instance.board.cells[part[0]].tolist()) for part in self.odd_components]
        return (
            "the board falls into parts between which no gourd fits, and two parts have an odd number of cells:"
            f" {sizes[0]} around {where[0]} and {sizes[1]} around {where[1]}; each would need an empty cell"
        )
