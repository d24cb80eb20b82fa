"""Names, sources and authors from strangers: they break out of no file, no folder and no language."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.hexgrid import SYMMETRIES
from gourds.packing.checking import check_folder
from gourds.packing.description import latex, markdown
from gourds.packing.description.blocks import Code, Document, Heading, Items, Paragraph, Table
from gourds.packing.folder import files_of
from gourds.packing.making import make_pack
from gourds.packing.names import is_packed_path
from gourds.packing.targets import TARGETS

NAMES = [
    "../../etc/passwd",
    "/abs/olute",
    "a\nb\n1 0\n",
    "x\r\n\tp cnf 1 1",
    "--> <!-- ]]> <evil/>",
    "\\input{/etc/passwd} \\end{document} $ & # % _ ^ ~ {",
    "\\end{verbatim}\\write18{rm -rf /}",
    "*/ /* ; solve satisfy; % .",
    "`rm -rf /` $(x) | <script>alert(1)</script> ![x](y)",
    "Größe 六 🎃 \u202e \x7f \x00",
    "",
    ".",
    "CON",
    "x" * 3000,
]
_COMMAND = re.compile(r"\\([A-Za-z]+|.)")
_WORDS = """
    documentclass usepackage setlength parindent parskip sloppy title author date begin end maketitle section
    item itemsep footnotesize ttfamily linewidth hline small includegraphics textendash textbackslash
    textasciicircum textasciitilde textless textgreater textbar textquotedbl textquotesingle textasciigrave ldots
    times le ge S ss o O ae AE oe OE l L dj DJ i j r H v c k u
"""
KNOWN = {*_WORDS.split(), *"\\{}$&#%_`'^~=.\""}
"""All commands that a description has."""


@pytest.mark.parametrize("target", TARGETS)
def test_hostile_names_stay_names(target, small, tmp_path):
    base = small[0]
    family = {
        "family": "../evil\n",
        "seed": "\n1 0",
        "parameters": {"a": "-->"},
        "command": "gourds\n\\end{x} `x` --\n",
    }
    shifted = [
        replace(base.transformed(SYMMETRIES[0], (k, 0)), name=name, source=family if k % 2 else base.source)
        for k, name in enumerate(NAMES)
    ]
    author = "A\n\\end{document} <b> & 六"
    packed = make_pack(shifted, target, tmp_path / "in" / "pack", name="../x y\n", author=author, time_limit=None)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["pack"]
    assert len(packed.pack.rows) == len(NAMES)
    assert not check_folder(packed.folder).faults
    for row in packed.pack.rows:
        assert is_packed_path(row.packed)
        assert row.name.startswith("x-y-")
    assert all(name.isascii() and " " not in name for name in files_of(packed.folder))
    assert tomllib.loads((packed.folder / "MANIFEST.toml").read_text())["pack"]["name"] == "x-y"
    tex = (packed.folder / "description.tex").read_bytes().decode("ascii")
    assert set(_COMMAND.findall(tex)) <= KNOWN
    assert tex.count("\\end{document}") == 1
    if target == "xcsp":
        from gourds.packing.compressing import read_packed

        for row in packed.pack.rows:
            ET.fromstring(read_packed(packed.folder / row.packed, "lzma", row.raw_bytes))


def document(text: str) -> Document:
    blocks = [Heading(text), Paragraph(text), Items([text, text]), Code([text, text])]
    return Document(text, text, [*blocks, Table((text, "b"), [(text, text)] * 2, (False, True))])


def structure(tex: str) -> list[str]:
    """Environments and rows of a table, in order."""
    return re.findall(r"\\(?:begin|end)\{\w+\}|\\section|\\item\b|\\\\|&", tex.replace("\\&", ""))


@given(st.text(min_size=1, max_size=60) | st.text("\\{}$&#%_^~<>|\"'`-[]*\nabé", min_size=1, max_size=30))
def test_text_adds_nothing_to_a_latex_document(text):
    tex = latex.spell_latex(document(text))
    assert tex.isascii()
    assert set(_COMMAND.findall(tex)) <= KNOWN
    assert structure(tex) == structure(latex.spell_latex(document("plain")))
    depth = 0
    for mark in re.findall(r"\\.|[{}]", tex, flags=re.DOTALL):
        depth += {"{": 1, "}": -1}.get(mark, 0)
        assert depth >= 0
    assert depth == 0
    unescaped = re.sub(r"\\.|\$\\(times|le|ge)\$", "", tex)
    assert not re.search(r"[#$%_^~]", unescaped)
    assert "--" not in tex


@given(st.text(min_size=1, max_size=60) | st.text("\\`*_{}[]<>#|~$&!-+=1.\nab ", min_size=1, max_size=30))
def test_text_adds_nothing_to_a_markdown_document(text):
    spelled = markdown.spell_markdown(document(text))
    assert spelled.count("\n") == markdown.spell_markdown(document("plain")).count("\n")
    quoted = markdown.escaped(text)
    assert "\n" not in quoted
    bare = re.sub(r"\\[\\`*_{}\[\]<>#|~$&!+=.)-]", "", quoted)
    assert not re.search(r"[`*_\[\]<>#|~&]", bare)
    assert not re.match(r"\s*([-+=]|\d+[.)])", quoted)
