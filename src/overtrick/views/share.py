"""An event as shown elsewhere: on a card that is shared, in a calendar, and as news.

A card shows only what the standings show. News items say that a round was closed or a stage is final, without scores.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.event.acts import RoundClosed, StageClosed
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import settled_state, told_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.ranking.standings import Standing
from overtrick.core.wording import Said, phrase
from overtrick.views.names import who
from overtrick.views.stage_names import stage_words
from overtrick.views.standings import current


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card: the place, the contestant, and the total in its unit."""

    place: str
    name: str
    total: str
    unit: str


@dataclass(frozen=True, slots=True)
class Card:
    """A shared card: its contestant (empty for the event's own), the stage, its progress, and the lines.

    *of* is the number of contestants that a place is out of.
    """

    of_whom: str
    stage: str
    says: Said
    lines: tuple[CardLine, ...]
    of: int = 0


LEADERS = 3
"""The number of lines on an event's own card."""


def event_card(event: Tournament) -> Card:
    """The event's card: its leaders as in the standings; no lines before anything counts."""
    state = current(event)
    if state is None:
        return Card("", "", phrase("{entries:#entry/entries}", entries=len(event.entries)), ())
    after = settled_state(state)
    rows = after.standings(after.fields[0].name).rows if after.last_round and not state.plan.play.knockout else ()
    lines = tuple(_line(event, state.unit.many, row) for row in rows[:LEADERS] if row.placed)
    return Card("", state.plan.name, _says(state), lines)


def contestant_card(event: Tournament, name: str) -> Card | None:
    """A contestant's card: its place and total in the last stage it plays in, if it has any yet."""
    states = [state for state in event.stages.values() if name in state.contestants]
    if name not in event.entries:
        return None
    if not states:
        return Card(who(event, name).called, "", phrase("entered"), ())
    state = states[-1]
    after = settled_state(state)
    called = who(event, name).called
    if state.plan.play.knockout or not after.last_round:
        return Card(called, state.plan.name, _says(state), ())
    table = after.standings(after.field_of(name))
    row = next((each for each in table.rows if each.contestant == name), None)
    lines = (_line(event, state.unit.many, row),) if row is not None and row.placed else ()
    return Card(called, state.plan.name, _says(state), lines, len(table.rows))


def _line(event: Tournament, unit: str, row: Standing) -> CardLine:
    return CardLine(row.place_text, who(event, row.contestant).called, row.total.unit.number(row.total.value), unit)


def _says(state: StageState) -> Said:
    """The progress of a stage: final, or after which match."""
    return phrase("final") if state.closed else told_after(state) or phrase("in progress")


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """A round in a calendar: its start and end where known, in ISO 8601 in the venue's time."""

    called: Said
    stage: str
    round: int
    begins: str
    ends: str


def times_of(event: Tournament) -> tuple[RoundTimes, ...]:
    """Every round whose start is set or has happened, in order."""
    kept, found = event.conducted, []
    for stage, number in {*kept.scheduled, *kept.started}:
        begins = kept.start(stage, number)
        state = event.stages.get(stage)
        ends = kept.finish(state.plan, number) if state is not None and number in state.rounds else None
        planned = kept.scheduled.get((stage, number))
        if ends is None and planned is not None and planned.finish:
            ends = kept.local(planned.finish)
        if begins is not None:
            zoned = [when.replace(tzinfo=kept.zone).isoformat() if when else "" for when in (begins, ends)]
            called = phrase("{stage}, round {round}", stage=stage_words(event, stage), round=number)
            found.append(RoundTimes(called, stage, number, *zoned))
    return tuple(sorted(found, key=lambda each: (each.begins, each.stage, each.round)))


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened in an event: what, in which stage, by which posting and when."""

    says: Said
    stage: Said
    posting: int
    at: str


MOST_NEWS = 20
"""The number of news items of an event; it lists the latest."""


def news_of(event: Tournament) -> tuple[News, ...]:
    """Rounds that were closed and stages that are final, the latest first, without what was undone."""
    return tuple(list(_news(event))[: -MOST_NEWS - 1 : -1])


def _news(event: Tournament) -> Iterator[News]:
    for each in event.postings():
        if each.number in event.undone or each.number in event.aside:
            continue
        if isinstance(each.act, RoundClosed):
            stage = stage_words(event, each.act.stage)
            yield News(phrase("round {round} is closed", round=each.act.round), stage, each.number, each.at)
        elif isinstance(each.act, StageClosed):
            yield News(phrase("results are final"), stage_words(event, each.act.stage), each.number, each.at)
