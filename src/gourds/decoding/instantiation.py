"""Outputs of XCSP3 solvers: ``v <instantiation> <list> x1 x2 … </list> <values> 0 1 … </values> </instantiation>``.

The element may run over several lines ``v``, as Choco writes it, or stand in a file without them. ``0x7`` is seven
zeros, and ``*`` any value. A solver may print one solution as it is found and again at the end; it counts once.
"""

from __future__ import annotations

import re
from typing import Final

from gourds.decoding.answer import Answer, Reading, place

_START: Final = re.compile(r"\s*(?:v\s+)?<instantiation\b")
_TOKEN: Final = re.compile(r"<\s*(/?)\s*(\w+)[^<>]*>|([^<>\s]+)|[<>]")
_RUN: Final = re.compile(r"(-?[0-9]{1,18})x([0-9]{1,9})")

Words = list[tuple[str, int]]


def is_instantiation(lines: list[str]) -> bool:
    """True iff some line opens the element."""
    return any(_START.match(line) for line in lines)


def read_instantiation(lines: list[str]) -> Answer:
    """What the first instantiation says."""
    reading = Reading()
    seen: list[tuple[list[str], list[str]]] = []
    parts: dict[str, Words] = {}
    is_inside = has_v = False
    open_tag = ""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text.startswith("s "):
            reading.say(text)
        if not is_inside and _START.match(text):
            has_v = text.startswith("v")
        elif not is_inside or (has_v and not text.startswith("v")):
            continue
        for match in _TOKEN.finditer(text.removeprefix("v")):
            slash, tag, word = match.groups()
            if tag == "instantiation" and slash:
                is_inside = False
                _finish(reading, parts, seen)
            elif tag == "instantiation":
                is_inside, parts, open_tag = True, {}, ""
            elif tag:
                open_tag = "" if slash else tag
                parts.setdefault(open_tag, [])
            elif word and is_inside:
                parts.setdefault(open_tag, []).append((word, number))
    if is_inside:
        reading.faults.add(place(len(lines)), "the instantiation does not end")
    return reading.answer(lacking="there is neither a line 's …' nor an instantiation with values in it")


def _finish(reading: Reading, parts: dict[str, Words], seen: list[tuple[list[str], list[str]]]) -> None:
    """Give the values to the variables of a list that has as many entries."""
    names = parts.get("list", [])
    values = _unfolded(parts.get("values", []), len(names))
    solution = ([name for name, _ in names], [value for value, _ in values])
    if solution in seen:
        return
    seen.append(solution)
    reading.begin()
    if len(names) != len(values):
        given = f"{len(values):,} values are" if len(values) < len(names) else "more values are"
        line = names[0][1] if names else 0
        reading.faults.add(place(line), f"{given} given for {len(names):,} variables")
        return
    for (name, _), (value, line) in zip(names, values, strict=True):
        if value != "*":
            reading.name(name, value, line)


def _unfolded(words: Words, wanted: int) -> Words:
    """The values with runs written out, no more than one beyond those that are wanted."""
    found: Words = []
    for word, line in words:
        run = _RUN.fullmatch(word)
        count = int(run[2]) if run else 1
        found += [(run[1] if run else word, line)] * min(count, wanted + 1 - len(found))
    return found
