"""The Campaigns view in a browser: none, then one whose report opens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gourds.bench.campaign import parse_campaign
from gourds.bench.new_store import create_store
from gourds.bench.planning import plan_runs, prepare_instances
from gourds.bench.store import Store
from tests.bench.stores import BOARDS, SOLVERS, record
from tests.web.serving import Served


def test_no_campaigns(open_page: Callable[..., Any]) -> None:
    page = open_page("#place")
    page.get_by_test_id("tab-campaigns").click()
    assert "gourds bench run" in page.get_by_test_id("no-campaigns").inner_text()
    assert page.url.endswith("#campaigns")


def test_a_report_opens(open_page: Callable[..., Any], serve: Callable[..., Served], tmp_path: Path) -> None:
    parsed = parse_campaign(f'name = "small boards"\n{BOARDS}{SOLVERS}', tmp_path)
    instances = prepare_instances(parsed)
    create_store(tmp_path / "first.sqlite", parsed, instances, plan_runs(parsed, instances))
    store = Store.open(tmp_path / "first.sqlite")
    plans = [row[0] for row in store.connection.execute("SELECT id FROM plan").fetchall()]
    for number in plans:
        store.record(number, record("feasible", 0.5))
    store.close()
    served = serve(campaigns=str(tmp_path))
    page = open_page("#campaigns", address=served.address)
    card = page.get_by_test_id("campaign-first")
    assert "small boards" in card.inner_text()
    assert f"{len(plans)} runs" in card.inner_text()
    with page.context.expect_page() as waiting:
        card.click()
    report = waiting.value
    report.wait_for_load_state()
    assert "small boards" in report.locator("h1").first.inner_text()
