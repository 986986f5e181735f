"""Time-based one-time codes by RFC 6238, as every authenticator app makes them: SHA-1, six digits, thirty seconds."""

import hmac
import secrets
from base64 import b32decode, b32encode
from urllib.parse import quote

SECONDS = 30
DIGITS = 6
DRIFT = 1
"""How many steps a phone's clock may be wrong in either direction."""


def new_secret() -> str:
    """A new secret of 160 bits, in base 32 as apps expect it."""
    return b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int) -> str:
    """The code of a step of thirty seconds.

    >>> code_at(b32encode(b"12345678901234567890").decode(), 59 // SECONDS)
    '287082'
    >>> code_at(b32encode(b"12345678901234567890").decode(), 20000000000 // SECONDS)
    '353130'
    """
    digest = hmac.digest(b32decode(secret), step.to_bytes(8, "big"), "sha1")
    at = digest[-1] & 0x0F
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: str, given: str, now: int) -> int | None:
    """The step around *now* whose code this is; None if it is not a code of any of them."""
    typed = "".join(given.split())
    for step in range(now // SECONDS - DRIFT, now // SECONDS + DRIFT + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), typed.encode()):
            return step
    return None


def address(secret: str, name: str, where: str) -> str:
    """The address that an app reads from the QR code on the screen."""
    label, issuer = quote(f"{where}:{name}"), quote(where)
    return f"otpauth://totp/{label}?secret={secret}&issuer={issuer}"
