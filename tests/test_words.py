"""Words for people: the examples in the docstrings, and what is empty or irregular."""

from __future__ import annotations

import doctest

from gourds import words


def test_the_examples() -> None:
    result = doctest.testmod(words)
    assert result.attempted > 0
    assert result.failed == 0


def test_nouns_and_lists() -> None:
    assert [words.counted(2, noun) for noun in ("try", "key", "move")] == ["2 tries", "2 keys", "2 moves"]
    assert words.counted(0, "move") == "0 moves"
    assert [words.enumerated(list("abc")[:k]) for k in range(4)] == ["", "a", "a and b", "a, b and c"]
