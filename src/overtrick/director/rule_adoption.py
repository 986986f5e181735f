"""Taking over a corrected edition of the rules: whether it may be, and what it changes, number by number.

Nothing published is changed in place: the adoption is a posting, what the book said before it can be looked up at
any posting, and draws, fields that started and fields that were closed stay as they are. The numbers of every stage,
also of those that are closed, are those of the edition from then on, and all that changes is told first.
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
from overtrick.core.wording import phrase
from overtrick.director.decision import Decided, allow, refuse
from overtrick.director.what_if import what_if
from overtrick.regulations.plan.book_rules import short


def adopt(event: Tournament, act: RulesAdopted) -> Decided:
    """Take over another edition that somebody has, for a reason and by a clause, if the event can be read by it."""
    if event.opened is None:
        raise refuse("This book has no event", remedy="Open the event first.")
    _stated(act, event.edition)
    if event.editions is None or event.editions(act.edition) is None:
        raise _unknown(act)
    document = event.any_plan().clause.document
    if (cited := Clause.parse(act.clause)).document not in (document, "Law") or not cited.number:
        raise refuse(
            "“{act_clause}” is no clause of {document}",
            remedy="Cite what lets the rules be put right, like {cite}, or a reading.",
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
            "This event cannot be read by edition {short}: {fault}",
            remedy="Put the edition right, or leave the event under the rules it has.",
            short=short(act.edition),
            fault=fault,
        ) from fault
    return allow(act, cautions=(_in_play(event),))


def adopt_in_year(year: SelectionYear, act: RulesAdopted) -> Decided:
    """Take over another edition for a selection year; a field that was closed stays as it was."""
    _stated(act, year.edition)
    if not act.clause.strip():
        raise refuse("An edition is taken over by a clause", remedy="Cite what lets the rules be put right.")
    if year.editions is None or year.editions(act.edition) is None:
        raise _unknown(act)
    return allow(act)


def _stated(act: RulesAdopted, standing: str) -> None:
    if not act.reason.strip():
        raise refuse("Rules are not changed without a reason", remedy="Say why the edition is taken over.")
    if act.edition == standing:
        raise refuse(
            "The book goes by edition {short} already",
            remedy="There is nothing to take over.",
            short=short(act.edition),
        )


def _unknown(act: RulesAdopted) -> OvertrickError:
    return refuse(
        "Nobody here has the texts of edition {short}",
        remedy="Keep them first with `overtrick rules keep`, from the rulebook or the wheel that has them.",
        short=short(act.edition) or phrase("without a name"),
    )


def _in_play(event: Tournament) -> str:
    """What players at the tables would notice."""
    for name, state in event.stages.items():
        drawn = state.rounds.get(state.last_round)
        if not state.closed and drawn is not None and not drawn.closed:
            return f"Round {state.last_round} of {name} is being played: its scores change while it is."
    return ""


@dataclass(frozen=True, slots=True)
class RowMoved:
    """A contestant whose total or place another edition makes otherwise; a place is as the standings have it."""

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
    """Who goes on to a stage instead of whom; to one that has *started*, who would have and nobody does."""

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
    """The stages that are longer, shorter or fewer boards."""
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

    for plan in before.planned().stages if before.entries_closed else ():
        other = after.planned().stage(plan.name)
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


def said_of(found: Difference) -> Iterator[str]:
    """What a difference comes to beside its numbers, a sentence each; that there is none, too."""
    for one, two in found.plans:
        yield f"{one.name}: {_length(one)} → {two.name}: {_length(two)}."
    rows = [row for field in found.fields for row in field.rows]
    scored, placed = sum(row.scored for row in rows), sum(row.placed for row in rows)
    totals, places = "total" if scored == 1 else "totals", "place" if placed == 1 else "places"
    yield f"{scored or 'No'} {totals} and {placed or 'no'} {places} change."
    for each in found.qualifiers:
        comes, goes = ", ".join(each.comes) or "nobody", ", ".join(each.goes) or "nobody"
        if each.started:
            yield f"{each.stage} has started and stays; by this edition {comes} would be in it, and {goes} would not."
        else:
            yield f"To {each.stage}: {comes} in, {goes} out."


def _length(stage: Stage) -> str:
    return f"{stage.rounds} rounds of {stage.boards} boards"


@dataclass(frozen=True, slots=True)
class PointsMoved:
    """A pair whose points towards a team another edition makes otherwise."""

    target: str
    pair: str
    was: Figure[Exact]
    now: Figure[Exact]


def difference_in_year(before: SelectionYear, after: SelectionYear) -> tuple[PointsMoved, ...]:
    """Whose points change from one edition to another, team by team."""
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
