"""Pictures of everything: boards, instances, placements, configurations, plans, proofs, and what answers say."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from gourds.api.arguments import need, need_number
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError, quoted
from gourds.files.certificates import Certificate
from gourds.files.raw import write_bytes
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.placement import PartialPlacement, Placement
from gourds.words import counted

if TYPE_CHECKING:
    from gourds.counts.probabilities import Probabilities
    from gourds.explain.explaining import Explanation
    from gourds.maximize.maximizing import Maximum

    Drawable = Board | Instance | Placement | PartialPlacement | Configuration
    Other = Placement | PartialPlacement | Certificate | Plan | Walk | Explanation | Maximum | Probabilities

CYCLE = "'cycle' draws the board of an instance or a configuration"
"""Why there is no cycle in the picture of something else."""


def draw(
    value: Drawable,
    other: Other | None = None,
    *,
    path: str | os.PathLike[str] | None = None,
    title: str | None = None,
    legend: bool = True,
    labels: bool | None = None,
    coordinates: bool = False,
    gadgets: bool = False,
    cycle: bool = False,
    frame: int | None = None,
    scale: float = 2.0,
    plan: Plan | Walk | None = None,
    instance: Instance | None = None,
) -> str:
    """The SVG picture of a board, an instance, a placement or a configuration; with a ``path`` it is written there too.

    The ending of the path chooses SVG, PNG or HTML; ``scale`` is the size of a PNG against the SVG. ``title`` is the
    heading, ``""`` for none; ``labels`` are the names of colors, ``coordinates`` those of the cells.

    What is shown besides depends on ``other``:

    - a placement, whole or partial: its gourds on the board of an instance;
    - a plan (or ``plan=``) that starts at a configuration: an SVG animation; with a path, what the ending says: a page
      to step through (.html), an animation (.svg), a contact sheet (.png), or text to follow by hand (.txt). ``frame``
      chooses the configuration after that many moves. Of a configuration and its plan, cells have the colors of the
      ``instance`` that is played;
    - a certificate of kind ``linear`` or ``barrier``: the proof that the instance has no placement;
    - what :func:`explain` found: the cells of the reason, marked;
    - what :func:`maximize` found: the gourds that fit, and the cells that they leave open;
    - what :func:`edge_probabilities` found: a heat map.

    ``gadgets`` marks every gadget of a reduced instance, ``cycle`` draws the Hamiltonian cycle of a proper board.
    Notebooks show the result as a picture; it is a string all the same.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=1, colors=2)
    >>> picture = gourds.draw(puzzle, gourds.solve(puzzle).placement)
    >>> picture[:4]
    '<svg'
    """
    need(value, (Board, Instance, Placement, PartialPlacement, Configuration), "something that can be drawn")
    need_number(scale, "scale")
    if plan is not None:
        if other is not None:
            raise InputError("a plan is drawn with its start, which is a configuration")
        other = plan
    style = Style(title, legend, labels, coordinates)
    form = ".svg" if path is None else form_of(path, other)
    drawn = drawn_as(form, value, other, style, gadgets=gadgets, cycle=cycle, frame=frame, instance=instance)
    if path is not None:
        write_bytes(path, drawn.file(scale))
    return drawn.source if drawn.is_plan and form != ".svg" else Picture(drawn.source)


class Picture(str):
    """The text of an SVG picture, which notebooks show as a picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture of {len(self):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Style:
    """How a picture shall look."""

    title: str | None = None
    legend: bool = True
    labels: bool | None = None
    coordinates: bool = False


@dataclass(frozen=True)
class Drawn:
    """A picture before it becomes a file."""

    source: str
    """SVG; of a plan what the form says."""
    form: str
    """The ending of the file."""
    title: str = "gourds"
    is_plan: bool = False

    def file(self, scale: float = 2.0) -> bytes:
        """The bytes of the file."""
        from gourds.render import picture_file, to_png

        if not self.is_plan:
            return picture_file(self.source, self.form, title=self.title, scale=scale)
        return to_png(self.source, scale) if self.form == ".png" else self.source.encode()


def form_of(path: str | os.PathLike[str], other: object = None) -> str:
    """The ending of a file's name; InputError if what is to be drawn cannot be written there."""
    from gourds.render import picture_form
    from gourds.render.plan.files import plan_form

    if not isinstance(path, str | os.PathLike):
        raise InputError(f"a path is needed here, not {quoted(path)}")
    return plan_form(path) if isinstance(other, Plan | Walk) else picture_form(path)


def drawn_as(
    form: str,
    value: Drawable,
    other: Other | None = None,
    style: Style | None = None,
    *,
    gadgets: bool = False,
    cycle: bool = False,
    frame: int | None = None,
    instance: Instance | None = None,
) -> Drawn:
    """The picture for a file with that ending."""
    style = style or Style()
    if instance is not None:
        need(instance, Instance, "the instance that is played")
        if not isinstance(value, Configuration):
            raise InputError("'instance' colors the cells of a configuration and of its plan")
    if cycle:
        given = other is not None or instance is not None or frame is not None
        if given or gadgets or style.labels or style.coordinates:
            raise InputError("'cycle' draws the board alone")
        return _cycle(form, value, style)
    if isinstance(value, Configuration):
        if gadgets:
            raise InputError("'gadgets' draws a reduced instance")
        if isinstance(other, Plan | Walk):
            return _plan(form, value, other, style, frame, instance)
        if frame is not None:
            raise InputError("'frame' needs a plan")
        if instance is not None:
            return _board(form, value, need(other, type(None), "a plan"), style, instance=instance)
    elif isinstance(other, Plan | Walk):
        raise InputError("a plan is drawn with its start, which is a configuration")
    if other is None or isinstance(other, Placement | PartialPlacement):
        if frame is not None:
            raise InputError("'frame' needs a configuration and a plan")
        return _gadgets(form, value, other) if gadgets else _board(form, value, other, style)
    return _answer(form, value, other, style)


def _board(form: str, value: Drawable, gourds: Placement | PartialPlacement | None, style: Style, **more: Any) -> Drawn:
    """A board with what lies on it."""
    from gourds.render import to_svg

    title = style.title or (value.name if isinstance(value, Instance) else None)
    return Drawn(to_svg(value, gourds, **asdict(style), **more), form, title or "gourds")


def _cycle(form: str, value: Drawable, style: Style) -> Drawn:
    """The Hamiltonian cycle of a board."""
    from gourds.render.figure.cycle import cycle_svg

    if not isinstance(value, Board | Instance | Configuration):
        raise InputError(CYCLE)
    title = style.title
    if title is None and isinstance(value, Instance):
        title = value.name
    board = value if isinstance(value, Board) else value.board
    return Drawn(cycle_svg(board, title=title, legend=style.legend), form, title or "gourds")


def _plan(
    form: str, start: Configuration, plan: Plan | Walk, style: Style, frame: int | None, instance: Instance | None
) -> Drawn:
    """A plan that starts at a configuration."""
    from gourds.render.plan.files import plan_source

    return Drawn(plan_source(start, plan, form, instance=instance, frame=frame, **asdict(style)), form, is_plan=True)


def _gadgets(form: str, value: Drawable, gourds: Placement | PartialPlacement | None) -> Drawn:
    """A reduced instance, every gadget with its variable or clause."""
    from gourds.reductions.reduction import reduction_of
    from gourds.render.figure.board import reduction_figure

    if not isinstance(value, Instance):
        raise InputError("'gadgets' draws a reduced instance")
    if isinstance(gourds, PartialPlacement):
        raise InputError("'gadgets' draws whole placements")
    return Drawn(reduction_figure(reduction_of(value), gourds), form)


def _answer(form: str, value: Drawable, answer: Other, style: Style) -> Drawn:
    """What an answer says about an instance."""
    from gourds.counts.probabilities import Probabilities
    from gourds.explain.explaining import Explanation
    from gourds.maximize.maximizing import Maximum

    if isinstance(answer, Certificate):
        if not isinstance(value, Instance):
            raise InputError("a certificate is drawn with its instance")
        return _proof(form, value, answer, style)
    need(answer, (Explanation, Maximum, Probabilities), "a placement, a plan, a certificate or an answer")
    instance = need(value, Instance, "the instance of the answer")
    if isinstance(answer, Explanation):
        return _reason(form, instance, answer, style)
    if isinstance(answer, Maximum):
        titled = _titled(style, maximum_title(instance, answer))
        return _board(form, instance, None, titled, partial=answer.gourds)
    assert isinstance(answer, Probabilities)
    return _heat_map(form, instance, answer, style)


def _titled(style: Style, title: str) -> Style:
    """The style with a title if it has none."""
    return style if style.title is not None else replace(style, title=title)


def _proof(form: str, instance: Instance, certificate: Certificate, style: Style) -> Drawn:
    """What a certificate shows."""
    from gourds.render.board.proofs import certificate_svg

    title = style.title or instance.name or "gourds"
    return Drawn(certificate_svg(instance, certificate, style.title), form, title)


def _reason(form: str, instance: Instance, found: Explanation, style: Style) -> Drawn:
    """The cells of a reason; of the kind ``linear`` the weights, as of a linear proof."""
    from gourds.explain.reasons import marked_cells
    from gourds.render.board.weights import weights_svg
    from gourds.solvers import Status

    if found.status is not Status.INFEASIBLE:
        raise InputError("there is nothing to mark: no reason was found")
    style = _titled(style, explanation_title(instance, found))
    if found.kind == "linear":
        title = style.title or ""
        return Drawn(weights_svg(instance, found.steps[-1], title, closing=len(found.steps) - 1), form, title)
    budgets = {bound.pair for bound in found.bounds} or None
    return _board(form, instance, None, style, highlight=marked_cells(instance, found), budgets=budgets)


def _heat_map(form: str, instance: Instance, found: Probabilities, style: Style) -> Drawn:
    """How likely each gourd is."""
    from gourds.counts.large_numbers import number_text
    from gourds.render.board.heatmap import heat_map_svg

    title = _titled(style, instance.name or "gourds").title or ""
    return Drawn(heat_map_svg(instance, found, title, number_text(found.total)), form, title)


MOST_BOUNDS = 3
"""More bounds than this are not named in a title."""
MOST_CELLS = 3
"""Nor more cells."""


def explanation_title(instance: Instance, found: Explanation) -> str:
    """Over the picture of a reason, in a hundred characters or so."""
    from gourds.explain.reasons import bound_texts

    if found.kind == "linear":
        return instance.name or "No placement"
    if found.kind == "budgets":
        texts = bound_texts(instance, found)
        if len(texts) > MOST_BOUNDS:
            return f"No placement: {found.reason}"
        if found.region:
            texts.append(f"{counted(len(found.region), 'marked cell')} covered")
        return f"Not together: {', '.join(texts)}" if len(texts) > 1 else f"Not possible: {texts[0]}"
    if found.bounds:
        return f"No placement: {found.reason.split(':')[0]}"
    if found.barrier:
        cells = counted(len(found.barrier), "cell")
        if len(found.barrier) <= MOST_CELLS:
            cells += ": " + " ".join(f"({q}, {r})" for q, r in instance.board.cells[list(found.barrier)].tolist())
        return f"No placement: {len(found.parts)} odd parts are left without {cells}"
    if found.parts:
        sizes = " and ".join(counted(len(part), "cell") for part in found.parts)
        have = "two parts have" if len(found.parts) > 1 else "a part has"
        return f"No placement: {have} an odd number of cells, {sizes}"
    return "No placement: in the marked colors the numbers of cells and of ends do not fit"


def maximum_title(instance: Instance, found: Maximum) -> str:
    """Over the picture of a largest partial placement."""
    open_cells = counted(instance.board.size - 2 * found.placed, "cell")
    bound = "the most that fit" if found.optimal else f"at most {found.upper_bound:,} fit"
    return f"{found.placed:,} of {counted(instance.size, 'gourd')} ({bound}), {open_cells} open"
