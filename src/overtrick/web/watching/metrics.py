"""The server's figures in Prometheus's text form, over all its processes.

Each process counts for itself and shares its counts in a file every two seconds; whichever process is asked adds
them up. Counting costs a dictionary and a lock.
"""

import asyncio
import json
import os
from bisect import bisect_left
from collections import defaultdict
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.web.live.hub import Hub

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: the upper bounds of the histograms' buckets."""
HELP = {
    "overtrick_requests_total": ("counter", "Requests answered, by method and status."),
    "overtrick_request_seconds": ("histogram", "Time to answer a request."),
    "overtrick_postings_total": ("counter", "Postings appended to books."),
    "overtrick_append_seconds": ("histogram", "Time to append to a book, commit included."),
    "overtrick_append_retries_total": ("counter", "Appends decided on again because somebody posted first."),
    "overtrick_folds_total": ("counter", "Postings folded into kept states."),
    "overtrick_sign_ins_total": ("counter", "Sign-ins, by outcome."),
    "overtrick_live_readers": ("gauge", "Open live streams."),
    "overtrick_live_connected": ("gauge", "Processes whose live stream hears the database."),
    "overtrick_kept_events": ("gauge", "Events whose state is kept folded, over all processes."),
}

_lock = Lock()
_counts: defaultdict[str, float] = defaultdict(float)
_hub: "Hub | None" = None


def count(name: str, by: float = 1, **labels: str) -> None:
    """Count something that happened."""
    with _lock:
        _counts[_key(name, labels)] += by


def time_taken(name: str, seconds: float) -> None:
    """Put a duration into a histogram."""
    place = bisect_left(BOUNDS, seconds)
    with _lock:
        for bound in BOUNDS[place:]:
            _counts[_key(f"{name}_bucket", {"le": str(bound)})] += 1
        _counts[_key(f"{name}_bucket", {"le": "+Inf"})] += 1
        _counts[f"{name}_sum"] += seconds
        _counts[f"{name}_count"] += 1


def gauge(name: str, value: float) -> None:
    """Set how much of something there is in this process."""
    with _lock:
        _counts[name] = value


def watch(hub: "Hub") -> None:
    """Count this hub's readers."""
    global _hub  # noqa: PLW0603 - one process has one hub
    _hub = hub


def live_lag() -> float | None:
    """Seconds since the live stream of this process last looked at the database; nothing if none runs here."""
    return None if _hub is None else monotonic() - _hub.looked_at


def exposed() -> str:
    """Every figure, added up over the processes."""
    totals: defaultdict[str, float] = defaultdict(float)
    shared = _folder()
    own = _snapshot()
    files = [] if shared is None else [file for file in shared.glob("*.json") if file.stem != str(os.getpid())]
    for counts in (own, *map(_read, files)):
        for key, value in counts.items():
            totals[key] += value
    lines: list[str] = []
    for name, (kind, told) in HELP.items():
        lines += [f"# HELP {name} {told}", f"# TYPE {name} {kind}"]
        lines += [f"{key} {value:.10g}" for key, value in sorted(totals.items(), key=_order) if _family(key) == name]
    return "\n".join(lines) + "\n"


async def share() -> None:
    """Write this process's counts for the others, for ever."""
    folder = _folder()
    while folder is not None:
        new = folder / f"{os.getpid()}.new"
        new.write_text(json.dumps(_snapshot()))
        new.replace(folder / f"{os.getpid()}.json")
        await asyncio.sleep(2)


def _snapshot() -> dict[str, float]:
    with _lock:
        now = dict(_counts)
    if _hub is not None:
        now["overtrick_live_readers"] = _hub.readers
        now["overtrick_live_connected"] = int(_hub.connected)
    return now


def _folder() -> Path | None:
    """Where the processes of one server share their counts; it is made and named when the server starts."""
    named = os.environ.get("OVERTRICK_RUN")
    return Path(named) if named else None


def _read(file: Path) -> dict[str, float]:
    try:
        counts: dict[str, float] = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    if not _runs(file.stem):
        return {key: value for key, value in counts.items() if HELP.get(_family(key), ("",))[0] != "gauge"}
    return counts


def _runs(process: str) -> bool:
    return Path("/proc").is_dir() is False or Path("/proc", process).exists()


def _key(name: str, labels: dict[str, str]) -> str:
    inside = ",".join(f'{label}="{value}"' for label, value in sorted(labels.items()))
    return f"{name}{{{inside}}}" if inside else name


def _family(key: str) -> str:
    name = key.partition("{")[0]
    for end in ("_bucket", "_sum", "_count"):
        if name.endswith(end) and HELP.get(name.removesuffix(end), ("",))[0] == "histogram":
            return name.removesuffix(end)
    return name


def _order(item: tuple[str, float]) -> tuple[str, float, str]:
    name, _, labels = item[0].partition("{")
    bound = labels.removeprefix('le="').removesuffix('"}') if labels.startswith("le=") else ""
    return name, float(bound.replace("+Inf", "inf")) if bound else 0.0, labels
