from __future__ import annotations

import random
from collections import Counter

import numpy as np

from gourds import shapes
from gourds.board import Board
from gourds.moves import Walk, labels_of
from gourds.reconfigure.paper.exchange import perform_exchange, plan_exchange
from gourds.reconfigure.paper.rotation import Track, Walker
from gourds.reconfigure.paper.splits import find_splits, find_stations
from gourds.reconfigure.paper.triangles import triangle_tree
from gourds.replaying import replay
from tests.reconfigure.cycle_makers import random_cycle
from tests.reconfigure.plan_checks import aligned_configuration


def test_each_part_gets_its_own_gourds_at_every_kind_of_station() -> None:
    performed: Counter[str] = Counter()
    for seed in range(12):
        board = Board.from_cells(shapes.random_proper(41, seed))
        cycle = random_cycle(board, seed)
        start = aligned_configuration(board, cycle, seed)
        for split in find_splits(triangle_tree(board.neighbors, cycle)):
            for station in find_stations(board.neighbors, split):
                if performed[station.kind] >= 10:
                    continue
                for owner in (0, 1) if station.owner < 0 else (station.owner,):
                    walker = Walker(labels_of(start)[0])
                    walker.go_to(Track.build(board.neighbors, cycle), split.home)
                    walker.go_to(station.tracks[owner], station.empty)
                    tapes = station.tape(0, walker.label), station.tape(1, walker.label)
                    side = _random_sides(tapes, owner, seed)
                    before = walker.moves
                    exchange = plan_exchange(station, tapes, side, owner)
                    perform_exchange(walker, station, exchange)
                    assert walker.moves - before == exchange.cost
                    after = station.tape(0, walker.label), station.tape(1, walker.label)
                    assert (side[after[owner]] == owner).all()
                    assert (side[after[1 - owner][1:]] == 1 - owner).all()
                    # No more than one round on each track.
                    for k in (0, 1):
                        assert sum(map(abs, exchange.shifts[k])) < len(tapes[k])
                    assert replay(start, Walk.from_cells(board.cells[walker.take_path()]))
                    performed[station.kind] += 1
    assert set(performed) == {"even", "A", "B", "C", "A'", "B'", "C'"}


def _random_sides(tapes: tuple[np.ndarray, np.ndarray], owner: int, seed: int) -> np.ndarray:
    """A part for each gourd, as many in each as there is room; the slot at the heads is the owner's."""
    rng = random.Random(seed)
    gourds = sorted({*tapes[0].tolist(), *tapes[1].tolist()}, key=lambda _: rng.random())
    room = len(tapes[1 - owner]) - 1
    side = np.full(max(gourds) + 1, owner, dtype=np.int8)
    side[gourds[:room]] = 1 - owner
    return side


def test_nothing_is_done_if_all_is_right() -> None:
    board = Board.from_cells(shapes.hexagon(2))
    cycle = random_cycle(board, 1)
    split = find_splits(triangle_tree(board.neighbors, cycle))[0]
    station = next(find_stations(board.neighbors, split))
    owner = max(station.owner, 0)
    walker = Walker(labels_of(aligned_configuration(board, cycle, 1))[0])
    walker.go_to(Track.build(board.neighbors, cycle), split.home)
    walker.go_to(station.tracks[owner], station.empty)
    tapes = station.tape(0, walker.label), station.tape(1, walker.label)
    side = np.full(board.size // 2, owner, dtype=np.int8)
    side[tapes[1 - owner][1:]] = 1 - owner
    exchange = plan_exchange(station, tapes, side, owner)
    assert exchange.cost == 0
    assert exchange.shifts == ([], [])
