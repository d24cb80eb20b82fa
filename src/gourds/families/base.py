"""What a family of instances is."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gourds.errors import InputError, quoted
from gourds.instance import Instance


@dataclass(frozen=True)
class Parameter:
    """A parameter of a family, an option of ``gourds generate``."""

    name: str
    """In lower case; the option is ``--name``."""
    help: str
    """One line for people."""
    default: int | str | bool | None = None
    """The value when it is not given; None means that it must be given."""
    kind: type[int] | type[str] | type[bool] = int
    """The type of its values."""
    choices: tuple[str, ...] = ()
    """The possible values of a string."""


@dataclass(frozen=True)
class Known:
    """A verdict that the construction of a family settles."""

    verdict: str
    """feasible or infeasible."""
    why: str
    """One line for people."""


PLANTED = Known("feasible", "planted, the budgets are those of a placement")


def nothing_known(values: Mapping[str, Any]) -> Known | None:
    """Of a family whose instances may be feasible or not."""
    return None


def known_if_planted(values: Mapping[str, Any]) -> Known | None:
    """Of a family whose parameter ``coloring`` says how budgets are chosen."""
    return PLANTED if values.get("coloring") in ("planted", "numbered") else None


@dataclass(frozen=True)
class Family:
    """A seeded generator of instances."""

    name: str
    """As on the command line."""
    summary: str
    """One line for people."""
    parameters: tuple[Parameter, ...]
    """What can be chosen."""
    make: Callable[[dict[str, Any], int], Instance]
    """Parameters and seed to an instance; its source is filled in by :func:`generate`."""
    known: Callable[[Mapping[str, Any]], Known | None] = nothing_known
    """Parameters, as far as they are given, to the verdict of all their instances, if the construction settles it."""


def generate(family: Family, parameters: dict[str, Any], seed: int = 0, *, name: str | None = None) -> Instance:
    """An instance of the family that carries its own recipe as ``source``."""
    values: dict[str, Any] = {}
    for parameter in family.parameters:
        value = parameters.get(parameter.name, parameter.default)
        if value is None:
            raise InputError(f"{family.name} needs --{parameter.name}")
        if parameter.choices and value not in parameter.choices:
            raise InputError(f"--{parameter.name} must be one of {', '.join(parameter.choices)}, not {quoted(value)}")
        values[parameter.name] = value
    unknown = sorted(set(parameters) - set(values))
    if unknown:
        raise InputError(f"{family.name} has no parameter {', '.join(unknown)}")
    instance = family.make(values, seed)
    source = {
        "family": family.name,
        "parameters": values,
        "seed": seed,
        "command": command(family, values, seed),
    }
    return replace(instance, name=name or instance.name, source={**source, **(instance.source or {})})


def command(family: Family, values: dict[str, Any], seed: int) -> str:
    """The command line that gives the same instance."""
    words = ["gourds", "generate", family.name]
    for parameter in family.parameters:
        value = values[parameter.name]
        if value == parameter.default:
            continue
        words += [f"--{parameter.name}"] if value is True else [f"--{parameter.name}", str(value)]
    return shlex.join([*words, "--seed", str(seed)])
