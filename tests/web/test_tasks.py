"""The work itself, asked directly: right answers, and one line for whatever cannot be used."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.encodings.export import FORMATS, SUFFIXES
from gourds.facts import instance_facts
from gourds.files import loads, to_text
from gourds.files.certificates import Certificate
from gourds.files.table import document_of
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.reconfigure.levels.folder import read_pack
from gourds.reconfigure.levels.level import Level, grade_of
from gourds.reconfigure.scrambles import scramble
from gourds.reductions.reduction import formula_of
from gourds.replaying import replay
from gourds.solvers.brute import all_placements
from gourds.web.kinds import JOBS, QUICK
from gourds.web.tasks import perform
from tests.strategies import instances, placed_instances
from tests.web.serving import instance

CONTEXT = {"board_cells": 50_000, "memory_mb": 2048.0, "answer_bytes": 2**26, "seconds": 60.0}
KINDS = sorted({*JOBS, *QUICK.values()})
CUBIC = {"format": "gourds-formula", "text": "p 1in3 3 3\n1 2 3 0\n1 2 3 0\n1 2 3 0\n"}
CNF = {"format": "gourds-formula", "text": "p cnf 2 2\n1 2 0\n-1 0\n"}
LONG = f"p cnf 2000 1\n{' '.join(map(str, range(1, 2001)))} 0\n"


def ask(kind, status=200, **asked):
    head, content = perform({"kind": kind, "context": CONTEXT}, json.dumps(asked).encode(), lambda text: None)
    assert head["status"] == status, content
    if head["media"] == "application/json" and head.get("name") is None:
        return json.loads(content)
    return head["name"], content


# -- whatever is sent -----------------------------------------------------------------------------------------------

KEYS = [
    *("document", "placement", "start", "target", "plan", "formula", "cells", "gourds", "form", "text", "seed", "n"),
    *("shape", "parameters", "assignment", "solver", "algorithm", "order", "moves", "proof", "exact", "name"),
]
DOCUMENTS = [
    instance(),
    {**instance(), "cells": [[0, 0]]},
    {**instance(), "version": 2},
    {"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": [[[1, 0], [0, 1]]]},
    {"format": "gourds-configuration", "version": 1, "cells": [[0, 0]], "gourds": []},
    {"format": "gourds-configuration", "version": 1, "cells": [[0, 0], [0, 1], [1, 0]], "gourds": [{"id": 1}]},
    {"format": "gourds-partial-placement", "version": 1, "gourds": [[[1, 0], [0, 1]]]},
    document_of(Certificate("claimed", "0" * 64, {"by": "brute"})),
    {"format": "gourds-certificate", "version": 1, "kind": "claimed", "instance": "", "sha256": ""},
    {"format": "gourds-plan", "version": 1, "moves": []},
    {"format": "gourds-plan", "version": 1, "empty": [0, 0], "walk": "az"},
    CUBIC,
    {"format": "gourds-formula", "text": "p cnf 1 1\n1 0 x"},
    {"format": "gourds-formula"},
]
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["json", "svg", "txt", "hexagon", "auto", "best", "\ud800", "walk", "plan.txt", "variables-first"]),
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
ROWS = [instance()["cells"], instance()["gourds"], [], [[]], [[0, 0, "a"]], [["a", "b", 10**9]], [["a", "b", 10**30]]]
QUESTIONS = st.dictionaries(
    st.sampled_from(KEYS), st.sampled_from(DOCUMENTS) | st.sampled_from(ROWS) | VALUES, max_size=6
)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("crosscheck", "explain", "play_out")])
def test_nothing_that_is_sent_is_a_fault_of_ours(kind, tmp_path):
    context = {**CONTEXT, "folder": str(tmp_path), "is_temporary": True}

    @settings(max_examples=30)
    @given(QUESTIONS)
    def check(asked):
        head, content = perform({"kind": kind, "context": context}, json.dumps(asked).encode(), lambda text: None)
        assert head["status"] in (200, 400, 404, 422), content
        if head["status"] != 200:
            answer = json.loads(content)
            assert set(answer) == {"error"}
            assert answer["error"].isprintable()

    check()


def spelled(**asked):
    """As JSON; DEEP stands for lists that are nested almost as deeply as can be parsed."""
    return json.dumps(asked).replace('"DEEP"', "[" * 960 + "]" * 960)


@pytest.mark.parametrize(
    ("kind", "asked", "words"),
    [
        ("facts", spelled(cells=[], gourds=5), "gourds: must be a list"),
        ("facts", spelled(cells=[], gourds=True), "gourds: must be a list"),
        ("facts", spelled(cells=[], gourds=[["a", "b", 1]] * 50_001), "50,000"),
        ("fill", spelled(cells=[[0, 0, "a"]], seed="DEEP"), "seed: must be a whole number|nested too deeply"),
        (
            "shape",
            spelled(shape="hexagon", parameters={"radius": "DEEP"}),
            "radius: must be a whole number|nested too deeply",
        ),
        ("write", spelled(form="json", document={"format": "gourds-plan", "version": "DEEP"}), "version|too deeply"),
        ("reduce", spelled(formula={"format": "gourds-formula", "text": LONG}), "2,000 literals"),
    ],
    ids=["number", "boolean", "many gourds", "deep seed", "deep radius", "deep text", "long clause"],
)
def test_questions_that_were_answered_wrongly_or_late(kind, asked, words):
    head, content = perform({"kind": kind, "context": CONTEXT}, asked.encode(), lambda text: None)
    assert head["status"] == 400, content
    assert re.search(words, json.loads(content)["error"])


def test_no_formula_is_refused_whose_board_is_small_enough():
    """A cubic formula has the smallest board for its literals: here 1,800 of them and 48,001 cells."""
    clauses = "".join(f"{1 + k} {1 + (k + 1) % 600} {1 + (k + 2) % 600} 0\n" for k in range(600))
    made = ask("reduce", formula={"format": "gourds-formula", "text": f"p 1in3 600 600\n{clauses}"})
    assert 49_000 > len(made["document"]["cells"]) > 48_000


def test_whatever_is_nested_too_deeply_is_no_fault_of_ours(monkeypatch):
    def overflow(asked, say):
        raise RecursionError("maximum recursion depth exceeded")

    monkeypatch.setattr("gourds.web.tasks.boards.fill", overflow)
    assert ask("fill", 400)["error"] == "nested too deeply"


def test_long_answers_are_not_sent():
    small = {**CONTEXT, "answer_bytes": 1000}
    asked = {"document": instance(), "form": "svg"}
    head, content = perform({"kind": "write", "context": small}, json.dumps(asked).encode(), lambda text: None)
    assert head["status"] == 422
    assert "larger than" in json.loads(content)["error"]


@settings(max_examples=40)
@given(placed_instances())
def test_documents_come_back_as_they_were(made):
    instance, placement = made
    document = json.loads(json.dumps(document_of(instance)))
    assert loads(json.dumps(document)) == instance
    name, content = ask("write", document=document, form="json")
    assert content.decode() == to_text(instance)
    assert name.endswith(".json")
    read = ask("read", text=content.decode())["document"]
    assert read == document
    assert loads(json.dumps(document_of(placement))) == placement


# -- drafts -----------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(instances())
def test_the_facts_of_a_sound_instance(made):
    document = document_of(made)
    answer = ask("facts", cells=document["cells"], gourds=document["gourds"])
    assert answer["facts"] == {**json.loads(json.dumps(instance_facts(made))), "name": None}


@pytest.mark.parametrize("gourds", [[], [["a", "a", 3]], [["a", "z", 1]]])
def test_the_facts_of_a_board_whose_gourds_do_not_fit(gourds):
    cells = [[0, 0, "a"], [1, 0, "a"], [2, 0, "a"]]
    facts = ask("facts", cells=cells, gourds=gourds)["facts"]
    assert facts["cells"] == 3
    assert "infeasible_by_counting" not in facts
    assert ask("facts", cells=[], gourds=gourds) == {"facts": None}


@pytest.mark.parametrize("exact", [False, True])
def test_filling_gives_a_placement(exact):
    cells = [[q, r, "abc"[(q * r) % 3]] for q, r in shapes.hexagon(2).tolist()]
    found = ask("fill", cells=cells, seed=3, exact=exact)
    made = Instance.build([row[:2] for row in cells], [row[2] for row in cells], [tuple(g) for g in found["gourds"]])
    assert not placement_faults(made, loads(json.dumps(found["placement"])))
    assert ask("fill", cells=cells, seed=3, exact=exact) == found


# -- the reduction ----------------------------------------------------------------------------------------------------


def test_gadgets_are_where_the_board_has_them():
    made = ask("reduce", formula=CUBIC, order="alternating")
    assert [gadget["name"] for gadget in made["gadgets"]] == ["x1", "clause 1", "x2", "clause 2", "x3", "clause 3"]
    color_of = {(q, r): color for q, r, color in made["document"]["cells"]}
    for gadget in made["gadgets"]:
        used = {color_of[q, r] for q, r in gadget["cells"]} - {"F", "V"}
        assert used == {f"x{v}" for v in gadget["variables"]}
    covered = sum(len(gadget["cells"]) for gadget in made["gadgets"])
    assert covered == len(color_of) - 1


@pytest.mark.parametrize(("formula", "good", "bad"), [(CUBIC, [1, 0, 0], [1, 1, 0]), (CNF, [0, 1], [1, 1])])
def test_assignments_there_and_back(formula, good, bad):
    document = ask("reduce", formula=formula)["document"]
    found = ask("place_assignment", document=document, assignment=[bool(v) for v in good])
    back = ask("extract", document=document, placement=found["placement"])
    assert back["satisfied"]
    assert formula_of(loads(json.dumps(document))).is_satisfied(back["assignment"])
    missed = ask("place_assignment", document=document, assignment=[bool(v) for v in bad])
    assert missed == {"placement": None}


# -- answers ------------------------------------------------------------------------------------------------------------


def example(name):
    head, content = perform({"kind": "example", "context": {**CONTEXT, "name": name}}, b"{}", lambda text: None)
    assert head["status"] == 200
    return json.loads(content)


def test_solving_counting_drawing_explaining():
    feasible, infeasible = example("drawn/nine-gourds")["document"], example("drawn/nine-other-gourds")["document"]
    solved = ask("solve", document=feasible, solver="sat", seed=1)
    made = loads(json.dumps(feasible))
    assert solved["status"] == "feasible"
    assert solved["verified"] is True
    assert not placement_faults(made, loads(json.dumps(solved["placement"])))
    refuted = ask("solve", document=infeasible, solver="sat", proof=True)
    assert refuted["status"] == "infeasible"
    assert refuted["verified"] is True
    name, content = ask("write", document=infeasible, form="proof", proof=refuted["certificate_file"])
    assert content.decode() == refuted["certificate_file"]
    assert name == "certificate.json"
    assert ask("count", document=feasible)["count"] == "8"
    likely = ask("probabilities", document=feasible)
    assert sum(p for _, _, p in likely["edges"]) == pytest.approx(9)
    assert sum(p for _, p in likely["empties"]) == pytest.approx(1)
    drawn = ask("sample", document=feasible, n=3, seed=1)["placements"]
    assert all(not placement_faults(made, loads(json.dumps(one))) for one in drawn)
    reason = ask("explain", document=infeasible)
    assert reason["kind"] == "class"
    assert {tuple(cell[:2]) for cell in reason["cells"]} >= {tuple(cell) for cell in reason["barrier"]}
    assert "(blue, green)" in reason["text"]


def test_explaining_by_sums():
    """Cells with a weight and those of odd sets are marked, and the reason is one sentence."""
    reason = ask("explain", document=example("shapes/random-25-near-miss")["document"])
    assert reason["kind"] == "linear"
    assert reason["checked"] is True
    assert reason["text"] == reason["reason"]
    (step,) = reason["steps"]
    assert {tuple(cell[:2]) for cell in reason["cells"]} >= {(q, r) for q, r, _ in step["cells"]}
    assert [entry["gourd"] for entry in reason["budgets"]] == [["b", "c"]]


def test_the_puzzle_from_shuffle_to_plan():
    bundled = example("drawn/nine-gourds")
    start = ask("shuffle", document=bundled["document"], seed=5)["configuration"]
    first = loads(json.dumps(start))
    last = scramble(first, 6, 5)
    found = ask("plan", start=start, target=last.to_json(), time_limit=60)
    assert found["status"] == "found"
    assert found["shortest"]
    assert found["moves"] <= 6
    assert replay(first, loads(json.dumps(found["plan"])), last)
    for form in ("plan.json", "plan.html", "plan.svg", "plan.png", "plan.txt"):
        name, content = ask("write", document=start, form=form, plan=found["plan"])
        assert name.endswith(form.removeprefix("plan"))
        if form == "plan.json":
            assert replay(first, loads(content.decode()), last)


@pytest.mark.parametrize(("ending", "mark"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!")])
def test_a_heat_map_is_a_picture_of_its_own(ending, mark):
    document = example("drawn/nine-gourds")["document"]
    name, content = ask("write", document=document, form=f"heat.{ending}")
    assert name == f"nine-gourds-on-a-hexagon.heat.{ending}"
    assert content.startswith(mark)
    assert ending == "png" or b"8 placements" in content
    assert "cannot be written" in ask("write", 400, document=document, form="heat.txt")["error"]


@pytest.mark.parametrize("form", ["json", "txt", "svg", "png", "html", *FORMATS])
def test_files_of_an_instance(form):
    bundled = example("drawn/nine-gourds")
    name, content = ask("write", document=bundled["document"], form=form, placement=bundled["placement"])
    assert name == f"nine-gourds-on-a-hexagon{SUFFIXES.get(form, f'.{form}')}"
    marks = {
        "json": b"{",
        "txt": b"gourds",
        "svg": b"<svg",
        "png": b"\x89PNG",
        "html": b"<!",
        "cnf": b"c ",
        "opb": b"* ",
        "xcsp": b"<?xml",
        "asp": b"% ",
    }
    assert content.startswith(marks.get(form, b""))
    if form in ("json", "txt"):
        assert loads(content.decode()) == loads(json.dumps(bundled["document"]))


def test_the_page_offers_every_format(root):
    text = (root / "src/gourds/web/static/place/board.js").read_text(encoding="utf-8")
    offered = re.findall(r"entry\('[^']+', '(\.\w+)', '(\w+)'\)", text.partition("For other solvers")[2])
    assert [(form, ending) for ending, form in offered] == list(SUFFIXES.items())


@pytest.mark.parametrize("form", ["cnf", "opb"])
def test_formulas_for_other_solvers(form):
    cubic = {"format": "gourds-formula", "text": "p 1in3 3 1\n1 2 3 0\n"}
    name, content = ask("write", document=cubic, form=form)
    assert name == f"formula.{form}"
    assert content.splitlines()[-1] == (b"-2 -3 0" if form == "cnf" else b"+1 x1 +1 x2 +1 x3 = 1 ;")


def test_names_of_files_are_tame():
    for name in ("../../etc/passwd", 'a"; x="b', "\r\nSet-Cookie: a", "蓝", "", "a/b\\c", "-" * 100):
        made, _ = ask("write", document={**instance(), "name": name}, form="json")
        assert set(made) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-.")
        assert not made.startswith(".")
        assert len(made) <= 80


def test_what_cannot_be_written():
    for asked in ({"form": "exe"}, {"form": "walk"}, {"form": "plan.txt"}, {"form": 5}, {}):
        assert "error" in ask("write", 400, document=instance(), **asked)


def test_a_placement_stays_a_placement():
    bundled = example("drawn/nine-gourds")
    read = ask("read", text=json.dumps(bundled["placement"]))["document"]
    assert isinstance(loads(json.dumps(read)), Placement)
    assert ask("read", text=CNF["text"])["document"] == CNF
    assert "empty" in ask("read", 400, text="  ")["error"]
    claimed = Certificate("claimed", "0" * 64, {"by": "brute"}).to_text()
    assert "this is a certificate, which the page does not show" in ask("read", 400, text=claimed)["error"]
    triples = '{"format": "gourds-triples", "version": 1, "cells": [[0, 0]]}'
    assert "this is a board of triples, which the page does not show" in ask("read", 400, text=triples)["error"]


# -- other people's programs ----------------------------------------------------------------------------------------


def test_no_request_runs_a_command(tmp_path):
    """Names of recipes are taken; a command is not, however it is spelled."""
    program = tmp_path / "spy"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    for name in (
        f"external:{program} {{cnf}}",
        f"external:{program}",
        f"external: {program} {{cnf}}",
        "external:",
        "external",
    ):
        answer = ask("solve", 400, document=instance(), solver=name)
        assert "\n" not in answer["error"]
        ask("count", 400, document=instance(), solver=name)
    assert not (tmp_path / "ran").exists()
    assert "no commands" in ask("solve", 400, document=instance(), solver=f"external:{program} {{cnf}}")["error"]
    if shutil.which("minisat"):
        assert ask("solve", document=instance(), solver="external:minisat")["status"] in ("feasible", "infeasible")


# -- puzzles while they are made --------------------------------------------------------------------------------------


def level_question(level):
    """What the editor asks of a level."""
    start = level.start.to_json()
    goal = {"document": document_of(level.instance)} if level.instance else {"target": level.target.to_json()}
    return {**goal, "start": start}


@pytest.mark.parametrize("file", ["first-steps.json", "wide-boards.json"])
def test_puzzles_are_judged_as_levels_say(file):
    for row in read_pack(None, file)["levels"][: 1 if file.startswith("wide") else 2]:
        level = Level.from_json(row)
        answer = ask("judge", **level_question(level))
        if answer["moves"] is None:  # out of time, on a large board
            assert (answer["status"], level.start.board.size > 13) == ("unknown", True)
            continue
        assert answer["lower_bound"] <= level.par <= answer["moves"]
        assert answer["grade"] == grade_of(answer["moves"])
        assert replay(level.start, loads(json.dumps(answer["plan"])), level.target)
        if level.start.board.size <= 13:
            assert answer["shortest"]
            assert answer["moves"] == level.par
            count = sum(1 for _ in all_placements(level.instance)) if level.instance else 1
            assert answer["solutions"] == str(count)


def test_puzzles_that_cannot_be_won_or_read():
    gourd = [{"id": 1, "ends": [[0, 0], [1, 0]], "colors": ["a", "b"]}]
    start = {"format": "gourds-configuration", "version": 1, "cells": [[0, 0], [1, 0], [2, 0]], "gourds": gourd}
    board = [[0, 0, "b"], [1, 0, "a"], [2, 0, "a"]]
    asked = {"format": "gourds-instance", "version": 1, "cells": board, "gourds": [["a", "b", 1]]}
    answer = ask("judge", document=asked, start=start)
    assert (answer["solutions"], answer["status"], answer["plan"]) == ("1", "impossible", None)
    assert "no solution can be reached" in answer["reason"]
    assert "a target is needed" in ask("judge", 400, start=start)["error"]
    other = {**asked, "gourds": [["a", "a", 1]]}
    assert "the budget is" in ask("judge", 400, document=other, start=start)["error"]
