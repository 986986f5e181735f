"""The log: one JSON object per line, without secrets.

A request is logged by its method and path. Query strings are left out, and so is what follows `/t/`, `/invited/` and
`/reset/`, which opens a table, a role or an account.
"""

import json
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter

from django.http import HttpRequest, HttpResponse

from overtrick.web import limits
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.spans import span

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request", "taskName"}
_LINK = re.compile(r"/(t|invited|reset)/[^/\s\"'?]+")
_UNSEEN = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that a terminal or a log reader could misread: line breaks, direction marks and invalid characters."""
_log = logging.getLogger("overtrick.request")


def without_secrets(text: str) -> str:
    """A text without the tokens of links, and without query strings.

    >>> without_secrets("Not Found: /t/7f3a.b2/board/3?key=1")
    'Not Found: /t/…/board/3'
    """
    return re.sub(r"\?\S*", "", _LINK.sub(r"/\1/…", text))


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record: its time, level, logger, message and extra values."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": without_secrets(record.getMessage()),
        }
        line.update({key: value for key, value in vars(record).items() if key not in _STANDARD})
        if record.exc_info:
            line["fault"] = without_secrets(self.formatException(record.exc_info))
        return _UNSEEN.sub(_escape, json.dumps(line, ensure_ascii=False, default=str))


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


class Requests:
    """Middleware: logs and counts every request."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, then log it and how long it took."""
        started = perf_counter()
        with span("request", came=request.META.get(limits.CAME), method=_method(request)) as opened:
            response = self.answer(request)
            route = _route(request)
            opened.say(f"{_method(request)} {route}", route=route, status=response.status_code)
        taken = perf_counter() - started
        metrics.REQUESTS.labels(_method(request), str(response.status_code)).inc()
        metrics.REQUEST_SECONDS.observe(taken)
        _log.info(
            "%s %s",
            request.method,
            request.path,
            extra={"status": response.status_code, "ms": round(taken * 1000, 1), "who": _who(request)},
        )
        return response


def _route(request: HttpRequest) -> str:
    """The pattern of the address, which has placeholders in place of names and tokens."""
    return f"/{request.resolver_match.route}" if request.resolver_match else "nowhere"


def _method(request: HttpRequest) -> str:
    known = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return request.method if request.method in known else "other"


def _who(request: HttpRequest) -> str | None:
    """The user, if the view has already loaded them; logging does not query the database."""
    token = getattr(request, "token", None)
    user = token.user if token is not None else getattr(request, "_cached_user", None)
    return user.get_username() if user is not None and user.is_authenticated else None


def logging_settings(level: str) -> dict[str, object]:
    """The configuration of Python's logging, for Django's settings."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "overtrick.web.telemetry.logs.JsonLines"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # Its messages about 4xx are already in the request's own line.
            "django.request": {"level": "ERROR"},
            # Its messages about hosts and forms are in the security log.
            "django.security": {"level": "CRITICAL"},
        },
    }
