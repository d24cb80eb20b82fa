"""Forged placements and partial placements, beside the definition.

The definition is section 1 of the glossary's words: a placement covers all cells but one, each once, by gourds on two
neighbors, and uses exactly as many gourds of each pair of colors as the budget says. A partial placement covers no cell
twice and uses no more gourds of a pair than the budget says.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from gourds import shapes, verify
from gourds.board import Board
from gourds.files import loads
from gourds.matching.maximum import maximum_matching
from gourds.placement import PartialPlacement, Placement, partial_faults, placement_faults
from tests.forging.forgery import (
    IMAGES,
    ODDITIES,
    Document,
    Forgery,
    are_near,
    is_cell,
    is_pair,
    map_cells,
    nudged,
    verdict,
)

HONEST = 300
"""How many honest placements there are to begin with."""


# -- the definition -------------------------------------------------------------------------------------------


def is_placement(instance: Document, placement: Document) -> bool:
    """True iff the document is a placement of the instance."""
    empty, gourds = placement.get("empty"), placement.get("gourds")
    if not is_cell(empty) or not isinstance(gourds, list) or not all(map(is_pair, gourds)):
        return False
    color = {(q, r): name for q, r, name in instance["cells"]}
    covered = [(q, r) for gourd in gourds for q, r in gourd]
    if sorted([*covered, tuple(empty)]) != sorted(color):
        return False
    return all(are_near(a, b) for a, b in gourds) and kinds_used(color, gourds) == budgets(instance)


def is_partial_placement(instance: Document, gourds: list[Any]) -> bool:
    """True iff these gourds are a partial placement of the instance."""
    color = {(q, r): name for q, r, name in instance["cells"]}
    covered = [(q, r) for gourd in gourds for q, r in gourd]
    if len(set(covered)) < len(covered) or not set(covered) <= set(color):
        return False
    return all(are_near(a, b) for a, b in gourds) and kinds_used(color, gourds) <= budgets(instance)


def kinds_used(color: dict[tuple[int, int], str], gourds: list[Any]) -> Counter[tuple[str, ...]]:
    """How many gourds lie on each pair of colors."""
    return Counter(tuple(sorted(color[q, r] for q, r in gourd)) for gourd in gourds)


def budgets(instance: Document) -> Counter[tuple[str, ...]]:
    """How many gourds of each pair of colors there are."""
    total: Counter[tuple[str, ...]] = Counter()
    for first, second, count in instance["gourds"]:
        total[tuple(sorted((first, second)))] += count
    return +total


# -- what is honest -------------------------------------------------------------------------------------------


@cache
def honest(number: int) -> tuple[Document, Document]:
    """An instance with its placement, as documents."""
    rng = random.Random(number)
    while True:
        size, seed = rng.choice([3, 5, 7, 9, 11, 15, 21]), rng.randrange(1 << 30)
        shape = shapes.random_proper if rng.random() < 0.5 else shapes.random_connected
        board = Board.from_cells(shape(size, seed))
        mate = maximum_matching(board.size, board.edges, rng=rng).tolist()
        if mate.count(-1) == 1:
            break
    names = ["a", "b", "c", "Ä", ""][: rng.choice([1, 2, 2, 3, 5])]
    cells = [[q, r, rng.choice(names)] for q, r in board.cell_list()]
    pairs = [[k, other] for k, other in enumerate(mate) if k < other]
    kinds = Counter(tuple(sorted((cells[a][2], cells[b][2]))) for a, b in pairs)
    instance = {
        "format": "gourds-instance",
        "version": 1,
        "cells": cells,
        "gourds": [[a, b, count] for (a, b), count in sorted(kinds.items())],
    }
    gourds = [[cells[a][:2], cells[b][:2]] for a, b in pairs]
    empty = cells[mate.index(-1)][:2]
    return instance, {"format": "gourds-placement", "version": 1, "empty": empty, "gourds": gourds}


# -- changes --------------------------------------------------------------------------------------------------

Case = tuple[Document, Document]


def _gourd(case: Case, rng: random.Random) -> list[Any]:
    return rng.choice(case[1]["gourds"])


def swap_ends_between(case: Case, rng: random.Random) -> None:
    """Two gourds exchange an end."""
    one, other = _gourd(case, rng), _gourd(case, rng)
    i, j = rng.randrange(2), rng.randrange(2)
    one[i], other[j] = other[j], one[i]


def turn_pair(case: Case, rng: random.Random) -> None:
    """Two gourds side by side lie across instead, where the cells allow it."""
    gourds = case[1]["gourds"]
    pairs = [(g, h) for g in gourds for h in gourds if g is not h and are_near(g[0], h[0]) and are_near(g[1], h[1])]
    if pairs:
        one, other = rng.choice(pairs)
        one[1], other[0] = other[0], one[1]


def move_into_empty(case: Case, rng: random.Random) -> None:
    """A gourd gives up a cell for the empty one, near or not."""
    gourd, k = _gourd(case, rng), rng.randrange(2)
    case[1]["empty"], gourd[k] = gourd[k], case[1]["empty"]


def slide(case: Case, rng: random.Random) -> None:
    """A gourd moves as in the puzzle."""
    placement = case[1]
    near = [(g, k) for g in placement["gourds"] for k in (0, 1) if are_near(g[k], placement["empty"])]
    if near:
        gourd, k = rng.choice(near)
        placement["empty"], gourd[1 - k] = gourd[1 - k], placement["empty"]


def drop(case: Case, rng: random.Random) -> None:
    """A gourd is missing."""
    case[1]["gourds"].remove(_gourd(case, rng))


def double(case: Case, rng: random.Random) -> None:
    """A gourd is there twice."""
    case[1]["gourds"].append(copy.deepcopy(_gourd(case, rng)))


def shift_end(case: Case, rng: random.Random) -> None:
    """An end lies on a neighboring cell."""
    gourd, k = _gourd(case, rng), rng.randrange(2)
    gourd[k] = nudged(gourd[k], rng)


def shift_gourd(case: Case, rng: random.Random) -> None:
    """A gourd lies one cell further."""
    gourd, step = _gourd(case, rng), nudged([0, 0], rng)
    gourd[:] = [[q + step[0], r + step[1]] for q, r in gourd]


def same_cell_twice(case: Case, rng: random.Random) -> None:
    """Both ends of a gourd are on one cell."""
    gourd = _gourd(case, rng)
    gourd[0] = list(gourd[1])


def wrong_empty(case: Case, rng: random.Random) -> None:
    """Another cell is called empty, on the board or not."""
    case[1]["empty"] = rng.choice([nudged(case[1]["empty"], rng), list(_gourd(case, rng)[0]), [99, 99]])


def far_cell(case: Case, rng: random.Random) -> None:
    """A cell far away, which may share the key of one on the board if coordinates run over."""
    gourd, k = _gourd(case, rng), rng.randrange(2)
    q, r = gourd[k]
    gourd[k] = rng.choice([[q + 2**32, r - 1], [q - 2**32, r + 1], [q + 2**29, r], [q, r + 2**64]])


def oddity(case: Case, rng: random.Random) -> None:
    """A value that is no coordinate, no cell or no gourd."""
    odd, gourd = rng.choice(ODDITIES), _gourd(case, rng)
    kind = rng.randrange(4)
    if kind == 0:
        gourd[rng.randrange(2)][rng.randrange(2)] = odd
    elif kind == 1:
        gourd[rng.randrange(2)] = odd
    elif kind == 2:
        case[1]["gourds"][rng.randrange(len(case[1]["gourds"]))] = odd
    else:
        case[1]["empty"][rng.randrange(2)] = odd


def longer_cell(case: Case, rng: random.Random) -> None:
    """A cell of three numbers, or a gourd of three cells."""
    rng.choice([_gourd(case, rng), _gourd(case, rng)[0], case[1]["empty"]]).append(0)


def recolor(case: Case, rng: random.Random) -> None:
    """A cell of the instance has another color; no color goes missing, so that the instance stays one."""
    cells = case[0]["cells"]
    cell, names = rng.choice(cells), [cell[2] for cell in cells]
    if names.count(cell[2]) > 1:
        cell[2] = rng.choice(names)


def swap_colors(case: Case, rng: random.Random) -> None:
    """Two cells of the instance exchange their colors."""
    one, other = rng.choice(case[0]["cells"]), rng.choice(case[0]["cells"])
    one[2], other[2] = other[2], one[2]


def other_budget(case: Case, rng: random.Random) -> None:
    """A gourd of the instance is of another kind."""
    kinds = case[0]["gourds"]
    rng.choice(kinds)[2] -= 1
    names = [cell[2] for cell in case[0]["cells"]]
    kinds.append([rng.choice(names), rng.choice(names), 1])
    kinds[:] = [kind for kind in kinds if kind[2] > 0]


def twin_board(case: Case, rng: random.Random) -> None:
    """The placement is for the board's image."""
    case[1].update(map_cells(case[1], IMAGES[rng.choice(list(IMAGES))]))


def both_twins(case: Case, rng: random.Random) -> None:
    """Instance and placement go through one symmetry, which does no harm."""
    image = IMAGES[rng.choice(list(IMAGES))]
    case[0].update(map_cells(case[0], image))
    case[1].update(map_cells(case[1], image))


def another_ones(case: Case, rng: random.Random) -> None:
    """The placement belongs to another instance."""
    case[1].update(copy.deepcopy(honest(rng.randrange(HONEST))[1]))


def shuffled(case: Case, rng: random.Random) -> None:
    """Gourds in another order, some the other way round, which does no harm."""
    rng.shuffle(case[1]["gourds"])
    for gourd in case[1]["gourds"]:
        if rng.random() < 0.5:
            gourd.reverse()


CHANGES: list[Callable[[Case, random.Random], None]] = [
    swap_ends_between, turn_pair, move_into_empty, slide, drop, double, shift_end, shift_gourd, same_cell_twice,
    wrong_empty, far_cell, oddity, longer_cell, recolor, swap_colors, other_budget, twin_board, both_twins,
    another_ones, shuffled,
]  # fmt: skip
SPELLING = {oddity, longer_cell}
"""Changes after which cells may be no cells."""
OF_PLACES = [change for change in CHANGES if change not in SPELLING]


# -- forging --------------------------------------------------------------------------------------------------


def _forged(rng: random.Random, changes: list[Callable[[Case, random.Random], None]]) -> tuple[int, list[str], Case]:
    number = rng.randrange(HONEST)
    case = copy.deepcopy(honest(number))
    made: list[str] = []
    for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3])):
        change = rng.choice(changes)
        if case[1]["gourds"]:
            change(case, rng)
            made.append(change.__name__)
        if change in SPELLING:
            break
    return number, made, case


def forge(rng: random.Random) -> Forgery:
    """One case: a placement, changed or not."""
    number, made, (instance, placement) = _forged(rng, CHANGES)
    read = loads(json.dumps(instance))

    def by_file() -> bool:
        return bool(verify(read, loads(json.dumps(placement))))

    def by_value() -> bool:
        gourds = tuple((tuple(a), tuple(b)) for a, b in placement["gourds"])
        return not placement_faults(read, Placement(tuple(placement["empty"]), gourds))

    routes = {"file": verdict(by_file)}
    if not {change.__name__ for change in SPELLING} & set(made):
        routes["value"] = verdict(by_value)
    documents = {"instance": instance, "placement": placement}
    return Forgery(f"placement {number}", tuple(made), documents, is_placement(instance, placement), routes)


def forge_partial(rng: random.Random) -> Forgery:
    """One case: some gourds of a placement, changed or not, as a partial placement."""
    number, made, (instance, placement) = _forged(rng, OF_PLACES)
    read = loads(json.dumps(instance))
    gourds = [gourd for gourd in placement["gourds"] if rng.random() < 0.8]

    def by_file() -> bool:
        document = {"format": "gourds-partial-placement", "version": 1, "gourds": gourds}
        return not partial_faults(read, loads(json.dumps(document)))

    def by_value() -> bool:
        return not partial_faults(read, PartialPlacement((tuple(a), tuple(b)) for a, b in gourds))

    documents = {"instance": instance, "gourds": gourds}
    is_right = is_partial_placement(instance, gourds)
    routes = {"file": verdict(by_file), "value": verdict(by_value)}
    return Forgery(f"placement {number}, some gourds", tuple(made), documents, is_right, routes)
