"""A short document as blocks, which Markdown and LaTeX are made of: what it says is written once.

All text is plain: the writers escape every character that means something to their language. Names, authors and
commands come from strangers, so there is no way to pass markup through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    """A section begins."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """Sentences."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list; numbered if its entries are referred to."""

    texts: Sequence[str]
    is_numbered: bool = False


@dataclass(frozen=True)
class Code:
    """Lines as they are typed."""

    lines: Sequence[str]


@dataclass(frozen=True)
class Table:
    """Rows under a header; columns of numbers are set flush right."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[bool]


@dataclass(frozen=True)
class Figures:
    """Pictures in a row, with one caption. The paths are those of packed files, which need no escapes."""

    files: Sequence[str]
    caption: str


Block = Heading | Paragraph | Items | Code | Table | Figures


@dataclass(frozen=True)
class Document:
    """A title, who wrote it, and what it says."""

    title: str
    author: str
    blocks: Sequence[Block]
