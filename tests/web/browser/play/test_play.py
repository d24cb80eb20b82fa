"""The Play view in a real browser: moves by mouse, touch and keys, zoom, less motion; compared with the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gourds.board import Board
from gourds.bundled import bundled_folder
from gourds.configuration import Configuration
from gourds.files import load_instance
from gourds.moves import Walk, legal_moves
from gourds.placement import placement_faults
from gourds.reconfigure.scrambles import random_configuration
from gourds.replaying import replay
from gourds.shapes import hexagon, random_proper, strip, triangle
from tests.web.browser.conftest import PHONE
from tests.web.browser.playing import Play, after, end_cell, is_choice, random_moves, swinging_end, vacated

Opener = Callable[..., Any]
RULE_BOARDS = [hexagon(1), hexagon(3), triangle(6), strip(11), *(random_proper(21, s) for s in range(3))]


def test_the_page_knows_the_legal_moves(play: Play) -> None:
    """On random walks: the same moves as Python finds, in the same order, and walks spelled in the same letters."""
    for cells in RULE_BOARDS:
        check_rules(play, random_configuration(Board.from_cells(cells), 1))


def check_rules(play: Play, start: Configuration) -> None:
    script = """async ([document, seed]) => {
      const { Grid, Position, lettersOfWalk, cellsOfWalk } = await import('/static/board/moves.js');
      const { shuffled } = await import('/static/board/chance.js');
      const grid = new Grid(document.cells);
      const where = document.gourds.flatMap(({ ends }) => ends.map((cell) => grid.index(cell)));
      const position = new Position(grid, where);
      const path = [position.empty];
      const seen = [];
      for (let k = 0; k < 60; k++) {
        const motions = position.motions();
        seen.push(motions.map(({ gourd, kind, after }) => [document.gourds[gourd].id, kind, after.map((c) => grid.cells[c])]));
        position.make(motions[(k * 7 + seed) % motions.length]);
        path.push(position.empty);
      }
      const letters = lettersOfWalk(grid, path);
      const again = cellsOfWalk(grid, path[0], letters).join() === path.join();
      const twice = [1, 1, 2].map((s) => shuffled(position, 200, s).where.join());
      return { seen, letters, again, twice };
    }"""
    found = play.page.evaluate(script, [start.to_json(), 3])
    walk = Walk.from_letters(start.empty_cell, found["letters"])
    assert found["again"]
    assert found["twice"][0] == found["twice"][1] != found["twice"][2]
    position, cells = start, walk.cells().tolist()
    for step, seen in enumerate(found["seen"]):
        moves = legal_moves(position)
        assert seen == [[move.gourd, move.kind.value, [list(cell) for cell in move.to]] for move in moves], step
        position = after(position, next(move for move in moves if list(vacated(position, move)) == cells[step + 1]))
    assert replay(start, walk, position)


def test_the_paper_puzzle_is_ready_at_once(play: Play) -> None:
    instance = load_instance(bundled_folder("instances") / "drawn" / "nine-gourds.txt")
    position = play.configuration()
    kinds = [tuple(sorted(pair)) for pair in position.colors or ()]
    assert sorted(kinds) == sorted((a, b) for a, b, count in instance.gourd_list() for _ in range(count))
    assert position.board == instance.board
    assert placement_faults(instance, position.placement()) != []  # shuffled
    assert play.text("move-counter") == "0"
    movable = play.page.evaluate(
        "() => [...document.querySelectorAll('.gourd.movable')].map((g) => Number(g.dataset.gourd))"
    )
    assert sorted(position.ids[k] for k in movable) == sorted({move.gourd for move in legal_moves(position)})
    play.check_picture()


def test_moves_by_mouse_then_undo_and_redo(play: Play) -> None:
    seen = [play.configuration()]
    pivots = 0
    for k, start, move in random_moves(play, 10, 5):
        lead = swinging_end(start, move)
        play.page.mouse.click(*play.point(end_cell(start, move.gourd, lead)))
        if is_choice(start, move):
            pivots += 1
            assert play.configuration() == start, "a pivot waits for the choice of an end"
            assert play.page.locator("[data-ghost]").count() == 2
            if k % 2:
                play.click(f"ghost-{lead}")
            else:
                play.page.mouse.click(*play.point(end_cell(start, move.gourd, lead)))
        seen.append(play.configuration())
        assert play.text("move-counter") == str(k + 1)
    assert pivots >= 2
    play.check_picture()
    for position in reversed(seen[:-1]):
        play.page.keyboard.press("u")
        assert play.configuration() == position
    assert play.get("play-undo").is_disabled()
    for position in seen[1:]:
        play.page.keyboard.press("r")
        assert play.configuration() == position
    assert play.get("play-redo").is_disabled()
    play.click("play-restart")
    assert play.configuration() == seen[0]
    play.check_picture()


def test_gourds_are_dragged_along_their_motion(play: Play) -> None:
    choices = 0
    mouse = play.page.mouse
    for k, start, move in random_moves(play, 8, 2):
        choices += is_choice(start, move)
        (x, y), (dx, dy) = play.way(start, move)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 0.2 * dx, y + 0.2 * dy)
        if k % 5 == 0:  # let go too early: it springs back
            mouse.up()
            assert play.configuration() == start
            play.check_picture()
            mouse.move(x, y)
            mouse.down()
        mouse.move(x + 0.5 * dx, y + 0.5 * dy)
        mouse.move(x + 0.9 * dx, y + 0.9 * dy)
        mouse.up()
    assert choices >= 2
    play.check_picture()


def test_a_gourd_that_cannot_move_stays(play: Play) -> None:
    start = play.configuration()
    movable = {move.gourd for move in legal_moves(start)}
    still = next(gourd for gourd in start.ids if gourd not in movable)
    play.page.mouse.click(*play.point(end_cell(start, still, 0)))
    assert play.configuration() == start
    assert "cannot move" in play.text("play-status")


def test_moves_by_keys(play: Play) -> None:
    page = play.page
    focused = "() => { const g = document.activeElement.closest?.('[data-gourd]'); return g ? Number(g.dataset.gourd) : null }"
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("b")
    start = play.configuration()
    first = page.evaluate(focused)
    assert start.ids[first] in {move.gourd for move in legal_moves(start)}
    reached = {first}
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 3:
        page.keyboard.press(key)
        reached.add(page.evaluate(focused))
    assert len(reached) > 1
    choices = 0
    for _, start, move in random_moves(play, 9, 9):
        lead = swinging_end(start, move)
        page.locator(f'.play-board [data-gourd="{start.ids.index(move.gourd)}"]').focus()
        page.keyboard.press("Enter")
        if is_choice(start, move):
            choices += 1
            assert play.configuration() == start
            for _ in range(2):
                if page.locator(f'.ghost.chosen[data-ghost="{lead}"]').count():
                    break
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        assert page.evaluate(focused) == start.ids.index(move.gourd), "the focus stays on the gourd"
    assert choices >= 2


def test_moves_by_touch(open_page: Opener) -> None:
    play = Play(open_page("#play", size=PHONE, touch=True))
    for k, start, move in random_moves(play, 6, 4):
        (x, y), (dx, dy) = play.way(start, move)
        if k % 2:
            play.page.touchscreen.tap(x, y)
            if is_choice(start, move):
                play.page.touchscreen.tap(x, y)
        else:
            for kind, part in (("touchStart", 0.0), ("touchMove", 0.3), ("touchMove", 0.6), ("touchMove", 0.95)):
                play.touch(kind, (x + part * dx, y + part * dy))
            play.touch("touchEnd")
    play.check_picture()
    wide = play.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE[0], "nothing sticks out at the side"
    # Two fingers zoom and move no gourd, also if one of them is on one that could move.
    start = play.configuration()
    (x, y), _ = play.way(start, legal_moves(start)[0])
    before = play.cell_width()
    play.touch("touchStart", (x, y))
    play.touch("touchStart", (x, y), (x - 40, y))
    for far in range(45, 90, 5):
        play.touch("touchMove", (x, y), (x - far, y))
    play.touch("touchEnd")
    assert play.cell_width() > 1.5 * before
    assert play.configuration() == start
    play.check_picture()
    play.get("play-zoom-fit").tap()
    assert abs(play.cell_width() - before) < 1
