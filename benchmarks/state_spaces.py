"""Whole state spaces: our search against a plain breadth-first search in Python, and God's number of small boards.

Usage: python benchmarks/state_spaces.py             speed, and God's number of every proper board up to 9 cells
       python benchmarks/state_spaces.py --all       up to 11 cells; the theorem and boards with holes as well (minutes)

Promise: at least 20 times as many states per second as the plain search, set-up included, in the same run.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.moves import labels_of
from gourds.reconfigure.gods_number.surveying import survey
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search.exact.shortest import count_reachable
from gourds.reconfigure.spaces.group_connectivity import connectivity
from gourds.reconfigure.spaces.holes import find_hamiltonian_cycle, is_very_unbalanced, large_independent_set
from gourds.reconfigure.spaces.placement_graph import placement_graph

LIMIT = 20


def plain_search(configuration: Configuration) -> list[int]:
    """How many configurations are 0, 1, 2, … moves away, with tuples in a set."""
    near = [[cell for cell in row if cell >= 0] for row in configuration.board.neighbors.tolist()]
    start = tuple(labels_of(configuration)[0].tolist())
    seen, level, counts = {start}, [start], []
    while level:
        counts.append(len(level))
        following = []
        for state in level:
            empty = state.index(-1)
            around = near[empty]
            for cell in around:
                end = state[cell]
                other = state.index(end ^ 1)
                after = list(state)
                after[empty] = end
                if other in around:
                    after[cell] = -1
                else:
                    after[cell], after[other] = end ^ 1, -1
                found = tuple(after)
                if found not in seen:
                    seen.add(found)
                    following.append(found)
        level = following
    return counts


def two_bits(configuration: Configuration) -> tuple[int, ...]:
    """The same with two bits a state, set-up included."""
    graph = placement_graph(configuration.board)
    pairs = tuple(sorted((min(a, b), max(a, b)) for a, b in configuration.ends.tolist()))
    return TwoBitSpace(graph).search(graph.placements.index(pairs)).counts


def compare(rounds: int) -> bool:
    """States per second of one search: plain, packed words, two bits; True iff the promise is kept."""
    board = Board.from_cells(shapes.random_proper(11, 1))
    start = random_configuration(board, 1)
    survey(board), count_reachable(start)  # compiles
    searches: dict[str, Callable[[Configuration], Sequence[int]]] = {
        "plain Python": plain_search,
        "packed words": count_reachable,
        "two bits": two_bits,
    }
    rates: dict[str, list[float]] = {name: [] for name in searches}
    results = set()
    for _ in range(rounds):
        for name, search in searches.items():
            began = time.perf_counter()
            counts = search(start)
            rates[name].append(sum(counts) / (time.perf_counter() - began))
            results.add(tuple(counts))
    assert len(results) == 1
    began = time.perf_counter()
    space = survey(board)
    whole = space.states * len(set(placement_graph(board).orbits.tolist())) / (time.perf_counter() - began)
    ratio = median(fast / slow for fast, slow in zip(rates["two bits"], rates["plain Python"], strict=True))
    print(f"{board.size} cells, {space.states:,} states; states per second, medians of {rounds}, set-up included")
    for name, each in rates.items():
        print(f"  {name:14}{median(each):14,.0f}")
    print(f"  {'whole survey':14}{whole:14,.0f}   (two bits, from every placement)")
    print(f"  two bits against plain Python: {ratio:.0f} times; at least {LIMIT}: {ratio >= LIMIT}\n")
    return ratio >= LIMIT


def table(*names: str) -> None:
    """Print the head of a table."""
    print("| " + " | ".join(names) + " |\n|" + "---|" * len(names))


def row(*values: object) -> None:
    """Print a row of a table."""
    print("| " + " | ".join(map(str, values)) + " |", flush=True)


def gods_numbers(sizes: range) -> None:
    """God's number of every proper board."""
    table("cells", "proper boards", "placements", "states", "mean distance", "God's number: boards", "seconds")
    hardest = []
    for size in sizes:
        began = time.perf_counter()
        spaces = [survey(board) for board in polyhexes.proper_boards(size)]
        seconds = time.perf_counter() - began
        assert all(space.is_reconfigurable and space.reachable == space.states for space in spaces)
        placements = [space.placements for space in spaces]
        states = [space.states for space in spaces]
        means = [space.mean for space in spaces]
        spread = Counter(space.lower_bound for space in spaces if space.distances)
        row(
            size,
            spread.total(),
            f"{min(placements)}–{max(placements)}",
            f"{min(states):,}–{max(states):,}",
            f"{min(means):.2f}–{max(means):.2f}",
            ", ".join(f"{number}: {spread[number]}" for number in sorted(spread)),
            f"{seconds:.1f}",
        )
        hardest += [choose(spaces, key=lambda space: (space.lower_bound, space.mean)) for choose in (min, max)]
    print("\nEasiest and hardest of each size:")
    for space in hardest:
        numbers = f"God's number {space.lower_bound}, mean {space.mean:.2f}"
        print(f"  {space.states:,} states, {numbers}: {space.board!r}")
    print()


def theorem(sizes: range) -> None:
    """On hole-free boards, every configuration reaches every other iff the board is proper; groups against search."""
    table("cells", "hole-free boards", "proper", "improper", "improper without any configuration", "seconds")
    for size in sizes:
        began = time.perf_counter()
        counts: Counter[str] = Counter()
        for board in polyhexes.hole_free_boards(size):
            facts = connectivity(board)
            if not facts.states:
                counts["none"] += 1
                assert not board.is_proper
                continue
            reached = sum(count_reachable(random_configuration(board, 1)))
            assert (reached == facts.states) == facts.is_reconfigurable == board.is_proper
            counts["proper" if board.is_proper else "improper"] += 1
        seconds = f"{time.perf_counter() - began:.1f}"
        row(size, counts.total(), counts["proper"], counts["improper"], counts["none"], seconds)
    print()


def holes(sizes: range) -> None:
    """2-connected boards with holes: which are reconfigurable, and what is known to be in the way."""
    kinds = (
        "boards",
        "reconfigurable",
        "Hamiltonian",
        "Hamiltonian, not reconfigurable",
        "not Hamiltonian, reconfigurable",
        "very unbalanced",
        "independent set of n + 1",
        "no configuration",
    )
    table("cells", *kinds, "seconds")
    for size in sizes:
        began = time.perf_counter()
        totals = [0] * len(kinds)
        for board in polyhexes.two_connected_boards_with_holes(size):
            facts, hamiltonian = connectivity(board), find_hamiltonian_cycle(board) is not None
            free = facts.is_reconfigurable and facts.states > 0
            held = large_independent_set(board) is not None
            is_so = (True, free, hamiltonian, hamiltonian and not free, free and not hamiltonian)
            more = (is_very_unbalanced(board), held, not facts.states)
            totals = [total + value for total, value in zip(totals, is_so + more, strict=True)]
        row(size, *totals, f"{time.perf_counter() - began:.1f}")


def main(arguments: list[str]) -> int:
    """Run the benchmark and give its exit code."""
    everything = "--all" in arguments
    kept = compare(3)
    gods_numbers(range(3, 12 if everything else 10, 2))
    if everything:
        theorem(range(3, 10, 2))
        holes(range(7, 14, 2))
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
