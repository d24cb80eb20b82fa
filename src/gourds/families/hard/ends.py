"""Budgets at the end of what is possible, and exchanges that lead along it, inside or beyond.

Give every kind of gourd a *slope*, a small integer. The *height* of budgets is the sum of slope times budget. A
heaviest perfect matching with slopes as weights (:mod:`gourds.matching.heaviest`; one more vertex takes the empty cell)
gives the *top*: no placement of these colored cells is higher. So

- the budgets of that matching are feasible: there is a placement with exactly those;
- budgets above the top are infeasible, whatever their colors: that is the whole proof.

An *exchange* turns gourds (a, b), (c, d) into (a, c), (b, d): color totals stay, the height may change.

Many matchings have the top height, and which of them comes out must not depend on how the search is programmed. So
every edge gets some noise, too little to change what is heaviest among slopes. By the isolation lemma (Mulmuley,
Vazirani, Vazirani 1987) the heaviest matching is then the only one with a probability of at least 1 − edges/range.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.chance import draw_below
from gourds.errors import InputError
from gourds.families.colorings import color_names
from gourds.instance import Instance
from gourds.matching.heaviest import heaviest_matching

Kind = tuple[int, int]
"""Two colors, the smaller first."""
Slopes = Mapping[Kind, int]
"""0 for kinds that are not listed."""

MOST_COLORS: Final = 26
"""Exchanges are listed, and there are about as many as the fourth power of the number of colors."""
MOST_CELLS: Final = 200_000
_ROOM: Final = 1 << 38
"""The sum of all weights stays below this;"""
_NOISE: Final = 1 << 26
"""the noise of an edge below that, and less on large boards."""


def kind_of(a: int, b: int) -> Kind:
    """Two colors as a kind."""
    return (a, b) if a <= b else (b, a)


@dataclass(frozen=True)
class Exchange:
    """Two gourds that give way to two others with the same ends."""

    old: tuple[Kind, Kind]
    new: tuple[Kind, Kind]
    gain: int
    """How much higher the budgets are afterwards."""


@dataclass
class Ends:
    """A colored board, slopes, and budgets that start at the top."""

    board: Board
    cell_colors: list[int]
    slopes: Slopes
    counts: Counter[Kind]
    """The budgets so far."""

    @classmethod
    def of(cls, board: Board, cell_colors: list[int], slopes: Slopes, rng: random.Random) -> Ends:
        """Budgets at the top. Raises InputError if the board has no placement at all."""
        if board.size > MOST_CELLS:
            raise InputError(f"at most {MOST_CELLS:,} cells, here are {board.size:,}")
        size = board.size
        spread = max(1, max(map(abs, slopes.values()), default=1))
        noise = max(2, min(_NOISE, _ROOM // (2 * spread * size)))
        scale = (size // 2 + 1) * noise
        kinds = [kind_of(cell_colors[v], cell_colors[w]) for v, w in board.edges.tolist()]
        weights = [scale * slopes.get(kind, 0) + draw_below(rng, noise) for kind in kinds]
        weights += [draw_below(rng, noise) for _ in range(size)]
        apex = np.stack((np.arange(size), np.full(size, size)), axis=1)
        found = heaviest_matching(size + 1, np.concatenate((board.edges, apex)), np.array(weights, dtype=np.int64))
        if found is None:
            raise InputError("no placement exists on this board: more than one cell always stays empty")
        mate = found.mate.tolist()
        pairs = ((v, w) for v, w in enumerate(mate[:size]) if v < w < size)
        return cls(board, cell_colors, slopes, Counter(kind_of(cell_colors[v], cell_colors[w]) for v, w in pairs))

    @property
    def height(self) -> int:
        """The sum of slope times budget."""
        return sum(self.slopes.get(kind, 0) * count for kind, count in self.counts.items())

    def exchanges(self) -> Iterator[Exchange]:
        """All exchanges after which every kind still has as many places as gourds, in a fixed order."""
        ends = self.board.edges.tolist()
        places = Counter(kind_of(self.cell_colors[v], self.cell_colors[w]) for v, w in ends)
        kinds = sorted(kind for kind, count in self.counts.items() if count)
        slopes = self.slopes
        for first, (a, b) in enumerate(kinds):
            for c, d in kinds[first:]:
                old = (kind_of(a, b), kind_of(c, d))
                if old[0] == old[1] and self.counts[old[0]] < 2:
                    continue
                news = {(kind_of(a, c), kind_of(b, d)), (kind_of(a, d), kind_of(b, c))}
                for new in sorted(news):
                    more = Counter(new)
                    if set(new) == set(old) or any(self.counts[k] + n > places[k] for k, n in more.items()):
                        continue
                    gain = sum(slopes.get(k, 0) for k in new) - sum(slopes.get(k, 0) for k in old)
                    yield Exchange(old, new, gain)

    def exchange(self, least: int, most: int, rng: random.Random) -> int:
        """One exchange by chance with a gain in this range, of those whose gain is nearest to 0; its gain.

        Raises InputError if there is none.
        """
        fitting = [one for one in self.exchanges() if least <= one.gain <= most]
        if not fitting:
            raise InputError("no two gourds can exchange their ends in this way; another --seed or more cells may help")
        nearest = min(abs(one.gain) for one in fitting)
        near = [one for one in fitting if abs(one.gain) == nearest]
        chosen = near[draw_below(rng, len(near))]
        self.counts.subtract(chosen.old)
        self.counts.update(chosen.new)
        return chosen.gain

    def instance(self) -> Instance:
        """The colored board with the budgets so far."""
        names = color_names(max(self.cell_colors) + 1)
        gourds = [(names[a], names[b], count) for (a, b), count in sorted(self.counts.items()) if count]
        return Instance.build(self.board.cells, [names[k] for k in self.cell_colors], gourds)
