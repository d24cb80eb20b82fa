"""Claims of Section 3: they hold, and they fail if what they rest on is broken."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from gourds.paper.claim import Outcome
from gourds.paper.claims import few_colors, gadgets, hardness
from gourds.reductions.gadgets.drawing import bundled_gadgets
from gourds.reductions.gadgets.proof import Condition, Proof
from gourds.solvers import Status
from tests.paper.small_effort import Looks

CLAIMS = {claim.name: claim for topic in (hardness, gadgets, few_colors) for claim in topic.CLAIMS}


@pytest.mark.parametrize("name", CLAIMS)
def test_it_holds(name):
    finding = CLAIMS[name].check(Looks(looks=4))
    expected = Outcome.IMPRECISE if name == "clause-gadget" else Outcome.HOLDS
    assert finding.outcome is expected, finding
    assert len({len(row) for row in finding.rows}) == 1
    assert all(picture.svg.startswith("<svg") for picture in finding.pictures)


def broken(name: str) -> None:
    finding = CLAIMS[name].check(Looks(looks=4))
    assert finding.outcome is Outcome.FAILS, finding
    assert finding.remark


def test_a_check_that_accepts_everything(monkeypatch):
    monkeypatch.setattr(hardness, "placement_faults", lambda instance, placement: [])
    broken("np-membership")


def test_a_condition_that_fails(monkeypatch):
    monkeypatch.setattr(hardness, "prove", lambda gadgets: Proof((Condition("balance", False, "one too many"),)))
    broken("np-hardness")


def test_a_board_whose_verdict_is_wrong(monkeypatch):
    from gourds.reductions import check

    monkeypatch.setattr(check, "satisfying_assignment", lambda formula: None)
    monkeypatch.setattr(check, "all_assignments", lambda formula, limit: [])
    broken("np-hardness")


def test_a_gourd_more_or_less(monkeypatch):
    budgets = hardness.paper_budgets
    monkeypatch.setattr(hardness, "paper_budgets", lambda formula: budgets(formula) + Counter({("V", "V"): 1}))
    broken("reduction-counts")


def swapped(gadget, one, other):
    """The gadget with the symbols of two cells exchanged."""
    rows = [list(row) for row in gadget.rows]
    (q, r), (s, t) = one, other
    rows[r][q], rows[t][s] = rows[t][s], rows[r][q]
    return replace(gadget, rows=tuple(map(tuple, rows)))


def test_gadgets_with_two_cells_exchanged(monkeypatch):
    paper = bundled_gadgets()
    at = {symbol: [cell for cell, found in paper.variable.symbol_at.items() if found == symbol] for symbol in "xV"}
    drawn = replace(paper, variable=swapped(paper.variable, at["x"][0], at["V"][0]))
    monkeypatch.setattr(gadgets, "bundled_gadgets", lambda: drawn)
    broken("variable-gadget")
    small = min(gadgets.islands(paper.clause), key=len)
    first = next(cell for cell in sorted(small) if paper.clause.symbol_at[cell] == "V")
    far = next(cell for cell in paper.clause.inner if cell not in small and paper.clause.symbol_at[cell] == "X")
    drawn = replace(paper, clause=swapped(paper.clause, first, far))
    broken("clause-gadget")
    broken("eleven-gourds")


def test_an_algebra_that_lies(monkeypatch):
    solve = few_colors.solve

    def lies(instance, solver="auto", **options):
        found = solve(instance, "auto", isolate=False)
        other = {Status.FEASIBLE: Status.INFEASIBLE, Status.INFEASIBLE: Status.FEASIBLE}[found.status]
        return replace(found, status=other) if solver == "algebraic" else found

    monkeypatch.setattr(few_colors, "solve", lies)
    broken("constant-colors")


def test_filler_that_changes_the_verdict(monkeypatch):
    solve = few_colors.solve
    wrong = lambda instance, **options: replace(solve(instance, **options), status=Status.INFEASIBLE)  # noqa: E731
    monkeypatch.setattr(few_colors, "solve", wrong)
    broken("fractional-power")
