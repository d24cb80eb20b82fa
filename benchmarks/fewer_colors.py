"""Fewer colors: sizes and exponents, colors used twice in the paper's gadgets, the check on many formulas, hardness.

Usage: python benchmarks/fewer_colors.py sizes|twice|check|hard|pictures [--cap S] [--seeds N] [--formulas N]
[--largest N]

*sizes*: cells and colors of the paper's reduction and of boards of rings, with weights up to 1, 16, …; from size
formulas alone. *twice*: the paper's board with one color for several variables, over all ways to do so and all cubic
formulas up to ``--largest``; how often an unsatisfiable formula still has no placement. *check*: all cubic formulas
up to ``--largest`` and random signed ones, with several numbers of colors: conditions, verdict against exhaustive
search, both maps, by the last of ``--solvers``. *hard*: processor time of MiniSat, CaDiCaL and ``auto`` on the boards
of the same formulas with fewer and fewer colors; no verdict within ``--cap`` seconds is shown as how many of the
seeds were decided. *pictures* makes those of ``docs/fewer-colors.md``. ``docs/fewer-colors.md`` explains it all.
Exits with 1 if an answer is wrong.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from hardness import answer, load

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.enumerate_cubic import all_cubic
from gourds.formulas.formula import Assignment, OneInThree
from gourds.formulas.threshold import balanced_formula
from gourds.formulas.verdict import all_assignments, satisfying_assignment
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.reductions.gadgets.drawing import FILLER, VARIABLE_FILLER, pair
from gourds.reductions.reduction import reduce
from gourds.reductions.rings.board import RingBoard
from gourds.reductions.rings.ring import HEIGHT
from gourds.reductions.rings.sharing import fewest_colors
from gourds.render.figure.gadgets import symbols_scene
from gourds.render.figure.panels import Panel, panel_grid
from gourds.render.svg import on_paper
from gourds.running.isolation import run_limited
from gourds.solvers import solve
from tests.ring_conditions import prove_board

SOLVERS: Final = ("minisat", "sat", "auto")
IMAGES: Final = Path(__file__).resolve().parent.parent / "docs" / "images"


# -- sizes ----------------------------------------------------------------------------------------------------


def sizes(asked: argparse.Namespace) -> bool:
    """Print cells, colors and the exponent log(colors)/log(cells), for cubic formulas."""
    print(f"{'n':>6} {'paper: cells':>14} {'colors':>7} {'exp':>5}   heaviest weight: cells, colors, exponent")
    for n in (6, 30, 99, 300, 999, 3000, 30_000):
        shown = [f"{n:>6} {80 * n + 1:>14,} {n + 2:>7,} {math.log(n + 2) / math.log(80 * n + 1):>5.2f}"]
        formula = random_cubic(n, 1)
        for heaviest in (1, 16, 256):
            colors = fewest_colors(n, heaviest)
            board = RingBoard.of(formula, colors)
            cells = board.predicted_cells
            shown.append(f"{heaviest:>4}: {cells:>10,} {colors:>4} {math.log(colors) / math.log(cells):.2f}")
        print("   ".join(shown), flush=True)
    return True


# -- colors used twice ----------------------------------------------------------------------------------------


def partitions(count: int) -> Iterator[list[int]]:
    """Every way to put so many things into classes: the class of each, numbered as they come."""
    found: list[list[int]] = [[]]
    for _ in range(count):
        found = [[*rest, k] for rest in found for k in range(max(rest, default=-1) + 2)]
    yield from found


def with_shared_colors(instance: Instance, classes: Sequence[int]) -> Instance:
    """The same board, with one color for all variables of a class."""
    name = {f"x{v}": f"x{classes[v - 1] + 1}" for v in range(1, len(classes) + 1)}
    colors = [name.get(instance.colors[k], instance.colors[k]) for k in instance.cell_colors.tolist()]
    gourds = [(name.get(a, a), name.get(b, b), number) for a, b, number in instance.gourd_list()]
    return Instance.build(instance.board.cells, colors, gourds)


def twice(asked: argparse.Namespace) -> bool:
    """Print how many of the shared colorings of unsatisfiable formulas still have no placement."""
    kept: Counter[tuple[int, int, bool]] = Counter()
    tried: Counter[tuple[int, int, bool]] = Counter()
    is_right = True
    for n in range(3, asked.largest + 1):
        for formula in all_cubic(n):
            is_satisfiable = bool(all_assignments(formula, 1))
            board = reduce(formula)
            for classes in partitions(n):
                is_apart = all(len({classes[v - 1] for v in clause}) == 3 for clause in formula.clauses)
                if is_satisfiable and len(set(classes)) > 2:
                    continue  # a placement stays one; a sample of those is enough
                placed = solve(with_shared_colors(board, classes), isolate=False).placement is not None
                if is_satisfiable or len(set(classes)) == n:
                    is_right &= placed == is_satisfiable
                if not is_satisfiable:
                    key = n, len(set(classes)), is_apart
                    tried[key] += 1
                    kept[key] += not placed
    print("variables, colors for them, no clause has a color twice: still no placement")
    for key in sorted(tried):
        n, colors, is_apart = key
        print(f"{n:>4} {colors:>4} {'yes' if is_apart else 'no':>4}: {kept[key]:>5} of {tried[key]}", flush=True)
    return is_right


# -- the check ------------------------------------------------------------------------------------------------


def signed(seed: int) -> OneInThree:
    """A random formula with literals of both signs; about half of them are satisfiable."""
    rng = random.Random(seed)
    n = 3 + int(rng.random() * 8)
    many = 1 + int(rng.random() * 1.2 * n)
    drawn = [(1 + int(rng.random() * n)) * (1 if rng.random() < 0.5 else -1) for _ in range(3 * many)]
    return OneInThree(n, tuple(zip(drawn[::3], drawn[1::3], drawn[2::3], strict=True)))


def formulas(asked: argparse.Namespace) -> Iterator[OneInThree]:
    """All cubic ones, then random ones: signed, cubic, planted in turn."""
    for n in range(3, asked.largest + 1):
        yield from all_cubic(n)
    for seed in range(asked.formulas):
        kind = seed % 4
        yield signed(seed) if kind < 2 else random_cubic(9, seed) if kind == 2 else planted_cubic(12, seed)[0]


def is_checked(formula: OneInThree, colors: int | None, solver: str) -> bool:
    """Conditions, size, verdict and both maps, on one board."""
    board = RingBoard.of(formula, colors)
    instance = board.instance()
    satisfying = all_assignments(formula, 100)
    result = solve(instance, solver, isolate=False)
    found = [board.place(assignment) for assignment in satisfying]
    read = [board.extract(placement) for placement in (*found, *([result.placement] if result.placement else []))]
    return (
        bool(prove_board(board, instance))
        and instance.board.size == board.predicted_cells
        and result.status.value == ("feasible" if satisfying else "infeasible")
        and not any(placement_faults(instance, placement) for placement in found)
        and all(formula.is_satisfied(assignment) for assignment in read)
    )


def check(asked: argparse.Namespace) -> bool:
    """Print what was checked; whether all of it is right."""
    done: Counter[tuple[str, bool]] = Counter()
    for formula in formulas(asked):
        verdict = bool(all_assignments(formula, 1))
        for colors in (None, 7, 5):
            if not is_checked(formula, colors, asked.solvers[-1]):
                print(f"wrong with {colors} colors: {formula}")
                return False
            done[f"{colors} colors" if colors else "no weights", verdict] += 1
    for (name, verdict), number in sorted(done.items()):
        print(f"{name:>12}, {'satisfiable' if verdict else 'unsatisfiable':<13}: {number} boards, all right")
    return True


# -- hardness -------------------------------------------------------------------------------------------------

ROWS: Final = (
    ("random", 60, (None, 10, 8, 7)),
    ("planted", 60, (None, 10, 8, 7)),
    ("random", 198, (None, 14, 11, 9)),
    ("planted", 198, (None, 14, 11, 9)),
    ("hard", 120, (None, 12, 9, 8)),
    ("hard", 240, (None, 16, 12, 10)),
)


def made(kind: str, n: int, seed: int) -> OneInThree:
    """A formula of a kind."""
    if kind == "hard":
        return balanced_formula(n, seed)
    return random_cubic(n, seed) if kind == "random" else planted_cubic(n, seed)[0]


def hard(asked: argparse.Namespace) -> bool:
    """Print the times of solvers on the boards of the same formulas with fewer and fewer colors."""
    load(asked.solvers)
    print(f"{'formula':<14}{'board':>7}{'colors':>7}{'cells':>9} {'':<5}" + "".join(f"{s:>12}" for s in asked.solvers))
    agree = True
    for kind, n, numbers in ROWS:
        if asked.only and f"{kind}-{n}" not in asked.only:
            continue
        chosen = [made(kind, n, seed) for seed in range(1, asked.seeds + 1)]
        truth = ["f" if satisfying_assignment(formula) else "i" for formula in chosen]
        boards: list[tuple[str, list[Instance]]] = [("paper", [reduce(formula) for formula in chosen])]
        boards += [("rings", [RingBoard.of(formula, colors).instance() for formula in chosen]) for colors in numbers]
        for name, instances in boards:
            agree &= hard_row(f"{kind} {n}", name, instances, truth, asked)
    return agree


def hard_row(title: str, name: str, instances: list[Instance], truth: list[str], asked: argparse.Namespace) -> bool:
    """One line of the table; whether all answers are right."""
    cells, colors = instances[0].board.size, len(instances[0].colors)
    shown, agree = "", True
    for solver in asked.solvers:
        seconds = []
        for instance, verdict in zip(instances, truth, strict=True):
            bare = replace(instance, source=None)
            limits = {"cpu_limit": asked.cap, "time_limit": 20 * asked.cap, "memory_limit": 4000.0}
            ended = run_limited(answer, solver, bare, **limits)
            if ended.value not in (None, "unknown"):
                seconds.append(ended.cpu_s)
                agree &= ended.value[0] == verdict
        all_done = len(seconds) == len(instances)
        shown += f"{f'{statistics.median(seconds):.2f} s' if all_done else f'{len(seconds)} of {len(instances)}':>12}"
    print(f"{title:<14}{name:>7}{colors:>7,}{cells:>9,} {''.join(truth):<5}{shown}", flush=True)
    return agree


# -- pictures -------------------------------------------------------------------------------------------------


def ring_figure(board: RingBoard, variable: int) -> str:
    """The ring of a variable with the coverings that mean false and true, and the gourds that each uses, as SVG."""
    ring = board.rings[variable]
    around = [(q, r) for q in range(ring.column, ring.column + ring.width) for r in range(HEIGHT)]
    symbols = dict.fromkeys(around, FILLER) | dict(zip(ring.cells, ring.colors, strict=True))
    inside = [gourd for gourd in ring.filler if all(cell in symbols for cell in gourd)]
    panels = []
    for value in (False, True):
        covering = ring.covering(value)
        used = Counter(pair(symbols[a], symbols[b]) for a, b in covering)
        panels.append(
            Panel(f"x{variable} is {str(value).lower()}", _kinds(used), symbols_scene("", symbols, covering + inside))
        )
    return on_paper(panel_grid(panels, 1), f"The ring of x{variable} and its two coverings")


def board_figure(board: RingBoard, assignment: Assignment) -> str:
    """The board of a formula with the placement of a satisfying assignment, and its budgets, as SVG."""
    instance, placement = board.instance(), board.place(assignment)
    symbols = {cell: instance.color_at(cell) or "" for cell in instance.board.cell_list()}
    given = Counter({pair(a, b): number for a, b, number in instance.gourd_list()})
    heading = ", ".join(f"x{v} = {int(value)}" for v, value in enumerate(assignment, start=1))
    panel = Panel(heading, _kinds(given), symbols_scene("", symbols, placement.gourds, empty=placement.empty))
    title = f"A board of {instance.board.size} cells with {len(instance.colors)} colors"
    return on_paper(panel_grid([panel], 1), title)


def _kinds(gourds: Counter[tuple[str, str]]) -> list[str]:
    """How many gourds of each kind: two colors of a clause first, then those with V, then equal ones, then filler."""
    fillers = (VARIABLE_FILLER, FILLER)

    def rank(kind: tuple[str, str]) -> tuple[bool, bool, bool, tuple[str, str]]:
        return FILLER in kind, kind[0] == kind[1], VARIABLE_FILLER in kind, kind

    found = []
    for kind in sorted(gourds, key=rank):
        a, b = sorted(kind, key=lambda color: (color in fillers, color))
        found.append(f"{gourds[kind]} ({a}, {b})")
    return found


def pictures(asked: argparse.Namespace) -> bool:
    """Write the pictures of the documentation."""
    formula = OneInThree(3, ((1, 2, 3),) * 3)
    board = RingBoard.of(formula)
    (IMAGES / "fewer-colors-ring.svg").write_text(ring_figure(board, 1), encoding="utf-8")
    weighted = RingBoard.of(formula, 4)
    (IMAGES / "fewer-colors-weights.svg").write_text(ring_figure(weighted, 1), encoding="utf-8")
    (IMAGES / "fewer-colors-board.svg").write_text(board_figure(board, (False, True, False)), encoding="utf-8")
    return True


def main() -> int:
    """Run one part and give its exit code."""
    parts = {"sizes": sizes, "twice": twice, "check": check, "hard": hard, "pictures": pictures}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=parts)
    parser.add_argument("--cap", type=float, default=10.0)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--formulas", type=int, default=200)
    parser.add_argument("--largest", type=int, default=6)
    parser.add_argument("--only", nargs="+", default=[], choices=[f"{kind}-{n}" for kind, n, _ in ROWS])
    parser.add_argument("--solvers", nargs="+", default=list(SOLVERS))
    asked = parser.parse_args()
    return int(not parts[asked.part](asked))


if __name__ == "__main__":
    sys.exit(main())
