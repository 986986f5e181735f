"""Messages to browsers: encrypted for one of them (RFC 8291, RFC 8188), and signed as this server's (RFC 8292)."""

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
"""Bytes of the one record that a message is."""
LAST = b"\x02"
"""What ends the last record."""
GOOD_FOR = 12 * 3600
"""Seconds that a signature counts; a push service takes no longer than a day."""


def written(data: bytes) -> str:
    """Bytes as the standards write them.

    >>> written(b"?>")
    'Pz4'
    """
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """What was written so; `ValueError` where it was not.

    >>> read("Pz4")
    b'?>'
    """
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers have it."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def browser_key(data: bytes) -> ec.EllipticCurvePublicKey:
    """A browser's public key; `ValueError` where it is none."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


def encrypted(
    text: bytes, p256dh: bytes, auth: bytes, *, salt: bytes = b"", key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """A text that only the browser with these keys can read; salt and key are new for each, but in a test's example."""
    salt, own = salt or os.urandom(SALT), key or ec.generate_private_key(CURVE)
    public = public_bytes(own.public_key())
    shared = own.exchange(ec.ECDH(), browser_key(p256dh))
    secret = _derived(auth, shared, b"WebPush: info\0" + p256dh + public, 32)
    content = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(content).encrypt(nonce, text + LAST, None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushKey:
    """The installation's key, by which a push service knows it."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public = written(public_bytes(private.public_key()))

    def authorization(self, endpoint: str, contact: str) -> str:
        """What a request to a push service says it is from; *contact* is where its keeper may turn."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time()) + GOOD_FOR, "sub": contact}
        signed = ".".join(written(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{written(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def push_key_at(path: Path) -> PushKey:
    """The key in a file that nobody else may read; made there if there is none yet."""
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
