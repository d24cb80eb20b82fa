"""How the board of a game is shown: zoomed and panned where it is large, and still where people ask for less motion."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.moves import legal_moves
from gourds.reconfigure.scrambles import random_configuration
from gourds.shapes import hexagon
from tests.web.browser.playing import Play, after, is_choice

Opener = Callable[..., Any]


def large_game(play: Play) -> Configuration:
    """A board of 469 cells, opened from a file."""
    start = random_configuration(Board.from_cells(hexagon(12)), 3)
    play.open_file("large.json", json.dumps(start.to_json()))
    play.until(lambda: play.configuration().board.size == 469)
    return play.configuration()


def is_in_sight(play: Play, cell: tuple[int, int]) -> bool:
    x, y = play.point(cell)
    box = play.get("play-board").bounding_box()
    return bool(box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])


def test_large_boards_are_zoomed_and_panned(play: Play) -> None:
    page = play.page
    page.set_viewport_size({"width": 900, "height": 560})
    start = large_game(play)
    assert play.cell_width() >= 17, "a game begins large enough to play"
    assert is_in_sight(play, start.empty_cell)
    page.keyboard.press("0")
    whole = play.cell_width()
    assert all(is_in_sight(play, (q, r)) for q, r in ((12, 0), (-12, 0), (0, 12), (0, -12)))
    # The wheel zooms where the pointer is; the board is dragged by whatever cannot move.
    movable = {move.gourd for move in legal_moves(start)}
    pairs = zip(start.ids, start.end_cells(), strict=True)
    cell = next(ends[0] for gourd, ends in pairs if gourd not in movable and max(map(abs, ends[0])) < 5)
    x, y = play.point(cell)
    page.mouse.move(x, y)
    for size in (1.3, 1.9):
        page.mouse.wheel(0, -600)
        play.until(lambda size=size: play.cell_width() > size * whole)  # type: ignore[misc]
    assert play.point(cell) == pytest.approx((x, y), abs=2)
    page.mouse.down()
    page.mouse.move(x - 30, y + 20)
    page.mouse.move(x - 60, y + 40)
    page.mouse.up()
    assert play.point(cell) == pytest.approx((x - 60, y + 40), abs=2)
    assert play.configuration() == start
    for key, compare in (("+", 1), ("-", -1)):
        before = play.cell_width()
        page.keyboard.press(key)
        assert (play.cell_width() - before) * compare > 0
    # A gourd that can move is found by keyboard, and a move keeps the empty cell in sight.
    move = next(move for move in legal_moves(start) if not is_choice(start, move))
    page.locator(f'.play-board [data-gourd="{start.ids.index(move.gourd)}"]').focus()
    page.keyboard.press("Enter")
    assert play.configuration() == after(start, move)
    play.until(lambda: is_in_sight(play, play.configuration().empty_cell))
    play.check_picture()
    play.click("play-zoom-fit")
    assert play.cell_width() == pytest.approx(whole, abs=0.5)
    page.set_viewport_size({"width": 1280, "height": 860})
    play.until(lambda: play.cell_width() > whole + 1)


def test_less_motion_where_people_ask_for_it(open_page: Opener) -> None:
    play = Play(open_page("#play", calm=True))
    play.choose("hexagon-7")
    play.get("play-depth").select_option("4")
    start = play.configuration()
    move = next(move for move in legal_moves(start) if not is_choice(start, move))
    wanted = after(start, move).end_cells()[start.ids.index(move.gourd)]
    play.page.locator(f'.play-board [data-gourd="{start.ids.index(move.gourd)}"]').focus()
    # The gourd lies there at once: it is where it should be before the next frame.
    shown = play.page.evaluate(
        """(gourd) => {
          const group = document.querySelector(`.play-board [data-gourd="${gourd}"]`);
          group.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
          return [-30, 30].map((x) => {
            const at = new DOMPoint(x, 0).matrixTransform(group.querySelector('.body').getScreenCTM());
            return [at.x, at.y];
          });
        }""",
        start.ids.index(move.gourd),
    )
    for (x, y), cell in zip(shown, wanted, strict=True):
        assert (x, y) == pytest.approx(play.point(cell), abs=1)
    # Nothing pulses, glides or flies, not even when it is won.
    play.page.keyboard.press("h")
    play.page.wait_for_selector(".gourd.hinted", timeout=30_000)
    assert running_animations(play) == []
    play.page.evaluate("() => document.querySelector('.meter').hidden = false")
    play.hurry()
    play.page.keyboard.press("s")
    play.until(lambda: play.get("play-board").get_attribute("data-solved") == "true", 60)
    play.page.evaluate("() => window.gourds.current().view.table.board.celebrate()")
    assert play.page.locator(".party-piece").count() == 0
    assert running_animations(play) == []


def running_animations(play: Play) -> list[str]:
    script = "() => document.getAnimations().filter((one) => one.playState === 'running').map((one) => String(one.animationName))"
    return list(play.page.evaluate(script))


def test_motion_is_shown_otherwise(play: Play) -> None:
    play.page.keyboard.press("h")
    play.page.wait_for_selector(".gourd.hinted", timeout=30_000)
    assert "play-pulse" in running_animations(play)
    play.page.evaluate("() => window.gourds.current().view.table.board.celebrate()")
    assert play.page.locator(".party-piece").count() > 0
