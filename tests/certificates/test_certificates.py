"""Certificates: what is valid passes, what is damaged, thinned, forged or of another instance never does."""

from __future__ import annotations

import copy
import hashlib
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.formula import direct_formula
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.counts.certifying import certify_count
from gourds.encodings.cnf import direct_cnf
from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.files.certificates import DEPTH, KINDS, Certificate, stated_kind
from gourds.instance import Instance
from gourds.matching.components import equations
from gourds.solvers import solve
from tests.forging.targets import equations_from
from tests.reduction_boards import is_satisfiable, planted_cubic, random_cubic, reduction_board, unsatisfiable_cubic
from tests.solvers.small import small_instance
from tests.strategies import SEARCHED
from tests.whole_boards import beyond


def proved(instance: Instance, solver: str = "decompose") -> Certificate:
    certificate = solve(instance, solver, proof=True, isolate=False).certificate
    assert certificate is not None
    return certificate


@pytest.fixture(scope="module")
def unsatisfiable() -> Instance:
    """The board of an unsatisfiable formula with 300 variables, 24,001 cells."""
    formula = random_cubic(300, 0)
    assert not is_satisfiable(formula)
    return reduction_board(formula)


@pytest.fixture(scope="module")
def larger() -> list[tuple[Instance, Certificate]]:
    """Boards of unsatisfiable formulas with 30 and 6 variables, 2,401 and 481 cells; the proof of one is long."""
    board, six = reduction_board(unsatisfiable_cubic(30)), reduction_board(unsatisfiable_cubic(6))
    with equations_from(equations.MANY):
        return [(board, proved(board)), (six, proved(six, "sat"))]


@pytest.fixture(scope="module")
def samples() -> list[tuple[Instance, Certificate]]:
    """A certificate of every kind, some with joins, removed signatures, definitions and sums."""
    six = reduction_board(unsatisfiable_cubic(6))
    nine = reduction_board(unsatisfiable_cubic(9))
    past = beyond(3, 3, 2)
    found = [(six, proved(six)), (nine, proved(nine)), (past, proved(past, "polytope"))]
    found += [(instance, proved(instance, "sat")) for instance in map(small_instance, SEARCHED[:3])]
    hexagon = generate(FAMILIES["hexagon"], {"radius": 2, "colors": 3}, seed=1)
    found += [(six, proved(six, "frontier")), (hexagon, certify_count(hexagon))]
    with equations_from(equations.MANY):
        found += [(six, proved(six)), (nine, proved(nine))]
    kinds: dict[str, tuple[Instance, Certificate]] = {}
    for seed in range(600):
        instance = small_instance(seed)
        certificate = solve(instance, "decompose", proof=True, isolate=False).certificate
        if certificate is None:
            continue
        features = [key for key in ("definitions", "sums", "implied", "joins") if certificate.data.get(key)]
        kinds.setdefault(f"{certificate.kind} {features}", (instance, certificate))
    found += kinds.values()
    assert {certificate.kind for _, certificate in found} == {*KINDS} - {"claimed", "shortest"}
    return found


def test_every_sample_is_valid_through_its_file(samples, larger):
    for instance, certificate in [*samples, *larger]:
        again = Certificate.from_text(certificate.to_text())
        assert again == certificate
        check = verify_certificate(instance, again)
        assert check, (certificate.kind, check.reason)


def test_a_board_of_24001_cells(unsatisfiable):
    with equations_from(equations.MANY):
        certificates = [proved(unsatisfiable)]
    certificates.append(proved(unsatisfiable))
    assert [certificate.kind for certificate in certificates] == ["decomposition", "modular"]
    for certificate in certificates:
        assert verify_certificate(unsatisfiable, Certificate.from_text(certificate.to_text()))


def is_rejected(instance: Instance, text: str) -> bool:
    try:
        return not verify_certificate(instance, Certificate.from_text(text))
    except InputError:
        return True


def test_every_damaged_file_is_rejected(samples, larger):
    """Flipped bits, changed, dropped, doubled and swapped bytes and lines; at least 200 for every sample."""
    rng = random.Random(5)
    for instance, certificate in [*samples, *larger]:
        text = certificate.to_text()
        for _ in range(200):
            damaged = _damage(rng, text)
            if damaged != text:
                assert is_rejected(instance, damaged), damaged[:200]


def test_damage_with_a_fresh_checksum_reaches_the_checker_and_proves_nothing_false(samples):
    """The same damage before the checksum, which is then written anew, so that only the checker can tell.

    A changed proof may still be one: a lemma that nothing rests on, a remark. So a file that passes is also tried on
    two feasible instances, where no certificate may pass; a test below tries every sample on all of them.
    """
    rng = random.Random(7)
    feasible = [reduction_board(planted_cubic(6, 1)), *(i for i in map(small_instance, range(12)) if is_feasible(i))]
    reached, rejected, by_kind = 0, 0, set()
    for instance, certificate in samples:
        body = certificate.to_text().rpartition('"sha256"')[0]
        for _ in range(80):
            damaged = _damage(rng, body)
            if damaged == body:
                continue
            try:
                found = Certificate.from_text(sealed(damaged))
            except InputError:
                continue
            reached += 1
            check = verify_certificate(instance, found)
            assert check.verdict in (ProofVerdict.VALID, ProofVerdict.INVALID), (check.reason, damaged[:200])
            if check:
                for other in rng.sample(feasible, 2):
                    assert not verify_certificate(other, replace(found, digest=other.digest)), damaged[:200]
            else:
                rejected += 1
                by_kind.add(found.kind)
    assert reached > 150, (reached, rejected)
    assert rejected > reached // 2
    assert by_kind >= {"linear", "drat", "decomposition", "modular", "diagram", "count"}


def sealed(body: str) -> str:
    """The text of a certificate's file with a checksum that fits."""
    return f'{body}"sha256": "{hashlib.sha256(body.encode()).hexdigest()}"}}\n'


def is_feasible(instance: Instance) -> bool:
    return solve(instance, "decompose", isolate=False).placement is not None


@given(st.data())
def test_changed_entries_with_a_fresh_checksum(samples, data):
    """One number, row or line of one entry is dropped, doubled or changed: never a breakdown, hardly ever a proof."""
    instance, certificate = data.draw(st.sampled_from(samples))
    entries = copy.deepcopy(dict(certificate.data))
    where: list[Any] | dict[str, Any] = entries
    while True:
        keys = list(where) if isinstance(where, dict) else list(range(len(where)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        inner = where[key]
        if not isinstance(inner, list | dict) or data.draw(st.integers(0, 3)) == 0:
            break
        where = inner
    change = data.draw(st.sampled_from(["drop", "double", "alter"]))
    if change == "drop" or (change == "double" and isinstance(where, dict)):
        del where[key]
    elif change == "double":
        where.insert(key, copy.deepcopy(where[key]))
    else:
        where[key] = data.draw(st.sampled_from([-1, 0, 1, 2**70, 0.5, True, None, "", "0", [], {}, [[0, 0]]]))
    found = Certificate.from_text(replace(certificate, data=entries).to_text())
    check = verify_certificate(instance, found)
    assert check.verdict in (ProofVerdict.VALID, ProofVerdict.INVALID), check.reason


def _damage(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    match rng.randrange(6):
        case 0:
            return text[:at] + chr(ord(text[at]) ^ 1 << rng.randrange(7)) + text[at + 1 :]
        case 1:
            return text[:at] + text[at + rng.randrange(1, 9) :]
        case 2:
            return text[:at]
        case 3:
            return text[:at] + text[at] + text[at:]
        case 4:
            lines = text.splitlines(keepends=True)
            del lines[rng.randrange(len(lines))]
            return "".join(lines)
        case _:
            lines = text.splitlines(keepends=True)
            a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
            return "".join(lines)


def test_thinned_tables_are_rejected(samples, larger):
    """With a fresh checksum: a table without one of its signatures, with one more, or with one changed."""
    tried = 0
    for instance, certificate in [*samples, *larger]:
        for k, table in enumerate(certificate.data.get("tables", [])):
            for t in range(len(table)):
                for change in ("drop", "double", "alter"):
                    data = copy.deepcopy(dict(certificate.data))
                    if change == "drop":
                        del data["tables"][k][t]
                    elif change == "double":
                        data["tables"][k].insert(t, data["tables"][k][t])
                    else:
                        data["tables"][k][t][0] += 1
                    check = verify_certificate(instance, replace(certificate, data=data))
                    assert check.verdict is ProofVerdict.INVALID
                    assert "table" in check.reason
                    tried += 1
    assert tried > 60


def test_an_empty_or_truncated_proof_never_passes(samples):
    for instance, certificate in samples:
        if "proof" not in certificate.data:
            continue
        lines = list(certificate.data["proof"])
        end = lines.index("0")
        for kept in ([], lines[:end], lines[: end // 2], [line for line in lines if line != "0"]):
            assert not verify_certificate(instance, replace(certificate, data={**certificate.data, "proof": kept}))


def test_no_certificate_passes_for_another_instance(samples):
    for instance, _ in samples:
        for other, certificate in samples:
            if other.digest != instance.digest:
                assert not verify_certificate(instance, certificate)


def test_a_certificate_with_a_forged_digest_never_refutes_a_feasible_instance(samples):
    """Whatever a certificate says, the checker works from the instance, and there a placement exists."""
    feasible = [reduction_board(planted_cubic(6, 1)), reduction_board(planted_cubic(9, 1))]
    feasible += [i for i in map(small_instance, range(150)) if solve(i, "decompose", isolate=False).placement]
    for instance in feasible:
        for _, certificate in samples:
            assert not verify_certificate(instance, replace(certificate, digest=instance.digest))


def test_claims_that_no_budget_implies_are_rejected(samples):
    """With a fresh checksum, beside all the honest claims."""
    tried = 0
    for instance, certificate in samples:
        if len(certificate.data.get("proof", [])) < 3 or certificate.kind != "decomposition":
            continue  # where a component has no covering at all, everything follows
        for pair in [pair for pair in Puzzle.of(instance).budget if pair[0] != pair[1]][:5]:
            for claim in ([*pair], [*pair, 10**6], [*pair, 0], [*pair[::-1], 1], [*pair, 1, 1.0]):
                data = {**certificate.data, "implied": [claim, *certificate.data["implied"]]}
                assert not verify_certificate(instance, replace(certificate, data=data))
                tried += 1
    assert tried > 20


def test_garbage_is_rejected_not_raised(samples):
    rng = random.Random(3)
    values = [None, 0, -1, 10**9, "x", [], {}, [[]], [[0]], [["a", 1]], True, 1.5]
    for instance, certificate in samples:
        for key in certificate.data:
            for value in values:
                data = {**certificate.data, key: value}
                if data == certificate.data or key in ("reason", "solver"):
                    continue
                check = verify_certificate(instance, replace(certificate, data=data))
                # Some parts are not needed in every certificate: an empty list may be what stood there.
                # What a sum of equations shows, it may show modulo another number too.
                is_harmless = certificate.kind == "counting" or not value or key == "modulus"
                assert not check or is_harmless, (certificate.kind, key, value)
        missing = {key: value for key, value in certificate.data.items() if rng.random() < 0.5}
        verify_certificate(instance, replace(certificate, data=missing))


def test_claimed_is_no_proof():
    instance = small_instance(1)
    check = verify_certificate(instance, Certificate("claimed", instance.digest, {"by": "somebody"}))
    assert not check
    assert "only claimed" in check.reason


@pytest.mark.parametrize(
    "text", ["", "{}", '{"format": "gourds-certificate"}', "[1]", '{"format": "gourds-certificate", "version": 2}']
)
def test_files_that_are_no_certificates(text):
    with pytest.raises(InputError):
        Certificate.from_text(text)


def test_both_builders_of_the_direct_formula_agree():
    """The checker's builder and the solvers' are independent; clause for clause they give the same formula."""
    tried = 0
    for seed in range(400):
        instance = small_instance(seed)
        if Counting(instance).empty_color is None:
            assert direct_formula(Puzzle.of(instance)) is None
            continue
        assert direct_formula(Puzzle.of(instance)) == direct_cnf(instance).clauses()
        tried += 1
    assert tried > 200
    board = reduction_board(planted_cubic(9, 2))
    assert direct_formula(Puzzle.of(board)) == direct_cnf(board).clauses()


def signed(data: str, kind: str, digest: str) -> str:
    """The text of a certificate file with this spelling of its data."""
    body = (
        f'{{"format": "gourds-certificate",\n "version": 1,\n "kind": "{kind}",\n "instance": "{digest}",\n {data},\n '
    )
    return f'{body}"sha256": "{hashlib.sha256(body.encode()).hexdigest()}"}}\n'


@pytest.mark.parametrize("opening", ["[", '{"a": ', '[{"a": '])
def test_nested_files_are_refused_at_every_depth(opening):
    closing = "".join({"[": "]", "{": "}"}.get(letter, "") for letter in reversed(opening))
    for depth in (2, 20, 100, *range(470, 500), *range(900, 1010), 20_000):
        for values in ('"reason": {}', '"tables": {}'):
            text = signed(values.format(opening * depth + "1" + closing * depth), "counting", "x")
            if depth * len(closing) < DEPTH:
                assert Certificate.from_text(text).kind == "counting"
            else:
                with pytest.raises(InputError, match="nested too deeply"):
                    Certificate.from_text(text)


def test_the_kind_is_stated_at_the_head(samples):
    for _, certificate in samples:
        assert stated_kind(certificate.to_text()) == certificate.kind
    for text in ("", "{}", '{"kind": "drat"}', signed('"a": 1', "proven", "x")):
        assert stated_kind(text) == "unknown"


def test_numbers_are_integers_and_remarks_are_texts(samples):
    tried = set()
    for instance, certificate in samples:
        data = dict(certificate.data)
        if certificate.kind == "decomposition":
            for other in (float, bool, str):
                changed = copy.deepcopy(data)
                for table in changed["tables"]:
                    table[:] = [[other(n) if n in (0, 1) else n for n in row] for row in table]
                if repr(changed) != repr(data):
                    check = verify_certificate(instance, replace(certificate, data=changed))
                    assert check.verdict is ProofVerdict.INVALID
                    assert "must be a list of integers" in check.reason
                    tried.add(other)
        for remark in {"reason", "solver"} & data.keys():
            for value in (1, None, 1.5, ["x"], {}):
                check = verify_certificate(instance, replace(certificate, data={**data, remark: value}))
                assert (check.verdict, check.reason) == (ProofVerdict.INVALID, f"{remark} must be a string")
                tried.add(remark)
    assert tried == {float, bool, str, "reason", "solver"}


@pytest.mark.parametrize("variable", [2**30, 2**31, 2**63, 10**400])
def test_variables_beyond_what_a_proof_can_name_are_the_certificates_fault(samples, variable):
    tried = set()
    for instance, certificate in samples:
        for key in {"definitions", "sums"} & certificate.data.keys():
            data = copy.deepcopy(dict(certificate.data))
            for row in data[key][:1]:
                row[-1] = variable
                check = verify_certificate(instance, replace(certificate, data=data))
                assert check.verdict is ProofVerdict.INVALID
                tried.add(key)
    assert tried == {"definitions", "sums"}
