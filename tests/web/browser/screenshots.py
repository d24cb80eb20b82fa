"""Takes the pictures in docs/images/workbench and docs/images/report: ``scripts/screenshots`` calls this."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gourds
from tests.conftest import ROOT
from tests.web.browser.conftest import find_chromium, new_page, playwright_api
from tests.web.browser.viewing import Errors
from tests.web.serving import start_server

FOLDER = ROOT / "docs/images/workbench"
REPORTS = ROOT / "docs/images/report"
DESKTOP, LAPTOP, PHONE, LANDSCAPE = (1440, 900), (1280, 720), (390, 844), (844, 390)
SIZES = {"desktop": DESKTOP, "laptop": LAPTOP, "phone": PHONE, "landscape": LANDSCAPE}
COLORS = 255
"""Colors of a picture's palette: a third of the bytes, and no difference that people see."""
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
    """A finished campaign to show: the one that comes with the package."""
    shutil.copy(ROOT / "src/gourds/web/example/example.sqlite", folder / "approaches.sqlite")


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
    page.get_by_test_id("campaign-approaches").get_by_role("button").click()
    page.get_by_test_id("watch-solvers").wait_for()


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
        take(page, REPORTS / f"top-{name}.png")
        for view in ("runs", "pair"):
            page.get_by_test_id(f"tab-{view}").click()
            page.evaluate("document.getElementById('runs').scrollIntoView()")
            page.wait_for_timeout(300)
            take(page, REPORTS / f"{view}-{name}.png")
        page.get_by_test_id("pair-rows").locator("tbody th button").nth(3).click()
        take(page, REPORTS / f"instance-{name}.png")
        page.context.close()


def take(page: Any, path: Path) -> None:
    """A picture of what is shown, with a palette if Pillow is there to make one."""
    page.screenshot(path=str(path), scale="css")
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def take_views(browser: Any, address: str, errors: Errors, folder: Path, sizes: Sequence[str], *, dark: bool) -> None:
    """Every view at some sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    for view, show in VIEWS.items():
        for name in sizes:
            touch = SIZES[name] in (PHONE, LANDSCAPE)
            page = new_page(browser, f"{address}#{view}", errors, size=SIZES[name], touch=touch, dark=dark)
            show(page)
            page.wait_for_timeout(600)
            take(page, folder / f"{view}-{name}-{'dark' if dark else 'light'}.png")
            page.context.close()


def main(folder: Path = FOLDER, sizes: Sequence[str] = tuple(SIZES), shades: Sequence[bool] = (False, True)) -> None:
    """Every view at four sizes, light and dark; then a report."""
    path, errors = find_chromium(), Errors()
    assert path, "there is no chromium"
    with tempfile.TemporaryDirectory() as stores, playwright_api.sync_playwright() as playwright:
        make_campaign(Path(stores))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        with start_server(campaigns=stores) as served:
            for dark in shades:
                take_views(browser, served.address, errors, folder, sizes, dark=dark)
        if folder == FOLDER:
            take_report(browser, Path(stores), errors)
        browser.close()
    assert not errors, errors


if __name__ == "__main__":
    main()
