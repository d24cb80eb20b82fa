"""axe-core, which finds what people with a keyboard, a screen reader or weak eyes cannot use: fetched once, never shipped."""

from __future__ import annotations

import functools
import hashlib
import io
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Any

PACKAGE = "axe-core@4.10.3"
SUM = "0f2b4d7dcdf7d1219df8d1959ad68e565f51d14c3f0d88bb71cd59abeb956292"
"""The SHA-256 of the package."""
GRAVE = ("serious", "critical")


@functools.cache
def axe_source() -> str | None:
    """The script; None if it is not in the cache of this machine and npm cannot fetch it."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gourds-tests"
    kept = folder / f"{PACKAGE.replace('@', '-')}.tgz"
    try:
        if not kept.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(
                ["npm", "pack", PACKAGE, "--silent"], cwd=folder, capture_output=True, timeout=60, check=True
            )
        data = kept.read_bytes()
        if hashlib.sha256(data).hexdigest() != SUM:
            return None
        with tarfile.open(fileobj=io.BytesIO(data)) as package:
            found = package.extractfile("package/axe.min.js")
            return None if found is None else found.read().decode()
    except (OSError, subprocess.SubprocessError):
        return None


def grave_findings(page: Any, *rules: str, inside: str | None = None) -> list[str]:
    """What axe finds on a page as it is shown, one line each; with some rules, or with all; inside of what matches."""
    source = axe_source()
    assert source is not None
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(source)
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate(
        """([inside, options]) => {
          const visible = [...document.querySelectorAll(inside ?? 'html')].filter((one) => one.checkVisibility());
          return axe.run({ include: visible }, options);
        }""",
        [inside, options],
    )
    return [
        f"{rule['impact']} {rule['id']}: {node['html'][:160]} | {(node['any'] + node['all'] + node['none'])[0]['message'][:200]}"
        for rule in found["violations"]
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
