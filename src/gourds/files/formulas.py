"""Formula files in the manner of DIMACS: ``p cnf N M`` and ``p 1in3 N M``; assignments as ``v`` lines.

Lines that start with ``c`` are comments. After the ``p`` line come M clauses, numbers that end with 0. In a CNF a
clause may run over several lines; in a 1-in-3 formula every clause is a line ``a b c 0`` of three positive variables,
exactly one of which is true; where it is asked for, negative literals too. A line ``%`` ends a CNF, as in the files of
SATLIB.

Formulas in words (:mod:`gourds.formulas.notation`) are the other notation: ``(a or not b) and c``. They have no line
``p``; the names of their variables stand in comments if they are written as DIMACS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from gourds.errors import Fault, Faults, InputError, one_line, quoted
from gourds.files.json_values import kind_of_value
from gourds.files.sizes import check_lines
from gourds.formulas.formula import Assignment, Cnf, Formula, OneInThree
from gourds.formulas.notation import looks_like_words, parse_words

MAX_VARIABLES: Final = 10_000_000
_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_HEADER: Final = re.compile(
    r"^[^\S\n]*+p\s+(?:cnf\b|1in3\b|\S+\s+[0-9])|\A(?:\s*+c\b[^\n]*+\n)*+\s*+-?[0-9]", re.MULTILINE
)
"""A line ``p``, or a clause that lacks one."""
WORDS: Final = ".formula"
"""How the names of files with formulas in words end."""
_DIGITS: Final = 18
"""Numbers with more digits than this are refused: they are too large for any formula."""


def is_formula(text: str) -> bool:
    """True iff a text starts like a formula file: with a comment, a ``p`` line, or a clause that lacks one."""
    return re.match(r"\s*+(?:p(?:\s|$)|c(?:\W|$)|-?[0-9]++\s)", text) is not None


def is_words(text: str) -> bool:
    """True iff a text that may be anything is a formula in words: it has a connective and no line ``p``."""
    return looks_like_words(text) and _HEADER.search(text) is None


def parse_either(text: str) -> Formula:
    """The formula in a text that must be one, in either notation: without a line ``p`` it is in words."""
    has_numbers = _HEADER.search(text) is not None or (is_formula(text) and not looks_like_words(text))
    return parse(text) if has_numbers else parse_words(text)


def parse(text: str, *, is_signed: bool = False) -> Formula:
    """The formula in a text. Raises InputError with every fault and its line.

    Negative literals are for 1-in-3 formulas that are asked for by name: ``is_signed``.
    """
    lines = _lines(text)
    header = next((k for k, line in enumerate(lines) if line.strip() and not _is_comment(line)), None)
    if header is None:
        raise InputError("no line 'p cnf N M' or 'p 1in3 N M'")
    words = lines[header].split()
    place = f"line {header + 1}"
    if words[0] != "p" or len(words) != 4 or words[1] not in ("cnf", "1in3"):
        raise InputError(Fault(place, f"must be 'p cnf N M' or 'p 1in3 N M', not {quoted(lines[header].strip())}"))
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words[2:]):
        raise InputError(Fault(place, "the numbers of variables and clauses must be whole numbers below 10⁹"))
    variables, count = int(words[2]), int(words[3])
    if variables > MAX_VARIABLES:
        raise InputError(Fault(place, f"more than {MAX_VARIABLES:,} variables"))
    if words[1] == "cnf":
        return _read_cnf(lines, header + 1, variables, count)
    return _read_one_in_three(lines, header + 1, variables, count, is_signed)


def formula_of(document: dict[str, Any]) -> Formula:
    """The formula in a document of the page, which holds the text of a file."""
    text = document.get("text")
    if not isinstance(text, str):
        raise InputError(Fault("text", f"must be a string, not {kind_of_value(text)}"))
    return parse_either(text)


def _lines(text: str) -> list[str]:
    """The lines as every editor counts them; comments may contain the other characters at which Python breaks lines."""
    check_lines(text)
    return re.sub("\r\n?", "\n", text).removesuffix("\n").split("\n")


def _is_comment(line: str) -> bool:
    return line.lstrip()[:1] == "c"


def _numbers(line: str, number: int, variables: int, faults: Faults) -> list[int]:
    """The numbers on a line; those that cannot be used are noted as faults and left out."""
    found = []
    for word in line.split():
        if not _INTEGER.fullmatch(word):
            faults.add(f"line {number}", f"{quoted(word)} is not a whole number")
        elif len(word) > _DIGITS:
            faults.add(f"line {number}", f"the number {quoted(word)} is too large")
        elif abs(value := int(word)) > variables:
            faults.add(f"line {number}", f"variable {abs(value)} is larger than {variables}")
        else:
            found.append(value)
    return found


def _check_count(found: int, count: int, last: int, faults: Faults) -> None:
    if not faults and found != count:
        faults.add(f"line {last}", f"the number of clauses is {found}, not {count} as announced")
    faults.check()


def _read_cnf(lines: Sequence[str], start: int, variables: int, count: int) -> Cnf:
    faults = Faults()
    clauses: list[tuple[int, ...]] = []
    clause: list[int] = []
    for number, line in enumerate(lines[start:], start=start + 1):
        if line.strip() == "%":
            break
        if _is_comment(line):
            continue
        for literal in _numbers(line, number, variables, faults):
            if literal:
                clause.append(literal)
            else:
                clauses.append(tuple(clause))
                clause = []
    if clause:
        faults.add(f"line {len(lines)}", "the last clause does not end with 0")
    _check_count(len(clauses), count, len(lines), faults)
    return Cnf(variables, tuple(clauses))


def _read_one_in_three(lines: Sequence[str], start: int, variables: int, count: int, is_signed: bool) -> OneInThree:
    faults = Faults()
    clauses: list[tuple[int, int, int]] = []
    for number, line in enumerate(lines[start:], start=start + 1):
        if _is_comment(line) or not line.strip():
            continue
        found = len(faults)
        numbers = _numbers(line, number, variables, faults)
        if len(faults) > found:
            continue
        if len(numbers) != 4 or numbers[3] != 0 or (is_signed and 0 in numbers[:3]):
            what = "literals" if is_signed else "variables"
            faults.add(f"line {number}", f"must be three {what} and 0, not {quoted(line.strip())}")
        elif bad := [v for v in numbers[:3] if v <= 0 and not is_signed]:
            faults.add(f"line {number}", f"variables are positive, not {bad[0]}")
        else:
            clauses.append((numbers[0], numbers[1], numbers[2]))
    _check_count(len(clauses), count, len(lines), faults)
    return OneInThree(variables, tuple(clauses))


def format_formula(formula: Formula, comments: Iterable[str] = (), *, is_signed: bool = False) -> str:
    """The text of a formula file; a 1-in-3 formula must be monotone unless negative literals are asked for."""
    if isinstance(formula, OneInThree) and not is_signed and not formula.is_monotone:
        raise InputError(
            "a 1-in-3 formula with negative literals has no DIMACS; save it as .formula, or make it monotone"
        )
    kind = "cnf" if isinstance(formula, Cnf) else "1in3"
    head = [f"c {one_line(line)}" for line in comments]
    head += [f"c {one_line(name)} is variable {v}" for v, name in enumerate(formula.names, start=1)]
    head.append(f"p {kind} {formula.variables} {len(formula.clauses)}")
    return "\n".join([*head, *(" ".join(map(str, (*clause, 0))) for clause in formula.clauses)]) + "\n"


def parse_assignment(text: str, variables: int) -> Assignment:
    """The assignment in ``v`` lines as SAT solvers print them, or in bare numbers; every variable needs a value."""
    faults = Faults()
    value: dict[int, bool] = {}
    lines = _lines(text)
    with_v = any(re.match(r"\s*+v(\s|$)", line) for line in lines)
    for number, line in enumerate(lines, start=1):
        body = line.strip()
        if with_v:
            if body.split()[:1] != ["v"]:
                continue
            body = body[1:]
        elif _is_comment(body) or body.startswith("s "):
            continue
        literals = [literal for literal in _numbers(body, number, variables, faults) if literal]
        opposed = [abs(v) for v in literals if value.setdefault(abs(v), v > 0) != (v > 0)]
        faults += [Fault(f"line {number}", f"variable {v} is both true and false") for v in opposed]
    if len(value) < variables and not faults:
        first = next(v for v in range(1, variables + 1) if v not in value)
        missing = variables - len(value)
        others = f" and {missing - 1} more" if missing > 1 else ""
        faults.add("", f"variable {first}{others} of {variables} without a value")
    faults.check()
    return tuple(value[v] for v in range(1, variables + 1))


def format_assignment(assignment: Assignment) -> str:
    """One ``v`` line.

    >>> format_assignment((True, False))
    'v 1 -2 0\\n'
    """
    literals = (str(v if true else -v) for v, true in enumerate(assignment, start=1))
    return " ".join(("v", *literals, "0")) + "\n"
