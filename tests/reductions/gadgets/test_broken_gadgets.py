"""Fourteen ways to break the paper's gadgets: each report names the fault in words and draws it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from gourds.cli.formulas.gadget_words import show_study
from gourds.reductions.gadgets.budgets import Budgets, NoBudgets
from gourds.reductions.gadgets.proof import prove
from gourds.reductions.gadgets.study import Study, study
from gourds.render.figure.study import study_figure
from gourds.render.figure.study_page import study_page
from tests.reductions.gadgets.broken import BROKEN, PAPER

WITH_CONDITION = {name: case for name, case in BROKEN.items() if case.condition}
WITH_FAULTS = {name: case for name, case in BROKEN.items() if not case.condition}

UNMET = {"wrong color": "no excess", "a third signature": "two values", "missing covering": "balance"}
"""The condition that no gourds can meet."""


@cache
def studied(name: str) -> Study:
    return study([BROKEN[name].write(Path(mkdtemp()) / "own")], time_limit=60)


@pytest.mark.parametrize("name", BROKEN)
def test_the_fault_is_named_in_words(name, capsys):
    found, case = studied(name), BROKEN[name]
    assert not found
    show_study(found, is_short=True)
    said = capsys.readouterr().out
    for words in case.says:
        assert words in said
    assert not re.search(r"\(\(|'\), \(|Fraction|\b1 (coverings|signatures|cells|gourds|rows)\b", said)


@pytest.mark.parametrize("name", WITH_CONDITION)
def test_a_broken_condition_says_what_was_expected_and_found(name):
    found, case = studied(name), BROKEN[name]
    assert found.proof is not None
    assert case.condition in [condition.name for condition in found.proof.broken]
    for condition in found.proof.conditions:
        assert condition.holds == (not condition.failures)
        assert all(failure.expected and failure.found for failure in condition.failures)
    assert found.witness is not None
    assert found.witness.values
    assert " = true" in found.witness.assignment
    assert found.witness.reasons


@pytest.mark.parametrize("name", WITH_CONDITION)
def test_the_gadgets_what_breaks_them_and_the_board_are_drawn(name):
    found = studied(name)
    svg, page = study_figure(found), study_page(found)
    assert found.witness is not None
    for text in (svg, page):
        assert f"Assignment: {found.witness.assignment}" in text
        assert f"Broken: {BROKEN[name].condition}" in text
    assert svg.count("The smallest board that fails") == 1
    gourds = len(found.witness.gourds)
    assert svg.count("</path>") == svg.count("<title>(")  # every tile, with its tooltip
    assert 2 * gourds < svg.count("<path d=")


@pytest.mark.parametrize("name", WITH_FAULTS)
def test_what_can_be_read_is_drawn_all_the_same(name):
    found = studied(name)
    assert found.has_faults
    assert found.verdict == "the drawings have faults"
    svg = study_figure(found)
    cells = sum(len(sheet.draft.symbols) for sheet in found.sheets)
    assert svg.count("<title>(") >= cells > 60
    page = study_page(found)
    reasons = [fault.reason for sheet in found.sheets for fault in sheet.draft.faults] or [found.faults[0].reason]
    assert all(reason.replace("'", "&#x27;") in page or reason in page for reason in reasons)


@pytest.mark.parametrize("name", WITH_CONDITION)
def test_budgets_that_are_suggested_work(name):
    found, case = studied(name), BROKEN[name]
    if not case.mended_by:
        assert isinstance(found.budgets, NoBudgets)
        assert found.budgets.reason
        assert found.budgets.condition == UNMET.get(name, found.budgets.condition)
        return
    assert isinstance(found.budgets, Budgets)
    assert [change.wanted for change in found.budgets.changes] == list(case.mended_by)
    assert prove(found.budgets.gadgets)


def test_the_papers_gadgets_are_right_and_need_no_change():
    found = study([PAPER / "clause.txt", PAPER / "variable.txt"])
    assert found
    assert found.budgets is not None
    assert found.budgets.changes == ()
    assert found.witness is None
    assert all(entry.is_even for entry in found.books)
