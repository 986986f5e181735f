"""A choice of opponents as spectators follow it: whose turn it is, who may be chosen, and what was chosen."""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.draws.choice import Choice, Phase
from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout_draw import by_choice, ceremony, open_turn
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase
from overtrick.views.names import Who, who
from overtrick.views.stage_names import stage_words
from overtrick.views.texts import Text


@dataclass(frozen=True, slots=True)
class Choosing:
    """The choice of opponents for a stage: the current turn, the number of turns, and the clause.

    *may* may be chosen by the *chooser*; *later* have turns of their own to come. While declarations are open there is
    no chooser: *may_open* may put themselves up for choice, *may_refuse* may refuse to be chosen.
    """

    stage: Text
    cite: str
    readings: tuple[str, ...]
    turn: int
    turns: int
    chooser: Who | None
    rank: int
    may: tuple[Who, ...]
    chosen: tuple[Phrase, ...]
    later: tuple[Who, ...]
    may_open: tuple[Who, ...]
    may_refuse: tuple[Who, ...]
    over: bool


def choices_due(event: Tournament, *only: StageState) -> tuple[Choosing, ...]:
    """The choices in progress, or due before a draw; of all stages, or only of these."""
    states = only or event.stages.values()
    return tuple(_choosing(event, state, here) for state in states if (here := choice_of(event, state)))


def choice_of(event: Tournament, state: StageState) -> Choice | None:
    """The choice by which a stage will be drawn; `None` once it is drawn, or where it is drawn otherwise."""
    if state.rounds or state.closed or not by_choice(state):
        return None
    try:
        return ceremony(event, state.plan.name)
    except DirectorError:  # the field does not fit the rule yet: the desk is told why
        return None


def _choosing(event: Tournament, state: StageState, here: Choice) -> Choosing:
    turn = open_turn(here)
    done = {each.chooser for each in here.turns} | {team for pair in here.pairs for team in pair.teams}
    now = turn.chooser if turn is not None else ""
    declaring = here.phase is Phase.DECLARING
    clause = here.rule.clause
    return Choosing(
        stage_words(event, state.plan.name),
        clause.cite,
        clause.readings,
        here.choosers.index(now) + 1 if now else 0,
        len(here.choosers),
        who(event, now) if now else None,
        here.ranked.index(now) + 1 if now else 0,
        tuple(who(event, team) for team in turn.options) if turn is not None else (),
        tuple(_choices_made(event, here)),
        tuple(who(event, team) for team in here.choosers if team not in done and team != now),
        tuple(_undeclared_teams(event, here, here.rule.may_opt_in)) if declaring else (),
        tuple(_undeclared_teams(event, here, here.rule.may_opt_out)) if declaring else (),
        here.phase is Phase.DRAWN,
    )


def _choices_made(event: Tournament, here: Choice) -> Iterator[Phrase]:
    """The finished turns in words: whom a team chose, or why it did not choose."""
    for turn in here.turns:
        opponent = who(event, turn.opponent).called if turn.opponent is not None else ""
        yield turn.phrase_with(who(event, turn.chooser).called, opponent, ())


def _undeclared_teams(event: Tournament, here: Choice, ranks: tuple[int, ...]) -> Iterator[Who]:
    declared = {team for team, _ in here.declared}
    return (who(event, here.ranked[rank - 1]) for rank in ranks if here.ranked[rank - 1] not in declared)
