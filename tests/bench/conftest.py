"""Plugins join the registry of solvers; after each test here, and after each module with its fixtures, it is as it was.

Tests copy ``bench_plugin.py`` beside their campaigns. Within one process Python loads the module once, so the original comes
first, whichever test begins.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from gourds.solvers import registry
from tests.bench.campaigns import PLUGIN


def _kept() -> Iterator[None]:
    before = dict(registry())
    yield
    registry().clear()
    registry().update(before)


@pytest.fixture(autouse=True)
def _registry_as_before():
    yield from _kept()


@pytest.fixture(autouse=True, scope="module")
def _registry_as_before_the_module():
    yield from _kept()


@pytest.fixture(autouse=True, scope="session")
def _original_plugin():
    sys.path.append(str(PLUGIN.folder))
    import_module(PLUGIN.module)
