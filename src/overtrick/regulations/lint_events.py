"""Finds defects that show when events are set up: counts that do not balance, silences, rules that disagree."""

from collections.abc import Iterable, Iterator

from overtrick.core.by_entry import FormatTable
from overtrick.core.draws.rules import Odd
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan import Entrants, Event, RobinPlay, Stage, SwissPlay
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Ends
from overtrick.core.conduct.timetable import timetable_dates
from overtrick.regulations import references as refer
from overtrick.regulations.event_book import event_files
from overtrick.regulations.event_draws import Shape, shape_of
from overtrick.regulations.event_format import PlannedStage, planned, situation
from overtrick.regulations.event_words import EventFile, Silence, StageKeys
from overtrick.regulations.events import build_event
from overtrick.regulations.library import Rulebook
from overtrick.regulations.lint import Finding

STEP = 7
"""Every so many entries are tried where the range is long, and the first and last dozen one by one."""


def lint_events(book: Rulebook) -> list[Finding]:
    """Every finding in the events that ship, each once."""
    findings: list[Finding] = []
    for file in event_files().values():
        findings += lint_event(file, book)
    for folder in book.documents:
        findings += [*_dates(folder), *_substitutes(folder)]
    findings += _limits(book)
    return list(dict.fromkeys(findings))


def lint_event(file: EventFile, book: Rulebook) -> list[Finding]:
    """Every finding in one event, over the entries it takes and the choices it leaves."""
    findings = [*_citations(file, book), *_gaps(file)]
    for entered in sizes(file):
        for choices in (frozenset[str](), *(frozenset({choice.id}) for choice in file.choice)):
            findings += _planned(file, Entrants(entered), choices)
    return list(dict.fromkeys(findings))


def sizes(file: EventFile) -> list[int]:
    """The entries to try: all near the ends of the range, some in between."""
    least, most = file.event.entries.least, file.event.entries.most or file.event.entries.least
    near = [size for size in range(least, most + 1) if size - least < 12 or most - size < 12]
    return sorted({*near, *range(least, most + 1, STEP), file.event.usual})


def _planned(file: EventFile, entrants: Entrants, choices: frozenset[str]) -> Iterator[Finding]:
    cite = file.event.clause.cite
    try:
        at = situation(file, entrants, choices)
        stages = planned(file, at, {})
        event = build_event(file, entrants, choices)
    except RegulationErrors as errors:
        yield from (Finding(cite, fault) for fault in errors.faults)
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
    said = each.words.matches
    if isinstance(stage.play, RobinPlay) and isinstance(said, int) and said != stage.rounds:
        what = f"{stage.name} is to have {said} matches; a round robin of {shape.size} has {stage.rounds}"
        yield Finding(stage.clause.cite, what, " ".join(stage.clause.readings))
    words = next(words for words in file.stage if words.name == stage.name and words.scoring is not None)
    for keys, readings in ((words, ""), (each.words, " ".join(each.words.readings))):
        room = _room(keys, file)
        if room is not None and room.count != stage.rounds:
            known = readings or " ".join(
                reading for instead in words.instead for reading in instead.readings if instead.conduct.slots
            )
            what = f"{stage.name} with {shape.size} has {stage.rounds} rounds; there are {room.count} starting times"
            yield Finding(room.clause.cite, what, known)


def _room(words: StageKeys, file: EventFile) -> "refer.Slots | None":
    conduct = refer.conduct_of(file.folder)
    return conduct.slots.get(words.conduct.slots or "") if conduct else None


def _silent(file: EventFile, event: Event, stage: Stage, shape: Shape) -> Iterator[Finding]:
    """Silence where play needs an answer."""
    odd_robin = isinstance(stage.play, RobinPlay) and shape.size % 2 == 1
    odd_swiss = isinstance(stage.play, SwissPlay) and stage.play.rule.odd is Odd.BYE
    if (odd_robin or odd_swiss) and stage.bye is None and event.entries:
        yield _silence(file, stage.clause, f"{stage.name} has byes in an odd field and no score for them", "byes")
    if stage.forfeit is None and stage.source is None:
        yield _silence(file, stage.clause, f"{stage.name} does not say what a forfeited match is worth", "forfeits")
    if _goes_on(event, stage) and stage.standings.prize.ends is Ends.TIED:
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
        table = refer.format_table(used.table, file.folder)
        tables = [table]
        if used.then is not None:
            tables += [refer.format_table(str(row.cells[used.then]), file.folder) for row in table.rows]
        for each in tables:
            yield from _table_gaps(each, file)


def _table_gaps(table: FormatTable, file: EventFile) -> Iterator[Finding]:
    for gap in table.gaps:
        yield Finding(gap.clause.cite, f"{gap.entries} {table.counts}: {gap.says}", " ".join(gap.clause.readings))
    rows = sorted(table.rows, key=lambda row: row.entries.least)
    for low, high in zip(rows, rows[1:], strict=False):
        if low.entries.most is None or high.entries.least != low.entries.most + 1:
            what = f"the rows for {low.entries} and {high.entries} {table.counts} do not follow on"
            yield Finding(table.clause.cite, what)


def _citations(file: EventFile, book: Rulebook) -> Iterator[Finding]:
    """Every clause and reading an event cites is one its document has."""
    cites = [(file.event.name, file.event.cited)]
    for choice in file.choice:
        cites.append((choice.id, choice.cited))
    for stage in file.stage:
        for words in (stage, *stage.instead):
            parts = (words, words.draw, words.source, words.fields)
            cites += [(stage.name, part.cited) for part in parts if part is not None]
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
    conduct = refer.conduct_of(folder)
    if conduct is None or conduct.first_day is None:
        return
    for dated in timetable_dates(conduct.timetable, conduct.first_day):
        row = dated.row
        if row.printed is not None and row.printed != dated.starts:
            what = f"{row.event} is printed for {row.printed:%A %-d %B}; the timetable has {dated.starts:%A %-d %B}"
            yield Finding(row.clause.cite, what, " ".join(row.clause.readings))


def _limits(book: Rulebook) -> Iterator[Finding]:
    """Matches of one length have one limit within a document."""
    seen: dict[tuple[str, int], tuple[str, tuple[object, object]]] = {}
    for words in book.caps.values():
        for boards, win, loss in words.rows:
            key = (words.clause.document, boards)
            first = seen.setdefault(key, (words.clause.cite, (win, loss)))
            if first[1] != (win, loss):
                what = f"matches of {boards} boards are limited to {win} and {loss}; by {first[0]} to {_two(first[1])}"
                yield Finding(words.clause.cite, what, " ".join(words.readings))


def _two(pair: Iterable[object]) -> str:
    return " and ".join(map(str, pair))


def _substitutes(folder: str) -> Iterator[Finding]:
    """Matches of one length allow as many substitutions everywhere in a document."""
    rules = refer.eligibility_of(folder)
    seen: dict[int, tuple[str, int]] = {}
    for rule in rules.substitutes.values() if rules else ():
        for row in rule.rows:
            for boards in row.boards:
                first = seen.setdefault(boards, (rule.clause.cite, row.most))
                if first[1] != row.most:
                    what = f"{row.most} substitutions with matches of {boards} boards; by {first[0]} {first[1]}"
                    known = rule.clause.readings[-1:]
                    yield Finding(rule.clause.cite, what, " ".join(known))
