"""The report of a campaign: the page, the files for other programs, the command."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest

from gourds.bench.report.page import to_page
from gourds.bench.report.sections.charts import choose_pairs
from gourds.bench.report.sections.parameters import find_sweeps, median_times, share_feasible
from gourds.bench.report.statistics import score_all
from gourds.bench.store.reading import read_results, snapshot
from gourds.bench.store.schema import RESULT_COLUMNS
from gourds.bench.store.store import Store
from gourds.cli.app import run
from tests.bench.campaigns import TINY, new_store, run_all
from tests.bench.stores import BOARDS, SOLVERS, by_table, made_up, read

SCRIPTS = ['<script type="application/octet-stream" id="explorer-data">', '<script type="module">']
VOID = {"meta", "br", "wbr"}
GOOD = {("A", 7): 0.01, ("A", 19): 0.2, ("A", 37): 3.0, ("B", 7): 0.02, ("B", 19): 0.1}
LIE = GOOD | {("B", 37): ("infeasible", 0.5)}


class Page(HTMLParser):
    """Checks that tags are balanced; remembers what a browser could load or go to."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.loads, self.tags, self.words = [], [], [], [], set(), []
        self.feed(text)
        self.close()
        assert self.open == [], "unclosed tags"

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name == "href":
                self.links.append(value)
            elif name in ("src", "srcset", "data", "action", "poster", "xlink:href", "onclick", "onload"):
                self.loads.append((tag, name, value))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] not in (["style"], ["script"]):
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def page(path):
    with snapshot(path) as store:
        return to_page(read_results(store), store)


def check(text):
    """Well formed, self-contained, every link leads somewhere."""
    parsed = Page(text)
    assert not parsed.loads
    assert re.findall("<script[^>]*>", text) in ([], SCRIPTS)
    assert not parsed.tags & {"link", "img", "iframe", "object", "embed", "base", "form"}
    assert "default-src 'none'" in text
    assert not re.search(r"url\(|@import|https?:", text.replace("http://www.w3.org/2000/svg", ""))
    assert len(set(parsed.ids)) == len(parsed.ids)
    assert {link.removeprefix("#") for link in parsed.links} <= set(parsed.ids)
    assert all(link.startswith("#") for link in parsed.links)
    assert not re.search(r'="[^"]*\b(nan|inf)\b', text)
    return parsed


@pytest.fixture
def good(tmp_path):
    return made_up(tmp_path / "good.sqlite", by_table(GOOD))


@pytest.fixture
def lie(tmp_path):
    return made_up(tmp_path / "lie.sqlite", by_table(LIE))


# -- the page -----------------------------------------------------------------------------------------------------


def test_the_page_is_well_formed_self_contained_and_complete(good):
    text = page(good)
    parsed = check(text)
    assert {
        "solvers",
        "statuses",
        "runs",
        "cactus",
        "scatter",
        "parameters",
        "certificates",
        "instances",
        "pictures",
    } <= set(parsed.ids)
    assert (
        "A is first: 3 of 3 instances solved, PAR2 1.07 s; B with 2, PAR2 6.71 s is not clearly behind." in parsed.text
    )
    assert "WRONG" not in parsed.text
    assert text.count('<section class="card"') == 3
    assert "gourds generate hexagon --radius 1" in parsed.text, "how to make it again"
    assert "family: planted" in parsed.text, "why the verdict is known"
    assert len(text) < 200_000


def test_a_wrong_answer_comes_first_and_loud(lie):
    text = page(lie)
    parsed = check(text)
    said = "B says infeasible on hexagon radius=3 colors=2 coloring=planted seed=1, which is feasible"
    assert "✗ 1 WRONG ANSWER" in parsed.text
    assert text.index("1 WRONG ANSWER") < text.index('class="banner') < text.index('id="solvers"')
    assert parsed.text.index(said) < parsed.text.index("Out of the ranking")
    assert "Out of the ranking for wrong answers: B." in parsed.text
    assert 'class="banner bad"' in text
    assert "banner good" not in text


def test_names_from_outside_cannot_break_the_page(tmp_path):
    evil = '<script>alert(1)</script>&"x'
    text = f"description = '''{evil}'''\n{BOARDS}[[solvers]]\nname = 'sat'\nlabel = '{evil}'\n"
    made = page(made_up(tmp_path / "s", by_table({(evil, 7): 1.0}), text))
    check(made)
    assert "<script>" not in made
    assert "&lt;script&gt;" in made


def test_an_empty_store_has_a_page(tmp_path):
    parsed = check(page(made_up(tmp_path / "s", lambda *_: None)))
    assert "No run has ended yet; 6 runs planned." in parsed.text
    assert "solvers" not in parsed.ids
    assert "instances" in parsed.ids


def test_a_half_finished_store_says_so(tmp_path):
    answers = by_table(GOOD)
    parsed = check(page(made_up(tmp_path / "s", lambda *run: answers(*run) if run[1] < 37 else None)))
    assert "So far: " in parsed.text
    assert "Unfinished: 2 runs of 6 still to come." in parsed.text
    assert "… still to come" in parsed.text


@pytest.mark.parametrize("cause", ["crashed", "declined", "memory limit", "time limit"])
def test_a_store_without_any_answer_has_a_page(tmp_path, cause):
    parsed = check(page(made_up(tmp_path / "s", lambda *_: (cause, 1.0))))
    assert "no solver solved any instance" in parsed.text
    assert ("6 runs ended in an error or a crash" in parsed.text) == (cause == "crashed")


def test_repetitions_show_medians_and_spread(tmp_path):
    late = "time limit"
    table = {("A", 7): [0.221, 0.25, 0.287], ("A", 19): [1.0, late, 2.0], ("B", 7): [late, late, 0.5]}
    parsed = check(page(made_up(tmp_path / "s", by_table(table), f"repetitions = 3\n{BOARDS}{SOLVERS}")))
    assert "✓ 250 ms 221–287 ms" in parsed.text
    assert "✓ 2.00 s 2 of 3 solved" in parsed.text
    assert "t 1 of 3 solved" in parsed.text
    assert "repetitions" in parsed.ids


def test_without_a_wall_limit_there_is_no_par2(tmp_path):
    path = made_up(tmp_path / "s", by_table(GOOD))
    store = Store.open(path)
    store.connection.execute("UPDATE campaign SET wall_limit = NULL")
    store.close()
    assert score_all(read(path))[0].par2 is None
    assert "A is first: 3 of 3 instances solved; B with 2 is not clearly behind." in check(page(path)).text


def test_a_campaign_that_really_ran(tmp_path):
    store = new_store(tmp_path / "s", TINY + '[[solvers]]\nname = ["brute", "say-infeasible", "crash", "decline"]\n')
    run_all(store)
    store.close()
    parsed = check(page(tmp_path / "s"))
    assert "1 WRONG ANSWER" in parsed.text
    assert "brute is first: 1 of 1 instance solved; " in parsed.text


def test_how_runs_ended_is_counted_and_leads_to_them(tmp_path):
    table = GOOD | {("A", 7): "crashed", ("B", 37): "memory limit"}
    text = page(made_up(tmp_path / "s", by_table(table)))
    parsed = check(text)
    assert "Solver Solved Memory limit Crashed All A 2 · 1 3 B 2 1 · 3 all 4 1 1 6" in parsed.text or (
        "Solver Solved Crashed Memory limit All A 2 1 · 3 B 2 · 1 3 all 4 1 1 6" in parsed.text
    )
    assert 'data-find="{&quot;solver&quot;: &quot;B&quot;, &quot;status&quot;: &quot;memory limit&quot;}"' in text


def test_times_below_the_floor_are_shown_as_such(tmp_path):
    parsed = check(page(made_up(tmp_path / "s", by_table(GOOD | {("A", 7): 0.0004}))))
    assert "✓ < 5 ms" in parsed.text
    assert "0.4 ms" not in parsed.text
    assert "Times below 5 ms are noise (an assumption)" in parsed.text


# -- what plots show ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("radii", "is_drawn"), [("[1, 2, 3]", False), ("[1, 2, 3, 4]", True)])
def test_growth_is_drawn_where_there_is_a_fit_and_not_for_a_point_or_two(tmp_path, radii, is_drawn):
    """A solves everything, B one board: there is never a plot of B."""
    table = {("A", 7): 0.01, ("A", 19): 0.1, ("A", 37): 0.5, ("A", 61): 1.0, ("B", 7): 1.0}
    text = page(made_up(tmp_path / "s", by_table(table), BOARDS.replace("[1, 2, 3]", radii) + SOLVERS))
    assert ('id="growth"' in text) == is_drawn
    assert ("Time over cells: A" in text) == is_drawn
    assert "Time over cells: B" not in text


def test_parameters_are_swept_in_facets(tmp_path):
    text = BOARDS.replace("colors = 2", "colors = [2, 3]") + SOLVERS
    table = {("A", 7): 1.0, ("A", 19): 2.0, ("A", 37): 3.0}
    results = read(made_up(tmp_path / "s", by_table(table), text))
    (sweep,) = find_sweeps(results)
    assert (sweep.family, sweep.parameter, sweep.values) == ("hexagon", "radius", (1, 2, 3))
    assert [facet.name for facet in sweep.facets] == ["colors 2", "colors 3"]
    a, b = results.competitors
    assert median_times(results, sweep.facets[0], "radius", a) == [(1, 1.0), (2, 2.0), (3, 3.0)]
    assert median_times(results, sweep.facets[0], "radius", b) == [(k, float("inf")) for k in (1, 2, 3)]
    assert share_feasible(sweep.facets[0], "radius") == [(1, 1.0, 1), (2, 1.0, 1), (3, 1.0, 1)]
    assert "colors 3" in check(page(results.path)).text


def test_scatter_plots_take_the_best_first_and_then_the_same_solver(tmp_path):
    text = (
        BOARDS + '[[solvers]]\nname = "sat"\nencoding = ["reduced", "textbook"]\n[[solvers]]\nname = ["cpsat", "ilp"]\n'
    )
    table = {("sat:cadical195", 7): 3.0, ("cpsat", 7): 1.0, ("cpsat", 19): 1.0, ("sat:cadical195 textbook", 7): 9.0}
    results = read(made_up(tmp_path / "s", by_table(table), text))
    pairs = [(one.label, other.label) for one, other in choose_pairs(score_all(results))]
    same = ("sat:cadical195", "sat:cadical195 textbook")
    assert pairs == [("cpsat", "sat:cadical195"), same, ("cpsat", "ilp:highs")]


# -- files for other programs -------------------------------------------------------------------------------------


def test_csv_json_and_mkplot(good, tmp_path, capsys):
    assert run(["bench", "report", str(good), "-o", str(tmp_path / "all")]) == 0
    folder = tmp_path / "all"
    assert sorted(path.name for path in folder.iterdir()) == ["mkplot", "report.html", "report.json", "runs.csv"]
    rows = list(csv.DictReader(io.StringIO((folder / "runs.csv").read_text())))
    assert len(rows) == 6
    assert set(RESULT_COLUMNS) - {"machine_id"} <= set(rows[0])
    assert {(row["label"], row["cells"]): row["verdict"] for row in rows}["A", "37"] == "feasible"
    whole = json.loads((folder / "report.json").read_text())
    assert (whole["format"], whole["version"]) == ("gourds-bench-report", 1)
    assert len(whole["runs"]) == 6
    assert set(whole["runs"][0]) == set(rows[0])
    assert whole["runs"][0]["parameters"]["colors"] == 2
    assert [solver["label"] for solver in whole["solvers"]] == ["A", "B"]
    assert whole["solvers"][0]["par2_s"] == pytest.approx(1.07)
    assert whole["solvers"][0]["evidence"] == {"placement": 3}
    assert whole["virtual_best"]["solved"] == 3
    assert whole["troubles"] == []
    assert sorted(path.name for path in (folder / "mkplot").iterdir()) == ["A.json", "B.json"]
    plot = json.loads((folder / "mkplot" / "B.json").read_text())
    assert plot["preamble"]["program"] == "cpsat"
    assert plot["preamble"]["prog_alias"] == "B"
    assert (plot["preamble"]["benchmark"], plot["preamble"]["timeout"]) == ("test", 10.0)
    stats = {name.split()[1]: (one["status"], one["rtime"]) for name, one in plot["stats"].items()}
    assert stats == {"radius=1": (True, 0.02), "radius=2": (True, 0.1), "radius=3": (False, 10.0)}
    assert "written" in capsys.readouterr().out


def test_labels_that_look_alike_get_files_of_their_own(tmp_path):
    text = BOARDS + '[[solvers]]\nname = "sat"\nlabel = "a/b"\n[[solvers]]\nname = "cpsat"\nlabel = "a b"\n'
    path = made_up(tmp_path / "s.sqlite", lambda *_: None, text)
    assert run(["bench", "report", str(path), "--mkplot", str(tmp_path / "m")]) == 0
    assert sorted(file.name for file in (tmp_path / "m").iterdir()) == ["a-b-2.json", "a-b.json"]
    assert json.loads((tmp_path / "m" / "a-b.json").read_text())["stats"] == {}


# -- the command --------------------------------------------------------------------------------------------------


def test_the_command_prints_an_aligned_table_and_writes_the_page(good, capsys):
    assert run(["bench", "report", str(good)]) == 0
    output, errors = capsys.readouterr()
    lines = output.splitlines()
    assert lines[0] == "test: 3 instances, 6 of 6 runs"
    head, *rows = (line for line in lines if line.startswith("  ") and "written" not in line)
    columns = "solver solved feasible infeasible wrong unknown errors PAR2 median total only × best"
    assert " ".join(head.split()) == columns
    assert [row.split()[0] for row in rows] == ["A", "B", "virtual"]
    assert len({row.index("/3") for row in rows}) == 1, "columns are aligned"
    assert "A is first" in output
    assert f"open {good.with_suffix('.html')}" in errors
    check(good.with_suffix(".html").read_text())


def test_a_wrong_answer_is_exit_code_one_and_said_first(lie, capsys):
    assert run(["bench", "report", str(lie)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "1 WRONG ANSWER"
    assert lines[2].startswith("  ✗ B says infeasible on hexagon radius=3")


def test_standard_output_holds_one_file_and_nothing_else(good, capsys):
    assert run(["bench", "report", str(good), "--csv", "-"]) == 0
    output, errors = capsys.readouterr()
    assert len(list(csv.DictReader(io.StringIO(output)))) == 6
    assert "A is first" in errors


def test_an_unfinished_campaign_can_be_resumed(tmp_path, capsys):
    path = made_up(tmp_path / "s.sqlite", lambda *_: None)
    assert run(["bench", "report", str(path)]) == 0
    assert f"gourds bench resume {path}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["none.sqlite"], "none.sqlite: there is no such file"),
        (["text.sqlite"], "text.sqlite: is not a store of a campaign"),
        (["good.sqlite", "-o", "text.sqlite/x.html"], "x.html: cannot be written: Not a directory"),
        (["good.sqlite", "-o", "text.sqlite"], "text.sqlite: cannot be made: File exists"),
        (["good.sqlite", "--csv", "no/where.csv"], "no/where.csv: cannot be written"),
    ],
)
def test_errors_are_one_line_and_exit_code_two(good, tmp_path, monkeypatch, capsys, args, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.sqlite").write_text("not a database" * 100)
    assert run(["bench", "report", *args]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert len(errors.splitlines()) == 1
