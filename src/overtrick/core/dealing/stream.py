"""Numbers of deals out of two seeds: as BigDeal draws them, so that anybody with the seeds can repeat it."""

from collections.abc import Iterator

from overtrick.core.dealing.numbers import DEALS, deal_of
from overtrick.core.dealing.ripemd import ripemd160
from overtrick.core.model.cards import Deal


def numbers(seed: bytes, owner: str) -> Iterator[int]:
    """The numbers of deals that *seed* (twenty bytes) and the words of its *owner* give, without end.

    A counter and the seeds are hashed, and the first 96 bits are the number. One that is too large is passed over, so
    that every deal is equally likely; about two in three are taken.
    """
    tail = seed + ripemd160(owner.encode())
    counter = 0
    while True:
        counter += 1
        number = int.from_bytes(ripemd160(counter.to_bytes(4, "little") + tail)[:12], "big")
        if number < DEALS:
            yield number


def deals(seed: bytes, owner: str, boards: range) -> dict[int, Deal]:
    """The deals of *boards*, the first numbers of the seeds in turn."""
    return {board: deal_of(number) for board, number in zip(boards, numbers(seed, owner), strict=False)}
