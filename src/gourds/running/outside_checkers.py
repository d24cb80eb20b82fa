"""Proofs checked by other people's programs: drat-trim, lrat-check, cake_lpr, VeriPB, cake_pb, if they are on the PATH.

The exported file is written from the instance into a temporary folder, with the proof beside it. The program runs below
a supervisor like everything else, within limits of time and memory. What it prints decides; exit codes differ from
version to version. Comments are left out of clausal proofs in text, since older programs take them for binary data.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.proofs import stated_encoding
from gourds.certificates.verify import CertificateCheck
from gourds.encodings.export import export
from gourds.errors import InputError, one_line
from gourds.instance import Instance
from gourds.running.isolation import Limits
from gourds.running.verifying import proof_limits, verify_proof_limited, within

_LONGEST: Final = 2_000
"""Lines of an output are read up to here; verdicts are short."""
_SHOWN: Final = 120


@dataclass(frozen=True)
class Tool:
    """Somebody else's checker."""

    name: str
    """Of the program, and for ``--with``."""
    proofs: str
    """The format of proofs that it reads: drat, lrat or pbp."""
    accepts: str
    """A pattern for the line with which it accepts a proof."""
    rejects: str
    """A pattern for a line with which it rejects one; it counts more."""
    more: Callable[[float], list[str]] = lambda _: []
    """Further arguments, by the time limit in seconds."""

    @property
    def model(self) -> Literal["cnf", "opb"]:
        """The exported file that proofs of this format are about."""
        return "opb" if self.proofs == "pbp" else "cnf"


_TABLE: Final = (
    Tool("drat-trim", "drat", r"s VERIFIED\b", r"s NOT VERIFIED", lambda limit: ["-t", str(math.ceil(limit) + 1)]),
    Tool("lrat-check", "lrat", r"[cs] VERIFIED\b", r"[cs] (?:NOT VERIFIED|FAILED)"),
    Tool("cake_lpr", "lrat", r"s VERIFIED UNSAT\b", r"c .*(?:failed|not)"),
    Tool(
        "veripb", "pbp", r"s VERIFIED UNSAT|Verification succeeded", r"Verification failed|s (?:VERIFIED (?!UNSAT)|NOT)"
    ),
    Tool("cake_pb", "pbp", r"s VERIFIED UNSAT\b", r"c .*(?:failed|not)"),
)
TOOLS: Final = {tool.name: tool for tool in _TABLE}
"""By name."""


def verify_with(
    instance: Instance,
    data: bytes,
    form: str,
    tool: str,
    *,
    encoding: str | None = None,
    own_check: bool = True,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> tuple[CertificateCheck, dict[str, str]]:
    """What a tool says of a proof and, unless not ``own_check``, what our checker says; then the words of each.

    Only a proof that all accept is valid. If one accepts it and another rejects it, one of them errs, and the verdict
    says so. Raises InputError if the tool is not installed, or does not read the format.
    """
    program = _find(TOOLS[tool], form)
    limits = proof_limits(instance, data, time_limit, memory_limit)
    outside = _check(TOOLS[tool], program, instance, data, encoding or stated_encoding(data) or "reduced", limits)
    if not own_check:
        return CertificateCheck(outside.verdict, f"{tool}: {outside.reason}"), {tool: outside.reason}
    own = verify_proof_limited(instance, data, form, encoding, time_limit, memory_limit)
    words = {"gourds": f"{own.verdict.value}: {own.reason}", tool: outside.reason}
    if own and outside:
        return CertificateCheck(ProofVerdict.VALID, f"{own.reason}; {tool}: {outside.reason}"), words
    if {own.verdict, outside.verdict} == {ProofVerdict.VALID, ProofVerdict.INVALID}:
        reason = f"the checkers disagree; ours: {words['gourds']}; {tool}: {outside.reason}"
        return CertificateCheck(ProofVerdict.CHECKER_ERROR, reason), words
    verdict = own.verdict if outside else outside.verdict
    return CertificateCheck(verdict, f"{tool}: {outside.reason}; ours: {words['gourds']}"), words


def _find(chosen: Tool, form: str) -> str:
    """The program. Raises InputError."""
    tool = chosen.name
    if form != chosen.proofs:
        readers = [other.name for other in _TABLE if other.proofs == form]
        hint = f"; {' and '.join(readers)} do" if readers else ""
        raise InputError(f"{tool} checks .{chosen.proofs} proofs, not {form}{hint}")
    return _path(tool)


def find_tool(name: str) -> Tool:
    """A checker by its name. Raises InputError if there is no such checker, or if it is not installed."""
    if name not in TOOLS:
        raise InputError(f"there is no checker '{name}'; known are {', '.join(TOOLS)}")
    _path(name)
    return TOOLS[name]


def _path(tool: str) -> str:
    program = shutil.which(tool)
    if program is None:
        raise InputError(f"{tool} is not on the PATH; without it our own checker decides alone")
    return program


def _check(
    chosen: Tool, program: str, instance: Instance, data: bytes, encoding: str, limits: Limits
) -> CertificateCheck:
    assert limits.wall is not None
    with tempfile.TemporaryDirectory(prefix="gourds-") as name:
        folder = Path(name)
        model, proof, output = folder / f"exported.{chosen.model}", folder / f"proof.{chosen.proofs}", folder / "output"
        model.write_text(export(instance, chosen.model, encoding), encoding="utf-8")
        proof.write_bytes(_without_comments(data) if chosen.model == "cnf" else data)
        command = [program, str(model), str(proof), *chosen.more(limits.wall)]
        return within(limits, _run, chosen, command, output)


def _run(chosen: Tool, command: list[str], output: Path) -> CertificateCheck:
    """Run the program with its output in a file, and read that."""
    with output.open("wb") as file:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, check=False)
    return _read(chosen, output, done.returncode)


def _read(tool: Tool, output: Path, code: int) -> CertificateCheck:
    accepted = rejected = last = ""
    with output.open(encoding="utf-8", errors="replace") as file:
        while line := file.readline(_LONGEST):
            text = line.strip()
            if re.match(tool.rejects, text):
                rejected = rejected or text
            elif re.match(tool.accepts, text):
                accepted = accepted or text
            last = text or last
    if rejected:
        return CertificateCheck(ProofVerdict.INVALID, one_line(rejected)[:_SHOWN])
    if accepted:
        return CertificateCheck(ProofVerdict.VALID, one_line(accepted)[:_SHOWN])
    said = f", its last line is '{one_line(last)[:_SHOWN]}'" if last else ""
    return CertificateCheck(ProofVerdict.CHECKER_ERROR, f"no verdict: exit code {code}{said}")


def _without_comments(data: bytes) -> bytes:
    """A proof in text without its comments; a binary one as it is."""
    if b"\0" in data:
        return data
    return b"".join(line for line in data.splitlines(keepends=True) if not line.lstrip().startswith(b"c"))
