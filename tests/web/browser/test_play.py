"""The Play view in a real browser: moves by mouse, touch and keys, plans, files, states; compared with the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gourds.board import Board
from gourds.bundled import bundled_folder
from gourds.configuration import Configuration
from gourds.files import load_instance, to_text
from gourds.instance import Instance
from gourds.moves import Move, Walk, legal_moves
from gourds.placement import placement_faults
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.scrambles import random_configuration
from gourds.replaying import replay
from gourds.shapes import hexagon, random_proper, strip, triangle
from tests.web.browser.conftest import PHONE
from tests.web.browser.playing import VIEW, Play, after, end_cell, is_choice, swinging_end, vacated

Opener = Callable[..., Any]


@pytest.fixture
def play(open_page: Opener) -> Play:
    return Play(open_page("#play"))


def nine_gourds() -> Instance:
    return load_instance(bundled_folder("instances") / "drawn" / "nine-gourds.txt")


def chosen(position: Configuration, random_: random.Random, last: Configuration | None) -> Move:
    """A random move that does not lead back."""
    moves = legal_moves(position)
    if last is not None and len(moves) > 1:
        moves = [move for move in moves if vacated(position, move) != last.empty_cell]
    return moves[int(random_.random() * len(moves))]


# -- the rules ----------------------------------------------------------------------------------------------------


RULE_BOARDS = [hexagon(1), hexagon(3), triangle(6), strip(11), *(random_proper(21, s) for s in range(3))]


def test_the_page_knows_the_legal_moves(play: Play) -> None:
    """On random walks: the same moves as Python finds, in the same order, and walks spelled in the same letters."""
    for cells in RULE_BOARDS:
        check_rules(play, random_configuration(Board.from_cells(cells), 1))


def check_rules(play: Play, start: Configuration) -> None:
    script = """async ([document, seed]) => {
      const { Grid, Position, lettersOfWalk, cellsOfWalk, shuffled } = await import('/static/moves.js');
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
    instance = nine_gourds()
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


# -- moves by people ------------------------------------------------------------------------------------------------


def test_moves_by_mouse_then_undo_and_redo(play: Play) -> None:
    chance = random.Random(5)
    seen = [play.configuration()]
    pivots = 0
    for k in range(14):
        start = seen[-1]
        move = chosen(start, chance, seen[-2] if k else None)
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
        assert seen[-1] == after(start, move)
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
    chance = random.Random(2)
    seen = [play.configuration()]
    choices = 0
    for k in range(10):
        start = seen[-1]
        move = chosen(start, chance, seen[-2] if k else None)
        lead = swinging_end(start, move)
        (x, y), (ex, ey) = play.point(end_cell(start, move.gourd, lead)), play.point(start.empty_cell)
        choices += is_choice(start, move)
        play.page.mouse.move(x, y)
        play.page.mouse.down()
        play.page.mouse.move(x + 0.2 * (ex - x), y + 0.2 * (ey - y))
        if k % 5 == 0:  # let go too early: it springs back
            play.page.mouse.up()
            assert play.configuration() == start
            play.check_picture()
            play.page.mouse.move(x, y)
            play.page.mouse.down()
        play.page.mouse.move(x + 0.5 * (ex - x), y + 0.5 * (ey - y))
        play.page.mouse.move(x + 0.9 * (ex - x), y + 0.9 * (ey - y))
        play.page.mouse.up()
        seen.append(play.configuration())
        assert seen[-1] == after(start, move)
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
    play.get("play-mode-numbers").focus()
    page.keyboard.press("Tab")
    start = play.configuration()
    first = page.evaluate(focused)
    assert start.ids[first] in {move.gourd for move in legal_moves(start)}
    reached = {first}
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 3:
        page.keyboard.press(key)
        reached.add(page.evaluate(focused))
    assert len(reached) > 1
    chance = random.Random(9)
    choices = 0
    last = None
    for _ in range(12):
        start = play.configuration()
        move = chosen(start, chance, last)
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
        assert play.configuration() == after(start, move)
        assert page.evaluate(focused) == start.ids.index(move.gourd), "the focus stays on the gourd"
        last = start
    assert choices >= 2


def test_moves_by_touch(open_page: Opener) -> None:
    play = Play(open_page("#play", size=PHONE, touch=True))
    session = play.page.context.new_cdp_session(play.page)
    chance = random.Random(4)
    last = None
    for k in range(8):
        start = play.configuration()
        move = chosen(start, chance, last)
        lead = swinging_end(start, move)
        (x, y), (ex, ey) = play.point(end_cell(start, move.gourd, lead)), play.point(start.empty_cell)
        if k % 2:
            play.page.touchscreen.tap(x, y)
            if is_choice(start, move):
                play.page.touchscreen.tap(x, y)
        else:
            for kind, part in (("touchStart", 0), ("touchMove", 0.3), ("touchMove", 0.6), ("touchMove", 0.95)):
                points = [{"x": x + part * (ex - x), "y": y + part * (ey - y)}]
                session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        play.until(lambda before=start: play.configuration() != before, 5)
        assert play.configuration() == after(start, move)
        last = start
    play.check_picture()
    wide = play.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE[0], "nothing sticks out at the side"


# -- plans ------------------------------------------------------------------------------------------------------------


def test_shuffle_solve_and_watch_to_the_end(play: Play) -> None:
    instance = nine_gourds()
    play.get("play-depth").select_option("12")
    before = play.configuration()
    play.click("play-shuffle")
    start = play.configuration()
    assert start != before
    play.get("play-speed").evaluate("(range) => { range.value = range.max; }")
    play.click("play-solve")
    play.until(lambda: play.get("play-board").get_attribute("data-solved") == "true", 60)
    end = play.configuration()
    assert placement_faults(instance, end.placement()) == []
    for pair, colors in zip(end.end_cells(), end.colors or (), strict=True):
        assert [instance.color_at(cell) for cell in pair] == list(colors)
    state = play.state()
    done = replay(start, Walk.from_letters(start.empty_cell, state["walk"]))
    assert done
    assert done.final == end
    moves = len(state["walk"])
    assert moves <= 12
    assert play.text("move-counter") == str(moves)
    assert play.text("play-plan-count") == f"{moves} of {moves}"
    assert "proven" in play.text("play-plan")
    play.until(lambda: "Solved by the plan" in play.text("play-banner"))
    play.check_picture()
    play.click("play-undo")
    assert play.configuration() != end
    assert play.get("play-banner").is_hidden()


def test_numbered_hexagon_solved_in_the_fewest_moves(play: Play) -> None:
    play.choose("hexagon-7")
    play.click("play-mode-numbers")
    assert play.get("play-target").is_visible()
    start, state = play.configuration(), play.state()
    cells = state["puzzle"]["cells"]
    pairs = zip(state["puzzle"]["target"][::2], state["puzzle"]["target"][1::2], strict=True)
    target = Configuration.build(start.board, start.ids, [(tuple(cells[a]), tuple(cells[b])) for a, b in pairs])
    best = plan_moves(start, target, "shortest")
    assert best.walk is not None
    play.get("play-speed").evaluate("(range) => { range.value = range.max; }")
    play.page.keyboard.press("s")
    play.until(lambda: play.get("play-board").get_attribute("data-solved") == "true", 60)
    assert play.configuration() == target
    assert play.text("move-counter") == str(len(best.walk))
    assert play.text("play-plan") == f"Plan of {len(best.walk)} moves: no plan is shorter, proven"


def test_hints_lead_to_the_end_and_winning_is_celebrated(play: Play) -> None:
    play.choose("hexagon-7")
    play.get("play-depth").select_option("4")
    hints = 0
    while play.get("play-board").get_attribute("data-solved") != "true":
        hints += 1
        assert hints <= 4
        play.page.keyboard.press("h")
        play.page.wait_for_selector(".gourd.hinted", timeout=30_000)
        assert play.text("play-status").startswith("Hint: gourd")
        hinted = play.page.locator(".gourd.hinted").get_attribute("data-gourd")
        start, before = play.configuration(), play.state()["walk"]
        play.page.locator(f'.play-board [data-gourd="{hinted}"]').focus()
        play.page.keyboard.press("Enter")
        if play.page.locator("[data-ghost]").count():
            # The plan goes on where the hint was followed: take the end whose pivot keeps it.
            play.page.keyboard.press("Enter")
            if play.get("play-plan").is_hidden():
                play.page.keyboard.press("u")
                play.page.locator(f'.play-board [data-gourd="{hinted}"]').focus()
                for key in ("Enter", "Tab", "Enter"):
                    play.page.keyboard.press(key)
                hints -= 1
        assert play.configuration() != start
        assert len(play.state()["walk"]) >= len(before)
    play.until(lambda: play.text("play-banner").startswith("Solved in"))


def test_a_plan_can_be_cancelled_paused_and_taken_over(play: Play) -> None:
    play.choose("hexagon-37")
    play.click("play-solve")
    play.get("play-cancel").click()
    play.until(lambda: play.get("play-plan").is_hidden())
    start = play.configuration()
    play.choose("hexagon-7")
    play.get("play-speed").evaluate("(range) => { range.value = 0; }")
    play.click("play-solve")
    play.until(lambda: play.text("move-counter") == "1")
    play.click("play-toggle")
    moved = play.configuration()
    play.page.wait_for_timeout(300)
    assert play.configuration() == moved
    play.click("play-step")
    second = play.configuration()
    assert second != moved
    assert play.text("play-plan-count").startswith("2 of ")
    play.page.keyboard.press("u")
    play.page.keyboard.press("u")
    assert play.text("play-plan-count").startswith("0 of "), "moves that are taken back leave the plan as it is"
    assert start.board.size == 37


# -- boards, files, states ----------------------------------------------------------------------------------------------


def test_every_board_of_the_list_can_be_played(play: Play) -> None:
    for key in ("triangle-15", "strip-11", "brick-25", "star-13", "hexagon-61"):
        play.choose(key)
        for mode in ("colors", "numbers"):
            play.click(f"play-mode-{mode}")
            assert play.configuration().board.size == int(key.split("-")[1])
            assert play.get("play-board").get_attribute("data-solved") == "false"
        play.check_picture()


def test_the_seed_of_a_shuffle_is_all_that_matters(play: Play) -> None:
    play.get("play-seed").fill("77")
    play.get("play-seed").press("Enter")
    first = play.configuration()
    play.click("play-shuffle")
    assert play.get("play-seed").input_value() == "78"
    assert play.configuration() != first
    play.get("play-seed").fill("77")
    play.get("play-seed").press("Enter")
    assert play.configuration() == first


def test_files_are_opened(open_page: Opener) -> None:
    play = Play(open_page("#play", expects="400"))

    def open_(name: str, text: str) -> None:
        file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        play.get("play-file-input").set_input_files(file)

    instance = load_instance(bundled_folder("instances") / "unique" / "hexagon-19.txt")
    open_("unique.txt", to_text(instance, "text"))
    play.until(lambda: play.state()["key"] == "own")
    kinds = [tuple(sorted(pair)) for pair in play.configuration().colors or ()]
    assert sorted(kinds) == sorted((a, b) for a, b, count in instance.gourd_list() for _ in range(count))
    assert play.get("play-mode-numbers").is_disabled()
    other = random_configuration(Board.from_cells(random_proper(15, 3)), 8)
    open_("other.json", json.dumps(other.to_json()))
    play.until(lambda: play.configuration().board == other.board)
    assert play.configuration().ids == other.ids
    again = random_configuration(other.board, 9)
    open_("again.json", json.dumps(again.to_json()))
    play.until(lambda: play.configuration() == again)
    path = [again]
    for k in range(5):
        path.append(after(path[-1], chosen(path[-1], random.Random(k), path[-2] if k else None)))
    cells = [position.board.cells[position.empty] for position in path]
    walk = Walk.from_cells(np.array(cells))
    play.get("play-speed").evaluate("(range) => { range.value = range.max; }")
    plan = {"format": "gourds-plan", "version": 1, "empty": list(walk.start), "walk": walk.letters}
    open_("plan.json", json.dumps(plan))
    play.until(lambda: play.configuration() == path[-1])
    open_("bad.txt", "this is nothing")
    play.until(lambda: play.get("toast").count() > 0)
    assert play.configuration() == path[-1]


def test_a_state_is_a_link(play: Play, open_page: Opener) -> None:
    chance = random.Random(1)
    for _ in range(4):
        start = play.configuration()
        move = (
            next(move for move in legal_moves(start) if not is_choice(start, move)) if chance else legal_moves(start)[0]
        )
        play.page.mouse.click(*play.point(end_cell(start, move.gourd, 0)))
    play.page.keyboard.press("u")
    state = play.state()
    link = play.page.evaluate(f"async () => window.gourds.share.linkOf('play', {VIEW}.getState())")
    other = Play(open_page("#" + link.split("#")[1]))
    other.until(lambda: other.text("move-counter") == "3")
    assert {**other.state(), "seconds": 0} == {**state, "seconds": 0}
    assert other.configuration() == play.configuration()
    other.page.keyboard.press("r")
    assert other.text("move-counter") == "4"


def test_exports(play: Play) -> None:
    start = play.configuration()
    move = next(move for move in legal_moves(start) if not is_choice(start, move))
    play.page.mouse.click(*play.point(end_cell(start, move.gourd, 0)))
    for entry, check in (
        ("export-json", b"gourds-configuration"),
        ("export-plan.json", b"gourds-plan"),
        ("export-plan.html", b"<!DOCTYPE html>"),
    ):
        play.click("export-menu")
        with play.page.expect_download() as waiting:
            play.click(entry)
        assert check in waiting.value.path().read_bytes()
