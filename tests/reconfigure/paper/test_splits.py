from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import IndexArray
from gourds.moves import labels_of
from gourds.reconfigure.paper.rotation import Track
from gourds.reconfigure.paper.splits import Split, Station, find_splits, find_stations
from gourds.reconfigure.paper.triangles import triangle_tree
from tests.reconfigure.cycle_makers import random_cycle, solid_boards
from tests.reconfigure.plan_checks import aligned_configuration, odd_boards_with_cycles
from tests.strategies import SEEDS


def check_split(board: Board, split: Split, label: np.ndarray) -> Counter[str]:
    """The promises of a split and of all of its stations, the gourds being aligned with the cycle and E at home."""
    size, (first, second) = len(split.cycle), split.parts
    a, b = split.edge
    assert split.sizes == (len(first), len(second))
    assert len(first) + len(second) == size + (3 if split.is_even else 1)
    shared = {split.home, a, b} if split.is_even else {split.home}
    assert set(first.tolist()) & set(second.tolist()) == shared
    assert set(first.tolist()) | set(second.tolist()) == set(split.cycle.tolist())
    for part in (first, second):
        assert 3 <= len(part) <= size - 2
        assert part[0] == split.home
        assert triangle_tree(board.neighbors, part).size == len(part) - 2  # a cycle with nothing inside
        check_aligned(Track.build(board.neighbors, part), label)
    stations = list(find_stations(board.neighbors, split))
    assert stations
    for station in stations:
        check_station(board, split, station, label)
    kinds = Counter(station.kind for station in stations)
    assert max(kinds.values()) == 1
    assert ("even" in kinds) == split.is_even
    assert not ({"C", "C'"} & kinds.keys() and kinds.keys() - {"C", "C'"})
    return kinds


def check_station(board: Board, split: Split, station: Station, label: np.ndarray) -> None:
    """The gourds are aligned with both tracks, and lie on the common edge."""
    for side, track in enumerate(station.tracks):
        cells = track.cells.tolist()
        assert len(set(cells)) == len(cells)
        assert len(cells) == split.sizes[side] + (0 if station.owner in (side, -1) else 2)
        assert set(split.parts[side].tolist()) <= set(cells)
        for here, there in zip(cells, cells[1:] + cells[:1], strict=True):
            assert there in board.neighbors[here]
    if station.owner >= 0:
        label = station.tracks[station.owner].moved_to(label, station.empty)
    else:
        assert station.empty == split.home
    gourds = {int(label[cell]) >> 1 for cell in station.common}
    assert len(gourds) == 1
    for side, track in enumerate(station.tracks):
        check_aligned(track, label)
        tape = station.tape(side, label)
        assert len(set(tape.tolist())) == len(tape) == len(track) // 2
        assert {int(tape[0])} == gourds
        assert set(tape.tolist()) == {int(end) >> 1 for end in label[track.cells] if end >= 0}
    tapes = [set(station.tape(side, label).tolist()) for side in (0, 1)]
    assert tapes[0] & tapes[1] == gourds


def check_aligned(track: Track, label: np.ndarray) -> None:
    ends = label[track.cells]
    assert (ends < 0).sum() == 1
    ends = np.roll(ends, -int(np.argmin(ends)))[1:]
    assert np.array_equal(ends[0::2] >> 1, ends[1::2] >> 1)


def check_all(board: Board, cycle: IndexArray, seed: int) -> Counter[str]:
    track = Track.build(board.neighbors, cycle)
    label = labels_of(aligned_configuration(board, cycle, seed))[0]
    kinds: Counter[str] = Counter()
    splits = find_splits(triangle_tree(board.neighbors, cycle))
    assert len(splits) % 2 == 1
    balance = [abs(split.sizes[0] - split.sizes[1]) for split in splits]
    assert balance == sorted(balance)
    for split in splits:
        kinds += check_split(board, split, track.moved_to(label, split.home))
    return kinds


@settings(max_examples=15)
@given(odd_boards_with_cycles(max_size=50).filter(lambda pair: pair[0].size >= 5), SEEDS)
def test_every_split_has_a_station_and_keeps_its_promises(pair: tuple[Board, IndexArray], seed: int) -> None:
    check_all(*pair, seed)


@pytest.mark.parametrize("size", [5, 7, 9])
def test_all_splits_of_all_small_boards(size: int) -> None:
    for board in solid_boards(size):
        for seed in range(3):
            check_all(board, random_cycle(board, seed), seed)


def test_all_kinds_of_stations_occur() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(6):
        board = Board.from_cells(shapes.random_proper(61, seed))
        kinds += check_all(board, random_cycle(board, seed), seed)
    assert set(kinds) == {"even", "A", "B", "C", "A'", "B'", "C'"}
    assert min(kinds.values()) >= 3


def test_the_most_balanced_split_of_a_strip_halves_it() -> None:
    board = Board.from_cells(shapes.strip(41))
    rows = board.cells[:, 1]
    cycle = np.concatenate((np.flatnonzero(rows == 0), np.flatnonzero(rows == 1)[::-1])).astype(np.int32)
    assert abs(np.diff(find_splits(triangle_tree(board.neighbors, cycle))[0].sizes)[0]) <= 2
