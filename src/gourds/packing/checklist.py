"""What a competition asks for, and whether a pack has it: met, open, or unknown since nobody has measured it.

The rules and where they are written: ``docs/competitions.md``. A rule that only a person can judge is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from gourds.packing.description.markdown import escaped
from gourds.packing.rows import Pack, Row
from gourds.packing.targets import TARGETS
from gourds.words import counted

State = Literal["met", "open", "unknown"]
_BOX: Final[dict[State, str]] = {"met": "[x]", "open": "[ ]", "unknown": "[?]"}

ENOUGH: Final = 20
"""Instances that the SAT Competition wants of a team; half of them must not be too easy, nor too hard."""
TOO_EASY: Final = 60.0
"""Seconds within which MiniSat must not solve such an instance."""
TOO_HARD: Final = 3600.0
"""Seconds within which some solver must."""
LARGEST_SHARE: Final = 15
"""Instances of one domain that the Pseudo-Boolean Competition draws at most in DEC-LIN."""


@dataclass(frozen=True)
class Item:
    """One rule."""

    state: State
    text: str

    def __str__(self) -> str:
        return f"{_BOX[self.state]} {self.text}"


def check_list(pack: Pack, remarks: Mapping[str, Sequence[str]], left_out: Sequence[str]) -> list[Item]:
    """All rules for a pack. ``remarks`` are what is odd about its files, ``left_out`` says what was not packed."""
    items = [*_of_all(pack, left_out), *_RULES[pack.target](pack.rows)]
    items += [Item("open", f"{name}: {remark}") for name, some in remarks.items() for remark in some]
    return items


def spell_check_list(pack: Pack, items: Sequence[Item]) -> str:
    """The text of ``CHECKLIST.md``."""
    lines = [f"# {escaped(pack.name)} for {TARGETS[pack.target].title}: before it is submitted", ""]
    lines += ["`[x]` holds, `[ ]` is left to do or to judge, `[?]` was not measured.", ""]
    lines += [f"- {_BOX[item.state]} {escaped(item.text)}" for item in items]
    return "\n".join(lines) + "\n"


def _of_all(pack: Pack, left_out: Sequence[str]) -> Iterator[Item]:
    rows = pack.rows
    known = sum(row.verdict is not None for row in rows)
    checked = sum(row.evidence_file is not None for row in rows)
    yield Item(_if(known == len(rows), "unknown"), f"expected verdicts: {known} of {len(rows)} known")
    yield Item(_if(checked == len(rows)), f"evidence that everybody can check: {checked} of {len(rows)} verdicts")
    yield Item("met", "names are in lower case, without spaces, and unique; no puzzle is there twice")
    yield from (Item("open", text) for text in left_out)
    yield Item(_if(bool(pack.author)), "authors are named" if pack.author else "authors: name them with --author")
    yield Item("open", "the description was read and corrected by a person: it is a draft")


def _if(holds: bool, otherwise: State = "open") -> State:
    return "met" if holds else otherwise


def _satcomp(rows: Sequence[Row]) -> Iterator[Item]:
    count = counted(len(rows), "instance")
    yield Item(_if(len(rows) >= ENOUGH), f"{ENOUGH} new instances: there are {count}")
    hard = [row for row in rows if _is_hard_for_minisat(row)]
    both = [row for row in hard if any(time <= TOO_HARD for time in row.solved.values())]
    measured = sum(any("minisat" in name for name in (*row.solved, *row.unsolved)) for row in rows)
    wanted = max(ENOUGH, len(rows)) // 2
    state: State = "met" if len(both) >= wanted else "unknown" if measured < len(rows) else "open"
    yield Item(
        state,
        f"at least {wanted} not solved by MiniSat in a minute, but by some solver within an hour: {len(both)} are "
        f"known to be so (MiniSat was measured on {measured}, {len(hard)} of these took it longer)",
    )
    yield Item("open", "not seen in previous competitions: look up the GBD hashes of instances.csv in the database")
    yield Item("open", "description in IEEE Proceedings style: exchange the document class of description.tex")


def _is_hard_for_minisat(row: Row) -> bool:
    limits = [limit for name, limit in row.unsolved.items() if "minisat" in name]
    times = [time for name, time in row.solved.items() if "minisat" in name]
    if any(time <= TOO_EASY for time in times):
        return False
    return any(limit >= TOO_EASY for limit in limits) or bool(times)


def _pb(rows: Sequence[Row]) -> Iterator[Item]:
    yield Item("met", "track DEC-LIN: no objective, linear constraints, all coefficients are 1")
    yield Item("met", "a folder for each domain: instances/FAMILY/")
    for family in dict.fromkeys(row.family for row in rows):
        number = sum(row.family == family for row in rows)
        if number > LARGEST_SHARE:
            yield Item("open", f"{family} has {number} instances; of a domain, {LARGEST_SHARE} were drawn in 2024")
    yield Item("open", "submit it through the form of the year; large archives by a link")


def _xcsp(rows: Sequence[Row]) -> Iterator[Item]:
    yield Item("met", "XCSP3-core: variables with domain 0 1, constraints sum only; a CSP")
    yield Item("open", "organizers select problems with a model in PyCSP3; write one if you want it to be selected")


def _mzn(rows: Sequence[Row]) -> Iterator[Item]:
    yield Item("met", "every file is a whole model, without data files")
    yield Item("open", "the challenge wants one model with data files: these flat models are instances of none")
    yield Item("open", "the call of the year says how many instances are wanted, and how hard")


def _miplib(rows: Sequence[Row]) -> Iterator[Item]:
    yield Item("met", "MPS, compressed with gzip; names of rows and columns have at most eight characters")
    yield Item("open", "a pure feasibility problem: the objective is constant; say so in the form")
    yield Item("open", "origin, contact and permission to publish are asked for in the form")


def _asp(rows: Sequence[Row]) -> Iterator[Item]:
    yield Item("met", "every file has facts and the program, for clingo")
    yield Item(_if(len(rows) >= 50), f"50 instances were wanted in 2013: there are {counted(len(rows), 'instance')}")
    yield Item("open", "a specification and a checker script: the description has the one, gourds verify is the other")


def _benchexec(rows: Sequence[Row]) -> Iterator[Item]:
    yield Item("met", "a task definition for each instance, with the expected verdict where it is known")
    yield Item("open", "choose the solvers and limits in the benchmark definition")


_RULES: Final[dict[str, Callable[[Sequence[Row]], Iterator[Item]]]] = {
    "satcomp": _satcomp,
    "pb": _pb,
    "xcsp": _xcsp,
    "mzn": _mzn,
    "miplib": _miplib,
    "asp": _asp,
    "benchexec": _benchexec,
}
