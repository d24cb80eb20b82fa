"""Placements that no solver would choose: walks among the placements of a board, by alternating cycles.

A walk starts at a placement and proposes alternating cycles and shifts of the empty cell
(:mod:`gourds.matching.exchange.kernel`). Two kinds of stretches take turns:

- *cold*: only changes that keep every budget are made, so the walk never leaves the placements. It mixes coverings that
  use the same gourds, and moves the empty cell.
- *hot*: budgets may be broken for a while; then the walk cools down until all are met again. Where it comes back it
  may have exchanged gourds between parts of the board that nobody thought of together: a leak between gadgets.

**Correct**: the kernel's state is a matching that leaves one cell empty, and its energy is exact. A placement is taken
where the energy is 0, and checked from the definition. A hot stretch that does not come back is forgotten.

**Cost**: some 40 proposals for every cell and placement, 40 million proposals a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InternalError
from gourds.instance import Instance
from gourds.matching.exchange.search import HOT, chances_at, seeded
from gourds.matching.exchange.state import State
from gourds.placement import Placement, placement_faults

COLD: Final = (2**32, *(0 for _ in range(31)))
"""Chances of a cold stretch: whatever keeps the energy, nothing that raises it."""
PROPOSALS: Final = 40
"""For every cell, in a cold stretch."""
WILD: Final = (2**32, 2**32, 2**32, *(0 for _ in range(29)))
"""Chances while a hot stretch goes up: whatever raises the energy by at most 4."""
STIR: Final = (8, 16, 32, 64, 128)
"""Proposals while it goes up, in turn: few, or a large board would never come back."""
RETURN: Final = 200
"""For every cell at most, until it has come back."""
STAGES: Final = 10
"""Temperatures on the way back."""


def walk(instance: Instance, start: Placement, count: int, seed: int = 0) -> Iterator[Placement]:
    """Placements along a walk, every other one after a hot stretch; the same seed gives the same walk."""
    mate = _mates(instance, start)
    for k in range(count):
        state = State(instance, mate, instance.usable_edges, seeded(seed * 1_000_003 + k))
        state.compile()
        if k % 2 and not _stir(state, STIR[k // 2 % len(STIR)]):
            state = State(instance, mate, instance.usable_edges, seeded(seed * 1_000_003 + k))
            state.compile()
        state.stop_at(-1)
        state.advance(COLD, PROPOSALS * state.size)
        mate = state.mate(state.way)
        placement = Placement.from_mates(instance.board, mate.tolist())
        if faults := placement_faults(instance, placement):
            raise InternalError(f"a walk left the placements: {faults[0]}")
        yield placement


def _stir(state: State, proposals: int) -> bool:
    """A hot stretch; True iff it came back to a placement."""
    state.stop_at(-1)
    state.advance(WILD, proposals)
    state.stop_at(0)
    for stage in range(STAGES):
        if not state.energy:
            break
        state.advance(chances_at(HOT * (1 - stage / (STAGES + 1))), RETURN * state.size // STAGES)
    return not state.energy


def _mates(instance: Instance, placement: Placement) -> NDArray[np.int32]:
    """The partner of each cell, −1 for the empty one."""
    index = {cell: k for k, cell in enumerate(instance.board.cell_list())}
    mate = np.full(instance.board.size, -1, dtype=np.int32)
    for a, b in placement.gourds:
        mate[index[a]], mate[index[b]] = index[b], index[a]
    return mate
