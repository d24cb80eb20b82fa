"""Explanations for people: the demands in words, and the cells to mark on a picture."""

from __future__ import annotations

import numpy as np

from gourds.explain.explaining import Explanation
from gourds.explain.problem import Bound
from gourds.instance import Instance


def bound_texts(instance: Instance, found: Explanation) -> list[str]:
    """'at least 3 (a, b)-gourds', 'exactly …' where both bounds take part."""
    ways: dict[tuple[int, int], list[Bound]] = {}
    for bound in found.bounds:
        ways.setdefault(bound.pair, []).append(bound)
    texts = []
    for (i, j), bounds in ways.items():
        way = "exactly" if len(bounds) > 1 else "at least" if bounds[0].at_least else "at most"
        gourds = "gourd" if bounds[0].count == 1 else "gourds"
        texts.append(f"{way} {bounds[0].count:,} ({instance.colors[i]}, {instance.colors[j]})-{gourds}")
    return texts


def marked_cells(instance: Instance, found: Explanation) -> dict[int, int]:
    """The cells to mark, with their regions; if the reason has bounds only, all cells where such a gourd could lie."""
    if found.region or found.parts:
        regions = dict.fromkeys(found.region, 0)
        regions |= dict.fromkeys(found.barrier, -1)
        return regions | {v: k for k, part in enumerate(found.parts, start=1) for v in part}
    pairs = {bound.pair for bound in found.bounds}
    numbers = [i * len(instance.colors) + j for i, j in pairs]
    cells: list[int] = np.unique(instance.board.edges[np.isin(instance.edge_classes, numbers)]).tolist()
    if not cells:  # no such gourd fits anywhere: its colors
        cells = np.flatnonzero(np.isin(instance.cell_colors, [k for pair in pairs for k in pair])).tolist()
    return dict.fromkeys(cells, 0)
