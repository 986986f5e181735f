"""Closing a round or a stage: what is missing, who goes on with which carry-over, and who would replace them."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Field
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Source, Stage
from overtrick.core.event.play.by_table import owed_results, round_in_play
from overtrick.core.event.play.carrying import carried_into
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.finals import level_finals
from overtrick.core.event.play.graph import node_of, waits_for
from overtrick.core.event.play.knockout import outcomes
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.entries import carry_over_follows, carry_over_undecided, going_on, qualifiers
from overtrick.director.late_play import played_later
from overtrick.views.names import label, who


@dataclass(frozen=True, slots=True)
class ClosingQualifier:
    """A contestant that goes on: the place, the name, the carry-over."""

    place: int
    contestant: str
    name: str
    carried: str


@dataclass(frozen=True, slots=True)
class Onward:
    """A later stage that takes contestants from this one: who goes on, who was passed over, who would be next."""

    stage: str
    field: str
    through: tuple[ClosingQualifier, ...]
    passed_over: tuple[Phrase, ...]
    next: str


@dataclass(frozen=True, slots=True)
class Level:
    """A level match with all its results in: what it waits for, and the extra boards to call.

    With *committee* no more boards are played to break the tie, and the committee decides.
    """

    table: int
    match: str
    waits: Said
    boards: tuple[int, ...]
    committee: bool = False


@dataclass(frozen=True, slots=True)
class Closing:
    """The progress of a stage: the next thing to do, and what prevents it."""

    stage: str
    round: int
    rounds: int
    missing: tuple[Phrase, ...]
    unconfirmed: int
    round_closed: bool
    can_close_stage: bool
    closed: bool
    onward: tuple[Onward, ...]
    starts: tuple[str, ...]
    level: tuple[Level, ...] = ()
    by_table: bool = False
    put_off: tuple[Phrase, ...] = ()

    @property
    def all_in(self) -> bool:
        """Whether every result is in while the round, or the stage that is closed as a whole, is still open."""
        still_open = not self.closed if self.by_table else not self.round_closed
        return bool(self.round) and still_open and not self.missing

    @property
    def step(self) -> str:
        """The next thing to do: draw, close the round, close the stage, or start another."""
        if self.closed:
            return "start" if self.starts else "over"
        if self.round and not self.round_closed:
            return "play" if self.by_table else "close round"
        return "close stage" if self.can_close_stage else "draw"


def level_starts(event: Tournament) -> tuple[str, ...]:
    """The stages that need a decision on what level contestants carry into them, before their start or after it.

    After the start they are level because of a late change.
    """
    later = [name for name in can_start(event) if event.plan(name).sources and name not in event.carry_overs]
    before = tuple(name for name in later if not carry_over_follows(event, event.plan(name)))
    changed = [state for state in event.stages.values() if state.plan.sources and state.carried]
    return (*before, *(each.plan.name for each in changed if carry_over_undecided(event, each) is not None))


def can_start(event: Tournament) -> tuple[str, ...]:
    """The stages that can start now: entries are closed, and so are the stages their contestants come from."""
    if not event.entries_closed:
        return ()
    return tuple(
        plan.name
        for plan in event.current_plan().stages
        if plan.name not in event.stages and _sources_ready(event, plan)
    )


def _sources_ready(event: Tournament, plan: Stage) -> bool:
    if plan.play.in_graph:
        return not waits_for(event, node_of(plan))
    before = [source.stage for source in plan.sources if source.stage]
    return all(name in event.stages and event.stages[name].closed for name in before)


def closing_of(event: Tournament, stage: str) -> Closing:
    """What remains to be done before a stage ends."""
    state = event.stage(stage)
    number = state.last_round
    drawn = state.rounds.get(number)
    missing = [*state.missing(number), *state.missing_triangle_results(number)] if drawn else []
    missing = [place for place in missing if drawn is not None and place not in drawn.owed]
    rounds = rounds_of(state)
    done = sum(each.closed for each in state.rounds.values())
    if state.plan.play.at_once and drawn:
        return _at_once(event, state, rounds)
    return Closing(
        stage,
        number,
        rounds,
        tuple(
            phrase("table {table}, board {board}[ ({room:name})]", table=table, board=board, room=room)
            for table, room, board in missing
        ),
        sum(not each.confirmed for each in drawn.results.values()) if drawn else 0,
        drawn.closed if drawn else False,
        done >= rounds,
        state.closed,
        _onwards(event, state) if done else (),
        can_start(event),
        _level(event, state) if drawn and not state.closed else (),
        put_off=tuple(each.phrased for each in played_later(state)),
    )


def _at_once(event: Tournament, state: StageState, rounds: int) -> Closing:
    """A stage in which tables proceed on their own: it is closed as a whole, its rounds with it."""
    lacking = owed_results(state)
    unconfirmed = sum(not each.confirmed for drawn in state.rounds.values() for each in drawn.results.values())
    return Closing(
        state.plan.name,
        round_in_play(state),
        rounds,
        tuple(
            phrase("round {round}, table {table}, board {board}", round=number, table=table, board=board)
            for number, table, board in lacking
        ),
        unconfirmed,
        round_closed=not lacking,
        can_close_stage=len(state.rounds) >= rounds,
        closed=state.closed,
        onward=_onwards(event, state),
        starts=can_start(event),
        by_table=True,
        put_off=tuple(each.phrased for each in played_later(state)),
    )


def _onwards(event: Tournament, state: StageState) -> tuple[Onward, ...]:
    """Who goes on to the stages that take their contestants from this one, by the current standings."""
    return tuple(
        _onward(event, state, plan, source, field)
        for plan in event.current_plan().stages
        for source in plan.comes_from(state.plan.name)
        for field in state.fields
    )


def _level(event: Tournament, state: StageState) -> tuple[Level, ...]:
    if state.plan.play.must_be_won:
        return tuple(
            Level(
                table,
                f"{label(event, ns)} v {label(event, ew)}",
                phrase("the match is tied"),
                boards,
                committee=not boards,
            )
            for table, (ns, ew) in level_finals(state)
            for boards in (state.play.extra_boards(state, table),)
        )
    if not state.plan.play.knockout:
        return ()
    return tuple(
        Level(each.table, f"{label(event, each.one)} v {label(event, each.two)}", each.waits, each.extra)
        for each in outcomes(state)
        if each.winner is None and not any(table == each.table for table, _, _ in state.missing(state.last_round))
    )


def _carry_overs(event: Tournament, plan: Stage) -> Mapping[str, Figure[Exact]]:
    """The carry-over of those who go on to a stage; empty while an official still has to decide it when it starts."""
    try:
        return carried_into(plan, going_on(event, plan), event.stages, event.carry_overs.get(plan.name))
    except DirectorError:
        return {}


def _onward(event: Tournament, state: StageState, plan: Stage, source: Source, field: Field) -> Onward:
    going = qualifiers(event, plan, source, field)
    order = state.standings(field.name).order
    carried = _carry_overs(event, plan)
    through = tuple(
        ClosingQualifier(
            order.index(each) + 1,
            each,
            who(event, each).name,
            carried[each].unit.number(carried[each].value) if each in carried else "",
        )
        for each in going.names
    )
    passed = tuple(
        phrase(
            "{who}, place {place}, {why} ({clause})",
            who=label(event, each.name), place=each.place, why=each.why, clause=each.clause,
        )
        for each in going.passed_over
    )  # fmt: skip
    reserve = label(event, going.reserve) if going.reserve else ""
    return Onward(plan.name, field.name, through, passed, reserve)
