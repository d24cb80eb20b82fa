"""What the check of reductions found, as tables in Markdown: for documents, the same bytes for the same findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

Facts = Mapping[str, Any]
"""What ``gourds check-reduction --json`` lists of a reduction or a mutant."""
HANDS: Final = ("forward map", "solver", "uniform", "rare", "exchange walk", "listed")
PARTS: Final = ("target", "forward map", "back map", "size formula")


def maps_tables(reports: Sequence[Facts], mutants: Sequence[Facts] = ()) -> str:
    """The tables of reductions that were tested, and of bugs put into them."""
    return "\n".join(part for part in (_tested(reports), _judged(mutants)) if part)


def _tested(reports: Sequence[Facts]) -> str:
    if not reports:
        return ""
    heads = ("reduction", "yes", "no", *HANDS, "all listed", "boards", "failures")
    return _table(heads, map(_row, reports))


def _row(report: Facts) -> list[str]:
    boards = (f"{one['instances']:,} by {one['path'][-2:][0]}, to {one['largest']:,}" for one in _by_maker(report))
    read = (f"{report['read'].get(hand, 0):,}" for hand in HANDS)
    failure = "none" if report["failure"] is None else report["failure"]["flaw"]
    listed = f"{report['all_target_solutions_read']:,}"
    return [report["reduction"], str(report["yes"]), str(report["no"]), *read, listed, "; ".join(boards), failure]


def _by_maker(report: Facts) -> list[dict[str, Any]]:
    """The boards by the problem that they are made from; of a reduction to boards, its source."""
    source = report["reduction"].split(" to ")[0]
    return [{**one, "path": [source, *one["path"]]} for one in report["boards"]]


def _judged(mutants: Sequence[Facts]) -> str:
    """Bugs down, reductions across: how many instances it took, with a cross where none sufficed."""
    if not mutants:
        return ""
    names = list(dict.fromkeys(one["reduction"] for one in mutants))
    known = {(one["part"], one["change"], one["reduction"]): one for one in mutants}
    bugs = sorted(dict.fromkeys(key[:2] for key in known), key=lambda bug: PARTS.index(bug[0]))
    rows = [[*bug, *(_fate(known.get((*bug, name))) for name in names)] for bug in bugs]
    mine = [[one for one in mutants if one["reduction"] == name] for name in names]
    caught = (f"{sum(one['caught'] is not None for one in some)} of {len(some)}" for some in mine)
    return _table(("part", "bug", *names), [*rows, ["all", "caught", *caught]])


def _fate(mutant: Facts | None) -> str:
    if mutant is None:
        return ""
    return "✗" if mutant["caught"] is None else str(mutant["instances"])


def _table(heads: Sequence[str], rows: Any) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
