"""A port is one server's alone, and who has it is named."""

import os
import socket
import subprocess
import sys

import pytest

from overtrick.core.errors import DirectorError
from overtrick.web.server import port as ports
from web.servers import Server, free_port

ALL = "0.0.0.0"  # noqa: S104 - what a congress listens on


def second(port: int, *words: str, command: str = "serve") -> subprocess.CompletedProcess[str]:
    """Another server on a port, as somebody starts it who forgot the first."""
    return subprocess.run(
        [sys.executable, "-m", "overtrick", command, "--port", str(port), *words],
        env={**os.environ, "OVERTRICK_LOG": "ERROR"}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_second_server_on_a_port_is_refused_and_told_what_has_it() -> None:
    with Server(workers=2) as first:
        for host in ("127.0.0.1", ALL):
            for command in ("serve", "demo"):
                found = second(first.port, "--host", host, command=command)
                assert found.returncode != 0
                assert f"Port {first.port} is in use by another Overtrick (process " in found.stderr
                assert f"overtrick serve --port {first.port}" in found.stderr
                assert f"--port {first.port + 1}" in found.stderr
        assert all(first.status("/health") == 200 for _ in range(12)), "every request goes to the first"


def test_another_program_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(DirectorError) as refused, ports.reserved_port("127.0.0.1", port):
            pass
        assert f"Port {port} is in use by another program (process {os.getpid()}: " in str(refused.value)


def test_of_two_that_start_at_once_one_has_the_port() -> None:
    port = free_port()
    with ports.reserved_port(ALL, port):
        for host in (ALL, "127.0.0.1"):
            with pytest.raises(DirectorError, match=f"Port {port} is in use"), ports.reserved_port(host, port):
                pass
    with ports.reserved_port(ALL, port):
        pass


def test_a_server_that_has_just_stopped_is_not_in_the_way() -> None:
    with socket.create_server(("127.0.0.1", 0)) as old:
        port = old.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            accepted, _ = old.accept()
            accepted.close()  # this side closes first, and its end stays in the system for a minute
    with ports.reserved_port("127.0.0.1", port):
        pass


@pytest.mark.parametrize(
    ("host", "says"),
    [("203.0.113.9", "This machine has no address 203.0.113.9"), ("no.such.invalid", "known host name")],
)
def test_an_address_that_is_not_this_machines_is_refused(host: str, says: str) -> None:
    with pytest.raises(DirectorError, match=says), ports.reserved_port(host, free_port()):
        pass
