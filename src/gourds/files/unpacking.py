"""Unpacking zlib and gzip data up to a limit: a few bytes can stand for gigabytes."""

from __future__ import annotations

import gzip
import io
import zlib
from typing import Final

from gourds.errors import Fault, InputError

RATIO: Final = 100
"""How many times its size a file may unpack to. Real files reach 5 to 20, long runs of one byte 1,000."""

SMALL: Final = 2**28
"""A file of any size may unpack to this many bytes: drawings of one color compress well."""

_GZIP: Final = b"\x1f\x8b"


def unpacked(data: bytes, limit: int) -> bytes:
    """What zlib or gzip data stand for. Raises InputError if they are damaged, or stand for more bytes than the limit.

    Unpacking stops just after the limit, so it needs no more memory than that.
    """
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)  # 32: zlib or gzip, told by the head
    try:
        found = unpacker.decompress(data, limit + 1)
    except zlib.error as error:
        raise InputError(f"damaged: {error}") from None
    if len(found) > limit:
        raise InputError(f"too large: more than {limit:,} bytes when unpacked")
    if not unpacker.eof or unpacker.unused_data:
        raise InputError("damaged: cut short" if not unpacker.eof else "damaged: more bytes follow its end")
    return found


def is_gzip(data: bytes) -> bool:
    """True iff the data begin as gzip files do."""
    return data.startswith(_GZIP)


def unpacked_file(data: bytes, limit: int) -> bytes:
    """What a gzip file holds, which may have several parts. Raises InputError as above.

    The limit also depends on the size of the file.
    """
    most = min(limit, max(SMALL, RATIO * len(data)))
    try:
        with gzip.open(io.BytesIO(data)) as file:
            found = file.read(most + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise InputError(Fault("gzip data", f"damaged or cut short ({error})")) from None
    if len(found) > most:
        raise InputError(f"too large: more than {most:,} bytes when unpacked")
    return found
