"""An appeal from its lodging to its end, as the director's door lets it through or refuses it."""

from dataclasses import replace

import pytest

from appealing import STATE, evening, when
from directing import Room, numbers
from overtrick.core.errors import DirectorError, OutOfTime
from overtrick.core.event.acts import (
    DISMISSED,
    RECOMMENDED,
    UPHELD,
    Act,
    AppealDecided,
    AppealFined,
    AppealHeard,
    AppealLodged,
    AppealMoved,
    CommitteeNamed,
    Filled,
    HearingSet,
    PenaltyGiven,
    Posting,
    RoundClosed,
    RulingGiven,
    StageClosed,
)
from overtrick.core.event.fold.conducted import AppealFile
from overtrick.core.event.fold.tournament import replay
from overtrick.core.model.notation import read_result
from overtrick.director.acts import sentence
from overtrick.director.appeal_files import appeal_clocks, lodging_until
from overtrick.director.decide import decide
from overtrick.director.decision import becomes
from overtrick.ledger.codec import read_posting, write_posting
from overtrick.regulations.plan.event_book import plan_for

GENERAL, CONGRESS = "sabf-2020/swiss-teams", "nsw-swiss-pairs/congress"
COURSE = ("accept", "td_completes", "circulate")
APPELLANTS = (
    Filled("match number", "1"), Filled("board number", "3"), Filled("four hands", "as played"),
    Filled("auction", "1S pass 4S end"), Filled("grounds of appeal", "the hesitation showed nothing"),
    Filled("signature of appellant", "1A"),
)  # fmt: skip
DIRECTOR = (
    Filled("director's ruling", "4S made"), Filled("director's comments", "Law 16B"),
    Filled("signature of Director", "M. Lee"),
)  # fmt: skip


def lodged(room: Room, at: str = when("23:10"), **others: object) -> AppealFile:
    seating = room.event.stage(first(room)).round(1).seatings[1]
    act = AppealLodged(
        seating.ns,
        first(room),
        1,
        ("1A",),
        APPELLANTS,
        table=1,
        board=3,
        room="open",
        concurs=True,
        ruled=when("20:40"),
    )
    room.do(replace(act, **others), at=at)  # type: ignore[arg-type]
    return list(room.event.conducted.appeals.values())[-1]


def first(room: Room) -> str:
    return next(iter(room.event.stages))


def moved(room: Room, file: AppealFile, *steps: str, at: str = when("23:20")) -> None:
    for step in steps:
        room.do(AppealMoved(file.number, step, DIRECTOR if step == "td_completes" else ()), at=at)


def heard(room: Room) -> AppealFile:
    file = lodged(room)
    moved(room, file, *COURSE)
    room.do(CommitteeNamed(file.number, ("Ash", "Box", "Cedar"), chair="Ash"))
    room.do(HearingSet(file.number), AppealHeard(file.number, (), ("1", "2")), at=when("19:00", 14))
    return file


def state(room: Room, file: AppealFile) -> str:
    rules = room.event.stage(first(room)).plan.rules.appeals
    assert rules is not None
    return file.state(rules.course)


def refused(room: Room, act: Act, *words: str, at: str = "") -> DirectorError:
    with pytest.raises(DirectorError) as refusal:
        decide(room.event, act, at)
    for word in words:
        assert word in str(refusal.value)
    return refusal.value


@pytest.mark.clause("SABF20 7#1")
def test_an_appeal_is_in_time_until_half_an_hour_after_the_evening_is_due_to_end() -> None:
    room = evening()
    limit = lodging_until(room.event, first(room), 1, "director")
    assert limit is not None
    assert limit.at.isoformat() == "2020-10-07T23:30:00"
    on_time, late = lodged(room, when("23:30")), lodged(room, when("23:31"))
    room.do(AppealMoved(on_time.number, "accept"))
    refused(room, AppealMoved(late.number, "accept"), "lodged in time", "SABF20 7#2")
    refused(room, AppealMoved(on_time.number, "reject_late"), "cannot follow")
    room.do(AppealMoved(late.number, "reject_late"))
    assert state(room, late) == "OUT_OF_TIME"
    extended = lodged(room, when("23:40"), ruled=when("23:35"), extended="the ruling was given at 23:35")
    room.do(AppealMoved(extended.number, "accept"))
    assert state(room, extended) == "ACCEPTED"


@pytest.mark.clause("SABF20 7#1")
def test_an_appeal_needs_its_form_and_a_signature() -> None:
    room = evening()
    act = lodged(room).lodged
    refused(room, replace(act, signed=()), "0 signatures", "SABF20 7#1", "signed")
    refused(room, replace(act, on_form=False), "the prescribed form was not used")
    refused(room, replace(act, to="scorer"), "to the scorer")
    refused(room, replace(act, filled=(Filled("colour of tie", "red"),)), "no field", "SABF20 21.14")
    refused(room, replace(act, against="kibitzer"), "director or scorer")
    refused(room, replace(act, respondents=(act.contestant,)), "both sides")
    cautions = decide(room.event, replace(act, concurs=False), when("23:00")).cautions
    assert any("Law 92D" in str(each) for each in cautions)


@pytest.mark.clause("SABF20 7#10")
def test_a_decision_of_the_scorers_is_appealed_within_a_week_of_the_scores() -> None:
    room = evening()
    assert lodging_until(room.event, first(room), 1, "scorer") is None
    cautions = decide(room.event, replace(lodged(room).lodged, against="scorer"), when("23:00")).cautions
    assert any("not known" in str(each) for each in cautions)


def test_the_other_side_is_the_respondent_by_the_draw() -> None:
    room = evening()
    seating = room.event.stage(first(room)).round(1).seatings[1]
    assert lodged(room).lodged.respondents == (seating.ew,)


@pytest.mark.clause("SABF20 7#2")
@pytest.mark.clause("SABF20 21.14")
def test_the_form_goes_out_only_when_it_is_full_and_late_copies_raise_an_alarm() -> None:
    room = evening()
    file = lodged(room)
    moved(room, file, "accept")
    room.do(AppealMoved(file.number, "td_completes", DIRECTOR[:1]))
    refused(room, AppealMoved(file.number, "circulate"), "the form must be complete")
    full = AppealMoved(file.number, "circulate", DIRECTOR[1:])
    assert decide(room.event, full, when("20:39", 8)).cautions == ()
    assert "late" in str(decide(room.event, full, when("20:41", 8)).cautions[0])
    assert [(each.says, each.out) for each in appeal_clocks(room.event, when("20:41", 8))] == [
        ("copies to the respondents", True), ("hearing, at the latest", False),
    ]  # fmt: skip


@pytest.mark.clause("SABF20 7#3")
def test_a_hearing_falls_back_on_the_seventh_day_half_an_hour_before_play() -> None:
    room = evening()
    file = lodged(room)
    refused(room, HearingSet(file.number), "is lodged", "The appeal is accepted")
    moved(room, file, *COURSE)
    assert room.do(HearingSet(file.number)) == (
        "no earlier time has been agreed: the hearing is at 19:00 on 14 October 2020 (SABF20 7#3, reading D17)",
    )
    assert file.hearing is not None
    assert state(room, file) == "HEARING_SET"
    again = lodged(room)
    moved(room, again, *COURSE)
    room.do(HearingSet(again.number, agreed=when("18:00", 9)))
    assert str(again.hearing) == "2020-10-09 18:00:00"


@pytest.mark.clause("SABF20 7#4")
def test_who_is_directly_involved_does_not_sit() -> None:
    room = evening()
    file = lodged(room)
    moved(room, file, *COURSE)
    room.do(HearingSet(file.number))
    refused(room, AppealHeard(file.number, ()), "No committee", "SABF20 7#4")
    player = room.event.entries[file.lodged.respondents[0]].players[0].name
    refused(room, CommitteeNamed(file.number, (player,)), "No committee member is left")
    refused(
        room,
        CommitteeNamed(file.number, ("Ash", player), chair=player),
        "is not among the members who may sit, and cannot chair the committee",
    )
    (said,) = room.do(CommitteeNamed(file.number, ("Ash", "Box", player), ("Box",)))
    assert "Box" in said
    assert player in said
    refused(room, AppealHeard(file.number, ("Ash", "Box")), "Box may not sit", "Eligible members: Ash")
    room.do(AppealHeard(file.number, ("Ash",)))
    refused(room, CommitteeNamed(file.number, ("Cedar",)), "has been heard")


@pytest.mark.clause("SABF20 7#5")
@pytest.mark.clause("SABF20 7#6")
def test_each_side_may_argue_in_writing_and_in_person() -> None:
    room = evening()
    file = lodged(room)
    moved(room, file, *COURSE)
    refused(room, AppealMoved(file.number, "reply"), "cannot follow")
    room.do(AppealMoved(file.number, "respond", (Filled("submission of respondents", "it was plain"),)))
    room.do(AppealMoved(file.number, "reply", (Filled("arguments in reply", "it was not"),)))
    room.do(HearingSet(file.number), CommitteeNamed(file.number, ("Ash",)))
    room.do(AppealHeard(file.number, ("Ash",), ("1A", "2A")))
    assert file.form["arguments in reply"] == "it was not"
    assert file.heard is not None
    assert file.heard.present == ("1A", "2A")


@pytest.mark.clause("SABF20 7#7")
def test_a_ruling_on_law_is_not_reversed_but_another_recommended() -> None:
    room = evening()
    file = heard(room)
    refused(room, AppealDecided(file.number, UPHELD, "law"), "fact or discretion", "SABF20 7#7", "recommendation")
    refused(room, AppealDecided(file.number, "shrugged", "fact"), "upheld")
    room.do(AppealDecided(file.number, RECOMMENDED, "law"))
    assert state(room, file) == "DECIDED"


@pytest.mark.clause("SABF20 7#7")
def test_an_appeal_upheld_opens_the_score_of_a_stage_that_is_over() -> None:
    room = evening()
    room.do(RoundClosed(first(room), 1))
    room.play(first(room))
    room.close(first(room))
    file = heard(room)
    stage, winner = first(room), file.lodged.contestant
    ruling = RulingGiven(stage, 1, 1, 3, read_result("4S S -3"), "SABF20 7#7", "appeal upheld", "open")
    refused(room, ruling, "closed")
    (said,) = room.do(AppealDecided(file.number, UPHELD, "discretion"))
    assert "board 3" in said
    before = room.total(stage, winner)
    room.do(ruling)
    assert room.total(stage, winner) != before
    assert room.agrees()


@pytest.mark.clause("SABF20 7#8")
def test_only_a_finding_brings_a_fine_and_only_so_much() -> None:
    room = evening()
    file = heard(room)
    refused(room, AppealDecided(file.number, UPHELD, "fact", frivolous="no merit"), "frivolous")
    refused(room, AppealFined(file.number, 1, "no merit"), "a fine cannot follow")
    room.do(AppealDecided(file.number, DISMISSED, "fact", frivolous="no merit at all"))
    assert state(room, file) == "FINE_PENDING"
    refused(room, AppealFined(file.number, 4, "no merit"), "SABF20 7#8", "above the limit of 3 VPs")
    before = room.total(first(room), file.lodged.contestant)
    sent = AppealFined(file.number, 3, "no merit")
    room.do(sent)
    [posted] = [each.act for each in room.book.postings() if isinstance(each.act, AppealFined)]
    assert posted.unit == "VPs"
    assert becomes(sent, posted)  # the desk sends it again when an answer is lost: that is no second fine
    assert any("fine of 3 VPs, no merit." in str(sentence(each.act)) for each in room.book.postings())
    assert state(room, file) == "FINED"
    penalty = room.event.conducted.offending[room.event.last]
    assert isinstance(penalty, PenaltyGiven)
    assert (penalty.contestant, penalty.amount, penalty.clause) == (file.lodged.contestant, 3, "SABF20 7#8")
    assert before != room.total(first(room), file.lodged.contestant)


@pytest.mark.clause("SABF20 7#9")
def test_a_further_appeal_goes_to_the_higher_body_within_seven_days_and_ends_there() -> None:
    room = evening()
    file = heard(room)
    room.do(AppealDecided(file.number, DISMISSED, "fact"), at=when("20:00", 14))
    further = AppealMoved(file.number, "further_appeal", reason="new facts")
    with pytest.raises(OutOfTime, match="20:00 on 21 October 2020"):
        decide(room.event, further, when("20:01", 21))
    early = decide(room.event, AppealMoved(file.number, "close"), when("20:00", 21))
    assert "may still" in str(early.cautions[0])
    assert decide(room.event, AppealMoved(file.number, "close"), when("20:01", 21)).cautions == ()
    room.do(further, at=when("20:00", 21))
    refused(room, AppealMoved(file.number, "mc_decides"), "needs more")
    room.do(AppealDecided(file.number, UPHELD, "law"), at=when("20:00", 28))
    assert state(room, file) == "FINAL"
    assert [each.outcome for each in file.decisions] == [DISMISSED, UPHELD]
    assert appeal_clocks(room.event, when("20:00", 28)) == ()


@pytest.mark.clause("SABF20 7#11")
def test_an_event_nobody_is_named_for_is_the_organisers_question() -> None:
    state_event, general = evening(), evening(GENERAL, 8)
    assert not any("7#11" in str(each) for each in decide(state_event.event, lodged(state_event).lodged, "").cautions)
    file = lodged(general)
    asked = decide(general.event, file.lodged, "").cautions
    assert any("ask the organiser (SABF20 7#11" in str(each) for each in asked)
    assert any("within the committee’s remit" in each for each in general.do(AppealMoved(file.number, "accept")))


def test_what_a_document_lays_no_course_for_is_refused_with_another_way() -> None:
    room = Room(CONGRESS).enter(numbers(8))
    room.start("Swiss")
    room.draw("Swiss")
    refused(
        room, AppealLodged("1", "Swiss", 1, ("A",)), "The regulations for Swiss set out no appeals procedure", "review"
    )
    refused(room, AppealMoved(3, "accept"), "no appeal 3")


def test_a_book_with_appeals_reads_back_as_it_was_written() -> None:
    room = evening()
    file = heard(room)
    room.do(AppealDecided(file.number, DISMISSED, "fact", (), ("Box",), "no merit"), AppealFined(file.number, 1, "so"))
    postings: list[Posting] = [read_posting(write_posting(each, ""))[0] for each in room.book.postings()]
    again = replay(plan_for(STATE), postings)
    assert again.conducted.appeals == room.event.conducted.appeals
    assert StageClosed not in {type(each.act) for each in postings}
