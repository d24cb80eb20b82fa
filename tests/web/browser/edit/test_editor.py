"""The editor of puzzles: cells, colors and gourds by mouse and keys; what it says of them; and the puzzle played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gourds.reconfigure.levels.level import Level
from gourds.reconfigure.levels.making import shortest_walk
from tests.web.browser.axe import axe_source, grave_findings
from tests.web.browser.conftest import DESKTOP
from tests.web.browser.playing import Play
from tests.web.browser.test_access import SIZES

EDITOR = "document.querySelector('dialog.edit-dialog').editor"


class Editor:
    """The editor, opened from Play."""

    def __init__(self, play: Play) -> None:
        self.play, self.page = play, play.page
        self.page.evaluate("() => localStorage.removeItem('gourds editor')")
        self.open()

    def open(self) -> None:
        self.play.click("play-edit")
        self.page.wait_for_selector("[data-testid=edit-board] canvas")

    def draft(self) -> Any:
        return self.page.evaluate(f"() => {EDITOR}.draft")

    def point(self, cell: tuple[int, int]) -> tuple[float, float]:
        x, y = self.page.evaluate(f"(cell) => {EDITOR}.board.pointOfCell(cell)", list(cell))
        box = self.play.get("edit-board").locator("canvas").bounding_box()
        return box["x"] + x, box["y"] + y

    def press(self, *cells: tuple[int, int]) -> None:
        """Press on the first cell and drag over the others."""
        self.page.mouse.move(*self.point(cells[0]))
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*self.point(cell))
        self.page.mouse.up()

    def says(self, key: str, words: str) -> None:
        self.play.until(lambda: words in self.play.text(f"edit-says-{key}"), seconds=120)


@pytest.fixture
def editor(play: Play) -> Iterator[Editor]:
    yield Editor(play)
    play.page.evaluate("() => localStorage.removeItem('gourds editor')")


def test_a_puzzle_is_drawn_judged_and_played(editor, play):
    editor.says("board", "proper")
    editor.says("gourds", "0 of 3 gourds laid")
    assert play.get("edit-play").is_disabled()
    # Cells: a press removes, a drag adds; an even or broken board is said to be one.
    editor.press((0, 1))
    editor.says("board", "6 cells are an even number")
    editor.press((0, 1), (1, 1))
    editor.says("board", "8 cells")
    editor.press((4, 0))
    editor.says("board", "falls apart")
    for _ in range(3):
        play.page.keyboard.press("Control+z")
    assert len(editor.draft()["cells"]) == 7
    # A hole: not proper, and why.
    editor.press((0, 0))
    editor.press((2, -1))
    editor.says("board", "hole")
    for _ in range(2):
        play.click("edit-undo")
    # Colors, then gourds: one by a drag, one by two presses, the rest by the server.
    play.click("edit-color-green")
    play.click("edit-tool-paint")
    editor.press((0, 1))
    assert [0, 1, "green"] in editor.draft()["cells"]
    play.click("edit-tool-gourds")
    editor.press((0, -1), (1, -1))
    editor.press((-1, 1))
    editor.press((0, 1))
    assert len(editor.draft()["gourds"]) == 2
    editor.press((0, 1))
    editor.says("gourds", "1 of 3 gourds laid")
    play.click("edit-fill")
    editor.says("gourds", "3 gourds, all laid")
    editor.says("solutions", "solution")
    play.get("edit-name").fill("Mine")
    play.get("edit-name").press("Enter")
    editor.says("moves", "proved")
    play.page.evaluate(
        f"() => {{ {EDITOR}.onPlay = ((play) => (level) => {{ window.made = level; play(level); }})({EDITOR}.onPlay); }}"
    )
    play.click("edit-play")
    # What is played is what was said: the par is the length of a shortest solution.
    made = json.loads(play.page.evaluate("() => JSON.stringify(window.made)"))
    level = Level.from_json(made)
    walk = shortest_walk(level.start, level.target, level.instance)
    assert walk is not None
    assert len(walk) == level.par
    play.until(lambda: play.configuration() == level.start)
    assert str(level.par) in play.text("play-par")
    assert play.state()["puzzle"]["title"] == "Mine"


def test_numbers_a_start_of_its_own_and_a_link(editor, play):
    play.get("edit-shape").select_option(label="Hat, 9 cells")
    editor.says("gourds", "0 of 4")
    play.click("edit-fill")
    play.click("edit-mode-numbers")
    play.get("edit-depth").select_option("4")
    editor.says("solutions", "One solution")
    editor.says("moves", "Very easy")
    before = play.page.evaluate(f"() => Array.from({EDITOR}.made.start)")
    play.click("edit-shuffle")
    assert play.get("edit-show-start").get_attribute("aria-pressed") == "true"
    assert play.page.evaluate(f"() => Array.from({EDITOR}.made.start)") != before
    start = play.page.evaluate(f"() => Array.from({EDITOR}.made.start)")
    play.click("edit-share")
    play.until(lambda: "#play/" in play.page.url)
    # The draft is there again after the editor was closed, and the link opens the puzzle.
    play.page.keyboard.press("Escape")
    editor.open()
    assert editor.draft()["mode"] == "numbers"
    play.page.keyboard.press("Escape")
    play.page.evaluate("async () => gourds.openState(await gourds.share.readLink(location.hash))")
    play.until(lambda: play.state()["start"] == start)


def test_what_cannot_be_laid_is_said(editor, play):
    play.click("edit-clear")
    editor.says("board", "Draw a board")
    editor.press((0, 0), (1, 0))
    play.click("edit-fill")
    assert "odd number" in play.text("edit-problem")
    # By keys alone: a third cell.
    canvas = play.get("edit-board").locator("canvas")
    canvas.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        canvas.press(key)
    play.until(lambda: len(editor.draft()["cells"]) == 3)
    assert play.get("edit-problem").is_hidden()


def test_the_editor_is_for_everybody(editor, play):
    """At four sizes nothing is cut off, and axe-core has nothing grave to say."""
    editor.says("board", "proper")
    found = {}
    for width, height in SIZES.values():
        play.page.set_viewport_size({"width": width, "height": height})
        for testid in ("edit-tool-gourds", "edit-redo", "edit-color-orange", "edit-play"):
            box = play.get(testid).bounding_box()
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width, testid
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height, testid
        found[width] = grave_findings(play.page) if axe_source() is not None else []
    play.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    assert {width: lines for width, lines in found.items() if lines} == {}
