"""The report's pictures: a card for some instances, with what is known about them and how to make them again."""

from __future__ import annotations

import math
from typing import Final

from gourds.bench.report.words import shown_time
from gourds.bench.store.results import Entry, Results
from gourds.bench.store.store import Store
from gourds.instance import Instance
from gourds.render.board.thumbnails import thumbnail
from gourds.render.report_parts import named_list
from gourds.render.text import xml
from gourds.words import counted

MAX_PICTURES: Final = 40
MAX_CELLS: Final = 1500
"""Larger boards are not drawn."""


def choose_drawn(results: Results) -> list[Entry]:
    """The instances to draw: those with wrong answers, then some of every family, evenly over each."""
    able = [entry for entry in results.entries if 0 < entry.cells <= MAX_CELLS]
    if len(able) > MAX_PICTURES:
        able = [entry for entry in able if entry.number in results.troubled][:MAX_PICTURES] or []
        able += _some_of_each(results, set(able), MAX_PICTURES - len(able))
    order = {family: k for k, family in enumerate(results.families)}
    return sorted(able, key=lambda entry: (order[entry.family], entry.number))


def _some_of_each(results: Results, taken: set[Entry], room: int) -> list[Entry]:
    """A number of further instances: the same number from each family if it has enough, spread evenly over its list."""
    groups = [
        [entry for entry in entries if 0 < entry.cells <= MAX_CELLS and entry not in taken]
        for entries in results.families.values()
    ]
    found: list[Entry] = []
    groups = sorted((group for group in groups if group), key=len)
    for k, group in enumerate(groups):
        share = min(len(group), (room - len(found)) // (len(groups) - k))
        found += [group[j * len(group) // share] for j in range(share)]
    return found


def gallery_section(results: Results, store: Store | None, drawn: list[Entry], anchors: dict[int, str]) -> str:
    """The section with the cards; empty if no board is small enough."""
    if not drawn or store is None:
        return ""
    entries = counted(len(results.entries), "instance")
    some = "" if len(drawn) == len(results.entries) else f"{len(drawn)} of {entries}. "
    cards = [_card(results, entry, store.instance(entry.number), anchors[entry.number]) for entry in drawn]
    return (
        f'<h2 id="pictures">Pictures</h2><p class="soft lead">{some}Boards of up to {MAX_CELLS:,} cells are drawn.</p>'
        f'<div class="gallery">{"".join(cards)}</div>'
    )


def _card(results: Results, entry: Entry, instance: Instance, anchor: str) -> str:
    looks = {"feasible": "yes", "infeasible": "no", None: "unknown"}
    sizes = ", ".join((counted(entry.cells, "cell"), counted(entry.colors, "color"), counted(entry.gourds, "gourd")))
    rows = [("verdict", f'<span class="{looks[entry.truth]}">{entry.truth or "unknown"}</span>')]
    if entry.truth_why:
        rows.append(("known from", xml(entry.truth_why)))
    if entry.expected is not None and entry.why != entry.truth_why:
        rows.append(("expected", f"{entry.expected}; {xml(entry.why or '')}"))
    rows.append(("fastest", _fastest(results, entry)))
    source = instance.source or {}
    command = source.get("command")
    if isinstance(command, str):
        first, *options = command.split(" --")
        words = [xml(first), *(f"<span>--{xml(option)}</span>" for option in options)]
        rows.append(("made by", f"<code>{' '.join(words)}</code>"))
    elif entry.file is not None:
        rows.append(("file", f"<code>{xml(entry.file)}</code>"))
    return (
        f'<section class="card" id="{anchor}"><h3 data-instance="{entry.number}">{xml(entry.name)}</h3>'
        f'<div class="soft">{sizes}</div><div class="picture">{thumbnail(instance, None) or ""}</div>'
        f"<dl>{named_list(rows)}</dl></section>"
    )


def _fastest(results: Results, entry: Entry) -> str:
    labels = {one.number: one.label for one in results.competitors}
    pairings = results.of_instance(entry)
    solved = sum(pairing.is_solved for pairing in pairings)
    best = min(pairings, key=lambda pairing: pairing.time, default=None)
    if best is None or not math.isfinite(best.time):
        return "no solver solved it"
    time = xml(shown_time(best.time, results.floor.seconds))
    return f"{xml(labels[best.competitor])}, {time}; {solved} of {len(pairings)} solved it"
