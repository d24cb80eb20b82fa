from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.hexgrid import DIRECTIONS
from gourds.moves import Walk
from gourds.reconfigure.scrambles import random_configuration
from gourds.render.plan import text as module
from gourds.render.plan.course import Course
from gourds.render.plan.text import draw_text, plan_text
from gourds.render.plan.words import DIRECTION_WORDS
from tests.render.plan_makers import colored, hexagon_start, plans, random_walk, starts


def read_drawing(lines: list[str]) -> dict[str, tuple[int, int]]:
    """Where the labels of a drawing are: columns of their digits' anchors, rows."""
    found = {}
    for row, line in enumerate(lines):
        for label in re.finditer(r"\d+′?|·", line):
            found[label[0]] = (label.start() + (len(label[0]) - 1) // 2, row)
    return found


@settings(max_examples=60)
@given(starts())
def test_drawings_show_every_end_in_its_place(start):
    lines = draw_text(start)
    found = read_drawing(lines)
    pitch = max(map(len, found)) + 2
    pitch += pitch % 2
    ends = {
        f"{g}{'′' * s}": cell
        for g, pair in zip(start.ids, start.end_cells(), strict=True)
        for s, cell in enumerate(pair)
    }
    ends["·"] = start.empty_cell
    assert found.keys() == ends.keys()
    x0, y0 = found["·"]
    q0, r0 = start.empty_cell
    for label, (q, r) in ends.items():
        assert found[label] == (x0 + (2 * (q - q0) + r - r0) * pitch // 2, y0 + 2 * (r - r0))
    for number in start.ids:
        (x, y), (x2, y2) = found[str(number)], found[f"{number}′"]
        if y != y2:
            assert lines[(y + y2) // 2][(x + x2) // 2] == ("╲" if (x2 > x) == (y2 > y) else "╱")
    text = "\n".join(lines)
    slanted = sum(a[1] != b[1] for a, b in start.end_cells())
    assert text.count("╲") + text.count("╱") == slanted
    assert len(re.findall("─+", text)) == len(start.ids) - slanted


def follow(text: str, start: Configuration) -> dict[str, tuple[int, int]]:
    """What a person does: move the ends as the lines say."""
    at = {
        f"{g}{'′' * s}": cell
        for g, pair in zip(start.ids, start.end_cells(), strict=True)
        for s, cell in enumerate(pair)
    }
    at["·"] = start.empty_cell
    step = dict(zip(DIRECTION_WORDS, DIRECTIONS, strict=True))
    words = "|".join(sorted(DIRECTION_WORDS, key=len, reverse=True))
    last = ""

    def go(end: str, word: str) -> tuple[int, int]:
        return at[end][0] + step[word][0], at[end][1] + step[word][1]

    for line in re.findall(r"^ *\d+\.  [→↘↙←↖↗]  (.*)$", text, re.M):
        who, what = re.match(r" *(it|gourd \d+) (.*)", line).groups()
        last = last if who == "it" else who.split()[1]
        ends = (last, last + "′")
        covered = {at[end] for end in ends}
        if slide := re.fullmatch(rf"slides ({words})", what):
            at |= {end: go(end, slide[1]) for end in ends}
        elif turn := re.fullmatch(rf"turns: end (\d+′?).* goes ({words}), end (\d+′?).* follows ({words})", what):
            at |= {turn[1]: go(turn[1], turn[2]), turn[3]: go(turn[3], turn[4])}
        else:
            pivot = re.fullmatch(rf"pivots: end (\d+′?).* swings ({words}), end (\d+′?).* stays", what)
            at[pivot[1]] = go(pivot[1], pivot[2])
        assert at["·"] in {at[end] for end in ends}
        (at["·"],) = covered - {at[end] for end in ends}
    return at


@settings(max_examples=40)
@given(plans(max_moves=60))
def test_following_the_lines_leads_to_the_end(case):
    start, walk = case
    course = Course.build(replace(start, colors=None), walk)
    text = plan_text(course)
    final = course.after(len(walk))
    at = follow(text, start)
    assert at["·"] == final.empty_cell
    for number, pair in zip(final.ids, final.end_cells(), strict=True):
        assert (at[str(number)], at[f"{number}′"]) == pair
    assert all(f"    {line}".rstrip() in text.split("\n") for line in draw_text(final))
    assert len(re.findall(r"^ *\d+\.  ", text, re.M)) == len(walk)


def test_colored_plans_name_colors():
    start = colored(hexagon_start(2), ["red", "green\n"])
    text = plan_text(Course.build(start, random_walk(start, 30)))
    assert re.search(r"end \d′? \(red\) (goes|swings|follows|stays)", text)
    assert re.search(r"^  1 (red|green\ufffd), 1′ (red|green\ufffd)$", text, re.M)
    assert "slides" not in plan_text(Course.build(start, random_walk(start, 0)), legend=False)


def test_drawings_between():
    start = hexagon_start(2)
    course = Course.build(start, random_walk(start, 35, 3))
    text = plan_text(course)
    assert re.findall(r"^(Start|After move \d+|End, after .*)$", text, re.M) == [
        "Start",
        "After move 10",
        "After move 20",
        "After move 30",
        "End, after 35 moves",
    ]
    long = plan_text(Course.build(start, random_walk(start, 300)))
    assert " it pivots" in long
    assert not re.search(r"\n\n *\d+\.  .  +it ", long)
    for k in (10, 20, 30):
        assert "\n".join(f"    {line}".rstrip() for line in draw_text(course.after(k))) in text


def test_limits(monkeypatch):
    strip = random_configuration(Board.from_cells(shapes.strip(201)), 0)
    wide = plan_text(Course.build(strip, random_walk(strip, 3)))
    assert "too wide to be drawn" in wide
    monkeypatch.setattr(module, "MOST", 20)
    start = hexagon_start(1)
    with pytest.raises(InputError, match="up to 20 moves are written as text, this one has 21"):
        plan_text(Course.build(start, random_walk(start, 21)))
    nothing = Configuration.build([(0, 0)], [], [])
    assert "·" in plan_text(Course.build(nothing, Walk((0, 0), random_walk(start, 0).steps)))
