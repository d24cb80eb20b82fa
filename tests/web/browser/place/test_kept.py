"""Answers of the Solve view stay: as cards, on the board, after undo; nothing moves under the pointer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from gourds.explain.explaining import explain
from gourds.explain.sums import Sums
from tests.web.browser.placing import Place

Open = Callable[..., Any]
UNDECIDED = {"status": "unknown", "solver": "auto", "placement": None, "certificate": None, "error_bound": 0}


def cards(place: Place) -> list[str]:
    return [text.replace("\n", " ") for text in place.get("card").all_inner_texts()]


def places_of_buttons(place: Place) -> Any:
    """Where the buttons of the answers are."""
    return place.page.evaluate(
        """() => [...document.querySelectorAll('.actions button, [data-testid=solve-button], [data-testid=plain-button]')]
          .map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; })"""
    )


def test_answers_are_kept(place: Place) -> None:
    before = places_of_buttons(place)
    assert place.run() == "feasible"
    shown = place.shown_placement()
    assert place.core("tool") == "pan", "a stray press must not repaint"
    cells = place.cells()
    place.stroke((0, 0))
    assert place.cells() == cells
    # Counting and explaining leave the placement alone; the buttons stay where they were.
    assert place.run("count") == "counted"
    assert place.shown_placement() == shown
    assert place.run("explain") == "feasible"
    assert "Nothing to explain" in place.text("status")
    assert place.shown_placement() == shown
    assert place.run("probabilities") == "heat"
    assert places_of_buttons(place) == before
    kept = cards(place)
    assert len(kept) == 4
    assert "Placement auto · " in kept[3]
    assert "verified" in kept[3]
    assert "exact count" in kept[2]
    # A press on a card shows its answer again.
    place.get("card").nth(3).scroll_into_view_if_needed()
    at = place.get("card").nth(3).bounding_box()
    place.get("card").nth(3).click()
    assert place.shown_placement() == shown
    assert place.get("heat-legend").is_hidden()
    assert place.get("card").nth(3).get_attribute("aria-pressed") == "true"
    assert place.get("card").nth(3).bounding_box() == at
    # Another board: cards say so; undo brings board and placement back, redo the other board.
    place.get("budget-blue-green").fill("1")
    assert place.core("placement") is None
    assert all("another board" in text for text in cards(place))
    place.get("board").locator("canvas").focus()
    place.page.keyboard.press("Control+z")
    assert place.shown_placement() == shown
    assert not any("another board" in text for text in cards(place))
    place.page.keyboard.press("Control+Shift+z")
    assert place.core("placement") is None
    # A card of another board leads to that board, and can be undone.
    place.get("card").nth(3).click()
    assert place.shown_placement() == shown
    place.click("undo-button")
    assert place.document()["gourds"] != []
    assert place.core("placement") is None
    # The board alone: the cards stay.
    place.click("plain-button")
    assert len(cards(place)) == 4
    assert places_of_buttons(place) == before
    # Cards stay over a reload too, with their boards; so does what is shown.
    place.page.reload()
    place.wait_until_ready()
    place.until(lambda: len(cards(place)) == 4)
    assert all("another board" in text for text in cards(place))
    assert place.core("placement") is None
    place.get("card").nth(3).click()
    assert place.shown_placement() == shown
    assert cards(place) == kept
    place.page.reload()
    place.wait_until_ready()
    place.until(lambda: len(cards(place)) == 4)
    assert place.shown_placement() == shown
    assert cards(place) == kept
    assert place.get("card").nth(3).get_attribute("aria-pressed") == "true"
    assert place.text("status").startswith("There is a placement")


def test_at_a_limit_what_is_known_is_shown(place: Place) -> None:
    place.example("drawn/nine-other-gourds")
    result = {**UNDECIDED, "reason": "time limit of 60 s", "time_s": 60.0, "stats": {}, "verified": None}
    event = f"event: result\ndata: {json.dumps(result)}\n\n"

    def answer(route: Any) -> None:
        if json.loads(route.request.post_data)["kind"] == "solve":
            route.fulfill(json={"id": "slow"})
        else:
            route.continue_()

    place.page.route("**/api/jobs", answer)
    place.page.route(
        "**/api/jobs/slow/events", lambda route: route.fulfill(body=event, content_type="text/event-stream")
    )
    place.click("solve-button")
    place.until(lambda: len(cards(place)) == 2 and place.get("working").count() == 0, 60)
    place.page.unroute("**/api/jobs")
    place.page.unroute("**/api/jobs/slow/events")
    assert "8 of 9 gourds fit, no more" in place.text("status")
    assert len(place.core("board.scene.gourds")) == 8
    assert place.core("placement") is None
    assert "there is no placement" in place.text("answer")
    assert "Not decided auto · 60 s at the limit" in cards(place)[1]
    place.get("card").nth(1).click()
    assert "more time" in place.text("advice")
    assert len(place.core("board.scene.gourds")) == 8, "a card that draws nothing leaves the board as it is"


def test_a_proof_by_sums_is_a_picture(place: Place) -> None:
    place.example("shapes/random-25-near-miss")
    assert place.run("explain") == "infeasible"
    sums = Sums.of(place.instance(), explain(place.instance()).steps[-1])
    cells = place.instance().board.cell_list()
    shown = place.page.evaluate(
        """async () => {
          const { keyCell } = await import('/static/board/hex.js');
          const { weights } = document.querySelector('#view-place').place.board;
          return { cells: [...weights.cells].map(([key, value]) => [...keyCell(key), value]),
                   sets: weights.sets.map(({ value, cells }) => [value, cells]) };
        }"""
    )
    assert {(q, r): value for q, r, value in shown["cells"]} == {cells[v]: value for v, value in sums.cells.items()}
    assert [[value, [list(cells[v]) for v in members]] for value, members in sums.sets] == shown["sets"]
    assert place.text("sums-asked") == str(sums.asked)
    assert place.text("sums-offered") == str(sums.offered)
    assert f"pays at least {sums.asked}, but only {sums.offered} is there" in place.text("sums-words")
    assert "gives at most 1" in place.text("weights-legend")
    assert "each of these 4 cells needs the one (b, c)-gourd" in place.text("answer").replace("\n", " ")
    assert "the reason was verified" in place.text("answer")
    assert "is-blamed" in str(place.get("budget-b-c").get_attribute("class"))
    # The lines of the sum add up to the sums.
    rows = (
        place.get("sums")
        .locator("tbody")
        .evaluate_all(
            "bodies => bodies.map((body) => [...body.rows].map((row) => row.cells[row.cells.length - 1].textContent))"
        )
    )
    for (_, *lines, total), expected in zip(rows, (sums.asked, sums.offered), strict=True):
        assert sum(int(line.removeprefix("= ")) for line in lines) == int(total) == expected
    # The number of a cell in words, by keyboard.
    place.get("board").locator("canvas").focus()
    place.page.keyboard.press("ArrowRight")
    assert "asks for" in place.text("reading")


def test_shares_are_read_in_numbers(place: Place) -> None:
    assert place.run("probabilities") == "heat"
    place.page.mouse.move(*place.point((0, 0)))
    place.until(lambda: "empty: 13 %; with -1, 0: 50 %; with 1, 0: 38 %" in place.text("reading"))
    assert place.core("board.probe") == [0, 0]
    place.get("board").locator("canvas").focus()
    place.page.keyboard.press("ArrowRight")
    said = place.page.locator("[data-testid=board] [aria-live]").inner_text()
    assert "%" in said
    assert said.replace(": ", " — ", 1) == place.text("reading")


def test_a_large_board_is_filled_solved_and_played(open_page: Open) -> None:
    place = Place(open_page("#place"))
    place.get("shape-select").select_option("hexagon")
    place.get("shape-radius").fill("41")
    place.click("shape-make")
    place.until(lambda: place.size() == 5167)
    place.click("fill-button")
    place.until(lambda: "The counts fit" in place.text("law-headline"))
    assert place.run() == "feasible"
    assert len(place.shown_placement().gourds) == 2583
    place.click("play-button")
    home = "() => document.querySelector('[data-testid=play-home]')?.textContent ?? ''"
    place.until(lambda: "5166" in place.page.evaluate(home), 60)
    assert place.page.evaluate("() => location.hash") == "#play"
