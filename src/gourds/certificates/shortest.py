"""Certificates ``shortest``: no plan from a start to a target has fewer than so many moves, or there is none at all.

Let S be the start, T the target, and L the entry ``moves``. Put λ = L − 1: there must be no plan of λ moves or fewer.
Let h be the lower bound of :mod:`pair` on the moves from a configuration to T. The certificate lists layers
F_0 = {S}, F_1, …, F_a of configurations and layers B_0 = {T}, B_1, …, B_b from the other end. The checker sees that

1. every configuration t that one move leads to from F_k, k < a, and that has k + 1 + h(t) ≤ λ, is in
   F_(k−1), F_k or F_(k+1); likewise for the layers B with the lower bound on the moves from S;
2. no configuration is both in some F_i and in some B_j;
3. no configuration t that one move leads to from F_a, and that has a + 1 + h(t) ≤ λ, is in some B_j;
4. a + b + 1 ≥ λ.

**Then there is no plan of λ moves or fewer.** Let S = s_0, …, s_m = T be one. As m ≤ λ, k + h(s_k) ≤ λ for all k. So by
induction (1) s_k is in one of F_0, …, F_k for k ≤ min(a, m): if it is in F_j, j ≤ k, j < a, then s_(k+1) is in F_(j+1)
or before, since j + 1 + h(s_(k+1)) ≤ λ. Moves can be taken back, so in the same way s_(m−k) is in one of B_0, …, B_k
for k ≤ min(b, m). If m ≤ a + b, let k = min(a, m); then m − k ≤ b, and s_k is on both sides, against (2). Otherwise
m = a + b + 1 by (4), s_a is in some F_i and s_(a+1) in some B_j. If i = a, that is against (3). If i < a, then
s_(a+1) is in F too, by (1), against (2).

**No plan at all.** Where ``moves`` is null, λ is infinite, B has the layer {T} alone, and instead of (3) and (4) every
configuration that one move leads to from F_a, and from which h is not infinite, is in some F_i. Then a plan cannot
leave the layers F, and T is not in them, by (2).

If h(S) > λ, that is the proof, and nothing is listed.

**The file.** A layer is not listed by its configurations but by *marks*, one bit for each move from the layer before:
set iff the configuration that it leads to is the next of the layer. Configurations come in the order of their layer,
moves by the number of the gourd, of two pivots that of end 0 first. So what is listed is a configuration that can be
reached, and takes three bits. The layers must be as a search finds them: each configuration once, none beyond the
bound. That is not needed for the proof, but leaves no room for anything else in a certificate.

**Cost.** A million configurations take a second or two and some 60 MB, with numpy alone.
"""

from __future__ import annotations

import binascii
import zlib
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gourds.certificates.entries import Entries, RejectedError, expect_keys, lines
from gourds.certificates.pair import FAR, Pair, Poses

Keys = NDArray[Any]
"""One number (or string of bytes) for each configuration; different ones for different configurations."""

BLOCK: Final = 1 << 15
"""Configurations whose moves are looked at together."""

MOST_POSES: Final = 1 << 16
"""Numbers of poses are kept in two bytes."""


class Layer(NamedTuple):
    """Some configurations, in order."""

    poses: NDArray[np.uint16]
    """Shape (configurations, gourds)."""
    empty: NDArray[np.int64]
    """The empty cell of each, by its place in the pair's cells."""


def check_shortest(pair: Pair, entries: Entries) -> str:
    """What the certificate proves, in words. Raises RejectedError if it proves nothing."""
    expect_keys(entries, {"moves", "configurations", "forth", "back"})
    moves, forth, back = entries["moves"], lines(entries, "forth"), lines(entries, "back")
    if moves is not None and (type(moves) is not int or moves < 0):
        raise RejectedError("moves must be a number of moves, or null")
    if type(entries["configurations"]) is not int:
        raise RejectedError("configurations must be an integer")
    _expect(len(pair.number) <= MOST_POSES, "the board is too large for this kind of certificate")
    start, target = pair.poses(pair.start), pair.poses(pair.target)
    limit = FAR - 1 if moves is None else moves - 1
    to_target = Side(pair, start, target, limit)
    if to_target.due_at_first > limit:
        _expect(forth == back == [], "the bound alone is the proof; there is nothing to list")
        _expect(entries["configurations"] == 0, "the number of configurations is wrong")
        return _in_words(moves, "each gourd alone needs as many")
    if moves is not None:
        _expect(len(forth) + len(back) == max(0, limit - 1), "there must be two layers fewer than moves")
    else:
        _expect(not back, "if there is no plan, all layers are in forth")
    to_target.follow(forth, "forth")
    to_start = Side(pair, target, start, limit)
    to_start.follow(back, "back")
    listed = to_target.listed(), to_start.listed()
    _expect(not _are_in(*listed).any(), "the two sides have a configuration in common")
    count = len(listed[0]) + (len(listed[1]) if moves is not None else 0)
    _expect(entries["configurations"] == count, "the number of configurations is wrong")
    beyond = to_target.beyond()
    if moves is None:
        _expect(bool(_are_in(beyond, listed[0]).all()), "a move leads from the last layer to what is not listed")
        return _in_words(moves, f"the target is none of {count:,} configurations that moves do not leave")
    _expect(not _are_in(beyond, listed[1]).any(), "a move leads from the last layer to the other side")
    return _in_words(moves, f"two sides with {count:,} configurations do not meet before")


def _in_words(moves: int | None, why: str) -> str:
    return f"there is no plan: {why}" if moves is None else f"no plan has fewer than {moves:,} moves: {why}"


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RejectedError(otherwise)


class Side:
    """The layers from one end, and the bound on the moves to the other."""

    def __init__(self, pair: Pair, origin: Poses, goal: Poses, limit: int) -> None:
        place = {cell: k for k, cell in enumerate(pair.cells)}
        self.limit = limit
        self.bound = pair.distances(goal)
        """The moves that each gourd needs at least from each pose."""
        self.goals = np.full((len(place), len(pair.number), 2), -1, dtype=np.int32)
        """By the empty cell and the pose of a gourd: the poses that it can move to, −1 for none."""
        for pose, empty, new in pair.moves:
            self.goals[place[empty], pose, int(self.goals[place[empty], pose, 0] >= 0)] = new
        self.cell_sums = np.array([place[u] + place[v] for u, v in pair.number], dtype=np.int64)
        """The sum of the two cells of each pose. All cells sum up to the same, so this tells which one is empty."""
        poses = np.array([origin], dtype=np.uint16).reshape(1, len(origin))
        empty = sum(range(len(place))) - self.cell_sums[poses].sum(axis=1)
        self.layer = Layer(poses, empty)
        self.keys = [self.key(poses)]
        """The keys of each layer, sorted."""

    @property
    def due_at_first(self) -> int:
        """The bound at the origin."""
        return int(self.due(self.layer.poses)[0])

    def due(self, poses: NDArray[np.uint16]) -> NDArray[np.int64]:
        """The moves that each configuration needs at least."""
        total = np.zeros(len(poses), dtype=np.int64)
        for gourd, column in enumerate(self.bound):
            total += column[poses[:, gourd]]
        return total

    def key(self, poses: NDArray[np.uint16]) -> Keys:
        """The poses as the digits of a number if it has 63 bits, otherwise as bytes; both tell configurations apart."""
        width, base = poses.shape[1], len(self.cell_sums)
        if base**width < 1 << 63:
            return poses.astype(np.int64) @ np.array([base**k for k in range(width)], dtype=np.int64)
        return np.ascontiguousarray(poses.astype(">u2")).view(f"S{2 * width}").reshape(-1)

    def neighbors(self) -> Iterator[Layer]:
        """Where all moves from the last layer lead, in order, in blocks."""
        for first in range(0, len(self.layer.poses), BLOCK):
            poses, empty = self.layer.poses[first : first + BLOCK], self.layer.empty[first : first + BLOCK]
            goals = self.goals[empty[:, None], poses]
            row, gourd, choice = np.nonzero(goals >= 0)
            goal, old, moved = goals[row, gourd, choice], poses[row, gourd], poses[row]
            moved[np.arange(len(row)), gourd] = goal
            yield Layer(moved, empty[row] + self.cell_sums[old] - self.cell_sums[goal])

    def follow(self, marks: list[str], name: str) -> None:
        """Make and check one layer after the other."""
        for k, text in enumerate(marks):
            self._advance(text, f"{name}[{k}]", self.limit - k - 1)

    def _advance(self, text: str, place: str, allowed: int) -> None:
        """The next layer: what is marked; what is not must be beyond the bound or in this layer, or next to it."""
        bits, at, marked, others = _bits(text, place, 6 * len(self.layer.poses)), 0, [], []
        for block in self.neighbors():
            is_marked = bits[at : at + len(block.poses)]
            _expect(len(is_marked) == len(block.poses), f"{place} has too few marks")
            at += len(block.poses)
            is_near = self.due(block.poses) <= allowed
            _expect(bool(is_near[is_marked].all()), f"{place} marks a configuration beyond the bound")
            marked.append(Layer(block.poses[is_marked], block.empty[is_marked]))
            others.append(self.key(block.poses[is_near & ~is_marked]))
        _expect(len(bits) == -(-at // 8) * 8 and not bits[at:].any(), f"{place} has too many marks")
        if marked:
            poses, empty = (np.concatenate(parts) for parts in zip(*marked, strict=True))
            self.layer = Layer(poses, empty)
        known, new = np.sort(np.concatenate(self.keys[-2:])), np.sort(self.key(self.layer.poses))
        _expect(not (new[1:] == new[:-1]).any(), f"{place} marks a configuration twice")
        _expect(not _are_in(new, known).any(), f"{place} marks a configuration that was listed before")
        self.keys.append(new)
        left = np.concatenate([new[:0], *others])
        missing = ~_are_in(left, np.sort(np.concatenate((known, new))))
        _expect(not missing.any(), f"{place} leaves out a configuration that is not beyond the bound")

    def listed(self) -> Keys:
        """The keys of all configurations in the layers, sorted."""
        return np.sort(np.concatenate(self.keys))

    def beyond(self) -> Keys:
        """The keys of what moves lead to from the last layer, without what is beyond the bound."""
        allowed = self.limit - len(self.keys)
        found = [self.key(block.poses[self.due(block.poses) <= allowed]) for block in self.neighbors()]
        return np.concatenate([self.keys[-1][:0], *found])


def _are_in(keys: Keys, table: Keys) -> NDArray[np.bool_]:
    """Which keys, in increasing order, are in a sorted table; it is empty only if there are no keys."""
    ordered = np.sort(keys)
    place = np.minimum(np.searchsorted(table, ordered), len(table) - 1)
    found: NDArray[np.bool_] = table[place] == ordered
    return found


def _bits(text: str, place: str, most: int) -> NDArray[np.bool_]:
    """The marks in base 64, packed by zlib; never more bytes than ``most`` bits take."""
    size = -(-most // 8)
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(binascii.a2b_base64(text, strict_mode=True), size + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise RejectedError(f"{place} is not packed as it should be") from None
    _expect(len(raw) <= size and unpacker.eof and not unpacker.unused_data, f"{place} has too many marks")
    return np.unpackbits(np.frombuffer(raw, dtype=np.uint8)).astype(np.bool_)
