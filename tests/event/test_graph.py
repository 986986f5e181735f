"""Events that are graphs of stages: played, chosen, dropped into, corrected and ended."""

from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from directing import Room, numbers
from overtrick.core.draws.choice import Choice, Refusal, Turn
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.acts import (
    NEITHER,
    Act,
    ChoiceForfeited,
    ChoiceMade,
    DrawPublished,
    EntriesClosed,
    Field,
    FormatChosen,
    LotDrawn,
    MatchForfeited,
    PenaltyGiven,
    PlacesExchanged,
    PlayedOff,
    Posting,
    ResultCorrected,
    RoundClosed,
    ScoreAwarded,
    Seating,
    SeedsSet,
    StageClosed,
    StageStarted,
    Withdrawn,
)
from overtrick.core.event.after.ending import ending
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.plan.graph import DropInPlay, KnockoutPlay
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.graph import graph_of, leave_for, locate, path, ranking, waits_for
from overtrick.core.event.play.inputs import AWARDED, FORFEITS, LEFT, ROUNDS
from overtrick.core.event.play.knockout import outcome, outcomes, triangles
from overtrick.core.event.play.knockout_draw import OPPONENT, ceremony, open_turn
from overtrick.core.event.play.ways import new_stage
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.flow.graph import lay_out
from overtrick.core.flow.knockouts import KnockoutNames, KnockoutShape, OddKnockoutRule, knockout_stages
from overtrick.core.flow.stages import Counts, FirstRound, Who
from overtrick.core.model.results import PointsResult
from overtrick.core.provenance import Clause
from overtrick.director.decide import decide
from overtrick.director.entries import stage_fields
from overtrick.lab.fault_rates import NO_FAULTS, USUAL_FAULTS, Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import find_event, plan_for, read_event
from overtrick.regulations.plan.events import plan_of
from properties.brute_force import Pairs, best_draws, every_draw

pytestmark = pytest.mark.whole

GNOT = "gnot-nsw-2018/gnot"
OWN = "examples/club-double-knockout.toml"


@cache
def book(entries: int, seed: str, *, faults: bool = True, row: str = "") -> tuple[Posting, ...]:
    readings = {"Q10": row} if row else {}
    made = Rehearsal(plan_for(GNOT), GNOT, Random(seed), USUAL_FAULTS if faults else NO_FAULTS, readings=readings)
    return tuple(made.play(entries))


@pytest.mark.parametrize("entries", [17, 22, 29])
def test_the_teams_are_counted_as_the_flow_has_them(entries: int) -> None:
    proof = verify(plan_for(GNOT), book(entries, "counted"))
    assert proof.objections == ()
    event = replay(plan_for(GNOT), book(entries, "counted"))
    assert sorted(ending(event).ranking) == sorted(event.entries)
    for team in event.entries:
        steps = path(event, team)
        assert steps[-1].rank is not None
        for one, two in pairwise(steps):
            assert one.to == two.node


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("entries", [*range(16, 33), "27a"])
def test_every_entry_is_played_and_proved(entries: int | str) -> None:
    row = entries if isinstance(entries, str) else ""
    postings = book(27 if row else int(entries), f"{entries} 0", row=row)
    assert verify(plan_for(GNOT), postings).objections == ()


def test_a_wrong_count_is_found() -> None:
    """A proof would find a team that left a stage the wrong way."""
    event = replay(plan_for(GNOT), book(22, "counted"))
    state = event.stage("SKO1")
    assert state.left is not None
    ways = dict(state.left.ways)
    ways[Who.LUCKY], ways[Who.LOSERS] = (*ways[Who.LUCKY], ways[Who.LOSERS][0]), ways[Who.LOSERS][1:]
    LEFT.set(state, replace(state.left, ways=ways))
    from overtrick.lab.verify import _flow_objections

    assert {str(each) for each in _flow_objections(event)} >= {"SKO1: 3 leave as lucky losers, and 2 should"}


@pytest.mark.clause("GNOT18 1.7")
def test_a_format_that_is_not_printed_waits_for_the_organiser() -> None:
    for entries in (16, 19, 29):
        postings = book(entries, "confirmed", faults=False)
        event = Tournament(plan_for(GNOT))
        for posting in postings:
            if isinstance(posting.act, FormatChosen):
                continue
            if isinstance(posting.act, EntriesClosed):
                break
            event.post(posting)
        with pytest.raises(DirectorError, match="The organiser must confirm this format"):
            decide(event, EntriesClosed())
        event.post(Posting(event.last + 1, FormatChosen("format confirmed"), "", "", ""))
        assert decide(event, EntriesClosed()).acts


@pytest.mark.clause("GNOT18 1.7")
def test_27_teams_have_two_rows_to_choose_from() -> None:
    plan = plan_for(GNOT)
    a, b = (plan(Entrants(27), frozenset(), {"Q10": way} if way else {}) for way in ("27a", ""))
    assert a.graph is not None
    assert b.graph is not None
    assert (a.graph.row, b.graph.row) == ("27a", "27b")
    assert (a.graph.flow.teams("M2A"), b.graph.flow.teams("M2A")) == (12, 14)
    assert plan(Entrants(26), frozenset(), {"Q10": "27a"}) == plan(Entrants(26), frozenset(), {})


def brute(choice: Choice, turn: Turn) -> dict[str, Refusal | None]:
    """Every team left, and whether some best completion of the draw gives it to the chooser; by trying them all."""
    left = choice.left
    binding = set(choice.choosers) - choice.forfeited

    def cost(draw: Pairs) -> tuple[int, int]:
        met = sum(len(choice.met.get(frozenset(pair), ())) for pair in draw)
        broken = sum(
            (one in binding and two not in choice.open) or (two in binding and one not in choice.open)
            for one, two in draw
        )
        return met, broken

    best = best_draws(every_draw(left), cost)
    with_chooser = {team for draw in best for pair in draw if turn.chooser in pair for team in pair}
    found: dict[str, Refusal | None] = {}
    for team in left:
        if team == turn.chooser:
            continue
        if team not in choice.open or team in choice.choosers:
            found[team] = Refusal.NOT_AVAILABLE
        elif team in with_chooser:
            found[team] = None
        else:
            met = frozenset((team, turn.chooser)) in choice.met
            found[team] = Refusal.MET if met else Refusal.ELSEWHERE
    return found


@pytest.mark.clause("GNOT18 3.4(i)")
@pytest.mark.parametrize("entries", [17, 22, 29])
def test_at_each_turn_the_options_and_reasons_are_those_of_a_search_through_every_draw(entries: int) -> None:
    turns = 0
    event = Tournament(plan_for(GNOT))
    for posting in book(entries, "counted"):
        act = posting.act
        if isinstance(act, ChoiceMade | ChoiceForfeited):
            choice = ceremony(event, act.stage)
            turn = open_turn(choice)
            assert turn is not None
            if len(choice.left) <= 10:
                assert {option.team: option.refusal for option in turn.offered} == brute(choice, turn)
                assert all(option.why for option in turn.offered)
                turns += 1
        event.post(posting)
    assert turns > 5


@pytest.mark.clause("GNOT18 3.1")
def test_a_choice_that_is_not_open_is_refused_with_its_reason() -> None:
    refused = 0
    event = Tournament(plan_for(GNOT))
    for posting in book(22, "counted"):
        if isinstance(posting.act, ChoiceMade):
            act = posting.act
            turn = open_turn(ceremony(event, act.stage))
            assert turn is not None
            for option in turn.offered:
                if option.refusal is not None:
                    with pytest.raises(
                        DirectorError, match=f"{turn.chooser} cannot choose team {option.team}"
                    ) as refusal:
                        decide(event, ChoiceMade(act.stage, OPPONENT, turn.chooser, option.team))
                    by_rematch = str(refusal.value.clause).startswith("GNOT18 3.1")  # the rule on meeting again
                    assert by_rematch == (option.refusal is not Refusal.NOT_AVAILABLE)
                    refused += 1
            with pytest.raises(DirectorError, match=f"Team {turn.chooser} is due to choose"):
                decide(event, ChoiceMade(act.stage, OPPONENT, turn.options[0], turn.chooser))
        event.post(posting)
    assert refused


@pytest.mark.clause("GNOT18 1.7")
def test_a_team_that_goes_home_forfeits_so_that_every_stage_keeps_its_count() -> None:
    """Reading Q65: the text is silent on a team that withdraws during the event."""
    event = Tournament(plan_for(GNOT))
    tried = set()
    for posting in book(22, "counted"):
        event.post(posting)
        act = posting.act
        if isinstance(act, DrawPublished) and act.stage not in tried:
            tried.add(act.stage)
            team = act.seatings[0].ns
            with pytest.raises(DirectorError, match=f"cannot withdraw from {act.stage}: they forfeit"):
                decide(event, Withdrawn(team, act.stage, act.round, expunged=False, reason="illness"))
            gone = MatchForfeited(act.stage, act.round, act.seatings[0].table, team, "went home")
            assert gone in decide(event, gone).acts
    assert {"M1", "Swiss"} <= tried


@pytest.mark.clause("GNOT18 3.8")
def test_a_winner_that_changes_after_the_draw_exchanges_two_teams_and_nothing_else() -> None:
    event = Tournament(plan_for(GNOT))
    for posting in book(24, "exchange", faults=False):
        event.post(posting)
        if isinstance(posting.act, DrawPublished) and posting.act.stage == "M2A":
            break
    before = event.stage("M2A").round(1).draw
    match = outcomes(event.stage("M1"))[5]
    points = -1400 if match.winner == match.one else 1400
    for board in range(1, 15):
        act = ResultCorrected("M1", 1, match.table, board, PointsResult(points), "the wrong way round", "open")
        acts = decide(event, act).acts
        for each in acts:
            event.post(Posting(event.last + 1, each, "", "", ""))
        if len(acts) > 1:
            break
        assert event.stage("M2A").round(1).draw == before  # the margin alone moves nobody
    assert [type(each) for each in acts] == [ResultCorrected, PlacesExchanged]
    other = {match.winner: match.loser, match.loser: match.winner}
    after = event.stage("M2A").round(1).draw
    assert [(s.ns, s.ew) for s in after.seatings] == [
        (other.get(s.ns, s.ns), other.get(s.ew, s.ew)) for s in before.seatings
    ]
    left = event.stage("M1").left
    assert left is not None
    assert match.loser in left.leavers_in_role(Who.WINNERS)


def test_an_exchange_that_would_rank_a_team_twice_is_refused() -> None:
    """Two teams that went on and were both placed since: whatever is still exchanged leaves a ranking to be shown."""
    event = Tournament(plan_for(GNOT))
    for posting in book(22, "counted"):
        event.post(posting)
    refused = 0
    for name, state in event.stages.items():
        for seating in state.rounds[1].seatings.values() if state.left is not None else ():
            act = PlacesExchanged(name, seating.ns, seating.ew, "", "tried")
            try:
                decide(event, act)
            except DirectorError as refusal:
                refused += "two ranks" in str(refusal)
                continue
            other = copy_mutable(event)
            other.post(Posting(event.last + 1, act, "", "", ""))
            ending(other, other.declined)
    assert refused


@pytest.mark.clause("GNOT18 4.4")
def test_teams_level_across_the_last_place_play_off() -> None:
    postings = book(20, "play-off", faults=False)
    event = Tournament(plan_for(GNOT))
    swiss = next(s.name for s in plan_for(GNOT)(Entrants(20), frozenset(), {}).stages if isinstance(s.play, DropInPlay))
    for posting in postings:
        if isinstance(posting.act, StageClosed) and posting.act.stage == swiss:
            break
        event.post(posting)
    state = event.stage(swiss)
    # Two go to the first final, three to the second; the knockout gives ranks 1 to 3, so two come from the Swiss.
    second, third = state.standings("all").rows[1:3]
    fine = second.total.value - third.total.value
    rest = [posting.act for posting in postings if posting.number >= event.last + 1]
    acts: list[Act] = [PenaltyGiven(second.contestant, "late", swiss, 8, fine, "VPs", "GNOT18 4.4")] if fine else []
    for act in (*acts, *rest):
        event.post(Posting(event.last + 1, act, "", "", ""))
    end = ending(event)
    assert set(end.play_off) == {second.contestant, third.contestant}
    assert end.qualified is None
    with pytest.raises(DirectorError, match="The list does not match the teams that must play off:"):
        decide(event, PlayedOff(swiss, (second.contestant, "99"), "four boards"))
    won = PlayedOff(swiss, (third.contestant, second.contestant), "four boards")
    for act in decide(event, won).acts:
        event.post(Posting(event.last + 1, act, "", "", ""))
    end = ending(event)
    assert end.ranking[4:6] == (third.contestant, second.contestant)
    assert end.qualified is not None
    assert third.contestant in end.qualified.teams_for("Metropolitan Final")


@pytest.mark.clause("GNOT18 A2.LS")
def test_who_drops_in_is_recalculated_when_an_earlier_score_changes() -> None:
    event = replay(plan_for(GNOT), book(22, "counted"))
    swiss = next(state for state in event.stages.values() if isinstance(state.plan.play, DropInPlay))
    play = swiss.plan.play
    assert isinstance(play, DropInPlay)
    for number, teams in swiss.joined.items():
        carried = {swiss.carry(team) for team in teams}
        assert len(carried) == 1
        assert None not in carried
        assert play.node(number).swiss is not None


def test_knockouts_of_every_size_lose_nobody() -> None:
    names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    for lives in (1, 2):
        for odd in OddKnockoutRule:
            for entry in range(2, 65):
                shape = KnockoutShape(Clause("Club", "1"), lives, odd, 24, 32, None, names)
                flow = lay_out(entry, knockout_stages(entry, shape), Counts(), FirstRound(0, 0, entry))
                matches = sum(node.matches + 3 * node.triangles for node in flow.nodes)
                if odd is OddKnockoutRule.BYE:
                    # Everybody but the winner loses as often as there are lives; the unbeaten may lose the final once.
                    assert matches == lives * (entry - 1) if lives == 1 else 2 * entry - 2 - matches in (0, 1)


@pytest.mark.parametrize("entry", [2, 3, 5, 11, 12])
def test_byes_all_come_first_where_it_is_asked(entry: int) -> None:
    names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    shape = KnockoutShape(Clause("Club", "1"), 1, OddKnockoutRule.BYE, 24, 24, None, names, byes_first=True)
    flow = lay_out(entry, knockout_stages(entry, shape), Counts(), FirstRound(0, 0, entry))
    assert all(node.byes == 0 for node in flow.nodes[1:])


@pytest.mark.parametrize("entries", [4, 7, 11, 16])
def test_a_clubs_own_double_knockout_is_played_and_proved(entries: int) -> None:
    plan = plan_for(OWN)
    faults = Faults(0.01, 0.01, 0.05, 0, 0.02, 0, 0)
    rehearsal = Rehearsal(plan, OWN, Random(f"own {entries}"), faults)
    postings = rehearsal.play(entries)
    assert verify(plan, postings).objections == ()
    event = rehearsal.state
    assert sorted(ending(event).ranking) == sorted(event.entries)
    for team in event.entries:
        lost = sum(step.who is Who.LOSERS for step in path(event, team))
        assert lost <= 2


def test_byes_are_played_too() -> None:
    with open(OWN, encoding="utf-8") as file:  # noqa: PTH123 - a file of the examples
        text = file.read().replace('odd          = "triangle"', 'odd          = "bye"')
    plan = plan_of(read_event(text, "own"))
    for entries in (5, 11):
        postings = Rehearsal(plan, OWN, Random("byes"), NO_FAULTS).play(entries)
        assert verify(plan, postings).objections == ()
        event = replay(plan, postings)
        byes = [team for state in event.stages.values() for team in state.round(1).draw.sits_out]
        assert byes


def test_the_first_round_of_a_knockout_is_ranked_by_the_seeds_in_whatever_order_the_field_is_told() -> None:
    room = Room(OWN).enter(numbers(8))
    first = room.event.current_plan().stages[0].name
    seeds = ("5", "8", "1", "3", "2", "7", "6", "4")
    room.do(SeedsSet(first, seeds), LotDrawn(first, seed="lot"))
    [field] = stage_fields(room.event, first)
    assert field.contestants == seeds
    room.do(StageStarted(first, (replace(field, contestants=tuple(numbers(8))),)))
    order = ranking(room.event, room.event.stage(first))
    assert order.teams == seeds
    assert [each.place for each in order.places] == list(range(1, 9))


STAGES = """
[event]
id = "my-club/cup"
name = "Cup"
clause = "CLUB 1"
contest = "teams"
entries = [8, 8]
usual = 8
[graph]
clause = "CLUB 2"
scoring = "gnot-nsw-2018/knockout"
[[graph.stage]]
name = "First"
clause = "CLUB 3"
contest = "matches"
boards = 20
draw = "set"
enters = true
exits = { winners = "Second", losers = "rank 5" }
[[graph.stage]]
name = "Second"
clause = "CLUB 3"
session = 2
contest = "matches"
boards = 20
draw = "set"
exits = { winners = "Last", losers = "rank 3" }
[[graph.stage]]
name = "Last"
clause = "CLUB 3"
session = 3
contest = "matches"
boards = 20
draw = "head to head"
exits = { winners = "rank 1", losers = "rank 2" }
"""


def test_a_graph_written_in_one_file_is_proved_when_it_is_read() -> None:
    event = plan_of(read_event(STAGES, "cup"))(Entrants(8), frozenset(), {})
    assert [stage.name for stage in event.stages] == ["First", "Second", "Last"]
    for good, bad, told in (
        ('losers = "rank 5"', 'losers = "rank 6"', "8 teams: With 8 teams the final ranks would be"),
        ('winners = "Last"', 'winners = "Lost"', "sends teams to Lost, but no later stage has that name"),
        (
            "entries = [8, 8]",
            "entries = [7, 8]",
            "7 teams: Matches are not possible in First with 7 teams and 0 lucky losers",
        ),
        ('draw = "head to head"', 'draw = "chioce"', "choice"),
        ('contest = "matches"', 'contest = "matches"\ntie = "CLUB 9"', "no \\[\\[tie\\]\\] has the clause CLUB 9"),
        ('draw = "set"', 'draw = "set"\norder = "form"', "There is no order “form”"),
        ('scoring = "gnot-nsw-2018/knockout"', 'scoring = "nothing"', "graph.scoring"),
    ):
        assert good in STAGES
        with pytest.raises(RegulationErrors, match=told):
            read_event(STAGES.replace(good, bad, 1), "cup")


def test_the_graph_is_the_same_whoever_asks() -> None:
    event = replay(plan_for(GNOT), book(22, "counted"))
    flow = graph_of(event).flow
    for node in flow.nodes:
        stage, number = locate(event.current_plan(), node.rule.name)
        assert isinstance(stage.play, KnockoutPlay | DropInPlay)
        assert 1 <= number <= stage.rounds
    assert find_event(GNOT).graph is not None


@pytest.mark.clause("GNOT18 1.4")
def test_a_forfeited_match_of_a_triangle_is_won_by_the_other() -> None:
    event = Tournament(plan_for(GNOT))
    for posting in book(21, "triangle", faults=False):
        if isinstance(posting.act, RoundClosed) and posting.act.stage == "TRI":
            break
        event.post(posting)
    state = event.stage("TRI")
    (trio,) = state.round(1).draw.trios
    one, two, _ = trio.teams
    table = trio.tables[0]
    card = state.card(1, table)
    assert card.complete
    assert state.match_score(card.seating.ns, 1, table) == card.side(card.seating.ns).credited
    for act in decide(event, MatchForfeited("TRI", 1, trio.tables[0], one, "did not arrive")).acts:
        event.post(Posting(event.last + 1, act, "", "", ""))
    (after,) = triangles(state)
    others = {team: after.record(team).wins for team in trio.teams}
    assert others[two] >= 1
    assert sum(others.values()) == 3


@pytest.mark.clause("GNOT18 1.4")
def test_a_penalty_in_a_triangle_is_taken_once_and_from_neither_match() -> None:
    event = Tournament(plan_for(GNOT))
    for posting in book(21, "triangle", faults=False):
        if isinstance(posting.act, RoundClosed) and posting.act.stage == "TRI":
            break
        event.post(posting)
    state = event.stage("TRI")
    (trio,) = state.round(1).draw.trios
    team, table = trio.teams[0], trio.tables[0]
    (before,), imps = triangles(state), outcome(state, table).imps
    event.post(Posting(event.last + 1, PenaltyGiven(team, "late", "TRI", 1, 5, "IMPs", "Law 90B"), "", "", ""))
    (after,) = triangles(state)
    assert outcome(state, table).imps == imps
    assert after.record(team).net == before.record(team).net - 5
    assert after.record(team).wins == before.record(team).wins
    assert [each.value for each in after.nets] == [after.record(who).net for who in after.order.teams]


def test_before_anything_is_played_a_stage_waits_for_those_before_it_and_nobody_comes_from_the_swiss() -> None:
    event = Room(GNOT).enter(numbers(20)).event
    nodes = {node.rule.name: node for node in graph_of(event).flow.nodes}
    assert waits_for(event, nodes["DKO3"]) == tuple(dict.fromkeys(each.stage for each in nodes["DKO3"].sources))
    assert "round 7 of Swiss" in waits_for(event, nodes["SW8"])
    assert leave_for(event, "SW1", Who.ALL) == ()


@pytest.mark.parametrize(("one", "two", "winner"), [(12, 5, "1"), (5, 12, "2"), (5, 5, None), (0, 0, None)])
def test_a_match_that_neither_side_came_to_is_won_on_the_imps_they_are_given(
    one: int, two: int, winner: str | None
) -> None:
    plan = plan_for(GNOT)(Entrants(20), frozenset(), {}).stage("DKO3")
    assert plan is not None
    state = new_stage(plan, (Field("all", ("1", "2")),), 1)
    ROUNDS.put(state, 1, RoundState.of(DrawPublished("DKO3", 1, (Seating(1, "1", "2", (1, 2)),)), 1))
    FORFEITS.put(state, 1, 1, MatchForfeited("DKO3", 1, 1, "", "snow", NEITHER))
    for name, score in (("1", one), ("2", two)):
        if score:
            AWARDED.put(state, 1, name, ScoreAwarded(name, "DKO3", 1, score, "Law 12C2", "snow"))
    (found,) = outcomes(state)
    assert (found.imps, found.winner) == ((one, two), winner)
    assert str(found.waits) == ("" if winner else "neither side has been awarded more IMPs than the other")
