"""Writes into ``docs/certificates.md`` how many lines there are to trust; finds what modules import, from their source.

With ``--check`` nothing is written; the exit code is 1 if the numbers are out of date.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAPER: Final = ROOT / "docs" / "certificates.md"
SOURCE: Final = ROOT / "src" / "gourds"

READERS: Final = ("gourds.files.instances", "gourds.files.raw")
"""What reads an instance's JSON file, besides what the checker needs anyway."""
PAIR_READERS: Final = (
    "gourds.certificates.shortest",
    "gourds.files.certificates",
    "gourds.files.configurations",
    "gourds.files.raw",
)
"""What checks that no plan is shorter, and what reads its three files."""
BASES: Final[dict[str, tuple[str, ...]]] = {
    "`counting`, `barrier`": ("gourds.certificates.counting",),
    "`linear`": ("gourds.certificates.linear",),
    "`drat`": ("gourds.certificates.formula", "gourds.certificates.clausal.drat"),
    "`decomposition`": ("gourds.certificates.decomposition",),
    "`modular`": ("gourds.certificates.modular",),
    "`diagram`, `count`": ("gourds.certificates.diagram",),
    "`shortest`": ("gourds.certificates.shortest",),
    "a DRAT or LRAT proof": ("gourds.certificates.clausal.check",),
    "a pseudo-Boolean proof": ("gourds.certificates.pseudo_boolean.check",),
    "a certificate of any kind": ("gourds.certificates.verify",),
    "the same, with certificate and instance in JSON files": ("gourds.certificates.verify", *READERS),
    "`shortest`, with start, target and certificate in JSON files": PAIR_READERS,
    "a placement": ("gourds.placement",),
}
"""By the first column of the table: the modules that check it. They and all that they import are the lines to trust."""

_ROW: Final = re.compile(r"^(\| ([^|]+) \| [^|]+ \| )[0-9,]+( lines \|)$", re.MULTILINE)
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


class Package:
    """All modules below a folder with the sources of one package."""

    def __init__(self, folder: Path) -> None:
        self.path = {_name(path.relative_to(folder.parent)): path for path in folder.rglob("*.py")}
        self._imported: dict[str, set[str]] = {}
        self._lines: dict[str, int] = {}

    def below(self, *names: str) -> set[str]:
        """Modules with these names and all inside of them."""
        return {module for module in self.path if any(f"{module}.".startswith(f"{name}.") for name in names)}

    def closure(self, roots: Iterable[str]) -> set[str]:
        """The modules that are imported sooner or later, by any import statement outside of ``if TYPE_CHECKING``.

        To import a module runs the packages around it, so they count too.
        """
        found: set[str] = set()
        waiting = list(roots)
        while waiting:
            module = waiting.pop()
            if module not in found:
                found.add(module)
                waiting += self._imports(module)
        return found

    def _imports(self, module: str) -> set[str]:
        """What a module imports, read once."""
        if module not in self._imported:
            self._imported[module] = set(self._read_imports(module))
        return self._imported[module]

    def _read_imports(self, module: str) -> Iterator[str]:
        is_package = self.path[module].name == "__init__.py"
        for node in _run(ast.parse(self.path[module].read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    parts = module.split(".")
                    around = parts[: len(parts) - node.level + is_package]
                    base = ".".join([*around, *([base] if base else [])])
                names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
            yield from (name for name in names if name in self.path)
            yield from (outer for name in names if name in self.path for outer in self._around(name))
        yield from self._around(module)

    def _around(self, module: str) -> list[str]:
        parts = module.split(".")
        return [name for k in range(1, len(parts)) if (name := ".".join(parts[:k])) in self.path]

    def code_lines(self, module: str) -> int:
        """The lines that hold code: blank lines, comments and docstrings aside."""
        if module not in self._lines:
            self._lines[module] = self._count_lines(module)
        return self._lines[module]

    def _count_lines(self, module: str) -> int:
        text = self.path[module].read_text()
        lines: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type not in _NO_CODE:
                lines.update(range(token.start[0], token.end[0] + 1))
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return len(lines)


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a module but those that only type checkers look at."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.If) and isinstance(inner.test, ast.Name) and inner.test.id == "TYPE_CHECKING":
            for other in inner.orelse:
                yield other
                yield from _run(other)
            continue
        yield inner
        yield from _run(inner)


@cache
def gourds() -> Package:
    """The package that the page is about, read once."""
    return Package(SOURCE)


def stated(text: str) -> str:
    """The page with the right numbers in its table."""
    package = gourds()
    rows = [row[2] for row in _ROW.finditer(text)]
    if rows != [*BASES]:
        raise SystemExit(f"{PAPER.name}: the rows of the table are {rows}, and not {[*BASES]}")

    def row(found: re.Match[str]) -> str:
        lines = sum(map(package.code_lines, package.closure(BASES[found[2]])))
        return f"{found[1]}{lines:,}{found[3]}"

    return _ROW.sub(row, text)


def main(arguments: list[str], paper: Path = PAPER) -> int:
    """Run the script and give its exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: scripts/regenerate [--check]", file=sys.stderr)
        return 2
    before = paper.read_text(encoding="utf-8")
    after = stated(before)
    if after == before:
        return 0
    if not arguments:
        paper.write_text(after, encoding="utf-8")
    print(f"{'differs' if arguments else 'written'}: docs/{paper.name}")
    return 1 if arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
