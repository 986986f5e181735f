"""A review upheld after the first round of a second stage, in a browser: at the desk, and on the pages of the players.

ANC26 6.2: a review asked for in time is decided when it is decided. By then Stage 2 of the Mixed Butler has begun with
the first ten of Stage 1 (17.7): those who started it play on, and what they carry follows the scores as they are now.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from closed_stage import MIXED, first_stage_played
from directing import numbers
from overtrick.core.model import Player
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection, forget
from web.desk.conftest import held_with

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NAMES = (
    "Ada Brandt – Ben Castle", "Cora Dunn – Dan Ellis", "Eve Frost – Finn Gray", "Gail Hunt – Hugo Irving",
    "Ines Jansen – Jack Kerr", "Kate Lowe – Liam Moore", "Mina Novak – Noel Owens", "Olga Pratt – Paul Quinn",
    "Rita Stone – Sam Thorne", "Tess Upton – Uli Vance", "Vera Walsh – Will Young", "Xenia Zorn – Yann Abel",
    "Zoe Baker – Adam Cole", "Bea Drew – Carl Evans",
)  # fmt: skip
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}
_POST = """async ([address, stage, lines]) => {
  const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const refused = [];
  for (const line of lines) {
    const body = new URLSearchParams({ line, stage, key: `${stage} ${line}`, csrfmiddlewaretoken });
    const answer = await fetch(address, { method: "POST", headers: { Accept: "application/json" }, body });
    if (!answer.ok) refused.push(`${line}: ${await answer.text()}`);
  }
  return refused;
}"""


@pytest.fixture
def held() -> Iterator[BookRecord]:
    """Stage 1 is played and not closed; pair 13 has asked for a review of its match with pair 10."""
    forget()
    pairs = {number: tuple(map(Player, name.split(" – "))) for number, name in zip(numbers(14), NAMES, strict=True)}
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    made = held_with(congress, list(first_stage_played(players=pairs).book.postings()), "mixed", MIXED)
    BookRecord.objects.filter(pk=made.pk).update(title="Mixed Butler")
    yield made
    forget()


@pytest.fixture
def desk(live_server: LiveServer, chromium: Browser, held: BookRecord) -> Iterator[Page]:
    """The chief director's browser at the desk of the event."""
    client = Client()
    client.force_login(User.objects.create_superuser("lee"))
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    context.set_default_timeout(120_000)
    yield context.new_page()
    context.close()


def go(page: Page, tab: str) -> None:
    page.get_by_role("navigation", name="Pages of this").get_by_role("link", name=tab).click()


def foresee(page: Page, **answers: object) -> str:
    """Answer the form that is open and preview it: what it will do."""
    for name, value in answers.items():
        field = page.locator(f'form.asking [name="{name}"]')
        if field.evaluate("(each) => each.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    if not page.locator(".foreseen").count():
        page.get_by_role("button", name="Preview").click()
    return page.locator(".foreseen").inner_text()


def post(page: Page) -> None:
    page.locator('.foreseen button[name="post"]').click()
    expect(page.locator(".told")).to_contain_text("Posted as no. ")


def first_round(page: Page, held: BookRecord) -> None:
    """Start Stage 2, draw it, and play and close its first round."""
    go(page, "Draw")
    page.get_by_role("link", name="Start Stage 2…", exact=True).first.click()
    foresee(page)
    post(page)
    go(page, "Draw")
    lot = page.get_by_role("button", name="Draw lots")
    if lot.count():
        lot.click()
    page.get_by_role("button", name="Publish the draw of round 1").click()
    expect(page.get_by_role("heading", name="Published draw, round 1")).to_be_visible()
    drawn = event_projection(held).event.stage("Stage 2").round(1)
    lines = [f"{table} {board} 1NT N =" for table, each in drawn.seatings.items() for board in each.boards]
    assert page.evaluate(_POST, [f"/desk/e/{held.slug}/line/post/", "Stage 2", lines]) == []
    go(page, "Close")
    page.get_by_role("link", name="Close round 1…", exact=True).first.click()
    foresee(page)
    post(page)


@pytest.mark.clause("ANC26 6.2")
def test_an_upheld_review_is_followed_to_the_page_of_the_players(
    live_server: LiveServer, chromium: Browser, held: BookRecord, desk: Page, tmp_path: Path
) -> None:
    desk.goto(f"{live_server.url}/desk/e/{held.slug}/close/")
    desk.get_by_role("link", name="Close Stage 1…", exact=True).first.click()
    assert "A review has not been decided (number 13 in round 10)" in foresee(desk)
    picture(desk, tmp_path, "desk-close")
    post(desk)
    first_round(desk, held)
    before = {name: figure.value for name, figure in event_projection(held).event.stage("Stage 2").carried.items()}
    go(desk, "Rulings")
    picture(desk, tmp_path, "desk-rulings-open")
    desk.get_by_role("link", name="Decide the review").click()
    foresee(desk, outcome="upheld", by="the review panel", reason="the ruling was wrong")
    picture(desk, tmp_path, "desk-decide")
    post(desk)
    seating = event_projection(held).event.stage("Stage 1").round(10).seating_of("13")
    assert seating is not None
    foreseen = ""
    for board in seating.boards:
        go(desk, "Rulings")
        beside = desk.get_by_role("listitem").filter(has_text="the ruling was wrong")  # of its stage, round and table
        beside.get_by_role("link", name="Rule on a board").click()
        foreseen += foresee(desk, board=board, result="7NT E =")
        if board == seating.boards[-1]:
            picture(desk, tmp_path, "desk-ruling")
        post(desk)
    assert "would have qualified for Stage 2 instead of" in foreseen
    assert "carry-overs into Stage 2 change" in foreseen
    go(desk, "Rulings")
    picture(desk, tmp_path, "desk-rulings-decided")
    now = event_projection(held).event.stage("Stage 2")
    assert {name: figure.value for name, figure in now.carried.items()} != before
    assert set(now.contestants) == set(numbers(10)), "who started plays on"
    for name, size in SIZES.items():
        for scheme in ("light", "dark"):
            context = chromium.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
            context.set_default_timeout(120_000)
            page = context.new_page()
            for stage in ("stage-1", "stage-2"):
                page.goto(f"{live_server.url}/e/{held.slug}/stage/{stage}/")
                told = page.locator("body")
                expect(told).to_contain_text("Scores of Stage 1 changed after it closed")
                expect(told).to_contain_text("On the new scores, Vera Walsh – Will Young (11) would")
                expect(told).to_contain_text("instead of Tess Upton – Uli Vance (10)")
                expect(told).to_contain_text("The contestants that started Stage 2 play on (ANC26 17.7, reading D84)")
                assert page.locator("table.st tbody tr").count() == (14 if stage == "stage-1" else 10)
                assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
                page.screenshot(path=str(tmp_path / f"public-{stage}-{name}-{scheme}.png"), full_page=True)
            context.close()


def picture(page: Page, folder: Path, name: str) -> None:
    """The page on a phone in light colours, and on a desktop in dark ones."""
    for size, scheme in (("phone", "light"), ("desktop", "dark")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        page.screenshot(path=str(folder / f"{name}-{size}-{scheme}.png"), full_page=True)
