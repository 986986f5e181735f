"""Traces and figures by OpenTelemetry's own protocol, for whoever names an endpoint: see docs/decisions/0039.

The library is loaded by `begin` and by nothing else. Its settings are its own (`OTEL_…`), read by itself.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from importlib.metadata import version
from math import inf
from platform import node
from threading import Thread
from time import monotonic, perf_counter, time_ns
from typing import TYPE_CHECKING, TypeVar, cast

from overtrick.web.telemetry import metrics, spans

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.metrics.export import HistogramDataPoint, Metric, MetricsData
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, SpanContext
    from prometheus_client import Metric as Family

EVERY = 60.0
"""Seconds between two sendings of the figures, unless `OTEL_METRIC_EXPORT_INTERVAL` says otherwise, in milliseconds."""
SHOWN = 50
"""Postings whose traces one frame is told in, at the most."""
ENDING = 2.0
"""Seconds that the end of a process waits for what is not sent yet."""
_NAMES = {"method": "http.request.method", "route": "http.route", "status": "http.response.status_code"}
_BILLION = 1_000_000_000
_log = logging.getLogger("overtrick.telemetry")
_ids: ContextVar[tuple[int, int] | None] = ContextVar("ids", default=None)
Result = TypeVar("Result")


def wanted() -> bool:
    """Whether somebody named an endpoint and did not switch the library off."""
    return (
        bool(os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"))
        and os.environ.get("OTEL_SDK_DISABLED", "").lower() != "true"
    )


class Sender:
    """Sends the spans and the figures of one process."""

    def __init__(self, secret: str) -> None:
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

        class Ids(RandomIdGenerator):
            """By chance, except for a posting, whose span every process knows."""

            def generate_trace_id(self) -> int:
                known = _ids.get()
                return super().generate_trace_id() if known is None else known[0]

            def generate_span_id(self) -> int:
                known = _ids.get()
                return super().generate_span_id() if known is None else known[1]

        named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "overtrick"}
        own = {"service.version": version("overtrick"), "service.instance.id": f"{node()}:{os.getpid()}"}
        self.resource: Resource = Resource.create({**own, **named})
        self.started = time_ns()
        self.figures = OTLPMetricExporter() if os.environ.get("OTEL_METRICS_EXPORTER") != "none" else None
        self.traces: TracerProvider | None = None
        if os.environ.get("OTEL_TRACES_EXPORTER") != "none":
            self.traces = TracerProvider(resource=self.resource, id_generator=Ids(), shutdown_on_exit=False)
            self.traces.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
            spans.take(_Tracer(self.traces, secret))

    async def send_figures(self) -> None:
        """Send the figures every so often, for ever."""
        every = float(os.environ.get("OTEL_METRIC_EXPORT_INTERVAL", EVERY * 1000)) / 1000
        while self.figures is not None:
            await asyncio.sleep(every)
            await asyncio.to_thread(self._send)

    def end(self) -> None:
        """Send what is not sent yet, and stop; a receiver that does not answer is not waited for."""
        spans.take(None)
        ending = Thread(target=self._end, name="telemetry", daemon=True)
        ending.start()
        ending.join(ENDING)

    def _end(self) -> None:
        if self.traces is not None:
            self.traces.shutdown()
        if self.figures is not None:
            self._send()
            self.figures.shutdown()

    def _send(self) -> None:
        assert self.figures is not None  # noqa: S101 - for the reader of types
        try:
            self.figures.export(figures(self.resource, self.started), timeout_millis=ENDING * 1000)
        except Exception:  # noqa: BLE001 - figures that are not sent hold nobody up
            _log.warning("the figures could not be sent", exc_info=True)


def begin(secret: str) -> Sender | None:
    """Send what this process does to the endpoint, if there is one; the secret keeps servers' postings apart there."""
    if not wanted():
        return None
    try:
        return Sender(secret)
    except ImportError:
        _log.error("an endpoint is set, but OpenTelemetry is not installed: pip install 'overtrick[telemetry]'")
        return None


class _Open:
    """A span of the library's."""

    def __init__(self, span: "Span") -> None:
        self.span = span

    def say(self, name: str = "", **told: spans.Value) -> None:
        if name:
            self.span.update_name(name)
        self.span.set_attributes(_named(told))


class _Tracer:
    """Takes spans for the library. The trace of a posting has numbers that follow from event, number and secret."""

    def __init__(self, provider: "TracerProvider", secret: str) -> None:
        self.provider = provider
        self.tracer = provider.get_tracer("overtrick", version("overtrick"))
        self.secret = secret

    @contextmanager
    def span(self, name: str, came: float | None, told: dict[str, spans.Value]) -> Iterator[_Open]:
        now = time_ns()
        since = now if came is None else now - int((monotonic() - came) * _BILLION)
        with self._within(self.tracer.start_span(name, attributes=_named(told), start_time=since)) as opened:
            if came is not None:
                self.tracer.start_span("wait", start_time=since).end(now)
            yield opened

    def posted(self, event: str, numbers: range, started: float) -> None:
        from opentelemetry.context import Context

        for number in numbers:
            token = _ids.set(self._of(event, number))
            try:
                self._past("posting", Context(), event, number, started)
            finally:
                _ids.reset(token)

    def shown(self, event: str, numbers: range, started: float) -> None:
        from opentelemetry.trace import NonRecordingSpan, set_span_in_context

        for number in numbers[-SHOWN:]:
            posting = set_span_in_context(NonRecordingSpan(self._known(event, number)))
            self._past("shown", posting, event, number, started)

    def _past(self, name: str, within: "Context", event: str, number: int, started: float) -> None:
        """A span of a posting's own trace, from *started* until now; it names what this thread does beside it."""
        from opentelemetry.trace import Link, get_current_span

        now = time_ns()
        since, told = now - int((perf_counter() - started) * _BILLION), _named({"event": event, "number": number})
        links = [Link(get_current_span().get_span_context())]
        self.tracer.start_span(name, within, attributes=told, links=links, start_time=since).end(now)

    def carried(self, done: Callable[[], Result]) -> Callable[[], Result]:
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
    def _within(self, span: "Span") -> Iterator[_Open]:
        from opentelemetry.trace import Status, StatusCode, use_span

        with use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
            try:
                yield _Open(span)
            except BaseException as fault:
                span.set_attribute("error.type", type(fault).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    def _of(self, event: str, number: int) -> tuple[int, int]:
        made = sha256(f"{self.secret}\n{event}\n{number}".encode()).digest()
        return int.from_bytes(made[:16]), int.from_bytes(made[16:24])

    def _known(self, event: str, number: int) -> "SpanContext":
        """The span of a posting, whoever kept it; it is followed if that one is."""
        from opentelemetry.trace import SpanContext, TraceFlags

        trace, span = self._of(event, number)
        kept = self.provider.sampler.should_sample(None, trace, "posting").decision.is_sampled()  # type: ignore[no-untyped-call]  # the library's own
        return SpanContext(trace, span, is_remote=True, trace_flags=TraceFlags(int(kept)))


def _named(told: dict[str, spans.Value]) -> dict[str, spans.Value]:
    """What is told of a span, under the names that OpenTelemetry has for it, or else under ours."""
    return {_NAMES.get(name, f"overtrick.{name}"): value for name, value in told.items()}


def figures(resource: "Resource", started: int) -> "MetricsData":
    """Every figure of this process, as `/metrics` has them: they are counted once and told in two ways."""
    from opentelemetry.sdk.metrics.export import MetricsData, ResourceMetrics, ScopeMetrics
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope

    times = (started, time_ns())
    told = [_figure(family, times) for family in metrics.own()]
    scope = ScopeMetrics(InstrumentationScope("overtrick", version("overtrick")), told, "")
    return MetricsData([ResourceMetrics(resource, [scope], "")])


def _figure(family: "Family", times: tuple[int, int]) -> "Metric":
    from opentelemetry.sdk.metrics.export import AggregationTemporality, Gauge, Histogram, Metric, NumberDataPoint, Sum

    total = AggregationTemporality.CUMULATIVE
    if family.type == "histogram":
        return Metric(family.name, family.documentation, "", Histogram(_durations(family, times), total))
    points = [NumberDataPoint(dict(each.labels), *times, each.value) for each in family.samples]
    if family.type == "counter":
        return Metric(f"{family.name}_total", family.documentation, "", Sum(points, total, is_monotonic=True))
    return Metric(family.name, family.documentation, "", Gauge(points))


def _durations(family: "Family", times: tuple[int, int]) -> "list[HistogramDataPoint]":
    """A histogram without labels: how many in each bucket, where Prometheus says how many up to it."""
    from opentelemetry.sdk.metrics.export import HistogramDataPoint

    said = {each.name.removeprefix(family.name): each.value for each in family.samples if "le" not in each.labels}
    upto = [(float(each.labels["le"]), int(each.value)) for each in family.samples if "le" in each.labels]
    counts = [many - before for (_, many), before in zip(upto, (0, *(many for _, many in upto)), strict=False)]
    bounds = [bound for bound, _ in upto if bound < inf]
    unknown = cast("tuple[float, float]", (None, None))  # the least and the most; the protocol lets them be left out
    return [HistogramDataPoint({}, *times, int(said["_count"]), said["_sum"], counts, bounds, *unknown)]
