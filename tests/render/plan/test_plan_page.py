from __future__ import annotations

import json
import re
from html.parser import HTMLParser

from hypothesis import given, settings

from gourds.moves import Walk
from gourds.render.plan.course import Course
from gourds.render.plan.page import plan_page
from tests.render.plan_makers import colored, hexagon_start, plans, random_walk


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="plan">(.*?)</script>', page, re.S)[1])


class Parts(HTMLParser):
    """Tags, and whatever refers to elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]


@settings(max_examples=40)
@given(plans())
def test_pages_hold_the_plan(case):
    start, walk = case
    page = plan_page(Course.build(start, walk), title="</script><script>alert(1)")
    parts = Parts(page)
    assert parts.links == []
    assert parts.tags.count("script") == 2
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in page
    data = data_of(page)
    assert data["walk"] == walk.letters
    cells = [tuple(data["cells"][k : k + 2]) for k in range(0, len(data["cells"]), 2)]
    assert cells == start.board.cell_list()
    assert [
        (cells[a], cells[b]) for a, b in zip(data["ends"][::2], data["ends"][1::2], strict=True)
    ] == start.end_cells()
    assert data["ids"] == list(start.ids)
    assert Walk.from_letters(start.empty_cell, data["walk"]) == walk


def test_color_names_cannot_leave_the_data():
    name = "</script><script>alert(1)</script><!--"
    start = colored(hexagon_start(1), [name])
    page = plan_page(Course.build(start, random_walk(start, 3)))
    assert Parts(page).tags.count("script") == 2
    assert data_of(page)["colors"] == [name]


def test_pages_are_compact():
    start = hexagon_start(3)
    short, long = (len(plan_page(Course.build(start, random_walk(start, n)))) for n in (100, 600))
    assert 500 <= long - short < 600
