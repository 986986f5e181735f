"""The honours of an event: awards by place, awards to the members of teams, leaders of categories.

They are known once the last stage is closed, and not before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.core.event.after.line_ups import rounds_played
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.finals import Vacancy, title_vacancy, won_and_out
from overtrick.core.event.play.knockout import outcomes
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Derivation, Figure, Unit
from overtrick.core.ranking.awards import (
    DOLLARS,
    AwardRule,
    Finish,
    MemberPlay,
    award,
    leaders,
    member_award,
)
from overtrick.core.wording import phrase

OWN_PRIZES = 0
"""The number of the organiser's own prize money; the event's award rules are numbered from one."""
CENT = Fraction(1, 100)


def last_stage(event: Tournament) -> StageState | None:
    """The stage that decides the event, once it is closed."""
    stages = event.current_plan().stages if event.entries_closed else ()
    last = event.stages.get(stages[-1].name) if stages else None
    return last if last is not None and last.closed and len(last.fields) == 1 else None


@dataclass(frozen=True, slots=True)
class Title:
    """The winners of a stage, several if they share it; if there is no winner and never will be, *vacancy* says why."""

    holders: tuple[str, ...]
    vacancy: Vacancy | None = None


def title_of(state: StageState) -> Title:
    """The winners of a stage so far: of the final match of a knockout, or of the first place."""
    if state.plan.play.knockout:
        won = [each.winner for each in outcomes(state)]
        return _title_of_match(state, won[0]) if len(won) == 1 and won[0] is not None else Title(())
    rows = [row for row in state.standings(state.fields[0].name).rows if row.placed]
    beside = [row.place for row in rows if not state.wins(row.contestant)]
    holders = tuple(
        row.contestant
        for row in rows
        if state.wins(row.contestant) and row.place == 1 + sum(place < row.place for place in beside)
    )
    vacancy = title_vacancy(state) if state.plan.play.must_be_won and not holders else None
    return Title(holders, vacancy)


def _title_of_match(state: StageState, winner: str) -> Title:
    """The title for the winner of a match; vacant if a sanction excluded the winner."""
    sanction = state.status(winner).sanction
    if sanction is None:
        return Title((winner,))
    return Title((), Vacancy(won_and_out(winner, state.plan.name), Clause.parse(sanction.clause)))


def place_of(state: StageState, contestant: str) -> Figure[Exact]:
    """A contestant's place in a stage as a figure: its total, the tie-breaks, and what puts it above the next."""
    return state.standings(state.field_of(contestant)).place_of(contestant, state.plan.standings.clause)


def no_place_because(state: StageState, contestant: str) -> Figure[Exact] | None:
    """Why a ranked contestant has no place, with its total; None if it has one, or in a season."""
    row = state.standings(state.field_of(contestant)).row(contestant)
    if row.placed or state.plan.in_season:
        return None
    sanction = state.status(contestant).sanction
    if sanction is not None:
        note = phrase("no place: {what}", what=sanction.what)
        return Figure(
            row.total.value, row.total.unit, Clause.parse(sanction.clause), (row.total,), note, Derivation.RANK
        )
    verdict = state.play.placing(state, contestant)
    against = verdict.against[0] if verdict is not None and verdict.against else None
    if against is None:
        return None
    note = phrase("no place: {what}", what=against.says)
    return Figure(row.total.value, row.total.unit, against.clause, (row.total,), note, Derivation.RANK)


@dataclass(frozen=True, slots=True)
class Award:
    """The award for one contestant's place under one of the event's rules, or for one *player* of the contestant."""

    contestant: str
    figure: Figure[Exact]
    place: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class AwardTable:
    """One of the event's award rules, and the awards under it."""

    clause: Clause
    unit: Unit
    awards: tuple[Award, ...]


def awards_by_place(event: Tournament) -> list[AwardTable]:
    """The awards under every rule by place; empty for a rule whose amounts the organiser has not set yet."""
    state = last_stage(event)
    if state is None:
        return []
    return [AwardTable(rule.clause, rule.unit, _stage_awards(state, rule)) for rule in rules_by_place(event)]


def rules_by_place(event: Tournament) -> tuple[AwardRule, ...]:
    """The event's rules for awards by place, with the organiser's amounts where none are printed."""
    return tuple(
        rule if rule.amounts or number not in event.prizes else replace(rule, amounts=event.prizes[number].amounts)
        for number, rule in enumerate(event.current_plan().honours.awards, start=1)
    )


def own_prizes(event: Tournament) -> AwardRule | None:
    """The organiser's own prize money, which no rule covers: tied contestants share the amounts for their places."""
    own = event.prizes.get(OWN_PRIZES)
    return AwardRule(event.current_plan().clause, DOLLARS, own.amounts, step=CENT) if own and own.amounts else None


def awards_of(event: Tournament) -> list[AwardTable]:
    """All awards: by place, for members of teams, and from the organiser's own prize money."""
    state, own = last_stage(event), own_prizes(event)
    tables = [*awards_by_place(event), *awards_to_members(event)]
    return (
        tables
        if state is None or own is None
        else [*tables, AwardTable(own.clause, own.unit, _stage_awards(state, own))]
    )


def _stage_awards(state: StageState, rule: AwardRule) -> tuple[Award, ...]:
    if not rule.amounts:
        return ()
    table = state.standings(state.fields[0].name)
    given = award(table.ranking.groups, rule, barred=state.beside, places=table.group_places).given
    return tuple(
        Award(
            row.contestant,
            replace(figure, of=(place_of(state, row.contestant),), made=Derivation.SCALE),
            row.place_text,
        )
        for row in table.rows
        if (figure := given.get(row.contestant)) is not None and figure.value
    )


def awards_to_members(event: Tournament) -> list[AwardTable]:
    """The awards under every rule for members of teams, by the line-ups they were in.

    A team that posted no line-up in a stage is assumed to have played it with all its members.
    """
    final = last_stage(event)
    if final is None or not final.plan.play.one_match or final.plan.source is None:
        return []
    qualifying = event.stage(final.plan.source.stage)
    finishes = _finishes(final)

    def sat(state: StageState, team: str, player: str) -> int:
        counted = rounds_played(event, state.plan.name, team, player)
        return len(state.rounds) if counted is None else counted

    plays = {
        (team, player.name): MemberPlay(
            sat(qualifying, team, player.name),
            sat(final, team, player.name),
            finishes.get(team, Finish.NOT_IN_FINAL),
            qualifying.wins(team) and final.status(team).placed,
        )
        for team in qualifying.contestants
        for player in event.entries[team].players
    }
    return [
        AwardTable(
            rule.clause,
            rule.unit,
            tuple(Award(team, member_award(play, rule), player=one) for (team, one), play in plays.items()),
        )
        for rule in event.current_plan().honours.members
    ]


def _finishes(final: StageState) -> Mapping[str, Finish]:
    rows = final.standings(final.fields[0].name).rows
    first = Finish.SHARED if rows[0].shared else Finish.WINNER
    return {row.contestant: first if row.place == 1 else Finish.RUNNER_UP for row in rows}


def category_leaders(event: Tournament) -> Mapping[str, tuple[str, ...]]:
    """The leaders of each category, several if they are tied."""
    state = last_stage(event)
    rule = event.current_plan().honours.categories if state is not None else None
    if state is None or rule is None:
        return {}
    nominated = {
        name: event.entries[name].categories[0]
        for name in state.contestants
        if event.entries[name].categories and state.wins(name)
    }
    best = leaders(state.standings(state.fields[0].name).ranking.groups, nominated, rule)
    return {category: names for category, names in best.items() if names}
