"""Line-ups: the boards that each member of a team played, and the right to sit last in a stanza."""

from collections import Counter
from collections.abc import Mapping

from overtrick.core.draws.seating import Rights, StanzaRule, seating_rights
from overtrick.core.event.acts import ChoiceMade
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState

SIT_LAST = "sit last"
"""The subject of a choice when a team chooses the stanzas in which the other lines up first."""


def players_in(event: Tournament, contestant: str, stage: str, number: int) -> tuple[str, ...]:
    """The players of a contestant in a round of a stage: those entered, with any substitutes in their places."""
    entry = event.entries.get(contestant)
    instead = {
        act.out: act.substitute
        for act in event.substitutes
        if (act.contestant, act.stage) == (contestant, stage) and number in act.rounds
    }
    return tuple(instead.get(player.name, player.name) for player in entry.players) if entry else ()


def rounds_played(event: Tournament, stage: str, contestant: str, player: str) -> int | None:
    """The number of rounds of a stage that a player played, by the line-ups; None without line-ups."""
    line_ups = [act for (where, _, who), act in event.line_ups.items() if (where, who) == (stage, contestant)]
    return sum(player in act.players for act in line_ups) if line_ups else None


def boards_played(event: Tournament, stage: str, contestant: str) -> Mapping[str, int]:
    """The number of boards that each player of a team has played in a stage, by its line-ups."""
    played: Counter[str] = Counter()
    for (where, number, who), act in event.line_ups.items():
        if (where, who) == (stage, contestant):
            boards = _boards(event.stage(stage), number, contestant)
            played.update(dict.fromkeys(act.players, boards))
    return played


def boards_there(event: Tournament, stage: str, contestant: str) -> int:
    """The number of boards that a team could have played in a stage: those of its matches, except forfeited ones."""
    state = event.stage(stage)
    return sum(_boards(state, number, contestant) for number in state.rounds)


def boards_told(event: Tournament, stage: str, contestant: str) -> int:
    """The number of boards in the matches of a stage for which a team has posted a line-up."""
    state = event.stage(stage)
    return sum(
        _boards(state, number, contestant)
        for where, number, who in event.line_ups
        if (where, who) == (stage, contestant) and number in state.rounds
    )


def _boards(state: StageState, number: int, contestant: str) -> int:
    drawn = state.round(number)
    share = drawn.share_of(contestant)
    if share is not None:
        return len(share.boards)
    seating = drawn.seating_of(contestant)
    return 0 if seating is None or seating.table in drawn.forfeits else len(seating.boards)


def sits_last(event: Tournament, state: StageState, rule: StanzaRule, *more: ChoiceMade) -> Rights:
    """The stanzas that each side has chosen so far, and with *more*; contestants are in the order of qualification."""
    here = (state.plan.name, SIT_LAST)
    picks = [_stanzas(act) for act in (*event.picked, *more) if (act.stage, act.about) == here]
    return seating_rights(picks, rule)


def _stanzas(act: ChoiceMade) -> tuple[int, ...]:
    return tuple(int(part) for part in act.choice.replace(",", " ").split())
