"""A pack is written whole or not at all, and never over what is not a pack."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from gourds.errors import InputError
from gourds.files import save
from gourds.packing import making
from gourds.packing.checking import check_folder
from gourds.packing.folder import files_of
from gourds.packing.making import make_pack


def test_an_older_pack_and_an_empty_folder_are_replaced(copied, small, tmp_path):
    folder = copied()
    make_pack(small[:1], "pb", folder, time_limit=None)
    assert check_folder(folder).pack.target == "pb"
    assert len(check_folder(folder).pack.rows) == 1
    (tmp_path / "empty").mkdir()
    make_pack(small[:1], "mzn", tmp_path / "empty", time_limit=None)
    assert check_folder(tmp_path / "empty")
    assert sorted(os.listdir(tmp_path)) == ["empty", "satcomp"]


def test_nothing_else_is_replaced(copied, small, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "thesis.tex").write_text("precious")
    with pytest.raises(InputError, match="it is not empty and no pack"):
        make_pack(small[:1], "pb", folder)
    pack = copied()
    (pack / "description.pdf").write_text("precious")
    with pytest.raises(InputError, match=r"would be lost: description\.pdf"):
        make_pack(small[:1], "pb", pack)
    (pack / "description.pdf").unlink()
    (pack / "description.md").write_text("precious")
    with pytest.raises(InputError, match=r"description\.md was edited"):
        make_pack(small[:1], "pb", pack)
    (tmp_path / "file").write_text("precious")
    with pytest.raises(InputError, match="exists"):
        make_pack(small[:1], "pb", tmp_path / "file")
    assert sorted(os.listdir(tmp_path)) == ["file", "mine", "satcomp"]


def test_a_folder_that_is_read_is_not_replaced(copied, tmp_path):
    pack = copied()
    before = files_of(pack)
    for source in (pack, pack / "sources"):
        with pytest.raises(InputError, match="is read and lies in this folder"):
            make_pack([source], "pb", pack)
    assert files_of(pack) == before


def test_a_failure_leaves_everything_as_it_was(copied, small, monkeypatch, tmp_path):
    pack = copied()
    before = {name: (pack / name).read_bytes() for name in files_of(pack)}
    for error in (OSError(28, "No space left on device"), KeyboardInterrupt(), InputError("no")):

        def fail(*args, error=error):
            raise error

        monkeypatch.setattr(making, "spell_csv", fail)
        with pytest.raises(InputError if isinstance(error, OSError) else type(error)):
            make_pack(small, "pb", pack, time_limit=None)
        assert os.listdir(tmp_path) == ["satcomp"]
        assert {name: (pack / name).read_bytes() for name in files_of(pack)} == before


def test_an_interrupt_leaves_nothing(small, tmp_path):
    """In the middle of the work, which the first message tells."""
    save(small[0], tmp_path / "a.json")
    code = (
        "import os, signal, sys, gourds\n"
        "def tell(words):\n"
        "    if 'writing' in words: os.kill(os.getpid(), signal.SIGINT)\n"
        f"gourds.pack({str(tmp_path / 'a.json')!r}, 'pb', {str(tmp_path / 'pack')!r}, tell=tell)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=False)
    assert "KeyboardInterrupt" in done.stderr
    assert os.listdir(tmp_path) == ["a.json"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (["a.json"], "Missing option '--for'"),
        (["a.json", "--for", "pb"], "Missing option '-o'"),
        (["a.json", "--check", "x"], "takes a folder and nothing else"),
        (["nowhere.json", "--for", "pb", "-o", "x"], "No such file"),
        (["empty", "--for", "pb", "-o", "x"], "there is no instance in this folder"),
        (["--check", "empty"], "no pack"),
    ],
)
def test_bad_usage_is_told_in_a_line(arguments, words, small, tmp_path, monkeypatch):
    from click.testing import CliRunner

    from gourds.cli.comparing.pack import command

    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    save(small[0], "a.json")
    done = CliRunner().invoke(command, arguments)
    assert words in done.output + str(done.exception)
    assert sorted(os.listdir(tmp_path)) == ["a.json", "empty"]


def test_texts_in_a_folder_that_are_no_instances_are_passed_over(small, tmp_path):
    save(small[0], tmp_path / "a.txt")
    save(small[1], tmp_path / "b.json.gz")
    (tmp_path / "README.txt").write_text("not a drawing")
    (tmp_path / "c.json").write_text('{"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": []}')
    packed = make_pack([tmp_path], "pb", tmp_path / "pack", time_limit=None)
    assert [row.name for row in packed.pack.rows] == ["gourds-hexagon-0", "gourds-hexagon-1"]
