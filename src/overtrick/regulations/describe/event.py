"""The conditions of contest of an event in plain English, for one entry, with their citations."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from textwrap import wrap
from typing import assert_never

from overtrick.core.draws.rules import First, Odd, Rematch, plan_modified
from overtrick.core.event.drafting import robins_of
from overtrick.core.event.graph_plan import DropInPlay, KnockoutPlay
from overtrick.core.event.plan import (
    Entrants,
    Event,
    FieldsMade,
    FinalsPlay,
    RobinPlay,
    SessionPlay,
    Stage,
    StanzaPlay,
    SwissPlay,
    TallyPlay,
    TwoFieldForm,
    TwoFieldPlay,
)
from overtrick.core.exact import exact_text
from overtrick.core.provenance import Clause
from overtrick.core.wording import count_of
from overtrick.regulations.describe import rules
from overtrick.regulations.describe import season as seasons
from overtrick.regulations.describe.conduct import conduct_lines, play_lines, player_lines
from overtrick.regulations.describe.finals import (
    finals_length,
    finals_lines,
    stand_in_line,
    stanza_lines,
    tally_lines,
    team_lines,
    unplayed_lines,
)
from overtrick.regulations.describe.graph import graph_sections
from overtrick.regulations.describe.lengths import length_text
from overtrick.regulations.describe.rules import cited, listed
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.draws import Shape, shape_of
from overtrick.regulations.plan.events import AS_READ, build_event
from overtrick.regulations.plan.formats import PlannedStage, Situation, planned, situation
from overtrick.regulations.plan.rules import rule_of
from overtrick.regulations.read.documents import said_of
from overtrick.regulations.read.library import edition_said, library

WIDTH = 100
FIRST = {
    First.LOT: "by lot",
    First.HALVES: "with the upper half of the seeds against the lower",
    First.QUARTERS: "with the outer quarters of the seeds against the inner, by lot",
    First.SEEDED: "by seeds, neighbours together",
}
Section = tuple[str, list[str]]


def describe_event(
    file: EventFile, entrants: Entrants, choices: Iterable[str] = (), readings: Mapping[str, str] = AS_READ
) -> Iterator[str]:
    """The conditions of contest for an entry, line by line, ready to print."""
    chosen = frozenset(choices)
    at = situation(file, entrants, chosen)
    event = build_event(file, entrants, chosen, readings)
    yield event.name
    yield f"Conditions of contest for {_entry(file, entrants)}"
    if edition := edition_said(file.cites):
        yield edition
    for choice in file.choice:
        if choice.id in chosen:
            yield cited(f"{choice.by} has chosen: {choice.id}", choice.clause)
    number = 0
    for title, sentences in _sections(file, event, at, readings):
        if sentences:
            number += 1
            yield ""
            yield f"{number}. {title}"
            for place, sentence in enumerate(sentences, start=1):
                yield from _paragraph(f"{number}.{place}", sentence)
    yield from _silences(file, event, at, readings)


def _entry(file: EventFile, entrants: Entrants) -> str:
    house = {0: "", 1: f" and a house {_one(file)}"}.get(
        entrants.house, f" and {entrants.house} house {file.event.contest}"
    )
    contending = "" if entrants.contending is None else f", {entrants.contend} of them contending"
    return f"{entrants.entered} {file.event.contest}{house}{contending}"


def _one(file: EventFile) -> str:
    return str(file.event.contest).removesuffix("s")


def _paragraph(number: str, sentence: str) -> Iterator[str]:
    indent = " " * 8
    first = f"   {number}".ljust(8)
    yield from wrap(sentence, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)


def _sections(file: EventFile, event: Event, at: Situation, readings: Mapping[str, str]) -> Iterator[Section]:
    yield "The event", list(_about(file, event, at))
    if file.graph is not None:
        yield from graph_sections(file, event)
    shapes: dict[str, Shape] = {}
    for each, stage in zip(planned(file, at, readings), event.stages if file.graph is None else (), strict=True):
        shapes[stage.name] = shape_of(each, at.entrants, shapes, file)
        yield f"{stage.name}", list(_stage(each, stage, shapes[stage.name], event, file))
        yield (
            f"{stage.name}: time, penalties and players",
            [
                *conduct_lines(each.words.conduct, file.folder),
                *player_lines(each.words.players, file.folder),
                *play_lines(f"{event.id}/{stage.name}", said_of(Eligibilities, file.folder)),
            ],
        )
    yield "Who may play", list(player_lines(file.players, file.folder))
    yield "Corrections, reviews and conduct", list(conduct_lines(file.conduct, file.folder))
    yield "Honours", list(_honours(event))
    yield (
        "What may be chosen",
        [
            cited(f"{each.by} {'chooses' if each.settles else 'may choose'} “{each.id}”: {each.says}", each.clause)
            for each in file.choice
        ],
    )


def _about(file: EventFile, event: Event, at: Situation) -> Iterator[str]:
    yield cited(file.event.says or f"A contest of {event.contest}", event.clause)
    stages = [stage.name for stage in event.stages]
    if len(stages) > 1:
        yield f"It is played in {len(stages)} stages: {listed(stages)}."
    yield f"It takes {event.entries} {event.contest}."
    if file.event.even is not None:
        yield cited("only an even number may enter", file.event.even)
    yield from team_lines(event)
    if at.gap is not None:
        yield cited(f"{at.gap.says}; it is played by {at.gap.proposes}", at.gap.clause)
    for row in at.rows:
        yield cited(f"the format is that for {row.entries} {file.event.contest}", row.clause)


def _stage(each: PlannedStage, stage: Stage, shape: Shape, event: Event, file: EventFile) -> Iterator[str]:
    if each.words.says:
        yield cited(each.words.says, stage.clause)
    yield from _contestants(stage, shape, event)
    if isinstance(stage.play, TallyPlay):
        yield from tally_lines(stage.play)
        yield from rules.ranking_lines(stage.standings, drawn=False)
        return
    yield _length(each, stage)
    yield from _draw(each, stage, shape)
    yield from rules.scoring_lines(stage.scoring, _tables(stage, shape), stage.boards)
    if stage.season is not None:
        yield from seasons.season_lines(stage.season, stage.standings.prize.clause)
    else:
        yield from rules.ranking_lines(stage.standings, drawn=isinstance(stage.play, SwissPlay))
    yield from seasons.pairs_lines(stage)
    if each.words.significant:
        significant = rule_of(file, each.words.significant)
        places = listed([str(cut) for cut in significant.cuts])
        yield cited(f"a tie that reaches across place {places} is broken", significant.clause)
    if stage.home is not None:
        yield cited("a lot makes one team of each match the home team, who sits first", stage.home)
    if stage.bye is not None:
        yield rules.bye_line(stage.bye)
    if stage.forfeit is not None:
        yield rules.forfeit_line(stage.forfeit)
    if stage.compared is not None:
        yield rules.compared_line(stage.compared, stage.forfeit)
    yield from unplayed_lines(stage.unplayed)
    if stage.stand_ins is not None:
        yield stand_in_line(stage.stand_ins)


def _contestants(stage: Stage, shape: Shape, event: Event) -> Iterator[str]:
    fields_ = len(stage.fields.names)
    if stage.source is not None:
        source = stage.source
        before = event.stage(source.stage)
        several = len(before.fields.names) if before is not None else 1
        of = f"of each field of {source.stage}, {shape.size} in all," if several > 1 else f"of {source.stage}"
        if source.seats:
            yield seasons.seats_line(source)
        else:
            yield cited(f"the first {source.each} {of} go on to it", source.clause)
        if stage.qualify is not None:
            yield from rules.qualify_lines(stage.qualify)
    if fields_ > 1:
        made = {
            FieldsMade.SEEDED: "seeded into two fields",
            FieldsMade.KEPT: "stay in the field they came from",
            FieldsMade.LOT: "put into two fields by lot",
        }[stage.fields.made]
        verb = "" if stage.fields.made is FieldsMade.KEPT else "are "
        names = " and ".join(stage.fields.names)
        sizes = listed([str(size) for size in shape.fields])
        yield cited(f"the {event.contest} {verb}{made}, {names}, of {sizes}", stage.fields.clause)
    if stage.carry is not None:
        yield rules.carry_line(stage.carry)


def _length(each: PlannedStage, stage: Stage) -> str:
    match stage.play:
        case StanzaPlay(stanzas):
            return cited(
                f"one match of {stanzas * stage.boards} boards in {stanzas} stanzas of {stage.boards}", stage.clause
            )
        case FinalsPlay() as play:
            return finals_length(play, stage)
        case SessionPlay():
            return cited(length_text(stage), each.words.draw.clause if each.words.draw else stage.clause)
        case _:
            what = length_text(stage)
            if stage.lengths:
                what += f" ({stage.lengths[0]} in the first session)"
    if len(stage.sessions) == 1 or set(stage.sessions) == {1}:
        return cited(what, stage.clause)
    if len(set(stage.sessions)) == 1:
        return cited(f"{what}, {stage.sessions[0]} in each of {len(stage.sessions)} sessions", stage.clause)
    return cited(f"{what}, in sessions of {listed([str(part) for part in stage.sessions])}", stage.clause)


def _draw(each: PlannedStage, stage: Stage, shape: Shape) -> Iterator[str]:
    draw = each.words.draw
    clause = draw.clause if draw else stage.clause
    if draw is not None and draw.says:
        yield cited(draw.says, clause)
    match stage.play:
        case SwissPlay() as play:
            yield from _swiss(play, stage, shape)
        case RobinPlay() as play:
            yield from _robin(play, stage, shape, clause)
        case TwoFieldPlay(form):
            yield cited(_two_fields(form), clause)
        case SessionPlay() as play:
            movement = _a(str(play.movement(shape.tables).form))
            yield cited(f"with {count_of(shape.tables, 'table')} the movement is {movement}", clause)
        case StanzaPlay() as play:
            yield from stanza_lines(play)
        case FinalsPlay() as play:
            yield from finals_lines(play, stage)
        case TallyPlay():
            pass
        case KnockoutPlay() | DropInPlay():
            pass
        case _:
            assert_never(stage.play)


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _swiss(play: SwissPlay, stage: Stage, shape: Shape) -> Iterator[str]:
    rule = play.rule
    rematch = {
        Rematch.NEVER: "nobody meets twice",
        Rematch.FEWEST: "nobody meets twice, unless no draw can be had without, and then as few as possible do",
    }[rule.rematch]
    yield cited(
        f"the first round is drawn {FIRST[rule.first]}; in each later one, from the top, each meets the highest below "
        f"it that it has not met, as long as all others can be drawn; {rematch}",
        rule.clause,
    )
    odd = {
        Odd.HOUSE: "an odd field is made even by a house entrant",
        Odd.BYE: "in an odd field the lowest that has not had one has a bye",
        Odd.SHARE: "in an odd field three play a match together",
    }[rule.odd]
    yield cited(odd, rule.clause)
    if play.modified is not None:
        modified = plan_modified(stage.rounds, shape.size, play.modified)
        if modified.triggered:
            replay = modified.replay
            yield cited(
                f"with fewer entrants than twice the rounds, opponents of rounds 1 to {replay.replay_through} may be "
                f"met again after round {replay.plain_through}",
                play.modified,
            )


def _robin(play: RobinPlay, stage: Stage, shape: Shape, clause: Clause) -> Iterator[str]:
    robins = robins_of(play, stage.boards, shape.size)
    times = {1: "once", 2: "twice", 3: "three times"}.get(len(robins), f"{len(robins)} times")
    printed = any(shape.size in each.sizes for each in play.printed)
    yield cited(f"everybody meets everybody {times}, {shape.size} in all", clause if printed else stage.clause)
    final = next(
        (f for f in play.finals if f.boards == stage.boards and shape.size in (2 * f.tables, 2 * f.tables - 1)), None
    )
    if final is not None:
        yield cited("seats are switched within each match so that every two are compared evenly", final.clause)
    if any(robin.by_placing for robin in robins):
        yield cited("the last round robin is drawn by the places before it, which nothing later changes", clause)
    if play.bye_moved is not None and shape.size == play.bye_moved.contestants:
        numbers = listed([str(number) for number in play.bye_moved.leaders], "or")
        yield cited(
            f"if number {numbers} leads before it, the best placed of the others has its bye first",
            play.bye_moved.clause,
        )
    if play.byes_spread is not None and shape.size == play.byes_spread.contestants:
        yield cited(
            "its rounds are played in an order in which nobody sits out twice in a day", play.byes_spread.clause
        )
    if play.by_lot is not None:
        yield cited("numbers go by lot", play.by_lot)


def _two_fields(form: TwoFieldForm) -> str:
    return {
        TwoFieldForm.ROTATING: "all tables play the same boards; round by round each pair meets the next of the others",
        TwoFieldForm.PLANNED: "a Mitchell in which nobody is met again before everybody has been met",
        TwoFieldForm.SECTIONS: "a Mitchell in sections: in each session a section meets another, until all have met",
    }[form]


def _tables(stage: Stage, shape: Shape) -> int:
    return shape.tables if len(stage.fields.names) > 1 else (shape.size + 1) // 2


def _honours(event: Event) -> Iterator[str]:
    honours = event.honours
    for award in honours.awards:
        if award.amounts:
            amounts = listed([exact_text(amount) for amount in award.amounts])
            yield cited(f"the first {len(award.amounts)} eligible receive {amounts} {award.unit.many}", award.clause)
        if award.shared is not None:
            yield cited("those who tie share what the places they fill are worth", award.shared)
        if award.barred is not None and not award.amounts:
            yield cited("a house pair wins no prize, and the next takes its place", award.barred)
    for member in honours.members:
        yield cited(
            f"each eligible member receives {exact_text(member.base)} {member.unit.many}, and in the Final "
            f"{exact_text(member.winner)} more as a winner or {exact_text(member.runner_up)} as a runner-up",
            member.final,
        )
        needs = f"{member.matches} matches, and {member.stanzas} stanzas of the Final if the team is in it"
        yield cited(f"for that a member plays {needs}", member.needs)
    if honours.categories is not None:
        yield cited(f"there are places in {listed(list(honours.categories.categories))}", honours.categories.clause)
    if honours.team is not None:
        yield cited(f"the first {honours.team.places} make the team", honours.team.clause)
        yield from rules.qualify_lines(honours.team)


def _silences(file: EventFile, event: Event, at: Situation, chosen: Mapping[str, str]) -> Iterator[str]:
    """The readings the event rests on, each with the way it goes and the ways it could go."""
    rests_on = _readings((event, at.rows, at.gap)) | {(file.cites, each.id) for each in file.reading}
    used = [
        (document, reading)
        for document, known in library().readings.items()
        for reading in known.values()
        if (document, reading.id) in rests_on
    ]
    if not used:
        return
    yield ""
    yield "Where the text is silent or contradicts itself"
    ways = {name.removeprefix(f"{file.cites} "): way for name, way in chosen.items() if way != "default"}
    settable = {each.id: [way.way for way in each.other] for each in file.reading if each.other}
    for document, reading in used:
        own = document == file.cites
        text = f"{reading.matter} We read: {reading.we}"
        if own and reading.id in ways:
            text = f"{reading.matter} For this event it is chosen: {ways[reading.id]}."
        elif own and reading.id in settable:
            text += f" It may be chosen otherwise: {listed(settable[reading.id], 'or')}."
        name = reading.id if own else f"{document} {reading.id}"
        yield from wrap(
            " ".join(text.split()),
            WIDTH,
            initial_indent=f"   {name}".ljust(8) + " ",
            subsequent_indent=" " * 9,
            break_on_hyphens=False,
        )


def _readings(value: object) -> set[tuple[str, str]]:
    """The readings that anything in a plan relies on, each with its document."""
    if isinstance(value, Clause):
        return {(value.document, reading) for reading in value.readings}
    if is_dataclass(value) and not isinstance(value, type | Enum):
        return set().union(*(_readings(getattr(value, field.name)) for field in fields(value)), set())
    if isinstance(value, tuple):
        return set().union(*(_readings(part) for part in value), set())
    return set()
