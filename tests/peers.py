"""Other people's programs that tests run.

Those that ``scripts/peers`` installs must be there, or their tests skip and say so. Others are tested where somebody has
installed them: no Debian package has them, or their license keeps them out.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from typing import Final

import pytest

from tests.conftest import ROOT

SCRIPT = (ROOT / "scripts" / "peers").read_text(encoding="utf-8")
INSTALLED: Final = frozenset(re.findall(r"^(?:fetch (?=\S+ \S+\.deb)|  (?=\S+:\S+$))([^\s:]+)", SCRIPT, re.MULTILINE))
"""The programs that ``scripts/peers`` installs."""


def at_hand(programs: Iterable[str]) -> list[str]:
    """Those of these programs that this machine has or should have."""
    return [name for name in programs if name in INSTALLED or shutil.which(name) is not None]


def need(program: str) -> None:
    """Skip the test if a program is not there."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed (scripts/peers installs it on Debian, as root)")
