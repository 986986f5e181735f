"""The server's metrics for Prometheus, over all its processes.

Each process writes its own files in a folder that `serve` creates and names in `PROMETHEUS_MULTIPROC_DIR`, and the
process that answers a scrape adds them up. Without that folder, as in tests, a process counts only for itself.
"""

import asyncio
import os
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from overtrick.web.telemetry.folder import FOLDER

if TYPE_CHECKING:
    from overtrick.web.live.hub import Hub

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: the upper bounds of the histograms' buckets."""
LOOK = 2.0
"""Seconds between two updates of the metrics of this process's live stream."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # prometheus_client's own
REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "overtrick_requests_total", "Requests answered, by method and status.", ("method", "status"), registry=REGISTRY
)
REQUEST_SECONDS = Histogram("overtrick_request_seconds", "Time to answer a request.", buckets=BOUNDS, registry=REGISTRY)
POSTINGS = Counter("overtrick_postings_total", "Postings appended to books.", registry=REGISTRY)
APPEND_SECONDS = Histogram(
    "overtrick_append_seconds", "Time to append to a book, commit included.", buckets=BOUNDS, registry=REGISTRY
)
APPEND_RETRIES = Counter(
    "overtrick_append_retries_total", "Appends retried because another posting came first.", registry=REGISTRY
)
FOLDS = Counter("overtrick_folds_total", "Postings applied to cached states.", registry=REGISTRY)
SIGN_INS = Counter("overtrick_sign_ins_total", "Sign-ins, by outcome.", ("outcome",), registry=REGISTRY)
REFUSALS = Counter(
    "overtrick_refusals_total", "Lines of the security log, by what happened.", ("what",), registry=REGISTRY
)
KEPT_EVENTS = Gauge(
    "overtrick_kept_events",
    "Events whose state is cached, over all processes.",
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
LIVE_READERS = Gauge("overtrick_live_readers", "Open live streams.", multiprocess_mode="livesum", registry=REGISTRY)
LIVE_CONNECTED = Gauge(
    "overtrick_live_connected",
    "Processes whose live stream is connected to the database.",
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
LIVE_LAG = Gauge(
    "overtrick_live_lag_seconds",
    "Seconds since the live stream last looked at the database, in the process where that is longest.",
    multiprocess_mode="livemax",
    registry=REGISTRY,
)
FRAME_SECONDS = Histogram(
    "overtrick_frame_seconds",
    "Time to render an update of an open page.",
    buckets=BOUNDS,
    registry=REGISTRY,
)
SILENT_VENUES = Gauge(
    "overtrick_silent_venues",
    "Events led from a venue that has not reported for a minute.",
    multiprocess_mode="livemax",
    registry=REGISTRY,
)
BOOKS_BACK = Counter(
    "overtrick_books_went_back_total",
    "Cached states rebuilt because the book no longer had postings that they contained, per process.",
    registry=REGISTRY,
)

_hub: "Hub | None" = None


def watch(hub: "Hub") -> None:
    """Count this hub's readers."""
    global _hub  # noqa: PLW0603 - one process has one hub
    _hub = hub


def live_lag() -> float | None:
    """Seconds since the live stream of this process last polled the database; None if there is no stream."""
    return None if _hub is None else monotonic() - _hub.looked_at


async def look_at_the_stream() -> None:
    """Update the metrics of this process's live stream, for ever."""
    while True:
        _look()
        await asyncio.sleep(LOOK)


def render_metrics() -> str:
    """All metrics, added up over all processes; gauges only over those that are running."""
    _look()
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest(REGISTRY).decode()
    for process in {file.stem.rpartition("_")[2] for file in Path(folder).glob("gauge_live*.db")}:
        if not _runs(process):
            mark_process_dead(int(process), folder)  # type: ignore[no-untyped-call]  # likewise
    together = CollectorRegistry()
    MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]  # likewise
    return generate_latest(together).decode()


def _look() -> None:
    if _hub is not None:
        LIVE_READERS.set(_hub.readers)
        LIVE_CONNECTED.set(int(_hub.connected))
        LIVE_LAG.set(monotonic() - _hub.looked_at)
        SILENT_VENUES.set(sum(seen.silent is not None for seen in tuple(_hub.events.values())))


def _runs(process: str) -> bool:
    return Path("/proc").is_dir() is False or Path("/proc", process).exists()
