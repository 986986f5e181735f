"""Headers that keep a page to itself: its own scripts and styles only, in nobody's frame."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from overtrick.web.live.stream import Message, Send

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


def safe_headers() -> Mapping[str, str]:
    """What every answer has: a policy without inline script or style, no guessing of types, no use of the senses."""
    always = {
        "Content-Security-Policy": POLICY,
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    if settings.SECURE_HSTS_SECONDS:  # browsers take no notice of it on plain HTTP
        always["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains"
    return always


class SafeHeaders:
    """Middleware: the headers that are not set yet."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with the headers that are not set yet."""
        response = self.answer(request)
        always = dict(safe_headers())
        if getattr(response, "xframe_options_exempt", False):  # a page made to stand in another site's frame
            del always["X-Frame-Options"]
            always["Content-Security-Policy"] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
        for name, value in always.items():
            response.headers.setdefault(name, value)
        return response


def safely(send: Send) -> Send:
    """Set the headers on what is answered past Django: the live stream, and what is refused before a page is made."""
    added = [(name.lower().encode(), value.encode()) for name, value in safe_headers().items()]

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name for name, _ in message["headers"]}
            message = {**message, "headers": [*message["headers"], *(each for each in added if each[0] not in there)]}
        await send(message)

    return sent
