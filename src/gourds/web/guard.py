"""Which requests are allowed, and the headers of every answer.

The server listens on 127.0.0.1, but every page in a browser on this machine can send requests there. Three checks keep
other pages out, before anything else in the request is read:

- *Host* must name this machine. A foreign name that resolves to 127.0.0.1 (DNS rebinding) is refused.
- *Origin*, where a browser sends it, must be exactly the host and port that the request went to. So pages of other
  servers are refused, including those on this machine, and so are sandboxed pages, whose origin is ``null``.
- *Sec-Fetch-Site*, where a browser sends it, must not say that another site asks for data (an image, a script).

The port in Host is not checked, so that a port forwarded by ssh works. Origin is compared with the whole of Host.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gourds.bench.report.explorer.section import script_source
from gourds.web.requests import refuse

_OWN_HOST: Final = re.compile(r"(?:127\.0\.0\.1|localhost)(?::[0-9]{1,5})?", re.ASCII)

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""What the page may load: its own files, and nothing inline."""

REPORT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        f"script-src {script_source()}",
        "img-src data:",
        "sandbox allow-popups allow-scripts",
    )
)
"""A campaign report has inline styles and one script, known by its hash. It cannot reach anything else here."""

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
"""Added to every answer that does not set its own."""


class Guard:
    """Middleware around everything else."""

    def __init__(self, app: ASGIApp, open_requests: int) -> None:
        self.app = app
        self.open_requests = open_requests
        self.now_open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, pass on, and add headers."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return  # no websockets

        has_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        wrong = find_wrong(Headers(scope=scope), scope["path"])
        if wrong is not None:
            await refuse(403, wrong)(scope, receive, send_with_headers)
            return
        if self.now_open >= self.open_requests:
            await refuse(503, "too many requests are open")(scope, receive, send_with_headers)
            return
        self.now_open += 1
        try:
            await self.app(scope, receive, send_with_headers)
        except Exception as error:
            if has_begun:
                raise  # the connection is closed
            await refuse(500, f"internal error: {type(error).__name__}")(scope, receive, send_with_headers)
        finally:
            self.now_open -= 1


def find_wrong(headers: Headers, path: str) -> str | None:
    """Why a request is refused, None if it is not."""
    hosts = headers.getlist("host")
    if len(hosts) != 1 or not _OWN_HOST.fullmatch(hosts[0]):
        return "this server answers only as 127.0.0.1 or localhost"
    origins = headers.getlist("origin")
    if origins and origins != [f"http://{hosts[0]}"]:
        return "this server answers only its own page"
    if headers.get("sec-fetch-site") in ("cross-site", "same-site") and path.startswith(("/api/", "/campaigns/")):
        return "this server answers only its own page"
    return None
