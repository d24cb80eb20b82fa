"""A document in Markdown (CommonMark, with tables)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from gourds.errors import one_line
from gourds.packing.description.blocks import Block, Code, Document, Figures, Heading, Items, Paragraph, Table

_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>#|~$&!])")
_START: Final = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def escaped(text: str) -> str:
    r"""The text with every mark of Markdown and HTML made plain, on one line.

    >>> print(escaped("a_b <b>\n# [x](y) 1 | 2"))
    a\_b \<b\>\\n\# \[x\](y) 1 \| 2
    """
    plain = _MARKS.sub(r"\\\1", one_line(text))
    begun = _START.match(plain)
    if begun is None:
        return plain
    at = begun.end() if begun.group(2)[0].isdigit() else begun.start(2)
    return f"{plain[:at]}\\{plain[at:]}"


def spell_markdown(document: Document) -> str:
    """The text of the file."""
    parts = [f"# {escaped(document.title)}"]
    if document.author:
        parts.append(escaped(document.author))
    parts += ["\n".join(_lines(block)) for block in document.blocks]
    return "\n\n".join(parts) + "\n"


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            yield f"## {escaped(text)}"
        case Paragraph(text):
            yield escaped(text)
        case Items(texts, is_numbered):
            yield from (f"{f'{k}.' if is_numbered else '-'} {escaped(text)}" for k, text in enumerate(texts, 1))
        case Code(lines):
            yield from (f"    {one_line(line)}" for line in lines)
        case Table(header, rows, numbers):
            yield _row(header)
            yield "|" + "|".join("---:" if is_number else "---" for is_number in numbers) + "|"
            yield from map(_row, rows)
        case Figures(files, caption):
            yield " ".join(f'<img src="{file}" alt="{PurePosixPath(file).stem}" width="30%">' for file in files)
            yield ""
            yield f"*{escaped(caption)}*"


def _row(cells: object) -> str:
    assert isinstance(cells, list | tuple)
    return f"| {' | '.join(map(escaped, cells))} |"
