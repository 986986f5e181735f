"""An appeal at the desk: lodged, taken on, heard and decided there, with its clock and its printed form."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from appealing import STATE, evening
from overtrick.core.event.acts import AppealFined, RoundTime, RulingGiven
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection, forget
from overtrick.web.desk.appeals import appeal_page
from web.desk.conftest import SignIn, held_with

HTML_FORM = re.compile(r'name="seen" value="(\w+)"')


def tonight(congress: Congress) -> BookRecord:
    """An evening that is due to end in an hour."""
    now = timezone.localtime().replace(second=0, microsecond=0)
    start, finish = (now + timedelta(minutes=each) for each in (-150, 60))
    times = (
        RoundTime(1, start.isoformat(), (start + timedelta(minutes=100)).isoformat()),
        RoundTime(2, (start + timedelta(minutes=105)).isoformat(), finish.isoformat()),
    )
    return held_with(congress, list(evening(times=times).book.postings()), "state-teams", STATE)


def do(client: Client, held: BookRecord, form: str, **answers: object) -> str:
    """Look at what a form does, then post it; the page that comes after."""
    address = reverse(f"desk-do-{form}", kwargs={"event": held.slug})
    looked = client.post(address, {**answers, "look": "1"})
    found = HTML_FORM.search(looked.content.decode())
    assert found, looked.content.decode()
    posted = client.post(address, {**answers, "post": "1", "seen": found[1]}, follow=True)
    return posted.content.decode()


def lodge(client: Client, held: BookRecord) -> int:
    now = event_projection(held).event
    seating = now.stage("Stage One").round(1).seatings[1]
    ruled = (timezone.localtime() - timedelta(minutes=30)).strftime("%Y-%m-%dT%H:%M")
    do(
        client, held, "lodge-appeal", contestant=seating.ns, stage="Stage One", round=1, table=1, room="open", board=3,
        against="director", ruled=ruled, signed="1A", form_match_number="1", form_board_number="3",
        form_four_hands="as played", form_auction="1S – 4S", form_grounds_of_appeal="The hesitation showed nothing.",
        form_signature_of_appellant="1A",
    )  # fmt: skip
    return next(reversed(event_projection(held).event.conducted.appeals))


@pytest.mark.clause("SABF20 21.14")
def test_an_appeal_is_lodged_heard_and_decided_at_the_desk(congress: Congress, chief: Client) -> None:
    held = tonight(congress)
    number = lodge(chief, held)
    listed = chief.get(reverse("desk-appeals", kwargs={"event": held.slug})).content.decode()
    assert "left" in listed
    do(chief, held, "appeal-step", appeal=number, step="accept")
    do(
        chief, held, "appeal-step", appeal=number, step="td_completes", form_director_s_ruling="4S made",
        form_director_s_comments="Law 16B", form_signature_of_director="M. Lee",
    )  # fmt: skip
    do(chief, held, "appeal-step", appeal=number, step="circulate")
    do(chief, held, "committee", appeal=number, members="Ash\nBox\nCedar", chair="Ash", involved="Box")
    do(chief, held, "hearing", appeal=number)
    do(chief, held, "heard", appeal=number, sat="Ash\nCedar", present="1A")
    page = do(
        chief, held, "appeal-decision", appeal=number, outcome="upheld", ground="discretion", result="4S S -1",
        form_decision_of_appeals_committee="The table result is restored.", form_signature_of_chairman="Ash",
    )  # fmt: skip
    assert "upheld" in page
    file = event_projection(held).event.conducted.appeals[number]
    assert file.decision is not None
    rulings = [each.act for each in event_projection(held).book.postings() if isinstance(each.act, RulingGiven)]
    assert [(act.table, act.board, act.clause) for act in rulings] == [(1, 3, "SABF20 7#7")]
    form = chief.get(reverse("desk-appeal-form", kwargs={"event": held.slug, "number": number})).content.decode()
    for text in (
        "The hesitation showed nothing.",
        "Law 16B",
        "The table result is restored.",
        "dealer",
        "SABF20 21.14",
    ):
        assert text in form
    assert chief.get(reverse("desk-appeal", kwargs={"event": held.slug, "number": 1})).status_code == 404


def test_a_fine_for_a_frivolous_appeal_has_its_unit(congress: Congress, chief: Client) -> None:
    held = tonight(congress)
    number = lodge(chief, held)
    event = event_projection(held).event
    form = chief.get(reverse("desk-do-appeal-fine", kwargs={"event": held.slug}), {"appeal": number})
    assert "In VPs." in form.content.decode()
    for amount, said in ((1, "1 VP"), (2, "2 VPs")):
        fined = replace(event.conducted.appeals[number], fine=AppealFined(number, amount, "no merit"))
        assert str(appeal_page(event, fined, timezone.localtime().isoformat()).fine) == said


def test_a_director_sends_an_appeal_on_and_only_the_chief_records_the_decision(
    congress: Congress, sign_in: SignIn
) -> None:
    held = tonight(congress)
    director = sign_in("director")
    number = lodge(director, held)
    do(director, held, "appeal-step", appeal=number, step="accept")
    decision = reverse("desk-do-appeal-decision", kwargs={"event": held.slug})
    assert director.get(f"{decision}?appeal={number}").status_code == 403
    assert sign_in("chief director").get(f"{decision}?appeal={number}").status_code == 200
    refused = director.post(
        reverse("desk-do-appeal-step", kwargs={"event": held.slug}), {"appeal": number, "step": "respond", "look": "1"}
    )
    assert refused.status_code == 400


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_appeal_in_a_browser_with_its_printed_form(
    live_server: LiveServer, chromium: Browser, tmp_path: Path
) -> None:
    forget()
    held = tonight(Congress.objects.create(slug="spring", name="Spring Congress"))
    client = Client()
    client.force_login(User.objects.create_superuser("lee"))
    number = lodge(client, held)
    context = chromium.new_context()
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/e/{held.slug}/appeals/")
    page.get_by_role("link", name=str(number), exact=True).click()
    expect(page.locator("#clock")).to_contain_text(
        re.compile(r"copies to the respondents, \d+ \w+ \d{4}, \d\d:\d\d \(")
    )
    expect(page.locator("#clock")).to_contain_text("left) SABF20 7#2")
    step(page, "The appeal is accepted")
    step(
        page,
        "The director completes the form",
        {"Director's ruling": "4S made", "Director's comments": "Law 16B", "Signature of Director": "M. Lee"},
    )
    step(page, "The form is sent to the committee and the respondents")
    step(page, "The respondents answer in writing", {"Submission of respondents": "It was plain at the table."})
    step(page, "Name the committee", {"Members": "Ash\nBox", "Chair": "Ash"})
    step(page, "The hearing is fixed")
    expect(page.locator("#clock")).to_contain_text(re.compile(r"hearing, \d+ \w+ \d{4}, \d\d:\d\d \("))
    step(page, "The appeal is heard", {"People who appeared in person": "1A"})
    step(page, "The committee decides", {"Decision of Appeals Committee": "The ruling stands."}, outcome="dismissed")
    expect(page.locator("h1")).to_contain_text("decided")
    expect(page.locator("#clock")).to_contain_text(re.compile(r"further appeal, \d+ \w+ \d{4}, \d\d:\d\d \("))
    step(page, "No further appeal: the decision is final")
    expect(page.locator("h1")).to_contain_text("final")
    page.get_by_role("link", name="Print the appeal form").click()
    page.emulate_media(media="print")
    expect(page.locator(".sheet")).to_contain_text("The ruling stands.")
    expect(page.locator(".sheet")).to_contain_text("Ash, Box")
    assert not page.locator(".bar").is_visible()
    page.pdf(path=str(tmp_path / "form.pdf"), format="A4")
    page.screenshot(path=str(tmp_path / "form.png"), full_page=True)
    assert (tmp_path / "form.pdf").read_bytes().count(b"/Type /Page\n") in (1, 2)
    context.close()


def step(page: Page, name: str, answers: dict[str, str] | None = None, outcome: str = "") -> None:
    """Take a step of the appeal by its link, fill its form, look and post."""
    page.get_by_role("link", name=name, exact=True).click()
    for label, text in (answers or {}).items():
        page.get_by_label(label).first.fill(text)
    if outcome:
        page.get_by_label("Outcome").select_option(outcome)
    page.get_by_role("button", name="Preview").click()
    page.locator('button[name="post"]').click()
