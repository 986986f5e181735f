"""Entries, stages and their fields."""

from collections.abc import Mapping
from itertools import zip_longest

from overtrick.core.draws.seeding import Entrant, two_fields
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Declined,
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    Field,
    FormatChosen,
    LotDrawn,
    ReadingChosen,
    SeedsSet,
    StageStarted,
)
from overtrick.core.event.plan import Entrants, FieldsMade, Source, Stage
from overtrick.core.event.tournament import Tournament
from overtrick.core.lots import Lots
from overtrick.core.ranking.chance import lot_order
from overtrick.core.ranking.qualification import Qualified, QualifyRule, Why, qualify
from overtrick.director.decided import Decided, allow, refuse

LARGE = 200
"""Every event can be planned for some entry below this."""


def choose(event: Tournament, act: ReadingChosen | FormatChosen) -> Decided:
    """Choose a format or a reading while the entry is open: one that the regulation leaves open."""
    if event.entries_closed:
        raise refuse("The format is fixed once the entry is closed", remedy="Choose before closing the entry.")
    choices, readings = event.choices, dict(event.readings)
    if isinstance(act, FormatChosen):
        choices |= {act.choice}
    else:
        readings[act.reading] = act.choice
    refusal: DirectorError | None = None
    for size in range(1, LARGE):  # the choice is lawful if an entry of some size can be planned with it
        error = _fault(event, size, choices, readings)
        if error is None:
            return allow(act)
        if refusal is None and _fault(event, size, event.choices, event.readings) is None:
            refusal = error
    raise refusal or refuse(f"Nobody may choose {act.choice}", remedy="Check what the regulation leaves open.")


def _fault(event: Tournament, size: int, choices: frozenset[str], readings: Mapping[str, str]) -> DirectorError | None:
    """What is wrong with an entry of a size under these choices, if anything."""
    try:
        event.plan_for(Entrants(size), choices, readings)
    except DirectorError as error:
        return error
    return None


def take_entry(event: Tournament, act: EntryTaken) -> Decided:
    """Enter a contestant, or put its entry right."""
    if event.entries_closed and act.contestant not in event.entries:
        raise refuse(
            f"The entry is closed, so {act.contestant} cannot enter",
            clause=event.planned().clause,
            remedy="Start a new event, or enter it as a substitute for another.",
        )
    other = next(
        (e for e in event.entries.values() if e.name and e.name == act.name and e.contestant != act.contestant), None
    )
    doubled = f"{act.name} is entered as {other.contestant} too" if other else ""
    return allow(act, cautions=(doubled,))


def cancel_entry(event: Tournament, act: EntryCancelled) -> Decided:
    """Take an entry back before the start."""
    if act.contestant not in event.entries:
        raise refuse(f"There is no entry {act.contestant}", remedy="Check its number.")
    if event.stages:
        raise refuse(f"{act.contestant} has started to play", remedy="Post a withdrawal instead.")
    fixed = f"the format stays that for {event.entrants.entered} entries" if event.entries_closed else ""
    return allow(act, cautions=(fixed,))


def close_entries(event: Tournament, act: EntriesClosed) -> Decided:
    """Close the entry: its size decides the format."""
    if event.entries_closed:
        raise refuse("The entry is closed already", remedy="Go on with the first stage.")
    planned = event.plan_for(event.entrants, event.choices, event.readings)
    if event.entrants.entered not in planned.entries:
        raise refuse(
            f"{planned.name} is for {planned.entries} entries, not {event.entrants.entered}",
            clause=planned.clause,
            remedy="Wait for more entries, or ask the organiser for another format.",
        )
    return allow(act)


def set_seeds(event: Tournament, act: SeedsSet) -> Decided:
    """Seed a stage; everybody once."""
    unknown = [name for name in act.order if name not in event.entries]
    if unknown:
        raise refuse(f"{', '.join(unknown)} are not entered", remedy="Check the numbers.")
    if len(set(act.order)) != len(act.order):
        raise refuse("A contestant is seeded twice", remedy="Name everybody once.")
    return allow(act)


def stage_fields(event: Tournament, name: str) -> tuple[Field, ...]:
    """The contestants of a stage in their fields, as the regulation puts them together."""
    plan = event.plan(name)
    if plan.source is not None:
        return _qualified_fields(event, plan, plan.source)
    order = event.seeds.get(name) or tuple(event.entries)
    return _filled(event, plan, order)


def _filled(event: Tournament, plan: Stage, order: tuple[str, ...]) -> tuple[Field, ...]:
    """These contestants in the fields of a stage: together, seeded to be of equal strength, or by lot."""
    names = plan.fields.names
    if len(names) == 1:
        return (Field(names[0], order),)
    if plan.fields.made is FieldsMade.LOT:
        lot = event.lots.get(plan.name)
        drawn = lot_order(order, lot.order or Lots(lot.seed), f"fields of {plan.name}") if lot else order
        half = (len(drawn) + 1) // 2
        return (Field(names[0], drawn[:half]), Field(names[1], drawn[half:]))
    return _halves(event, plan, order)


def _halves(event: Tournament, plan: Stage, order: tuple[str, ...]) -> tuple[Field, ...]:
    entrants = []
    for place, name in enumerate(order):
        entry = event.entries[name]
        strength = entry.rating if entry.rating is not None else len(order) - place
        entrants.append(Entrant(name, strength, entry.contending and not entry.house))
    split = two_fields(entrants, plan.clause)
    ns, ew = plan.fields.names
    return (
        Field(ns, tuple(each.name for each in split.ns)),
        Field(ew, tuple(each.name for each in split.ew)),
    )


def _qualified_fields(event: Tournament, plan: Stage, source: Source) -> tuple[Field, ...]:
    through = [qualifiers(event, plan, field) for field in event.stage(source.stage).fields]
    if plan.fields.made is FieldsMade.KEPT and len(plan.fields.names) == len(through):
        return tuple(Field(name, each.names) for name, each in zip(plan.fields.names, through, strict=True))
    merged = [name for place in zip_longest(*(each.names for each in through)) for name in place if name is not None]
    return _filled(event, plan, tuple(merged))


def qualifiers(event: Tournament, plan: Stage, field: Field) -> Qualified:
    """Who goes on to a stage from one field of its source, who was passed over and why."""
    source = plan.source
    if source is None:
        raise refuse(f"{plan.name} has no stage before it", clause=plan.clause)
    before = event.stage(source.stage)
    out: dict[str, Why] = {}
    for name in field.contestants:
        if source.contending and name in before.non_contending:
            out[name] = Why.NOT_CONTENDING
        if name in before.withdrawn or name in event.declined.get(plan.name, ()):
            out[name] = Why.WITHDRAWN
    rule = plan.qualify or QualifyRule(source.clause)
    return qualify(before.standings(field.name).order, rule, out, places=source.each)


def start_stage(event: Tournament, act: StageStarted) -> Decided:
    """Start a stage with its contestants."""
    plan = event.plan(act.stage)
    if act.stage in event.stages:
        raise refuse(f"{act.stage} has started already", remedy="Draw its next round.")
    if not event.entries_closed:
        raise refuse("The entry is still open", clause=plan.clause, remedy="Close the entry first.")
    if plan.source is not None and not event.stage(plan.source.stage).closed:
        raise refuse(f"{plan.source.stage} is not closed", clause=plan.clause, remedy="Close it first.")
    names = [name for field in act.fields for name in field.contestants]
    if len(set(names)) != len(names) or any(name not in event.entries for name in names):
        raise refuse("The fields name somebody twice, or somebody who is not entered", remedy="Name everybody once.")
    if tuple(field.name for field in act.fields) != plan.fields.names:
        listed = " and ".join(plan.fields.names)
        raise refuse(f"{act.stage} is played in the fields {listed}", clause=plan.clause, remedy="Name the fields so.")
    return allow(act, cautions=(_other_than(stage_fields(event, act.stage), act.fields),))


def _other_than(ours: tuple[Field, ...], theirs: tuple[Field, ...]) -> str:
    """What is not as the regulation would have it in the fields of a stage."""
    expected, named = ([set(field.contestants) for field in fields] for fields in (ours, theirs))
    if set[str]().union(*expected) != set[str]().union(*named):
        return "the contestants are not those the regulation would take"
    return "" if expected == named else "the contestants are not in the fields the regulation would put them in"


def draw_lot(event: Tournament, act: LotDrawn) -> Decided:
    """Record a lot, once."""
    if act.about in event.lots:
        raise refuse(f"The lot for {act.about} is drawn already", remedy="A lot is drawn once and kept.")
    return allow(act)


def decline(event: Tournament, act: Declined) -> Decided:
    """A qualified contestant does not go on."""
    if act.stage in event.stages:
        raise refuse(f"{act.stage} has started", remedy="Post a withdrawal instead.")
    return allow(act)
