"""Gadgets that are broken on purpose, each in a way of its own: the paper's files with a few edits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gourds.bundled import bundled_folder

PAPER = bundled_folder("reductions") / "one_in_three_sat" / "gadgets"
Edits = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Broken:
    """A way to break the gadgets, and what the report must say."""

    variable: Edits = ()
    clause: Edits = ()
    condition: str = ""
    """A condition that must fail; empty: the files have faults, or do not go together."""
    says: tuple[str, ...] = ()
    """What the words must hold."""
    mended_by: tuple[str, ...] | None = None
    """Lines that the suggestion asks for; empty: no budgets work; None: nothing is suggested."""

    def write(self, folder: Path) -> Path:
        """The two files in a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, edits in (("variable", self.variable), ("clause", self.clause)):
            text = (PAPER / f"{name}.txt").read_text(encoding="utf-8")
            for old, new in edits:
                assert old in text, old
                text = text.replace(old, new, 1)
            (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        return folder


BROKEN = {
    "one gourd too many": Broken(
        clause=(("V V 5\n", "V V 6\n"),),
        condition="balance",
        says=(
            "the smallest board has 241 cells, which take 120 gourds; 123 are given: 3 too many",
            "the average variable with a clause needs 6 (V, V), 7 are given: 1 too many",
        ),
        mended_by=("V V 5",),
    ),
    "one gourd too few": Broken(
        variable=(("F F 10", "F F 9"),),
        condition="balance",
        says=("the filler of a variable gadget needs 10 (F, F), 9 are given: 1 too few", "x1 = true, x2 = x3 = false"),
        mended_by=("F F 10",),
    ),
    "a third signature": Broken(
        variable=(
            ("F F V F F x F F\n    ", "F F V V x x F F\n    "),
            ("F F 10", "F F 9"),
            ("false: x V 6", "false: x V 7"),
            ("true: x x 3, V V 3", "true: x x 3, V V 3, x V 1"),
        ),
        condition="two values",
        says=("which is neither false nor true",),
        mended_by=(),
    ),
    "wrong color": Broken(
        variable=(("F F x x V V F F\n   ", "F F V x V V F F\n   "),),
        condition="two values",
        says=(
            "covering 'false' as stated has 6 ends of V for 7 cells and 6 ends of x for 5 cells",
            "the variable gadget has no covering 'true'",
        ),
        mended_by=(),
    ),
    "missing covering": Broken(
        clause=(("F F V X V F F", "F F V V X F F"),),
        condition="balance",
        says=("the clause gadget has no covering 'Z'; the nearest one has ", "bad forward certificate"),
        mended_by=(),
    ),
    "excess use": Broken(
        variable=(("x V 6\n", "x V 7\n"), ("V V 1\n", "")),
        condition="no excess",
        says=(
            "a false variable to leave 0 (x, V) for its three clauses, the least that they can use",
            "it leaves 1: 7 (x, V) given, 6 used by 'false'",
        ),
        mended_by=("x V 6", "V V 6"),
    ),
    "clauses that take too much": Broken(
        clause=(
            ("F F X X X Y F F V V F F", "F F X Y X Y F F V V F F"),
            ("F F Z V Y F F V X V F F", "F F Z V Y F F V X X F F"),
            ("F F Z Y F F V Y Z V F F", "F F Z V F F V Y Z V F F"),
        ),
        condition="no excess",
        says=("a true variable to leave 9 (x, V) for its three clauses", "x1 and x2 of clause 1 are true"),
        mended_by=(),
    ),
    "not exactly one": Broken(
        clause=(
            ("F F X X X Y F F V V F F", "F F V X X Y F F V V F F"),
            ("F F Z V Y F F V X V F F", "F F V Z Y F F V Y X F F"),
            ("F F Z Y F F V Y Z V F F", "F F Z X F F V Y Z V F F"),
        ),
        condition="exactly one",
        says=("exactly one of X, Y and Z high where each is low or high", " are true"),
        mended_by=(),
    ),
    "unbalanced V": Broken(
        variable=(("V V 1\n", "V V 2\n"), ("x x 3\n", "x x 2\n")),
        condition="balance",
        says=(
            "a variable and its three clauses need 3 (x, x), 2 are given: 1 too few",
            "needs 6 (V, V), 7 are given: 1 too many",
        ),
        mended_by=("x x 3", "V V 4"),
    ),
    "coverings misstated": Broken(
        variable=(("true: x x 3, V V 3", "true: x x 2, V V 2, x V 2"),),
        condition="two values",
        says=("the nearest one has 1 (V, V), 1 (x, x) more and 2 (x, V) fewer",),
        mended_by=("true: x x 3, V V 3",),
    ),
    "leaking border": Broken(
        variable=(("F F x x V V F F\n   ", "x F x x V V F F\n   "),),
        says=("the first column must be filler", "line 5, column 3"),
    ),
    "leaking gourd": Broken(
        clause=(("F F 12\n", "F V 1\n  F F 11\n"),),
        says=("a gourd of filler and another color would tie gadgets together", "line 14"),
    ),
    "odd run": Broken(
        variable=(("F F x x V V F F\n   ", "F F F x V V F F\n   "),),
        says=("line 5", "gourds of filler cannot cover all filler; row 1: a run of it has an odd number of cells"),
    ),
    "wrong height": Broken(
        variable=(("    F F V F F x F F\n", ""), ("     F F x x V V", "    F F x x V V")),
        says=("the variable gadget has 3 rows, the clause gadget 4",),
    ),
    "ragged": Broken(
        clause=(("F F Z Y F F V Y Z V F F", "F F Z Y F F V Y Z V F F F F"),),
        says=("this row has 14 cells, the first one 12", "line 7", "no parallelogram"),
    ),
    "unknown symbol": Broken(
        clause=(("F F Z V Y F F", "F F Z W Y F F"),),
        says=("symbol 'W' is none of X, Y, Z, V, F", "line 6, column 10"),
    ),
}
