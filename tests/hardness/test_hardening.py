"""A search on a store, with made-up solvers: killed and resumed, within its budget, and what it leaves in its folder."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from gourds.bench.store.reading import read_results, snapshot
from gourds.errors import GourdsError, InputError
from gourds.files.manifest import find_entry, read_manifest
from gourds.hardness.brackets import Question, bracket_of
from gourds.hardness.hardening import read_search
from gourds.hardness.search import Goal
from tests.hardness.fakes import QUESTION, Machine, search

GOAL = Goal(4, 0.5, 1800.0)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a search that nobody interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "found"
    result, watcher = search(folder, Machine(), GOAL)
    assert not result.missing
    assert not result.interrupted
    assert len(result.found) == 4
    assert watcher.largest <= QUESTION.max_cells
    return folder


@pytest.mark.parametrize(("first", "second"), [(1, 7), (23, 30)])
def test_a_search_that_is_killed_goes_on_to_the_same_end(whole: Path, tmp_path: Path, first: int, second: int) -> None:
    seen = []
    for runs in (first, second, 10**9):
        machine = Machine(runs_left=runs)
        result, _ = search(tmp_path, machine, GOAL)
        seen += machine.seen
        assert result.interrupted == (runs < 10**9)
    assert len(seen) == len(set(seen)), "no run is done twice"
    assert _names(tmp_path) == _names(whole)
    again, watcher = search(tmp_path, Machine(), GOAL)
    assert not watcher.steps, "what is complete stays as it is"
    assert again.ran == 0


def test_more_can_be_asked_for_later(tmp_path: Path) -> None:
    search(tmp_path, Machine(), Goal(2, 0.5, 1800.0))
    few = _names(tmp_path)
    result, _ = search(tmp_path, Machine(), Goal(6, 0.5, 1800.0))
    assert len(few) == 2
    assert len(_names(tmp_path)) == 6
    assert not result.missing
    files = {path.name for path in tmp_path.glob("fake-*.json.gz")}
    assert len(files) == 12, "nothing that is no longer listed stays behind"
    with pytest.raises(InputError, match="holds another search"):
        search(tmp_path, Machine(), GOAL, replace(QUESTION, max_cells=500))


def test_the_folder(whole: Path) -> None:
    for entry in read_manifest(whole):
        found = find_entry(entry.path)
        assert found is not None
        assert found.is_of_its_file
        assert found.verdict in ("feasible", "infeasible")
        assert "checked" in found.why
        assert (found.cells or 0) >= 200
        kind = "placement" if found.verdict == "feasible" else "certificate"
        assert (whole / entry.file.replace(".json.gz", f".{kind}.json.gz")).is_file()
    for table in tomllib.loads((whole / "MANIFEST.toml").read_text())["instance"]:
        assert table["solved"] == {"auto": 0.1}
        assert table["unsolved"] == {"sat:cadical195": 66.0}
    with snapshot(whole / "store.sqlite") as store:
        results = read_results(store)
    assert results.is_complete
    assert not results.troubles
    page, drawing = (whole / "report.html").read_text(), (whole / "map.svg").read_text()
    assert 'id="map"' in page
    assert "</main>" in page
    assert drawing.startswith("<svg")
    assert drawing.count("e8790c") >= 4
    assert read_search(whole)["max_cells"] == 1000


def test_the_budget_is_kept(tmp_path: Path) -> None:
    """A full attack takes 60 s, so that with less time left none is begun."""
    machine = Machine()
    result, watcher = search(tmp_path, machine, replace(GOAL, budget=59.0))
    assert not result.found
    assert result.missing == {"feasible": 2, "infeasible": 2}
    assert {step.label for step in watcher.steps} <= {"auto with proof 20 s", "sat:cadical195 3 s"}
    with pytest.raises(InputError, match="nothing to try"):
        search(tmp_path / "other", machine, replace(GOAL, budget=1.0))
    assert not (tmp_path / "other").exists()


def test_a_solver_that_never_works_is_told(tmp_path: Path) -> None:
    class Broken(Machine):
        def record(self, task):  # type: ignore[no-untyped-def]
            record = super().record(task)
            return record if task.keeps_evidence else replace(record, verdict="unknown", cause="error", detail="no")

    with pytest.raises(GourdsError, match="fails on every board: error: no"):
        search(tmp_path, Broken(), GOAL)


def test_lost_evidence_is_found_again(tmp_path: Path) -> None:
    result, _ = search(tmp_path, Machine(), GOAL)
    lost = tmp_path / "evidence" / f"{result.found[0].digest[:24]}.json.gz"
    lost.unlink()
    again, _ = search(tmp_path, Machine(), GOAL)
    assert again.ran >= 1
    assert lost.is_file()
    assert not again.missing


def test_the_result_as_json(whole: Path) -> None:
    result, _ = search(whole, Machine(), GOAL)
    told = json.loads(json.dumps(result.to_json()))
    assert len(told["found"]) == 4
    assert told["missing"] == {}


@pytest.mark.parametrize("text", ["minisat", "auto:", "auto:0", "auto:-3", ":5", "auto:inf", "auto:nan", "auto:x"])
def test_brackets_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="NAME:SECONDS"):
        bracket_of(text)


def test_brackets() -> None:
    assert bracket_of("sat:glucose4:2.5").solvers == ("sat:glucose4",)
    assert bracket_of("any:60").solvers[0] == "auto"
    assert bracket_of("minisat:60").solvers[0] in ("external:minisat", "sat:minisat22")
    with pytest.raises(InputError, match="no solver 'mine'"):
        bracket_of("mine:5")
    with pytest.raises(InputError, match="no family"):
        search(Path("/nowhere"), Machine(), GOAL, Question.of(["auto:1"], "auto:5", 100, ["cubes"]))


def _names(folder: Path) -> set[str]:
    return {entry.name for entry in read_manifest(folder)}
