"""The desk says how a match came not to be played: forfeited by one side, or neither appeared."""

import re

from django.test import Client

from overtrick.core.event.acts import NEITHER, MatchForfeited
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.models import Congress
from web.desk.test_reinstated import SWISS, after_round


def test_the_desk_says_that_neither_side_appeared(congress: Congress, chief: Client) -> None:
    after_round(congress, 2)
    asked = {"stage": "Swiss", "round": "2", "table": "1", "how": NEITHER, "offender": "", "reason": "snowed in"}
    page = chief.post(f"{SWISS}do/forfeit/", asked).content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', page))
    assert chief.post(f"{SWISS}do/forfeit/", {**asked, "post": "1", **hidden}).status_code == 302
    *_, last = DurableBook("swiss").postings()
    assert last.act == MatchForfeited("Swiss", 2, 1, "", "snowed in", NEITHER)
    history = chief.get(f"{SWISS}history/").content.decode()
    assert "Neither side appeared for the match at table 1 in round 2" in history
