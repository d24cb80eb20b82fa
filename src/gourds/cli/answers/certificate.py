"""``gourds certificate``: certificates for other people's checkers."""

from __future__ import annotations

from typing import Any

import click

from gourds.api.answers import certificate_convert
from gourds.cli.options import (
    ENCODINGS,
    FILE,
    OUT,
    flag,
    instance_argument,
    option,
    pbp_version_option,
    time_limit_option,
)
from gourds.errors import InputError
from gourds.files import load_instance, loads, other_than
from gourds.files.certificates import Certificate
from gourds.files.proofs import FORMATS, proof_format
from gourds.files.raw import naming, read_text


@click.group("certificate", no_args_is_help=True)
def command() -> None:
    """Certificates: what an infeasible answer rests on, as proofs in standard formats.

    \b
    Example:
      gourds certificate convert impossible.json certificate.json -o proof.pbp
    """


@command.command("convert")
@instance_argument()
@click.argument("certificate", type=FILE)
@option("-o, --output P", OUT, "Where to write; the ending is the format.", required=True)
@option("--to", click.Choice(FORMATS), "The format, where the ending of the name does not say it.")
@option("--encoding", ENCODINGS, "The exported model that the proof is about.", "reduced")
@pbp_version_option()
@flag("--binary", "DRAT in its binary form.")
@time_limit_option("Give up after this many seconds; by default ten times what a check may take.")
def convert_command(file: str, certificate: str, output: str, to: Any, **options: Any) -> None:
    """Write the certificate of the instance in FILE as a proof: .drat or .lrat about 'gourds encode FILE --to cnf',
    .pbp (pseudo-Boolean, for VeriPB) about 'gourds encode FILE --to opb'.

    DRAT and LRAT need a proof about clauses. If the certificate is not one, a SAT solver looks for one.

    \b
    Examples:
      gourds certificate convert impossible.json certificate.json -o proof.pbp
      gourds certificate convert impossible.json certificate.json -o proof.pbp --pbp-version 1.2
      gourds certificate convert impossible.json certificate.json -o proof.lrat --time-limit 60
    """
    if to is None and proof_format(output) is None:
        raise InputError(f"{output}: the name must end in .drat, .lrat or .pbp, or --to say the format")
    instance = load_instance(file)
    with naming(certificate):
        value = loads(read_text(certificate))
        if not isinstance(value, Certificate):
            raise other_than("a certificate", value, certificate)
        certificate_convert(instance, value, to, path=output, **options)
