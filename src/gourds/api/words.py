"""Words for people: numbers with their nouns, and what stands over the pictures of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gourds.words import counted

if TYPE_CHECKING:
    from gourds.explain.explaining import Explanation
    from gourds.instance import Instance
    from gourds.maximize.maximizing import Maximum

MOST_BOUNDS = 3
"""More bounds than this are not named in a title."""
MOST_CELLS = 3
"""Nor more cells."""


def explanation_title(instance: Instance, found: Explanation) -> str:
    """Over the picture of a reason, in a hundred characters or so."""
    from gourds.explain.reasons import bound_texts

    if found.kind == "linear":
        return instance.name or "No placement"
    if found.kind == "budgets":
        texts = bound_texts(instance, found)
        if len(texts) > MOST_BOUNDS:
            return f"No placement: {found.reason}"
        if found.region:
            texts.append(f"{counted(len(found.region), 'marked cell')} covered")
        return f"Not together: {', '.join(texts)}" if len(texts) > 1 else f"Not possible: {texts[0]}"
    if found.bounds:
        return f"No placement: {found.reason.split(':')[0]}"
    if found.barrier:
        cells = counted(len(found.barrier), "cell")
        if len(found.barrier) <= MOST_CELLS:
            cells += ": " + " ".join(f"({q}, {r})" for q, r in instance.board.cells[list(found.barrier)].tolist())
        return f"No placement: {len(found.parts)} odd parts are left without {cells}"
    if found.parts:
        sizes = " and ".join(counted(len(part), "cell") for part in found.parts)
        have = "two parts have" if len(found.parts) > 1 else "a part has"
        return f"No placement: {have} an odd number of cells, {sizes}"
    return "No placement: in the marked colors the numbers of cells and of ends do not fit"


def maximum_title(instance: Instance, found: Maximum) -> str:
    """Over the picture of a largest partial placement."""
    open_cells = counted(instance.board.size - 2 * found.placed, "cell")
    bound = "the most that fit" if found.optimal else f"at most {found.upper_bound:,} fit"
    return f"{found.placed:,} of {counted(instance.size, 'gourd')} ({bound}), {open_cells} open"
