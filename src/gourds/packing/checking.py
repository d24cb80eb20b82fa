"""The check of a packed folder: nothing in it is believed but what can be made again.

1. Every file has the checksum that SHA256SUMS states, none is missing and none is among them besides.
2. The manifest is sound, and names files of the folder only; the table for organizers says the same.
3. The source of every instance has the digest and the size that the manifest states.
4. The packed file unpacks to a text with the stated length, checksums and GBD hash, which is, byte for byte, a fresh
   export of the source; so its header states this digest and this verdict, too.
5. The evidence of a verdict is checked anew and gives this verdict.

Remarks, not faults: verdicts that no evidence was packed for, drafts that were edited, files that were put beside.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gourds.errors import Fault, InputError
from gourds.files import load_instance, manifest
from gourds.instance import Instance
from gourds.packing.compressing import read_packed
from gourds.packing.evidence import CLAIMED, NONE, STATED, of_file
from gourds.packing.folder import SUMS, files_of, read_sums
from gourds.packing.making import about, benchexec_files, benchmark_definition, raw_text
from gourds.packing.rows import CSV, Pack, Row, read_pack, spell_csv
from gourds.packing.sums import gbd_hash, sha256_of_file, sizes_of
from gourds.packing.targets import TARGETS, Target
from gourds.running.checking import own_version
from gourds.solvers.base import tell_nobody


@dataclass(frozen=True)
class PackCheck:
    """What the check of a packed folder found. True in conditions iff nothing is wrong."""

    pack: Pack | None
    """The manifest, if it could be read."""
    faults: tuple[Fault, ...]
    """Everything that is wrong, with the file."""
    remarks: tuple[str, ...] = ()
    """What could not be checked."""

    def __bool__(self) -> bool:
        return not self.faults


def check_folder(folder: Path, tell: Callable[[str], None] = tell_nobody) -> PackCheck:
    """Check a packed folder. Raises InputError if it is none."""
    if not folder.is_dir():
        raise InputError("is no folder" if folder.exists() else "there is no such folder", str(folder))
    tell("comparing checksums")
    faults, remarks = _sum_faults(folder), []
    try:
        pack = read_pack(folder)
    except InputError as error:
        if not read_sums(folder):
            raise
        return PackCheck(None, (*faults, *(Fault(f"MANIFEST.toml: {one.place}", one.reason) for one in error.faults)))
    if pack.target not in TARGETS:
        return PackCheck(pack, (*faults, Fault("MANIFEST.toml", f"there is no target {pack.target!r}")))
    if pack.encoding not in ("reduced", "textbook"):
        return PackCheck(pack, (*faults, Fault("MANIFEST.toml", f"there is no encoding {pack.encoding!r}")))
    if (folder / CSV).is_file() and (folder / CSV).read_bytes() != spell_csv(pack.rows).encode():
        faults.append(Fault(CSV, "says something else than MANIFEST.toml"))
    remarks += list(_draft_remarks(folder, pack))
    faults += list(_benchexec_faults(folder, pack))
    for number, row in enumerate(pack.rows, 1):
        tell(f"{number}/{len(pack.rows)} {row.name}")
        faults += _row_faults(folder, pack, row)
        if row.verdict is not None and row.evidence_file is None:
            remarks.append(f"{row.name}: {row.verdict} is {row.evidence}; there is no evidence to check")
        if row.verdict is None:
            remarks.append(f"{row.name}: the verdict is unknown")
    return PackCheck(pack, tuple(faults), tuple(remarks))


def _sum_faults(folder: Path) -> list[Fault]:
    stated, there = read_sums(folder), files_of(folder)
    faults = [] if stated else [Fault(SUMS, "is missing, or not as it was written")]
    faults += [Fault(name, "is missing") for name in sorted(stated.keys() - set(there))]
    for name in there:
        path = folder / name
        if name not in stated:
            if "/" in name:
                faults.append(Fault(name, f"is not listed in {SUMS}"))
        elif path.is_symlink() or not path.is_file():
            faults.append(Fault(name, "is not a plain file"))
        elif sha256_of_file(path) != stated[name]:
            faults.append(Fault(name, f"has another checksum than {SUMS} states"))
    faults += [
        Fault(name, f"is not listed in {SUMS}") for name in (manifest.NAME, CSV) if stated and name not in stated
    ]
    return faults


def _draft_remarks(folder: Path, pack: Pack) -> Iterator[str]:
    """What people did with texts that are theirs to edit, and what they put beside."""
    there, stated = files_of(folder), read_sums(folder)
    for name, digest in pack.drafts.items():
        if name not in there:
            yield f"{name}: is missing"
        elif (folder / name).is_file() and sha256_of_file(folder / name) != digest:
            yield f"{name}: was edited after it was packed"
    for name in there:
        if "/" not in name and name not in stated and name not in pack.drafts and name != SUMS:
            yield f"{name}: is no part of the pack"


def _benchexec_faults(folder: Path, pack: Pack) -> Iterator[Fault]:
    """Task definitions state verdicts, too, so they are made again."""
    for name, text in benchexec_files(pack).items():
        path = folder / name
        if name != benchmark_definition(pack) and path.is_file() and path.read_bytes() != text.encode():
            yield Fault(name, "says something else than MANIFEST.toml")


def _row_faults(folder: Path, pack: Pack, row: Row) -> Iterator[Fault]:
    """What is wrong with the files of one instance."""
    paths = [path for path in (row.file, row.packed, row.evidence_file) if path is not None]
    for path in paths:
        if (folder / path).is_symlink() or not (folder / path).is_file():
            yield Fault(path, "is missing or not a plain file")
            return
    if sha256_of_file(folder / row.file) != row.sha256:
        yield Fault(row.file, "has another checksum than the manifest states")
    try:
        instance = load_instance(folder / row.file)
    except InputError as error:
        yield Fault(row.file, "; ".join(map(str, error.faults)))
        return
    yield from _source_faults(instance, row)
    yield from _packed_faults(folder, pack, row, instance)
    yield from _evidence_faults(folder, row, instance)


def _source_faults(instance: Instance, row: Row) -> Iterator[Fault]:
    if instance.digest != row.digest:
        yield Fault(row.file, f"is another puzzle than the manifest states: {instance.digest}")
    found = (instance.board.size, len(instance.colors), instance.size)
    if found != (row.cells, row.colors, row.gourds):
        yield Fault(row.file, "has another number of cells, colors or gourds than the manifest states")


def _packed_faults(folder: Path, pack: Pack, row: Row, instance: Instance) -> Iterator[Fault]:
    target: Target = TARGETS[pack.target]
    if not row.packed.endswith(target.suffix):
        yield Fault(row.packed, f"is no file for {target.name}: its name does not end in {target.suffix}")
        return
    if sha256_of_file(folder / row.packed) != row.packed_sha256:
        yield Fault(row.packed, "has another checksum than the manifest states")
    fresh = raw_text(instance, target, pack.encoding, about(row.name, row.status, row.why))
    expected = fresh.encode()
    try:
        data = read_packed(folder / row.packed, target.packing, max(row.raw_bytes, len(expected)))
    except InputError as error:
        yield Fault(row.packed, "; ".join(map(str, error.faults)))
        return
    if (len(data), hashlib.sha256(data).hexdigest()) != (row.raw_bytes, row.raw_sha256):
        yield Fault(row.packed, "unpacks to another text than the manifest states")
    if data != expected:
        yield Fault(row.packed, _difference(target.form, data, fresh, pack.written_by))
    text = data.decode(errors="replace")
    sizes = sizes_of(target.form, text)
    if gbd_hash(target.form, text) != row.gbdhash:
        yield Fault(row.packed, "has another GBD hash than the manifest states")
    if (sizes.variables, sizes.constraints) != (row.variables, row.constraints):
        yield Fault(row.packed, "has another number of variables or constraints than the manifest states")


def _difference(form: str, data: bytes, fresh: str, version: str) -> str:
    text = data.decode(errors="replace")
    hashed = gbd_hash(form, text)
    what = "in its comments only" if hashed is not None and hashed == gbd_hash(form, fresh) else "in what it says"
    by = "" if version == own_version() else f" (packed by {version}, this is {own_version()})"
    return f"differs from a fresh export of its source {what}{by}"


def _evidence_faults(folder: Path, row: Row, instance: Instance) -> Iterator[Fault]:
    if row.evidence_file is None:
        if row.evidence not in (STATED, CLAIMED, NONE):
            yield Fault(manifest.NAME, f"{row.name} rests on {row.evidence!r}, but no file with that is named")
        return
    try:
        verdict = of_file(instance, folder / row.evidence_file)
    except InputError as error:
        yield Fault(row.evidence_file, "; ".join(map(str, error.faults)))
        return
    if verdict is None:
        yield Fault(row.evidence_file, "proves nothing: it is a claim")
    elif verdict.status != row.status:
        yield Fault(row.evidence_file, f"shows {verdict.status}, the manifest says {row.status}")
    elif verdict.evidence != row.evidence:
        yield Fault(row.evidence_file, f"is a {verdict.evidence}, the manifest says {row.evidence}")
