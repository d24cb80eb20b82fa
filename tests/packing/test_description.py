"""What a description says."""

from __future__ import annotations

from dataclasses import replace

from gourds.packing.description import draft
from gourds.packing.description.draft import REFERENCES, SHOWN_ROWS, describe
from gourds.packing.description.latex import spell_latex
from gourds.packing.description.markdown import spell_markdown
from gourds.packing.evidence import CLAIMED, NONE, STATED
from tests.conftest import ROOT


def test_the_paper_and_the_tool_are_those_of_the_citation_file():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for words in (
        "Gourds: a sliding-block puzzle with turning",
        "arXiv:2011.00968",
        "Hamersma",
        "Kreveld",
        "Uno",
        "Zanden",
    ):
        assert words in citation
        assert words in REFERENCES[0]
    assert REFERENCES[1].partition(". ")[2].partition(". ")[0] in citation


def test_commands_table_and_verdicts_are_there(packs):
    for packed in packs.values():
        text = (packed.folder / "description.md").read_text(encoding="utf-8")
        assert "A. Author" in text
        for row in packed.pack.rows:
            assert f"    {row.command}\n" in text
            assert f"| {row.name} |" in text
        assert "Of the 3 instances, 2 are feasible and 1 is infeasible." in text
        assert "3 verdicts come with evidence" in text
        tex = (packed.folder / "description.tex").read_text(encoding="ascii")
        for file in (packed.folder / "figures").iterdir():
            assert f"figures/{file.name}" in text
            assert f"{{figures/{file.name}}}" in tex


def test_many_instances_are_summed_up(packs):
    pack = packs["satcomp"].pack
    rows = [replace(pack.rows[k % 3], name=f"n{k}", cells=19 + k, family="ab"[k % 2]) for k in range(SHOWN_ROWS + 1)]
    text = spell_markdown(describe(replace(pack, rows=tuple(rows)), []))
    assert "| a | 16 | 19–49 |" in text
    assert "| b | 15 | 20–48 |" in text
    assert "n7" not in text
    assert "31 instances of 19 to 49 cells from 2 families" in text


def test_what_is_not_proved_is_said(packs):
    pack = packs["satcomp"].pack
    some = [
        replace(pack.rows[0], placement=None, evidence=STATED),
        replace(pack.rows[1], placement=None, evidence=CLAIMED),
        replace(pack.rows[2], certificate=None, evidence=NONE, verdict=None),
    ]
    text = spell_markdown(describe(replace(pack, rows=tuple(some)), []))
    assert "2 are feasible and 1 is unknown" in text
    assert "1 verdict is stated but not checked." in text
    assert "1 verdict is claimed by a solver without a proof." in text
    assert "come with evidence" not in text


def test_commands_are_few_and_short(packs, monkeypatch):
    pack = packs["satcomp"].pack
    rows = [replace(pack.rows[0], name=f"n{k}", command=f"gourds {k} {'x' * 500}") for k in range(20)]
    document = describe(replace(pack, rows=tuple(rows)), [])
    text, tex = spell_markdown(document), spell_latex(document)
    assert f"# and {20 - draft.SHOWN_COMMANDS} more" in text
    assert max(map(len, (line for line in text.splitlines() if line.startswith("    ")))) <= draft.LONGEST + 4
    assert "x" * 200 not in tex
