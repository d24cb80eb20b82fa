"""A puzzle as one HTML page to play on: no server, no network, nothing else to install.

The page holds the instance, the position to start from, and a plan, whose length is par and whose moves are the hints.
Names in it may come from strangers: they stand in JSON that cannot end its script, and the script shows them as text.
"""

from __future__ import annotations

from typing import Any

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.files.table import document_of
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.reconfigure.colored.targets import start_faults
from gourds.render.page import HEAD, script_data
from gourds.render.plan.course import Course
from gourds.render.puzzle.bundle import bundle, source
from gourds.render.text import clean, xml

STYLES = ("style.css", "play/play.css", "alone/alone.css")
"""What the page looks like, in this order."""


def puzzle_page(
    instance: Instance,
    start: Configuration,
    plan: Plan | Walk | None = None,
    *,
    bound: int = 0,
    title: str | None = None,
) -> str:
    """The page. ``bound``: no solution has fewer moves than that; without a plan there are no hints and no par.

    Raises InputError if start and plan do not belong to the instance, or if the plan does not solve it.
    """
    heading = clean(title if title is not None else instance.name or "").strip() or "Gourds"
    data = script_data("puzzle", puzzle_data(instance, start, plan, bound, heading))
    styles, script = "".join(map(source, STYLES)), bundle("alone/alone.js")
    assert "</script" not in script, "a script cannot hold its own end"
    return (
        f"{HEAD}<title>{xml(heading)}</title>\n<style>\n{styles}</style>\n</head>\n<body>\n"
        "<noscript><p>This page is a puzzle that needs a script, and scripts are off.</p></noscript>\n"
        f'{data}<script type="module">\n{script}</script>\n</body>\n</html>\n'
    )


def puzzle_data(
    instance: Instance, start: Configuration, plan: Plan | Walk | None, bound: int, title: str
) -> dict[str, Any]:
    """What the page's script gets to know."""
    if faults := start_faults(instance, start):
        raise InputError(faults)
    document = {key: value for key, value in document_of(instance).items() if key != "source"}
    data: dict[str, Any] = {"title": title, "instance": document, "start": start.to_json(), "walk": None, "bound": 0}
    if plan is None:
        return data
    course = Course.build(start, plan, instance)
    left = course.homes(course.ends_after(len(course)))
    if left != start.ends.size:
        raise InputError(Fault("plan", f"leaves {start.ends.size - (left or 0)} ends on cells of another color"))
    return {**data, "walk": course.walk.letters, "bound": min(bound, len(course))}
