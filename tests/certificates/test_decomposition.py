"""The invariants of the check of decompositions, against all selections of signatures."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st
from pysat.solvers import Solver

from gourds.certificates.decomposition import Master
from gourds.certificates.entries import RejectedError
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.selection import Choice, Selection, joined, taken_apart
from gourds.counting import Counting
from gourds.matching.components.signatures import SignatureTable
from gourds.matching.components.splitting import Components
from gourds.solvers.brute import all_placements
from tests.strategies import selections, signature_choices, small_instances

NAMES = ((0, 1), (0, 2), (1, 2))
PROBLEMS = signature_choices(NAMES)


def selection_of(problem) -> Selection:
    choices, totals = problem
    return Selection(tuple(Choice(tuple(classes), tuple(signatures)) for signatures, classes in choices), totals)


def all_selections(selection: Selection) -> list[tuple[int, ...]]:
    choices = [(list(choice.signatures), list(choice.classes)) for choice in selection.choices]
    return [*selections(choices, dict(selection.totals))]


def all_values(selection: Selection, first: int) -> list[list[int]]:
    """A definition for every value of every entry, numbered from a variable on."""
    keys = [
        (j, k, value)
        for j, choice in enumerate(selection.choices)
        for k in range(len(choice.classes))
        for value in sorted({signature[k] for signature in choice.signatures})
    ]
    return [[*key, first + n] for n, key in enumerate(keys)]


def all_sums(selection: Selection, first: int) -> list[list[int]]:
    """A variable for every sum up to its total after every number of items of every class."""
    keys = [
        (*name, k, total)
        for name, items in selection.items.items()
        for k in range(len(items) + 1)
        for total in range(selection.totals[name] + 1)
    ]
    return [[*key, first + n] for n, key in enumerate(keys)]


def reading(master: Master, taken: tuple[int, ...], sums: list[list[int]]) -> dict[int, bool]:
    """What each variable says of a selection."""
    selection = master.selection
    is_true = {variable: taken[number] in having for variable, (number, having) in master.says.items()}
    for i, j, k, total, variable in sums:
        items = selection.items[i, j][:k]
        is_true[variable] = total == sum(selection.choices[c].signatures[taken[c]][entry] for c, entry in items)
    return is_true


def holds(clause: list[int], is_true: dict[int, bool]) -> bool:
    return any(is_true[abs(literal)] == (literal > 0) for literal in clause)


@given(PROBLEMS, st.data())
def test_every_selection_satisfies_all_clauses(problem, data):
    """The invariant of ``Master``, after definitions, claims of all sorts and sums."""
    selection = selection_of(problem)
    master = Master(selection)
    master.define(all_values(selection, len(master.says) + 1))
    literals = st.sampled_from(sorted(master.says)).flatmap(lambda v: st.sampled_from([v, -v]))
    for _ in range(data.draw(st.integers(0, 6))):
        name, clause = data.draw(st.sampled_from(NAMES)), data.draw(st.lists(literals, max_size=3))
        before = [set(domain) for domain in master.domain]
        try:
            master.imply([[*name, *clause]])
        except RejectedError:  # which is all that is said once a choice has nothing left
            assert is_possible(selection, before, name, master, clause) or not all(before)
        else:
            assert not is_possible(selection, before, name, master, clause)
    sums = all_sums(selection, max(master.says) + 1)
    master.add_up(sums)
    for taken in all_selections(selection):
        assert all(t in domain for t, domain in zip(taken, master.domain, strict=True))
        is_true = reading(master, taken, sums)
        assert all(holds(clause, is_true) for clause in master.clauses)


def is_possible(selection: Selection, domains: list[set[int]], name: tuple[int, int], master: Master, clause) -> bool:
    """Whether signatures in the domains make all literals false and give the class its total."""
    for taken in product(*map(sorted, domains)):
        is_true = reading(master, taken, [])
        items = selection.items[name]
        total = sum(selection.choices[c].signatures[taken[c]][entry] for c, entry in items)
        if total == selection.totals[name] and not holds(clause, is_true):
            return True
    return False


@given(PROBLEMS)
def test_the_clauses_have_a_solution_iff_there_is_a_selection(problem):
    """So whatever has no selection can be refuted: by a budget that cannot be met at all, or by the sums."""
    selection = selection_of(problem)
    master = Master(selection)
    master.define(all_values(selection, len(master.says) + 1))
    for name in NAMES:
        with suppress(RejectedError):
            master.imply([[*name]])
    master.add_up(all_sums(selection, max(master.says) + 1))
    with Solver("cadical153", bootstrap_with=[clause for clause in master.clauses if clause]) as solver:
        assert (all(master.clauses) and solver.solve()) == bool(all_selections(selection))


@given(PROBLEMS, st.data())
def test_joins_keep_every_selection(problem, data):
    selection = selection_of(problem)
    count = len(selection.choices)
    left, joins = list(range(count)), []
    while len(left) > 1 and data.draw(st.booleans()):
        a = left.pop(data.draw(st.integers(0, len(left) - 1)))
        b = left.pop(data.draw(st.integers(0, len(left) - 1)))
        left.append(count + len(joins))
        joins.append([a, b])
    assert bool(all_selections(joined(selection, joins))) == bool(all_selections(selection))


@given(small_instances())
def test_a_placement_gives_a_selection_with_the_totals(instance):
    """The invariant of ``taken_apart``, which finds the same signatures as the solvers' tables."""
    assume(Counting(instance).refutation is None)
    tables = [
        [list(signature) for signature in SignatureTable(group.kind).signatures]
        for group in Components(instance).groups
    ]
    selection = taken_apart(Puzzle.of(instance), tables)
    if next(all_placements(instance), None) is not None:
        assert all_selections(selection)
