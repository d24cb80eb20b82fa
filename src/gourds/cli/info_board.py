"""What ``gourds info`` says of boards."""

from __future__ import annotations

from typing import Any

from gourds.board import Board
from gourds.cli.common import counted, good


def board_facts(board: Board) -> dict[str, Any]:
    """The facts as plain JSON."""
    return {
        "cells": board.size,
        "edges": len(board.edges),
        "triangles": len(board.triangles),
        "connected": board.is_connected,
        "two_connected": board.is_two_connected,
        "cut_cells": len(board.cut_cells),
        "hole_free": board.is_hole_free,
        "holes": [hole.size for hole in board.holes],
        "star_of_david": board.is_star_of_david,
        "proper": board.is_proper,
        "improper_because": board.impropriety.reasons(),
    }


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
