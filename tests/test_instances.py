"""The committed instances: the manifest is complete and true, and the generated files can be rebuilt."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tomllib
from collections import Counter

import pytest
from scripts import _regenerate

import gourds
from gourds import files
from gourds.counting import Counting
from gourds.files.manifest import KEYS
from gourds.formulas.verdict import all_assignments, satisfying_assignment
from gourds.hexgrid import are_adjacent
from gourds.matching.numbered import place_numbered
from gourds.placement import placement_faults
from gourds.reductions.reduction import formula_of
from tests.conftest import ROOT

FOLDER = ROOT / "instances"
ENTRIES = tomllib.loads((FOLDER / "MANIFEST.toml").read_text(encoding="utf-8"))["instance"]
SEARCHABLE = 25
"""Boards of up to so many cells are searched."""

each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"])


def count_placements(instance):
    """The number of placements, cell by cell: each is empty, or the first of a gourd, or covered before."""
    cells = instance.board.cell_list()
    colors = [instance.colors[k] for k in instance.cell_colors.tolist()]
    left = Counter({frozenset((a, b)): count for a, b, count in instance.gourd_list()})
    covered = [False] * len(cells)

    def search(k, has_empty):
        while k < len(cells) and covered[k]:
            k += 1
        if k == len(cells):
            return 1
        found = 0 if has_empty else search(k + 1, True)
        for j in range(k + 1, len(cells)):
            kind = frozenset((colors[k], colors[j]))
            if left[kind] and not covered[j] and are_adjacent(cells[k], cells[j]):
                left[kind] -= 1
                covered[j] = True
                found += search(k + 1, has_empty)
                covered[j] = False
                left[kind] += 1
        return found

    return search(0, False)


def test_every_file_is_listed_once():
    listed = [entry[key] for entry in ENTRIES for key in ("file", "placement", "start", "certificate") if key in entry]
    present = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()]
    papers = [name for name in present if name.endswith("README.md")]
    assert sorted([*listed, *papers, "MANIFEST.toml"]) == sorted(present)
    assert {name.rpartition("/")[0] for name in present} == {name.rpartition("/")[0] for name in papers}
    assert sum((FOLDER / name).stat().st_size for name in present) < 700_000


@each_entry
def test_sizes_and_digests(entry):
    assert not set(entry) - set(KEYS)
    instance = files.load_instance(FOLDER / entry["file"])
    assert (entry["cells"], entry["colors"], entry["gourds"]) == (
        instance.board.size,
        len(instance.colors),
        instance.size,
    )
    assert entry["sha256"] == hashlib.sha256((FOLDER / entry["file"]).read_bytes()).hexdigest()
    if entry["family"] != _regenerate.DRAWN:
        assert instance.source["family"] == entry["family"]
        assert instance.source["parameters"].items() >= entry["parameters"].items()
        assert instance.source["seed"] == entry["seed"]


@each_entry
def test_verdicts_are_true_for_the_reason_given(entry):
    instance = files.load_instance(FOLDER / entry["file"])
    feasible = {"feasible": True, "infeasible": False}[entry["verdict"]]
    refuted = Counting(instance).refutation is not None
    reason = entry["why"].partition(":")[0]
    if reason == "planted":
        assert feasible
        assert instance.source["parameters"]["coloring"] in ("planted", "numbered")
    elif reason == "numbered":
        assert (place_numbered(instance) is not None) == feasible
    elif reason == "formula":
        formula = formula_of(instance)
        assert (satisfying_assignment(formula) is not None) == feasible
        if formula.variables <= 30:
            assert bool(all_assignments(formula, 1)) == feasible
    elif reason == "count":
        counts = {gourds.count(instance, solver=solver) for solver in ("frontier", "pfaffian")}
        assert len(counts) == 1
        assert (counts != {0}) == feasible
        if "placements" in entry:
            assert counts == {entry["placements"]}
    elif reason.startswith("placement"):
        assert feasible  # the placement beside it is checked below
        assert "placement" in entry
    elif reason.startswith("certificate"):
        assert not feasible
        assert gourds.verify(instance, files.load(FOLDER / entry["certificate"]))
    elif reason == "exhaustive search":
        assert entry["cells"] <= SEARCHABLE
        assert not refuted
    else:
        assert reason == "counting"
        assert refuted
    assert not (feasible and refuted)
    if entry["cells"] <= SEARCHABLE:
        assert entry["placements"] == count_placements(instance)
        assert (entry["placements"] > 0) == feasible


@pytest.mark.parametrize("entry", [e for e in ENTRIES if "placement" in e], ids=lambda entry: entry["file"])
def test_placements_beside_instances(entry):
    instance = files.load_instance(FOLDER / entry["file"])
    assert not placement_faults(instance, files.load_placement(FOLDER / entry["placement"]))


def test_the_collection_is_varied():
    boards = [files.load_instance(FOLDER / entry["file"]).board for entry in ENTRIES]
    assert max(board.size for board in boards) > 1000
    assert min(board.size for board in boards) == 1
    assert any(len(board.holes) > 1 for board in boards)
    assert any(board.cut_cells for board in boards)
    assert any(board.is_star_of_david for board in boards)
    reasons = {(entry["verdict"], entry["why"].partition(":")[0]) for entry in ENTRIES}
    assert reasons >= {
        ("feasible", "planted"),
        ("feasible", "numbered"),
        ("feasible", "exhaustive search"),
        ("infeasible", "counting"),
        ("infeasible", "numbered"),
        ("infeasible", "exhaustive search"),
        ("feasible", "formula"),
        ("infeasible", "formula"),
        ("feasible", "count"),
        ("infeasible", "count"),
    }


def test_regenerating_gives_the_same_bytes(tmp_path):
    copy = tmp_path / "instances"
    shutil.copytree(FOLDER, copy)
    made = [entry["file"] for entry in ENTRIES if entry["family"] != _regenerate.DRAWN]
    plain = [name for name in made if not name.endswith(".gz")]
    assert len(made) > len(plain) > 10
    for name in plain:
        (copy / name).unlink()
    assert _regenerate.regenerate(copy, check=False) == plain
    for path in FOLDER.rglob("*"):
        if path.is_file():
            assert (copy / path.relative_to(FOLDER)).read_bytes() == path.read_bytes()
    assert _regenerate.regenerate(copy, check=True) == []


def test_regenerating_repairs_what_differs(tmp_path):
    copy = tmp_path / "instances"
    shutil.copytree(FOLDER, copy)
    packed = next(entry["file"] for entry in ENTRIES if entry["file"].endswith(".gz"))
    (copy / packed).write_bytes(b"\x1f\x8brubbish")
    drawn = copy / "drawn/garden.txt"
    drawn.write_text(drawn.read_text(encoding="utf-8") + "# a remark\n", encoding="utf-8")
    assert _regenerate.regenerate(copy, check=True) == [packed, "MANIFEST.toml"]
    assert _regenerate.regenerate(copy, check=False) == [packed, "MANIFEST.toml"]
    assert _regenerate.regenerate(copy, check=True) == []
    assert files.load(copy / packed) == files.load(FOLDER / packed)


def test_the_check_of_this_checkout():
    script = [sys.executable, str(ROOT / "scripts/_regenerate.py")]
    done = subprocess.run([*script, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert subprocess.run([*script, "nonsense"], capture_output=True, check=False).returncode == 2


def test_tables_and_figures_of_the_reduction(tmp_path):
    copy = tmp_path / "one_in_three_sat"
    shutil.copytree(_regenerate.REDUCTION, copy)
    assert _regenerate.regenerate_reduction(copy, check=True) == []
    (copy / "figures/clause.svg").unlink()
    (copy / "gadgets/clause.toml").write_text("coverings = 1\n", encoding="utf-8")
    assert sorted(_regenerate.regenerate_reduction(copy, check=False)) == ["figures/clause.svg", "gadgets/clause.toml"]
    for path in _regenerate.REDUCTION.rglob("*.*"):
        if path.is_file():
            assert (copy / path.relative_to(_regenerate.REDUCTION)).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    "path", sorted((_regenerate.REDUCTION / "formulas").glob("*satisfiable-*")), ids=lambda p: p.name
)
def test_example_formulas(path):
    formula = files.load_formula(path)
    assert bool(all_assignments(formula, 1)) == path.name.startswith("satisfiable")
    assert f"`{path.name}`" in (path.parent / "README.md").read_text(encoding="utf-8")
