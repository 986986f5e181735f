"""Which figures of a season are still open: they may change by rule before the end, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Figure
from overtrick.core.season.record import Season
from overtrick.core.wording import Said


@dataclass(frozen=True, slots=True)
class OpenFigure:
    """A figure that may still move by rule, though nothing that happened will change.

    *session* is the number of the session it is for, nothing for the aggregate or the placing of the pair;
    *settles* the number of the session after which it cannot move any more.
    """

    pair: str
    session: int | None
    figure: Figure[Exact]
    because: Said
    clause: Clause
    settles: int

    def __str__(self) -> str:
        what = "aggregate" if self.session is None else f"session {self.session}"
        return f"{self.pair}, {what} {self.figure}: {self.because} ({self.clause})"


def open_figures(seasons: Iterable[Season]) -> tuple[OpenFigure, ...]:
    """Every open figure of these pairs, session by session, then the aggregate that rests on it.

    A session that is simply not played yet makes no figure open: what is there will not change.
    """
    found: list[OpenFigure] = []
    for each in seasons:
        parts = [
            OpenFigure(
                each.pair, part.session.number, part.competition, part.because, part.competition.clause, each.sessions
            )
            for part in each.counted
            if part.open
        ]
        found += parts
        if parts:
            numbers = " and ".join(str(part.session) for part in parts)
            rests = f"it includes session{'s' if len(parts) > 1 else ''} {numbers}, which may still change"
            found.append(OpenFigure(each.pair, None, each.aggregate, rests, each.aggregate.clause, each.sessions))
    return tuple(found)
