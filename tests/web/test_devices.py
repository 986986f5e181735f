"""A device posts to an event on the server by the same way as phones: agreed with them, or a dispute at the desk."""

import pytest

from overtrick.core.event.acts import ResultPosted
from overtrick.core.model.notation import read_result
from overtrick.director.devices import ReportVerdict, take
from overtrick.formats.bridgemate.plan import DeviceReport
from overtrick.views.bridgemates import device_plan
from overtrick.web.congress.devices import ServerDesk
from web.congresses import do, draw_next, hold, started

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("said", "verdict"), [("4S N =", ReportVerdict.AGREES), ("4S N -1", ReportVerdict.DIFFERENT)])
def test_a_phone_and_a_device_in_one_room(said: str, verdict: ReportVerdict) -> None:
    held = hold("nsw-swiss-pairs/congress", "devices")
    started(held, 8)
    number = draw_next(held)
    desk = ServerDesk.find("devices")
    stage = next(iter(desk.event().stages))
    play = device_plan(desk.event(), stage).plays[0]
    do(held, ResultPosted(stage, number, play.table, play.boards[0], read_result("4S N ="), seat="North"))
    word = DeviceReport("A", play.table, number, play.boards[0], play.ns, play.ew, read_result(said), 1)
    assert [each.verdict for each in take(desk, stage, [word])] == [verdict]
    known = desk.event().stage(stage).round(number).results[play.table, "", play.boards[0]]
    assert (known.confirmed, known.disputed) == (verdict is ReportVerdict.AGREES, verdict is ReportVerdict.DIFFERENT)
    last = desk.event().last
    take(desk, stage, [word])
    assert desk.event().last == last
