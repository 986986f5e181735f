"""A substitute's name is where the player's was from the moment it is posted: the wall, my seat, the phone, exports."""

from django.test import Client

from overtrick.core.event.acts import SubstituteUsed
from overtrick.views.results import table_results
from overtrick.web.congress.models import Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from overtrick.web.table.sheet import sheet
from web.desk.conftest import held_with, rehearsed
from web.rehearsed import until


def test_a_substitute_is_named_wherever_the_player_was(congress: Congress) -> None:
    held = held_with(congress, until(rehearsed(8), "Swiss", 2, 2))
    event = event_projection(held).event
    out = event.entries["3"].players[0].name
    seating = event.stage("Swiss").round(2).seating_of("3")
    assert seating is not None
    visitor = Client()
    assert "Holbrook" not in visitor.get("/e/swiss/wall/").content.decode()
    post(held, SubstituteUsed("3", "Swiss", (2,), out, "Val Holbrook", "unwell"), "director", "a substitute")
    event = event_projection(held).event
    for address in ("wall/", "draw/", "seat/?q=holbr"):
        assert "Holbrook" in visitor.get(f"/e/swiss/{address}", follow=True).content.decode(), address
    here = sheet(event, "Swiss", seating.table, "")
    assert here.ns is not None
    assert here.ew is not None
    assert "Val Holbrook" in here.ns.players + here.ew.players
    match = table_results(event, event.stage("Swiss"), 2, seating.table)
    assert match is not None
    assert any("Val Holbrook" in row.line.ns.players + row.line.ew.players for row in match.rows)
    before = table_results(event, event.stage("Swiss"), 1, 1)
    assert before is not None
    assert not any("Val Holbrook" in row.line.ns.players + row.line.ew.players for row in before.rows)
