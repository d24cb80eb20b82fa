"""No forged certificate passes for a feasible instance; and the forger finds out a checker that is not sound."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from gourds.certificates import decomposition as checker
from gourds.certificates import diagram, linear, selection, verify
from gourds.certificates import modular as equations
from gourds.certificates.clausal import drat
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.selection import Choice, Selection
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.solvers import solve
from tests.forging.certificates import ABOUT_INSTANCES, Forged, checked, forge, minimized
from tests.forging.targets import Target, random_target

ROW = Instance.build([(q, 0) for q in range(7)], list("abcccab"), [("a", "b", 2), ("c", "c", 1)])
"""It has two placements."""
NOTHING = {"tables": [[[1]]], "joins": [[0, 1]], "proof": ["0"]}


@pytest.mark.parametrize(
    "claim",
    [
        {"failed": [[0, 1]]},
        {"removed": [[0, 1, 0, 0]]},
        {"equal": [[0, 1, 1, -1]]},
        {"definitions": [], "implied": [[0, 1]], "sums": []},
        {"definitions": [], "implied": [[0, 1, -1]], "sums": []},
        {"definitions": [], "implied": [[0, 1, -1, -1], [0, 1, 1, 1]], "sums": []},
    ],
)
def test_a_class_that_a_join_has_spent_proves_nothing(claim):
    """The same three claims as they were once spelled, which were accepted, and as they are spelled now."""
    placement = solve(ROW, isolate=False).placement
    assert placement is not None
    assert not placement_faults(ROW, placement)
    blank = {"failed": [], "removed": [], "equal": [], "definitions": [], "sums": []} if len(claim) == 1 else {}
    for data in ({**NOTHING, **claim}, {**NOTHING, **blank, **claim}):
        assert not verify.verify_certificate(ROW, Certificate("decomposition", ROW.digest, data))
    if len(claim) > 1:
        check = verify.verify_certificate(ROW, Certificate("decomposition", ROW.digest, {**NOTHING, **claim}))
        assert check.reason == "there is no budget of (0, 1) to meet here"


@pytest.fixture(scope="module")
def made() -> list[Target]:
    """What certificates are forged for in all tests here. To make one takes longer than to forge fifty certificates."""
    return [random_target(random.Random(number)) for number in range(60)]


@pytest.fixture
def targets(made) -> list[Target]:
    """The same, without what an unsound checker has noted about them."""
    return [replace(target) for target in made]


def test_no_forgery_passes(targets):
    rng = random.Random(14)
    tried: Counter[tuple[str, str]] = Counter()
    for target in targets:
        for _ in range(60):
            forged = forge(rng, target)
            tried[forged.certificate.kind, forged.verdict] += 1
            assert forged.verdict != "valid", minimized(forged).describe()
            assert forged.verdict != "checker-error", forged.describe()
    assert sum(tried.values()) == 3600
    assert all(tried[kind, "invalid"] > 100 for kind in ABOUT_INSTANCES), tried


def test_no_forged_linear_proof_passes(targets):
    """So many more of these, and most come as far as their prices."""
    rng = random.Random(8)
    said: Counter[str] = Counter()
    for target in targets[:30]:
        for _ in range(40):
            forged = forge(rng, target, "linear")
            assert forged.verdict in ("invalid", "unreadable"), minimized(forged).describe()
            said[forged.reason] += 1
    assert said["the price of an open edge or cell is negative"] > 200
    assert sum(count for reason, count in said.items() if "closes nothing" in reason or "last step" in reason) > 200


@pytest.mark.parametrize("kind", ["diagram", "count"])
def test_no_forged_diagram_passes(kind, targets):
    """So many more of these; each fault of a layer, an order, an end or a number is tried hundreds of times."""
    rng = random.Random(5)
    said: Counter[str] = Counter()
    for target in targets[:30]:
        for _ in range(40):
            forged = forge(rng, target, kind)
            assert forged.verdict in ("invalid", "unreadable"), minimized(forged).describe()
            said[re.sub(r"[0-9]+", "#", forged.reason)] += 1
    assert said["layers[#] does not hold the states that the layer before it leads to"] > 200
    assert said["order must list different cells of the board"] > 100
    ends = ("the order has no more cells", "the layer after the last one that is listed is not empty")
    wrong = ("the number is #, not what the certificate says",)
    assert all(said[reason] > 100 for reason in (ends if kind == "diagram" else wrong)), said


def keep_spent(monkeypatch):
    real = checker.joined
    monkeypatch.setattr(checker, "joined", lambda s, joins: Selection(real(s, joins).choices, s.totals))


def lose_a_joined_signature(monkeypatch):
    real = selection._join

    def short(*args):
        found = real(*args)
        return Choice(found.classes, found.signatures[:1])

    monkeypatch.setattr(selection, "_join", short)


def name_twice(monkeypatch):
    monkeypatch.setattr(checker.Master, "_expect_new", lambda *_: None)


def reach_too_little(monkeypatch):
    real = checker.Master._is_reachable

    def strict(master, name, domain):
        return real(master, name, domain) and len(domain) != 1

    monkeypatch.setattr(checker.Master, "_is_reachable", strict)


def imply_the_opposite(monkeypatch):
    real = checker.Master._making_true

    def turned(master, literal, domain):
        number, left = real(master, literal, domain)
        return number, master.domain[number] - left

    monkeypatch.setattr(checker.Master, "_making_true", turned)


def miss_an_option(monkeypatch):
    real = checker.Master._options
    monkeypatch.setattr(checker.Master, "_options", lambda *args: [set(sorted(found)[:1]) for found in real(*args)])


def forget_the_apex(monkeypatch):
    real = Puzzle.parts
    monkeypatch.setattr(Puzzle, "parts", lambda puzzle, removed=frozenset(), joined=None: real(puzzle, removed))


def believe_every_lemma(monkeypatch):
    real = drat.Checker.check_rat

    def lax(self, loops, lemma, line):
        if self.pivots[lemma - len(self.places)] == 0:
            real(self, loops, lemma, line)

    monkeypatch.setattr(drat.Checker, "check_rat", lax)


def merge_by_one_clause(monkeypatch):
    real = equations._Sum.__init__

    def lax(self, master):
        real(self, master)
        for clause in master.implied:
            if len(clause) == 2:
                self._merge(clause[0], -clause[1])

    monkeypatch.setattr(equations._Sum, "__init__", lax)


def forget_what_no_says(monkeypatch):
    def add(self, literal, times):
        self.coefficients[abs(self.standing_for(literal))] += times

    monkeypatch.setattr(equations._Sum, "add", add)


def count_what_is_ruled_out(monkeypatch):
    def add(self, number, t, times):
        self.add(self.master.first[number] + t, times) if t else None

    monkeypatch.setattr(equations._Sum, "add_signature", add)


def bound_even_sets(monkeypatch):
    real = linear.Weights.limit

    def low(weights):
        return real(weights) - sum(weight for weight, members in weights.sets if len(members) % 2 == 0)

    def any_set(puzzle, row):
        members = frozenset(zip(row[1::2], row[2::2], strict=False))
        if row[0] <= 0 or not members <= puzzle.color.keys():
            raise linear.RejectedError("no set")
        return row[0], members

    monkeypatch.setattr(linear.Weights, "limit", low)
    monkeypatch.setattr(linear, "_odd_set", any_set)


def weigh_sets_below_zero(monkeypatch):
    real = linear._odd_set

    def signed(puzzle, row):
        weight, members = real(puzzle, [abs(row[0]), *row[1:]])
        return (weight if row[0] > 0 else -weight), members

    monkeypatch.setattr(linear, "_odd_set", signed)


def count_gourds_that_leave_a_set(monkeypatch):
    real = linear.Weights.price

    def high(weights, edge):
        crossing = sum(weight for weight, members in weights.sets if (edge[0] in members) != (edge[1] in members))
        return real(weights, edge) + crossing

    monkeypatch.setattr(linear.Weights, "price", high)


def let_prices_be_negative(monkeypatch):
    real = linear.Weights.price
    monkeypatch.setattr(linear.Weights, "price", lambda weights, edge: max(0, real(weights, edge)))


def leave_cells_empty_for_less(monkeypatch):
    real = linear.Weights.price_of_empty
    monkeypatch.setattr(linear.Weights, "price_of_empty", lambda weights, cell: max(0, real(weights, cell)))


def forget_what_the_empty_cell_weighs(monkeypatch):
    real = linear.Weights.limit
    monkeypatch.setattr(linear.Weights, "limit", lambda weights: real(weights) + weights.empty)


def close_what_costs_the_limit(monkeypatch):
    real = linear.affordable
    monkeypatch.setattr(linear, "affordable", lambda things, prices, limit: real(things, prices, limit - 1))


def count_a_gourd_too_many(monkeypatch):
    real = linear.Weights.limit

    def wrong(weights):
        return real(weights) - sum(weight for pair, weight in weights.classes.items() if pair in weights.puzzle.budget)

    monkeypatch.setattr(linear.Weights, "limit", wrong)


def miss_a_way(monkeypatch):
    real = diagram.Sweep.later
    monkeypatch.setattr(diagram.Sweep, "later", lambda sweep, cell: real(sweep, cell)[:2])


def miss_a_cell_that_may_stay_empty(monkeypatch):
    real = diagram.Sweep._least

    def short(sweep, whole):
        sweep.free = set(sorted(sweep.free)[1:]) or sweep.free
        return real(sweep, whole)

    monkeypatch.setattr(diagram.Sweep, "_least", short)


def see_too_little_room(monkeypatch):
    real = diagram.Sweep._least

    def high(sweep, whole):
        least, room = real(sweep, whole)
        return {key: value + (key[1] != diagram.EMPTY) for key, value in least.items()}, room

    monkeypatch.setattr(diagram.Sweep, "_least", high)


def see_no_room_beyond_the_order(monkeypatch):
    real = diagram.Sweep._least
    monkeypatch.setattr(diagram.Sweep, "_least", lambda sweep, whole: real(sweep, whole[: len(sweep.order)]))


def stop_before_the_budget(monkeypatch):
    real = diagram.Sweep.advance

    def strict(sweep, k, layer):
        shift = sweep.shift
        last = [(shift[item], budget) for item, budget in sweep.budget.items() if item != diagram.EMPTY and budget > 1]
        found = real(sweep, k, layer)
        return {
            s: ways for s, ways in found.items() if not any(s >> at & 2 * budget - 1 == budget for at, budget in last)
        }

    monkeypatch.setattr(diagram.Sweep, "advance", strict)


def deal_with_cells_twice(monkeypatch):
    monkeypatch.setattr(diagram, "_order", lambda puzzle, entries: [(q, r) for q, r in entries["order"]])


def end_after_the_last_cell(monkeypatch):
    real = diagram.Sweep.advance
    monkeypatch.setattr(
        diagram.Sweep, "advance", lambda sweep, k, layer: real(sweep, k, layer) if k < len(sweep.order) else {}
    )


def count_states_for_ways(monkeypatch):
    real = diagram.Sweep.advance
    monkeypatch.setattr(diagram.Sweep, "advance", lambda *args: dict.fromkeys(real(*args), 1))


def believe_every_number(monkeypatch):
    class Any(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __ne__(self, other):
            return False

    monkeypatch.setattr(diagram, "str", Any, raising=False)


@pytest.mark.parametrize(
    ("mutant", "kind"),
    [
        (miss_a_way, "diagram"),
        (miss_a_cell_that_may_stay_empty, "diagram"),
        (see_too_little_room, "diagram"),
        (see_no_room_beyond_the_order, "diagram"),
        (stop_before_the_budget, "diagram"),
        (deal_with_cells_twice, "diagram"),
        (end_after_the_last_cell, "diagram"),
        (miss_a_way, "count"),
        (miss_a_cell_that_may_stay_empty, "count"),
        (count_states_for_ways, "count"),
        (believe_every_number, "count"),
        (keep_spent, "decomposition"),
        (lose_a_joined_signature, "decomposition"),
        (name_twice, "decomposition"),
        (reach_too_little, "decomposition"),
        (imply_the_opposite, "decomposition"),
        (miss_an_option, "decomposition"),
        (forget_the_apex, "barrier"),
        (believe_every_lemma, "drat"),
        (keep_spent, "modular"),
        (merge_by_one_clause, "modular"),
        (forget_what_no_says, "modular"),
        (count_what_is_ruled_out, "modular"),
        (bound_even_sets, "linear"),
        (weigh_sets_below_zero, "linear"),
        (count_gourds_that_leave_a_set, "linear"),
        (let_prices_be_negative, "linear"),
        (leave_cells_empty_for_less, "linear"),
        (forget_what_the_empty_cell_weighs, "linear"),
        (close_what_costs_the_limit, "linear"),
        (count_a_gourd_too_many, "linear"),
    ],
)
def test_the_forger_finds_out_an_unsound_checker(monkeypatch, mutant, kind, targets):
    mutant(monkeypatch)
    found = first_accepted(random.Random(5), kind, [target for target in targets if target.instance.board.size < 100])
    assert found is not None
    small = minimized(found)
    assert small.verdict == "valid"
    assert _rows(small) <= _rows(found)
    assert small.certificate.kind in small.describe()
    monkeypatch.undo()
    honest = checked(found.target, kind, dict(small.certificate.data))
    assert honest.verdict == "invalid"


def first_accepted(rng: random.Random, kind: str, targets: list[Target]) -> Forged | None:
    for k in range(8000):
        forged = forge(rng, targets[k // 20 % len(targets)], kind)
        if forged.verdict == "valid":
            return forged
    return None


def _rows(forged: Forged) -> int:
    return sum(len(value) for value in forged.certificate.data.values() if isinstance(value, list))


def test_a_certificate_for_another_instance_needs_its_digest():
    honest = Certificate("counting", "0" * 64, {})
    assert verify.verify_certificate(ROW, honest).reason == "the certificate belongs to another instance"
    assert not verify.verify_certificate(ROW, replace(honest, digest=ROW.digest))
