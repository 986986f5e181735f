"""Where the hub hears from: notices of PostgreSQL, or looks at SQLite.

Both look at the whole list of events every so often, at once after a lost connection, and hear single events
in between. So a notice that is lost costs a second, never a posting.
"""

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.ledger.durable import notices
from overtrick.ledger.durable.tenancy import EVERYBODY, SETTING
from overtrick.web.live.hub import Hub, Seen

if TYPE_CHECKING:
    from psycopg import AsyncConnection

LOOK_EVERY = 1.0
LOOK = "SELECT h.slug, COALESCE(b.last, 0), h.shown FROM congress_held h LEFT JOIN book_head b ON b.event = h.slug"

_log = logging.getLogger("overtrick.live")


async def follow_postgres(url: str, hub: Hub) -> None:
    """Listen on one connection for ever, connecting again whenever it is lost."""
    import psycopg

    pause = 0.1
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=5) as connection:
                await connection.execute(f"SET {SETTING} = {EVERYBODY}")  # numbers alone, and of every event
                await connection.execute(f"LISTEN {notices.CHANNEL}")
                pause = 0.1
                while True:
                    await _hear(connection, hub)
        except (psycopg.Error, OSError, TimeoutError) as fault:
            if hub.connected:
                _log.warning("the database is lost to the live stream", extra={"fault": type(fault).__name__})
            hub.lost()
        await asyncio.sleep(pause)
        pause = min(2.0, pause * 2)


async def _hear(connection: "AsyncConnection[tuple[object, ...]]", hub: Hub) -> None:
    """One look, then the notices until the next one is due."""
    async with asyncio.timeout(10):
        rows = await (await connection.execute(LOOK)).fetchall()
    hub.looked({str(slug): Seen(int(str(last)), bool(shown)) for slug, last, shown in rows})
    async for notice in connection.notifies(timeout=LOOK_EVERY):
        event, _, number = notice.payload.rpartition(" ")
        hub.heard(event, int(number))


async def follow_sqlite(path: Path, hub: Hub) -> None:
    """Hear of this process's own postings at once, and look for those of others every second."""
    loop = asyncio.get_running_loop()

    def told(event: str, number: int) -> None:
        loop.call_soon_threadsafe(hub.heard, event, number)

    notices.listen(told)
    try:
        while True:
            try:
                hub.looked(await asyncio.to_thread(_look, path))
            except sqlite3.Error:
                hub.lost()
            await asyncio.sleep(LOOK_EVERY)
    finally:
        notices.leave(told)


def _look(path: Path) -> dict[str, Seen]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as connection:
        return {slug: Seen(last, bool(shown)) for slug, last, shown in connection.execute(LOOK)}
