"""``gourds check-reduction NAME…``: registered reductions tested, or bugs put into them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from gourds.api.formulas.checking import PAGE, TABLES, check_map_mutants, check_maps
from gourds.cli.options import COUNT, WHOLE, Decorator, flag, option, plugin_option, together
from gourds.cli.paths import claim
from gourds.cli.printing import bad, counted, good, print_json, print_rows
from gourds.errors import InputError
from gourds.reductions.checking.bugs import PARTS
from gourds.reductions.checking.mutants import MapOutcome
from gourds.reductions.checking.report import MapReport
from gourds.reductions.checking.route import MEANING
from gourds.reductions.checking.trial import Trial
from gourds.terminal import StatusLine, echo, style

MAPS: Final = "maps"
"""The kind of mutants that are registered reductions with bugs."""
INTERRUPTED: Final = 130
OPTIONS: Final = ("every", "yes", "no", "samples", "largest", "jobs", "plugins")


def maps_options() -> Decorator:
    """The options for registered reductions."""
    return together(
        flag("--all", "All registered reductions, instead of the board's.", name="every"),
        option("--yes K", WHOLE, "Of a NAME: instances with a solution.", 20),
        option("--no K", WHOLE, "Of a NAME: instances without.", 20),
        option(
            "--samples K",
            WHOLE,
            "Of a NAME: placements that the back map reads, uniform, rare and from a walk, K each.",
            3,
        ),
        option("--largest N", COUNT, "Of a NAME: the largest size of its instances.", 6),
        option("--jobs N", COUNT, "Of a NAME: cores to use; all by default."),
        plugin_option(),
    )


def named_reductions(arguments: Sequence[str], options: dict[str, Any]) -> list[str] | None:
    """The names among the arguments, [] for all reductions; None if registered reductions are not asked for."""
    from gourds.reductions.registry import load_plugins, problems, reductions

    if options["plugins"]:
        load_plugins(options["plugins"])
    names: list[str] = []
    unknown: list[str] = []
    if strange := [one for one in arguments if not os.path.exists(one) and "." not in one and one != "-"]:
        known = {*problems(), *(reduction.name for reduction in reductions())}
        names = [one for one in strange if one in known]
        unknown = [one for one in strange if one not in known and os.sep not in one]
    if unknown:
        every = ", ".join(reduction.name for reduction in reductions())
        raise InputError(f"No such file, and no such problem or reduction; reductions: {every}", unknown[0])
    if names and len(names) < len(arguments):
        raise InputError("names of reductions and files of formulas cannot be tested in one go")
    if names and options["mutations"] not in (None, MAPS):
        raise InputError(f"--mutations {options['mutations']} breaks gadgets; for reductions it is --mutations {MAPS}")
    return names if names or options["every"] or options["mutations"] == MAPS else None


def show_maps(names: list[str], options: dict[str, Any], as_json: bool) -> int:
    """Test reductions by name, all if there are none, or their mutants; 1 if something is wrong."""
    progress = StatusLine(quiet=as_json)
    report = options["report"]
    if report:
        claim(*(os.path.join(report, name) for name in (PAGE, TABLES)))
    if options["mutations"] == MAPS:
        return _show_mutants(names, options["jobs"], report, progress, as_json)
    number: Counter[str] = Counter()
    every = options["yes"] + options["no"]

    def say(name: str, trial: Trial) -> None:
        number[name] += 1
        board = "" if trial.cells is None else f": {counted(trial.cells, 'cell')}"
        progress.say(f"{name}, {number[name]} of {every}, {trial.origin}{board}")

    chosen = {key: options[key] for key in ("yes", "no", "samples", "largest", "seed", "jobs")}
    found = check_maps(names or None, report=report, on_trial=say, partial=True, **chosen)
    progress.clear()
    cut = [one for one in found if one.is_cut_short]
    if as_json:
        print_json({"reductions": [one.to_json() for one in found], "failed": sum(not one for one in found)})
    else:
        for one in found:
            _show_report(one)
        if all(found) and not cut:
            echo(good(f"all {counted(len(found), 'reduction')} right on {sum(len(one.trials) for one in found):,}"))
        if report:
            echo(f"report: {os.path.join(report, PAGE)}")
    if cut:
        echo("interrupted; what was done is shown", err=True)
    return 1 if not all(found) else INTERRUPTED if cut else 0


# -- reductions -----------------------------------------------------------------------------------------------


def _show_report(report: MapReport) -> None:
    from gourds.render.figure.maps_page import spell_parsimony

    echo(style(report.reduction, bold=True))
    yes = sum(trial.is_yes for trial in report.trials)
    planned = f" of {report.planned:,}" if report.is_cut_short else ""
    boards = "; ".join(
        f"{number:,} by {' → '.join(path)}, to {counted(cells, 'cell')}"
        for path, (number, cells) in report.boards.items()
    )
    evidence = ", ".join(f"{count:,} {kind}" for kind, count in report.evidence.items())
    print_rows(
        [
            ("instances", f"{yes:,} with a solution, {len(report.trials) - yes:,} without{planned}"),
            ("boards", boards or "none"),
            ("forward", counted(sum(trial.sent for trial in report.trials), "solution")),
            ("read back", ", ".join(f"{count:,} {hand.value}" for hand, count in report.read.items()) or "none"),
            ("all read", f"all solutions of the target, of {counted(report.listed, 'instance')}"),
            ("no rests on", evidence or "nothing"),
            ("solutions", f"for one of the source: {spell_parsimony(report)}"),
        ]
    )
    trial = report.failure
    if trial is None or trial.failure is None:
        echo("  " + good("nothing is wrong"))
        return
    failure = trial.failure
    echo("  " + bad(f"{failure.flaw.value}: {MEANING[failure.flaw]}"))
    hand = f" (solution: {failure.hand.value})" if failure.hand else ""
    found_on = report.found_on.origin if report.found_on else ""
    print_rows([("where", failure.where), ("detail", f"{failure.detail}{hand}"), ("found on", found_on)])
    for line in trial.text.splitlines()[:20]:
        echo(f"    {line}")


# -- mutants --------------------------------------------------------------------------------------------------


def _show_mutants(names: list[str], jobs: int | None, report: str | None, progress: StatusLine, as_json: bool) -> int:
    outcomes = check_map_mutants(
        names or None,
        jobs=jobs,
        report=report,
        on_outcome=lambda one: progress.say(f"{one.reduction}, {one.part}: {one.change}"),
        partial=True,
    )
    progress.clear()
    survived = [outcome for outcome in outcomes if outcome.has_survived]
    if as_json:
        print_json({"mutants": [outcome.to_json() for outcome in outcomes], "survived": len(survived)})
        return 1 if survived else INTERRUPTED if outcomes.is_cut_short else 0
    for name, mine in groupby(outcomes, key=lambda outcome: outcome.reduction):
        echo(style(name, bold=True))
        print_rows((f"{part}: {change}", fate) for part, change, fate in map(_row, mine))
    if survived:
        echo(bad(f"{len(survived)} of {counted(len(outcomes), 'mutant')} survived"))
    elif not outcomes.is_cut_short:
        echo(good(f"all {counted(len(outcomes), 'mutant')} caught"))
    if outcomes.is_cut_short:
        echo(f"interrupted after {len(outcomes)} of {counted(outcomes.planned, 'mutant')}", err=True)
    return 1 if survived else INTERRUPTED if outcomes.is_cut_short else 0


def _row(outcome: MapOutcome) -> tuple[str, str, str]:
    assert outcome.part in PARTS
    if outcome.flaw is None:
        return outcome.part, outcome.change, bad("SURVIVED")
    hand = f", by the solution from: {outcome.hand.value}" if outcome.hand else ""
    return outcome.part, outcome.change, f"{outcome.flaw.value}{hand}, after {counted(outcome.tries, 'instance')}"
