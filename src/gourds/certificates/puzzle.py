"""An instance as the checkers see it: plain dictionaries, straight from the definition.

Nothing here is shared with the solvers or with the arrays that they work on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from gourds.hexgrid import Cell
from gourds.instance import Instance

Pair = tuple[int, int]
"""Two colors by number, smaller first."""

_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True)
class Puzzle:
    """Cells, colors, budgets, and which neighbors a gourd may join."""

    color: dict[Cell, int]
    """The color of each cell, in scan order of the cells."""
    budget: dict[Pair, int]
    """The number of gourds of each pair of colors; pairs without gourds are left out."""
    colors: int
    """The number of colors."""

    @classmethod
    def of(cls, instance: Instance) -> Puzzle:
        """The puzzle of an instance."""
        number = {name: k for k, name in enumerate(sorted(instance.colors))}
        numbers = [number[instance.colors[k]] for k in instance.cell_colors.tolist()]
        painted = zip(instance.board.cell_list(), numbers, strict=True)
        color = dict(sorted(painted, key=lambda item: (item[0][1], item[0][0])))
        budget: dict[Pair, int] = {}
        for first, second, count in instance.gourd_list():
            a, b = number[first], number[second]
            if count:
                budget[min(a, b), max(a, b)] = budget.get((min(a, b), max(a, b)), 0) + count
        return cls(color, budget, len(number))

    def pair(self, a: Cell, b: Cell) -> Pair:
        """The colors of two cells."""
        first, second = self.color[a], self.color[b]
        return (first, second) if first <= second else (second, first)

    def neighbors(self, cell: Cell) -> list[Cell]:
        """All neighbors on the board."""
        q, r = cell
        return [other for dq, dr in _STEPS if (other := (q + dq, r + dr)) in self.color]

    @cached_property
    def partners(self) -> dict[Cell, list[Cell]]:
        """For each cell the neighbors with which a gourd of some positive budget can cover it."""
        near: list[set[int]] = [set() for _ in range(self.colors)]
        for a, b in self.budget:
            near[a].add(b)
            near[b].add(a)
        found = {}
        for (q, r), color in self.color.items():
            fitting = near[color]
            found[q, r] = [c for dq, dr in _STEPS if self.color.get(c := (q + dq, r + dr)) in fitting]
        return found

    def surplus(self) -> list[int]:
        """For each color the number of cells less the number of ends."""
        left = [0] * self.colors
        for color in self.color.values():
            left[color] += 1
        for (a, b), count in self.budget.items():
            left[a] -= count
            left[b] -= count
        return left

    def empty_color(self) -> int | None:
        """The color of the empty cell: the one color with a cell more than ends, if all others agree."""
        surplus = self.surplus()
        return surplus.index(1) if sum(map(abs, surplus)) == 1 and 1 in surplus else None

    def parts(self, removed: frozenset[Cell] = frozenset(), joined: frozenset[Cell] = frozenset()) -> list[list[Cell]]:
        """The components by partners, in scan order; without some cells; cells of ``joined`` count as one part."""
        number = dict.fromkeys(removed, -1)
        parts = 0
        for cell in self.color:
            if cell in number:
                continue
            number[cell] = parts
            waiting = [cell]
            while waiting:
                here = waiting.pop()
                near = self.partners[here]
                if here in joined:
                    near, joined = [*near, *joined], frozenset()
                for other in near:
                    if other not in number:
                        number[other] = parts
                        waiting.append(other)
            parts += 1
        found: list[list[Cell]] = [[] for _ in range(parts)]
        for cell in self.color:
            if (part := number[cell]) >= 0:
                found[part].append(cell)
        return found

    @cached_property
    def components(self) -> list[list[Cell]]:
        """The components by partners, in scan order."""
        return self.parts()

    @cached_property
    def fails_to_count(self) -> bool:
        """Whether totals are wrong, places too few for some gourds, or two parts odd, see ``counting``.

        What is exported is chosen by this: the formula of an instance that fails to count is the empty clause alone.
        """
        if self.empty_color() is None or sum(len(part) % 2 for part in self.components) > 1:
            return True
        places = Counter(self.pair(a, b) for a in self.color for b in self.neighbors(a))  # each place twice
        return any(2 * count > places[pair] for pair, count in self.budget.items())

    def odd_part(self) -> list[Cell] | None:
        """The one component with an odd number of cells; None unless there is exactly one."""
        odd = [part for part in self.components if len(part) % 2]
        return odd[0] if len(odd) == 1 else None
