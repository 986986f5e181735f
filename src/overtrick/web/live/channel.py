"""A channel: something that readers of the stream wait for, and how they are woken."""

import asyncio
from collections.abc import Collection, Sequence
from time import monotonic

PATIENCE = 10.0
"""Seconds a reader may take to accept a message."""
SLICE = 500
"""Readers who are woken before anybody else has a turn."""


class Channel:
    """Who waits for news, who is still taking the last message since when, and when they were told last."""

    def __init__(self) -> None:
        self.readers = 0
        self.told_at = 0.0
        self.due: asyncio.TimerHandle | None = None
        self.waiting: set[asyncio.Future[None]] = set()
        self.sending: dict[asyncio.Task[None], float] = {}

    @property
    def idle(self) -> bool:
        """Whether nobody reads it and nothing is about to be told."""
        return not self.readers and self.due is None

    def wait_for(self, pace: float) -> float:
        """Seconds until the readers may be told again."""
        return max(0.0, self.told_at + pace - monotonic())

    def tell(self) -> None:
        """Wake every reader: some at a time, so that phones and new readers are not made to wait behind all of them."""
        if self.due is not None:
            self.due.cancel()
        self.due = None
        self.told_at = monotonic()
        waiting, self.waiting = self.waiting, set()
        _wake(tuple(waiting), 0)

    def let_go(self) -> None:
        """Let those go who have not taken a message in all the time they had."""
        late = monotonic() - PATIENCE
        for reader in [each for each, since in self.sending.items() if since < late]:
            reader.cancel()


def _wake(waiting: Sequence["asyncio.Future[None]"], first: int) -> None:
    for each in waiting[first : first + SLICE]:
        if not each.done():
            each.set_result(None)
    if first + SLICE < len(waiting):
        asyncio.get_running_loop().call_soon(_wake, waiting, first + SLICE)


async def news(channels: Collection[Channel]) -> None:
    """Wait until there is something to tell on any of these channels."""
    woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    for channel in channels:
        channel.waiting.add(woken)
    try:
        await woken
    finally:
        for channel in channels:
            channel.waiting.discard(woken)
