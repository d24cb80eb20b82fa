"""A recipe: the command of somebody else's solver, and how its answer is read.

A command is a list of words with placeholders. One of them stands for the exported file, and its name is the format:
``{cnf}``, ``{opb}``, … (:data:`gourds.encodings.export.FORMATS`). The others:

    {output}    a file to which the program writes its answer
    {proof}     a file to which it writes a proof about the CNF: DRAT, as text or in binary, or LRAT as text
    {seconds}   the time limit, in whole seconds
    {seed}      the seed

Words between ``[`` and ``]`` are left out if a placeholder among them has no value: the proof if none is wanted, the
seconds without a limit, the seed 0, which stands for what the program does by itself.

The answer is what :mod:`gourds.decoding` reads (``decode``), or the exit code tells it (10: feasible, 20: infeasible),
or a regular expression does (``pattern``) that is searched for in the output. However it is told, a feasible
answer counts only with values that are a placement.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gourds.decoding.formats import FORMATS as READABLE
from gourds.encodings.export import FORMATS
from gourds.errors import Fault, InputError, quoted

NAME: Final = "external"
"""The name before the colon."""
SETTINGS: Final = ("answer", "from", "sat", "unsat")
"""What can be said besides the command."""
ANSWERS: Final = ("decode", "exit-code", "pattern")
FURTHER: Final = ("output", "proof", "seconds", "seed")
"""Placeholders besides those for exported files."""
OPENS, CLOSES = "[", "]"
_BARE: Final = re.compile(r"[\w@%+=:,./{}\[\]-]+", re.ASCII)
"""Words that :func:`shlex.split` gives back as they are."""
_PLACEHOLDER: Final = re.compile(r"\{([A-Za-z_]+)\}")


@dataclass(frozen=True)
class Recipe:
    """How to run a program, and how to read what it says. :func:`recipe_faults` finds what is wrong with one."""

    name: str
    """What people call it."""
    command: tuple[str, ...]
    """The words, with placeholders."""
    answer: str = "decode"
    """One of :data:`ANSWERS`."""
    form: str | None = None
    """The format of the output, as ``gourds decode --from`` takes it; None: the content shows it."""
    sat: str | None = None
    """A pattern for a feasible answer."""
    unsat: str | None = None
    """A pattern for an infeasible answer."""
    summary: str = ""
    """One line for people."""
    version: tuple[str, ...] = ()
    """Arguments with which the program prints its version, if it has any."""

    @property
    def program(self) -> str:
        """As the command names it."""
        return self.command[0]

    @property
    def path(self) -> str | None:
        """Where it is; None if it is not there."""
        found = shutil.which(self.program)
        return None if found is None else os.path.abspath(found)

    @property
    def format(self) -> str:
        """Of the exported file."""
        return next(name for name in self.placeholders if name in FORMATS)

    @property
    def placeholders(self) -> tuple[str, ...]:
        """All that the command names, in order."""
        return tuple(_named(self.command))

    @property
    def can_prove(self) -> bool:
        """Whether it writes proofs."""
        return "proof" in self.placeholders

    def always(self, name: str) -> bool:
        """Whether a placeholder stands among words that are not optional."""
        return any(name in _named(part) for part, is_optional in _parts(self.command[1:]) if not is_optional)

    def words(self, program: str, values: Mapping[str, str], unwanted: Collection[str] = ()) -> list[str]:
        """What to run; optional words with a placeholder that has no value or is not wanted are left out.

        Raises InputError if a placeholder among the other words has no value.
        """
        found = [program]
        for part, is_optional in _parts(self.command[1:]):
            missing = [name for name in _named(part) if name not in values]
            if missing and not is_optional:
                missed = f"{{{missing[0]}}}"
                raise InputError(f"{self.name} needs {missed}, and there is none; [ {missed} ] makes it optional")
            if not missing and not (is_optional and any(name in unwanted for name in _named(part))):
                found += [_PLACEHOLDER.sub(lambda match: values[match[1]], word) for word in part]
        return found


def _named(words: Iterable[str]) -> list[str]:
    return [name for word in words for name in _PLACEHOLDER.findall(word)]


def _parts(words: tuple[str, ...]) -> Iterator[tuple[list[str], bool]]:
    """The words by themselves, and the groups of optional ones."""
    group: list[str] | None = None
    for word in words:
        if word == OPENS:
            group = []
        elif word == CLOSES:
            yield group or [], True
            group = None
        elif group is not None:
            group.append(word)
        else:
            yield [word], False


def is_command(name: str) -> bool:
    """True iff the name of a solver holds a command, which somebody has to answer for, and not a shipped recipe.

    >>> is_command("external:kissat {cnf}"), is_command("external:kissat"), is_command("sat:glucose4")
    (True, False, False)
    """
    base, _, variant = name.partition(":")
    return base == NAME and ("{" in variant or len(variant.split()) > 1)


def command_name(words: list[str]) -> str:
    """The name of the solver that a command is.

    >>> command_name(["my solver", "{cnf}"])
    "external:'my solver' {cnf}"
    """
    return f"{NAME}:{' '.join(word if _BARE.fullmatch(word) else shlex.quote(word) for word in words)}"


def command_words(line: str) -> list[str]:
    """The words of a command line. Raises InputError."""
    try:
        return shlex.split(line)
    except ValueError as error:
        raise InputError(f"the command {quoted(line)} cannot be split into words: {error}") from None


def recipe_of_command(line: str, settings: Mapping[str, Any] | None = None) -> Recipe:
    """The recipe that a command line is, with the settings beside it. Raises InputError with every fault."""
    given = dict(settings or {})
    other = {key: value for key, value in given.items() if not isinstance(value, str)}
    if other:
        raise InputError(Fault(key, f"must be a text, not {quoted(value)}") for key, value in other.items())
    words = tuple(command_words(line))
    has_patterns = given.get("sat") is not None or given.get("unsat") is not None
    recipe = Recipe(
        name=os.path.basename(words[0]) if words else "",
        command=words,
        answer=given.get("answer", "pattern" if has_patterns else "decode"),
        form=given.get("from"),
        sat=given.get("sat"),
        unsat=given.get("unsat"),
    )
    if faults := list(recipe_faults(recipe)):
        raise InputError(faults)
    return recipe


def recipe_faults(recipe: Recipe) -> Iterator[Fault]:
    """What is wrong with a recipe."""
    yield from _command_faults(recipe)
    if recipe.answer not in ANSWERS:
        yield Fault("answer", f"must be one of {', '.join(ANSWERS)}, not {quoted(recipe.answer)}")
    if recipe.form is not None and recipe.form not in READABLE:
        yield Fault("from", f"must be one of {', '.join(READABLE)}, not {quoted(recipe.form)}")
    for place, pattern in (("sat", recipe.sat), ("unsat", recipe.unsat)):
        if pattern is not None:
            try:
                re.compile(pattern)
            except re.error as error:
                yield Fault(place, f"is no regular expression: {error}")
    has_patterns = recipe.sat is not None or recipe.unsat is not None
    if recipe.answer == "pattern" and not has_patterns:
        yield Fault("answer", "'pattern' needs the patterns sat and unsat, or one of them")
    if recipe.answer != "pattern" and has_patterns:
        yield Fault("answer", f"sat and unsat are for 'pattern', not for {quoted(recipe.answer)}")


def _command_faults(recipe: Recipe) -> Iterator[Fault]:
    words, named = recipe.command, recipe.placeholders
    if not words or not words[0] or words[0] in (OPENS, CLOSES) or _PLACEHOLDER.search(words[0]):
        yield Fault("command", "must begin with the name of a program")
        return
    if any("\0" in word for word in words):
        yield Fault("command", "a word holds a zero byte")
    known = (*FORMATS, *FURTHER)
    for name in dict.fromkeys(named):
        if name not in known:
            yield Fault("command", f"there is no placeholder {{{name}}}; there are {_spelled(known)}")
    files = [name for name in dict.fromkeys(named) if name in FORMATS]
    if not files:
        yield Fault("command", f"names no file for the program to read; one of {_spelled(FORMATS)} is needed")
    if len(files) > 1:
        yield Fault("command", f"names files in several formats: {_spelled(files)}")
    if recipe.can_prove and files != ["cnf"]:
        yield Fault("command", "{proof} goes with {cnf}: proofs of other files are not read")
    depth = 0
    for word in words:
        depth += (word == OPENS) - (word == CLOSES)
        if depth not in (0, 1):
            break
    if depth:
        yield Fault("command", "every '[' needs one ']' behind it, and none within another")


def _spelled(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)
