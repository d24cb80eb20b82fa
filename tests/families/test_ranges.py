from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.families.ranges import read_numbers

NUMBERS = st.integers(-(10**6), 10**6)


@given(NUMBERS, st.integers(0, 50), st.integers(1, 7))
def test_ranges_include_both_ends(first, length, step):
    assert read_numbers(f"{first}..{first + length}") == tuple(range(first, first + length + 1))
    assert read_numbers(f"{first}..{first + length}..{step}") == tuple(range(first, first + length + 1, step))


@given(st.lists(NUMBERS, min_size=1, max_size=9))
def test_lists_hold_each_number_once(numbers):
    assert read_numbers(", ".join(map(str, numbers))) == tuple(dict.fromkeys(numbers))


@pytest.mark.parametrize(
    "text",
    ["", "a", "1..", "..5", "1...5", "1,,2", "1..5..0", "5..1", "1..9999999", "1.5", "٣", "1..2..3..4", "9" * 40],
)
def test_what_is_no_range(text):
    with pytest.raises(InputError) as caught:
        read_numbers(text)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=12))
def test_any_text_gives_numbers_or_one_line(text):
    try:
        assert all(isinstance(number, int) for number in read_numbers(text))
    except InputError as error:
        assert "\n" not in str(error)
