"""What ``gourds info`` says about answers (placements, partial ones, certificates) and about formulas."""

from __future__ import annotations

import shlex

from gourds.cli.printing import bad, counted, print_hint, print_rows
from gourds.files.certificates import RESTS_ON, Certificate
from gourds.files.raw import display_name
from gourds.formulas.formula import Cnf, Formula
from gourds.placement import PartialPlacement, Placement
from gourds.terminal import echo, style


def show_placement(placement: Placement | PartialPlacement, file: str) -> None:
    """The facts for people."""
    is_whole = isinstance(placement, Placement)
    echo(style(display_name(file), bold=True) + (", a placement" if is_whole else ", a partial placement"))
    rows = [("gourds", counted(len(placement.gourds), "gourd"))]
    if isinstance(placement, Placement):
        rows.append(("empty cell", str(placement.empty)))
    print_rows(rows)
    print_hint(f"gourds verify INSTANCE {shlex.quote(file)}")


def show_certificate(certificate: Certificate, file: str) -> None:
    """The facts for people."""
    known = certificate.facts()
    echo(style(display_name(file), bold=True) + f", a certificate {_of(certificate)}")
    about = "start, target" if certificate.kind == "shortest" else "instance"
    rows = [("kind", certificate.kind), ("rests on", RESTS_ON[certificate.kind]), (about, certificate.digest)]
    if known["sizes"]:
        rows.append(("sizes", ", ".join(f"{key} {count:,}" for key, count in known["sizes"].items())))
    rows += [
        (key, str(known[key]))
        for key in ("by", "solver", "reason", "modulus", "number", "moves", "configurations")
        if key in certificate.data
    ]
    if not certificate.is_checkable:
        rows.append(("check", bad("there is nothing to check")))
    print_rows(rows)
    if certificate.kind == "shortest":
        print_hint(f"gourds verify START {shlex.quote(file)} --target TARGET")
    elif certificate.is_checkable:
        print_hint(f"gourds verify INSTANCE {shlex.quote(file)}")


def _of(certificate: Certificate) -> str:
    if certificate.kind == "count":
        return "of the number of placements"
    if certificate.kind == "shortest":
        return f"that there is no {'plan' if certificate.data.get('moves') is None else 'shorter plan'}"
    return "that there is no placement"


def show_formula(formula: Formula, file: str) -> None:
    """The facts for people."""
    kind = "a CNF" if isinstance(formula, Cnf) else "a 1-in-3 formula"
    echo(style(display_name(file), bold=True) + f", {kind}")
    print_rows([("variables", f"{formula.variables:,}"), ("clauses", f"{len(formula.clauses):,}")])
    print_hint(f"gourds formula info {shlex.quote(file)}")
