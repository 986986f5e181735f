"""Events as the core plans them, built from their files for an entry, its choices and its readings.

Building is a pure function of these: the same entry, choices and readings always give the same event.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.fold.tournament import PlanFor
from overtrick.core.event.plan.session_ways import SectionRanking
from overtrick.core.event.plan.stages import (
    Contest,
    Entrants,
    Event,
    FieldNames,
    FieldsMade,
    MustChoose,
    Source,
    Stage,
    StandInRule,
)
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.ranking.additions import AdditionRule
from overtrick.core.ranking.also import AlsoRule
from overtrick.core.ranking.carry_over import NoCarry, StandardCarry
from overtrick.core.ranking.carry_rules import MeetingCarry, OthersCarry
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scales import BandScale, CornerScale, PrintedScale
from overtrick.core.scoring.deductions import DeductionRule, SubstituteGuide
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.scoring.unplayed import ForfeitRule
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.place import NOTHING
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.grammar.stages import StageWords
from overtrick.regulations.plan.conduct import stage_rules
from overtrick.regulations.plan.draws import Shape, play_of, seats_by_attendance, shape_of
from overtrick.regulations.plan.formats import Situation, honours_read, planned_stages, situation
from overtrick.regulations.plan.graph import build_graph
from overtrick.regulations.plan.rules import build_from_words, rule_of
from overtrick.regulations.plan.units import unit_faults
from overtrick.regulations.read.editions import in_force, use_edition

AS_READ: Mapping[str, str] = {}
OUTSIDE = "other events"
"""A placeholder for all events from which contestants drop in, since it is not known which one each came from."""


class StageErrors(RegulationErrors):
    """The faults because of which a *stage* cannot be planned."""

    def __init__(self, faults: Sequence[str], stage: str) -> None:
        super().__init__(faults)
        self.stage = stage


def plan_of(file: EventFile) -> PlanFor:
    """The regulation in an event file, under the edition in force when this is called."""
    edition = in_force()

    @lru_cache(maxsize=64)
    def build(
        entrants: Entrants, choices: frozenset[str], readings: tuple[tuple[str, str], ...]
    ) -> Event | DirectorError:
        with use_edition(edition):
            try:
                return build_event(file, entrants, choices, dict(readings))
            except DirectorError as refusal:  # cached: asked again with every posting while too few have entered
                return refusal

    def plan(entrants: Entrants, choices: frozenset[str], readings: Mapping[str, str]) -> Event:
        made = build(entrants, choices, tuple(sorted(readings.items())))
        if isinstance(made, DirectorError):
            raise made.with_traceback(None)
        return made

    return plan


def build_event(
    file: EventFile, entrants: Entrants, choices: Iterable[str] = (), readings: Mapping[str, str] = AS_READ
) -> Event:
    """An event for an entry, under these choices and readings.

    An entry or a choice that the event does not accept raises a `DirectorError`; a file with counts that do not
    balance, or units that do not match, raises `RegulationErrors`; stored editions are not checked.
    """
    at = situation(file, entrants, choices)
    event = _assemble(file, at, readings)
    if not in_force().kept and (faults := unit_faults(file, at, event)):
        raise RegulationErrors(faults)
    return event


def check_units(file: EventFile) -> None:
    """Refuse a file whose units do not match, for its usual entry and each choice it leaves (`RegulationErrors`)."""
    faults: dict[str, None] = {}
    for choices in (frozenset[str](), *(frozenset({choice.id}) for choice in file.choice)):
        with suppress(DirectorError, RegulationErrors):  # what cannot be planned has no units to check
            at = situation(file, Entrants(file.event.usual), choices)
            faults |= dict.fromkeys(unit_faults(file, at, _assemble(file, at, AS_READ)))
    if faults:
        raise RegulationErrors(list(faults))


def _assemble(file: EventFile, at: Situation, readings: Mapping[str, str]) -> Event:
    """The event as its words describe it, without checking units."""
    if file.graph is not None:
        return build_graph(file, file.graph, at.entrants, readings)
    stages: list[Stage] = []
    shapes: dict[str, Shape] = {}
    for each in planned_stages(file, at, readings):
        try:
            shape = shape_of(each, at.entrants, shapes, file)
            shapes[each.name] = shape
            stages.append(_check_contest(_carrying(_stage(each, shape, file), stages), file.event.contest))
        except RegulationErrors as errors:
            raise StageErrors(errors.faults, each.name) from errors
    event = file.event
    return Event(
        event.id, event.name, event.clause, event.contest, event.entries, tuple(stages), honours_read(file, readings),
        by_stage=event.by_stage, members=event.members, must_choose=_must_choose(file), facts=file.fact,
    )  # fmt: skip


def _check_contest(stage: Stage, contest: Contest) -> Stage:
    """The stage; refused where its way to play is for other contestants than those who enter."""
    alone = contest is Contest.INDIVIDUALS
    if alone and not stage.play.alone:
        raise RegulationErrors(
            [f"{stage.clause.cite}: individuals play sessions by movements for individuals, as “individual Howell”."]
        )
    if stage.play.alone and not alone:
        raise RegulationErrors(
            [f"{stage.clause.cite}: {stage.name} names movements for individuals, and {contest} enter."]
        )
    return stage


def _carrying(stage: Stage, before: Sequence[Stage]) -> Stage:
    """The stage; refused where what is carried has nothing to be added to, or to come from."""
    known = {each.name: each for each in before}
    rules = [rule for source in stage.sources if (rule := stage.brings(source)) is not None]
    outside = stage.dropping_in
    if outside is not None and not isinstance(stage.brings(outside), OthersCarry | NoCarry | None):
        told = f"those from {outside.event} carry nothing, or what the others do"
        raise RegulationErrors([f"{outside.clause.cite}: {stage.name}: {told}; they have no place before it."])
    for rule in rules:
        cite = rule.clause.cite
        if isinstance(rule, MeetingCarry) and not stage.play.must_be_won:
            raise RegulationErrors([f"{cite}: {stage.name} is no knockout, and nothing is carried between opponents."])
        if isinstance(rule, MeetingCarry) and rule.stage and rule.stage not in known:
            raise RegulationErrors([f"{cite}: there is no stage “{rule.stage}” before {stage.name}."])
        if isinstance(rule, OthersCarry) and all(isinstance(other, OthersCarry) for other in rules):
            raise RegulationErrors([f"{cite}: all who come to {stage.name} would carry what the others do."])
        if isinstance(rule, StandardCarry) and _part(stage, known, len(rule.stages)):
            raise RegulationErrors([f"{cite}: standard scores of {len(rule.stages)} stages need one source each."])
    return stage


def _part(stage: Stage, known: Mapping[str, Stage], stages: int) -> bool:
    """Whether those who come to a stage came by different paths through equally many stages."""
    behind = [known[source.stage] for source in stage.sources if source.stage]
    return stages > 1 and any(len(each.sources) > 1 or _part(each, known, stages - 1) for each in behind)


def _must_choose(file: EventFile) -> tuple[MustChoose, ...]:
    """What an official must decide, with the choices that decide it."""
    settled = dict.fromkeys(choice.settles for choice in file.choice if choice.settles)
    groups = {about: [choice for choice in file.choice if choice.settles == about] for about in settled}
    return tuple(
        MustChoose(group[0].clause, about, tuple(choice.id for choice in group)) for about, group in groups.items()
    )


def _stage(words: StageWords, shape: Shape, file: EventFile) -> Stage:
    if words.scoring is None or words.ranking is None or words.play is None:
        lacks = next(key for key in ("scoring", "ranking", "play") if getattr(words, key) is None)
        raise RegulationErrors([f"{words.clause.cite}: {words.name} has no {lacks}."])
    return build_from_words(
        Stage,
        words,
        play=_play(words, shape),
        standings=_ranking(words, words.ranking),
        boards=shape.boards,
        rounds=shape.rounds,
        sessions=shape.sessions,
        lengths=shape.lengths,
        fields=_fields(words, shape),
        sources=_sources(words, shape, file),
        forfeit=_forfeit(words.forfeit, words.scoring, shape) if words.forfeit else None,
        rules=stage_rules(words, file),
        unplayed=tuple(_forfeit(name, words.scoring, shape) for name in words.unplayed),
        stand_ins=_stand_ins(words.stand_ins),
        adds=_adds(words),
        also=_also(words),
    )


def _play(words: StageWords, shape: Shape) -> WayToPlay:
    """How a stage is played; a percentage for a sit-out makes sense only in one session scored in per cent."""
    play, scored = play_of(words).lasting(shape.rounds), rule_of(words.scoring)
    ranked = scored is not None and scored.percent is not None and not words.season
    if play.sits_out_for is not None and not ranked:
        what = "gives per cents for sit-outs, but its sessions are not ranked in per cent"
        raise RegulationErrors([f"{words.clause.cite}: {words.name} {what}."])
    return play


def _adds(words: StageWords) -> tuple[AdditionRule, ...]:
    """The rules that add to the totals of a stage; there are no totals where sides meet head to head."""
    if words.adds and (words.play in ("stanzas", "finals", "tally") or words.season):
        raise RegulationErrors(
            [f"{words.clause.cite}: {words.name} has no totals of matches that a rule could add to."]
        )
    return tuple(name.rule for name in words.adds)


def _also(words: StageWords) -> tuple[AlsoRule, ...]:
    """The further rankings of a stage: those it states, and one for each section where sections are ranked too."""
    if words.also and (words.play in ("stanzas", "finals", "tally") or words.season):
        raise RegulationErrors(
            [f"{words.clause.cite}: {words.name} has no totals of matches that could be ranked again."]
        )
    names = [each.name for each in words.also]
    if len(set(names)) < len(names):
        raise RegulationErrors([f"{words.clause.cite}: {words.name}: two further rankings have one name."])
    sections = words.section if words.ranked is SectionRanking.BOTH else ()
    own = (AlsoRule(words.clause, f"Section {section.name}", section=section.name) for section in sections)
    return (*words.also, *own)


def _ranking(words: StageWords, name: Ref[StandingsRule]) -> StandingsRule:
    """How a stage is ranked; for a draw, as the Swiss that it names says."""
    rule, draw = name.rule, words.draw
    named = draw.play.named if draw is not None else None
    if named is None or rule.draw == named.order:
        return rule
    if rule.draw is not None:
        told = f"{words.name} is drawn by {named.id}, and its ranking has another order for a draw"
        raise RegulationErrors([f"{rule.draw.clause.cite}: {told} than {named.order.clause.cite}."])
    return replace(rule, draw=named.order)


def _stand_ins(name: Ref[DeductionRule] | None) -> StandInRule | None:
    return StandInRule(name.rule, name.scope.find(SubstituteGuide, name, NOTHING)) if name else None


def _fields(words: StageWords, shape: Shape) -> FieldNames:
    if words.ranked is SectionRanking.SECTION:
        lines = ("North-South", "East-West") if len(shape.fields) > len(words.section) else ("",)
        names = tuple(f"{section.name} {line}".rstrip() for section in words.section for line in lines)
        return FieldNames(names, FieldsMade.SECTIONS, sizes=shape.fields)
    if words.fields is None and len(shape.fields) == 2:
        # The movement has two winners: a ranking for each line, of that line's size and with its pairs' numbers.
        return FieldNames(("North-South", "East-West"), FieldsMade.NUMBERED, first=shape.fields[0])
    return words.fields or FieldNames()


def _sources(words: StageWords, shape: Shape, file: EventFile) -> tuple[Source, ...]:
    """Where the contestants of a stage come from; refused where a contestant's source would be ambiguous."""
    stages = [source.stage or OUTSIDE for source in words.source]
    if twice := next((name for name in stages if stages.count(name) > 1), ""):
        raise RegulationErrors([f"{words.clause.cite}: {words.name} has two sources in {twice}; it may have one."])
    if len(stages) > 1 and words.fields is not None and words.fields.made is FieldsMade.KEPT:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} has several sources and keeps no fields."])
    return tuple(
        build_from_words(
            Source, source, each=each, after=after, seats=seats_by_attendance(file) if source.attendance else ()
        )
        for source, (each, after) in zip(words.source, shape.taken, strict=True)
        if each or source.stage
    )


def _forfeit(name: Ref[ForfeitRule], scoring: Ref[Scoring], shape: Shape) -> ForfeitRule:
    """A forfeit rule; a minimum in IMPs is converted by the scale of each length of match."""
    matches = scoring.rule.match.conversions
    found = {
        boards: next((to for span, to in matches if boards in span), None) for boards in {shape.boards, *shape.lengths}
    }
    scales = {boards: to for boards, to in found.items() if isinstance(to, PrintedScale | CornerScale | BandScale)}
    return name.rule.with_scales(scales, shape.boards)
