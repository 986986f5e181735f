"""Qualifiers and prizes: who goes through, and what is won."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from overtrick.core.event.acts import Field
from overtrick.core.event.after.honours import awards_of, category_leaders, last_stage, own_prizes, rules_by_place
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Source, Stage
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.core.ranking.qualification import PassedOver, Qualifier
from overtrick.core.wording import Phrase, phrase
from overtrick.director.entries import qualifiers
from overtrick.views.names import Who, who
from overtrick.views.texts import Text


@dataclass(frozen=True, slots=True)
class QualifierLine:
    """A contestant that goes on, its place, and the reason where its place alone does not explain it."""

    who: Who
    why: Text
    place: int = 0


@dataclass(frozen=True, slots=True)
class FieldThrough:
    """Who goes on from one field of a stage to the next, and who does not and why."""

    before: str
    field: str
    after: str
    clause: Text
    final: bool
    through: tuple[QualifierLine, ...]
    passed_over: tuple[QualifierLine, ...]
    notes: tuple[Text, ...]


def going_through(event: Tournament) -> list[FieldThrough]:
    """Everyone who goes from a started stage to the next one; final when that stage is closed."""
    found = []
    for plan in event.current_plan().stages:
        for source in plan.sources:
            before = event.stages.get(source.stage)
            if before is not None and before.rounds:
                found += [_field_through(event, plan, source, each) for each in before.fields]
    return found


def _field_through(event: Tournament, plan: Stage, source: Source, field: Field) -> FieldThrough:
    before, qualified = event.stage(source.stage), qualifiers(event, plan, source, field)
    return FieldThrough(
        before.plan.name,
        field.name if len(before.fields) > 1 else "",
        plan.name,
        qualified.clause.phrased,
        before.closed,
        tuple(_qualifier_line(event, one) for one in qualified.through),
        tuple(_passed_over_line(event, one) for one in qualified.passed_over),
        (*qualified.flags, *_started_without(event, plan, field, [one.name for one in qualified.through])),
    )


def _started_without(event: Tournament, plan: Stage, field: Field, through: Sequence[str]) -> Iterator[Phrase]:
    """Who would go on by the current standings, into a stage that started without them, and who is in it instead."""
    state = event.stages.get(plan.name)
    if state is None:
        return
    late = [name for name in through if name not in state.contestants]
    there = [name for name in state.contestants if name in field.contestants and name not in through]
    if late and there:
        yield phrase(
            "In the corrected standings, {late} would have qualified. {stage} had already started with "
            "{there}, and its field does not change.",
            late=tuple(who(event, name) for name in late), there=tuple(who(event, name) for name in there),
            stage=plan.name,
        )  # fmt: skip


def _qualifier_line(event: Tournament, one: Qualifier) -> QualifierLine:
    by_place = one.why == f"place {one.place}"
    return QualifierLine(who(event, one.name), "" if by_place else one.why, one.place)


def _passed_over_line(event: Tournament, one: PassedOver) -> QualifierLine:
    return QualifierLine(
        who(event, one.name),
        phrase("place {place}, {why} ({clause})", place=one.place, why=one.why, clause=one.clause),
    )


@dataclass(frozen=True, slots=True)
class WonPrize:
    """A prize of one contestant, or of one of its members."""

    who: Who
    place: str
    figure: Figure[Exact]
    player: str = ""


@dataclass(frozen=True, slots=True)
class AwardedPrizes:
    """One table of awards, by its position in the event's rules; without amounts the organiser sets them."""

    number: int
    clause: Text
    unit: str
    awards: tuple[WonPrize, ...]


@dataclass(frozen=True, slots=True)
class Leaders:
    """The best of a category."""

    category: str
    who: tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class AnnouncedPrizes:
    """The awards for places before they are won: the clause, the unit, and the amounts from the highest place."""

    clause: Text
    unit: str
    amounts: tuple[str, ...]


def announced_prizes(event: Tournament) -> list[AnnouncedPrizes]:
    """The amounts that are printed or that the organiser has set, until the last stage is closed."""
    if not event.entries_closed or last_stage(event) is not None:
        return []
    own = own_prizes(event)
    rules = (*rules_by_place(event), *((own,) if own else ()))
    return [
        AnnouncedPrizes(rule.clause.phrased, rule.unit.many, tuple(map(rule.unit.number, rule.amounts)))
        for rule in rules
        if rule.amounts
    ]


def awarded_prizes(event: Tournament) -> list[AwardedPrizes]:
    """What everyone wins by the printed amounts; empty before the last stage is closed."""
    return [
        AwardedPrizes(
            number,
            table.clause.phrased,
            table.unit.many,
            tuple(WonPrize(who(event, each.contestant), each.place, each.figure, each.player) for each in table.awards),
        )
        for number, table in enumerate(awards_of(event))
    ]


def leading(event: Tournament) -> list[Leaders]:
    """The best of each category, once the last stage is closed."""
    best = category_leaders(event)
    return [Leaders(category, tuple(who(event, name) for name in names)) for category, names in best.items()]
