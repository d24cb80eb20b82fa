"""Text in pictures: what XML can hold, how wide it is, short labels for colors and the sizes that fit.

A color may be any string. XML holds no control characters and no lone surrogates, and marks that turn the reading
direction would disturb the text around them, so whatever has no glyph of its own becomes U+FFFD.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from xml.sax.saxutils import escape

FONT = "Roboto, 'Helvetica Neue', Helvetica, Arial, 'Noto Sans', sans-serif"
"""The font of every text; PNG files are made with Roboto, browsers take the first one they have."""

_JOINER = "\u200d"
_UNKNOWN = "\ufffd"
_NARROW = frozenset("iljItf.,:;!|'`()[] ")
_WIDE = frozenset("mwMW@%—…")
MAX_LABEL = 3
MAX_DIGITS = 5
_LABEL_SIZES = {1: 0.39, 2: 0.33}


def clean(text: str) -> str:
    """The text on one line, without characters that a picture cannot show."""
    return "".join(char if char.isprintable() or char == _JOINER else _UNKNOWN for char in text)


def xml(text: str) -> str:
    """The text as it stands in XML, in content and between double quotes."""
    return escape(clean(text), {'"': "&quot;"})


def width(text: str, size: float) -> float:
    """About how wide a text is at a font size: a little more than Roboto needs."""
    return size * sum(map(_em, text))


def _em(char: str) -> float:
    if unicodedata.combining(char):
        return 0.0
    if char in _NARROW:
        return 0.31
    if char in _WIDE:
        return 0.9
    if unicodedata.east_asian_width(char) in "WF":
        return 1.02
    return 0.68 if char.isupper() else 0.58


def shortened(text: str, limit: int) -> str:
    """The text, cut to a number of characters with an ellipsis at its end."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def in_lines(pieces: Iterable[str], size: float, room: float) -> list[str]:
    """The pieces in lines that fit into the room, unless a single piece does not."""
    lines: list[str] = []
    for piece in pieces:
        longer = f"{lines[-1]} {piece}" if lines else piece
        if lines and width(clean(longer), size) <= room:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines


def short_labels(names: Sequence[str]) -> list[str]:
    """A label of at most a few characters for each name, all different: the name itself if it is short.

    Words stay whole only if all of them can: "r", "g", "b" rather than "red", "g", "b".

    >>> short_labels(["a", "x12", "red", "apple", "plum", "plane", "variable 7", "variable 8"])
    ['a', 'x12', 'r', 'ap', 'plu', 'pla', 'v7', 'v8']
    """
    labels: dict[int, str] = {}
    taken: set[str] = set()
    # Short names first: they keep their own names.
    cleaned = [clean(name).strip() for name in names]
    order = sorted(range(len(names)), key=lambda k: (len(cleaned[k]) > MAX_LABEL, k))
    shared = Counter(text[:size] for text in cleaned for size in range(1, MAX_LABEL + 1))
    numbers = map("#{}".format, count(1))
    whole = all(len(text) <= MAX_LABEL for text in cleaned)
    for k in order:
        tries = chain(_candidates(cleaned[k], shared, whole), numbers)
        label = next(label for label in tries if label and label not in taken)
        labels[k] = label
        taken.add(label)
    return [labels[k] for k in range(len(names))]


def _candidates(name: str, shared: Mapping[str, int], whole: bool) -> Iterator[str]:
    """Labels to try for one name, the best first; ``shared`` counts the names with each beginning."""
    if len(name) <= MAX_LABEL and (whole or len(name) <= 1 or not name.isalpha()):
        yield name
    else:
        starts = (name[:size] for size in range(1, MAX_LABEL + 1))
        yield from (start for start in starts if shared[start] == 1 and " " not in start)
    digits = name[len(name.rstrip("0123456789")) :]
    if digits and len(digits) <= MAX_DIGITS:
        yield name[0] + digits if len(digits) < MAX_LABEL else digits
    words = "".join(word[0] for word in re.split(r"[\W_]+", name) if word)
    if len(words) > 1:
        yield words[:MAX_LABEL]
    yield name[:MAX_LABEL]
    letters = [char for char in name[1:] if char.isalnum()]
    yield from (name[0] + char for char in letters)


def label_size(label: str, cell: float) -> float:
    """The font size of a label in a cell or on a disc, so that it fits."""
    wanted = cell * _LABEL_SIZES.get(len(label), 0.3)
    return min(wanted, wanted * 0.58 * cell / max(width(label, wanted), 1e-9))
