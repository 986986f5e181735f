"""A round is drawn again after results came in: results go where their pairs still meet, the others set aside."""

import re

from django.test import Client

from overtrick.core.event.acts import DrawPublished, ResultDisputed, ResultPosted
from overtrick.core.model.notation import read_result
from overtrick.lab.verify import verify
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import RULES, held_with, rehearsed
from web.desk.test_reinstated import SWISS
from web.rehearsed import until


def in_round_two(congress: Congress) -> BookRecord:
    """A Swiss of twelve in whose second round three tables have played."""
    return held_with(congress, until(rehearsed(12), "Swiss", 2, 3))


def taken_back(chief: Client) -> str:
    """Follow the draw page's link and press its button; the page that was read."""
    draw = chief.get(f"{SWISS}draw/").content.decode()
    link = re.search(r'href="([^"]*do/undo/\?posting=\d+[^"]*)"', draw)
    assert link, "a draw with results can be taken back"
    page = chief.get(link[1].replace("&amp;", "&")).content.decode()
    hidden = dict(re.findall(r'name="(seen|key|posting)" value="(\w+)"', page))
    answer = chief.post(f"{SWISS}do/undo/", {**hidden, "reason": "two pairs exchanged", "post": "1"})
    assert answer.status_code == 302, answer.content.decode()
    return page


def results_of(held: BookRecord) -> dict[tuple[frozenset[str], int], tuple[str, str, bool, bool]]:
    """What was played in round two: by who met on which board, who sat North-South, the result, and its agreement."""
    state = event_projection(held).event.stage("Swiss")
    drawn = state.round(2)
    found = {}
    for (table, _, board), recorded in drawn.results.items():
        seating = drawn.seatings[table]
        ns = seating.ew if board in seating.switched else seating.ns
        found[frozenset((seating.ns, seating.ew)), board] = (
            ns,
            str(recorded.result),
            recorded.confirmed,
            recorded.disputed,
        )
    return found


def publish(chief: Client, *swaps: tuple[str, str]) -> str:
    """Look at the draft and publish it; the page of the draft."""
    query = "&".join(f"swap={one}~{other}" for one, other in swaps)
    page = chief.get(f"{SWISS}draw/?draft=1&reason=exchanged&{query}").content.decode()
    form = page[page.index('class="publish"') :]
    fields = dict(re.findall(r'name="(key|stage|round|reason|results)" value="([^"]*)"', form[: form.index("</form>")]))
    answer = chief.post(f"{SWISS}draw/publish/", {**fields, "swap": [f"{one}~{other}" for one, other in swaps]})
    assert answer.status_code == 302
    return page


def sound() -> bool:
    """Whether the book can be proved."""
    return verify(plan_for(RULES), DurableBook("swiss").postings()).sound


def test_results_go_to_the_tables_where_their_pairs_still_meet(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    was = results_of(held)
    seatings = event_projection(held).event.stage("Swiss").round(2).seatings
    one, other = seatings[3].ns, seatings[5].ns
    page = taken_back(chief)
    assert "Draw of round 2 of Swiss published." in page
    assert 2 not in event_projection(held).event.stage("Swiss").rounds
    page = publish(chief, (one, other))
    assert "not restored, because the two sides no longer meet on the same boards" in page
    assert "this version of Overtrick cannot read" not in page
    now = results_of(held)
    still = {key: value for key, value in was.items() if not key[0] & {one, other}}
    assert now == still
    assert still
    assert len(still) < len(was)
    assert sound()


def test_a_draw_as_it_was_brings_every_result_back(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    (_, room, board), first = next(iter(event_projection(held).event.stage("Swiss").round(2).results.items()))
    assert first.confirmed, "both sides agreed, at the table"
    other = read_result("7NT N -13")
    post(held, ResultPosted("Swiss", 2, 5, board, read_result("1NT N ="), room, seat="North"), "phone", "one")
    post(held, ResultDisputed("Swiss", 2, 5, board, room, seat="East", says=other), "phone", "two")
    was = results_of(held)
    assert {each[2:] for each in was.values()} >= {(True, False), (False, True)}
    taken_back(chief)
    publish(chief)
    assert results_of(held) == was
    assert sound()


def test_pairs_that_meet_the_other_way_round_keep_what_their_seats_scored(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    was = results_of(held)
    seating = event_projection(held).event.stage("Swiss").round(2).seatings[2]
    taken_back(chief)
    publish(chief, (seating.ns, seating.ew))
    assert results_of(held) == was, "the same two at the table, each with what its seats scored"
    drawn = [each.act for each in DurableBook("swiss").postings() if isinstance(each.act, DrawPublished)]
    assert drawn[-1].seatings[1].ns == seating.ew
    assert sound()
