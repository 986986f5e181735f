"""RIPEMD-160, the hash from which the numbers of deals are drawn.

The system's library is used if it has the hash; some no longer include it, and then it is calculated here.
For dealing, the hash must only be repeatable by anyone, and unpredictable from what is known of its input.
"""

import hashlib
from functools import lru_cache

_WORD = 0xFFFFFFFF
_ORDERS = tuple(
    tuple(int(digit, 16) for digit in digits)
    for digits in (
        "0123456789abcdef74d1a6f3c0952eb83ae49f812706db5c19ba08c4d37fe56240597c2ae138b6fd",
        "5e7092b4d6f81a3c6b370d5aef8c4912f5137e69b8c2a04d86413bf05c2d97aecfa4158762de039b",
    )
)
"""The word that each of the eighty steps uses, on the left and the right line."""
_TURNS = tuple(
    tuple(int(digit, 16) for digit in digits)
    for digits in (
        "befc5879bdef6798768db97f7cf9b7dcbd67e9dfe8d65c75bcefef989e56865c9f5b68dc5cdeb856",
        "899bdff5778beec69df7c89b77c76fdb97fb866ecd5edd75f58bee6e69c9c5f885c9c5e68d65fdbb",
    )
)
"""The number of bits by which each step rotates."""
_ADDED = (
    (0x00000000, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E),
    (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0x00000000),
)
_START = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)


def ripemd160(data: bytes) -> bytes:
    """The hash of *data*, twenty bytes.

    >>> ripemd160(b"abc").hex()
    '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'
    """
    return hashlib.new("ripemd160", data, usedforsecurity=False).digest() if _at_hand() else worked_out(data)


@lru_cache(maxsize=1)
def _at_hand() -> bool:
    try:
        hashlib.new("ripemd160", usedforsecurity=False)
    except ValueError:
        return False
    return True


def worked_out(data: bytes) -> bytes:
    """The hash of *data* without the system's library.

    >>> worked_out(b"").hex()
    '9c1185a5c5e9fc54612808977ee8f548b2258d31'
    """
    padded = data + b"\x80" + bytes((55 - len(data)) % 64) + (8 * len(data)).to_bytes(8, "little")
    state = _START
    for start in range(0, len(padded), 64):
        words = tuple(int.from_bytes(padded[at : at + 4], "little") for at in range(start, start + 64, 4))
        left, right = (_line(state, words, side) for side in (0, 1))
        state = tuple((state[(at + 1) % 5] + left[(at + 2) % 5] + right[(at + 3) % 5]) & _WORD for at in range(5))  # type: ignore[assignment] # five of them, which the checker cannot count
    return b"".join(word.to_bytes(4, "little") for word in state)


def _line(state: tuple[int, int, int, int, int], words: tuple[int, ...], side: int) -> tuple[int, ...]:
    """One of the two lines of eighty steps; the right one mixes in the opposite order."""
    a, b, c, d, e = state
    for step in range(80):
        stage = step // 16
        mixed = _mix(4 - stage if side else stage, b, c, d)
        total = (a + mixed + words[_ORDERS[side][step]] + _ADDED[side][stage]) & _WORD
        a, b, c, d, e = e, (_rotate(total, _TURNS[side][step]) + e) & _WORD, b, _rotate(c, 10), d
    return a, b, c, d, e


def _mix(stage: int, b: int, c: int, d: int) -> int:
    match stage:
        case 0:
            return b ^ c ^ d
        case 1:
            return (b & c) | (~b & d)
        case 2:
            return (b | ~c) ^ d
        case 3:
            return (b & d) | (c & ~d)
        case _:
            return b ^ (c | ~d)


def _rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & _WORD
