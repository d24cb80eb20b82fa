"""The report of a campaign in a browser: quick with 100,000 runs, leads from counts to runs, complete without scripts."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gourds.bench.report.page import to_page
from gourds.bench.store.reading import read_results, snapshot
from tests.bench.stores import BOARDS, by_table, made_up
from tests.bench.synthetic import invent
from tests.web.browser.conftest import PHONE, new_page
from tests.web.browser.viewing import Errors

MANY = 6_250
"""Instances; with four solvers and four repetitions 100,000 runs."""
SECOND = 1.0
EVIL = "</script><img src=x onerror=alert(1)>'\"&"


@pytest.fixture
def open_file(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """``open_file(text)`` opens a page from a file; errors on it, refused scripts among them, fail the test."""
    errors = Errors()
    contexts = []

    def open_(text: str, **options: Any) -> Any:
        path = tmp_path / f"{len(contexts)}.html"
        path.write_text(text)
        page = new_page(browser, "about:blank", errors, **options)
        contexts.append(page.context)
        page.meter = page.context.new_cdp_session(page)
        page.meter.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-explorer=ready]", timeout=60_000)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not errors, errors


def spent(page: Any) -> float:
    """Seconds that the page's main thread has worked; other load on the machine does not count."""
    return {one["name"]: one["value"] for one in page.meter.send("Performance.getMetrics")["metrics"]}["TaskDuration"]


def report(path: Path) -> str:
    with snapshot(path) as store:
        return to_page(read_results(store), store)


def told(page: Any) -> str:
    return page.get_by_test_id("told").inner_text()


def test_a_hundred_thousand_runs_open_and_filter_within_a_second(
    open_file: Callable[..., Any], tell: Callable[[str], None]
) -> None:
    chance = random.Random(18)
    base = [math.exp(chance.uniform(math.log(0.002), math.log(150))) for _ in range(MANY)]

    def times(solver: int, instance: int, repetition: int) -> float | None:
        time = base[instance] * math.exp(0.2 * solver + chance.gauss(0, 0.3))
        return None if time > 100 else time

    results = invent(times, MANY, "ABCD", 4, ("hexagon", "ring", "random"), cells=lambda k: 2 * (k % 300) + 7)
    text = to_page(results, None)
    assert len(text) < 5_000_000
    page = open_file(text)
    opened = spent(page)
    assert told(page).startswith("100,000 runs of 100,000: ")
    assert page.locator("[data-testid=run-rows] tbody tr").count() < 80, "only visible rows exist"
    assert page.locator("[data-testid=run-rows] table").get_attribute("aria-rowcount") == "100001"
    steps = {
        "family": lambda: page.get_by_test_id("filter-family").select_option(label="ring"),
        "solver": lambda: page.get_by_test_id("filter-solver").select_option(label="B"),
        "words": lambda: page.get_by_test_id("filter-text").fill("radius=7 seed=11"),
        "none": lambda: page.get_by_role("button", name="Clear").click(),
        "by time": lambda: page.locator("[data-testid=run-rows] thead button").nth(7).click(),
        "by name": lambda: page.locator("[data-testid=run-rows] thead button").nth(0).click(),
        "two solvers": lambda: page.get_by_test_id("tab-pair").click(),
    }
    figures = {"opened": opened}
    for name, step in steps.items():
        before = spent(page)
        step()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        figures[name] = spent(page) - before
    tell("100,000 runs: " + ", ".join(f"{name} {1000 * value:.0f} ms" for name, value in figures.items()))
    assert max(figures.values()) < SECOND, figures
    assert "6,250 instances: A clearly faster on" in told(page)
    assert page.get_by_test_id("pair-told").inner_text().startswith("A is 1.")
    page.get_by_test_id("tab-runs").click()
    rows = page.get_by_test_id("run-rows")
    assert rows.locator("th[aria-sort=ascending]").inner_text().startswith("Instance")
    rows.evaluate("(node) => { node.scrollTop = node.scrollHeight; }")
    rows.locator("tr[aria-rowindex='100001']").wait_for()


def test_counts_lead_to_runs_and_runs_to_pictures_and_commands(open_file: Callable[..., Any], tmp_path: Path) -> None:
    solvers = f"[[solvers]]\nname = 'sat'\nlabel = '''{EVIL}'''\n[[solvers]]\nname = 'cpsat'\nencoding = 'textbook'\nlabel = 'B'\n"
    table = {(EVIL, 7): 0.002, (EVIL, 19): 0.2, (EVIL, 37): 3.0, ("B", 7): 0.001, ("B", 19): 0.9}
    page = open_file(report(made_up(tmp_path / "s", by_table(table), BOARDS + solvers)), size=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert page.locator("img").count() == 0
    page.get_by_role("button", name="1", exact=True).first.click()  # of B, out of time
    assert told(page) == "1 run of 6: 1 time limit"
    page.get_by_role("button", name="Clear").click()
    page.locator("#solvers ~ .scroll").first.get_by_role("button", name=EVIL).click()
    assert told(page) == "3 runs of 6: 3 solved"
    row = page.get_by_test_id("run-rows").locator("tbody th button")
    assert "< 5 ms" in page.get_by_test_id("run-rows").locator("td.floor").first.inner_text()
    row.nth(0).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    dialog = page.get_by_test_id("instance")
    assert dialog.locator("svg.board path").count() == 2, "a path for each color"
    assert dialog.get_by_test_id("commands").inner_text().splitlines() == [
        "gourds generate hexagon --colors 2 --seed 1 -o board.json",
        "gourds solve board.json --solver sat:cadical195 --time-limit 10 --seed 0",
    ]
    dialog.get_by_role("button", name="repeat").nth(1).click()
    assert "--solver cpsat --encoding textbook" in dialog.get_by_test_id("commands").inner_text()
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    page.get_by_test_id("tab-pair").click()
    assert "3 instances are too few for a test" in page.get_by_test_id("pair-told").inner_text()
    cells = page.get_by_test_id("pair-rows").locator("tbody tr:not(.space)").all_inner_texts()
    assert "0.22×" in cells[1]
    plot = page.get_by_test_id("plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    for share in range(20, 90):  # the middle mark lies somewhere on the way from corner to corner
        page.mouse.move(box["x"] + box["width"] * share / 100, box["y"] + box["height"] * (1 - (share + 14) / 100))
        if page.locator(".tip").is_visible():
            break
    assert "hexagon radius=" in page.locator(".tip").inner_text()
    page.mouse.down()
    page.mouse.up()
    assert dialog.is_visible()


def test_without_scripts_the_page_is_complete(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(report(made_up(tmp_path / "s", by_table({("A", 7): 1.0}))))
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    assert "This section needs JavaScript" in page.locator("#explorer").inner_text()
    assert page.locator(".matrix tbody tr").count() == 3
    assert "A is first" in page.locator(".banner").inner_text()
    context.close()
