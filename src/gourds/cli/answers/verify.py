"""``gourds verify``: check an answer without any solver."""

from __future__ import annotations

from typing import Any

import click

from gourds.api.answers import VerifiedFile, verify_file
from gourds.cli.options import FILE, flag, instance_argument, json_option, limit_options, option
from gourds.cli.printing import bad, counted, good, print_json, print_some
from gourds.counts.large_numbers import number_text
from gourds.files import load_configuration, load_instance
from gourds.files.certificates import stated_kind
from gourds.files.proofs import FORMATS
from gourds.files.raw import naming, read_text
from gourds.instance import Instance
from gourds.placement import PartialPlacement, Placement
from gourds.running.outside_checkers import TOOLS
from gourds.running.verifying import pair_of, verify_pair_limited
from gourds.terminal import echo

SHOWN_FAULTS = 20


@click.command("verify")
@instance_argument()
@click.argument("answer", type=FILE, metavar="(PLACEMENT|CERTIFICATE|PROOF)")
@option(
    "--encoding",
    click.Choice(["textbook", "reduced"]),
    "Of the exported file that a proof is about; by default what the proof says, else reduced.",
)
@option(
    "--with",
    click.Choice(list(TOOLS)),
    "Let this program on the PATH check a proof too; both must accept it.",
    name="with_",
)
@flag("--no-own-check", "Leave the verdict to the program of --with alone.")
@option("--target TARGET", FILE, "Where plans lead: FILE is the configuration they start from.")
@limit_options()
@json_option()
def command(
    file: str,
    answer: str,
    encoding: str | None,
    with_: str | None,
    no_own_check: bool,
    target: str | None,
    as_json: bool,
    **limits: Any,
) -> int:
    """Check a placement or a certificate against the instance in FILE; exit code 1 if it is wrong.

    A certificate shows that there is no placement, or how many there are.

    A placement, whole or partial, is checked straight from the definition. A certificate is checked by code that shares
    nothing with the solvers: it counts again, builds formulas again from the instance, and replays proofs step by step.
    This happens in a separate process. By default its limits grow with the size of the certificate and the board;
    honest certificates do not reach them. With --target, FILE is a configuration to start from, and the certificate, of
    'gourds reconfigure', shows that no plan to the target is shorter, or that there is none.

    A PROOF is what a SAT solver (.drat as text or binary, .lrat) or a pseudo-Boolean solver (.pbp) wrote about the file
    that 'gourds encode FILE --to cnf' or '--to opb' makes. Another name will do if the content tells the format. With
    --with, a program that is not ours gets that file and the proof, and has to accept it as well.

    \b
    Examples:
      gourds verify puzzle.json placement.json
      gourds verify impossible.json certificate.json
      gourds verify puzzle.json number.json
      gourds verify impossible.json proof.drat
      gourds verify impossible.json proof.drat --with drat-trim
      gourds verify start.json shortest.json --target target.json
    """
    if no_own_check and with_ is None:
        raise click.UsageError("--no-own-check needs --with")
    if target is not None and (encoding is not None or with_ is not None):
        raise click.UsageError("--target is for certificates about plans; --encoding and --with are not")
    instance = load_instance(file) if target is None else None
    if instance is None:
        found = _verify_pair(file, str(target), answer, limits)
    else:
        found = verify_file(instance, answer, encoding, **limits, with_=with_, own_check=not no_own_check)
    report = _report(found)
    if as_json:
        print_json(report)
    else:
        _show(instance, found.placement, report)
    return 0 if report["valid"] else 1


def _verify_pair(start: str, target: str, answer: str, limits: dict[str, Any]) -> VerifiedFile:
    """Check that no plan is shorter."""
    first, last = load_configuration(start), load_configuration(target)
    with naming(target):
        pair = pair_of(first, last)
    with naming(answer):
        text = read_text(answer)
        return VerifiedFile(stated_kind(text), check=verify_pair_limited(pair, text, **limits))


def _report(found: VerifiedFile) -> dict[str, Any]:
    if found.check is not None:
        verdict = found.check.verdict.value
        report = {"valid": bool(found.check), "verdict": verdict, "kind": found.kind, "reason": found.check.reason}
        if found.check.number:
            report["number"] = str(found.check.number)
        return report if found.words is None else {**report, "checkers": dict(found.words)}
    faults = [{"place": fault.place, "reason": fault.reason} for fault in found.faults]
    return {"valid": not faults, "verdict": "invalid" if faults else "valid", "kind": found.kind, "faults": faults}


def _show(instance: Instance | None, placement: Placement | PartialPlacement | None, report: dict[str, Any]) -> None:
    """The report for people; without an instance it is about plans."""
    word = good("valid") if report["valid"] else bad(report["verdict"])
    if instance is None and report["valid"]:
        echo(f"{word}: {report['reason']}")
        return
    if instance is None or placement is None:
        what = "proof" if report["kind"] in FORMATS else "certificate"
        meaning = f"this {what} proves nothing"
        if report["valid"]:
            number = int(report.get("number", "0"))
            meaning = f"there {'are' if number > 1 else 'is'} {number_text(number)}"
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
    texts = (f"{fault['place']}: {fault['reason']}" if fault["place"] else fault["reason"] for fault in faults)
    print_some(texts, SHOWN_FAULTS, "more (--json lists all)")
