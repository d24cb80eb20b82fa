"""A solver with its options, as the attributes of a result file, and back.

Our own solvers are told by their options, the same whether we wrote the file or BenchExec did while it ran
``tool_info``. Of other people's tools the name, the version and the options are known, and no more is claimed.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from gourds.bench.benchexec.words import GENERATOR, TOOL
from gourds.bench.benchexec.xml_reading import ResultFile
from gourds.bench.campaign.definition import ENCODINGS, NO_ENCODING, SolverConfig, default_label
from gourds.bench.campaign.toml_tables import Scalar

_CERTIFICATE: Final = "/dev/null"
"""Where a run that asks for a proof writes it: the work counts, not the file."""
_SPELLED: Final = {True: "true", False: "false"}


def options_of(config: SolverConfig, seed: int | None = None) -> str:
    """The options of ``gourds solve`` that do the same.

    >>> options_of(SolverConfig("A", "sat", presolve=False, settings={"cardinality": "totalizer"}), 3)
    '--solver sat --encoding reduced --seed 3 --no-presolve --set cardinality=totalizer'
    """
    words = ["--solver", config.name, "--encoding", config.encoding]
    words += [] if seed is None else ["--seed", str(seed)]
    words += [] if config.presolve else ["--no-presolve"]
    words += ["--proof", _CERTIFICATE] if config.proof else []
    for key, value in config.settings.items():
        words += ["--set", f"{key}={_SPELLED[value] if isinstance(value, bool) else value}"]
    return shlex.join(words)


def competitor_of(file: ResultFile) -> tuple[SolverConfig, int]:
    """Who ran, and with which seed. The label is not unique yet.

    It names the tool and the run definition. For our own tool it is the one that a campaign would give, so that
    a comparison of both matches them.
    """
    given = file.attributes
    tool, name, block = given.get("tool") or "unnamed tool", given.get("name", ""), given.get("block")
    if block is not None:  # BenchExec appends the name of the task set
        name = "" if name == block else name.removesuffix(f".{block}")
    label = " ".join(filter(None, (tool, name)))
    if given.get("generator", "").startswith(GENERATOR):
        label = given.get("displayName") or label
    if given.get("toolmodule") != TOOL:
        settings = {key: given[key] for key in ("version", "options") if given.get(key)}
        return SolverConfig(label, tool, NO_ENCODING, settings=settings), 0
    config, seed = _from_options(given.get("options", ""))
    if not given.get("generator", "").startswith(GENERATOR):
        label = default_label(*config)
    return SolverConfig(label, *config), seed


def _from_options(text: str) -> tuple[tuple[str, str, bool, bool, dict[str, Scalar]], int]:
    """Name, encoding, presolve, proof and settings, and the seed; options that we do not know become a setting."""
    name, encoding, presolve, proof, seed = "auto", ENCODINGS[0], True, False, 0
    settings: dict[str, Scalar] = {}
    rest = []
    for option, value in _pairs(text):
        key, _, setting = value.partition("=")
        if option == "--solver" and value:
            name = value
        elif option == "--encoding" and value in ENCODINGS:
            encoding = value
        elif option == "--seed" and value.isdecimal() and len(value) < 19:
            seed = int(value)
        elif option == "--proof":
            proof = True
        elif option == "--no-presolve":
            presolve = False
        elif option == "--set" and setting:
            settings[key] = _scalar(setting)
        else:
            rest += [option, value]
    if rest:
        settings["options"] = shlex.join(filter(None, rest))
    return (name, encoding, presolve, proof, settings), seed


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Options with their values, empty where there is none."""
    try:
        words = shlex.split(text)
    except ValueError:  # a quote that does not end
        words = text.split()
    k = 0
    while k < len(words):
        option, equals, value = words[k].partition("=")
        k += 1
        if not equals and option.startswith("--") and k < len(words) and not words[k].startswith("--"):
            value = words[k]
            k += 1
        yield option, value


def _scalar(text: str) -> Scalar:
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return {"true": True, "false": False}.get(text, text)
