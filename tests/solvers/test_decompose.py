"""``decompose`` by its parts: every placement is a selection of signatures, and every selection makes a placement."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pysat.solvers import Solver

from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.components import signatures as tables
from gourds.matching.components.splitting import Components
from gourds.placement import Placement, placement_faults
from gourds.solvers.base import Options, Status
from gourds.solvers.brute import all_placements
from gourds.solvers.decompose import Decomposition, attempt, search
from tests.strategies import selections, small_instances


def taken_apart(instance: Instance) -> Decomposition:
    assume(Counting(instance).refutation is None)
    return Decomposition.of(Components(instance))


def choices_of(parts: Decomposition) -> list[tuple[list[tuple[int, ...]], list[int]]]:
    chosen = parts.joined.choices[: len(parts.members)]
    return [(list(choice.signatures), list(choice.classes)) for choice in chosen]


def two_color_budgets(instance: Instance) -> dict[int, int]:
    return {i * len(instance.colors) + j: count for (i, j), count in instance.budgets.items() if i != j}


@given(small_instances())
def test_every_placement_is_a_selection(instance):
    parts = taken_apart(instance)
    choices = choices_of(parts)
    found = set(selections(choices, two_color_budgets(instance)))
    place = {cell: k for k, cell in enumerate(instance.board.cell_list())}
    classes = dict(zip(map(tuple, instance.board.edges.tolist()), instance.edge_classes.tolist(), strict=True))
    owner = {
        v: number for number, (g, k) in enumerate(parts.members) for v in parts.components.groups[g].cells[k].tolist()
    }
    for placement in all_placements(instance):
        used: list[Counter[int]] = [Counter() for _ in choices]
        for a, b in placement.gourds:
            if place[a] in owner:
                used[owner[place[a]]][classes[place[a], place[b]]] += 1
        taken = tuple(
            signatures.index(tuple(count[name] for name in names))
            for (signatures, names), count in zip(choices, used, strict=True)
        )
        assert taken in found


@given(small_instances())
def test_every_selection_makes_a_placement(instance):
    parts = taken_apart(instance)
    mate, barrier = parts.components.match_plain()
    if barrier is not None:
        assert not [*all_placements(instance)]
        return
    active = [parts.joined.choices[j] for j in parts.joined.active]
    choices = [(list(choice.signatures), list(choice.classes)) for choice in active]
    found = [*selections(choices, parts.master.budgets)]
    assert bool(found) == (next(all_placements(instance), None) is not None)
    for chosen in found[:20]:
        own = mate.copy()
        parts.place(list(chosen), own)
        assert np.count_nonzero(own < 0) == 1
        assert not placement_faults(instance, Placement.from_mates(instance.board, own.tolist()))


@given(small_instances())
def test_the_answer_and_its_proof(instance):
    outcome = attempt(instance, Options(proof=True))
    assert outcome is not None
    is_feasible = next(all_placements(instance), None) is not None
    assert outcome.status is (Status.FEASIBLE if is_feasible else Status.INFEASIBLE)
    if is_feasible:
        assert outcome.placement is not None
        assert not placement_faults(instance, outcome.placement)
    else:
        assert outcome.certificate is not None
        assert verify_certificate(instance, outcome.certificate)


@given(small_instances(), st.data())
def test_components_without_a_table(instance, data):
    """Their edges and empty cells are choices themselves; whichever tables are missing, the answer stays the same."""
    whole = taken_apart(instance)
    mate, barrier = whole.components.match_plain()
    assume(barrier is None)
    kept = [table if data.draw(st.booleans()) else None for table in whole.tables]
    parts = Decomposition.of(whole.components, kept)
    is_feasible = next(all_placements(instance), None) is not None
    if not parts.master.propagate():
        assert not is_feasible
        return
    formula = parts.master.formula()
    with Solver("cadical153", bootstrap_with=[clause for clause in formula.clauses if clause]) as solver:
        assert (all(formula.clauses) and solver.solve()) == is_feasible
        if is_feasible:
            parts.place(formula.decode(set(solver.get_model())), mate)
            assert not placement_faults(instance, Placement.from_mates(instance.board, mate.tolist()))


@given(small_instances())
def test_an_attempt_gives_up_where_a_table_is_too_large(instance):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "MAX_ENTRIES", 0)
        attempted, decided = attempt(instance, Options()), search(instance, Options())
    is_feasible = next(all_placements(instance), None) is not None
    assert decided.status is (Status.FEASIBLE if is_feasible else Status.INFEASIBLE)
    if attempted is not None:
        assert attempted.status is decided.status
