"""A channel: something that readers of the stream wait for news of, and how they are woken."""

import asyncio
from collections.abc import Collection, Sequence
from time import monotonic

PATIENCE = 10.0
"""Seconds a reader may take to accept a message."""
SLICE = 500
"""How many readers are woken before other tasks get a turn."""


class Channel:
    """The readers who wait for news, those who are still receiving the last message, and when it was last sent."""

    def __init__(self) -> None:
        self.readers = 0
        self.told_at = 0.0
        self.due: asyncio.TimerHandle | None = None
        self.waiting: set[asyncio.Future[None]] = set()
        self.sending: dict[asyncio.Task[None], float] = {}

    @property
    def idle(self) -> bool:
        """Whether it has no readers and nothing is about to be sent."""
        return not self.readers and self.due is None

    def wait_for(self, pace: float) -> float:
        """Seconds until the next message may be sent."""
        return max(0.0, self.told_at + pace - monotonic())

    def tell(self) -> None:
        """Wake every reader, some at a time, so that phones and new readers need not wait behind all of them."""
        if self.due is not None:
            self.due.cancel()
        self.due = None
        self.told_at = monotonic()
        waiting, self.waiting = self.waiting, set()
        _wake(tuple(waiting), 0)

    def let_go(self) -> None:
        """Disconnect the readers who have not received a message within `PATIENCE`."""
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
    """Wait until there is news on any of these channels."""
    woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    for channel in channels:
        channel.waiting.add(woken)
    try:
        await woken
    finally:
        for channel in channels:
            channel.waiting.discard(woken)
