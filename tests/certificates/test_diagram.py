"""Diagrams and counts: they exist where they should, hold in any order, and are written as the docs say."""

from __future__ import annotations

import base64
import random
import tomllib
import zlib
from collections import Counter
from functools import cache

import pytest

import gourds
from gourds.certificates.diagram import Sweep, check_count, check_diagram, numbers, written
from gourds.certificates.entries import RejectedError
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.errors import LimitError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.matching.frontier.diagram import counting_diagram, refuting_diagram
from gourds.placement import Placement
from gourds.running.checking import check_answer
from gourds.running.outcome import Outcome, Status
from gourds.solvers.brute import all_placements
from tests.conftest import ROOT
from tests.solvers.small import small_instance, twin_instance

SEEDS = 250
"""Instances of every sort; 4,000 were tried once."""
FOLDER = ROOT / "instances"
INFEASIBLE = [
    entry["file"]
    for entry in tomllib.loads((FOLDER / "MANIFEST.toml").read_text(encoding="utf-8"))["instance"]
    if entry["verdict"] == "infeasible"
    and entry["cells"] < 20_000
    and not entry["file"].startswith("hard/")
    and Counting(gourds.load(FOLDER / entry["file"])).refutation is None
]
"""A counting law decides the others."""
ROW = Instance.build([(q, 0) for q in range(5)], list("abbab"), [("a", "b", 2)])
"""Its two placements leave the first b or the last one empty."""


@cache
def instances():
    """Instances with their numbers of placements."""
    found = [small_instance(seed) for seed in range(SEEDS)] + [twin_instance(seed) for seed in range(SEEDS // 5)]
    return [(instance, sum(1 for _ in all_placements(instance))) for instance in found]


def test_there_is_a_diagram_iff_there_is_no_placement():
    lengths = Counter()
    for instance, number in instances():
        data = refuting_diagram(instance)
        assert (data is None) == (number > 0 or Counting(instance).refutation is not None)
        if data is not None:
            check = verify_certificate(instance, Certificate("diagram", instance.digest, data))
            assert check, check.reason
            assert check.number == 0
            lengths[min(len(data["layers"]), 3)] += 1
    assert lengths[0] > 5
    assert lengths[3] > 3


def test_the_number_is_that_of_exhaustive_search():
    tried = 0
    for instance, number in instances():
        data = counting_diagram(instance)
        assert (data is None) == (number == 0)
        if data is not None:
            check = verify_certificate(instance, Certificate("count", instance.digest, data))
            assert check, check.reason
            assert check.number == number == int(data["number"])
            tried += 1
    assert tried > 60


def test_the_checker_counts_in_any_order():
    """With all classes, the layers of any order lead to the number; with some, to no less."""
    rng = random.Random(1)
    for instance, number in instances()[:150]:
        puzzle = Puzzle.of(instance)
        if Counting(instance).refutation is not None:
            continue
        order = list(puzzle.color)
        rng.shuffle(order)
        classes = sorted(pair for pair in puzzle.budget if pair[0] != pair[1])
        fewer = [pair for pair in classes if rng.random() < 0.6]
        assert sum(swept(Sweep(puzzle, order, classes))[-1].values()) == number
        assert sum(swept(Sweep(puzzle, order, fewer))[-1].values()) >= number


def swept(sweep):
    layers = [sweep.start]
    for k in range(len(sweep.order)):
        layers.append(sweep.advance(k, layers[-1]))
    return layers


# -- the format, as docs/certificates.md describes it ------------------------------------------------------------------


def read(packed):
    """The numbers in a layer."""
    found, value, shift = [], 0, 0
    for byte in zlib.decompress(base64.b64decode(packed)):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(value)
            value = shift = 0
    assert shift == 0
    return found


def plain_states(instance, order, classes):
    """For every layer the states of partial placements: which cells to come are covered, how often each item is used."""
    cells = instance.board.cell_list()
    color = dict(zip(cells, instance.cell_colors.tolist(), strict=True))
    whole = [*order, *sorted(set(cells) - set(order), key=lambda c: (c[1], c[0]))]
    layers = [Counter({(frozenset(), (0,) * (1 + len(classes))): 1})]
    for k, cell in enumerate(order):
        after = Counter()
        for (covered, used), ways in layers[-1].items():
            if cell in covered:
                after[covered - {cell}, used] += ways
                continue
            after[covered, (used[0] + 1, *used[1:])] += ways
            for other in whole[k + 1 :]:
                pair = tuple(sorted((color[cell], color[other])))
                if other not in covered and gourds.hexgrid.are_adjacent(cell, other) and instance.budgets.get(pair):
                    more = tuple(one + (n > 0 and classes[n - 1] == pair) for n, one in enumerate(used))
                    after[covered | {other}, more] += ways
        layers.append(after)
    return layers[1:], whole


def test_states_are_written_as_the_docs_say():
    tried = 0
    for seed in range(60):
        instance = small_instance(seed)
        data = counting_diagram(instance)
        if data is None or instance.board.size > 15:
            continue
        tried += 1
        order = [(q, r) for q, r in data["order"]]
        classes = sorted(pair for pair, budget in instance.budgets.items() if budget and pair[0] != pair[1])
        layers, whole = plain_states(instance, order, classes)
        budgets = [1, *(instance.budgets[pair] for pair in classes)]
        for k, (packed, states) in enumerate(zip(data["layers"], layers, strict=True)):
            written_down = {}
            for (covered, used), ways in states.items():
                value, shift = 0, 0
                for one, budget in zip(used, budgets, strict=True):
                    value += one << shift
                    shift += len(bin(budget + 1)) - 2
                value += sum(1 << shift + whole.index(cell) - k - 1 for cell in covered)
                written_down[value] = ways
            found = read(packed)
            differences, ways = found[: len(found) // 2], found[len(found) // 2 :]
            numbers_of = [sum(differences[: n + 1]) - 1 for n in range(len(differences))]
            assert dict(zip(numbers_of, ways, strict=True)).items() <= written_down.items()
    assert tried > 10


def test_numbers_of_seven_bits_a_byte():
    assert numbers([0, 1, 127, 128, 300]) == bytes([0, 1, 127, 128, 1, 172, 2])
    assert written([0, 5]) == bytes([1, 5])
    assert written([]) == b""


# -- what is rejected ------------------------------------------------------------------------------------------------


def rejected(instance, kind, data):
    check = verify_certificate(instance, Certificate(kind, instance.digest, data))
    assert check.verdict.value == "invalid", check.reason
    return check.reason


def test_what_unpacks_to_more_is_not_unpacked():
    data = counting_diagram(ROW)
    bomb = base64.b64encode(zlib.compress(bytes(10**8))).decode()
    for k in range(5):
        layers = [*data["layers"]]
        layers[k] = bomb
        assert "does not hold the states" in rejected(ROW, "count", {**data, "layers": layers})


def test_a_board_that_counting_decides_has_no_diagram():
    totals = Instance.build([(q, 0) for q in range(5)], list("aabbc"), [("b", "b", 2)])
    assert refuting_diagram(totals) is None
    assert counting_diagram(totals) is None
    data = {"order": [], "classes": [], "layers": []}
    assert rejected(totals, "diagram", data) == "counting alone decides this instance"


def test_a_count_is_whole():
    data = counting_diagram(ROW)
    assert check_count(Puzzle.of(ROW), data) == 2
    for wrong in ({"order": data["order"][:4]}, {"layers": data["layers"][:4]}):
        assert "deals with every cell" in rejected(ROW, "count", {**data, **wrong})
    for number in ("3", "02", "2 ", 2, None, "0"):
        assert rejected(ROW, "count", {**data, "number": number}) == "the number is 2, not what the certificate says"


def test_a_diagram_of_a_feasible_board_never_ends():
    with pytest.raises(RejectedError, match="not empty"):
        check_diagram(Puzzle.of(ROW), {"order": [[0, 0]], "classes": [], "layers": []})
    data = counting_diagram(ROW)
    layers = [base64.b64encode(zlib.compress(written(sorted(layer)))).decode() for layer in swept_row()]
    whole = {"order": data["order"], "classes": [[0, 1]], "layers": layers}
    assert rejected(ROW, "diagram", whole) == "the order has no more cells"


def swept_row():
    return swept(Sweep(Puzzle.of(ROW), [(q, r) for q, r in counting_diagram(ROW)["order"]], [(0, 1)]))[1:]


def test_a_count_is_no_proof_that_there_is_none():
    """It is valid, and says that the answer is wrong."""
    certificate = Certificate("count", ROW.digest, counting_diagram(ROW))
    checked = check_answer(ROW, Outcome(Status.INFEASIBLE, certificate=certificate))
    assert checked.wrong == "certificate"
    assert checked.faults == ("it proves 2 placements",)
    assert gourds.verify(ROW, certificate).number == 2
    assert gourds.verify(ROW, Placement((1, 0), [((0, 0), (2, 0))])).number is None


# -- what is written -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", INFEASIBLE)
def test_every_zero_of_a_committed_instance_has_a_diagram(name):
    instance = gourds.load(FOLDER / name)
    result = gourds.solve(instance, "frontier", proof=True, isolate=False)
    assert result.certificate.kind == "diagram"
    assert verify_certificate(instance, result.certificate)
    assert len(result.certificate.to_text()) < 200_000


def test_the_hexagon_of_37_cells():
    for colors, number in ((1, 3238572), (3, 36941)):
        instance = gourds.generate("hexagon", radius=3, colors=colors, seed=1)
        certificate = gourds.certify_count(instance)
        assert len(certificate.to_text()) < 20_000
        assert gourds.verify(instance, certificate).number == number == gourds.count(instance)


def test_limits():
    instance = gourds.generate("hexagon", radius=3, colors=3, seed=1)
    with pytest.raises(LimitError, match="more than 1,000 states"):
        counting_diagram(instance, max_states=1000)
    with pytest.raises(LimitError, match="out of time"):
        counting_diagram(instance, deadline=0.0)
    with pytest.raises(LimitError, match="up to 5,000 cells"):
        counting_diagram(gourds.generate("strip", size=5001, colors=1, seed=1))
