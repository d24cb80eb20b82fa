"""All boards of a size that have a placement of triples, surveyed one by one.

The boards are grown triangle by triangle (:mod:`gourds.triples.growing`), so none is missed and none is listed twice.
The *tilt* of a placement, triples that point up minus triples that point down, is looked at too: whether it follows
from the place of the empty cell.

**Cost.** Some 0.4 ms of processor time for each board: 13 cells take 5 s, 16 cells two minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from gourds.board import Board
from gourds.triples.growing import boards_of_triples
from gourds.triples.placements import TriplePlacement, each_placement
from gourds.triples.space import TripleSpace, survey_triples


@dataclass(frozen=True)
class Census:
    """What all boards of a size have in common, and how many are special."""

    cells: int
    """The size of the boards."""
    boards: int
    """Connected boards with a placement, up to symmetry."""
    with_holes: int
    """Those with a hole."""
    rigid: int
    """Those on which no triple can move, in any placement."""
    joined: int
    """Those on which all placements reach each other."""
    apart: int
    """Those on which some do not."""
    several_hinge_sets: int
    """Those whose placements have different hinges."""
    tilt_not_fixed: int
    """Those with two placements of different tilt and the same empty cell."""
    placements: dict[int, int]
    """How many boards have each number of placements."""
    trees: dict[int, int]
    """How many components have each number of placements, over all boards."""
    gods_number: int
    """The largest of all boards."""
    first_apart: Board | None
    """A board on which not all placements reach each other."""

    def to_json(self) -> dict[str, Any]:
        """One object of plain JSON."""
        found = {key: value for key, value in asdict(self).items() if key != "first_apart"}
        for key in ("placements", "trees"):
            found[key] = {str(number): count for number, count in sorted(found[key].items())}
        cells = None if self.first_apart is None else [list(cell) for cell in self.first_apart.cell_list()]
        return {**found, "first_apart": cells}


def take_census(
    size: int, say: Callable[[str], None] | None = None, visit: Callable[[TripleSpace], None] | None = None
) -> Census:
    """Survey all boards of a size. ``visit`` sees the space of each, ``say`` hears how far it is."""
    totals: Counter[str] = Counter()
    placements: Counter[int] = Counter()
    trees: Counter[int] = Counter()
    god, apart = 0, None
    for board in boards_of_triples(size):
        space = survey_triples(board)
        totals["boards"] += 1
        totals["with_holes"] += not board.is_hole_free
        totals["rigid"] += space.is_rigid
        totals["joined"] += space.is_joined
        totals["hinges"] += space.hinge_sets > 1
        totals["tilt"] += space.placements > 1 and not has_fixed_tilt(each_placement(board))
        placements[space.placements] += 1
        trees.update(component.size for component in space.components)
        god = max(god, space.gods_number)
        if apart is None and not space.is_joined:
            apart = board
        if visit is not None:
            visit(space)
        if say is not None and totals["boards"] % 1000 == 0:
            say(f"{totals['boards']:,} boards of {size} cells")
    return Census(
        size,
        totals["boards"],
        totals["with_holes"],
        totals["rigid"],
        totals["joined"],
        totals["boards"] - totals["joined"],
        totals["hinges"],
        totals["tilt"],
        dict(sorted(placements.items())),
        dict(sorted(trees.items())),
        god,
        apart,
    )


def has_fixed_tilt(placements: Iterable[TriplePlacement]) -> bool:
    """True iff placements with the same empty cell have the same tilt."""
    tilt: dict[int, int] = {}
    return all(tilt.setdefault(placement.empty, placement.tilt) == placement.tilt for placement in placements)
