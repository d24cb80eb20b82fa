"""``gourds verify`` on proofs about exported files: by name and content, packed, within limits, with one line of reason."""

from __future__ import annotations

import gzip
import json
import time

import pytest

import gourds
from gourds import files
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.proofs.clausal import pack_drat, write_drat, write_lrat
from tests.proofs.pseudo_boolean.samples import certified


@pytest.fixture
def proofs(cli):
    """The folder with an infeasible instance, one that is feasible, and a proof in each format."""
    instance, certificate = next(certified("drat", 1))
    files.save(instance, "no.json")
    files.save(gourds.generate("hexagon", radius=1, colors=2), "yes.json")
    files.save(certificate, "certificate.json")
    lines = write_drat(instance, certificate)
    (cli.folder / "p.drat").write_text("\n".join(lines))
    (cli.folder / "binary.drat").write_bytes(pack_drat(lines))
    (cli.folder / "bare.drat").write_text("\n".join(lines[3:]))
    (cli.folder / "p.lrat").write_text("\n".join(write_lrat(instance, certificate)))
    textbook = write_drat(instance, Certificate("claimed", instance.digest), encoding="textbook")
    (cli.folder / "textbook.drat").write_text("\n".join(textbook))
    (cli.folder / "p.pbp").write_bytes(gourds.certificate_convert(instance, certificate, "pbp"))
    return cli


def test_every_format(proofs):
    for name in ("p.drat", "binary.drat", "bare.drat", "p.lrat", "p.pbp"):
        done = proofs("verify", "no.json", name)
        assert done.code == 0, done
        form = name[-4:].strip(".")
        assert done.out.startswith(f"valid: there is no placement ({form}: ")
        assert done.out.endswith("; reduced encoding)\n")
        assert gourds.verify(gourds.load("no.json"), name)
    report = json.loads(proofs("verify", "no.json", "p.lrat", "--json").out)
    assert report == {
        "valid": True,
        "verdict": "valid",
        "kind": "lrat",
        "reason": "the empty clause was derived; reduced encoding",
    }


def test_under_other_names(proofs):
    for name in ("p.drat", "binary.drat", "p.lrat", "p.pbp"):
        data = (proofs.folder / name).read_bytes()
        (proofs.folder / "proof").write_bytes(data)
        (proofs.folder / "packed").write_bytes(gzip.compress(data))
        (proofs.folder / f"{name}.gz").write_bytes(gzip.compress(data))
        for other in ("proof", "packed", f"{name}.gz"):
            assert proofs("verify", "no.json", other).code == 0
        if name != "binary.drat":
            assert proofs("verify", "no.json", "-", stdin=data.decode()).code == 0


def test_encodings(proofs):
    instance = gourds.load("no.json")
    assert "textbook encoding" in proofs("verify", "no.json", "textbook.drat").out
    assert gourds.verify(instance, "textbook.drat", encoding="textbook")
    done = proofs("verify", "no.json", "textbook.drat", "--encoding", "reduced")
    assert done.code == 1
    assert "this proof proves nothing (drat: the proof says that it is about the textbook encoding" in done.out
    assert "chosen for proofs about exported files" in proofs.refuses(
        "verify", "no.json", "certificate.json", "--encoding", "reduced"
    )
    with pytest.raises(InputError, match="chosen for proofs about exported files"):
        gourds.verify(instance, gourds.load("certificate.json"), encoding="reduced")
    with pytest.raises(InputError, match="own_check=False needs with_"):
        gourds.verify(instance, "p.drat", own_check=False)
    start = gourds.shuffle(gourds.load("yes.json"), seed=1)
    for option in ({"encoding": "reduced"}, {"with_": "veripb"}):
        with pytest.raises(InputError, match="chosen for proofs about exported files"):
            gourds.verify(start, gourds.load("certificate.json"), target=start, **option)
    with pytest.raises(InputError, match="the encoding"):
        gourds.verify(instance, "p.drat", encoding="short")  # type: ignore[arg-type]


def test_what_proves_nothing(proofs):
    for name in ("p.drat", "p.lrat", "p.pbp"):
        done = proofs("verify", "yes.json", name)
        assert done.code == 1
        assert "the proof says that it is about another instance" in done.out
        fault = gourds.verify(gourds.load("yes.json"), name).faults[0]
        assert fault.reason == "invalid: the proof says that it is about another instance"
    for name in ("binary.drat", "bare.drat"):
        done = proofs("verify", "yes.json", name)
        assert done.code == 1
        assert done.out.startswith("invalid: this proof proves nothing (drat: ")
    lines = (proofs.folder / "p.lrat").read_text().splitlines()
    (proofs.folder / "cut.lrat").write_text("\n".join(lines[:-1]))
    assert "the proof ends without the empty clause" in proofs("verify", "no.json", "cut.lrat").out
    (proofs.folder / "empty.drat").write_text("")
    assert proofs("verify", "no.json", "empty.drat").code == 1
    assert "p.json: " in proofs.refuses("verify", "no.json", "p.json")
    (proofs.folder / "odd.gz").write_bytes(gzip.compress(b"0")[:-3])
    assert "odd.gz: gzip data: damaged" in proofs.refuses("verify", "no.json", "odd.gz")


def test_paths_of_other_answers(proofs):
    instance = gourds.load("no.json")
    assert gourds.verify(instance, "certificate.json")
    with pytest.raises(InputError, match=r"no\.json: format: a placement or a certificate is needed here"):
        gourds.verify(instance, "no.json")
    with pytest.raises(InputError, match="the path of a file"):
        gourds.verify(instance, 3)  # type: ignore[arg-type]


def test_limits_hold(proofs, monkeypatch):
    monkeypatch.setattr("gourds.running.verifying.check_proof", lambda *_: time.sleep(60))
    done = proofs("verify", "no.json", "p.drat", "--time-limit", "0.000001")
    assert done.code == 1
    assert done.out.startswith("timeout: this proof proves nothing (drat: the time limit of 1e-06 s was reached)")
