"""What the script of a report's page gets to know: all runs as columns, boards to draw, commands; and its policy."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.bench.report.explorer import data
from gourds.bench.report.explorer.data import embedded, explorer_data, pack
from gourds.bench.report.explorer.section import explorer_section
from gourds.bench.report.page import to_page
from gourds.bench.report.sections.tables import TIER_WORDS
from gourds.bench.report.statistics import status_of, tier_of
from gourds.bench.store.reading import read_results, snapshot
from gourds.bench.store.task import unpack_instance
from tests.bench.stores import by_table, made_up
from tests.bench.synthetic import invent


def unpacked(text):
    return json.loads(zlib.decompress(base64.b64decode(text)))


@given(
    st.integers(1, 6),
    st.integers(1, 3),
    st.lists(st.none() | st.floats(1e-5, 99), min_size=36, max_size=36),
)
@settings(max_examples=30)
def test_every_run_is_there_once_and_as_it_was(instances, repetitions, times):
    results = invent(lambda s, k, r: times[6 * k + 3 * s + r], instances, repetitions=repetitions)
    found = unpacked(pack(results, None))
    columns = found["runs"]
    place = 0
    for entry, count in zip(results.entries, columns["count"], strict=True):
        runs = [run for pairing in results.of_instance(entry) for run in pairing.runs]
        assert count == len(runs)
        for run in runs:
            verdict, status, evidence = found["outcomes"][columns["outcome"][place]]
            tier = tier_of(run, "sat")
            assert (verdict, status) == (run.verdict, status_of(run))
            assert evidence == (TIER_WORDS[tier][0] if tier else "")
            assert columns["time"][place] / 1e5 == pytest.approx(run.time, rel=5.1e-4, abs=1e-5)
            assert columns["solver"][place] == run.competitor - 1
            assert columns["repetition"][place] == run.repetition
            place += 1
    assert place == len(results.runs) == len(columns["time"]) == found["total"]


def test_boards_and_commands_are_those_of_the_store(tmp_path):
    path = made_up(tmp_path / "s", by_table({("A", 7): 1.0}))
    with snapshot(path) as store:
        results = read_results(store)
        found = explorer_data(results, store)
        packed = [row[0] for row in store.connection.execute("SELECT data FROM instance ORDER BY id")]
    for k, content in enumerate(packed):
        instance = unpack_instance(content)
        _, digits, rows = found["boards"][str(k)]
        drawn = {(q + j, r): digits.index(sign) for r, q, text in rows for j, sign in enumerate(text) if sign != " "}
        assert list(drawn) == [tuple(cell) for cell in instance.board.cells.tolist()]
        assert len(set(drawn.values())) == found["instances"]["colors"][k]
        assert found["instances"]["command"][k] == instance.source["command"]
    assert found["solvers"][0]["options"] == "--solver sat:cadical195 --time-limit 10"


def test_the_policy_lets_this_script_run_and_no_other(tmp_path):
    with snapshot(made_up(tmp_path / "s", by_table({("A", 7): 1.0}))) as store:
        text = to_page(read_results(store), store)
    (script,) = re.findall(r'<script type="module">(.*?)</script>', text, re.S)
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'"
    assert "innerHTML" not in script


def test_beyond_what_a_page_holds_the_most_telling_runs_are_kept_and_it_says_so(monkeypatch):
    monkeypatch.setattr(data, "MAX_RUNS", 20)
    results = invent(lambda solver, k, r: None if k in (3, 17) else 1.0 + k / 100, 30)
    held = embedded(results)
    assert {4, 18} <= {entry.number for entry in held}, "what was not solved is kept"
    assert len(held) == 10
    assert "The page holds the runs on 10 of 30 instances" in explorer_section(results)
    assert len(unpacked(pack(results, None))["runs"]["time"]) == 20
