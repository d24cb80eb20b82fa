from __future__ import annotations

import bz2
import gzip
import random

import pytest

from gourds.bench.benchexec import xml_reading
from gourds.bench.benchexec.xml_reading import measure, read_results_file
from gourds.errors import InputError
from tests.bench.benchexec.result_files import result, run, write

MUTATIONS = 400
"""Damaged files that are tried."""
TEXT = result(run("a.yml", "true", files="[a.json, b.json]"), run("b.yml", None))


@pytest.mark.parametrize(
    "pack", [bytes, bz2.compress, gzip.compress, lambda data: bz2.compress(data[:99]) + bz2.compress(data[99:])]
)
def test_packed_or_not(tmp_path, pack):
    path = tmp_path / "x"
    path.write_bytes(pack(TEXT.encode()))
    found = read_results_file(path)
    assert found.attributes["tool"] == "Kissat"
    assert [one.attributes["name"] for one in found.runs] == ["a.yml", "b.yml"]
    assert (found.runs[0].line, found.runs[0].files, found.runs[0].hidden) == (7, ["a.json", "b.json"], {"category"})
    assert found.runs[0].measure("memory", "memory") == 104857600
    assert found.systems == (
        {"hostname": "measuring", "os": "Linux", "cpu": "A processor", "cores": "8", "ram": "16777216000B"},
    )


LAUGHS = "".join(f'<!ENTITY a{k + 1} "{f"&a{k};" * 10}">' for k in range(9))
HOSTILE = {
    f'<!DOCTYPE r [<!ENTITY a0 "ha">{LAUGHS}]>\n<result name="&a9;"/>': "line 1: a result file declares no entities",
    '<!DOCTYPE r [\n<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<result>&x;</result>': "line 1: a result file declares",
    '<!DOCTYPE result SYSTEM "http://example.org/x.dtd">\n<result>\n&x;</result>': "line 3: a result file has no entities",
    "<result>\n<run></result>": "line 2, column 8: not XML: mismatched tag",
    "<result>": "line 1, column 9: not XML: no element found",
    "": "line 1, column 1: not XML: no element found",
    "<benchmark/>": "line 1: not a result file of BenchExec: it begins with <benchmark>, not <result>",
    "<result>\n\n<run/></result>": "line 3: a run needs a name",
    "<result>" + "<a>" * 20: "line 1: nested too deeply",
    f"<result><run name='a'>\n<column title='b' value='{'x' * 20_000}'/></run></result>": "line 2: a column is too long",
    "<result>&#0;</result>": "line 1, column 9: not XML: reference to invalid character number",
    "<?xml version='1.0' encoding='no-such'?><result/>": "line 1: not XML: unknown encoding: no-such",
}


@pytest.mark.parametrize(("text", "said"), HOSTILE.items(), ids=range(len(HOSTILE)))
def test_faults_have_their_line(tmp_path, text, said):
    path = write(tmp_path, "x.xml", text)
    with pytest.raises(InputError) as caught:
        read_results_file(path)
    assert f"{path}: {said}" in str(caught.value)


def test_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(xml_reading, "MOST_BYTES", 1000)
    path = tmp_path / "x.bz2"
    for data in (bz2.compress(bytes(10**7)), bytes(1001), gzip.compress(bytes(1001))):
        path.write_bytes(data)
        with pytest.raises(InputError, match="too large"):
            read_results_file(path)
    path.write_bytes(bz2.compress(b"<result/>")[:-3])
    with pytest.raises(InputError, match="bzip2 data: cut short"):
        read_results_file(path)


def test_damaged_files_are_refused_or_read(tmp_path):
    """Nothing but InputError, whatever is done to the bytes."""
    path = tmp_path / "x.xml"
    refused = 0
    for seed in range(MUTATIONS):
        rng = random.Random(seed)
        data = bytearray(TEXT.encode() if seed % 2 else bz2.compress(TEXT.encode()))
        for _ in range(rng.choice((1, 2, 20))):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data[: rng.choice((len(data), rng.randrange(len(data))))])
        try:
            read_results_file(path)
        except InputError:
            refused += 1
    assert MUTATIONS / 2 < refused < MUTATIONS


@pytest.mark.parametrize("text", ["", "s", "-1s", "nan", "inf", "1e999s", "1 day", "1,5s", "1" * 50, "1e14s", "٣s"])
def test_times_that_are_none(text):
    with pytest.raises(InputError, match="here: must be a time in seconds"):
        measure(text, "time", "here")


@pytest.mark.parametrize(("text", "value"), [("1", 1), ("1.5 s", 1.5), ("2ms", 0.002), ("1.e1s", 10), ("1min", 60)])
def test_times(text, value):
    assert measure(text, "time", "") == value
