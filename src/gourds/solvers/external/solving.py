"""One run of somebody else's solver: write the exported file, run the program, read its answer.

The program gets the whole board, without presolve; only what the counting laws rule out is answered without it, since
the reduced model needs the laws. With ``proof`` it gets the reduced model whatever encoding was asked for: that is the
formula which a checker builds for itself.

The work is supervised like all solving, so limits hold for the program and for all that it starts, and its files are
removed however it ends. The time that counts is from the first byte of the file to the program's end.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from gourds.encodings.export import SUFFIXES, export
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.matching.refutation import counting_refutation
from gourds.running.outcome import Outcome, Status
from gourds.running.programs import run_program
from gourds.running.scratch import scratch_folder
from gourds.solvers.base import Options, Solver
from gourds.solvers.external.reading import Files, read_outcome
from gourds.solvers.external.recipe import NAME, SETTINGS, Recipe, is_command
from gourds.solvers.external.shipped import known_version, recipe_of, version_of
from gourds.solvers.modeled import refuted

ENCODINGS = ("reduced", "textbook")


def find_external(variant: str) -> Solver:
    """The solver for what follows ``external:``. Raises InputError if that is neither a recipe nor a command."""
    is_own = is_command(f"{NAME}:{variant}")
    recipe = recipe_of(variant, {} if is_own else None)
    abilities = {"decide", "find", *(["prove"] if recipe.can_prove else [])}
    return Solver(
        name=NAME,
        summary=recipe.summary or f"{recipe.name}, a program",
        run=run,
        prepare=partial(_prepare, recipe),
        settings=SETTINGS if is_own else (),
        abilities=frozenset(abilities),
    )


def _prepare(recipe: Recipe, instance: Instance | None) -> None:
    """Ask for the version and load what writes files, before the clock starts."""
    version_of(recipe)
    row = Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "red", "blue"], [("blue", "red", 1)])
    export(row, recipe.format)


def run(instance: Instance, options: Options) -> Outcome:
    """Decide an instance with the program that ``options.variant`` names. Raises InputError if it is not there."""
    recipe = recipe_of(options.variant, dict(options.settings))
    if options.encoding not in ENCODINGS:
        raise InputError(f"there is no encoding '{options.encoding}'; there are {', '.join(ENCODINGS)}")
    program = recipe.path
    if program is None:
        where = "there" if "/" in recipe.program else "on the PATH"
        raise InputError(f"the program {recipe.program} is not {where}")
    wants_proof = recipe.can_prove and (options.proof or recipe.always("proof"))
    encoding = "reduced" if wants_proof else options.encoding
    if options.presolve or encoding == "reduced":
        refutation = counting_refutation(instance)
        if refutation is not None:
            return refuted(instance, refutation, f"{NAME}:{options.variant}")
    with scratch_folder() as folder:
        return _run(instance, options, recipe, program, encoding, wants_proof, folder)


def _run(
    instance: Instance,
    options: Options,
    recipe: Recipe,
    program: str,
    encoding: str,
    wants_proof: bool,
    folder: Path,
) -> Outcome:
    start = time.perf_counter()
    model = folder / f"instance{SUFFIXES[recipe.format]}"
    model.write_text(export(instance, recipe.format, encoding), encoding="utf-8")
    encode_s = time.perf_counter() - start
    files = Files(folder / "output", folder / "proof" if wants_proof else None)
    values = {recipe.format: str(model), "output": str(files.output), "proof": str(folder / "proof")}
    values["seed"] = str(options.seed)
    if options.time_limit is not None:
        values["seconds"] = str(max(1, math.ceil(options.time_limit - encode_s)))
    unwanted = [*([] if wants_proof else ["proof"]), *([] if options.seed else ["seed"])]
    words = recipe.words(program, values, unwanted)
    options.tell(f"{recipe.name} is at work on a file of {model.stat().st_size >> 10:,} kB")
    stats: dict[str, Any] = {"program": program, **known_version(recipe)}
    try:
        ran = run_program(words, folder)
    except OSError as error:
        reason = f"{recipe.name}: cannot be started: {error.strerror or error}"
        return Outcome(Status.UNKNOWN, reason=reason, stats=stats, failure="error")
    spent = time.perf_counter() - start
    stats |= {"exit_code": ran.code, "encode_s": round(encode_s, 6), "search_s": round(spent - encode_s, 6)}
    outcome = read_outcome(instance, recipe, ran, files, encoding, stats)
    return replace(outcome, time_s=spent)
