"""Tables of pages in docs, to compare them with the data."""

from __future__ import annotations


def table_after(text: str, heading: str) -> list[list[str]]:
    """The rows of the first table after a heading, without commas."""
    lines = text[text.index(f"\n## {heading}\n") :].splitlines()
    begun = next(k for k, line in enumerate(lines) if line.startswith("|"))
    rows: list[list[str]] = []
    for line in lines[begun + 2 :]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip().replace(",", "") for cell in line.strip("|").split("|")])
    return rows
