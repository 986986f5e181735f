"""Signed heads: the server's statement, under its key, that a book's posting of a number has a hash.

A line carries the hash of the line before it, so one signed hash stands for the whole book up to there. A witness with
a file of such heads, or a player with the receipt of one result, can show later that a book was rewritten, cut or
changed, regardless of who keeps it. The signed text (Ed25519) is this in UTF-8, with a line feed after each line:

    overtrick head 1
    the event's short name
    the posting's number
    the SHA-256 of its line, in hexadecimal
    the server's time, like 2026-07-04T04:02:11Z
    the public key, 32 bytes in base64

As JSON a head has `event`, `number`, `hash`, `time`, `key`, `signature`; the signature is 64 bytes in base64.
"""

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from overtrick.core.errors import DirectorError, OvertrickError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FORM = "overtrick head 1"


class NoKey(OvertrickError):
    """A key that cannot be read, or no library for signing and checking."""


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A posting's number and hash, when it was signed, by which key, and the signature. A receipt has the same form."""

    event: str
    number: int
    hash: str
    time: str
    key: str
    signature: str = ""

    @property
    def text(self) -> str:
        """The text that is signed."""
        return "".join(f"{part}\n" for part in (FORM, self.event, self.number, self.hash, self.time, self.key))

    def genuine(self) -> bool:
        """Whether the signature is that of the key it names."""
        _, invalid = _library()
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            public = Ed25519PublicKey.from_public_bytes(b64decode(self.key))
            public.verify(b64decode(self.signature), self.text.encode())
        except (invalid, ValueError):
            return False
        return True

    def as_json(self) -> dict[str, Any]:
        """The head as a JSON object."""
        return asdict(self)


class Signer:
    """The server's private key."""

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private
        self.key = b64encode(private.public_key().public_bytes_raw()).decode()

    def sign(self, event: str, number: int, hashed: str) -> SignedHead:
        """Sign that the posting of that number in an event's book has this hash."""
        head = SignedHead(event, number, hashed, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), self.key)
        return replace(head, signature=b64encode(self._private.sign(head.text.encode())).decode())

    @property
    def public_pem(self) -> str:
        """The public key in PEM form."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return self._private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def signer_at(path: Path) -> Signer:
    """The key in a file that no one else may read; it is created if it does not exist."""
    serialization, _ = _library()
    if not path.exists():
        _make(path)
    try:
        private = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as fault:
        raise NoKey(f"The signing key in {path} cannot be read: {fault}") from fault
    if not hasattr(private, "public_key") or not hasattr(private.public_key(), "public_bytes_raw"):
        raise NoKey(f"The key in {path} is not one of Ed25519.")
    return Signer(private)


def _make(path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    serialization, _ = _library()
    written = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    keep_key(path, written)


def keep_key(path: Path, written: bytes) -> None:
    """Store a new key; if several processes do so at once, one wins, and none ever reads a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{token_hex(4)}.new")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(file, written)
        os.fsync(file)
    finally:
        os.close(file)
    try:
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink()


def read_key(said: str) -> str:
    """A public key as heads name it, from a PEM file, or as it is written in a head."""
    serialization, _ = _library()
    try:
        text = Path(said).read_text(encoding="utf-8") if Path(said).is_file() else said
        if "PUBLIC KEY" in text:
            public: Any = serialization.load_pem_public_key(text.encode())
            return b64encode(public.public_bytes_raw()).decode()
        if len(b64decode(text.strip(), validate=True)) == 32:
            return text.strip()
    except (OSError, ValueError, AttributeError) as fault:
        raise NoKey(f"“{said[:80]}” is no public key: {fault}") from fault
    raise NoKey(f"“{said[:80]}” is no public key: give the file from /proof/key, or the key as a head names it.")


def read_heads(said: str) -> list[SignedHead]:
    """Heads and receipts from a file, or pasted: one JSON object, an array of them, or one per line."""
    try:
        text = said if said.lstrip()[:1] in ("{", "[") else Path(said).read_text(encoding="utf-8")
        return [_read(each) for each in _objects(text)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise DirectorError(
            "“{said}” contains no readable receipts or heads: {fault}",
            remedy="Give a file with one receipt or head per line, as written by `overtrick book heads`, "
            "or paste one as JSON.",
            said=said[:60],
            fault=str(fault)[:200],
        ) from fault


def _objects(text: str) -> Iterator[Any]:
    """The JSON values in a text, each on one line or over several."""
    decoder, place = json.JSONDecoder(), 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        found, place = decoder.raw_decode(text, place)
        yield from found if isinstance(found, list) else [found]


def _read(said: Mapping[str, Any]) -> SignedHead:
    said = said.get("receipt", said)
    if type(said["number"]) is not int:
        raise ValueError("the number of a posting is not one")
    return SignedHead(**{field.name: _text(said[field.name]) for field in fields(SignedHead)})


def _text(said: Any) -> Any:
    return said if type(said) is int else str(said)


def objections(heads: Iterable[SignedHead], hashes: Sequence[str], keys: Iterable[str] = ()) -> list[str]:
    """Where these heads contradict a book whose lines have these hashes, in order.

    *keys* are the trusted public keys; without any, each head is checked against its own key.
    """
    trusted = set(keys)
    wrong = []
    for head in sorted(heads, key=lambda each: each.number):
        if not head.genuine():
            wrong.append(f"what is said of posting {head.number} is not signed by the key it names")
        elif trusted and head.key not in trusted:
            wrong.append(
                f"what is said of posting {head.number} is signed by another key than those known,"
                f" {head.key}: if it is one that this server had before, name it with --key"
            )
        elif head.number > len(hashes):
            wrong.append(f"posting {head.number}, signed {head.time}, is not in the book: the book was cut")
        elif head.number < 1 or hashes[head.number - 1] != head.hash:
            wrong.append(
                f"posting {head.number} is not the one signed {head.time}: the book was changed there or before"
            )
    return wrong


def _library() -> tuple[Any, type[Exception]]:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives import serialization
    except ImportError as fault:
        raise NoKey("Signatures need the package cryptography: pip install 'overtrick[web]'") from fault
    return serialization, InvalidSignature
