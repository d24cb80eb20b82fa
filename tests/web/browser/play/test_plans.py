"""Hints and plans of the Play view in a real browser; compared with the plans of the library."""

from __future__ import annotations

from gourds.bundled import bundled_folder
from gourds.configuration import Configuration
from gourds.files import load_instance
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.placement import placement_faults
from gourds.reconfigure.planning import plan_moves
from gourds.replaying import replay
from tests.web.browser.playing import Play


def nine_gourds() -> Instance:
    return load_instance(bundled_folder("instances") / "drawn" / "nine-gourds.txt")


def test_shuffle_solve_and_watch_to_the_end(play: Play) -> None:
    instance = nine_gourds()
    play.get("play-depth").select_option("12")
    before = play.configuration()
    play.click("play-shuffle")
    start = play.configuration()
    assert start != before
    play.hurry()
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
    play.until(lambda: "the plan made all moves" in play.text("play-banner"))
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
    play.hurry()
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
        assert play.text("play-status").startswith("Hint: the ")
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
    play.until(lambda: "Solved with" in play.text("play-banner"))


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
