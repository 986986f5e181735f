"""The progress of a stage: which of its figures can still change because others still play the same boards.

A match scored across the field is final when every table of its comparison has its results in, a teams
match when both its own tables have. Final figures change only through corrections. Every interface uses this module
to decide what is final.
"""

from dataclasses import dataclass, replace

from overtrick.core.event.play.cache import Answer, cache_as
from overtrick.core.event.play.dependencies import BOARD_LINES, BOARDS, CARDS, MATCH_LINES, PLAYERS, SETTLED, averaging
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.top_tables import by_ranking
from overtrick.core.wording import Said, phrase


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a stage: the last round that is *final*, the next one in *play*, and the results that it lacks.

    *to_come* of its *tables* still owe results. *by_match* says that the standings can be given after a match. If
    boards are compared over a session, or the stage is not a list of matches, the present standings are given.
    """

    final: int
    play: int = 0
    to_come: int = 0
    tables: int = 0
    by_match: bool = True

    @property
    def words(self) -> Said:
        """What the figures of the round in play wait for; empty if no round is in play.

        >>> print(Progress(4, 5, 2, 20).words)
        results missing from 2 of 20 tables
        """
        if not self.play:
            return ""
        return phrase("results missing from {to_come} of {tables:#table}", to_come=self.to_come, tables=self.tables)


def progress(state: StageState) -> Progress:
    """The progress of a stage."""
    playing = next((number for number in sorted(state.rounds) if waits(state, number)), 0)
    by_match = _by_match(state)
    if not playing:
        return Progress(state.last_round, by_match=by_match)
    missing = {table for table, _, _ in state.missing(playing)}
    return Progress(playing - 1, playing, len(missing), _count_tables(state, playing), by_match)


def _count_tables(state: StageState, number: int) -> int:
    """The number of tables of a round, including those of share matches."""
    drawn = state.rounds[number]
    return len(drawn.seatings) + sum(len(share.tables) for share in drawn.shares)


def waits(state: StageState, number: int) -> bool:
    """Whether a round still waits for results; a closed round does not."""
    drawn = state.rounds[number]
    return not state.closed and not drawn.closed and bool(state.missing(number))


def provisional(state: StageState, number: int) -> Said:
    """Why the figures of a finished match may still change, in words; empty if they are final."""
    if state.plan.scoring.in_rooms or state.closed:
        return ""
    if state.plan.play.by_session:
        over = session_over(state, number)
        return "" if over else phrase("provisional: not all results of the session have been entered")
    if not waits(state, number):
        later = len(state.rounds[number].owed)
        return phrase("provisional: {later:#board} to be played later", later=later) if later else ""
    missing = {table for table, _, _ in state.missing(number)}
    waiting = Progress(number - 1, number, len(missing), _count_tables(state, number))
    return phrase("provisional: {waiting}", waiting=waiting.words)


def told_after(state: StageState) -> Said:
    """The match after which the standings of a stage are given, and what the one in play waits for.

    In a stage without standings by match, the present standings are given.
    """
    found = progress(state)
    if not found.by_match:
        return phrase("in progress: {waiting}", waiting=found.words) if found.play else ""
    after = (
        phrase("after match {match}", match=found.final)
        if found.final
        else phrase("before the first match is complete")
    )
    if not found.play:
        return after
    return phrase("{after}, match {match} not finished: {waiting}", after=after, match=found.play, waiting=found.words)


def settled_state(state: StageState) -> StageState:
    """The stage after its last final round; the stage itself if no match is in play."""
    found = progress(state)
    if not found.play or not found.by_match:
        return state
    return stood_after(state, found.final)


def stood_after(state: StageState, number: int) -> StageState:
    """The stage after a round, with the present results; before the first round it has none."""
    return _stage_after(state, number).stage


@dataclass(frozen=True, slots=True)
class _PastStage:
    """A stage after an earlier round, which is never written."""

    stage: StageState


@cache_as(SETTLED)
def _stage_after(state: StageState, last: int) -> _PastStage:
    """A stage after a round, which shares its boards and matches with the present stage."""
    rounds = {number: drawn for number, drawn in state.rounds.items() if number <= last}
    given = {number: act for number, act in state.penalties.items() if act.round <= last}
    return _PastStage(replace(state, rounds=rounds, penalties=given, memo=state.memo.sharing(*_in_common(state))))


def _in_common(state: StageState) -> tuple[Answer, ...]:
    """The answers that no later round changes. Their dependencies are shared too, or drop the earlier stage."""
    if by_ranking(state.plan):  # the top tables follow from the ranking
        return ()
    if averaging(state) or state.play.together:
        return PLAYERS, BOARDS, BOARD_LINES, CARDS
    return PLAYERS, BOARDS, BOARD_LINES, CARDS, MATCH_LINES


def _by_match(state: StageState) -> bool:
    return not state.plan.play.as_it_stands and not state.plan.play.by_session


def session_over(state: StageState, number: int) -> bool:
    """Whether every round of the session to which a round belongs is drawn and has its results."""
    if state.last_round < state.play.last_of_session(state, number):
        return False
    return not any(waits(state, each) for each in state.rounds if state.scope(each) == state.scope(number))
