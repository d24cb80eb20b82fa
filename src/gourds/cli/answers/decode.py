"""``gourds decode``: another solver's answer on an exported file, as a checked placement."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any, Final

import click

from gourds.api.answers import decode
from gourds.cli.options import ENCODINGS, FILE, instance_argument, json_option, option, output_option
from gourds.cli.printing import bad, counted, good, print_hint, print_json
from gourds.decoding.decode import Decoded
from gourds.decoding.formats import FORMATS
from gourds.errors import InputError
from gourds.files import load_instance, save
from gourds.files.raw import naming, read_text
from gourds.terminal import echo

SHOWN_FAULTS: Final = 3


@click.command("decode")
@instance_argument()
@click.argument("answer", type=FILE, metavar="OUTPUT")
@option("--encoding", ENCODINGS, "The encoding with which the file was exported.", "reduced")
@option(
    "--from FORMAT",
    click.Choice(list(FORMATS)),
    f"The format of OUTPUT if its content leaves doubt: {', '.join(FORMATS)}.",
    name="from_",
)
@output_option("Write the placement there if there is one.")
@json_option()
def command(file: str, answer: str, output: str | None, as_json: bool, **written: Any) -> int:
    """Read what another solver found on a file that 'gourds encode' made of the instance in FILE.

    OUTPUT is what the solver printed or wrote: 'v' lines of SAT, pseudo-Boolean and XCSP3 solvers, result files of
    MiniSat, solution files of CPLEX, SCIP, HiGHS, CBC, GLPK and Gurobi, responses of CP-SAT, output of MiniZinc, answer
    sets of clingo, or lines 'x_1 1'. The values become a placement, which is checked from the definition. The exit code
    is 0 if it is right, else 1: the values are wrong, or there are none. That a solver says 'infeasible' is passed on,
    but proves nothing.

    \b
    Examples:
      gourds decode puzzle.json kissat.log -o placement.json
      gourds decode puzzle.json highs.sol
      cadical puzzle.cnf | gourds decode puzzle.json - -o placement.json
      clingo puzzle.asp | gourds decode puzzle.json -
    """
    if file == answer == "-":
        raise InputError("FILE and OUTPUT cannot both be standard input")
    instance = load_instance(file)
    with naming(answer):
        found = decode(instance, read_text(answer), **written)
    if output is not None and found.placement is not None:
        save(found.placement, output)
    if as_json:
        print_json(found.to_json())
    else:
        _show(found, file, output)
    return 0 if found else 1


def _show(found: Decoded, file: str, output: str | None) -> None:
    err = output == "-"  # where the placement is
    looks: dict[str, Callable[[str], str]] = {"feasible": good, "infeasible": bad, "wrong": bad, "unknown": str}
    echo(f"{looks[found.status](found.status)}: {found.reason}", err=err)
    for fault in found.faults[1:SHOWN_FAULTS]:
        echo(f"  {fault}", err=err)
    if len(found.faults) > SHOWN_FAULTS:
        echo(f"  and {counted(len(found.faults) - SHOWN_FAULTS, 'further fault')} (--json lists all)", err=err)
    for note in found.notes:
        echo(f"  {note}", err=err)
    echo(f"  read as {found.format}: {FORMATS[found.format].whose}", err=err)
    name = shlex.quote(file)
    if found.placement is not None and output not in (None, "-"):
        print_hint(f"gourds draw {name} {shlex.quote(str(output))} -o picture.svg")
    elif found.status == "infeasible":
        print_hint(f"check the proof that the solver can write: gourds verify {name} PROOF.drat")
        print_hint(f"or make one: gourds solve {name} --proof certificate.json")
