"""A laptop leads and this server follows: what is pushed, what is refused meanwhile, taking over, and proposals.

The laptop is a book in memory here, with a key of its own; `test_chaos` has two servers and a line that breaks.
"""

import gzip
import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from datetime import timezone as dt_timezone
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from overtrick.core.event.acts import NoteMade, Posting
from overtrick.ledger.codec import line_hash, write_posting
from overtrick.ledger.durable.book import DurableBook, Leader, written_time
from overtrick.ledger.signed_heads import Signer, signer_at
from overtrick.web.api.models import Scope
from overtrick.web.api.tokens import Purpose, new_token
from overtrick.web.congress.book_transfer import prove_kept
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import forget
from overtrick.web.exchange.lead import follower
from overtrick.web.exchange.lead.models import Fate, Heard, Proposal
from overtrick.web.table.links import link
from web.desk.conftest import held_with, person, rehearsed

pytestmark = pytest.mark.django_db
NAME = "Harbour laptop"


class Laptop:
    """The venue's side: its copy of the book, its key, and a token of an organiser's."""

    def __init__(self, key: Path, event: str = "swiss") -> None:
        self.event = event
        self.signer: Signer = signer_at(key)
        self.lines = list(DurableBook(event).lines())
        self.term = 0
        bearer = new_token(person("kim"), "laptop", Purpose(Scope.LEAD))
        self.headers = {"Authorization": f"Bearer {bearer}"}

    def claims(self, *, again: bool = False, last: int | None = None) -> Any:
        upto = len(self.lines) if last is None else last
        said = {"name": NAME, "key": self.signer.key, "last": upto, "again": again,
                "hash": line_hash(self.lines[upto - 1])}  # fmt: skip
        address = f"/api/events/{self.event}/lead"
        answer = Client().post(address, said, content_type="application/json", headers=self.headers)
        if answer.status_code == 200 and answer.json()["led"]:
            self.term = answer.json()["term"]
        return answer

    def notes(self, *texts: str) -> None:
        for text in texts:
            number = len(self.lines) + 1
            posting = Posting(number, NoteMade(text), "Lou at the venue", "2026-07-04T14:02:11+10:00", text,
                              kept=written_time(timezone.now()))  # fmt: skip
            self.lines.append(write_posting(posting, line_hash(self.lines[-1])))

    def pushes(self, after: int, *, signer: Signer | None = None, to: str = "lines", term: int = 0) -> Any:
        lines = self.lines[after:]
        head = (signer or self.signer).sign(self.event, len(self.lines), line_hash(self.lines[-1]))
        first = json.dumps({"term": term or self.term, "after": after, "head": head.as_json()})
        body = gzip.compress("\n".join([first, *lines]).encode())
        return Client().post(
            f"/api/events/{self.event}/{to}", body, content_type="application/x-ndjson",
            headers={**self.headers, "Content-Encoding": "gzip"},
        )  # fmt: skip


@pytest.fixture
def held() -> Iterator[BookRecord]:
    forget()
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    Official.objects.create(user=person("kim"), congress=congress, role=Role.CHIEF_DIRECTOR)
    yield held_with(congress, rehearsed(8)[:30])
    forget()


@pytest.fixture
def laptop(held: BookRecord, tmp_path: Path) -> Laptop:
    return Laptop(tmp_path / "laptop.pem")


def desk() -> Client:
    browser = Client()
    browser.force_login(person("kim"))
    return browser


def post_here(key: str = "k") -> Any:
    headers = {"Authorization": f"Bearer {new_token(person('kim'), 'a program')}"}
    said = {"key": key, "act": {"act": "note made", "text": key}}
    return Client().post("/api/events/swiss/acts", said, content_type="application/json", headers=headers)


def test_a_leaders_lines_are_kept_byte_for_byte_and_shown(held: BookRecord, laptop: Laptop) -> None:
    assert laptop.claims().json()["leader"] == NAME
    laptop.notes("tea at four", "quiet please")
    told = laptop.pushes(30).json()
    assert (told["last"], told["hash"], told["led"]) == (32, line_hash(laptop.lines[-1]), True)
    assert list(DurableBook("swiss").lines()) == laptop.lines
    assert laptop.pushes(30).json()["last"] == 32, "what came already comes to nothing"
    proved = prove_kept("swiss")
    assert proved.wrong == ()
    assert proved.heads >= 1, "the laptop's own signature is kept"
    assert "quiet please" in desk().get("/desk/e/swiss/history/").content.decode()


def silent_for(record: BookRecord, **how_long: int) -> datetime:
    """The laptop was last heard so long ago."""
    at = timezone.now() - timedelta(**how_long)
    assert Heard.objects.filter(record=record).update(at=at) == 1
    return at


def lists_silence(address: str) -> bool:
    """Whether a list of events says that a hall is silent."""
    said = Client().get(address).content.decode()
    return "the venue has stopped reporting" in said or "sans nouvelles de la salle" in said


def test_pages_say_since_when_a_venue_is_silent_and_stay_the_same_for_everybody(
    held: BookRecord, laptop: Laptop
) -> None:
    def read(**headers: str) -> Any:
        return Client().get("/e/swiss/", headers=headers)

    before = read()
    assert b"last heard" not in before.content
    laptop.claims()
    laptop.notes("tea at four")
    laptop.pushes(30)
    silent_for(held, seconds=30)
    heard = read()
    assert b"last heard" not in heard.content, "it says a word every few seconds, and one of them may be late"
    assert "silent" not in Client().get("/e/swiss/now").json()
    assert not lists_silence("/c/spring/")

    at = silent_for(held, minutes=61)
    silent = read()
    there = at.astimezone(dt_timezone(timedelta(hours=10)))
    assert f"The venue last reported on {there.day} {there:%B %Y} at {there:%H:%M}." in silent.content.decode()
    assert f'data-silent="{there.isoformat(timespec="seconds")}"' in silent.content.decode(), "by the venue's clock"
    assert "The venue last reported on" in Client().get("/e/swiss/wall/").content.decode()
    for listed in ("/", "/c/spring/", "/fr/c/spring/"):
        assert lists_silence(listed), listed
    assert silent["ETag"] != heard["ETag"]
    assert read(if_none_match=silent["ETag"]).status_code == 304, "it is the same page for as long as the silence lasts"
    assert read(if_none_match=heard["ETag"]).status_code == 200
    assert datetime.fromisoformat(Client().get("/e/swiss/now").json()["silent"]) == at.replace(microsecond=0)
    assert "immutable" not in Client().get("/e/swiss/?number=31")["Cache-Control"], "it says more than posting 31"

    laptop.pushes(31)
    again = read()
    assert (again.content, again["ETag"]) == (heard.content, heard["ETag"]), "a word is enough; nothing was posted"
    assert "immutable" in Client().get("/e/swiss/?number=31")["Cache-Control"]

    silent_for(held, minutes=5)
    desk().post("/desk/e/swiss/lead/", {"take_over": str(laptop.term)})
    assert b"last heard" not in read().content, "this server leads now, and is here"
    assert not lists_silence("/c/spring/")
    assert not lists_silence("/")


def test_a_page_in_another_language_says_when_the_venue_was_heard(held: BookRecord, laptop: Laptop) -> None:
    laptop.claims()
    silent_for(held, minutes=61)
    assert "Dernières nouvelles de la salle\N{NO-BREAK SPACE}: le" in Client().get("/fr/e/swiss/").content.decode()


def test_nothing_is_taken_here_while_another_leads(held: BookRecord, laptop: Laptop) -> None:
    way = link(held, 1)
    laptop.claims()
    refused = post_here()
    assert refused.status_code == 409
    assert NAME in refused.json()["refused"]
    assert "or take over the event on the “Venue server” page of this server’s desk if " in refused.json()["remedy"]
    sent = {"message": "enter", "board": 1, "result": "4S S =", "key": "p1", "round": 1}
    phone = Client().post(f"/t/{way}/message", json.dumps(sent), content_type="application/json")
    assert DurableBook("swiss").last() == 30, phone.content
    shown = desk().get("/desk/e/swiss/room/").content.decode()
    assert f"{NAME} runs this event" in shown
    note = {"text": "x", "key": "form"}
    assert NAME in desk().post("/desk/e/swiss/do/note/", note, follow=True).content.decode()
    assert DurableBook("swiss").last() == 30


@pytest.mark.parametrize("moment", ["change_lead", "stand"])
def test_of_two_laptops_that_ask_at_once_only_one_leads(
    held: BookRecord, laptop: Laptop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    first = Leader("Harbour desktop", signer_at(tmp_path / "desktop.pem").key)
    where = DurableBook if moment == "change_lead" else follower
    change, meanwhile = DurableBook.change_lead, getattr(where, moment)

    def after_the_other(*told: Any) -> Any:
        change(DurableBook("swiss", organisation=held.organisation_id), 0, first, "Lou")
        return meanwhile(*told)

    monkeypatch.setattr(where, moment, after_the_other)
    answer = laptop.claims(last=30 if moment == "change_lead" else 29)
    assert answer.status_code == 409
    assert "Harbour desktop has been running Swiss" in answer.json()["refused"]
    assert "Take over the event first" in answer.json()["remedy"]
    assert not Heard.objects.exists(), "only the one that leads was heard"


def test_what_is_not_the_leaders_is_refused(held: BookRecord, laptop: Laptop, tmp_path: Path) -> None:
    assert laptop.claims(last=29).json()["led"] is False, "its copy ends elsewhere"
    laptop.claims()
    laptop.notes("one", "two")
    strange = laptop.pushes(30, signer=signer_at(tmp_path / "other.pem"))
    assert (strange.status_code, "not signed by" in strange.json()["refused"]) == (422, True)
    laptop.lines[30] = laptop.lines[30].replace("one", "0ne")
    assert "does not continue from the line before it" in laptop.pushes(30).json()["refused"]
    assert "does not continue from the line before it" in laptop.pushes(31).json().get(
        "refused", "does not continue from the line before it"
    )
    assert DurableBook("swiss").last() == 30
    other = Laptop(tmp_path / "other.pem")
    assert other.claims().status_code == 409, "one leads at a time"


def test_a_leader_that_was_taken_over_writes_no_more_and_nothing_of_it_is_lost(
    held: BookRecord, laptop: Laptop
) -> None:
    laptop.claims()
    laptop.notes("came in time")
    laptop.pushes(30)
    laptop.notes("too late one", "too late two", "too late three")
    page = desk().get("/desk/e/swiss/lead/").content.decode()
    assert "Take over the event" in page
    desk().post("/desk/e/swiss/lead/", {"take_over": "1"})
    assert post_here("here").status_code == 200
    told = laptop.pushes(31).json()
    assert (told["term"], told["led"], told["ended"], told["proposed"]) == (2, False, 31, 34)
    assert laptop.pushes(34).json()["proposed"] == 34, "once"
    assert [each.key for each in Proposal.objects.all()] == ["too late one", "too late two", "too late three"]
    assert DurableBook("swiss").last() == 32
    shown = desk().get("/desk/e/swiss/lead/").content.decode()
    assert shown.count(">Accept<") == 3
    first, second, third = Proposal.objects.values_list("pk", flat=True)
    for _ in range(2):
        desk().post("/desk/e/swiss/lead/", {"take": str(first)})
    desk().post("/desk/e/swiss/lead/", {"refuse": str(second)})
    assert [posting.key for posting in DurableBook("swiss").postings(32)] == ["too late one"]
    assert list(Proposal.objects.values_list("fate", flat=True)) == [Fate.TAKEN, Fate.REFUSED, Fate.WAITING]
    assert third is not None
    assert laptop.claims().status_code == 409, "by itself it does not lead again"


def test_the_lead_goes_back_by_a_word_and_is_handed_over_by_a_word(held: BookRecord, laptop: Laptop) -> None:
    laptop.claims()
    desk().post("/desk/e/swiss/lead/", {"take_over": "1"})
    desk().post("/desk/e/swiss/lead/", {"take_over": "1"})
    post_here("here")
    laptop.lines = list(DurableBook("swiss").lines())
    readmit()
    assert laptop.claims(again=True).json()["term"] == 3
    laptop.notes("led again")
    assert laptop.pushes(31, term=1).json()["last"] == 31, "its old term is over for good"
    assert laptop.pushes(31).json()["last"] == 32
    assert laptop.pushes(32, to="hand-over").json()["led"] is False
    assert post_here("at-last").status_code == 200
    assert prove_kept("swiss").wrong == ()


def readmit() -> None:
    """Press the button that lets a laptop lead again."""
    shown = desk().get("/desk/e/swiss/lead/").content.decode()
    (pressed,) = re.findall(r'name="readmit" value="([0-9]+)"', shown)
    desk().post("/desk/e/swiss/lead/", {"readmit": pressed})


def test_a_laptop_that_was_taken_over_leads_no_more_until_an_official_readmits_it(
    held: BookRecord, laptop: Laptop, tmp_path: Path
) -> None:
    laptop.claims()
    desk().post("/desk/e/swiss/lead/", {"take_over": "1"})
    refused = laptop.claims(again=True)
    assert refused.status_code == 409
    assert "readmitted" in refused.json()["refused"]
    laptop.signer = signer_at(tmp_path / "fresh.pem")
    assert laptop.claims(again=True).status_code == 409, "the same token with another key"
    assert Laptop(tmp_path / "other.pem").claims(again=True).status_code == 409, "nobody, until an official says so"
    assert post_here("here").status_code == 200
    other = held_with(held.congress, rehearsed(8)[:30], slug="second")
    laptop.event, laptop.lines = other.slug, list(DurableBook(other.slug).lines())
    assert laptop.claims().status_code == 409, "neither does the token lead another event of the congress"
    readmit()
    assert laptop.claims().status_code == 200


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("kept", "9999-12-31T23:59:59.999999Z"),
        ("kept", "infinity"),
        ("kept", "-infinity"),
        ("kept", "290000-01-01T00:00:00Z"),
        ("kept", "2026-07-04"),
        ("kept", "2020-07-04T04:02:11.000000Z"),
        ("at", "garbage"),
        ("at", "2026-07-04T14:02:11"),
        ("at", "9999-12-31T23:59:59+10:00"),
    ],
)
def test_a_line_with_a_time_that_cannot_be_is_refused_and_harms_nothing(
    held: BookRecord, laptop: Laptop, field: str, said: str
) -> None:
    laptop.claims()
    laptop.notes("first")
    laptop.pushes(30)
    laptop.notes("poisoned")
    good = laptop.lines[31]
    laptop.lines[31] = re.sub(rf'"{field}":"[^"]*"', f'"{field}":"{said}"', good)
    refused = laptop.pushes(31)
    assert refused.status_code in (409, 422), refused.content
    assert f"{said:.30}" in refused.json()["refused"]
    Heard.objects.update(at=timezone.now() - timedelta(minutes=5))
    assert Client().get("/e/swiss/").status_code == 200
    laptop.lines[31] = good
    assert laptop.pushes(31).json()["last"] == 32
    assert prove_kept("swiss").wrong == ()


def test_a_push_whose_term_is_no_whole_number_or_has_too_many_lines_is_refused(
    held: BookRecord, laptop: Laptop
) -> None:
    laptop.claims()
    laptop.notes("one")
    head = laptop.signer.sign("swiss", 31, line_hash(laptop.lines[-1])).as_json()
    for term, after, more in ((1.9, 30, ""), (True, 30, ""), (1, -1, ""), (1, 30.0, ""), (1, 30, "\n" * 15_000_000)):
        first = json.dumps({"term": term, "after": after, "head": head})
        began = process_time()
        answer = Client().post(
            "/api/events/swiss/lines", gzip.compress(f"{first}\n{laptop.lines[-1]}{more}".encode()),
            content_type="application/x-ndjson", headers={**laptop.headers, "Content-Encoding": "gzip"},
        )  # fmt: skip
        assert answer.status_code in (409, 422)
        assert process_time() - began < 2
        assert DurableBook("swiss").last() == 30
    assert laptop.pushes(30).json()["last"] == 31


def test_a_line_of_a_newer_program_is_kept_and_said_to_be_set_aside(held: BookRecord, laptop: Laptop) -> None:
    laptop.claims()
    laptop.notes("plain")
    laptop.lines[30] = laptop.lines[30].replace('"act":"note made"', '"act":"note sung"')
    assert laptop.pushes(30).json()["last"] == 31
    assert "1 history entry skipped" in desk().get("/desk/e/swiss/lead/").content.decode().replace("</strong>", "")
