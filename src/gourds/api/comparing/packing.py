"""Packs: folders of instances that can be submitted to a competition."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gourds.api.arguments import need, need_limits, need_list, need_one_of
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.values import is_text

if TYPE_CHECKING:
    from gourds.packing.checking import PackCheck
    from gourds.packing.making import Packed

PathLike = str | os.PathLike[str]


def pack(
    files: Instance | PathLike | Iterable[Instance | PathLike],
    for_: Literal["satcomp", "pb", "xcsp", "mzn", "miplib", "asp", "benchexec"],
    output: PathLike,
    *,
    name: str = "gourds",
    author: str = "",
    encoding: Literal["reduced", "textbook"] = "reduced",
    time_limit: float | None = 60.0,
    seed: int = 0,
    jobs: int | None = None,
    tell: Callable[[str], None] | None = None,
) -> Packed:
    """Write a folder that can be submitted to a competition: files, manifest, verdicts with evidence, a description.

    ``files`` are instances, files, or folders, whose manifests then count. Names of files begin with ``name``. A
    verdict that no manifest gives evidence for is looked for with ``auto``, up to ``time_limit`` seconds for each
    instance; one that is not found is unknown. The folder is written whole or not at all, and replaces an older pack.
    With one job, the same search finds the same evidence every time. ``tell`` hears how it goes.

    >>> import gourds, tempfile
    >>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     packed = gourds.pack(puzzle, "satcomp", f"{folder}/pack", name="demo")
    ...     found = gourds.check_pack(f"{folder}/pack")
    >>> packed.pack.rows[0].packed, packed.pack.rows[0].verdict, bool(found)
    ('instances/demo-instance-1.cnf.xz', 'feasible', True)
    """
    from gourds.packing.making import make_pack
    from gourds.packing.targets import TARGETS

    need_one_of(for_, TARGETS, "the competition")
    need_one_of(encoding, ("reduced", "textbook"), "the encoding")
    need_limits(time_limit, None, seed, jobs)
    need(output, (str, os.PathLike), "the path of a folder")
    single = isinstance(files, Instance | str | os.PathLike)
    given = [files] if single else need_list(files, "a list of instances and files")  # type: ignore[arg-type]
    told = {} if tell is None else {"tell": tell}
    return make_pack(
        given,  # type: ignore[arg-type]
        for_,
        output,
        name=_text(name, "the name"),
        author=_text(author, "the author"),
        encoding=encoding,
        time_limit=time_limit,
        seed=seed,
        jobs=jobs,
        **told,
    )


def _text(value: object, name: str) -> str:
    if not is_text(need(value, str, f"text for {name}")):
        raise InputError(f"{name} is not valid Unicode")
    return str(value)


def check_pack(folder: PathLike, *, tell: Callable[[str], None] | None = None) -> PackCheck:
    """Check a folder that :func:`pack` wrote: checksums, verdicts, and that every file can be made again.

    The same as ``gourds pack --check``. See :func:`pack` for an example.
    """
    from gourds.packing.checking import check_folder

    need(folder, (str, os.PathLike), "the path of a folder")
    return check_folder(Path(folder)) if tell is None else check_folder(Path(folder), tell)
