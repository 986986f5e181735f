"""What an act will do, said before it is done: the event as it stands beside the event as it would stand.

Nothing is posted here. "Datum of board 13 moves 430 → 420; 6 pairs' IMPs change; no placing changes."
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from overtrick.core.exact import Exact
from overtrick.core.laws.lines import Credit
from overtrick.core.laws.table_score import BridgeScore, TableScore
from overtrick.core.provenance import Figure
from overtrick.core.wording import count_of
from overtrick.director.acts import ROWS, sentence
from overtrick.director.acts.rows import Preview
from overtrick.director.decide import decide
from overtrick.director.entries import qualifiers
from overtrick.director.rule_adoption import difference, said_of
from overtrick.director.what_if import what_if
from overtrick.regulations.describe.lengths import length_text
from overtrick.views.names import who
from overtrick.views.seat_changes import seat_changes, sides_at
from overtrick.web.congress.preview_match import match_lines
from overtrick.web.congress.preview_season import SeasonAct, foreseen_in_season
from overtrick.web.translation import plain

SHOWN = 6
"""How many contestants are named before the rest are counted."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an act would bring: sentences, and what the official should know first."""

    lines: tuple[str, ...]
    cautions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it, as one text."""
        return "; ".join((*self.lines, *self.cautions))


def foresee(event: Tournament, *acts: Act, at: str = "") -> Foreseen:
    """What these acts would do one after the other at this time, or their refusal (`DirectorError`)."""
    lines: list[str] = []
    cautions: list[str] = []
    for act in acts:
        decided = decide(event, act, at)
        cautions += decided.cautions
        if not decided.acts:
            lines.append("This is there already; nothing is posted.")
            continue
        after = what_if(event, decided.acts, at)
        lines += _lines(event, after, act)
        event = after
    return Foreseen(tuple(lines), tuple(dict.fromkeys(cautions)))


def _lines(before: Tournament, after: Tournament, act: Any) -> Iterator[str]:
    """What the row of an act says that it previews."""
    for preview in ROWS[type(act)].preview:
        yield from PREVIEWS[preview](before, after, act)


def _board_of(before: Tournament, after: Tournament, act: BoardFouled | OtherFieldScored) -> Iterator[str]:
    state, then = before.stage(act.stage), after.stage(act.stage)
    yield from _board(state, then, state.scope(act.round), act.board)


def _season(before: Tournament, after: Tournament, act: SeasonAct) -> Iterator[str]:
    yield from foreseen_in_season(before.stage(act.stage), after.stage(act.stage), act)


def _season_placings(before: Tournament, after: Tournament, act: SeasonAct) -> Iterator[str]:
    if before.stage(act.stage).plan.season:
        yield from _placings(before, after, act.stage)


def _seats(before: Tournament, after: Tournament, act: Any) -> Iterator[str]:
    yield from seat_changes(before, after, act.stage)


def _sat(_: Tournament, after: Tournament, act: SidesSwitched) -> Iterator[str]:
    yield from sides_at(after, act.stage, act.round, act.table)


def _on_record(_: Tournament, after: Tournament, act: WarningGiven) -> Iterator[str]:
    count = offences(after, act.contestant, act.offence)
    yield f"{act.contestant} will have {count} of this kind on record; no score changes."


def _winner(_: Tournament, __: Tournament, act: MatchDecided) -> Iterator[str]:
    yield f"{act.winner} wins the match; its scores stay as they are."


def _undone(before: Tournament, after: Tournament, act: PostingsUndone) -> Iterator[str]:
    """What is taken back, and what becomes of every stage."""
    taken = [posting for posting in before.told() if posting.number in act.postings]
    for posting in taken[:SHOWN]:
        yield f"Taken back, posting {posting.number}: {sentence(posting.act)}"
    if len(taken) > SHOWN:
        yield f"And {count_of(len(taken) - SHOWN, 'posting')} more, up to {taken[-1].number}."
    for name in before.stages:
        if name in after.stages:
            yield from _placings(before, after, name)
        else:
            yield f"{name} has not started any more."


def _nothing(*_: object) -> Iterator[str]:
    yield from ()


def offences(event: Tournament, contestant: str, offence: str) -> int:
    """How often a contestant has been warned or penalised for something in the event."""
    given = event.conducted.offending.values()
    return sum(act.contestant == contestant and act.offence == offence for act in given)


def _placed(before: Tournament, after: Tournament, act: Any) -> Iterator[str]:
    """The placings of the stage that an act is of."""
    stage = _penalised(before, act.posting) if isinstance(act, PenaltyLifted) else act.stage
    yield from _placings(before, after, stage)


def _penalised(event: Tournament, posting: int) -> str:
    return next((name for name, state in event.stages.items() if posting in state.penalties), "")


def _agreed(before: Tournament, after: Tournament, act: ResultConfirmed) -> Iterator[str]:
    """Which result is agreed, and which word is not taken where there were two."""
    place = (act.round, act.table, act.room, act.board)
    known, new = before.stage(act.stage).recorded(*place), after.stage(act.stage).recorded(*place)
    if known is None or new is None:
        return
    if known.other is None:
        yield f"{known.result} is marked as agreed; no score changes."
        return
    first, second = known, known.other
    taken, left = (first, second) if new.posting == first.posting else (second, first)
    yield f"{taken.result}, said by {taken.seat or 'the desk'}, is agreed, and {left.result} is not taken."
    if taken is second:
        yield from _result(before, after, act)


def _result(
    before: Tournament, after: Tournament, act: ResultPosted | ResultConfirmed | ResultCorrected | RulingGiven
) -> Iterator[str]:
    state, then = before.stage(act.stage), after.stage(act.stage)
    known = state.recorded(act.round, act.table, act.room, act.board)
    new = then.recorded(act.round, act.table, act.room, act.board)
    if new is not None:
        was = f" (was {score_text(known.score)})" if known is not None else ""
        yield f"{new.result}: {score_text(new.score)}{was}."
    if state.plan.scoring.in_rooms:
        yield from match_lines(after, state, then, act.round, act.table)
    else:
        yield from _board(state, then, state.scope(act.round), act.board)


def score_text(score: TableScore) -> str:
    """What a result is worth to each side, as people say it.

    >>> from overtrick.core.laws.table_score import table_score
    >>> from overtrick.core.model import Board, read_result
    >>> score_text(table_score(Board.numbered(13), read_result("4SX S +1")))
    'NS +990'
    """
    if score.ns is None:
        return "no score"
    if isinstance(score.ns, BridgeScore) and score.ns is score.ew:
        return f"NS {score.ns.points.unit.number(score.ns.points.value)}"
    return f"NS {_shown(score.ns)}, EW {_shown(score.ew, -1)}"


def _shown(shown: object, sign: int = 1) -> str:
    if isinstance(shown, BridgeScore):
        return shown.points.unit.number(sign * shown.points.value)
    return str(shown)


def _board(before: StageState, after: StageState, scope: int, board: int) -> Iterator[str]:
    """What becomes of a board over the field: its datum, and whose credits change."""
    try:
        was, now = (state.board_field(scope, board).scored.comparisons for state in (before, after))
    except DirectorError as refused:
        yield plain(refused)
        return
    if [each.value for each in was] != [each.value for each in now]:
        called = "The datum" if len(now) < 2 else "The datums"
        yield f"{called} of board {board}: {_figures(was)} → {_figures(now)}."
    changed = {
        name
        for at, line in after.lines(scope, board).items()
        for name, one, other in _sides(before, after, scope, board, at, ns=line.ns, ew=line.ew)
        if _value(one) != _value(other)
    }
    unit = after.plan.standings.unit.many
    what = "IMPs" if was or now else "credit" if unit == "%" else "score"
    those = _those(len(changed), "player" if after.plan.play.alone else "pair")
    yield f"{those} {what} on board {board} change{'s' if len(changed) == 1 else ''}."


def _sides(
    before: StageState, after: StageState, scope: int, board: int, at: tuple[int, int],
    *, ns: Credit | None, ew: Credit | None,
) -> Iterator[tuple[str, Credit | None, Credit | None]]:  # fmt: skip
    old = before.lines(scope, board).get(at)
    seating = after.rounds[at[0]].seatings[at[1]]
    for names, was, now in zip(seating.sides, (old.ns, old.ew) if old else (None, None), (ns, ew), strict=True):
        yield from ((name, was, now) for name in names)


def _those(count: int, one: str) -> str:
    return {0: "Nobody's", 1: f"1 {one}'s"}.get(count, f"{count} {one}s'")


def _figures(figures: Sequence[Figure[int]] | Sequence[object]) -> str:
    return (
        " and ".join(
            each.unit.number(each.value).lstrip("+") if isinstance(each, Figure) else str(each) for each in figures
        )
        or "none yet"
    )


def _value(credit: Credit | None) -> object:
    return credit.value if isinstance(credit, Figure) else credit


def _placings(before: Tournament, after: Tournament, stage: str) -> Iterator[str]:
    """Whose totals and places change, and who qualifies instead of whom."""
    if stage not in before.stages:
        return
    state, then = before.stage(stage), after.stage(stage)
    totals: list[str] = []
    places: list[str] = []
    for field in state.fields:
        was = {row.contestant: row for row in state.standings(field.name).rows}
        now = {row.contestant: row for row in then.standings(field.name).rows}
        for name, row in now.items():
            old = was.get(name)
            if old is None:
                continue
            if old.total.value != row.total.value:
                unit = row.total.unit
                totals.append(f"{name} {unit.number(old.total.value)} → {unit.number(row.total.value)}")
            if old.place_text != row.place_text:
                places.append(f"{name} from {old.place_text} to {row.place_text}")
        gone = [name for name in was if name not in now]
        if gone:
            yield f"{', '.join(gone)} no longer stands in the ranking."
    if totals:
        yield f"Totals: {some(totals)}."
    yield f"Places: {some(places)}." if places else "No placing changes."
    yield from _qualifying(before, after, stage)


def some(said: Sequence[str]) -> str:
    """The first of them by name, and how many more."""
    more = f", and {len(said) - SHOWN} more" if len(said) > SHOWN else ""
    return ", ".join(said[:SHOWN]) + more


def _qualifying(before: Tournament, after: Tournament, stage: str) -> Iterator[str]:
    for plan in before.planned().stages:
        if plan.name in before.stages:
            continue
        for source, field in product(plan.comes_from(stage), before.stage(stage).fields):
            was, now = (set(qualifiers(event, plan, source, field).names) for event in (before, after))
            if was != now:
                yield f"For {plan.name}: {', '.join(sorted(now - was))} in, {', '.join(sorted(was - now))} out."


def _planned(before: Tournament, after: Tournament, _: Act) -> Iterator[str]:
    """What the entry makes of the format, and whether that is what it was."""
    was, now = _plan(before), _plan(after)
    entered = after.entrants.entered
    count = count_of(entered, "entry", "entries")
    if isinstance(now, str):
        yield f"{count}: {now}"
    elif was == now:
        yield f"{count}: the format stays {format_text(now)}."
    else:
        yield f"{count}: the format is now {format_text(now)}."


def _plan(event: Tournament) -> Event | str:
    try:
        return event.planned()
    except DirectorError as refused:
        return plain(refused)


def format_text(planned: Event) -> str:
    """An event's stages in one sentence."""
    return "; then ".join(stage_text(stage) for stage in planned.stages)


def stage_text(stage: Stage) -> str:
    """A stage in a few words: what is played, how often, how long."""
    return f"{stage.name}, {length_text(stage)} ({stage.clause.cite})"


def _adopted(before: Tournament, after: Tournament, _: RulesAdopted) -> Iterator[str]:
    """Every number, place and qualifier that another edition of the rules changes."""
    found = difference(before, after)
    for field in found.fields:
        where = f"{field.stage}, {field.field}" if field.several else field.stage
        scored, placed = [row for row in field.rows if row.scored], [row for row in field.rows if row.placed]
        totals = [f"{row.contestant} {_total(row.was)} → {_total(row.now)}" for row in scored]
        places = [f"{row.contestant} from {row.place_was or 'none'} to {row.place_now or 'none'}" for row in placed]
        if totals:
            yield f"{where}, totals: {', '.join(totals)}."
        if places:
            yield f"{where}, places: {', '.join(places)}."
    yield from said_of(found)


def _total(figure: Figure[Exact] | None) -> str:
    return figure.unit.number(figure.value) if figure else "none"


def _starting(_: Tournament, after: Tournament, act: StageStarted) -> Iterator[str]:
    state = after.stage(act.stage)
    for field in state.fields:
        named = f" {field.name}" if len(state.fields) > 1 else ""
        yield f"{len(field.contestants)} start{named}: {some(field.contestants)}."
    if state.carried:
        carried = [f"{name} {figure.unit.number(figure.value)}" for name, figure in state.carried.items()]
        yield f"They carry over {some(carried)}."


def _closing(before: Tournament, _: Tournament, act: StageClosed) -> Iterator[str]:
    state = before.stage(act.stage)
    for field in state.fields:
        rows = state.standings(field.name).rows
        leading = [f"{row.place_text}. {who(before, row.contestant).numbered}" for row in rows]
        yield f"The order stands: {some(leading)}."
    for plan in before.planned().stages:
        for source, field in product(plan.comes_from(act.stage), state.fields):
            through = [who(before, name).numbered for name in qualifiers(before, plan, source, field).names]
            yield f"To {plan.name}: {', '.join(through)}."


PREVIEWS: Mapping[Preview, Callable[[Tournament, Tournament, Any], Iterator[str]]] = {
    Preview.RESULT: _result,
    Preview.BOARD: _board_of,
    Preview.SEASON: _season,
    Preview.FORMAT: _planned,
    Preview.RULES: _adopted,
    Preview.START: _starting,
    Preview.CLOSE: _closing,
    Preview.AGREED: _agreed,
    Preview.RECORD: _on_record,
    Preview.WINNER: _winner,
    Preview.PLACINGS: _placed,
    Preview.SIDES: _sat,
    Preview.SEATS: _seats,
    Preview.PLACINGS_OF_A_SEASON: _season_placings,
    Preview.UNDONE: _undone,
    Preview.YEAR: _nothing,
    Preview.NOTHING: _nothing,
}
"""What is told of each thing that an act may preview; a year's own is told by `preview_years`."""
