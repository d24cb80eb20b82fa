from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.hexgrid import DIRECTIONS, center
from gourds.moves import Kind, Move, Plan, Walk, legal_moves
from gourds.render.plan.course import LONGEST, Course
from gourds.render.plan.pose import moving_pose, resting_pose
from gourds.render.plan.words import ARROWS, DIRECTION_WORDS, arrow_of, end_name, sentence
from gourds.replaying import replay
from tests.render.plan_makers import full_plan, hexagon_start, plans, random_walk


@settings(max_examples=60)
@given(plans(), st.data())
def test_walks_and_plans_have_the_same_course(case, data):
    start, walk = case
    course = Course.build(start, walk)
    if len(walk):
        again = Course.build(start, full_plan(start, walk))
        assert again.walk == walk
        assert again.moves == course.moves
    count = data.draw(st.integers(0, len(walk)))
    head = Walk(walk.start, walk.steps[:count])
    assert course.after(count) == replay(start, head).final
    motions = course.motions()
    assert [Move(m.gourd, m.kind, m.after) for m in motions] == list(course.moves)
    assert course.motions(count) == motions[count:]
    path = [(q, r) for q, r in walk.cells().tolist()]
    assert [(m.empty, m.left) for m in motions] == list(pairwise(path))
    for k, motion in enumerate(motions[:5]):
        assert motion.before == course.after(k).end_cells()[start.ids.index(motion.gourd)]


@settings(max_examples=40)
@given(plans())
def test_ends_follow_their_ways(case):
    start, walk = case
    for motion in Course.build(start, walk).motions():
        assert moving_pose(motion, 0, center) == pytest.approx(resting_pose(motion.before, center))
        x, y, angle = moving_pose(motion, 1, center)
        assert (x, y) == pytest.approx(resting_pose(motion.after, center)[:2])
        assert math.cos(math.radians(angle - resting_pose(motion.after, center)[2])) == pytest.approx(1)
        turned = abs(angle - moving_pose(motion, 0, center)[2])
        assert turned == pytest.approx(0 if motion.kind is Kind.SLIDE else 60, abs=1e-9)
        for part in (0.2, 0.5, 0.7):
            x, y, angle = moving_pose(motion, part, center)
            for end in (0, 1):
                side = end - 0.5
                at = (x + side * math.cos(math.radians(angle)), y + side * math.sin(math.radians(angle)))
                (ax, ay), (bx, by) = center(motion.before[end]), center(motion.after[end])
                away = math.dist(at, (ax + part * (bx - ax), ay + part * (by - ay)))
                if motion.direction(end) is None or motion.kind is Kind.SLIDE:
                    assert away < 1e-9
                else:
                    assert away < (0.14 if motion.kind is Kind.PIVOT else 0.07)


@settings(max_examples=40)
@given(plans(max_moves=10))
def test_words_determine_the_move(case):
    """Of all moves that are possible, only the right one has its sentence; the arrow leads into the empty cell."""
    start, walk = case
    course = Course.build(start, walk)
    for k, motion in enumerate(course.motions()):
        here = course.after(k)
        others = [Course.build(here, Plan.from_moves([move])).motions()[0] for move in legal_moves(here)]
        said = [sentence(start, other) for other in others]
        assert said.count(sentence(start, motion)) == 1
        assert others[said.index(sentence(start, motion))] == motion
        word = DIRECTION_WORDS["→↘↙←↖↗".index(arrow_of(motion))]
        assert f"{'slides' if motion.kind is Kind.SLIDE else ''} {word}".strip() in sentence(start, motion)


def test_directions_mean_what_they_say():
    for (dx, dy), word in zip(map(center, DIRECTIONS), DIRECTION_WORDS, strict=True):
        assert ("right" in word, "left" in word) == (dx > 0, dx < 0)
        assert ("down" in word, "up" in word) == (dy > 0, dy < 0)
    assert dict(zip(ARROWS, DIRECTION_WORDS, strict=True)) == {
        "→": "right",
        "↘": "down right",
        "↙": "down left",
        "←": "left",
        "↖": "up left",
        "↗": "up right",
    }


def test_sentences():
    start = hexagon_start(2)
    said = {
        sentence(start, motion).split(":")[0].split()[2]
        for motion in Course.build(start, random_walk(start, 60)).motions()
    }
    assert said == {"slides", "turns", "pivots"}
    assert end_name(start, 5, 0) == "5"
    assert end_name(start, 5, 1) == "5′"


def test_illegal_and_long_plans_are_refused():
    start = hexagon_start(1)
    walk = random_walk(start, 5)
    plan = full_plan(start, walk)
    broken = Plan(plan.gourds, plan.kinds, np.roll(plan.to, 1, axis=0))
    with pytest.raises(InputError, match=r"moves\[0\]"):
        Course.build(start, broken)
    with pytest.raises(InputError, match="the empty cell is"):
        Course.build(start, walk.reversed())
    with pytest.raises(InputError, match=r"up to 1,000,000 moves, this one has 1,000,001"):
        Course.build(start, Walk(walk.start, np.zeros(LONGEST + 1, dtype=np.uint8)))
