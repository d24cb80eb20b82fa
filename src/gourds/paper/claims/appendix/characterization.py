"""The characterization: a hole-free board can always be reconfigured iff it is proper (abstract, Appendix C).

Two ways of deciding are compared. *Search* visits all configurations that can be reached from one of them. *Groups*
looks at placements alone: what the closed walks of the empty cell do to the numbers of the gourds generates a group,
and all is reached iff the placements hang together and the group has all n!·2ⁿ elements. So boards are decided exactly
whose configurations could never be visited.

A board on which n gourds cannot lie at all is not proper, and the statement says nothing about it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search.exact.shortest import count_reachable
from gourds.reconfigure.spaces.group_connectivity import Connectivity, connectivity_by_groups
from gourds.render.board.picture import to_svg
from gourds.render.plan.picture import configuration_svg
from gourds.words import counted

PROPER, IMPROPER, EMPTY = "proper, all reached", "not proper, not all reached", "no configuration at all"

Answer = tuple[str, Connectivity]


class BrokenError(Exception):
    """A board on which the claim fails."""

    def __init__(self, board: Board, reason: str) -> None:
        super().__init__(reason)
        self.board = board


def judge(board: Board, *, search: bool = False) -> Answer:
    """Of which of the three kinds a hole-free board is.

    Raises BrokenError if it is of none, or if search and groups differ.
    """
    facts = connectivity_by_groups(board)
    if not facts.states:
        if board.is_proper:
            raise BrokenError(board, "This proper board has no configuration.")
        return EMPTY, facts
    if search:
        start = facts.witness[0] if facts.witness else random_configuration(board, 1)
        reached = sum(count_reachable(start))
        if (reached == facts.states) != facts.is_reconfigurable:
            raise BrokenError(
                board, f"Search reaches {reached:,} of {facts.states:,} configurations, groups say otherwise."
            )
    if facts.is_reconfigurable != board.is_proper:
        words = "is not proper, and everything" if facts.is_reconfigurable else "is proper, and not everything"
        raise BrokenError(board, f"This board {words} can be reached.")
    return (PROPER if board.is_proper else IMPROPER), facts


def _stages(effort: Effort) -> Iterator[tuple[str, Iterable[Board], bool]]:
    """What is looked at: a name, the boards, and whether they are searched as well."""
    for size in (3, 5, 7, 9):
        yield f"{size}, all", polyhexes.hole_free_boards(size), True
    if effort.thorough:
        yield "11, all", polyhexes.hole_free_boards(11), False
    else:
        yield "11, all 2-connected", polyhexes.two_connected_boards(11), False
    yield "13, all 2-connected", polyhexes.two_connected_boards(13), False
    yield "13, the Star of David", [Board.from_cells(shapes.star_of_david())], True
    yield "11 to 15, random", _random(effort, effort.pick(100, 5000)), False
    yield "15 to 21, random proper", _random_proper(effort, effort.pick(20, 500)), False
    yield "17 to 23, the same and a leaf", map(with_leaf, _random_proper(effort, effort.pick(20, 500))), False
    yield "19, the hexagon", [Board.from_cells(shapes.hexagon(2))], False


def _random(effort: Effort, number: int) -> Iterator[Board]:
    """Connected boards without holes; few are 2-connected."""
    for k in range(number):
        board = Board.from_cells(shapes.random_connected(11 + 2 * (k % 3), 10_000 * effort.seed + k))
        if board.is_hole_free:
            yield board


def _random_proper(effort: Effort, number: int) -> Iterator[Board]:
    for k in range(number):
        yield Board.from_cells(shapes.random_proper(15 + 2 * (k % 4), 10_000 * effort.seed + k))


def with_leaf(board: Board) -> Board:
    """The board of two cells more, in a row to the left of its leftmost cell: the last one is a leaf."""
    q, r = min(board.cell_list(), key=lambda cell: (2 * cell[0] + cell[1], cell[1]))
    return Board.from_cells([*board.cell_list(), (q - 1, r), (q - 2, r)])


def _check(effort: Effort) -> Finding:
    rows: list[tuple[str, ...]] = [("cells", "hole-free boards", PROPER, IMPROPER, EMPTY, "most configurations")]
    stuck: tuple[Board, Connectivity] | None = None
    bare: Board | None = None
    total, is_whole = 0, True
    try:
        for name, boards, search in _stages(effort):
            if not is_whole:
                break
            counts: Counter[str] = Counter()
            most = 0
            for board in boards:
                if effort.is_over:
                    is_whole = False
                    break
                kind, facts = judge(board, search=search)
                counts[kind] += 1
                most = max(most, facts.states)
                stuck = (board, facts) if kind == IMPROPER and board.size == 7 else stuck
                bare = bare or (board if kind == EMPTY else None)
            total += counts.total()
            kinds = (f"{counts[kind]:,}" for kind in (PROPER, IMPROPER, EMPTY))
            rows.append((name, f"{counts.total():,}", *kinds, f"{most:,}"))
    except BrokenError as broken:
        reach = counted(total, "board")
        return failing(reach, str(broken), Picture(to_svg(broken.board), str(broken)), rows=tuple(rows))
    reach = f"{total:,} hole-free boards: see the table" + ("" if is_whole else ", as far as time allowed")
    if not total:
        return Finding(Outcome.UNDECIDED, reach)
    remark = (
        "Both directions hold on every board that was looked at. On boards in the last but one column n gourds cannot"
        " lie at all; they are not proper, and the statement says nothing about them. A single cell without gourds is"
        " not 2-connected, so n must be at least 1."
    )
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, _pictures(stuck, bare))


def _pictures(stuck: tuple[Board, Connectivity] | None, bare: Board | None) -> tuple[Picture, ...]:
    found = []
    if stuck is not None and stuck[1].witness:
        for one, text in zip(stuck[1].witness, ("From here …", "… this cannot be reached."), strict=True):
            found.append(Picture(configuration_svg(one, legend=False), text))
    if bare is not None:
        found.append(Picture(to_svg(bare), "Three gourds cannot lie on these seven cells."))
    return tuple(found)


CLAIMS: Final = (
    Claim(
        "reconfigurable-iff-proper",
        "Appendix C, and the abstract",
        "On a hole-free board of 2n + 1 cells every configuration of n gourds reaches every other one if and only if"
        " the board is proper: 2-connected, and not the Star of David.",
        "Small boards one by one, up to symmetry: by search through all configurations, and by the groups that closed"
        " walks of the empty cell generate, which also decides larger boards exactly.",
        _check,
    ),
)
