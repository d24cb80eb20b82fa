"""The check of a linear proof: weights under which every placement is cheap, and none is cheap enough.

A *step* gives integer weights y_v to cells, w_c to classes (pairs of colors), m to the empty cell, and u_S > 0 to odd
sets S of cells; what is not listed weighs 0. They set prices and a limit:

    price of a gourd on the edge vw   =   Σ u_S over the sets S with v and w in S   −  y_v − y_w − w_class(vw)
    price of leaving v empty          =   −y_v − m
    limit D                           =   Σ u_S·(|S| − 1)/2  −  Σ y_v  −  Σ w_c·budget of c  −  m

If a placement exists, then what it pays in all is at most D. For the sum of its prices takes −y_v once for every cell,
which is covered once or is the empty one; −w_c once for every gourd of class c, and there are as many as its budget; −m
once; and u_S once for every gourd inside S. The gourds inside S cover different cells of S, two each, so there are at
most |S|/2 of them, which is (|S| − 1)/2 for an odd |S|; and u_S is positive.

The prices of all edges and empty cells that are still *open* must not be negative. Then a limit D < 0 is a proof that
there is no placement, and with D ≥ 0 what costs more than D is in no placement: it is closed.

Plain integers, O(cells + entries) for a step. Every step but the last must close something, so there are no more
steps than edges and cells.
"""

from __future__ import annotations

from typing import TypeVar

from gourds.certificates.entries import REMARKS, Entries, RejectedError, expect_keys, rows
from gourds.certificates.puzzle import Puzzle
from gourds.hexgrid import Cell

Edge = tuple[Cell, Cell]
"""Two adjacent cells, in scan order."""
Thing = TypeVar("Thing")


def check_linear(puzzle: Puzzle, entries: Entries) -> None:
    """Take the steps one after the other; the last one must have a limit below zero.

    *Invariant* before every step: every placement lays its gourds on open edges only and leaves an open cell empty. At
    first, edges with a budget are open, and the cells of the empty color in the one odd part: gourds cover the other
    parts among themselves.
    """
    expect_keys(entries, {"steps"}, REMARKS)
    steps = entries["steps"]
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise RejectedError("steps must be a list of objects")
    empty, odd = puzzle.empty_color(), puzzle.odd_part()
    if empty is None or odd is None:
        raise RejectedError("counting alone decides this instance; a linear proof does not apply")
    edges = [(cell, other) for cell in puzzle.color for other in puzzle.partners[cell] if _precedes(cell, other)]
    cells = [cell for cell in odd if puzzle.color[cell] == empty]
    for k, step in enumerate(steps):
        weights = Weights(puzzle, step)
        limit = weights.limit()
        left = affordable(edges, [weights.price(edge) for edge in edges], limit)
        spare = affordable(cells, [weights.price_of_empty(cell) for cell in cells], limit)
        if limit < 0:
            if k < len(steps) - 1:
                raise RejectedError(f"step {k} is a proof, but more steps follow")
            return
        if len(left) == len(edges) and len(spare) == len(cells):
            raise RejectedError(f"step {k} closes nothing: its limit is {limit}")
        edges, cells = left, spare
    raise RejectedError("the limit of the last step is not below zero")


def affordable(things: list[Thing], prices: list[int], limit: int) -> list[Thing]:
    """What does not cost more than the limit; rejects prices below zero.

    If a placement exists, then no thing that it uses costs more than all things that it uses together: the others
    cost at least nothing.
    """
    if min(prices, default=0) < 0:
        raise RejectedError("the price of an open edge or cell is negative")
    return [thing for thing, price in zip(things, prices, strict=True) if price <= limit]


class Weights:
    """The weights of one step, read strictly."""

    def __init__(self, puzzle: Puzzle, step: Entries) -> None:
        expect_keys(step, {"cells", "classes", "empty", "sets"})
        self.puzzle = puzzle
        self.cells: dict[Cell, int] = {}
        for q, r, weight in rows(step, "cells", 3):
            if (q, r) not in puzzle.color or (q, r) in self.cells:
                raise RejectedError(f"({q}, {r}) is no cell of the board, or has a weight already")
            self.cells[q, r] = weight
        self.classes: dict[tuple[int, int], int] = {}
        for i, j, weight in rows(step, "classes", 3):
            if not 0 <= i <= j < puzzle.colors or (i, j) in self.classes:
                raise RejectedError(f"({i}, {j}) is no pair of colors, or has a weight already")
            self.classes[i, j] = weight
        if type(step["empty"]) is not int:
            raise RejectedError("empty must be an integer")
        self.empty: int = step["empty"]
        self.sets = [_odd_set(puzzle, row) for row in rows(step, "sets")]
        self.inside: dict[Edge, int] = {}
        """For every edge the weight of the sets that it is inside of, if there are any."""
        for weight, members in self.sets:
            for cell in members:
                for other in puzzle.partners[cell]:
                    if other in members and _precedes(cell, other):
                        self.inside[cell, other] = self.inside.get((cell, other), 0) + weight

    def price(self, edge: Edge) -> int:
        """What a gourd on an edge pays."""
        v, w = edge
        weights = self.cells.get(v, 0) + self.cells.get(w, 0) + self.classes.get(self.puzzle.pair(v, w), 0)
        return self.inside.get(edge, 0) - weights

    def price_of_empty(self, cell: Cell) -> int:
        """What an empty cell pays."""
        return -self.cells.get(cell, 0) - self.empty

    def limit(self) -> int:
        """What a placement pays at most."""
        held = sum(weight * (len(members) // 2) for weight, members in self.sets)
        spent = sum(weight * self.puzzle.budget.get(pair, 0) for pair, weight in self.classes.items())
        return held - sum(self.cells.values()) - spent - self.empty


def _odd_set(puzzle: Puzzle, row: list[int]) -> tuple[int, frozenset[Cell]]:
    """``[weight, q, r, q, r, …]``: a positive weight, and an odd number of different cells of the board."""
    weight, places = row[0], row[1:]
    members = frozenset(zip(places[::2], places[1::2], strict=False))
    if weight <= 0:
        raise RejectedError("the weight of an odd set must be positive")
    if 2 * len(members) != len(places) or not members <= puzzle.color.keys():
        raise RejectedError("an odd set lists different cells of the board")
    if len(members) % 2 == 0:
        raise RejectedError(f"a set of {len(members)} cells is not odd")
    return weight, members


def _precedes(a: Cell, b: Cell) -> bool:
    return (a[1], a[0]) < (b[1], b[0])
