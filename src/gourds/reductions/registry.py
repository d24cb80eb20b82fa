"""All problems and reductions that are known, and the paths that they make.

Found by themselves are the modules of :mod:`gourds.reductions.sources`, and the modules that installed packages name as
entry points of the group ``gourds.reductions``. Modules and files that the user names join by :func:`load_plugins`.

    [project.entry-points."gourds.reductions"]
    my-problem = "my_package.my_problem"

A path is a sequence of reductions, each from the target of the one before it. Between two problems the path with the
fewest reductions is taken, among equals the one whose reductions were known first.
"""

from __future__ import annotations

import pkgutil
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

from gourds.errors import InputError, quoted
from gourds.plugins import load_module, plugin_of
from gourds.reductions.problem import PLACEMENT, Problem, Reduction

GROUP: Final = "gourds.reductions"
"""The entry points of installed packages."""
FIRST: Final = ("placement", "formulas")
"""The modules that are listed first: the problems that all others lead to."""

AnyProblem = Problem[Any, Any]
AnyReduction = Reduction[Any, Any, Any, Any]
Path = tuple[AnyReduction, ...]
"""Reductions, each from the target of the one before it; of none, from a problem to itself."""


@dataclass(frozen=True)
class Registry:
    """Problems by name, reductions by source and target, and where each comes from."""

    problems: dict[str, AnyProblem]
    reductions: dict[tuple[str, str], AnyReduction]
    homes: dict[str, str]
    """For the name of each problem and reduction the module or file that defined it."""

    def add(self, modules: Iterable[tuple[Any, str]]) -> None:
        """What modules define, each with its home; they may refer to each other.

        Raises InputError that names the home if something cannot be used; nothing is added then.
        """
        new = Registry(dict(self.problems), dict(self.reductions), dict(self.homes))
        for module, home in modules:
            found = [*_values(module, "PROBLEM", home), *_values(module, "REDUCTION", home)]
            if not found:
                raise InputError("defines none of PROBLEM, PROBLEMS, REDUCTION, REDUCTIONS", home)
            for value in found:
                _check_fields(value, home)
                new._put(value, home)
        for source, target in new.reductions:
            for name in (source, target):
                if name not in new.problems:
                    reason = f"the reduction {source} to {target}: there is no problem {quoted(name)}"
                    raise InputError(reason, new.homes[f"{source} to {target}"])
        self.problems.update(new.problems)
        self.reductions.update(new.reductions)
        self.homes.update(new.homes)

    def _put(self, value: AnyProblem | AnyReduction, home: str) -> None:
        if isinstance(value, Problem):
            known: Any = self.problems.setdefault(value.name, value)
        else:
            known = self.reductions.setdefault((value.source, value.target), value)
        if known is not value:
            what = "problem" if isinstance(value, Problem) else "reduction"
            raise InputError(f"there is a {what} '{value.name}' already, in {self.homes[value.name]}", home)
        self.homes.setdefault(value.name, home)


@cache
def registry() -> Registry:
    """Everything that is known; loaded once."""
    from gourds.reductions import sources

    names = sorted(module.name for module in pkgutil.iter_modules(sources.__path__))
    homes = [f"{sources.__name__}.{name}" for name in (*FIRST, *(name for name in names if name not in FIRST))]
    modules: list[tuple[Any, str]] = [(import_module(home), home) for home in homes]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            modules.append((entry.load(), entry.value))
        except Exception as error:
            raise InputError(f"cannot be loaded: {type(error).__name__}: {error}", f"{GROUP}: {entry.value}") from None
    found = Registry({}, {}, {})
    found.add(modules)
    return found


def load_plugins(texts: Iterable[str]) -> None:
    """Let the modules and files join that the user names, ``FILE.py`` or ``MODULE``. Raises InputError that names one.

    Naming one again changes nothing.
    """
    modules: list[tuple[Any, str]] = []
    for text in texts:
        plugin = plugin_of(text)
        try:
            modules.append((load_module(plugin), text))
        except InputError as error:
            raise error.in_source(text) from None
    registry().add(modules)


def problems() -> Mapping[str, AnyProblem]:
    """All problems by name."""
    return registry().problems


def reductions() -> tuple[AnyReduction, ...]:
    """All reductions between them."""
    return tuple(registry().reductions.values())


def find_problem(name: str) -> AnyProblem:
    """The problem of a name. Raises InputError if there is none."""
    if name not in problems():
        raise InputError(f"there is no problem {quoted(name)}; there are {', '.join(problems())}")
    return problems()[name]


def home_of(name: str) -> str:
    """The module or file that defined a problem or a reduction."""
    return registry().homes.get(name, "")


def path(source: str, target: str = PLACEMENT) -> Path:
    """The reductions that lead from one problem to another, as few as possible. Raises InputError if none do."""
    find_problem(source)
    find_problem(target)
    found = _shortest(source).get(target)
    if found is None:
        raise InputError(f"no reductions lead from '{source}' to '{target}'")
    return found


def ways(source: str, target: str = PLACEMENT) -> list[Path]:
    """A path for every reduction that can be the last one, each as short as possible; the shortest of all first."""
    found = _shortest(source)
    if source == target:
        return [()]
    last = (one for one in reductions() if one.target == target and one.source in found)
    return sorted(((*found[one.source], one) for one in last), key=len)


def paths(target: str = PLACEMENT) -> Iterator[Path]:
    """The path of every problem from which there is one, but the target's own."""
    for name in problems():
        if name != target and (found := _shortest(name).get(target)):
            yield found


def _shortest(source: str) -> dict[str, Path]:
    """The path to every problem that can be reached: breadth first, so fewest reductions."""
    found: dict[str, Path] = {source: ()}
    queue = deque([source])
    while queue:
        name = queue.popleft()
        for reduction in reductions():
            if reduction.source == name and reduction.target not in found:
                found[reduction.target] = (*found[name], reduction)
                queue.append(reduction.target)
    return found


# -- what a module defines ------------------------------------------------------------------------------------


def _values(module: Any, name: str, home: str) -> list[Any]:
    """The values of a name and of its plural in a module."""
    kind = Problem if name == "PROBLEM" else Reduction
    several = getattr(module, f"{name}S", [])
    if not isinstance(several, Iterable):
        raise InputError(f"{name}S must be a list, not {quoted(several)}", home)
    found = [*several, *([getattr(module, name)] if hasattr(module, name) else [])]
    for value in found:
        if not isinstance(value, kind):
            raise InputError(f"{name} must be a gourds.reductions.problem.{kind.__name__}, not {quoted(value)}", home)
    return found


def _check_fields(value: AnyProblem | AnyReduction, home: str) -> None:
    """Raises InputError if a field does not hold what it must: texts and functions."""
    texts = ("name", "title", "suffix", "header", "source", "target", "sizes")
    what = f"the problem {quoted(value.name)}" if isinstance(value, Problem) else f"the reduction {quoted(value.name)}"
    for field in fields(value):
        held = getattr(value, field.name)
        if field.name in texts and not isinstance(held, str):
            raise InputError(f"{what}: {field.name} must be a text, not {quoted(held)}", home)
        is_optional = field.name in ("find", "tally", "completions") and held is None
        if field.name not in (*texts, "options") and not is_optional and not callable(held):
            raise InputError(f"{what}: {field.name} must be a function, not {quoted(held)}", home)
    if isinstance(value, Problem) and not (value.name.isprintable() and value.name and " " not in value.name):
        raise InputError(f"{what}: a name is a word", home)
