"""Names of packed files: lower case, no spaces, unique, and never a way out of the folder.

Names of instances may come from strangers and hold anything: slashes, line breaks, letters of any alphabet. Of those,
only a–z, 0–9 and single hyphens are left.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST: Final = 80
"""Characters of a name; organizers add prefixes of their own, and old tools take 255 in all."""
_OTHERS: Final = re.compile(r"[^a-z0-9]+")
_PATH: Final = re.compile(r"[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)*")


def slug(text: str) -> str:
    """The text as a part of a file's name; empty if nothing of it can be kept.

    >>> slug("Hexagon, radius 8 (Größe 3)"), slug("../../etc/passwd"), slug("六")
    ('hexagon-radius-8-grosse-3', 'etc-passwd', '')
    """
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return _OTHERS.sub("-", plain).strip("-")[:LONGEST].strip("-")


def file_names(prefix: str, labels: Iterable[str]) -> list[str]:
    """A name for each label, different from all others, each of which begins with the name of the pack.

    >>> file_names("gourds", ["A b", "a B", "gourds-c", "?"])
    ['gourds-a-b', 'gourds-a-b-2', 'gourds-c', 'gourds-instance']
    """
    taken: set[str] = set()
    found = []
    for label in labels:
        own = slug(label) or "instance"
        stem = own if own.startswith(f"{prefix}-") else f"{prefix}-{own}"[:LONGEST].strip("-")
        name, copy = stem, 2
        while name in taken:
            name, copy = f"{stem}-{copy}", copy + 1
        taken.add(name)
        found.append(name)
    return found


def is_packed_path(path: object) -> bool:
    """True iff a manifest may name a file in this way: below its folder, without any surprise."""
    return isinstance(path, str) and len(path) <= 255 and _PATH.fullmatch(path) is not None
