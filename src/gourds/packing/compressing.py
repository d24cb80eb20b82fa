"""Compressed files: the same text gives the same bytes, and a file from a stranger unpacks up to a limit only."""

from __future__ import annotations

import hashlib
import lzma
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from gourds.errors import InputError
from gourds.files.raw import naming
from gourds.packing.sums import PART, text_parts
from gourds.packing.targets import Packing

_PRESET: Final = 6
"""Of xz; the levels above need much memory to unpack and gain less than a hundredth on formulas."""
_MEMORY: Final = 1 << 28
"""Bytes that unpacking may take: four times what the strongest common preset needs."""


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
    found = bytearray()
    with naming(path), path.open("rb") as file:
        try:
            for part in _unpacked(iter(lambda: file.read(PART), b""), packing, limit):
                found += part
                if len(found) > limit:
                    raise InputError(f"unpacks to more than {limit:,} bytes")
        except (lzma.LZMAError, zlib.error, EOFError) as error:
            raise InputError(f"damaged: {error}") from None
    return bytes(found)


def _unpacked(parts: Iterator[bytes], packing: Packing, limit: int) -> Iterator[bytes]:
    if not packing:
        yield from parts
        return
    if packing == "gz":
        gunzip = zlib.decompressobj(31)
        for part in parts:
            yield gunzip.decompress(part, limit + 1)
            if gunzip.unconsumed_tail:
                raise InputError(f"unpacks to more than {limit:,} bytes")
            if gunzip.unused_data:
                raise InputError("damaged: more bytes follow its end")
        is_whole = gunzip.eof
    else:
        form = lzma.FORMAT_XZ if packing == "xz" else lzma.FORMAT_ALONE
        unpacker = lzma.LZMADecompressor(form, memlimit=_MEMORY)
        for part in parts:
            yield unpacker.decompress(part, limit + 1)
            while not unpacker.eof and not unpacker.needs_input:
                yield unpacker.decompress(b"", limit + 1)
            if unpacker.unused_data:
                raise InputError("damaged: more bytes follow its end")
        is_whole = unpacker.eof
    if not is_whole:
        raise InputError("damaged: cut short")
