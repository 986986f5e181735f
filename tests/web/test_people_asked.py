"""What the books of a server say of people who enter: bars beyond their event, and the state they play for."""

import json
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client

from directing import Room, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    EventOpened,
    PairNominated,
    PenaltyLifted,
    PlacingCredited,
    Posting,
    SanctionGiven,
    SelectionOpened,
    TeamRatified,
    TeamWithdrawal,
    TrialPlaced,
    Withdrawn,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.selection_year.fields import propose_field
from overtrick.core.selection_year.year import current_field
from overtrick.ledger.codec import write_act
from overtrick.regulations.plan.event_book import edition_for
from overtrick.web.accounts.players import other_books, register
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Congress, Kind, Official, Role
from overtrick.web.congress.post import PostOutcome, post
from overtrick.web.congress.projections import Projection, event_projection, forget, year_projection
from web.congresses import do, hold, keep

pytestmark = pytest.mark.django_db

OITS, WITS, STATE_TEAMS = "nsw-its-2021/oits", "nsw-its-2021/wits", "sabf-2020/state-teams"
TRIALS, INTERSTATE = "sabf-2020/open-butler-trials", "anc-2026/interstate-open"
TESS, ANN, NAMESAKE = Player("Tess Alder", "1001"), Player("Ann Birch", "1003"), Player("Tess Alder", "2001")


@pytest.fixture(autouse=True)
def listed_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    forget()
    monkeypatch.setattr(register, "SECONDS", 60.0)  # a busy machine lists all of them, too
    monkeypatch.setattr(register, "PACE", register.PACE * 0)
    monkeypatch.setattr(register, "_looked", {})
    yield
    forget()


def sanctioned(rules: str, clause: str, at: str, entries: int, stage: str, *players: Player) -> Room:
    """An event in which entry 1 has these players, withdrew, and was given a sanction under a clause at a time."""
    room = Room(rules)
    room.do(EventOpened(rules, "", "", ""), EntryTaken("1", players=players), at=at)
    room.do(*(EntryTaken(name) for name in numbers(entries)[1:]), EntriesClosed(), at=at)
    room.start(stage)
    room.draw(stage)
    if "its" in rules:
        room.do(Withdrawn("1", stage, 1, expunged=False, reason="none given"), at=at)
    room.do(SanctionGiven("1", "not attending", stage, 1, "barred", clause, "found by the committee"), at=at)
    return room


def opened(rules: str, slug: str, title: str) -> BookRecord:
    held = hold(rules, slug, title)
    do(held, EventOpened(rules, title, edition_for(rules).hash, "tests"))
    return held


def enter(held: BookRecord, *players: Player, leave: str = "", number: str = "1", state: str = "") -> PostOutcome:
    stated = (Stated("state", state), Stated("dispensation by the ABF", "yes")) if state else ()
    act = EntryTaken(number, players=players, leave=leave, stated=stated)
    return post(held, act, "M. Lee", f"{held.slug} {number} {leave} {state}")


@pytest.mark.clause("ITS21 WDR.unauthorised")
def test_an_unauthorised_withdrawal_bars_its_players_from_every_selection_of_the_next_year() -> None:
    """Found in 2025: all of 2026 is barred (the tests post today, in 2026), for both players, by their number."""
    room = sanctioned(OITS, "ITS21 WDR.unauthorised", "2025-04-10T20:00:00+10:00", 18, "Stage I", TESS, ANN)
    keep(hold(OITS, "oits-2025", "Open Selection 2025"), room.book.postings())
    wits = opened(WITS, "wits", "Women's Selection")
    for number, player in (("1", TESS), ("2", Player("T. Alder-Smith", "1001")), ("3", ANN)):
        with pytest.raises(
            DirectorError,
            match=r"may not play: barred from .* from 1 January 2026 to 31 December 2026",
        ) as why:
            enter(wits, player, Player("Cy Elm", "1005"), number=number)
        assert "Open Selection 2025" in str(why.value)
        assert str(why.value.clause).startswith("ITS21 WDR.unauthorised")
    taken = enter(wits, TESS, Player("Cy Elm", "1005"), leave="lifted by Council")
    said = [str(caution) for caution in taken.cautions]
    assert any("WDR.unauthorised" in told and "accepted by permission (lifted by Council)" in told for told in said)
    other = enter(wits, NAMESAKE, Player("Di Fir", "1006"), number="4")
    assert "barred" not in " ".join(map(str, other.cautions)), "a name alone is nobody's"


@pytest.mark.clause("ITS21 WDR.unauthorised")
def test_a_program_that_enters_somebody_barred_is_refused_with_the_clause(client: Client) -> None:
    room = sanctioned(OITS, "ITS21 WDR.unauthorised", "2025-04-10T20:00:00+10:00", 18, "Stage I", TESS, ANN)
    keep(hold(OITS, "oits-2025", "Open Selection 2025"), room.book.postings())
    wits = opened(WITS, "wits", "Women's Selection")
    user = User.objects.create_user("robin")
    Official.objects.create(user=user, congress=wits.congress, role=Role.DIRECTOR)
    body = {"key": "k", "act": write_act(EntryTaken("1", players=(TESS, Player("Cy Elm", "1005"))))}
    answer = client.post(
        "/api/events/wits/acts", json.dumps(body), content_type="application/json",
        headers={"Authorization": f"Bearer {new_token(user, 'a program')}"},
    )  # fmt: skip
    assert answer.status_code == 422
    assert "Tess Alder may not play: barred from" in answer.json()["refused"]
    assert "ITS21 WDR.unauthorised" in answer.content.decode()


@pytest.mark.clause("ITS21 WDR.unauthorised")
def test_the_bar_is_of_one_year_of_these_events_and_ends_when_the_sanction_is_lifted() -> None:
    early = sanctioned(OITS, "ITS21 WDR.unauthorised", "2024-04-10T20:00:00+10:00", 18, "Stage I", TESS, ANN)
    keep(hold(OITS, "oits-2024", "Open Selection 2024"), early.book.postings())
    wits = opened(WITS, "wits", "Women's Selection")
    assert "barred" not in " ".join(map(str, enter(wits, TESS, ANN).cautions)), "2025 alone was barred"
    late = sanctioned(OITS, "ITS21 WDR.unauthorised", "2025-04-10T20:00:00+10:00", 18, "Stage I", TESS, ANN)
    keep(hold(OITS, "oits-2025", "Open Selection 2025"), late.book.postings())
    swiss = opened("nsw-swiss-pairs/congress", "swiss", "A congress")
    assert "barred" not in " ".join(map(str, enter(swiss, TESS, ANN).cautions)), "no selection event"
    with pytest.raises(DirectorError, match="barred"):
        enter(wits, TESS, ANN, number="2")
    do(BookRecord.objects.get(pk="oits-2025"), PenaltyLifted(late.event.last, "Council reviewed it"))
    assert "barred" not in " ".join(map(str, enter(wits, ANN, Player("Cy Elm", "1005"), number="3").cautions))


@pytest.mark.clause("SABF20 13.17")
def test_a_team_that_stayed_away_is_told_of_in_the_next_running_and_the_committee_decides() -> None:
    """13.17: the players may be barred for the rest of this competition and the next one (D83: its next running)."""
    four = (TESS, ANN, Player("Cy Elm", "1005"), Player("Di Fir", "1006"))
    room = sanctioned(STATE_TEAMS, "SABF20 13.17", "2026-03-10T20:00:00+10:30", 12, "Stage One", *four)
    held = hold(STATE_TEAMS, "state-2026", "State Teams 2026")
    keep(held, room.book.postings())
    told = " ".join(map(str, enter(held, *four).cautions))
    assert "SABF20 13.17" in told, "the rest of this competition"
    following = opened(STATE_TEAMS, "state-2027", "State Teams 2027")
    others = tuple(Player(f"Other {n}", str(3000 + n)) for n in range(3))
    told = " ".join(map(str, enter(following, TESS, *others).cautions))
    assert "Tess Alder: barred from" in told
    assert "State Teams 2026" in told
    assert "SABF20 13.17" in told
    assert "Refer to the Tournament Committee." in told
    daytime = opened("sabf-2020/daytime-teams", "daytime", "Daytime Teams")
    assert "13.17" not in " ".join(map(str, enter(daytime, TESS, *others).cautions)), "another event"
    third = opened(STATE_TEAMS, "state-2028", "State Teams 2028")
    assert "13.17" not in " ".join(map(str, enter(third, TESS, *others).cautions)), "one has been played since"


def selection(rules: str, slug: str, title: str, at: str) -> None:
    """A selection event that Tess and Ann entered on a day."""
    room = Room(rules)
    room.do(EventOpened(rules, "", "", ""), EntryTaken("1", players=(TESS, ANN)), at=at)
    keep(hold(rules, slug, title), room.book.postings())


@pytest.mark.clause("ANC26 3.3")
def test_a_player_plays_for_the_state_whose_selection_was_entered_first() -> None:
    selection(OITS, "oits", "NSW Open Selection", "2026-05-14T10:00:00+10:00")
    selection(TRIALS, "trials", "SA Open Trials", "2026-02-02T10:00:00+10:30")
    interstate = opened(INTERSTATE, "interstate", "Interstate Open Teams")
    others = tuple(Player(f"Other {n}", str(3000 + n)) for n in range(3))
    with pytest.raises(
        DirectorError,
        match="Tess Alder may not play: the player first entered the selection event of SA, in SA Open Trials",
    ) as why:
        enter(interstate, TESS, *others, state="NSW")
    assert str(why.value.clause).startswith("ANC26 3.3")
    assert "3.3" not in " ".join(map(str, enter(interstate, TESS, *others, state="SA").cautions))
    assert "3.3" not in " ".join(map(str, enter(interstate, *others, number="2", state="NSW").cautions))


@pytest.mark.clause("ANC26 3.3")
def test_two_states_entered_on_one_day_are_for_the_federation_and_other_teams_do_not_count() -> None:
    selection(OITS, "oits", "NSW Open Selection", "2026-02-02T10:00:00+11:00")
    selection(TRIALS, "trials", "SA Open Trials", "2026-02-02T10:00:00+10:30")
    others = tuple(Player(f"Other {n}", str(3000 + n)) for n in range(3))
    interstate = opened(INTERSTATE, "interstate", "Interstate Open Teams")
    told = " ".join(map(str, enter(interstate, TESS, *others, state="NSW").cautions))
    assert "selection events of more than one state were entered on the same day (ANC26 3.3" in told
    assert "Refer to the ABF." in told
    womens = opened("anc-2026/interstate-womens", "womens", "Interstate Women's Teams")
    told = " ".join(map(str, enter(womens, TESS, *others, state="VIC").cautions))
    assert "3.3" not in told, "no selection for that event"


def year_held(slug: str, title: str) -> BookRecord:
    congress, _ = Congress.objects.get_or_create(slug="winter", defaults={"name": "Winter Congress"})
    return BookRecord.objects.create(slug=slug, congress=congress, kind=Kind.YEAR, rules="sabf-2020", title=title)


@pytest.mark.clause("SABF20 19.5")
def test_another_selection_year_is_told_who_left_a_team_without_a_reason() -> None:
    """Received on 1 July 2026: barred until 30 June 2027. A year knows names alone, so people look who it is."""
    before, pairs = year_held("year-2026", "Teams 2026"), [f"S{place}" for place in range(1, 10)]
    do(before, SelectionOpened("sabf-2020", 2026, "", ""))
    for place, name in enumerate(pairs, start=1):
        do(before, PlacingCredited("swiss-pairs", (f"{name}1", f"{name}2"), place, "bulletin"))
        do(before, PairNominated("Open", name, (f"{name}1", f"{name}2")))
    do(before, propose_field(year_projection(before).event, "Open").act)
    order = tuple(sorted(current_field(year_projection(before).event, "Open")))
    do(before, TrialPlaced("Open", order, "trials"), TeamRatified("Open", order[:3], "2026-04-01"))
    do(before, TeamWithdrawal("Open", order[1], "2026-07-01", accepted=False))
    after = year_held("year-2027", "Teams 2027")
    do(after, SelectionOpened("sabf-2020", 2027, "", ""))
    gone, free = f"{order[1]}1", f"{order[0]}1"
    told = post(after, PairNominated("Open", "new", (gone, "Z9")), "M. Lee", "new").cautions
    barred = f"{gone} is barred from selection until 30 June 2027 in Teams 2026 (SABF20 19.5, reading EV-40)"
    assert tuple(map(str, told)) == (f"{barred}. If this is the same person, withdraw the nomination",)
    assert post(after, PairNominated("Open", "free", (free, "Y9")), "M. Lee", "free").cautions == ()


@pytest.mark.parametrize("nights", [0, 1, 2, 6])
def test_books_without_a_sanction_are_not_opened(nights: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A regular player is in hundreds of books; whoever enters that player must not wait for them all."""
    for night in range(nights):
        keep(hold("club/pairs-night", f"night-{night}", f"Night {night}"), entered_night())
    wits = opened(WITS, "wits", "Women's Selection")
    enter(wits, ANN, Player("Cy Elm", "1005"), number="2")
    looked: list[str] = []

    def noted(record: BookRecord) -> Projection[Tournament]:
        looked.append(record.slug)
        return event_projection(record)

    monkeypatch.setattr(other_books, "event_projection", noted)
    enter(wits, TESS, Player("Di Fir", "1006"))
    assert not [slug for slug in looked if slug.startswith("night")]


def entered_night() -> list[Posting]:
    """A session that Tess has entered."""
    room = Room("club/pairs-night")
    room.do(EventOpened("club/pairs-night", "", "", ""), EntryTaken("1", players=(TESS, Player("Eve Gum", "1007"))))
    return list(room.book.postings())
