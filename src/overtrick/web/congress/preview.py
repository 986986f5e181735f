"""Previews of acts: the event as it stands, compared with the event as it would stand after the act.

Nothing is posted here. "Datum of board 13 moves 430 → 420; 6 pairs' IMPs change; no placing changes."
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    BoardFouled,
    MatchDecided,
    OtherFieldScored,
    PenaltyLifted,
    PostingsUndone,
    ResultConfirmed,
    ResultCorrected,
    ResultPosted,
    RulesAdopted,
    RulingGiven,
    SidesSwitched,
    StageClosed,
    StageStarted,
    WarningGiven,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Event, Stage
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, Numeral
from overtrick.core.laws.table_score import BridgeScore, Credit, RuledAward, TableScore
from overtrick.core.provenance import Figure
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.acts import ROWS, sentence
from overtrick.director.acts.rows import Preview
from overtrick.director.decide import decide
from overtrick.director.entries import qualifiers
from overtrick.director.rule_adoption import difference, said_of
from overtrick.director.what_if import what_if
from overtrick.regulations.describe.stages import length_text
from overtrick.views.names import who
from overtrick.views.seat_changes import seat_changes, sides_at
from overtrick.web.congress.preview_stages import SeasonAct, foreseen_in_season, match_lines
from overtrick.web.translation import plain

ALREADY = phrase("This is already recorded, so nothing new is posted.")
SHOWN = 6
"""How many contestants are named before the rest are counted."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The preview of an act in the language of the pages: sentences, and cautions to read first."""

    lines: tuple[str, ...]
    cautions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole preview as one text."""
        return "; ".join((*self.lines, *self.cautions))


def foresee(event: Tournament, *acts: Act, at: str = "") -> Foreseen:
    """The preview of these acts, one after the other, at this time; raises `DirectorError` if one is refused."""
    lines: list[Said] = []
    cautions: list[Said] = []
    for act in acts:
        decided = decide(event, act, at)
        cautions += decided.cautions
        if not decided.acts:
            lines.append(ALREADY)
            continue
        after = what_if(event, decided.acts, at)
        lines += _lines(event, after, act)
        event = after
    return foreseen(lines, cautions)


def foreseen(lines: Iterable[Said], cautions: Iterable[Said]) -> Foreseen:
    """The preview of an act in the language of the pages, with each caution once."""
    return Foreseen(tuple(map(plain, lines)), tuple(map(plain, dict.fromkeys(cautions))))


def _lines(before: Tournament, after: Tournament, act: Any) -> Iterator[Said]:
    """The lines of every preview that the act's row names."""
    for preview in ROWS[type(act)].preview:
        yield from PREVIEWS[preview](before, after, act)


def _board_of(before: Tournament, after: Tournament, act: BoardFouled | OtherFieldScored) -> Iterator[Said]:
    state, then = before.stage(act.stage), after.stage(act.stage)
    yield from _board(state, then, state.scope(act.round), act.board)


def _season(before: Tournament, after: Tournament, act: SeasonAct) -> Iterator[Said]:
    yield from foreseen_in_season(before.stage(act.stage), after.stage(act.stage), act)


def _season_placings(before: Tournament, after: Tournament, act: SeasonAct) -> Iterator[Said]:
    if before.stage(act.stage).plan.season:
        yield from _placings(before, after, act.stage)


def _seats(before: Tournament, after: Tournament, act: Any) -> Iterator[Said]:
    yield from seat_changes(before, after, act.stage)


def _side_changes(_: Tournament, after: Tournament, act: SidesSwitched) -> Iterator[Said]:
    yield from sides_at(after, act.stage, act.round, act.table)


def _on_record(_: Tournament, after: Tournament, act: WarningGiven) -> Iterator[Said]:
    count = offences(after, act.contestant, act.offence)
    yield phrase(
        "Warnings and penalties given to number {contestant} for this offence, including this one: {count}. No score "
        "changes.",
        contestant=act.contestant,
        count=count,
    )


def _winner(_: Tournament, __: Tournament, act: MatchDecided) -> Iterator[Said]:
    yield phrase("Number {winner} wins the match, and the scores do not change.", winner=act.winner)


def _undone(before: Tournament, after: Tournament, act: PostingsUndone) -> Iterator[Said]:
    """Which postings are undone, and how every stage changes."""
    taken = [posting for posting in before.postings() if posting.number in act.postings]
    for posting in taken[:SHOWN]:
        yield phrase("Posting {number} is undone: {sentence}", number=posting.number, sentence=sentence(posting.act))
    if len(taken) > SHOWN:
        yield phrase(
            "Also undone: {more:#more posting/more postings}, up to number {last}.",
            more=len(taken) - SHOWN,
            last=taken[-1].number,
        )
    for name in before.stages:
        if name in after.stages:
            yield from _placings(before, after, name)
        else:
            yield phrase("The start of {stage} is undone.", stage=name)


def _nothing(*_: object) -> Iterator[Said]:
    yield from ()


def offences(event: Tournament, contestant: str, offence: str) -> int:
    """How often a contestant has been warned or penalised for something in the event."""
    given = event.conducted.offending.values()
    return sum(act.contestant == contestant and act.offence == offence for act in given)


def _placing_changes(before: Tournament, after: Tournament, act: Any) -> Iterator[Said]:
    """The changes to the placings of the act's stage."""
    stage = _penalty_stage(before, act.posting) if isinstance(act, PenaltyLifted) else act.stage
    yield from _placings(before, after, stage)


def _penalty_stage(event: Tournament, posting: int) -> str:
    return next((name for name, state in event.stages.items() if posting in state.penalties), "")


def _confirmation(before: Tournament, after: Tournament, act: ResultConfirmed) -> Iterator[Said]:
    """Which result is confirmed, and which is discarded if there were two."""
    place = (act.round, act.table, act.room, act.board)
    known, new = before.stage(act.stage).result_at(*place), after.stage(act.stage).result_at(*place)
    if known is None or new is None:
        return
    if known.other is None:
        yield phrase("{result} is confirmed, and no score changes.", result=known.result)
        return
    first, second = known, known.other
    taken, left = (first, second) if new.posting == first.posting else (second, first)
    yield phrase(
        "{taken}, entered by {seat}, is confirmed, and {left} is discarded.",
        taken=taken.result,
        seat=Phrase(str(taken.seat)) if taken.seat else phrase("the desk"),
        left=left.result,
    )
    if taken is second:
        yield from _result(before, after, act)


def _result(
    before: Tournament, after: Tournament, act: ResultPosted | ResultConfirmed | ResultCorrected | RulingGiven
) -> Iterator[Said]:
    state, then = before.stage(act.stage), after.stage(act.stage)
    known = state.result_at(act.round, act.table, act.room, act.board)
    new = then.result_at(act.round, act.table, act.room, act.board)
    if new is not None:
        yield phrase(
            "{result}: {score}[ (was {was})].",
            result=new.result,
            score=score_text(new.score),
            was=score_text(known.score) if known is not None else "",
        )
    if state.plan.scoring.in_rooms:
        yield from match_lines(after, state, then, act.round, act.table)
    else:
        yield from _board(state, then, state.scope(act.round), act.board)


def score_text(score: TableScore) -> Phrase:
    """The score of each side in words.

    >>> from overtrick.core.laws.table_score import table_score
    >>> from overtrick.core.model import Board, read_result
    >>> print(score_text(table_score(Board.from_number(13), read_result("4SX S +1"))))
    NS +990
    """
    if score.ns is None:
        return phrase("no score")
    if isinstance(score.ns, BridgeScore) and score.ns is score.ew:
        return phrase("NS {ns}", ns=_points(score.ns))
    return phrase("NS {ns}, EW {ew}", ns=_points(score.ns), ew=_points(score.ew, -1))


def _points(shown: object, sign: int = 1) -> object:
    match shown:
        case BridgeScore(points=points):
            return points.unit.number(sign * points.value)
        case RuledAward(award=award):
            return award
        case _:
            return shown


def _board(before: StageState, after: StageState, scope: int, board: int) -> Iterator[Said]:
    """How a board changes over the field: its datum, and how many contestants' scores."""
    try:
        was, now = (state.board_field(scope, board).scored.comparisons for state in (before, after))
    except DirectorError as refused:
        yield plain(refused)
        return
    if [each.value for each in was] != [each.value for each in now]:
        values = {"board": board, "was": _figures(was), "now": _figures(now)}
        if not isinstance(after.plan.scoring.board, ButlerRule):
            yield phrase("Median of board {board}: {was} → {now}.", **values)
        elif len(now) < 2:
            yield phrase("The datum of board {board}: {was} → {now}.", **values)
        else:
            yield phrase("The datums of board {board}: {was} → {now}.", **values)
    changed = {
        name
        for at, line in after.lines(scope, board).items()
        for name, one, other in _sides(before, after, scope, board, at, ns=line.ns, ew=line.ew)
        if _value(one) != _value(other)
    }
    what = "IMPs" if was or now else after.plan.standings.unit.many
    yield _change_count(what, len(changed), board, alone=after.plan.play.alone)


def _sides(
    before: StageState, after: StageState, scope: int, board: int, at: tuple[int, int],
    *, ns: Credit | None, ew: Credit | None,
) -> Iterator[tuple[str, Credit | None, Credit | None]]:  # fmt: skip
    old = before.lines(scope, board).get(at)
    seating = after.rounds[at[0]].seatings[at[1]]
    for names, was, now in zip(seating.sides, (old.ns, old.ew) if old else (None, None), (ns, ew), strict=True):
        yield from ((name, was, now) for name in names)


def _change_count(what: str, count: int, board: int, *, alone: bool) -> Phrase:
    """For how many contestants the score on a board changes."""
    match what, bool(count):
        case "IMPs", False:
            return phrase("The IMPs on board {board} do not change.", board=board)
        case "%", False:
            return phrase("The percentages on board {board} do not change.", board=board)
        case _, False:
            return phrase("The scores on board {board} do not change.", board=board)
        case "IMPs", _ if alone:
            return phrase("IMPs on board {board} change for {count:#player}.", board=board, count=count)
        case "IMPs", _:
            return phrase("IMPs on board {board} change for {count:#pair}.", board=board, count=count)
        case "%", _ if alone:
            return phrase("Percentages on board {board} change for {count:#player}.", board=board, count=count)
        case "%", _:
            return phrase("Percentages on board {board} change for {count:#pair}.", board=board, count=count)
        case _ if alone:
            return phrase("Scores on board {board} change for {count:#player}.", board=board, count=count)
        case _:
            return phrase("Scores on board {board} change for {count:#pair}.", board=board, count=count)


def _figures(figures: Sequence[Figure[int]] | Sequence[object]) -> object:
    shown = (
        Numeral(each.unit.number(each.value).lstrip("+")) if isinstance(each, Figure) else each for each in figures
    )
    return tuple(shown) or phrase("none yet")


def _value(credit: Credit | None) -> object:
    return credit.value if isinstance(credit, Figure) else credit


def _placings(before: Tournament, after: Tournament, stage: str) -> Iterator[Said]:
    """The changes to totals, places and qualifiers in a stage."""
    if stage not in before.stages:
        return
    state, then = before.stage(stage), after.stage(stage)
    totals: list[Said] = []
    places: list[Said] = []
    for field in state.fields:
        was = {row.contestant: row for row in state.standings(field.name).rows}
        now = {row.contestant: row for row in then.standings(field.name).rows}
        for name, row in now.items():
            old = was.get(name)
            if old is None:
                continue
            if old.total.value != row.total.value:
                totals.append(_total_change(name, old.total, row.total))
            if old.place_text != row.place_text:
                places.append(_from_to(name, old.place_text, row.place_text))
        gone = [name for name in was if name not in now]
        if gone:
            yield phrase("No longer in the standings: {gone:,}.", gone=gone)
    if totals:
        yield phrase("Totals: {totals}.", totals=some(totals))
    yield phrase("Places: {places}.", places=some(places)) if places else phrase("No places change.")
    yield from _qualifying(before, after, stage)


def _total_change(name: str, was: Figure[Exact] | None, now: Figure[Exact] | None) -> Phrase:
    """A contestant's total before and after."""
    return phrase("number {name} from {was} to {now}", name=name, was=_total(was), now=_total(now))


def _from_to(name: str, was: str, now: str) -> Phrase:
    """A contestant's place before and after."""
    none = phrase("none")
    return phrase("number {name} from {was} to {now}", name=name, was=was or none, now=now or none)


def some(said: Sequence[Said]) -> Phrase:
    """The first few of a list by name, and how many more there are.

    >>> print(some(list("abcdef")), some(list("abcdefgh")), sep="; ")
    a, b, c, d, e, f; a, b, c, d, e, f, and 2 more
    """
    return phrase("{first:,}[, and {more} more]", first=said[:SHOWN], more=max(0, len(said) - SHOWN))


def _qualifying(before: Tournament, after: Tournament, stage: str) -> Iterator[Said]:
    for plan in before.current_plan().stages:
        if plan.name in before.stages:
            continue
        for source, field in product(plan.comes_from(stage), before.stage(stage).fields):
            was, now = (set(qualifiers(event, plan, source, field).names) for event in (before, after))
            if was != now:
                yield phrase(
                    "Changes to the qualifiers for {stage}.[ In: {coming:,}.][ Out: {going:,}.]",
                    stage=plan.name,
                    coming=sorted(now - was),
                    going=sorted(was - now),
                )


def _format_change(before: Tournament, after: Tournament, _: Act) -> Iterator[Said]:
    """The format that the number of entries leads to, and whether it changes."""
    was, now = _plan(before), _plan(after)
    entered = after.entrants.entered
    if isinstance(now, DirectorError):
        yield phrase("{entered:#entry/entries}: {refused}", entered=entered, refused=now)
    elif was == now:
        yield phrase("{entered:#entry/entries}: the format stays {stages}.", entered=entered, stages=format_of(now))
    else:
        yield phrase("{entered:#entry/entries}: the format is now {stages}.", entered=entered, stages=format_of(now))


def _plan(event: Tournament) -> Event | DirectorError:
    try:
        return event.current_plan()
    except DirectorError as refused:
        return refused


def format_text(planned: Event) -> str:
    """An event's stages in one sentence, in the language of the pages."""
    return plain(format_of(planned))


def format_of(planned: Event) -> Said:
    """An event's stages in one sentence."""
    first, *rest = [stage_text(stage) for stage in planned.stages] or [phrase("")]
    return reduce(lambda said, stage: phrase("{said}; then {stage}", said=said, stage=stage), rest, first)


def stage_text(stage: Stage) -> Phrase:
    """A stage in a few words: its name, its length and its clause."""
    return phrase("{stage}, {length} ({cite})", stage=stage.name, length=length_text(stage), cite=stage.clause.cite)


def _rule_changes(before: Tournament, after: Tournament, _: RulesAdopted) -> Iterator[Said]:
    """Every total, place and qualifier that the adopted edition of the rules changes."""
    found = difference(before, after)
    for field in found.fields:
        where: Said = field.stage
        if field.several:
            where = phrase("{stage}, {field}", stage=field.stage, field=field.field)
        scored, placed = [row for row in field.rows if row.scored], [row for row in field.rows if row.placed]
        totals = [_total_change(row.contestant, row.was, row.now) for row in scored]
        places = [_from_to(row.contestant, row.place_was, row.place_now) for row in placed]
        if totals:
            yield phrase("{where}, totals: {totals:,}.", where=where, totals=totals)
        if places:
            yield phrase("{where}, places: {places:,}.", where=where, places=places)
    yield from said_of(found)


def _total(figure: Figure[Exact] | None) -> Said:
    return figure.unit.number(figure.value) if figure else phrase("none")


def _starting(_: Tournament, after: Tournament, act: StageStarted) -> Iterator[Said]:
    state = after.stage(act.stage)
    for field in state.fields:
        yield phrase(
            "Contestants[ in {field}] ({count}): {names}.",
            count=len(field.contestants),
            field=field.name if len(state.fields) > 1 else "",
            names=some(field.contestants),
        )
    if state.carried:
        carried = [
            phrase("{number} for number {name}", name=name, number=figure.unit.number(figure.value))
            for name, figure in state.carried.items()
        ]
        yield phrase("Carry-over: {carried}.", carried=some(carried))


def _closing(before: Tournament, _: Tournament, act: StageClosed) -> Iterator[Said]:
    state = before.stage(act.stage)
    for field in state.fields:
        rows = state.standings(field.name).rows
        leading = [f"{row.place_text}. {who(before, row.contestant).numbered}" for row in rows]
        where = field.name if len(state.fields) > 1 else ""
        yield phrase("Final order[ in {field}]: {leading}.", field=where, leading=some(leading))
    for plan in before.current_plan().stages:
        for source, field in product(plan.comes_from(act.stage), state.fields):
            through = [who(before, name).numbered for name in qualifiers(before, plan, source, field).names]
            where = field.name if len(state.fields) > 1 else ""
            yield phrase(
                "Qualifiers for {stage}[ from {field}]: {through:,}.", stage=plan.name, field=where, through=through
            )


PREVIEWS: Mapping[Preview, Callable[[Tournament, Tournament, Any], Iterator[Said]]] = {
    Preview.RESULT: _result,
    Preview.BOARD: _board_of,
    Preview.SEASON: _season,
    Preview.FORMAT: _format_change,
    Preview.RULES: _rule_changes,
    Preview.START: _starting,
    Preview.CLOSE: _closing,
    Preview.AGREED: _confirmation,
    Preview.RECORD: _on_record,
    Preview.WINNER: _winner,
    Preview.PLACINGS: _placing_changes,
    Preview.SIDES: _side_changes,
    Preview.SEATS: _seats,
    Preview.PLACINGS_OF_A_SEASON: _season_placings,
    Preview.UNDONE: _undone,
    Preview.YEAR: _nothing,
    Preview.NOTHING: _nothing,
}
"""The function that writes each kind of preview. Acts of a selection year are previewed by `preview_years`."""
