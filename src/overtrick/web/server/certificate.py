"""A certificate for a laptop at a venue, signed by the installation's own authority, which phones can be told to trust.

The authority is made once and kept beside the books. It is limited to the names and addresses of private networks and
of this machine, so that trusting it, or stealing its key, exposes no other site. The server's certificate is made
again when the machine's addresses change, and phones need not trust anything new.
"""

import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from overtrick.web.reachable_addresses import ANY, machine_addresses

FOLDER = "https"
AUTHORITY_LASTS = timedelta(days=3650)
LASTS = timedelta(days=397)
"""Phones accept no server certificate that is valid for longer."""
RENEWED = timedelta(days=60)
"""How long a certificate must still be valid when the server starts: no congress is longer."""
PRIVATE: tuple[IPv4Network | IPv6Network, ...] = tuple(
    map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7"))
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The server's certificate and key, and the authority's certificate for phones to trust."""

    shown: Path
    key: Path
    authority: Path


def own_names(host: str, url: str = "") -> tuple[str, ...]:
    """The names that the server may be opened under: the machine's addresses and name, and the configured name."""
    called = socket.gethostname().partition(".")[0].lower()
    named = urlsplit(url).hostname or ""
    found = ("localhost", "127.0.0.1", called, f"{called}.local", *machine_addresses(host), named, host)
    return tuple(dict.fromkeys(each for each in found if each and each not in ANY))


def certificate(folder: Path, names: Iterable[str], now: datetime | None = None) -> Certificate:
    """The certificate for a server with exactly these names; a new one is made unless one is valid."""
    now, wanted = now or datetime.now(UTC), tuple(names)
    folder.mkdir(parents=True, exist_ok=True)
    made = Certificate(folder / "server.pem", folder / "server-key.pem", folder / "authority.crt")
    authority = _read(made.authority)
    if authority is None or not _permits(authority, wanted) or authority.not_valid_after_utc < now + LASTS:
        authority = _new_authority(folder, wanted, now)
    shown = _read(made.shown)
    good = shown is not None and shown.issuer == authority.subject and _names_of(shown) == set(wanted)
    if not good or shown is None or shown.not_valid_after_utc < now + RENEWED:
        _new_server(made, authority, wanted, now)
    return made


def _new_authority(folder: Path, names: tuple[str, ...], now: datetime) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    called = f"Overtrick on {socket.gethostname()}, {now:%d %B %Y %H:%M:%S}"[:64]
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called)])
    permitted = [*(x509.IPAddress(each) for each in PRIVATE), x509.DNSName("local"), x509.DNSName("localhost")]
    permitted += [_limit(name) for name in names if not _is_permitted(name, permitted)]
    usage = x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    made = (
        _new_builder(subject, subject, key.public_key(), now, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write_key(folder / "authority-key.pem", key)
    (folder / "authority.crt").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return made


def _new_server(files: Certificate, authority: x509.Certificate, names: tuple[str, ...], now: datetime) -> None:
    kept = (files.authority.parent / "authority-key.pem").read_bytes()
    signing = cast("ec.EllipticCurvePrivateKey", serialization.load_pem_private_key(kept, None))
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Overtrick")])
    made = (
        _new_builder(subject, authority.subject, key.public_key(), now, LASTS)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key()), critical=False)
        .sign(signing, hashes.SHA256())
    )
    _write_key(files.key, key)
    files.shown.write_bytes(b"".join(each.public_bytes(serialization.Encoding.PEM) for each in (made, authority)))


def _new_builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be slow
        .not_valid_after(now + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _read(file: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except (OSError, ValueError):
        return None


def _write_key(file: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """Write a key to a file that only its owner can read from the moment it exists."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )


def _names_of(shown: x509.Certificate) -> set[str]:
    names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(each.value) for each in names}


def _permits(authority: x509.Certificate, names: Iterable[str]) -> bool:
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    return all(_is_permitted(name, limits) for name in names)


def _is_permitted(name: str, limits: Iterable[x509.GeneralName]) -> bool:
    found = _general(name)
    return any(_covers(limit, found) for limit in limits)


def _covers(limit: x509.GeneralName, found: x509.GeneralName) -> bool:
    match limit, found:
        case x509.IPAddress(value=network), x509.IPAddress(value=address):
            return address in cast("IPv4Network", network)
        case x509.DNSName(value=above), x509.DNSName(value=name):
            return bool(name == above or name.endswith(f".{above}"))
        case _:
            return False


def _limit(name: str) -> x509.GeneralName:
    """The name constraint for a name: in IPv6 the whole network, because a machine's address changes every day."""
    found = _general(name)
    if not isinstance(found, x509.IPAddress):
        return found
    network = f"{name}/64" if ":" in name else name
    return x509.IPAddress(ip_network(network, strict=False))


def _general(name: str) -> x509.GeneralName:
    try:
        address = ip_address(name)
    except ValueError:
        return x509.DNSName(name)
    return x509.IPAddress(address)
