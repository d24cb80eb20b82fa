"""Levels: packs of puzzles to play, each with the proved length of its shortest solution."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gourds.api.arguments import need, need_list, need_whole
from gourds.errors import InputError

if TYPE_CHECKING:
    from gourds.reconfigure.levels.checking import LevelsCheck

PathLike = str | os.PathLike[str]


def levels(
    folder: PathLike | None = None,
    *,
    pack: str | Sequence[str] = (),
    seed: int = 0,
    output: PathLike | None = None,
    tell: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """The list of packs in a folder, by default of those that the workbench plays; with ``output``, packs made anew.

    Each row has the key, title and description of a pack, its file, how many levels it has, and its smallest and
    largest par. With ``output``, the packs named, or all, are made by the seed and written to that folder; the same
    seed gives the same bytes. A par is proved: no solution is shorter. ``tell`` hears how far it is.

    >>> import gourds
    >>> [row["key"] for row in gourds.levels()["packs"]][:3]
    ['first-steps', 'easy', 'medium']
    """
    from gourds.reconfigure.levels.folder import make_packs, read_index

    _need_folder(folder)
    need_whole(seed, "seed", 0)
    keys = [pack] if isinstance(pack, str) else need_list(pack, "a list of packs")
    for key in keys:
        need(key, str, "the key of a pack")
    if output is None:
        if keys:
            raise InputError("packs are made into a folder: output is missing")
        return read_index(folder)
    _need_folder(output)
    if folder is not None:
        raise InputError("packs are listed from a folder or made into one, not both")
    return make_packs(output, keys, seed, tell)


def check_levels(
    folder: PathLike | None = None, *, replay_only: bool = False, tell: Callable[[str], None] | None = None
) -> LevelsCheck:
    """Check all packs in a folder, by default those that the workbench plays. True in conditions iff all is right.

    Every start and target must be legal, every plan is replayed and must win, and every par is found again by another
    search; with ``replay_only`` the last is left out.

    >>> import gourds
    >>> bool(gourds.check_levels(replay_only=True))
    True
    """
    from gourds.reconfigure.levels.checking import check_packs

    _need_folder(folder)
    return check_packs(folder, replay_only=replay_only, tell=tell)


def _need_folder(folder: object) -> None:
    if folder is not None:
        need(folder, (str, os.PathLike), "the path of a folder")
