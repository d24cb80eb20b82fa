"""``gourds sample``: placements drawn uniformly."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import click

from gourds.api.answers import sample
from gourds.cli.options import (
    COUNT,
    PLACE,
    instance_argument,
    json_option,
    limit_options,
    option,
    output_option,
    seed_option,
)
from gourds.cli.paths import claim
from gourds.cli.printing import counted, print_hint, print_json
from gourds.errors import InputError
from gourds.files import load_instance, save
from gourds.files.raw import check_output, naming, write_text
from gourds.placement import Placement
from gourds.terminal import echo


@click.command("sample")
@instance_argument()
@option("-n, --number K", COUNT, "How many.", 1)
@seed_option()
@output_option("A folder, a name with a star for the number, or a file of JSON lines.", PLACE, default="-")
@limit_options()
@json_option()
def command(file: str, number: int, seed: int, output: str, as_json: bool, **limits: Any) -> None:
    """Draw K placements of the instance in FILE, every one exactly uniform among all and independent of the others.

    The same seed draws the same placements; a larger K only adds more at the end. Without -o they are printed, one JSON
    document to a line. Every placement is checked from the definition.

    \b
    Examples:
      gourds sample puzzle.json -n 10 --seed 1
      gourds sample puzzle.json -n 10 --seed 1 -o 'drawn-*.json'
      gourds sample puzzle.json -n 1000 -o drawn.jsonl
      gourds sample puzzle.json -o placement.json
    """
    places = _places(output, number)
    claim(*places if places is not None else [output])
    for place in [output] if places is None else places:
        check_output(place)
    instance = load_instance(file)
    with naming(file):
        drawn = sample(instance, number, seed, **limits)
    if as_json:
        print_json({"seed": seed, "placements": [placement.to_json() for placement in drawn]})
    if places is not None:
        for placement, place in zip(drawn, places, strict=True):
            save(placement, place, "json")
    elif not (as_json and output == "-"):
        write_text(output, _lines(drawn))
    if output != "-":
        echo(f"{output}: {counted(number, 'placement')}, drawn uniformly and checked", err=True)
        if places is not None:
            print_hint(f"gourds draw {shlex.quote(file)} {shlex.quote(str(places[0]))} -o picture.svg")


def _lines(placements: list[Placement]) -> str:
    return "".join(json.dumps(placement.to_json(), separators=(", ", ": ")) + "\n" for placement in placements)


def _places(output: str, number: int) -> list[Path] | None:
    """The files of the placements; None if all go into one file of JSON lines."""
    if output == "-" or output.removesuffix(".gz").endswith(".jsonl"):
        return None
    path = Path(output)
    if path.is_dir() or output.endswith("/"):
        if not path.is_dir():
            raise InputError("there is no such folder", output)
        output = str(path / "placement-*.json")
    if "*" in output:
        digits = len(str(number))
        return [Path(output.replace("*", f"{k:0{digits}}")) for k in range(1, number + 1)]
    if number > 1:
        raise InputError(
            f"{number} placements need a folder, a name with a star, or a name that ends in .jsonl", output
        )
    return [path]
