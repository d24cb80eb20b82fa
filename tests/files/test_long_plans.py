"""Long plans are read in another way than short ones, to the same result; they are written and packed in parts."""

from __future__ import annotations

import gzip
import json
import random
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds import files, shapes
from gourds.board import Board
from gourds.errors import KEPT_FAULTS, InputError
from gourds.files import long_plans, plans, raw
from gourds.moves import CHUNK, Plan, Walk
from gourds.reconfigure.scrambles import random_configuration
from tests.files.position_strategies import plans as any_plans
from tests.files.test_fuzz import damaged, damaged_values
from tests.strategies import SEEDS


def outcome(text: str) -> object:
    """The value, or what is wrong."""
    try:
        return files.loads(text)
    except InputError as error:
        # The words and columns of syntax errors differ between versions of Python where ours are the oldest ones'.
        syntax = "not JSON" in str(error) and sys.version_info >= (3, 13)
        return "not JSON" if syntax else str(error)


def compare(monkeypatch: pytest.MonkeyPatch, text: str, block: int) -> object:
    """What both ways say."""
    with monkeypatch.context() as patch:
        patch.setattr(long_plans, "MANY", len(text))
        assert not long_plans.is_long_plan(text)
        general = outcome(text)
        patch.setattr(long_plans, "MANY", 0)
        patch.setattr(long_plans, "BLOCK", block)
        patch.setattr(long_plans, "WINDOW", 64)
        incremental = outcome(text)
    assert incremental == general, text
    return general


@given(any_plans(20), st.integers(1, 1000), SEEDS)
def test_the_two_ways_agree_on_any_spelling(plan, block, seed):
    """Notes in some moves, keys in any order, other white space."""
    rng = random.Random(seed)
    document = json.loads(files.to_text(plan))
    is_noted, is_turned = rng.random() * 0.4, rng.choice([0, 0.1, 1])
    for move in document["moves"]:
        if rng.random() < is_noted:
            move["note"] = rng.choice([None, "}", "]", [{}], {"gourd": 2}, "\\", '"', 1e99])
        if rng.random() < is_turned:
            move["gourd"] = move.pop("gourd")  # last in order
    if rng.random() < 0.5:
        document["note"] = rng.choice(["ü", 3])
    separators = rng.choice([(",", ":"), (", ", ": "), (" \t,", "\r\n:\n")])
    text = json.dumps(document, indent=rng.choice([None, 0, 1]), separators=separators)
    with pytest.MonkeyPatch.context() as patch:
        assert compare(patch, text, block) == plan
        assert compare(patch, files.to_text(plan), block) == plan


def test_blocks_may_end_anywhere(monkeypatch):
    """In a number, in a word, in white space before or after a comma."""
    moves = [{"gourd": -g, "kind": "pivot", "to": [[g, 10], [g, 11]]} for g in range(9, 13)]
    for separators in ((",", ":"), (" \n , \t", " \r : ")):
        text = json.dumps({"format": "gourds-plan", "version": 1, "moves": moves}, separators=separators)
        for block in range(1, len(text)):
            assert isinstance(compare(monkeypatch, text, block), Plan)


@pytest.mark.parametrize("part", range(2))
def test_the_two_ways_agree_on_damaged_plans(part, monkeypatch):
    rng = random.Random(part)
    moves = [
        {"gourd": g, "kind": kind, "to": [[g, -1], [-20 * g, 0]]}
        for g, kind in enumerate(["slide", "turn", "pivot"] * 3, start=-1)
    ]
    spelled = json.dumps({"format": "gourds-plan", "version": 1, "moves": moves})
    short = '{"format": "gourds-plan", "moves": [' + json.dumps(moves[2]) + ', 1], "version": 1}'
    texts = [files.to_text(files.loads(spelled)), spelled, json.dumps(json.loads(spelled), indent=2), short]
    sound = faulty = broken = 0
    for _ in range(1500):
        text = rng.choice(texts)
        data = damaged_values(rng, text) if rng.random() < 0.4 else damaged(rng, text.encode())
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        if not text.lstrip().startswith("{"):
            continue
        found = compare(monkeypatch, text, rng.choice([1, 40, 200, 10**4]))
        sound += isinstance(found, Plan)
        faulty += isinstance(found, str) and "moves[" in found
        broken += isinstance(found, str) and "not JSON" in found
    assert min(sound, faulty, broken) > 15


@pytest.mark.parametrize(
    "spelling",
    [
        "01", "-01", "+1", "1.0", "1e0", "1E2", "-", "", "--1", "0x1", "1_0", "true", "null", '"1"', "1 2", "NaN",
        "9" * 19, "9" * 18, "-" + "9" * 18, str(2**63 - 1), str(2**63), str(-(2**63)), str(2**30), str(2**30 - 1),
        str(1 - 2**30), str(-(2**30)), "-0", "0", "12 ", "\t\n\r12", "\v12", "\u00a012", "1,", "[1]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("place", ["gourd", "q"])
def test_the_two_ways_agree_on_numbers(spelling, place, monkeypatch):
    gourd, q = (spelling, "5") if place == "gourd" else ("5", spelling)
    plain = '{"gourd": 1, "kind": "turn", "to": [[0, 0], [1, 0]]}'
    move = f'{{"gourd": {gourd}, "kind": "turn", "to": [[0, 0], [{q}, 0]]}}'
    text = f'{{"format": "gourds-plan", "version": 1, "moves": [{plain}, {move}, {plain}]}}'
    compare(monkeypatch, text, 10**4)


def test_every_prefix_of_a_plan(monkeypatch):
    moves = [{"gourd": 1, "kind": "turn", "to": [[0, 0], [1, 0]]}] * 3
    text = json.dumps({"format": "gourds-plan", "version": 1, "moves": moves, "more": [1]})
    for end in range(1, len(text)):
        assert "not JSON" in str(compare(monkeypatch, text[:end], 50))
        compare(monkeypatch, text[:end] + text[end + 1 :], 10**4)


@pytest.mark.parametrize("length", [1, 62, 63, 64, 65, 66, 1023, 1024, 1025, 1100])
def test_values_may_end_anywhere_in_a_window(length, monkeypatch):
    """A number that is cut is still a number."""
    move = '{"gourd": 1, "kind": "turn", "to": [[0, 0], [1, 0]]}'
    for note in ("1" * length, f'"{"x" * length}"', f"[{'0,' * length}0]", f"[{' ' * length}]", f"tr{'u' * length}e"):
        noted = move.replace("{", f'{{"note": {note}, ')
        for text in (f'"note": {note}, "moves": [{move}]', f'"moves": [{noted}, {move}]', f'"moves": [{note}, {move}]'):
            compare(monkeypatch, f'{{"format": "gourds-plan", "version": 1, {text}, "more": [{" " * 5000}]}}', 10**4)


def test_most_moves_are_read_by_compiled_code(monkeypatch):
    """Else it would be right, but slow."""
    count, kept = 0, plans.read_move

    def counting(move):
        nonlocal count
        count += 1
        return kept(move)

    monkeypatch.setattr(long_plans, "read_move", counting)
    monkeypatch.setattr(long_plans, "BLOCK", 1 << 18)
    many = Plan(np.arange(30_000), np.arange(30_000, dtype=np.uint8) % 3, np.arange(120_000).reshape(-1, 4) - 60_000)
    document = json.loads(files.to_text(many))
    turned = {**document, "moves": [dict(reversed(move.items())) for move in document["moves"]]}
    for text in (files.to_text(many), *map(json.dumps, (document, turned))):
        assert long_plans.is_long_plan(text)
        count = 0
        assert files.loads(text) == many
        assert 0 < count < 12


def test_faults_of_long_plans_stop_at_some_number(monkeypatch):
    monkeypatch.setattr(long_plans, "MANY", 0)
    text = json.dumps({"format": "gourds-plan", "version": 1, "moves": [7] * 5000})
    with pytest.raises(InputError) as caught:
        files.loads(text)
    assert len(caught.value.faults) == KEPT_FAULTS
    assert str(caught.value).endswith("(and 4,997 more faults)")
    monkeypatch.setattr(long_plans, "MANY", len(text))
    with pytest.raises(InputError) as again:
        files.loads(text)
    assert again.value.faults == caught.value.faults


# -- writing in parts ---------------------------------------------------------------------------------------------


def back_and_forth(moves: int):
    """Three gourds and a legal walk of any length."""
    start = random_configuration(Board.from_cells(shapes.hexagon(1)), 3)
    from gourds.moves import legal_walk_steps

    there = Walk.from_cells(start.board.cells[[start.empty, legal_walk_steps(start)[0]]])
    back = there.reversed()
    return start, Walk(there.start, np.resize(np.concatenate((there.steps, back.steps)), moves))


@pytest.mark.parametrize("name", ["plan.json", "plan.json.gz"])
def test_a_plan_of_several_chunks(tmp_path, name):
    start, walk = back_and_forth(2 * CHUNK + 3)
    files.save_plan(start, walk, tmp_path / name)
    found = files.load_plan(tmp_path / name)
    assert len(found) == len(walk)
    assert (found.gourds == found.gourds[0]).all()
    assert np.array_equal(found.to[2:], found.to[:-2])
    data = (tmp_path / name).read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    assert text == files.to_text(found)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@given(st.lists(st.binary(max_size=2000), max_size=6))
def test_parts_are_packed_as_the_whole_is(tmp_path_factory, parts):
    folder = tmp_path_factory.mktemp("parts")
    raw.write_parts(folder / "parts.gz", iter(parts))
    raw.write_bytes(folder / "whole.gz", b"".join(parts))
    packed = (folder / "parts.gz").read_bytes()
    assert packed == (folder / "whole.gz").read_bytes()
    assert gzip.decompress(packed) == b"".join(parts)
    assert packed[4:8] == b"\0\0\0\0"  # no time: the same bytes whenever it is done


@pytest.mark.parametrize("name", ["out", "out.gz"])
def test_parts_that_cannot_be_made(tmp_path, name):
    """Whatever goes wrong on the way, the file stays as it was."""

    def parts(error):
        yield b"x" * 10**6
        raise error

    target = tmp_path / name
    for before in (None, b"before"):
        if before is not None:
            target.write_bytes(before)
        for error in (InputError("on purpose"), KeyboardInterrupt(), MemoryError()):
            with pytest.raises(type(error)):
                raw.write_parts(target, parts(error))
            assert (target.read_bytes() if target.exists() else None) == before
            assert len(list(tmp_path.iterdir())) == (before is not None)


def test_parts_into_a_pipe(tmp_path):
    import os
    import threading

    os.mkfifo(tmp_path / "pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    raw.write_parts(tmp_path / "pipe", [b"one ", b"two"])
    reader.join()
    assert got == [b"one two"]
