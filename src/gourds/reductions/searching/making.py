"""A coloring as a gadget: its rows, its coverings, the gourds that come with it; and the proof that it is right.

The gourds can be shared out such that every variable gadget goes with every clause gadget. Let f, t be what the
coverings false and true of a variable gadget use, and o what the covering *X is true* of a clause gadget does.

- A variable gadget comes with f(x, V) gourds (x, V), t(x, x) gourds (x, x) and f(V, V) + 1 gourds (V, V).
- A clause gadget comes with low (X, V), and with o(X, X), o(X, Y), o(V, V); likewise for Y and Z.

For (x, V) a false variable leaves 0 + 3·low for its three clauses, a true one 6 + 3·low = 3·high. For (x, x) a true
variable leaves 3·o(X, X), a false one three more, as f has three (x, x) less than t. A third of the variables is
true, and t has three (V, V) more than f: one for each variable on average. So everything is used up: *balance*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gourds.errors import InternalError
from gourds.reductions.gadgets.coverings import Table
from gourds.reductions.gadgets.drawing import (
    FILLER,
    VARIABLE_FILLER,
    Gadget,
    GadgetSet,
    Pair,
    bundled_gadgets,
    pair,
)
from gourds.reductions.gadgets.proof import prove
from gourds.reductions.searching.layouts import MARGINS, Box
from gourds.reductions.searching.wanted import Wanted

_CROSSED = (("X", "Y"), ("X", "Z"), ("Y", "Z"))


@dataclass(frozen=True)
class Find:
    """A gadget that was found."""

    gadget: Gadget
    inner: int
    """Its cells that are not filler."""
    coverings: int
    signatures: int

    @property
    def cells(self) -> int:
        """All its cells."""
        return self.gadget.width * self.gadget.height

    @property
    def rank(self) -> tuple[int, ...]:
        """Fewer cells first, then fewer signatures and coverings: what is easier to see through."""
        return self.cells, self.signatures, self.coverings, self.inner


def make_find(box: Box, layout: int, colors: Sequence[int], wanted: Wanted) -> Find:
    """The gadget of a coloring, with its table by exhaustion. The proof must agree with the search that it is right."""
    before, after = MARGINS[box.filler]
    names = iter([wanted.colors[c] for c in colors])
    rows = []
    for r in range(box.rows):
        inside = [next(names) if layout >> (r * box.columns + q) & 1 else FILLER for q in range(box.columns)]
        rows.append((FILLER,) * before + tuple(inside) + (FILLER,) * after)
    coverings = {name: _uses(wanted, uses) for name, uses in wanted.meanings.items()}
    filler = sum(row.count(FILLER) for row in rows) // 2
    gourds = _gourds(wanted, coverings) | {(FILLER, FILLER): filler}
    gadget = Gadget(wanted.name, tuple(rows), {kind: n for kind, n in gourds.items() if n}, coverings)
    gadgets = with_paper(gadget)
    table = Table.of(gadgets, gadget)
    proof = prove(gadgets, **{wanted.name: table})
    if not proof:
        raise InternalError(f"the search and the proof disagree on a gadget: {proof.broken[0].detail}\n{gadget.text()}")
    return Find(gadget, len(colors), table.total, len(table.count))


def with_paper(gadget: Gadget) -> GadgetSet:
    """A gadget with the paper's other one; the proof does not ask whether they are equally high."""
    paper = bundled_gadgets()
    return GadgetSet(gadget, paper.clause) if gadget.name == "variable" else GadgetSet(paper.variable, gadget)


def _uses(wanted: Wanted, uses: tuple[int, int, int]) -> dict[Pair, int]:
    """What a covering uses: the numbers of (X, V) and of two variables are given, the others follow from the totals."""
    found: dict[Pair, int] = {}
    ends: Counter[str] = Counter()
    colors = wanted.colors
    mixed = [(symbol, VARIABLE_FILLER, use) for symbol, use in zip(colors[:-1], uses, strict=False)]
    mixed += [(a, b, use) for (a, b), use in zip(_CROSSED, wanted.crossed, strict=True)]
    for a, b, use in mixed:
        if use:
            found[pair(a, b)] = use
            ends.update({a: use, b: use})
    for symbol, total in zip(colors, wanted.totals, strict=True):
        if total > ends[symbol]:
            found[symbol, symbol] = (total - ends[symbol]) // 2
    return found


def _gourds(wanted: Wanted, coverings: dict[str, dict[Pair, int]]) -> dict[Pair, int]:
    both = (VARIABLE_FILLER, VARIABLE_FILLER)
    if wanted.name == "variable":
        false, true = coverings["false"], coverings["true"]
        mixed = pair("x", VARIABLE_FILLER)
        return {mixed: false[mixed], ("x", "x"): true["x", "x"], both: false.get(both, 0) + 1}
    found = {pair(symbol, VARIABLE_FILLER): wanted.low for symbol in "XYZ"}
    found |= {(symbol, symbol): coverings[symbol].get((symbol, symbol), 0) for symbol in "XYZ"}
    found |= dict(zip(_CROSSED, wanted.crossed, strict=True))
    found[both] = coverings["X"].get(both, 0)
    return found


def canonical(find: Find) -> tuple[str, ...]:
    """The same for gadgets that differ by half a turn of what is not filler, and by the names of X, Y and Z."""
    cells = {cell: find.gadget.symbol_at[cell] for cell in find.gadget.inner}
    turned = {(-q, -r): symbol for (q, r), symbol in cells.items()}
    return min(_spelled(cells), _spelled(turned))


def _spelled(cells: dict[tuple[int, int], str]) -> tuple[str, ...]:
    names: dict[str, str] = {}
    least = min(q for q, _ in cells), min(r for _, r in cells)
    found = []
    for q, r in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        symbol = cells[q, r]
        if symbol in "XYZ":
            symbol = names.setdefault(symbol, f"X{len(names)}")
        found.append(f"{q - least[0]} {r - least[1]} {symbol}")
    return tuple(found)
