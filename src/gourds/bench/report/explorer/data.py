"""All runs as columns, for the script of the page.

A column is a list of numbers with one for every run; words stand once in a dictionary, and runs are grouped by
instance. The JSON of this is compressed (deflate) and written in base64, since names and parameters repeat. A run
takes some ten bytes of the page, an instance some thirty. So a page with 100,000 runs stays below five megabytes;
beyond :data:`MAX_RUNS` the most telling instances are chosen, with all their runs: those with wrong answers, those
that not all solved, the slowest.
"""

from __future__ import annotations

import base64
import math
import shlex
import zlib
from collections.abc import Sequence
from typing import Any, Final

from gourds.bench.report.sections.matrix import choose_entries
from gourds.bench.report.sections.tables import TIER_WORDS
from gourds.bench.report.standing import Timings
from gourds.bench.report.statistics import status_of, tier_of
from gourds.bench.store.noise import measure_scatter
from gourds.bench.store.results import Competitor, Entry, Results
from gourds.bench.store.store import Store
from gourds.families import FAMILIES
from gourds.families.base import command
from gourds.files.json_values import spell_json
from gourds.instance import Instance

MAX_RUNS: Final = 200_000
"""How many runs a page holds."""
MAX_TESTED: Final = 2_000_000
"""Pairs of solvers times instances for which tests are run ahead."""
MAX_BOARD: Final = 1_500
MAX_DRAWN: Final = 60_000
"""Cells of a board that the script can draw, and of all of them together."""
VERDICTS: Final = ("feasible", "infeasible", "unknown")
_DIGITS: Final = "".join(chr(k) for k in range(33, 0x2FF) if chr(k).isprintable() and chr(k) not in "\"\\<>&'")
"""A character for each color of a drawn board."""


def embedded(results: Results) -> list[Entry]:
    """The instances whose runs the page holds."""
    if len(results.runs) <= MAX_RUNS:
        return list(results.entries)
    return choose_entries(results, max(1, MAX_RUNS * len(results.entries) // len(results.runs)))


def pack(results: Results, store: Store | None) -> str:
    """The data of a page, compressed, in base64."""
    text = spell_json(explorer_data(results, store), separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def explorer_data(results: Results, store: Store | None) -> dict[str, Any]:
    """What the script gets to know."""
    entries = embedded(results)
    families: _Words = {family: k for k, family in enumerate(results.families)}
    why: _Words = {"": 0}
    outcomes: _Words = {}
    columns = _columns(results, entries, outcomes)
    instances = _instances(entries, families, why)
    return {
        "total": len(results.runs),
        "limit": results.campaign.limits.wall,
        "floor": results.floor.seconds,
        "solvers": [_solver(results, one) for one in results.competitors],
        "tests": _tests(results, entries),
        "families": list(families),
        "why": list(why),
        "outcomes": [list(outcome) for outcome in outcomes],
        "instances": instances,
        "runs": columns,
        "boards": _boards(results, entries, store),
    }


_Words = dict[Any, int]
"""A dictionary that grows: each value has the number of its first appearance."""


def _number(words: _Words, value: Any) -> int:
    return words.setdefault(value, len(words))


def _columns(results: Results, entries: Sequence[Entry], outcomes: _Words) -> dict[str, list[Any]]:
    """The runs, instance by instance; times in units of 10 µs with four digits, memory in MB."""
    names = ("count", "solver", "outcome", "time", "memory", "seed", "repetition")
    found: dict[str, list[Any]] = {name: [] for name in names}
    rows = {one.number: k for k, one in enumerate(results.competitors)}
    approaches = {one.number: one.approach for one in results.competitors}
    for entry in entries:
        runs = [run for pairing in results.of_instance(entry) for run in pairing.runs]
        found["count"].append(len(runs))
        for run in runs:
            tier = tier_of(run, approaches[run.competitor])
            outcome = (run.verdict, status_of(run), TIER_WORDS[tier][0] if tier else "")
            found["solver"].append(rows[run.competitor])
            found["outcome"].append(_number(outcomes, outcome))
            found["time"].append(_four_digits(run.time * 1e5))
            found["memory"].append(round(run.peak_mb))
            found["seed"].append(run.seed)
            found["repetition"].append(run.repetition)
    return found


def _four_digits(value: float) -> int:
    if value < 1 or not math.isfinite(value):
        return 0
    step = int(10 ** max(0, math.floor(math.log10(value)) - 3))
    return round(value / step) * step


def _instances(entries: Sequence[Entry], families: _Words, why: _Words) -> dict[str, list[Any]]:
    return {
        "number": [entry.number for entry in entries],
        "name": [entry.name for entry in entries],
        "family": [_number(families, entry.family) for entry in entries],
        "cells": [entry.cells for entry in entries],
        "colors": [entry.colors for entry in entries],
        "gourds": [entry.gourds for entry in entries],
        "truth": [VERDICTS.index(entry.truth or "unknown") for entry in entries],
        "why": [_number(why, entry.truth_why or "") for entry in entries],
        "parameters": [", ".join(f"{key} {value}" for key, value in entry.parameters.items()) for entry in entries],
        "seed": [entry.seed for entry in entries],
        "file": [entry.file for entry in entries],
        "command": [_command(entry) for entry in entries],
        "digest": [entry.digest[:16] for entry in entries],
    }


def _command(entry: Entry) -> str | None:
    """The command that makes the instance; None for files, and for families that are gone."""
    family = FAMILIES.get(entry.family)
    if family is None or entry.file is not None or entry.seed is None:
        return None
    values = {one.name: entry.parameters.get(one.name, one.default) for one in family.parameters}
    return command(family, values, entry.seed)


def _solver(results: Results, one: Competitor) -> dict[str, Any]:
    """Its label, the options that repeat its runs, and the scatter of their times."""
    config, limits = one.config, results.campaign.limits
    words = ["--solver", config.name]
    words += ["--encoding", config.encoding] if config.encoding != "reduced" else []
    words += [] if config.presolve else ["--no-presolve"]
    for key, value in config.settings.items():
        words += ["--set", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    words += ["--proof", "certificate.json"] if config.proof else []
    words += ["--time-limit", f"{limits.wall:g}"] if limits.wall is not None else []
    words += ["--memory-limit", f"{limits.memory:g}"] if limits.memory is not None else []
    scatter = measure_scatter(results.of_competitor(one), results.floor.seconds)
    return {"label": one.label, "options": shlex.join(words), "scatter": None if scatter is None else round(scatter, 4)}


def _tests(results: Results, entries: Sequence[Entry]) -> dict[str, list[Any]]:
    """What the paired test says about every two solvers: p, logarithm of the ratio, count, difference, why not."""
    competitors = results.competitors
    pairs = [(i, j) for j in range(len(competitors)) for i in range(j)]
    pairs = pairs[: MAX_TESTED // max(len(entries), 1)]
    if not pairs or not results.runs:
        return {}
    timings = Timings(results, entries)
    found = {}
    for i, j in pairs:
        test = timings.compare(competitors[i], competitors[j])
        found[f"{i},{j}"] = [test.p, round(test.effect, 5), test.count, int(test.is_difference), test.why_not]
    return found


def _boards(results: Results, entries: Sequence[Entry], store: Store | None) -> dict[str, Any]:
    """Boards that can be drawn, by the places of their instances: the most telling ones, until there is no room."""
    if store is None:
        return {}
    places = {entry.number: place for place, entry in enumerate(entries)}
    able = [entry for entry in entries if 0 < entry.cells <= MAX_BOARD]
    room, found = MAX_DRAWN, {}
    most = 2 * MAX_DRAWN // max(1, sum(entry.cells for entry in able) // max(1, len(able)))
    for entry in choose_entries(results, most) if len(able) > most else able:
        if not 0 < entry.cells <= min(room, MAX_BOARD) or entry.number not in places:
            continue
        room -= entry.cells
        board = _board(store.instance(entry.number))
        if board is not None:
            found[str(places[entry.number])] = board
    return found


def _board(instance: Instance) -> list[Any] | None:
    """Tones of the colors, then each row of the board: r, its first q, and a character for each cell."""
    from gourds.render.scene import scene_of

    scene = scene_of(instance)
    if len(scene.tones) > len(_DIGITS):
        return None
    rows: list[list[Any]] = []
    for (q, r), color in zip(scene.board.cells.tolist(), scene.color_of.tolist(), strict=True):
        if not rows or rows[-1][0] != r:
            rows.append([r, q, ""])
        row = rows[-1]
        row[2] = row[2].ljust(q - row[1]) + _DIGITS[color]
    return [[tone.cell for tone in scene.tones], _DIGITS[: len(scene.tones)], rows]
