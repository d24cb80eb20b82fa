"""Boards, files and states of the Play view in a real browser."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from gourds.board import Board
from gourds.bundled import bundled_folder
from gourds.files import load_instance, to_text
from gourds.moves import Walk, legal_moves
from gourds.reconfigure.scrambles import random_configuration
from gourds.shapes import random_proper
from tests.web.browser.playing import Play, after, chosen, end_cell, is_choice
from tests.web.browser.viewing import VIEW
from tests.web.serving import ENDLESS

Opener = Callable[..., Any]


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


def test_files_are_opened(play: Play) -> None:
    play.errors.expects = "400"
    instance = load_instance(bundled_folder("instances") / "unique" / "hexagon-19.txt")
    play.open_file("unique.txt", to_text(instance, "text"))
    play.until(lambda: play.state()["key"] == "own")
    kinds = [tuple(sorted(pair)) for pair in play.configuration().colors or ()]
    assert sorted(kinds) == sorted((a, b) for a, b, count in instance.gourd_list() for _ in range(count))
    assert play.get("play-mode-numbers").is_disabled()
    other = random_configuration(Board.from_cells(random_proper(15, 3)), 8)
    play.open_file("other.json", json.dumps(other.to_json()))
    play.until(lambda: play.configuration().board == other.board)
    assert play.configuration().ids == other.ids
    again = random_configuration(other.board, 9)
    play.open_file("again.json", json.dumps(again.to_json()))
    play.until(lambda: play.configuration() == again)
    path = [again]
    for k in range(5):
        path.append(after(path[-1], chosen(path[-1], random.Random(k), path[-2] if k else None)))
    cells = [position.board.cells[position.empty] for position in path]
    walk = Walk.from_cells(np.array(cells))
    play.hurry()
    plan = {"format": "gourds-plan", "version": 1, "empty": list(walk.start), "walk": walk.letters}
    play.open_file("plan.json", json.dumps(plan))
    play.until(lambda: play.configuration() == path[-1])
    # The plan does not begin here, the placement is of another board, the text is nothing at all.
    play.open_file("plan.json", json.dumps(plan))
    play.wait_for_toast("does not begin with the position that is shown")
    play.choose("hexagon-7")
    before = play.configuration()
    elsewhere = {"format": "gourds-placement", "version": 1, "gourds": [[[7, 0], [8, 0]]], "empty": [9, 0]}
    play.open_file("placement.json", json.dumps(elsewhere))
    play.wait_for_toast("not one of the board that is shown")
    play.open_file("bad.txt", "this is nothing")
    play.until(lambda: play.get("toast").count() > 2)
    assert play.configuration() == before


def test_the_board_that_was_chosen_last_is_played(play: Play) -> None:
    held: list[Any] = []
    play.page.route("**/api/examples/**", lambda route: held.append(route))
    play.get("play-puzzle").select_option("paper")
    play.until(lambda: len(held) == 1)
    play.choose("hexagon-7")
    with play.page.expect_response("**/api/examples/**"):
        held[0].continue_()
    play.page.wait_for_timeout(50)
    assert play.configuration().board.size == 7
    assert play.get("play-puzzle").input_value() == "hexagon-7"
    play.page.unroute("**/api/examples/**")


def test_laying_gourds_can_be_cancelled(play: Play) -> None:
    before = play.configuration()
    play.page.route("**/api/jobs", lambda route: route.continue_(post_data=json.dumps(ENDLESS)))
    instance = load_instance(bundled_folder("instances") / "unique" / "hexagon-19.txt")
    play.open_file("unique.txt", to_text(instance, "text"))
    play.until(lambda: "Laying the gourds: counting" in play.text("play-plan"))
    play.click("play-cancel")
    play.until(lambda: play.get("play-plan").is_hidden())
    play.page.unroute("**/api/jobs")
    assert play.configuration() == before
    assert play.get("toast").count() == 0


def test_a_state_is_a_link(play: Play, open_page: Opener) -> None:
    for _ in range(4):
        start = play.configuration()
        move = next(move for move in legal_moves(start) if not is_choice(start, move))
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
    for entry, content in (
        ("json", b"gourds-configuration"),
        ("plan.json", b"gourds-plan"),
        ("plan.html", b"<!DOCTYPE html>"),
    ):
        assert content in play.download("export-menu", f"export-{entry}")[1]
