"""Triples: pieces of three mutually adjacent cells, the paper's last question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gourds.api.arguments import need, need_whole
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.instance import Instance

if TYPE_CHECKING:
    from gourds.triples.answer import TripleAnswer
    from gourds.triples.census import Census
    from gourds.triples.instance import TripleInstance


def triples(
    value: Board | Instance | Configuration | TripleInstance,
    *,
    most: int = 100_000,
    say: Callable[[str], None] | None = None,
) -> TripleAnswer:
    """A board of triples: shades, placements, which of them reach each other, the longest shortest plan.

    Only the board of the value counts, except that a :class:`TripleInstance` with colors is counted and solved besides.
    Up to ``most`` placements are listed; if there are more, they are counted. See ``docs/results/triples.md``.

    >>> import gourds
    >>> found = gourds.triples(gourds.Board.from_cells(gourds.shapes.triangle(4)))
    >>> found.placements, found.space.is_joined, found.space.is_reconfigurable, found.space.gods_number
    (4, True, False, 8)
    >>> rhombus = [(0, 0), (1, 0), (0, 1), (1, 1)]
    >>> gourds.triples(gourds.TripleInstance.build(rhombus, ["a", "b", "b", "a"], [("a", "b", "b", 1)])).colored
    2
    """
    from gourds.triples.answer import answer_triples
    from gourds.triples.instance import TripleInstance

    need(value, (Board, Instance, Configuration, TripleInstance), "a board, or a value that has one")
    need_whole(most, "most", 0)
    if isinstance(value, TripleInstance):
        return answer_triples(value, most, say)
    return answer_triples(TripleInstance.build(value if isinstance(value, Board) else value.board), most, say)


def triples_census(size: int, *, say: Callable[[str], None] | None = None) -> Census:
    """All boards of 4, 7, 10, 13 or 16 cells that have a placement of triples, surveyed one by one.

    >>> import gourds
    >>> found = gourds.triples_census(7)
    >>> found.boards, found.rigid, found.joined
    (29, 22, 29)
    """
    from gourds.triples.census import take_census

    return take_census(need_whole(size, "size", 1), say)
