"""A real browser on a real server: Debian's chromium, driven by playwright; any error on a page fails its test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Served, start_server

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
DESKTOP = (1280, 860)
PHONE = (390, 844)


def find_chromium() -> str | None:
    """The browser of this machine; one is installed if there is none and that is possible."""
    given = os.environ.get("GOURDS_CHROMIUM")
    if given and Path(given).is_file():
        return given
    if found := next(filter(None, map(shutil.which, NAMES)), None):
        return found
    install = [["apt-get", "install", "-y", "--no-install-recommends", "chromium"]] if os.geteuid() == 0 else []
    install.append([sys.executable, "-m", "playwright", "install", "chromium"])
    for command in install:
        try:
            subprocess.run(command, capture_output=True, timeout=300, check=True)
        except (OSError, subprocess.SubprocessError):
            continue
        if found := next(filter(None, map(shutil.which, NAMES)), None):
            return found
        with playwright_api.sync_playwright() as playwright:
            if Path(playwright.chromium.executable_path).is_file():
                return str(playwright.chromium.executable_path)
    return None


@pytest.fixture(scope="package")
def workbench() -> Iterator[Served]:
    """The server that the pages of these tests come from."""
    with start_server() as served:
        yield served


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One chromium for all these tests; each page has a profile of its own."""
    path = find_chromium()
    if path is None:
        pytest.skip("there is no chromium, and it cannot be installed")
    with playwright_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


def new_page(
    browser: Any,
    address: str,
    errors: list[str],
    *,
    size: tuple[int, int] = DESKTOP,
    touch: bool = False,
    dark: bool = False,
    expects: str | None = None,
) -> Any:
    """A page with a profile of its own; what goes wrong on it is noted."""

    def note(message: Any) -> None:
        # A browser reports refusals of the server by itself; a test that provokes one says so.
        if message.type == "error" and not (expects and expects in message.text):
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark" if dark else "light",
        accept_downloads=True,
    )
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.on("console", note)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    return page


@pytest.fixture
def open_page(browser: Any, workbench: Served) -> Iterator[Callable[..., Any]]:
    """``open_page("#place", size=PHONE, touch=True, dark=True)``; errors on the page fail the test in the end."""
    contexts = []
    errors: list[str] = []

    def open_(fragment: str = "#place", *, address: str | None = None, **options: Any) -> Any:
        page = new_page(browser, (address or workbench.address) + fragment, errors, **options)
        contexts.append(page.context)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not errors, errors
