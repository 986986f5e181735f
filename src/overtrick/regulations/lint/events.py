"""Finds defects that appear when events are set up: counts that do not balance, silences, rules that disagree."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from overtrick.core.by_entry import FormatTable
from overtrick.core.conduct.participation import least_play
from overtrick.core.conduct.timetable import Slots, event_dates
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.core.event.plan.ways import LONGEST, RobinPlay
from overtrick.core.movements.families import Family
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Ends
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.readings import Silence
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.grammar.stages import StageKeys, StageWords
from overtrick.regulations.lint.findings import ClauseClaim, Finding, covering_readings, make_finding, unlike, wording
from overtrick.regulations.lint.graph import lint_graph
from overtrick.regulations.plan.draws import Shape, shape_of
from overtrick.regulations.plan.event_book import event_files, proven_event_files
from overtrick.regulations.plan.events import StageErrors, build_event
from overtrick.regulations.plan.formats import planned_stages, runs, situation
from overtrick.regulations.plan.rules import reach_of
from overtrick.regulations.read.documents import said_of
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import folders

STEP = 7
"""The step between numbers of entries tried in a long range, besides the first and last dozen."""
ALL_OF = 40
"""How many sizes, from the smallest, are all tried where opponents may run out."""


def lint_events(book: Rulebook) -> list[Finding]:
    """Every finding in the events that ship, each once."""
    findings = [finding for file in proven_event_files().values() for finding in lint_event(file, book)]
    for folder in book.documents:
        findings += [
            *_dates(folder),
            *unlike("substitutes", _substitutes(folder)),
            *unlike("least play", _least_play(folder)),
        ]
    return list(dict.fromkeys([*findings, *unlike("limits", _limits(book)), *_awards(book)]))


def lint_event(file: EventFile, book: Rulebook, *, units: bool = True) -> list[Finding]:
    """Every finding in one event, over the entries it accepts and the choices it leaves; *units* includes units."""
    findings = [*_citations(file, book), *_gaps(file), *lint_lengths(file)]
    if file.graph is not None:
        return list(dict.fromkeys([*findings, *lint_graph(file, file.graph)]))
    unplanned: dict[tuple[object, ...], tuple[DirectorError, list[int]]] = {}
    for entered in sizes(file):
        for choices in _choices(file):
            try:
                findings += _plan_findings(file, Entrants(entered), choices, units=units)
            except DirectorError as error:
                key = (type(error), error.clause, error.remedy)
                unplanned.setdefault(key, (error, []))[1].extend([] if choices else [entered])
    findings += [*_rematches(file)]
    findings += [
        make_finding(
            "unplanned", file.event.clause, sizes=runs(tried), contest=file.event.contest, error=str(error)
        ).with_line(file)
        for error, tried in unplanned.values()
        if tried
    ]
    return list(dict.fromkeys(findings))


def sizes(file: EventFile) -> list[int]:
    """The entries to try: all near the ends of the range, some in between."""
    least, most = file.event.entries.least, file.event.entries.most or file.event.entries.least
    near = [size for size in range(least, most + 1) if size - least < 12 or most - size < 12]
    return sorted(size for size in {*near, *range(least, most + 1, STEP), file.event.usual} if file.event.takes(size))


def _plan_findings(file: EventFile, entrants: Entrants, choices: frozenset[str], *, units: bool) -> Iterator[Finding]:
    names = [stage.name for stage in file.stage]
    try:
        at = situation(file, entrants, choices)
        stages = planned_stages(file, at, {})
        event = build_event(file, entrants, choices)
    except RegulationErrors as errors:
        place = names.index(errors.stage) if isinstance(errors, StageErrors) else None
        clause = file.event.clause if place is None else file.stage[place].clause
        for fault in errors.faults if units or place is not None else ():
            finding = make_finding("fault", clause, fault=fault.removeprefix(f"{clause.cite}: "))
            yield finding.with_line(file, *(() if place is None else ("stage", place)))
        return
    shapes: dict[str, Shape] = {}
    for each, stage in zip(stages, event.stages, strict=True):
        shapes[stage.name] = shape_of(each, entrants, shapes, file)
        place = names.index(stage.name)
        yield from (each.with_line(file, "stage", place) for each in _balance(each, stage, shapes[stage.name], file))
        for name, about, key, wrong in SILENCES:
            if wrong(event, stage, shapes[stage.name]):
                clause = event.clause if name == "forfeits" else stage.clause
                finding = make_finding(name, clause, covering_readings(file, about), stage=stage.name, event=event.name)
                yield finding.with_line(file, "stage", place, key)


def _balance(planned_stage: StageWords, stage: Stage, shape: Shape, file: EventFile) -> Iterator[Finding]:
    """Findings where a stage's stated length is not what its draw gives, or its starting times have no room for it."""
    said, draw, play = planned_stage.matches, planned_stage.draw, stage.play
    has = {"stage": stage.name, "size": shape.size, "rounds": stage.rounds}
    if draw is not None and said is None and play.two_fields and play.session_boards is not None:
        yield make_finding("no length", stage.clause, draw.clause.readings, stage=stage.name, event=file.event.name)
    if isinstance(play, RobinPlay) and isinstance(said, int) and said != stage.rounds:
        yield make_finding("robin", stage.clause, stage.clause.readings, said=said, **has)
    words = next(words for words in file.stage if words.name == stage.name and words.scoring is not None)
    moved = tuple(each for other in words.instead if other.conduct.slots for each in other.clause.readings)
    for keys, readings in ((words, ()), (planned_stage, planned_stage.clause.readings)):
        room = _room(keys, file)
        if room is not None and room.count < stage.rounds:
            yield make_finding("starts", room.clause, readings or moved, starts=room.count, **has)


def _rematches(file: EventFile) -> Iterator[Finding]:
    """Findings for entries with too few opponents for a Swiss without rematches."""
    few: dict[tuple[str, int], set[int]] = {}
    for entered in _every_size(file):
        for choices in _choices(file):
            for stage, fields in _never_again(file, Entrants(entered), choices):
                if any(stage.play.rounds_possible(size, stage.rounds) < stage.rounds for size in fields):
                    few.setdefault((stage.name, stage.rounds), set()).add(entered)
    names = [stage.name for stage in file.stage]
    for (name, rounds), entries in few.items():
        place = names.index(name)
        told = {"stage": name, "sizes": runs(sorted(entries)), "contest": file.event.contest, "rounds": rounds}
        finding = make_finding("rematches", file.stage[place].clause, covering_readings(file, "rematches"), **told)
        yield finding.with_line(file, "stage", place, "draw", "rematch")


def _choices(file: EventFile) -> tuple[frozenset[str], ...]:
    """No choice, and each choice that an event leaves, on its own."""
    return frozenset[str](), *(frozenset({choice.id}) for choice in file.choice)


def _every_size(file: EventFile) -> list[int]:
    """The entries an event accepts, except large ones between those tried, which have enough opponents."""
    least, most = file.event.entries.least, file.event.entries.most or file.event.entries.least
    few = (size for size in range(least, min(most, least + ALL_OF) + 1) if file.event.takes(size))
    return sorted({*few, *sizes(file)})


def _never_again(file: EventFile, entrants: Entrants, choices: frozenset[str]) -> Iterator[tuple[Stage, Sequence[int]]]:
    """The Swiss stages without rematches, with the sizes of their fields."""
    try:
        words = planned_stages(file, situation(file, entrants, choices), {})
        stages = build_event(file, entrants, choices).stages
    except (DirectorError, RegulationErrors):
        return  # what cannot be planned is reported elsewhere
    shapes: dict[str, Shape] = {}
    for each, stage in zip(words, stages, strict=True):
        shapes[stage.name] = shape_of(each, entrants, shapes, file)
        if stage.play.rematch_forbidden:
            yield stage, shapes[stage.name].fields


def _room(words: StageKeys, file: EventFile) -> Slots | None:
    conduct = reach_of(file).content(Conduct)
    return conduct.slots.get(words.conduct.slots or "") if conduct else None


def _unbroken(event: Event, stage: Stage, shape: Shape) -> bool:
    """Whether ties remain in a stage from which some go on, at a cut that play itself does not make."""
    ends = stage.season.ties.ends if stage.season is not None else stage.standings.prize.ends
    sources = [source for each in event.stages for source in each.comes_from(stage.name)]
    cuts = {cut for each in sources for cut in (each.after, each.after + each.each)} - {0}
    return ends is Ends.TIED and not all(stage.play.parts(cut, shape.size) for cut in cuts)


def _lacks_forfeit_rule(_: Event, stage: Stage, __: Shape) -> bool:
    """Whether matches may be forfeited without a rule for their score; in a movement no match is separate."""
    lost = stage.play.must_be_won  # then a forfeit loses only the match
    return not (stage.forfeit or stage.sources or stage.in_season or stage.play.in_sessions or lost)


SILENCES: tuple[tuple[str, Silence, str, Callable[[Event, Stage, Shape], bool]], ...] = (
    ("byes", "byes", "bye", lambda _, stage, shape: stage.bye is None and stage.play.byes(shape.size)),
    ("forfeits", "forfeits", "forfeit", _lacks_forfeit_rule),
    ("ties", "ties", "ranking", _unbroken),
    ("draw", "ties", "ranking", lambda _, stage, __: stage.play.swiss and stage.standings.draw is None),
)
"""Where play needs an answer: the finding, what a reading with the answer covers, its word, and the test for a gap."""


def _gaps(file: EventFile) -> Iterator[Finding]:
    """Findings for entries for which the tables of formats have nothing."""
    for used in file.format:
        table = used.table.rule
        others = [str(row.cells[used.then]) for row in table.rows] if used.then is not None else []
        for each in (table, *(Ref.make(used.table.kind, name, file.scope).rule for name in others)):
            yield from _table_gaps(each, file)


def _table_gaps(table: FormatTable, file: EventFile) -> Iterator[Finding]:
    for row in table.rows:
        if any(isinstance(cell, tuple) and 0 in cell for cell in row.cells.values()):
            yield make_finding("idle", row.clause, covering_readings(file, "lengths"), entries=row.entries)
    for gap in table.gaps:
        yield make_finding(
            "gap", gap.clause, gap.clause.readings, entries=gap.entries, counts=table.counts, says=gap.says
        )
    rows = sorted(table.rows, key=lambda row: row.entries.least)
    for low, high in pairwise(rows):
        if low.entries.most is None or high.entries.least != low.entries.most + 1:
            yield make_finding("rows", table.clause, low=low.entries, high=high.entries, counts=table.counts)


def _citations(file: EventFile, book: Rulebook) -> Iterator[Finding]:
    """Findings for clauses and readings that an event cites and its document does not have."""
    cites = [(file.event.name, file.event.clause), *((choice.id, choice.clause) for choice in file.choice)]
    for path, words in file.stages_said():
        parts = [part for part in (words, words.draw, *words.source, words.fields) if part is not None]
        cites += [(file.stage[int(path[1])].name, part.clause) for part in parts if part.clause is not None]
    for name, clause in cites:
        if clause.document not in book.clauses:
            continue
        if clause.number not in book.clauses[clause.document]:
            yield make_finding("event clause", clause, name=name, event=file.event.name)
        for reading in clause.readings:
            if reading not in book.readings[clause.document]:
                yield make_finding("event reading", clause, name=name, event=file.event.name, reading=reading)


def _dates(folder: str) -> Iterator[Finding]:
    """Findings where the date that a clause prints differs from the timetable."""
    conduct = said_of(Conduct, folder)
    if conduct is None or conduct.first_day is None:
        return
    for dated in event_dates(conduct.timetable, conduct.first_day):
        row = dated.row
        if dated.conflict and row.printed is not None:
            day, starts = f"{row.printed:%A}", row.starts.value
            yield make_finding(
                "date", row.clause, row.clause.readings, event=row.event, day=day, printed=row.printed, starts=starts
            )


def _limits(book: Rulebook) -> Iterator[ClauseClaim]:
    """The limits of matches by length, which must agree within a document."""
    for rule in book.all(CapRule).values():
        for cap in rule.caps:
            yield ClauseClaim(rule.clause, cap.boards, (cap.win, cap.loss), rule.clause.readings)


def _substitutes(folder: str) -> Iterator[ClauseClaim]:
    """The substitutions permitted in matches by length, which must agree within a document."""
    rules = said_of(Eligibilities, folder)
    for rule in rules.substitutes.values() if rules else ():
        for row in rule.rows:
            for boards in row.boards:
                yield ClauseClaim(rule.clause, boards, row.most, rule.clause.readings[-1:])


def _least_play(folder: str) -> Iterator[ClauseClaim]:
    """The minimum play in stages by number of rounds, which must agree within a document."""
    ruled = said_of(Eligibilities, folder) is not None
    first: dict[int, Clause] = {}
    for file in (each for each in event_files().values() if ruled and each.folder == folder):
        for stage in build_event(file, Entrants(file.event.usual)).stages:
            rule = stage.rules.players.play
            if rule is not None and {limb.unit for limb in rule.limbs} == {"rounds"}:
                least = least_play(rule, {limb.name: stage.rounds for limb in rule.limbs})
                other = first.setdefault(stage.rounds, rule.clause)
                asked = tuple(figure.value for figure in least.values())
                yield ClauseClaim(rule.clause, stage.rounds, asked, _common_readings(rule.clause, other))


def _common_readings(clause: Clause, other: Clause) -> tuple[str, ...]:
    """The readings that both clauses cite."""
    known = library().readings[clause.document].values()
    return tuple(
        each.id for each in known if {clause.number, other.number} <= {*each.on} and each.id in clause.readings
    )


def _awards(book: Rulebook) -> Iterator[Finding]:
    """Findings where boards with the same scoring have different artificial scores within a document."""
    seen: dict[tuple[object, ...], str] = {}
    for stated in book.stated["scoring"].values():
        words = stated.words
        by = [str(words.get(word)) for word in ("method", "win", "tie")]
        key = (stated.clause.document, words["board"], words.get("rule"), str(words["match"]), *by)
        first = seen.setdefault(key, words["artificial"])
        one, other = book.artificial(first), book.artificial(words["artificial"])
        if (one.plus, one.minus) != (other.plus, other.minus):
            readings = book.readings.get(other.clause.document, {}).values()
            known = [each.id for each in readings if other.clause.number in each.on]
            has = {"name": words["name"], "plus": other.plus, "minus": other.minus, "had": one.plus}
            yield make_finding("awards", other.clause, known, **has)


def lint_lengths(file: EventFile) -> Iterator[Finding]:
    """Findings where a file's sessions do not get the boards it asks for, over every entry it accepts."""
    known, event = covering_readings(file, "lengths"), file.event
    missed: defaultdict[tuple[str, Clause, Span], defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for entered in range(event.entries.least, (event.entries.most or event.entries.least) + 1):
        for each, shape in _shapes(file, entered) if event.takes(entered) else ():
            asked = each.draw.play.session_boards if each.draw else None
            if asked is not None and (played := shape.boards * shape.sessions[0]) not in asked:
                missed[each.name, each.clause, asked][played].append(entered)
    for (name, clause, asked), instead in missed.items():
        told = tuple(wording("played", boards=boards, sizes=runs(sizes)) for boards, sizes in sorted(instead.items()))
        wanted = asked.least if asked.least == asked.most else asked
        has = {"stage": name, "event": event.name, "contest": event.contest}
        yield _locate_finding(file, make_finding("session", clause, known, asked=wanted, played=told, **has), name)
    for stage in file.stage:
        family = stage.draw.play.open_ended if stage.draw else None
        if family is not None:
            mitchell = family in (Family.MITCHELL, Family.SWITCHED)
            finding = make_finding(
                "open end", stage.clause, known, stage=stage.name, mitchell=mitchell, most=LONGEST.most
            )
            yield _locate_finding(file, finding, stage.name)


def _locate_finding(file: EventFile, finding: Finding, stage: str) -> Finding:
    """A finding with its line: a fault in a document's event, a warning in a custom one, where it may be intended."""
    place = [each.name for each in file.stage].index(stage)
    located = finding.with_line(file, "stage", place, "draw", "session_boards")
    return located if file.event.id.partition("/")[0] in folders() else located.as_warning()


def _shapes(file: EventFile, entered: int) -> Iterator[tuple[StageWords, Shape]]:
    """The stages for an entry in numbers; empty where it cannot be planned, which is reported elsewhere."""
    entrants, shapes = Entrants(entered), dict[str, Shape]()
    try:
        for each in planned_stages(file, situation(file, entrants, frozenset()), {}):
            shapes[each.name] = shape_of(each, entrants, shapes, file)
            yield each, shapes[each.name]
    except (RegulationErrors, DirectorError):
        return
