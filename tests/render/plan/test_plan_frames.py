from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.moves import Walk
from gourds.render.board.configuration import ACCENT
from gourds.render.plan.animation import MOST, animation_svg
from gourds.render.plan.course import Course
from gourds.render.plan.frames import frame_svg, key_frames, sheet_svg
from gourds.render.plan.words import sentence
from tests.render.plan_makers import colored, hexagon_start, plans, random_walk

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def outside(svg: str) -> list[str]:
    """Everything that an SVG file would load from elsewhere."""
    return [
        found
        for found in re.findall(r'(?:href|src)="([^"]*)"|url\(([^)]*)\)|@import', svg)
        if not "".join(found).startswith("#")
    ]


@settings(max_examples=30)
@given(plans(), st.data())
def test_frames(case, data):
    start, walk = case
    course = Course.build(start, walk)
    count = data.draw(st.integers(0, len(walk)))
    svg = frame_svg(course, count, title="<b>&")
    facts = texts(svg)[1]
    if count < len(walk):
        motion = course.motions(count, count + 1)[0]
        assert facts.endswith(sentence(start, motion))
        assert svg.count(ACCENT) >= 3
    else:
        assert ACCENT not in svg
    with pytest.raises(InputError, match="there is no frame"):
        frame_svg(course, len(walk) + 1)


@given(st.integers(0, 10**6), st.integers(2, 12))
def test_key_frames(total, most):
    frames = key_frames(total, most)
    assert frames[0] == 0
    assert frames[-1] == total
    assert len(frames) == min(most, total + 1)
    assert frames == sorted(set(frames))


def test_sheets():
    for start in (hexagon_start(2), colored(hexagon_start(2), ["a", "<b>"])):
        found = texts(sheet_svg(Course.build(start, random_walk(start, 100))))
        assert "start" in found
        assert "end: after 100 moves" in found
        assert sum(text.startswith("after ") for text in found) == 10
        ET.fromstring(sheet_svg(Course.build(start, random_walk(start, 0)), coordinates=True))


@settings(max_examples=30)
@given(plans())
def test_animations(case):
    start, walk = case
    course = Course.build(start, walk)
    svg = animation_svg(course, title="<script>")
    root = ET.fromstring(svg)
    names = {element.get("id") for element in root.iter()}
    assert not outside(svg)
    assert "<script" not in svg
    (style,) = (element.text or "" for element in root.iter(f"{SVG}style"))
    # Every animation has an element, every gourd that moves has a body and an outline that are animated.
    animated = set(re.findall(r"#(\w+)\{animation-name", style))
    assert animated <= names
    assert set(re.findall(r"@keyframes (\w+)", style)) == animated
    moved = {start.ids.index(motion.gourd) for motion in course.motions()}
    assert {int(name) for name in re.findall(r"#f[0-9a-f]+g(\d+)\{", style)} == moved
    assert ("prefers-reduced-motion" in style) == bool(len(walk))
    assert sum(": gourd " in text for text in texts(svg)) == len(walk)
    for frames in re.findall(r"@keyframes \w+\{((?:[\d.]+%\{[^}]*\})*)\}", style):
        times = [float(time) for time in re.findall(r"([\d.]+)%\{", frames)]
        assert times == sorted(set(times))
        assert times[-1] <= 100


def test_animations_end_at_the_end():
    start = hexagon_start(2)
    course = Course.build(start, random_walk(start, 40))
    svg = animation_svg(course)
    last = animation_svg(Course.build(course.after(40), Walk(course.after(40).empty_cell, course.walk.steps[:0])))
    ends = dict(re.findall(r"@keyframes f[0-9a-f]+g(\d+)\{.*?100%\{transform:translate\(([^)]*)\)", svg))
    rest = dict(re.findall(r'id="f[0-9a-f]+g(\d+)"[^>]*transform="translate\(([^)]*)\)', last))
    assert len(ends) > 3
    assert all(place.replace("px", "").replace(",", " ") == rest[gourd] for gourd, place in ends.items())


def test_long_animations_are_refused():
    start = hexagon_start(1)
    assert len(animation_svg(Course.build(start, random_walk(start, MOST)))) < 400_000
    with pytest.raises(InputError, match=r"up to 300 moves, this plan has 301: write \.html"):
        animation_svg(Course.build(start, random_walk(start, MOST + 1)))
