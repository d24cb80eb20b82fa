"""The script of a plan's page in a real browser: it replays as we do, and the page does what its buttons and keys say."""

from __future__ import annotations

import math
import re
from importlib.resources import files

import pytest

from gourds.render.plan.course import Course
from gourds.render.plan.page import SCRIPTS, plan_data, plan_page
from gourds.render.plan.pose import moving_pose
from gourds.render.plan.words import sentence
from gourds.replaying import replay
from tests.render.plan_makers import colored, hexagon_start, random_walk
from tests.web.browser.conftest import run_chromium

RUN = """
(cases) => cases.map((data) => {
  const replay = makeReplay(data);
  const moves = [];
  while (replay.done < replay.total) {
    const motion = replay.next();
    moves.push([data.ids[motion.gourd], motion.kind, motion.lead, motion.before, motion.after, motion.empty, motion.left,
      replay.sentence(motion), [0, 0.3, 1].map((part) => Object.values(replay.movingPose(motion, part)))]);
    replay.forward();
  }
  const final = Array.from(replay.where);
  const end = replay.empty;
  if (replay.next() !== null) throw new Error("a move after the end");
  while (replay.done > 0) replay.backward();
  return { moves, final, end, back: Array.from(replay.where), start: replay.empty };
})
"""


@pytest.fixture(scope="module")
def browser():
    """One chromium for these tests, closed before others start theirs."""
    yield from run_chromium()


@pytest.fixture
def page(browser):
    """A page; an error on it fails the test in the end."""
    context = browser.new_context(viewport={"width": 900, "height": 700})
    context.set_default_timeout(30_000)
    errors: list[str] = []
    made = context.new_page()
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield made
    context.close()
    assert not errors, errors


def test_the_script_replays_as_we_do(page):
    """Every move, every sentence, every pose, and all the way back."""
    cases = []
    for seed in range(12):
        start = hexagon_start(1 + seed % 3, seed)
        start = colored(start, ["red", "<b>", "x"], seed) if seed % 2 else start
        cases.append(Course.build(start, random_walk(start, 10 * seed, seed)))
    parts = [files("gourds.render.plan").joinpath(name).read_text("utf-8") for name in SCRIPTS[:-1]]
    page.add_script_tag(content="".join(parts) + "globalThis.makeReplay = makeReplay;", type="module")
    page.wait_for_function("() => 'makeReplay' in globalThis")
    answers = page.evaluate(RUN, [plan_data(course) for course in cases])
    for course, answer in zip(cases, answers, strict=True):
        cells, width = course.board.cell_list(), plan_data(course)["width"]

        def place(cell, width=width):
            return width * (cell[0] + cell[1] / 2), width * cell[1] * math.sqrt(3) / 2

        motions = course.motions()
        assert len(answer["moves"]) == len(motions)
        for motion, (gourd, kind, lead, before, after, empty, left, said, poses) in zip(
            motions, answer["moves"], strict=True
        ):
            assert (gourd, kind, lead, said) == (motion.gourd, motion.kind, motion.lead, sentence(course.start, motion))
            assert tuple(cells[k] for k in before) == motion.before
            assert tuple(cells[k] for k in after) == motion.after
            assert (cells[empty], cells[left]) == (motion.empty, motion.left)
            for part, (x, y, angle) in zip((0, 0.3, 1), poses, strict=True):
                ours = moving_pose(motion, part, place)
                assert (x, y) == pytest.approx(ours[:2], abs=1e-6)
                assert math.cos(angle - math.radians(ours[2])) == pytest.approx(1)
        final = replay(course.start, course.walk).final
        assert (answer["final"], answer["end"]) == (final.ends.reshape(-1).tolist(), final.empty)
        assert (answer["back"], answer["start"]) == (course.start.ends.reshape(-1).tolist(), course.start.empty)


def test_the_page_in_a_browser(page, tmp_path):
    start = hexagon_start(2)
    course = Course.build(start, random_walk(start, 38))
    (tmp_path / "page.html").write_text(plan_page(course), encoding="utf-8")
    page.clock.install()
    page.goto((tmp_path / "page.html").as_uri() + "#7")

    def done() -> int:
        return int(page.evaluate("document.body.dataset.done"))

    def press(key: str, milliseconds: int = 0) -> int:
        page.keyboard.press(key)
        page.clock.run_for(milliseconds)
        return done()

    assert done() == 7  # by the address
    assert press("Home") == 0
    press("ArrowRight")
    assert press("ArrowRight", 1000) == 2
    assert press("ArrowLeft", 1000) == 1
    assert press("End") == 38
    assert press("ArrowRight", 500) == 38
    assert press("Shift+ArrowLeft") == 28
    assert press("Shift+ArrowRight") == 38
    page.click("#first")
    assert done() == 0
    press("Space", 5100)
    played = press("Space", 1000)
    assert 9 <= played <= 11  # two moves in a second
    assert page.evaluate("location.hash") == f"#{played}"
    page.evaluate(
        "(value) => { const slider = document.getElementById('slider'); slider.value = value;"
        " slider.dispatchEvent(new Event('input')); }",
        12,
    )
    assert done() == 12
    assert page.text_content("#caption") == sentence(start, course.motions(12, 13)[0])
    assert page.text_content("#counter") == "move 13 of 38"
    ends = dict(zip(start.ids, course.after(12).end_cells(), strict=True))
    next_gourd = course.motions(12, 13)[0].gourd
    shown = page.evaluate("""() => [...document.querySelectorAll(".gourds > g:not(.glow)")].map((gourd) =>
        [gourd.querySelector("text").textContent, gourd.querySelector("g").getAttribute("transform")])""")
    assert len(shown) == len(ends)
    assert page.get_attribute(".glow", "transform") == dict(shown)[str(next_gourd)]
    for number, transform in shown:
        x, y, angle = map(float, re.findall(r"-?[\d.]+", transform))
        for side, (q, r) in zip((-30, 30), ends[int(number)], strict=True):
            at = (x + side * math.cos(math.radians(angle)), y + side * math.sin(math.radians(angle)))
            assert at == pytest.approx((60 * (q + r / 2), 60 * r * math.sqrt(3) / 2), abs=0.05)


def test_plans_without_moves_and_without_gourds(page, tmp_path):
    from gourds.configuration import Configuration
    from gourds.moves import Walk

    for cells, ids, ends in (([(0, 0)], [], []), ([(0, 0), (1, 0), (0, 1)], [1], [((0, 0), (1, 0))])):
        start = Configuration.build(cells, ids, ends)
        course = Course.build(start, Walk.from_letters(start.empty_cell, ""))
        (tmp_path / "page.html").write_text(plan_page(course), encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        assert page.text_content("#caption") == "This plan has no moves."
        assert page.is_disabled("#play")
