"""Accidents of a hall and their inverses, at random, in every way to play: afterwards every number is what it was."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from books import whole_book
from overtrick.core.errors import DirectorError
from overtrick.core.event import acts
from overtrick.core.event.acts import Act, Posting
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.score.rounds import rooms_of
from overtrick.core.exact import exact_text
from overtrick.core.model.contestants import Player
from overtrick.core.model.notation import read_result
from overtrick.director.decide import decide
from overtrick.director.redrawn import brought_back
from overtrick.director.taking_back import may_be_undone, taking_back
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for

WAYS = {
    "Swiss of pairs": ("nsw-swiss-pairs/congress", 8),
    "Swiss of teams, three in a match": ("sabf-2020/swiss-teams", 11),
    "sessions by a movement": ("anc-2026/one-day-matchpoint-pairs", 10),
    "a club's night": ("club/pairs-night", 12),
    "season": ("sabf-2020/state-pairs-plate", 10),
    "round robin": ("sabf-2020/gnot-regional-final", 10),
    "finals": ("sabf-2020/daytime-teams", 10),
    "an individual": ("club/individual", 12),
    "stanzas": ("anc-2026/interstate-youth", 6),
    "two fields": ("nsw-its-2021/oits", 18),
    "knockouts, with those who drop in": ("gnot-nsw-2018/gnot", 16),
}
AT = "2026-07-04T23:00:00+10:00"
BOUNDED = settings(
    max_examples=3, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip


@cache
def book(way: str) -> tuple[Posting, ...]:
    event, entries = WAYS[way]
    return whole_book(event, entries, faults=False)


def numbers(event: Tournament) -> dict[str, list[tuple[str, ...]]]:
    """Every total and every column of every stage, and where its contestants stand."""
    return {
        f"{name} {field.name}": [
            (row.place_text, row.contestant, exact_text(row.total.value),
             *(exact_text(figure.value) for _, figure in row.columns))
            for row in state.standings(field.name).rows
        ]
        for name, state in event.stages.items() for field in state.fields
    }  # fmt: skip


def accidents(event: Tournament) -> Iterator[Act]:
    """What may go wrong in an event as it stands, in the words of its last stage and round."""
    stage, state = list(event.stages.items())[-1]
    number = max(state.rounds)
    drawn = state.round(number)
    table, seating = next(iter(drawn.seatings.items()))
    board, room, one = seating.boards[0], rooms_of(state.plan)[0], seating.ns
    yield acts.SidesSwitched(stage, number, table, "they sat the other way")
    others = [each for at, each in drawn.seatings.items() if at != table]
    if others:
        yield acts.SeatsExchanged(stage, number, one, others[0].ns, "wrong tables")
    yield acts.OtherBoardPlayed(stage, number, table, max(seating.boards) + 1, board, "the wrong board")
    yield acts.ResultCorrected(stage, number, table, board, read_result("7NTXX N -13"), "a slip", room)
    yield acts.RulingGiven(stage, number, table, board, read_result("AV+ AV-"), "Law 12C", "a revoke", room)
    yield acts.BoardFouled(stage, number, board, ((table,),), "a card was missing")
    yield acts.MatchForfeited(stage, number, table, one, "went home")
    yield acts.ArrivedLate(one, stage, number, 9)
    yield acts.Withdrawn(one, stage, number, expunged=False, reason="unwell")
    yield acts.PenaltyGiven(one, "slow play", stage, number, 1, state.unit.many, "Law 90", "slow")
    for player in event.entries[one].players[:1]:
        yield acts.SubstituteUsed(one, stage, (number,), player.name, "Val Holbrook", "unwell")
    yield acts.ResultDisputed(stage, number, table, board, room)
    yield acts.EntryTaken("late", "The late ones", (Player("Ann Lee"), Player("Bo Tan")))
    yield acts.LatePairSeated("late", stage, number, state.fields[0].name, reason="a flat tyre")
    yield acts.AbsenceRecorded(one, stage, state.session_of(number), reason="unwell")
    yield acts.ScoreAwarded(one, stage, number, 3, "Law 12C", "the match was not played")
    yield acts.MatchDecided(stage, number, table, one, "Law 81C", "level, and no time for more")
    yield acts.WarningGiven(one, "slow play", stage, number, "Law 90", "slow")
    yield acts.ReviewAsked(one, stage, number, "the score is wrong", table, board)
    yield acts.PrizesSet((500, 300))
    for lacking in state.missing(number)[:1]:
        yield acts.BoardPutOff(stage, number, lacking[0], lacking[2], "slow play", lacking[1])
    yield acts.ClockSet(stage, number, AT, "a fire alarm")
    yield acts.WallChosen(("standings",), 20)
    yield acts.RoundStarted(stage, number)
    yield acts.RoundEnded(stage, number)
    yield acts.RoundClosed(stage, number)
    yield acts.StageClosed(stage)
    yield acts.DirectorCalled(stage, number, table, room)
    yield acts.CallAnswered(stage, number, table, room)
    yield acts.Reinstated(one, stage, "well again")


class Hall:
    """An event in the middle, and its book; what is refused is not posted."""

    def __init__(self, way: str, share: float) -> None:
        whole, self.plan = book(way), plan_for(WAYS[way][0])
        first = next(place for place, each in enumerate(whole) if isinstance(each.act, acts.ResultPosted))
        self.postings = list(whole[: max(first + 1, int(len(whole) * share))])
        self.event = replay(self.plan, self.postings)

    def do(self, act: Act) -> int:
        """Post an act; how many postings it made, none where it was refused."""
        try:
            decided = decide(self.event, act, self.postings[-1].at)
        except DirectorError:
            return 0
        for each in decided.acts:
            number = self.event.last + 1
            made = Posting(number, each, "M. Lee", self.postings[-1].at, f"accident {number}")
            self.event.post(made)
            self.postings.append(made)
        return len(decided.acts)

    def take_back(self, number: int) -> bool:
        return bool(self.do(taking_back(self.event, number, "not so")))

    def sound(self) -> bool:
        return verify(self.plan, self.postings).sound


@pytest.mark.parametrize("way", WAYS)
@BOUNDED
@given(data=st.data())
def test_an_accident_and_its_inverse_leave_every_number_as_it_was(way: str, data: st.DataObject) -> None:
    hall = Hall(way, data.draw(st.sampled_from([0.45, 0.8]), label="how far"))
    before = numbers(hall.event)
    chosen = data.draw(st.lists(st.sampled_from(list(accidents(hall.event))), min_size=1, max_size=5), label="what")
    first = hall.event.last
    made = sum(hall.do(act) for act in chosen)
    for number in range(first + made, first, -1):
        if number not in hall.event.undone:
            assert hall.take_back(number), number
    assert numbers(hall.event) == before
    assert numbers(replay(hall.plan, hall.postings)) == before, "as the book has it"
    assert hall.sound()


@pytest.mark.parametrize("way", WAYS)
@BOUNDED
@given(data=st.data())
def test_any_posting_is_taken_back_and_comes_back(way: str, data: st.DataObject) -> None:
    hall = Hall(way, data.draw(st.sampled_from([0.4, 0.7]), label="how far"))
    before = numbers(hall.event)
    kinds = sorted({type(each.act) for each in hall.postings if may_be_undone(hall.event, each)}, key=str)
    kind = data.draw(st.sampled_from(kinds), label="kind")
    own = [each.number for each in hall.postings if type(each.act) is kind]
    number = data.draw(st.sampled_from(own), label="posting")
    if not hall.take_back(number):
        return  # a stage that is closed, a time that is over: refused, and nothing is posted
    assert number in hall.event.undone
    assert hall.take_back(hall.event.last)
    assert numbers(hall.event) == before
    assert numbers(replay(hall.plan, hall.postings)) == before, "as the book has it"
    assert hall.sound()


@pytest.mark.parametrize("way", WAYS)
@BOUNDED
@given(data=st.data())
def test_a_draw_taken_back_and_published_again_brings_its_results_back(way: str, data: st.DataObject) -> None:
    hall = Hall(way, data.draw(st.sampled_from([0.35, 0.5, 0.75, 0.9]), label="how far"))
    before = numbers(hall.event)
    draws = [each for each in hall.postings if isinstance(each.act, acts.DrawPublished)]
    drawn = draws[-1]
    assert isinstance(drawn.act, acts.DrawPublished)
    if not hall.take_back(drawn.number):
        return  # its stage is closed
    assert hall.do(drawn.act)
    for act in brought_back(hall.event, drawn.act):
        assert hall.do(act), act
    assert numbers(hall.event) == before
    assert numbers(replay(hall.plan, hall.postings)) == before, "as the book has it"
    assert hall.sound()
