"""Forged packs are found: changed bytes, verdicts, digests, missing and further files, with and without new sums."""

from __future__ import annotations

import gzip
import os
import re

import pytest

from gourds.errors import InputError
from gourds.files import save
from gourds.packing.checking import check_folder
from gourds.packing.compressing import read_packed, write_packed
from gourds.packing.folder import SUMS, files_of, spell_sums
from gourds.packing.rows import CSV, read_pack, spell_csv
from gourds.packing.sums import gbd_hash
from gourds.placement import Placement
from gourds.solvers import solve


def renew(folder) -> None:
    """Make all sums right again, as a forger would."""
    (folder / CSV).write_text(spell_csv(read_pack(folder).rows))
    (folder / SUMS).write_text(spell_sums(folder, read_pack(folder).drafts))


def edit(path, old: str, new: str, count: int = 1) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, count))


def faults(folder) -> str:
    found = check_folder(folder)
    assert not found
    return "\n".join(map(str, found.faults))


def test_any_changed_byte_is_found(copied):
    folder = copied("pb")
    for name in sorted(set(files_of(folder)) - read_pack(folder).drafts.keys()):
        path = folder / name
        data = path.read_bytes()
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        assert name in faults(folder)
        path.write_bytes(data)
    assert check_folder(folder)


def test_missing_and_further_files_are_found(copied):
    folder = copied()
    for name in sorted(set(files_of(folder)) - {*read_pack(folder).drafts, "MANIFEST.toml"}):
        data = (folder / name).read_bytes()
        (folder / name).unlink()
        assert f"{name}: is missing" in faults(folder)
        (folder / name).write_bytes(data)
    (folder / "instances" / "more.cnf").write_text("")
    assert f"instances/more.cnf: is not listed in {SUMS}" in faults(folder)


@pytest.mark.parametrize("target", ["satcomp", "miplib"])
def test_a_changed_verdict_is_found(target, copied):
    """Even with new sums: the header of the file says another, and so does the evidence."""
    folder = copied(target)
    edit(folder / "MANIFEST.toml", 'verdict = "infeasible"', 'verdict = "feasible"')
    renew(folder)
    found = faults(folder)
    assert "shows infeasible, the manifest says feasible" in found
    assert "differs from a fresh export" in found


def test_a_verdict_without_its_evidence_is_not_believed(copied):
    folder = copied("benchexec")  # whose files have no header
    text = (folder / "MANIFEST.toml").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("certificate = ")]
    (folder / "MANIFEST.toml").write_text("\n".join(lines).replace('"infeasible"', '"feasible"'))
    renew(folder)
    found = check_folder(folder)
    assert any("there is no evidence to check" in remark for remark in found.remarks)
    said = "\n".join(map(str, found.faults))
    assert "rests on 'decomposition', but no file with that is named" in said
    assert ".yml: says something else than MANIFEST.toml" in said


def test_another_digest_is_found(copied):
    folder = copied()
    row = read_pack(folder).rows[0]
    edit(folder / "MANIFEST.toml", row.digest, "0" * 64)
    renew(folder)
    assert "is another puzzle than the manifest states" in faults(folder)


def test_another_source_is_found(copied):
    """The file of one instance, under the name of another."""
    folder = copied()
    first, second, _ = read_pack(folder).rows
    (folder / first.file).write_bytes((folder / second.file).read_bytes())
    edit(folder / "MANIFEST.toml", first.sha256, second.sha256)
    renew(folder)
    found = faults(folder)
    assert f"{first.file}: is another puzzle" in found
    assert f"{first.packed}: differs from a fresh export of its source in what it says" in found


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [(" 0\n", " 0\n1 0\n", "in what it says"), ("c verdict: ", "c verdict: not ", "in its comments only")],
)
def test_a_changed_formula_is_found(old, new, where, copied):
    """With all sums made anew, the hashes in the manifest included."""
    folder = copied()
    row = read_pack(folder).rows[0]
    text = read_packed(folder / row.packed, "xz", 10**6).decode().replace(old, new, 1)
    (folder / row.packed).unlink()
    written = write_packed(folder / row.packed, text, "xz")
    for before, after in (
        (row.packed_sha256, written.packed_sha256),
        (row.raw_sha256, written.raw_sha256),
        (f"raw_bytes = {row.raw_bytes}\n", f"raw_bytes = {written.raw_bytes}\n"),
        (row.gbdhash, gbd_hash("cnf", text)),
    ):
        edit(folder / "MANIFEST.toml", before, after)
    renew(folder)
    assert faults(folder) == f"{row.packed}: differs from a fresh export of its source {where}"


def test_drafts_may_be_edited_and_files_put_beside(copied):
    folder = copied("benchexec")
    (folder / "description.md").write_text("mine")
    (folder / "CHECKLIST.md").unlink()
    (folder / "description.pdf").write_text("%PDF")
    edit(folder / "gourds.xml", "900 s", "60 s")
    found = check_folder(folder)
    assert found
    assert len(found.remarks) == 4


def test_wrong_evidence_is_found(copied, small):
    folder = copied()
    row = read_pack(folder).rows[0]
    placement = solve(small[0], "brute").placement
    save(Placement(placement.empty, placement.gourds[1:]), folder / row.evidence_file)
    renew(folder)
    assert row.evidence_file in faults(folder)
    save(small[0], folder / row.evidence_file)
    renew(folder)
    assert "a placement or a certificate is needed" in faults(folder)


def test_evidence_of_another_instance_is_found(copied):
    folder = copied()
    first, second, _ = read_pack(folder).rows
    (folder / first.evidence_file).write_bytes((folder / second.evidence_file).read_bytes())
    renew(folder)
    assert first.evidence_file in faults(folder)


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "evidence/../../x", "a b"])
def test_a_manifest_names_files_of_its_folder_only(path, copied):
    folder = copied()
    row = read_pack(folder).rows[0]
    edit(folder / "MANIFEST.toml", f'"{row.file}"', f'"{path}"')
    assert "is no path of a packed file" in faults(folder)


def test_a_link_is_not_followed(copied, tmp_path):
    folder = copied()
    row = read_pack(folder).rows[0]
    data = (folder / row.file).read_bytes()
    (tmp_path / "elsewhere").write_bytes(data)
    (folder / row.file).unlink()
    os.symlink(tmp_path / "elsewhere", folder / row.file)
    assert f"{row.file}: is not a plain file" in faults(folder)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (r"cells = \d+", 'cells = "19"', "must be of type int"),
        (r"cells = \d+", "cells = 18", "another number of cells"),
        (r"cells = \d+\n", "", "cells: is missing"),
        (r"cells = \d+", "cells = 19\nstrange = 1", "strange: is unknown"),
        (r'verdict = "\w+"', 'verdict = "maybe"', "verdict: must be feasible or infeasible"),
        (r'target = "\w+"', 'target = "olympics"', "there is no target 'olympics'"),
        (r'encoding = "\w+"', 'encoding = "x"', "there is no encoding 'x'"),
        (r'target = "\w+"', 'target = "pb"', "is no file for pb"),
        (r"variables = \d+", "variables = 1", "another number of variables"),
        (r'gbdhash = "\w+"', 'gbdhash = "0"', "another GBD hash"),
        (r"version = 1", "version = 2", "must be 1"),
        (r"\[pack\]", "[pack", "not TOML"),
    ],
)
def test_what_is_wrong_with_a_manifest_is_said(old, new, reason, copied):
    folder = copied()
    path = folder / "MANIFEST.toml"
    path.write_text(re.sub(old, new, path.read_text(), count=1))
    assert reason in faults(folder)


def test_other_folders_are_no_packs(tmp_path, gourds):
    with pytest.raises(InputError, match="no pack"):
        check_folder(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        check_folder(tmp_path / "nowhere")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="is no folder"):
        check_folder(tmp_path / "file")
    (tmp_path / "MANIFEST.toml").write_text('[pack]\nformat = "gourds-pack"\nversion = 1\n')
    with pytest.raises(InputError, match="at least one"):
        check_folder(tmp_path)


def test_a_source_that_cannot_be_read_is_a_fault(copied):
    folder = copied()
    row = read_pack(folder).rows[0]
    (folder / row.file).write_bytes(gzip.compress(b"{}"))
    assert row.file in faults(folder)


def test_the_command_says_what_is_wrong(copied, gourds):
    folder = copied()
    (folder / "instances.csv").unlink()
    done = gourds("pack", "--check", folder)
    assert done.returncode == 1
    assert "instances.csv: is missing" in done.stdout
    assert done.stderr == ""
