"""The sources of the hub: notices and polling of PostgreSQL, or polling of SQLite.

PostgreSQL is polled every second for the events that someone reads, and every minute and after a lost connection for
all of them; SQLite, at a venue, always for all. Notices about single events arrive in between. So a lost notice costs a
reader a second and never a posting, and polling costs the same with ten events as with a hundred thousand.
"""

import asyncio
import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from overtrick.ledger.durable import notices
from overtrick.ledger.durable.tenancy import EVERYBODY, SETTING
from overtrick.web.live.hub import Hub, HubEntry
from overtrick.web.live.leader_silence import silent_since

if TYPE_CHECKING:
    from psycopg import AsyncConnection

LOOK_EVERY = 1.0
LOOK_AT_ALL_EVERY = 60.0
LOOK = (
    "SELECT h.slug, COALESCE(b.last, 0), h.shown, CASE WHEN b.led THEN s.at END FROM congress_held h "
    "LEFT JOIN book_head b ON b.event = h.slug LEFT JOIN lead_heard s ON s.record_id = h.slug"
)

_log = logging.getLogger("overtrick.live")


async def follow_postgres(url: str, hub: Hub) -> None:
    """Listen on one connection for ever, reconnecting whenever it is lost. The connection must bypass any pool."""
    import psycopg

    pause = 0.1
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(f"SET {SETTING} = {EVERYBODY}")  # only numbers are read
                await connection.execute(f"LISTEN {notices.CHANNEL}")
                pause = 0.1
                whole = 0.0
                while True:
                    if every := monotonic() >= whole:
                        whole = monotonic() + LOOK_AT_ALL_EVERY
                    await _hear(connection, hub, None if every else hub.watched_events())
        except (psycopg.Error, OSError, TimeoutError) as fault:
            if hub.connected:
                _log.warning("the database is lost to the live stream", extra={"fault": type(fault).__name__})
            hub.handle_outage()
        await asyncio.sleep(pause)
        pause = min(2.0, pause * 2)


async def _hear(connection: "AsyncConnection[tuple[object, ...]]", hub: Hub, among: set[str] | None) -> None:
    """Poll once, for some events or for all, then take notices until the next poll is due."""
    if among is None or among:
        async with asyncio.timeout(10):
            asked = (LOOK, None) if among is None else (f"{LOOK} WHERE h.slug = ANY(%s)", [list(among)])
            rows = await (await connection.execute(*asked)).fetchall()
        hub.handle_poll({str(row[0]): _read_row(*row[1:]) for row in rows}, among)
    else:
        hub.handle_poll({}, ())
    async for notice in connection.notifies(timeout=LOOK_EVERY):
        event, _, number = notice.payload.rpartition(" ")
        hub.handle_notice(event, int(number))


async def follow_sqlite(path: Path, hub: Hub) -> None:
    """Take notices of this process's own postings at once, and poll for those of others every second."""
    loop = asyncio.get_running_loop()

    def told(event: str, number: int) -> None:
        loop.call_soon_threadsafe(hub.handle_notice, event, number)

    notices.listen(told)
    try:
        while True:
            try:
                hub.handle_poll(await asyncio.to_thread(_look, path))
            except sqlite3.Error:
                hub.handle_outage()
            await asyncio.sleep(LOOK_EVERY)
    finally:
        notices.leave(told)


def _look(path: Path) -> dict[str, HubEntry]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as connection:
        return {row[0]: _read_row(*row[1:]) for row in connection.execute(LOOK)}


def _read_row(last: Any, shown: Any, heard: Any) -> HubEntry:
    """An event from a row of the poll. SQLite stores a time as text, in UTC and without an offset."""
    at = datetime.fromisoformat(heard).replace(tzinfo=UTC) if isinstance(heard, str) else heard
    return HubEntry(int(last), bool(shown), silent_since(at))
