"""A contestant that leads leaves before its last match, or is disqualified: by each document it wins nothing.

None of the five says so of a stage in progress: each has a reading, which its conditions print.
"""

import pytest

from directing import Room, numbers
from overtrick.core.event.acts import Act, SanctionGiven, Withdrawn
from overtrick.core.event.after.honours import title_of
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.ranking.qualification import PassOverReason
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.plan.event_book import find_event
from withdrawing import GONE, leading, play_round

LEFT, OUT = "withdrew", "disqualified"
DOCUMENTS = [
    ("nsw-swiss-pairs/congress", 8, "Swiss", "NSWSP 1.5", "S-26"),
    ("anc-2026/swiss-pairs-a", 10, "Swiss", "ANC26 20.2", "D86"),
    ("sabf-2020/swiss-teams", 12, "Swiss", "SABF20 13.10#1", "EV-113"),
    ("nsw-its-2021/yits", 8, "Single stage", "ITS21 WDR.substitute-pair", "I-74"),
]


def leaves(how: str, stage: str, after: int) -> Act:
    if how == LEFT:
        return Withdrawn(GONE, stage, after, expunged=False, reason="ill")
    return SanctionGiven(GONE, "conduct", stage, after, "disqualification", "Law 91B", "a blow", effect="excluded")


@pytest.mark.parametrize("how", [LEFT, OUT])
@pytest.mark.parametrize(("event", "entries", "stage", "clause", "reading"), DOCUMENTS)
def test_one_that_leaves_in_the_lead_does_not_win(
    event: str, entries: int, stage: str, clause: str, reading: str, how: str
) -> None:
    room = Room(event).enter(numbers(entries))
    state = room.start(stage)
    while state.last_round < rounds_of(state) - 1:
        play_round(room, stage, leading(state))
    assert title_of(state).holders == (GONE,)
    room.do(leaves(how, stage, state.last_round))
    play_round(room, stage, leading(state))
    rows = state.standings("all").rows
    assert state.standings("all").row(GONE).total.value > max(row.total.value for row in rows if row.contestant != GONE)
    assert state.standings("all").row(GONE).place_text == ("1" if how == LEFT else "–")
    assert title_of(state).holders
    assert GONE not in title_of(state).holders
    rule = state.plan.rules.players.leaver
    assert rule is not None
    assert (rule.clause.cite, rule.clause.readings) == (clause, (reading,))
    told = "\n".join(describe_event(find_event(event), Entrants(entries)))
    assert "no title and no prize" in told
    assert f"\n   {reading} " in told


def test_a_team_that_is_disqualified_from_the_gnot_forfeits_and_does_not_qualify() -> None:
    room = Room("gnot-nsw-2018/gnot").enter(numbers(20))
    state = room.start("M1")
    number = room.draw("M1")
    room.results("M1", number, leading(state))
    room.do(leaves(OUT, "M1", number))
    known = state.status(GONE)
    assert (known.plays, known.placed, known.why, state.wins(GONE)) == (True, False, PassOverReason.NOT_PLACED, False)
    assert known.rule is not None
    assert (known.rule.clause.cite, known.rule.clause.readings) == ("GNOT18 1.7", ("Q80",))
    assert "\n   Q80 " in "\n".join(describe_event(find_event(room.name), Entrants(20)))
