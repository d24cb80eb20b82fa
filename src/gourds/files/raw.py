"""Bytes in and out: standard input, gzip, limits; output files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from gourds.errors import Fault, InputError
from gourds.files.unpacking import is_gzip, unpacked_file

MAX_BYTES: Final = 2**30
"""No input may be larger than this, unpacked."""

_WIDEST: Final = 4
"""Bytes that Python uses for every character of a text if one of them is outside the common range."""


def display_name(path: str | os.PathLike[str]) -> str:
    """What to call a file in messages."""
    return "standard input" if os.fspath(path) == "-" else os.fspath(path) or "''"


@contextmanager
def naming(path: str | os.PathLike[str] | None = None, place: str = "") -> Iterator[None]:
    """Faults found inside name this file, or the value at this place, unless they already name a file."""
    try:
        yield
    except InputError as error:
        if error.source:
            raise
        found = type(error)(error.found.within(place)) if place else error
        raise (found if path is None else found.in_source(display_name(path))) from None


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file or, for ``-``, of standard input; gzip is unpacked, UTF-8 decoded."""
    with naming(path):
        return decoded(read_bytes(path))


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file or, for ``-``, of standard input; gzip is unpacked."""
    with naming(path):
        try:
            data = _read_bytes(path)
        except OSError as error:
            raise InputError(error.strerror or str(error)) from None
        return unpacked_file(data, MAX_BYTES) if is_gzip(data) else data


def decoded(data: bytes) -> str:
    """The text that bytes are in UTF-8. Raises InputError if they are not, or too many."""
    if not data.isascii():
        _limit(data, MAX_BYTES // _WIDEST, " and not plain ASCII")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(Fault(f"byte {error.start}", "not UTF-8 text")) from None


def _read_bytes(path: str | os.PathLike[str]) -> bytes:
    if os.fspath(path) == "-":
        data = b"".join(_standard_input(MAX_BYTES + 1))
    else:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    _limit(data, MAX_BYTES)
    return data


def _standard_input(most: int) -> Iterator[bytes]:
    """At most so many bytes, some at a time: Python notices no interrupt that comes in the middle of one long read."""
    stream: Any = sys.stdin.buffer
    while most > 0 and (part := stream.read1(min(most, 1 << 16))):
        most -= len(part)
        yield part


def _limit(data: bytes, most: int, what: str = "") -> None:
    if len(data) > most:
        raise InputError(f"too large: larger than {most >> 20:,} MiB{what}")


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write UTF-8 text whole or not at all, packed if the name ends in ``.gz``; ``-`` is standard output."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InputError("cannot be written: a name in it is not valid Unicode", display_name(path)) from None
    write_bytes(path, data)


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole or not at all, packed if the name ends in ``.gz``; ``-`` is standard output."""
    write_parts(path, (data,))


def write_parts(path: str | os.PathLike[str], parts: Iterable[bytes], level: int = 9) -> None:
    """Write a file whole or not at all: to a temporary file beside it, which then takes its name.

    The parts may be made while they are written. If that fails, the file stays as it was; only standard output, a
    device or a pipe may have received some of them. ``level`` is the compression level of ``.gz``.
    """
    if os.fspath(path) == "-":
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
        return
    check_output(path)
    target = Path(path)
    if target.suffix == ".gz":
        parts = _pack(parts, level)
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as file:  # a device or a pipe is written to, not replaced
                file.writelines(parts)
            return
        target = target.resolve()  # a link stays a link
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(parts)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~umask())
            Path(temporary).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", display_name(path)) from None


def check_output(path: str | os.PathLike[str]) -> None:
    """Raises InputError if it is clear that no file can be written there. Call it before a long search."""
    if os.fspath(path) == "-":
        return
    number: int | None = 0
    try:
        target = Path(path)
        if target.is_dir():
            number = errno.EISDIR
        elif target.is_file() or not target.exists():  # else a device or a pipe
            number = _folder_error(target.resolve().parent)
    except OSError as error:
        number = error.errno
    except RuntimeError:  # from resolve()
        number = errno.ELOOP
    if number:
        raise InputError(f"cannot be written: {os.strerror(number)}", display_name(path))


def check_folder(path: str | os.PathLike[str], names: Iterable[str] = ()) -> None:
    """The same for files of these names in a folder, which :func:`make_folder` makes if it does not exist."""
    place = Path(path)
    number: int | None = 0
    for one in (place, *place.absolute().parents):
        try:
            os.lstat(one)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            number = error.errno
        else:
            in_the_way = errno.EEXIST if one is place else errno.ENOTDIR
            number = _folder_error(one) if os.path.isdir(one) else in_the_way
        break
    is_there = os.path.isdir(place)
    if number:
        raise InputError(f"cannot be {'written' if is_there else 'made'}: {os.strerror(number)}", display_name(path))
    for name in names if is_there else ():
        check_output(place / name)


def make_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder and those around it. Raises InputError."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror or error}", display_name(path)) from None


def _folder_error(folder: Path) -> int:
    """Why no file can be made in a folder, as an error number; 0 if no reason is found."""
    if not folder.exists():
        return errno.ENOENT
    if not folder.is_dir():
        return errno.ENOTDIR
    return 0 if os.access(folder, os.W_OK | os.X_OK) else errno.EACCES


def _pack(parts: Iterable[bytes], level: int) -> Iterator[bytes]:
    """The parts as gzip; the same parts always give the same bytes."""
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)  # 31: a gzip file, without a name or a time
    for part in parts:
        yield packer.compress(part)
    yield packer.flush()


def umask() -> int:
    """The permissions that new files of this process do not get."""
    mask = os.umask(0o22)
    os.umask(mask)
    return mask
