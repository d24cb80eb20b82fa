from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from gourds.render.text import clean, short_labels, shortened, width, xml

ANY = st.text(st.characters(codec=None), max_size=12)


@given(ANY)
def test_any_text_survives_xml(text: str) -> None:
    root = ET.fromstring(f'<a b="{xml(text)}">{xml(text)}</a>'.encode())
    assert root.text == (clean(text) or None)
    assert root.attrib["b"] == clean(text)


@given(st.lists(ANY, max_size=40, unique=True))
def test_labels_are_different_short_and_not_empty(names: list[str]) -> None:
    labels = short_labels(names)
    assert len(set(labels)) == len(labels) == len(names)
    assert all(0 < len(label) <= 5 for label in labels)


def test_short_names_are_their_own_labels() -> None:
    assert short_labels(["red", "a", "A", "x12", "ж", "a long name"]) == ["r", "a", "A", "x12", "ж", "aln"]


def test_labels_tell_similar_names_apart() -> None:
    assert short_labels(["black", "blue", "brown"]) == ["bla", "blu", "br"]
    assert short_labels(["light blue", "light green"]) == ["lb", "lg"]
    assert short_labels(["variable 7", "variable 1234"]) == ["v7", "1234"]


def test_many_names_take_no_time() -> None:
    names = [f"{kind} {k}" for kind in ("clause", "variable", "copy") for k in range(2000)]
    assert len(set(short_labels(names))) == len(names)


def test_controls_are_replaced() -> None:
    assert clean("a\x00b\ud800\n\u202e") == "a\ufffdb\ufffd\ufffd\ufffd"


def test_widths_and_shortening() -> None:
    assert width("ii", 10) < width("ab", 10) < width("WW", 10)
    assert width("变", 10) > 10
    assert shortened("abcdef", 4) == "abc…"
    assert shortened("abcd", 4) == "abcd"
