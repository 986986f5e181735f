"""Events around the play of teams in a rehearsal: line-ups, substitutes, new players, matches not played."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from overtrick.core.draws.finals import Outcome
from overtrick.core.event.acts import (
    ABANDONED,
    CANCELLED,
    FORFEITED,
    NEITHER,
    ChoiceMade,
    EntryTaken,
    MatchDecided,
    MatchForfeited,
    SubstituteUsed,
)
from overtrick.core.event.after.line_ups import SIT_LAST, sits_last
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Contest, Stage
from overtrick.core.event.play.finals import finals_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.contestants import Player
from overtrick.core.scoring.deductions import Improvement, adjustment
from overtrick.director.entries import entered_in

SEATED = 4
"""How many players of a team play a match."""


def later_entries(event: Tournament, plan: Stage, dice: Random) -> Iterator[EntryTaken]:
    """New teams for a stage that takes entries of its own, one for each that left; some are re-formed old ones."""
    planned = event.current_plan()
    if planned.by_stage is None or plan is planned.stages[0]:
        return
    left = [name for name in event.entries if name not in entered_in(event, plan.name)]
    for place, name in enumerate(left):
        number = str(len(event.entries) + 1)
        players = [Player(f"Player {number}{letter}") for letter in "ABCDEF"]
        if place % 2 == 0:  # most of an old team with new friends: it continues that team
            players[:SEATED] = event.entries[name].players[:SEATED]
        dice.shuffle(players)
        yield EntryTaken(number, players=tuple(players), stages=(plan.name,))


def drop_ins(event: Tournament, plan: Stage, dice: Random) -> Iterator[EntryTaken]:
    """Teams that drop into a stage from another event: as many as it has places for, or fewer."""
    source = plan.dropping_in
    if source is None:
        return
    letters = "ABCDEF" if event.current_plan().contest is Contest.TEAMS else "AB"
    for _ in range(dice.randint(0, source.each)):
        number = str(len(event.entries) + 1)
        players = tuple(Player(f"Player {number}{letter}") for letter in letters)
        yield EntryTaken(number, players=players, stages=(plan.name,))


def choices_of_stanzas(event: Tournament, state: StageState, dice: Random) -> Iterator[ChoiceMade]:
    """The stanzas in which each side sits last, named in turn."""
    play = state.plan.play
    if play.rights is None:
        return
    free = list(range(1, play.one_match + 1))
    while (turn := sits_last(event, state, play.rights).to_name) is not None:
        side, count = turn
        named = sorted(dice.sample(free, count))
        free = [stanza for stanza in free if stanza not in named]
        yield ChoiceMade(state.plan.name, SIT_LAST, state.contestants[side], ", ".join(map(str, named)))


def not_played(state: StageState, number: int, table: int, dice: Random) -> MatchForfeited:
    """A match not played, or not to its end: by someone's fault, or by nobody's where there is a rule for that."""
    seating = state.round(number).seatings[table]
    ways = [FORFEITED, FORFEITED, NEITHER]
    if state.plan.unplayed:
        ways += [CANCELLED]
        if state.match_scores(seating.ns) and state.match_scores(seating.ew):
            ways += [ABANDONED]
    if not state.plan.play.must_be_won and not state.plan.unplayed:
        ways = [FORFEITED]
    how = dice.choice(ways) if len(ways) > 1 else ways[0]
    who = "" if how == NEITHER else dice.choice((seating.ns, seating.ew))
    reason = {FORFEITED: "did not arrive", NEITHER: "nobody came", CANCELLED: "snowed in", ABANDONED: "taken ill"}[how]
    return MatchForfeited(state.plan.name, number, table, who, reason, how)


def costing(act: SubstituteUsed, state: StageState, dice: Random) -> SubstituteUsed:
    """A substitute with the charge that the guide names for making the team stronger, if there is a guide."""
    rule = state.plan.stand_ins
    if rule is None:
        return act
    better = dice.choice(list(Improvement))
    return replace(act, imps=adjustment(better, state.plan.boards_in(act.rounds[0]), rule.guide).value)


def joins(event: Tournament, state: StageState, dice: Random, chance: float) -> EntryTaken | None:
    """A new player for a team that has room, while enough play is left; a full team may lose some players first."""
    rule = event.current_plan().members
    if rule is None or state.plan.sources or 2 * state.last_round > state.plan.rounds:
        return None
    if dice.random() >= chance:
        return None
    name = dice.choice(state.playing)
    entry = event.entries[name]
    if rule.size.most is None or len(entry.players) >= rule.size.most:
        return replace(entry, players=entry.players[: rule.size.least]) if dice.random() < 0.5 else None
    return replace(entry, players=(*entry.players, Player(f"Newcomer {name}-{state.last_round}")))


def decisions(state: StageState) -> Iterator[MatchDecided]:
    """The committee's decisions on finals that ended level."""
    if not state.plan.play.must_be_won:
        return
    for final in finals_of(state).finals:
        if final.outcome is Outcome.LEVEL:
            for number in final.match.weeks:
                for table, seating in state.rounds[number].seatings.items():
                    if {seating.ns, seating.ew} == set(final.teams) and number == final.match.weeks[-1]:
                        clause = str(state.plan.clause.cite)
                        yield MatchDecided(state.plan.name, number, table, seating.ns, clause, "the committee decided")
