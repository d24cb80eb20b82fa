"""Links and files that somebody wrote by hand: damaged, huge, of another version, with markup; no page breaks on them."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.placing import CORE, Place
from tests.web.browser.playing import Play
from tests.web.browser.reducing import Reduce
from tests.web.browser.viewing import View

MARKUP = "<img src=x onerror=alert(1)>"
CELLS = [[0, 0, "red"], [1, 0, "red"], [0, 1, "blue"]]
BOARD = {"format": "gourds-instance", "version": 1, "cells": CELLS, "gourds": [["red", "red", 1]]}


def packed(data: bytes) -> str:
    """Bytes as the page packs them into a link."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(press.compress(data) + press.flush()).decode().rstrip("=")


def follow(view: View, name: str, state: object) -> None:
    """Go to a link."""
    text = state if isinstance(state, bytes) else json.dumps(state).encode()
    view.page.evaluate("(hash) => { location.hash = hash; }", f"{name}/{packed(text)}")


def state_file(name: object, state: object, version: object = 1) -> str:
    return json.dumps({"format": "gourds-workbench", "version": version, "view": name, "state": state})


def place_state(**changes: Any) -> dict[str, Any]:
    return {"document": {**BOARD, **changes}, "color": "red", "tool": "draw"}


BAD_BOARDS: dict[str, Any] = {
    "a list": [],
    "nothing": None,
    "no document": {},
    "no cells": place_state(cells=7),
    "cells of text": place_state(cells=["red"]),
    "cells without colors": place_state(cells=[[0, 0]]),
    "fractions": place_state(cells=[[0.5, 0, "red"]]),
    "far away": place_state(cells=[[10**9, 0, "red"]]),
    "twice": place_state(cells=[[0, 0, "red"], [0, 0, "blue"]]),
    "budgets below zero": place_state(gourds=[["red", "red", -1]]),
    "budgets of text": place_state(gourds="many"),
    "colors that are no names": place_state(colors=[1, {}]),
    "a name that is a list": place_state(name=["x"]),
    "too many cells": place_state(cells=[[k, 0, "a"] for k in range(50_001)]),
    "another version": {**place_state(), "version": 2},
}


def test_bad_boards_in_links_are_refused_in_words(place: Place) -> None:
    before = place.document()
    for name, state in BAD_BOARDS.items():
        place.page.evaluate("() => document.getElementById('toasts').replaceChildren()")
        follow(place, "place", state)
        place.until(lambda: place.get("toast").count() > 0)
        said = place.text("toast")
        assert any(words in said for words in ("cannot be shown", "another version", "is damaged")), (name, said)
        assert "undefined" not in said, (name, said)
        assert place.document() == before, name
        assert place.page.evaluate("() => location.hash") == "#place", name
    # And it still works.
    follow(place, "place", place_state())
    place.until(lambda: place.size() == 3)


@pytest.mark.parametrize(
    "text",
    ["damaged", packed(b"{"), packed(json.dumps(place_state()).encode() + b" " * (49 * 2**20))],
    ids=["letters", "half", "huge"],
)
def test_damaged_and_huge_links_are_refused(place: Place, text: str) -> None:
    place.page.evaluate("(hash) => { location.hash = hash; }", f"#place/{text}")
    place.wait_for_toast("the link is damaged")
    assert place.size() == 19


def test_bad_files_of_states_are_refused(place: Place) -> None:
    place.errors.expects = "status of 400"
    cases = [
        (state_file("place", place_state(), version=7), "another version"),
        (state_file("constructor", {}), "a view that this page does not have"),
        (state_file(None, {}), "a view that this page does not have"),
        (state_file("place", {}), "cannot be shown"),
        (state_file("place", {})[:-9], "text"),
    ]
    for content, words in cases:
        place.page.evaluate("() => document.getElementById('toasts').replaceChildren()")
        place.open_file("state.json", content)
        place.until(lambda: place.get("toast").count() > 0)
        if words != "text":
            assert words in place.text("toast")
    assert place.size() == 19


def test_answers_in_links_are_not_believed(place: Place) -> None:
    bad = {"gourds": [[[0, 0], [0, 1]]], "empty": [1, 0]}  # red with blue: not in the budgets
    good = {"gourds": [[[0, 0], [1, 0]]], "empty": [0, 1]}
    for placement, is_shown in ((bad, False), (good, True)):
        result = {"status": "feasible", "placement": placement, "verified": True, "solver": MARKUP}
        follow(place, "place", {**place_state(), "answer": {"kind": "solve", "result": result}, "placement": placement})
        place.until(lambda: place.size() == 3)
        place.until(lambda shown=is_shown: (place.core("placement") is not None) == shown)  # type: ignore[misc]
        assert (place.get("status").count() == 1) == is_shown
    assert MARKUP in place.text("answer")
    assert "came with the state" in place.text("foreign")
    for answer in ({"kind": "probabilities", "result": {"edges": 3}}, {"kind": "toString", "result": {}}, {"kind": 1}):
        follow(place, "place", {**place_state(name="other"), "answer": answer})
        place.until(lambda: place.core("draft.name") == "other")
    assert place.page.locator("img[src=x]").count() == 0


def test_names_are_text_whatever_they_say(place: Place) -> None:
    names = [MARKUP, "constructor", "__proto__", "toString", "r", "g"]
    cells = [[k, 0, names[k % len(names)]] for k in range(7)]
    board = {**BOARD, "name": MARKUP, "cells": cells, "gourds": [[names[0], names[1], 2], [names[2], names[3], 1]]}
    place.open_file(f"{MARKUP}.json", json.dumps(board))
    place.until(lambda: place.size() == 7)
    place.until(lambda: "7 cells" in place.text("facts"))
    assert place.get("board-name").input_value() == MARKUP
    tones = place.core(f"board.scene.cells.map((cell) => {CORE}.board.scene.looks.toneOf(cell[2]).cell)")
    assert all(tone.startswith("#") for tone in tones)
    assert place.page.locator("img[src=x]").count() == 0


def test_bad_games_are_refused(play: Play) -> None:
    state, before = play.state(), play.configuration()
    puzzle = state["puzzle"]
    swapped = [state["start"][0], *state["start"][2:], state["start"][1]]
    cases: list[Any] = [
        {},
        {"puzzle": 3},
        {**state, "start": [0] * 18},
        {**state, "start": swapped},
        {**state, "puzzle": {**puzzle, "cells": puzzle["cells"][:-1]}},
        {**state, "puzzle": {**puzzle, "cells": [[0, 0]] * 19}},
        {**state, "puzzle": {**puzzle, "ids": [1] * 9}},
        {**state, "puzzle": {**puzzle, "endColors": [["red"]]}},
        {**state, "puzzle": {**puzzle, "cellColors": None, "target": None}},
        {**state, "puzzle": {**puzzle, "target": [99] * 18}},
    ]
    for case in cases:
        play.page.evaluate("() => document.getElementById('toasts').replaceChildren()")
        follow(play, "play", case)
        play.wait_for_toast("cannot be shown: it holds no game")
        assert play.configuration() == before
    # A walk that is no walk stops where it fails, and markup is a title.
    odd = {
        **state,
        "walk": "z!",
        "at": 9,
        "key": MARKUP,
        "puzzle": {**puzzle, "title": MARKUP},
        "seconds": "x",
        "depth": {},
    }
    follow(play, "play", odd)
    play.until(lambda: play.state()["puzzle"]["title"] == MARKUP)
    assert play.configuration() == before
    assert play.state()["at"] == 0
    assert play.page.locator("img[src=x]").count() == 0


def test_bad_formulas_are_refused(view: Reduce) -> None:
    follow(view, "reduce", {"text": 5})
    view.wait_for_toast("there is no formula in it")
    view.errors.expects = "status of 400"
    follow(view, "reduce", {"text": MARKUP, "order": "up", "assignment": [True]})
    view.until(lambda: view.get("reduce-fault").is_visible())
    assert view.get("reduce-order").input_value() == "variables-first"
    follow(view, "reduce", {**view.first, "assignment": [1, "x", None]})
    view.until(lambda: view.get("reduce-fault").is_hidden())
    assert view.values() == ["null"] * 3
    assert view.page.locator("img[src=x]").count() == 0


def test_a_damaged_link_leads_to_the_first_board(open_page: Callable[..., Any]) -> None:
    place = Place(open_page("#place/damaged"))
    place.wait_for_toast("the link is damaged")
    assert place.size() == 19
