"""The two cycles into which a degree-2 node splits H, and how they exchange gourds.

Let t be a triangle with one edge e₁ on H and the corner v opposite to it. *Odd split:* H without e₁ and with the other
two sides of t is two odd cycles that share v. *Even split:* if those two are even, each takes in e₁ instead, and they
share all three corners of t.

To exchange gourds, two odd cycles, the tracks, need an edge in common and a place for the empty cell E such that the
gourds can lie along both at once: the pairs of cells that E leaves along the one and along the other must be a matching
of all cells but E, and exactly the common edge be in both.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from gourds.paper.claim import Claim, Effort, Finding, Picture
from gourds.paper.cycles.inside import Inside, is_cycle
from gourds.paper.cycles.parts import best_split
from gourds.paper.cycles.pictures import MARKED, draw
from gourds.paper.cycles.runs import LONG, longest_run
from gourds.paper.cycles.samples import THOROUGH, Extent, Survey, example
from gourds.reconfigure.paper import splits
from gourds.reconfigure.paper.triangles import triangle_tree
from gourds.words import counted

Cycle = list[int]

QUICK: Final = Extent(13, 30, 199)
"""For places of exchange, in a quick run: there are as many as cells, and each is looked at as a whole."""


def split_at(inside: Inside, node: int) -> tuple[bool, Cycle, Cycle]:
    """Whether the split at a degree-2 node is odd, and its two cycles, from the corner v on."""
    corners = inside.nodes[node]
    size = len(inside.cycle)
    (v,) = (
        cell
        for cell in corners
        if all(
            (inside.place[cell] - inside.place[other]) % size not in (1, size - 1) for other in corners if other != cell
        )
    )
    way = [inside.cycle[(inside.place[v] + k) % size] for k in range(size)]
    a, b = sorted((cell for cell in corners if cell != v), key=way.index)
    at = way.index(a)
    first, second = way[: at + 1], [v, *way[at + 1 :]]
    if len(first) % 2:
        return True, first, second
    return False, [*first, b], [v, a, *second[1:]]


def two_ways_fault(inside: Inside, node: int) -> str:
    """What the text says about a split and is not so."""
    is_odd, first, second = split_at(inside, node)
    size = len(inside.cycle)
    if not is_cycle(inside.board, first) or not is_cycle(inside.board, second):
        return "A split does not give two cycles."
    if len(first) % 2 == 0 or len(second) % 2 == 0:
        return "The two cycles of a split do not have odd length."
    shared = set(first) & set(second)
    if len(shared) != (1 if is_odd else 3) or not shared <= set(inside.nodes[node]):
        return f"The two cycles of a split share {counted(len(shared), 'cell')}."
    if set(first) | set(second) != set(inside.cycle) or len(first) + len(second) > size + 3:
        return "The two cycles of a split do not have all cells, or have more than m + 3 together."
    return ""


def _check_two_ways(effort: Effort) -> Finding:
    survey = Survey.of(effort, "two-ways")
    counts: defaultdict[str, list[float]] = defaultdict(lambda: [0, 0, 1.0])

    def fault_of(group: str, inside: Inside) -> str | None:
        row = counts[group]
        for node in inside.nodes_of_degree(2):
            if fault := two_ways_fault(inside, node):
                return fault
            row[0 if split_at(inside, node)[0] else 1] += 1
        if inside.size >= 3 and longest_run(inside) < LONG:
            _, first, second = split_at(inside, best_split(inside)[0])
            smaller, size = min(len(first), len(second)), len(inside.cycle)
            row[2] = min(row[2], smaller / size)
            if smaller < Fraction(size, 96):
                return f"The smaller cycle of the best split has {smaller} of {size} cells."
        return None

    if fault := survey.first_fault(fault_of):
        return fault
    heads = ["share one cell", "share three cells", "smaller cycle of the best split"]
    columns = {
        group: [f"{one:,}", f"{three:,}", f"≥ {least:.2f} m"] for group, (one, three, least) in counts.items() if one
    }
    remark = (
        "Together the two cycles have m + 1 cells if they share one, and m + 3 if they share three. That the smaller"
        " one has at least m/96 does not follow from the lemma's m/96 − 7, but from its proof: see split-walk."
    )
    return Finding(survey.outcome, survey.reach, survey.table(heads, columns), remark, _drawn_splits())


def _drawn_splits() -> tuple[Picture, ...]:
    """One split of each kind, as balanced as can be."""
    shown = example(37, 3)
    found: dict[bool, tuple[int, int]] = {}
    for node in shown.nodes_of_degree(2):
        is_odd, first, second = split_at(shown, node)
        found[is_odd] = max(found.get(is_odd, (0, 0)), (min(len(first), len(second)), node))
    texts = {True: "A split into two odd cycles that share one cell, v.", False: "A split where they share a, b and v."}
    pictures = []
    for is_odd, (_, node) in sorted(found.items(), reverse=True):
        _, first, second = split_at(shown, node)
        a, b = (cell for cell in shown.nodes[node] if cell != first[0])
        named = {first[0]: "v", a: "a", b: "b"}
        pictures.append(draw(shown, texts[is_odd], filled={MARKED: [node]}, named=named, parts=(first, second)))
    return tuple(pictures)


# -- exchanging gourds ------------------------------------------------------------------------------------------


def pairs_along(cells: Sequence[int], empty: int) -> set[frozenset[int]]:
    """Where gourds lie along an odd cycle with a cell empty."""
    at = list(cells).index(empty)
    rest = [*cells[at + 1 :], *cells[:at]]
    return {frozenset(pair) for pair in zip(rest[::2], rest[1::2], strict=True)}


def station_fault(inside: Inside, station: splits.Station, parts: tuple[Cycle, Cycle], is_odd: bool) -> str:
    """What is wrong with a place where two cycles exchange gourds."""
    tracks = [track.cells.tolist() for track in station.tracks]
    if any(not is_cycle(inside.board, track) or len(track) % 2 == 0 for track in tracks):
        return "A track is no cycle of odd length."
    more = [set(track) - set(part) for track, part in zip(tracks, parts, strict=True)]
    if sorted(map(len, more)) != ([0, 2] if is_odd else [0, 0]):
        return "Not exactly one of the two cycles is extended, by two cells."
    if any(not set(part) <= set(track) for track, part in zip(tracks, parts, strict=True)):
        return "An extended cycle leaves out a cell."
    if station.empty not in set(tracks[0]) & set(tracks[1]):
        return "The empty cell is not on both tracks."
    one, other = (pairs_along(track, station.empty) for track in tracks)
    if one & other != {station.common}:
        return "The tracks do not have exactly one gourd in common."
    covered = [cell for pair in one | other for cell in pair]
    if sorted(covered) != sorted(set(inside.cycle) - {station.empty}):
        return "The gourds along the two tracks overlap, or leave out a cell."
    return ""


def _check_exchange(effort: Effort) -> Finding:
    survey = Survey(effort, "exchange", effort.pick(QUICK, THOROUGH))
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def fault_of(group: str, inside: Inside) -> str | None:
        tree = triangle_tree(inside.board.neighbors, np.array(inside.cycle, dtype=np.int32))
        found = splits.find_splits(tree)
        if len(found) != len(inside.nodes_of_degree(2)):
            return "The planners do not find every split."
        for split in found:
            first, second = (part.tolist() for part in split.parts)
            stations = list(splits.find_stations(inside.board.neighbors, split))
            if not stations:
                return "Two cycles of a split cannot exchange gourds."
            for station in stations:
                if fault := station_fault(inside, station, (first, second), not split.is_even):
                    return fault
            kinds[group][stations[0].kind.rstrip("'")] += 1
        return None

    if fault := survey.first_fault(fault_of):
        return fault
    heads = ["even", "B", "A", "C"]
    rows = survey.table(heads, {group: [f"{counts[head]:,}" for head in heads] for group, counts in kinds.items()})
    return Finding(survey.outcome, survey.reach, rows, _EXCHANGE, _drawn_station())


_EXCHANGE: Final = (
    "Every split, by how its cycles exchange gourds. Even: they share the edge e₁ while v is empty. A, B: one is"
    " extended by two cells across a side of t, next to v or away from it. C: neither is possible on either side; then"
    " five triangles meet at v, its two neighbors on H touch, and the extension leads through one of them. Where"
    " several are possible the first of B, A, C is counted."
)


def _drawn_station() -> tuple[Picture, ...]:
    """A split of which one cycle is extended."""
    shown = example(37, 3)
    tree = triangle_tree(shown.board.neighbors, np.array(shown.cycle, dtype=np.int32))
    for split in splits.find_splits(tree):
        station = next(splits.find_stations(shown.board.neighbors, split))
        if not split.is_even:
            tracks = [track.cells.tolist() for track in station.tracks]
            at, other = sorted(station.common)
            named = {station.empty: "E", at: "x", other: "y"}
            text = "One of two odd cycles is extended by two cells; both run through the edge xy while E is empty."
            return (draw(shown, text, named=named, parts=tracks),)
    return ()


CLAIMS: Final = (
    Claim(
        "two-ways",
        "Section 4.2, after Lemma 8",
        "At a degree-2 node a cycle of m cells splits into two odd cycles that share one cell or three, have at most m"
        " + 3 cells together, and of which the smaller has at least m/96 at a balanced split.",
        "Every split of every cycle is made by hand: lengths, shared cells, adjacency of the steps.",
        _check_two_ways,
    ),
    Claim(
        "exchange",
        "Section 4.2, Figure 12 (merging)",
        "The two cycles of any split can exchange gourds: they share an edge, or one of them can be extended by two"
        " cells so that they do, with a place for the empty cell.",
        "All splits of all cycles. For each place of exchange that the planners find, the gourds along both cycles must"
        " form a matching of all cells but the empty one, with exactly one gourd in common.",
        _check_exchange,
    ),
)
