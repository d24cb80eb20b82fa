"""Section 2, the Fact: 2-connected hole-free boards have a Hamiltonian cycle, but for the Star of David.

For each board a cycle is built (:mod:`gourds.reconfigure.paper.cycle`) and then checked from the definition: every cell
once, each next to the one before. That the Star of David has none is found by plain search. Every small board is looked
at: boards with one cell more are made from those with one cell less (:mod:`gourds.polyhexes`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

from gourds.board import STAR_OF_DAVID, Board
from gourds.chance import draw_below
from gourds.errors import GourdsError
from gourds.hexgrid import DIRECTIONS, SYMMETRIES, Cell
from gourds.paper.claim import Claim, Effort, Finding, Picture, failing
from gourds.paper.cycles.inside import is_hamiltonian
from gourds.paper.sweep import Sweep
from gourds.polyhexes import MAX_SIZE, free_boards, two_connected_boards
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.reconfigure.spaces.holes import find_hamiltonian_cycle
from gourds.render.board.picture import to_svg
from gourds.render.figure.cycle import cycle_svg
from gourds.shapes import hexagon

LARGEST: Final = 400
"""Cells of the random boards, at most."""


def random_two_connected(cells: int, seed: str) -> Board:
    """A random 2-connected hole-free board: cells are added where they have one run of two or more neighbors."""
    rng = Random(seed)
    order = [(0, 0), (1, 0), (0, 1)]
    board = set(order)
    while len(board) < cells:
        q, r = order[draw_below(rng, len(order))]
        dq, dr = DIRECTIONS[draw_below(rng, 6)]
        new = (q + dq, r + dr)
        if new not in board and _fits(new, board):
            board.add(new)
            order.append(new)
    return Board.from_cells(board)


@cache
def _grown(size: int) -> frozenset[tuple[Cell, ...]]:
    """All 2-connected hole-free boards of a size that :mod:`gourds.polyhexes` does not list, in canonical form."""
    if size == MAX_SIZE:
        return frozenset(_canonical(board.cell_list()) for board in two_connected_boards(size))
    found = set()
    for cells in _grown(size - 1):
        here = set(cells)
        for new in {(q + dq, r + dr) for q, r in cells for dq, dr in DIRECTIONS} - here:
            if _fits(new, here):
                found.add(_canonical([*cells, new]))
    return frozenset(found)


def _canonical(cells: list[Cell]) -> tuple[Cell, ...]:
    """The least image of a board under the twelve symmetries, moved to the origin."""
    images = []
    for a, b, c, d in SYMMETRIES:
        turned = [(a * q + b * r, c * q + d * r) for q, r in cells]
        left, top = min(q for q, _ in turned), min(r for _, r in turned)
        images.append(sorted((q - left, r - top) for q, r in turned))
    return tuple(min(images))


def _fits(new: Cell, cells: set[Cell]) -> bool:
    """True iff the board stays 2-connected and hole-free with the new cell: one run of two to five neighbors."""
    ring = [(new[0] + dq, new[1] + dr) in cells for dq, dr in DIRECTIONS]
    runs = sum(here and not before for here, before in zip(ring, [ring[-1], *ring[:-1]], strict=True))
    return runs == 1 and 2 <= sum(ring) < 6


def boards_to_check(size: int) -> Iterator[Board]:
    """All 2-connected hole-free boards of a size."""
    return two_connected_boards(size) if size <= MAX_SIZE else map(Board.from_cells, sorted(_grown(size)))


def _fault(board: Board) -> str:
    """Why a board contradicts the Fact; empty if it does not."""
    if board.is_star_of_david:
        return "The Star of David has a Hamiltonian cycle." if find_hamiltonian_cycle(board) else ""
    try:
        cycle = hamiltonian_cycle(board).tolist()
    except GourdsError as error:
        if board.size <= 13 and find_hamiltonian_cycle(board):
            return f"There is a Hamiltonian cycle, but it was not found: {error}"
        return f"No Hamiltonian cycle was found: {error}"
    return "" if is_hamiltonian(board, cycle) else "What was found is no Hamiltonian cycle."


def _check_fact(effort: Effort) -> Finding:
    stars: Counter[int] = Counter()
    sweep = Sweep(effort.within(0.7), range(3, effort.pick(16, 20) + 1), boards_to_check)
    for size, board in sweep:
        stars[size] += board.is_star_of_david
        if fault := _fault(board):
            return failing(sweep.reach("board"), fault, Picture(to_svg(board), fault))
    rows = [("cells", "2-connected hole-free boards", "with a Hamiltonian cycle", "without")]
    rows += [
        (sweep.label(size), f"{count:,}", f"{count - stars[size]:,}", str(stars[size]))
        for size, count in sweep.counts.items()
    ]
    rng = effort.chance("hamiltonicity")
    made = 0
    for k in range(effort.pick(100, 5000)):
        if effort.is_over:
            break
        board = random_two_connected(20 + draw_below(rng, LARGEST - 19), f"hamiltonicity {effort.seed} {k}")
        if fault := _fault(board):
            return failing(f"{made:,} random boards", fault, Picture(to_svg(board), fault))
        made += 1
    star = Board.from_cells(STAR_OF_DAVID)
    if fault := _fault(star):
        return failing("the Star of David", fault, Picture(to_svg(star), fault))
    rows.append((f"20 to {LARGEST}, random", f"{made:,}", f"{made:,}", "0"))
    rows.append(("13, the Star of David", "1", "0", "1"))
    reach = f"{sweep.reach('board')}; {made:,} random ones of up to {LARGEST}; the Star of David"
    example = random_two_connected(61, f"hamiltonicity {effort.seed} example")
    pictures = (
        Picture(cycle_svg(example, legend=False), "A random board of 61 cells, its cycle and the triangles inside."),
        Picture(to_svg(star, legend=False), "The Star of David, the only one without a cycle."),
    )
    return Finding(sweep.outcome, reach, tuple(rows), "", pictures)


def _check_faces(effort: Effort) -> Finding:
    whole: Counter[int] = Counter()
    sweep = Sweep(effort, range(3, effort.pick(9, 11) + 1), free_boards)
    for size, board in sweep:
        is_whole = has_no_hole(board)
        whole[size] += is_whole
        if is_whole != _has_only_triangles(board):
            text = "The bounded faces of this board graph do not tell whether it has a hole."
            return failing(sweep.reach("board"), text, Picture(to_svg(board), text))
    rows = [("cells", "boards without holes, all faces triangles", "boards with holes, other faces too")]
    rows += [
        (sweep.label(size), f"{whole[size]:,}", f"{count - whole[size]:,}") for size, count in sweep.counts.items()
    ]
    remark = "Holes are found by flooding from outside, faces by Euler's formula."
    ring = Board.from_cells([cell for cell in hexagon(1).tolist() if cell != [0, 0]])
    texts = ("The hexagon of seven cells: six triangles.", "Without its middle: one face with six sides.")
    pictures = tuple(
        Picture(to_svg(board, legend=False), text)
        for board, text in zip((Board.from_cells(hexagon(1)), ring), texts, strict=True)
    )
    return Finding(sweep.outcome, sweep.reach("connected board"), tuple(rows), remark, pictures)


def has_no_hole(board: Board) -> bool:
    """True iff every cell outside can be reached from far away, by flooding."""
    cells = set(board.cell_list())
    left, right = min(q for q, _ in cells) - 1, max(q for q, _ in cells) + 1
    top, low = min(r for _, r in cells) - 1, max(r for _, r in cells) + 1
    outside, queue = {(left, top)}, [(left, top)]
    for q, r in queue:
        for dq, dr in DIRECTIONS:
            new = (q + dq, r + dr)
            if new not in outside and new not in cells and left <= new[0] <= right and top <= new[1] <= low:
                outside.add(new)
                queue.append(new)
    return len(outside) + len(cells) == (right - left + 1) * (low - top + 1)


def _has_only_triangles(board: Board) -> bool:
    """By Euler's formula: a connected plane graph has E − V + 1 bounded faces; whether so many are triangles."""
    faces = len(board.edges) - board.size + 1
    cells = set(board.cell_list())
    triangles = sum((q + 1, r) in cells and third in cells for q, r in cells for third in ((q, r + 1), (q + 1, r - 1)))
    return faces == triangles


CLAIMS: Final = (
    Claim(
        "board-graph",
        "Section 2, after the definition of a board",
        "All bounded faces of the board graph of a hole-free board are triangles.",
        "On all small boards: the number of bounded faces, by Euler's formula, against the number of triangles. Boards"
        " with holes must have other faces.",
        _check_faces,
    ),
    Claim(
        "hamiltonicity",
        "Section 2, Fact",
        "Every 2-connected hole-free board has a Hamiltonian cycle, unless it is the Star of David.",
        "On all small boards and on random large ones a cycle is built, and checked from the definition. That the Star"
        " of David has none is found by plain search.",
        _check_fact,
    ),
)
