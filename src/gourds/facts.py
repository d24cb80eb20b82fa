"""Facts about the values that files hold, as plain JSON: what ``gourds info --json`` prints."""

from __future__ import annotations

from typing import Any

import numpy as np

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.counting import Counting
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.moves import KINDS, Plan, Walk
from gourds.placement import PartialPlacement, Placement
from gourds.triples.instance import TripleInstance
from gourds.triples.shades import empty_shade, shade_counts


def board_facts(board: Board) -> dict[str, Any]:
    """How large the board is, and whether it is proper."""
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


def instance_facts(instance: Instance) -> dict[str, Any]:
    """The board, the gourds, and what counting says."""
    board, counting = instance.board, Counting(instance)
    return {
        "name": instance.name,
        "gourds": instance.size,
        "colors": len(instance.colors),
        **board_facts(board),
        "empty_color": None if counting.empty_color is None else instance.colors[counting.empty_color],
        "color_totals": {
            color: {"cells": cells, "ends": ends}
            for color, cells, ends in zip(instance.colors, counting.cells_of, counting.ends_of, strict=True)
        },
        "budgets": len(instance.budgets),
        "budgets_implied": len(counting.implied),
        "infeasible_by_counting": counting.refutation,
    }


def placement_facts(placement: Placement) -> dict[str, Any]:
    """How many gourds lie, and which cell stays empty."""
    return {"format": "gourds-placement", "gourds": len(placement.gourds), "empty": list(placement.empty)}


def partial_placement_facts(partial: PartialPlacement) -> dict[str, Any]:
    """How many gourds lie."""
    return {"format": "gourds-partial-placement", "gourds": len(partial.gourds)}


def formula_facts(formula: Formula) -> dict[str, Any]:
    """The kind of a formula and its size."""
    kind = "cnf" if isinstance(formula, Cnf) else "1in3"
    return {
        "format": kind,
        "variables": formula.variables,
        "clauses": len(formula.clauses),
        "cubic": isinstance(formula, OneInThree) and formula.is_cubic,
        **({"names": list(formula.names)} if formula.names else {}),
    }


def configuration_facts(configuration: Configuration) -> dict[str, Any]:
    """The board, the gourds and the empty cell."""
    return {
        "format": "gourds-configuration",
        "gourds": len(configuration.ids),
        "colors": len(end_colors(configuration)),
        "empty": list(configuration.empty_cell),
        **board_facts(configuration.board),
    }


def triple_facts(instance: TripleInstance) -> dict[str, Any]:
    """The board, its shades and the triples."""
    return {
        "format": "gourds-triples",
        "triples": instance.board.size // 3,
        "colors": len(set(instance.colors)),
        "kinds": len(instance.kinds),
        "shades": list(shade_counts(instance.board)),
        "empty_shade": empty_shade(instance.board),
        **board_facts(instance.board),
    }


def end_colors(configuration: Configuration) -> set[str]:
    """The colors of the gourds' ends."""
    return {color for pair in configuration.colors or () for color in pair}


def plan_facts(plan: Plan | Walk) -> dict[str, Any]:
    """The length of a plan and the kinds of its moves; how many gourds move is known only where moves are in full."""
    return {
        "format": "gourds-plan",
        "spelling": "walk" if isinstance(plan, Walk) else "moves",
        "moves": len(plan),
        "kinds": kind_counts(plan),
        "gourds": None if isinstance(plan, Walk) else len(np.unique(plan.gourds)),
    }


def kind_counts(plan: Plan | Walk) -> dict[str, int]:
    """How many moves of each kind a plan says it has."""
    if isinstance(plan, Walk):
        return plan.kind_counts()
    counts = np.bincount(plan.kinds, minlength=len(KINDS)).tolist()
    return {kind.value: count for kind, count in zip(KINDS, counts, strict=True)}
