"""``gourds reconfigure``: from one configuration to another."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.options import FILE, JSON_OUT, flag, json_option, option
from gourds.cli.printing import bad, counted, print_hint, print_json, print_rows
from gourds.cli.puzzle.planning import (
    hint_at_unknown,
    inline_plan,
    plan_option,
    plan_rows,
    planning,
    planning_options,
    show_status,
)
from gourds.files import load_configuration, save, save_plan
from gourds.files.proofs import refuse_proof_name
from gourds.files.raw import naming

if TYPE_CHECKING:
    from gourds.reconfigure.planning import Reconfiguration


@click.command("reconfigure")
@click.argument("start", type=FILE)
@click.argument("target", type=FILE)
@planning_options()
@flag("--no-polish", "Leave the plan as the algorithm found it.")
@plan_option()
@option("--proof FILE", JSON_OUT, "Write a certificate there that no plan is shorter, or that none exists.")
@json_option()
def command(
    start: str, target: str, no_polish: bool, output: str | None, proof: str | None, as_json: bool, **options: Any
) -> int:
    """Moves from the configuration START to the configuration TARGET; exit code 1 if there is no way.

    Every plan is replayed. Unless --no-polish is given, it is shortened first where that is quick. With --proof, a plan
    that is proved shortest gets a certificate, which 'gourds verify' and 'gourds replay' check.

    \b
    Examples:
      gourds reconfigure start.json target.json -o plan.json
      gourds reconfigure start.json target.json --algorithm shortest -o plan.json --proof shortest.json
      gourds reconfigure start.json target.json --time-limit 10 --json
    """
    from gourds.api.puzzle import reconfigure
    from gourds.reconfigure.answers import planning_answer
    from gourds.reconfigure.task import Task

    printed = [
        name for name, is_it in (("-o -", output == "-"), ("--proof -", proof == "-"), ("--json", as_json)) if is_it
    ]
    if len(printed) > 1:
        raise click.UsageError(f"{printed[0]} and {printed[1]} both want standard output")
    if proof is not None:
        refuse_proof_name(proof)
    first, last = load_configuration(start), load_configuration(target)
    with naming(target):
        Task.build(first, last)
    with planning(start, quiet=as_json) as say:
        found = reconfigure(first, last, polish=not no_polish, proof=proof is not None, say=say, **options)
    if output is not None and found.walk is not None:
        save_plan(first, found.walk, output)
    if proof is not None and found.certificate is not None:
        save(found.certificate, proof)
    if as_json:
        print_json(planning_answer(found, inline_plan(first, found.walk, output)))
    else:
        _show(found, start, target, output, proof)
    return 1 if found.status == "impossible" else 0


def _show(found: Reconfiguration, start: str, target: str, output: str | None, proof: str | None) -> None:
    """The answer for people; on standard error where standard output holds the plan or the certificate."""
    err = "-" in (output, proof)
    show_status(found, err=err)
    rows = plan_rows(found)
    if found.walk is not None:
        rows.append(("replayed", "every move is legal, and the target is reached"))
        rows += _origin(found)
    if proof is not None:
        rows.append(("certificate", _certificate(found)))
    print_rows(rows, err=err)
    names = f"{shlex.quote(start)} {shlex.quote(target)}"
    if found.walk is None:
        hint_at_unknown(found)
        if found.certificate is not None and proof not in (None, "-"):
            print_hint(f"gourds verify {shlex.quote(start)} {shlex.quote(str(proof))} --target {shlex.quote(target)}")
    elif output is None:
        print_hint(f"gourds reconfigure {names} -o plan.json")
    elif not err:
        with_proof = f" --proof {shlex.quote(str(proof))}" if found.certificate is not None else ""
        plan = shlex.quote(output)
        print_hint(f"gourds replay {shlex.quote(start)} {plan} --target {shlex.quote(target)}{with_proof}")
        print_hint(f"gourds draw {shlex.quote(start)} {shlex.quote(output)} -o plan.html")


def _certificate(found: Reconfiguration) -> str:
    if found.certificate is not None:
        listed = counted(found.certificate.data["configurations"], "configuration")
        return f"{listed} listed" if found.certificate.data["configurations"] else "the bound alone is the proof"
    why = found.stats.get("certificate", {}).get("reason", "it is not known whether a shorter plan exists")
    return bad(f"not written: {why}")


def _origin(found: Reconfiguration) -> Iterator[tuple[str, str]]:
    """How the plan came about, in a few words; --json has all figures."""
    polish = found.stats.get("polish", {})
    if found.algorithm != "best" and polish:
        before = polish["stretches"]["moves_before"]
        yield "polished", f"from {counted(before, 'move')}"
    by = found.stats.get("by")
    if by and by != found.algorithm:
        states = found.stats.get("states")
        how = f"{by} search" if found.walk is not None and len(found.walk) else by
        yield "found by", how + (f", {counted(states, 'state')} kept" if states else "")
