"""What ``gourds triples`` says about a board: shades, placements, the state space, and a placement to show.

The sweep counts the placements first. If there are few enough they are listed, and the state space follows. A colored
instance is counted and solved besides, by the sweep and by a SAT solver, which must agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gourds.display import brief, inline_figure
from gourds.errors import InternalError
from gourds.triples.configuration import TripleConfiguration
from gourds.triples.frontier import count_colored, count_placements
from gourds.triples.instance import TripleInstance
from gourds.triples.placements import MOST_PLACEMENTS, TriplePlacement, placement_faults
from gourds.triples.satisfying import find_placement
from gourds.triples.shades import empty_shade, shade_counts
from gourds.triples.space import TripleSpace, survey_triples


@dataclass(frozen=True)
class TripleAnswer:
    """What is known about a board of triples."""

    instance: TripleInstance = field(repr=False)
    """The board, and its colors if it has some."""
    placements: int
    """Ways to lay the triples if they are all alike."""
    space: TripleSpace | None
    """The state space, None if there are too many placements to list."""
    colored: int | None
    """With colors: ways to lay the triples so that every end lies on its color."""
    placement: TriplePlacement | None = field(repr=False)
    """One of these ways; without colors, one whose empty cell can go farthest."""

    __repr__ = brief

    @property
    def configuration(self) -> TripleConfiguration | None:
        """The placement with its triples numbered."""
        return None if self.placement is None else TripleConfiguration.of_placement(self.placement)

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds triples --json`` prints."""
        board, shown = self.instance.board, self.placement
        found: dict[str, Any] = {
            "cells": board.size,
            "triples": board.size // 3,
            "shades": list(shade_counts(board)),
            "empty_shade": empty_shade(board),
            "hole_free": board.is_hole_free,
            "placements": str(self.placements),
        }
        if self.space is not None:
            found["space"] = self.space.to_json()
        if self.colored is not None:
            found["colored"] = {"feasible": self.colored > 0, "placements": str(self.colored)}
        if shown is not None:
            triples = [[list(cell) for cell in cells] for cells in shown.cells()]
            found["placement"] = {"empty": list(shown.empty_cell), "triples": triples}
        return found

    def _repr_svg_(self) -> str:
        return inline_figure(self, "triples", "answer_figure")


def answer_triples(
    instance: TripleInstance, most: int = MOST_PLACEMENTS, say: Callable[[str], None] | None = None
) -> TripleAnswer:
    """Count, list and survey the placements of a board; up to ``most`` of them are listed."""
    tell = say or (lambda text: None)
    tell("counting placements")
    placements = count_placements(instance.board) if empty_shade(instance.board) is not None else 0
    space = None
    if placements <= most:
        tell(f"listing {placements:,} placements")
        space = survey_triples(instance.board, most) if placements else TripleSpace(instance.board, 0, 0, ())
    if instance.colors:
        tell("counting colored placements")
        colored = count_colored(instance) if placements else 0
        found = find_placement(instance)
        if (found is None) != (colored == 0):
            raise InternalError("the sweep and the SAT solver disagree")
        return TripleAnswer(instance, placements, space, colored, found and _checked(found))
    if space is not None:
        first = space.components[0].first if space.components else None
        return TripleAnswer(instance, placements, space, None, first)
    return TripleAnswer(instance, placements, None, None, find_placement(instance))


def _checked(found: TriplePlacement) -> TriplePlacement:
    """The same placement, if it is one."""
    if faults := placement_faults(found.board, found.empty_cell, found.cells()):
        raise InternalError(f"the SAT solver gave a wrong placement: {faults[0]}")
    return found
