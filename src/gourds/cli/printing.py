"""What the commands print: JSON for programs; rows, hints, good and bad news for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gourds.terminal import echo, style
from gourds.words import counted as counted


def print_json(value: object) -> None:
    """One JSON object, for programs: in UTF-8 whatever the terminal uses, with escapes for what UTF-8 cannot hold."""
    from gourds.files.json_values import spell_json
    from gourds.files.raw import write_bytes

    write_bytes("-", f"{spell_json(value, indent=2)}\n".encode(errors="backslashreplace"))


def print_rows(rows: Iterable[tuple[str, str]], *, err: bool = False) -> None:
    """Aligned names and values, the names dimmed; on standard error where standard output holds a file."""
    rows = list(rows)
    width = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        echo(f"  {style(name.ljust(width), dim=True)}  {value}", err=err)


def print_some(
    texts: Iterable[str], most: int, more: str = "more", *, look: Callable[[str], str] = str, err: bool = False
) -> None:
    """The first texts, a line for each, and how many more there are."""
    texts = list(texts)
    for text in texts[:most]:
        echo(look(f"  {text}"), err=err)
    if len(texts) > most:
        echo(look(f"  and {len(texts) - most:,} {more}"), err=err)


def write_picture(output: str, data: bytes) -> None:
    """Write the bytes of a picture, and say how many."""
    from gourds.files.raw import write_bytes

    write_bytes(output, data)
    if output != "-":
        echo(f"{output}: {counted(len(data), 'byte')}", err=True)


def print_hint(text: str) -> None:
    """What to try next; on standard error, so that the output can be piped."""
    echo(style("  → ", fg="cyan") + text, err=True)


def good(text: str) -> str:
    """Styled as good news."""
    return style(text, fg="green")


def bad(text: str) -> str:
    """Styled as bad news."""
    return style(text, fg="red")


def spell_kinds(kinds: dict[str, int]) -> str:
    """'3 slides, 1 turn, 2 pivots'."""
    return ", ".join(counted(count, kind) for kind, count in kinds.items())
