"""What cannot be written is said before the work begins, not after it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gourds.errors import InputError
from gourds.files.raw import check_folder, make_folder
from tests.bench.campaigns import TINY
from tests.conftest import ROOT

GARDEN = str(ROOT / "instances" / "drawn" / "garden.txt")
CASES = {
    f"crosscheck {GARDEN} --report file": "gourds.crosscheck.checking._Check.run",
    f"crosscheck {GARDEN} --report file/below": "gourds.crosscheck.checking._Check.run",
    f"crosscheck {GARDEN} --report taken": "gourds.crosscheck.checking._Check.run",
    f"pack {GARDEN} --for pb -o file": "gourds.packing.making.read_subjects",
    f"pack {GARDEN} --for pb -o file/below": "gourds.packing.making.read_subjects",
    f"pack {GARDEN} --for pb -o taken": "gourds.packing.making.read_subjects",
    "check-reduction --report file": "gourds.reductions.gadgets.coverings.Table.of",
    "check-reduction --report taken": "gourds.reductions.gadgets.coverings.Table.of",
    "check-reduction --gadgets own --write-tables": "gourds.reductions.gadgets.coverings.Table.of",
    "formula all --variables 10 -o file": "gourds.formulas.enumerate_cubic.all_cubic",
    f"sample {GARDEN} -o taken": "gourds.cli.answers.sample.sample",
    f"sample {GARDEN} -o none/x.jsonl": "gourds.cli.answers.sample.sample",
    f"sample {GARDEN} -n 9 -o none/x-*.json": "gourds.cli.answers.sample.sample",
    f"survey {GARDEN} -o none/x": "gourds.reconfigure.gods_number.surveying.survey",
    f"survey {GARDEN} --hardest none/x": "gourds.reconfigure.gods_number.surveying.survey",
    f"survey {GARDEN} --resume none/x.json": "gourds.reconfigure.gods_number.surveying.survey",
    "levels --pack easy -o file": "gourds.reconfigure.levels.folder.pack_document",
    "bench run c.toml -o none/c.sqlite": "gourds.bench.campaign.planning.prepare_instances",
    "bench run c.toml -o file": "gourds.bench.campaign.planning.prepare_instances",
    "bench report c.sqlite -o file": "gourds.bench.store.reading.snapshot",
    "bench report c.sqlite -o taken": "gourds.bench.store.reading.snapshot",
    "bench report c.sqlite -o none/x.html": "gourds.bench.store.reading.snapshot",
    "bench report c.sqlite --csv none/x.csv": "gourds.bench.store.reading.snapshot",
    "bench report c.sqlite --json none/x.json": "gourds.bench.store.reading.snapshot",
    "bench report c.sqlite --mkplot file": "gourds.bench.store.reading.snapshot",
    "bench export c.sqlite -o file": "gourds.bench.benchexec.exporting.snapshot",
    "bench import r.xml -o none/c.sqlite": "gourds.bench.benchexec.importing.read_results_file",
    "bench compare c.sqlite c.sqlite -o none/x.html": "gourds.bench.store.reading.snapshot",
}
"""Commands, each with where its work begins."""


@pytest.fixture
def folder(cli) -> Path:
    """A file where a folder should be, and folders where files should be."""
    gadgets = ROOT / "reductions" / "one_in_three_sat" / "gadgets"
    (cli.folder / "own" / "clause.toml").mkdir(parents=True)
    (cli.folder / "own" / "clause.txt").write_bytes((gadgets / "clause.txt").read_bytes())
    for name in ("report.html", "variable.svg", "placement-1.json"):
        (cli.folder / "taken" / name).mkdir(parents=True)
    (cli.folder / "file").touch()
    (cli.folder / "c.toml").write_text('name = "c"\n' + TINY + '[[solvers]]\nname = "brute"\n')
    return cli.folder


@pytest.mark.parametrize(("line", "work"), CASES.items())
def test_outputs_are_looked_at_first(cli, folder, monkeypatch, line, work):
    def begin(*args: object, **options: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(work, begin)
    said = cli.refuses(*line.split())
    assert "cannot be " in said or "exists already" in said


def test_folders_that_can_and_cannot_be_made(tmp_path, monkeypatch):
    check_folder(tmp_path / "a" / "b", ["x"])
    assert list(tmp_path.iterdir()) == []
    make_folder(tmp_path / "a" / "b")
    check_folder(tmp_path / "a" / "b", ["x"])
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "a" / "b" / "x").mkdir()
    for place, reason in {
        tmp_path / "link": "made: File exists",
        tmp_path / "link" / "a": "made: ",
        tmp_path / "a" / "b": "written: Is a directory",
        tmp_path / ("x" * 300): "made: File name too long",
    }.items():
        with pytest.raises(InputError, match=f"cannot be {reason}"):
            check_folder(place, ["x"])
    monkeypatch.setattr(os, "access", lambda *args: False)  # nothing is forbidden to root
    for place, reason in {tmp_path / "a": "written", tmp_path / "c" / "d": "made"}.items():
        with pytest.raises(InputError, match=f"cannot be {reason}: Permission denied"):
            check_folder(place)
