"""Boards with holes: the tables and pictures of docs/results/holes.md.

Usage: python benchmarks/holes.py              all 2-connected boards up to 13 cells (10 s); nothing is written
       python benchmarks/holes.py --write      up to 15 cells, and a sample of those of 17 (20 minutes); writes
                                               docs/results/data/holes-*.csv
       python benchmarks/holes.py --pictures   draws docs/images/results/holes-*.svg from those files

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

from gourds.board import Board
from gourds.polyhexes import two_connected_boards_with_holes
from gourds.reconfigure.spaces.conditions import Judgement, judge
from gourds.reconfigure.spaces.group_connectivity import connectivity_by_groups

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
        "no pivot": ("other",),
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


def main() -> None:
    """Print the tables, or write them."""
    is_written = "--write" in sys.argv[1:]
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
