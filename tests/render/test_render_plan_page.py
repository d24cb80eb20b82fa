from __future__ import annotations

import html
import json
import math
import re
import shutil
import subprocess
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from hypothesis import given, settings

from gourds.moves import Walk
from gourds.render.plan_course import Course
from gourds.render.plan_page import plan_data, plan_page
from gourds.render.plan_pose import moving_pose
from gourds.render.plan_words import sentence
from gourds.replaying import replay
from tests.render.plan_makers import colored, hexagon_start, plans, random_walk

NODE = shutil.which("node")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="plan">(.*?)</script>', page, re.S)[1])


class Parts(HTMLParser):
    """Tags, and whatever refers to elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]


@settings(max_examples=40)
@given(plans())
def test_pages_hold_the_plan(case):
    start, walk = case
    page = plan_page(Course.build(start, walk), title="</script><script>alert(1)")
    parts = Parts(page)
    assert parts.links == []
    assert parts.tags.count("script") == 2
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in page
    data = data_of(page)
    assert data["walk"] == walk.letters
    cells = [tuple(data["cells"][k : k + 2]) for k in range(0, len(data["cells"]), 2)]
    assert cells == start.board.cell_list()
    assert [
        (cells[a], cells[b]) for a, b in zip(data["ends"][::2], data["ends"][1::2], strict=True)
    ] == start.end_cells()
    assert data["ids"] == list(start.ids)
    assert Walk.from_letters(start.empty_cell, data["walk"]) == walk


def test_color_names_cannot_leave_the_data():
    name = "</script><script>alert(1)</script><!--"
    start = colored(hexagon_start(1), [name])
    page = plan_page(Course.build(start, random_walk(start, 3)))
    assert Parts(page).tags.count("script") == 2
    assert data_of(page)["colors"] == [name]


def test_pages_are_compact():
    start = hexagon_start(3)
    short, long = (len(plan_page(Course.build(start, random_walk(start, n)))) for n in (100, 600))
    assert 500 <= long - short < 600


RUN = """
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = cases.map((data) => {
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
});
console.log(JSON.stringify(answers));
"""


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_script_replays_as_we_do():
    """The page's own script in node: every move, every sentence, every pose, and all the way back."""
    cases = []
    for seed in range(12):
        start = hexagon_start(1 + seed % 3, seed)
        start = colored(start, ["red", "<b>", "x"], seed) if seed % 2 else start
        cases.append(Course.build(start, random_walk(start, 10 * seed, seed)))
    script = files("gourds.render").joinpath("plan_replay.js").read_text("utf-8") + RUN
    given_ = json.dumps([plan_data(course) for course in cases])
    done = subprocess.run([NODE, "-e", script], input=given_, capture_output=True, text=True, check=True, timeout=60)
    for course, answer in zip(cases, json.loads(done.stdout), strict=True):
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


DRIVE = """
<script>
const log = [];
const key = (name, more = {}) => document.dispatchEvent(new KeyboardEvent("keydown", { key: name, ...more }));
const note = () => log.push(Number(document.body.dataset.done));
const wait = (time) => new Promise((done) => setTimeout(done, time));
(async () => {
  note();                                                  // opened by the address
  key("Home"); note();
  key("ArrowRight"); key("ArrowRight"); await wait(1000); note();
  key("ArrowLeft"); await wait(1000); note();
  key("End"); note(); key("ArrowRight"); await wait(500); note();
  key("ArrowLeft", { shiftKey: true }); note();
  key("ArrowRight", { shiftKey: true }); note();
  document.getElementById("first").click(); note();
  key(" "); await wait(5100); key(" "); note();            // two moves in a second
  await wait(1000); note();
  log.push(location.hash);
  const slider = document.getElementById("slider");
  slider.value = 12; slider.dispatchEvent(new Event("input")); note();
  log.push(document.getElementById("caption").textContent, document.getElementById("counter").textContent);
  log.push([...document.querySelectorAll(".gourds > g")].map((g) =>
    [g.querySelector("text").textContent, g.querySelector("g").getAttribute("transform")]));
  document.body.dataset.log = JSON.stringify(log);
})();
</script>
"""
FRAMES = "<script>requestAnimationFrame = (act) => setTimeout(() => act(performance.now()), 16);</script>"


@pytest.mark.skipif(CHROMIUM is None, reason="no browser is installed")
def test_the_page_in_a_browser(tmp_path):
    start = hexagon_start(2)
    course = Course.build(start, random_walk(start, 38))
    page = plan_page(course).replace("<head>", "<head>" + FRAMES).replace("</body>", DRIVE + "</body>")
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    quiet += ["--disable-component-update", "--disable-sync", f"--user-data-dir={tmp_path / 'profile'}"]
    address = (tmp_path / "page.html").as_uri() + "#7"
    command = [CHROMIUM, "--headless", "--no-sandbox", *quiet, "--virtual-time-budget=30000", "--dump-dom", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=90)
    found = re.search(r'data-log="([^"]*)"', done.stdout)
    if found is None and "<body" not in done.stdout:
        pytest.skip("the browser does not run here")
    assert found is not None
    (
        opened,
        home,
        two,
        one,
        last,
        still_last,
        ten_back,
        ten_on,
        first,
        played,
        later,
        address,
        twelve,
        said,
        counter,
        shown,
    ) = json.loads(html.unescape(found[1]))
    assert (opened, home, two, one, last, still_last, ten_back, ten_on, first) == (7, 0, 2, 1, 38, 38, 28, 38, 0)
    assert 9 <= played <= 11
    assert (later, address, twelve) == (played, f"#{played}", 12)
    assert said == sentence(start, course.motions(12, 13)[0])
    assert counter == "move 13 of 38"
    ends = dict(zip(start.ids, course.after(12).end_cells(), strict=True))
    for number, transform in shown:
        x, y, angle = map(float, re.findall(r"-?[\d.]+", transform))
        for side, (q, r) in zip((-30, 30), ends[int(number)], strict=True):
            at = (x + side * math.cos(math.radians(angle)), y + side * math.sin(math.radians(angle)))
            assert at == pytest.approx((60 * (q + r / 2), 60 * r * math.sqrt(3) / 2), abs=0.05)
