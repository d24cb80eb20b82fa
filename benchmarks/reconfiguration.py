"""Reconfiguration: how many moves plans take.

Usage: python benchmarks/reconfiguration.py best [PAIRS [SECONDS]]   mean moves of `best` on random numbered pairs
       python benchmarks/reconfiguration.py best --against REV [PAIRS [SECONDS [RADIUS …]]]   gaps, beside older code
       python benchmarks/reconfiguration.py paper                    moves/n² and moves/n³ of the paper's algorithms
       python benchmarks/reconfiguration.py boards                   both on every small board and 500 random ones
       python benchmarks/reconfiguration.py halves                   the lower-bound family against n²
       python benchmarks/reconfiguration.py colored                  play-out against going to a given placement
       python benchmarks/reconfiguration.py proofs [PAIRS]           certificates that no plan is shorter: size and time

`best`, 20 pairs of 10 s: 11 cells the optimum; hexagons of 19, 37, 61, 91 cells at most 38, 115, 260, 600 moves.
`paper`: moves/n² of `quadratic` stays within a factor 2 from 91 to 1,027 cells, that of `cubic` grows.
`best --against`: hexagons of 19 to 91 cells, with a tenth of the pairs 271 to 1,027, or all pairs of
the radii that are given; the two take turns at every pair.
Gap: the moves above the proved bound, as a part of all moves and as a part of the bound.
Every plan is replayed by code that shares nothing with the planners.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median

from _revisions import ROOT, checked_out

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.certificates.verify import verify_pair
from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.files.certificates import Certificate
from gourds.reconfigure.colored.playing import play_out
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.paper.lower_bound import exchange_halves
from gourds.reconfigure.planning import Reconfiguration, plan_moves
from gourds.reconfigure.positions import shuffled, solved_configuration
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search.best import prepare
from gourds.reconfigure.search.poses import Grid
from gourds.running.verifying import pair_of
from gourds.solvers import solve

BEST_LIMITS = {19: 38, 37: 115, 61: 260, 91: 600}
PUBLIC = {19: "1,898", 37: "33,000"}
"""What the one public implementation of the cubic algorithm needed on the same boards; it arrives on few others."""


def pair(board: Board, seed: int, algorithm: str, **options: object) -> Reconfiguration:
    start, target = random_configuration(board, 2 * seed), random_configuration(board, 2 * seed + 1)
    made = plan_moves(start, target, algorithm, **options)  # type: ignore[arg-type]
    assert made.status == "found", made
    return made


def best(pairs: int = 20, seconds: float = 10.0) -> int:
    """Mean moves of `best`; 1 if a limit is exceeded."""
    print(f"{pairs} random numbered pairs for each board, {seconds:g} s each\n")
    heads = ("cells", "mean", "max", "limit", "bound", "proved", "seconds", "quadratic", "cubic", "public")
    print("".join(f"{head:>11}" for head in heads))
    failed = False
    boards = [
        Board.from_cells(shapes.random_proper(11, 5)),
        *(Board.from_cells(shapes.hexagon(r)) for r in (2, 3, 4, 5)),
    ]
    for board in boards:
        made = [pair(board, seed, "best", time_limit=seconds) for seed in range(pairs)]
        moves = [one.moves or 0 for one in made]
        paper = {
            name: mean(pair(board, seed, name, polish=False).moves or 0 for seed in range(min(pairs, 5)))
            for name in ("quadratic", "cubic")
        }
        limit = BEST_LIMITS.get(board.size, mean(one.lower_bound for one in made))
        failed |= mean(moves) > limit
        cells = (
            f"{board.size}",
            f"{mean(moves):.1f}",
            f"{max(moves)}",
            f"{limit:.1f}" if board.size == 11 else f"{limit}",
            f"{mean(one.lower_bound for one in made):.1f}",
            f"{sum(one.is_shortest for one in made)}/{pairs}",
            f"{mean(one.time_s for one in made):.1f}",
            f"{paper['quadratic']:,.0f}",
            f"{paper['cubic']:,.0f}",
            PUBLIC.get(board.size, "–"),
        )
        print("".join(f"{cell:>11}" for cell in cells), flush=True)
    print(f"\nthe limits are {'exceeded' if failed else 'kept'}")
    return int(failed)


WORKER = """
import json, sys
from gourds import shapes
from gourds.board import Board
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.scrambles import random_configuration
radius, seed, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
board = Board.from_cells(shapes.hexagon(radius))
start, target = random_configuration(board, 2 * seed), random_configuration(board, 2 * seed + 1)
found = plan_moves(start, target, "best", time_limit=seconds)
print(json.dumps([found.moves, found.lower_bound, found.is_shortest, found.time_s]))
"""


def planned(source: Path, radius: int, seed: int, seconds: float) -> tuple[int, int, bool, float]:
    """Moves, bound, whether that is proved shortest, and seconds of one pair, by the code in a folder."""
    command = [sys.executable, "-c", WORKER, str(radius), str(seed), str(seconds)]
    run = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(source)}, capture_output=True, check=True)
    moves, bound, is_shortest, took = json.loads(run.stdout)
    return moves, bound, is_shortest, took


def best_against(revision: str, pairs: int, seconds: float, radii: Sequence[int]) -> int:
    """Moves and gaps of `best` beside those of older code."""
    with checked_out(revision) as old:
        assert old is not None
        sources = {revision[:12]: old, "now": ROOT / "src"}
        for source in sources.values():  # compiled before any clock runs
            environment = os.environ | {"PYTHONPATH": str(source)}
            subprocess.run([sys.executable, "-m", "gourds.warming"], env=environment, check=True)
        print(f"random numbered pairs on hexagons, {seconds:g} s each\n")
        heads = ("cells", "pairs", "code", "mean", "bound", "gap", "above bound", "proved", "median s", "moves against")
        print("".join(f"{head:>14}" for head in heads))
        for radius in radii or (2, 3, 4, 5, 9, 13, 18):
            seeds = range(pairs if radii or radius < 9 else max(1, pairs // 10))
            found = [{name: planned(path, radius, seed, seconds) for name, path in sources.items()} for seed in seeds]
            before = mean(one[revision[:12]][0] for one in found)
            for name in sources:
                moves, bounds = (mean(one[name][k] for one in found) for k in (0, 1))
                cells = (
                    f"{3 * radius * (radius + 1) + 1:,}",
                    f"{len(found)}",
                    name,
                    f"{moves:,.1f}",
                    f"{bounds:,.1f}",
                    f"{1 - bounds / moves:.1%}",
                    f"{moves / bounds - 1:.1%}",
                    f"{sum(one[name][2] for one in found)}/{len(found)}",
                    f"{median(one[name][3] for one in found):.2f}",
                    f"{moves / before - 1:+.1%}",
                )
                print("".join(f"{cell:>14}" for cell in cells), flush=True)
    return 0


def paper() -> int:
    """The constants of the paper's algorithms; 1 if that of the quadratic one varies by more than 2."""
    heads = ("cells", "n", "moves", "moves/n²", "moves/n³", "planning", "polished", "moves/n²", "polishing")
    constants = []
    for algorithm, radii in (("quadratic", (5, 9, 13, 18)), ("cubic", (5, 9, 13, 18))):
        print(f"{algorithm}, one random pair for each hexagon; times in seconds")
        print("".join(f"{head:>12}" for head in heads))
        for radius in radii:
            board = Board.from_cells(shapes.hexagon(radius))
            n = board.size // 2
            raw = pair(board, 1, algorithm, polish=False)
            moves = raw.moves or 0
            cells = [
                f"{board.size}",
                f"{n}",
                f"{moves:,}",
                f"{moves / n**2:.2f}",
                f"{moves / n**3:.3f}",
                f"{raw.time_s:.2f}",
            ]
            if algorithm == "quadratic":
                constants.append(moves / n**2)
                made = pair(board, 1, algorithm)
                after = made.moves or 0
                cells += [f"{after:,}", f"{after / n**2:.2f}", f"{made.time_s - raw.time_s:.1f}"]
            print("".join(f"{cell:>12}" for cell in cells), flush=True)
        print()
    factor = max(constants) / min(constants)
    verdict = "exceeded" if factor > 2 else "kept"
    print(f"moves/n² of quadratic varies by a factor of {factor:.2f}; the limit is 2: {verdict}")
    return int(factor > 2)


def boards() -> int:
    """The paper's algorithms on every proper board up to 9 cells, on plain shapes and on 500 random proper boards."""
    small = [board for size in (3, 5, 7, 9) for board in polyhexes.proper_boards(size)]
    shaped = [
        *(shapes.hexagon(radius) for radius in range(1, 9)),
        *(shapes.triangle(side) for side in (2, 5, 6, 9, 10, 13, 17)),
        *(shapes.parallelogram(width, height) for width, height in ((3, 3), (5, 7), (3, 21), (15, 17))),
        *(shapes.strip(size) for size in (5, 9, 21, 101, 301)),
        *(shapes.comb(teeth, length)[:-1] for teeth, length in ((2, 3), (3, 7), (6, 9))),
    ]
    drawn = [shapes.random_proper(3 + 2 * (seed % 199), seed) for seed in range(500)]
    sets = {
        "all proper boards up to 9 cells": (small, 20),
        "plain shapes": ([Board.from_cells(cells) for cells in shaped], 3),
        "random proper boards up to 399 cells": ([Board.from_cells(cells) for cells in drawn], 1),
    }
    for name, (chosen, pairs) in sets.items():
        chosen = [board for board in chosen if board.is_proper]
        plans = 0
        for board in chosen:
            for seed in range(pairs):
                for algorithm in ("cubic", "quadratic"):
                    pair(board, seed, algorithm, polish=False)  # replays the plan, and ends the program if it is wrong
                    plans += 1
        print(f"{name}: {len(chosen)} boards, {plans:,} plans replayed, all right", flush=True)
    return 0


def halves() -> int:
    """Moves of plans that exchange the halves of a strip."""
    heads = ("cells", "n", "bound", "bound/n²", "best", "best/n²", "quadratic", "quadr./n²")
    print("".join(f"{head:>11}" for head in heads))
    for gourds in (4, 10, 20, 40, 80, 160):
        task = exchange_halves(gourds)
        lower = Grid(task.board).lower_bound(task.start.ends.reshape(-1), task.target.ends.reshape(-1))
        found = [plan_moves(task.start, task.target, name, time_limit=limit, polish=False).moves or 0
                 for name, limit in (("best", 10.0), ("quadratic", None))]  # fmt: skip
        cells = [f"{task.board.size}", f"{gourds}", f"{lower:,}", f"{lower / gourds**2:.2f}"]
        for moves in found:
            cells += [f"{moves:,}", f"{moves / gourds**2:.2f}"]
        print("".join(f"{cell:>11}" for cell in cells), flush=True)
    return 0


def colored() -> int:
    """Moves of play-out, and to the solver's first placement with gourds numbered at will or assigned best."""
    print("hexagons in three colors, random starts, 10 s for each plan; mean moves\n")
    heads = ("cells", "starts", "play-out", "proved", "bound", "numbered", "assigned")
    print("".join(f"{head:>11}" for head in heads))
    for radius, starts in ((2, 5), (3, 5), (4, 3), (5, 3)):
        rows = []
        for seed in range(starts):
            instance = generate(FAMILIES["hexagon"], {"radius": radius, "colors": 3}, seed)
            start = shuffled(instance, seed)
            placement = solve(instance).placement
            assert placement is not None
            found = play_out(instance, start, time_limit=10.0)
            assert found.status == "found", found
            targets = (
                solved_configuration(instance, placement),
                Puzzle.of(instance, start).assign(placement).configuration,
            )
            given = [plan_moves(start, target, time_limit=10.0).moves or 0 for target in targets]
            rows.append((found.moves or 0, found.is_shortest, found.lower_bound, *given))
        moves, proved, bound, numbered, assigned = zip(*rows, strict=True)
        means = [f"{mean(column):.1f}" for column in (bound, numbered, assigned)]
        cells = [f"{3 * radius * (radius + 1) + 1}", f"{starts}", f"{mean(moves):.1f}", f"{sum(proved)}", *means]
        print("".join(f"{cell:>11}" for cell in cells), flush=True)
    return 0


def proofs(pairs: int = 10) -> int:
    """Certificates of shortest plans, and of targets out of reach: written, checked; how large, how long; means."""
    print("means over random numbered pairs; seconds to search, to write the certificate, to check it\n")
    heads = ("board", "pairs", "moves", "kept", "listed", "most", "kB", "search s", "write s", "check s", "slowest")
    print("".join(f"{head:>11}" for head in heads))
    prepare()
    boards: dict[str, list[Board]] = {
        **{
            f"{n}, proper": [Board.from_cells(shapes.random_proper(n, k)) for k in range(2 * pairs)]
            for n in (9, 11, 13)
        },
        "19, hexagon": [Board.from_cells(shapes.hexagon(2))] * pairs,
        "13, any": [Board.from_cells(shapes.random_connected(13, k)) for k in range(8 * pairs)],
    }
    for name, some in boards.items():
        rows = [row for k, board in enumerate(some) if (row := proved(board, k, must_arrive="any" not in name))]
        figures = [mean(column) for column in zip(*rows, strict=True)]
        moves, kept, listed, size, *times = figures
        most, slowest = max(row[2] for row in rows), max(row[-1] for row in rows)
        cells = [
            name,
            f"{len(rows)}",
            f"{moves:.1f}",
            f"{kept:,.0f}",
            f"{listed:,.0f}",
            f"{most:,.0f}",
            f"{size / 1e3:,.1f}",
        ]
        cells += [*(f"{seconds:.3f}" for seconds in times), f"{slowest:.3f}"]
        print("".join(f"{cell:>11}" for cell in cells), flush=True)
    return 0


def proved(board: Board, seed: int, *, must_arrive: bool) -> tuple[float, ...] | None:
    """Moves, configurations kept and listed, bytes, three times; None for pairs that are not of the sort asked for."""
    try:
        start, target = random_configuration(board, 2 * seed), random_configuration(board, 2 * seed + 1)
    except InputError:  # gourds cannot cover it
        return None
    made = plan_moves(start, target, "shortest", proof=True)
    if (made.status == "found") != must_arrive:
        return None
    assert made.certificate is not None
    text, begun = made.certificate.to_text(), time.perf_counter()
    check = verify_pair(pair_of(start, target), Certificate.from_text(text))
    seconds = time.perf_counter() - begun
    assert check, check.reason
    listed, writing = made.stats["certificate"].values()
    return made.moves or 0, made.stats.get("configurations", 0), listed, len(text), made.time_s, writing, seconds


def main(args: list[str]) -> int:
    """Run one part and give its exit code."""
    parts: dict[str, Callable[[], int]] = {"paper": paper, "boards": boards, "halves": halves, "colored": colored}
    if args[:2] == ["best", "--against"] and len(args) > 2:
        pairs, seconds, *radii = args[3:] + ["20", "10"][len(args) - 3 :]
        return best_against(args[2], int(pairs), float(seconds), [*map(int, radii)])
    if args and args[0] == "best":
        return best(*map(int, args[1:2]), *map(float, args[2:3]))
    if args and args[0] == "proofs":
        return proofs(*map(int, args[1:2]))
    if not args or args[0] not in parts:
        print(__doc__)
        return 2
    return parts[args[0]]()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
