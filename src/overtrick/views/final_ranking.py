"""The end of an event that is a graph of stages: the final ranking, play-offs, and who goes on where."""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.event.after.ending import Ending, berths, ending
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.flow.stages import Who as Way
from overtrick.core.wording import Said, phrase
from overtrick.views.event_addresses import FinalRank
from overtrick.views.names import Who, who
from overtrick.views.whys import Number


@dataclass(frozen=True, slots=True)
class RankedLine:
    """A final rank: the contestant, the stage in which it was won, and how."""

    rank: Number
    who: Who
    stage: str
    way: Way

    @property
    def says(self) -> Said:
        """How the rank was won."""
        return self.way.out_of(self.stage)


@dataclass(frozen=True, slots=True)
class FinalRankingPage:
    """The ranks decided so far, those who must play off for the last place, and who goes on to which event.

    *declined* are those who do not proceed to an event, and *notes* are about places that no one takes.
    """

    clause: Said
    lines: tuple[RankedLine, ...]
    play_off: tuple[Who, ...]
    goes_on: tuple[tuple[str, tuple[Who, ...]], ...]
    declined: tuple[tuple[str, tuple[Who, ...]], ...] = ()
    notes: tuple[Said, ...] = ()


def final_ranking_page(event: Tournament) -> FinalRankingPage | None:
    """The final ranking of an event with knockouts; `None` for others, and while no one has a rank."""
    if not event.entries_closed or event.current_plan().graph is None:
        return None
    end = ending(event, event.declined)
    if not end.ranking and not end.play_off:
        return None
    return FinalRankingPage(
        end.clause.phrased,
        tuple(
            RankedLine(
                Number(str(rank), FinalRank(team).path(), value=str(rank)),
                who(event, team),
                end.by[team][0],
                end.by[team][1],
            )
            for rank, team in enumerate(end.ranking, start=1)
        ),
        tuple(who(event, team) for team in end.play_off),
        tuple(
            (name, tuple(who(event, team) for team in teams))
            for name, teams in (end.qualified.teams if end.qualified else ())
        ),
        tuple(
            (name, tuple(who(event, team) for team in end.ranking if team in event.declined[name]))
            for name in berths(event)
            if event.declined.get(name)
        ),
        tuple(_unfilled_notes(end)),
    )


def _unfilled_notes(end: Ending) -> Iterator[Said]:
    if end.qualified is not None and end.qualified.unfilled:
        yield phrase(
            "{places:#place is/places are} not filled, because no one else finished high enough ({clause}).",
            places=end.qualified.unfilled, clause=end.qualified.clause,
        )  # fmt: skip
