"""``gourds pack``: a folder that can be submitted to a competition, and its check."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.options import COUNT, ENCODINGS, FILE, PLACE, WHOLE, json_option, option, seed_option, time_limit_option
from gourds.cli.paths import INPUT_FOLDER
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows
from gourds.cli.telling import telling
from gourds.packing.targets import TARGETS
from gourds.terminal import echo, style

if TYPE_CHECKING:
    from gourds.packing.checking import PackCheck
    from gourds.packing.making import Packed

_LOOKS: dict[str, dict[str, Any]] = {"met": {"fg": "green"}, "open": {"fg": "yellow"}, "unknown": {"fg": "yellow"}}


@click.command("pack")
@click.argument("files", nargs=-1, type=FILE)
@option("--for", click.Choice(list(TARGETS)), "Where it is to be submitted.", name="for_")
@option("-o, --output DIR", PLACE, "The folder to write; an older pack is replaced.")
@option("--name", str, "What the names of all files begin with.", "gourds")
@click.option("--author", default="", help="Whose name the description bears.")
@option("--encoding", ENCODINGS, "textbook posts every budget, reduced only what the counting laws leave.", "reduced")
@time_limit_option("For each verdict that has to be found.", 60.0)
@seed_option("Seed of the search for verdicts.", WHOLE)
@option("--jobs N", COUNT, "Processes of that search; 1 repeats exactly.")
@option("--check DIR", INPUT_FOLDER, "Check a packed folder instead.")
@json_option()
def command(
    files: Sequence[str], for_: str | None, output: str | None, check: str | None, as_json: bool, **options: Any
) -> int:
    """Pack the instances in FILES, which may be folders, for a competition or another collection of instances.

    A pack has a compressed file for each instance, whose header says where it comes from and what its verdict is; a
    manifest with checksums; the evidence of every verdict; a description of one or two pages with figures, in Markdown
    and LaTeX; and a list of what the competition asks for. Verdicts come from manifests or are found now.

    \b
    Examples:
      gourds pack hard/ --for satcomp -o submission --name hexagons --author "A. Author"
      gourds pack *.json --for pb -o for-pb --time-limit 600
      gourds pack --check submission
    """
    if check is not None:
        if files or for_ or output:
            raise click.UsageError("--check takes a folder and nothing else")
        return _check(check, as_json=as_json)
    if not files:
        raise click.UsageError("Missing argument 'FILES...'.")
    if for_ is None or output is None:
        raise click.UsageError("Missing option '--for'." if for_ is None else "Missing option '-o'.")
    from gourds.api.comparing.packing import pack

    with telling(quiet=as_json) as tell:
        packed = pack(list(files), for_, output, tell=tell, **options)  # type: ignore[arg-type]
    if as_json:
        print_json(_facts(packed))
    else:
        _show(packed, output)
    return 0


def _facts(packed: Packed) -> dict[str, Any]:
    known = asdict(packed.pack)
    rows = known.pop("rows")
    checklist = [asdict(item) for item in packed.checklist]
    return {"folder": str(packed.folder), **known, "instances": list(rows), "checklist": checklist}


def _show(packed: Packed, output: str) -> None:
    rows = packed.pack.rows
    echo(style(f"{output}: {counted(len(rows), 'instance')} for {TARGETS[packed.pack.target].title}", bold=True))
    print_rows((row.name, f"{row.status}, {row.why}" if row.verdict else row.why) for row in rows)
    for item in packed.checklist:
        echo(f"  {style(str(item), **_LOOKS[item.state])}")
    print_hint(f"gourds pack --check {shlex.quote(output)}")


def _check(folder: str, *, as_json: bool) -> int:
    from gourds.api.comparing.packing import check_pack

    with telling(quiet=as_json) as tell:
        found = check_pack(folder, tell=tell)
    if as_json:
        faults = [{"file": fault.place, "reason": fault.reason} for fault in found.faults]
        print_json({"folder": folder, "valid": bool(found), "faults": faults, "remarks": list(found.remarks)})
    else:
        _show_check(found, folder)
    return 0 if found else 1


def _show_check(found: PackCheck, folder: str) -> None:
    if found.pack is not None:
        count = counted(len(found.pack.rows), "instance")
        checked = sum(row.evidence_file is not None for row in found.pack.rows)
        words = f"{count}, {counted(checked, 'verdict')} with evidence"
        echo(f"{folder}: {words}: {good('all as it should be') if found else bad('not as it should be')}")
    for fault in found.faults:
        echo(f"  {bad('✗')} {fault}")
    for remark in found.remarks:
        echo(f"  {style('?', fg='yellow')} {remark}")
