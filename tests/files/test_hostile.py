"""Small files that unpack or expand to something huge are refused early, in little memory."""

from __future__ import annotations

import gzip
import json
import os
import random
import struct
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest

from gourds import files, shapes
from gourds.errors import COUNTED_FAULTS, KEPT_FAULTS, Fault, Faults, InputError
from gourds.files import formulas, long_plans, raw, sizes, unpacking
from gourds.files.json_values import parse_json
from gourds.instance import Instance

INSTANCE = '{"format": "gourds-instance", "version": 1, "cells": [', '0], "gourds": []}'
PLACEMENT = '{"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": [', "0]}"
CONFIGURATION = '{"format": "gourds-configuration", "version": 1, "cells": [[0, 0]], "gourds": [', "0]}"
PLAN = '{"format": "gourds-plan", "version": 1, "moves": [', "0]}"
NOTED_PLAN = '{"format": "gourds-plan", "version": 1, "note": [', '0], "moves": []}'
CERTIFICATE = '{"format": "gourds-certificate", "version": 1, "kind": "barrier", "cells": [', "0]}"
DRAWING = "gourds drawing 1\nboard:\n", "\ngourds:\n"

HOSTILE = {
    "empty lists": (*INSTANCE, "[],"),
    "objects": (*INSTANCE, '{"":0},'),
    "gourds": (*PLACEMENT, "[[],[]],"),
    "positions": (*CONFIGURATION, "{},"),
    "a note in a plan": (*NOTED_PLAN, "[],"),
    "moves": (*PLAN, '{"to":[]},'),
    "a certificate": (*CERTIFICATE, "[[]],"),
    "symbols": (*DRAWING, "a "),
    "rows": (*DRAWING, "ab\n"),
    "clauses": ("p cnf 9 1\n", "", "1 0\n"),
    "literals": ("p cnf 9 1\n", "0\n", "9 "),
    "triples": ("p 1in3 9 1\n", "", "1 2 3 0\n"),
    "spaces": ("", "", " "),
    "a wide space": ("\u3000\U0001f600", "", " "),
}


def pack(path: Path, head: str, tail: str, unit: str, size: int) -> None:
    """Write a file of so many bytes, packed. What was flushed in full stands by itself, so it is packed once and repeated."""
    block = (unit * (2**20 // len(unit))).encode()
    checksum, length, packed = 0, 0, b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
    for part, times in ((head.encode(), 1), (block, size // len(block)), (tail.encode(), 1)):
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed += (packer.compress(part) + packer.flush(zlib.Z_FULL_FLUSH)) * times
        length += len(part) * times
        for _ in range(times):
            checksum = zlib.crc32(part, checksum)
    end = zlib.compressobj(6, zlib.DEFLATED, -15).flush()
    path.write_bytes(packed + end + struct.pack("<II", checksum, length & 0xFFFFFFFF))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_small_file_takes_little_memory(tmp_path, gourds, monkeypatch, name):
    """With an eighth of all limits, 16 MiB are as bad as 128."""
    for module, limit in ((sizes, "MAX_MEMORY"), (raw, "MAX_BYTES"), (unpacking, "SMALL")):
        monkeypatch.setattr(module, limit, getattr(module, limit) // 8)
    path = tmp_path / "hostile.gz"
    pack(path, *HOSTILE[name], 16 * 2**20)
    assert path.stat().st_size < 2**17
    (tmp_path / "sound.txt").write_text("gourds drawing 1\nboard:\n a a\n  a\ngourds:\n a a 1\n")
    own = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    done = gourds(*(["verify", tmp_path / "sound.txt"] if name == "a certificate" else ["info"]), path)
    assert (done.returncode, done.stdout) == (2, "")
    expect_one_line(done.stderr, path)
    assert gourds.peak - own < 2**28


@pytest.mark.parametrize(("name", "mebibytes"), [("rows", 128), ("empty lists", 400)])
def test_a_small_file_takes_little_memory_of_a_process(tmp_path, name, mebibytes):
    path = tmp_path / "hostile.gz"
    pack(path, *HOSTILE[name], mebibytes * 2**20)
    assert path.stat().st_size < 2**20
    program = f"import sys; from gourds.cli.app import run; sys.exit(run(['info', {str(path)!r}]))"
    with (tmp_path / "err").open("wb") as err:
        child = subprocess.Popen([sys.executable, "-c", program], stdout=err, stderr=err)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    said = (tmp_path / "err").read_text()
    assert child.returncode == 2, said[:500]
    expect_one_line(said, path)
    assert used.ru_maxrss < 2_000_000  # kB


def expect_one_line(said: str, path: Path) -> None:
    assert said.startswith(f"gourds: {path}: ")
    assert said.count("\n") == 1
    assert len(said) < 1000


# -- what a text takes ----------------------------------------------------------------------------------------------


def random_value(rng: random.Random, depth: int = 3) -> object:
    """JSON that takes much more memory than text."""
    match rng.randrange(7 if depth else 4):
        case 0:
            return rng.choice([0, 1000, -(2**40), 10**20, 1.5, None, True])
        case 1:
            return "".join(rng.choice("abé😀") for _ in range(rng.randrange(4)))
        case 2:
            return rng.choice([[], {}])
        case 3:
            return {f"k{rng.random()}": 0 for _ in range(rng.randrange(8))}
        case 4:
            return {"": random_value(rng, depth - 1)}
        case _:
            return [random_value(rng, depth - 1) for _ in range(rng.randrange(4))]


def peak_of(read, text: str) -> int:
    tracemalloc.start()
    try:
        read(text)
        return tracemalloc.get_traced_memory()[1] + sys.getsizeof(text)
    except InputError:
        return tracemalloc.get_traced_memory()[1] + sys.getsizeof(text)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("seed", range(40))
def test_json_takes_no_more_than_was_estimated(seed):
    rng = random.Random(seed)
    unit = json.dumps([random_value(rng) for _ in range(rng.choice([1, 1, 2, 5]))], separators=(",", ":"))
    text = f"[{','.join([unit[1:-1]] * 5_000)}]"
    assert peak_of(parse_json, text) < sizes.json_bytes(text) * 1.1 + 2**16


@pytest.mark.parametrize("unit", ["[],", "{},", "[0],", "[[]],", "1.5,", "999,", '"ab",', '{"":0},', '["ab"],'])
def test_json_of_few_characters_takes_no_more_than_was_estimated(unit):
    text = f"[{unit * 20_000}0]"
    assert peak_of(parse_json, text) < sizes.json_bytes(text) * 1.1 + 2**16


@pytest.mark.parametrize("name", ["symbols", "rows", "clauses", "literals", "triples"])
def test_lines_take_no_more_than_was_estimated(name, monkeypatch):
    head, tail, unit = HOSTILE[name]
    text = head + unit * 20_000 + tail
    peak = peak_of(files.loads, text)
    monkeypatch.setattr(sizes, "MAX_MEMORY", int(peak / 1.6))
    with pytest.raises(InputError, match="too large: to read it would take more than"):
        files.loads(text)


def test_the_limit_is_one_of_values_not_of_bytes(monkeypatch):
    monkeypatch.setattr(sizes, "MAX_MEMORY", 2**20)
    for text in ("[" + "[]," * 20_000 + "0]", '{"a":' * 10_000):
        with pytest.raises(InputError, match="too large"):
            parse_json(text)
    assert parse_json('"' + "x" * 500_000 + '"') == "x" * 500_000
    assert parse_json("[" + "[]," * 5_000 + "0]")


def test_a_sound_instance_of_a_million_cells_is_far_from_the_limit():
    """What is estimated for fifty thousand cells with long names, times twenty."""
    cells = shapes.parallelogram(49, 1021)
    names = [f"color {k % 40}" for k in range(len(cells))]
    instance = Instance.build(cells, names, [(names[0], names[0], len(cells) // 2)])
    assert 20 * sizes.json_bytes(files.to_text(instance)) < sizes.MAX_MEMORY // 2


def test_values_of_long_plans_are_limited_together(monkeypatch):
    moves = '{"gourd": 1, "kind": "turn", "to": [[0, 0], [1, 0]]}, ' * 30_000
    plan = '{{"format": "gourds-plan", "version": 1, {} "moves": [{}{}]}}'
    last = '{"gourd": 1, "kind": "turn", "to": [[0, 0], [1, 0]]}'
    monkeypatch.setattr(sizes, "MAX_MEMORY", 2**22)
    assert len(files.loads(plan.format("", moves, last))) == 30_001
    lists = "[" + "[]," * 13_000 + "0]"
    assert len(files.loads(plan.format(f'"a": {lists},', moves, last))) == 30_001
    noted = last.replace('"gourd"', f'"note": {lists}, "gourd"')
    assert len(files.loads(plan.format("", moves + f"{noted}, " * 3, last))) == 30_004  # notes are not kept
    larger = noted.replace(lists, "[" + "[]," * 26_000 + "0]")
    for text in (
        plan.format(f'"a": {lists}, "b": {lists},', moves, last),
        plan.format("".join(f'"k{k}": 0, ' for k in range(15_000)), moves, last),
        plan.format("", moves + f"{larger}, ", last),
        plan.format('"moves": [],', moves, last),
    ):
        assert long_plans.is_long_plan(text)
        with pytest.raises(InputError, match=r"too large|'moves': this key stands twice"):
            files.loads(text)


# -- what packed data hold ------------------------------------------------------------------------------------------


def test_packed_data_are_limited_by_their_size(monkeypatch):
    monkeypatch.setattr(unpacking, "SMALL", 2**16)
    few, many = gzip.compress(bytes(2**16)), gzip.compress(bytes(2**20))
    assert unpacking.unpacked_file(few, 2**30) == bytes(2**16)
    with pytest.raises(InputError, match="too large: more than"):
        unpacking.unpacked_file(many, 2**30)
    noise = random.Random(1).randbytes(2**20)
    assert unpacking.unpacked_file(gzip.compress(noise), 2**20) == noise
    with pytest.raises(InputError, match="more than 1,048,575 bytes"):
        unpacking.unpacked_file(gzip.compress(noise), 2**20 - 1)


@pytest.mark.parametrize("cut", [1, 5, 20, 40])
def test_damaged_gzip_data(cut):
    with pytest.raises(InputError, match="gzip data: damaged or cut short"):
        unpacking.unpacked_file(gzip.compress(random.Random(2).randbytes(100))[:-cut], 2**20)


def test_texts_with_rare_characters_are_limited_to_a_quarter(tmp_path, monkeypatch):
    monkeypatch.setattr(raw, "MAX_BYTES", 2**12)
    (tmp_path / "plain").write_text("c" * 2**11)
    (tmp_path / "rare").write_text("c" * 2**11 + "😀")
    assert len(raw.read_text(tmp_path / "plain")) == 2**11
    with pytest.raises(InputError, match="too large"):
        raw.read_text(tmp_path / "rare")


# -- faults are counted -----------------------------------------------------------------------------------------------


def test_faults_beyond_some_hundreds_are_counted():
    faults = Faults(Fault(f"cells[{k}]", "wrong") for k in range(5000))
    error = InputError(faults).in_source("x.json")
    assert error.faults == tuple(faults)
    assert len(error.faults) == KEPT_FAULTS
    assert str(error).endswith("cells[2]: wrong (and 4,997 more faults)")
    more = Faults([Fault("", "first")])
    more += faults
    assert (len(more.kept), len(more)) == (KEPT_FAULTS, 5001)


def test_reading_ends_when_there_are_too_many_faults():
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield Fault("", "wrong")

    with pytest.raises(InputError, match="and more than 99,997 more faults"):
        raise InputError(endless())
    assert taken == COUNTED_FAULTS


@pytest.mark.parametrize(
    ("name", "count"),
    [("empty lists", 1), ("gourds", 1), ("positions", 2), ("moves", 3), ("symbols", 0), ("rows", 1)],
)
def test_every_reader_counts(name, count):
    head, tail, unit = HOSTILE[name]
    if name == "symbols":
        unit, count = "abc ", 1
    with pytest.raises(InputError) as caught:
        files.loads(head + unit * 3000 + tail)
    assert len(caught.value.faults) == KEPT_FAULTS
    assert 3000 * count <= caught.value.found.count <= 3000 * count + 5


def test_a_formula_without_clauses_costs_nothing():
    with pytest.raises(InputError, match="below 10⁹"):
        files.loads("p cnf 1000000000 0")
    with pytest.raises(InputError, match="more than 10,000,000 variables"):
        files.loads("p 1in3 999999999 0")
    assert files.loads("p cnf 10000000 0").variables == 10_000_000
    assert peak_of(lambda text: formulas.parse_assignment(text, 10_000_000), "v 1 0") < 2**20
