"""What ``gourds info`` says of boards."""

from __future__ import annotations

from gourds.board import Board
from gourds.cli.common import counted, good


def board_rows(board: Board) -> list[tuple[str, str]]:
    """The facts for people: names and values."""
    shape = [
        counted(board.size, "cell"),
        counted(len(board.edges), "edge"),
        counted(len(board.triangles), "triangle"),
    ]
    if board.holes:
        shape.append(counted(len(board.holes), "hole"))
    if board.cut_cells:
        shape.append(counted(len(board.cut_cells), "cut cell"))
    reasons = board.impropriety.reasons()
    return [
        ("board", ", ".join(shape)),
        ("proper", good("yes") if not reasons else f"no: {'; '.join(reasons)}"),
    ]
