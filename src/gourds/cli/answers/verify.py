"""``gourds verify``: check an answer without any solver."""

from __future__ import annotations

from typing import Any

import click

from gourds.api.answers import verify
from gourds.cli.common import (
    FILE,
    bad,
    counted,
    good,
    instance_argument,
    json_option,
    limit_options,
    print_json,
)
from gourds.counts.large_numbers import number_text
from gourds.files import load_instance, loads, other_than
from gourds.files.certificates import FORMAT, stated_kind
from gourds.files.raw import naming, read_text
from gourds.instance import Instance
from gourds.placement import PartialPlacement, Placement
from gourds.running.verifying import verify_text_limited
from gourds.terminal import echo

SHOWN_FAULTS = 20


@click.command("verify")
@instance_argument()
@click.argument("answer", type=FILE, metavar="(PLACEMENT|CERTIFICATE)")
@limit_options()
@json_option()
def command(file: str, answer: str, time_limit: float | None, memory_limit: float | None, as_json: bool) -> int:
    """Check a placement or a certificate against the instance in FILE; exit code 1 if it is wrong.

    A certificate shows that there is no placement, or how many there are.

    A placement, whole or partial, is checked straight from the definition. A certificate is checked by code that shares
    nothing with the solvers: it counts again, builds formulas again from the instance, and replays proofs step by step.
    This happens in a separate process. By default its limits grow with the size of the certificate and the board;
    honest certificates do not reach them.

    \b
    Examples:
      gourds verify puzzle.json placement.json
      gourds verify impossible.json certificate.json
      gourds verify puzzle.json number.json
    """
    instance = load_instance(file)
    placement: Placement | PartialPlacement | None = None
    with naming(answer):
        text = read_text(answer)
        if FORMAT in text[:200]:
            check = verify_text_limited(instance, text, time_limit, memory_limit)
            kind = stated_kind(text)
            report = {"valid": bool(check), "verdict": check.verdict.value, "kind": kind, "reason": check.reason}
            if check:
                report["number"] = str(check.number)
        else:
            placement = _placement(text, answer)
            report = _check_placement(instance, placement)
    if as_json:
        print_json(report)
    else:
        _show(instance, placement, report)
    return 0 if report["valid"] else 1


def _there_are(number: int) -> str:
    return f"{'are' if number > 1 else 'is'} {number_text(number)}"


def _placement(text: str, path: str) -> Placement | PartialPlacement:
    value = loads(text)
    if not isinstance(value, Placement | PartialPlacement):
        raise other_than("a placement or a certificate", value, path)
    return value


def _check_placement(instance: Instance, placement: Placement | PartialPlacement) -> dict[str, Any]:
    faults = verify(instance, placement).faults
    listed = [{"place": fault.place, "reason": fault.reason} for fault in faults]
    kind = "placement" if isinstance(placement, Placement) else "partial-placement"
    return {"valid": not faults, "verdict": "invalid" if faults else "valid", "kind": kind, "faults": listed}


def _show(instance: Instance, placement: Placement | PartialPlacement | None, report: dict[str, Any]) -> None:
    word = good("valid") if report["valid"] else bad(report["verdict"])
    if placement is None:
        meaning = "this certificate proves nothing"
        if report["valid"]:
            meaning = f"there {_there_are(int(report['number']))}"
        echo(f"{word}: {meaning} ({report['kind']}: {report['reason']})")
        return
    if report["valid"] and isinstance(placement, PartialPlacement):
        placed = len(placement.gourds)
        left = counted(instance.board.size - 2 * placed, "cell")
        echo(f"{word}: {placed:,} of {counted(instance.size, 'gourd')} placed, {left} open, no budget exceeded")
        return
    if report["valid"] and isinstance(placement, Placement):
        echo(f"{word}: {counted(instance.size, 'gourd')} placed, {placement.empty} stays empty, every budget met")
        return
    faults = report["faults"]
    echo(f"{word}: {counted(len(faults), 'fault')}")
    for fault in faults[:SHOWN_FAULTS]:
        place = f"{fault['place']}: " if fault["place"] else ""
        echo(f"  {place}{fault['reason']}")
    if len(faults) > SHOWN_FAULTS:
        echo(f"  and {len(faults) - SHOWN_FAULTS:,} more (--json lists all)")
