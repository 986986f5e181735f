"""The state of an event in one sentence, at the top of its pages: what is in play, what it waits for, or who won."""

from overtrick.core.event.after.honours import last_stage, title_of
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.progress import progress
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Said, phrase
from overtrick.views.choosing import choices_due
from overtrick.views.names import who
from overtrick.views.stage_names import stage_title
from overtrick.views.standings import current


def state_sentence(event: Tournament, stage: StageState | None = None) -> Said:
    """The state of the event in a sentence; or of one *stage*, where another is being played."""
    state = current(event)
    if stage is not None and stage is not state:
        return _stage_sentence(event, stage)
    if state is None:
        return _entries(event)
    if (last := last_stage(event)) is not None:
        return _final_sentence(event, last)
    for choice in choices_due(event):
        if choice.chooser is not None:
            return phrase(
                "{who} chooses an opponent: choice {turn} of {turns}.",
                who=choice.chooser.called, turn=choice.turn, turns=choice.turns,
            )  # fmt: skip
    return _stage_sentence(event, state)


def _entries(event: Tournament) -> Said:
    if event.entries_closed:
        return phrase("Entries are closed: {entered} entered. Play has not started.", entered=len(event.entries))
    return phrase("Entries are open: {entered} so far.", entered=len(event.entries))


def _final_sentence(event: Tournament, last: StageState) -> Said:
    """Who won the deciding stage, or why no one did."""
    title = title_of(last)
    if title.vacancy is not None:
        return phrase(
            "Finished. There is no winner: {why} ({clause}).", why=title.vacancy.why, clause=title.vacancy.clause
        )
    winners = tuple(who(event, name).called for name in title.holders)
    return phrase("Finished. First place: {winners:,}.", winners=winners) if winners else phrase("Finished.")


def _stage_sentence(event: Tournament, state: StageState) -> Said:
    """The stage in play: its match, or what follows the one that is over."""
    stage = stage_title(event, state.plan.name)
    if state.closed:
        return phrase("{stage} is over.", stage=stage)
    if not state.last_round:
        return phrase("{stage} has not been drawn yet.", stage=stage)
    far, rounds = progress(state), rounds_of(state)
    if not far.play:
        return phrase("Round {round} of {rounds} is over.", round=state.last_round, rounds=rounds)
    if not state.rounds[far.play].results:
        return phrase("Round {round} of {rounds} is drawn. It has no results yet.", round=far.play, rounds=rounds)
    return phrase(
        "Round {round} of {rounds} is being played: {waiting}.", round=far.play, rounds=rounds, waiting=far.words
    )  # fmt: skip
