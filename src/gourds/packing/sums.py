"""Checksums, the hashes under which GBD, the global benchmark database, knows formulas, and sizes of exported files.

GBD's hash of a CNF is the MD5 of its clauses: comments and the line ``p`` are left out, and all numbers are separated
by single spaces. Its hash of an OPB file is the MD5 of its constraints, each as ``1 x1 1 x2 >= 1;``: comments, signs
``+`` and all other white space are left out. So both tell the same formula under other headers. They have been compared
with the package ``gbdc``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PART: Final = 1 << 20
"""Bytes or characters that are dealt with at a time."""


def sha256_of_file(path: Path) -> str:
    """The SHA-256 of a file, as 64 hexadecimal digits."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(PART):
            found.update(part)
    return found.hexdigest()


def text_parts(text: str) -> Iterator[bytes]:
    """A text in UTF-8, some at a time."""
    return (text[start : start + PART].encode() for start in range(0, len(text), PART))


def clauses_of(text: str) -> Iterator[list[str]]:
    """The clauses of a CNF, each as the words of its line."""
    return (words for words in map(str.split, _lines(text)) if words and words[0][0] not in "cp")


def _lines(text: str) -> Iterator[str]:
    """The lines of a text, one at a time."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def _cnf_words(text: str) -> Iterator[str]:
    for number, words in enumerate(clauses_of(text)):
        yield f"{' ' if number else ''}{' '.join(words)}"


def _opb_words(text: str) -> Iterator[str]:
    for line in _lines(text):
        words = line.replace(";", " ").split()
        if words and words[0][0] != "*":
            yield f"{' '.join(word.removeprefix('+') for word in words)};"


_WORDS: Final[dict[str, Callable[[str], Iterable[str]]]] = {"cnf": _cnf_words, "opb": _opb_words}


def gbd_hash(form: str, text: str) -> str | None:
    """GBD's hash of a file, as 32 hexadecimal digits; None if GBD has none for its format.

    Clauses and constraints must have a line each, as :func:`gourds.encodings.export.export` writes them.

    >>> gbd_hash("cnf", "c a comment\\np cnf 3 2\\n1 -3 0\\n2 3 -1 0\\n")
    '81fa55bdd7101e20e13af51e28ce9379'
    """
    if form not in _WORDS:
        return None
    found = hashlib.md5(usedforsecurity=False)
    for words in _WORDS[form](text):
        found.update(words.encode())
    return found.hexdigest()


_CNF: Final = re.compile(r"^p cnf (\d+) (\d+)$", re.MULTILINE)
_OPB: Final = re.compile(r"^\* #variable= (\d+) #constraint= (\d+)")


@dataclass(frozen=True)
class Sizes:
    """The size of a file."""

    variables: int | None = None
    constraints: int | None = None
    remarks: tuple[str, ...] = ()
    """Where it does not keep to the letter of the rules, in a few words."""


def sizes_of(form: str, text: str) -> Sizes:
    """The size of a file in a format; of XCSP3, MiniZinc and ASP that of the model is not counted."""
    if form == "cnf":
        return _of_cnf(text)
    if form == "opb":
        found = _OPB.match(text)
        return Sizes(int(found[1]), int(found[2])) if found else Sizes()
    if form == "mps":
        return Sizes(text.count("\n BV "), text.count("\n E "))
    return Sizes()


def _of_cnf(text: str) -> Sizes:
    """The SAT Competition wants exact numbers in the header, and clauses without repeated or opposite literals."""
    found = _CNF.search(text)
    if found is None:
        return Sizes()
    variables, clauses = int(found[1]), int(found[2])
    used: set[str] = set()
    count = repeated = 0
    is_trivial = False
    for words in clauses_of(text):
        literals = words[:-1]
        names = {word.removeprefix("-") for word in literals}
        count += 1
        repeated += len(names) < len(literals)
        is_trivial |= not literals
        used |= names
    remarks = []
    if is_trivial:
        remarks.append("an empty clause: counting alone says no")
    elif len(used) != variables:
        remarks.append(f"{variables - len(used)} of {variables} variables do not occur")
    if repeated:
        remarks.append(f"{repeated} clauses repeat a variable")
    if count != clauses:
        remarks.append(f"{count} clauses, not {clauses}")
    return Sizes(variables, clauses, tuple(remarks))
