"""Security headers: a page runs only its own scripts and styles, and cannot be framed."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from overtrick.web.live.stream import Message, Send

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


def safe_headers() -> Mapping[str, str]:
    """The headers of every answer: no inline scripts or styles, no MIME sniffing, no camera, microphone or location."""
    always = {
        "Content-Security-Policy": POLICY,
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    if settings.SECURE_HSTS_SECONDS:  # browsers ignore it on plain HTTP
        always["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains"
    return always


class SafeHeaders:
    """Middleware: sets the security headers that are not set yet."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, and add the headers that are not set yet."""
        response = self.answer(request)
        always = dict(safe_headers())
        if getattr(response, "xframe_options_exempt", False):  # a page made for another site's frame
            del always["X-Frame-Options"]
            always["Content-Security-Policy"] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
        for name, value in always.items():
            response.headers.setdefault(name, value)
        return response


def safely(send: Send) -> Send:
    """Set the headers on answers that bypass Django: the live stream, and refusals before a page is made."""
    added = [(name.lower().encode(), value.encode()) for name, value in safe_headers().items()]

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name for name, _ in message["headers"]}
            message = {**message, "headers": [*message["headers"], *(each for each in added if each[0] not in there)]}
        await send(message)

    return sent
