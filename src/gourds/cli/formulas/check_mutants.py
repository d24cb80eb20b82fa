"""The mutants of ``gourds check-reduction --mutations``: what happened to gadgets that were broken on purpose."""

from __future__ import annotations

from collections import Counter

from gourds.api.formulas.checking import MutantKind, check_mutants
from gourds.cli.printing import bad, counted, good, print_json, print_rows
from gourds.reductions.gadgets.drawing import GadgetSet
from gourds.reductions.gadgets.mutations import Mutant, Outcome
from gourds.terminal import StatusLine, echo, style
from gourds.words import enumerated


def show_mutants(gadgets: GadgetSet, which: MutantKind, progress: StatusLine, as_json: bool) -> int:
    """Judge mutants; 1 if one survived."""

    def say(outcome: Outcome) -> None:
        mutant = outcome.mutant
        progress.say(f"{mutant.kind} mutants; {mutant.gadget}, {_cells(mutant)}: {mutant.change}")

    outcomes = check_mutants(which, gadgets, on_outcome=say)
    progress.clear()
    survived = [outcome for outcome in outcomes if outcome.has_survived]
    if as_json:
        print_json({"mutants": [outcome.to_json() for outcome in outcomes], "survived": len(survived)})
        return 1 if survived else 0
    for kind in dict.fromkeys(outcome.mutant.kind for outcome in outcomes):
        echo(style(f"{kind} mutants", bold=True))
        of_kind = [outcome for outcome in outcomes if outcome.mutant.kind == kind]
        for name in ("variable", "clause"):
            mine = [outcome for outcome in of_kind if outcome.mutant.gadget == name]
            counts = Counter(_fate(outcome) for outcome in mine)
            print_rows([(name, f"{len(mine):>4}: " + ", ".join(f"{n} {fate}" for fate, n in sorted(counts.items())))])
    for outcome in survived:
        echo(bad(f"survived: {outcome.mutant.gadget}, {_cells(outcome.mutant)}: {outcome.mutant.change}"))
    if not survived:
        echo(good(f"all {counted(len(outcomes), 'mutant')} caught, or proved equivalent"))
    return 1 if survived else 0


def _cells(mutant: Mutant) -> str:
    """The cells that changed, in words."""
    names = [f"({q}, {r})" for q, r in mutant.cells]
    return f"cell{'' if len(names) == 1 else 's'} {enumerated(names)}"


def _fate(outcome: Outcome) -> str:
    if outcome.failure is not None:
        return f"caught ({outcome.failure.value})"
    return "proved equivalent" if outcome.is_equivalent else "SURVIVED"
