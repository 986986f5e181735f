"""Who may enter and contend in the selection events, with how many substitutes, and when entries and requests close.

Every condition is tried with one who just meets it and one who just does not.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta

import pytest

from clauses.nsw_its_2021.test_stages import EVERY, at, event, stage
from overtrick.core.conduct.eligibility import Eligibility, bar, free_of_bars
from overtrick.core.conduct.entries import Effect, classify_free_withdrawal, classify_withdrawal
from overtrick.core.conduct.facts import Facts
from overtrick.core.conduct.participation import substitutions_allowed
from overtrick.core.conduct.systems import may_play
from overtrick.core.conduct.verdicts import Answer, Verdict
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.read.documents import load

AT_ENTRY = {
    "oits": ["entry"],
    "wits": ["wits", "entry", "wits/closing"],
    "sits": ["sits", "entry", "sits/closing"],
    "yits": ["yits", "entry", "yits/closing"],
}
REGISTERED, RESIDENT, CLUB = (
    "registered with the ABF", "permanent resident of NSW", "genuine member of an affiliated club",
)  # fmt: skip
FEMALE, CAMERA = "identifies as female", "in breach of the camera rule in Stage I"
USUAL = {REGISTERED: True, RESIDENT: True, CLUB: False, FEMALE: True}
AS_USUAL: Mapping[str, bool] = {}


def book() -> Eligibilities:
    """What the document says of players, as it is now."""
    return load(Eligibilities, "nsw-its-2021")


def rule(name: str) -> Eligibility:
    return book().rules[f"nsw-its-2021/{name}"]


def names(rules: Iterable[Eligibility]) -> list[str]:
    return [each.id.removeprefix("nsw-its-2021/") for each in rules]


def asked(name: str, born: date = date(1959, 12, 31), said: Mapping[str, bool] = AS_USUAL) -> Verdict:
    """What a rule says of a player who is as usual but for what is said."""
    return rule(name).judge(Facts(moments={"born": born}, said={**USUAL, **said}))


@at(EVERY)
@pytest.mark.clause("ITS21 ELIG.residence-or-club", "ITS21 ELIG.oits-stage1", "ITS21 SUBS.request")
def test_what_each_event_asks_of_its_players(name: str, pairs: int, of: str) -> None:
    players = stage(name, pairs, of).rules.players
    assert names(players.entry) == AT_ENTRY[name]
    assert names(players.seat) == ([f"oits/{of}"] if name == "oits" and of != "Final" else [])
    assert players.notice is not None
    assert names([players.notice]) == ["substitute/notice"]
    assert players.systems is not None
    assert (players.withdrawal is not None) is (of == "Final" or name == "yits")  # I-73


@pytest.mark.parametrize("name", ["oits/Stage I", "oits/Stage II", "wits", "sits"])
@pytest.mark.clause("ITS21 ELIG.residence-or-club", "ITS21 ELIG.oits-stage1", "ITS21 ELIG.wits", "ITS21 ELIG.sits")
@pytest.mark.clause("ITS21 ELIG.available", "ITS21 COVID.camera")
def test_residence_or_club_and_registration(name: str) -> None:
    anybody = name == "oits/Stage I"
    assert asked(name).allowed
    unregistered = asked(name, said={REGISTERED: False})
    assert unregistered.answer is Answer.REFUSED
    assert "Director may admit to complete a movement" in {each.remedy for each in unregistered.reasons}
    assert asked(name, said={RESIDENT: False, CLUB: True}).allowed
    assert asked(name, said={RESIDENT: False}).answer is (Answer.ALLOWED if anybody else Answer.REFUSED)
    for what in ("available for the ANC", "eligible for the ANC"):
        assert asked(name, said={what: False}).allowed is anybody
    assert asked(name, said={FEMALE: False}).allowed is (name != "wits")
    assert asked(name, said={CAMERA: True}).allowed is (name != "oits/Stage II")


@pytest.mark.clause("ITS21 ELIG.sits", "ITS21 ELIG.yits")
def test_ages() -> None:
    assert asked("sits", date(1959, 12, 31)).allowed
    assert asked("sits", date(1960, 1, 1)).answer is Answer.REFUSED
    for name in ("yits", "yits/team"):
        assert asked(name, date(1996, 1, 1)).allowed
        assert asked(name, date(1995, 12, 31)).answer is Answer.REFUSED
    permitted = {"permitted by the Youth Councillor": True}
    assert asked("yits", date(1995, 12, 31), permitted).allowed
    assert not asked("yits/team", date(1995, 12, 31), permitted).allowed
    assert not asked("yits/team", date(1996, 1, 1), {REGISTERED: False}).allowed


@pytest.mark.parametrize("name", ["oits/Stage I", "oits/Stage II", "wits", "sits", "yits", "yits/team"])
@pytest.mark.clause("ITS21 ELIG.already-qualified")
def test_who_has_made_a_team_enters_no_later_event(name: str) -> None:
    born = date(1996, 1, 1) if name.startswith("yits") else date(1950, 1, 1)
    decided = datetime.fromisoformat("2021-03-20 18:00")
    said = {**USUAL, "qualified for a team": True}
    for earlier, answer in ((timedelta(minutes=1), True), (timedelta(0), False)):
        moments = {"born": born, "entered": decided - earlier, "qualified": decided}
        assert rule(name).judge(Facts(moments=moments, said=said)).allowed is answer


@pytest.mark.clause("ITS21 ELIG.already-qualified")
def test_from_ratification_if_it_is_so_read() -> None:
    ratified = datetime.fromisoformat("2021-03-20 18:00")
    said = {"ratified for a team": True}
    for earlier, answer in ((timedelta(minutes=1), True), (timedelta(0), False)):
        facts = Facts(moments={"entered": ratified - earlier, "ratified": ratified}, said=said)
        assert rule("not-ratified").judge(facts).allowed is answer
    for name, pairs in (("oits", 44), ("wits", 24), ("sits", 24), ("yits", 8)):
        stages = event(name, pairs, readings={"I-11": "from ratification"}).stages
        made = Facts(
            moments={"entered": ratified, "qualified": ratified, "born": date(1996, 1, 1)},
            said={**USUAL, "qualified for a team": True},
        )
        for each in stages:
            rules = (*each.rules.players.entry, *each.rules.players.seat)
            others = [of for of in rules if of.id.rpartition("/")[2] not in {"entry", "closing"}]
            for of in others:  # having qualified no longer matters, having been ratified does
                reasons = of.judge(Facts(moments={**made.moments, "ratified": ratified}, said=made.said)).reasons
                assert "entered before qualifying" not in {reason.name for reason in reasons}


@pytest.mark.clause("ITS21 ELIG.fill-in", "ITS21 ELIG.advance-entry")
def test_what_the_director_may_allow() -> None:
    let_in = "let in by the Director to complete a movement"
    assert rule("fill-in").judge(Facts(said={let_in: True})).allowed
    assert not rule("fill-in").judge(Facts(said={let_in: False})).allowed
    entered, accepted = "entered in advance", "accepted by the Director"
    cases = {(True, False): True, (False, True): True, (False, False): False}
    for (early, late), expected in cases.items():
        assert rule("entry").judge(Facts(said={entered: early, accepted: late})).allowed is expected


@pytest.mark.parametrize("name", ["wits", "sits", "yits"])
@pytest.mark.clause("ITS21 WITS.entry-deadline", "ITS21 SITS.entry-deadline", "ITS21 YITS.entry-deadline")
def test_entries_close_at_ten_in_the_morning(name: str) -> None:
    """Of the day before the event; for the Youth, of 14 April."""
    day = date(2021, 4, 15)
    for moment, answer in (("2021-04-14 10:00", Answer.ALLOWED), ("2021-04-14 10:01", Answer.REFER)):
        facts = Facts(moments={"entered": datetime.fromisoformat(moment), "the first day": day})
        verdict = rule(f"{name}/closing").judge(facts)
        assert verdict.answer is answer
        if not verdict.allowed:
            assert {each.remedy for each in verdict.reasons} == {"late: Director's discretion"}


@pytest.mark.clause("ITS21 SUBS.request")
def test_a_substitute_is_asked_for_five_days_ahead() -> None:
    for asked, answer in ((15, Answer.ALLOWED), (16, Answer.REFER)):
        verdict = rule("substitute/notice").judge(
            Facts(moments={"requested": date(2021, 2, asked), "the session": date(2021, 2, 20)})
        )
        assert verdict.answer is answer
        if not verdict.allowed:
            assert {each.remedy for each in verdict.reasons} == {"needs emergency ratification"}


SUBSTITUTES: dict[tuple[str, str], dict[int | None, int]] = {
    ("oits", "Stage I"): {None: 2}, ("oits", "Stage II"): {None: 2}, ("oits", "Final"): {12: 2, 16: 2, 10: 3},
    ("wits", "Qualifying"): {None: 1}, ("wits", "Final"): {14: 2, 16: 2, 8: 3, 10: 3, 12: 3, 13: 3},
    ("sits", "Qualifying"): {None: 1}, ("sits", "Final"): {14: 2, 16: 2, 8: 3, 10: 3, 12: 3, 13: 3},
    ("yits", "Single stage"): {None: 0},
}  # fmt: skip
"""The most substitutions, by the boards of a match in a Final."""


@at(EVERY)
@pytest.mark.clause("ITS21 OITS.subs-stages", "ITS21 OITS.subs-final", "ITS21 WITS.subs", "ITS21 SITS.subs")
@pytest.mark.clause("ITS21 YITS.subs")
def test_the_most_substitutions(name: str, pairs: int, of: str) -> None:
    substitutes = stage(name, pairs, of).rules.players.substitutes
    assert substitutes is not None
    for boards, most in SUBSTITUTES[name, of].items():
        assert substitutions_allowed(substitutes, boards).value == most
    listed = {boards for row in substitutes.rows for boards in row.boards}
    assert listed == {boards for boards in SUBSTITUTES[name, of] if boards}
    assert substitutes.extent == (1 if of == "Qualifying" else None)  # one substitution for one session


@at(EVERY)
@pytest.mark.clause("ITS21 SYS.yellow")
def test_yellow_systems_in_the_finals_alone(name: str, pairs: int, of: str) -> None:
    here = stage(name, pairs, of).rules
    assert here.players.systems is not None
    facts = Facts(words={"stage": here.id})
    for colour in ("green", "blue", "red", "brown sticker"):
        assert may_play(here.players.systems, colour, facts).allowed
    assert may_play(here.players.systems, "yellow", facts).allowed is (of == "Final")


@at(each for each in EVERY if each[2] == "Final")
@pytest.mark.clause("ITS21 WDR.expunge", "ITS21 WDR.stand")
def test_a_withdrawal_from_a_final(name: str, pairs: int, of: str) -> None:
    here = stage(name, pairs, of)
    assert here.rules.players.withdrawal is not None
    middle = (here.rounds + 1) // 2  # the nth match of an n-table final
    before, later = (classify_withdrawal(here.rules.players.withdrawal, here.rounds, n) for n in (middle - 1, middle))
    assert (before.effect, before.clause.number) == (Effect.EXPUNGED, "WDR.expunge")
    assert (later.effect, later.clause.number) == (Effect.STAND, "WDR.stand")
    assert later.owed == "NSWBA Tournament Regulations 13.9"
    assert later.remedy == "text not supplied: Director enters the score"


@pytest.mark.clause("ITS21 WDR.unauthorised")
def test_an_unauthorised_withdrawal_closes_every_event_of_the_next_year() -> None:
    of = book().bars["nsw-its-2021/unauthorised"]
    assert of.by == "the Rules and Ethics Committee and Council"
    kept_out = bar(of, date(2021, 6, 30))
    assert kept_out is not None
    for name in ("oits", "wits", "sits", "yits"):
        free = [free_of_bars([kept_out], f"nsw-its-2021/{name}", date(year, 6, 30)).allowed for year in (2022, 2023)]
        assert free == [False, True]


@pytest.mark.clause("ITS21 COVID.free-withdrawal")
def test_a_withdrawal_once_the_dates_are_known_is_free_until_the_final_starts() -> None:
    free_to_go = book().free_withdrawal
    assert free_to_go is not None
    assert free_to_go.replaced_from == "same Stage II field"
    assert free_to_go.remedy == "refer as possible unauthorised withdrawal"
    known, later = date(2021, 3, 1), date(2021, 3, 2)
    told: list[tuple[date | None, date, bool, bool]] = [
        (known, known, False, True), (known, later, False, True),
        (None, later, False, False), (later, known, False, False), (known, later, True, False),
    ]  # fmt: skip
    for announced, withdrew, started, freely in told:
        effect, reason = classify_free_withdrawal(free_to_go, announced, withdrew, started=started)
        assert effect is (Effect.FREE if freely else Effect.REFER)
        assert reason.answer is (Answer.ALLOWED if freely else Answer.REFER)
        remedy = "Choose a replacement from the same Stage II field." if freely else free_to_go.remedy
        assert str(reason.remedy) == remedy
