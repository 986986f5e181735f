"""Events as the core plans them, built from their files for an entry, its choices and its readings.

Building is a pure function of these: the same entry, choices and readings always give the same event.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TypeAlias

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan import (
    Entrants,
    Event,
    FieldNames,
    Honours,
    MembersRule,
    MustChoose,
    Source,
    Stage,
    StandInRule,
)
from overtrick.core.event.tournament import PlanFor
from overtrick.core.ranking.carry_over import CarryOverRule
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.scoring.unplayed import ForfeitRule
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.words import changed
from overtrick.regulations.plan.conduct import stage_rules
from overtrick.regulations.plan.draws import Shape, play_of, seats_by_attendance, shape_of
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.formats import PlannedStage, Situation, honours_read, planned, situation
from overtrick.regulations.plan.graph import build_graph
from overtrick.regulations.plan.units import unit_faults
from overtrick.regulations.read import references as refer
from overtrick.regulations.read.build import build_forfeit
from overtrick.regulations.read.editions import in_force, under
from overtrick.regulations.read.library import Rulebook

Below: TypeAlias = Mapping[tuple[str, ...], object]
"""Keys of a rule that another reading sets otherwise."""

AS_READ: Mapping[str, str] = {}


def plan_for(name: str) -> PlanFor:
    """The regulation of an event by its id, its name or the path of its file.

    >>> event = plan_for("nsw-swiss-pairs/congress")(Entrants(24), frozenset(), {})
    >>> [(stage.name, stage.rounds, stage.boards) for stage in event.stages]
    [('Swiss', 7, 8)]
    """
    return plan_of(find_event(name))


def plan_of(file: EventFile) -> PlanFor:
    """The regulation in an event file, by the edition in force now, whichever is when it is asked."""
    edition = in_force()

    @lru_cache(maxsize=64)
    def build(entrants: Entrants, choices: frozenset[str], readings: tuple[tuple[str, str], ...]) -> Event:
        with under(edition):
            return build_event(file, entrants, choices, dict(readings))

    def plan(entrants: Entrants, choices: frozenset[str], readings: Mapping[str, str]) -> Event:
        return build(entrants, choices, tuple(sorted(readings.items())))

    return plan


def build_event(
    file: EventFile, entrants: Entrants, choices: Iterable[str] = (), readings: Mapping[str, str] = AS_READ
) -> Event:
    """An event for an entry, under these choices and readings.

    An entry or a choice the event does not take is refused in words (`DirectorError`); a file whose counts
    do not balance, or whose units do not meet, is faulty (`RegulationErrors`); those of a kept
    edition are as they are.
    """
    at = situation(file, entrants, choices)
    event = _assembled(file, at, readings)
    if not in_force().kept and (faults := unit_faults(file, at, event)):
        raise RegulationErrors(faults)
    return event


def check_units(file: EventFile) -> None:
    """Refuse a file whose units do not meet, for its usual entry and each choice it leaves (`RegulationErrors`)."""
    faults: dict[str, None] = {}
    for choices in (frozenset[str](), *(frozenset({choice.id}) for choice in file.choice)):
        with suppress(DirectorError, RegulationErrors):  # what cannot be planned has nothing to add up
            at = situation(file, Entrants(file.event.usual), choices)
            faults |= dict.fromkeys(unit_faults(file, at, _assembled(file, at, AS_READ)))
    if faults:
        raise RegulationErrors(list(faults))


def _assembled(file: EventFile, at: Situation, readings: Mapping[str, str]) -> Event:
    """The event as its words have it, whatever its numbers count."""
    if file.graph is not None:
        return build_graph(file, file.graph, at.entrants, readings)
    stages: list[Stage] = []
    shapes: dict[str, Shape] = {}
    for each in planned(file, at, readings):
        shape = shape_of(each, at.entrants, shapes, file)
        shapes[each.words.name] = shape
        stages.append(_stage(each, shape, file))
    event = file.event
    return Event(
        event.id, event.name, event.cited, event.contest, event.entries, tuple(stages), _honours(file, readings),
        by_stage=event.by_stage, members=_members(file), must_choose=_must_choose(file),
    )  # fmt: skip


def _members(file: EventFile) -> MembersRule | None:
    words = file.event.members
    if words is None:
        return None
    named = (words.added, words.finals, words.qualifying, words.throughout)
    added, finals, qualifying, throughout = (refer.least_play(name, file.folder) if name else None for name in named)
    team = refer.finals_team(words.finals_team, file.folder) if words.finals_team else None
    return MembersRule(words.cited, words.size, added, finals, qualifying, throughout, team)


def _must_choose(file: EventFile) -> tuple[MustChoose, ...]:
    """What an official must settle, with the choices that settle it."""
    settled = dict.fromkeys(choice.settles for choice in file.choice if choice.settles)
    groups = {about: [choice for choice in file.choice if choice.settles == about] for about in settled}
    return tuple(
        MustChoose(group[0].cited, about, tuple(choice.id for choice in group)) for about, group in groups.items()
    )


def _stage(each: PlannedStage, shape: Shape, file: EventFile) -> Stage:
    words, folder, book = each.words, file.folder, refer.book_of(file)
    for key in ("scoring", "ranking", "play"):
        if getattr(words, key) is None:
            raise RegulationErrors([f"{words.clause}: {words.name} has no {key}."])
    scoring = scoring_of(words.scoring or "", each.below("scoring"), book)
    bye = book.bye(words.bye) if words.bye else None
    return Stage(
        words.name,
        words.cited,
        play_of(each, shape, file),
        scoring,
        standings_of(words.ranking or "", folder, each.below("ranking")),
        shape.boards,
        shape.rounds,
        shape.sessions,
        _fields(each),
        _source(each, shape, file),
        carry_of(words.carry, folder, each.below("carry")) if words.carry else None,
        bye,
        forfeit_of(words.forfeit, words.scoring or "", shape, book, each.below("forfeit")) if words.forfeit else None,
        refer.qualify_rule(words.qualify, folder) if words.qualify else None,
        stage_rules(words, file),
        shape.lengths,
        tuple(forfeit_of(name, words.scoring or "", shape, book, {}) for name in words.unplayed),
        StandInRule(book.deduction(words.stand_ins), book.substitute_guide(words.stand_ins))
        if words.stand_ins
        else None,
        refer.season_rule(words.season, folder, each.below("season")) if words.season else None,
        refer.placing_rule(words.placing, folder),
        book.non_contending(words.opposed) if words.opposed else None,
        book.pool(words.pool) if words.pool else None,
        words.home,
        refer.significant_rule(words.significant, folder) if words.significant else None,
        book.least_compared(words.compared) if words.compared else None,
    )


def _fields(each: PlannedStage) -> FieldNames:
    fields = each.words.fields
    return FieldNames() if fields is None else FieldNames(fields.names, fields.made, fields.cited)


def _source(each: PlannedStage, shape: Shape, file: EventFile) -> Source | None:
    source = each.words.source
    if source is None:
        return None
    seats = seats_by_attendance(file) if source.attendance else ()
    return Source(source.stage, shape.each, source.cited, source.contending, seats)


def scoring_of(name: str, below: Below, book: Rulebook) -> Scoring:
    """A way of scoring, as another reading has it where *below* says so."""
    words = book.scoring_words(name)
    for path, value in below.items():
        if path[0] != "rule" or len(path) == 1:
            words = changed(words, path, value)
    for path, value in below.items():
        if path[0] == "rule" and len(path) > 1:
            book = book.with_board_rule(changed(book.board_rule(words), path[1:], value))
    return book.scoring_of(words)


def standings_of(reference: str, folder: str, below: Below) -> StandingsRule:
    """A ranking, as another reading has it where *below* says so."""
    words, chains = refer.standings_words(reference, folder)
    for path, value in below.items():
        words = changed(words, path, value)
    return words.rule({name: chain.rule() for name, chain in chains.items()})


def carry_of(reference: str, folder: str, below: Below) -> CarryOverRule:
    """A carry-over, as another reading has it where *below* says so."""
    words = refer.carry_words(reference, folder)
    for path, value in below.items():
        words = changed(words, path, value)
    return words.rule()


def forfeit_of(name: str, scoring: str, shape: Shape, book: Rulebook, below: Below) -> ForfeitRule:
    """A forfeit rule, as another reading has it; a floor in IMPs is read on the scale of each length of match."""
    words = book.scoring_words(scoring)
    named = {
        boards: next((match.scale for match in words.match if boards in match.boards), None)
        for boards in {shape.boards, *shape.lengths}
    }
    forfeit = refer.named(book.forfeits, name, "forfeit")
    for path, value in below.items():
        forfeit = changed(forfeit, path, value)
    return build_forfeit(forfeit, {boards: book.scale(scale) for boards, scale in named.items() if scale}, shape.boards)


def _honours(file: EventFile, readings: Mapping[str, str]) -> Honours:
    words, folder = honours_read(file, readings), file.folder
    return Honours(
        tuple(refer.award_rule(name, folder) for name in words.awards),
        tuple(refer.member_award_rule(name, folder) for name in words.members),
        refer.category_rule(words.categories, folder) if words.categories else None,
        refer.qualify_rule(words.team, folder) if words.team else None,
        refer.house_pair_rule(folder) if words.house_pair else None,
    )
