"""Configurations to start from or to aim for, from instances, placements and other configurations.

The gourds of an instance get its colors and are numbered by kind, in sorted order: all configurations that are made
here from one instance go together as start and target.
"""

from __future__ import annotations

from gourds.board import Board
from gourds.configuration import Colors, Configuration, Ends
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.reconfigure.scrambles import random_configuration, scramble


def shuffled(value: Instance | Placement | Configuration, seed: int = 0, moves: int | None = None) -> Configuration:
    """A random configuration of the same gourds, or one that is ``moves`` random moves away from the position given."""
    if moves is not None and not isinstance(value, Instance):
        return scramble(value if isinstance(value, Configuration) else numbered(value), moves, seed)
    return scramble(_random(value, seed), moves or 0, seed)


def numbered(placement: Placement) -> Configuration:
    """The gourds of a placement, numbered in its order."""
    board = Board.from_cells({placement.empty, *(cell for pair in placement.gourds for cell in pair)})
    return Configuration.build(board, range(1, len(placement.gourds) + 1), placement.gourds)


def solved_configuration(instance: Instance, placement: Placement) -> Configuration:
    """A placement as a configuration: numbered by kind, every end on its color. Raises InputError if it is none."""
    if faults := placement_faults(instance, placement):
        raise InputError(faults)
    names = [instance.colors[k] for k in instance.cell_colors.tolist()]
    color_of = dict(zip(instance.board.cell_list(), names, strict=True))
    turned: list[Ends] = [(b, a) if color_of[a] > color_of[b] else (a, b) for a, b in placement.gourds]
    turned.sort(key=lambda pair: (color_of[pair[0]], color_of[pair[1]]))
    return Configuration.build(instance.board, range(1, len(turned) + 1), turned, _colors(instance))


def _random(value: Instance | Placement | Configuration, seed: int) -> Configuration:
    if isinstance(value, Placement):
        value = numbered(value)
    found = random_configuration(value.board, seed)
    if isinstance(value, Configuration):
        return Configuration.from_indices(found.board, value.ids, found.ends, value.colors)
    return Configuration.from_indices(found.board, found.ids, found.ends, _colors(value))


def _colors(instance: Instance) -> tuple[Colors, ...]:
    """The colors of the gourds, by kind."""
    return tuple((first, second) for first, second, count in instance.gourd_list() for _ in range(count))
