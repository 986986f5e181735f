"""Where phones open the server: named, found on the machine, or refused with what to do."""

import re

import pytest

from overtrick.web import reachable_addresses
from overtrick.web.reachable_addresses import home, machine_addresses, only_here
from web.servers import Server

_HAS = {
    "0.0.0.0": ("192.168.1.20", "10.0.0.5"),  # noqa: S104 - as it listens in a hall
    "::": ("192.168.1.20", "fd12:3456::20", "2001:db8::20"),
}


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop in two networks."""
    monkeypatch.setattr(reachable_addresses, "machine_addresses", lambda host: _HAS[host])


def test_the_machines_own_addresses_are_found_where_the_server_listens_on_all_of_them() -> None:
    found = home("", "http://0.0.0.0:8000")
    assert found.addresses == ("http://192.168.1.20:8000", "http://10.0.0.5:8000")
    assert home("", "http://10.0.0.5:80").addresses == ("http://10.0.0.5",)
    assert home("", "https://0.0.0.0:443").addresses[0] == "https://192.168.1.20"


def test_addresses_of_ipv6_stand_in_brackets_and_after_the_others() -> None:
    found = home("", "http://[::]:8000").addresses
    assert found == ("http://192.168.1.20:8000", "http://[fd12:3456::20]:8000", "http://[2001:db8::20]:8000")
    assert home("", "http://[fd12:3456::20]:80").addresses == ("http://[fd12:3456::20]",)
    assert "only from this computer" in str(home("", "http://[::1]:8000").refusal)


def test_the_address_that_is_named_goes_before_all() -> None:
    assert home("https://bridge.example.org/", "http://0.0.0.0:8000", "http://127.0.0.1:8000").addresses == (
        "https://bridge.example.org",
    )


def test_the_address_in_the_directors_browser_serves_unless_it_means_the_computer_itself() -> None:
    used = home("", "http://0.0.0.0:8000", "http://laptop.local:8000").addresses
    assert used == ("http://laptop.local:8000", "http://192.168.1.20:8000", "http://10.0.0.5:8000")
    assert home("", "http://0.0.0.0:8000", "http://localhost:8000").addresses[0] == "http://192.168.1.20:8000"


@pytest.mark.parametrize(
    ("configured", "listens", "says", "todo"),
    [
        ("", "http://127.0.0.1:8000", "only from this computer", "--host 0.0.0.0"),
        ("http://localhost:8000", "http://0.0.0.0:8000", "means the phone itself", "Set OVERTRICK_URL"),
        ("", "", "no network address", "OVERTRICK_URL"),
    ],
)
def test_what_no_phone_can_open_is_refused(configured: str, listens: str, says: str, todo: str) -> None:
    found = home(configured, listens, "http://localhost:8000")
    assert not found.addresses
    assert says in str(found.refusal)
    assert todo in str(found.remedy)


def test_a_machine_in_no_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reachable_addresses, "machine_addresses", lambda _: ())
    assert "no network address" in str(home("", "http://0.0.0.0:8000").refusal)


def test_what_the_machine_says_of_itself_can_be_used_by_others() -> None:
    for host in ("0.0.0.0", "::"):  # noqa: S104 - where a server listens
        assert not any(only_here(each) or each.startswith(("169.254.", "fe80")) for each in machine_addresses(host))
    assert set(machine_addresses()) <= set(machine_addresses("::"))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("host", "url", "says"),
    [
        (
            "127.0.0.1",
            "",
            "To let phones open it, stop the server and start it again with overtrick serve --host 0.0.0.0",
        ),
        ("0.0.0.0", "", r"Phones on the same network open http://(?!127|localhost)[\w.]+:\d+/"),  # noqa: S104
        ("127.0.0.1", "https://bridge.example.org", r"Overtrick is at https://bridge.example.org/\n"),
    ],
)
def test_the_server_says_where_phones_open_it(host: str, url: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERTRICK_URL", url)
    with Server(workers=1, host=host) as server:
        assert re.search(says, server.said), server.said
