"""Plugins join the registry of solvers; after each test here, and after each module with its fixtures, it is as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gourds.solvers import registry


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
