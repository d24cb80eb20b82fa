"""What modules import, from their source: for tests of what rests on what."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

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
