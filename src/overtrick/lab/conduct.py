"""Conduct in a rehearsal: offences by the stage's own tariff, line-ups and substitutes within its rules."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, ArrivedLate, LineUpPosted, PenaltyGiven, Seating, SubstituteUsed
from overtrick.core.event.after.line_ups import may_play_finals, sits_last
from overtrick.core.event.after.offences import LATE, Extent, priced_offences
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.director.decide import decide
from overtrick.director.line_ups import sitting
from overtrick.director.penalties import penalty_for

APPROVED = "the chief director"
SITS = 4


def offence(event: Tournament, state: StageState, number: int, contestant: str, dice: Random) -> Iterator[Act]:
    """A contestant's offence in a round, with the tariff's consequences or, without a tariff, the director's fine."""
    stage = state.plan.name
    offences = priced_offences(state.plan)
    if not offences:
        amount, clause = dice.choice((1, 2, 3)), "Law 90B"
        yield PenaltyGiven(contestant, LATE, stage, number, amount, state.unit.many, clause, "late to the table")
        return
    chosen = dice.choice(offences)
    minutes = dice.randrange(1, 35) if chosen.by == "minutes" else None
    boards = dice.randrange(1, 3) if chosen.by == "boards" else 0
    if chosen.offence == LATE and minutes is not None:
        yield ArrivedLate(contestant, stage, number, minutes)
    due = penalty_for(event, contestant, chosen.offence, stage, number, extent=Extent(minutes, boards))
    yield from due.acts
    if not due.acts:  # left to someone's decision: a point or two
        amount, clause = dice.choice((1, 2)), chosen.clause.cite
        unit = state.unit.many
        yield PenaltyGiven(
            contestant, chosen.offence, stage, number, amount, unit, clause, "as decided", minutes, boards
        )


def line_ups(event: Tournament, state: StageState, number: int, dice: Random) -> Iterator[Act]:
    """The line-ups of a round of teams: those who sit first post first, until everyone has posted."""
    if not state.plan.scoring.in_rooms:
        return
    for seating in state.round(number).seatings.values():
        for contestant in _in_turn(event, state, number, seating):
            players = _may_play(event, state, contestant)
            if len(players) < SITS or state.status(contestant).left is not None:
                continue
            resting = {(number + place) % len(players) for place in range(len(players) - SITS)}
            four = tuple(name for place, name in enumerate(players) if place not in resting)
            yield LineUpPosted(state.plan.name, number, contestant, tuple(dice.sample(four, SITS)))


def _may_play(event: Tournament, state: StageState, contestant: str) -> list[str]:
    """The players of a team; in finals after two stages, those it may take into them."""
    players = [player.name for player in event.entries[contestant].players]
    rule = event.current_plan().members
    if rule is None or rule.finals_team is None or not state.plan.sources:
        return players
    team = may_play_finals(event, state, contestant, rule.finals_team)
    return [name for name in players if not team.members or name in team.members]


def _in_turn(event: Tournament, state: StageState, number: int, seating: Seating) -> tuple[str, str]:
    play = state.plan.play
    if play.rights is not None:
        higher, other = state.contestants[:2]
        return (other, higher) if number in sits_last(event, state, play.rights).higher else (higher, other)
    order = sitting(state, number, seating)
    if order is None or order.first is None or order.last is None:
        return seating.ns, seating.ew
    return order.first, order.last


def substitute(event: Tournament, state: StageState, number: int, contestant: str, at: str) -> SubstituteUsed:
    """A substitute for a contestant's first player in a round, approved by an official where the rule needs it."""
    players = event.entries[contestant].players
    out = players[0].name if players else "the first player"
    act = SubstituteUsed(contestant, state.plan.name, (number,), out, f"a substitute for {out}", "illness")
    try:
        decide(event, act, at)
    except DirectorError:
        return replace(act, approved_by=APPROVED)
    return act
