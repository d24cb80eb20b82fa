"""Certificates that no plan is shorter: those of the search hold, forged ones do not, and a checker with a hole is found out."""

from __future__ import annotations

import base64
import random
import time
import types
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.certificates import pair as pairs
from gourds.certificates import shortest as checker
from gourds.certificates import verify
from gourds.certificates.entries import RejectedError
from gourds.certificates.pair import Pair
from gourds.configuration import Configuration
from gourds.errors import InputError, InternalError, LimitError
from gourds.files.certificates import Certificate
from gourds.reconfigure.scrambles import random_configuration, scramble
from gourds.reconfigure.search.exact.layers import certify
from gourds.reconfigure.search.exact.shortest import plan
from gourds.reconfigure.task import Options, Task
from gourds.running.verifying import pair_of, verify_pair_limited
from tests.forging import shortest as forger
from tests.forging.forgery import Forgery, run
from tests.forging.shortest_definition import Game, is_proof
from tests.reconfigure.plain_search import plain_distances, state_of
from tests.strategies import SEEDS, boards

FORGERIES = 500
"""How many the suite tries; 100,000 were tried once."""


def task_on(board: Board, seed: int) -> Task:
    try:
        return Task.build(random_configuration(board, seed), random_configuration(board, seed + 1))
    except InputError:  # gourds cannot cover it
        assume(False)
        raise


def reason(task: Task, certificate: Certificate) -> str:
    """What the checker says, of a file."""
    check = verify.verify_pair(pair_of(task.start, task.target), Certificate.from_text(certificate.to_text()))
    return f"{check.verdict.value}: {check.reason}"


def game_of(task: Task) -> Game:
    return Game(frozenset(task.board.cell_list()), tuple(task.start.end_cells()), tuple(task.target.end_cells()))


@settings(max_examples=40)
@given(boards(max_size=9, odd=True), SEEDS)
def test_what_a_plain_search_finds_can_be_certified_and_no_more(board, seed):
    task = task_on(board, seed)
    moves = plain_distances(task.start).get(state_of(task.target))
    made = certify(task, moves, Options())
    assert reason(task, made).startswith(
        "valid: no plan has fewer than" if moves is not None else "valid: there is no plan"
    )
    assert made.data["moves"] == moves
    if board.size <= 7:
        assert is_proof(game_of(task), dict(made.data))
    if moves is None:
        return
    for fewer in {0, moves // 2, max(0, moves - 1)}:
        assert reason(task, certify(task, fewer, Options())).startswith(f"valid: no plan has fewer than {fewer} moves")
    assert reason(task, certify(task, moves + 1, Options())).startswith("invalid: ")
    for more in (moves + 1, moves + 2):
        if moves:
            with pytest.raises(InternalError):
                certify(task, more + 1, Options())
        assert reason(task, replace(made, data={**made.data, "moves": more})).startswith("invalid")
    assert reason(task, replace(made, data={**made.data, "moves": None})).startswith("invalid")


@pytest.mark.parametrize("block", [3, checker.BLOCK])
@pytest.mark.parametrize(("radius", "moves"), [(2, 14), (3, 9), (4, 7)])
def test_large_boards_have_configurations_that_no_word_holds(monkeypatch, radius, moves, block):
    """Those of 37 cells and more are told apart by bytes; and their moves come in many blocks."""
    monkeypatch.setattr(checker, "BLOCK", block)
    start = random_configuration(Board.from_cells(shapes.hexagon(radius)), 5)
    task = Task.build(start, scramble(start, moves, 3))
    found = plan(task, Options())
    made = certify(task, found.lower_bound, Options())
    assert reason(task, made).startswith("valid")
    side = checker.Side(pair_of(task.start, task.target), (0,) * len(start.ids), (0,) * len(start.ids), 0)
    assert (side.keys[0].dtype.kind == "i") == (radius == 2)
    for key in ("forth", "back"):
        for k, text in enumerate(made.data[key]):
            bits = list(forger.unpacked(text))
            if 1 in bits:
                bits[bits.index(1)] = 0
                less = [*made.data[key][:k], forger.packed(bits), *made.data[key][k + 1 :]]
                assert reason(task, replace(made, data={**made.data, key: less})).startswith("invalid")


def test_pairs_of_nineteen_cells():
    """The search ends on them in a moment; the table of docs/certificates.md has harder ones."""
    board = Board.from_cells(shapes.hexagon(2))
    for seed in (6, 16):
        task = Task.build(random_configuration(board, seed), random_configuration(board, seed + 1))
        found = plan(task, Options())
        if found.stats["configurations"] < 200_000:
            made = certify(task, found.lower_bound, Options())
            assert reason(task, made).startswith("valid")
            assert made.data["configurations"] > 1_000


def test_a_certificate_that_is_not_ready_in_time_is_none():
    task = Task.build(*(random_configuration(Board.from_cells(shapes.hexagon(2)), seed) for seed in (1, 2)))
    with pytest.raises(LimitError, match="out of time"):
        certify(task, 30, Options(deadline=0.0))
    with pytest.raises(LimitError, match="out of memory"):
        certify(task, 30, Options(), memory=1000)


def test_limits_and_files_of_strangers(monkeypatch):
    task = Task.build(*(random_configuration(Board.from_cells(shapes.parallelogram(3, 3)), seed) for seed in (1, 2)))
    found = plan(task, Options())
    made, pair = certify(task, found.lower_bound, Options()), pair_of(task.start, task.target)
    assert verify_pair_limited(pair, made)
    assert verify_pair_limited(pair, made.to_text(), planned=found.lower_bound)
    check = verify_pair_limited(pair, made.to_text(), planned=found.lower_bound + 1)
    assert check.reason.startswith(
        f"the plan has {found.lower_bound + 1} moves, the proof says: no plan has fewer than"
    )
    with monkeypatch.context() as slow:
        # A check that ends while its supervisor waits for a processor would be in time.
        slow.setattr("gourds.running.verifying.verify_pair", lambda *_: time.sleep(60))
        assert verify_pair_limited(pair, made, time_limit=1e-9).verdict.value == "timeout"
    with pytest.raises(InputError, match="damaged"):
        verify_pair_limited(pair, made.to_text().replace('"moves": ', '"moves": 1'))
    bomb = base64.b64encode(zlib.compress(bytes(10**7))).decode()
    packed = replace(made, data={**made.data, "forth": [bomb, *made.data["forth"][1:]]})
    assert "too many marks" in verify_pair_limited(pair, packed, memory_limit=1000).reason


def test_certificates_are_about_one_pair():
    board = Board.from_cells(shapes.hexagon(1))
    first, second, third = (random_configuration(board, seed) for seed in (1, 2, 3))
    task = Task.build(first, second)
    made = certify(task, plan(task, Options()).lower_bound, Options())
    for others in ((second, first), (first, third), (third, second)):
        check = verify.verify_pair(pair_of(*others), made)
        assert check.reason == "the certificate belongs to another start or target"
        forged = replace(made, digest=pair_of(*others).digest)
        assert not verify.verify_pair(pair_of(*others), forged) or others == (second, first)
    assert verify.verify_pair(pair_of(first, second), replace(made, kind="counting")).reason.endswith("an instance")
    moved = Configuration.build(
        board.cells + 1, first.ids, [((a + 1, b + 1), (c + 1, d + 1)) for (a, b), (c, d) in first.end_cells()]
    )
    with pytest.raises(InputError, match="the board is not that of the start"):
        pair_of(first, moved)
    renamed = Configuration.from_indices(board, (1, 2, 4), first.ends)
    with pytest.raises(InputError, match="the gourds are not those of the start"):
        pair_of(first, renamed)


def test_the_digest_is_as_the_docs_say():
    pair = Pair(((1, 0), (0, 0), (0, 1)), (7,), (((0, 0), (1, 0)),), (((0, 1), (0, 0)),))
    import hashlib
    import struct

    numbers = [3, 0, 0, 1, 0, 0, 1, 7, 0, 0, 1, 0, 0, 1, 0, 0]
    assert pair.digest == hashlib.sha256(struct.pack(f"<{len(numbers)}q", *numbers)).hexdigest()
    assert (
        Pair(((0, 0), (0, 1), (1, 0)), *[getattr(pair, name) for name in ("ids", "start", "target")]).digest
        == pair.digest
    )


@pytest.mark.parametrize(
    "start",
    [
        (((0, 0), (2, 0)), ((3, 0), (4, 0))),
        (((0, 0), (1, 0)), ((1, 0), (2, 0))),
        (((0, 0), (1, 0)),),
        (((0, 0), (1, 0)), ((9, 0), (10, 0))),
    ],
)
def test_what_is_no_configuration_is_rejected(start):
    cells = tuple((q, 0) for q in range(5))
    pair = Pair(cells, (1, 2), start, (((0, 0), (1, 0)), ((2, 0), (3, 0))))
    with pytest.raises(RejectedError):
        checker.check_shortest(pair, {"moves": 0, "configurations": 0, "forth": [], "back": []})


def test_the_moves_are_those_of_the_definition_and_can_be_taken_back():
    """Every pose and empty cell of a board with all sorts of places, against the replay's reading of the paper."""
    cells = tuple(Board.from_cells(shapes.hexagon(2)).cell_list())
    pair = Pair(cells, (), (), ())
    game = Game(frozenset(cells), (), ())
    pose_of = {number: pose for pose, number in pair.number.items()}
    found = Counter((pose_of[pose], empty, pose_of[new]) for pose, empty, new in pair.moves)
    expected = Counter(
        (pose, empty, new)
        for pose in pair.number
        for empty in set(cells) - set(pose)
        for new in game.moved(pose, empty)
    )
    assert found == expected
    for (u, v), empty, (x, y) in found:
        left = ({u, v, empty} - {x, y}).pop()
        assert ((x, y), left, (u, v)) in found


# -- forgeries --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def forged() -> list[Forgery]:
    cases: list[Forgery] = []

    def forge(rng: random.Random) -> Forgery:
        cases.append(forger.forge(rng))
        return cases[-1]

    tally = run(forge, 3, count=FORGERIES)
    assert not tally.disputed, tally.disputed[0].describe()
    assert tally.accepted > FORGERIES / 10
    assert tally.rejected > 300
    names = {function.__name__ for function in (*forger.LIES, *forger.CHANGES)}
    assert set(tally.changes) == names | {"claim", "another game"}
    return cases


def test_no_forgery_passes(forged):
    """Also in small blocks. What says something false is rejected: the forger makes sure of it."""
    assert sum("claim" in case.changes and not case.is_right for case in forged) > 150


def without(check: str, start: str = "_expect(") -> tuple[str, str]:
    """The checker without one of its checks."""
    return f"{start}{check}", f"{start}True or {check}"


HOLES = {
    "nothing need be listed": without("not missing.any()"),
    "the sides may meet": without("not _are_in(*listed).any()"),
    "the last step is forgotten": without("not _are_in(beyond, listed[1]).any()"),
    "the reachable need not be closed": without("bool(_are_in(beyond, listed[0]).all())"),
    "layers may be missing": ("len(forth) + len(back) == max", "len(forth) + len(back) <= max"),
    "the bound is one too high": ("self.limit - k - 1)", "self.limit - k - 2)"),
    "the bound is too high in the last step": ("self.limit - len(self.keys)", "self.limit - len(self.keys) - 2"),
    "the bound is for the other end": ("pair.distances(goal)", "pair.distances(origin)"),
    "the bound alone proves too much": ("due_at_first > limit", "due_at_first >= limit"),
    "configurations are mixed up": ("base**k for k", "k for k"),
    "a gourd does not count": ("enumerate(self.bound)", "enumerate(self.bound[1:])"),
    "marks may be beyond the bound": without("bool(is_near[is_marked].all())"),
    "configurations may come twice": without("not (new[1:] == new[:-1]).any()"),
    "configurations may come again": without("not _are_in(new, known).any()"),
    "marks may be too few": without("len(is_marked) == len(block.poses)"),
    "marks may be too many": without("len(bits) == -(-at // 8) * 8 and not bits[at:].any()"),
    "any number of configurations": without("""entries["configurations"] == count"""),
    "sides from the target for no plan": without("not back, "),
    "white space": ("strict_mode=True", "strict_mode=False"),
    "bytes may follow": ("unpacker.eof and not unpacker.unused_data", "unpacker.eof"),
    "a layer may be cut": ("unpacker.eof and not", "not"),
    "other entries": ("    expect_keys(", "    lambda *_: expect_keys("),
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_in_the_checker_is_found_out(monkeypatch, forged, hole):
    old, new = HOLES[hole]
    text = Path(checker.__file__).read_text(encoding="utf-8")
    assert text.count(old) == 1
    module = types.ModuleType("gourds.certificates.shortest_with_a_hole")
    exec(compile(text.replace(old, new), "hole", "exec"), vars(module))
    monkeypatch.setattr(verify, "check_shortest", module.check_shortest)
    assert disputed(forged)


def disputed(cases: list[Forgery]) -> bool:
    """Whether the checker is wrong about one of them."""
    for case in cases:
        cells, start, target = case.documents["game"]
        try:
            says = forger.accepts(Game(frozenset(cells), start, target), case.documents["data"])
        except InputError:
            says = False
        except Exception:
            return True
        if says is not case.is_right:
            return True
    return False


def test_the_checker_without_a_hole_is_not_found_out(monkeypatch, forged):
    monkeypatch.setattr(checker, "BLOCK", 2)
    assert not disputed(forged)


def forget_a_pivot(self):
    found = {}
    for pose, empty, new in REAL_MOVES(self):
        found.setdefault((pose, empty), new)
    return [(pose, empty, new) for (pose, empty), new in found.items()]


def forget_slides_and_turns(self):
    pivots = Counter((pose, empty) for pose, empty, _ in REAL_MOVES(self))
    return [move for move in REAL_MOVES(self) if pivots[move[0], move[1]] == 2]


REAL_MOVES = pairs.Pair.moves.func
REAL_DISTANCES = pairs.Pair.distances


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("moves", property(forget_a_pivot)),
        ("moves", property(forget_slides_and_turns)),
        ("distances", lambda self, poses: 2 * REAL_DISTANCES(self, poses)),
        ("distances", lambda self, poses: REAL_DISTANCES(self, poses) + 1),
        ("distances", lambda self, poses: 0 * REAL_DISTANCES(self, poses)),
    ],
)
def test_wrong_moves_or_bounds_are_found_out(monkeypatch, forged, name, broken):
    monkeypatch.setattr(pairs.Pair, name, broken)
    assert disputed(forged)


@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_the_same_seed_forges_the_same(seed):
    first, second = (forger.forge(random.Random(seed)) for _ in range(2))
    assert first == second
