"""A server with a certificate of its own: good for this machine, vouching for no other, and served over TLS."""

import os
import socket
import ssl
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from overtrick.web.server import certificate as made
from web.servers import free_port, wait_until

NAMES = ("localhost", "127.0.0.1", "laptop", "laptop.local", "192.168.1.20")
NOW = datetime(2026, 11, 15, 9, tzinfo=UTC)


def read(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def test_the_authority_stays_while_addresses_change_and_time_goes_on(tmp_path: Path) -> None:
    first = made.certificate(tmp_path, NAMES, NOW)
    authority, shown = first.authority.read_bytes(), first.shown.read_bytes()
    assert made.certificate(tmp_path, NAMES, NOW).shown.read_bytes() == shown
    made.certificate(tmp_path, (*NAMES[:-1], "192.168.7.3"), NOW)
    assert first.authority.read_bytes() == authority
    assert first.shown.read_bytes() != shown
    later = NOW + made.LASTS - timedelta(days=1)
    made.certificate(tmp_path, NAMES, later)
    assert first.authority.read_bytes() == authority
    assert read(first.shown).not_valid_after_utc > later + timedelta(days=300)


def test_a_name_the_authority_may_not_vouch_for_makes_a_new_one(tmp_path: Path) -> None:
    first = made.certificate(tmp_path, NAMES, NOW)
    before = first.authority.read_bytes()
    made.certificate(tmp_path, (*NAMES, "bridge.example.org"), NOW)
    assert first.authority.read_bytes() != before
    limits = read(first.authority).extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    names = [each.value for each in limits.value.permitted_subtrees or [] if isinstance(each, x509.DNSName)]
    assert names == ["local", "localhost", "laptop", "bridge.example.org"]


def test_an_address_of_ipv6_that_changes_in_its_network_needs_no_new_trust(tmp_path: Path) -> None:
    first = made.certificate(tmp_path, (*NAMES, "2001:db8:1:2:aaaa::1"), NOW)
    before = first.authority.read_bytes()
    made.certificate(tmp_path, (*NAMES, "2001:db8:1:2:bbbb::2"), NOW)
    assert first.authority.read_bytes() == before
    assert "2001:db8:1:2:bbbb::2" in {str(each) for each in _addresses(first.shown)}
    made.certificate(tmp_path, (*NAMES, "2001:db8:9:9::1"), NOW)
    assert first.authority.read_bytes() != before


def _addresses(shown: Path) -> list[object]:
    names = read(shown).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return list(names.get_values_for_type(x509.IPAddress))


def test_the_certificate_is_signed_by_the_authority_and_the_keys_are_the_owners(tmp_path: Path) -> None:
    files = made.certificate(tmp_path, NAMES, NOW)
    authority, shown = read(files.authority), read(files.shown)
    shown.verify_directly_issued_by(authority)
    assert isinstance(shown.public_key(), ec.EllipticCurvePublicKey)
    alternatives = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(each.value) for each in alternatives} == set(NAMES)
    assert shown.not_valid_after_utc - shown.not_valid_before_utc <= timedelta(days=398), "phones take no longer one"
    if sys.platform != "win32":
        for key in (files.key, tmp_path / "authority-key.pem"):
            assert stat.S_IMODE(key.stat().st_mode) == 0o600


@pytest.mark.slow
def test_the_server_is_trusted_by_who_trusts_its_authority_and_says_how(tmp_path: Path) -> None:
    port = free_port()
    environment = {**os.environ, "OVERTRICK_DATA": str(tmp_path), "OVERTRICK_LOG": "ERROR"}
    environment = {name: value for name, value in environment.items() if name not in {"DATABASE_URL", "OVERTRICK_URL"}}
    command = [sys.executable, "-m", "overtrick", "serve", "--port", str(port), "--https"]
    environment["DJANGO_SETTINGS_MODULE"] = "overtrick.web.settings"
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            authority = tmp_path / "https" / "authority.crt"
            home = f"https://localhost:{port}"

            def answers() -> bool:
                try:
                    trusting = ssl.create_default_context(cafile=authority)
                    trusting.set_alpn_protocols(["http/1.1"])
                    with urlopen(f"{home}/health", context=trusting) as told:  # noqa: S310 - our own
                        return bool(told.status == 200)
                except OSError:
                    return False

            wait_until(answers, 180)
            trusting = ssl.create_default_context(cafile=authority)
            with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
                urlopen(f"{home}/health", context=ssl.create_default_context())  # noqa: S310 - our own
            with urlopen(f"{home}/trust/", context=trusting) as page:  # noqa: S310 - our own
                assert "Certificate Trust Settings" in page.read().decode()
                assert "Strict-Transport-Security" not in page.headers, "nobody is bound to it"
            with urlopen(f"{home}/trust/authority.crt", context=trusting) as given:  # noqa: S310 - our own
                assert given.read() == authority.read_bytes()
            with urlopen(f"{home}/first-run/", context=trusting) as page:  # noqa: S310 - our own
                assert "Secure" in (page.headers["Set-Cookie"] or "")
            trusting.set_alpn_protocols(["h2", "http/1.1"])
            with (
                socket.create_connection(("127.0.0.1", port)) as plain,
                trusting.wrap_socket(plain, server_hostname="127.0.0.1") as line,
            ):
                assert line.selected_alpn_protocol() == "h2", "any number of pages on one connection"
        finally:
            server.terminate()
            said, _ = server.communicate(timeout=30)
    assert f"Overtrick is at {home}/" in said
    assert f"See {home}/trust/" in said
