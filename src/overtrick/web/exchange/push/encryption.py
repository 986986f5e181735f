"""Push messages: encrypted for one browser (RFC 8291, RFC 8188), and signed by this server (RFC 8292)."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from time import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from overtrick.ledger.signed_heads import NoKey, keep_key

CURVE = ec.SECP256R1()
SALT = 16
RECORD = 4096
"""The size, in bytes, of the single record of a message."""
LAST = b"\x02"
"""The delimiter of the last record."""
GOOD_FOR = 12 * 3600
"""Seconds for which a signature is valid; push services accept at most a day."""


def encode_base64url(data: bytes) -> str:
    """Encode bytes as the standards require: base64url without padding.

    >>> encode_base64url(b"?>")
    'Pz4'
    """
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Decode base64url without padding; raises `ValueError` if it is invalid.

    >>> read("Pz4")
    b'?>'
    """
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key in the format of browsers."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def browser_key(data: bytes) -> ec.EllipticCurvePublicKey:
    """A browser's public key; raises `ValueError` if it is invalid."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


def encrypt(
    text: bytes, p256dh: bytes, auth: bytes, *, salt: bytes = b"", key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """A text encrypted for the browser with these keys; salt and key are new for each message, except in tests."""
    salt, own = salt or os.urandom(SALT), key or ec.generate_private_key(CURVE)
    public = public_bytes(own.public_key())
    shared = own.exchange(ec.ECDH(), browser_key(p256dh))
    secret = _derive_key(auth, shared, b"WebPush: info\0" + p256dh + public, 32)
    content = _derive_key(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(content).encrypt(nonce, text + LAST, None)


def _derive_key(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushKey:
    """The installation's key, which identifies it to push services."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public = encode_base64url(public_bytes(private.public_key()))

    def authorization(self, endpoint: str, contact: str) -> str:
        """The Authorization header of a request to a push service; *contact* is an address for its operator."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time()) + GOOD_FOR, "sub": contact}
        signed = ".".join(
            encode_base64url(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{encode_base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def push_key_at(path: Path) -> PushKey:
    """The key in a file that only the server may read; it is created if the file does not exist."""
    if not path.exists():
        made = ec.generate_private_key(CURVE)
        pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        keep_key(path, made.private_bytes(pem, form, serialization.NoEncryption()))
    try:
        private = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as fault:
        raise NoKey(f"The key for push messages in {path} cannot be read: {fault}") from fault
    if not isinstance(private, ec.EllipticCurvePrivateKey) or private.curve.name != CURVE.name:
        raise NoKey(f"The key in {path} is not one of P-256.")
    return PushKey(private)
