"""A club session of a game: the movement nearest to the number of boards requested, and others that fit."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from overtrick.core.event.plan.stages import Entrants, Stage
from overtrick.core.event.play.lengths import movement_for
from overtrick.core.movements.balance import QUALITY
from overtrick.core.movements.check import check
from overtrick.core.movements.choice import Choice, choices, nearer
from overtrick.core.movements.movement import Movement
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.plan.games import Answers, game_text
from overtrick.views.movements import MovementOption, event_row, offer, range_phrase

OFFERED = 5
"""The number of other movements offered, besides the game's own."""
Reader = Callable[[str], EventFile]
"""A function that reads an event from a text, under the rules that apply to the caller."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What a club answers about a game, with the movements that fit better than its own, and the resulting stages.

    *others* are the movements that fit besides the chosen one, checked, best first, and the game's own.
    """

    answers: Answers
    stages: tuple[Stage, ...]
    others: tuple[MovementOption, ...] = ()


def evening(game: EventFile, said: Answers, read: Reader, taken: str = "") -> Evening:
    """The session that the answers describe.

    The game's own movement stays unless another comes nearer to the boards requested and is as fair, or is *taken* by
    name. The nearest is sought for full tables and with a half table, since no one knows who comes.
    """
    stages, own = _plan_session(game, said, read, said.usual)
    if own is None or own.alone:  # there are few movements for individuals, and a game lists those it has
        return Evening(said, stages)
    fit = _fitting(said, said.usual, own)
    found = said if taken == own.name else replace(said, movements=_rows(game, said, read, fit, taken))
    stages, now = _plan_session(game, found, read, said.usual)
    others = [each for each in fit if now is None or each.movement.rounds not in (own.rounds, now.rounds)]
    mine = (_offer(own),) if now is not None and own.rounds != now.rounds else ()
    return Evening(found, stages, (*mine, *map(offer, others[:OFFERED])))


def _rows(game: EventFile, said: Answers, read: Reader, fit: tuple[Choice, ...], taken: str) -> tuple[str, ...]:
    """The rows of movements placed before those of the game: the one taken, or those that are nearer."""
    if chosen := next((each for each in fit if each.movement.name == taken), None):
        return (event_row(chosen),)
    whole, rows = said.usual + said.usual % 2, []
    for size in (whole - 1, whole):
        own = _plan_session(game, said, read, size)[1] if size in said.entries else None
        near = nearer(own, said.boards or 0, _fitting(said, size, own)) if own is not None else None
        rows += [event_row(near, only=True)] if near is not None else []
    return tuple(rows)


def _fitting(said: Answers, size: int, own: Movement) -> tuple[Choice, ...]:
    return choices(size, said.boards or 0, len(own.lines))


def _plan_session(game: EventFile, said: Answers, read: Reader, size: int) -> tuple[tuple[Stage, ...], Movement | None]:
    """The stages for a number of pairs, and the movement of a session with the boards; `None` for another length."""
    stages = build_event(read(game_text(game, said)), Entrants(size)).stages
    by_boards = said.boards is not None and said.matches is None
    return stages, movement_for(stages[0].play, size) if by_boards else None


def _offer(own: Movement) -> MovementOption:
    report, each = check(own), own.boards_a_set
    least, most = report.played
    balance = QUALITY.show(min(found.quality for found in report.balance))
    length = f"{len(own.rounds)} × {each}"
    return MovementOption(
        own.name, length, range_phrase((least * each, most * each)), range_phrase(report.met), balance
    )
