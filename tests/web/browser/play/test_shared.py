"""A puzzle as a file of its own: saved by Share, opened from a disk without a network, and played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import gourds as library
from gourds.instance import Instance
from gourds.moves import Walk, unfold
from gourds.replaying import replay
from tests.render.plan_makers import random_walk
from tests.web.browser.conftest import PHONE
from tests.web.browser.playing import Play
from tests.web.browser.viewing import Errors

EVIL = "<img src=x onerror=alert(1)> \"'&amp;"


@pytest.fixture
def opened(browser: Any):
    """``opened(path)``: the file from the disk, in a browser that is offline; nothing may go wrong on it."""
    contexts, errors = [], Errors()

    def open_(path: Path, **options: Any) -> Any:
        context = browser.new_context(offline=True, reduced_motion="reduce", **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", errors.note)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: request.url.startswith("file:") or errors.append(request.url))
        page.goto(path.as_uri())
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not errors, errors


def evil_puzzle() -> tuple[Instance, Any, Walk]:
    """Nine gourds whose colors and name are hostile, and a start seven moves from its end."""
    puzzle = library.generate("hexagon", radius=2, colors=2, seed=1)
    cells = [(*cell, f"{EVIL} {puzzle.color_at(cell)}") for cell in puzzle.board.cell_list()]
    gourds = [(f"{EVIL} {a}", f"{EVIL} {b}", count) for a, b, count in puzzle.gourd_list()]
    evil = Instance.build([cell[:2] for cell in cells], [cell[2] for cell in cells], gourds, name=EVIL)
    solved = library.shuffle(evil, placement=library.solve(evil).placement)
    back = random_walk(solved, 7)
    return evil, replay(solved, back).final, Walk.from_cells(back.cells()[::-1])


def text(page: Any, testid: str) -> str:
    return str(page.get_by_test_id(testid).text_content())


def make(page: Any, gourd: int, lead: int) -> None:
    """A move by the keyboard; of two pivots, the end is chosen by mouse."""
    page.locator(f'[data-gourd="{gourd}"]').focus()
    page.keyboard.press("Enter")
    if page.locator("[data-ghost]").count():
        page.locator(f'[data-ghost="{lead}"]').click()


def test_a_file_from_the_disk_is_played_to_the_end(opened: Any, tmp_path: Path) -> None:
    puzzle, start, walk = evil_puzzle()
    path = tmp_path / "puzzle.html"
    library.share(puzzle, start, plan=walk, path=path)
    page = opened(path, viewport={"width": 1280, "height": 720})
    assert page.locator("h1").text_content() == page.title() == EVIL, "names are text"
    assert page.locator("img").count() == 0
    assert text(page, "par") == "best known 7"
    board = page.get_by_test_id("play-board")
    # A move that is not of the plan: the hint leads back, and undo does too.
    (plan,) = unfold(start, walk)
    gourds = [start.ids.index(gourd) for gourd in plan.gourds.tolist()]
    others = page.evaluate("() => [...document.querySelectorAll('.gourd.movable')].map((g) => Number(g.dataset.gourd))")
    away = next(gourd for gourd in others if gourd != gourds[0])
    make(page, away, 0)
    assert text(page, "move-counter") == "1"
    page.keyboard.press("h")
    assert text(page, "play-status").startswith("Hint: go back to where the plan was left")
    assert page.locator(".gourd.hinted").get_attribute("data-gourd") == str(away)
    page.keyboard.press("u")
    assert text(page, "move-counter") == "0"
    page.keyboard.press("r")
    page.get_by_test_id("play-undo").click()
    # The moves of the plan, each after its hint, but for the last one.
    course = zip(gourds, _leads(start, walk), strict=True)
    for k, (gourd, lead) in enumerate(course):
        if k < 6:
            page.get_by_test_id("play-hint").click()
            assert page.locator(".gourd.hinted").get_attribute("data-gourd") == str(gourd)
        make(page, gourd, lead)
        assert text(page, "move-counter") == str(k + 1)
    assert board.get_attribute("data-solved") == "true"
    assert text(page, "play-banner") == "Solved in 7 moves, with 7 hints; best known 7"
    assert text(page, "play-home") == "18/18"
    assert page.get_by_test_id("play-hint").is_disabled()
    page.get_by_test_id("play-restart").click()
    assert (text(page, "move-counter"), board.get_attribute("data-solved")) == ("0", "false")
    page.get_by_label("Light or dark").click()
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"


def _leads(start: Any, walk: Walk) -> list[int]:
    from gourds.render.plan.course import Course

    return [motion.lead for motion in Course.build(start, walk).motions()]


def test_share_of_play_saves_such_a_file(play: Play, opened: Any, tmp_path: Path) -> None:
    play.choose("hexagon-7")
    start = play.configuration()
    # The search for a plan can be cancelled: nothing is saved, and the server hears of it.
    play.page.route("**/api/jobs/*/events", lambda route: None)
    play.get("share-menu").last.click()
    with play.page.expect_request("**/events"):
        play.click("share-puzzle")
    assert "Looking for a short solution" in play.text("share-news")
    with play.page.expect_request(lambda request: request.method == "DELETE"):
        play.click("share-cancel")
    assert play.get("share-dialog").count() == 0
    play.page.unroute("**/api/jobs/*/events")
    assert play.page.evaluate("() => document.activeElement !== document.body"), "the focus is not lost"
    # What goes wrong is said in the dialog.
    play.errors.expects = "status of 429"
    play.page.route("**/api/jobs", lambda route: route.fulfill(status=429, json={"error": "too many jobs"}))
    play.get("share-menu").last.click()
    play.click("share-puzzle")
    play.until(lambda: play.text("share-fault") == "too many jobs")
    play.click("share-cancel")
    play.page.unroute("**/api/jobs")
    play.get("share-menu").last.click()
    with play.page.expect_download(timeout=120_000) as waiting:  # a plan is looked for first
        play.click("share-puzzle")
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    assert path.suffix == ".html"
    page = opened(path, viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True)
    data = json.loads(re.search(r'id="puzzle">(.*?)</script>', path.read_text("utf-8"), re.S)[1])
    assert data["start"]["gourds"] == start.to_json()["gourds"]
    assert text(page, "par") == f"shortest {len(data['walk'])}", "so small a board is solved with a proof"
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE[0]
    page.get_by_test_id("play-hint").tap()
    hinted = page.locator(".gourd.hinted")
    box = hinted.locator(".half").first.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if page.locator("[data-ghost]").count():
        page.locator("[data-ghost]").first.tap()
    assert text(page, "move-counter") == "1"
