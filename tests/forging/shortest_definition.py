"""What a certificate ``shortest`` must be, in plain Python with sets, and the truth about it; imports nothing of the package.

A configuration is a tuple of the two cells of each gourd, in order of their numbers.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Cell = tuple[int, int]
State = tuple[tuple[Cell, Cell], ...]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
INFINITE = float("inf")


@dataclass(frozen=True)
class Game:
    """A board, and two configurations on it."""

    cells: frozenset[Cell]
    start: State
    target: State

    @cached_property
    def near(self) -> dict[Cell, set[Cell]]:
        """The neighbors on the board."""
        return {cell: {(cell[0] + q, cell[1] + r) for q, r in STEPS} & self.cells for cell in self.cells}

    def moved(self, pose: tuple[Cell, Cell], empty: Cell) -> list[tuple[Cell, Cell]]:
        """Where a gourd can go."""
        first, second = pose
        at_first, at_second = empty in self.near[first], empty in self.near[second]
        if at_first and at_second:
            return [(empty, second), (first, empty)]
        return [(second, empty)] if at_second else [(empty, first)] if at_first else []

    def moves(self, state: State) -> list[State]:
        """What one move leads to, by gourd, end 0 pivots first."""
        empty = min(self.cells - {cell for pose in state for cell in pose})
        return [(*state[:k], new, *state[k + 1 :]) for k, pose in enumerate(state) for new in self.moved(pose, empty)]

    @cached_property
    def distance(self) -> float:
        """The moves of a shortest plan."""
        seen, layer, count = {self.start}, [self.start], 0
        while layer:
            if self.target in seen:
                return count
            layer = [*dict.fromkeys(new for state in layer for new in self.moves(state) if new not in seen)]
            seen.update(layer)
            count += 1
        return INFINITE

    def alone(self, home: tuple[Cell, Cell]) -> dict[tuple[Cell, Cell], int]:
        """The moves of a gourd that is alone, from each pose to its home."""
        far, waiting = {home: 0}, [home]
        for pose in waiting:
            for empty in (self.near[pose[0]] | self.near[pose[1]]) - set(pose):
                for new in self.moved(pose, empty):
                    if new not in far:
                        far[new] = far[pose] + 1
                        waiting.append(new)
        return far

    @cached_property
    def tables(self) -> tuple[list[Any], list[Any]]:
        """The distances of single gourds to the target, and to the start."""
        return [self.alone(pose) for pose in self.target], [self.alone(pose) for pose in self.start]

    def due(self, state: State, *, back: bool = False) -> float:
        """The bound on the moves to the target, or ``back`` to the start."""
        return sum(table.get(pose, INFINITE) for table, pose in zip(self.tables[back], state, strict=True))


def is_true(game: Game, data: dict[str, Any]) -> bool:
    """Whether what the certificate says is so."""
    moves = data.get("moves", "nothing")
    if moves is None:
        return game.distance == INFINITE
    return type(moves) is int and game.distance >= moves


def is_proof(game: Game, data: dict[str, Any]) -> bool:
    """Whether the certificate is exactly as it should be."""
    try:
        return _is_proof(game, data)
    except (ValueError, zlib.error):
        return False


def _is_proof(game: Game, data: dict[str, Any]) -> bool:
    if set(data) != {"moves", "configurations", "forth", "back"}:
        return False
    moves, count = data["moves"], data["configurations"]
    sides = data["forth"], data["back"]
    if not all(isinstance(side, list) and all(isinstance(text, str) for text in side) for side in sides):
        return False
    if type(count) is not int or not (moves is None or (type(moves) is int and moves >= 0)):
        return False
    limit = INFINITE if moves is None else moves - 1
    if game.due(game.start) > limit or game.due(game.start) == INFINITE:
        return sides == ([], []) and count == 0
    if sides[1] if moves is None else len(sides[0]) + len(sides[1]) != max(0, limit - 1):
        return False
    forth = _layers(game, game.start, sides[0], limit, back=False)
    back = _layers(game, game.target, sides[1], limit, back=True)
    if forth is None or back is None:
        return False
    listed, others = {state for layer in forth for state in layer}, {state for layer in back for state in layer}
    if listed & others or count != len(listed) + (0 if moves is None else len(others)):
        return False
    beyond = {new for state in forth[-1] for new in game.moves(state) if len(forth) + game.due(new) <= limit}
    return beyond <= listed if moves is None else not beyond & others


def _layers(game: Game, origin: State, texts: list[str], limit: float, *, back: bool) -> list[list[State]] | None:
    layers = [[origin]]
    for k, text in enumerate(texts):
        after = [new for state in layers[-1] for new in game.moves(state)]
        bits = list(unpacked(text))
        if len(bits) != -(-len(after) // 8) * 8 or any(bits[len(after) :]):
            return None
        new = [state for state, bit in zip(after, bits, strict=False) if bit]
        near = {state for state in after if k + 1 + game.due(state, back=back) <= limit}
        known = {state for layer in layers[-2:] for state in layer}
        if len(set(new)) < len(new) or set(new) & known or not set(new) <= near or not near <= known | set(new):
            return None
        layers.append(new)
    return layers


def unpacked(text: str) -> Iterator[int]:
    """The bits of a text."""
    unpacker = zlib.decompressobj()
    raw = base64.b64decode(text, validate=True)
    if base64.b64encode(raw).decode() != text:
        raise ValueError("another spelling")
    for byte in unpacker.decompress(raw):
        yield from (byte >> (7 - k) & 1 for k in range(8))
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("cut, or something follows")


def packed(bits: list[int]) -> str:
    """The text of some bits."""
    padded = bits + [0] * (-len(bits) % 8)
    raw = bytes(sum(bit << (7 - k) for k, bit in enumerate(padded[at : at + 8])) for at in range(0, len(padded), 8))
    return base64.b64encode(zlib.compress(raw)).decode()
