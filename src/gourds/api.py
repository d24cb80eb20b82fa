"""The functions of ``import gourds`` that are not simply re-exported."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.files.certificates import Certificate
from gourds.files.raw import write_bytes
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.placement import PartialPlacement, Placement, partial_faults, placement_faults

if TYPE_CHECKING:
    from gourds.render import Drawable


@dataclass(frozen=True)
class Verification:
    """What a check found. True in conditions iff nothing is wrong."""

    faults: tuple[Fault, ...]
    """Everything that is wrong."""

    def __bool__(self) -> bool:
        return not self.faults


def verify(
    instance: Instance,
    answer: Placement | PartialPlacement | Certificate,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Verification:
    """Check a placement, whole or partial, or a certificate that there is none; no solver takes part.

    A certificate is checked in a process of its own, within limits of seconds and megabytes. Without a limit it gets
    one that grows with its size and that honest certificates do not reach.
    """
    from gourds.running.verifying import verify_limited

    if isinstance(answer, Placement):
        return Verification(tuple(placement_faults(instance, answer)))
    if isinstance(answer, PartialPlacement):
        return Verification(tuple(partial_faults(instance, answer)))
    check = verify_limited(instance, answer, time_limit, memory_limit)
    return Verification(() if check else (Fault("", f"{check.verdict.value}: {check.reason}"),))


def draw(
    value: Drawable,
    placement: Placement | PartialPlacement | Certificate | None = None,
    *,
    plan: Plan | Walk | None = None,
    path: str | os.PathLike[str] | None = None,
    **options: Any,
) -> str:
    """The SVG picture of a board, an instance, a placement or a configuration; with a ``path`` it is written there too.

    The ending of the path chooses SVG, PNG or HTML. Options: ``title``, ``legend``, ``labels``, ``coordinates``, and
    ``scale`` for PNG.

    An instance and a certificate that it has no placement become a picture of the proof, if its kind is ``linear`` or
    ``barrier``. Options: ``title``, ``scale``.

    A configuration and a ``plan`` that starts there become an SVG animation; with a path, what the ending says: a page
    to step through (.html), an animation (.svg), a contact sheet (.png), or text to follow by hand (.txt). The option
    ``frame`` chooses the configuration after so many moves.
    """
    from gourds.render import picture, picture_file, picture_form, to_svg
    from gourds.render.plan.files import plan_form, plan_picture, plan_source

    if plan is not None:
        if not isinstance(value, Configuration) or placement is not None:
            raise InputError("a plan is drawn with its start, which is a configuration")
        if path is not None:
            write_bytes(path, plan_picture(value, plan, path, **options))
        options.pop("scale", None)
        return plan_source(value, plan, plan_form(path) if path is not None else ".svg", **options)
    if isinstance(placement, Certificate):
        from gourds.render.board.proofs import certificate_svg

        if not isinstance(value, Instance):
            raise InputError("a certificate is drawn with its instance")
        drawing = certificate_svg(value, placement, options.get("title"))
        if path is not None:
            write_bytes(path, picture_file(drawing, picture_form(path), scale=options.get("scale", 2.0)))
        return drawing
    if path is not None:
        write_bytes(path, picture(value, placement, path, **options))
    options.pop("scale", None)
    return to_svg(value, placement, **options)
