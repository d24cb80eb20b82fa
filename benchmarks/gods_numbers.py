"""God's number of every proper board of a size, into a table that grows board by board.

Usage: python benchmarks/gods_numbers.py table SIZE FILE.csv [--every]   search boards that are not in it
       python benchmarks/gods_numbers.py table SIZE FILE.csv --boards NUMBER…   only these
       python benchmarks/gods_numbers.py depths SIZE FILE.csv [BOARDS]   one search for each board, or for so many
       python benchmarks/gods_numbers.py exchanges FILE.csv TABLE.csv [BOARDS]   their dearest exchanges
       python benchmarks/gods_numbers.py check FILE.csv NUMBER     so many boards by another search
       python benchmarks/gods_numbers.py groups FILE.csv…          what the numbers depend on
       python benchmarks/gods_numbers.py others FILE.csv LIMIT     what else may tell numbers up to LIMIT from more
       python benchmarks/gods_numbers.py depth SHAPE NUMBERS…      one search of a large board

A line is written when a board is finished, so an interrupt loses no finished board. With --every all distances are
measured, and the mean is that of all pairs; without it each board is left as soon as its number is proved. If not all
BOARDS of a size are taken, those that are taken are spread over all of them. ``check`` repeats boards spread over the
table with the search of packed words that ``shortest`` uses, from every placement.
"""

from __future__ import annotations

import csv
import resource
import shlex
import sys
import time
from collections import Counter
from pathlib import Path

from _kinds import THIN, dearest_exchange, inner_cells, kind_of, triangle_neighbors

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.paper.claims.hamiltonicity import boards_to_check
from gourds.reconfigure.gods_number.bounds import Bounds
from gourds.reconfigure.gods_number.surveying import prepare, survey
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.search.exact.shortest import count_reachable
from gourds.reconfigure.spaces.placement_graph import configuration, placement_graph
from gourds.reconfigure.spaces.signed_permutations import identity
from gourds.reconfigure.task import Options
from gourds.terminal import echo

COLUMNS = (
    "board",
    "gods_number",
    "kind",
    "mean",
    "placements",
    "orbits",
    "searches",
    "states",
    "cpu_seconds",
    "megabytes",
    "cells",
)
DEPTHS = "God's number is at least depth and at most upper."
GOLDEN = (5**0.5 - 1) / 2


def spell_cells(board: Board) -> str:
    """The cells of a board in a few characters: 'q r q r …'."""
    return " ".join(f"{q} {r}" for q, r in board.cells.tolist())


def read_board(row: dict[str, str]) -> Board:
    """The board of a line."""
    numbers = [int(word) for word in row["cells"].split()]
    return Board.from_cells(list(zip(numbers[::2], numbers[1::2], strict=True)))


def read_table(path: Path) -> list[dict[str, str]]:
    """The lines of a table, its comments left out."""
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def boards_of(size: int) -> list[Board]:
    """All proper boards of a size, always in the same order."""
    if size <= polyhexes.MAX_SIZE:
        return list(polyhexes.proper_boards(size))
    return [board for board in boards_to_check(size) if board.is_proper]


def waiting(path: Path, head: str, columns: tuple[str, ...], numbers: list[int]) -> list[int]:
    """The boards that a table lacks; the table is begun if there is none."""
    if not path.exists():
        command = shlex.join(["python", "benchmarks/gods_numbers.py", *sys.argv[1:]])
        path.write_text(f"# {head}\n# {command}\n{','.join(columns)}\n", encoding="utf-8")
    known = {row["board"] for row in read_table(path)}
    return [number for number in numbers if str(number) not in known]


def spread(count: int, most: int | None) -> list[int]:
    """The first so many numbers, or some that are spread over them, in the same order whatever their number."""
    return sorted(range(count), key=lambda number: number * GOLDEN % 1)[:most]


def spell_share(count: int, most: int | None) -> str:
    """How many of all are taken."""
    return f"the {count}" if most is None or most >= count else f"{most} of the {count}"


def append(path: Path, values: list[object]) -> None:
    """Write a line."""
    with path.open("a", encoding="utf-8") as file:
        file.write(",".join(map(str, values)) + "\n")


def make_table(size: int, path: Path, every: bool, numbers: list[int]) -> int:
    """God's number of all proper boards of a size, or of some, that are not in the table."""
    boards = boards_of(size)
    which = f"{len(set(numbers))} of the {len(boards)}" if numbers else f"all {len(boards)}"
    head = f"God's number of {which} proper boards of {size} cells, each proved by exhaustive searches."
    prepare()
    for number in waiting(path, head, COLUMNS, numbers or list(range(len(boards)))):
        board = boards[number]
        began = time.process_time()
        space = survey(board, every=every)
        assert space.is_reconfigurable
        seconds = f"{time.process_time() - began:.2f}"
        mean = f"{space.mean:.4f}" if space.distances else ""
        found = [number, space.diameter, kind_of(board), mean, space.placements, space.orbits, space.searches]
        append(path, [*found, space.states, seconds, f"{space.memory / 1e6:.1f}", spell_cells(board)])
    spread = Counter(int(row["gods_number"]) for row in read_table(path))
    echo(f"{spread.total()} boards: " + ", ".join(f"{key}: {spread[key]}" for key in sorted(spread)))
    return 0


def make_depths(size: int, path: Path, most: int | None = None) -> int:
    """One search for each proper board of a size, from a placement that is far from the others on average."""
    boards = boards_of(size)
    head = f"One search for each of {spell_share(len(boards), most)} proper boards of {size} cells: {DEPTHS}"
    for number in waiting(path, head, ("board", "depth", "upper", "kind", "cells"), spread(len(boards), most)):
        graph = placement_graph(boards[number])
        bounds = Bounds(graph)
        bounds.add(TwoBitSpace(graph).search(int(bounds.steps.sum(axis=1).argmax())))
        cells = spell_cells(boards[number])
        append(path, [number, bounds.lowest, bounds.highest, kind_of(boards[number]), cells])
    return 0


def make_exchanges(path: Path, table: Path, most: int | None = None) -> int:
    """The dearest exchange of boards of a table, which has all boards of a size."""
    rows = read_table(table)
    head = f"The dearest exchange of two gourds on {spell_share(len(rows), most)} boards of {table.name}, exhausted."
    for number in waiting(path, head, ("board", "exchange", "gods_number", "kind"), spread(len(rows), most)):
        row = rows[number]
        exchange = dearest_exchange(TwoBitSpace(placement_graph(read_board(row))))
        append(path, [number, exchange, row["gods_number"], row["kind"]])
    return 0


def other_gods_number(board: Board) -> int:
    """God's number by the search of packed words, from every placement, symmetries left out."""
    graph = placement_graph(board)
    starts = [configuration(graph, k, identity(graph.gourds)) for k in range(len(graph.placements))]
    return max(len(count_reachable(start)) - 1 for start in starts)


def check(path: Path, number: int) -> int:
    """Compare boards that are spread over the table; 1 if one differs."""
    rows = read_table(path)
    wrong = 0
    for row in rows[:: max(1, len(rows) // number)][:number]:
        began = time.process_time()
        found = other_gods_number(read_board(row))
        wrong += found != int(row["gods_number"])
        seconds = time.process_time() - began
        echo(f"board {row['board']}: {row['gods_number']}, by the other search {found}, {seconds:.1f} s")
    return int(wrong > 0)


def groups(paths: list[Path]) -> int:
    """God's numbers by what a board looks like."""
    for path in paths:
        rows = read_table(path)
        found: dict[str, Counter[int]] = {}
        for row in rows:
            kind = kind_of(read_board(row))
            found.setdefault(kind, Counter())[int(row["gods_number"])] += 1
        echo(f"{path.name}: {len(rows)} boards")
        for kind, numbers in sorted(found.items()):
            spelled = ", ".join(f"{key}: {numbers[key]}" for key in sorted(numbers))
            echo(f"  {kind:16}{numbers.total():4} boards   {spelled}")
    return 0


def others(path: Path, limit: int) -> int:
    """How many boards are on the wrong side if one quantity is to tell those with numbers up to a limit from the rest.

    The best threshold is taken, in the better direction.
    """
    rows = read_table(path)
    is_high = [int(row["gods_number"]) > limit for row in rows]
    values: dict[str, list[float]] = {}
    for row in rows:
        for name, value in quantities(read_board(row), int(row["placements"])).items():
            values.setdefault(name, []).append(value)
    echo(f"{path.name}: {is_high.count(False)} boards up to {limit}, {is_high.count(True)} above")
    for name, column in values.items():
        cuts = [
            sum((value > cut) != high for value, high in zip(column, is_high, strict=True)) for cut in {-1, *column}
        ]
        echo(f"  {name:40}{min(min(cut, len(rows) - cut) for cut in cuts):4} wrong")
    return 0


def quantities(board: Board, placements: int) -> dict[str, float]:
    """What might separate boards."""
    near = triangle_neighbors(board)
    shades = Counter((q - r) % 3 for q, r in board.cells.tolist())
    return {
        "thin": kind_of(board) == THIN,
        "inner cells, or triangles": inner_cells(board),
        "triangles with three others beside them": sum(len(around) == 3 for around in near),
        "triangles with one other beside them": sum(len(around) == 1 for around in near),
        "placements": placements,
        "moves on average from a placement": len(placement_graph(board).goal) / placements,
        "largest distance of two cells": max(map(max, cell_distances(board))),
        "cells of the most frequent of 3 shades": max(shades.values()),
        "symmetries of the board": len(placement_graph(board).symmetries),
    }


def cell_distances(board: Board) -> list[list[int]]:
    """The distances of all pairs of cells, within the board."""
    near = [[cell for cell in row if cell >= 0] for row in board.neighbors.tolist()]
    found = []
    for start in range(board.size):
        steps, layer = {start: 0}, [start]
        while layer:
            layer = list({other for cell in layer for other in near[cell]} - steps.keys())
            steps.update(dict.fromkeys(layer, max(steps.values()) + 1))
        found.append([steps[cell] for cell in range(board.size)])
    return found


def depth(shape: str, numbers: list[int]) -> int:
    """One search from the first placement."""
    board = Board.from_cells(getattr(shapes, shape)(*numbers))
    began, wall = time.process_time(), time.perf_counter()
    graph = placement_graph(board)
    search = TwoBitSpace(graph).search(0, Options(say=lambda text: echo(text, err=True)))
    cpu, wall = time.process_time() - began, time.perf_counter() - wall
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    echo(f"{shape} {numbers}: {len(graph.placements)} placements, {graph.states:,} states, depth {search.depth}")
    echo(f"{cpu:.1f} s of processor time, {wall:.1f} s, {peak:,.0f} MB; levels: {list(search.counts)}")
    assert sum(search.counts) == graph.states
    return 0


def main(arguments: list[str]) -> int:
    """Do what is asked for."""
    match arguments:
        case ["table", size, path]:
            return make_table(int(size), Path(path), False, [])
        case ["table", size, path, "--every"]:
            return make_table(int(size), Path(path), True, [])
        case ["table", size, path, "--boards", *numbers]:
            return make_table(int(size), Path(path), False, [int(number) for number in numbers])
        case ["depths", size, path, *most]:
            return make_depths(int(size), Path(path), *map(int, most))
        case ["exchanges", path, table, *most]:
            return make_exchanges(Path(path), Path(table), *map(int, most))
        case ["check", path, number]:
            return check(Path(path), int(number))
        case ["groups", *paths]:
            return groups([Path(path) for path in paths])
        case ["others", path, limit]:
            return others(Path(path), int(limit))
        case ["depth", shape, *numbers]:
            return depth(shape, [int(number) for number in numbers])
    echo(__doc__ or "", err=True)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
