"""Previews of acts in a selection year: the points, berths and teams that change."""

from collections.abc import Iterator

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.exact import Exact
from overtrick.core.selection.events import QUALIFYING_POINTS
from overtrick.core.selection_year.fields import propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, points_of, team_of
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.selection import decide_selection
from overtrick.director.what_if import what_if
from overtrick.web.congress.preview import ALREADY, Foreseen, foreseen, some

NOTHING = phrase("No points, berths or teams change.")


def foresee_year(year: SelectionYear, *acts: Act, at: str = "") -> Foreseen:
    """The preview of these acts, one after the other; raises `DirectorError` if one is refused."""
    cautions: list[Said] = []
    after = year
    new = 0
    for act in acts:
        decided = decide_selection(after, act)
        cautions += decided.cautions
        new += len(decided.acts)
        after = what_if(after, decided.acts, at)
    if not new:
        return foreseen((ALREADY,), cautions)
    lines = tuple(line for target in year.rules.targets for line in _changes(year, after, target))
    return foreseen(lines or (NOTHING,), cautions)


def _changes(before: SelectionYear, after: SelectionYear, target: str) -> Iterator[Said]:
    was, now = (
        {pair.nomination.name: pair.total.value for pair in points_of(year, target)} for year in (before, after)
    )
    moved = [
        phrase(
            "{name} {was} → {now}",
            name=name,
            was=_number(was[name]) if name in was else phrase("new"),
            now=_number(now[name]),
        )
        for name in now
        if was.get(name) != now[name]
    ]
    gone = [name for name in was if name not in now]
    if moved:
        yield phrase("{target} points: {moved}.", target=target, moved=some(moved))
    if gone:
        yield phrase("No longer nominated for the {target} trials: {gone}.", gone=some(gone), target=target)
    yield from _berths(before, after, target)
    yield from _team(before, after, target)


def _berths(before: SelectionYear, after: SelectionYear, target: str) -> Iterator[Said]:
    was, now = _field(before, target), _field(after, target)
    if isinstance(now, Phrase):
        if now != was and after.nominated.get(target):
            yield phrase("{target} trials: {refused}", target=target, refused=now)
        return
    known = set(was) if not isinstance(was, Phrase) else set()
    coming, going = [name for name in now if name not in known], [name for name in known if name not in now]
    if coming and len(coming) < len(now):
        yield phrase("New in the field for the {target} trials: {coming}.", target=target, coming=some(coming))
    elif coming:
        yield phrase(
            "The field for the {target} trials has {count:#pair}: {coming}.",
            target=target,
            count=len(now),
            coming=some(coming),
        )
    if going:
        yield phrase(
            "No longer in the field for the {target} trials: {going}.", going=some(sorted(going)), target=target
        )


def _field(year: SelectionYear, target: str) -> tuple[str, ...] | Phrase:
    """The pairs with a berth, or the reason why there are none yet."""
    try:
        if target in year.closed:
            return current_field(year, target)
        return propose_field(year, target).act.berths
    except DirectorError as waits:
        return waits.phrased


def _team(before: SelectionYear, after: SelectionYear, target: str) -> Iterator[Said]:
    was, now = (_pairs(year, target) for year in (before, after))
    if now and now != was:
        yield phrase("The {target} team: {pairs:,}.", target=target, pairs=now)


def _pairs(year: SelectionYear, target: str) -> tuple[str, ...]:
    try:
        return team_of(year, target).pairs
    except DirectorError:
        return ()


def _number(value: Exact) -> str:
    return QUALIFYING_POINTS.number(value)
