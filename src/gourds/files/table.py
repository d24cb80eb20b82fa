"""Every kind of value that files hold, in one table: how it is called, read, written and described.

Loading, saving, ``gourds info`` and the documents of the page follow from the table. A formula is the only kind whose
files are not JSON; on the page it travels as ``{"format": "gourds-formula", "text": …}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError, quoted
from gourds.facts import (
    configuration_facts,
    formula_facts,
    instance_facts,
    partial_placement_facts,
    placement_facts,
    plan_facts,
    triple_facts,
)
from gourds.files import drawing, formulas, long_plans
from gourds.files.certificates import FORMAT, Certificate, certificate_of
from gourds.files.configurations import configuration_of, format_configuration
from gourds.files.formulas import format_formula, formula_of
from gourds.files.instances import format_instance, instance_of
from gourds.files.json_values import kind_of_value, no_collecting, parse_json
from gourds.files.placements import (
    format_partial_placement,
    format_placement,
    partial_placement_of,
    placement_of,
)
from gourds.files.plans import format_plan, plan_of
from gourds.files.triples import format_triple_instance, triple_instance_of
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.formulas.notation import parse_words
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.placement import PartialPlacement, Placement
from gourds.triples.instance import TripleInstance

VERSION: Final = 1

Loaded = Instance | Placement | PartialPlacement | Certificate | Configuration | Plan | Walk | Formula | TripleInstance
T = TypeVar("T")


@dataclass(frozen=True)
class Kind(Generic[T]):
    """One kind of value."""

    name: str
    """What to call it: 'an instance'."""
    types: tuple[type, ...]
    """The types of its values."""
    format: str
    """What its documents state as their format."""
    read: Callable[[dict[str, Any]], T]
    """The value of a document. Raises InputError with every fault."""
    spell: Callable[[T], str]
    """The text of a file, always the same bytes for the same value."""
    facts: Callable[[T], dict[str, Any]]
    """What ``gourds info --json`` says about it."""
    has_json: bool = True
    """Whether its files are JSON."""
    read_exactly: Callable[[dict[str, Any], str], T] | None = None
    """The value of a document whose file must be, byte for byte, as it was written."""


INSTANCES: Final = Kind[Instance](
    "an instance", (Instance,), "gourds-instance", instance_of, format_instance, instance_facts
)
PLACEMENTS: Final = Kind[Placement](
    "a placement", (Placement,), "gourds-placement", placement_of, format_placement, placement_facts
)
PARTIAL_PLACEMENTS: Final = Kind[PartialPlacement](
    "a partial placement",
    (PartialPlacement,),
    "gourds-partial-placement",
    partial_placement_of,
    format_partial_placement,
    partial_placement_facts,
)
CERTIFICATES: Final = Kind[Certificate](
    "a certificate",
    (Certificate,),
    FORMAT,
    certificate_of,
    Certificate.to_text,
    Certificate.facts,
    read_exactly=certificate_of,
)
CONFIGURATIONS: Final = Kind[Configuration](
    "a configuration",
    (Configuration,),
    "gourds-configuration",
    configuration_of,
    format_configuration,
    configuration_facts,
)
PLANS: Final = Kind[Plan | Walk]("a plan", (Plan, Walk), "gourds-plan", plan_of, format_plan, plan_facts)
FORMULAS: Final = Kind[Formula](
    "a formula", (Cnf, OneInThree), "gourds-formula", formula_of, format_formula, formula_facts, has_json=False
)
TRIPLES: Final = Kind[TripleInstance](
    "a board of triples",
    (TripleInstance,),
    "gourds-triples",
    triple_instance_of,
    format_triple_instance,
    triple_facts,
)

KINDS: Final[tuple[Kind[Any], ...]] = (
    INSTANCES,
    PLACEMENTS,
    PARTIAL_PLACEMENTS,
    CERTIFICATES,
    CONFIGURATIONS,
    PLANS,
    TRIPLES,
    FORMULAS,
)


def kind_of(value: Loaded) -> Kind[Any]:
    """The kind of a value. Raises InputError if files hold no such values."""
    found = next((kind for kind in KINDS if isinstance(value, kind.types)), None)
    if found is None:
        raise InputError(f"a value that files hold is needed here, not {quoted(value)}")
    return found


# -- texts ----------------------------------------------------------------------------------------------------


def loads(text: str) -> Loaded:
    """The value in a text: JSON, drawing, DIMACS or a formula in words."""
    if looks_like_json(text):
        return parse(text)
    if formulas.is_words(text):
        return parse_words(text)
    if formulas.is_formula(text):
        return formulas.parse(text)
    return drawing.parse(text)


def looks_like_json(text: str) -> bool:
    """True iff a bracket is the first that is not white space; ``*+`` never goes back over it."""
    return re.match(r"\s*+[{\[]", text) is not None


def parse(text: str) -> Loaded:
    """The value in a JSON text, whichever of the formats it is in."""
    document = long_plans.parse_long_plan(text) if long_plans.is_long_plan(text) else parse_json(text)
    return value_of(document, text)


# -- documents ------------------------------------------------------------------------------------------------


def value_of(document: object, text: str | None = None, *, with_formulas: bool = False) -> Loaded:
    """The value of a parsed JSON document. If it was read from a file, the text is needed too."""
    if not isinstance(document, dict):
        raise InputError(f"a JSON object is needed, this is {kind_of_value(document)}")
    form = document.get("format")
    kinds = {kind.format: kind for kind in KINDS if kind.has_json or with_formulas}
    if not isinstance(form, str) or form not in kinds:
        *most, last = (f'"{kind.format}"' for kind in KINDS if kind.has_json)
        raise InputError(Fault("format", f"must be {', '.join(most)} or {last}, not {quoted(form)}"))
    kind, version = kinds[form], document.get("version")
    if kind.has_json and (type(version) is not int or version != VERSION):
        raise InputError(Fault("version", f"must be {VERSION}, not {quoted(version)}"))
    with no_collecting():
        value: Loaded = (
            kind.read(document) if text is None or kind.read_exactly is None else kind.read_exactly(document, text)
        )
    return value


def document_of(value: Loaded) -> dict[str, Any]:
    """The document of a value, as plain JSON."""
    kind = kind_of(value)
    text = kind.spell(value)
    found: dict[str, Any] = json.loads(text) if kind.has_json else {"format": kind.format, "text": text}
    return found
