"""``gourds replay``: check a plan."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import click

from gourds.cli.common import FILE, Progress, bad, good, json_option, output_option, print_hint, print_json, print_rows
from gourds.cli.info_positions import spell_kinds
from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.files import load_configuration, load_plan, save
from gourds.files.raw import display_name
from gourds.moves import CHUNK, Plan, Walk, unfold
from gourds.replaying import Replay, replay, target_faults

SHOWN_FAULTS = 20


@click.command("replay")
@click.argument("start", type=FILE)
@click.argument("plan", type=FILE)
@click.option("--target", type=FILE, metavar="TARGET", help="The configuration that the plan should end in.")
@output_option("If every move is legal, write the configuration at the end there.")
@json_option()
def command(start: str, plan: str, target: str | None, output: str | None, as_json: bool) -> int:
    """Follow PLAN from the configuration START move by move; exit code 1 if a move is illegal or the target missed.

    Every move is checked straight from the definition, by code that shares nothing with the planners. A target is
    reached if every end of every gourd lies where it does there; colors are not compared.

    \b
    Examples:
      gourds replay start.json plan.json
      gourds replay start.json plan.json --target target.json
      gourds replay start.json plan.walk -o end.json
    """
    if output == "-" and as_json:
        raise click.UsageError("-o - and --json both want standard output")
    first, moves = load_configuration(start), load_plan(plan)
    goal = load_configuration(target) if target is not None else None
    progress = Progress(quiet=False)
    try:
        found = _follow(first, moves, progress)
    finally:
        progress.clear()
    is_legal = not found.faults
    missed = target_faults(found.final, goal) if goal is not None and is_legal else []
    faults = [*found.faults, *missed]
    if output is not None and is_legal:
        save(found.final, output)
    if as_json:
        reaches = None if goal is None else not faults
        print_json(
            {
                "valid": not faults,
                "moves": found.moves,
                "kinds": found.kinds,
                "reaches_target": reaches,
                "fault": _fault_line(faults),
            }
        )
    else:
        _show(found, faults, len(moves), has_target=goal is not None, err=output == "-")
        if not faults and target is None:
            print_hint(f"gourds replay {shlex.quote(start)} {shlex.quote(plan)} --target TARGET")
        if output not in (None, "-") and not is_legal:
            click.echo(f"{display_name(str(output))}: not written", err=True)
    return 1 if faults else 0


def _fault_line(faults: list[Fault]) -> str | None:
    """What is wrong, in one line."""
    if not faults:
        return None
    more = f" (and {len(faults) - 1:,} more)" if len(faults) > 1 else ""
    return f"{faults[0]}{more}"


def _show(found: Replay, faults: list[Fault], planned: int, *, has_target: bool, err: bool) -> None:
    is_legal = not found.faults
    ends = "the target is reached" if has_target else "every move is legal"
    wrong = "the target is not reached" if is_legal else "a move is not legal"
    click.echo(bad(f"invalid: {wrong}") if faults else good(f"valid: {ends}"), err=err)
    rows = [
        ("moves", f"{found.moves:,}" if is_legal else f"{found.moves:,} of {planned:,} are legal"),
        ("kinds", spell_kinds(found.kinds)),
        ("empty cell", f"{found.final.empty_cell} {'at the end' if is_legal else 'then'}"),
    ]
    if has_target and is_legal:
        rows.append(("target", "missed" if faults else "reached"))
    print_rows(rows, err=err)
    for fault in faults[:SHOWN_FAULTS]:
        click.echo(f"  {fault}", err=err)
    if len(faults) > SHOWN_FAULTS:
        click.echo(f"  and {len(faults) - SHOWN_FAULTS:,} more gourds", err=err)


def _follow(start: Configuration, plan: Plan | Walk, progress: Progress) -> Replay:
    """The replay of a plan; an illegal step of a walk is a fault like an illegal move."""
    done = 0

    def parts() -> Iterator[Plan]:
        nonlocal done
        for part in unfold(start, plan) if isinstance(plan, Walk) else _chunks(plan):
            yield part
            done += len(part)
            progress.say(f"{done:,} of {len(plan):,} moves")

    try:
        return replay(start, parts())
    except InputError:
        if not isinstance(plan, Walk):
            raise
        return _up_to_the_fault(start, plan, done)


def _chunks(plan: Plan) -> Iterator[Plan]:
    for first in range(0, len(plan), CHUNK):
        chunk = slice(first, first + CHUNK)
        yield Plan(plan.gourds[chunk], plan.kinds[chunk], plan.to[chunk])


def _up_to_the_fault(start: Configuration, walk: Walk, done: int) -> Replay:
    """The replay of a walk with an illegal step somewhere after ``done`` legal moves: from there on step by step."""
    if walk.start != start.empty_cell:
        reason = f"the walk starts at {walk.start}, but the empty cell is {start.empty_cell}"
        return Replay(start, 0, {"slide": 0, "turn": 0, "pivot": 0}, (Fault("empty", reason),))
    before = replay(start, Walk(walk.start, walk.steps[:done]))
    rest = Walk(before.final.empty_cell, walk.steps[done : done + CHUNK])
    legal = done

    def single_moves() -> Iterator[Plan]:
        nonlocal legal
        try:
            for move in unfold(before.final, rest, chunk=1):
                yield move
                legal += 1
        except InputError:
            return

    after = replay(before.final, single_moves())
    kinds = {kind: count + after.kinds[kind] for kind, count in before.kinds.items()}
    left = tuple((rest.cells()[legal - done + 1]).tolist())
    reason = f"no move makes {left} empty (empty: {after.final.empty_cell})"
    return Replay(after.final, legal, kinds, (Fault(f"walk[{legal}]", reason),))
