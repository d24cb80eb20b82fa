"""Boards with holes: the tables and pictures of docs/results/holes.md.

Usage: python benchmarks/holes.py              all 2-connected boards up to 13 cells (10 s); nothing is written
       python benchmarks/holes.py --write      up to 15 cells, and a sample of those of 17 (20 minutes); writes
                                               docs/results/data/holes-*.csv
       python benchmarks/holes.py --sample     large boards, judged and planned (two minutes); with --write, to a file
       python benchmarks/holes_pictures.py     draws docs/images/results/holes-*.svg

Each board is decided twice: by the conditions, which visit no placements here, and by the order of its group. The
program ends with an error if the two disagree. Times are of the processor, on standard error.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean

from gourds.board import Board
from gourds.moves import Walk
from gourds.polyhexes import two_connected_boards_with_holes
from gourds.reconfigure.holed import planner
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.spaces.conditions import Judgement, judge
from gourds.reconfigure.spaces.group_connectivity import connectivity_by_groups
from gourds.reconfigure.task import Options, Task
from gourds.replaying import replay
from gourds.shapes import hexagon

DOCS = Path(__file__).parent.parent / "docs"
SAMPLED = {17: 20_000}
"""How many boards of a size are drawn from all of them."""
COMMAND = "# .venv/bin/python benchmarks/holes.py --write\n"


def exact_class(board: Board) -> str:
    """What the group of the board is: all, half, cyclic (reversals and rotations), or other."""
    found = connectivity_by_groups(board)
    gourds = board.size // 2
    everything = math.factorial(gourds) << gourds
    names = {everything: "all", everything // 2: "half", gourds << gourds: "cyclic"}
    if gourds == 3 and found.local_orders == (24,):
        return "cyclic"  # which is half of all for three gourds
    return names.get(found.local_orders[0], "other") if len(found.local_orders) == 1 else "other"


def agree(judgement: Judgement, exact: str) -> bool:
    """True iff the conditions say what the group says, as far as they say anything."""
    due = {
        "never empty": ("other",),
        "no pivot": ("other", "half"),  # half of them if an even number can be reversed
        "necklace": ("cyclic",),
        "station": ("all",),
        "odd walk": ("all",),
        "open": ("all", "half"),
    }
    return exact in due[judgement.rule]


def census(sizes: Iterable[int], listed: list[str]) -> Iterator[str]:
    """A line for each size, number of holes, rule and group; boards that stay open go to ``listed``."""
    yield "cells,holes,rule,group,boards"
    listed.append("cells,holes,group,board")
    for size in sizes:
        begun, counts = time.process_time(), Counter[tuple[int, str, str]]()
        boards = list(two_connected_boards_with_holes(size))
        total = len(boards)
        if size in SAMPLED:  # every board has the same chance
            boards = [boards[k] for k in sorted(random.Random(size).sample(range(total), min(total, SAMPLED[size])))]
        for board in boards:
            judgement, exact = judge(board, 0), exact_class(board)
            if not agree(judgement, exact):
                raise SystemExit(f"{board.cell_list()}: {judgement} but {exact}")
            counts[len(board.holes), judgement.rule, exact] += 1
            if judgement.rule == "open":
                cells = " ".join(f"{q}:{r}" for q, r in board.cell_list())
                listed.append(f"{size},{len(board.holes)},{exact},{cells}")
        print(f"{size} cells: {counts.total()} of {total} boards, {time.process_time() - begun:.1f} s", file=sys.stderr)
        for (holes, rule, exact), number in sorted(counts.items()):
            yield f"{size},{holes},{rule},{exact},{number}"


def thinned(radius: int, most: int, seed: int) -> Board:
    """A 2-connected hexagon without cells drawn at random, until it is small enough and odd or no more can go."""
    rng = random.Random(seed)
    cells = {(int(q), int(r)) for q, r in hexagon(radius)}
    for cell in sorted(cells, key=lambda cell: (rng.random(), cell)):
        if len(cells) <= most and len(cells) % 2:
            break
        if Board.from_cells(list(cells - {cell})).is_two_connected:
            cells.remove(cell)
    return Board.from_cells(list(cells))


def sample() -> Iterator[str]:
    """A line for each kind of large boards: how the conditions decide, and how long plans along ears are."""
    names = ("station", "odd walk", "never empty", "no pivot", "necklace", "even walks", "open")
    yield f"radius,most_cells,boards,mean_cells,{','.join(names)},planned,moves_per_n2"
    for radius, most in ((4, 0), (5, 0), (6, 0), (6, 70), (7, 90), (8, 120), (9, 150)):
        boards = [board for seed in range(30) if (board := thinned(radius, most, seed)).size % 2]
        rules, moves = Counter[str](), []
        for board in boards:
            judgement = judge(board)
            rules[judgement.rule] += 1
            if judgement.is_reconfigurable:
                task = Task.build(random_configuration(board, 1), random_configuration(board, 2))
                path = planner.plan(task, Options()).path
                if path is not None:
                    if not replay(task.start, Walk.from_path(board, path), task.target):
                        raise SystemExit(f"{board.cell_list()}: the plan is wrong")
                    moves.append((len(path) - 1) / (board.size // 2) ** 2)
        numbers = [radius, most, len(boards), round(mean(board.size for board in boards), 1)]
        yield ",".join(map(str, [*numbers, *(rules[name] for name in names), len(moves), round(mean(moves), 1)]))


def main() -> None:
    """Print the tables, or write them."""
    is_written = "--write" in sys.argv[1:]
    if "--sample" in sys.argv[1:]:
        lines = list(sample())
        print("\n".join(lines))
        if is_written:
            text = COMMAND.replace("--write", "--sample --write") + "\n".join(lines) + "\n"
            (DOCS / "results" / "data" / "holes-sample.csv").write_text(text)
        return
    sizes = [int(word) for word in sys.argv[1:] if word.isdigit()] or range(7, 18 if is_written else 14, 2)
    listed: list[str] = []
    lines = list(census(sizes, listed))
    print("\n".join([*lines, "", *listed]))
    if is_written:
        folder = DOCS / "results" / "data"
        (folder / "holes-census.csv").write_text(COMMAND + "\n".join(lines) + "\n")
        (folder / "holes-open.csv").write_text(COMMAND + "\n".join(listed) + "\n")


if __name__ == "__main__":
    main()
