"""Files of numbers: what is written is read back, and every fault has its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.reductions.rows import read_choice, read_rows, spell_choice, spell_rows

NONZERO = st.integers(-(10**9), 10**9).filter(bool)


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=3), st.lists(st.lists(NONZERO)))
def test_rows_are_read_back(counts, rows):
    found = read_rows("c a comment\n\n" + spell_rows("p what", counts, rows), "p what", len(counts))
    assert found.counts == tuple(counts)
    assert found.rows == tuple(map(tuple, rows))
    assert list(found.lines) == list(range(4, 4 + len(rows)))


@given(st.sets(st.integers(1, 50)))
def test_choices_are_read_back(chosen):
    assert read_choice(spell_choice(sorted(chosen)), 50) == tuple(sorted(chosen))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no line 'p what …'"),
        ("p other 1\n", "line 1: must be 'p what N', not 'p other 1'"),
        ("p what one\n", "line 1: 'one' is not a whole number"),
        ("p what -1\n", "line 1: the numbers of a header are not negative"),
        ("p what 1\n1 2\n", "line 2: must be numbers and then one 0, not '1 2'"),
        ("p what 1\r\n1 0 2 0\r\n", "line 2: must be numbers and then one 0"),
        ("p what 1\n1 x 0\ny 0\n", "line 2: 'x' is not a whole number; line 3: 'y' is not"),
    ],
)
def test_faults_have_their_line(text, said):
    with pytest.raises(InputError) as error:
        read_rows(text, "p what", 1)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [("v 1 9 0", "line 1: 9 is not among the 3"), ("v 1 0\nv 1 0", "line 2: 1 is chosen twice"), ("v -1", "-1 is not")],
)
def test_choices_have_faults_too(text, said):
    with pytest.raises(InputError) as error:
        read_choice(text, 3)
    assert said in str(error.value)
