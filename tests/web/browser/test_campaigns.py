"""The Compare view in a browser: the example, a comparison from the form, cancelled, resumed, and its report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.stores import made_up
from tests.web.browser.viewing import View


def test_from_the_first_screen_to_a_report(open_page: Callable[..., Any]) -> None:
    page = open_page("#play", expects="400")
    view = View(page)
    view.click("tab-campaigns")
    assert "five approaches" in view.text("no-campaigns")
    assert page.url.endswith("#campaigns")
    with page.context.expect_page() as waiting:
        view.click("report-example")
    report = waiting.value
    report.wait_for_selector("html[data-explorer=ready]")
    assert "example" in report.locator("h1").first.inner_text()
    report.close()

    # The form says what it comes to, and puts faults where they are.
    view.click("new-campaign")
    plan = view.get("campaign-plan")
    plan.filter(has_text="6 boards of 19 to 61 cells, 24 runs").wait_for()
    assert page.locator(".thumbnail").count() == 6
    radius = view.get("campaign-radius")
    radius.fill("two")
    view.get("campaign-fault").wait_for()
    assert radius.get_attribute("aria-invalid") == "true"
    assert view.get("start-campaign").is_disabled()
    radius.fill("1..2")
    for solver in ("auto", "sat", "cpsat"):
        view.get(f"solver-{solver}").uncheck()
    view.get("solver-brute").check()
    view.get("campaign-name").fill("Mine")
    view.get("campaign-limits.wall").fill("5")
    plan.filter(has_text="4 boards of 7 to 19 cells, 8 runs").wait_for()
    assert radius.get_attribute("aria-invalid") is None

    # Watched while it runs; cancelled; resumed; what had ended is kept.
    view.click("start-campaign")
    state, left = view.get("watch-state"), view.get("watch-left")
    state.filter(has_text="running").wait_for()
    assert "while this page is open" in view.text("watch-note")
    assert view.get("watch-note").is_visible() or state.inner_text() == "finished"
    view.until(lambda: not left.inner_text().startswith("0 of"), 60)
    if view.get("cancel-campaign").is_visible():
        view.click("cancel-campaign")
        view.until(lambda: state.inner_text() in ("not finished", "finished"))
        assert view.get("cancel-campaign").is_hidden()
        assert page.evaluate("() => document.activeElement !== document.body"), "the focus is not lost"
    assert view.get("campaign-mine").count() == 1
    # A page that is loaded again offers to go on.
    if view.get("resume-mine").is_visible():
        kept = int(left.inner_text().split()[0])
        assert kept
        page.reload()
        view.click("resume-mine")
        view.until(lambda: int(left.inner_text().split()[0] or 0) >= kept if left.inner_text() else False)
    else:
        view.click("details-mine")
    state.filter(has_text="finished").filter(has_not_text="not").wait_for(timeout=60_000)
    assert left.inner_text().startswith("8 of 8 runs on 4 boards")
    rows = view.get("watch-solvers").locator("tbody tr")
    assert rows.locator("th").all_inner_texts() == ["brute", "decompose"]
    assert view.get("watch-last").locator("tbody tr").count() == 8
    with page.context.expect_page() as waiting:
        view.get("report-mine").first.click()
    report = waiting.value
    report.wait_for_selector("html[data-explorer=ready]")
    assert report.get_by_test_id("told").inner_text() == "8 runs of 8: 8 solved"


def test_a_comparison_that_pauses_says_so(open_page: Callable[..., Any], campaigns: Path, tmp_path: Path) -> None:
    """Whoever comes back finds what is done, that nothing runs, and Resume on the card and in the details."""
    store = campaigns / "half.sqlite"
    made_up(store, lambda label, cells, repetition: ("feasible", 0.5) if label == "A" else None)
    try:
        page = open_page("#campaigns", calm=True)
        view = View(page)
        view.get("campaign-half").get_by_role("img", name="3 of 6 runs done").wait_for()
        assert view.get("resume-half").is_visible()
        view.click("details-half")
        view.get("watch-state").filter(has_text="not finished").wait_for()
        assert view.text("watch-left").startswith("3 of 6 runs")
        assert view.get("watch-note").is_visible()
        assert view.text("watch-note") == "It is not run by this page. The runs that have ended are kept."
        assert view.get("resume-campaign").is_visible()
        assert view.get("cancel-campaign").is_hidden()

        # What is drawn anew every second is not what one presses: a link replaced meanwhile would never be clicked.
        link, drawn = view.get("watch").get_by_test_id("report-half"), view.get("watch-last")
        for one in (link, drawn):
            one.evaluate("element => { element.isOld = true; }")
        view.until(lambda: not drawn.evaluate("element => element.isOld ?? false"))
        assert link.evaluate("element => element.isOld ?? false")
        details = view.get("details-half")
        details.evaluate("element => { element.isOld = true; }")
        left = iter(range(4))
        more = made_up(
            tmp_path / "half.sqlite", lambda label, cells, repetition: next((("feasible", 0.5) for _ in left), None)
        )
        more.replace(store)
        view.get("campaign-half").get_by_role("img", name="4 of 6 runs done").wait_for()
        assert "4 of 6 runs" in view.text("campaign-half")
        assert details.evaluate("element => element.isOld ?? false")
    finally:
        store.unlink()
