"""Snapshots as the pages meet them: the same page and the same refusals; one that is not ours is not used."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from overtrick.core.event.acts import NoteMade, ResultPosted
from overtrick.core.event.fold.tournament import HistoryInBook
from overtrick.ledger.book import KeyUsed
from overtrick.ledger.codec import line_hash, write_posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress import projections, snapshots
from overtrick.web.congress.http_cache import invalidate_pages
from overtrick.web.congress.models import BookRecord, Congress, Snapshot
from overtrick.web.congress.post import post
from web.rehearsed import SWISS, rehearsed

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/e/swiss/"


@pytest.fixture
def held() -> Iterator[BookRecord]:
    """An event in the middle of its last round, folded and kept."""
    congress = Congress.objects.create(slug="spring", name="Spring")
    record = BookRecord.objects.create(slug="swiss", congress=congress, rules=SWISS, title="Pairs")
    lines, prev = [], ""
    for posting in rehearsed(SWISS)[:-40]:
        lines.append(write_posting(posting, prev))
        prev = line_hash(lines[-1])
    DurableBook("swiss").take_lines(lines)
    projections.forget()
    yield record
    projections.forget()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Whether a new process, which this one then is, opens the snapshot; it is asked for the event's first page."""
    found: list[bool] = []
    real = snapshots.kept_state

    def seen(*given: Any) -> Any:
        answer = real(*given)
        found.append(answer is not None)
        return answer

    monkeypatch.setattr(projections, "kept_state", seen)

    def ask() -> bool:
        projections.forget()
        found.clear()
        page()
        return found[0]

    return ask


def page() -> bytes:
    """The event's first page, made anew."""
    invalidate_pages()
    answer = Client().get(PAGE)
    assert answer.status_code == 200
    return answer.content


def test_the_page_of_a_process_that_begins_with_a_snapshot_is_the_same(
    held: BookRecord, opened: Callable[[], bool]
) -> None:
    assert opened() is False
    before, last = page(), projections.event_projection(held).last
    snapshots.keep(projections.event_projection(held))
    assert opened() is True
    now = projections.event_projection(held)
    assert (page(), now.from_kept, now.fingerprint) == (before, last, line_hash(DurableBook("swiss").line(last) or ""))


def test_what_was_posted_since_is_folded_on_and_a_key_sent_again_is_known(held: BookRecord) -> None:
    snapshots.keep(projections.event_projection(held))
    first = post(held, NoteMade("after the snapshot"), "M. Lee", "since").postings
    projections.forget()
    now = projections.event_projection(held)
    assert (now.from_kept, now.last) == (first[0].number - 1, first[0].number)
    assert post(held, NoteMade("after the snapshot"), "M. Lee", "since").postings == first
    standing = next(each for each in DurableBook("swiss").postings() if isinstance(each.act, ResultPosted))
    assert post(held, standing.act, standing.by, standing.key).postings[0].number == standing.number
    with pytest.raises(KeyUsed):
        post(held, NoteMade("another"), standing.by, standing.key)
    assert now.last == DurableBook("swiss").last()


def changed(name: str) -> dict[str, Any]:
    kept = Snapshot.objects.get()
    body = bytes(kept.body)
    found: dict[str, dict[str, Any]] = {
        "body": {"body": body[:-1] + bytes([body[-1] ^ 1])},
        "no body": {"body": b""},
        "half of the body": {"body": body[: len(body) // 2]},
        "more of a body": {"body": body + b"\0"},
        "number": {"last": kept.last - 1},
        "fingerprint": {"fingerprint": "0" * 64},
        "mac": {"mac": "0" * 64},
        "code": {"code": "0" * 64},
    }
    return found[name]


@pytest.mark.parametrize(
    "part", ["body", "no body", "half of the body", "more of a body", "number", "fingerprint", "mac", "code"]
)
def test_a_snapshot_that_was_changed_is_not_used(held: BookRecord, opened: Callable[[], bool], part: str) -> None:
    snapshots.keep(projections.event_projection(held))
    before = page()
    assert opened() is True
    Snapshot.objects.update(**changed(part))
    assert opened() is False
    assert page() == before


def test_a_snapshot_of_another_program_or_another_secret_is_not_used(
    held: BookRecord, opened: Callable[[], bool], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    snapshots.keep(projections.event_projection(held))
    with monkeypatch.context() as other:
        other.setattr(snapshots, "code", lambda: "1" * 64)
        assert opened() is False
    assert opened() is True
    settings.SECRET_KEY = settings.SECRET_KEY[::-1]
    assert opened() is False


def test_a_snapshot_of_a_book_that_is_another_now_is_not_used(held: BookRecord, opened: Callable[[], bool]) -> None:
    """Another book under the same name, as after a restore: the line of that number is not the one it was folded to."""
    now = projections.event_projection(held)
    now.fingerprint = line_hash("another line")
    snapshots.keep(now)
    assert opened() is False


def test_the_postings_of_a_large_event_are_left_to_its_book(held: BookRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    told = projections.event_projection(held).event.postings()
    for module in (projections, snapshots):
        monkeypatch.setattr(module, "WORTH", 100)
    projections.forget()
    posted = post(held, NoteMade("after the fold"), "M. Lee", "since").postings
    now = projections.event_projection(held)
    with monkeypatch.context() as closed:
        closed.setattr(DurableBook, "postings", lambda _: pytest.fail("it is not read for the last ones"))
        assert now.event.told_since(posted[0].number) == tuple(posted)
    assert now.event.postings() == (*told, *posted)
    snapshots.keep(now)
    assert isinstance(now.event.history, HistoryInBook)
    assert now.event.postings() == (*told, *posted)


def test_quiet_events_that_have_grown_are_kept_and_others_are_not(
    held: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = projections.event_projection(held)
    monkeypatch.setattr(snapshots, "WORTH", now.last)
    snapshots.keep_quiet([now])
    assert not Snapshot.objects.exists(), "somebody has just posted"
    monkeypatch.setattr(snapshots, "QUIET", -1.0)
    snapshots.keep_quiet([now])
    assert Snapshot.objects.get().last == now.last
    Snapshot.objects.all().delete()
    snapshots.keep_quiet([now])
    assert not Snapshot.objects.exists(), "it has not grown since"
