"""A plain breadth-first search from the definition of the moves, to compare the compiled ones with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gourds.configuration import Configuration

State = tuple[tuple[int, int], ...]


def state_of(configuration: Configuration) -> State:
    """The cells of end 0 and end 1 of each gourd."""
    return tuple((a, b) for a, b in configuration.ends.tolist())


def plain_moves(near: list[set[int]], state: State) -> Iterator[State]:
    """What one move makes of a state."""
    empty = (set(range(len(near))) - {cell for ends in state for cell in ends}).pop()
    for k, (u, v) in enumerate(state):
        if empty in near[u] and empty in near[v]:
            after = [(u, empty), (empty, v)]
        elif empty in near[v]:
            after = [(v, empty)]
        elif empty in near[u]:
            after = [(empty, u)]
        else:
            continue
        for ends in after:
            yield (*state[:k], ends, *state[k + 1 :])


def plain_distances(start: Configuration) -> dict[State, int]:
    """The distance of every state that can be reached."""
    near = [{cell for cell in row if cell >= 0} for row in start.board.neighbors.tolist()]
    distance = {state_of(start): 0}
    order = list(distance)
    for here in order:
        for there in plain_moves(near, here):
            if there not in distance:
                distance[there] = distance[here] + 1
                order.append(there)
    return distance


def histogram(distance: dict[State, int]) -> list[int]:
    """How many are 0, 1, 2, … moves away."""
    counts = Counter(distance.values())
    return [counts[k] for k in range(len(counts))]
