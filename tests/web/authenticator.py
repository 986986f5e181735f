"""A security key for tests: it makes a key pair for a site and signs challenges, honestly or not."""

import html
import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAG = AuthenticatorData.FLAG


@dataclass
class Key:
    """One key of one site; *counting* is whether it has a counter."""

    origin: str = "http://localhost"
    host: str = "localhost"
    counting: bool = True
    count: int = 1
    name: bytes = field(default_factory=lambda: token_bytes(32))
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def makes(self, page: str, **otherwise: Any) -> str:
        """The answer to a page that asks for a new key."""
        public = ES256.from_cryptography_key(self.private.public_key())  # type: ignore[no-untyped-call]
        data = AttestedCredentialData.create(otherwise.get("aaguid", bytes(16)), self.name, public)
        flags = FLAG.USER_PRESENT | FLAG.ATTESTED
        known = AuthenticatorData.create(self._site(otherwise), flags, self._counted(), data)
        made = AttestationObject.create("none", known, {})
        return self._told({"attestationObject": websafe_encode(made)}, self._client("webauthn.create", page, otherwise))

    def shows(self, page: str, **otherwise: Any) -> str:
        """The answer to a page that asks to be shown the key."""
        flags = otherwise.get("flags", FLAG.USER_PRESENT)
        data = AuthenticatorData.create(self._site(otherwise), flags, self._counted())
        client = self._client(otherwise.get("kind", "webauthn.get"), page, otherwise)
        signer = otherwise.get("private", self.private)
        signature = signer.sign(data + client.hash, ec.ECDSA(hashes.SHA256()))
        return self._told({"authenticatorData": websafe_encode(data), "signature": websafe_encode(signature)}, client)

    def _site(self, otherwise: dict[str, Any]) -> bytes:
        return sha256(str(otherwise.get("host", self.host)).encode()).digest()

    def _counted(self) -> int:
        self.count += 1
        return self.count if self.counting else 0

    def _client(self, kind: str, page: str, otherwise: dict[str, Any]) -> CollectedClientData:
        challenge = otherwise.get("challenge") or asked(page)["challenge"]
        cross = bool(otherwise.get("cross"))
        return CollectedClientData.create(kind, challenge, otherwise.get("origin", self.origin), cross_origin=cross)

    def _told(self, response: dict[str, str], client: CollectedClientData) -> str:
        name = websafe_encode(self.name)
        said = {**response, "clientDataJSON": client.b64}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": said})


def asked(page: str) -> dict[str, Any]:
    """What a page asks the browser for."""
    found = re.search(r'data-asked="([^"]+)"', page)
    assert found, page
    options: dict[str, Any] = json.loads(html.unescape(found[1]))
    return options
