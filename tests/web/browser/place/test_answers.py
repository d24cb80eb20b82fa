"""The answers of the Place view in a browser: every approach, counts, reasons, long work; compared with the library."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gourds.certificates.verify import verify_certificate
from gourds.counts.probabilities import edge_probabilities
from gourds.explain.explaining import explain
from gourds.explain.reasons import marked_cells
from gourds.files import to_text
from gourds.files.certificates import Certificate
from gourds.solvers import registry
from tests.processes import SOON, START
from tests.web.browser.placing import Place
from tests.web.serving import ENDLESS, Served, wait_for

Open = Callable[..., Any]


def test_every_approach_is_offered_and_its_answer_checked(place: Place) -> None:
    offered = place.get("solver-select").locator("option").evaluate_all("list => list.map((one) => one.value)")
    assert set(registry()) <= set(offered)
    assert {"sat:glucose4", "ilp:scip"} <= set(offered)
    # One with a variant and one without; all of them are asked side by side below.
    for name in ("sat:glucose4", "frontier"):
        place.get("solver-select").select_option(name)
        assert place.run() == "feasible", name
        assert name in place.text("answer-details")
        assert " s" in place.text("answer-details")
        place.shown_placement()


def test_count_heat_map_and_sample(place: Place) -> None:
    assert place.run("count") == "counted"
    assert place.text("count") == "8"
    assert place.run("probabilities") == "heat"
    assert place.get("heat-legend").is_visible()
    shown = {
        frozenset((round(x, 6), round(y, 6)) for x, y in (one["a"], one["b"])): one["share"]
        for one in place.core("board.heat.edges")
    }
    exact = {
        frozenset((round(q + r / 2, 6), round(r * 3**0.5 / 2, 6)) for q, r in edge): float(share)
        for edge, share in edge_probabilities(place.instance()).edges.items()
        if share
    }
    assert shown == pytest.approx(exact)
    assert sum(shown.values()) == pytest.approx(9)
    name, picture = place.download("export-menu", "export-heat.svg")
    assert name == "nine-gourds-on-a-hexagon.heat.svg"
    assert b"8 placements" in picture
    assert place.run("sample") == "feasible"
    assert place.get("heat-legend").is_hidden()
    drawn = {to_text(place.shown_placement())}
    for _ in range(6):
        place.click("sample-another")
        place.until(lambda: place.get("working").count() == 0 and place.get("solve-button").is_enabled())
        drawn.add(to_text(place.shown_placement()))
        if len(drawn) > 1:
            break
    assert len(drawn) > 1
    place.click("plain-button")
    assert place.core("placement") is None
    assert place.get("status").count() == 0


def test_no_placement_explained_and_proved(place: Place) -> None:
    place.example("drawn/nine-other-gourds")
    place.get("solver-select").select_option("sat")
    place.page.get_by_text("Options").click()
    place.get("proof").check()
    assert place.run() == "infeasible"
    assert "certificate verified" in place.text("answer")
    name, content = place.download("export-menu", "export-proof")
    assert name.endswith(".json")
    assert verify_certificate(place.instance(), Certificate.from_text(content.decode()))
    place.click("explain-link")
    place.until(lambda: "Why there is no placement" in place.text("answer"))
    found = explain(place.instance())
    instance = place.instance()
    expected = {tuple(instance.board.cells[k].tolist()) for k in marked_cells(instance, found)}
    marked = place.page.evaluate("() => [...document.querySelector('#view-place').place.board.marks.keys()]")
    assert len(marked) == len(expected) > 0
    assert found.reason in place.text("answer").replace("\n", " ")
    assert "is-blamed" in str(place.get("budget-blue-green").get_attribute("class"))
    # Whoever changes the board is no longer told about the old one.
    place.get("budget-blue-green").fill("2")
    assert place.core("board.marks") is None
    assert "is-stale" in str(place.get("answer").get_attribute("class"))


def test_all_approaches_side_by_side(place: Place) -> None:
    assert place.run("crosscheck") == "feasible"
    rows = [
        row.split("\t")
        for row in place.get("crosscheck-table").locator("tbody").inner_text().splitlines()
        if row.strip()
    ]
    assert set(registry()) <= {row[0].strip() for row in rows}
    assert all("feasible" in row[1] for row in rows)
    assert "All agree" in place.text("answer")
    place.shown_placement()


def test_answers_for_an_old_board_are_dropped(place: Place) -> None:
    held: list[Any] = []
    place.page.route("**/api/fill", lambda route: held.append(route))
    place.click("fill-button")
    place.until(lambda: len(held) == 1)
    place.get("budget-blue-green").fill("1")
    place.click("tool-erase")
    place.stroke((0, 0))
    budgets = place.document()["gourds"]
    with place.page.expect_response("**/api/fill"):
        held[0].continue_()
    place.page.wait_for_timeout(50)
    assert place.document()["gourds"] == budgets
    place.page.unroute("**/api/fill")
    # A job whose board changes is cancelled; a new name leaves it alone.
    place.click("undo-button")
    place.click("undo-button")
    place.get("board-name").fill("another name")
    place.page.route("**/api/jobs", lambda route: held.append(route))
    place.click("solve-button")
    place.until(lambda: len(held) == 2)
    place.get("board-name").press("Enter")
    held[1].continue_()
    place.until(lambda: place.get("status").count() == 1 and place.get("working").count() == 0)
    assert "is-stale" not in str(place.get("answer").get_attribute("class"))
    place.click("solve-button")
    place.until(lambda: len(held) == 3)
    place.page.keyboard.press("Control+z")
    held[2].continue_()
    place.until(lambda: place.get("status").get_attribute("data-status") == "cancelled")
    assert place.core("placement") is None
    place.page.unroute("**/api/jobs")


def test_long_work_is_cancelled_by_button_key_and_closing(open_page: Open, workbench: Served) -> None:
    place = Place(open_page("#place"))
    document = json.dumps(ENDLESS["document"]).replace('"a"', '"red"')
    place.open_file("large.json", document)
    place.until(lambda: place.size() == 61)
    idle = len(workbench.pids)
    place.get("solver-select").select_option("brute")
    place.page.route("**/api/jobs", lambda route: route.continue_(post_data=json.dumps(ENDLESS)))

    def start() -> None:
        place.click("count-button")
        place.until(lambda: "counting" in place.text("progress"))
        wait_for(lambda: len(workbench.pids) > idle, START)

    start()
    assert place.get("solve-button").is_disabled()
    place.click("cancel-button")
    place.until(lambda: place.get("status").get_attribute("data-status") == "cancelled")
    wait_for(lambda: len(workbench.pids) <= idle, SOON)
    start()
    place.page.keyboard.press("Escape")
    place.until(lambda: place.get("status").get_attribute("data-status") == "cancelled")
    wait_for(lambda: len(workbench.pids) <= idle, SOON)
    start()
    place.page.close()
    wait_for(lambda: len(workbench.pids) <= idle, SOON)
