"""Campaigns: the stores of one folder, and their reports as pages that are cut off from everything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gourds.web
from gourds.bench.campaign.definition import load_campaign
from gourds.bench.campaign.planning import plan_runs, prepare_instances
from gourds.bench.report.explorer.section import script_source
from gourds.bench.store.reading import read_results, snapshot
from gourds.web.guard import REPORT_POLICY
from gourds.web.tasks import perform
from tests.bench.stores import made_up
from tests.web.serving import SOON, is_idle, listen, wait_for


def test_stores_are_listed_and_reported(serve, tmp_path):
    folder = tmp_path / "campaigns"
    folder.mkdir()
    made_up(folder / "first.sqlite", lambda label, cells, repetition: ("feasible", 0.5) if label == "A" else None)
    made_up(tmp_path / "outside.sqlite", lambda label, cells, repetition: ("feasible", 0.5))
    (folder / "broken.sqlite").write_text("no store")
    (folder / "linked.txt").write_text("secret")
    served = serve(campaigns=str(folder))
    with served.client() as client:
        answer = client.get("/api/campaigns").json()
        (listed,) = answer["campaigns"]
        assert not answer["is_temporary"]
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


def test_without_a_folder_a_temporary_one_is_used_and_the_example_is_there(client):
    assert client.get("/api/campaigns").json() == {"is_temporary": True, "campaigns": []}
    assert client.get("/campaigns/first").status_code == 404
    report = client.get("/campaigns/example")
    assert report.headers["content-security-policy"] == REPORT_POLICY
    assert b"five approaches on small boards" in report.content


def test_the_example_is_what_its_file_says():
    folder = Path(gourds.web.__file__).parent / "example"
    with snapshot(folder / "example.sqlite") as store:
        results = read_results(store)
        runs, finished = store.size()
    campaign = load_campaign(folder / "example.toml")
    assert results.campaign.toml == campaign.text
    assert runs == finished == len(plan_runs(campaign, prepare_instances(campaign)))
    assert not results.troubles


# -- a campaign from the page -----------------------------------------------------------------------------------------

FORM = {
    "name": "Tiny ones",
    "instances": [
        {"family": "hexagon", "parameters": {"radius": "1..2", "colors": "2", "trim": False}, "seeds": "1..2"}
    ],
    "solvers": ["brute", "decompose"],
    "wall": 5,
    "repetitions": 1,
}


def test_a_form_becomes_a_store_that_is_run_bit_by_bit(serve, tmp_path):
    served = serve(campaigns=str(tmp_path), unheard_seconds=2.0)
    with served.client() as client:
        planned = client.post("/api/campaigns/plan", json=FORM).json()
        assert (planned["boards"], planned["runs"], planned["cells"]) == (4, 8, [7, 19])
        assert len(planned["samples"][0]["cells"]) == 7
        assert client.get("/api/campaigns").json()["campaigns"] == [], "planning makes nothing"
        assert client.post("/api/campaigns/new", json=FORM).json() == {"name": "tiny-ones"}
        assert client.post("/api/campaigns/new", json=FORM).json() == {"name": "tiny-ones-2"}
        # Cancelled as soon as something has ended: what has ended stays.
        number = client.post("/api/jobs", json={"kind": "run_campaign", "name": "tiny-ones"}).json()["id"]
        again = client.post("/api/jobs", json={"kind": "run_campaign", "name": "tiny-ones-2"})
        assert again.status_code == 409, "one at a time"
        status = "/api/campaigns/tiny-ones/status"
        with client.stream("GET", f"/api/jobs/{number}/events") as events:
            next(line for line in events.iter_lines() if " of 8" in line)
        wait_for(lambda: is_idle(served), SOON)
        kept = client.get(status).json()["finished"]
        assert kept
        # Another job does the rest.
        number = client.post("/api/jobs", json={"kind": "run_campaign", "name": "tiny-ones"}).json()["id"]
        *_, (name, result) = listen(client, number)
        assert (name, result) == ("result", {"runs": 8, "finished": 8, "ran": 8 - kept})
        told = client.get(status).json()
        assert {row["label"]: (row["runs"], row["solved"], row["failed"]) for row in told["solvers"]} == {
            "brute": (4, 4, 0),
            "decompose": (4, 4, 0),
        }
        assert len(told["last"]) == 8
        assert client.get("/campaigns/tiny-ones").status_code == 200


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": " "}, "name: is missing"),
        ({"solvers": []}, "solvers: choose at least one"),
        ({"solvers": ["external:echo {cnf}"]}, "commands are not run from the page"),
        ({"solvers": ["magic"]}, "solvers[0].name: "),
        ({"wall": 61}, "limits.wall: a run may take 60 s at most"),
        ({"wall": "2"}, "limits.wall: must be a number"),
        ({"instances": []}, "instances: "),
        ({"instances": [{"family": "hexagon", "parameters": {"radius": "x"}}]}, "instances[0].parameters.radius: "),
        ({"instances": [{"family": "hexagon", "seeds": "1..201"}]}, "instances: 201 boards; 200 are the most"),
        ({"instances": [{"family": "nothing"}]}, "instances[0].family: there is no family"),
        ({"instances": [{"files": "/etc/passwd"}]}, "instances[0].family: "),
        ({"repetitions": 2000}, "repetitions: 16,000 runs"),
    ],
)
def test_faults_in_a_form_name_their_place(tmp_path, changed, words):
    context = {"folder": str(tmp_path), "board_cells": 50_000, "answer_bytes": 2**20}
    body = json.dumps({**FORM, **changed}).encode()
    head, content = perform({"kind": "new_campaign", "context": context}, body, lambda text: None)
    assert head["status"] == 400
    assert words in json.loads(content)["error"]
    assert not list(tmp_path.iterdir())


def test_a_campaign_stops_when_its_time_is_up(tmp_path):
    """No run is started that might not end in time; runs that are too long for any job are refused."""
    context = {"folder": str(tmp_path), "board_cells": 50_000, "answer_bytes": 2**20, "seconds": 15.001}
    perform({"kind": "new_campaign", "context": context}, json.dumps(FORM).encode(), lambda text: None)
    order = {"kind": "run_campaign", "context": context}
    body = json.dumps({"name": "tiny-ones"}).encode()
    head, content = perform(order, body, lambda text: None)
    assert (head["status"], json.loads(content)) == (200, {"runs": 8, "finished": 0, "ran": 0})
    context["seconds"] = 12.0
    head, content = perform(order, body, lambda text: None)
    assert head["status"] == 400
    assert "gourds bench resume tiny-ones.sqlite" in json.loads(content)["error"]
