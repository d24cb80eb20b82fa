"""``gourds replay``: check a plan."""

from __future__ import annotations

import shlex

import click

from gourds.api.puzzle import with_proof
from gourds.cli.options import FILE, JSON_OUT, json_option, option, output_option
from gourds.cli.printing import bad, good, print_hint, print_json, print_rows, print_some, spell_kinds
from gourds.files import load_configuration, load_plan, save
from gourds.files.raw import display_name, naming, read_text
from gourds.replaying import Replay, replay
from gourds.terminal import StatusLine, echo

SHOWN_FAULTS = 20


@click.command("replay")
@click.argument("start", type=FILE)
@click.argument("plan", type=FILE)
@option("--target TARGET", FILE, "The configuration that the plan should end in.")
@option("--proof FILE", FILE, "A certificate that no plan to the target is shorter.")
@output_option("If every move is legal, write the configuration at the end there.", JSON_OUT)
@json_option()
def command(start: str, plan: str, target: str | None, proof: str | None, output: str | None, as_json: bool) -> int:
    """Follow PLAN from the configuration START move by move; exit code 1 if a move is illegal or the target missed.

    Every move is checked straight from the definition, by code that shares nothing with the planners. A target is
    reached if every end of every gourd lies where the target has it; colors are not compared. With --proof, a
    certificate of 'gourds reconfigure' is checked too: it must show that no plan is shorter than this one.

    \b
    Examples:
      gourds replay start.json plan.json
      gourds replay start.json plan.json --target target.json
      gourds replay start.json plan.json --target target.json --proof shortest.json
      gourds replay start.json plan.walk -o end.json
    """
    if output == "-" and as_json:
        raise click.UsageError("-o - and --json both want standard output")
    if proof is not None and target is None:
        raise click.UsageError("--proof needs --target")
    first, moves = load_configuration(start), load_plan(plan)
    goal = load_configuration(target) if target is not None else None
    with StatusLine() as progress:
        found = replay(first, moves, goal, lambda done: progress.say(f"{done:,} of {len(moves):,} moves"))
    if proof is not None and goal is not None and found:
        with naming(proof):
            found = with_proof(found, first, goal, read_text(proof))
    if output is not None and found.is_legal:
        save(found.final, output)
    if as_json:
        print_json(found.to_json() | ({} if proof is None else {"shortest": bool(found)}))
    else:
        _show(found, len(moves), has_proof=proof is not None, err=output == "-")
        if found and target is None:
            print_hint(f"gourds replay {shlex.quote(start)} {shlex.quote(plan)} --target TARGET")
        if output not in (None, "-") and not found.is_legal:
            echo(f"{display_name(str(output))}: not written", err=True)
    return 0 if found else 1


def _show(found: Replay, planned: int, *, has_proof: bool, err: bool) -> None:
    ends = "the target is reached" if found.has_target else "every move is legal"
    ends += ", and no plan is shorter" if has_proof else ""
    places = {fault.place for fault in found.faults}
    wrong = "the target is not reached" if found.is_legal else "a move is not legal"
    if "proof" in places:
        wrong = "the plan is not shown to be shortest"
    if "empty" in places:
        wrong = "the plan does not begin here"
    echo(good(f"valid: {ends}") if found else bad(f"invalid: {wrong}"), err=err)
    rows = [
        ("moves", f"{found.moves:,}" if found.is_legal else f"{found.moves:,} of {planned:,} are legal"),
        ("kinds", spell_kinds(found.kinds)),
        ("empty cell", f"{found.final.empty_cell} {'at the end' if found.is_legal else 'then'}"),
    ]
    if found.has_target and found.is_legal:
        rows.append(("target", "missed" if "target" in places else "reached"))
    print_rows(rows, err=err)
    print_some(map(str, found.faults), SHOWN_FAULTS, "more gourds", err=err)
