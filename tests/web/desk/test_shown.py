"""An event is shown to the players, or kept to the desk."""

from django.test import Client

from overtrick.web.congress.models import Congress
from web.desk.conftest import held_with, rehearsed


def test_an_event_is_kept_to_the_desk_until_it_is_shown(congress: Congress, chief: Client) -> None:
    held = held_with(congress, rehearsed(8)[:5])
    assert Client().get("/e/swiss/").status_code == 200
    chief.post("/desk/e/swiss/show/", {"shown": "no"})
    assert Client().get("/e/swiss/").status_code == 404
    assert chief.get("/desk/e/swiss/entries/").status_code == 200
    assert "Show to players" in chief.get("/desk/spring/").content.decode()
    chief.post("/desk/e/swiss/show/", {"shown": "yes"})
    held.refresh_from_db()
    assert held.shown
