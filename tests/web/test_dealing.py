"""Check these deals: from the desk's forms to the players' page; keys nowhere before their time."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from overtrick.core.dealing.squaredeal import generate_deals
from overtrick.core.event.acts import BoardDealt, DealKeysReleased, DealsPlanned, DealsValued
from overtrick.formats.deals.squaredeal import read_key_file, read_plan
from overtrick.ledger.codec import write_posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.http_cache import invalidate_pages
from overtrick.web.congress.models import BookRecord, Official, Role
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection, forget
from web.congresses import hold, keep
from web.desk.conftest import person
from web.rehearsed import SWISS, rehearsed

ROOM, DESK = "/e/over/", "/desk/e/over/"
EXAMPLES = Path(__file__).parents[2] / "examples"
PLAN = (EXAMPLES / "cup.sqd").read_text(encoding="utf-8").replace("DV 43275.91\n", "")
KEYS = (EXAMPLES / "cup.sqk").read_text(encoding="ascii")
SECRETS = [line.partition(":")[2][:12] for line in KEYS.split()]


@pytest.fixture
def over(db: None) -> Iterator[BookRecord]:
    """A small Swiss that is over."""
    forget()
    invalidate_pages()
    held = hold(SWISS, "over")
    keep(held, rehearsed(SWISS, 8, faults=False))
    yield held
    forget()


@pytest.fixture
def organiser(over: BookRecord) -> Client:
    Official.objects.create(user=person("organiser"), congress=over.congress, role=Role.ORGANISER)
    client = Client()
    client.force_login(person("organiser"))
    return client


def written(held: BookRecord) -> str:
    return "\n".join(write_posting(each, "") for each in DurableBook(held.slug).postings())


def answer(client: Client, form: str, **said: str) -> str:
    """A form of the desk, looked at and then posted."""
    address = f"{DESK}do/{form}/"
    looked = client.post(address, said).content.decode()
    seen = re.search('name="seen" value="([^"]*)"', looked)
    key = f"{form} {said.get('plan', '')}{len(said.get('file', ''))}"
    page = client.post(address, {**said, "post": "1", "key": key, "seen": seen[1] if seen else ""}, follow=True)
    return looked + page.content.decode()


def test_from_the_plan_to_the_check(over: BookRecord, organiser: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    reader = Client()
    assert reader.get(f"{ROOM}deals/").status_code == 404
    assert "Check these deals" not in reader.get(ROOM).content.decode()
    answer(organiser, "deals-planned", file=PLAN)
    assert "Check these deals" in reader.get(ROOM).content.decode()
    early = answer(organiser, "deal-keys", plan="Example Cup", keys=KEYS)
    assert "no value" in early
    answer(organiser, "deals-valued", plan="Example Cup", value="43275.91", source="the exchange")
    event = event_projection(over).event
    plan, keys = read_plan((EXAMPLES / "cup.sqd").read_bytes(), "x"), read_key_file(KEYS.encode(), "y")
    boards = generate_deals(plan, keys, 1, 1)
    stage = event.stage("Swiss")
    own = stage.rounds[1].draw.seatings[0].boards
    for board in own[:-1]:
        post(over, BoardDealt("Swiss", 1, board, str(boards[board]), "F1.pbn"), "scorer", f"deal-{board}")
    wrong = BoardDealt("Swiss", 1, own[-1], str(boards[own[0]]), "another")
    post(over, wrong, "scorer", "wrong")
    page = reader.get(f"{ROOM}deals/").content.decode()
    assert plan.key_hash in page
    assert "43275.91" in page
    assert "not published yet; secret until play is over" in page
    assert reader.get(f"{ROOM}deals/example-cup.sqk").status_code == 404
    pages = [
        reader.get(f"{ROOM}{each}").content.decode() for each in ("", "deals/", "conditions/", "deals/example-cup.sqd")
    ]
    pages += [organiser.get(f"{DESK}{each}").content.decode() for each in ("history/", "deals/")]
    for secret in SECRETS:
        assert secret not in written(over)
        assert secret not in caplog.text
        assert not any(secret in each for each in pages)
    answer(organiser, "deal-keys", plan="Example Cup", keys=KEYS)
    checked = reader.get(f"{ROOM}deals/").content.decode()
    assert f"match the published keys: {len(own) - 1} of {len(own)}. The others do not match them." in checked
    assert f"<strong>{own[-1]}</strong>" in checked
    assert "overtrick deals verify example-cup.sqd example-cup.sqk" in checked
    assert "we have not tested them with SquareDeal’s own programs" in checked
    files = [reader.get(f"{ROOM}deals/example-cup.{each}").content for each in ("sqd", "sqk")]
    assert read_plan(files[0], "x") == plan
    assert files[1] == KEYS.replace("\r\n", "\n").replace("\n", "\r\n").encode()
    post(over, BoardDealt("Swiss", 1, own[-1], str(boards[own[-1]]), "F1.pbn"), "scorer", "right")
    assert f"matches the keys ({len(own)} checked)." in reader.get(f"{ROOM}deals/").content.decode()
    acts = [type(each.act) for each in DurableBook(over.slug).postings()]
    assert [acts.count(each) for each in (DealsPlanned, DealsValued, DealKeysReleased)] == [1, 1, 1]
    assert not any(secret in caplog.text for secret in SECRETS)


def test_a_plan_that_has_its_value_or_cannot_be_read_is_refused(organiser: Client) -> None:
    with_value = (EXAMPLES / "cup.sqd").read_text(encoding="utf-8")
    assert (
        "This plan already has its public value (line DV). Paste the plan as it was before the value was added"
        in answer(organiser, "deals-planned", file=with_value)
    )
    assert "has no tournament phases" in answer(organiser, "deals-planned", file="TN nothing")


def test_boards_of_a_plan_whose_keys_are_secret_are_not_called_wrong(over: BookRecord, organiser: Client) -> None:
    reader = Client()
    keys = read_key_file(KEYS.encode(), "y")
    other = PLAN.replace("TN Example Cup", "TN Second Cup")
    for name, text in (("Example Cup", PLAN), ("Second Cup", other)):
        answer(organiser, "deals-planned", file=text)
        answer(organiser, "deals-valued", plan=name, value="43275.91" if name == "Example Cup" else "1.5", source="x")
    first, second = (each.plan for each in event_projection(over).event.dealing.values())
    own = event_projection(over).event.stage("Swiss").rounds[1].draw.seatings[0].boards
    deals = {board: generate_deals(plan, keys, 1, 1)[board] for plan, board in ((first, own[0]), (second, own[1]))}
    for board, deal in deals.items():
        post(over, BoardDealt("Swiss", 1, board, str(deal), "F1.pbn"), "scorer", f"deal-{board}")
    answer(organiser, "deal-keys", plan="Example Cup", keys=KEYS)
    page = reader.get(f"{ROOM}deals/").content.decode()
    assert "do not match them" not in page
    assert f"<strong>{own[1]}</strong>" not in page
    assert "Every board that can be checked so far matches the published keys (1 checked)." in page
    assert "Boards that cannot be checked yet: 1." in page
    answer(organiser, "deal-keys", plan="Second Cup", keys=KEYS)
    assert "matches the keys (2 checked)." in reader.get(f"{ROOM}deals/").content.decode()
