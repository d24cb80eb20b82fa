"""Few colors, infeasible: search grows exponentially, the algebra stays polynomial.

Usage: python benchmarks/few_colors.py [CAP]      CAP: seconds for every run, 20

*Edge of feasibility.* Hexagons with cells colored a or b at random. The numbers of (a, b)-gourds that some placement
has are all of one parity; the instance asks for two fewer than the last feasible one met when going down in shrinking
steps. SAT and CP-SAT both run out of time as the board grows; the algebra evaluates one polynomial. *Ring sums*
(``gourds generate ring-sum``) are hard for SAT alone. One seed for every size; where only the algebra finishes, the
verdict rests on it alone, with an error below 2⁻⁶⁰.

Exits with 1 if the algebra exceeds the cap, or if both others finish on the largest board.
"""

from __future__ import annotations

import sys

from gourds.families import FAMILIES, generate
from gourds.instance import Instance
from gourds.solvers import Status, solve

SOLVERS = ("algebraic", "sat", "cpsat")


def with_budget(instance: Instance, number: int) -> Instance:
    """The same board with another number of (a, b)-gourds; gourds of equal colors make up for it."""
    fewer = (instance.budget("a", "b") - number) // 2
    colors = [instance.colors[k] for k in instance.cell_colors.tolist()]
    gourds = [
        ("a", "b", number),
        ("a", "a", instance.budget("a", "a") + fewer),
        ("b", "b", instance.budget("b", "b") + fewer),
    ]
    return Instance.build(instance.board.cells, colors, gourds)


def below_the_edge(radius: int, seed: int) -> Instance:
    """Two (a, b)-gourds fewer than the last feasible number met going down in shrinking steps."""
    planted = generate(FAMILIES["hexagon"], {"radius": radius, "colors": 2}, seed)
    number, step = planted.budget("a", "b"), 64
    while step >= 2:
        lower = number - step
        if lower >= 0 and solve(with_budget(planted, lower), "algebraic", isolate=False).status is Status.FEASIBLE:
            number = lower
        else:
            step //= 2
    return with_budget(planted, number - 2)


def row(name: str, instance: Instance, cap: float) -> dict[str, bool]:
    """Run all solvers on one instance and print their times; who finished."""
    finished = {}
    cells = [f"{name:<24}{instance.board.size:>7,} cells"]
    for solver in SOLVERS:
        result = solve(instance, solver, time_limit=cap)
        assert result.status is not Status.FEASIBLE, (name, solver)
        finished[solver] = result.status is Status.INFEASIBLE
        cells.append(f"{result.time_s:9.2f} s" if finished[solver] else f"  > {cap:6.0f} s")
    print("  ".join(cells), flush=True)
    return finished


def main() -> int:
    """Run the benchmark and give its exit code."""
    cap = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    print(" " * 37 + "  ".join(f"{solver:>11}" for solver in SOLVERS))
    last: dict[str, bool] = {}
    always = True
    for radius in (5, 7, 9, 11, 15, 19, 23):
        last = row(f"edge, radius {radius}", below_the_edge(radius, 1), cap)
        always &= last["algebraic"]
    for length in (4, 6, 8, 10, 12, 14):
        rings = {"rings": 2 * length - 4, "length": length}
        always &= row(f"{rings['rings']} rings", generate(FAMILIES["ring-sum"], rings), cap)["algebraic"]
    kept = always and not last["sat"] and not last["cpsat"]
    print(f"the algebra always finishes, search does not on the largest hexagon: {kept}")
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
