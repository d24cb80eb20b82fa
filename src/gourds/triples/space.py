"""The state space of a board of triples, from trees alone.

Two placements reach each other iff they have the same hinges, the same triples outside of the tree of the empty cell,
and the empty cell in the same tree (:mod:`gourds.triples.hinges`). So placements with equal hinges and equal triples
outside are one *component*, a tree of t + 1 placements, where t triples can move.

**Numbers and ends.** Triples never leave their hinges, so no two of them ever trade places. A pivot turns a triple by
60°, one way or the other as one likes, and each step of the empty cell is such a turn. So a triple that can move has
six poses, a cycle, three on each side; the poses of the t triples are independent except that their sides follow from
the place of the empty cell: (t + 1)·3ᵗ configurations reach each other. In all there are n!·3ⁿ for each placement.

**God's number.** A plan is a walk of the empty cell in the tree, and each triple turns whenever its edge is walked.
From pose to pose a triple needs 0 to 3 turns. On the path from the old place of the empty cell to the new one the
number is odd, elsewhere even. So 3 for each edge of the path and 2 for each other is the worst case, and a closed walk
through all edges attains it: 2t + (length of the path). The largest is 2t + (diameter of the tree).

**Cost.** That of listing the placements.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from gourds.board import Board
from gourds.display import brief
from gourds.triples.hinges import Hinge, Tree, hinges_of, tree_of
from gourds.triples.placements import MOST_PLACEMENTS, TriplePlacement, all_placements


@dataclass(frozen=True)
class Component:
    """Placements that reach each other."""

    first: TriplePlacement
    """The first of them."""
    tree: Tree
    """The places of the empty cell."""

    @property
    def size(self) -> int:
        """How many placements reach each other."""
        return self.tree.size

    @property
    def gods_number(self) -> int:
        """The most pivots that two configurations need which can reach each other."""
        return 2 * (self.size - 1) + self.tree.diameter


@dataclass(frozen=True)
class TripleSpace:
    """All placements and configurations of a board, and which reach each other."""

    board: Board
    """The board."""
    placements: int
    """Ways to lay the triples if they are all alike."""
    hinge_sets: int
    """How many different sets of hinges these placements have."""
    components: tuple[Component, ...] = field(repr=False)
    """Placements that reach each other, the largest component first."""

    __repr__ = brief

    @property
    def triples(self) -> int:
        """How many triples there are."""
        return self.board.size // 3

    @property
    def labelings(self) -> int:
        """n!·3ⁿ: the ways to number the triples of a placement and to turn each in place."""
        return int(math.factorial(self.triples) * 3**self.triples)

    @property
    def states(self) -> int:
        """How many configurations there are."""
        return self.placements * self.labelings

    @property
    def state_components(self) -> int:
        """How many sets of configurations there are that reach each other."""
        return sum(self.labelings // 3 ** (component.size - 1) for component in self.components)

    @property
    def rigid_placements(self) -> int:
        """Placements in which no triple can move."""
        return sum(component.size == 1 for component in self.components)

    @property
    def is_rigid(self) -> bool:
        """True iff there are placements and no triple can move in any of them."""
        return 0 < self.placements == self.rigid_placements

    @property
    def is_joined(self) -> bool:
        """True iff there are placements and all of them reach each other."""
        return len(self.components) == 1

    @property
    def is_reconfigurable(self) -> bool:
        """True iff there are configurations and all of them reach each other, numbers and ends included."""
        return self.placements > 0 and self.state_components == 1

    @property
    def gods_number(self) -> int:
        """The most pivots that two configurations need which can reach each other."""
        return max((component.gods_number for component in self.components), default=0)

    def to_json(self) -> dict[str, Any]:
        """The part of ``gourds triples --json`` on the state space."""
        sizes = Counter(component.size for component in self.components)
        return {
            "placements": self.placements,
            "hinge_sets": self.hinge_sets,
            "components": len(self.components),
            "component_sizes": {str(size): sizes[size] for size in sorted(sizes)},
            "rigid_placements": self.rigid_placements,
            "rigid": self.is_rigid,
            "joined": self.is_joined,
            "states": str(self.states),
            "state_components": str(self.state_components),
            "reconfigurable": self.is_reconfigurable,
            "gods_number": self.gods_number,
        }


def survey_triples(board: Board, most: int = MOST_PLACEMENTS) -> TripleSpace:
    """The whole state space. Raises LimitError if there are more than ``most`` placements."""
    placements = all_placements(board, most)
    found: dict[tuple[object, object], Component] = {}
    hinge_sets = set()
    for placement in placements:
        hinges = hinges_of(placement)
        tree = tree_of(placement, hinges)
        key = _key(placement, hinges, tree)
        hinge_sets.add(key[0])
        if key not in found:
            found[key] = Component(placement, tree)
    ordered = sorted(found.values(), key=lambda one: -one.size)
    return TripleSpace(board, len(placements), len(hinge_sets), tuple(ordered))


def _key(placement: TriplePlacement, hinges: list[Hinge], tree: Tree) -> tuple[object, object]:
    """What all placements of a component share: the hinges, and the triples that do not move."""
    movable = tree.triples
    fixed = frozenset(slot for k, slot in enumerate(placement.slots) if k not in movable)
    return frozenset(hinge.cells for hinge in hinges), fixed
