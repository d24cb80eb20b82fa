"""Words for people: numbers with their nouns, and lists."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """The number with its noun.

    >>> counted(1, "cell"), counted(24001, "cell"), counted(3, "family")
    ('1 cell', '24,001 cells', '3 families')
    """
    many = f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"


def enumerated(words: Sequence[str]) -> str:
    """The words in a row: 'a', 'a and b', 'a, b and c'."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
