"""Boards and cycles for the tests of cycles: all small boards, boards of stars, and cycles other than the one made."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
from hypothesis import strategies as st

from gourds import polyhexes, shapes
from gourds.board import STAR_OF_DAVID, Board
from gourds.chance import draw_below
from gourds.hexgrid import DIRECTIONS, Cell, IndexArray
from gourds.reconfigure.paper.cycle import GrowingCycle
from tests.strategies import SEEDS


@cache
def solid_boards(size: int) -> tuple[Board, ...]:
    """All free 2-connected hole-free boards with that many cells."""
    return tuple(polyhexes.two_connected_boards(size))


def attachable(cells: set[Cell]) -> set[Cell]:
    """The cells that can be added to a 2-connected hole-free board such that it stays so."""
    outside = {(q + dq, r + dr) for q, r in cells for dq, dr in DIRECTIONS} - cells
    return {cell for cell in outside if _has_one_run(cell, cells)}


def _has_one_run(cell: Cell, cells: set[Cell]) -> bool:
    taken = [(cell[0] + dq, cell[1] + dr) in cells for dq, dr in DIRECTIONS]
    return sum(taken) >= 2 and sum(taken[d] and not taken[d - 1] for d in range(6)) == 1


def carved(radius: int, tries: int, seed: int) -> Board:
    """A hexagon from whose boundary cells are taken away as long as it stays 2-connected and hole-free."""
    rng = random.Random(seed)
    board = Board.from_cells(shapes.hexagon(radius))
    for _ in range(tries):
        rim = board.outer_boundary
        rest = Board.from_cells(np.delete(board.cells, rim[draw_below(rng, len(rim))], axis=0))
        if rest.is_two_connected and rest.is_hole_free:
            board = rest
    return board


def glued_stars(count: int, seed: int) -> Board:
    """Stars of David that overlap in parts of their rims, each one shifted against an earlier one."""
    rng = random.Random(seed)
    cells, centers = set(STAR_OF_DAVID), [(0, 0)]
    # Shifts such that two stars share an edge, a triangle or more.
    shifts = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if 2 <= max(abs(q), abs(r), abs(q + r)) <= 4]
    while len(centers) < count:
        base, shift = centers[draw_below(rng, len(centers))], shifts[draw_below(rng, len(shifts))]
        center = (base[0] + shift[0], base[1] + shift[1])
        more = cells | {(center[0] + q, center[1] + r) for q, r in STAR_OF_DAVID}
        board = Board.from_cells(more)
        if len(more) > len(cells) and board.is_two_connected and board.is_hole_free:
            cells, centers = more, [*centers, center]
    return Board.from_cells(cells)


def snowflake(depth: int) -> Board:
    """A hexagon whose rim carries smaller and smaller triangles."""
    cells: set[Cell] = {(q, r) for q, r in shapes.hexagon(2 * depth).tolist()}
    for _ in range(depth):
        for cell in sorted(attachable(cells)):
            if _has_one_run(cell, cells) and sum((cell[0] + q, cell[1] + r) in cells for q, r in DIRECTIONS) == 2:
                cells.add(cell)
    return Board.from_cells(cells)


@st.composite
def solid(draw: st.DrawFn, max_size: int = 200) -> Board:
    """2-connected hole-free boards of every kind, even and odd, but not the Star of David."""
    kind, seed = draw(st.sampled_from(["grown", "carved", "stars"])), draw(SEEDS)
    if kind == "carved":
        board = carved(draw(st.integers(2, 4)), draw(st.integers(0, 80)), seed)
    elif kind == "stars":
        board = glued_stars(draw(st.integers(2, 6)), seed)
    else:
        board = Board.from_cells(shapes.random_proper(draw(st.integers(3, max_size)), seed))
    return Board.from_cells(shapes.strip(13)) if board.is_star_of_david else board


def grow_at_random(board: Board, rng: random.Random) -> GrowingCycle:
    """A Hamiltonian cycle that absorbed the cells in random order."""
    growing = GrowingCycle(board.neighbors.tolist(), board.outer_boundary)
    free = {cell for cell in range(board.size) if growing.is_free(cell)}
    while free:
        near = sorted(cell for cell in free if growing.is_next_to(cell))
        free.remove(growing.absorb(near[draw_below(rng, len(near))]))
    return growing


def random_cycle(board: Board, seed: int, moves: int = 200) -> IndexArray:
    """A Hamiltonian cycle, absorbed in random order, that had random spikes moved; either way around, from anywhere."""
    rng = random.Random(seed)
    growing = grow_at_random(board, rng)
    for _ in range(moves):
        u = draw_below(rng, board.size)
        y, z = growing.one[u], growing.two[u]
        places = [
            (a, b)
            for d in range(6)
            for a, b in [(growing.table[u][d - 1], growing.table[u][d])]
            if a >= 0 and b >= 0 and growing.joins(a, b)
        ]
        if z in growing.table[y] and places and board.size > 3:
            growing.move_spike(u, *places[draw_below(rng, len(places))])
    cycle = np.roll(np.array(growing.walk(), dtype=np.int32), draw_below(rng, board.size))
    return cycle[::-1].copy() if rng.random() < 0.5 else cycle


def toothed(teeth: int) -> tuple[Board, IndexArray]:
    """A strip of two rows with as many cells on each side as teeth, and the cycle around that goes through all of them."""
    upper = [cell for k in range(teeth) for cell in [(k, 1), (k + 1, 0)]]
    lower = [cell for k in range(teeth) for cell in [(k, 2), (k, 3)]]
    walk = [*upper, (teeth, 1), (teeth + 1, 1), (teeth, 2), *reversed(lower)]
    board = Board.from_cells(walk)
    return board, board.indices(np.array(walk, dtype=np.int64))


def toothed_and_more(teeth: int, extra: int, seed: int) -> tuple[Board, IndexArray]:
    """The same with cells added here and there, each inserted into an edge of the cycle, so that runs end in all ways."""
    rng = random.Random(seed)
    board, cycle = toothed(teeth)
    walk: list[Cell] = [(q, r) for q, r in board.cells[cycle].tolist()]
    for _ in range(extra):
        k = draw_below(rng, len(walk))
        (q1, r1), (q2, r2) = walk[k - 1], walk[k]
        new = {(q1 + dq, r1 + dr) for dq, dr in DIRECTIONS} & {(q2 + dq, r2 + dr) for dq, dr in DIRECTIONS}
        for cell in sorted(new & attachable(set(walk))):
            walk.insert(k, cell)
            break
    board = Board.from_cells(walk)
    return board, board.indices(np.array(walk, dtype=np.int64))
