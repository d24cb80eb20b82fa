"""Every kind of value goes into a file and comes back, and every command that follows from the table knows it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gourds
from gourds import files
from gourds.errors import Fault, InputError
from gourds.files import table
from gourds.files.certificates import KINDS, RESTS_ON, Certificate
from gourds.files.raw import naming
from gourds.placement import PartialPlacement
from gourds.triples.instance import TripleInstance
from tests.files.position_strategies import configurations, plans, walks
from tests.formulas.formula_strategies import cnfs
from tests.strategies import instances, placed_instances
from tests.triples.triple_strategies import colored

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def certificates(draw: st.DrawFn) -> Certificate:
    """Certificates of any kind with any entries; hardly any proves something."""
    data = draw(st.dictionaries(st.sampled_from(["cells", "steps", "reason", "by", "proof", "x"]), JSON, max_size=4))
    return Certificate(draw(st.sampled_from(KINDS)), draw(st.text("0123456789abcdef", max_size=64)), data)


@st.composite
def partial_placements(draw: st.DrawFn) -> PartialPlacement:
    """Some gourds of a placement."""
    _, placement = draw(placed_instances(21))
    return PartialPlacement(gourd for gourd in placement.gourds if draw(st.booleans()))


VALUES = st.one_of(
    instances(15),
    placed_instances(15).map(lambda pair: pair[1]),
    partial_placements(),
    certificates(),
    configurations(),
    plans(),
    walks().map(lambda pair: pair[1]),
    cnfs(),
    colored(),
    colored().map(lambda instance: TripleInstance(instance.board)),
)


@given(VALUES)
def test_every_value_through_its_text_and_its_document(value):
    kind = table.kind_of(value)
    text = files.to_text(value)
    assert files.loads(text) == value
    assert files.to_text(files.loads(text)) == text
    document = json.loads(json.dumps(table.document_of(value)))
    assert document["format"] == kind.format
    assert table.value_of(document, with_formulas=True) == value
    json.dumps(kind.facts(value))


def test_kinds_differ():
    names, formats = ({getattr(kind, key) for kind in table.KINDS} for key in ("name", "format"))
    assert len(names) == len(formats) == len(table.KINDS)
    types = [one for kind in table.KINDS for one in kind.types]
    assert len(types) == len(set(types))


def test_a_formula_is_no_json_in_files():
    document = table.document_of(gourds.Cnf(1, ((1,),)))
    with pytest.raises(InputError, match=r"format: must be .* not 'gourds-formula'"):
        files.loads(json.dumps(document))


@given(partial_placements(), certificates())
def test_load_and_save_take_answers(tmp_path_factory, partial, certificate):
    folder = tmp_path_factory.mktemp("answers")
    for value in (partial, certificate):
        for name in ("a.json", "a.json.gz"):
            gourds.save(value, folder / name)
            assert gourds.load(folder / name) == value
        with pytest.raises(InputError, match=r"a\.txt: only instances have a text drawing"):
            gourds.save(value, folder / "a.txt")


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ({}, "gourds: is missing"),
        ({"gourds": {}}, "gourds: must be a list, not an object"),
        ({"gourds": [[[0, 0], [1, 0]], [[0, 0]]]}, "gourds[1]: must be two cells"),
        ({"gourds": [[[0, 0], [1, 0.5]]]}, "gourds[0]: must be two cells"),
        ({"gourds": [[[0, 0], [1, 2**40]]]}, "gourds[0]: must be two cells"),
    ],
)
def test_faults_of_partial_placements(document, fault):
    with pytest.raises(InputError) as caught:
        files.loads(json.dumps({"format": "gourds-partial-placement", "version": 1, **document}))
    assert fault in str(caught.value)


@given(certificates())
def test_a_certificate_is_read_only_as_it_was_written(certificate):
    text = certificate.to_text()
    document = json.loads(text)
    for other in (text + "\n", text.replace(",\n ", ", "), json.dumps(document, indent=1)):
        with pytest.raises(InputError, match="sha256: the certificate is damaged"):
            files.loads(other)
    assert table.value_of(document) == certificate
    for wrong in ({**document, "sha256": "0" * 64}, {**document, "z": 1}, {**document, "sha256": None}):
        with pytest.raises(InputError, match="sha256: the certificate is damaged"):
            table.value_of(wrong)


def test_facts_of_certificates():
    certificate = Certificate("drat", "d", {"cnf": "direct-1", "proof": ["1 0", "0"], "solver": "cadical153"})
    facts = table.kind_of(certificate).facts(certificate)
    assert facts["rests_on"] == RESTS_ON["drat"]
    assert facts["instance"] == "d"
    assert facts["checkable"] is True
    assert facts["sizes"] == {"proof": 2}


def test_naming_says_where_a_fault_is():
    def fails(path=None, place="", source=""):
        with pytest.raises(InputError) as caught, naming(path, place):
            raise InputError(Fault("cells[3]", "is odd"), source)
        return str(caught.value)

    assert fails("a.json") == "a.json: cells[3]: is odd"
    assert fails("-") == "standard input: cells[3]: is odd"
    assert fails(place="document") == "document.cells[3]: is odd"
    assert fails("a.json", "document") == "a.json: document.cells[3]: is odd"
    assert fails("a.json", "document", source="b.json") == "b.json: cells[3]: is odd"
