"""Entries, stages and their fields."""

from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest

from overtrick.core.conduct.entries import reject
from overtrick.core.draws.rules import OddFieldRule, complete_field
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
from overtrick.core.event.play.session_movements import assign_sections
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import tally
from overtrick.core.lots import Lots
from overtrick.core.model.contestants import entry_order
from overtrick.core.ranking.also import number_of
from overtrick.core.ranking.awards import CategoryRule, check_nomination
from overtrick.core.ranking.chance import lot_order
from overtrick.core.ranking.qualification import FilledPlaces, PassOverReason, QualifyRule, qualify
from overtrick.core.selection.teams import in_two_teams
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director import graph
from overtrick.director.decision import AllowedActs, Caution, allow, refuse, still_open
from overtrick.director.double_entries import check_double_entry, double_entries
from overtrick.director.eligibility import may_enter, may_go_on
from overtrick.director.late_pairs import comes_late
from overtrick.director.teams import check_team, claimed_twice, right_size, same_teams


def choose(event: Tournament, act: ReadingChosen | FormatChosen) -> AllowedActs:
    """Choose a format or a reading that the regulation leaves open, while the entry is open."""
    if event.entries_closed:
        raise refuse(
            "The format is fixed once entries are closed",
            remedy="To change the format, undo the closing of entries first.",
        )
    choices, readings = event.choices, dict(event.readings)
    if isinstance(act, FormatChosen):
        choices |= {act.choice}
    else:
        readings[act.reading] = act.choice
    refusal: DirectorError | None = None
    for size in range(1, LARGE):  # the choice is allowed if an entry of some size can be planned with it
        error = _fault(event, size, choices, readings)
        if error is None:
            return allow(act)
        if refusal is None and _fault(event, size, event.choices, event.readings) is None:
            refusal = error
    raise refusal or refuse(
        "“{choice}” cannot be chosen", remedy="Check which choices the regulations leave open.", choice=act.choice
    )


def _fault(event: Tournament, size: int, choices: frozenset[str], readings: Mapping[str, str]) -> DirectorError | None:
    """The fault in an entry of this size under these choices, or `None`."""
    try:
        event.plan_for(Entrants(size), choices, readings)
    except DirectorError as error:
        return error
    return None


def take_entry(event: Tournament, act: EntryTaken, at: str = "") -> AllowedActs:
    """Enter a contestant, or correct its entry, if the rules of eligibility allow it as far as is known."""
    if not act.contestant.strip():
        raise refuse("An entry needs a number", remedy="Give the entry a number.")
    if event.entries_closed and act.contestant not in event.entries and not _enters_later(event, act):
        raise refuse(
            "Entries are closed, so number {contestant} cannot enter",
            clause=event.current_plan().clause,
            remedy="Start a new event, or let the players substitute in another entry.",
            contestant=act.contestant,
        )
    if not event.entries_closed and (into := [name for name in act.stages if _takes_drop_ins(event, name)]):
        raise refuse(
            "Number {contestant} would drop into {into} before entries are closed",
            clause=event.any_plan().clause,
            remedy="Close entries first: drop-ins do not count towards the number of entries.",
            contestant=act.contestant,
            into=tuple(into),
        )
    check_team(event, act)
    _check_facts(event, act)
    people = check_double_entry(event, act)
    other = next(
        (e for e in event.entries.values() if e.name and e.name == act.name and e.contestant != act.contestant), None
    )
    doubled: Caution = (
        phrase("{name} is also entered as number {other}", name=act.name, other=other.contestant) if other else ""
    )
    rule = event.any_plan().honours.categories
    wrong: Caution = category_fault(rule, act.categories, started=False) if rule is not None else ""
    return allow(act, cautions=(doubled, wrong, *people, *may_enter(event, act, at)))


def _check_facts(event: Tournament, act: EntryTaken) -> None:
    """Refuse a fact that is not a number although further rankings depend on it."""
    stated = [*act.stated, *(each for player in act.players for each in player.stated)]
    for rule in event.any_plan().facts if stated else ():
        wrong = next((each for each in stated if each.what == rule.name and number_of(each.value) is None), None)
        if wrong is not None:
            raise refuse(
                "The {rule} must be a number, not “{wrong}”",
                clause=rule.clause,
                remedy="Write a number in {unit}, like 4 or -2.5.",
                wrong=f"{wrong.value:.40}",
                rule=rule.name,
                unit=rule.unit.name,
            )


def _enters_later(event: Tournament, act: EntryTaken) -> bool:
    """Whether a later entry is allowed: a late pair, or one for a stage with its own entries that has not started."""
    if any(comes_late(state) for state in event.stages.values()):
        return True
    if act.stages and all(_drops_into(event, act, name) for name in act.stages):
        return True
    if event.current_plan().by_stage is None or not act.stages:
        return False
    return all(not event.plan(name).sources and name not in event.stages for name in act.stages)


def _takes_drop_ins(event: Tournament, stage: str) -> bool:
    plan = event.any_plan().stage(stage)
    return plan is not None and plan.dropping_in is not None


def _drops_into(event: Tournament, act: EntryTaken, stage: str) -> bool:
    """Whether a stage that has not started takes one more contestant from another event."""
    source = event.plan(stage).dropping_in
    there = [name for name in _dropped_in(event, stage) if name != act.contestant]
    return source is not None and stage not in event.stages and len(there) < source.each


def cancel_entry(event: Tournament, act: EntryCancelled) -> AllowedActs:
    """Cancel an entry before the start."""
    if act.contestant not in event.entries:
        raise refuse("There is no entry {contestant}", remedy="Check the number.", contestant=act.contestant)
    if event.stages:
        raise refuse(
            "The event has started, so the entry of number {contestant} cannot be cancelled",
            remedy="Post a withdrawal instead; in a stage without withdrawals, post forfeits.",
            contestant=act.contestant,
        )
    fixed = phrase("the format remains the one for {entries:#entry/entries}", entries=event.entrants.entered)
    return allow(act, cautions=(fixed if event.entries_closed else "",))


def close_entries(event: Tournament, act: EntriesClosed) -> AllowedActs:
    """Close the entry: its size decides the format."""
    if event.entries_closed:
        raise refuse("Entries are already closed", remedy="Continue with the first stage.")
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
            raise refuse(
                "The regulations of {planned} do not say {about}, and no choice has been made",
                clause=must.clause,
                remedy="Choose {choices:or} before closing entries.",
                planned=planned.name,
                about=must.about,
                choices=tuple(phrase("“{choice}”", choice=choice) for choice in must.choices),
            )
    if planned.members is not None:
        for entry in event.entries.values():
            right_size(entry, planned.members)
    confirm = planned.graph.confirm if planned.graph is not None else ""
    if confirm and confirm not in event.choices:
        raise refuse(
            "In the regulations, the format for {entered} entries is {graph}",
            clause=planned.clause,
            remedy="The organiser must confirm this format: choose “{confirm}” first.",
            entered=event.entrants.entered,
            graph=planned.graph.status if planned.graph else "",
            confirm=confirm,
        )
    people = double_entries(event, event.entries)
    return allow(act, cautions=(*field_cautions(event.entrants, planned), *people))


def _too_many(event: Tournament, planned: Event) -> Said:
    """A caution about contestants turned away because the field is too large, where the regulation names them."""
    rule, most = planned.stages[0].rules.players.rejection, planned.entries.most
    if rule is None or most is None or event.entrants.entered <= most:
        return ""
    found = reject(rule, [name for name, entry in event.entries.items() if not entry.house], most)
    return phrase(
        "Cancel these entries, because the latest nominations are turned away first ({clause}): {rejected:,}.",
        rejected=tuple(found.rejected),
        clause=found.clause,
    )


def field_cautions(entrants: Entrants, planned: Event) -> tuple[Phrase, ...]:
    """Cautions about the size of a field: that it is odd, or too small for its rounds."""
    first = planned.stages[0]
    play = first.play
    said: list[Phrase] = []
    if play.house is not None and not entrants.house:
        field = complete_field(entrants.entered, OddFieldRule.HOUSE)
        if field.house:
            said.append(
                phrase(
                    "{entered} is an odd number of entries: before closing entries, enter a house pair or team to "
                    "fill {tables} tables ({clause}); otherwise one entry sits out in each round",
                    entered=entrants.entered,
                    tables=field.tables,
                    clause=play.house,
                )
            )
    most = play.rounds_possible(entrants.playing, first.rounds)
    if most < first.rounds:
        said.append(
            phrase(
                "{playing} entries can play only {most} of {rounds:#round} without rematches ({clause})",
                rounds=first.rounds, most=most, playing=entrants.playing, clause=first.clause,
            )
        )  # fmt: skip
    return tuple(said)


def set_seeds(event: Tournament, act: SeedsSet) -> AllowedActs:
    """Seed a stage, each contestant once."""
    unknown = [name for name in act.order if name not in event.entries]
    if unknown:
        raise refuse("Not entered: {unknown:,}", remedy="Check the numbers.", unknown=tuple(unknown))
    if len(set(act.order)) != len(act.order):
        raise refuse("A contestant is seeded twice", remedy="List no entry more than once.")
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
    seeded = dict.fromkeys((*event.seeds.get(name, ()), *entered))  # those without a seed follow those with one
    order = tuple(each for each in seeded if each in entered)
    return _fill_fields(event, plan, order)


def entered_in(event: Tournament, stage: str) -> tuple[str, ...]:
    """The entries of a stage, where each stage takes its own; otherwise all entries."""
    return tuple(name for name, entry in event.entries.items() if not entry.stages or stage in entry.stages)


def _fill_fields(event: Tournament, plan: Stage, order: tuple[str, ...]) -> tuple[Field, ...]:
    """These contestants in the fields of a stage: all together, balanced by seed, by lot or by number."""
    names = plan.fields.names
    lot = event.lots.get(plan.name)
    if plan.fields.sizes:
        turns = assign_sections(plan.fields.sizes)
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
    through, *_ = [_qualifiers_by_field(event, plan, source) for source in plan.sources if not source.event]
    if plan.fields.made is FieldsMade.KEPT and len(plan.fields.names) == len(through):
        return tuple(Field(name, each.names) for name, each in zip(plan.fields.names, through, strict=True))
    return _fill_fields(event, plan, going_on(event, plan))


def _qualifiers_by_field(event: Tournament, plan: Stage, source: Source) -> list[FilledPlaces]:
    return [qualifiers(event, plan, source, field) for field in event.stage(source.stage).fields]


def going_on(event: Tournament, plan: Stage) -> tuple[str, ...]:
    """The contestants that go on to a stage from its sources, in the order of the sources that have started.

    Of each source, the firsts of all fields come before the seconds.
    """
    merged: list[str | None] = []
    for source in plan.sources:
        if source.event:
            merged += _dropped_in(event, plan.name)[: source.each]
        elif source.stage in event.stages:
            merged += chain.from_iterable(
                zip_longest(*(each.names for each in _qualifiers_by_field(event, plan, source)))
            )
    return tuple(dict.fromkeys(name for name in merged if name is not None))


def _dropped_in(event: Tournament, stage: str) -> list[str]:
    """Those who entered only this stage, from another event, and have not declined it."""
    declined = event.declined.get(stage, ())
    return [name for name, entry in event.entries.items() if stage in entry.stages and name not in declined]


def qualifiers(event: Tournament, plan: Stage, source: Source, field: Field) -> FilledPlaces:
    """Who goes on to a stage from one field of a source, and who was passed over and why."""
    before = event.stage(source.stage)
    table, declined = before.standings(field.name), event.declined.get(plan.name, ())
    out = {row.contestant: PassOverReason.NOT_PLACED for row in table.rows if not row.placed}
    for name in field.contestants:
        why = before.status(name, declined).why
        if why is not None and (source.contending or why is not PassOverReason.NOT_CONTENDING):
            out[name] = why
    rule = plan.qualify or QualifyRule(source.clause)
    order = _non_qualifiers(event, plan, source, table.order) if source.after or len(plan.sources) > 1 else table.order
    return qualify(order, rule, out, places=seats_for(before, source), after=source.after)


def _non_qualifiers(event: Tournament, plan: Stage, source: Source, order: Sequence[str]) -> tuple[str, ...]:
    """Those ranked below the places that lead elsewhere, except any who went on elsewhere as a replacement.

    A contestant that went on to another source of the stage can come only from there.
    """
    beside = [
        state for name, state in event.stages.items() if name != plan.name and state.plan.comes_from(source.stage)
    ]
    gone = {name for state in beside for name in state.contestants}
    return tuple(name for name in order[source.after :] if name not in gone)


def start_stage(event: Tournament, act: StageStarted) -> AllowedActs:
    """Start a stage with its contestants."""
    plan = event.plan(act.stage)
    if act.stage in event.stages:
        raise refuse(
            "{stage} has already started", remedy="Continue with the next round, if there is one.", stage=act.stage
        )
    if not event.entries_closed:
        raise refuse("Entries are still open", clause=plan.clause, remedy="Close entries first.")
    before = [source.stage for source in plan.sources if source.stage]
    before += plan.play.adds_up
    for name in before:
        if not event.stage(name).closed:
            raise refuse("{name} is not closed", clause=plan.clause, remedy="Close {name} first.", name=name)
    names = [name for field in act.fields for name in field.contestants]
    if unknown := [name for name in names if name not in event.entries]:
        raise refuse("Not entered: {unknown:,}", remedy="Check the numbers.", unknown=tuple(unknown))
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise refuse(
            "Listed twice in the fields: {twice:,}", remedy="List no entry more than once.", twice=tuple(twice)
        )
    if tuple(field.name for field in act.fields) != plan.fields.names:
        raise refuse(
            "{stage} needs these fields: {fields: and}",
            clause=plan.clause,
            remedy="Use these field names.",
            stage=act.stage,
            fields=plan.fields.names,
        )
    plan.play.takes(len(names))
    same_teams(event, plan, names)
    if plan.play.in_graph:
        graph.may_start(event, act)
    other = _other_than(stage_fields(event, act.stage), act.fields)
    brought = carry_over_into(plan, names, event.stages, event.carry_overs.get(act.stage))
    flags = brought.flags if brought is not None else ()
    said: tuple[Phrase, ...] = (
        *claimed_twice(event, plan),
        *may_go_on(event, plan, names),
        *_categories(event, plan),
        *flags,
    )
    people = double_entries(event, names) if not plan.sources else ()
    return allow(act, cautions=(other, *said, *people, *_twice_in_finals(event, plan, names)))


def decide_carry_over(event: Tournament, act: CarryOverDecided) -> AllowedActs:
    """Record what each contestant carries into a stage where first and last are level and no rule decides."""
    plan = event.plan(act.stage)
    if act.stage in event.stages and carry_over_undecided(event, event.stages[act.stage]) is None:
        raise refuse("{stage} has started", remedy="Undo the start of the stage first.", stage=act.stage)
    if not act.reason:
        raise refuse("A decision needs a reason", remedy="Say who decided, and why.")
    open_before = [each.stage for each in plan.sources if each.stage and not _is_closed(event, each.stage)]
    if open_before:
        raise refuse(
            "{name} is not closed", clause=plan.clause,
            remedy="Close that stage first: other contestants may still finish ahead.",


            name=open_before[0],
        )  # fmt: skip
    if act.stage not in event.stages and carry_over_follows(event, plan):
        raise refuse(
            "The carry-over into {stage} follows from the scores",
            clause=plan.carry.clause if plan.carry is not None else plan.clause,
            remedy="Start the stage; nothing is left to decide.",
            stage=act.stage,
        )
    return allow(act)


def _is_closed(event: Tournament, stage: str) -> bool:
    return stage in event.stages and event.stages[stage].closed


def carry_over_follows(event: Tournament, plan: Stage) -> bool:
    """Whether the rule of a stage that can start determines every carry-over, without an official's decision."""
    names = [name for field in stage_fields(event, plan.name) for name in field.contestants]
    try:
        carry_over_into(plan, names, event.stages)
    except DirectorError:  # the rule says that it has no answer
        return False
    return True


def carry_over_undecided(event: Tournament, state: StageState) -> NoCarryOver | None:
    """Why the rule no longer gives the contestants of a started stage a carry-over, if nobody has decided it yet."""
    try:
        carry_over_into(state.plan, state.contestants, event.stages, event.carry_overs.get(state.plan.name))
    except NoCarryOver as none:
        return none
    return None


def _categories(event: Tournament, plan: Stage) -> tuple[Phrase, ...]:
    """The faults in the categories that the entries were to nominate before the start."""
    rule = event.current_plan().honours.categories
    if rule is None or plan.sources:
        return ()
    said: dict[Phrase, list[str]] = {}
    for name, entry in event.entries.items():
        if not entry.house and (wrong := category_fault(rule, entry.categories, started=True)):
            said.setdefault(wrong, []).append(name)
    return tuple(phrase("{names:,}: {wrong}", names=tuple(names), wrong=wrong) for wrong, names in said.items())


def category_fault(rule: CategoryRule, categories: tuple[str, ...], *, started: bool) -> Caution:
    """The fault in the categories that an entry names; the first is the one it plays in."""
    return check_nomination(categories, categories[0] if categories else None, rule, started=started) or ""


def _twice_in_finals(event: Tournament, plan: Stage, names: Sequence[str]) -> tuple[Phrase, ...]:
    """Cautions about players claimed by two teams of a finals series: each names one team before play begins."""
    if not plan.play.must_be_won:
        return ()
    held = in_two_teams({name: [player.name for player in event.entries[name].players] for name in names})
    return tuple(
        phrase("{player} is in two of these teams and must choose one before play begins", player=player)
        for player in held
    )


def _other_than(ours: tuple[Field, ...], theirs: tuple[Field, ...]) -> Caution:
    """How the fields of a stage differ from those that the regulation makes."""
    expected, named = ([set(field.contestants) for field in fields] for fields in (ours, theirs))
    if set[str]().union(*expected) != set[str]().union(*named):
        return phrase("the contestants are not those that the regulations select")
    wrong = phrase("the contestants are not in the fields that the regulations assign")
    return "" if expected == named else wrong


def draw_lot(event: Tournament, act: LotDrawn) -> AllowedActs:
    """Record a lot, once."""
    if act.about in event.stages:
        still_open(event.stages[act.about])
    if act.about in event.lots:
        raise refuse(
            "Lots have already been drawn for {about}",
            remedy="Use the lots already drawn, or undo that posting first if they were recorded wrongly.",
            about=act.about,
        )
    if not (act.seed or act.order):
        raise refuse("A draw by lot needs the order drawn or a seed", remedy="Enter the order drawn or the seed.")
    _names_all(event, act)
    return allow(act)


def _names_all(event: Tournament, act: LotDrawn) -> None:
    """Refuse a stage's lot that leaves someone out: contestants may become level later and then need a place in it."""
    state = event.stages.get(act.about)
    wanted = state.contestants if state is not None else tuple(event.entries)
    missing = [name for name in wanted if name not in act.order]
    if act.order and missing:
        raise refuse(
            "The lots drawn do not include {missing:,}",
            remedy="List every contestant in the order drawn, or give the seed instead.",
            missing=tuple(missing),
        )


def decline(event: Tournament, act: Declined) -> AllowedActs:
    """Decline to go on to a stage, or to an event that this one qualifies for."""
    if event.entries_closed and act.stage in berths(event):
        return graph.decline_berth(event, act)
    if act.stage in event.stages:
        raise refuse(
            "{stage} has started",
            remedy="Post a withdrawal instead; in a stage without withdrawals, post forfeits.",
            stage=act.stage,
        )
    return allow(act)
