"""Passkeys and security keys as a second factor (WebAuthn): each is bound to the host name it was added under.

A browser answers a challenge that the session keeps for a few minutes and for one answer. Beside the signature, the
page's address, the server's name, the presence of a person and the advance of the key's counter are checked.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from time import time
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from fido2.cose import ES256, RS256, EdDSA
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorData,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said, phrase
from overtrick.web.accounts.models import Passkey
from overtrick.web.congress.access import author_name
from overtrick.web.congress.addresses import request_address

PATIENCE = 300
"""Seconds within which a challenge must be answered."""
MOST = 10
"""The most passkeys of one account."""
LARGEST = 64_000
"""The most characters in a browser's answer; one with a long attestation has about 10,000."""
KEY_BYTES = 2_048
"""The most bytes of a public key with its ID: the ID has at most 1,023, an RSA key of 4,096 bits about 550."""
KINDS = (ES256, EdDSA, RS256)
"""The kinds of keys that are accepted; every authenticator has one of them."""
CHALLENGE = "passkey challenge"
"""The session key of the pending challenge."""
_PREFERRED = UserVerificationRequirement.PREFERRED


class PasskeyRefused(DirectorError):
    """A browser's answer was not accepted; *why* is for the log."""

    def __init__(self, told: Said, why: str) -> None:
        super().__init__(told)
        self.why = why


@dataclass(frozen=True, slots=True)
class Site:
    """The server as a browser knows it: the name that keys are bound to, and the addresses its pages may have there."""

    host: str
    origins: frozenset[str]

    @property
    def why_not(self) -> Said:
        """The reason why no browser offers passkeys here; empty if they do."""
        if _numbers(self.host):
            return phrase(
                "Passkeys do not work with a numeric address like {host}. The server needs a host name.", host=self.host
            )
        secure = self.host == "localhost" or any(each.startswith("https:") for each in self.origins)
        return "" if secure else phrase("Passkeys need HTTPS, and this server uses plain HTTP.")


def site_of(request: HttpRequest) -> Site:
    """The server under the host name of this request, with every configured address that has the same host."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    known = (request_address(request), settings.URL, *settings.CSRF_TRUSTED_ORIGINS)
    parts = [urlsplit(each) for each in known]
    return Site(host, frozenset(f"{each.scheme}://{each.netloc}" for each in parts if each.hostname == host))


def _numbers(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def passkeys_of(user: User, site: Site | None = None) -> QuerySet[Passkey]:
    """A user's passkeys in the order they were added; only those valid at *site*, if one is given."""
    found = Passkey.objects.filter(user=user).order_by("made", "pk")
    return found if site is None else found.filter(host=site.host)


def ask_to_add(user: User, site: Site, session: SessionBase) -> str:
    """The WebAuthn options for making a passkey, as JSON; one answer to them is accepted."""
    who = PublicKeyCredentialUserEntity(id=_handle(user), name=user.get_username(), display_name=author_name(user))
    options, state = _server(site).register_begin(
        who,
        [each.data for each in _read(passkeys_of(user, site))],
        resident_key_requirement=ResidentKeyRequirement.DISCOURAGED,
        user_verification=_PREFERRED,
    )
    return _store_challenge(session, site, state, dict(options.public_key))


def ask_to_show(user: User, site: Site, session: SessionBase) -> str:
    """The WebAuthn options for signing in with a passkey, as JSON; one answer to them is accepted."""
    options, state = _server(site).authenticate_begin(
        [each.data for each in _read(passkeys_of(user, site))], user_verification=_PREFERRED
    )
    return _store_challenge(session, site, state, dict(options.public_key))


def _store_challenge(session: SessionBase, site: Site, state: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    session[CHALLENGE] = [str(state["challenge"]), site.host, int(time()) + PATIENCE]
    return json.dumps({**options, "timeout": PATIENCE * 1000})


def add(user: User, site: Site, session: SessionBase, answer: str, name: str) -> Passkey:
    """Store the passkey that a browser made; `PasskeyRefused` if it does not answer the pending challenge."""
    state = _waiting(session, site)
    try:
        said = RegistrationResponse.from_dict(_read_answer(answer))
        made: AuthenticatorData = _server(site).register_complete(state, said)
        data = made.credential_data
        if data is None or said.response.client_data.cross_origin:
            raise ValueError("no key, or from within another site's page")  # noqa: TRY301 - refused with the rest
        if len(data) > KEY_BYTES or data.public_key.get(3) not in [kind.ALGORITHM for kind in KINDS]:
            raise ValueError("a key of a kind that was not asked for")  # noqa: TRY301
    except Exception as fault:  # untrusted bytes: any exception of the library is a refusal
        raise PasskeyRefused("The passkey was not added. Try again.", _why(fault)) from fault
    if passkeys_of(user).count() >= MOST:
        raise PasskeyRefused(
            phrase("An account can have at most {most} passkeys. Remove one first.", most=MOST), "too many"
        )
    try:
        with transaction.atomic():
            return Passkey.objects.create(
                user=user, name=name, host=site.host, data=bytes(data), digest=_digest(data), count=made.counter
            )
    except IntegrityError as fault:
        raise PasskeyRefused("This passkey is already registered.", "known") from fault


def verify_passkey(user: User, site: Site, session: SessionBase, answer: str) -> Passkey:
    """The passkey that a browser signed in with; refused if it did not sign the challenge or its counter went back."""
    state = _waiting(session, site)
    known = _read(passkeys_of(user, site))
    try:
        said = AuthenticationResponse.from_dict(_read_answer(answer))
        if said.response.client_data.cross_origin:
            raise ValueError("from within another site's page")  # noqa: TRY301 - refused with the rest
        data = _server(site).authenticate_complete(state, [each.data for each in known], said)
        count = said.response.authenticator_data.counter
    except Exception as fault:  # as above
        raise PasskeyRefused("This passkey was not accepted. Try again, or use a code.", _why(fault)) from fault
    row = next(each.row for each in known if each.data.credential_id == data.credential_id)
    goes_on = Q(count__lt=count) if count else Q(count=0)  # many keys have no counter, and always say 0
    if not Passkey.objects.filter(goes_on, pk=row.pk).update(count=count, used=timezone.now()):
        raise PasskeyRefused(
            "This passkey may have been copied: its counter did not advance. Sign in with a code, then remove the "
            "passkey and add it again.",
            f"the counter of “{row.name}” went back",
        )
    return row


def _waiting(session: SessionBase, site: Site) -> Mapping[str, Any]:
    """The pending challenge, which is used up by this call in any case."""
    challenge, host, until = session.pop(CHALLENGE, ("", "", 0))
    if not challenge or host != site.host or time() > until:
        raise PasskeyRefused("The time to answer this request has run out. Try again.", "no challenge waits")
    return {"challenge": challenge, "user_verification": _PREFERRED}


def _read_answer(answer: str) -> Mapping[str, Any]:
    if len(answer) > LARGEST:
        raise ValueError("too long")
    said: Mapping[str, Any] = json.loads(answer)
    return said


def _why(fault: Exception) -> str:
    return str(fault)[:100] or type(fault).__name__


@dataclass(frozen=True, slots=True)
class _Key:
    """A passkey's row with its public key."""

    row: Passkey
    data: AttestedCredentialData


def _read(rows: QuerySet[Passkey]) -> list[_Key]:
    return [_Key(each, AttestedCredentialData(bytes(each.data))) for each in rows]


def _server(site: Site) -> Fido2Server:
    server = Fido2Server(
        PublicKeyCredentialRpEntity(name="Overtrick", id=site.host),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda origin: origin in site.origins,
    )
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=kind.ALGORITHM) for kind in KINDS
    ]
    return server


def _handle(user: User) -> bytes:
    """The user handle of WebAuthn: the same for all of a user's keys, and without personal data."""
    return salted_hmac("overtrick passkey", str(user.pk), algorithm="sha256").digest()


def _digest(data: AttestedCredentialData) -> str:
    return sha256(data.credential_id).hexdigest()
