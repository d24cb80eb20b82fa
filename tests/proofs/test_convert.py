"""Certificates as proofs in standard formats: what is written, and what is refused in one line."""

from __future__ import annotations

import pytest

import gourds
from gourds.certificates.pseudo_boolean.check import check_pb_proof
from gourds.errors import InputError, LimitError
from gourds.files.certificates import KINDS, Certificate
from gourds.proofs.convert import PRODUCERS, convert
from gourds.solvers import solve
from tests.proofs.pseudo_boolean.samples import certified


@pytest.fixture(scope="module")
def case() -> tuple[gourds.Instance, Certificate]:
    return next(certified("linear", 1))


def test_every_kind_of_infeasibility_has_a_producer():
    assert set(PRODUCERS) == set(KINDS) - {"claimed", "count", "shortest"}


@pytest.mark.parametrize("form", ["drat", "lrat", "pbp"])
@pytest.mark.parametrize("encoding", ["reduced", "textbook"])
def test_all_formats_name_instance_and_formula(case, form, encoding):
    instance, certificate = case
    lines = convert(instance, certificate, form, encoding=encoding).decode().splitlines()
    model = "opb" if form == "pbp" else "cnf"
    assert any(line.endswith(f"instance: sha256 {instance.digest}") for line in lines[:4])
    assert any(line.endswith(f"formula: gourds encode FILE --to {model} --encoding {encoding}") for line in lines[:4])


def test_pbp_is_a_proof_in_both_versions(case, tmp_path):
    instance, certificate = case
    for version in ("3.0", "1.2"):
        path = tmp_path / "proof.pbp"
        data = gourds.certificate_convert(instance, certificate, pbp_version=version, path=path)
        assert path.read_bytes() == data
        assert data.startswith(f"pseudo-Boolean proof version {version}\n".encode())
        assert check_pb_proof(instance, data.decode())


def test_binary_drat_has_no_text(case):
    instance, certificate = case
    assert convert(instance, certificate, "drat", binary=True)[:1] in b"ad"
    with pytest.raises(InputError, match="drat has a binary form"):
        convert(instance, certificate, "pbp", binary=True)


def test_what_proves_nothing_is_refused(case):
    instance, certificate = case
    with pytest.raises(InputError, match="only claimed"):
        convert(instance, Certificate("claimed", instance.digest), "pbp")
    with pytest.raises(InputError, match="another instance"):
        convert(instance, Certificate("counting", "0" * 64), "pbp")
    with pytest.raises(InputError, match="does not hold: no counting law fails"):
        convert(instance, Certificate("counting", instance.digest), "pbp")
    (*_, step) = certificate.data["steps"]
    weaker = {**step, "empty": step["empty"] - 1000}
    with pytest.raises(InputError, match="does not hold"):
        convert(instance, Certificate("linear", instance.digest, {"steps": [weaker]}), "pbp")
    with pytest.raises(InputError, match="the format must be"):
        gourds.certificate_convert(instance, certificate)


def test_a_limit_is_a_limit(case):
    instance, certificate = case
    with pytest.raises(LimitError):
        convert(instance, certificate, "lrat", time_limit=1e-9)


def test_a_feasible_instance_has_none():
    instance = gourds.generate("hexagon", radius=1, colors=2)
    assert solve(instance, proof=True, isolate=False).certificate is None
    for kind in sorted(set(KINDS) - {"claimed"}):
        with pytest.raises(InputError, match=r"does not (hold|say)"):
            convert(instance, Certificate(kind, instance.digest), "pbp")
