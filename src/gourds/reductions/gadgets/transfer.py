"""The coverings of a gadget counted without listing them: a transfer matrix over a sweep of its cells.

The sweep covers the cells one after the other, along the shorter side of the gadget. A *state* is which of the next
cells are covered already and how many gourds of each kind were used; coverings that agree in both go on alike, so
their number is enough. That makes the work grow with the number of states and not with the number of coverings. Each
state remembers one predecessor, so that an example of every signature can be read backwards.
"""

from __future__ import annotations

import math
import time
from typing import Final

from gourds.errors import LimitError
from gourds.hexgrid import Cell
from gourds.reductions.gadgets.coverings import Covering, Signature, partners
from gourds.reductions.gadgets.drawing import Gadget, Pair, pair
from gourds.words import counted

MAX_STATES: Final = 1_000_000
"""So many states are kept at most, some 300 MB."""


def count_coverings(
    gadget: Gadget, allowed: frozenset[Pair], *, max_states: int = MAX_STATES, deadline: float = math.inf
) -> tuple[dict[Signature, int], dict[Signature, Covering]]:
    """How many coverings have each signature, and an example of each; see :func:`coverings.coverings`.

    Raises LimitError if there are too many states, or at the deadline, a time of ``time.monotonic``.
    """
    cells = _order(gadget)
    steps, kinds, reach = _steps(gadget, cells, allowed)
    base = (len(cells) // 2 + 1).bit_length()
    window = (1 << reach) - 1
    layer: dict[int, int] = {0: 1}  # a state: uses of the kinds above, covered cells of the window below
    came: list[dict[int, int]] = []
    kept = 0
    for options in steps:
        new: dict[int, int] = {}
        via: dict[int, int] = {}
        for state, number in layer.items():
            mask = state & window
            if mask & 1:
                following = (state & ~window) | (mask >> 1)
                new[following] = new.get(following, 0) + number
                via.setdefault(following, state << 3)
                continue
            for k, (offset, kind) in enumerate(options, start=1):
                if not mask >> offset & 1:
                    following = ((state & ~window) + (1 << (reach + base * kind))) | ((mask | 1 << offset) >> 1)
                    new[following] = new.get(following, 0) + number
                    via.setdefault(following, state << 3 | k)
            if kept + len(new) > max_states:
                many = counted(max_states, "state")
                raise LimitError(f"the {gadget.name} gadget has too many coverings: more than {many} to count them")
        kept += len(new)
        if time.monotonic() > deadline:
            raise LimitError(f"no time left to count the coverings of the {gadget.name} gadget")
        layer = new
        came.append(via)
    count: dict[Signature, int] = {}
    example: dict[Signature, Covering] = {}
    for state, number in layer.items():
        signature = _signature(state >> reach, kinds, base)
        count[signature] = number
        example[signature] = _example(state, came, steps, cells)
    return count, example


Steps = list[list[tuple[int, int]]]
"""For every cell its later partners: how far ahead in the order, and the number of the kind."""


def _order(gadget: Gadget) -> list[Cell]:
    """The cells row by row or column by column, along the shorter side."""
    cells = gadget.inner
    if not cells:
        return []
    wide, high = (len({cell[axis] for cell in cells}) for axis in (0, 1))
    return sorted(cells) if high <= wide else cells


def _steps(gadget: Gadget, cells: list[Cell], allowed: frozenset[Pair]) -> tuple[Steps, list[Pair], int]:
    """The partners ahead of every cell, the kinds by number, and how many cells a state looks ahead."""
    at = {cell: k for k, cell in enumerate(cells)}
    near, symbol = partners(gadget, allowed), gadget.symbol_at
    kinds = sorted({pair(symbol[a], symbol[b]) for a in cells for b in near[a]})
    number = {kind: k for k, kind in enumerate(kinds)}
    steps = [
        sorted((at[b] - at[a], number[pair(symbol[a], symbol[b])]) for b in near[a] if at[b] > at[a]) for a in cells
    ]
    return steps, kinds, max((offset for options in steps for offset, _ in options), default=0) + 1


def _signature(packed: int, kinds: list[Pair], base: int) -> Signature:
    uses = ((kind, packed >> base * k & (1 << base) - 1) for k, kind in enumerate(kinds))
    return tuple((kind, count) for kind, count in uses if count)


def _example(state: int, came: list[dict[int, int]], steps: Steps, cells: list[Cell]) -> Covering:
    found = []
    for k in range(len(cells) - 1, -1, -1):
        packed = came[k][state]
        state, option = packed >> 3, packed & 7
        if option:
            found.append((cells[k], cells[k + steps[k][option - 1][0]]))
    return tuple(reversed(found))
