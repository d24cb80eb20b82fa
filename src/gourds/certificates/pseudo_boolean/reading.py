"""The text of a proof as steps: one shape for the versions 1.2, 2.0 and 3.0 of the format.

In version 3.0 a step ends with a semicolon, parts of it are set off by colons, and a comment runs from ``%`` to the
end of the line. In the older versions a step is a line, its parts are set off by semicolons, and a comment is a line
that starts with ``*``. Here every step becomes a list of words in the manner of 3.0; ``subproof`` and ``proofgoal X``
end a step. What differs otherwise:

========================  ==========================  =================================
1.2                       2.0                         3.0
========================  ==========================  =================================
``p``, ``u``, ``d``       also ``pol rup del id``     ``pol rup del id``
``e ID constraint ;``     ``e constraint ; ID``       ``e constraint : ID ;``
``j ID constraint ;``     ``ia constraint ; ID``      ``ia constraint : ID ;``
``begin`` … ``end ID``    ``begin`` … ``end ID``      ``subproof`` … ``qed : ID ;``
``c ID``                  ``conclusion UNSAT : ID``   ``conclusion UNSAT : ID ;``
========================  ==========================  =================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gourds.certificates.entries import RejectedError

Words = list[str]

VERSIONS = ("1.2", "2.0", "3.0")
HEADER = re.compile(r"pseudo-Boolean proof version ([0-9]+\.[0-9]+)[ \t]*")
SHORT = {"p": "pol", "u": "rup", "j": "ia"}
TERMINATED = frozenset({"f", "pol", "del", "c"})
"""Rules that old proofs end with a 0."""


def read_version(text: str) -> str:
    """The version that the first line names."""
    first = text.split("\n", 1)[0].rstrip("\r")
    found = HEADER.fullmatch(first)
    if not found:
        raise RejectedError("line 1: must be 'pseudo-Boolean proof version 3.0', or 2.0 or 1.2")
    if found[1] not in VERSIONS:
        raise RejectedError(f"line 1: version {found[1]} is not one of {', '.join(VERSIONS)}")
    return found[1]


def read_steps(text: str, version: str) -> Iterator[tuple[int, Words]]:
    """The steps after the first line, each with the number of the line on which it starts."""
    lines = enumerate(text.split("\n")[1:], start=2)
    steps = _terminated(lines) if version == "3.0" else _lines(lines, version)
    for line, words in steps:
        if "subproof" not in words and words[0] != "proofgoal":
            yield line, words
            continue
        begin = 0
        for k, word in enumerate(words):
            end = k + 1 if word == "subproof" else begin + 2 if words[begin] == "proofgoal" else len(words)
            if k + 1 == end < len(words):
                yield line, words[begin:end]
                begin = end
        yield line, words[begin:]


def _terminated(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, Words]]:
    """Steps of version 3.0."""
    waiting: Words = []
    begin = 0
    for number, raw in lines:
        line = raw.partition("%")[0]
        _expect_ascii(number, line)
        *ended, rest = line.replace(":", " : ").split(";")
        for part in ended:
            words = part.split()
            if not waiting:
                begin = number
            if not (waiting or words):
                raise RejectedError(f"line {number}: a semicolon without a step")
            yield begin, waiting + words
            waiting = []
        words = rest.split()
        if words and not waiting:
            begin = number
        waiting += words
    if waiting:
        raise RejectedError(f"line {begin}: the last step has no semicolon at its end")


def _lines(lines: Iterator[tuple[int, str]], version: str) -> Iterator[tuple[int, Words]]:
    """Steps of the versions before 3.0, in the manner of 3.0."""
    for number, raw in lines:
        line = raw.strip()
        if not line or line.startswith("*"):
            continue
        line = line.replace("→", "->")
        _expect_ascii(number, line)
        words = line.replace(":", " : ").replace(";", " : ").split()
        label = [words.pop(0)] if words[0].startswith("@") else []
        if not words:
            raise RejectedError(f"line {number}: a label without a step")
        yield number, label + _modern(words, version)


def _modern(words: Words, version: str) -> Words:
    while len(words) > 1 and words[-1] == ":":
        words.pop()
    rule = SHORT.get(words[0], words[0])
    rest = words[1:]
    if rule == "d":
        rule, rest = "del", ["id", *rest]
    elif rule == "del" and rest[:1] == ["find"]:
        rest[0] = "spec"
    elif rule in ("end", "qed") and rest[:1] != ["pseudo-Boolean"]:
        rule, rest = "qed", [":", *rest] if rest else []
    elif rule in ("e", "i", "ia") and version == "1.2":
        rest = [*rest[1:], ":", *rest[:1]]
    elif rule in ("red", "pbc"):
        rest = [word for part in rest for word in part.replace(",", " ").split()]
        rest[-1:] = ["subproof"] if rest[-1:] == ["begin"] else rest[-1:]
    if rule in TERMINATED and len(rest) > 1 and rest[-1] == "0":
        rest.pop()
    return [rule, *rest]


def _expect_ascii(number: int, line: str) -> None:
    if not line.isascii():
        raise RejectedError(f"line {number}: only ASCII is allowed outside of comments")
