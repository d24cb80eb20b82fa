"""Exact counting: two methods of ours against each other, and against Ganak on our own formula.

Usage: python benchmarks/counting.py          needs pyganak for the comparison

- 37 cells, two colors: at least 1,000 times as fast as Ganak on the formula ``direct-1``.
- 127 cells, two and three colors: exact, by transfer matrices and by Pfaffians, which must agree.
"""

from __future__ import annotations

import sys
import time

from gourds.counts.placements import count
from gourds.encodings.cnf import direct_cnf
from gourds.families import FAMILIES, generate
from gourds.instance import Instance

LIMIT = 1000


def timed(instance: Instance, solver: str, rounds: int = 1) -> tuple[int, float]:
    """The count and the fastest time."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        number = count(instance, solver)
        times.append(time.perf_counter() - start)
    return number, min(times)


def ganak(instance: Instance) -> tuple[int, float]:
    """Ganak's count of the models of our formula, and its time."""
    import pyganak

    counter = pyganak.Counter()
    for clause in direct_cnf(instance):
        counter.add_clause(clause)
    start = time.perf_counter()
    number = int(counter.count())
    return number, time.perf_counter() - start


def main() -> int:
    """Run the benchmark and give its exit code."""
    small = generate(FAMILIES["hexagon"], {"radius": 3, "colors": 2}, 1)
    count(small, "pfaffian")  # compiles
    number, fast = timed(small, "frontier", 5)
    again, algebra = timed(small, "pfaffian", 5)
    peer, slow = ganak(small)
    assert number == again == peer
    print(f"37 cells, 2 colors: {number:,} placements")
    figures = f"frontier {fast * 1e3:.1f} ms, pfaffian {algebra * 1e3:.1f} ms, Ganak {slow:.1f} s"
    print(f"  {figures}: {slow / fast:,.0f} times\n")
    for colors in (2, 3):
        large = generate(FAMILIES["hexagon"], {"radius": 6, "colors": colors}, 1)
        first, sweep = timed(large, "frontier")
        second, pfaffian = timed(large, "pfaffian")
        assert first == second
        print(f"127 cells, {colors} colors: {first:,} placements")
        print(f"  frontier {sweep:.2f} s, pfaffian {pfaffian:.2f} s")
    kept = slow >= LIMIT * fast
    print(f"\nat least {LIMIT:,} times as fast as Ganak: {kept}")
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
