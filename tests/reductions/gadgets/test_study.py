"""Studies of drawn gadgets: drafts, books, budgets, and the gadget that completes a pair."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gourds.errors import InputError
from gourds.reductions.check import check_formula
from gourds.reductions.gadgets.budgets import Budgets, suggest
from gourds.reductions.gadgets.coverings import Table
from gourds.reductions.gadgets.drafts import read_draft
from gourds.reductions.gadgets.drawing import GadgetSet, bundled_gadgets, parse_gadget
from gourds.reductions.gadgets.ledger import ledger
from gourds.reductions.gadgets.proof import prove
from gourds.reductions.gadgets.study import study
from gourds.reductions.gadgets.witness import SMALLEST, spell_assignment, witness_of
from tests.reductions.gadgets.broken import PAPER

GADGETS = bundled_gadgets()


def test_budgets_are_found_whatever_the_files_state():
    """Every number of gourds and every covering forgotten: the paper's own come back, or others that are as right."""
    rng = Random(1)
    for _ in range(6):
        shuffled = [
            replace(
                gadget,
                gourds={kind: rng.randrange(9) for kind in gadget.gourds},
                coverings={name: {} for name in gadget.coverings},
            )
            for gadget in (GADGETS.variable, GADGETS.clause)
        ]
        found = suggest(GadgetSet(shuffled[0], shuffled[1]))
        assert isinstance(found, Budgets)
        assert prove(found.gadgets)
        assert check_formula(SMALLEST, found.gadgets).failure is None


def test_books_are_even_iff_balance_holds():
    rng = Random(2)
    for _ in range(20):
        gadget = rng.choice((GADGETS.variable, GADGETS.clause))
        kind = rng.choice([*gadget.gourds])
        off = rng.randrange(2)
        changed = replace(
            GADGETS, **{gadget.name: replace(gadget, gourds={**gadget.gourds, kind: gadget.gourds[kind] + off})}
        )
        assert all(entry.is_even for entry in ledger(changed)) == (off == 0)
        balance = prove(changed).conditions[-1]
        assert balance.holds == (off == 0)


def test_a_draft_holds_what_can_be_read():
    text = (PAPER / "variable.txt").read_text(encoding="utf-8")
    whole = read_draft(text)
    assert (whole.name, whole.faults, whole.is_whole) == ("variable", (), True)
    assert whole.gadget == parse_gadget(text, "variable")
    cut = read_draft("\n".join(text.splitlines()[:7]))
    assert len(cut.symbols) == 24
    assert "ends without 'gourds:'" in str(cut.faults[0])
    other = read_draft(text.replace("gourds gadget 1", "my gadget"))
    assert len(other.symbols) == 32
    assert other.faults[0].place == "line 1"
    off = read_draft(text.replace("   F F V F F x F F", "    F F V F F x F F", 1))
    assert len(off.symbols) == 24
    assert not off.is_whole
    assert any("is not on the grid" in fault.reason for fault in off.faults)
    named = read_draft(text.replace("name: variable", "name: thing"))
    assert named.name == "variable"
    assert [fault.place for fault in named.faults] == ["name"]
    with pytest.raises(InputError, match="not a gadget"):
        read_draft("nothing of the kind")
    with pytest.raises(InputError, match="at most"):
        read_draft("gourds gadget 1\nname: clause\nboard:\n" + ("F " * 300 + "\n") * 200 + "gourds:\n")


def test_the_other_gadget_is_beside_it_or_the_papers(tmp_path):
    (tmp_path / "clause.txt").write_bytes((PAPER / "clause.txt").read_bytes())
    alone = study([tmp_path / "clause.txt"])
    assert alone.partner == "the variable gadget is the paper's"
    assert bool(alone)
    (tmp_path / "variable.txt").write_bytes((PAPER / "variable.txt").read_bytes())
    assert study([tmp_path / "clause.txt"]).partner == f"the variable gadget is {tmp_path / 'variable.txt'}"
    assert study([tmp_path]).partner == ""
    assert [sheet.name for sheet in study([tmp_path]).sheets] == ["variable", "clause"]
    with pytest.raises(InputError, match="and so is"):
        study([tmp_path, PAPER / "clause.txt"])


def test_a_placement_that_reads_wrong_is_a_witness():
    """A gadget that is always true: the placement has no satisfying assignment."""
    rows = parse_gadget((PAPER / "variable.txt").read_text(encoding="utf-8"), "variable")
    swapped = replace(rows, coverings={"false": rows.coverings["true"], "true": rows.coverings["false"]})
    gadgets = replace(GADGETS, variable=swapped)
    case = check_formula(SMALLEST, gadgets)
    assert case.failure is not None
    witness = witness_of(case, gadgets)
    assert witness is not None
    assert witness.values
    assert witness.reasons
    assert Table.of(gadgets, swapped).total == 2


def test_assignments_in_words():
    assert spell_assignment((True, False, False)) == "x1 = true, x2 = x3 = false"
    assert spell_assignment((None, None, True)) == "x3 = true, x1 and x2 have no value"
