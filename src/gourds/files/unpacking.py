"""Unpacking zlib and gzip data up to a limit: a few bytes can stand for gigabytes."""

from __future__ import annotations

import zlib

from gourds.errors import InputError


def unpacked(data: bytes, limit: int) -> bytes:
    """What zlib or gzip data stand for. Raises InputError if they are damaged, or stand for more bytes than the limit.

    Unpacking stops right behind the limit, so that it takes no more memory than that.
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
