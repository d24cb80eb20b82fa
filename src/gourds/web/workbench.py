"""``gourds.serve``: the workbench in a browser, from Python. The server's own packages are imported when it starts."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from pathlib import Path

from gourds.errors import InputError
from gourds.terminal import echo


def serve(
    port: int = 8765,
    *,
    opens: bool = True,
    campaigns: str | os.PathLike[str] | None = None,
    on_ready: Callable[[str, int], None] | None = None,
) -> None:
    """Serve the workbench in a browser on this machine alone, until Ctrl-C, which is a KeyboardInterrupt.

    If the port is taken, the next free one is used; 0 takes any. ``opens`` opens the page. ``campaigns`` is a folder
    for stores of campaigns, which the page lists and makes; without it, they end with the server.
    ``on_ready`` is told address and port; without it, they are printed.
    """
    for package in ("starlette", "uvicorn"):
        if importlib.util.find_spec(package) is None:
            raise InputError(f"the package {package} is not installed; pip install 'gourds[web]' brings it")
    if campaigns is not None and not Path(campaigns).is_dir():
        raise InputError("there is no such folder", os.fspath(campaigns))
    from gourds.web.serving import ADDRESS, bind
    from gourds.web.serving import serve as run
    from gourds.web.settings import Settings

    listener = bind(port)
    used = listener.getsockname()[1]
    address = f"http://{ADDRESS}:{used}/"

    def tell() -> None:
        if on_ready is None:
            echo(f"gourds is at {address}")
        else:
            on_ready(address, used)
        if opens:
            import threading
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some do not return

    run(listener, Settings(campaigns=None if campaigns is None else Path(campaigns).resolve()), tell)
