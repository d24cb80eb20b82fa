"""How long shortest plans are: random pairs on small boards, each solved to optimality, and what the samples say.

Usage: python benchmarks/how_long.py run [SAMPLES [SECONDS]]   solve SAMPLES pairs on each board, SECONDS each at most
       python benchmarks/how_long.py exact                     all distances of boards of up to 17 cells
       python benchmarks/how_long.py report                    the tables and the picture of docs/results/how-long.md

`run` adds lines to docs/results/data/how-long.csv and leaves out what is there, so that it can be stopped at any time.
Pairs are uniform: a placement of the board is drawn from the list of all, then numbers and ends of the gourds. (Not on
the hexagon of 37 cells, which has too many placements to list, and where plans are not proved to be shortest.)
`moves` is the length of the plan, `bound` the sum over single gourds, `proved` 1 if no plan is shorter, and `by`
says what found the plan: `beam` if beams and windows did, `shortest` if the exact search had to find a shorter one.
"""

from __future__ import annotations

import csv
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable
from functools import reduce
from itertools import zip_longest
from pathlib import Path
from statistics import linear_regression, mean, stdev
from typing import TypeAlias

from gourds import shapes
from gourds.bench.report.growth import fit_power_law
from gourds.bench.report.plots import Axis, Frame, Look, mark, polyline
from gourds.board import Board
from gourds.chance import shuffle
from gourds.configuration import Configuration
from gourds.families import FAMILIES, generate
from gourds.reconfigure.colored.playing import play_out
from gourds.reconfigure.gods_number.surveying import survey
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.positions import shuffled
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search.best import prepare
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.spaces.placement_graph import placement_graph

RESULTS = Path(__file__).resolve().parents[1] / "docs" / "results"
DATA, PICTURE = RESULTS / "data" / "how-long.csv", RESULTS.parent / "images" / "results" / "how-long.svg"
WHOLES = RESULTS / "data" / "how-long-exact.csv"
EXACT = ("board", "cells", "sources", "placements", "mean", "deviation", "most", "bound", "counts")
Placements: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
FIELDS = ("puzzle", "board", "cells", "seed", "moves", "bound", "proved", "by")
HEAD = "# python benchmarks/how_long.py run {samples} {seconds:g}\n"
NUMBERED = {
    "strip 17": shapes.strip(17),
    "parallelogram 3x5": shapes.parallelogram(5, 3),
    "triangle 5": shapes.triangle(5),
    "hexagon 2": shapes.hexagon(2),
    "hexagon 3": shapes.hexagon(3),
}
LARGE = {"hexagon 3"}
"""Too large for proofs; there the plan is an upper bound, and the time is short."""
WHOLE = {
    **{f"strip {size}": shapes.strip(size) for size in range(3, 19, 2)},
    "hexagon 1": shapes.hexagon(1),
    "parallelogram 3x3": shapes.parallelogram(3, 3),
    "parallelogram 3x5": shapes.parallelogram(5, 3),
    "triangle 5": shapes.triangle(5),
}
"""Boards on which all distances are found."""
MANY, SOURCES, BOUNDS = 10**9, 8, 10_000
"""On boards with more configurations distances are found from some placements only; pairs for the mean of the bound."""
SHORT = 10.0
"""Seconds for each plan on those."""
COLORS = (2, 3, 5)
STYLE = (
    "<style>text{font:12px Roboto,system-ui,sans-serif;fill:#1f2328}.mid{text-anchor:middle}.end{text-anchor:end}"
    ".grid{stroke:#e3e7eb;fill:none}.axis{stroke:#1f2328;fill:none}.line{fill:none;stroke-width:2}.name{fill:#59636e}"
    "</style>"
)


def uniform(placements: Placements, board: Board, rng: random.Random) -> Configuration:
    """A configuration, each with the same probability."""
    pairs = list(placements[int(rng.random() * len(placements))])
    shuffle(rng, pairs)
    turned = [(b, a) if rng.random() < 0.5 else (a, b) for a, b in pairs]
    return Configuration.from_indices(board, tuple(range(1, len(pairs) + 1)), turned)


def numbered(name: str, seed: int, seconds: float) -> dict[str, object]:
    """One pair of a numbered puzzle."""
    board, rng = Board.from_cells(NUMBERED[name]), random.Random(f"{name} {seed}")
    if name in LARGE:
        start, target = random_configuration(board, 2 * seed), random_configuration(board, 2 * seed + 1)
    else:
        placements = placement_graph(board).placements
        start, target = uniform(placements, board, rng), uniform(placements, board, rng)
    limit = SHORT if name in LARGE else seconds
    found = plan_moves(start, target, "best", time_limit=limit)
    assert found.status == "found", found
    bound = Grid(board).lower_bound(start.ends.reshape(-1), target.ends.reshape(-1))
    row = ("numbered", name, board.size, seed, found.moves, bound, int(found.is_shortest), found.stats["by"])
    return dict(zip(FIELDS, row, strict=True))


def colored(colors: int, seed: int, seconds: float) -> dict[str, object]:
    """One start of a colored puzzle on the hexagon of 19 cells; the target is whatever placement is nearest."""
    instance = generate(FAMILIES["hexagon"], {"radius": 2, "colors": colors}, seed)
    found = play_out(instance, shuffled(instance, seed), time_limit=seconds)
    assert found.status == "found", found
    row = ("colored", f"{colors} colors", 19, seed, found.moves, found.lower_bound, int(found.is_shortest), "")
    return dict(zip(FIELDS, row, strict=True))


def read(path: Path = DATA) -> list[dict[str, str]]:
    """All lines of the data."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def run(samples: int = 100, seconds: float = 30.0) -> int:
    """Solve what is missing, board by board in turns."""
    prepare()
    known = {(row["puzzle"], row["board"], int(row["seed"])) for row in read()}
    DATA.parent.mkdir(parents=True, exist_ok=True)
    if not DATA.exists():
        DATA.write_text(HEAD.format(samples=samples, seconds=seconds) + ",".join(FIELDS) + "\n", encoding="utf-8")
    with DATA.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        for seed in range(samples):
            for name in NUMBERED:
                if ("numbered", name, seed) not in known and (name not in LARGE or seed < 20):
                    writer.writerow(numbered(name, seed, seconds))
                    file.flush()
            for colors in COLORS:
                if ("colored", f"{colors} colors", seed) not in known:
                    writer.writerow(colored(colors, seed, seconds))
                    file.flush()
            print(f"{seed + 1} of {samples}", flush=True)
    return 0


def mean_bound(board: Board, placements: Placements) -> float:
    """The mean of the bound over uniform pairs."""
    rng, grid = random.Random("bounds"), Grid(board)
    pairs = ((uniform(placements, board, rng).ends.reshape(-1) for _ in range(2)) for _ in range(BOUNDS))
    return mean(grid.lower_bound(*pair) for pair in pairs)


def exact() -> int:
    """All distances of small boards; from some placements of the largest."""
    rows = []
    for name, cells in WHOLE.items():
        board = Board.from_cells(cells)
        graph = placement_graph(board)
        sources = list(range(len(graph.placements)))
        if graph.states > MANY:
            sources = sorted(random.Random(name).sample(sources, SOURCES))
            space = TwoBitSpace(graph)
            counts = reduce(add_counts, (space.search(source).counts for source in sources))
        else:
            counts = survey(board, every=True).distances or ()
        middle = sum(k * n for k, n in enumerate(counts)) / sum(counts)
        spread = math.sqrt(sum((k - middle) ** 2 * n for k, n in enumerate(counts)) / sum(counts))
        bound = mean_bound(board, graph.placements)
        shares = (len(sources), len(graph.placements))
        row = (name, board.size, *shares, f"{middle:.4f}", f"{spread:.4f}", len(counts) - 1, f"{bound:.2f}")
        print(*row, flush=True)
        rows.append((*row, " ".join(map(str, counts))))
    lines = ["# python benchmarks/how_long.py exact", ",".join(EXACT), *(",".join(map(str, row)) for row in rows)]
    WHOLES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def add_counts(some: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """The sum of two histograms."""
    return tuple(a + b for a, b in zip_longest(some, more, fillvalue=0))


def report() -> int:
    """Print the tables; draw the picture."""
    rows = read()
    means: dict[str, list[tuple[float, float]]] = {"strips": [], "hexagons": []}
    print(
        "| board | cells | starts | mean | deviation | most | bound | mean/bound |\n|---|---|---|---|---|---|---|---|"
    )
    for whole in read(WHOLES):
        middle, bound, starts = float(whole["mean"]), float(whole["bound"]), whole["sources"]
        if (shape := f"{whole['board'].split()[0]}s") in means:
            means[shape].append((int(whole["cells"]) // 2, middle))
        starts = "all" if starts == whole["placements"] else f"{starts} of {whole['placements']}"
        print(
            f"| {whole['board']} | {whole['cells']} | {starts} | {middle:.2f} | {float(whole['deviation']):.2f}"
            f" | {whole['most']} | {bound:.2f} | {middle / bound:.3f} |"
        )
    print("\n| puzzle | cells | pairs | proved | mean | ± | corrected | ± | least | most | bound | ratio | by beams |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for key in dict.fromkeys((row["puzzle"], row["board"]) for row in rows):
        some = [row for row in rows if (row["puzzle"], row["board"]) == key]
        moves, bounds = ([float(row[field]) for row in some] for field in ("moves", "bound"))
        proved = [row for row in some if row["proved"] == "1"]
        cells = int(some[0]["cells"])
        shape = f"{key[1].split()[0]}s"
        if key[0] == "numbered" and shape in means and len(proved) == len(some):
            means[shape].append((cells // 2, mean(moves)))
        error = 2 * stdev(moves) / math.sqrt(len(moves))
        better = f"{corrected(key[1], moves, bounds)}" if key[0] == "numbered" and key[1] not in LARGE else " | "
        beams = sum(row["by"] == "beam" for row in proved)
        found = f"{beams} of {len(proved)}" if key[0] == "numbered" and cells > 13 and proved else ""
        ratio = f"{mean(moves) / mean(bounds):.3f}" if key[0] == "numbered" else ""
        below = f"{mean(bounds):.2f}" if key[0] == "numbered" else ""
        print(
            f"| {key[0]}, {key[1]} | {cells} | {len(some)} | {len(proved)} | {mean(moves):.2f} | {error:.2f} | {better}"
            f" | {min(moves):.0f} | {max(moves):.0f} | {below} | {ratio} | {found} |"
        )
    for name, points in means.items():
        law = fit_power_law(points)
        if law is not None:
            print(f"\n{name}: {law}")
    counts = Counter(int(row["moves"]) for row in rows if row["board"] == "hexagon 2" and row["proved"] == "1")
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(draw(counts, means), encoding="utf-8")
    return 0


def corrected(name: str, moves: list[float], bounds: list[float]) -> str:
    """The mean moves with twice its error, helped by the bound, whose own mean over many pairs is known better.

    Moves and bound go together. If a sample has too small bounds by chance, its plans are too short, and by how much is
    told by the line that fits best.
    """
    board = Board.from_cells(NUMBERED[name])
    slope, offset = linear_regression(bounds, moves)
    rest = stdev(y - slope * x - offset for x, y in zip(bounds, moves, strict=True))
    middle = slope * mean_bound(board, placement_graph(board).placements) + offset
    return f"{middle:.2f} | {2 * rest / math.sqrt(len(moves)):.2f}"


def draw_whole() -> str:
    """All distances of three boards of 15 cells."""
    looks = {
        "triangle 5": Look("#009e73", "2 2", "diamond"),
        "parallelogram 3x5": Look("#0060a0", "7 3", "square"),
        "strip 15": Look("#d55e00", "", "circle"),
    }
    shares = {}
    for whole in read(WHOLES):
        if whole["board"] in looks:
            counts = [int(count) for count in whole["counts"].split()]
            shares[whole["board"]] = [100 * count / sum(counts) for count in counts]
    most = max(map(max, shares.values()))
    frame = Frame(Axis(0, 72, "moves of a shortest plan, all pairs"), Axis(0, most * 1.15, "percent of pairs"))
    parts = []
    for name, look in looks.items():
        places = [(frame.at_x(k), frame.at_y(share)) for k, share in enumerate(shares[name])]
        parts.append(polyline(places, look))
        x, y = min(places, key=lambda place: place[1])
        x, y = (x, y - 8) if name == "triangle 5" else (x + 22, y + 4 if name == "strip 15" else y - 2)
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}">{name}</text>')
    return frame.draw(parts, "all distances of three boards of 15 cells")


def draw(counts: Counter[int], means: dict[str, list[tuple[float, float]]]) -> str:
    """A histogram of the hexagon's optima, all distances of smaller boards, and how the mean grows with the gourds."""
    low, high = min(counts) - 1, max(counts) + 1
    left = Frame(
        Axis(low, high, "moves of a shortest plan, hexagon of 19 cells"), Axis(0, max(counts.values()) * 1.1, "pairs")
    )
    wide = (left.at_x(1 + low) - left.at_x(low)) * 0.8
    floor = left.height - left.bottom
    bars = [
        f'<rect x="{left.at_x(k) - wide / 2:.1f}" y="{left.at_y(n):.1f}" width="{wide:.1f}"'
        f' height="{floor - left.at_y(n):.1f}" fill="#2c8fcf"/>'
        for k, n in sorted(counts.items())
    ]
    points = [point for some in means.values() for point in some]
    right = Frame(
        Axis(1, 12, "gourds", is_log=True, values=(1, 2, 3, 4, 6, 8, 10)),
        Axis(1, 2 * max(y for _, y in points), "mean moves", is_log=True, values=(1, 2, 5, 10, 20, 50, 100)),
    )
    looks = {"strips": Look("#d55e00", "", "circle"), "hexagons": Look("#0060a0", "7 3", "square")}
    parts = []
    for name, some in means.items():
        places = [(right.at_x(x), right.at_y(y)) for x, y in sorted(some)]
        parts += [polyline(places, looks[name]), *(mark(x, y, looks[name]) for x, y in places)]
        x, y = places[-1]
        y += -8 if name == "strips" else 40
        parts.append(f'<text x="{x + 4:.1f}" y="{y:.1f}" class="end">{name}</text>')
    return _beside(
        left.draw(bars, "shortest plans on the hexagon of 19 cells"), draw_whole(), right.draw(parts, "mean moves")
    )


def _beside(*plots: str) -> str:
    """Plots in a row, as one picture that needs no style sheet."""
    placed: Iterable[str] = (
        plot.replace('<svg class="plot"', f'<svg x="{480 * k}"', 1) for k, plot in enumerate(plots)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {480 * len(plots)} 330" width="{480 * len(plots)}"'
        f' height="330">{STYLE}<rect width="100%" height="100%" fill="#fff"/>{"".join(placed)}</svg>\n'
    )


def main(args: list[str]) -> int:
    """Run one part and give its exit code."""
    if args and args[0] == "run":
        return run(*map(int, args[1:2]), *map(float, args[2:3]))
    if args == ["exact"]:
        return exact()
    if args == ["report"]:
        return report()
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
