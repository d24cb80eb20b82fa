"""A folder that is written whole or not at all: beside its place, which it then takes.

A folder that is there already is replaced only if it is empty, or a pack in which nobody has put anything else.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from gourds.errors import InputError
from gourds.files.raw import check_folder, display_name, umask
from gourds.packing.rows import read_pack
from gourds.packing.sums import sha256_of_file

SUMS = "SHA256SUMS"
"""The file with the checksums of all others, as ``sha256sum --check`` reads it."""


def check_place(place: Path, inputs: Iterable[Path]) -> None:
    """Raise InputError if no pack can be written there without the loss of something."""
    name = display_name(place)
    check_folder(place)
    check_folder(place.parent)
    real = place.resolve()
    for path in inputs:
        if path.resolve().is_relative_to(real):
            raise InputError(f"cannot be replaced: {path} is read and lies in this folder", name)
    if not place.exists() or not any(place.iterdir()):
        return
    try:
        pack = read_pack(place)
    except InputError:
        raise InputError("cannot be replaced: it is not empty and no pack; choose another name", name) from None
    there = set(files_of(place))
    if strange := sorted(there - {*read_sums(place), *pack.drafts, SUMS}):
        raise InputError(f"cannot be replaced: a file that no pack has written would be lost: {strange[0]}", name)
    for draft, digest in pack.drafts.items():
        if draft in there and sha256_of_file(place / draft) != digest:
            raise InputError(f"cannot be replaced: {draft} was edited, which would be lost; choose another name", name)


@contextmanager
def new_folder(place: Path) -> Iterator[Path]:
    """A temporary folder beside the place. It takes the place at the end; if something fails, nothing of it stays."""
    place = place.resolve()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{place.name[:40]}.", dir=place.parent))
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror or error}", display_name(place)) from None
    try:
        yield made
        made.chmod(0o777 & ~umask())
        _move(made, place)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", display_name(place)) from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _move(made: Path, place: Path) -> None:
    """Give the place to the new folder; what was there is removed only then."""
    if not place.exists():
        made.rename(place)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{place.name[:40]}.", dir=place.parent))
    try:
        place.rename(old)  # an empty folder gives way
        made.rename(place)
    except BaseException:
        with suppress(OSError):
            if place.exists():
                old.rmdir()  # it is empty still
            else:
                old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)


def files_of(folder: Path) -> list[str]:
    """The paths of all files of a folder, with slashes, sorted; whatever is neither file nor folder is one too."""
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()
    )


def spell_sums(folder: Path, drafts: Iterable[str]) -> str:
    """The checksums of all files of a folder but the drafts."""
    left_out = {SUMS, *drafts}
    return _spelled({name: sha256_of_file(folder / name) for name in files_of(folder) if name not in left_out})


def _spelled(sums: Mapping[str, str]) -> str:
    return "".join(f"{digest}  {name}\n" for name, digest in sums.items())


def read_sums(folder: Path) -> dict[str, str]:
    """The checksums that a folder states, by path; none if there is no such file, or it is not as it was written."""
    try:
        text = (folder / SUMS).read_bytes().decode(errors="replace")
    except OSError:
        return {}
    found = {name: digest for digest, _, name in (line.partition("  ") for line in text.split("\n")[:-1])}
    return found if _spelled(found) == text else {}
