"""Drawing placements with exact counts: a cell at a time, every option weighed by the number of placements it leaves.

First the signatures of the components, one after the other, each with the number of ways to complete it; then in each
component the empty cell, and then for the first cell that is left its partner. An option for that cell is kept by
giving weight 0 to all other edges at its two ends; no orientation changes, so one matrix serves to the end. If the
choices are random with probabilities proportional to the counts, every placement is equally likely. If the first option
with a nonzero count is taken, the result is a placement found by algebra alone, and for that a count modulo one prime
is enough: it is nonzero only if the count is.
"""

from __future__ import annotations

import random

import numpy as np

from gourds.errors import InternalError
from gourds.instance import Instance
from gourds.matching.components.product import Choose, Signature, first_positive, proportional
from gourds.matching.kasteleyn.grid import Grid
from gourds.matching.kasteleyn.piece import IntArray, Piece, enough_primes
from gourds.matching.kasteleyn.plan import Plan, plan
from gourds.matching.kasteleyn.primes import combine, primes
from gourds.placement import Placement


def find_placement(instance: Instance, work: Plan | None = None) -> Placement | None:
    """A placement, the same in every run, None if there is none."""
    work = plan(instance).check() if work is None else work
    return _draw(work, first_positive, exact=False) if work.total else None


def sample_placements(instance: Instance, count: int, seed: int) -> list[Placement]:
    """Placements drawn independently, each of all placements with the same probability; none if there is none.

    Every draw has a generator of its own: the first placements for a seed are the same, however many are drawn.
    """
    work = plan(instance).check()
    if not work.total:
        return []
    rngs = [random.Random(f"gourds {seed} {k}") for k in range(count)]
    return [_draw(work, proportional(rng), exact=True) for rng in rngs]


def _draw(work: Plan, choose: Choose, *, exact: bool) -> Placement:
    mate = [-1] * work.instance.board.size
    signatures = work.product.draw([choose])[0]
    for k, component in enumerate(work.components):
        _match(work, component.kind, signatures[k], component.cells.tolist(), mate, choose, exact)
    return Placement.from_mates(work.instance.board, mate)


def _match(
    work: Plan, kind: int, signature: Signature, cells: list[int], mate: list[int], choose: Choose, exact: bool
) -> None:
    """Draw a matching of a component with the given signature and enter it."""
    piece, table = work.pieces[kind], work.by_hole[kind]
    weights = table.counts[:, table.signatures.index(signature)].tolist()
    index = choose(weights)
    grid = piece.grid([(s, s) for s in signature])
    assert grid is not None
    for edge in _draw_edges(piece, index, grid, signature, weights[index], choose, exact):
        v, w = piece.edges[edge].tolist()
        mate[cells[v]], mate[cells[w]] = cells[w], cells[v]


def _draw_edges(
    piece: Piece, index: int, grid: Grid, signature: Signature, count: int, choose: Choose, exact: bool
) -> list[int]:
    """The edges of a matching of one matrix with a given signature, of which there are ``count``."""
    matrix = piece.matrices[index]
    places, signatures = grid.signatures()
    place = int(places[(signatures == np.array(signature, dtype=np.int64)).all(axis=1)][0])
    allowed = np.zeros(len(piece.edges), dtype=np.int64)
    allowed[matrix.kept] = 1
    at: list[list[int]] = [[] for _ in range(matrix.size)]
    ends = dict(zip(matrix.kept.tolist(), matrix.entries.tolist(), strict=True))
    for edge, (v, w) in ends.items():
        at[v].append(edge)
        at[w].append(edge)
    covered = [False] * matrix.size
    drawn: list[int] = []
    for v in range(matrix.size):
        if covered[v]:
            continue
        options = [edge for edge in at[v] if allowed[edge]]
        rows = np.repeat(allowed[None, :], len(options), axis=0)
        for row, edge in zip(rows, options, strict=True):
            for end in ends[edge]:
                row[at[end]] = 0
            row[edge] = 1
        chosen = 0
        if len(options) > 1:
            weights = _weights(piece, index, grid, rows, place, count, exact)
            chosen = choose(weights)
            count = weights[chosen]
        drawn.append(options[chosen])
        allowed = rows[chosen]
        for end in ends[options[chosen]]:
            covered[end] = True
    return drawn


def _weights(piece: Piece, index: int, grid: Grid, rows: IntArray, place: int, count: int, exact: bool) -> list[int]:
    """For each row the number of matchings, which add up to ``count``; or not all 0 and positive only if it is."""
    if not exact:
        for p in primes(grid.modulus):
            found: list[int] = piece.residues(index, grid, rows, p)[:, place].tolist()
            if any(found):
                return found
    moduli = enough_primes(grid.modulus, count)
    residues = [piece.residues(index, grid, rows, p)[:, place].tolist() for p in moduli]
    numbers = [combine(column, moduli) for column in zip(*residues, strict=True)]
    if sum(numbers) != count or min(numbers) < 0:
        raise InternalError(f"the options for a cell count {sum(numbers)} matchings, not {count}")
    return numbers
