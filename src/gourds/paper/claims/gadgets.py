"""Section 3, the gadgets of Theorem 1: what covers them, by exhaustion.

The paper shows its gadgets in figures. Ours are drawings with the cells and colors that its text gives
(``reductions/one_in_three_sat``): the ring of twelve cells around four of filler, and two triangles apart from each
other, a small one with a single V and a larger one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from gourds.hexgrid import Cell, are_adjacent
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.reductions.gadgets.coverings import Covering, Signature, Table, allowed_kinds, coverings, format_signature
from gourds.reductions.gadgets.drawing import VARIABLE_FILLER, Gadget, GadgetSet, Pair, bundled_gadgets, pair
from gourds.render.figure.gadgets import gadget_figure, gadget_scene
from gourds.render.figure.panels import Panel, columns_that_fit, panel_grid
from gourds.render.svg import on_paper
from gourds.words import counted

OCCURRENCES: Final = 3
"""Clauses with each variable."""


def every_covering(gadgets: GadgetSet, gadget: Gadget) -> list[Covering]:
    """All coverings of the cells that are not filler."""
    return list(coverings(gadget, allowed_kinds(gadgets, gadget)))


def used(gadget: Gadget, covering: Iterable[tuple[Cell, Cell]]) -> Counter[Pair]:
    """How many gourds of each kind a covering uses."""
    return Counter(pair(gadget.symbol_at[a], gadget.symbol_at[b]) for a, b in covering)


def islands(gadget: Gadget) -> list[set[Cell]]:
    """The connected parts of the cells that are not filler, the smallest first."""
    left = set(gadget.inner)
    found = []
    while left:
        part, queue = set(), [min(left)]
        while queue:
            cell = queue.pop()
            if cell in left:
                left.discard(cell)
                part.add(cell)
                queue += [other for other in left if are_adjacent(cell, other)]
        found.append(part)
    return sorted(found, key=len)


def _check_variable(effort: Effort) -> Finding:
    gadgets = bundled_gadgets()
    gadget = gadgets.variable
    table = Table.of(gadgets, gadget)
    rows = (
        ("means", "gourds", "coverings"),
        *(
            (table.meaning(kind) or "nothing", format_signature(kind), f"{many:,}")
            for kind, many in table.count.items()
        ),
    )
    ring = len(gadget.inner)
    wanted = {"false": {pair("x", "V"): 6}, "true": {pair("x", "x"): 3, pair("V", "V"): 3}}
    found = {table.meaning(kind): dict(kind) for kind in table.count}
    picture = Picture(gadget_figure(gadgets, gadget), "The gadget and its two coverings.")
    reach = f"all {counted(table.total, 'covering')} of the ring of {ring} cells"
    if found != wanted or table.total != 2 or ring != 12:
        return failing(reach, "There are other coverings than the two of the paper.", picture, rows=rows)
    remark = "Filler is left out: no gourd joins it to another color, and it covers itself."
    return Finding(Outcome.HOLDS, reach, rows, remark, (picture,))


def _check_clause(effort: Effort) -> Finding:
    gadgets = bundled_gadgets()
    gadget = gadgets.clause
    table = Table.of(gadgets, gadget)
    rows = [("means", "gourds", "coverings")]
    rows += [(table.meaning(kind) or "–", format_signature(kind), f"{many:,}") for kind, many in _named_first(table)]
    reach = f"all {counted(table.total, 'covering')} of the gadget"
    picture = Picture(gadget_figure(gadgets, gadget), "The gadget, and a covering for each of the three meanings.")
    missing = [name for name, wanted in _paper_list().items() if _covers(table, wanted) == 0]
    if missing:
        return failing(
            reach, f"The paper's set of gourds for {missing[0]} does not cover it.", picture, rows=tuple(rows)
        )
    mixed = [pair("X", "Y"), pair("X", "Z"), pair("Y", "Z")]
    others = [kind for kind in table.count if any(dict(kind).get(two, 0) != 1 for two in mixed)]
    beyond = len(table.count) - 3
    if not beyond and not others:
        return Finding(Outcome.HOLDS, reach, tuple(rows), "", (picture,))
    remark = (
        f"The three sets of gourds cover it as the paper says, but {beyond} more sets do too. {len(others)} sets do not"
        " have exactly one gourd each of (X, Y), (X, Z) and (Y, Z), though the paper says that every covering uses"
        " those. The proof does not need it: no placement of a whole board uses such a covering (see eleven-gourds and"
        " np-hardness). Our gadget has the cells and counts that the paper's text gives; its figure is no data."
    )
    shown = [
        Panel(
            f"{counted(table.count[kind], 'covering')}",
            format_signature(kind).split(", "),
            gadget_scene(gadget, table.example[kind], is_cropped=True),
        )
        for kind in others[:3]
    ]
    drawn = on_paper(panel_grid(shown, columns_that_fit(shown)), "coverings with other gourds")
    extra = Picture(drawn, "Coverings that do not use exactly one gourd of each of the mixed kinds.")
    return Finding(Outcome.IMPRECISE, reach, tuple(rows), remark, (picture, extra))


def _named_first(table: Table) -> list[tuple[Signature, int]]:
    """The signatures with their numbers of coverings, those that mean something first."""
    return sorted(table.count.items(), key=lambda row: not table.meaning(row[0]))


def _paper_list() -> dict[str, dict[Pair, int]]:
    """The three sets of gourds, as the paper lists them."""
    found = {}
    for true in "XYZ":
        false = [name for name in "XYZ" if name != true]
        found[true] = {
            pair(true, VARIABLE_FILLER): 2,
            (VARIABLE_FILLER, VARIABLE_FILLER): 5,
            **{pair(name, name): 1 for name in false},
            pair("X", "Y"): 1,
            pair("Y", "Z"): 1,
            pair("X", "Z"): 1,
        }
    return found


def _covers(table: Table, wanted: dict[Pair, int]) -> int:
    """How many coverings use exactly these gourds."""
    return sum(many for kind, many in table.count.items() if dict(kind) == wanted)


def _check_eleven(effort: Effort) -> Finding:
    gadgets = bundled_gadgets()
    gadget = gadgets.clause
    small, large = [*islands(gadget), set(), set()][:2]
    every = every_covering(gadgets, gadget)
    left = [used(gadget, [one for one in covering if one[0] in small]) for covering in every]
    right = [used(gadget, [one for one in covering if one[0] in large]) for covering in every]
    kinds = {name: pair(name, VARIABLE_FILLER) for name in "XYZ"}
    in_left = {sum(counts[kind] for kind in kinds.values()) for counts in left}
    in_right = {counts[kind] for counts in right for kind in kinds.values()}
    one = max(a[kind] + b[kind] for a, b in zip(left, right, strict=True) for kind in kinds.values())
    two = max(
        a[kinds[x]] + b[kinds[x]] + a[kinds[y]] + b[kinds[y]]
        for a, b in zip(left, right, strict=True)
        for x, y in ("XY", "XZ", "YZ")
    )
    rows = [("what", "found", "the paper says")]
    rows.append(("gourds of V and a variable in the small triangle", _shown(in_left), "1"))
    rows.append(("gourds of V and one variable in the large triangle", _shown(in_right), "at most 1"))
    rows.append(("gourds of V and one variable in the gadget, at most", str(one), "2"))
    rows.append(("gourds of V and two variables in the gadget, at most", str(two), "3"))
    bounds = [shared * two + 2 * (OCCURRENCES - shared) * one for shared in (1, 2, 3)]
    for shared, bound in zip((1, 2, 3), bounds, strict=True):
        what = f"room for two true variables that share {counted(shared, 'clause')}, of 12 needed"
        rows.append((what, str(bound), "at most 11" if shared == 1 else ""))
    reach = f"all {counted(len(every), 'covering')} of the clause gadget"
    drawn = on_paper(panel_grid([Panel("", [], gadget_scene(gadget))], 1), "the clause gadget")
    picture = Picture(drawn, "The clause gadget: a small triangle on the left, a large one on the right.")
    is_right = in_left == {1} and in_right <= {0, 1} and one == 2 and two == 3 and max(bounds) <= 11
    if not is_right:
        return failing(reach, "The bound of the proof does not hold.", picture, rows=tuple(rows))
    remark = (
        "The proof speaks of two variables that share one clause; with more shared clauses there is even less room."
    )
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, (picture,))


def _shown(numbers: set[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))


CLAIMS: Final = (
    Claim(
        "variable-gadget",
        "Section 3, Theorem 1, the variable gadget",
        "The ring of a variable gadget can be covered in two ways: by six (x, V)-gourds, which means false, or by three"
        " (V, V) and three (x, x), which means true.",
        "All coverings of the gadget by exhaustion.",
        _check_variable,
    ),
    Claim(
        "clause-gadget",
        "Section 3, Theorem 1, the clause gadget",
        "A clause gadget can be covered with each of three sets of gourds, one for each variable that may be the true"
        " one, and covering it always uses exactly one gourd each of (X, Y), (X, Z) and (Y, Z).",
        "All coverings of the gadget by exhaustion, grouped by the gourds that they use.",
        _check_clause,
    ),
    Claim(
        "eleven-gourds",
        "Section 3, Theorem 1, the other direction",
        "The small triangle takes exactly one gourd of V and a variable, the large one at most one for each variable."
        " So two true variables of one clause would have twelve such gourds left over, of which at most eleven fit.",
        "All coverings of the clause gadget by exhaustion, each triangle by itself; the largest sums.",
        _check_eleven,
    ),
)
