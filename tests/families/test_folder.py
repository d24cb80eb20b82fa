from __future__ import annotations

from pathlib import Path

import pytest

import gourds
from gourds.errors import InputError
from gourds.families import FAMILIES
from gourds.families import folder as module
from gourds.files.manifest import find_entry, read_manifest


def fill(folder: Path, **values: object) -> module.Filled:
    return gourds.generate_many("hexagon", folder, **values)


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_folder_takes_what_several_calls_make(tmp_path):
    fill(tmp_path / "many", radius=1, seed="1..3")
    fill(tmp_path / "many", radius=[1, 2], seed="3..4")
    entries = read_manifest(tmp_path / "many")
    assert len(entries) == 3 + 1 + 2
    before = content(tmp_path / "many")
    fill(tmp_path / "many", radius=2, seed=3)
    assert content(tmp_path / "many") == before
    (tmp_path / "many" / entries[0].file).unlink()
    fill(tmp_path / "many", radius=2, seed=3)
    assert len(read_manifest(tmp_path / "many")) == 5


def test_what_was_made_before_an_interrupt_stays(tmp_path, monkeypatch):
    real, calls = module.generate, []

    def interrupted(*args: object, **named: object) -> gourds.Instance:
        calls.append(args)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*args, **named)

    monkeypatch.setattr(module, "generate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fill(tmp_path / "many", radius=1, seed="1..5")
    assert len(read_manifest(tmp_path / "many")) == 2
    assert len(content(tmp_path / "many")) == 3


def test_what_cannot_be_made_is_left_out(tmp_path):
    made = gourds.generate_many("strip", tmp_path / "strips", size="5..8")
    assert [entry.cells for entry in made.entries] == [5, 7]
    assert "needs an odd number" in made.refused["strip-size-6-seed-0"]
    with pytest.raises(InputError, match="needs an odd number"):
        gourds.generate_many("strip", tmp_path / "none", size=[6, 8])
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"seed": "1..20", "at_most": 19}, "these are 20 instances, and at most 19 are allowed"),
        ({"radius": "1-2"}, "is not a whole number, a range"),
        ({"radius": []}, "radius must have at least one value"),
        ({"radius": [1, "2"]}, "radius must be a whole number"),
        ({"radius": [1, [2]]}, "radius must be a whole number"),
        ({"radios": 1}, "has no parameter 'radios'"),
        ({"coloring": ["planted", "x"]}, "coloring must be"),
        ({"seed": [None]}, "seed must be a whole number"),
    ],
)
def test_bad_values_make_nothing(tmp_path, values, reason):
    with pytest.raises(InputError, match=reason):
        fill(tmp_path / "many", **values)
    assert not (tmp_path / "many").exists()


def test_a_manifest_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "MANIFEST.toml").write_text('[[instance]]\nfile = "mine.txt"\n')
    with pytest.raises(InputError, match="was not made by gourds generate"):
        fill(tmp_path, radius=1)
    assert len(content(tmp_path)) == 1


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file.*cannot be made|Not a directory"):
        fill(tmp_path / "file", radius=1, seed="1..2")


def test_names_tell_instances_apart():
    names = set()
    for family in FAMILIES.values():
        for parameters in ({}, {parameter.name: 7 for parameter in family.parameters if parameter.kind is int}):
            for seed in (0, 1):
                names.add(module.file_name(family, parameters, seed))
    assert len(names) >= 4 * len(FAMILIES) - 2  # the Star of David has no numbers but its colors


def test_verdicts_are_found_beside_the_files(tmp_path):
    made = gourds.generate_many("edge", tmp_path / "edge", radius=3, side=["at", "outside", "along"], seed=1)
    found = {entry.file: find_entry(entry.path) for entry in made.entries}
    verdicts = {file: None if entry is None else entry.verdict for file, entry in found.items()}
    assert verdicts == {
        "edge-radius-3-side-at-seed-1.json": "feasible",
        "edge-radius-3-seed-1.json": "infeasible",
        "edge-radius-3-side-along-seed-1.json": None,
    }
