"""No step that is accepted loses a solution; and holes made on purpose are found."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gourds.certificates.pseudo_boolean import goals, inequality, kernel, propagation, replay
from gourds.certificates.pseudo_boolean.check import exported_constraints
from gourds.certificates.pseudo_boolean.inequality import Inequality
from gourds.certificates.puzzle import Puzzle
from gourds.placement import Placement
from gourds.solvers import solve
from tests.certificates.pseudo_boolean.derivations import Hunt, holds, points, small_hunt
from tests.solvers.small import small_instance

SMALL = 600
"""Derivations over few variables."""
BOARDS = 40
"""Derivations over the model of a feasible instance."""
MUTATIONS = 30
"""Steps tried on each of them."""


def test_small_derivations_keep_a_solution():
    taken: Counter[str] = Counter()
    for seed in range(SMALL):
        taken.update(small_hunt(seed).accepted)
    assert all(taken[rule] > SMALL // 10 for rule in ("pol", "rup", "ia", "red", "del")), taken


def test_what_is_derived_without_witness_follows():
    """All points, not just one: whatever satisfies the formula satisfies all that 'pol', 'rup' and 'ia' add."""
    for seed in range(100):
        hunt = small_hunt(seed, 0)
        formula = list(hunt.replay.database.values())
        hunt.redundant = lambda hunt=hunt: (f"pol {hunt.polish()}", {})
        hunt.run(20)
        for point in points(hunt.count):
            if all(holds(there, point) for there in formula):
                assert all(holds(there, point) for there in hunt.replay.database.values())


def point_of(instance, placement: Placement, encoding: str) -> dict[int, int]:
    """The solution that a placement is, by the definition of the exported variables."""
    puzzle = Puzzle.of(instance)
    cells = list(puzzle.color)
    edges = sorted((k, cells.index(b)) for k, a in enumerate(cells) for b in puzzle.neighbors(a) if k < cells.index(b))
    empties = list(range(len(cells)))
    if encoding == "reduced":
        edges = [(v, w) for v, w in edges if puzzle.pair(cells[v], cells[w]) in puzzle.budget]
        empties = [v for v in empties if puzzle.color[cells[v]] == puzzle.empty_color()]
    covered = {frozenset(ends) for ends in placement.gourds}
    values = [int(frozenset((cells[v], cells[w])) in covered) for v, w in edges]
    values += [int(cells[v] == placement.empty) for v in empties]
    return dict(enumerate(values, start=1))


def test_mutated_steps_on_feasible_instances():
    """The placement stays a solution whatever is accepted, so no contradiction is ever derived."""
    done = Counter()
    seed = 0
    while done["boards"] < BOARDS:
        seed += 1
        instance = small_instance(seed)
        found = solve(instance, "decompose", isolate=False)
        if found.placement is None:
            continue
        encoding = "reduced" if seed % 2 else "textbook"
        formula = exported_constraints(Puzzle.of(instance), encoding)
        point = point_of(instance, found.placement, encoding)
        assert all(holds(there, point) for there in formula)
        top = max(point)
        hunt = Hunt(formula, point | {top + 1: 0, top + 2: 0}, random.Random(seed))
        hunt.run(MUTATIONS)
        done.update(boards=1, accepted=sum(hunt.accepted.values()))
        assert not any(there.is_contradiction() for there in hunt.replay.database.values())
    assert MUTATIONS * BOARDS // 10 < done["accepted"] < MUTATIONS * BOARDS


# -- holes made on purpose ----------------------------------------------------------------------------------------


def _divided_down(there, divisor):
    return Inequality({v: a // divisor or 1 for v, a in there.terms.items()}, -(-there.bound // divisor))


def _without_bound(there, variable):
    return Inequality({v: a for v, a in there.terms.items() if v != variable}, there.bound)


def _saturated_less(there):
    cut = max(there.degree - 1, 1)
    return inequality._of_degree({v: max(-cut, min(a, cut)) for v, a in there.terms.items()}, there.degree)


def _without_negations(there, witness, right=inequality.substitute):
    return right(there, {v: (lit if lit is None else lit & ~1, constant) for v, (lit, constant) in witness.items()})


def _hasty(s, c):
    """Takes a constraint that is just satisfied for violated."""
    slack = -s.degree[c] + sum(s.coefs[i] for i in range(s.start[c], s.start[c + 1]) if s.true[s.lits[i] ^ 1] == 0)
    return slack <= 0


def _sum_in_place(first, second, *, in_place=False, right=inequality.add):
    return right(first, second, in_place=True)


HOLES = {
    "a sum changes a premise": (inequality, "add", _sum_in_place),
    "division rounds down": (inequality, "divide", _divided_down),
    "weakening is free": (inequality, "weaken", _without_bound),
    "saturation cuts too much": (inequality, "saturate", _saturated_less),
    "a negation is off by one": (inequality, "negate", lambda there: inequality.multiply(there, 0)._replace(bound=1)),
    "multiples of the left side": (
        inequality,
        "multiply",
        lambda there, factor: Inequality(there.terms, factor * there.bound),
    ),
    "an axiom too strong": (inequality, "literal_axiom", lambda lit: Inequality({lit >> 1: 1}, 1 - (lit & 1))),
    "implied by the terms": (inequality, "is_implied", lambda premise, goal: premise.terms.keys() <= goal.terms.keys()),
    "a violated constraint too early": (kernel, "examine", _hasty),
    "hints always do": (replay, "has_conflict", lambda constraints: True),
    "goals are forgotten": (replay, "first_unproved", lambda *rest: None),
    "only the first goal": (
        replay,
        "first_unproved",
        lambda engine, database, negation, left: goals.first_unproved(engine, database, negation, list(left)[:1]),
    ),
    "the new constraint is no goal": (
        replay,
        "first_unproved",
        lambda engine, database, negation, left: goals.first_unproved(engine, database, negation, list(left)[1:]),
    ),
    "a witness forgets negations": (inequality, "substitute", _without_negations),
    "nothing is touched": (replay.Replay, "_touched", lambda self, variables: []),
    "what was forced is not forgotten": (
        propagation.Propagator,
        "remove",
        lambda self, number: self._waiting.pop(number, None),
    ),
}


@pytest.mark.parametrize("hole", HOLES)
def test_holes_are_found(hole, monkeypatch):
    where, name, wrong = HOLES[hole]
    monkeypatch.setattr(where, name, wrong)
    if where is inequality and hasattr(goals, name):
        monkeypatch.setattr(goals, name, wrong)
    with pytest.raises(AssertionError, match="accepted"):
        _hunt_on(3000)


def _hunt_on(seeds: int) -> None:
    for seed in range(seeds):
        small_hunt(seed)
