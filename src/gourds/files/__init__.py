"""Reading and writing: JSON documents, text drawings, formulas, atomic files.

table                                    every kind of value that files hold, and its document
loading                                  load and save, by path
instances, placements, certificates,
configurations, plans, formulas, triples one kind each: the value of a document, the text of a value
drawing                                  instances as text drawings
proofs                                   formats of proofs about exported files
manifest                                 the verdicts of a folder's instances, and why they are known
long_plans                               plans of millions of moves
json_values, sizes                       JSON values and their faults; how much memory a text needs
raw, unpacking                           bytes in and out: limits, gzip, files that are written whole or not at all

Names are imported when they are first used. The checker of certificates needs only one kind of document and must not
depend on the readers of the others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

_NAMES = (
    "Format",
    "Loaded",
    "PathLike",
    "check_json_name",
    "load",
    "load_assignment",
    "load_configuration",
    "load_formula",
    "load_instance",
    "load_placement",
    "load_plan",
    "loads",
    "other_than",
    "save",
    "save_plan",
    "to_text",
)

__all__ = [*_NAMES]  # noqa: PLE0604

if TYPE_CHECKING:
    from gourds.files.loading import Format as Format
    from gourds.files.loading import Loaded as Loaded
    from gourds.files.loading import PathLike as PathLike
    from gourds.files.loading import check_json_name as check_json_name
    from gourds.files.loading import load as load
    from gourds.files.loading import load_assignment as load_assignment
    from gourds.files.loading import load_configuration as load_configuration
    from gourds.files.loading import load_formula as load_formula
    from gourds.files.loading import load_instance as load_instance
    from gourds.files.loading import load_placement as load_placement
    from gourds.files.loading import load_plan as load_plan
    from gourds.files.loading import loads as loads
    from gourds.files.loading import other_than as other_than
    from gourds.files.loading import save as save
    from gourds.files.loading import save_plan as save_plan
    from gourds.files.loading import to_text as to_text


def __getattr__(name: str) -> object:
    if name in _NAMES:
        return getattr(import_module("gourds.files.loading"), name)
    raise AttributeError(f"module 'gourds.files' has no attribute {name!r}")
