"""A plan that was checked, and what its pictures need of it: the walk, every move, every configuration on the way.

A move brings one end of a gourd, the *leading* end, onto the empty cell. In a slide or a turn the other end follows
onto the cell that the leading one left; in a pivot the other end stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.configuration import Configuration, Ends
from gourds.errors import InputError
from gourds.hexgrid import DIRECTIONS, Cell, CellArray, IndexArray
from gourds.instance import Instance
from gourds.moves import KINDS, Kind, Plan, Walk, unfold
from gourds.render.board.configuration import Look, look_of
from gourds.replaying import replay
from gourds.words import counted

LONGEST: Final = 1_000_000
"""Plans with more moves have no pictures."""


@dataclass(frozen=True)
class Motion:
    """One move with all that can be seen of it."""

    gourd: int
    """The number of the gourd."""
    kind: Kind
    """Slide, turn or pivot."""
    lead: int
    """The end that comes onto the empty cell, 0 or 1."""
    before: Ends
    """The cells of end 0 and end 1 before the move."""
    after: Ends
    """The cells of end 0 and end 1 after the move."""

    @property
    def empty(self) -> Cell:
        """The cell that is empty before the move."""
        return self.after[self.lead]

    @property
    def left(self) -> Cell:
        """The cell that is empty after the move."""
        return self.before[self.lead if self.kind is Kind.PIVOT else 1 - self.lead]

    def direction(self, end: int) -> int | None:
        """Where an end goes, as an index into DIRECTIONS; None if it stays."""
        (a, b), (c, d) = self.before[end], self.after[end]
        return DIRECTIONS.index((c - a, d - b)) if (a, b) != (c, d) else None


@dataclass(frozen=True, eq=False)
class Course:
    """A legal plan from its start to its end. Make one with :meth:`build`."""

    start: Configuration
    """The configuration before the first move."""
    walk: Walk
    """The walk of the empty cell."""
    moves: Plan
    """All moves in full."""
    look: Look
    """How gourds and cells look, all the way."""

    @classmethod
    def build(cls, start: Configuration, plan: Plan | Walk, instance: Instance | None = None) -> Course:
        """The course of a plan; cells have the colors of the ``instance``.

        Raises InputError that names the first illegal move, if there are too many, or if the instance is another one.
        """
        look = look_of(start, instance)
        if len(plan) > LONGEST:
            raise InputError(f"pictures show plans of up to {LONGEST:,} moves, this one has {len(plan):,}")
        if isinstance(plan, Walk):
            return cls(start, plan, _joined(list(unfold(start, plan))), look)
        if faults := replay(start, plan).faults:
            raise InputError(faults)
        return cls(start, _walk(start, plan), plan, look)

    def __len__(self) -> int:
        return len(self.walk)

    @property
    def board(self) -> Board:
        """The board of all configurations."""
        return self.start.board

    def ends_after(self, count: int) -> IndexArray:
        """The cells of all ends after this many moves, as :attr:`Configuration.ends` has them."""
        ends = self.start.ends.copy()
        gourds = _gourd_indices(self.start, self.moves)[:count]
        # The last move of each gourd: the first one from behind.
        moved, last = np.unique(gourds[::-1], return_index=True)
        ends[moved] = self.board.indices(self.moves.to[count - 1 - last].reshape(-1, 2)).reshape(-1, 2)
        return ends

    def after(self, count: int) -> Configuration:
        """The configuration after this many moves."""
        return Configuration.from_indices(self.board, self.start.ids, self.ends_after(count), self.start.colors)

    def motions(self, first: int = 0, stop: int | None = None) -> list[Motion]:
        """The moves from one number up to another, which is not included; the first move has the number 0."""
        part = slice(first, len(self) if stop is None else stop)
        index = _gourd_indices(self.start, self.moves)[part].tolist()
        places = self.board.cells[self.ends_after(first)].tolist()
        empty = self.walk.cells()[part].tolist()
        found = []
        for k, (gourd, kind, (a, b, c, d)) in enumerate(
            zip(
                self.moves.gourds[part].tolist(),
                self.moves.kinds[part].tolist(),
                self.moves.to[part].tolist(),
                strict=True,
            )
        ):
            (e, f), (g, h) = places[index[k]]
            places[index[k]] = ((a, b), (c, d))
            lead = 0 if [a, b] == empty[k] else 1
            found.append(Motion(gourd, KINDS[kind], lead, ((e, f), (g, h)), ((a, b), (c, d))))
        return found

    def homes(self, ends: IndexArray) -> int | None:
        """How many of these ends lie on cells of their color; None where cells have no colors."""
        if not self.look.cells:
            return None
        under = np.array(self.look.cells)[ends.reshape(-1)]
        return int((under == np.array(self.look.color_of)).sum())

    def facts(self) -> str:
        """The sizes in one line."""
        kinds = ", ".join(counted(count, kind) for kind, count in self.walk.kind_counts().items() if count)
        parts = [counted(self.board.size, "cell"), counted(len(self.start.ids), "gourd"), counted(len(self), "move")]
        return " · ".join(parts) + (f": {kinds}" if kinds else "")


def _joined(parts: list[Plan]) -> Plan:
    if not parts:
        return Plan.from_moves(())
    return Plan(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("gourds", "kinds", "to")))


def _gourd_indices(start: Configuration, plan: Plan) -> IndexArray:
    found: IndexArray = np.searchsorted(np.array(start.ids, dtype=np.int64), plan.gourds).astype(np.int32)
    return found


def _walk(start: Configuration, plan: Plan) -> Walk:
    """The walk of a legal plan: a move leaves the one old cell of its gourd that is not a new one."""
    index = _gourd_indices(start, plan)
    order = np.argsort(index, kind="stable")
    old = np.empty((len(plan), 4), dtype=np.int64)
    old[order[1:]] = plan.to[order[:-1]]
    is_first = np.diff(index[order], prepend=-1) != 0
    old[order[is_first]] = start.board.cells[start.ends].reshape(-1, 4)[index[order[is_first]]]
    first, second = old[:, :2], old[:, 2:]
    stays = (first == plan.to[:, :2]).all(axis=1) | (first == plan.to[:, 2:]).all(axis=1)
    path: CellArray = np.concatenate(([start.empty_cell], np.where(stays[:, None], second, first)))
    return Walk.from_cells(path)
