"""Takes the pictures in docs/images/workbench and docs/images/report: ``scripts/screenshots`` calls this."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import gourds
from gourds.bench.campaign.definition import parse_campaign
from gourds.bench.campaign.planning import plan_runs, prepare_instances
from gourds.bench.store.new import create_store
from gourds.bench.store.store import Store
from tests.bench.stores import BOARDS, SOLVERS, record
from tests.conftest import ROOT
from tests.web.browser.conftest import DESKTOP, PHONE, find_chromium, new_page, playwright_api
from tests.web.browser.viewing import Errors
from tests.web.serving import start_server

FOLDER = ROOT / "docs/images/workbench"
REPORTS = ROOT / "docs/images/report"
SHOWN = """
name = "two encodings"
description = "The textbook model against the reduced one, and components."
repetitions = 3
[limits]
wall = 5
[[instances]]
family = "hexagon"
seeds = { from = 1, to = 3 }
parameters = { radius = [3, 4, 5, 6, 7], colors = [4, 6], coloring = "near-miss" }
[[solvers]]
name = "sat"
label = "sat"
[[solvers]]
name = "sat"
label = "sat textbook"
encoding = "textbook"
[[solvers]]
name = "decompose"
"""
"""The campaign whose report is shown; it runs for about a minute."""


def make_campaign(folder: Path) -> None:
    """A finished campaign to show."""
    parsed = parse_campaign(f'name = "small boards"\n{BOARDS}{SOLVERS}', folder)
    instances = prepare_instances(parsed)
    create_store(folder / "small-boards.sqlite", parsed, instances, plan_runs(parsed, instances))
    store = Store.open(folder / "small-boards.sqlite")
    for (number,) in store.connection.execute("SELECT id FROM plan").fetchall():
        store.record(number, record("feasible", 0.5))
    store.close()


def show_place(page: Any) -> None:
    page.locator("[data-testid=solver-select] option[value=auto]").wait_for(state="attached")
    page.wait_for_function("() => document.querySelector('#view-place')?.place?.draft.cells.length")
    page.wait_for_timeout(800)
    page.evaluate("() => document.querySelector('[data-testid=solve-button]').click()")
    page.locator("[data-status=feasible]").first.wait_for(state="attached")


def show_reduce(page: Any) -> None:
    page.locator(".gadget").first.wait_for()
    page.wait_for_timeout(800)
    page.get_by_test_id("reduce-solve").click()
    page.get_by_test_id("reduce-answer").filter(has_text="atisf").wait_for(state="attached")
    page.locator(".gadget.clause").first.dispatch_event("click")


def show_play(page: Any) -> None:
    page.get_by_test_id("move-counter").wait_for()


def show_campaigns(page: Any) -> None:
    page.get_by_test_id("campaign-small-boards").wait_for()


VIEWS = {"place": show_place, "reduce": show_reduce, "play": show_play, "campaigns": show_campaigns}


def make_report(folder: Path) -> Path:
    """The page of a campaign that really ran."""
    (folder / "shown.toml").write_text(SHOWN)
    gourds.bench_run(folder / "shown.toml", folder / "shown.sqlite", jobs=1)
    gourds.bench_report(folder / "shown.sqlite", output=folder / "shown.html")
    return folder / "shown.html"


def take_report(browser: Any, folder: Path, errors: Errors) -> None:
    """Every run, two solvers, one instance: on a desktop in light, on a phone in dark."""
    address = make_report(folder).as_uri()
    REPORTS.mkdir(parents=True, exist_ok=True)
    for size, name in ((DESKTOP, "desktop-light"), (PHONE, "phone-dark")):
        page = new_page(browser, address, errors, size=size, touch=size == PHONE, dark=size == PHONE)
        page.wait_for_selector("html[data-explorer=ready]")
        page.screenshot(path=str(REPORTS / f"top-{name}.png"), scale="css")
        for view in ("runs", "pair"):
            page.get_by_test_id(f"tab-{view}").click()
            page.evaluate("document.getElementById('runs').scrollIntoView()")
            page.wait_for_timeout(300)
            page.screenshot(path=str(REPORTS / f"{view}-{name}.png"), scale="css")
        page.get_by_test_id("pair-rows").locator("tbody th button").nth(3).click()
        page.screenshot(path=str(REPORTS / f"instance-{name}.png"), scale="css")
        page.context.close()


def main() -> None:
    """Every view, at desktop and phone size, light and dark; then a report."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path, errors = find_chromium(), Errors()
    assert path, "there is no chromium"
    with tempfile.TemporaryDirectory() as folder, playwright_api.sync_playwright() as playwright:
        make_campaign(Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        with start_server(campaigns=folder) as served:
            for view, show in VIEWS.items():
                for size, name in ((DESKTOP, "desktop"), (PHONE, "phone")):
                    for dark in (False, True):
                        options: dict[str, Any] = {"size": size, "touch": size == PHONE, "dark": dark}
                        page = new_page(browser, f"{served.address}#{view}", errors, **options)
                        show(page)
                        page.wait_for_timeout(600)
                        shade = "dark" if dark else "light"
                        page.screenshot(path=str(FOLDER / f"{view}-{name}-{shade}.png"), scale="css")
                        page.context.close()
        take_report(browser, Path(folder), errors)
        browser.close()
    assert not errors, errors


if __name__ == "__main__":
    main()
