r"""A document in LaTeX: one file of plain ASCII for the class ``article``, with pictures beside it.

Every character from outside is either a letter, a digit or a mark that means nothing to TeX, or is written as a
command. Accents become commands, too, so the file compiles under any input encoding; what has no such command is
written by its number. No line from outside is ever set verbatim, since it could end that environment.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from gourds.errors import one_line
from gourds.packing.description.blocks import Block, Code, Document, Figures, Heading, Items, Paragraph, Table

_COMMANDS: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "–": r"\textendash{}",
    "\0": "{}",
    "…": r"\ldots{}",
    "×": r"$\times$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "§": r"\S{}",
    "ß": r"\ss{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "đ": r"\dj{}",
    "Đ": r"\DJ{}",
    "ı": r"\i{}",
}
_LIGATURES: Final = re.compile(r"([-',])(?=\1)")
_ACCENTS: Final = {
    0x300: "`",
    0x301: "'",
    0x302: "^",
    0x303: "~",
    0x304: "=",
    0x306: "u ",
    0x307: ".",
    0x308: '"',
    0x30A: "r ",
    0x30B: "H ",
    0x30C: "v ",
    0x327: "c ",
    0x328: "k ",
}
_HEAD: Final = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\usepackage[a4paper,margin=22mm]{geometry}
\usepackage{graphicx}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 1pt}
\sloppy
"""


def escaped(text: str, *, is_code: bool = False) -> str:
    r"""The text as TeX sets it, on one line, in ASCII.

    >>> print(escaped("50% of $x_1$ by Müller & 六"))
    50\% of \$x\_1\$ by M\"{u}ller \& [U+516D]
    """
    plain = unicodedata.normalize("NFC", one_line(text))
    # Two hyphens are no dash, two apostrophes no quote: NUL, which no line holds, stands for an empty group between.
    unlinked = _LIGATURES.sub("\\1\0", plain)
    return "".join(_character(char, is_code=is_code) for char in unlinked)


def _character(char: str, *, is_code: bool) -> str:
    if char == "'" and is_code:
        return r"\textquotesingle{}"
    if char in _COMMANDS:
        return _COMMANDS[char]
    if char.isascii():
        return char
    letter, *marks = list(unicodedata.normalize("NFD", char))
    if len(marks) == 1 and ord(marks[0]) in _ACCENTS and letter.isascii() and letter.isalpha():
        base = f"\\{letter}" if letter in "ij" and ord(marks[0]) != 0x328 else letter
        return f"\\{_ACCENTS[ord(marks[0])].strip()}{{{base}}}"
    return f"[U+{ord(char):04X}]"


def spell_latex(document: Document) -> str:
    """The text of the file."""
    parts = [
        f"{_HEAD}\\title{{{escaped(document.title)}}}\n\\author{{{escaped(document.author)}}}\n\\date{{}}",
        "\\begin{document}\n\\maketitle",
        *("\n".join(_lines(block)) for block in document.blocks),
        "\\end{document}",
    ]
    return "\n\n".join(parts) + "\n"


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            yield f"\\section{{{escaped(text)}}}"
        case Paragraph(text):
            yield escaped(text)
        case Items(texts, is_numbered):
            kind = "enumerate" if is_numbered else "itemize"
            yield f"\\begin{{{kind}}}\\setlength{{\\itemsep}}{{0pt}}"
            yield from (f"\\item{{}} {escaped(text)}" for text in texts)
            yield f"\\end{{{kind}}}"
        case Code(lines):
            yield "\\begin{flushleft}\\footnotesize\\ttfamily"
            yield " \\\\\n".join(f"{{}}{escaped(line, is_code=True)}" for line in lines)
            yield "\\end{flushleft}"
        case Table(header, rows, numbers):
            yield "\\begin{center}\\footnotesize"
            columns = "".join("r" if is_number else "l" for is_number in numbers[1:])
            yield f"\\begin{{tabular}}{{p{{0.36\\linewidth}}{columns}}}"
            first, *others = ["{}" + " & ".join(map(escaped, row)) for row in (header, *rows)]
            yield f"{first} \\\\ \\hline"
            yield " \\\\\n".join(others)
            yield "\\end{tabular}\n\\end{center}"
        case Figures(files, caption):
            width = min(0.45, 0.96 / len(files))
            yield "\\begin{center}"
            yield "\n".join(
                f"\\includegraphics[width={width:.2f}\\linewidth,height=6cm,keepaspectratio]{{{file}}}"
                for file in files
            )
            yield f"\n{{\\small {escaped(caption)}}}\n\\end{{center}}"
