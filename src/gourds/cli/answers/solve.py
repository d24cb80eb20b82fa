"""``gourds solve``: one verdict."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

import click

from gourds.api.answers import certificate_convert, solve
from gourds.cli.options import (
    COUNT,
    ENCODINGS,
    OUT,
    Number,
    flag,
    instance_argument,
    json_option,
    limit_options,
    option,
    output_option,
    pbp_version_option,
    read_settings,
    seed_option,
    setting_option,
)
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows
from gourds.cli.telling import telling
from gourds.errors import GourdsError, InputError
from gourds.files import load_instance, save
from gourds.files.certificates import RESTS_ON
from gourds.files.proofs import proof_format
from gourds.solvers import Result, Status, find_solver
from gourds.terminal import echo, style

EXIT = {Status.FEASIBLE: 10, Status.INFEASIBLE: 20, Status.UNKNOWN: 0}


@click.command("solve")
@instance_argument()
@option("--solver S", str, "See 'gourds solvers'; a variant follows a colon.", "auto")
@limit_options()
@seed_option()
@option("--jobs N", COUNT, "Processes that auto may use; by default all cores; 1 repeats exactly.")
@option("--encoding", ENCODINGS, "The model of sat, cpsat and ilp.", "reduced")
@flag("--no-presolve", "Give sat, cpsat and ilp the whole board.")
@setting_option("A setting of the solver: cardinality=seqcounter.")
@option("--error P", Number(0, 1, min_open=True), "Largest error probability of algebraic; default 2⁻⁶⁰.")
@output_option("Write the placement there if there is one.")
@option(
    "--proof FILE",
    OUT,
    "If infeasible, write a certificate there; .pbp, .drat, .lrat: a proof for other people's checkers.",
)
@pbp_version_option()
@json_option()
def command(
    file: str, solver: str, output: str | None, proof: str | None, pbp_version: Any, as_json: bool, **rest: Any
) -> int:
    """Decide whether the instance in FILE has a placement. Exit code 10 feasible, 20 infeasible, 0 unknown.

    The encoding 'textbook' posts every budget, 'reduced' only what the counting laws leave. A proof in .drat or .lrat
    is about the formula of 'gourds encode --to cnf' in that encoding, one in .pbp about 'gourds encode --to opb'.

    \b
    Examples:
      gourds solve puzzle.json
      gourds solve puzzle.json -o placement.json
      gourds solve puzzle.json --solver sat:glucose4 --time-limit 10 --json
      gourds solve puzzle.json --solver 'external:kissat -q {cnf}'
      gourds solve impossible.json --proof certificate.json
      gourds solve impossible.json --proof proof.pbp
    """
    settings = read_settings(rest.pop("settings"))
    if (error := rest.pop("error")) is not None:
        settings["error"] = error
    if faults := find_solver(solver)[0].settings_faults(settings):
        raise InputError(faults)
    asked = {"presolve": not rest.pop("no_presolve"), "proof": proof is not None, "settings": settings, **rest}
    instance = load_instance(file)
    with telling(quiet=as_json) as tell:
        result = solve(instance, solver, isolate=True, tell=tell, **asked)
    if output is not None and result.placement is not None:
        save(result.placement, output)
    failure: GourdsError | None = None
    if proof is not None and result.certificate is not None:
        if proof_format(proof) is None:
            save(result.certificate, proof, "json")
        else:
            about = {"encoding": rest["encoding"], "time_limit": rest["time_limit"], "pbp_version": pbp_version}
            try:
                certificate_convert(instance, result.certificate, path=proof, **about)
            except GourdsError as error:
                failure = error  # the verdict is told first
    if as_json:
        print_json(result.to_json())
    else:
        _show(result, file, output, None if failure else proof)
    if failure is not None:
        raise failure
    return EXIT[result.status]


def _show(result: Result, file: str, output: str | None, proof: str | None) -> None:
    looks: dict[Status, Callable[[str], str]] = {Status.FEASIBLE: good, Status.INFEASIBLE: bad, Status.UNKNOWN: str}
    look = looks[result.status]
    echo(f"{look(style(result.status.value, bold=True))} in {result.time_s:.3f} s by {result.solver}")
    rows = []
    if result.reason:
        rows.append(("because", result.reason))
    if result.placement is not None:
        gourds = counted(len(result.placement.gourds), "gourd")
        rows.append(("placement", f"{gourds}, checked; {result.placement.empty} stays empty"))
    if result.certificate is not None:
        rows.append(("rests on", _rests_on(result)))
    if result.error_bound:
        rows.append(("error", f"probability at most {result.error_bound:.3g}"))
    shown = ", ".join(f"{key} {value}" for key, value in result.stats.items())
    if shown:
        rows.append(("figures", shown))
    print_rows(rows)
    name = shlex.quote(file)
    if result.placement is not None:
        if output is None:
            print_hint(f"gourds solve {name} -o placement.json")
        else:
            print_hint(f"gourds draw {name} {shlex.quote(output)} -o picture.svg")
    elif result.status is Status.INFEASIBLE and result.certificate is not None:
        if proof is not None and result.certificate.is_checkable:
            print_hint(f"gourds verify {name} {shlex.quote(proof)}")
        elif result.certificate.kind == "claimed":
            print_hint(f"gourds solve {name} --proof certificate.json")
    elif result.status is Status.UNKNOWN:
        print_hint("try another solver (gourds solvers) or a larger limit")


def _rests_on(result: Result) -> str:
    assert result.certificate is not None
    by = result.certificate.data.get("by")
    if result.error_bound:
        return "a coefficient that was zero in every random try"
    if by in ("frontier", "pfaffian"):
        return f"an exact count of zero placements by {by}"
    return RESTS_ON[result.certificate.kind]
