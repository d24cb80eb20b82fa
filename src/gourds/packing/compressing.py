"""Compressed files: the same text gives the same bytes, and a file from a stranger unpacks up to a limit only."""

from __future__ import annotations

import hashlib
import lzma
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from gourds.errors import InputError
from gourds.files.raw import naming
from gourds.packing.sums import text_parts
from gourds.packing.targets import Packing

_PRESET: Final = 6
"""Of xz; the levels above need much memory to unpack and gain less than a hundredth on formulas."""
_MEMORY: Final = 1 << 28
"""Bytes that unpacking may take: four times what the strongest common preset needs."""
_MORE: Final = 1 << 16
"""A file has at most so many bytes more than its text: head, checksums and what cannot be compressed."""


@dataclass(frozen=True)
class Written:
    """What was written to a compressed file."""

    packed_sha256: str
    """Of the file as it lies there."""
    raw_sha256: str
    """Of its text."""
    raw_bytes: int
    """The length of its text."""


class _Packer(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...

    def flush(self) -> bytes: ...


class _Plain:
    def compress(self, data: bytes, /) -> bytes:
        return data

    def flush(self) -> bytes:
        return b""


def _packer(packing: Packing) -> _Packer:
    """None of them writes a name or a time into the file."""
    if packing == "xz":
        return lzma.LZMACompressor(lzma.FORMAT_XZ, lzma.CHECK_CRC64, _PRESET)
    if packing == "lzma":
        return lzma.LZMACompressor(lzma.FORMAT_ALONE, preset=_PRESET)
    return zlib.compressobj(9, zlib.DEFLATED, 31) if packing == "gz" else _Plain()


def write_packed(path: Path, text: str, packing: Packing) -> Written:
    """Write a text to a new file, compressed, some of it at a time."""
    packer, packed, raw, length = _packer(packing), hashlib.sha256(), hashlib.sha256(), 0
    with path.open("xb") as file:

        def put(data: bytes) -> None:
            packed.update(data)
            file.write(data)

        for part in text_parts(text):
            raw.update(part)
            length += len(part)
            put(packer.compress(part))
        put(packer.flush())
    return Written(packed.hexdigest(), raw.hexdigest(), length)


def read_packed(path: Path, packing: Packing, limit: int) -> bytes:
    """The text of a compressed file. Raises InputError if it is damaged, or longer than the limit."""
    with naming(path), path.open("rb") as file:
        data = file.read(limit + _MORE)
        try:
            found = _unpacked(data, packing, limit + 1) if packing else data
        except (lzma.LZMAError, zlib.error, EOFError) as error:
            raise InputError(f"damaged: {error}") from None
        if len(found) > limit:
            raise InputError(f"unpacks to more than {limit:,} bytes")
    return found


def _unpacked(data: bytes, packing: Packing, most: int) -> bytes:
    """Up to so many bytes of what the data stand for; fewer only if that is all."""
    unpacker: Any = zlib.decompressobj(31)
    if packing != "gz":
        form = lzma.FORMAT_XZ if packing == "xz" else lzma.FORMAT_ALONE
        unpacker = lzma.LZMADecompressor(form, memlimit=_MEMORY)
    found: bytes = unpacker.decompress(data, most)
    if len(found) < most and not unpacker.eof:
        raise InputError("damaged: cut short")
    if unpacker.unused_data:
        raise InputError("damaged: more bytes follow its end")
    return found
