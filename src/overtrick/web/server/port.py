"""Reserving the port for one server.

The processes of one server share its port (SO_REUSEPORT), and a second server would silently share it too, so that
requests would reach either. So the port is first bound exclusively and then opened to our own processes.
"""

import errno
import json
import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from overtrick.core.errors import DirectorError
from overtrick.web.reachable_addresses import ANY

_LISTENS = "0A"
"""The state of a listening socket, as Linux writes it."""


@contextmanager
def reserved_port(host: str, port: int) -> Iterator[None]:
    """Hold a port while the server runs on it. If it is in use, the refusal names the program that has it."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as fault:
        raise DirectorError(
            "“{host}” is not a valid address or a known host name",
            remedy="Use an address of this machine, or --host 0.0.0.0 for all of them.",
            host=host,
        ) from fault
    with socket.socket(family, kind, protocol) as bound:
        try:
            _bind(bound, address)
        except OSError as fault:
            raise _refusal(fault, host, port) from fault
        if sys.platform == "linux":
            # Set after binding: our own processes may share the port now, and another server is refused.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        else:
            bound.close()
        yield


def _bind(bound: socket.socket, address: tuple[object, ...]) -> None:
    if sys.platform == "win32":
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        # Connections of a server that has just stopped do not block the port.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(address)
    if sys.platform != "linux":
        bound.listen(1)  # elsewhere two can bind, and only the second to listen is refused


def _refusal(fault: OSError, host: str, port: int) -> DirectorError:
    match fault.errno:
        case errno.EADDRINUSE:
            return DirectorError(
                "Port {port} is in use by {holder}",
                remedy="Stop that program, or choose another port: --port {other}.",
                port=port,
                holder=_holder(host, port),
                other=port % 65535 + 1,
            )
        case errno.EADDRNOTAVAIL:
            return DirectorError(
                "This machine has no address {host}",
                remedy="For all addresses of this machine, use --host 0.0.0.0.",
                host=host,
            )
        case errno.EACCES:
            return DirectorError(
                "Port {port} needs administrator rights",
                remedy="Choose a port above 1023: --port 8000.",
                port=port,
            )
        case _:
            return DirectorError(
                "Port {port} cannot be used: {strerror}",
                remedy="Choose another port: --port 8001.",
                port=port,
                strerror=fault.strerror,
            )


def _holder(host: str, port: int) -> str:
    """The program that has a port: another Overtrick or another program, with its name if the system tells it."""
    process = _process(port)
    called = f" (process {process[0]}: {process[1]})" if process else ""
    if (process and "overtrick" in process[1]) or _is_overtrick("127.0.0.1" if host in ANY else host, port):
        return f"another Overtrick{called}"
    return f"another program{called}"


def _is_overtrick(host: str, port: int) -> bool:
    """Whether the server that answers there says that it is Overtrick."""
    named = f"[{host}]" if ":" in host else host
    anybody = ssl._create_unverified_context()  # noqa: S323, SLF001 - only the program's name is read
    for scheme in ("http", "https"):
        with suppress(OSError, HTTPException, ValueError, LookupError, TypeError):
            told = urlopen(f"{scheme}://{named}:{port}/health", timeout=2, context=anybody)  # noqa: S310 - our own URL
            return bool(json.load(told)["program"] == "Overtrick")
    return False


def _process(port: int) -> tuple[int, str] | None:
    """The process that listens on a port, and its command, if Linux lets this user see them."""
    sockets = {
        f"socket:[{words[9]}]"
        for table in ("tcp", "tcp6")
        for words in map(str.split, _lines(Path("/proc/net") / table))
        if words[3] == _LISTENS and int(words[1].rpartition(":")[2], 16) == port
    }
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if any(str(each.readlink()) in sockets for each in (folder / "fd").iterdir()):
                command = (folder / "cmdline").read_text().rstrip("\0").split("\0")
                return int(folder.name), _short(command)
    return None


def _lines(table: Path) -> list[str]:
    try:
        return table.read_text().splitlines()[1:]
    except OSError:
        return []


def _short(command: list[str]) -> str:
    """A command as a person would type it: without folders, and without Python before our own name."""
    names = [Path(command[0]).name, *command[1:]]
    for place, word in enumerate(command):
        if Path(word).name == "overtrick":
            return " ".join(["overtrick", *command[place + 1 :]])
    return " ".join(names)[:80]
