"""A selection year: points from placings, berths and their ties, trials, teams, and a whole year rehearsed."""

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from overtrick.cli.selection import selection
from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import (
    Act,
    BerthDeclined,
    ClubQualifier,
    EntriesClosed,
    Lacking,
    LotDrawn,
    NominationWithdrawn,
    OfferRanked,
    PairExempted,
    PairNominated,
    PairUnavailable,
    PlacingCredited,
    PlacingStruckOut,
    QualifyingDayPlaced,
    RankRelaxed,
    SelectionOpened,
    TeamRatified,
    TeamWithdrawal,
    TrialPlaced,
)
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.provenance import Figure
from overtrick.core.selection_year.crediting import placings_of
from overtrick.core.selection_year.fields import berth_lot, berth_tie, field_now, place_why, propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, places_by_club, points_of, team_of
from overtrick.director.decide import decide
from overtrick.director.selection import decide_selection
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.selection_rehearsal import YearRehearsal
from overtrick.lab.verify import verify_selection
from overtrick.ledger.book import Draft
from overtrick.ledger.memory import MemoryBook
from overtrick.regulations.plan.event_book import event_files, plan_for
from overtrick.regulations.plan.selection import load_selection

RULES = load_selection("sabf-2020")


class Convenor:
    """A year in a test's own hands."""

    def __init__(self) -> None:
        self.book = MemoryBook()
        self.year = SelectionYear(RULES)
        self.do(SelectionOpened("sabf-2020", 2027, "", ""))

    def do(self, *acts: Act) -> tuple[str, ...]:
        cautions: tuple[str, ...] = ()
        for act in acts:
            decided = decide_selection(self.year, act)
            cautions = tuple(map(str, decided.cautions))
            drafts = [Draft(each, "convenor", "2026-05-01", f"k{self.book.last()}") for each in decided.acts]
            for posting in self.book.append(drafts):
                self.year.post(posting)
        return cautions

    def placed(self, event: str, place: int, *members: str, size: int = 0, lacking: tuple[Lacking, ...] = ()) -> None:
        self.do(PlacingCredited(event, members, place, "bulletin", size=size, lacking=lacking))

    def nominate(self, *pairs: str, target: str = "Open") -> None:
        self.do(*(PairNominated(target, name, (f"{name}1", f"{name}2")) for name in pairs))


def last_berth() -> Convenor:
    """Three outright, nine on points, and S9, X and Z level on twenty points for the two berths left."""
    convenor = Convenor()
    for place in range(1, 10):
        convenor.placed("swiss-pairs", place, f"S{place}1", f"S{place}2")
    for place, name in enumerate(("Q", "R", "T"), start=1):
        convenor.placed("open-trials-qual", place, f"{name}1", f"{name}2")
    convenor.placed("state-pairs", 2, "Y1", "Y2")
    convenor.placed("state-pairs", 3, "X1", "X2")
    convenor.placed("gnot-mon", 4, "Z1", "Z2", "O1", "O2")
    convenor.nominate("Q", "R", "T", "X", "Y", "Z", *(f"S{place}" for place in range(1, 10)))
    return convenor


@pytest.mark.clause("SABF20 19.13#11")
def test_a_tie_for_the_last_berth_goes_by_placings_and_says_so() -> None:
    convenor = last_berth()
    proposed = propose_field(convenor.year, "Open")
    assert set(proposed.level) == {"S9", "X", "Z"}
    assert {"X", "Z"} <= set(proposed.act.berths)
    assert proposed.act.reserves == ("S9",)
    told = "\n".join(map(str, berth_tie(convenor.year, "Open")))
    assert "tied on 20.00 qualifying points for the last 2 berths (SABF20 19.13#11" in told
    assert "X is above Z by 3rd placings, 1 to 0" in told
    assert "Z is above S9 by 4th placings, 1 to 0" in told
    assert told.endswith("So X and Z have the berths.")
    assert "decided by 4th placings" in str(proposed.why["S9"])


@pytest.mark.clause("SABF20 19.13#11")
def test_the_place_of_a_pair_in_a_tie_says_what_parted_it_and_from_which_placings() -> None:
    year = last_berth().year
    told = place_why(year, "Open", "Z").why(None)
    assert told.startswith(
        "13 in the ranking  of 15, tied with S9 and X on qualifying points; below X by 3rd placings and above S9 by "
        "4th placings, 1 to 0, so the pair has a berth  (SABF20 19.13#11"
    )
    assert "1 time  4th placings, as a pair or team-mates" in told
    assert "the SABA GNOT Qualifying, Monday nights [bulletin, posting 16]" in told
    assert "total with the Open Trials Qualifying points counted twice" in told
    assert place_why(year, "Open", "S4").said == "of 15, by qualifying points"


@pytest.mark.clause("SABF20 19.13#11")
def test_only_the_points_of_the_trials_qualifying_are_doubled_in_a_tie() -> None:
    """Z has its twenty points from a night of the GNOT: with nothing of the qualifying doubled they stay twenty."""
    told = place_why(last_berth().year, "Open", "Z")
    doubled = [each for each in told.of if isinstance(each, Figure) and "counted twice" in each.said]
    assert [each.value for each in doubled] == [20]


@pytest.mark.clause("SABF20 19.13#4")
def test_the_first_three_of_the_qualifying_are_in_outright() -> None:
    why = propose_field(last_berth().year, "Open").why
    assert [name for name, said in why.items() if str(said).startswith("automatic entry")] == ["Q", "R", "T"]


@pytest.mark.clause("SABF20 19.13#2b")
@pytest.mark.clause("SABF20 19.13#8")
def test_points_with_others_count_half_and_say_where_they_are_from() -> None:
    convenor = Convenor()
    convenor.placed("gnot-thu", 1, "A1", "B1", "C1", "D1", "E1")
    convenor.placed("swiss-pairs", 2, "A1", "A2")
    convenor.nominate("A")
    [pair] = points_of(convenor.year, "Open")
    assert pair.total.value == 45 + 45 + 24, "two full awards, and half of four fifths of sixty"
    told = pair.total.why(None)
    assert "half of the award: not earned with the nominated partner  (SABF20 19.13#2b" in told
    assert "4/5 of the award, for a team of 5" in told
    assert "A1, A2 [bulletin, posting 3]" in told


@pytest.mark.clause("SABF20 19.11.1(h)")
def test_open_points_are_worth_three_towards_the_womens_team() -> None:
    convenor = Convenor()
    convenor.placed("swiss-pairs", 10, "A1", "A2")
    convenor.placed("swiss-pairs", 11, "B1", "B2")
    convenor.nominate("A", "B", target="Women's")
    assert [pair.total.value for pair in points_of(convenor.year, "Women's")] == [30, 20]


@pytest.mark.clause("SABF20 19.13#9")
def test_a_player_short_of_play_earns_nothing_and_the_partner_keeps_it() -> None:
    convenor = Convenor()
    convenor.placed("gnot-thu", 1, "A1", "A2", "B1", "B2", lacking=(Lacking("A2", "minimum play"),))
    convenor.nominate("A")
    assert [each.total.value for each in points_of(convenor.year, "Open")[0].players] == [60, 0]


@pytest.mark.clause("SABF20 19.13#10")
def test_players_below_the_forty_second_are_out_unless_few_nominate() -> None:
    convenor = Convenor()
    for place in range(1, 11):
        convenor.placed("swiss-pairs", place, f"S{place}1", f"S{place}2")
        convenor.placed("open-trials-qual", place + 3, f"Q{place}1", f"Q{place}2")
    for place in range(1, 7):
        convenor.placed("gnot-mon", place, f"G{place}1", f"G{place}2", f"H{place}1", f"H{place}2")
    convenor.nominate("S1", "G5")
    assert str(propose_field(convenor.year, "Open").why["G5"]).startswith(
        "out: the players do not both rank 42nd or higher on points"
    )
    convenor.do(RankRelaxed("Open", "two pairs nominated"))
    assert "G5" in propose_field(convenor.year, "Open").act.berths


def test_only_a_lot_can_part_two_that_are_level_on_every_count_and_it_is_drawn_once() -> None:
    convenor = last_berth()
    convenor.do(NominationWithdrawn("Open", "X"), NominationWithdrawn("Open", "Z"))
    convenor.placed("open-teams-1", 7, "K1", "K2", "M1", "M2")
    convenor.placed("open-teams-2", 7, "L1", "L2", "N1", "N2")
    convenor.nominate("K", "L")
    with pytest.raises(DirectorError, match="K and L are tied for the last berth on every criterion"):
        propose_field(convenor.year, "Open")
    lot = LotDrawn(berth_lot("Open"), order=("L", "K"))
    convenor.do(lot)
    proposed = propose_field(convenor.year, "Open")
    assert "L" in proposed.act.berths
    assert proposed.act.reserves == ("K",)
    with pytest.raises(DirectorError, match="already been drawn"):
        convenor.do(lot)


@pytest.fixture
def closed() -> Convenor:
    convenor = last_berth()
    convenor.do(propose_field(convenor.year, "Open").act)
    return convenor


def test_a_closed_field_stands_and_a_reserve_comes_in_for_one_that_declines(closed: Convenor) -> None:
    assert "closed and stands" in closed.do(PlacingCredited("daytime-teams", ("S91", "S92", "a", "b"), 1, "b"))[0]
    assert "S9" not in current_field(closed.year, "Open")
    closed.do(BerthDeclined("Open", "S3", "overseas"))
    assert current_field(closed.year, "Open")[-1] == "S9"
    assert str(dict(field_now(closed.year, "Open"))["S3"]) == "declined: overseas"
    with pytest.raises(DirectorError, match=r"S31 withdrew with another partner \(SABF20 19\.11\.3"):
        closed.do(PairNominated("Open", "new", ("S31", "Q1")))
    with pytest.raises(DirectorError, match="has no berth"):
        closed.do(BerthDeclined("Open", "S3"))


@pytest.mark.clause("SABF20 19.13#12")
@pytest.mark.clause("SABF20 19.5")
@pytest.mark.clause("SABF20 19.6")
@pytest.mark.clause("SABF20 19.1#1")
def test_the_first_three_available_make_the_team_and_a_place_given_up_is_filled_by_the_end_of_june(
    closed: Convenor,
) -> None:
    order = tuple(sorted(current_field(closed.year, "Open")))
    closed.do(TrialPlaced("Open", order, "book trial"), PairUnavailable("Open", order[1], "work"))
    assert team_of(closed.year, "Open").pairs == (order[0], order[2], order[3])
    with pytest.raises(DirectorError, match="The Open team is"):
        closed.do(TeamRatified("Open", order[:3], "2027-04-01"))
    closed.do(TeamRatified("Open", (order[0], order[2], order[3]), "2027-04-01"))
    closed.do(TeamWithdrawal("Open", order[2], "2027-06-30", accepted=False))
    team = team_of(closed.year, "Open")
    assert team.pairs == (order[0], order[3], order[4])
    assert str(team.bars[order[2]].last) == "2028-06-29"
    late = closed.do(TeamWithdrawal("Open", order[0], "2027-07-01", accepted=True))
    assert "so the committee decides" in late[0]
    assert team_of(closed.year, "Open").waits == (order[0],)
    assert order[0] not in team_of(closed.year, "Open").bars


@pytest.mark.clause("SABF20 19.5")
def test_who_leaves_a_team_without_a_reason_cannot_be_nominated_for_twelve_months(closed: Convenor) -> None:
    """Received on 30 June 2027, so barred to 29 June 2028 (EV-40); the partner in another pair is not."""
    order = tuple(sorted(current_field(closed.year, "Open")))
    closed.do(TrialPlaced("Open", order, "book trial"), TeamRatified("Open", order[:3], "2027-04-01"))
    closed.do(TeamWithdrawal("Open", order[2], "2027-06-30", accepted=False))
    gone = f"{order[2]}1"
    again = PairNominated("Seniors'", "new", (gone, "somebody"))
    for day in ("2027-06-30", "2028-06-29"):
        with pytest.raises(DirectorError, match=f"{gone} left a team .* barred until 29 June 2028") as why:
            decide_selection(closed.year, again, f"{day}T10:00:00+09:30")
        assert str(why.value.clause).startswith("SABF20 19.5")
    for day in ("2027-06-29", "2028-06-30"):
        assert decide_selection(closed.year, again, f"{day}T10:00:00+09:30").acts == (again,)
    other = PairNominated("Seniors'", "other", (f"{order[1]}1", "somebody"))
    assert decide_selection(closed.year, other, "2027-08-01T10:00:00+09:30").acts == (other,)
    closed.do(TeamWithdrawal("Open", order[0], "2027-06-30", accepted=True))
    excused = PairNominated("Seniors'", "excused", (f"{order[0]}1", "somebody"))
    assert decide_selection(closed.year, excused, "2027-08-01T10:00:00+09:30").acts == (excused,)


@pytest.mark.clause("SABF20 20.1.4#3")
@pytest.mark.clause("SABF20 20.1.3")
def test_places_by_club_from_their_qualifiers() -> None:
    convenor = Convenor()
    convenor.do(*(ClubQualifier(club, teams, "report") for club, teams in (("A", 0), ("B", 5), ("C", 11))))
    places = {club: figure.value for club, figure in places_by_club(convenor.year).items()}
    assert list(places.values()) == [1, 2, 5, 8]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (PlacingCredited("no-such", ("a", "b"), 1, "x"), "not an event of this selection"),
        (PlacingCredited("swiss-pairs", ("S11", "b"), 4, "x"), "placed twice"),
        (PlacingCredited("state-pairs", ("a", "b"), 1, ""), "A placing needs a source"),
        (PlacingStruckOut(999, "wrong"), "does not credit a placing that still counts"),
        (PairNominated("Open", "new", ("S11", "b")), "Already nominated in pair S1"),
        (PairNominated("Mixed", "new", ("a", "b")), "There is no team called “"),
        (NominationWithdrawn("Open", "nobody"), "Pair nobody has not nominated"),
        (RankRelaxed("Open", "please"), "so lower ranks are not admitted"),
        (PairExempted("Open", "S1", ""), "needs a reason"),
        (TrialPlaced("Open", ("S1",), "x"), "is not closed"),
        (QualifyingDayPlaced("Open", ("S1",), "x"), "There is no qualifying day for the Open trials"),
        (OfferRanked("no-such", ("a",), "x"), "There is no offer of places called “"),
        (EntriesClosed(), "does not belong in a selection year"),
    ],
)
def test_what_may_not_be_written_is_refused_in_words(act: Act, why: str) -> None:
    with pytest.raises(DirectorError, match=why):
        last_berth().do(act)


def test_an_act_of_a_selection_year_is_refused_in_the_book_of_an_event() -> None:
    with pytest.raises(DirectorError, match="book of a selection year"):
        decide(Tournament(plan_for("sabf-2020/state-pairs-plate")), PairNominated("Open", "A", ("a", "b")))


@pytest.mark.clause("SABF20 19.2.1#1")
def test_points_flow_from_a_finished_book() -> None:
    event = "sabf-2020/open-trials-qualifying"
    rosters = tuple((f"P{number}A", f"P{number}B") for number in range(1, 21))
    played = Rehearsal(plan_for(event), event, Random("flow"), NO_FAULTS, rosters=rosters).play(20)
    finished = replay(plan_for(event), played)
    acts = placings_of(finished, RULES.ledger.event("open-trials-qual"), "book flow")
    order = finished.stage("Swiss").standings("all").order
    assert [act.members[0].removesuffix("A") for act in acts] == [f"P{name}" for name in order]
    convenor = Convenor()
    convenor.do(*acts)
    first = acts[0].members
    convenor.do(PairNominated("Open", "first", (first[0], first[1])))
    assert points_of(convenor.year, "Open")[0].total.value == 120
    assert decide_selection(convenor.year, acts[0]).acts == (), "what is credited already is not credited again"


def asked(*words: str) -> str:
    done = CliRunner().invoke(selection, words, catch_exceptions=False)
    return done.output


def test_a_year_at_the_prompt(tmp_path: Path) -> None:
    book = str(tmp_path / "year.jsonl")
    asked("open", book, "--year", "2027")
    four = [part for name in ("A", "B", "C", "D") for part in ("--member", name)]
    asked("credit", book, "--event", "gnot-thu", "--place", "2", *four, "--source", "SABA bulletin")
    assert "A and B nominated" in asked("nominate", book, "A", "B")
    assert "1  A and B  40.00   40.00   80.00" in asked("points", book)
    assert "2nd in the SABA GNOT Qualifying, Thursday nights" in asked("why", book, "A and B")
    assert "A and B  on qualifying points" in asked("field", book)
    assert "1 berth" in asked("close", book)
    asked("post", book, '{"act": "berth declined", "target": "Open", "pair": "A and B", "reason": "ill"}')
    assert "declined: ill" in asked("field", book)
    assert "5 postings, 1 placing: 0 objections" in asked("verify", book)
    with pytest.raises(OvertrickError, match="exists"):
        asked("open", book, "--year", "2027")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_year_from_its_first_qualifying_event_to_its_teams(seed: int) -> None:
    def plans(event: str):  # type: ignore[no-untyped-def]
        return plan_for(event) if event in event_files() else None

    rehearsal = YearRehearsal(RULES, "sabf-2020", 2027, plans, Random(f"year {seed}"), lambda _: 20)
    postings = rehearsal.play()
    books = {
        event.id: replay(plan_for(book.event), book.postings)
        for book in rehearsal.books
        for event in RULES.ledger.played_as(book.event)
    }
    assert len(books) == 11
    assert verify_selection(RULES, postings, books).objections == ()
    for target in RULES.teams:
        assert len(team_of(rehearsal.state, target).pairs) in (2, 3)
