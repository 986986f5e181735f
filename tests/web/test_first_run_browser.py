"""A newcomer's first evening, with no manual: from an empty folder to a result from a phone.

`overtrick serve` is typed into a terminal in an empty folder. The codes that the terminal, the invitations and the
printed cards show are read from their pictures, as a phone's camera does, and what they say is opened.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from overtrick.core.model.notation import read_result
from overtrick.core.model.results import PlayedContract
from web.laptop import Laptop
from web.official import PASSWORD, Desk
from web.page_times import assert_each_is_there_at_once, seconds, seconds_alone
from web.phones import TablePhone
from web.scanning import drawn, scanned

pytestmark = pytest.mark.slow
EVENT = "club-swiss"
PAIRS = 8
FILE = "Pair No,Name,ABF Number,Player phone\n" + "\n".join(
    f"{pair},PLAYER {pair}{letter},{1000000 + 2 * pair + place},0400"
    for pair in range(1, PAIRS + 1)
    for place, letter in enumerate("AB")
)
RESULT = read_result("3NT N =")
OFFICIALS = {"Alex": "organiser", "Robin": "director", "Sam": "scorer"}
MAY = {  # what they open at the desk, and what they are refused
    "organiser": (("{congress}officials/", "{congress}new/"), ("{event}do/penalty/", "{event}line/")),
    "director": (("{event}do/penalty/", "{event}draw/"), ("{congress}officials/", "{congress}new/")),
    "scorer": (("{event}line/?line=1", "{event}results/"), ("{event}do/penalty/", "{congress}officials/")),
}
PAGES = ("", "draw/", "seat/", "race/", "flow/", "conditions/")


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    """The server on a laptop that has never had it."""
    with Laptop(tmp_path) as running:
        assert [each.name for each in tmp_path.iterdir()] == ["overtrick-data"]
        yield running
        print(running.said)  # noqa: T201 - shown where the test fails


@pytest.fixture
def desk(chromium: Browser, laptop: Laptop) -> Iterator[Desk]:
    """The newcomer's own browser, on the laptop."""
    made = Desk(chromium, laptop)
    yield made
    made.context.close()


def phone_of(chromium: Browser) -> BrowserContext:
    """A phone of 390 points, with a touch screen."""
    made = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    made.set_default_timeout(60_000)
    return made


def reads_the_terminal(laptop: Laptop) -> str:
    """What the terminal tells, and the address that the code in it says."""
    assert laptop.said.startswith(f"Opening the books in the folder {laptop.folder}/overtrick-data…\n")
    found = re.search(r"Phones on the same network open (http://\S+?/)(?: or |\n)", laptop.said)
    assert found, laptop.said
    told = found[1]
    assert scanned(drawn(laptop.code)) == [told]
    assert not re.match(r"http://(localhost|127\.)", told)
    assert laptop.said.rstrip().endswith(laptop.first_run), "what to do next stands last, and no log pushes it away"
    return told


def finds_the_first_run(desk: Desk) -> None:
    """Who opens the server without the printed link is told where it is."""
    desk.page.goto(f"{desk.server.address}/")
    expect(desk.page.locator("main")).to_contain_text("Open the address that overtrick serve printed")
    desk.begin("Club Championship")


def invites(desk: Desk) -> dict[str, str]:
    """Invitations for three officials: the link of each, which its code says too."""
    page, links = desk.page, {}
    page.get_by_role("link", name="Officials").click()
    for name, role in OFFICIALS.items():
        page.get_by_label("Person to invite").fill(name)
        page.locator("#id_role").select_option(role)
        page.get_by_role("button", name="Create invitation").click()
        links[name] = page.get_by_label("Link", exact=True).input_value()
        assert scanned(page.screenshot()) == [links[name]]
        page.get_by_role("link", name="Back to the officials").click()
    page.get_by_role("link", name="Back to Club Championship").click()
    return links


def joins(browser: BrowserContext, name: str, link: str) -> Page:
    """Open the link, choose a password, and be at the desk of the congress."""
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.goto(link)
    expect(page.locator("main")).to_contain_text("Club Championship")
    page.get_by_label("Your name (shown beside what you post)").fill(f"{name} Example")
    page.get_by_label("Sign-in name").fill(name.lower())
    page.get_by_label("Password, ten characters or more").fill(PASSWORD)
    page.get_by_label("Repeat the password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Club Championship")).to_be_visible()
    return page


def sees_what_is_theirs(page: Page, name: str, home: str) -> None:
    """Sign out, and in again from the home page; then what the role opens, and what it is refused."""
    page.locator(".menu.me summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(home)
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill(name.lower())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Club Championship").click()
    role = OFFICIALS[name]
    expect(page.get_by_role("link", name="Officials")).to_have_count(int(role == "organiser"))
    where = {"congress": f"{home}desk/club-championship/", "event": f"{home}desk/e/{EVENT}/"}
    for addresses, status in zip(MAY[role], (200, 403), strict=True):
        for address in addresses:
            answer = page.goto(address.format(**where))
            assert answer is not None
            assert answer.status == status, f"{role}: {address}"


def begins_the_event(desk: Desk) -> None:
    """An event of eight pairs, with its first round drawn."""
    desk.set_up("swiss congress", "Bridge NSW Swiss Pairs Congress", EVENT)
    desk.enter(FILE, upload=False)
    desk.act("Close entries only")
    desk.act("Start the first stage")
    desk.publish(1)


def prints_the_cards(desk: Desk) -> list[str]:
    """The cards of the tables as the printer gets them: what their codes say."""
    page = desk.page
    desk.go("Tables")
    page.get_by_role("link", name="Table codes").click()
    links = [page.get_by_role("link", name=f"Open table {table}") for table in range(1, PAIRS // 2 + 1)]
    page.emulate_media(media="print")
    said = scanned(page.screenshot(full_page=True))
    page.emulate_media(media="screen")
    cards = [link.get_attribute("href") or "" for link in links]
    assert sorted(said) == sorted(cards)
    page.get_by_role("link", name="Back to the tables").click()
    return cards


def posts_a_result(phone: BrowserContext, address: str) -> None:
    """Scan a table's card, sit down, enter a board; the other side agrees."""
    table = TablePhone(1, phone.new_page())
    table.page.goto(address)
    table.awaits(1)
    assert isinstance(RESULT, PlayedContract)
    table.tap({table.boards()[0]: RESULT})
    assert table.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    table.page.close()


def directs_from_the_phone(phone: BrowserContext, home: str) -> None:
    """The address in the terminal's code opens the desk on a phone."""
    page = phone.new_page()
    page.goto(home)
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill("robin")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Bridge NSW Swiss Pairs Congress").click()
    expect(page.locator(".grid li").first).to_contain_text("1/8")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.close()


def looks_at_twelve_pages_and_ten_tabs(desk: Desk) -> None:
    """The players' pages one after the other, then ten tabs at once: each is there within a second."""
    home = f"{desk.server.address}/e/{EVENT}/"
    for each in PAGES:
        assert desk.server.status(f"/e/{EVENT}/{each}") == 200  # made once: what is measured is the browser's waiting
    page = desk.context.new_page()
    page.goto(home)

    def alone() -> float:
        return seconds_alone(desk.context.browser, home)

    assert_each_is_there_at_once(
        lambda: [seconds(page, f"{home}{PAGES[each % len(PAGES)]}") for each in range(12)], alone
    )
    tabs = [desk.context.new_page() for _ in range(10)]
    assert_each_is_there_at_once(lambda: [seconds(tab, home) for tab in tabs], alone)
    for tab in (page, *tabs):
        tab.close()


def test_a_newcomer_gets_from_an_empty_folder_to_a_result_from_a_phone(
    chromium: Browser, laptop: Laptop, desk: Desk
) -> None:
    home = reads_the_terminal(laptop)
    finds_the_first_run(desk)
    links = invites(desk)
    assert all(link.startswith(f"{home}invited/") for link in links.values()), "to be opened on any phone"
    browsers = {name: chromium.new_context() for name in OFFICIALS}
    officials = {name: joins(browsers[name], name, link) for name, link in links.items()}
    begins_the_event(desk)
    for name, page in officials.items():
        sees_what_is_theirs(page, name, home)
        browsers[name].close()
    cards = prints_the_cards(desk)
    assert all(card.startswith(f"{home}t/") for card in cards)
    phone = phone_of(chromium)
    posts_a_result(phone, cards[0])
    expect(desk.page.locator(".grid li").first).to_contain_text("1/8")
    directs_from_the_phone(phone, home)
    phone.close()
    looks_at_twelve_pages_and_ten_tabs(desk)
    desk.leave()
    assert laptop.said.rstrip().endswith(laptop.first_run), "nothing was pushed away, and nothing went wrong"
