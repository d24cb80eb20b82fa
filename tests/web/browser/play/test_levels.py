"""Play as a game in a real browser: the first minute, levels, par, results, the list of moves, what is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import numpy
import pytest

from gourds.moves import Move, Walk, legal_moves
from gourds.reconfigure.answers import walk_document
from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.playing import Play, after, end_cell, is_choice, swinging_end, vacated
from tests.web.browser.viewing import VIEW

Opener = Callable[..., Any]
SIDEWAYS, LAPTOP = (844, 390), (1280, 720)
ZOOMED = (640, 360)
"""A laptop at 200 %."""
SIZES = [DESKTOP, LAPTOP, PHONE, SIDEWAYS, ZOOMED]


def pack(key: str) -> Any:
    """A pack of levels, as it is shipped."""
    return json.loads((files("gourds.web") / f"static/levels/{key}.json").read_text())


FIRST = pack("first-steps")["levels"]


def make(play: Play, move: Move) -> None:
    """Make a move by mouse, as a person does."""
    start = play.configuration()
    wanted = after(start, move)
    at = play.point(end_cell(start, move.gourd, swinging_end(start, move)))
    play.page.mouse.click(*at)
    if is_choice(start, move):
        play.page.mouse.click(*at)
    play.until(lambda: play.configuration() == wanted)


def follow(play: Play, cells: list[list[int]]) -> None:
    """Make the moves that leave these cells empty in turn."""
    for cell in cells:
        start = play.configuration()
        make(play, next(move for move in legal_moves(start) if list(vacated(start, move)) == cell))


def learn(page: Any) -> None:
    """Make the three moves of the tutorial."""
    board = page.get_by_test_id("tutorial-board")
    for kind in ("slide", "turn", "pivot"):
        page.wait_for_selector(f'[data-lesson="{kind}"] .gourd.movable')
        assert page.get_by_test_id("tutorial-next").is_disabled()
        board.locator(".half").first.click(force=True)
        if kind == "pivot":
            page.get_by_test_id("ghost-0").click()
        page.wait_for_function("() => document.querySelector('[data-testid=tutorial-next]').disabled === false")
        page.get_by_test_id("tutorial-next").click()
    page.wait_for_selector("[data-testid=tutorial]", state="detached")


def test_a_person_learns_wins_goes_on_and_comes_back(open_page: Opener) -> None:
    page = open_page("", newcomer=True, calm=True)
    learn(page)
    play = Play(page)
    assert page.url.endswith("#play")
    assert "onto a cell of its color" in play.text("play-goal")
    assert FIRST[0]["title"] in play.text("play-title")
    assert play.text("play-par") == f"shortest {FIRST[0]['par']} (proved)"
    follow(play, FIRST[0]["plan"])
    play.until(lambda: play.get("play-banner").is_visible())
    par = FIRST[0]["par"]
    assert play.text("win-moves") == f"{par} moves, shortest {par}"
    assert play.text("win-stars") == "★★★"
    assert play.text("win-help") == "Solved without help."
    play.click("win-next")
    play.until(lambda: FIRST[1]["title"] in play.text("play-title"))
    assert page.evaluate("() => document.activeElement.closest('.gourd') !== null"), "the focus is on the board"
    follow(play, FIRST[1]["plan"][:2])
    position = play.configuration()
    # Another tab, later: neither the tutorial nor the first level, but the game as it was.
    page.close()
    again = Play(open_in(page.context, page.url))
    again.until(lambda: FIRST[1]["title"] in again.text("play-title"))
    assert again.configuration() == position
    assert again.text("move-counter") == "2"
    assert again.get("tutorial").count() == 0
    again.page.keyboard.press("l")
    assert f"shortest {par} moves, 3 of 3 stars" in str(
        again.get(f"level-{FIRST[0]['key']}").get_attribute("aria-label")
    )


def open_in(context: Any, address: str) -> Any:
    page = context.new_page()
    page.goto(address)
    return page


def test_the_tutorial_is_skipped_and_seen_again(open_page: Opener) -> None:
    page = open_page("", newcomer=True, size=PHONE, touch=True, calm=True)
    page.get_by_test_id("tutorial-skip").tap()
    page.reload()
    page.wait_for_selector(".play-board .gourd.movable")
    assert page.get_by_test_id("tutorial").count() == 0
    page.get_by_test_id("help-button").tap()
    page.get_by_test_id("help-tutorial").tap()
    learn(page)


def test_what_is_kept_may_be_damaged(open_page: Opener) -> None:
    play = Play(open_page("#play"))
    for kept in ("nonsense", "[]", '{"version": 1, "state": {"puzzle": 7}}', '{"version": 2}', "null"):
        play.page.evaluate(
            """(kept) => {
              sessionStorage.clear();
              addEventListener('pagehide', () => {
                sessionStorage.clear();
                for (const key of ['play', 'progress', 'play settings']) localStorage.setItem(`gourds ${key} v1`, kept);
              });
            }""",
            kept,
        )
        play.page.reload()
        play.wait_until_ready()
        play.until(lambda: FIRST[0]["title"] in play.text("play-title"))


def test_help_is_told_and_costs_stars(play: Play) -> None:
    level = FIRST[0]
    play.page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", level)
    places = """() => [...document.querySelectorAll('.play-buttons button, [data-testid=play-levels]')]
        .map((one) => { const { x, y, width } = one.getBoundingClientRect(); return [x, y, width]; })"""
    before = play.page.evaluate(places)
    play.click("play-hint")
    assert play.text("play-status").startswith("Hint: the "), "colors, not numbers"
    follow(play, level["plan"][:1])
    play.hurry()
    play.click("play-solve")
    play.until(lambda: play.get("play-banner").is_visible())
    par = level["par"]
    assert play.text("win-help") == f"Solved with 1 hint; the plan made {par - 1} of {par} moves."
    assert play.text("win-stars") == "☆☆☆"
    assert play.page.locator(".play-move.by-h").count() == 1
    assert play.page.locator(".play-move.by-p").count() == par - 1
    assert play.page.evaluate(places) == before, "no button moves under the pointer"
    play.click("win-again")
    assert play.get("play-banner").is_hidden()
    assert play.text("move-counter") == "0"


def test_help_is_remembered_when_a_puzzle_is_begun_again(play: Play) -> None:
    watched, hinted = FIRST[1], FIRST[2]
    play.hurry()
    play.page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", watched)
    play.click("play-solve")
    play.until(lambda: play.get("play-banner").is_visible())
    # Restart, or leave and come back: the moves that were shown are worth no stars and are no personal best.
    for begin_again in ("play-restart", None):
        if begin_again:
            play.click(begin_again)
        else:
            play.page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", watched)
        follow(play, watched["plan"])
        play.until(lambda: play.get("play-banner").is_visible())
        assert play.text("win-help") == "Solved: the plan showed moves before."
        assert (play.text("win-stars"), play.text("win-best")) == ("☆☆☆", "")
    play.page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", hinted)
    play.click("play-hint")
    follow(play, hinted["plan"][:1])
    play.click("play-restart")
    follow(play, hinted["plan"])
    play.until(lambda: play.get("play-banner").is_visible())
    assert play.text("win-help") == "Solved after hints in an earlier try."
    assert play.text("win-stars") == "★★☆"
    # On another day all stars can be earned again.
    play.page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", FIRST[3])
    play.page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem('gourds help v1'));
          localStorage.setItem('gourds help v1', JSON.stringify({ ...kept, day: 'Fri Dec 31 1999' }));
        }"""
    )
    play.page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", watched)
    assert not play.state()["isWatched"]


def test_moves_are_listed_and_lines_are_kept(play: Play) -> None:
    level = FIRST[0]
    play.page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", level)
    seen = [play.configuration()]
    for cell in level["plan"][:4]:
        follow(play, [cell])
        seen.append(play.configuration())
    play.until(lambda: play.get("move-4").count() == 1)
    play.click("move-1")
    assert play.configuration() == seen[1]
    play.get("play-scrub").fill("3")
    assert play.configuration() == seen[3]
    play.click("play-first")
    assert play.configuration() == seen[0]
    play.click("play-last")
    assert play.configuration() == seen[4]
    play.click("move-2")
    other = next(
        move
        for move in legal_moves(seen[2])
        if list(vacated(seen[2], move)) not in (level["plan"][2], level["plan"][0])
    )
    make(play, other)
    branch = play.configuration()
    play.until(lambda: play.get("play-line-0").count() == 1)
    assert play.text("play-line-0") == "Other line: 4 moves, from move 2"
    # The lines are a part of the state.
    state = play.state()
    play.page.evaluate(f"state => {VIEW}.setState(state)", state)
    assert play.configuration() == branch
    play.click("play-line-0")
    assert play.configuration() == seen[4]
    play.until(lambda: "3 moves" in play.text("play-line-0"))
    play.click("play-line-0")
    assert play.configuration() == branch


def test_the_focus_is_never_lost(play: Play) -> None:
    page = play.page
    on_board = "() => document.activeElement.closest('.play-board .gourd') !== null"
    page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", FIRST[0])
    follow(play, FIRST[0]["plan"][:1])
    play.get("play-undo").focus()
    page.keyboard.press("Enter")
    assert play.get("play-undo").is_disabled()
    assert page.evaluate(on_board), "a button that cannot be pressed any more gives it to the board"
    for key in ("r", "u", "n", "n"):
        page.keyboard.press(key)
        assert page.evaluate(on_board), key
    page.keyboard.press("l")
    page.wait_for_selector("[data-testid=level-chooser]")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=level-chooser]", state="detached")
    assert page.evaluate(on_board)


def test_sound_is_off_until_somebody_wants_it(play: Play) -> None:
    page = play.page
    page.evaluate("""() => {
      window.notes = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) { window.notes += 1; return start.apply(this, when); };
    }""")
    page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", FIRST[0])
    follow(play, FIRST[0]["plan"][:1])
    assert page.evaluate("() => window.notes") == 0
    play.get("play-option-sound").check()
    follow(play, FIRST[0]["plan"][1:2])
    assert page.evaluate("() => window.notes") == 1
    play.get("play-option-sound").uncheck()


def test_misplaced_ends_are_marked(play: Play) -> None:
    home = play.text("play-home").split("/")
    assert play.page.locator(".astray-mark").count() == 0
    play.page.keyboard.press("c")
    path = str(play.page.locator(".astray-mark").get_attribute("d"))
    assert path.count("M") == int(home[1]) - int(home[0])
    play.click("play-check")
    assert play.page.locator(".astray-mark").count() == 0


def test_par_is_sought_on_other_boards(open_page: Opener) -> None:
    play = Play(open_page("#play", newcomer=True))
    play.click("tutorial-skip")
    play.choose("hexagon-7")
    play.until(lambda: "(proved)" in play.text("play-par"), 90)
    par = int(play.text("play-par").split()[1])
    play.hurry()
    play.page.keyboard.press("s")
    play.until(lambda: play.get("play-banner").is_visible(), 60)
    assert play.text("win-moves").startswith(f"{par} moves, shortest {par}")


def test_a_par_that_is_not_proved_says_how_far_it_is(play: Play) -> None:
    level = {key: value for key, value in FIRST[0].items() if key not in ("par", "proof", "plan")}
    play.page.evaluate(f"level => {VIEW}.beginLevel({{ pack: null, number: 0, level }})", level)
    assert play.text("play-par") == "shortest not known"
    walk = Walk.from_cells(numpy.array([play.configuration().empty_cell, *FIRST[0]["plan"]]))
    answer = {"plan": walk_document(walk), "shortest": False, "lower_bound": FIRST[0]["par"] - 2, "status": "found"}
    event = f"event: result\ndata: {json.dumps(answer)}\n\n"
    play.page.route("**/api/jobs", lambda route: route.fulfill(json={"id": "bounded"}))
    play.page.route(
        "**/api/jobs/bounded/events", lambda route: route.fulfill(body=event, content_type="text/event-stream")
    )
    par = FIRST[0]["par"]
    play.get("play-option-look").check()
    play.until(lambda: "best known" in play.text("play-par"))
    play.get("play-option-look").uncheck()
    play.page.unroute("**/api/jobs")
    play.page.unroute("**/api/jobs/bounded/events")
    assert play.text("play-par") == f"best known {par}, at least {par - 2}"
    follow(play, FIRST[0]["plan"])
    play.until(lambda: play.get("play-banner").is_visible())
    assert play.text("win-moves") == f"{par} moves, best known {par}"


def test_levels_are_chosen_and_one_is_of_the_day(play: Play) -> None:
    play.click("play-levels")
    for one in json.loads((files("gourds.web") / "static/levels/index.json").read_text())["packs"]:
        if one["key"] == "daily":
            continue
        play.click(f"pack-{one['key']}")
        play.until(lambda one=one: play.page.locator(".level-cards .level-card").count() == one["levels"])  # type: ignore[misc]
    number = play.page.evaluate(
        """async () => {
          const { numberOfDay } = await import('/static/play/levels/packs.js');
          return [[2026, 0, 1], [2026, 0, 10], [2027, 0, 1]].map((day) => numberOfDay(100, new Date(...day)));
        }"""
    )
    assert number == [0, 9, 65]
    play.click("level-daily")
    play.until(lambda: "Daily puzzle" in play.text("play-title"))
    days = [level["title"] for level in pack("daily")["levels"]]
    told = play.text("play-title")
    number = int(told.split()[2].rstrip(":")) - 1
    assert days[number] in told
    # Help with it counts for the rest of the day, also for whoever loads the page again.
    play.hurry()
    play.click("play-solve")
    play.until(lambda: play.get("play-banner").is_visible())
    assert (play.text("win-help"), play.text("win-stars")) == ("Solved: the plan made all moves.", "☆☆☆")
    play.page.reload()
    play.wait_until_ready()
    play.click("play-levels")
    play.click("level-daily")
    play.until(lambda: play.text("move-counter") == "0" and "Daily puzzle" in play.text("play-title"))
    follow(play, pack("daily")["levels"][number]["plan"])
    play.until(lambda: play.get("play-banner").is_visible())
    assert (play.text("win-help"), play.text("win-stars")) == ("Solved: the plan showed moves before.", "☆☆☆")
    play.click("play-levels")
    assert "★" not in play.text("level-daily")


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_in_sight_and_the_result_beside_it(open_page: Opener, size: tuple[int, int]) -> None:
    play = Play(open_page("#play", size=size, touch=size in (PHONE, SIDEWAYS), calm=True))
    page = play.page
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    cells = [play.point((q, r)) for q, r, _ in FIRST[0]["cells"]]
    assert all(0 < x < size[0] and 0 < y < size[1] for x, y in cells)
    # From the top of the page the keyboard is on the board after five tabs; a key leads there too.
    on_board = "() => document.activeElement.closest('.play-board .gourd') !== null"
    page.evaluate("() => document.activeElement.blur()")
    for _ in range(5):
        page.keyboard.press("Tab")
    assert page.evaluate(on_board)
    page.get_by_test_id("help-button").focus()
    page.keyboard.press("b")
    assert page.evaluate(on_board)
    follow(play, FIRST[0]["plan"])
    play.until(lambda: play.get("play-banner").is_visible())
    card, board = (play.get(name).bounding_box() for name in ("play-banner", "play-board"))
    beside = card["x"] >= board["x"] + board["width"] - 1 or card["y"] >= board["y"] + board["height"] - 1
    assert beside, "the result does not cover the board"
    for name in ("place", "reduce", "campaigns", "play"):
        tab = play.get(f"tab-{name}").bounding_box()
        assert tab["x"] >= 0
        assert tab["x"] + tab["width"] <= size[0]
    headings = page.evaluate("() => document.querySelectorAll('.view:not([hidden]) h1').length")
    assert headings == 1
    unnamed = """() => [...document.querySelectorAll('.bar button, #view-play button')]
        .filter((one) => !one.textContent.trim() && !(one.title && one.getAttribute('aria-label'))).length"""
    assert page.evaluate(unnamed) == 0
