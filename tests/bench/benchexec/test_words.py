from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.bench.benchexec.competitors import _from_options, options_of
from gourds.bench.benchexec.words import category_of, ending_of, file_name, status_of, xml_text
from gourds.bench.campaign.definition import SolverConfig

ENDS = [("feasible", "done"), ("infeasible", "done")] + [
    ("unknown", cause)
    for cause in ("declined", "time limit", "cpu limit", "memory limit", "out of memory", "crashed", "error")
]


@pytest.mark.parametrize(("verdict", "cause"), ENDS)
def test_every_end_comes_back(verdict, cause):
    status, reason = status_of(verdict, cause)
    assert ending_of(status, reason) == (verdict, cause, None)


def test_what_a_status_is_worth_is_what_benchexec_says():
    """Its own rule, on every status that we write."""
    peer = pytest.importorskip("benchexec.result", reason="BenchExec is not installed")
    prop = peer.Property("p", False, "p")
    for verdict, cause in ENDS:
        status, _ = status_of(verdict, cause)
        for expected, judgement in ((True, "feasible"), (False, "infeasible"), (None, None)):
            judged = "unconfirmed" if judgement is None else "correct" if judgement == verdict else "wrong"
            known = {"p": peer.ExpectedResult(expected, None)}
            assert category_of(status, judged) == peer.get_result_category(known, status, [prop])


@pytest.mark.parametrize(
    ("status", "reason", "ending"),
    [
        ("TIMEOUT (true)", "cputime", ("unknown", "cpu limit", "TIMEOUT (true)")),
        ("TIMEOUT", "cputime-soft", ("unknown", "cpu limit", None)),
        ("TIMEOUT", "", ("unknown", "time limit", None)),
        ("OUT OF MEMORY (false)", "memory", ("unknown", "memory limit", "OUT OF MEMORY (false)")),
        ("false(unreach-call)", "", ("infeasible", "done", "false(unreach-call)")),
        ("done", "", ("unknown", "declined", "done")),
        ("unsat", "", ("infeasible", "done", "unsat")),
        ("KILLED BY SIGNAL 9", "killed", ("unknown", "crashed", "KILLED BY SIGNAL 9")),
        ("ERROR (3)", "", ("unknown", "error", "ERROR (3)")),
        ("true story", "", ("unknown", "error", "true story")),
    ],
)
def test_other_peoples_words(status, reason, ending):
    assert ending_of(status, reason) == ending


@given(st.text())
def test_names_of_files_mean_themselves(text):
    name = file_name(text)
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name)
    assert file_name(name) == name


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_can_stand_in_xml(text):
    plain = xml_text(text).replace("\r", "").replace("\n", "").replace("\t", "")
    assert ElementTree.fromstring(f"<a b={quoteattr(plain)}/>").get("b") == plain


@given(
    st.builds(
        SolverConfig,
        st.just("A"),
        st.sampled_from(["auto", "sat:cadical195", "a b"]),
        st.sampled_from(["reduced", "textbook"]),
        st.booleans(),
        st.booleans(),
        st.dictionaries(
            st.text("abc_", min_size=1),
            st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text("x y='\"", min_size=1),
        ),
    ),
    st.integers(0, 2**32),
)
def test_options_come_back(config, seed):
    found, again = _from_options(options_of(config, seed))
    assert (SolverConfig("A", *found), again) == (config, seed)
