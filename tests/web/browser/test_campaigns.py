"""The Campaigns view in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gourds.bench.campaign.definition import parse_campaign
from gourds.bench.campaign.planning import plan_runs, prepare_instances
from gourds.bench.store.new import create_store
from gourds.bench.store.store import Store
from tests.bench.stores import BOARDS, SOLVERS, record


def test_none_then_one_whose_report_opens(open_page: Callable[..., Any], campaigns: Path) -> None:
    page = open_page("#place")
    page.get_by_test_id("tab-campaigns").click()
    assert "gourds bench run" in page.get_by_test_id("no-campaigns").inner_text()
    assert page.url.endswith("#campaigns")
    parsed = parse_campaign(f'name = "small boards"\n{BOARDS}{SOLVERS}', campaigns)
    instances = prepare_instances(parsed)
    create_store(campaigns / "first.sqlite", parsed, instances, plan_runs(parsed, instances))
    store = Store.open(campaigns / "first.sqlite")
    plans = [row[0] for row in store.connection.execute("SELECT id FROM plan").fetchall()]
    for number in plans:
        store.record(number, record("feasible", 0.5))
    store.close()
    page.get_by_test_id("tab-place").click()
    page.get_by_test_id("tab-campaigns").click()
    card = page.get_by_test_id("campaign-first")
    assert "small boards" in card.inner_text()
    assert f"{len(plans)} runs" in card.inner_text()
    with page.context.expect_page() as waiting:
        card.click()
    report = waiting.value
    report.wait_for_load_state()
    assert "small boards" in report.locator("h1").first.inner_text()
    report.wait_for_selector("html[data-explorer=ready]")
    assert report.get_by_test_id("told").inner_text() == "6 runs of 6: 6 solved"
