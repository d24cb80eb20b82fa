"""The sets of gadgets that come with the package: proved, smaller than the paper's, and right on formulas."""

from __future__ import annotations

from dataclasses import replace

import pytest

import gourds
from gourds.bundled import bundled_folder
from gourds.errors import InputError
from gourds.formulas.formula import OneInThree
from gourds.reductions.check import Plan, check
from gourds.reductions.gadgets.coverings import Table, supplied_kinds
from gourds.reductions.gadgets.drawing import SETS, bundled_gadgets, load_gadgets, parse_gadget
from gourds.reductions.gadgets.filler import cover_filler, stands_apart
from gourds.reductions.gadgets.proof import prove
from gourds.reductions.gadgets.tables import format_table
from gourds.reductions.reduction import Reduction

NEW = [name for name in SETS if name != "paper"]
PER_VARIABLE = {"paper": 80, "compact": 36, "three-rows": 54}
"""Cells of a variable gadget and a clause gadget: boards of n variables have this many times n, and one more."""


@pytest.mark.parametrize("name", SETS)
def test_a_set_is_proved_and_its_tables_are_kept(name):
    gadgets = bundled_gadgets(name)
    assert prove(gadgets)
    for gadget in (gadgets.variable, gadgets.clause):
        kept = (bundled_folder("reductions") / SETS[name] / f"{gadget.name}.toml").read_text(encoding="utf-8")
        assert kept == format_table(Table.of(gadgets, gadget))


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("n", [3, 4, 7, 12])
def test_size_formula(name, n):
    formula = OneInThree(n, [(k + 1, (k + 1) % n + 1, (k + 2) % n + 1) for k in range(n)])
    reduction = Reduction.of(formula, gadgets=bundled_gadgets(name), order="shuffled", seed=n)
    assert reduction.instance().board.size == reduction.board.predicted_cells == PER_VARIABLE[name] * n + 1
    assert reduction.board.height == (3 if name == "three-rows" else 4)


@pytest.mark.parametrize("name", NEW)
def test_formulas_through_a_set(name):
    report = check(Plan(exhaustive=6, random=4, variables=15, cnfs=0), bundled_gadgets(name))
    assert report
    assert len(report.cases) == 15
    assert {case.is_satisfiable for case in report.cases} == {True, False}
    assert all(len(ratios) == 1 for ratios in report.placements_per_assignment().values())


@pytest.mark.parametrize("name", NEW)
def test_a_clause_has_three_coverings_one_for_each_variable(name):
    gadgets = bundled_gadgets(name)
    table = Table.of(gadgets, gadgets.clause)
    assert [table.meaning(signature) for signature in sorted(table.count, key=table.meaning)] == ["X", "Y", "Z"]
    assert table.total == 3


def test_names_of_sets_stand_for_folders(tmp_path, monkeypatch):
    formula = OneInThree(3, [(1, 2, 3)] * 3)
    assert gourds.reduce(formula, gadgets="compact").board.size == 109
    assert gourds.check_reduction(exhaustive=3, random=0, cnfs=0, gadgets="three-rows").gadgets.wrong == {
        "variable": [],
        "clause": [],
    }
    monkeypatch.chdir(tmp_path)
    (tmp_path / "compact").mkdir()
    with pytest.raises(InputError, match="neither variable"):
        gourds.reduce(formula, gadgets="compact")
    with pytest.raises(InputError, match="no such folder"):
        load_gadgets(tmp_path / "tiny")


def test_one_column_of_filler_keeps_gadgets_apart():
    compact = bundled_gadgets("compact")
    for gadget in (compact.variable, compact.clause):
        assert stands_apart(gadget.rows)
        covered = sorted(cell for gourd in gadget.filler_gourds for cell in gourd)
        assert covered == sorted(cell for cell, symbol in gadget.symbol_at.items() if symbol == "F")
    assert not stands_apart(tuple(row[1:] for row in compact.clause.rows))
    assert cover_filler((("F", "x"), ("x", "x"), ("F", "x"))) is None
    text = compact.clause.text().replace("F X V Y", "X X V Y", 1)
    with pytest.raises(InputError, match="must be filler"):
        parse_gadget(text, "clause")


def test_gourds_of_two_variables_can_lie_in_other_clauses():
    """If (X, Y) comes with every clause, (Y, Z) of one clause may be (X, Y) of another: the table reckons with it."""
    gadgets = bundled_gadgets()
    only = replace(gadgets.clause, gourds={kind: n for kind, n in gadgets.clause.gourds.items() if kind != ("Y", "Z")})
    assert ("Y", "Z") in supplied_kinds(replace(gadgets, clause=only))
    none = {kind: n for kind, n in only.gourds.items() if len({*kind} & {*"XYZ"}) < 2}
    assert ("X", "Y") not in supplied_kinds(replace(gadgets, clause=replace(only, gourds=none)))
