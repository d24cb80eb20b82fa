"""Why a board of rings is right for its formula: conditions that are read off its cells and budgets.

Nothing here trusts the code that made the board; it takes the instance, the clauses, the cells of each variable's
ring in order, and the vector u_j of gourds of two different colors that stands for a true literal of clause j. If
these hold, the board is feasible iff exactly one literal of every clause can be true.

- *isolated*: no gourd joins filler F and another color; the other cells are those of the rings, and no edge that a
  gourd could use joins two rings. Filler comes in even runs of each row, but for one cell.
- *two values*: by exhaustion, gourds of the kinds that there are cover a ring in no other ways than 0–1, 2–3, …
  (false) and 1–2, 3–4, … (true). One of the two may be missing, if it takes a kind with no budget.
- *literals*: in gourds of two different colors, each covering uses the sum of u_j over the literals that it makes
  true.
- *shares*: u_j has w_j gourds of one kind without V, two gourds with V and nothing else; the clauses that share a
  kind have w = 1, 2, 4, …, 2^(t−1).
- *balance*: the budgets of two different colors are Σ u_j, and cells and ends agree in every color, F with one cell
  more.

Proof. A placement covers every ring by itself, so it gives values to the variables. Let y_j be the number of true
literals of clause j. It uses Σ y_j·u_j, by *literals*. If all y_j are one, that is what is given, and the gourds of
equal colors fit by counting: feasible. Conversely let Σ y_j·u_j = Σ u_j. Gourds with V: Σ y_j is the number of
clauses. A kind without V, of t clauses: Σ w_j·y_j = 2^t − 1 is a sum of powers of two with Σ y_j terms, so these are
at least t, and if they are t, every y_j is one. The t sum up to the number of clauses, so they are t for every kind.
∎
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from gourds.counting import Counting
from gourds.hexgrid import DIRECTIONS, Cell
from gourds.instance import Instance
from gourds.reductions.gadgets.drawing import FILLER, VARIABLE_FILLER, Gourds, Pair, pair
from gourds.reductions.gadgets.proof import Condition, Proof
from gourds.reductions.rings.board import RingBoard

Rings = Mapping[int, Sequence[Cell]]
"""The cells of the ring of each variable, in order around."""


def prove_board(board: RingBoard, instance: Instance | None = None) -> Proof:
    """The conditions on the board of a formula, or on an instance that is said to be it."""
    instance = board.instance() if instance is None else instance
    rings = {variable: ring.cells for variable, ring in board.rings.items()}
    return prove(instance, board.clauses, rings, [share.gourds() for share in board.sharing.shares])


def prove(instance: Instance, clauses: Sequence[Sequence[int]], rings: Rings, uses: Sequence[Gourds]) -> Proof:
    """The conditions on an instance, from nothing but what is given."""
    color = {cell: instance.colors[k] for cell, k in zip(instance.board.cell_list(), instance.cell_colors, strict=True)}
    given = {pair(a, b): count for a, b, count in instance.gourd_list()}
    values = _two_values(rings, color, frozenset(given))
    return Proof(
        (
            _isolated(rings, color, given),
            values,
            _literals(clauses, rings, color, uses) if values.holds else Condition("literals", False, "not looked at"),
            _shares(uses),
            _balance(instance, uses, given),
        )
    )


def _isolated(rings: Rings, color: Mapping[Cell, str], given: Gourds) -> Condition:
    def broken(why: str) -> Condition:
        return Condition("isolated", False, why)

    if any(FILLER in kind and kind != (FILLER, FILLER) for kind in given):
        return broken("a gourd joins filler and another color")
    owner = {cell: variable for variable, cells in rings.items() for cell in cells}
    if set(owner) != {cell for cell, name in color.items() if name != FILLER}:
        return broken("the cells that are not filler are not those of the rings")
    for (q, r), variable in owner.items():
        for dq, dr in DIRECTIONS:
            other = (q + dq, r + dr)
            is_other = owner.get(other, variable) != variable
            if is_other and pair(color[q, r], color[other]) in given:
                return broken(f"a gourd can lie on rings {variable} and {owner[other]}, at {(q, r)} and {other}")
    odd = _odd_runs(color)
    return Condition("isolated", len(odd) == 1, f"filler in even runs, but for {len(odd)} of them")


def _odd_runs(color: Mapping[Cell, str]) -> list[Cell]:
    """The runs of filler in rows with an odd number of cells, each by the last of them.

    With one such run, gourds cover all filler but a cell at its end.
    """
    rows = defaultdict(list)
    for q, r in sorted(color):
        if color[q, r] == FILLER:
            rows[r].append(q)
    found = []
    for r, columns in rows.items():
        start = columns[0]
        for q, after in pairwise([*columns, columns[-1] + 2]):
            if after != q + 1:
                if (q - start) % 2 == 0:
                    found.append((q, r))
                start = after
    return found


def _two_values(rings: Rings, color: Mapping[Cell, str], allowed: frozenset[Pair]) -> Condition:
    for variable, cells in rings.items():
        wanted = [frozenset(map(frozenset, covering(cells, value))) for value in (False, True)]
        for one in coverings(cells, color, allowed):
            if frozenset(map(frozenset, one.items())) not in wanted:
                return Condition("two values", False, f"the ring of variable {variable} has another covering")
    return Condition("two values", True, f"no third covering in {len(rings)} rings")


def covering(cells: Sequence[Cell], value: bool) -> list[tuple[Cell, Cell]]:
    """The gourds on a ring that mean a value."""
    return [(cells[k - 1], cells[k]) for k in range(int(not value), len(cells), 2)]


def coverings(cells: Sequence[Cell], color: Mapping[Cell, str], allowed: frozenset[Pair]) -> Iterator[dict[Cell, Cell]]:
    """All ways to cover some cells with gourds of allowed kinds: the partner of every cell.

    A cell with one open neighbor must go with it; where there is no such cell, all neighbors of one are tried.
    """
    inside = set(cells)
    neighbors = {
        cell: [
            other
            for dq, dr in DIRECTIONS
            if (other := (cell[0] + dq, cell[1] + dr)) in inside and pair(color[cell], color[other]) in allowed
        ]
        for cell in cells
    }
    open_branches: list[tuple[dict[Cell, Cell], list[Cell]]] = [({}, list(cells))]
    while open_branches:
        partner, queue = open_branches.pop()
        if not _settle(partner, queue, neighbors):
            continue
        rest = [cell for cell in cells if cell not in partner]
        if not rest:
            yield partner
            continue
        cell = rest[0]
        for other in neighbors[cell]:
            if other not in partner:
                near = [far for one in (cell, other) for far in neighbors[one]]
                open_branches.append((partner | {cell: other, other: cell}, near))


def _settle(partner: dict[Cell, Cell], queue: list[Cell], neighbors: Mapping[Cell, list[Cell]]) -> bool:
    """Match cells that have one open neighbor, as long as there are some; False if one has none."""
    while queue:
        cell = queue.pop()
        if cell in partner:
            continue
        choices = [other for other in neighbors[cell] if other not in partner]
        if not choices:
            return False
        if len(choices) == 1:
            partner[cell], partner[choices[0]] = choices[0], cell
            queue += neighbors[choices[0]]
    return True


def _literals(
    clauses: Sequence[Sequence[int]], rings: Rings, color: Mapping[Cell, str], uses: Sequence[Gourds]
) -> Condition:
    wanted: dict[tuple[int, bool], Counter[Pair]] = defaultdict(Counter)
    for clause, use in zip(clauses, uses, strict=True):
        for literal in clause:
            wanted[abs(literal), literal > 0].update(use)
    if {variable for variable, _ in wanted} != set(rings):
        return Condition("literals", False, "the rings are not those of the variables that occur")
    for variable, cells in rings.items():
        for value in (False, True):
            kinds = Counter(pair(color[a], color[b]) for a, b in covering(cells, value))
            mixed = Counter({kind: count for kind, count in kinds.items() if kind[0] != kind[1]})
            if mixed != wanted[variable, value]:
                return Condition("literals", False, f"variable {variable} as {str(value).lower()} uses other gourds")
    return Condition("literals", True, f"{sum(map(len, clauses))} literals use what their clauses say")


def _shares(uses: Sequence[Gourds]) -> Condition:
    weights: dict[Pair, list[int]] = defaultdict(list)
    for k, use in enumerate(uses, start=1):
        with_filler = sum(count for kind, count in use.items() if VARIABLE_FILLER in kind)
        others = [(kind, count) for kind, count in use.items() if VARIABLE_FILLER not in kind and count]
        if with_filler != 2 or len(others) != 1 or len(set(others[0][0])) != 2:
            return Condition("shares", False, f"clause {k} does not use two gourds with V and one other kind")
        weights[others[0][0]].append(others[0][1])
    for kind, found in weights.items():
        if sorted(found) != [1 << k for k in range(len(found))]:
            return Condition("shares", False, f"the weights of ({kind[0]}, {kind[1]}) are not powers of two, once each")
    most = max(map(len, weights.values()), default=0)
    return Condition("shares", True, f"{len(uses)} clauses share {len(weights)} kinds, at most {most} each")


def _balance(instance: Instance, uses: Sequence[Gourds], given: Gourds) -> Condition:
    needed: Counter[Pair] = Counter()
    for use in uses:
        needed.update(use)
    mixed = Counter({kind: count for kind, count in given.items() if kind[0] != kind[1]})
    if mixed != needed:
        return Condition("balance", False, "the budgets are not those of one true literal in each clause")
    empty = Counting(instance).empty_color
    holds = empty is not None and instance.colors[empty] == FILLER
    return Condition("balance", holds, "cells and ends agree" if holds else "cells and ends do not agree")
