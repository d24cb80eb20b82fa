"""Takes the pictures of the workbench in docs/images/workbench: ``scripts/screenshots`` calls this."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

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


def main() -> None:
    """Every view, at desktop and phone size, light and dark."""
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
        browser.close()
    assert not errors, errors


if __name__ == "__main__":
    main()
