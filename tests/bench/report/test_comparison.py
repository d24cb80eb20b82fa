"""Two campaigns compared: what changed, in words, in numbers and as a page; contradictions are exit code 1."""

from __future__ import annotations

import json

import pytest

from gourds.bench.report.comparison import compare
from gourds.cli.app import run
from tests.bench.report.test_report import check
from tests.bench.stores import BOARDS, SOLVERS, by_table, made_up, read

OLD = {("A", 7): 1.0, ("A", 19): 4.0, ("B", 7): 1.0, ("B", 37): 2.0}
NEW = {("A", 7): 0.5, ("A", 19): 1.0, ("A", 37): 5.0, ("B", 7): 1.0}
RANDOM = BOARDS.replace("planted", "random").replace("[1, 2, 3]", "[2, 3, 4]") + SOLVERS
"""Verdicts that are not known beforehand; 19, 37 and 61 cells."""


@pytest.fixture
def stores(tmp_path):
    """Makes an old and a new store."""

    def make(old, new, texts=(BOARDS + SOLVERS, BOARDS + SOLVERS)):
        return [
            str(made_up(tmp_path / name, by_table(table), text))
            for name, table, text in zip(("old.sqlite", "new.sqlite"), (old, new), texts, strict=True)
        ]

    return make


def test_what_changed_by_hand(stores):
    found = compare(*map(read, stores(OLD, NEW)))
    a, b = found.rows
    assert [len(a.select(change)) for change in ("both", "gained", "lost", "neither", "verdict")] == [2, 1, 0, 0, 0]
    assert [len(b.select(change)) for change in ("both", "gained", "lost", "neither", "verdict")] == [1, 0, 1, 1, 0]
    assert a.ratio.mean == pytest.approx((2 * 4) ** 0.5)
    assert (a.faster, a.slower, b.faster, b.slower) == (2, 0, 0, 0)
    assert a.par2 == (pytest.approx((1 + 4 + 20) / 3), pytest.approx((0.5 + 1 + 5) / 3))
    assert found.total.ratio.mean == pytest.approx((2 * 4 * 1) ** (1 / 3))
    assert found.contradictions == ()
    assert found.notes == []


def test_the_command_without_contradictions(stores, tmp_path, capsys):
    page = tmp_path / "c.html"
    assert run(["bench", "compare", *stores(OLD, NEW), "-o", str(page)]) == 0
    output, errors = capsys.readouterr()
    assert "1 newly solved, 1 lost, no difference in speed that a paired test confirms on 3 pairs" in output
    rows = [line for line in output.splitlines() if line.startswith("  ")]
    assert [row.split()[0] for row in rows][:4] == ["solver", "A", "B", "all"]
    assert rows[4].startswith("  Not everything was repeated, so the noise is unknown")
    assert f"open {page}" in errors
    parsed = check(page.read_text())
    assert "Newly solved: 1" in parsed.text
    assert "Lost: 1" in parsed.text
    assert "No verdict contradicts another." in parsed.text


def test_json(stores, capsys):
    assert run(["bench", "compare", *stores(OLD, NEW), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agree"] is True
    assert [row["name"] for row in found["solvers"]] == ["A", "B"]
    assert found["solvers"][0]["old_over_new"]["mean"] == pytest.approx(8**0.5, rel=1e-5)
    assert [one["solver"] for one in found["newly_solved"]] == ["A"]
    assert found["lost"] == [
        {"solver": "B", "instance": "hexagon radius=3 colors=2 coloring=planted seed=1", "old_s": 2.0, "new_s": None}
    ]


def test_a_changed_verdict_is_shouted_and_exit_code_one(stores, tmp_path, capsys):
    both = stores({("A", 37): ("infeasible", 1.0)}, {("A", 37): 1.0}, (RANDOM, RANDOM))
    page = tmp_path / "c.html"
    assert run(["bench", "compare", *both, "-o", str(page)]) == 1
    output = capsys.readouterr().out
    assert output.splitlines()[0] == "1 CONTRADICTION"
    said = "A said infeasible on hexagon radius=3 colors=2 coloring=random seed=1 in OLD, and feasible in NEW"
    assert f"{said}; it is feasible (a checked placement)" in output
    text = page.read_text()
    assert said in check(text).text
    assert text.index("1 CONTRADICTION") < text.index('class="banner bad"')


@pytest.mark.parametrize("is_swapped", [False, True])
def test_what_one_store_proves_counts_against_answers_of_the_other(stores, is_swapped):
    """Different solvers, neither of them wrong within its own store."""
    tables = [{("A", 37): ("infeasible", 1.0)}, {("B", 37): 1.0}]
    texts = [RANDOM.replace('[[solvers]]\nname = "cpsat"\nlabel = "B"\n', ""), RANDOM]
    old, new = stores(*(tables[::-1] if is_swapped else tables), texts[::-1] if is_swapped else texts)
    (said,) = compare(read(old), read(new)).contradictions
    where, other = ("NEW", "OLD") if is_swapped else ("OLD", "NEW")
    assert said.startswith("A said infeasible on hexagon radius=3")
    assert f"in {where}; {other} knows that it is feasible (a checked placement)" in said


def test_proofs_that_contradict_each_other(stores):
    tables = {("A", 37): ("proof", 1.0)}, {("B", 37): 1.0}
    (said,) = compare(*map(read, stores(*tables, (RANDOM, RANDOM)))).contradictions
    assert "is infeasible in OLD (a checked certificate), and feasible in NEW (a checked placement)" in said


def test_wrong_answers_within_a_store_count_too_and_once(stores):
    lie = {("A", 7): ("infeasible", 1.0)}
    first, second = map(read, stores(lie, lie))
    assert [said.split(":")[0] for said in compare(first, second).contradictions] == ["within OLD", "within NEW"]


def test_what_has_no_counterpart_is_told(stores):
    other = BOARDS.replace("wall = 10.0", "wall = 5").replace("[1, 2, 3]", "[1, 2]") + SOLVERS.replace('"B"', '"C"')
    found = compare(*map(read, stores(OLD, {("A", 7): 1.0}, (BOARDS + SOLVERS, other))))
    assert [row.name for row in found.rows] == ["A"]
    assert len(found.matches) == 2
    told = " ".join(found.notes)
    assert "The limits differ" in told
    assert "Instances without a counterpart: 1 in OLD, 0 in NEW." in told
    assert "Solvers without a counterpart: 1 in OLD, 1 in NEW." in told


def test_nothing_in_common(stores, tmp_path, capsys):
    text = BOARDS.replace("[1, 2, 3]", "[4]") + SOLVERS
    both = stores(OLD, {}, (BOARDS + SOLVERS, text))
    assert run(["bench", "compare", *both, "-o", str(tmp_path / "c.html")]) == 0
    assert "Nothing to compare" in capsys.readouterr().out
    check((tmp_path / "c.html").read_text())


def test_errors_are_exit_code_two(stores, capsys):
    old, _ = stores({}, {})
    assert run(["bench", "compare", old, "none.sqlite"]) == 2
    assert "none.sqlite: there is no such file" in capsys.readouterr().err
