"""Manifests: the nearest one that knows a file counts, a hash that is given must be the file's, faults have their place."""

from __future__ import annotations

import hashlib

import pytest

from gourds.bench.campaign.expected import expect
from gourds.crosscheck import load_subjects
from gourds.errors import InputError
from gourds.files import load_instance
from gourds.files.manifest import FOLDERS_UP, find_entry, read_manifest
from tests.conftest import ROOT

GARDEN = ROOT / "instances/drawn/garden.txt"


def entry(file: str, verdict: str = "feasible", **more: object) -> str:
    lines = [f'{key} = "{value}"' for key, value in {"file": file, "verdict": verdict, **more}.items()]
    return "\n".join(["[[instance]]", *lines, ""])


def test_every_bundled_file_is_as_its_entry_says():
    entries = read_manifest(ROOT / "instances")
    assert len(entries) > 20
    for one in entries:
        assert one.is_of_its_file
        assert one.verdict is None or find_entry(one.path) == one


def test_the_nearest_manifest_that_knows_the_verdict_counts(tmp_path):
    folder = tmp_path / "a/b"
    folder.mkdir(parents=True)
    (folder / "x.txt").write_text("x")
    assert find_entry(folder / "x.txt") is None
    (tmp_path / "MANIFEST.toml").write_text(entry("a/b/x.txt"))
    (folder / "MANIFEST.toml").write_text('[[instance]]\nfile = "x.txt"\n')
    assert find_entry(folder / "x.txt").folder == tmp_path
    (tmp_path / "a/MANIFEST.toml").write_text(entry("./b/x.txt", "infeasible", why="drawn so"))
    found = find_entry(folder / "x.txt")
    assert (found.verdict, found.why, found.name) == ("infeasible", "drawn so", "./b/x")


def test_a_manifest_far_above_is_none_of_the_files(tmp_path):
    path = tmp_path.joinpath(*("deep" for _ in range(FOLDERS_UP)), "x.txt")
    path.parent.mkdir(parents=True)
    path.write_text("x")
    (tmp_path / "MANIFEST.toml").write_text(entry(path.relative_to(tmp_path).as_posix()))
    assert find_entry(path) is None


def test_cross_checks_and_campaigns_know_the_same(tmp_path):
    path = tmp_path / "garden.txt"
    path.write_bytes(GARDEN.read_bytes())
    instance = load_instance(path)
    for sha256, is_known in ((hashlib.sha256(path.read_bytes()).hexdigest(), True), ("0" * 64, False)):
        (tmp_path / "MANIFEST.toml").write_text(entry("garden.txt", "infeasible", why="made up", sha256=sha256))
        known, expected = load_subjects([path])[0].known, expect(instance, path)
        assert (known is not None, expected is not None) == (is_known, is_known)
        if known is not None:
            assert (known.verdict.value, f"manifest: {known.why}") == (expected.verdict, expected.why)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[instance", "not TOML"),
        ("instance = " + "[" * 5_000, "not TOML"),
        ('instance = "x.txt"', "instance: must be tables with a key 'file'"),
        ("[[instance]]\nverdict = 'feasible'", "instance: must be tables with a key 'file'"),
        (entry("x.txt", "maybe"), "x.txt: verdict must be feasible or infeasible, not 'maybe'"),
        (entry("x.txt", placements="many"), "x.txt: placements must be a whole number, not 'many'"),
        ('[[instance]]\nfile = "x.txt"\nsha256 = 7', "x.txt: sha256 must be a text, not 7"),
    ],
)
def test_faults_name_the_manifest_and_the_place(tmp_path, text, said):
    (tmp_path / "MANIFEST.toml").write_text(text)
    with pytest.raises(InputError) as caught:
        read_manifest(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path}/MANIFEST.toml: ")
    assert said in str(caught.value)
