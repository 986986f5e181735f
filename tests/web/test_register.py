"""The register of limited systems on the players' pages."""

import pytest
from django.test import Client

from appealing import STATE, evening, when
from overtrick.core.event.acts import SystemLodged
from web.congresses import hold, keep


@pytest.mark.django_db
@pytest.mark.clause("SABF20 4.2.2#2")
def test_players_see_the_limited_systems_and_no_others(client: Client) -> None:
    room = evening()
    for contestant, colour in (("1", "yellow"), ("2", "green")):
        room.do(SystemLodged(contestant, f"{contestant}'s {colour}", colour, 2, when("19:00", 6)))
    keep(hold(STATE, "state-teams"), room.book.postings())
    page = client.get("/e/state-teams/systems/").content.decode()
    assert "1&#x27;s yellow" in page
    assert "2&#x27;s green" not in page
