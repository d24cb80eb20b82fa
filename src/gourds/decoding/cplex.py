"""Solution files of CPLEX: XML with an entry for every variable. A file of a pool holds several; the first is read.

The parser is fed by us and refuses declarations of entities, so that a small file cannot grow in memory.
"""

from __future__ import annotations

from xml.parsers import expat

from gourds.decoding.answer import Answer, Reading
from gourds.errors import Fault, InputError


def read_cplex(lines: list[str]) -> Answer:
    """What a solution file says."""
    reading = Reading()
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        if tag == "header":
            reading.say(attributes.get("solutionStatusString", ""))
        elif tag == "variables":
            reading.begin()
        elif tag == "variable":
            line = parser.CurrentLineNumber
            if "name" in attributes and "value" in attributes:
                reading.name(attributes["name"], attributes["value"], line)
            else:
                reading.faults.add(f"line {line}", "a variable without name or value")

    def refuse(*_: object) -> None:
        raise InputError(Fault(f"line {parser.CurrentLineNumber}", "solution files declare no entities"))

    parser.StartElementHandler = start
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse("\n".join(lines), True)
    except expat.ExpatError as error:
        message = expat.errors.messages.get(error.code, "unknown error")
        raise InputError(Fault(f"line {error.lineno}", f"not XML: {message}")) from None
    return reading.answer()
