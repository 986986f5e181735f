"""A bare stream to compare with the live stream: one ASGI function that writes the same bytes to every reader per tick.

    granian --interface asgi benchmarks.bare_stream:application

It folds nothing, renders no page and has no event. BARE_BYTES and BARE_TICK set how much and how often.
"""

import asyncio
import os
import time
import zlib
from typing import Any

SIZE = int(os.environ.get("BARE_BYTES", "400"))
TICK = float(os.environ.get("BARE_TICK", "1"))
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
waiting: set["asyncio.Future[bytes]"] = set()


async def tick() -> None:
    """Wake all readers with the same message."""
    number = 0
    while True:
        await asyncio.sleep(TICK)
        number += 1
        filled = os.urandom(max(0, SIZE - 120)).hex()[: SIZE - 120]
        said = f'{{"frame":"{filled}","at":{time.time()}}}'
        plain = f"event: frame\nid: {number}\ndata: {zlib.adler32(said.encode())} {said}\n\n".encode()
        press = zlib.compressobj(1, zlib.DEFLATED, -15)
        body = press.compress(plain) + press.flush(zlib.Z_SYNC_FLUSH)
        told, waiting_now = body, list(waiting)
        waiting.clear()
        for each in waiting_now:
            if not each.done():
                each.set_result(told)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve one reader, or the start of the process."""
    if scope["type"] == "lifespan":
        await receive()
        beating = asyncio.ensure_future(tick())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        beating.cancel()
        await send({"type": "lifespan.shutdown.complete"})
        return
    headers = [(b"content-type", b"text/event-stream"), (b"content-encoding", b"gzip")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": HEAD, "more_body": True})
    while True:
        woken: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        waiting.add(woken)
        await send({"type": "http.response.body", "body": await woken, "more_body": True})
