"""Headers: where an instance came from, and comments that stay comments whatever names and sources hold."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gourds
from gourds.encodings.export import FORMATS, SUFFIXES, TABLE, export
from gourds.encodings.formats.header import LONGEST, comments, plain
from gourds.encodings.formula_files import export_formula
from gourds.instance import Instance

MARKS = {"cnf": "c ", "opb": "* ", "lp": "\\ ", "mps": "* ", "mzn": "% ", "xcsp": "<!-- ", "asp": "% "}
PLAIN = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "b", 1), ("a", "a", 1)])
HOSTILE = [
    "two\nlines",
    "a\r:- .",
    "\u2028constraint false;\x85\x0b\x0c",
    "*/ --> ]]> --->",
    "-" * 9,
    "ends with -",
    "%* *%",
    "p cnf 1 1",
    "ind 1 0",
    "p show 1 0",
    "#variable= 1 #constraint= 9",
    "\\ End",
    "x" * 9999,
    "\x00\x1b[31m\ud7ff\U0001f600",
    "",
]


def body(text: str, form: str) -> str:
    """The file without comments. Only lines that start with the mark are comments, but XML is parsed."""
    if form == "xcsp":
        ElementTree.fromstring(text)
        return ElementTree.canonicalize(text, strip_text=True)
    first, *lines = text.split("\n")
    return "\n".join([first] * (form != "opb") + [line for line in lines if not line.startswith(MARKS[form])])


def check(form: str, name: str, encoding: str = "reduced") -> None:
    source = {"family": name, "parameters": {name: [name, 1]}, "seed": name, "command": name, "other": 7}
    hostile = replace(PLAIN, name=name, source=source)
    text = export(hostile, form, encoding, about=(name, f"verdict: {name}"))
    assert body(text, form) == body(export(PLAIN, form, encoding), form)
    assert re.fullmatch(r"[\x20-\x7e\n]*", text)
    for line in text.splitlines()[:14]:
        assert len(line) <= LONGEST + 10


def test_every_format_has_an_ending_of_its_own():
    assert tuple(SUFFIXES) == tuple(TABLE) == FORMATS == tuple(MARKS)
    assert len(set(SUFFIXES.values())) == len(FORMATS)


@pytest.mark.parametrize("form", FORMATS)
def test_hostile_names_stay_in_comments(form):
    for name in HOSTILE:
        check(form, name)
    colors = ["--\n-->", "%*\n", "%*\n"]
    strange = Instance.build([(0, 0), (1, 0), (2, 0)], colors, [("--\n-->", "%*\n", 1)])
    friendly = Instance.build([(0, 0), (1, 0), (2, 0)], ["b", "a", "a"], [("a", "b", 1)])
    assert body(export(strange, form), form) == body(export(friendly, form), form)


@settings(max_examples=50)
@given(form=st.sampled_from(FORMATS), encoding=st.sampled_from(["reduced", "textbook"]), name=st.text(max_size=40))
def test_any_name_stays_in_comments(form, encoding, name):
    check(form, name, encoding)


def test_clingo_takes_hostile_files():
    clingo = pytest.importorskip("clingo")
    for name in HOSTILE:
        control = clingo.Control(message_limit=0)
        control.add(export(replace(PLAIN, name=name, source={"command": name}), "asp", about=HOSTILE))
        control.ground()
        assert control.solve().satisfiable


@pytest.mark.parametrize("form", FORMATS)
def test_headers_say_where_an_instance_came_from(form):
    instance = gourds.generate("hexagon", radius=1, colors=2, seed=3, name="small")
    text = export(instance, form, about=["verdict: feasible", "a remark"])
    said = [
        'name: "small"',
        "family: hexagon",
        '"radius": 1',
        "seed: 3",
        "command: gourds generate hexagon",
        f"instance: sha256 {instance.digest}",
        "verdict: feasible",
        "note: a remark",
    ]
    for words in said:
        assert any(line.startswith(MARKS[form]) and words in line for line in text.splitlines()), words
    with_hyphens = "- -seed 3" if form == "xcsp" else "--seed 3"
    assert with_hyphens in text


def test_lines_from_outside_are_cut_and_escaped():
    assert plain("a: b") == "a: b"
    assert plain("é\n\U0001f600") == "note: \\u00e9\\n\\ud83d\\ude00"
    assert len(plain("x" * 999)) == LONGEST
    assert plain("x" * 999).endswith("...")
    assert plain("é" * LONGEST).isascii()
    assert len(plain("é" * LONGEST)) <= LONGEST


@pytest.mark.parametrize(("form", "mark"), [("cnf", "c "), ("opb", "* ")])
def test_headers_of_formulas(form, mark):
    formula = gourds.OneInThree(3, [(1, 2, 3)])
    bare = [line for line in export_formula(formula, form).split("\n") if not line.startswith(mark)]
    told = export_formula(formula, form, about=HOSTILE).split("\n")
    assert [line for line in told if not line.startswith(mark)] == bare
    assert any("those of the formula" in line for line in told)
    assert len(told) - len(HOSTILE) == len(export_formula(formula, form).split("\n"))


def test_nothing_in_the_header_depends_on_the_form_but_proofs():
    from gourds.encodings.formats.task import Task

    def said(form: str) -> list[str]:
        return [line for line in comments(Task(PLAIN, "reduced", None, "a law", form)) if not line.startswith("proofs")]

    assert len({tuple(said(form)) for form in FORMATS}) == 1
