"""The notifications for a contestant: its seat in a published draw, and the result of a finished match.

They contain only public data: a match is reported from the public scorecard, once its figures no longer change and none
of its boards is still in play elsewhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.provenance import Unit
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views.draws import Seat, seat_of
from overtrick.views.scorecards import CardMatch, CardStage, scorecard_page

MARK = 16


@dataclass(frozen=True, slots=True)
class News:
    """One notification: the mark by which it is sent once, its texts, and the page of the event that says more."""

    mark: str
    title: Said
    body: Said
    page: str


def news(event: Tournament, name: str) -> tuple[News, ...]:
    """The current notifications for a contestant: its latest finished match, and its next seat."""
    return (*_match(event, name), *_draw(event, name))


def _draw(event: Tournament, name: str) -> Iterator[News]:
    found = seat_of(event, name)
    if found is None:
        return
    seat = found.then or found
    meets = tuple(each.number for each in seat.meets)
    mark = _mark("draw", seat.stage, seat.round, seat.table, seat.direction, meets, seat.boards, seat.says)
    yield News(mark, phrase("Round {round}: the draw is published", round=seat.round), _sits(seat), f"seat/?q={name}")


def _sits(seat: Seat) -> Said:
    if seat.table is None:
        return phrase("{says}.", says=seat.says) if isinstance(seat.says, Phrase) else str(seat.says)
    return phrase(
        "Table {table}, {direction}, against {meets:and}. {one:Board|Boards}: {boards}.",
        table=seat.called, direction=seat.direction, meets=tuple(map(str, seat.meets)), boards=seat.boards,
        one=seat.boards.isdecimal(),
    )  # fmt: skip


def _match(event: Tournament, name: str) -> Iterator[News]:
    for stage in scorecard_page(event, name).stages:
        for match in reversed(stage.matches):
            if _stands(match):
                yield _result_news(stage, match, name, event.stage(stage.stage).unit)
                return


def _stands(match: CardMatch) -> bool:
    """Whether the result of a match is final and all of its boards are public."""
    told = bool(match.score.text) and bool(match.against) and not match.score.provisional
    return told and not any(each.hidden for each in match.boards)


def _result_news(stage: CardStage, match: CardMatch, name: str, unit: Unit) -> News:
    return News(
        _mark("match", stage.stage, match.round, match.score.text),
        phrase("Round {round}: your match result", round=match.round),
        phrase(
            "{score} against {one:number|numbers} {meets:and}.",
            score=match.score.amount(unit), one=len(match.against) == 1, meets=tuple(map(str, match.against)),
        ),
        f"pair/{name}/",
    )  # fmt: skip


def _mark(*parts: object) -> str:
    return sha256(repr([str(each) for each in parts]).encode()).hexdigest()[:MARK]
