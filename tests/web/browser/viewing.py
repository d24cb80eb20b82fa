"""What the pages of all views share: buttons by their names, waiting, files in and out."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

VIEW = "window.gourds.current().view"


class Errors(list[str]):
    """What went wrong on a page. A test that provokes a refusal of the server says so, for browsers report it."""

    expects: str | None = None

    def note(self, message: Any) -> None:
        """A message on the console."""
        if message.type == "error" and not (self.expects and self.expects in message.text):
            self.append(f"{message.text} ({message.location.get('url', '')})")


class View:
    """A view of one page."""

    def __init__(self, page: Any, errors: Errors | None = None) -> None:
        self.page = page
        self.errors = Errors() if errors is None else errors
        self.wait_until_ready()
        self.until(lambda: bool(page.evaluate(f"() => Boolean({VIEW}?.getState)")))
        self.first = page.evaluate(f"() => {VIEW}.getState()")

    def wait_until_ready(self) -> None:
        """Wait for the first thing to show."""

    def reset(self) -> None:
        """As it was in the beginning."""
        self.page.evaluate(
            f"""async (state) => {{
              document.querySelectorAll('dialog').forEach((box) => box.close());
              document.getElementById('toasts').replaceChildren();
              history.replaceState(null, '', location.hash.split('/')[0]);
              await {VIEW}.setState(state);
            }}""",
            self.first,
        )

    def get(self, testid: str) -> Any:
        return self.page.get_by_test_id(testid)

    def click(self, testid: str) -> None:
        self.get(testid).click()

    def text(self, testid: str) -> str:
        return str(self.get(testid).inner_text())

    def until(self, condition: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until something holds. To look costs more than to wait, so it looks less and less often."""
        end, pause = time.monotonic() + seconds, 10.0
        while not condition():
            assert time.monotonic() < end, "it did not happen in time"
            self.page.wait_for_timeout(pause)
            pause = min(1.3 * pause, 100.0)

    def wait_for_toast(self, words: str) -> None:
        """Wait for a message with these words."""
        self.until(lambda: any(words in text for text in self.get("toast").all_inner_texts()))

    def download(self, menu: str, entry: str) -> tuple[str, bytes]:
        """A file from a menu: its name and its bytes."""
        self.get(menu).last.click()
        with self.page.expect_download() as waiting:
            self.click(entry)
        found = waiting.value
        return found.suggested_filename, Path(found.path()).read_bytes()

    def open_file(self, name: str, content: str | bytes) -> None:
        """Open a file by the picker."""
        self.get("open-menu").last.click()
        with self.page.expect_file_chooser() as waiting:
            self.click("open-file")
        data = content.encode() if isinstance(content, str) else content
        waiting.value.set_files([{"name": name, "mimeType": "application/octet-stream", "buffer": data}])
