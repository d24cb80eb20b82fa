"""Outputs in JSON: what MiniZinc (``--output-mode json``), Gurobi (``.json``), clasp and clingo (``--outf=2``) write.

MiniZinc writes an object of names and values for each solution, Gurobi a list ``Vars`` with the variables that are not
0, clasp a list of literals for each witness, and of an answer set program, as clingo does, a list of atoms.
"""

from __future__ import annotations

from typing import Any, Final

from gourds.decoding.answer import Answer, Reading, no_answer, variable_of
from gourds.errors import quoted
from gourds.files.json_values import kind_of_value, parse_json
from gourds.values import is_whole

_END: Final = "-" * 10


def is_document(lines: list[str]) -> bool:
    """True iff the first line that says something opens an object."""
    return next((line.lstrip() for line in lines if line.strip()), "").startswith("{")


def read_document(lines: list[str]) -> Answer:
    """What the first document says."""
    ends = [k for k, line in enumerate(lines) if line.strip() == _END]
    document = parse_json("\n".join(lines[: ends[0]] if ends else lines))
    reading = Reading()
    if not isinstance(document, dict):
        raise no_answer(f"an object is needed here, not {kind_of_value(document)}")
    if "Vars" in document:
        reading.begin()
        _read_gurobi(reading, document["Vars"])
        return reading.answer()
    if "Result" in document and "Call" in document:
        reading.say(str(document["Result"]))
        _read_clasp(reading, document["Call"])
        return reading.answer(is_cnf=True)
    for name, value in document.items():
        if name == "x" and isinstance(value, list):
            for k, entry in enumerate(value, start=1):
                _take(reading, k, entry, f"x[{k - 1}]")
        elif name.startswith("x"):
            reading.name(name, _spelled(value), 0)
    reading.solutions = len(ends)
    return reading.answer()


def _read_gurobi(reading: Reading, entries: Any) -> None:
    for k, entry in enumerate(entries if isinstance(entries, list) else [entries]):
        if isinstance(entry, dict) and isinstance(entry.get("VarName"), str) and "X" in entry:
            reading.name(entry["VarName"], _spelled(entry["X"]), 0)
        else:
            reading.faults.add(f"Vars[{k}]", f"must have VarName and X, not {quoted(entry)}")


def _read_clasp(reading: Reading, calls: Any) -> None:
    witnesses = [
        witness
        for call in (calls if isinstance(calls, list) else [])
        for witness in (call.get("Witnesses") or [] if isinstance(call, dict) else [])
    ]
    for witness in witnesses:
        literals = witness.get("Value") if isinstance(witness, dict) else None
        reading.begin()
        for literal in literals if isinstance(literals, list) else []:
            atom = variable_of(literal) if isinstance(literal, str) else None
            if is_whole(literal) and literal:
                reading.set(abs(literal), float(literal > 0), 0)
            elif atom is not None:
                reading.set(atom, 1.0, 0)
            else:
                reading.faults.add("Value", f"{quoted(literal)} is no literal")


def _take(reading: Reading, number: int, value: Any, where: str) -> None:
    if isinstance(value, bool | int | float):
        reading.set(number, float(value), 0)
    else:
        reading.faults.add(where, f"must be a number, not {kind_of_value(value)}")


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool | int | float) else kind_of_value(value)
