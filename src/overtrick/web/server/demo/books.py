"""The books of the demo: each event is rehearsed to an interesting moment, which is moved to now."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from overtrick.core.event.acts import (
    Act,
    BoardDealt,
    ChoiceMade,
    DirectorCalled,
    DrawPublished,
    EntriesClosed,
    LotDrawn,
    Posting,
    ResultConfirmed,
    ResultDisputed,
    ResultPosted,
    TimetableSet,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.results import PlayedContract, Single
from overtrick.lab.fault_rates import NO_FAULTS, Faults
from overtrick.lab.rehearsal import AGREES, ENTERS, Rehearsal
from overtrick.ledger.codec import line_hash, write_posting
from overtrick.regulations.plan.event_book import edition_for, plan_for
from overtrick.web.server.demo.people import last_name, number_of, pairs, teams
from overtrick.web.table.words import at_table

STEP = timedelta(minutes=5)
"""Times are shifted by whole steps, so that rounds still start at round times."""

PLAYED_FOR = timedelta(minutes=35)
"""How long match 5 has been in play."""

DIRECTOR = "Director One"

SEED = 4
"""The seed of the rehearsals; with this one, the draw of match 5 has to skip some opponents, and says why."""


CONGRESS, CLUB = "demo-congress", "demo-club"


@dataclass(frozen=True, slots=True)
class DemoEvent:
    """An event of the demo: its slug, its rules, and the moment at which it is shown.

    It belongs to a congress and took place this long *ago*. Its players are those of the event called *names*, if set.
    """

    slug: str
    rules: str
    title: str
    entries: int
    moment: str
    until: Callable[[Tournament, Act], bool]
    faults: Faults = NO_FAULTS
    goes_on: Callable[[Rehearsal], None] | None = None
    teams: bool = False
    congress: str = CONGRESS
    ago: timedelta = timedelta()
    names: str = ""

    def rehearse(self) -> Rehearsal:
        """Play the event to its moment, in the same way every time."""
        rosters = (teams if self.teams else pairs)(self.entries, self.names or self.slug)
        dice = Random(f"{self.slug} {SEED}")  # noqa: S311 - a rehearsal, not a secret
        strengths = {player: dice.gauss(0, 1.4) for roster in rosters for player in roster}
        rehearsal = Rehearsal(
            plan_for(self.rules), self.rules, dice, self.faults, rules=edition_for(self.rules).hash,
            program="overtrick demo", until=self.until, rosters=rosters, strengths=strengths,
            numbers={player: number_of(player) for roster in rosters for player in roster},
            titles=tuple(last_name(roster[0]) for roster in rosters) if self.teams else (),
        )  # fmt: skip
        rehearsal.play(self.entries)
        rehearsal.until = None
        if self.goes_on is not None:
            self.goes_on(rehearsal)
        return rehearsal


def nothing(event: Tournament, act: Act) -> bool:  # noqa: ARG001 - called for every act
    """Never stop before the end of the event."""
    return False


def entries_still_open(event: Tournament, act: Act) -> bool:  # noqa: ARG001 - likewise
    """Whether this act would close the entries."""
    return isinstance(act, EntriesClosed)


def match_five(event: Tournament, act: Act) -> bool:
    """Whether this act would be the first result of match 5."""
    return isinstance(act, ResultPosted) and act.round == 5 and bool(event.stages)


def first_match(event: Tournament, act: Act) -> bool:  # noqa: ARG001 - likewise
    """Whether this act would be the first result of match 1."""
    return isinstance(act, ResultPosted)


def second_stage(event: Tournament, act: Act) -> bool:
    """Whether this act would start the second stage."""
    return isinstance(act, LotDrawn) and bool(event.stages)


def second_choice(event: Tournament, act: Act) -> bool:
    """Whether this act would be the second choice of a ceremony: one is made, and the next turn is open."""
    return isinstance(act, ChoiceMade) and bool(event.picked)


def third_session(event: Tournament, act: Act) -> bool:
    """Whether this act would begin the third session of a season: two are in, and their figures may still change."""
    state = next(iter(event.stages.values()), None)
    return isinstance(act, DrawPublished) and state is not None and act.round > state.sittings[1].last


def part_of_a_match(rehearsal: Rehearsal) -> None:
    """Play part of match 5: one table is quick, one disputes a result, and one calls the director.

    The deals of the finished matches are posted too.
    """
    state = rehearsal.state.stage("Swiss")
    for (stage, number, board), dealt in list(rehearsal.boards.items()):
        if state.round(number).closed:
            rehearsal.do(BoardDealt(stage, number, board, str(dealt.deal), f"match-{number}.pbn"))
    drawn = state.round(5)
    done: list[tuple[int, Act]] = []
    for table, seating in drawn.seatings.items():
        count = len(seating.boards) if table == 7 else rehearsal.dice.choice((3, 4, 4, 5))
        for place, board in enumerate(seating.boards[:count]):
            result = rehearsal.result_between(state, 5, board, *seating.sides)
            at = (state.plan.name, 5, table, board)
            done.append((place, ResultPosted(*at, result, seat=ENTERS)))
            last = place == count - 1
            if last and table == 12:
                done.append((place, ResultDisputed(*at, result=result, seat=AGREES, says=_otherwise(result))))
            elif not last or table % 3:
                done.append((place, ResultConfirmed(*at, result=result, seat=AGREES)))
    done.sort(key=lambda each: each[0])
    rehearsal.pace = PLAYED_FOR / (len(done) + 1)
    for _, act in done:
        rehearsal.do(act)
    rehearsal.do(DirectorCalled(state.plan.name, 5, 16))


def _otherwise(result: Single) -> Single | None:
    """The result according to the other side: one trick fewer."""
    return replace(result, tricks=result.tricks - 1) if isinstance(result, PlayedContract) and result.tricks else None


EVENTS = (
    DemoEvent(
        "swiss-pairs", "nsw-swiss-pairs/congress", "Swiss Pairs", 40, "match 5 in play", match_five,
        Faults(correction=0.005, adjusted=0.005, penalty=0.02), part_of_a_match,
    ),
    DemoEvent(
        "open-butler", "anc-2026/open-butler", "Open Butler", 40, "stage 1 closed, stage 2 to start", second_stage,
    ),
    DemoEvent(
        "gnot", "gnot-nsw-2018/gnot", "Grand National Open Teams", 23, "a choice is due", second_choice, teams=True,
    ),
    DemoEvent(
        "state-pairs", "sabf-2020/state-open-pairs", "State Open Pairs", 14, "two of three sessions in", third_session,
        Faults(substitute=0.15, absence=0.05),
    ),
    DemoEvent("open-teams", "club/swiss-teams", "Open Teams", 9, "entries are open", entries_still_open, teams=True),
    DemoEvent(
        "monday-pairs", "club/pairs-night", "Monday Pairs", 16, "over", nothing, congress=CLUB,
        ago=timedelta(days=7), names="swiss-pairs",
    ),
)  # fmt: skip
"""The events of the demo's congress, and what its club played last week."""


def sequel(event: DemoEvent, number: int) -> DemoEvent:
    """The same event held again with a number, with the same players, from its first match.

    >>> [(each.slug, each.title) for each in (sequel(EVENTS[0], 2), sequel(sequel(EVENTS[0], 2), 3))]
    [('swiss-pairs-2', 'Swiss Pairs (2)'), ('swiss-pairs-3', 'Swiss Pairs (3)')]
    """
    first = event.names or event.slug
    title = event.title.rpartition(" (")[0] or event.title
    return replace(
        event, slug=f"{first}-{number}", title=f"{title} ({number})", moment="match 1 in play", until=first_match,
        faults=NO_FAULTS, goes_on=None, names=first,
    )  # fmt: skip


def lines(rehearsal: Rehearsal, now: datetime) -> Iterator[str]:
    """The lines of a rehearsed book, with its times shifted so that it ends just before *now*."""
    shift = (now - datetime.fromisoformat(_last(rehearsal).at)) // STEP * STEP

    def moved(time: str) -> str:
        there = datetime.fromisoformat(time) + shift
        return there.astimezone(now.tzinfo).isoformat(timespec="milliseconds")

    before = ""
    for posting in rehearsal.book.postings():
        act = _at_other_times(posting.act, moved)
        line = write_posting(replace(posting, act=act, by=_author(posting.act), at=moved(posting.at)), before)
        before = line_hash(line)
        yield line


def _last(rehearsal: Rehearsal) -> Posting:
    *_, last = rehearsal.book.postings()
    return last


def _at_other_times(act: Act, moved: Callable[[str], str]) -> Act:
    if not isinstance(act, TimetableSet):
        return act
    return replace(
        act,
        rounds=tuple(
            replace(each, start=moved(each.start), finish=moved(each.finish) if each.finish else "")
            for each in act.rounds
        ),
    )


def _author(act: Act) -> str:
    """The author of an act: a table for its results and calls, the director for the rest."""
    if isinstance(act, ResultPosted | ResultConfirmed | ResultDisputed):
        return at_table(act.table, act.room, act.seat)
    if isinstance(act, DirectorCalled):
        return at_table(act.table, act.room)
    return DIRECTOR
