"""Export of traces by OpenTelemetry's protocol, if an endpoint is configured: see docs/decisions/0039.

Only `begin` loads the library, which reads its own settings (`OTEL_…`).
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from importlib.metadata import version
from platform import node
from threading import Thread
from time import monotonic, perf_counter, time_ns
from typing import TYPE_CHECKING, TypeVar

from overtrick.web.telemetry import spans

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, SpanContext

SHOWN = 50
"""The most postings whose traces include one frame."""
ENDING = 2.0
"""Seconds that a process waits at its end for data that is not sent yet."""
_NAMES = {"method": "http.request.method", "route": "http.route", "status": "http.response.status_code"}
_BILLION = 1_000_000_000
_log = logging.getLogger("overtrick.telemetry")
_ids: ContextVar[tuple[int, int] | None] = ContextVar("ids", default=None)
Result = TypeVar("Result")


def is_enabled() -> bool:
    """Whether an endpoint is configured, and neither the library nor its traces are disabled."""
    return (
        bool(os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"))
        and os.environ.get("OTEL_SDK_DISABLED", "").lower() != "true"
        and os.environ.get("OTEL_TRACES_EXPORTER") != "none"
    )


class Sender:
    """Sends the spans of one process."""

    def __init__(self, secret: str) -> None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

        class Ids(RandomIdGenerator):
            """Makes random ids, except for postings, whose ids every process can compute."""

            def generate_trace_id(self) -> int:
                known = _ids.get()
                return super().generate_trace_id() if known is None else known[0]

            def generate_span_id(self) -> int:
                known = _ids.get()
                return super().generate_span_id() if known is None else known[1]

        named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "overtrick"}
        own = {"service.version": version("overtrick"), "service.instance.id": f"{node()}:{os.getpid()}"}
        resource = Resource.create({**own, **named})
        self.traces = TracerProvider(resource=resource, id_generator=Ids(), shutdown_on_exit=False)
        self.traces.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        spans.take(_Tracer(self.traces, secret))

    def end(self) -> None:
        """Send what is not sent yet, and stop; wait at most `ENDING` for a receiver that does not answer."""
        spans.take(None)
        ending = Thread(target=self.traces.shutdown, name="telemetry", daemon=True)
        ending.start()
        ending.join(ENDING)


def begin(secret: str) -> Sender | None:
    """Start exporting to the endpoint, if there is one; the secret separates the postings of different servers."""
    if not is_enabled():
        return None
    try:
        return Sender(secret)
    except ImportError:
        _log.error("an endpoint is set, but OpenTelemetry is not installed: pip install 'overtrick[telemetry]'")
        return None


class _Open:
    """An open span of the library."""

    def __init__(self, span: "Span") -> None:
        self.span = span

    def say(self, name: str = "", **told: spans.Value) -> None:
        if name:
            self.span.update_name(name)
        self.span.set_attributes(_attributes(told))


class _Tracer:
    """Records spans with the library. The ids of a posting's trace are derived from event, number and secret."""

    def __init__(self, provider: "TracerProvider", secret: str) -> None:
        self.provider = provider
        self.tracer = provider.get_tracer("overtrick", version("overtrick"))
        self.secret = secret

    @contextmanager
    def span(self, name: str, came: float | None, told: dict[str, spans.Value]) -> Iterator[_Open]:
        now = time_ns()
        since = now if came is None else now - int((monotonic() - came) * _BILLION)
        with self._use_span(self.tracer.start_span(name, attributes=_attributes(told), start_time=since)) as opened:
            if came is not None:
                self.tracer.start_span("wait", start_time=since).end(now)
            yield opened

    def record_posted(self, event: str, numbers: range, started: float) -> None:
        from opentelemetry.context import Context

        for number in numbers:
            token = _ids.set(self._span_ids(event, number))
            try:
                self._past("posting", Context(), event, number, started)
            finally:
                _ids.reset(token)

    def record_shown(self, event: str, numbers: range, started: float) -> None:
        from opentelemetry.trace import NonRecordingSpan, set_span_in_context

        for number in numbers[-SHOWN:]:
            posting = set_span_in_context(NonRecordingSpan(self._span_context(event, number)))
            self._past("shown", posting, event, number, started)

    def _past(self, name: str, within: "Context", event: str, number: int, started: float) -> None:
        """Record a span in a posting's own trace, from *started* until now, with a link to this thread's span."""
        from opentelemetry.trace import Link, get_current_span

        now = time_ns()
        since, told = now - int((perf_counter() - started) * _BILLION), _attributes({"event": event, "number": number})
        links = [Link(get_current_span().get_span_context())]
        self.tracer.start_span(name, within, attributes=told, links=links, start_time=since).end(now)

    def bind_span(self, done: Callable[[], Result]) -> Callable[[], Result]:
        from opentelemetry.context import attach, detach, get_current

        here = get_current()

        def within() -> Result:
            token = attach(here)
            try:
                return done()
            finally:
                detach(token)

        return within

    @contextmanager
    def _use_span(self, span: "Span") -> Iterator[_Open]:
        from opentelemetry.trace import Status, StatusCode, use_span

        with use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
            try:
                yield _Open(span)
            except BaseException as fault:
                span.set_attribute("error.type", type(fault).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    def _span_ids(self, event: str, number: int) -> tuple[int, int]:
        made = sha256(f"{self.secret}\n{event}\n{number}".encode()).digest()
        return int.from_bytes(made[:16]), int.from_bytes(made[16:24])

    def _span_context(self, event: str, number: int) -> "SpanContext":
        """The context of a posting's span, whichever process recorded it; sampled if that span is."""
        from opentelemetry.trace import SpanContext, TraceFlags

        trace, span = self._span_ids(event, number)
        kept = self.provider.sampler.should_sample(None, trace, "posting").decision.is_sampled()  # type: ignore[no-untyped-call]  # the library's own
        return SpanContext(trace, span, is_remote=True, trace_flags=TraceFlags(int(kept)))


def _attributes(told: dict[str, spans.Value]) -> dict[str, spans.Value]:
    """The attributes of a span, under OpenTelemetry's names or else our own."""
    return {_NAMES.get(name, f"overtrick.{name}"): value for name, value in told.items()}
