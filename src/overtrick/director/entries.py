"""Entries, stages and their fields."""

from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest

from overtrick.core.conduct.entries import reject
from overtrick.core.draws.rules import Odd, complete_field
from overtrick.core.draws.seeding import Entrant, two_fields
from overtrick.core.errors import DirectorError, NoCarryOver
from overtrick.core.event.acts import (
    CarryOverDecided,
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
from overtrick.core.event.after.ending import berths
from overtrick.core.event.fold.tournament import LARGE, Tournament
from overtrick.core.event.plan.stages import Entrants, Event, FieldsMade, Source, Stage
from overtrick.core.event.play.carrying import carry_over_into
from overtrick.core.event.play.season import seats_for
from overtrick.core.event.play.sections import dealt
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import tally
from overtrick.core.lots import Lots
from overtrick.core.model.contestants import entry_order
from overtrick.core.ranking.also import number_of
from overtrick.core.ranking.awards import CategoryRule, check_nomination
from overtrick.core.ranking.chance import lot_order
from overtrick.core.ranking.qualification import Qualified, QualifyRule, Why, qualify
from overtrick.core.selection.two_stages import in_two_teams
from overtrick.core.wording import Said, phrase
from overtrick.director import graph
from overtrick.director.decision import Decided, allow, refuse, still_open
from overtrick.director.double_entries import check_double_entry, double_entries
from overtrick.director.eligibility import may_enter, may_go_on
from overtrick.director.late_pairs import comes_late
from overtrick.director.teams import check_team, claimed_twice, right_size, same_teams


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
    raise refusal or refuse(
        "Nobody may choose {choice}", remedy="Check what the regulation leaves open.", choice=act.choice
    )


def _fault(event: Tournament, size: int, choices: frozenset[str], readings: Mapping[str, str]) -> DirectorError | None:
    """What is wrong with an entry of a size under these choices, if anything."""
    try:
        event.plan_for(Entrants(size), choices, readings)
    except DirectorError as error:
        return error
    return None


def take_entry(event: Tournament, act: EntryTaken, at: str = "") -> Decided:
    """Enter a contestant, or put its entry right: one that the rules of eligibility let in, as far as is known."""
    if not act.contestant.strip():
        raise refuse("An entry needs its number", remedy="Give the number it plays under.")
    if event.entries_closed and act.contestant not in event.entries and not _enters_later(event, act):
        raise refuse(
            "The entry is closed, so {contestant} cannot enter",
            clause=event.planned().clause,
            remedy="Start a new event, or enter it as a substitute for another.",
            contestant=act.contestant,
        )
    if not event.entries_closed and (into := [name for name in act.stages if _takes_drop_ins(event, name)]):
        raise refuse(
            "{contestant} would drop into {into:,} before the entry is closed",
            clause=event.any_plan().clause,
            remedy="Close the entry first: they are not counted in it.",
            contestant=act.contestant,
            into=tuple(into),
        )
    check_team(event, act)
    _check_facts(event, act)
    people = check_double_entry(event, act)
    other = next(
        (e for e in event.entries.values() if e.name and e.name == act.name and e.contestant != act.contestant), None
    )
    doubled = f"{act.name} is entered as {other.contestant} too" if other else ""
    rule = event.any_plan().honours.categories
    wrong = category_fault(rule, act.categories, started=False) if rule is not None else ""
    return allow(act, cautions=(doubled, wrong, *people, *may_enter(event, act, at)))


def _check_facts(event: Tournament, act: EntryTaken) -> None:
    """Refuse a fact that further rankings go by and that is no number."""
    stated = [*act.stated, *(each for player in act.players for each in player.stated)]
    for rule in event.any_plan().facts if stated else ():
        wrong = next((each for each in stated if each.what == rule.name and number_of(each.value) is None), None)
        if wrong is not None:
            raise refuse(
                "“{wrong}” is no {rule}",
                clause=rule.clause,
                remedy="Write a number of {unit}, like 4 or -2.5.",
                wrong=f"{wrong.value:.40}",
                rule=rule.name,
                unit=rule.unit.name,
            )


def _enters_later(event: Tournament, act: EntryTaken) -> bool:
    """Whether a late pair may come in, or a stage that takes entries of its own has not started and it is for that."""
    if any(comes_late(state) for state in event.stages.values()):
        return True
    if act.stages and all(_drops_into(event, act, name) for name in act.stages):
        return True
    if event.planned().by_stage is None or not act.stages:
        return False
    return all(not event.plan(name).sources and name not in event.stages for name in act.stages)


def _takes_drop_ins(event: Tournament, stage: str) -> bool:
    plan = event.any_plan().stage(stage)
    return plan is not None and plan.dropping_in is not None


def _drops_into(event: Tournament, act: EntryTaken, stage: str) -> bool:
    """Whether a stage that has not started takes one more from another event."""
    source = event.plan(stage).dropping_in
    there = [name for name in _dropped_in(event, stage) if name != act.contestant]
    return source is not None and stage not in event.stages and len(there) < source.each


def cancel_entry(event: Tournament, act: EntryCancelled) -> Decided:
    """Take an entry back before the start."""
    if act.contestant not in event.entries:
        raise refuse("There is no entry {contestant}", remedy="Check its number.", contestant=act.contestant)
    if event.stages:
        raise refuse("{contestant} has started to play", remedy="Post a withdrawal instead.", contestant=act.contestant)
    fixed = f"the format stays that for {event.entrants.entered} entries" if event.entries_closed else ""
    return allow(act, cautions=(fixed,))


def close_entries(event: Tournament, act: EntriesClosed) -> Decided:
    """Close the entry: its size decides the format."""
    if event.entries_closed:
        raise refuse("The entry is closed already", remedy="Go on with the first stage.")
    try:
        planned = event.plan_for(event.entrants, event.choices, event.readings)
    except DirectorError as refused:
        if turned := _too_many(event, event.any_plan()):
            raise refuse(refused.what, clause=refused.clause, remedy=turned) from refused
        raise
    if event.entrants.entered not in planned.entries:
        raise refuse(
            "{planned} is for {entries} entries, not {entered}",
            clause=planned.clause,
            remedy=_too_many(event, planned) or "Wait for more entries, or ask the organiser for another format.",
            planned=planned.name,
            entries=planned.entries,
            entered=event.entrants.entered,
        )
    for must in planned.must_choose:
        if not event.choices & set(must.choices):
            listed = " or ".join(f"“{choice}”" for choice in must.choices)
            raise refuse(
                "{planned} does not say {about}, and nobody has chosen",
                clause=must.clause,
                remedy="Choose {listed} before closing the entry.",
                planned=planned.name,
                about=must.about,
                listed=listed,
            )
    if planned.members is not None:
        for entry in event.entries.values():
            right_size(entry, planned.members)
    confirm = planned.graph.confirm if planned.graph is not None else ""
    if confirm and confirm not in event.choices:
        raise refuse(
            "The format for {entered} entries is {graph}",
            clause=planned.clause,
            remedy="The organiser must confirm it: post the choice “{confirm}” first.",
            entered=event.entrants.entered,
            graph=planned.graph.status if planned.graph else "",
            confirm=confirm,
        )
    people = double_entries(event, event.entries)
    return allow(act, cautions=(*field_cautions(event.entrants, planned), *people))


def _too_many(event: Tournament, planned: Event) -> Said:
    """Whom a field too large to work turns away, where its regulation says."""
    rule, most = planned.stages[0].rules.players.rejection, planned.entries.most
    if rule is None or most is None or event.entrants.entered <= most:
        return ""
    found = reject(rule, [name for name, entry in event.entries.items() if not entry.house], most)
    return phrase(
        "The last to nominate are turned away first: cancel {rejected:,} ({clause}).",
        rejected=tuple(found.rejected),
        clause=found.clause,
    )


def field_cautions(entrants: Entrants, planned: Event) -> tuple[str, ...]:
    """What an organiser should know of the size of a field: that it is odd, or too small for its rounds."""
    first = planned.stages[0]
    play = first.play
    said = []
    if play.house is not None and not entrants.house:
        field = complete_field(entrants.entered, Odd.HOUSE)
        if field.house:
            said.append(
                f"{entrants.entered} entries are odd: a house entry completes the field, at {field.tables} tables "
                f"({play.house}); enter one before closing, or one of them sits out in each round"
            )
    most = play.rounds_possible(entrants.playing, first.rounds)
    if most < first.rounds:
        met = f"{first.rounds} rounds are more than the {most} that {entrants.playing} can play without meeting twice"
        said.append(f"{met} ({first.clause})")
    return tuple(said)


def set_seeds(event: Tournament, act: SeedsSet) -> Decided:
    """Seed a stage; everybody once."""
    unknown = [name for name in act.order if name not in event.entries]
    if unknown:
        raise refuse("{unknown:,} are not entered", remedy="Check the numbers.", unknown=tuple(unknown))
    if len(set(act.order)) != len(act.order):
        raise refuse("A contestant is seeded twice", remedy="Name everybody once.")
    return allow(act)


def stage_fields(event: Tournament, name: str) -> tuple[Field, ...]:
    """The contestants of a stage in their fields, as the regulation puts them together."""
    plan = event.plan(name)
    if plan.play.adds_up:
        return (Field(plan.fields.names[0], tuple(tally(plan, event.stages))),)
    if plan.play.in_graph:
        return graph.fields(event, plan)
    if plan.sources:
        return _qualified_fields(event, plan)
    entered = entered_in(event, name)
    seeded = dict.fromkeys((*event.seeds.get(name, ()), *entered))  # whoever was not seeded comes after those who were
    order = tuple(each for each in seeded if each in entered)
    return _filled(event, plan, order)


def entered_in(event: Tournament, stage: str) -> tuple[str, ...]:
    """Those who entered a stage, where each takes entries of its own; else everybody."""
    return tuple(name for name, entry in event.entries.items() if not entry.stages or stage in entry.stages)


def _filled(event: Tournament, plan: Stage, order: tuple[str, ...]) -> tuple[Field, ...]:
    """These contestants in the fields of a stage: together, seeded to be of equal strength, by lot or by number."""
    names = plan.fields.names
    lot = event.lots.get(plan.name)
    if plan.fields.sizes:
        turns = dealt(plan.fields.sizes)
        sections = [tuple(who for who, at in zip(order, turns, strict=False) if at == n) for n in range(len(names))]
        return tuple(map(Field, names, sections))
    if len(names) == 1:
        if plan.play.by_lot is not None and lot is not None:
            order = lot_order(order, lot.order or Lots(lot.seed), f"numbers of {plan.name}")
        return (Field(names[0], order),)
    if plan.fields.made is FieldsMade.LOT:
        drawn = lot_order(order, lot.order or Lots(lot.seed), f"fields of {plan.name}") if lot else order
        half = (len(drawn) + 1) // 2
        return (Field(names[0], drawn[:half]), Field(names[1], drawn[half:]))
    if plan.fields.made is FieldsMade.NUMBERED and not event.seeds.get(plan.name):
        first = plan.fields.first if plan.fields.first is not None else (len(order) + 1) // 2
        numbered = tuple(sorted(order, key=entry_order))
        return (Field(names[0], numbered[:first]), Field(names[1], numbered[first:]))
    return _halves(event, plan, order)


def _halves(event: Tournament, plan: Stage, order: tuple[str, ...]) -> tuple[Field, ...]:
    entrants = []
    for place, name in enumerate(order):
        entry = event.entries[name]
        strength = entry.rating if entry.rating is not None else len(order) - place
        entrants.append(Entrant(name, strength, entry.contending and not entry.house))
    split = two_fields(entrants, plan.clause)
    ns, ew = plan.fields.names
    first, second = (tuple(each.name for each in line) for line in (split.ns, split.ew))
    if plan.fields.first is not None and plan.fields.first < len(first) == len(second) + 1:
        first, second = second, first
    return Field(ns, first), Field(ew, second)


def _qualified_fields(event: Tournament, plan: Stage) -> tuple[Field, ...]:
    through, *_ = [_through(event, plan, source) for source in plan.sources if not source.event]
    if plan.fields.made is FieldsMade.KEPT and len(plan.fields.names) == len(through):
        return tuple(Field(name, each.names) for name, each in zip(plan.fields.names, through, strict=True))
    return _filled(event, plan, going_on(event, plan))


def _through(event: Tournament, plan: Stage, source: Source) -> list[Qualified]:
    return [qualifiers(event, plan, source, field) for field in event.stage(source.stage).fields]


def going_on(event: Tournament, plan: Stage) -> tuple[str, ...]:
    """Those who go on to a stage from its sources, source after source as far as these have started.

    Of each source the first of every field come before the second.
    """
    merged: list[str | None] = []
    for source in plan.sources:
        if source.event:
            merged += _dropped_in(event, plan.name)[: source.each]
        elif source.stage in event.stages:
            merged += chain.from_iterable(zip_longest(*(each.names for each in _through(event, plan, source))))
    return tuple(dict.fromkeys(name for name in merged if name is not None))


def _dropped_in(event: Tournament, stage: str) -> list[str]:
    """Those who entered a stage alone, from another event, and have not declined it."""
    declined = event.declined.get(stage, ())
    return [name for name, entry in event.entries.items() if stage in entry.stages and name not in declined]


def qualifiers(event: Tournament, plan: Stage, source: Source, field: Field) -> Qualified:
    """Who goes on to a stage from one field of a source of it, who was passed over and why."""
    before = event.stage(source.stage)
    out: dict[str, Why] = {}
    for name in field.contestants:
        if source.contending and name in before.non_contending:
            out[name] = Why.NOT_CONTENDING
        if name in before.withdrawn or name in event.declined.get(plan.name, ()):
            out[name] = Why.WITHDRAWN
    table = before.standings(field.name)
    out |= {row.contestant: Why.NOT_PLACED for row in table.rows if not row.placed}
    rule = plan.qualify or QualifyRule(source.clause)
    order = _below(event, plan, source, table.order) if source.after or len(plan.sources) > 1 else table.order
    return qualify(order, rule, out, places=seats_for(before, source), after=source.after)


def _below(event: Tournament, plan: Stage, source: Source, order: Sequence[str]) -> tuple[str, ...]:
    """Those after the places that go elsewhere, without any who went on elsewhere in the place of another.

    Whoever went on to another source of the stage can only come from there.
    """
    beside = [
        state for name, state in event.stages.items() if name != plan.name and state.plan.comes_from(source.stage)
    ]
    gone = {name for state in beside for name in state.contestants}
    return tuple(name for name in order[source.after :] if name not in gone)


def start_stage(event: Tournament, act: StageStarted) -> Decided:
    """Start a stage with its contestants."""
    plan = event.plan(act.stage)
    if act.stage in event.stages:
        raise refuse("{stage} has started already", remedy="Draw its next round.", stage=act.stage)
    if not event.entries_closed:
        raise refuse("The entry is still open", clause=plan.clause, remedy="Close the entry first.")
    before = [source.stage for source in plan.sources if source.stage]
    before += plan.play.adds_up
    for name in before:
        if not event.stage(name).closed:
            raise refuse("{name} is not closed", clause=plan.clause, remedy="Close it first.", name=name)
    names = [name for field in act.fields for name in field.contestants]
    if len(set(names)) != len(names) or any(name not in event.entries for name in names):
        raise refuse("The fields name somebody twice, or somebody who is not entered", remedy="Name everybody once.")
    if tuple(field.name for field in act.fields) != plan.fields.names:
        listed = " and ".join(plan.fields.names)
        raise refuse(
            "{stage} is played in the fields {listed}",
            clause=plan.clause,
            remedy="Name the fields so.",
            stage=act.stage,
            listed=listed,
        )
    plan.play.takes(len(names))
    same_teams(event, plan, names)
    if plan.play.in_graph:
        graph.may_start(event, act)
    other = _other_than(stage_fields(event, act.stage), act.fields)
    brought = carry_over_into(plan, names, event.stages, event.carry_overs.get(act.stage))
    flags = brought.flags if brought is not None else ()
    said = (*claimed_twice(event, plan), *may_go_on(event, plan, names), *_categories(event, plan), *flags)
    people = double_entries(event, names) if not plan.sources else ()
    return allow(act, cautions=(other, *said, *people, *_twice_in_finals(event, plan, names)))


def decide_carry_over(event: Tournament, act: CarryOverDecided) -> Decided:
    """What each carries into a stage, where the first and the last of those counted are level and no rule says it."""
    plan = event.plan(act.stage)
    if act.stage in event.stages and carry_over_undecided(event, event.stages[act.stage]) is None:
        raise refuse("{stage} has started", remedy="Undo its start first.", stage=act.stage)
    if not act.reason:
        raise refuse("A decision needs its reason", remedy="Say who decided, and why.")
    open_before = [each.stage for each in plan.sources if each.stage and not _closed(event, each.stage)]
    if open_before:
        raise refuse(
            "{name} is not closed", clause=plan.clause, remedy="Close it first: others may yet be ahead.",
            name=open_before[0],
        )  # fmt: skip
    if act.stage not in event.stages and carry_over_follows(event, plan):
        raise refuse(
            "What is carried into {stage} follows from the scores",
            clause=plan.carry.clause if plan.carry is not None else plan.clause,
            remedy="Start the stage; nothing is left to decide.",
            stage=act.stage,
        )
    return allow(act)


def _closed(event: Tournament, stage: str) -> bool:
    return stage in event.stages and event.stages[stage].closed


def carry_over_follows(event: Tournament, plan: Stage) -> bool:
    """Whether the rule of a stage that can start gives everybody's carry-over, without an official's decision."""
    names = [name for field in stage_fields(event, plan.name) for name in field.contestants]
    try:
        carry_over_into(plan, names, event.stages)
    except DirectorError:  # it says itself that it has no answer
        return False
    return True


def carry_over_undecided(event: Tournament, state: StageState) -> NoCarryOver | None:
    """Why the rule gives those of a stage that has started no carry-over any more, while nobody has decided it."""
    try:
        carry_over_into(state.plan, state.contestants, event.stages, event.carry_overs.get(state.plan.name))
    except NoCarryOver as none:
        return none
    return None


def _categories(event: Tournament, plan: Stage) -> tuple[str, ...]:
    """What is wrong with the categories that the entries were to nominate before the start."""
    rule = event.planned().honours.categories
    if rule is None or plan.sources:
        return ()
    said: dict[str, list[str]] = {}
    for name, entry in event.entries.items():
        if not entry.house and (wrong := category_fault(rule, entry.categories, started=True)):
            said.setdefault(wrong, []).append(name)
    return tuple(f"{', '.join(names)}: {wrong}" for wrong, names in said.items())


def category_fault(rule: CategoryRule, categories: tuple[str, ...], *, started: bool) -> str:
    """What is wrong with what an entry says of its categories: the first it names is the one it plays in."""
    return check_nomination(categories, categories[0] if categories else None, rule, started=started)


def _twice_in_finals(event: Tournament, plan: Stage, names: Sequence[str]) -> tuple[str, ...]:
    """Players held by two teams of a finals series: each names one before play begins."""
    if not plan.play.must_be_won:
        return ()
    held = in_two_teams({name: [player.name for player in event.entries[name].players] for name in names})
    return tuple(f"{player} is in two of these teams and names one of them before play begins" for player in held)


def _other_than(ours: tuple[Field, ...], theirs: tuple[Field, ...]) -> str:
    """What is not as the regulation would have it in the fields of a stage."""
    expected, named = ([set(field.contestants) for field in fields] for fields in (ours, theirs))
    if set[str]().union(*expected) != set[str]().union(*named):
        return "the contestants are not those the regulation would take"
    return "" if expected == named else "the contestants are not in the fields the regulation would put them in"


def draw_lot(event: Tournament, act: LotDrawn) -> Decided:
    """Record a lot, once."""
    if act.about in event.stages:
        still_open(event.stages[act.about])
    if act.about in event.lots:
        raise refuse("The lot for {about} is drawn already", remedy="A lot is drawn once and kept.", about=act.about)
    if not (act.seed or act.order):
        raise refuse("A lot has its order, or the seed that was drawn", remedy="Give one of them.")
    _names_all(event, act)
    return allow(act)


def _names_all(event: Tournament, act: LotDrawn) -> None:
    """Refuse the order of a stage's lot that leaves somebody out: whoever is level later must be in it."""
    state = event.stages.get(act.about)
    wanted = state.contestants if state is not None else tuple(event.entries)
    missing = [name for name in wanted if name not in act.order]
    if act.order and missing:
        raise refuse(
            "The lot does not name {missing:,}",
            remedy="Name everybody, or give the seed drawn.",
            missing=tuple(missing),
        )


def decline(event: Tournament, act: Declined) -> Decided:
    """A qualified contestant does not go on: to a stage, or to an event that this one qualifies for."""
    if event.entries_closed and act.stage in berths(event):
        return graph.decline_berth(event, act)
    if act.stage in event.stages:
        raise refuse("{stage} has started", remedy="Post a withdrawal instead.", stage=act.stage)
    return allow(act)
