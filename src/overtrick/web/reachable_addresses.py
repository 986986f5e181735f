"""The server's own addresses: those that phones at the venue can open, and what to do if there is none.

`OVERTRICK_URL` sets the address. Without it, the machine's addresses in its networks are used if the server listens on
them.
"""

import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from overtrick.core.wording import Said, phrase

LISTENS = "OVERTRICK_LISTEN_URL"
"""The environment variable that tells the server's processes where it listens, like `http://0.0.0.0:8000`."""
AUTHORITY = "OVERTRICK_AUTHORITY"
"""The environment variable with the file of the authority that signed the server's certificate, if it has one."""
ANY = ("0.0.0.0", "::")  # noqa: S104 - recognised, not bound
"""The hosts that stand for every address of the machine."""
_ELSEWHERE = ("203.0.113.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""Addresses in networks that a machine may be in. Nothing is sent there; the system only says from where it would."""
_ELSEWHERE_6 = ("2001:db8::1", "fdff:ffff:ffff:ffff::1")
"""Addresses in IPv6 networks that a machine may be in, used in the same way."""


@dataclass(frozen=True, slots=True)
class Home:
    """The addresses at which others can open this server, likeliest first; if there is none, why, and what to do."""

    addresses: tuple[str, ...]
    refusal: Said = ""
    remedy: Said = ""


def only_here(host: str) -> bool:
    """Whether a host name or address always means the machine that uses it.

    >>> [only_here(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.20", "bridge.example.org")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def machine_addresses(host: str = ANY[0]) -> tuple[str, ...]:
    """The machine's own addresses in its networks, starting with the one for its default route.

    IPv6 addresses follow if the server listens on them too, which it does on `::`.
    """
    found = _find_addresses(socket.AF_INET, _ELSEWHERE)
    if host == ANY[1]:
        found += _find_addresses(socket.AF_INET6, _ELSEWHERE_6)
    return tuple(dict.fromkeys(each for each in found if each and _in_a_network(each)))


def _find_addresses(family: socket.AddressFamily, elsewhere: Iterable[str]) -> list[str]:
    found = [_sent_from(family, target) for target in elsewhere]
    with suppress(OSError):  # the machine's own name may not resolve
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, family)]
    return found


def home(configured: str, listens: str, used: str = "") -> Home:
    """The addresses at which others can open this server.

    *configured* is `OVERTRICK_URL`, *listens* is where the server listens, and *used* is the address in the reader's
    own browser, which works for others too unless it means the reader's machine.
    """
    if configured:
        if not only_here(_host(configured)):
            return Home((configured.rstrip("/"),))
        return Home(
            (),
            phrase("OVERTRICK_URL is {url}, which on a phone means the phone itself", url=configured),
            phrase("Set OVERTRICK_URL to an address that the phones can open, and start the server again"),
        )
    found = [used] if used and not only_here(_host(used)) else []
    found += _listening_addresses(listens)
    if found:
        return Home(tuple(dict.fromkeys(found)))
    if listens and only_here(_host(listens)):
        return Home(
            (),
            phrase("This server can be reached only from this computer, so no phone can open it"),
            phrase("To let phones open it, stop the server and start it again with overtrick serve --host 0.0.0.0"),
        )
    return Home(
        (),
        phrase("This computer has no network address, so no phone can open it"),
        phrase(
            "Connect the computer to the same network as the phones, or set OVERTRICK_URL to its address, and start "
            "the server again"
        ),
    )


def running() -> str:
    """Where this server listens; empty if it was not started by `overtrick serve`."""
    return os.environ.get(LISTENS, "")


def address(scheme: str, host: str, port: int) -> str:
    """An address in the form of browsers.

    >>> address("http", "192.168.1.20", 8000), address("http", "::1", 80), address("https", "laptop", 443)
    ('http://192.168.1.20:8000', 'http://[::1]', 'https://laptop')
    """
    named = f"[{host}]" if ":" in host else host
    return f"{scheme}://{named}" + ("" if port == {"http": 80, "https": 443}[scheme] else f":{port}")


def _listening_addresses(listens: str) -> Iterable[str]:
    if not listens:
        return []
    parts = urlsplit(listens)
    port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    host = _host(listens)
    hosts = machine_addresses(host) if host in ANY else () if only_here(host) else (host,)
    return [address(parts.scheme, each, port) for each in hosts]


def _host(url: str) -> str:
    return urlsplit(url if "//" in url else f"//{url}").hostname or ""


def _sent_from(family: socket.AddressFamily, target: str) -> str:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:  # no route to this network, or no network of this family
        return ""


def _in_a_network(text: str) -> bool:
    found = ip_address(text.partition("%")[0])
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)
