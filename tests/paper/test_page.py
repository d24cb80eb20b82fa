"""The page of a report: whole, offline, every outcome in words, nothing from outside."""

from __future__ import annotations

from gourds.board import Board
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture
from gourds.paper.page import SIGNS, to_page
from gourds.paper.report import Checked, Report
from gourds.render.board.picture import to_svg
from gourds.shapes import hexagon
from tests.crosscheck.test_page import Structure


def report(*outcomes: Outcome) -> Report:
    picture = Picture(to_svg(Board.from_cells(hexagon(1))), "A <b>board</b>.")
    checked = []
    for k, outcome in enumerate(outcomes):
        claim = Claim(
            f"claim-{k}", f"Section {2 + k}, Lemma {k}", "One & <two>.", "All of it.", lambda effort: _never(effort)
        )
        finding = Finding(outcome, f"{k} boards", (("cells", "what"), ("1,234", "x < y")), f"Remark {k}.", (picture,))
        checked.append(Checked(claim, finding, 0.5))
    return Report(tuple(checked), len(checked), False, 0, 2, 1.0, "2024-01-02T03:04:05+00:00")


def _never(effort: Effort) -> Finding:
    raise AssertionError


def test_the_page_is_whole_and_loads_nothing():
    page = to_page(report(*Outcome))
    parser = Structure()
    parser.feed(page)
    assert parser.open == []
    assert len(set(parser.ids)) == len(parser.ids)
    assert {link.removeprefix("#") for link in parser.links} <= set(parser.ids)
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "")
    assert parser.scripts == 0
    assert "prefers-color-scheme: dark" in page
    for outcome, sign in SIGNS.items():
        assert page.count(f"{sign} {outcome.value}</span>") == 3  # legend, contents, section
    assert "One &amp; &lt;two&gt;." in page
    assert "A &lt;b&gt;board&lt;/b&gt;." in page
    assert '<td class="n">1,234</td>' in page
    assert "Section 2: Preliminaries" in page


def test_the_banner_says_whether_something_fails():
    assert 'class="banner good"' in to_page(report(Outcome.HOLDS, Outcome.IMPRECISE))
    assert "Not word for word: claim-1." in to_page(report(Outcome.HOLDS, Outcome.IMPRECISE))
    broken = to_page(report(Outcome.HOLDS, Outcome.FAILS))
    assert 'class="banner bad"' in broken
    assert "Contradicted: claim-1." in broken
    assert 'class="banner warn"' in to_page(report(Outcome.HOLDS, Outcome.UNDECIDED))
