"""What a file for a competition says of itself: how many variables and constraints it has, and what is odd about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gourds.packing.sums import clauses_of

_CNF: Final = re.compile(r"^p cnf (\d+) (\d+)$", re.MULTILINE)
_OPB: Final = re.compile(r"^\* #variable= (\d+) #constraint= (\d+)")


@dataclass(frozen=True)
class Sizes:
    """The size of a file."""

    variables: int | None = None
    constraints: int | None = None
    remarks: tuple[str, ...] = ()
    """Where it does not keep to the letter of the rules, in a few words."""


def sizes_of(form: str, text: str) -> Sizes:
    """The size of a file in a format; of XCSP3, MiniZinc and ASP that of the model is not counted."""
    if form == "cnf":
        return _of_cnf(text)
    if form == "opb":
        found = _OPB.match(text)
        return Sizes(int(found[1]), int(found[2])) if found else Sizes()
    if form == "mps":
        return Sizes(text.count("\n BV "), text.count("\n E "))
    return Sizes()


def _of_cnf(text: str) -> Sizes:
    """The SAT Competition wants exact numbers in the header, and clauses without repeated or opposite literals."""
    found = _CNF.search(text)
    if found is None:
        return Sizes()
    variables, clauses = int(found[1]), int(found[2])
    used: set[str] = set()
    count = repeated = 0
    is_trivial = False
    for words in clauses_of(text):
        literals = words[:-1]
        names = {word.removeprefix("-") for word in literals}
        count += 1
        repeated += len(names) < len(literals)
        is_trivial |= not literals
        used |= names
    remarks = []
    if is_trivial:
        remarks.append("an empty clause: counting alone says no")
    elif len(used) != variables:
        remarks.append(f"{variables - len(used)} of {variables} variables do not occur")
    if repeated:
        remarks.append(f"{repeated} clauses repeat a variable")
    if count != clauses:
        remarks.append(f"{count} clauses, not {clauses}")
    return Sizes(variables, clauses, tuple(remarks))
