"""Boards of thousands to a million cells: from the loaded instance to the checked placement, against loading.

Usage: python benchmarks/large_boards.py [ROUNDS]

Hexagons in random colors with the budgets of some placement. Promises: 4,921 cells in 12 colors and 120,601 cells in 20
colors take at most 20 times as long as loading the file, in the median of the rounds; a million cells in 5 colors take
at most a minute and 4 GB.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import gourds
from gourds import shapes
from gourds.board import Board
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.solvers import Status, solve
from gourds.warming import load as load_kernels

BOARDS = ((40, 12, 20.0), (200, 20, 20.0))
"""Radius, colors, and how many times as long as loading."""
MILLION = (577, 5)
MOST_SECONDS, MOST_GB = 60.0, 4.0


def written(folder: Path, radius: int, colors: int) -> Path:
    board = Board.from_cells(shapes.hexagon(radius))
    rng = random.Random(radius)
    path = folder / f"{board.size}.json"
    gourds.save(color_board(board, coloring="planted", pattern="uniform", colors=colors, rng=rng), path)
    return path


def measured(path: Path) -> tuple[float, float]:
    """Seconds to load a file, and from there to the placement."""
    start = time.perf_counter()
    instance = gourds.load(path)
    loaded = time.perf_counter()
    assert isinstance(instance, Instance)
    result = solve(instance, "auto", time_limit=300.0)
    assert result.status is Status.FEASIBLE
    return loaded - start, time.perf_counter() - loaded


def main(rounds: int) -> int:
    """Run the benchmark and give its exit code."""
    load_kernels()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        for radius, colors, most in BOARDS:
            path = written(Path(name), radius, colors)
            times = [measured(path) for _ in range(rounds)]
            loading, solving = (median(column) for column in zip(*times, strict=True))
            ratio = median(solved / loaded for loaded, solved in times)
            failed |= ratio > most
            times_loading = f"{ratio:.1f} times loading"
            print(f"{path.stem:>8} cells, {colors} colors: {loading:7.3f} s, then {solving:7.3f} s, {times_loading}")
        path = written(Path(name), *MILLION)
        loading, solving = measured(path)
        peak = (
            max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 2**20
        )
        failed |= solving > MOST_SECONDS or peak > MOST_GB
        print(f"{path.stem:>8} cells, {MILLION[1]} colors: {loading:7.3f} s, then {solving:7.3f} s, {peak:.2f} GB")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
