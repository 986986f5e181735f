"""Adopting a corrected edition of the rules: whether that is possible, and what it changes, number by number.

Nothing published is changed in place. The adoption is a posting, the earlier state can be looked up at any posting, and
draws, fields that started and fields that were closed stay as they are. From then on the numbers of every stage, closed
ones included, are those of the new edition; all changes are shown beforehand.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.errors import OvertrickError, RegulationErrors
from overtrick.core.event.acts import RulesAdopted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Figure
from overtrick.core.selection_year.year import SelectionYear, points_of
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, Caution, allow, refuse
from overtrick.director.what_if import what_if
from overtrick.regulations.plan.book_rules import short


def adopt(event: Tournament, act: RulesAdopted) -> AllowedActs:
    """Adopt another available edition, with a reason and a clause, if the event can be read by it."""
    if event.opened is None:
        raise refuse("This book has no event", remedy="Create the event first.")
    _check_adoption(act, event.edition)
    if event.editions is None or event.editions(act.edition) is None:
        raise _unknown(act)
    document = event.any_plan().clause.document
    if (cited := Clause.parse(act.clause)).document not in (document, "Law") or not cited.number:
        raise refuse(
            "“{act_clause}” is not a clause of {document}",
            remedy="Cite a reading, or the clause that allows the rules to be corrected, like {cite}.",
            act_clause=act.clause,
            document=document,
            cite=event.any_plan().clause.cite,
        )
    try:
        after = what_if(event, [act])
        for state in after.stages.values():
            for field in state.fields:
                state.standings(field.name)
    except (OvertrickError, RegulationErrors) as fault:
        raise refuse(
            "This event cannot be run under edition {short} (“{fault}”)",
            remedy="Correct the edition, or keep the event’s current rules.",
            short=short(act.edition),
            fault=fault,
        ) from fault
    return allow(act, cautions=(_in_play(event),))


def adopt_in_year(year: SelectionYear, act: RulesAdopted) -> AllowedActs:
    """Adopt another edition for a selection year; closed fields stay as they were."""
    _check_adoption(act, year.edition)
    if not act.clause.strip():
        raise refuse(
            "Adopting an edition needs a clause", remedy="Cite the clause that allows the rules to be corrected."
        )
    if year.editions is None or year.editions(act.edition) is None:
        raise _unknown(act)
    return allow(act)


def _check_adoption(act: RulesAdopted, standing: str) -> None:
    if not act.reason.strip():
        raise refuse("Changing the rules needs a reason", remedy="Say why the edition is adopted.")
    if act.edition == standing:
        raise refuse(
            "The book already uses edition {short}",
            remedy="Choose another edition, or keep the current rules.",
            short=short(act.edition),
        )


def _unknown(act: RulesAdopted) -> OvertrickError:
    return refuse(
        "Edition {short} is not available here",
        remedy="Store this edition first with `overtrick rules keep`, from a rulebook or wheel that contains it.",
        short=short(act.edition) or phrase("(no name given)"),
    )


def _in_play(event: Tournament) -> Caution:
    """What players at the tables would notice of the change."""
    for name, state in event.stages.items():
        drawn = state.rounds.get(state.last_round)
        if not state.closed and drawn is not None and not drawn.closed:
            return phrase(
                "Round {round} of {stage} is not closed: its scores may change during play.",
                round=state.last_round,
                stage=name,
            )
    return ""


@dataclass(frozen=True, slots=True)
class RowMoved:
    """A contestant whose total or place changes with the edition; a place is as in the standings."""

    contestant: str
    was: Figure[Exact] | None
    now: Figure[Exact] | None
    place_was: str
    place_now: str

    @property
    def scored(self) -> bool:
        """Whether its total changes."""
        return (self.was.value if self.was else None) != (self.now.value if self.now else None)

    @property
    def placed(self) -> bool:
        """Whether its place changes."""
        return self.place_was != self.place_now


@dataclass(frozen=True, slots=True)
class FieldMoved:
    """What changes in one field of a stage; *several* if the stage has more than one."""

    stage: str
    field: str
    several: bool
    rows: tuple[RowMoved, ...]


@dataclass(frozen=True, slots=True)
class QualifiersMoved:
    """The contestants that go on to a stage and those they replace; if it has *started*, who would have gone on."""

    stage: str
    comes: tuple[str, ...]
    goes: tuple[str, ...]
    started: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """All that another edition changes in an event."""

    plans: tuple[tuple[Stage, Stage], ...]
    fields: tuple[FieldMoved, ...]
    qualifiers: tuple[QualifiersMoved, ...]

    @property
    def none(self) -> bool:
        """Whether nothing changes."""
        return not (self.plans or self.fields or self.qualifiers)


def difference(before: Tournament, after: Tournament) -> Difference:
    """What changes from one edition to another, stage by stage."""
    return Difference(tuple(_plans(before, after)), tuple(_fields(before, after)), tuple(_goers(before, after)))


def _plans(before: Tournament, after: Tournament) -> Iterator[tuple[Stage, Stage]]:
    """Sentences about the stages whose rounds or boards change."""
    for one, two in zip(before.any_plan().stages, after.any_plan().stages, strict=False):
        if (one.name, one.rounds, one.boards) != (two.name, two.rounds, two.boards):
            yield one, two


def _fields(before: Tournament, after: Tournament) -> Iterator[FieldMoved]:
    for name, state in before.stages.items():
        then = after.stages[name]
        for field in state.fields:
            rows = tuple(_rows(state, then, field.name))
            if rows:
                yield FieldMoved(name, field.name, len(state.fields) > 1, rows)


def _rows(state: StageState, then: StageState, field: str) -> Iterator[RowMoved]:
    was = {row.contestant: row for row in state.standings(field).rows}
    now = {row.contestant: row for row in then.standings(field).rows}
    for name in dict.fromkeys((*now, *was)):
        one, two = was.get(name), now.get(name)
        moved = RowMoved(
            name, one.total if one else None, two.total if two else None,
            one.place_text if one else "", two.place_text if two else "",
        )  # fmt: skip
        if moved.scored or moved.placed:
            yield moved


def _goers(before: Tournament, after: Tournament) -> Iterator[QualifiersMoved]:
    from overtrick.director.entries import qualifiers

    for plan in before.current_plan().stages if before.entries_closed else ():
        other = after.current_plan().stage(plan.name)
        if other is None:
            continue
        for source in plan.sources:
            same = other.comes_from(source.stage)
            for field in before.stage(source.stage).fields if same and source.stage in before.stages else ():
                was = qualifiers(before, plan, source, field).names
                now = qualifiers(after, other, same[0], field).names
                if set(was) != set(now):
                    comes = tuple(name for name in now if name not in was)
                    goes = tuple(name for name in was if name not in now)
                    yield QualifiersMoved(plan.name, comes, goes, plan.name in before.stages)


def said_of(found: Difference) -> Iterator[Phrase]:
    """A sentence for each change besides the numbers, or one that says that nothing changes."""
    for one, two in found.plans:
        yield phrase(
            "{one}, {rounds:#round} of {boards:#board} → {two}, {now_rounds:#round} of {now_boards:#board}.",
            one=one.name, rounds=one.rounds, boards=one.boards,
            two=two.name, now_rounds=two.rounds, now_boards=two.boards,
        )  # fmt: skip
    rows = [row for field in found.fields for row in field.rows]
    scored, placed = sum(row.scored for row in rows), sum(row.placed for row in rows)
    if scored and placed:
        yield phrase("Changes: {totals:#total} and {places:#place}.", totals=scored, places=placed)
    elif scored:
        yield phrase("Changes: {totals:#total}, no places.", totals=scored)
    elif placed:
        yield phrase("Changes: {places:#place}, no totals.", places=placed)
    else:
        yield phrase("No totals or places change.")
    for each in found.qualifiers:
        moved = {"stage": each.stage, "comes": each.comes or phrase("no one"), "goes": each.goes or phrase("no one")}
        if each.started:
            yield phrase(
                "{stage} has started and keeps its contestants, although the qualifiers under this edition would "
                "differ. In: {comes:,}; out: {goes:,}.",
                **moved,
            )
        else:
            yield phrase("Changes to the qualifiers for {stage}. In: {comes:,}; out: {goes:,}.", **moved)


@dataclass(frozen=True, slots=True)
class PointsMoved:
    """A pair whose points towards a team change with the edition."""

    target: str
    pair: str
    was: Figure[Exact]
    now: Figure[Exact]


def difference_in_year(before: SelectionYear, after: SelectionYear) -> tuple[PointsMoved, ...]:
    """The points that change from one edition to another, team by team."""
    found: list[PointsMoved] = []
    for target in before.rules.targets:
        if target in after.rules.targets:
            was = {each.nomination.name: each.total for each in points_of(before, target)}
            now = {each.nomination.name: each.total for each in points_of(after, target)}
            found += [
                PointsMoved(target, name, was[name], now[name])
                for name in now
                if name in was and was[name].value != now[name].value
            ]
    return tuple(found)
