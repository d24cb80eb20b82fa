"""The HTML report and the text for the terminal."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from gourds.crosscheck import crosscheck, load_subjects
from gourds.crosscheck.page import to_page
from gourds.crosscheck.saving import save_report
from gourds.crosscheck.subjects import Subject
from gourds.crosscheck.table import Table, seconds, summary
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.render.board.thumbnails import LARGEST, thumbnail
from gourds.shapes import brick
from tests.conftest import ROOT

VOID = {"meta", "br", "path", "circle", "rect"}


class Structure(HTMLParser):
    """Checks that tags are closed in order, and collects anchors, links and scripts."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.scripts = [], [], [], 0

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        self.scripts += tag == "script"
        assert not {"src", "srcset", "onload", "onclick"} & set(given)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def report():
    evil = Instance.build(
        [(0, 0), (1, 0), (2, 0)], ["<b>", "<b>", "&"], [("<b>", "<b>", 1)], name='<script>"x"</script>'
    )
    subjects = load_subjects([ROOT / f"instances/drawn/{name}.txt" for name in ("garden", "nine-other-gourds")])
    return crosscheck([*subjects, evil], names=["auto", "sat", "brute"], jobs=2)


def plain(text, look):
    return text


def test_the_page_is_sound_and_loads_nothing(report):
    page = to_page(report)
    structure = Structure()
    structure.feed(page)
    assert structure.open == []
    assert structure.scripts == 0
    assert "default-src 'none'; style-src 'unsafe-inline'" in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert not re.search(r"https?://", page.replace("http://www.w3.org/2000/svg", ""))
    assert len(structure.ids) == len(set(structure.ids)) == 3
    assert {link for link in structure.links if link.startswith("#")} == {f"#{name}" for name in structure.ids}


def test_the_page_says_everything(report):
    page = to_page(report)
    assert "3 approaches agree on 3 instances: 2 feasible, 1 infeasible" in page
    assert page.count('<svg class="board"') == 3
    assert "proof checked (decomposition, drat)" in page
    assert "&lt;script&gt;" in page
    assert "exhaustive search: finds every placement" in page
    for record in report.records:
        for answer in record.answers:
            assert seconds(answer.time_s) in page


def test_an_unfinished_run_says_so(report):
    part = replace(report, records=report.records[:1], is_interrupted=True)
    assert "Interrupted after 1 of 3 instances" in to_page(part)
    nothing = replace(report, records=(), is_interrupted=True)
    assert "No instance was finished" in to_page(nothing)


def test_large_boards_get_no_picture():
    wide = brick(LARGEST + 1 + LARGEST % 2, 1)
    large = Instance.build(wide, ["a"] * len(wide), [("a", "a", len(wide) // 2)])
    assert thumbnail(large, None) is None
    assert thumbnail(Instance.build(wide[:201], ["a"] * 201, [("a", "a", 100)]), None).startswith("<svg")


def test_a_folder_that_cannot_be_made_is_named(report, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be made"):
        save_report(report, tmp_path / "file" / "folder")


@pytest.mark.parametrize("width", [None, 200, 120, 100, 80])
def test_lines_are_as_wide_as_the_terminal(report, width):
    names = [approach.name for approach in report.approaches] * (1 if width != 80 else 4)
    table = Table(names, [record.subject.name for record in report.records], width, plain)
    lines = [table.header(), *map(table.line, report.records)]
    assert all(len(line) <= (width or 10_000) for line in lines)
    assert "infeasible" in lines[2]
    assert "✓" in lines[1]
    if width is None:
        assert "garden.txt" in lines[1]
        assert seconds(report.records[0].answers[0].time_s) in lines[1]


def test_many_approaches_are_only_counted(report):
    table = Table([f"a{k}" for k in range(30)], ["x"], 100, plain)
    assert "3✓" in table.line(report.records[0])


def test_the_summary(report):
    text = "\n".join(summary(report, plain))
    assert "✓ 3 approaches agree on 3 instances: 2 feasible, 1 infeasible" in text
    assert re.search(r"verdicts +2 placement checked, 1 proof checked", text)
    assert re.search(r"sat +3 +0 +0 +0", text)
    assert "slowest runs" in text


def test_times():
    assert [seconds(value) for value in (0.0004, 0.0123, 0.9994, 0.9996, 9.94, 9.96, 123.4, 700)] == [
        *("0ms", "12ms", "999ms", "1.0s", "9.9s", "10s", "123s", "12min")
    ]


def test_subjects_without_a_file_have_no_path():
    assert Subject("x", Instance.build([(0, 0)], "a", [])).path is None
