from __future__ import annotations

import gzip
import json
import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds import files, shapes
from gourds.errors import InputError
from gourds.files import drawing
from gourds.files.raw import write_bytes
from gourds.instance import Instance
from gourds.placement import Placement
from tests.strategies import instances, placed_instances


@given(instances())
def test_json_and_back(instance):
    text = files.to_text(instance)
    assert files.loads(text) == instance
    assert files.to_text(files.loads(text)) == text
    document = json.loads(text)
    assert document["format"] == "gourds-instance"
    assert document["version"] == 1
    assert len(document["cells"]) == instance.board.size


@given(instances())
def test_drawing_and_back(instance):
    text = files.to_text(instance, "text")
    assert files.loads(text) == instance
    assert files.to_text(files.loads(text), "text") == text


@given(instances(), st.integers(0, 9))
def test_a_drawing_may_be_indented_and_commented(instance, indent):
    lines = files.to_text(instance, "text").splitlines()
    start, end = lines.index("board:") + 1, lines.index("gourds:")
    moved = [" " * indent + line for line in lines[start:end]]
    text = "\n".join([*lines[:start], "# a remark", "", *moved, "", "  # another", *lines[end:]])
    assert files.loads(text) == instance


@given(instances())
def test_json_of_other_programs(instance):
    """Cells and gourds in any order, ends either way around, extra keys, other white space."""
    document = json.loads(files.to_text(instance))
    document["cells"].reverse()
    document["gourds"] = [[b, a, count] for a, b, count in reversed(document["gourds"])]
    document["comment"] = "unknown keys are passed over"
    assert files.loads(json.dumps(document, indent=3)) == instance


@given(placed_instances())
def test_placements(pair):
    _, placement = pair
    text = files.to_text(placement)
    assert files.loads(text) == placement
    with pytest.raises(InputError, match="only instances"):
        files.to_text(placement, "text")


def test_many_colors_and_long_names():
    for count, name in ((100, "color number {}"), (300, "x{}"), (70, "{}"), (3, "{}" * 200)):
        cells = shapes.parallelogram(count, 3)
        colors = [name.format(k, *[k] * 200) for k in range(count)] * 3
        if len(colors) % 2 == 0:
            cells, colors = cells[:-1], colors[:-1]
        instance = Instance.build(cells, colors, [(colors[0], colors[0], len(cells) // 2)])
        for form in ("json", "text"):
            assert files.loads(files.to_text(instance, form)) == instance


def test_the_example_of_the_documentation():
    instance = files.loads(
        """gourds drawing 1
name: a small puzzle
color r = "red"
board:
   r r b
  b . r r
   b b r
gourds:
  r r 2
  r b 1
  b b 1
"""
    )
    assert instance.name == "a small puzzle"
    assert instance.colors == ("b", "red")
    assert instance.board.size == 9
    assert instance.color_at((0, 0)) == "red"
    assert instance.color_at((-1, 1)) == "b"
    assert instance.color_at((0, 1)) is None
    assert instance.color_at((-1, 2)) == "b"
    assert len(instance.board.holes) == 1


def test_files_on_disk(tmp_path):
    instance = Instance.build(shapes.hexagon(1), list("abcabca"), [("a", "b", 2), ("c", "c", 1)])
    for name in ("a.json", "a.json.gz", "a.txt", "a.txt.gz", "plain"):
        files.save(instance, tmp_path / name)
        assert files.load_instance(tmp_path / name) == instance
    assert gzip.decompress((tmp_path / "a.txt.gz").read_bytes()).startswith(b"gourds drawing 1\n")
    files.save(instance, tmp_path / "again.json.gz")
    assert (tmp_path / "again.json.gz").read_bytes() == (tmp_path / "a.json.gz").read_bytes()
    (tmp_path / "marked.json").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "a.json").read_bytes())
    assert files.load_instance(tmp_path / "marked.json") == instance
    with pytest.raises(InputError, match=r"a\.json: format: a placement is needed"):
        files.load_placement(tmp_path / "a.json")
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(
        ["a.json", "a.json.gz", "a.txt", "a.txt.gz", "plain", "again.json.gz", "marked.json"]
    )


def test_writing_is_all_or_nothing(tmp_path, monkeypatch):
    target = tmp_path / "out.json"
    target.write_text("before")

    def fails(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(InputError, match=r"out\.json: cannot be written: No space left"):
        write_bytes(target, b"after")
    assert target.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["out.json"]


def test_writing_keeps_links_modes_and_devices(tmp_path):
    target, link = tmp_path / "real", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_bytes(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    write_bytes("/dev/null", b"x")
    assert not os.path.isfile("/dev/null")
    with pytest.raises(InputError, match="cannot be written"):
        write_bytes(tmp_path / "no" / "such" / "folder", b"x")


def test_a_drawing_too_wide_is_refused(monkeypatch):
    monkeypatch.setattr(drawing, "MAX_COLUMNS", 1000)
    cells = shapes.parallelogram(501, 1)
    instance = Instance.build(cells, ["a"] * 501, [("a", "a", 250)])
    with pytest.raises(InputError, match="columns wide"):
        files.to_text(instance, "text")


def test_placement_order_does_not_matter():
    a = Placement.build((0, 0), [((2, 0), (1, 0)), ((0, 1), (1, 1))])
    b = Placement.build((0, 0), [((1, 1), (0, 1)), ((1, 0), (2, 0))])
    assert a == b
