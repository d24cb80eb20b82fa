"""Campaigns: the stores of one folder, and their reports as pages that are cut off from everything."""

from __future__ import annotations

from gourds.bench.report.explorer.script import script_source
from gourds.web.guard import REPORT_POLICY
from tests.bench.stores import made_up


def test_stores_are_listed_and_reported(serve, tmp_path):
    folder = tmp_path / "campaigns"
    folder.mkdir()
    made_up(folder / "first.sqlite", lambda label, cells, repetition: ("feasible", 0.5) if label == "A" else None)
    made_up(tmp_path / "outside.sqlite", lambda label, cells, repetition: ("feasible", 0.5))
    (folder / "broken.sqlite").write_text("no store")
    (folder / "linked.txt").write_text("secret")
    served = serve(campaigns=str(folder))
    with served.client() as client:
        (listed,) = client.get("/api/campaigns").json()
        assert listed["name"] == "first"
        assert (listed["runs"], listed["finished"]) == (6, 3)
        assert listed["modified"] > 0
        report = client.get("/campaigns/first")
        assert report.status_code == 200
        assert report.headers["content-type"] == "text/html; charset=utf-8"
        assert report.headers["content-security-policy"] == REPORT_POLICY
        assert "sandbox" in REPORT_POLICY
        assert "allow-same-origin" not in REPORT_POLICY
        (allowed,) = (part for part in REPORT_POLICY.split("; ") if part.startswith("script-src"))
        assert allowed == f"script-src {script_source()}", "the report's own script, and no other"
        assert b"Campaign" in report.content
        for name in ("..%2foutside", "%2e%2e/outside", "first.sqlite", "broken", "linked.txt", "", "*"):
            assert client.get(f"/campaigns/{name}").status_code in (400, 404)


def test_without_a_folder_there_are_none(client):
    assert client.get("/api/campaigns").json() == []
    assert client.get("/campaigns/first").status_code == 404
