"""``gourds replay``: check a plan."""

from __future__ import annotations

import shlex
from dataclasses import replace

import click

from gourds.cli.options import FILE, JSON_OUT, json_option, option, output_option
from gourds.cli.printing import bad, good, print_hint, print_json, print_rows, spell_kinds
from gourds.configuration import Configuration
from gourds.errors import Fault
from gourds.files import load_configuration, load_plan, save
from gourds.files.raw import display_name, naming, read_text
from gourds.following import Followed, follow
from gourds.replaying import Replay
from gourds.running.verifying import pair_of, verify_pair_limited
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
    progress = StatusLine(quiet=False)
    try:
        followed = follow(first, moves, goal, progress.say)
    finally:
        progress.clear()
    if proof is not None and goal is not None and not followed.faults:
        followed = _proved(followed, first, goal, proof)
    found, faults, is_legal = followed.replay, followed.faults, followed.is_legal
    if output is not None and is_legal:
        save(found.final, output)
    if as_json:
        print_json(followed.to_json() | ({} if proof is None else {"shortest": not faults}))
    else:
        _show(found, faults, len(moves), has_target=goal is not None, has_proof=proof is not None, err=output == "-")
        if not faults and target is None:
            print_hint(f"gourds replay {shlex.quote(start)} {shlex.quote(plan)} --target TARGET")
        if output not in (None, "-") and not is_legal:
            echo(f"{display_name(str(output))}: not written", err=True)
    return 1 if faults else 0


def _proved(followed: Followed, start: Configuration, target: Configuration, proof: str) -> Followed:
    """The same, with a fault if a plan that arrives is not shown to be shortest."""
    with naming(proof):
        check = verify_pair_limited(pair_of(start, target), read_text(proof), planned=followed.replay.moves)
    return followed if check else replace(followed, faults=[Fault("proof", f"{check.verdict.value}: {check.reason}")])


def _show(found: Replay, faults: list[Fault], planned: int, *, has_target: bool, has_proof: bool, err: bool) -> None:
    is_legal = not found.faults
    is_unproved = any(fault.place == "proof" for fault in faults)
    ends = "the target is reached" if has_target else "every move is legal"
    ends += ", and no plan is shorter" if has_proof else ""
    wrong = "the target is not reached" if is_legal else "a move is not legal"
    if is_unproved:
        wrong = "the plan is not shown to be shortest"
    if any(fault.place == "empty" for fault in found.faults):
        wrong = "the plan does not begin here"
    echo(bad(f"invalid: {wrong}") if faults else good(f"valid: {ends}"), err=err)
    rows = [
        ("moves", f"{found.moves:,}" if is_legal else f"{found.moves:,} of {planned:,} are legal"),
        ("kinds", spell_kinds(found.kinds)),
        ("empty cell", f"{found.final.empty_cell} {'at the end' if is_legal else 'then'}"),
    ]
    if has_target and is_legal:
        rows.append(("target", "missed" if faults and not is_unproved else "reached"))
    print_rows(rows, err=err)
    for fault in faults[:SHOWN_FAULTS]:
        echo(f"  {fault}", err=err)
    if len(faults) > SHOWN_FAULTS:
        echo(f"  and {len(faults) - SHOWN_FAULTS:,} more gourds", err=err)
