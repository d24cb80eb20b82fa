"""Plugins join the registry of solvers; after each test here it is as it was."""

from __future__ import annotations

import pytest

from gourds.solvers import registry


@pytest.fixture(autouse=True)
def _registry_as_before():
    before = dict(registry())
    yield
    registry().clear()
    registry().update(before)
