"""What is noted of a machine."""

from __future__ import annotations

import hashlib

from gourds.bench.store.machine import this_machine


def test_the_hash_is_of_all_source_files(root):
    folder = root / "src" / "gourds"
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    assert this_machine().versions["gourds source"] == digest.hexdigest()[:12]
