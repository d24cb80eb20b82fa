"""The script and the style of the widget, put together from the modules of the page."""

from __future__ import annotations

import re

from gourds.render.puzzle.bundle import bundle, exported, source

_ENTRY = "widget/widget.js"


def widget_script() -> str:
    """The module that anywidget loads."""
    return f"{bundle(_ENTRY)}export default {{ render: {exported(_ENTRY)}.render }};\n"


def widget_style() -> str:
    """The colors of the page and the looks of its boards, below ``.gourds-widget`` and nowhere else."""
    blocks = re.findall(r"^:root[^{]*\{[^}]*\}", source("style.css"), re.M)
    colors = "\n".join(block.replace(":root", ".gourds-widget", 1) for block in blocks[:2])
    play = source("play/play.css")
    frames = re.compile(r"^@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.M)
    nested = frames.sub("", play).replace(':root[data-theme="dark"]', '&[data-theme="dark"]')
    return "\n".join([colors, *frames.findall(play), ".gourds-widget {", nested, source("widget/widget.css"), "}"])
