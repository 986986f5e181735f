"""Finds defects that show when events are set up: counts that do not balance, silences, rules that disagree."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from overtrick.core.by_entry import FormatTable
from overtrick.core.conduct.participation import least_play
from overtrick.core.conduct.timetable import Slots, event_dates
from overtrick.core.draws.rules import Odd
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan import Entrants, Event, RobinPlay, Stage, SwissPlay, TwoFieldPlay
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Ends
from overtrick.core.scoring.caps import CapRule
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event import EventFile, Silence
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.grammar.stages import StageKeys
from overtrick.regulations.lint.graph import lint_graph
from overtrick.regulations.lint.lengths import lint_lengths
from overtrick.regulations.lint.rules import Finding
from overtrick.regulations.plan.draws import Shape, shape_of
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.plan.formats import PlannedStage, planned, situation
from overtrick.regulations.plan.rules import rule_of
from overtrick.regulations.read.documents import said_of
from overtrick.regulations.read.library import Rulebook, library

STEP = 7
"""Every so many entries are tried where the range is long, and the first and last dozen one by one."""


def lint_events(book: Rulebook) -> list[Finding]:
    """Every finding in the events that ship, each once."""
    findings: list[Finding] = []
    for file in event_files().values():
        findings += lint_event(file, book)
    for folder in book.documents:
        findings += [*_dates(folder), *_substitutes(folder), *_least_play(folder)]
    findings += [*_limits(book), *_awards(book)]
    return list(dict.fromkeys(findings))


def lint_event(file: EventFile, book: Rulebook) -> list[Finding]:
    """Every finding in one event, over the entries it takes and the choices it leaves."""
    findings = [*_citations(file, book), *_gaps(file), *lint_lengths(file)]
    if file.graph is not None:
        return list(dict.fromkeys([*findings, *lint_graph(file, file.graph)]))
    for entered in sizes(file):
        for choices in (frozenset[str](), *(frozenset({choice.id}) for choice in file.choice)):
            findings += _planned(file, Entrants(entered), choices)
    return list(dict.fromkeys(findings))


def sizes(file: EventFile) -> list[int]:
    """The entries to try: all near the ends of the range, some in between."""
    least, most = file.event.entries.least, file.event.entries.most or file.event.entries.least
    near = [size for size in range(least, most + 1) if size - least < 12 or most - size < 12]
    return sorted(size for size in {*near, *range(least, most + 1, STEP), file.event.usual} if file.event.takes(size))


def _planned(file: EventFile, entrants: Entrants, choices: frozenset[str]) -> Iterator[Finding]:
    cite = file.event.clause.cite
    try:
        at = situation(file, entrants, choices)
        stages = planned(file, at, {})
        event = build_event(file, entrants, choices)
    except RegulationErrors as errors:
        yield from (Finding(cite, fault.removeprefix(f"{cite}: ")) for fault in errors.faults)
        return
    except DirectorError as error:
        if not choices:
            yield Finding(cite, f"{entrants.entered} {file.event.contest} cannot be planned: {error}")
        return
    shapes: dict[str, Shape] = {}
    for each, stage in zip(stages, event.stages, strict=True):
        shapes[stage.name] = shape_of(each, entrants, shapes, file)
        yield from _balance(each, stage, shapes[stage.name], file)
        yield from _silent(file, event, stage, shapes[stage.name])


def _balance(each: PlannedStage, stage: Stage, shape: Shape, file: EventFile) -> Iterator[Finding]:
    """What a stage says of its length is what its draw takes, and its starting times have room for it."""
    said, draw = each.words.matches, each.words.draw
    if isinstance(stage.play, TwoFieldPlay) and said is None and draw is not None and draw.session_boards is not None:
        what = f"{stage.name} of the {file.event.name} does not say how many matches of how many boards"
        yield Finding(stage.clause.cite, what, " ".join(draw.clause.readings))
    if isinstance(stage.play, RobinPlay) and isinstance(said, int) and said != stage.rounds:
        what = f"{stage.name} is to have {said} matches; a round robin of {shape.size} has {stage.rounds}"
        yield Finding(stage.clause.cite, what, " ".join(stage.clause.readings))
    words = next(words for words in file.stage if words.name == stage.name and words.scoring is not None)
    for keys, readings in ((words, ""), (each.words, " ".join(each.words.clause.readings))):
        room = _room(keys, file)
        if room is not None and room.count < stage.rounds:
            known = readings or " ".join(
                reading for instead in words.instead for reading in instead.clause.readings if instead.conduct.slots
            )
            what = f"{stage.name} with {shape.size} has {stage.rounds} rounds; there are {room.count} starting times"
            yield Finding(room.clause.cite, what, known)


def _room(words: StageKeys, file: EventFile) -> Slots | None:
    conduct = said_of(Conduct, file.folder)
    return conduct.slots.get(words.conduct.slots or "") if conduct else None


def _silent(file: EventFile, event: Event, stage: Stage, shape: Shape) -> Iterator[Finding]:
    """Silence where play needs an answer."""
    odd_robin = isinstance(stage.play, RobinPlay) and shape.size % 2 == 1
    odd_swiss = isinstance(stage.play, SwissPlay) and stage.play.rule.odd is Odd.BYE
    if (odd_robin or odd_swiss) and stage.bye is None:
        yield _silence(file, stage.clause, f"{stage.name} has byes in an odd field and no score for them", "byes")
    if stage.forfeit is None and stage.source is None and stage.season is None:
        yield _silence(file, event.clause, f"{event.name} does not say what a forfeited match is worth", "forfeits")
    ends = stage.season.ties.ends if stage.season is not None else stage.standings.prize.ends
    if _goes_on(event, stage) and ends is Ends.TIED:
        yield _silence(file, stage.clause, f"{stage.name} leaves ties at its cut unbroken", "ties")
    if isinstance(stage.play, SwissPlay) and stage.standings.draw is None:
        yield _silence(file, stage.clause, f"{stage.name} is drawn from standings with no order for a draw", "ties")


def _goes_on(event: Event, stage: Stage) -> bool:
    return any(each.source is not None and each.source.stage == stage.name for each in event.stages)


def _silence(file: EventFile, clause: Clause, what: str, about: Silence) -> Finding:
    covered = " ".join(reading.id for reading in file.reading if about in reading.covers)
    return Finding(clause.cite, what, covered)


def _gaps(file: EventFile) -> Iterator[Finding]:
    """Entries for which the tables of formats have nothing."""
    for used in file.format:
        table = rule_of(file, used.table)
        tables = [table]
        if used.then is not None:
            tables += [rule_of(file, Ref.to(used.table.kind, str(row.cells[used.then]))) for row in table.rows]
        for each in tables:
            yield from _table_gaps(each, file)


def _table_gaps(table: FormatTable, file: EventFile) -> Iterator[Finding]:
    for row in table.rows:
        if any(isinstance(cell, tuple) and 0 in cell for cell in row.cells.values()):
            yield _silence(file, row.clause, f"the format for {row.entries} leaves a day without play", "lengths")
    for gap in table.gaps:
        yield Finding(gap.clause.cite, f"{gap.entries} {table.counts}: {gap.says}", " ".join(gap.clause.readings))
    rows = sorted(table.rows, key=lambda row: row.entries.least)
    for low, high in pairwise(rows):
        if low.entries.most is None or high.entries.least != low.entries.most + 1:
            what = f"the rows for {low.entries} and {high.entries} {table.counts} do not follow on"
            yield Finding(table.clause.cite, what)


def _citations(file: EventFile, book: Rulebook) -> Iterator[Finding]:
    """Every clause and reading an event cites is one its document has."""
    cites = [(file.event.name, file.event.clause)]
    cites += [(choice.id, choice.clause) for choice in file.choice]
    for stage in file.stage:
        cites.append((stage.name, stage.clause))
        cites += [(stage.name, instead.clause) for instead in stage.instead]
        keys: list[StageKeys] = [stage, *stage.instead]
        parts = [part for words in keys for part in (words.draw, words.source, words.fields)]
        cites += [(stage.name, part.clause) for part in parts if part is not None]
    for name, clause in cites:
        if clause.document not in book.clauses:
            continue
        if clause.number not in book.clauses[clause.document]:
            yield Finding(clause.cite, f"{name} of {file.event.name} cites it, but it is not in the rulebook")
        for reading in clause.readings:
            if reading not in book.readings[clause.document]:
                yield Finding(clause.cite, f"{name} of {file.event.name} relies on {reading}, which is not there")


def _dates(folder: str) -> Iterator[Finding]:
    """The date a clause prints is the day the timetable has."""
    conduct = said_of(Conduct, folder)
    if conduct is None or conduct.first_day is None:
        return
    for dated in event_dates(conduct.timetable, conduct.first_day):
        row = dated.row
        if dated.conflict and row.printed is not None:
            what = f"{row.event} is printed for {row.printed:%A} {row.printed}; the timetable has {row.starts.value}"
            yield Finding(row.clause.cite, what, " ".join(row.clause.readings))


def _limits(book: Rulebook) -> Iterator[Finding]:
    """Matches of one length have one limit within a document."""
    seen: dict[tuple[str, int], tuple[str, tuple[object, object]]] = {}
    for rule in book.all(CapRule).values():
        for cap in rule.caps:
            boards, win, loss = cap.boards, cap.win, cap.loss
            first = seen.setdefault((rule.clause.document, boards), (rule.clause.cite, (win, loss)))
            if first[1] != (win, loss):
                what = f"matches of {boards} boards are limited to {win} and {loss}; by {first[0]} to {_two(first[1])}"
                yield Finding(rule.clause.cite, what, " ".join(rule.clause.readings))


def _two(pair: Iterable[object]) -> str:
    return " and ".join(map(str, pair))


def _substitutes(folder: str) -> Iterator[Finding]:
    """Matches of one length allow as many substitutions everywhere in a document."""
    rules = said_of(Eligibilities, folder)
    seen: dict[int, tuple[str, int]] = {}
    for rule in rules.substitutes.values() if rules else ():
        for row in rule.rows:
            for boards in row.boards:
                first = seen.setdefault(boards, (rule.clause.cite, row.most))
                if first[1] != row.most:
                    what = f"{row.most} substitutions with matches of {boards} boards; by {first[0]} {first[1]}"
                    known = rule.clause.readings[-1:]
                    yield Finding(rule.clause.cite, what, " ".join(known))


def _least_play(folder: str) -> Iterator[Finding]:
    """Stages of as many rounds ask for as much play everywhere in a document."""
    rules = said_of(Eligibilities, folder)
    seen: dict[int, tuple[str, tuple[object, ...]]] = {}
    for file in event_files().values():
        if rules is None or file.folder != folder:
            continue
        for stage in build_event(file, Entrants(file.event.usual)).stages:
            name = f"{file.event.id}/{stage.name}"
            if name not in rules.play_stages or {limb.unit for limb in rules.play_in(name).limbs} != {"rounds"}:
                continue
            rule = rules.play_in(name)
            least = least_play(rule, {limb.name: stage.rounds for limb in rule.limbs})
            asked = tuple(figure.value for figure in least.values())
            first = seen.setdefault(stage.rounds, (rule.clause.cite, asked))
            if first[1] != asked:
                what = f"{stage.rounds} rounds ask for {_two(asked)} to be played; by {first[0]} for {_two(first[1])}"
                yield Finding(rule.clause.cite, what, _shared(rule.clause, first[0]))


def _shared(clause: Clause, other: str) -> str:
    """The reading that stands on both of two clauses."""
    known = library().readings[clause.document].values()
    found = [each.id for each in known if clause.number in each.on and other.partition(" ")[2] in each.on]
    return " ".join(each for each in found if each in clause.readings)


def _awards(book: Rulebook) -> Iterator[Finding]:
    """Boards scored alike have artificial scores alike within a document."""
    seen: dict[tuple[object, ...], str] = {}
    for stated in book.stated["scoring"].values():
        words = stated.words
        key = (stated.clause.document, words["board"], words.get("rule"), str(words["match"]))
        first = seen.setdefault(key, words["artificial"])
        one, other = book.artificial(first), book.artificial(words["artificial"])
        if (one.plus, one.minus) != (other.plus, other.minus):
            alike = f"where others scored alike have {one.plus}"
            what = f"{words['name']} has {other.plus} and {other.minus} for awards {alike}"
            readings = book.readings.get(other.clause.document, {}).values()
            known = " ".join(each.id for each in readings if other.clause.number in each.on)
            yield Finding(other.clause.cite, what, known)
