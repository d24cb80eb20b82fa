"""Names, compression and checksums."""

from __future__ import annotations

import doctest
import gzip
import hashlib
import importlib.util
import lzma
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.encodings.export import SUFFIXES, export
from gourds.errors import InputError
from gourds.packing.compressing import read_packed, write_packed
from gourds.packing.names import file_names, is_packed_path
from gourds.packing.sums import gbd_hash
from gourds.packing.targets import TARGETS
from tests.encodings.small_instances import fair_shares

MODULES = ("names", "sums", "description.markdown", "description.latex")
PACKINGS = ("", "xz", "lzma", "gz")
SAMPLE = 6
"""Instances whose hashes are compared with GBD's own package, if that is there; 312 files were compared by hand."""


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name):
    assert doctest.testmod(import_module(f"gourds.packing.{name}")).failed == 0


@given(st.lists(st.text(max_size=30) | st.just("x" * 200), max_size=5), st.sampled_from(["gourds", "a-b"]))
def test_names_are_plain_and_unique(labels, prefix):
    names = file_names(prefix, labels)
    assert len(set(names)) == len(labels)
    assert all(name.startswith(f"{prefix}-") and is_packed_path(f"instances/{name}.cnf.xz") for name in names)
    assert not any("/" in name or "." in name for name in names)


@pytest.mark.parametrize(
    "path", ["../x.json", "/x.json", "a//b", "a/../b", "A.json", "a b", "a\nb", "", ".x", "a/", None, 3]
)
def test_paths_that_no_pack_has(path):
    assert not is_packed_path(path)


def test_endings_are_those_of_exports():
    assert all(target.ending == SUFFIXES[target.form] for target in TARGETS.values() if target.form != "json")


@pytest.mark.parametrize("packing", PACKINGS)
def test_files_are_the_same_every_time_and_read_by_others(packing, tmp_path):
    text = "".join(f"c größe {k * k}\n" for k in range(5_000))
    first, second = (tmp_path / f"{k}.cnf" for k in (1, 2))
    written = write_packed(first, text, packing)
    assert write_packed(second, text, packing) == written
    assert first.read_bytes() == second.read_bytes()
    assert hashlib.sha256(first.read_bytes()).hexdigest() == written.packed_sha256
    unpack = {"": lambda data: data, "xz": lzma.decompress, "lzma": lzma.decompress, "gz": gzip.decompress}[packing]
    data = unpack(first.read_bytes())
    assert data == text.encode()
    assert (hashlib.sha256(data).hexdigest(), len(data)) == (written.raw_sha256, written.raw_bytes)
    assert read_packed(first, packing, len(data)) == data
    with pytest.raises(InputError, match="more than"):
        read_packed(first, packing, len(data) - 1)


@pytest.mark.parametrize("packing", PACKINGS[1:])
def test_damaged_files_are_told(packing, tmp_path):
    path = tmp_path / "x"
    write_packed(path, "1 -2 0\n" * 1000, packing)
    data = path.read_bytes()
    for wrong in (data[:-9], data + b"more", b"nothing of this kind", b""):
        path.write_bytes(wrong)
        with pytest.raises(InputError, match="damaged"):
            read_packed(path, packing, 10_000)


def test_a_bomb_does_not_go_off(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(lzma.compress(bytes(1 << 22)))
    with pytest.raises(InputError, match="more than"):
        read_packed(path, "xz", 1000)


def test_a_hash_is_of_the_formula_alone():
    cnf = "c one\np cnf 3 2\n1 -3 0\n2 3 -1 0\n"
    other = "c another comment\nc 1 2 0\np cnf 9 9\n1  -3\t0\n\n2 3 -1 0"
    assert gbd_hash("cnf", cnf) == gbd_hash("cnf", other) == hashlib.md5(b"1 -3 0 2 3 -1 0").hexdigest()
    assert gbd_hash("cnf", cnf.replace("-3", "3")) != gbd_hash("cnf", cnf)
    opb = "* #variable= 3 #constraint= 1\n* x\n+1 x1 +1 x2 -2 ~x3 >= 1 ;\n"
    assert gbd_hash("opb", opb) == hashlib.md5(b"1 x1 1 x2 -2 ~x3 >= 1;").hexdigest()
    assert gbd_hash("mps", "NAME") is None


def test_hashes_are_those_of_gbd(tmp_path):
    if importlib.util.find_spec("gbdc") is None:
        pytest.skip("gbdc is not installed")
    import gbdc

    for instance in fair_shares(SAMPLE):
        for form, theirs in (("cnf", gbdc.gbdhash), ("opb", gbdc.opbhash)):
            text = export(instance, form, about=["verdict: 1 2 0"])
            path = tmp_path / f"file.{form}"
            path.write_text(text)
            assert gbd_hash(form, text) == theirs(str(path))
