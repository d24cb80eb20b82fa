"""What is counted is what exhaustion lists, on random gadgets; where exhaustion gives up, counting goes on."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.errors import LimitError
from gourds.reductions.gadgets.coverings import MAX_CELLS, Table, count_coverings, coverings, every_kind, signature_of
from gourds.reductions.gadgets.drawing import Gadget, bundled_gadgets, pair

PAPER = bundled_gadgets()


@st.composite
def gadgets(draw) -> Gadget:
    """Any colors on a small parallelogram, higher than wide or wider than high."""
    width, height = draw(st.sampled_from([(1, 4), (2, 5), (5, 2), (3, 4), (4, 4), (6, 3)]))
    symbols = st.sampled_from("FVVXXYZ")
    rows = tuple(tuple(draw(symbols) for _ in range(width)) for _ in range(height))
    return Gadget("clause", rows, {}, {})


@given(gadgets(), st.sets(st.sampled_from(sorted(every_kind(PAPER.clause)))))
def test_counts_agree_with_exhaustion(gadget, kinds):
    for allowed in (every_kind(gadget), frozenset(kinds)):
        symbol = gadget.symbol_at
        listed = [
            signature_of(Counter(pair(symbol[a], symbol[b]) for a, b in covering))
            for covering in coverings(gadget, allowed)
        ]
        count, example = count_coverings(gadget, allowed)
        assert count == Counter(listed)
        for signature, covering in example.items():
            assert sorted(cell for gourd in covering for cell in gourd) == sorted(gadget.inner)
            assert signature_of(Counter(pair(symbol[a], symbol[b]) for a, b in covering)) == signature


def test_exhaustion_has_limits_in_steps_and_size_beyond_which_coverings_are_counted():
    gadget = PAPER.clause
    whole = Table.of(PAPER, gadget)
    swept = Table.with_kinds(gadget, every_kind(gadget), max_steps=50)
    assert (whole.method, swept.method) == ("exhaustion", "transfer matrix")
    assert swept.count == whole.count
    large = replace(gadget, rows=(("V",) * (MAX_CELLS // 2 + 1),) * 2)
    table = Table.of(PAPER, large)
    assert table.method == "transfer matrix"
    assert table.total > 10**20


def test_counting_has_limits_too():
    gadget = replace(PAPER.clause, rows=(("X", "Y", "Z", "V") * 3,) * 8)
    with pytest.raises(LimitError, match="more than 1,000 states"):
        count_coverings(gadget, every_kind(gadget), max_states=1000)
    with pytest.raises(LimitError, match="no time left"):
        count_coverings(gadget, every_kind(gadget), deadline=time.monotonic() - 1)
