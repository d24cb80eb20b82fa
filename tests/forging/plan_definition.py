"""What a plan is, in plain Python on documents: the definition that forged plans are held against.

E is the empty cell and (u, v) a gourd. If u and v are both next to E, it can pivot to (u, E) or (E, v). If only v is, it
advances to (v, E), a slide if u, v, E are in line, else a turn; likewise from u. A plan is right if each of its moves is
one of these and says its kind, and if the gourds end where the target has them, if there is one.
"""

from __future__ import annotations

from tests.forging.forgery import Document, are_near, is_cell, is_pair, is_whole

Ends = tuple[tuple[int, int], tuple[int, int]]
Position = tuple[set[tuple[int, int]], dict[int, Ends]]

AROUND = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
BENDS = [(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)]
LETTERS = dict(zip("abcdefghijklmnopqr", [*AROUND, *((2 * q, 2 * r) for q, r in AROUND), *BENDS], strict=True))
"""The step of the empty cell that each letter of a walk stands for."""


def position(document: Document) -> Position | None:
    """The cells of a configuration and the ends of each gourd by number; None if it is no configuration."""
    cells, gourds = document["cells"], document["gourds"]
    if not all(map(is_cell, cells)) or not all(isinstance(gourd, dict) for gourd in gourds):
        return None
    if not all(is_number(gourd.get("id")) and is_pair(gourd.get("ends")) for gourd in gourds):
        return None
    board = {(q, r) for q, r in cells}
    ends: dict[int, Ends] = {gourd["id"]: tuple((q, r) for q, r in gourd["ends"]) for gourd in gourds}
    covered = {cell for pair in ends.values() for cell in pair}
    is_sound = len(board) == len(cells) == len(covered) + 1 == 2 * len(ends) + 1 and len(ends) == len(gourds)
    return (board, ends) if is_sound and covered <= board and all(are_near(*pair) for pair in ends.values()) else None


def is_number(value: object) -> bool:
    """True iff the value is an integer of 64 bits."""
    return is_whole(value) and -(2**63) <= value < 2**63  # type: ignore[operator]


def moves_of(ends: Ends, empty: tuple[int, int]) -> dict[Ends, str]:
    """Where a gourd can go, and by what kind of move."""
    u, v = ends
    if are_near(u, empty) and are_near(v, empty):
        return {(u, empty): "pivot", (empty, v): "pivot"}
    if are_near(v, empty):
        return {(v, empty): "slide" if (v[0] - u[0], v[1] - u[1]) == (empty[0] - v[0], empty[1] - v[1]) else "turn"}
    if are_near(u, empty):
        return {(empty, u): "slide" if (u[0] - v[0], u[1] - v[1]) == (empty[0] - u[0], empty[1] - u[1]) else "turn"}
    return {}


def is_plan(start: Document, plan: Document, target: Document | None) -> bool:
    """True iff the plan leads from the start, and to the target if there is one."""
    begin, end = position(start), target and position(target)
    if begin is None or (target is not None and end is None):
        return False
    cells, ends = begin
    (empty,) = cells - {cell for pair in ends.values() for cell in pair}
    if "walk" in plan:
        if not is_cell(plan["empty"]) or tuple(plan["empty"]) != empty:
            return False
        if not set(plan["walk"]) <= set("abcdefghijklmnopqr"):
            return False
    for step in plan["walk"] if "walk" in plan else plan["moves"]:
        if "walk" in plan:
            q, r = LETTERS[step]
            left = (empty[0] + q, empty[1] + r)
            choices = [
                (k, to) for k, pair in ends.items() if left in pair for to in moves_of(pair, empty) if left not in to
            ]
            if not choices:
                return False
            (number, to), *_ = choices
        else:
            if not isinstance(step, dict) or not is_number(step.get("gourd")) or not is_pair(step.get("to")):
                return False
            number, to = step["gourd"], tuple((q, r) for q, r in step["to"])
            if number not in ends or (to, step.get("kind")) not in moves_of(ends[number], empty).items():
                return False
            (left,) = set(ends[number]) - set(to)
        ends[number], empty = to, left
    return end is None or (cells, ends) == end
