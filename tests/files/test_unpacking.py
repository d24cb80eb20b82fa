"""Unpacking up to a limit: what is packed comes back, damage is said, and a bomb does not go off."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.files.unpacking import unpacked


@given(st.binary(max_size=2000), st.sampled_from([zlib.compress, gzip.compress]))
def test_what_was_packed_comes_back_up_to_the_limit(data, pack):
    assert unpacked(pack(data), len(data)) == data
    if data:
        with pytest.raises(InputError, match=f"too large: more than {len(data) - 1:,} bytes"):
            unpacked(pack(data), len(data) - 1)


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        (b"", "cut short"),
        (zlib.compress(b"text" * 100)[:-1], "cut short"),
        (zlib.compress(b"text") + b"x", "more bytes follow its end"),
        (b"no zlib", "incorrect header"),
        (zlib.compress(b"text")[:-1] + b"x", "incorrect data check"),
    ],
)
def test_damage_is_said(packed, message):
    with pytest.raises(InputError, match=f"damaged: .*{message}"):
        unpacked(packed, 1000)


def test_a_bomb_takes_no_more_memory_than_the_limit():
    bomb = zlib.compress(bytes(50_000_000), 9)
    tracemalloc.start()
    with pytest.raises(InputError, match="too large"):
        unpacked(bomb, 100_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000
