"""``gourds count``: the exact number of placements, and how likely each gourd is."""

from __future__ import annotations

import os
import shlex
from typing import Any

import click

from gourds.api.answers import edge_probabilities
from gourds.api.drawing import Style, drawn_as, form_of
from gourds.cli.options import OUT, flag, instance_argument, json_option, limit_options, option
from gourds.cli.printing import bad, counted, print_hint, print_json, print_rows, write_picture
from gourds.counts.certifying import certify_count
from gourds.counts.large_numbers import number_text
from gourds.counts.placements import Counted, counters
from gourds.counts.placements import counted as count_placements
from gourds.counts.probabilities import Probabilities
from gourds.errors import InputError, LimitError
from gourds.files import load_instance, save
from gourds.files.certificates import RESTS_ON, Certificate
from gourds.files.proofs import refuse_proof_name
from gourds.files.raw import display_name
from gourds.instance import Instance
from gourds.terminal import echo, style


@click.command("count")
@instance_argument()
@option("--solver", click.Choice(["auto", *counters()]), "The solver that counts.", "auto")
@limit_options()
@flag("--probabilities", "In what share of all placements each edge carries a gourd.")
@option("--picture OUT", OUT, "The probabilities as a heat map: SVG, PNG, HTML.", name="drawing")
@option("--proof FILE", OUT, "Write a certificate of the number there.")
@json_option()
def command(
    file: str,
    solver: str,
    probabilities: bool,
    drawing: str | None,
    proof: str | None,
    as_json: bool,
    **limits: Any,
) -> None:
    """The exact number of placements of the instance in FILE.

    'frontier' sweeps narrow boards with any number of colors, 'pfaffian' counts for few colors on wide boards, 'brute'
    lists all placements. A zero is a certain "no". When a limit is reached, no number is given.

    A certificate of the number lists all states of a sweep over the board, for boards of moderate width; 'gourds
    verify' checks it without any solver.

    \b
    Examples:
      gourds count puzzle.json
      gourds count puzzle.json --solver brute --time-limit 10 --json
      gourds count puzzle.json --probabilities --json
      gourds count puzzle.json --picture heat.svg
      gourds count puzzle.json --proof number.json
    """
    if drawing is not None:
        form_of(drawing)
    if proof is not None:
        refuse_proof_name(proof)
    instance = load_instance(file)
    if probabilities or drawing is not None:
        if solver not in ("auto", "frontier"):
            raise InputError(f"probabilities come from 'frontier', not from '{solver}'")
        if proof is not None:
            raise InputError("there is no certificate of probabilities; --proof goes with the number alone")
        _probabilities(instance, file, drawing, probabilities, as_json, limits)
        return
    try:
        found = count_placements(instance, solver, **limits)
    except LimitError as error:
        _undecided(str(error), solver, as_json)
        return
    certificate, reason = (None, "") if proof is None else _certify(instance, found, limits)
    if proof is not None and certificate is not None:
        save(certificate, proof, "json")
    if as_json:
        document = found.to_json()
        if proof is not None:
            document |= {"certificate": None if certificate is None else certificate.summary()}
            document |= {"reason": reason} if reason else {}
        print_json(document)
        return
    echo(f"{number_text(found.count)} in {found.time_s:.3f} s by {found.solver}")
    if proof is not None:
        print_rows([("proof", bad(f"none: {reason}") if certificate is None else RESTS_ON[certificate.kind])])
    if proof is not None and certificate is not None:
        print_hint(f"gourds verify {shlex.quote(file)} {shlex.quote(proof)}")
    elif found.count:
        print_hint(f"gourds sample {shlex.quote(file)} -n 3 --seed 1")


def _certify(instance: Instance, found: Counted, limits: dict[str, Any]) -> tuple[Certificate | None, str]:
    """A certificate with the time that is left, or why there is none."""
    left = limits["time_limit"]
    left = None if left is None else max(0.01, left - found.time_s)
    try:
        return certify_count(instance, left, limits["memory_limit"], expected=found.count), ""
    except LimitError as error:
        return None, str(error)


def _undecided(reason: str, solver: str, as_json: bool) -> None:
    if as_json:
        print_json({"count": None, "solver": solver, "reason": reason})
        return
    echo(bad(style("unknown", bold=True)))
    print_rows([("because", reason)])
    print_hint("try another --solver or a larger limit")


def _probabilities(
    instance: Instance, file: str, drawing: str | None, listed: bool, as_json: bool, limits: dict[str, Any]
) -> None:
    try:
        found = edge_probabilities(instance, **limits)
    except LimitError as error:
        _undecided(str(error), "frontier", as_json)
        return
    if as_json:
        document = found.to_json()
        print_json({"count": document.pop("count"), "solver": "frontier", **document})
    else:
        _show(found, listed, file)
    if drawing is None:
        return
    title = instance.name or os.path.basename(display_name(file))
    write_picture(drawing, drawn_as(form_of(drawing), instance, found, Style(title)).file())


def _show(found: Probabilities, listed: bool, file: str) -> None:
    echo(number_text(found.total))
    if not listed:
        return
    sure = sum(share == 1 for share in found.edges.values())
    never = sum(share == 0 for share in found.edges.values())
    print_rows([("in all of them", counted(sure, "edge")), ("in none", counted(never, "edge"))])
    rows = sorted(found.edges.items(), key=lambda row: -row[1])
    open_rows = [(f"{a}–{b}", f"{float(share):.4f}") for (a, b), share in rows if 0 < share < 1]
    print_rows(open_rows)
    empties = sorted(found.empties.items(), key=lambda row: -row[1])
    print_rows([(f"{cell} empty", f"{float(share):.4f}") for cell, share in empties if share])
    print_hint(f"gourds count {shlex.quote(file)} --picture heat.svg")
