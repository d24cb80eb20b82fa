"""The printer: one line for each call, nothing raw but our own styles; and that nothing prints past it."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from gourds import terminal
from gourds.bench.run.progress import Progress
from gourds.files.json_values import parse_json, spell_json
from gourds.terminal import StatusLine, echo, echo_lines, style
from gourds.web.serving import _Trouble

HOSTILE = "a\nvalid: b\r\x1b]0;x\x07\x1b[41m\x9b31m\u202e\u2028\u200b\ud800\x7f"
ESCAPED = r"a\nvalid: b\r\x1b]0;x\x07\x1b[41m\x9b31m\u202e\u2028\u200b\ud800\x7f"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_line_is_one_line(capsys):
    echo(HOSTILE)
    echo(f"x {style(HOSTILE, fg='red')} y", err=True)
    echo_lines(["one", HOSTILE])
    shown = capsys.readouterr()
    assert shown.out == f"{ESCAPED}\none\n{ESCAPED}\n"
    assert shown.err == f"x {ESCAPED} y\n"


def test_only_our_own_styles_pass():
    file = Terminal()
    forged = "\x1b[32mvalid\x1b[0m"
    echo(style(f"no: {style(forged, bold=True)}", fg="red"), file=file, color=True)
    assert file.getvalue() == "\x1b[31mno: \x1b[1m\\x1b[32mvalid\\x1b[0m\x1b[0m\x1b[0m\n"
    plain = io.StringIO()
    echo(style(f"no: {forged}", fg="red"), file=plain, color=False)
    assert plain.getvalue() == "no: \\x1b[32mvalid\\x1b[0m\n"


def test_the_key_is_drawn_anew():
    """What is known of one process helps nobody with the next."""
    assert re.fullmatch("[0-9a-f]{16}", terminal._KEY)
    source = Path(terminal.__file__).read_text(encoding="utf-8")
    assert terminal._KEY not in source


@given(st.text(alphabet=st.characters()))
def test_any_text_is_one_printable_line(text):
    file = io.StringIO()
    echo(f"{text}{style(text, dim=True)}", file=file, color=False)
    line = file.getvalue()
    assert line.endswith("\n")
    assert line[:-1].isprintable()


def test_a_status_line_is_cut_after_it_was_escaped(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "10")
    file = Terminal()
    line = StatusLine(file=file)
    line.say("\x1b" * 100)
    line.say(HOSTILE, dim=True)
    line.clear()
    first, second, last = file.getvalue().removeprefix("\r\x1b[K").split("\r\x1b[K")
    assert first == ("\\x1b" * 10)[:39]
    assert second == f"\x1b[2m{ESCAPED[:39]}\x1b[0m"
    assert last == ""


def test_a_status_line_is_for_terminals():
    for line in (StatusLine(file=io.StringIO()), StatusLine(quiet=True, file=Terminal())):
        line.say("x")
        line.clear()
        assert line.file.getvalue() == ""


def test_progress_of_a_campaign():
    for file in (io.StringIO(), Terminal()):
        Progress(file).begin(HOSTILE, 1, 0, 1)
        assert file.getvalue().removeprefix("\r\x1b[K") == f"{ESCAPED}: 1 runs, 1 to run\n"


def test_lines_of_the_server(capsys):
    _Trouble()(None, {"message": HOSTILE, "exception": OSError(HOSTILE)})
    assert capsys.readouterr().err == f"gourds serve: {ESCAPED}: {ESCAPED}\n"


@given(st.text())
def test_json_is_printable_and_says_the_same(text):
    for spelled in (spell_json([text]), spell_json({text: text})):
        assert spelled.isprintable()
    assert parse_json(spell_json([text])) == [text]
    assert spell_json(["ä", "漢"]) == '["ä", "漢"]'


# -- nothing prints past it -------------------------------------------------------------------------------------

MAY_WRITE = {"terminal.py", "cli/main.py", "files/raw.py"}
"""The printer; the entry point, before anything is read; documents on standard output."""
FORBIDDEN = re.compile(
    r"print|(?:pprint\.)?pprint|input|click\.(?:echo|secho|style|echo_via_pager|progressbar|prompt|confirm)"
    r"|sys\.(?:stdout|stderr|__stdout__|__stderr__)\.(?:write|writelines|buffer\.\w+)|warnings\.\w+"
    r"|traceback\.print_\w+|logging\.(?:debug|info|warning|error|critical|exception|basicConfig)|\\x1b.*"
)


def _uses(path: Path) -> Iterator[str]:
    """What is called, what is imported from click, and strings that would steer a terminal."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)
        elif isinstance(node, ast.ImportFrom) and node.module == "click":
            yield from (f"click.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "\x1b" in node.value:
            yield "\\x1b in a string"


def test_nothing_prints_past_it():
    source = Path(terminal.__file__).parent
    found = [
        f"{name}: {used}"
        for path in sorted(source.rglob("*.py"))
        if (name := path.relative_to(source).as_posix()) not in MAY_WRITE
        for used in _uses(path)
        if FORBIDDEN.fullmatch(used)
    ]
    assert not found
