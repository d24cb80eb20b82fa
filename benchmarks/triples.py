"""Boards of triples: the tables and pictures of docs/results/triples.md.

Usage: python benchmarks/triples.py              all boards up to 13 cells, shapes up to 271 (20 s); nothing is written
       python benchmarks/triples.py --write      up to 16 cells (two minutes); writes docs/results/data/triples-*.csv
                                                 and docs/images/results/triples-*.svg

Times are of the processor, on standard error.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import CellArray
from gourds.render.figure.triples import answer_figure
from gourds.triples.answer import answer_triples
from gourds.triples.census import has_fixed_tilt, take_census
from gourds.triples.instance import TripleInstance
from gourds.triples.placements import each_placement
from gourds.triples.shades import shade_counts
from gourds.triples.space import TripleSpace

DOCS = Path(__file__).parent.parent / "docs"
COMMAND = "# .venv/bin/python benchmarks/triples.py --write\n"
LISTED = 10_000
"""The most placements of a shape that are listed; beyond that they are counted."""


def strip(triples: int) -> CellArray:
    """The board of two rows that takes so many triples."""
    return np.array([(q, r) for q in range(2 * triples) for r in (0, 1)][: 3 * triples + 1])


def census_rows(sizes: Iterable[int], visit: Callable[[TripleSpace], None]) -> Iterator[str]:
    """A line for each size of boards."""
    yield "cells,boards,with_holes,rigid,joined,apart,several_hinge_sets,tilt_not_fixed,gods_number,placements"
    for size in sizes:
        begun = time.process_time()
        found = take_census(size, visit=visit)
        print(f"{size} cells: {time.process_time() - begun:.1f} s", file=sys.stderr)
        numbers = (found.cells, found.boards, found.with_holes, found.rigid, found.joined, found.apart)
        more = (found.several_hinge_sets, found.tilt_not_fixed, found.gods_number)
        yield ",".join(map(str, (*numbers, *more, " ".join(f"{k}:{n}" for k, n in found.placements.items()))))


def shape_rows() -> Iterator[str]:
    """A line for each shape; what needs the list of placements is left out where it is too long."""
    yield (
        "shape,cells,shades,placements,hinge_sets,components,rigid_placements,largest_component,gods_number,tilt_fixed"
    )
    named = [(f"hexagon {radius}", shapes.hexagon(radius)) for radius in range(10)]
    named += [(f"triangle {side}", shapes.triangle(side)) for side in range(1, 23, 3)]
    named += [(f"two rows {n}", strip(n)) for n in range(1, 9)]
    named += [
        (f"parallelogram {wide} x {high}", shapes.parallelogram(wide, high))
        for high in range(2, 11)
        for wide in range(high, 11)
        if wide * high % 3 == 1
    ]
    for name, cells in named:
        begun = time.process_time()
        answer = answer_triples(TripleInstance.build(cells), LISTED)
        board, space = answer.instance.board, answer.space
        print(f"{name}: {time.process_time() - begun:.1f} s", file=sys.stderr)
        facts = [name, board.size, "/".join(map(str, shade_counts(board))), answer.placements]
        if space is None:
            facts += [""] * 6
        else:
            largest = max((component.size for component in space.components), default=0)
            facts += [space.hinge_sets, len(space.components), space.rigid_placements, largest, space.gods_number]
            facts.append("yes" if has_fixed_tilt(each_placement(board)) else "no")
        yield ",".join(map(str, facts))


def main(arguments: list[str]) -> None:
    """Print both tables; write them with the pictures if that is asked."""
    if arguments not in ([], ["--write"]):
        sys.exit(__doc__)
    apart: list[Board] = []
    sizes = (4, 7, 10, 13, 16) if arguments else (4, 7, 10, 13)
    census = list(census_rows(sizes, lambda space: None if space.is_joined else apart.append(space.board)))
    tables = {"census": census, "shapes": list(shape_rows())}
    pictures = {
        "strip": strip(5),
        "triangle": shapes.triangle(4),
        "rosette": shapes.hexagon(2),
        "hexagon": shapes.hexagon(3),
        **{f"apart-{k}": board.cells for k, board in enumerate(apart, start=1)},
    }
    for name, rows in tables.items():
        print("\n".join(rows) + "\n")
        if arguments:
            (DOCS / "results" / "data" / f"triples-{name}.csv").write_text(COMMAND + "\n".join(rows) + "\n")
    for name, cells in pictures.items() if arguments else ():
        drawing = answer_figure(answer_triples(TripleInstance.build(cells)))
        (DOCS / "images" / "results" / f"triples-{name}.svg").write_text(drawing)


if __name__ == "__main__":
    main(sys.argv[1:])
