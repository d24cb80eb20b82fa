"""Honest plans, and the changes that make forgeries of them; a case is a start, a plan and perhaps a target."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.reconfigure.scrambles import random_configuration
from tests.forging.forgery import IMAGES, ODDITIES, STEPS, Document, is_cell, is_whole, map_cells, nudged
from tests.forging.plan_definition import LETTERS, moves_of, position

HONEST = 200
"""How many starts there are to begin with."""

# -- what is honest -------------------------------------------------------------------------------------------


@cache
def honest_start(number: int) -> Document:
    """A configuration, as a document, on a board that is proper or not."""
    rng = random.Random(number)
    while True:
        size, seed = rng.choice([3, 5, 7, 7, 9, 9, 11, 15]), rng.randrange(1 << 30)
        shape = shapes.random_proper if rng.random() < 0.6 else shapes.random_connected
        try:
            start = random_configuration(Board.from_cells(shape(size, seed)), seed)
        except InputError:
            continue
        return json.loads(json.dumps(start.to_json()))


def honest_case(start: Document, length: int, rng: random.Random, as_walk: bool) -> tuple[Document, Document]:
    """A random plan of legal moves and the configuration that it leads to."""
    found = position(start)
    assert found is not None
    cells, ends = found
    (empty,) = begun = cells - {cell for pair in ends.values() for cell in pair}
    at = {cell: number for number, pair in ends.items() for cell in pair}
    moves, letters = [], []
    for _ in range(length):
        near = [at[cell] for q, r in STEPS if (cell := (empty[0] + q, empty[1] + r)) in at]
        choices = [(number, to, kind) for number in near for to, kind in moves_of(ends[number], empty).items()]
        if not choices:
            break
        number, to, kind = rng.choice(choices)
        (left,) = set(ends[number]) - set(to)
        del at[left]
        at[empty] = number
        moves.append({"gourd": number, "kind": kind, "to": [list(cell) for cell in to]})
        step = (left[0] - empty[0], left[1] - empty[1])
        letters.append(next(letter for letter, other in LETTERS.items() if other == step))
        ends[number], empty = to, left
    gourds = [{"id": number, "ends": [list(cell) for cell in pair]} for number, pair in ends.items()]
    target = {**copy.deepcopy(start), "gourds": gourds}
    spelled = {"empty": list(*begun), "walk": "".join(letters)} if as_walk else {"moves": moves}
    return {"format": "gourds-plan", "version": 1, **spelled}, target


# -- changes --------------------------------------------------------------------------------------------------

Case = dict[str, Document]
Change = Callable[[Case, random.Random], None]


def _edit(case: Case, change: Callable[[list[Any]], None]) -> None:
    """Change the moves, or the letters, as a list."""
    plan = case["plan"]
    key = "walk" if "walk" in plan else "moves"
    steps = list(plan[key])
    if steps:
        change(steps)
    plan[key] = "".join(steps) if key == "walk" else steps


def swap_moves(case: Case, rng: random.Random) -> None:
    """Two moves that follow each other change their order."""

    def change(steps: list[Any]) -> None:
        k = rng.randrange(len(steps))
        steps[k - 1 : k + 1] = steps[k - 1 : k + 1][::-1]

    _edit(case, change)


def move_past(case: Case, rng: random.Random) -> None:
    """A move is made at another time."""
    _edit(case, lambda steps: steps.insert(rng.randrange(len(steps)), steps.pop(rng.randrange(len(steps)))))


def drop_move(case: Case, rng: random.Random) -> None:
    """A move is missing."""
    _edit(case, lambda steps: steps.pop(rng.randrange(len(steps))) and None)


def double_move(case: Case, rng: random.Random) -> None:
    """A move is made twice."""
    _edit(case, lambda steps: steps.insert(k := rng.randrange(len(steps)), copy.deepcopy(steps[k])))


def cut_short(case: Case, rng: random.Random) -> None:
    """The plan ends early."""
    _edit(case, lambda steps: steps.__delitem__(slice(rng.randrange(len(steps)), None)))


def other_way(case: Case, rng: random.Random) -> None:
    """The moves in reverse order."""
    _edit(case, lambda steps: steps.reverse())


def change_step(case: Case, rng: random.Random) -> None:
    """One letter is another, or a move is one of another plan from the same start."""
    other = honest_case(case["start"], 6, rng, "walk" in case["plan"])[0] if position(case["start"]) else case["plan"]
    steps = [*(other.get("walk") or other.get("moves") or ()), *("abcdefghijklmnopqrsA" if "walk" in other else ())]

    def change(mine: list[Any]) -> None:
        mine[rng.randrange(len(mine))] = copy.deepcopy(rng.choice(steps or mine))

    _edit(case, change)


def _move(case: Case, rng: random.Random) -> dict[str, Any] | None:
    moves = case["plan"].get("moves")
    return rng.choice(moves) if moves else None


def reverse_move(case: Case, rng: random.Random) -> None:
    """The ends of a gourd go to each other's cells."""
    if move := _move(case, rng):
        move["to"].reverse()


def shift_move(case: Case, rng: random.Random) -> None:
    """An end goes to a neighboring cell instead, on the board or not."""
    if move := _move(case, rng):
        k = rng.randrange(2)
        move["to"][k] = nudged(move["to"][k], rng)


def other_gourd(case: Case, rng: random.Random) -> None:
    """Another gourd moves, or one that is not there."""
    if move := _move(case, rng):
        move["gourd"] = rng.choice([*(gourd["id"] for gourd in case["start"]["gourds"]), 0, -1, 10**6, 2**63 - 1])


def other_kind(case: Case, rng: random.Random) -> None:
    """The move is called something else."""
    if move := _move(case, rng):
        move["kind"] = rng.choice(["slide", "turn", "pivot", "SLIDE", "", None, 0])


def sharp_turn(case: Case, rng: random.Random) -> None:
    """A pivot that takes both ends along, which is two moves, or an advance that leaves one behind."""
    if move := _move(case, rng):
        a, b = move["to"]
        move["to"] = rng.choice([[b, nudged(b, rng)], [nudged(a, rng), a]])


def odd_move(case: Case, rng: random.Random) -> None:
    """A value that is no number, no cell or no move."""
    if move := _move(case, rng):
        odd, kind = rng.choice(ODDITIES), rng.randrange(4)
        if kind == 0:
            move["gourd"] = odd
        elif kind == 1:
            move["to"][rng.randrange(2)][rng.randrange(2)] = odd
        elif kind == 2:
            move["to"][rng.randrange(2)] = odd
        else:
            moves = case["plan"]["moves"]
            moves[rng.randrange(len(moves))] = odd


def extreme_move(case: Case, rng: random.Random) -> None:
    """Coordinates as large as numbers get, so that differences run over."""
    if move := _move(case, rng):
        big = 2**63 - 1
        move["to"] = rng.choice(
            [[[big, 0], [-big - 1, 0]], [[0, -big - 1], [0, big]], [move["to"][0], [big, big]], [[2**32, -1], [0, 0]]]
        )


def wrong_empty(case: Case, rng: random.Random) -> None:
    """A walk begins elsewhere."""
    if "walk" in case["plan"]:
        case["plan"]["empty"] = rng.choice([nudged(case["plan"]["empty"], rng), [2**30, 0], [True, 0], [0]])


def twin_plan(case: Case, rng: random.Random) -> None:
    """The plan is for the board's image."""
    case["plan"] = map_cells(case["plan"], IMAGES[rng.choice(list(IMAGES))])


def all_twins(case: Case, rng: random.Random) -> None:
    """Everything goes through one symmetry, or as far out as cells may lie; that does no harm to moves in full."""
    image = IMAGES[rng.choice(list(IMAGES))]
    if rng.random() < 0.3:
        q0 = 2**30 - 1 - max((cell[0] for cell in case["start"]["cells"] if is_cell(cell)), default=0)
        image = lambda q, r: (q + q0, r)  # noqa: E731
    for name in case:
        case[name] = map_cells(case[name], image)


def other_plan(case: Case, rng: random.Random) -> None:
    """The plan belongs to another start."""
    other = honest_start(rng.randrange(HONEST))
    case["plan"] = honest_case(other, rng.randrange(6), rng, "walk" in case["plan"])[0]


def _configuration(case: Case, rng: random.Random) -> Document:
    return case[rng.choice([name for name in case if name != "plan"])]


def exchange_gourds(case: Case, rng: random.Random) -> None:
    """Two gourds of the start or the target exchange their places."""
    gourds = _configuration(case, rng)["gourds"]
    one, other = rng.choice(gourds), rng.choice(gourds)
    one["ends"], other["ends"] = other["ends"], one["ends"]


def turn_gourd(case: Case, rng: random.Random) -> None:
    """A gourd of the start or the target lies the other way round."""
    rng.choice(_configuration(case, rng)["gourds"])["ends"].reverse()


def renumber(case: Case, rng: random.Random) -> None:
    """A gourd of the start or the target has another number, perhaps one that was given before."""
    rng.choice(_configuration(case, rng)["gourds"])["id"] = rng.choice([1, 2, 3, 99, -7, 2**63 - 1, *ODDITIES])


def move_end(case: Case, rng: random.Random) -> None:
    """An end of the start or the target lies on a neighboring cell."""
    ends, k = rng.choice(_configuration(case, rng)["gourds"])["ends"], rng.randrange(2)
    ends[k] = nudged(ends[k], rng)


def drop_gourd(case: Case, rng: random.Random) -> None:
    """The start or the target has a gourd less, or one twice."""
    gourds = _configuration(case, rng)["gourds"]
    gourd = rng.choice(gourds)
    if rng.random() < 0.5:
        gourds.remove(gourd)
    else:
        gourds.append(copy.deepcopy(gourd))


def other_cells(case: Case, rng: random.Random) -> None:
    """The board of the start or the target has a cell more, less or twice."""
    cells = _configuration(case, rng)["cells"]
    cell = rng.choice(cells)
    rng.choice([cells.remove, lambda one: cells.append(list(one)), lambda one: cells.append(nudged(one, rng))])(cell)


def shuffled(case: Case, rng: random.Random) -> None:
    """Cells and gourds in another order, which does no harm."""
    document = _configuration(case, rng)
    rng.shuffle(document["cells"])
    rng.shuffle(document["gourds"])


def rename_all(case: Case, rng: random.Random) -> None:
    """All gourds get other numbers, the same everywhere, which does no harm."""
    numbers = {k: rng.randrange(-(2**63), 2**63) for k in range(1, 20)}
    gourds = [gourd for name in case if name != "plan" for gourd in case[name]["gourds"]]
    for gourd in gourds:
        gourd["id"] = numbers.get(gourd["id"], 0) if is_whole(gourd["id"]) else gourd["id"]
    for move in case["plan"].get("moves", ()):
        if isinstance(move, dict) and is_whole(move.get("gourd")):
            move["gourd"] = numbers.get(move["gourd"], 0)


SPELLING: list[Change] = [odd_move, extreme_move, renumber, wrong_empty, other_kind]
"""Changes that may leave something that other changes cannot take; nothing follows them."""
CHANGES: list[Change] = [
    swap_moves, move_past, drop_move, double_move, cut_short, other_way, change_step, reverse_move, shift_move,
    other_gourd, sharp_turn, twin_plan, all_twins, other_plan, exchange_gourds, turn_gourd, move_end, drop_gourd,
    other_cells, shuffled, rename_all, *SPELLING,
]  # fmt: skip
