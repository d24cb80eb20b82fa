"""Which format a proof is in, by its name and by its content."""

from __future__ import annotations

import pytest

from gourds.files.proofs import content_format, proof_format


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.drat", "drat"),
        ("x/a.b.LRAT", "lrat"),
        ("a.pbp.gz", "pbp"),
        ("a.drat.gz", "drat"),
        ("drat", None),
        ("a.json", None),
        ("-", None),
        ("a.drat/b", None),
    ],
)
def test_by_name(name, form):
    assert proof_format(name) == form


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"0\n", "drat"),
        (b"c a remark\n\n-1 22 0\n", "drat"),
        (b"d 1 2 0\n", "drat"),
        (b"a\x02\x04\x00", "drat"),
        (b"d\x20\x00", "drat"),
        (b"5 1 0 1 2 0\n", "lrat"),
        (b"5 0 0\n", "lrat"),
        (b"5 -1 0 3 -1 2 0\n", "lrat"),
        (b"4 d 1 2 3 0\n", "lrat"),
        (b"4 d " + b"12 " * 4000 + b"0\n", "lrat"),
        (b"d " + b"12 " * 4000 + b"0\n", "drat"),
        (b"pseudo-Boolean proof version 3.0\nf 5;\n", "pbp"),
        (b"", None),
        (b"{}", None),
        (b"p cnf 2 1\n1 2 0\n", None),
        (b"v 1 -2 0\n", None),
        (b"board:\n a a\n", None),
        (b"1 2 3", None),
        (b"{\x00", None),
    ],
)
def test_by_content(data, form):
    assert content_format(data) == form
