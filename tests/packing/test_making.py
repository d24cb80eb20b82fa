"""Packs: what is in them, and that other people's solvers and tools take it."""

from __future__ import annotations

import csv
import json
import lzma
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from gourds.errors import InputError
from gourds.files import load, load_instance, manifest, save
from gourds.packing.checking import check_folder
from gourds.packing.checklist import check_list
from gourds.packing.compressing import read_packed
from gourds.packing.evidence import STATED
from gourds.packing.folder import SUMS, files_of
from gourds.packing.making import make_pack
from gourds.packing.rows import CSV, read_pack
from gourds.packing.targets import TARGETS
from gourds.placement import Placement
from tests.peers import need

# The target, the command ({} is the unpacked file), and how an output says that there is none, and that there is one.
SOLVERS = {
    "minisat": ("satcomp", "minisat -verb=0 {}", "UNSATISFIABLE", "SATISFIABLE"),
    "cadical": ("satcomp", "cadical -q {}", "s UNSATISFIABLE", "s SATISFIABLE"),
    "clasp": ("pb", "clasp {}", "s UNSATISFIABLE", "s SATISFIABLE"),
    "cbc": ("miplib", "cbc {} solve", "infeasible", "Optimal solution found"),
    "glpsol": ("miplib", "glpsol --mps {}", "HAS NO", "INTEGER OPTIMAL SOLUTION FOUND"),
    "clingo": ("asp", f"{sys.executable} -m clingo {{}}", "UNSATISFIABLE", "SATISFIABLE"),
    "minizinc": ("mzn", "minizinc {}", "=UNSATISFIABLE=", "----------"),
}


def text_of(packed, row) -> str:
    return read_packed(packed.folder / row.packed, TARGETS[packed.pack.target].packing, row.raw_bytes).decode()


@pytest.mark.parametrize("target", TARGETS)
def test_every_pack_is_whole_and_stands_its_check(target, packs, small):
    packed = packs[target]
    found = check_folder(packed.folder)
    assert not found.faults
    assert found.remarks == ()
    assert read_pack(packed.folder) == packed.pack
    assert [row.verdict for row in packed.pack.rows] == ["feasible", "feasible", "infeasible"]
    for row, instance in zip(packed.pack.rows, small, strict=True):
        assert load_instance(packed.folder / row.file) == instance
        text = text_of(packed, row)
        if target != "benchexec":
            header = text.replace("- -", "--")  # in XML
            for words in (instance.digest, '"hexagon ', "family: hexagon", "seed: ", instance.source["command"]):
                assert words in header
            assert f"verdict: {row.verdict} (" in header
        evidence = load(packed.folder / row.evidence_file)
        assert isinstance(evidence, Placement) == (row.verdict == "feasible")
    with (packed.folder / CSV).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [one["file"] for one in rows] == [row.packed for row in packed.pack.rows]
    assert [one["verdict"] for one in rows] == [row.verdict for row in packed.pack.rows]


@pytest.mark.parametrize("solver", SOLVERS)
def test_other_solvers_confirm_the_verdicts(solver, packs, tmp_path):
    target, command, no, yes = SOLVERS[solver]
    need(command.split()[0])
    for row in packs[target].pack.rows:
        path = tmp_path / f"file{TARGETS[target].ending}"
        path.write_text(text_of(packs[target], row))
        words = [word.format(path) for word in command.split()]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        found = "infeasible" if no in done.stdout else "feasible" if yes in done.stdout else done.stdout
        assert found == row.verdict


def test_xml_is_sound(packs):
    packed = packs["xcsp"]
    for row in packed.pack.rows:
        assert ET.fromstring(text_of(packed, row)).get("type") == "CSP"


def test_checksums_are_those_of_sha256sum(packs):
    need("sha256sum")
    for packed in packs.values():
        subprocess.run(["sha256sum", "--check", "--quiet", SUMS], cwd=packed.folder, check=True, timeout=60)


def test_a_task_for_benchexec_says_the_verdict(packs):
    folder = packs["benchexec"].folder
    for row in packs["benchexec"].pack.rows:
        task = (folder / row.packed).with_suffix(".yml").read_text()
        assert f"expected_verdict: {'true' if row.verdict == 'feasible' else 'false'}" in task
        assert load_instance(folder / row.packed).digest == row.digest


def test_the_same_pack_has_the_same_bytes(small, packs, tmp_path):
    again = make_pack(small, "pb", tmp_path / "again", author="A. Author", time_limit=None)
    assert files_of(again.folder) == files_of(packs["pb"].folder)
    for name in files_of(again.folder):
        assert (again.folder / name).read_bytes() == (packs["pb"].folder / name).read_bytes(), name


def test_a_pack_is_packed_once_more_with_its_evidence(packs, tmp_path, monkeypatch):
    """For another competition: nothing has to be solved again."""
    monkeypatch.setattr("gourds.packing.evidence.solve", lambda *args, **options: pytest.fail("solved again"))
    again = make_pack([packs["satcomp"].folder], "pb", tmp_path / "again")
    assert [row.digest for row in again.pack.rows] == [row.digest for row in packs["pb"].pack.rows]
    assert [row.evidence for row in again.pack.rows] == [row.evidence for row in packs["pb"].pack.rows]


def test_manifests_of_instances_count(small, tmp_path):
    """Verdict, evidence, family and times, in tables or in the words of a search for hard boards."""
    folder = tmp_path / "hard"
    folder.mkdir()
    for k, instance in enumerate(small):
        save(replace(instance, source=None), folder / f"{k}.json")
    (folder / "MANIFEST.toml").write_text(
        """
[[instance]]
file = "2.json"
verdict = "infeasible"
family = "Mine, all mine"
hard_for = ["sat:minisat22 60 s: stopped after 60.1 s", 3]
solved_by = "auto with proof 600 s: 12.34 s"
[[instance]]
file = "0.json"
solved = { minisat = 0.5, "a b" = "x" }
unsolved = { cbc = 60 }
"""
    )
    rows = make_pack([folder], "satcomp", tmp_path / "pack", time_limit=None).pack.rows
    assert [(row.name, row.family) for row in rows] == [
        ("gourds-hexagon-3", "mine-all-mine"),
        ("gourds-hexagon-0", "other"),
    ]
    assert (rows[0].unsolved, rows[0].solved) == ({"sat:minisat22": 60.1}, {"auto": 12.34})
    assert (rows[1].unsolved, rows[1].solved) == ({"cbc": 60.0}, {"minisat": 0.5})
    said = (tmp_path / "pack" / "description.md").read_text()
    assert "sat:minisat22: 1 instance not solved within 60.1 s." in said
    assert "MiniSat was measured on 2, 1 of these took it longer" in (tmp_path / "pack" / "CHECKLIST.md").read_text()


def test_a_wrong_manifest_is_told(small, tmp_path):
    save(small[0], tmp_path / "a.json")
    (tmp_path / "MANIFEST.toml").write_text('[[instance]]\nfile = "a.json"\nverdict = "infeasible"\n')
    with pytest.raises(InputError, match=r"a\.json: the manifest says infeasible, but it is feasible"):
        make_pack([tmp_path], "satcomp", tmp_path / "pack", time_limit=None)
    (tmp_path / "MANIFEST.toml").write_text('[[instance]]\nfile = "a.json"\nplacement = "../secret.json"\n')
    with pytest.raises(InputError, match="folder of the manifest"):
        make_pack([tmp_path], "satcomp", tmp_path / "pack", time_limit=None)
    save(load(tmp_path / "a.json"), tmp_path / "b.json")
    (tmp_path / "MANIFEST.toml").write_text('[[instance]]\nfile = "a.json"\nplacement = "b.json"\n')
    with pytest.raises(InputError, match=r"b\.json: .*a placement or a certificate is needed"):
        make_pack([tmp_path], "satcomp", tmp_path / "pack", time_limit=None)
    assert not (tmp_path / "pack").exists()


def test_what_is_not_known_is_said(small, tmp_path):
    """Without time for it: a stated verdict stays stated, the others are unknown; the check says so."""
    save(small[0], tmp_path / "a.json")
    save(small[2], tmp_path / "b.json")
    (tmp_path / "MANIFEST.toml").write_text(
        '[[instance]]\nfile = "a.json"\nverdict = "feasible"\nwhy = "planted\\n<b>"\n[[instance]]\nfile = "b.json"\n'
    )
    from gourds.packing import evidence
    from gourds.solvers import Result, Status

    with pytest.MonkeyPatch.context() as patch:
        unknown = Result(Status.UNKNOWN, "auto", None, None, 0.0, "time limit", 0.0, {})
        patch.setattr(evidence, "solve", lambda *args, **options: unknown)
        packed = make_pack([tmp_path], "satcomp", tmp_path / "pack")
    first, second = packed.pack.rows
    assert (first.verdict, first.evidence, first.evidence_file) == ("feasible", STATED, None)
    assert (second.verdict, second.evidence, second.status) == (None, "none", "unknown")
    found = check_folder(packed.folder)
    assert not found.faults
    assert len(found.remarks) == 2
    assert manifest.find_entry(packed.folder / second.file) is None
    assert "c verdict: unknown (" in lzma.decompress((packed.folder / second.packed).read_bytes()).decode()


def test_the_same_puzzle_is_packed_once(small, tmp_path):
    packed = make_pack([small[0], replace(small[0], name="again")], "mzn", tmp_path / "pack", time_limit=None)
    assert len(packed.pack.rows) == 1
    assert any("left out again: the same puzzle as hexagon 0" in item.text for item in packed.checklist)


def test_the_rule_of_the_sat_competition(packs):
    """Twenty instances, half of them too hard for MiniSat and not too hard for everybody."""
    pack = packs["satcomp"].pack
    hard = replace(pack.rows[0], unsolved={"minisat": 60.0}, solved={"cadical": 900.0})
    easy = replace(pack.rows[0], solved={"minisat": 59.0})
    too_hard = replace(pack.rows[0], unsolved={"minisat": 60.0})
    stopped_early = replace(pack.rows[0], unsolved={"minisat": 10.0}, solved={"cadical": 9.0})

    def state(rows) -> str:
        return next(i.state for i in check_list(replace(pack, rows=tuple(rows)), {}, []) if "MiniSat" in i.text)

    assert state([hard] * 10 + [easy] * 10) == "met"
    assert state([hard] * 9 + [easy] * 11) == "open"
    assert state([hard] * 9 + [too_hard] * 11) == "open"
    assert state([hard] * 9 + [stopped_early] * 11) == "open"
    assert state([hard] * 9 + [pack.rows[0]] * 11) == "unknown"
    assert state([hard] * 10) == "met"


def test_json_names_everything(gourds, small, tmp_path):
    save(small[0], tmp_path / "a.json")
    done = gourds("pack", tmp_path / "a.json", "--for", "asp", "-o", tmp_path / "pack", "--json", "--name", "Set 1")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["instances"][0]["packed"] == "instances/set-1-hexagon-0.asp"
    assert said["target"] == "asp"
    assert {"state", "text"} == set(said["checklist"][0])
    done = gourds("pack", "--check", tmp_path / "pack", "--json")
    assert (done.returncode, json.loads(done.stdout)["valid"]) == (0, True)
