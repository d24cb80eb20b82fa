"""The widget in a real JupyterLab: its cells are run, the board is clicked, and each side hears of the other.

``scripts/test-notebook`` installs JupyterLab and runs this; the suite does not look at it.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import run_chromium

CELLS = [
    "import gourds\n"
    "puzzle = gourds.generate('hexagon', radius=2, colors=3, seed=1)\n"
    "start = gourds.shuffle(puzzle, seed=2)\n"
    "board = gourds.widget(puzzle, start)\n"
    "board",
    "print('python knows', *board.configuration.empty_cell)",
    "board.configuration = gourds.shuffle(puzzle, seed=5)\nprint('python says', *board.configuration.empty_cell)",
    "board.placement = gourds.solve(puzzle).placement",
    "print('colors', *sorted({puzzle.colors[k] for k in board.instance.cell_colors}) if board.instance else 'none',"
    " board.document['cells'].count([0, 0, board.document['cells'][0][2]]), board.placement)",
]
SECONDS = 90


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """A server with one notebook in its folder, on a free port of this machine; its address."""
    notebook = {
        "cells": [
            {"cell_type": "code", "id": f"c{k}", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
            for k, text in enumerate(CELLS)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "board.ipynb").write_text(json.dumps(notebook))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"]
    command += ["--IdentityProvider.token=", "--ServerApp.password=", f"--notebook-dir={tmp_path}"]
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with open(tmp_path / "lab.log", "wb") as log:
        own = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=tmp_path, env={**os.environ, **own})
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: answers(f"{address}/api"))
        yield address
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def wait_for(condition: Any) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


@pytest.fixture
def page(lab: str) -> Iterator[Any]:
    """The notebook in a browser."""
    for browser in run_chromium():
        context = browser.new_context(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
        context.set_default_timeout(1000 * SECONDS)
        made = context.new_page()
        made.goto(f"{lab}/lab/tree/board.ipynb")
        made.locator(".jp-Notebook .jp-CodeCell").nth(len(CELLS) - 1).wait_for()
        yield made
        context.close()


def run_cell(page: Any, k: int) -> Any:
    """Runs a cell; the cell, whose output is there when its number is."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(k)
    prompt = cell.locator(".jp-InputPrompt")
    before = prompt.inner_text()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    page.wait_for_function(
        "([k, before]) => { const text = document.querySelectorAll('.jp-Notebook .jp-CodeCell')[k]"
        ".querySelector('.jp-InputPrompt').innerText; return text !== before && /\\d/.test(text); }",
        arg=[k, before],
    )
    return cell


def said(page: Any, k: int) -> str:
    return str(run_cell(page, k).locator(".jp-OutputArea-output").last.inner_text()).strip()


def test_both_sides_hear_of_each_other(page: Any, tmp_path: Path) -> None:
    run_cell(page, 0)
    board = page.get_by_test_id("widget-board")
    board.locator(".gourd.movable").first.wait_for()
    empty = board.get_attribute("data-empty")
    assert said(page, 1) == f"python knows {empty.replace(',', ' ')}"
    # A click on the board reaches Python.
    half = board.locator(".gourd.movable .half").first.bounding_box()
    page.mouse.click(half["x"] + half["width"] / 2, half["y"] + half["height"] / 2)
    if board.locator("[data-ghost]").count():
        board.locator("[data-ghost]").first.click()
    page.wait_for_function("() => document.querySelector('[data-testid=widget-board]').dataset.moves === '1'")
    moved = board.get_attribute("data-empty")
    assert moved != empty
    wait_for(lambda: said(page, 1) == f"python knows {moved.replace(',', ' ')}")
    page.get_by_test_id("widget-undo").click()
    wait_for(lambda: said(page, 1) == f"python knows {empty.replace(',', ' ')}")
    # A value of Python reaches the board.
    there = re.fullmatch(r"python says (-?\d+) (-?\d+)", said(page, 2))
    wait_for(lambda: board.get_attribute("data-empty") == f"{there[1]},{there[2]}")
    # A placement is shown, and a painted cell reaches Python.
    run_cell(page, 3)
    canvas = page.locator(".gourds-board canvas")
    canvas.wait_for()
    wait_for(lambda: page.get_by_test_id("widget-board").get_attribute("data-gourds") == "9")
    page.screenshot(path=tmp_path / "edit.png")
    before = said(page, 4)
    assert "Placement" in before
    colors = page.locator("[data-testid^=widget-color]")
    box = canvas.bounding_box()
    for k in range(colors.count()):  # the cell in the middle has one of the colors, so another one paints it
        colors.nth(k).click()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait_for(lambda: said(page, 4).endswith("None"))
    assert page.get_by_test_id("widget-board").get_attribute("data-gourds") == "0"
