"""Moves in words: "gourd 5 slides right", "gourd 3 turns: end 3′ goes down left, end 3 follows left".

End 0 of a gourd is called by the gourd's number, end 1 by the number with a prime; a colored end says its color too.
``moves.js`` says the same in pages.
"""

from __future__ import annotations

from typing import Final

from gourds.configuration import Configuration
from gourds.moves import Kind
from gourds.render.plan.course import Motion
from gourds.render.text import clean

DIRECTION_WORDS: Final = ("right", "down right", "down left", "left", "up left", "up right")
"""The six directions in the order of DIRECTIONS."""
ARROWS: Final = "→↘↙←↖↗"
"""An arrow for each direction."""
PRIME: Final = "′"
"""Marks end 1."""


def end_label(gourd: int, end: int) -> str:
    """What an end is called in drawings: 5 and 5′."""
    return f"{gourd}{PRIME if end else ''}"


def end_name(start: Configuration, gourd: int, end: int) -> str:
    """What an end is called in sentences, with its color if it has one."""
    label = end_label(gourd, end)
    return f"{label} ({clean(start.colors[start.ids.index(gourd)][end])})" if start.colors is not None else label


def arrow_of(motion: Motion) -> str:
    """Where the leading end goes, as an arrow."""
    direction = motion.direction(motion.lead)
    assert direction is not None, "the leading end moves"
    return ARROWS[direction]


def verb_phrase(start: Configuration, motion: Motion) -> str:
    """What a gourd does, without the gourd: "slides right"."""
    lead, other = motion.lead, 1 - motion.lead
    ahead, behind = (_word(motion, end) for end in (lead, other))
    if motion.kind is Kind.SLIDE:
        return f"slides {ahead}"
    first, second = (end_name(start, motion.gourd, end) for end in (lead, other))
    if motion.kind is Kind.TURN:
        return f"turns: end {first} goes {ahead}, end {second} follows {behind}"
    return f"pivots: end {first} swings {ahead}, end {second} stays"


def sentence(start: Configuration, motion: Motion) -> str:
    """The whole move in words."""
    return f"gourd {motion.gourd} {verb_phrase(start, motion)}"


def _word(motion: Motion, end: int) -> str:
    direction = motion.direction(end)
    return "" if direction is None else DIRECTION_WORDS[direction]
