"""From a list of names to the first round: the acts in order, as an official would post them one by one."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act, EntriesClosed, EntryCancelled, EntryTaken, LotDrawn, StageStarted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout_draw import by_choice
from overtrick.core.model.contestants import entry_order, merge_statements, still_stated
from overtrick.core.wording import phrase
from overtrick.director.acts import sentence
from overtrick.director.decide import decide
from overtrick.director.entries import stage_fields
from overtrick.director.what_if import what_if
from overtrick.formats.entries_csv import EntryLine
from overtrick.views.closing import can_start
from overtrick.views.drafts import draft_page, lot_name, needs_lot
from overtrick.web.translation import plain

STEPS = 10
"""A bound above the number of acts between a list of names and the first round."""


def entry_lines(event: Tournament) -> tuple[EntryLine, ...]:
    """The current entries as the lines of a list."""
    known = sorted(event.entries.values(), key=lambda entry: entry_order(entry.contestant))
    return tuple(EntryLine(entry.contestant, entry.name, tuple(entry.players), bare=True) for entry in known)


def entry_acts(event: Tournament, lines: tuple[EntryLine, ...]) -> Iterator[EntryTaken]:
    """The acts that make the entries match a list: new entries, and corrected ones.

    A list of names alone leaves the other fields of an existing entry unchanged.
    """
    for line in lines:
        known = event.entries.get(line.number)
        own = line if known is None or not line.bare else None
        act = EntryTaken(
            line.number,
            line.team,
            still_stated(known.players, line.players) if known else line.players,
            own.categories if own else known.categories if known else (),
            own.contending and not own.house if own else known is None or known.contending,
            own.house if own else known is not None and known.house,
            own.rating if own else known.rating if known else None,
            merge_statements(known.stated if known else (), line.stated),
            known.leave if known else "",
            known.stages if known else (),
        )
        if known is None or not _same(known, act):
            yield act


def _same(known: EntryTaken, act: EntryTaken) -> bool:
    """Whether an entry already exists exactly as it would be posted."""

    def told(entry: EntryTaken) -> tuple[object, ...]:
        each = [(player.name, player.number, {*player.stated}) for player in entry.players]
        return entry.name, each, entry.categories, entry.contending, entry.house, entry.rating, {*entry.stated}

    return told(known) == told(act)


def gone_acts(event: Tournament, lines: tuple[EntryLine, ...]) -> Iterator[EntryCancelled]:
    """The acts that remove entries missing from a complete list; none once play has started."""
    if not event.stages:
        gone = event.entries.keys() - {line.number for line in lines}
        yield from (EntryCancelled(number) for number in sorted(gone, key=entry_order))


def next_act(event: Tournament) -> Act | None:
    """The next act between a complete entry and the first round of the first stage.

    None when that round is published, or if someone must choose which stage starts or whom to play.
    """
    if (act := _before_draw(event)) is not None:
        return act
    if not event.stages or _is_by_choice(event):
        return None
    [stage, *_] = event.stages
    return None if event.stage(stage).last_round else draft_page(event, stage).act


def _before_draw(event: Tournament) -> Act | None:
    if not event.entries_closed:
        return EntriesClosed()
    if not event.stages:
        if len(starts := can_start(event)) != 1:
            return None
        [stage] = starts
        if stage not in event.lots:
            return LotDrawn(stage, seed=secrets.token_hex(8))
        return StageStarted(stage, stage_fields(event, stage))
    [stage, *_] = event.stages
    if not event.stage(stage).last_round and not _is_by_choice(event) and needs_lot(event, stage):
        return LotDrawn(lot_name(stage, 1), seed=secrets.token_hex(8))
    return None


def _is_by_choice(event: Tournament) -> bool:
    [stage, *_] = event.stages
    return by_choice(event.stage(stage))


@dataclass(frozen=True, slots=True)
class Start:
    """What the *Start the event* button posts, in order, and the cautions to show first.

    *decide* is what must be decided before the event can start, or what remains to be done afterwards; *choices* are
    the regulation's choices that no one has made.
    """

    posts: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()
    decide: str = ""
    choices: tuple[str, ...] = ()


def start_of(event: Tournament) -> Start:
    """The steps from the current entries to the first draw. Nothing is posted or drawn."""
    posts: list[str] = []
    cautions: list[str] = []
    after = event
    try:
        while (act := _before_draw(after)) is not None and len(posts) < STEPS:
            decided = decide(after, act)
            posts.append(plain(sentence(act)))
            cautions += map(plain, decided.cautions)
            after = what_if(after, decided.acts)
    except OvertrickError as refused:
        return Start(decide=plain(refused), choices=_open_choices(event))
    last, then = _end(after)
    return Start((*posts, *last), tuple(dict.fromkeys(cautions)), then)


def _end(after: Tournament) -> tuple[tuple[str, ...], str]:
    """The last step of a start, or what must be chosen after it."""
    if not after.stages:
        return (), plain(phrase("Then choose the first stage: {stages:or}.", stages=tuple(can_start(after))))
    [stage, *_] = after.stages
    if _is_by_choice(after):
        return (), plain(phrase("Then the teams in {stage} choose their opponents.", stage=stage))
    if after.stage(stage).plan.play.at_once:
        return (plain(phrase("Draws of all rounds of {stage} published.", stage=stage)),), ""
    return (plain(phrase("Draw of round 1 of {stage} published.", stage=stage)),), ""


def _open_choices(event: Tournament) -> tuple[str, ...]:
    """The choices that the regulation leaves open for this number of entries, and that no one has made."""
    try:
        planned = event.plan_for(event.entrants, event.choices, event.readings)
    except OvertrickError:
        return ()
    asked = [choice for must in planned.must_choose if not event.choices & set(must.choices) for choice in must.choices]
    confirm = planned.graph.confirm if planned.graph is not None else ""
    return (*asked, *([confirm] if confirm and confirm not in event.choices else []))
