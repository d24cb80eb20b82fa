"""Runs the notebook ``docs/tour.ipynb`` and keeps what its cells say; ``--check`` only compares.

A notebook is JSON. Its cells are run one after the other, as Jupyter does it: what they print is kept, and the value of
a last expression, as a picture if it is one. No other package is needed.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

TOUR = Path(__file__).resolve().parent.parent / "docs" / "tour.ipynb"


def run_cells(cells: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The outputs of the code cells, in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [
        run_cell("".join(cell["source"]), names, number)
        for number, cell in enumerate((cell for cell in cells if cell["cell_type"] == "code"), start=1)
    ]


def run_cell(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The outputs of one cell."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines_of(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines_of(repr(value))}
        picture = value._repr_svg_() if hasattr(value, "_repr_svg_") else None
        if picture is not None:
            data["image/svg+xml"] = lines_of(picture)
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def lines_of(text: str) -> list[str]:
    """The text as notebooks hold it."""
    return text.splitlines(keepends=True)


def main() -> int:
    """Run the notebook; 1 if it says something else than before, and nothing but that was asked for."""
    notebook = json.loads(TOUR.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, outputs) in enumerate(zip(code, run_cells(notebook["cells"]), strict=True), start=1):
        if "--check" in sys.argv and cell["outputs"] != outputs:
            print(f"{TOUR.name}: cell {number} says something else now; scripts/docs runs it again")
            return 1
        cell["outputs"], cell["execution_count"] = outputs, number
    TOUR.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
