"""Modules of the workbench's page as one script: each becomes a function that runs once, after those that it imports.

The page is plain modules without a build step, and a file that is opened from a disk can import none of them. So they
are put one after the other: a module becomes ``const m2 = (() => { …; return { names }; })();``, and an import from it
``const { names } = m2;``. That covers what the page's modules write: named imports and exports at the beginning of a
line, and no two modules that import each other. Anything else is refused here, not in a browser.
"""

from __future__ import annotations

import posixpath
import re
from importlib.resources import files
from typing import Final

RULES: Final = "board/moves.js"
"""The module of the rules, which lies beside the pages of plans."""

_IMPORT: Final = re.compile(r"^import\s+(?:\{([^}]*)\}|\*\s+as\s+(\w+))\s+from\s+'([^']+)';[ \t]*$", re.M)
_EXPORT: Final = re.compile(r"^export\s+(const|let|(?:async\s+)?function|class)\s+(\w+)", re.M)
_LIST: Final = re.compile(r"^export\s+\{([^}]*)\};[ \t]*$", re.M)


def bundle(entry: str) -> str:
    """The module ``entry`` of the page and all that it imports, as one script; its exports are the last expression.

    Raises ValueError if a module is written in a way that cannot be put together.
    """
    order = modules(entry)
    names = {name: f"m{k}" for k, name in enumerate(order)}
    return "".join(_wrapped(name, names) for name in order)


def exported(entry: str) -> str:
    """What a bundle calls the exports of its entry."""
    return f"m{len(modules(entry)) - 1}"


def modules(*entries: str) -> list[str]:
    """All modules that these need, themselves too, each after those that it imports."""
    order: list[str] = []
    for entry in entries:
        _visit(entry, order, ())
    return order


def source(name: str) -> str:
    """The text of a file of the page."""
    if name == RULES:
        return files("gourds.render.plan").joinpath("moves.js").read_text("utf-8")
    return files("gourds.web").joinpath("static", *name.split("/")).read_text("utf-8")


def _visit(name: str, order: list[str], above: tuple[str, ...]) -> None:
    """Appends a module after all that it imports."""
    if name in above:
        raise ValueError(f"{name} imports itself, by {' and '.join(above[above.index(name) + 1 :])}")
    if name in order:
        return
    for _, _, other in _IMPORT.findall(source(name)):
        _visit(_beside(name, other), order, (*above, name))
    order.append(name)


def _beside(name: str, other: str) -> str:
    """The name of a module as another one calls it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), other))


def _wrapped(name: str, names: dict[str, str]) -> str:
    """A module as a function that runs at once and gives its exports."""
    text = source(name)
    found = [exported_name for _, exported_name in _EXPORT.findall(text)]

    def imported(match: re.Match[str]) -> str:
        listed, whole, other = match.groups()
        home = names[_beside(name, other)]
        return f"const {whole} = {home};" if whole else f"const {{{listed.replace(' as ', ': ')}}} = {home};"

    def listed(match: re.Match[str]) -> str:
        for part in filter(None, (part.strip() for part in match[1].split(","))):
            inner, _, outer = part.partition(" as ")
            found.append(f"{outer}: {inner}" if outer else inner)
        return ""

    text = _LIST.sub(listed, _EXPORT.sub(r"\1 \2", _IMPORT.sub(imported, text)))
    if left := re.search(r"^(?:import|export)\b.*$|\bimport\(|\bimport\.meta\b", text, re.M):
        raise ValueError(f"{name} cannot be put into one script: {left[0]}")
    return f"/* {name} */\nconst {names[name]} = (() => {{\n{text}\nreturn {{ {', '.join(found)} }};\n}})();\n"
