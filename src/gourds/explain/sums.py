"""A step of a linear proof as people read it: who asks for how much, and who gives how much.

The certificate's weights y, w, m and u are one inequality that every placement would satisfy,

    Σ y_v  ≤  Σ −w_c·(budget of c) − m + Σ u_S·(|S| − 1)/2,

and it does not hold. Read as it stands, *cells ask*: a cell asks for y_v, and −w_c is the most that a gourd of kind c
gives to its two cells, −m the most that the empty cell gives to itself; a gourd inside S may give u_S more. With all
signs turned, *cells offer*: a cell has −y_v to offer, an odd set u_S to every gourd inside, a gourd of kind c asks its
cells for w_c. The second is the argument of a cover: so many gourds, and each of them needs one of too few cells. That
reading is taken that has more positive weights of cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gourds.instance import Instance

NAMED_KINDS = 3
"""More kinds of gourds than this are not named in a sentence."""

Pair = tuple[int, int]


@dataclass(frozen=True)
class Sums:
    """More is asked for than offered."""

    instance: Instance
    cells_ask: bool
    """Whether cells ask and gourds give, or cells offer and gourds ask."""
    cells: Mapping[int, int]
    """What cells ask for or offer, by index; those that do neither are left out."""
    kinds: Mapping[Pair, int]
    """What every gourd of a kind gives at most, or asks for."""
    empty: int
    """The same for the empty cell."""
    sets: tuple[tuple[int, tuple[int, ...]], ...]
    """Odd sets of cells, and what each gives or offers to every gourd inside."""

    @classmethod
    def of(cls, instance: Instance, step: Mapping[str, Any]) -> Sums:
        """The reading of one step of a certificate of kind ``linear``."""
        index = {place: v for v, place in enumerate(instance.board.cell_list())}
        signs = [weight > 0 for *_, weight in step["cells"]] or [weight < 0 for *_, weight in step["classes"]]
        cells_ask = 2 * sum(signs) > len(signs)
        sign = 1 if cells_ask else -1
        return cls(
            instance,
            cells_ask,
            {index[q, r]: sign * weight for q, r, weight in step["cells"] if weight},
            {(i, j): -sign * weight for i, j, weight in step["classes"] if weight},
            -sign * step["empty"],
            tuple(
                (row[0], tuple(index[place] for place in zip(row[1::2], row[2::2], strict=True)))
                for row in step["sets"]
            ),
        )

    @property
    def asked(self) -> int:
        """What is asked for in all."""
        return sum(self.cells.values()) if self.cells_ask else self._by_gourds()

    @property
    def offered(self) -> int:
        """What is there at most; less than what is asked for, if the step is a proof."""
        held = sum(weight * (len(cells) // 2) for weight, cells in self.sets)
        return held + (self._by_gourds() if self.cells_ask else sum(self.cells.values()))

    def _by_gourds(self) -> int:
        budgets = self.instance.budgets
        return self.empty + sum(weight * budgets.get(pair, 0) for pair, weight in self.kinds.items())

    @property
    def gourds(self) -> int:
        """How many gourds take part."""
        return sum(self.instance.budgets.get(pair, 0) for pair in self.kinds)

    def sentence(self) -> str:
        """Why the sums cannot meet."""
        simple = self._of_needy_cells() if self.cells_ask else self._of_a_cover()
        if simple:
            return simple
        gourds = [kinds_text(self.instance, list(self.kinds))] if self.kinds else []
        gourds += ["the empty cell"] if self.empty else []
        cells, sets = ["the weighted cells"] if self.cells else [], ["odd sets"] if self.sets else []
        if self.cells_ask:
            return (
                f"the weighted cells ask for {self.asked:,}, but {joined(gourds + sets)} give at most {self.offered:,}"
            )
        return f"{joined(cells + sets)} offer at most {self.offered:,}, but {joined(gourds)} ask for {self.asked:,}"

    def _of_needy_cells(self) -> str | None:
        """If cells ask for 1 or −1: all ways to deal with the former.

        One of them is empty, or under a gourd of a kind that gives something, or inside an odd set, or its partner is
        one of the latter: else its gourd would give nothing and be asked for 1 or 2.
        """
        values = list(self.cells.values())
        if not set(values) <= {1, -1} or min(self.kinds.values(), default=0) < 0 or self.empty < 0:
            return None
        needy, partners = values.count(1), values.count(-1)
        ways = (
            [f"a gourd with {f'one of {partners:,} other cells' if partners > 1 else 'one other cell'}"]
            if partners
            else []
        )
        if self.kinds:
            kinds, one_kind = kinds_text(self.instance, list(self.kinds)), len(self.kinds) == 1
            is_one = self.gourds == 1 and one_kind
            ways.append(f"the one {kinds.removesuffix('s')}" if is_one else f"one of the {self.gourds:,} {kinds}")
        ways += [f"a gourd inside {sets_text(self.sets)}"] if self.sets else []
        ways += ["to stay empty"] if self.empty else []
        each = f"each of these {needy:,} cells" if needy > 1 else "this cell"
        enough = self.offered + partners
        return (
            f"{each} needs {joined(ways, 'or') or 'a gourd'}: that is enough for {f'{enough:,}' if enough else 'none'}"
        )

    def _of_a_cover(self) -> str | None:
        """If cells offer 1 or −1, odd sets and gourds have weight 1: too few places for these gourds and those cells.

        Such a gourd covers a cell that offers 1 or lies inside an odd set. So does whatever gourd covers a cell that
        offers −1, and if it is such a gourd, it does both.
        """
        values = list(self.cells.values())
        weights = {*self.kinds.values(), *(weight for weight, _ in self.sets)}
        count, others = values.count(1), values.count(-1)
        if (
            weights != {1}
            or not self.kinds
            or count + others < len(values)
            or self.empty not in (0, 0 if others else 1)
        ):
            return None
        gourds, many = kinds_text(self.instance, list(self.kinds)), self.gourds
        if others:
            takers = f"the {many:,} {gourds}" if many > 1 else f"the one {gourds.removesuffix('s')}"
            cells = f"{others:,} other cells" if others > 1 else "one other cell"
            places = [f"one of the same {count:,} cells" if count > 1 else "the same cell"] if count else []
            places += [f"a place inside {sets_text(self.sets)}"] if self.sets else []
            return f"{takers} and {cells} each need {joined(places, 'or')}: room for {self.offered + others:,}"
        takers = f"each of the {many:,} {gourds}" if many > 1 else f"the one {gourds.removesuffix('s')}"
        places = [f"covers one of the same {count:,} cells" if count > 1 else "covers the same cell"] if count else []
        places += [f"lies inside {sets_text(self.sets)}"] if self.sets else []
        also = ", and the empty cell is one of these" if self.empty else ""
        room = f": room for {self.offered - self.empty:,}" if self.sets or self.empty else ""
        return f"{takers} {joined(places, 'or')}{also}{room}"

    def rows(self) -> list[tuple[str, str]]:
        """The weights in words, cells aside: name and text."""
        rows = [("gourds", self._of_kind(pair)) for pair in self.kinds]
        if self.empty:
            rows.append(
                ("empty", f"the empty cell {'gives at most' if self.cells_ask else 'asks for'} {signed(self.empty)}")
            )
        verb = "give" if self.cells_ask else "offer"
        for (weight, size), count in sorted(Counter((weight, len(cells)) for weight, cells in self.sets).items()):
            one, many = ("triangle", "triangles") if size == 3 else (f"set of {size} cells", f"sets of {size} cells")
            which = f"1 {one} {verb}s" if count == 1 else f"{count:,} {many} {verb}"
            rows.append(("odd sets", f"{which} {weight} to a gourd inside, room for {size // 2}"))
        rows.append(("sums", f"{signed(self.asked)} asked for, {signed(self.offered)} offered at most"))
        return rows

    def _of_kind(self, pair: Pair) -> str:
        """'3 (a, b)-gourds give at most 1 each'."""
        budget, gourds = self.instance.budgets.get(pair, 0), kinds_text(self.instance, [pair])
        weight = signed(self.kinds[pair])
        if budget == 1:
            return f"1 {gourds.removesuffix('s')} {'gives at most' if self.cells_ask else 'asks for'} {weight}"
        return f"{budget:,} {gourds} {'give at most' if self.cells_ask else 'ask for'} {weight} each"


def signed(value: int) -> str:
    """With a true minus sign."""
    return f"−{-value:,}" if value < 0 else f"{value:,}"


def joined(parts: Sequence[str], word: str = "and") -> str:
    """'a, b and c'."""
    return f" {word} ".join([", ".join(parts[:-1]), *parts[-1:]] if len(parts) > 1 else parts)


def kinds_text(instance: Instance, pairs: Sequence[Pair]) -> str:
    """'(a, b)- and (a, c)-gourds'; only how many kinds if they are many."""
    if len(pairs) > NAMED_KINDS:
        return f"gourds of {len(pairs)} kinds"
    return joined([f"({instance.colors[i]}, {instance.colors[j]})-" for i, j in pairs]) + "gourds"


def sets_text(sets: Sequence[tuple[int, tuple[int, ...]]]) -> str:
    """'one of 3 triangles'."""
    what = "triangle" if all(len(cells) == 3 for _, cells in sets) else "odd set"
    return f"one of {len(sets):,} {what}s" if len(sets) > 1 else f"a {what}" if what == "triangle" else f"an {what}"
