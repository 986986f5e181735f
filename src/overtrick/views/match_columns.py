"""The scores that make up a total, column by column: one for each match that counts, or for several of many.

Matches still in play have no column.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.progress import provisional
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Said, phrase
from overtrick.views import addresses
from overtrick.views.ramp import by_percent, match_steps, sum_steps
from overtrick.views.running import counts_by_session, rounds_figure
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number, stage_slug

MOST = 12
"""The most columns side by side; with more rounds, the rounds of a session share a column."""


@dataclass(frozen=True, slots=True)
class MatchColumn:
    """A column of scores: its short *label*, its full text, and its rounds from *first* to *last*.

    With a *session* it is scored as a whole, and none of its rounds has a score of its own.
    """

    label: Text
    says: Text
    first: int
    last: int
    session: int = 0


@dataclass(frozen=True, slots=True)
class MatchCell:
    """A contestant's score in a column, and its *step* on the colour scale from loss to win; empty without a score."""

    number: Number
    step: str = ""


NONE, NOTHING = Number("–"), Number("")
"""A column without a score, and a number that does not exist at all."""


def match_columns(state: StageState, after: StageState) -> tuple[MatchColumn, ...]:
    """The columns of a stage as it stood *after* its last match that counts."""
    if counts_by_session(state):
        return _sessions(state) if not state.plan.in_season else ()
    counted = [number for number in sorted(state.rounds) if number <= after.last_round]
    scored = [number for number in counted if any(state.match_line(name, number) for name in state.playing)]
    if len(scored) <= MOST:
        return tuple(_one(number) for number in scored)
    return tuple(_several(state, scored))


def cells_of(state: StageState, column: MatchColumn) -> Callable[[str], MatchCell]:
    """A function that returns a contestant's cell of a column; what all cells share is looked up once.

    A cell is provisional as long as one of its rounds is.
    """
    slug, first, last = stage_slug(state.plan.name), column.first, column.last
    if column.session:
        return partial(_session_cell, state, slug, column.session, _moves(state, last, last))
    moves = _moves(state, first, last)
    if first == last:
        step = match_steps(state, first)

        def of_one(name: str) -> MatchCell:
            line = state.match_line(name, first)
            if line is None:
                return MatchCell(NONE)
            number = figure_number(line.score, addresses.Match(slug, first, name), moves)
            return MatchCell(number, step(line.score.value, line.against))

        return of_one
    together = sum_steps(state, first, last)

    def of_several(name: str) -> MatchCell:
        brought = rounds_figure(state, name, first, last)
        if brought is None:
            return MatchCell(NONE)
        number = figure_number(brought, addresses.Rounds(slug, first, last, name), moves)
        return MatchCell(number, together(brought.value))

    return of_several


def _session_cell(state: StageState, slug: str, session: int, moves: Said, name: str) -> MatchCell:
    scores = state.record(name).matches
    if session > len(scores):
        return MatchCell(NONE)
    score = scores[session - 1].score
    return MatchCell(figure_number(score, addresses.Session(slug, session, name), moves), by_percent(score.value))


def _moves(state: StageState, first: int, last: int) -> Said:
    """Why a column may still change: the first reason among its rounds."""
    reasons = (provisional(state, each) for each in range(first, last + 1) if each in state.rounds)
    return next((each for each in reasons if each), "")


def _one(number: int) -> MatchColumn:
    return MatchColumn(phrase("M{round}", round=number), phrase("match {round}", round=number), number, number)


def _sessions(state: StageState) -> tuple[MatchColumn, ...]:
    """The sessions in which someone has a score; empty for a single one, which equals the total."""
    most = max((len(state.record(name).matches) for name in state.playing), default=0)
    if max(most, len(state.plan.sessions)) < 2:
        return ()
    own = [[each for each in sorted(state.rounds) if state.session_of(each) == at] for at in range(1, most + 1)]
    return tuple(_session(at, rounds, session=at) for at, rounds in enumerate(own, start=1))


def _session(number: int, rounds: Sequence[int], *, session: int = 0) -> MatchColumn:
    first, last = (rounds[0], rounds[-1]) if rounds else (0, 0)
    return MatchColumn(
        phrase("S{session}", session=number), phrase("session {session}", session=number), first, last, session
    )


def _several(state: StageState, scored: Sequence[int]) -> Iterator[MatchColumn]:
    """Many rounds in few columns: a column per session, or where that does not fit, several rounds each."""
    sessions = [(number, list(rounds)) for number, rounds in groupby(scored, key=state.session_of)]
    if 1 < len(sessions) <= MOST:
        yield from (_session(number, rounds) for number, rounds in sessions)
        return
    size = -(-max(rounds_of(state), len(scored)) // MOST)
    for at in range(0, len(scored), size):
        first, last = scored[at], scored[min(at + size, len(scored)) - 1]
        says = phrase("matches {first} to {last}", first=first, last=last)
        many = MatchColumn(phrase("{first}–{last}", first=first, last=last), says, first, last)
        yield _one(first) if first == last else many
