"""The room's pages over rehearsed books: every page of every event, numbers as at the prompt, nothing early."""

import json
import re
from contextlib import closing
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from asking import Ask
from overtrick.core.event.acts import Posting, ResultPosted, RoundClosed, StageClosed
from overtrick.core.event.fold.tournament import replay
from overtrick.core.exact import exact_text
from overtrick.core.model.results import PlayedContract
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.models import Head
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import event_files, plan_for
from overtrick.views.open_boards import board_is_open
from overtrick.views.standings import standings_page
from overtrick.views.whys import find, stage_slug
from overtrick.web import limits
from overtrick.web.congress import http_cache
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from web.congresses import hold, keep
from web.rehearsed import SWISS, rehearsed, renamed, until

QUICK = {SWISS, "nsw-its-2021/yits", "anc-2026/rookie-pairs", "gnot-nsw-2018/gnot"}
EVERY = [
    pytest.param(rules, marks=() if rules in QUICK else [pytest.mark.slow, pytest.mark.long]) for rules in event_files()
]
PAGES = ("", "draw/", "seat/", "seat/?q=1", "race/", "flow/", "qualifiers/", "conditions/", "wall/", "pair/1/", "now")


NOWHERE = """
    draw/swiss/99/ match/swiss/1/99/ match/swiss/99/1/ board/swiss/1/99/
    pair/99/ stage/final/ why/swiss/total/99/ why/swiss/total/
    why/swiss/nothing/1/ why/swiss/match/x/1/ why/final/total/1/ why/swiss/board/1/1/1/99/
    why/swiss/board/1/99/1/1/ why/swiss/score/1/1/99/ why/swiss/datum/9/1/ why/award/0/1/
    why/award/x/1/ why/swiss/total/1/?into=99 why/swiss/total/1/?into=x why/swiss/by/x/1/
    why/swiss/penalty/1/1/ why/swiss/carry-over/1/ why/swiss/session/9/1/ why/swiss/datum/1/1/0/
    why/swiss/running/9/1/ why/swiss/running/x/1/ why/swiss/running/1/ why/swiss/running/1/99/
"""


def links(page: str, kind: str) -> list[str]:
    """The addresses of one kind on a page."""
    found = re.findall(r'href="(/e/[^"#]*)"', page)
    return list(dict.fromkeys(each for each in found if f"/{kind}/" in each))


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


@pytest.fixture
def middle(db: None) -> BookRecord:
    """A Swiss of twelve pairs in the middle of its third round: three of six tables are in."""
    held = hold(SWISS, "middle")
    keep(held, until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    return held


@pytest.mark.django_db
@pytest.mark.parametrize("rules", EVERY)
def test_every_page_of_every_event_is_there_and_every_number_on_it_opens(rules: str, client: Client) -> None:
    held = hold(rules, "event")
    keep(held, rehearsed(rules))
    pages = [shown(client, f"/e/event/{page}") for page in PAGES]
    more = [f"/e/event/stage/{stage_slug(name)}/" for name in event_projection(held).event.stages]
    more += [address for kind in ("match", "board") for page in pages for address in links(page, kind)[:2]]
    pages += [shown(client, address) for address in more]
    pages += [shown(client, address) for page in pages for address in links(page, "board")[:1]]
    whys = {address.split("?")[0] for page in pages for address in links(page, "why")}
    assert whys
    event = event_projection(held).event
    for address in whys:
        assert find(event, address.split("/why/")[1]).figure.clause.cite
    for address in sorted(whys)[:: max(1, len(whys) // 10)]:
        assert "data-why" in shown(client, address)


@pytest.mark.parametrize("rules", [SWISS, "anc-2026/mixed-butler", "anc-2026/interstate-open"])
def test_standings_are_those_the_prompt_prints(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    postings = rehearsed(rules)
    path = tmp_path / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    event = replay(plan_for(rules), postings)
    ask = Ask(monkeypatch, capsys)
    for name, state in event.stages.items():
        page = standings_page(event, state)
        code, said, _ = ask(f"standings {path} --stage '{name}' --json")
        assert code == 0
        printed = json.loads(said)
        rows = (
            [row for field in printed["fields"].values() for row in field] if "fields" in printed else printed["rows"]
        )
        ours = [row for table in page.tables for row in table.rows]
        assert [(row.place.text, row.who.number) for row in ours] == [
            (f"{row['place']}{'=' if row['shared'] else ''}", row["contestant"]) for row in rows
        ]
        for row, line in zip(ours, rows, strict=True):
            assert exact_text(find(event, row.total.why).figure.value) == line["total"]
            shown_columns = [exact_text(find(event, each.why).figure.value) for each in row.columns]
            assert shown_columns == [value for key, value in line["columns"].items() if key != "carry-over"]


def test_a_name_with_markup_in_it_is_only_a_name(db: None, client: Client) -> None:
    held = hold(SWISS, "names", title='<script>alert("t")</script>')
    held.congress.name = "<b>Bold</b>"
    held.congress.save()
    keep(held, renamed(rehearsed(SWISS, 8), "<script>alert('n')</script>\"&"))
    for page in (*PAGES[:-1], "seat/?q=<script>", "match/swiss/1/1/", "board/swiss/1/1/", "why/swiss/total/1/"):
        text = shown(client, f"/e/names/{page}")
        assert "<script>alert" not in text
        assert "<b>Bold" not in text
    assert "&lt;script&gt;alert" in shown(client, "/e/names/")
    assert "<script>alert" not in shown(client, "/c/winter/")


def test_an_event_that_is_not_shown_is_not_there_at_all(db: None, client: Client) -> None:
    held = hold(SWISS, "secret")
    BookRecord.objects.filter(slug="secret").update(shown=False)
    keep(held, rehearsed(SWISS, 8))
    for page in (*PAGES, "stage/swiss/", "match/swiss/1/1/", "board/swiss/1/1/", "why/swiss/total/1/"):
        assert client.get(f"/e/secret/{page}").status_code == 404
    assert client.get("/c/winter/").status_code == 404
    assert "Winter" not in shown(client, "/")


def test_what_is_not_there_is_said_to_be_not_there(middle: BookRecord, client: Client) -> None:
    for address in NOWHERE.split():
        assert client.get(f"/e/middle/{address}").status_code == 404, address


def one_result_more(held: BookRecord) -> None:
    """One of the missing results comes in."""
    state = event_projection(held).event.stage("Swiss")
    table, room, board = state.missing(3)[0]
    result = next(iter(state.rounds[1].results.values())).result
    act = ResultPosted("Swiss", 3, table, board, result, room)
    keep(held, [Posting(0, act, "scorer", "2026-07-04T11:22:33", f"{table}-{board}")])


def test_a_reader_who_has_the_page_is_told_so(middle: BookRecord, client: Client) -> None:
    first = client.get("/e/middle/")
    tag = first.headers["ETag"]
    again = client.get("/e/middle/", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert "Cookie" not in again.headers["Vary"], "it is the same to everybody"
    other = client.get("/e/middle/race/", headers={"if-none-match": tag})
    assert other.status_code == 200
    event = event_projection(middle).event
    one_result_more(middle)
    newer = client.get("/e/middle/", headers={"if-none-match": tag})
    assert newer.status_code == 200
    assert newer.headers["ETag"] != tag
    assert (
        f'data-number="{event.last + 1 if event.last < event_projection(middle).last else event.last}"'
        in newer.content.decode()
    )
    assert "11:22:33" in newer.content.decode()


def asked_at(client: Client, address: str, came: float, headers: dict[str, str] | None = None) -> Any:
    """The answer to a request that came at this time, and then waited for its turn."""
    return client.generic("GET", address, headers=headers, **{limits.CAME: came})  # type: ignore[arg-type]  # the server's own word, no header


def test_who_waited_for_a_page_shares_one_that_was_made_meanwhile(client: Client, middle: BookRecord) -> None:
    room = f"/e/{middle.slug}/"
    came = monotonic()
    made = client.get(room)
    one_result_more(middle)
    waited = asked_at(client, room, came)
    assert (waited.headers["ETag"], waited.content) == (made.headers["ETag"], made.content)
    assert asked_at(client, room, came, {"If-None-Match": made.headers["ETag"]}).status_code == 304
    later = asked_at(client, room, monotonic())
    assert later.headers["ETag"] != made.headers["ETag"]
    assert asked_at(client, room, came).headers["ETag"] == later.headers["ETag"]


def test_a_page_made_while_the_book_grows_says_where_the_book_ended(
    client: Client, middle: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = DurableBook(middle.slug).ends()
    one_result_more(middle)
    asked = iter([before])
    monkeypatch.setattr(
        http_cache, "DurableBook", lambda slug: SimpleNamespace(ends=lambda: next(asked, DurableBook(slug).ends()))
    )
    page = client.get(f"/e/{middle.slug}/")
    last, fingerprint = Head.objects.values_list("last", "fingerprint").get(event=middle.slug)
    assert page.headers["ETag"].startswith(f'"{last}-')
    assert fingerprint[:8] in page.content.decode()


def test_pages_are_the_same_to_everybody(middle: BookRecord, client: Client) -> None:
    plain = client.get("/e/middle/")
    client.cookies["me-middle"] = "7"
    client.cookies["deck"] = "four"
    assert client.get("/e/middle/").content == plain.content
    assert 'class="mine"' not in plain.content.decode()
    assert 'data-who="7"' in plain.content.decode(), "which the reader's own browser marks"
    for gone in ("/e/middle/me/", "/deck/"):
        assert client.post(gone, {"who": "7"}).status_code == 404


def test_a_seat_is_found_by_number_and_by_three_letters(middle: BookRecord, client: Client) -> None:
    seating = event_projection(middle).event.stage("Swiss").rounds[3].seating_of("7")
    assert seating is not None
    found = shown(client, "/e/middle/seat/?q=7")
    assert f"Table {seating.table}" in found
    assert found.count('class="seat"') == 1
    assert f"Table {seating.table}" in shown(client, "/e/middle/seat/?q=player 7a")
    assert "Nothing found for “pl”. Try your number" in shown(client, "/e/middle/seat/?q=pl")


@pytest.mark.django_db
def test_nobody_is_sent_to_a_table_when_all_is_played(client: Client) -> None:
    over = hold(SWISS, "over", "Over")
    keep(over, rehearsed(SWISS, 12))
    assert "No table is published for you at the moment." in shown(client, "/e/over/seat/?q=7")
    assert 'class="seat-table"' not in shown(client, "/e/over/pair/7/")


def test_no_result_is_shown_while_a_board_is_in_play(middle: BookRecord, client: Client) -> None:
    event = event_projection(middle).event
    state = event.stage("Swiss")
    boards = state.rounds[3].draw.seatings[0].boards
    assert not any(board_is_open(state, 3, board) for board in boards)
    secret = {str(each.result) for each in state.rounds[3].results.values() if isinstance(each.result, PlayedContract)}
    known = {str(each.result) for number in (1, 2) for each in state.rounds[number].results.values()}
    secret -= known
    assert secret
    pages = [shown(client, f"/e/middle/match/swiss/3/{table}/") for table in range(1, 7)]
    pages += [shown(client, f"/e/middle/board/swiss/3/{board}/") for board in boards]
    pages += [shown(client, f"/e/middle/pair/{name}/") for name in state.contestants]
    for name in state.rounds[3].seatings[1].ns, state.rounds[3].seatings[2].ew:
        pages += everything_below(client, f"/e/middle/why/swiss/total/{name}/")
    postings = {each.posting for each in state.rounds[3].results.values()}
    for page in pages:
        assert not any(f">posting {posting}<" in page for posting in postings)
        assert not any(signs in page for signs in map(as_signs, secret))
    assert "shown when every table’s result is in" in pages[0]
    address = f"/e/middle/why/swiss/score/3/{boards[0]}/1/"
    assert "a board that other tables may still have to play" in shown(client, address)


def everything_below(client: Client, address: str) -> list[str]:
    """The page of a why and every page that can be opened from it."""
    pages, todo, seen = [], [address], set()
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            pages.append(shown(client, here))
            todo += [f"{here.split('?')[0]}{each}" for each in re.findall(r'href="[^"?]*(\?into=[\d.]+)"', pages[-1])]
    return pages


def as_signs(result: str) -> str:
    """A result as a page would write it, without its markup's beginning."""
    return f'<abbr title="{result.split(" by ")[1].split(maxsplit=1)[0]}">{result}' if " by " in result else result


def test_a_board_is_shown_when_the_round_is_closed_or_all_have_played_it(db: None, client: Client) -> None:
    postings = rehearsed(SWISS, 8, faults=False)
    played = [each for each in until(postings, "Swiss", 2, 99) if not isinstance(each.act, RoundClosed | StageClosed)]
    held = hold(SWISS, "all")
    keep(held, [each for each in played if getattr(each.act, "round", 0) < 2])
    assert 'class="trav"' in shown(client, "/e/all/board/swiss/1/1/")
    keep(held, [each for each in played if getattr(each.act, "round", 0) == 2 and getattr(each.act, "table", 0) < 2])
    assert 'class="trav"' not in shown(client, "/e/all/board/swiss/2/9/")


def test_the_number_for_pages_without_a_stream(middle: BookRecord, client: Client) -> None:
    answer = client.get("/e/middle/now")
    assert answer.json() == {"number": event_projection(middle).last}
    assert answer.headers["Cache-Control"] == "no-store"


def test_an_event_before_its_first_stage_has_pages_too(db: None, client: Client) -> None:
    held = hold(SWISS, "early")
    for page in PAGES:
        if page != "pair/1/":
            shown(client, f"/e/early/{page}")
    keep(held, rehearsed(SWISS, 8)[:6])
    for page in PAGES:
        shown(client, f"/e/early/{page}")
    assert "Entries are open: " in shown(client, "/e/early/")


def test_a_page_is_kept_for_a_second_by_caches_and_by_its_number_for_ever(client: Client, middle: BookRecord) -> None:
    room = f"/e/{middle.slug}/"
    now = client.get(room)
    number = client.get(f"{room}now").json()["number"]
    assert (now.headers["Cache-Control"], now.headers["X-Accel-Expires"]) == ("no-cache", "1")
    assert "max-age=1," in now.headers["CDN-Cache-Control"]
    assert not now.cookies
    assert "Cookie" not in now.headers["Vary"]
    for_ever = client.get(f"{room}?number={number}")
    assert "immutable" in for_ever.headers["Cache-Control"]
    assert "X-Accel-Expires" not in for_ever.headers
    assert for_ever.content == now.content
    for other in (number + 1, number - 1, "x"):
        newest = client.get(f"{room}?number={other}")
        assert newest.headers["Cache-Control"] == "no-cache"
        assert newest.content == now.content
