"""Plans that play by themselves: an SVG file with CSS animations, which browsers play in a loop.

Every gourd that moves has key frames of its own: it rests, moves, rests. In a pivot the middle of the gourd goes along
an arc, so it has key frames on the way. Numbers stay upright, so they move on their own. The text above the board is a
tape of all sentences behind a window of one line. Programs without animations show the start, and so do browsers
whose user asked for reduced motion.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from gourds.errors import InputError
from gourds.moves import Kind
from gourds.render.board import compact
from gourds.render.board.configuration import (
    ACCENT,
    MANY,
    NUMBERED,
    Look,
    badge,
    cell_width,
    draw_tiles,
    gourd_title,
    ring,
)
from gourds.render.board.detail import empty_mark
from gourds.render.geometry import Layout, arrange, half_gourd_path, number
from gourds.render.legend import INK
from gourds.render.palette import OUTLINE
from gourds.render.plan.course import Course, Motion
from gourds.render.plan.picture import configuration_sections
from gourds.render.plan.pose import Place, Pose, moving_pose, resting_pose
from gourds.render.plan.words import sentence
from gourds.render.svg import moved, titled, with_legend
from gourds.render.tags import CENTER, Block, text_tag
from gourds.render.text import label_size, width, xml
from gourds.words import counted

MOST: Final = 300
"""Plans with more moves are too much for a loop; pages play them."""
MOVE_TIME: Final = 0.8
"""Seconds for each move, of which it is in motion for the last part."""
MOTION_SHARE: Final = 0.7
_BEFORE: Final = 1.2
_AFTER: Final = 2.5
_PARTS: Final = 4
"""Steps of a pivot between key frames."""
_LINE: Final = 24.0
_TEXT: Final = 15.0


def animation_svg(
    course: Course,
    *,
    title: str | None = None,
    legend: bool = True,
    labels: bool | None = None,
    coordinates: bool = False,
) -> str:
    """The plan as an SVG file that plays in a loop. Raises InputError for plans that are too long."""
    if len(course) > MOST:
        raise InputError(
            f"an SVG animation has up to {MOST} moves, this plan has {len(course):,}:"
            " write .html to step through it, or choose one --frame"
        )
    if coordinates:
        raise InputError("an animation has no room for coordinates; choose one --frame")
    layout = arrange(course.board.cells, cell_width(course.board.size), folds=False)
    film = _Film.of(course, layout)
    board = Block(film.board(numbers=labels is not False), layout.width, layout.height)
    if legend and film.look.is_colored:
        board = with_legend(configuration_sections(course.start, film.look, layout.cell, moves=True), board, 1.0)
    parts = [f"<style>{film.styles()}</style>", *film.tape(), *moved(board.parts, 0, _LINE + 8)]
    wide = max(width(line, _TEXT) for line in film.lines())
    body = Block(parts, max(board.width, wide), board.height + _LINE + 8)
    return titled(body, title, course.facts() if legend else "", course.facts())


@dataclass(frozen=True)
class _Film:
    """A course with all moves and times at hand."""

    course: Course
    layout: Layout
    look: Look
    motions: list[Motion]
    of_gourd: dict[int, list[int]]
    """The numbers of the moves of each gourd, by index."""
    place: Place
    tag: str
    """Begins all names, so that several films fit into one page."""

    @classmethod
    def of(cls, course: Course, layout: Layout) -> _Film:
        """The film of a course."""
        motions = course.motions()
        index = {gourd: g for g, gourd in enumerate(course.start.ids)}
        of_gourd: dict[int, list[int]] = {}
        for k, motion in enumerate(motions):
            of_gourd.setdefault(index[motion.gourd], []).append(k)
        centers = dict(zip(course.board.cell_list(), layout.centers(), strict=True))
        content = course.board.cells.tobytes() + course.start.ends.tobytes() + course.walk.steps.tobytes()
        return cls(course, layout, course.look, motions, of_gourd, centers.__getitem__, f"f{crc32(content):x}")

    @property
    def seconds(self) -> float:
        """The length of one round."""
        return _BEFORE + MOVE_TIME * len(self.motions) + _AFTER

    def when(self, move: int, part: float) -> str:
        """When a part of a move is done, as key frames say it; a move rests before it sets out."""
        return self._percent(move + 1 - MOTION_SHARE * (1 - part))

    def _percent(self, moves: float) -> str:
        return f"{100 * (_BEFORE + MOVE_TIME * moves) / self.seconds:.3f}".rstrip("0").rstrip(".") + "%"

    # -- animations ---------------------------------------------------------------------------------------------

    def styles(self) -> str:
        """All animations."""
        time, tag = f"{number(self.seconds)}s", self.tag
        rules = [f".{tag}m{{animation:{time} linear infinite}}.{tag}j{{animation:{time} step-end infinite}}"]
        rules += [self._tape_rule(), self._mark_rule()]
        for g in sorted(self.of_gourd):
            rules += self._gourd_rules(g)
        rules.append(f"@media(prefers-reduced-motion:reduce){{.{tag}m,.{tag}j{{animation:none!important}}}}")
        return "".join(rules) if self.motions else ""

    def _rule(self, name: str, frames: Iterable[str]) -> str:
        return f"@keyframes {self.tag}{name}{{{''.join(frames)}}}#{self.tag}{name}{{animation-name:{self.tag}{name}}}"

    def _tape_rule(self) -> str:
        lines = range(len(self.motions) + 1)
        return self._rule(
            "t", (f"{self._percent(k)}{{transform:translateY({number(-_LINE * (k + 1))}px)}}" for k in lines)
        )

    def _mark_rule(self) -> str:
        """The mark of the empty cell goes under the gourd that moves, and is laid bare as the gourd leaves."""
        spots = [self.place(motion.left) for motion in self.motions]
        return self._rule(
            "e",
            (f"{self.when(k, 0)}{{transform:translate({_pixels(*spot)})}}" for k, spot in enumerate(spots)),
        )

    def _gourd_rules(self, g: int) -> list[str]:
        """Key frames of a gourd's outline, of its body, and of the texts on it."""
        mine, cell = self.of_gourd[g], self.layout.cell
        lit = dict.fromkeys(mine, True) | {k + 1: False for k in mine if k + 1 not in mine}
        wide = {True: f"stroke:{ACCENT};stroke-width:{number(cell * 0.1)}px", False: self._plain()}
        poses = self._poses(g)
        rules = [
            self._rule(f"o{g}", (f"{self._percent(k)}{{{wide[lit[k]]}}}" for k in sorted(lit))),
            self._rule(f"g{g}", (f"{when}{{transform:{_turned(pose)}}}" for when, pose in poses)),
        ]
        for name, shift, _ in self._texts(g):
            spots = ((when, _along(pose, shift * cell)) for when, pose in poses)
            rules.append(self._rule(name, (f"{when}{{transform:translate({_pixels(*at)})}}" for when, at in spots)))
        return rules

    def _plain(self) -> str:
        return f"stroke:{OUTLINE};stroke-width:{number(self.layout.cell * 0.045)}px"

    def _poses(self, g: int) -> list[tuple[str, Pose]]:
        """The key frames of a gourd, from the beginning to the end of the round."""
        first = resting_pose(self.course.start.end_cells()[g], self.place)
        found = [("0%", first)]
        for k in self.of_gourd[g]:
            motion, near = self.motions[k], found[-1][1][2]
            steps = _PARTS if motion.kind is Kind.PIVOT else 1
            for step in range(steps + 1):
                part = step / steps
                found.append((self.when(k, part), moving_pose(motion, part, self.place, near)))
        return [*found, ("100%", found[-1][1])]

    # -- what is animated ---------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The sentences on the tape."""
        total = len(self.motions)
        said = [f"{k} of {total}: {sentence(self.course.start, m)}" for k, m in enumerate(self.motions, 1)]
        return [f"start of {counted(total, 'move')}", *said, f"end, after {counted(total, 'move')}"]

    def tape(self) -> list[str]:
        """The window and the tape behind it."""
        wide = number(max(width(line, _TEXT) for line in self.lines()))
        parts = [
            f'<clipPath id="{self.tag}w"><rect width="{wide}" height="{number(_LINE)}"/></clipPath>',
            f'<g clip-path="url(#{self.tag}w)"><g id="{self.tag}t" class="{self.tag}j">',
            f'<g class="ink" fill="{INK}" font-size="{number(_TEXT)}" font-weight="500">',
        ]
        parts += [text_tag(line, y=_LINE * k + 17) for k, line in enumerate(self.lines())]
        return [*parts, "</g></g></g>"]

    def board(self, *, numbers: bool) -> list[str]:
        """The cells, the mark of the empty one, the gourds."""
        cell, tag = self.layout.cell, self.tag
        x, y = self.place(self.course.start.empty_cell)
        # On large boards the mark is a bold ring, to be found at a glance.
        mark = compact.empty_mark(0, 0, 1.08 * cell) if self.course.board.size > MANY else empty_mark(0, 0, cell)
        halves = [half_gourd_path((s - 0.5) * cell, 0, (1 - 2 * s, 0), cell) for s in (0, 1)]
        parts = [
            *draw_tiles(self.course.board, self.layout, None, self.look, labels=numbers),
            f'<g id="{tag}e" class="{tag}j" transform="translate({_places(x, y)})">{mark}</g>',
            f'<defs><path id="{tag}a" d="{halves[0]}"/><path id="{tag}b" d="{halves[1]}"/></defs>',
            f'<g style="{self._plain()}">',
        ]
        # Gourds that never move lie lowest.
        for g in sorted(range(len(self.look.ids)), key=lambda g: (g in self.of_gourd, g)):
            middle_x, middle_y, angle = resting_pose(self.course.start.end_cells()[g], self.place)
            turn = f"translate({_places(middle_x, middle_y)}) rotate({number(angle)})"
            parts.append(
                f'<g id="{tag}o{g}" class="{tag}j"><title>{xml(gourd_title(self.course.start, g))}</title>'
                f'<g id="{tag}g{g}" class="{tag}m" transform="{turn}">'
                f'<use href="#{tag}a" fill="{self.look.tone(2 * g).disc}"/>'
                f'<use href="#{tag}b" fill="{self.look.tone(2 * g + 1).disc}"/>'
                f"{ring(cell / 2, 0, cell, self.look.tone(2 * g + 1))}</g></g>"
            )
        parts.append("</g>")
        if numbers and cell >= NUMBERED:
            parts += ['<g text-anchor="middle" font-weight="500" pointer-events="none">', *self._all_texts(), "</g>"]
        return parts

    def _all_texts(self) -> list[str]:
        parts = []
        for g, ends in enumerate(self.course.start.end_cells()):
            pose = resting_pose(ends, self.place)
            for name, shift, text in self._texts(g):
                at = _places(*_along(pose, shift * self.layout.cell))
                parts.append(f'<g id="{self.tag}{name}" class="{self.tag}m" transform="translate({at})">{text}</g>')
        return parts

    def _texts(self, g: int) -> list[tuple[str, float, str]]:
        """The texts on a gourd: a name, where it stands from the middle towards end 1, what is drawn there."""
        cell, found = self.layout.cell, []
        for s in (0, 1):
            if label := self.look.label(2 * g + s):
                size = label_size(label, cell)
                ink = self.look.tone(2 * g + s).on_disc
                text = text_tag(label, y=size * CENTER, font_size=size, fill=ink)
                found.append((f"x{g}{'ab'[s]}", s - 0.5, text))
        if self.look.is_colored:
            found.append((f"x{g}", 0.0, badge(0, 0, str(self.look.ids[g]), cell)))
        return found


def _along(pose: Pose, shift: float) -> tuple[float, float]:
    """A point on the axis of a gourd, so far from its middle towards end 1."""
    x, y, angle = pose
    return x + shift * math.cos(math.radians(angle)), y + shift * math.sin(math.radians(angle))


def _turned(pose: Pose) -> str:
    """A pose as CSS says it."""
    return f"translate({_pixels(*pose[:2])}) rotate({number(pose[2])}deg)"


def _pixels(x: float, y: float) -> str:
    return f"{number(x)}px,{number(y)}px"


def _places(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
