"""A real browser on a real server: Debian's chromium, driven by playwright; any error on a page fails its test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.web.browser.placing import Place
from tests.web.browser.playing import Play
from tests.web.browser.reducing import Reduce
from tests.web.browser.viewing import Errors, View
from tests.web.serving import Served, start_server

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""The first one draws pages as the others do and takes half of their processor time: it has no windows."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
DESKTOP = (1280, 860)
PHONE = (390, 844)
V = TypeVar("V", bound=View)
KNOWN = """
if (location.protocol === 'http:') {
  localStorage.setItem('gourds tutorial v1', '"seen"');
  if (!localStorage.getItem('gourds play settings v1')) localStorage.setItem('gourds play settings v1', '{"par": false}');
}
"""
"""What the browser of somebody who was here before keeps; the server is left alone until a test asks it. Other pages than
the workbench's may have no storage."""
FIGURES = pytest.StashKey[list[str]]()
"""Measured times, told at the end of every run."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash.setdefault(FIGURES, [])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The frame times that were measured, whether or not anything failed."""
    for line in config.stash.get(FIGURES, []):
        terminalreporter.write_line(f"browser: {line}")


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """``tell("…")`` puts a line into the summary of the run."""
    return request.config.stash.setdefault(FIGURES, []).append


def find_chromium() -> str | None:
    """The browser of this machine; one is installed if there is none and that is possible."""
    given = os.environ.get("GOURDS_CHROMIUM")
    if given and Path(given).is_file():
        return given
    if found := next(filter(None, map(shutil.which, NAMES)), None):
        return found
    apt = ["apt-get", "install", "-y", "--no-install-recommends"]
    install = [[*apt, name] for name in NAMES[:2]] if os.geteuid() == 0 else []
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
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder whose campaigns the server lists."""
    return tmp_path_factory.mktemp("campaigns")


@pytest.fixture(scope="package")
def workbench(campaigns: Path) -> Iterator[Served]:
    """The server that the pages of these tests come from."""
    with start_server(campaigns=str(campaigns)) as served:
        yield served


def run_chromium() -> Iterator[Any]:
    """A browser, closed in the end; without one the test is skipped."""
    path = find_chromium()
    if path is None:
        pytest.skip("there is no chromium, and it cannot be installed")
    with playwright_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One chromium for all these tests; each page has a profile of its own."""
    yield from run_chromium()


def new_page(
    browser: Any,
    address: str,
    errors: Errors,
    *,
    size: tuple[int, int] = DESKTOP,
    touch: bool = False,
    dark: bool = False,
    calm: bool = False,
    newcomer: bool = False,
    worker: bool = False,
) -> Any:
    """A page with a profile of its own; what goes wrong on it is noted. ``calm``: people ask for less motion.

    ``newcomer``: the first visit, with the tutorial, and plans sought in the background as people have it.
    ``worker``: the service worker is allowed, which copies all files of the page.
    """
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce" if calm else "no-preference",
        accept_downloads=True,
        service_workers="allow" if worker else "block",
    )
    context.set_default_timeout(60_000)
    if not newcomer:
        context.add_init_script(KNOWN)
    page = context.new_page()
    page.on("console", errors.note)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    return page


@pytest.fixture
def open_page(browser: Any, workbench: Served) -> Iterator[Callable[..., Any]]:
    """``open_page("#place", size=PHONE, touch=True, dark=True)``; errors on the page fail the test in the end."""
    contexts = []
    errors = Errors()

    def open_(fragment: str = "#place", *, expects: str | None = None, **options: Any) -> Any:
        errors.expects = expects or errors.expects
        page = new_page(browser, workbench.address + fragment, errors, **options)
        contexts.append(page.context)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not errors, errors


# -- a page of each view that most tests share; before each test it is as if it had just been opened -------------------


@pytest.fixture(scope="package")
def place_page(browser: Any, workbench: Served) -> Iterator[Place]:
    errors = Errors()
    page = new_page(browser, f"{workbench.address}#place", errors)
    yield Place(page, errors)
    page.context.close()


@pytest.fixture(scope="package")
def play_page(browser: Any, workbench: Served) -> Iterator[Play]:
    errors = Errors()
    page = new_page(browser, f"{workbench.address}#play", errors)
    found = Play(page, errors)
    found.begin_with("paper")
    yield found
    page.context.close()


@pytest.fixture(scope="package")
def reduce_page(browser: Any, workbench: Served) -> Iterator[Reduce]:
    errors = Errors()
    page = new_page(browser, f"{workbench.address}#reduce", errors)
    yield Reduce(page, errors)
    page.context.close()


@pytest.fixture
def place(place_page: Place) -> Iterator[Place]:
    """The Place view, showing the first example."""
    yield from fresh(place_page)


@pytest.fixture
def play(play_page: Play) -> Iterator[Play]:
    """The Play view, showing the puzzle of the paper."""
    yield from fresh(play_page)


@pytest.fixture
def view(reduce_page: Reduce) -> Iterator[Reduce]:
    """The Reduce view, showing its first example."""
    yield from fresh(reduce_page)


def fresh(shared: V) -> Iterator[V]:
    """A shared page as it was in the beginning; errors on it fail the test in the end."""
    shared.reset()
    shared.errors.clear()
    yield shared
    shared.page.wait_for_timeout(0)  # messages of the page that are on their way
    shared.errors.expects = None
    assert not shared.errors, shared.errors
