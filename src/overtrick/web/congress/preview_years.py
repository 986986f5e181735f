"""What an act will do to a selection year, said before it is done: points, berths and teams that change."""

from collections.abc import Iterator

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.exact import Exact
from overtrick.core.selection.events import QUALIFYING_POINTS
from overtrick.core.selection_year.fields import propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, points_of, team_of
from overtrick.director.selection import decide_selection
from overtrick.director.what_if import what_if
from overtrick.web.congress.preview import Foreseen, some

NOTHING = "No pair’s points change, and no berth and no team."


def foresee_year(year: SelectionYear, *acts: Act, at: str = "") -> Foreseen:
    """What these acts would do one after the other, or their refusal (`DirectorError`)."""
    cautions: list[str] = []
    after = year
    new = 0
    for act in acts:
        decided = decide_selection(after, act)
        cautions += decided.cautions
        new += len(decided.acts)
        after = what_if(after, decided.acts, at)
    if not new:
        return Foreseen(("This is there already; nothing is posted.",), tuple(dict.fromkeys(cautions)))
    lines = tuple(line for target in year.rules.targets for line in _changes(year, after, target))
    return Foreseen(lines or (NOTHING,), tuple(dict.fromkeys(cautions)))


def _changes(before: SelectionYear, after: SelectionYear, target: str) -> Iterator[str]:
    was, now = (
        {pair.nomination.name: pair.total.value for pair in points_of(year, target)} for year in (before, after)
    )
    moved = [
        f"{name} {_number(was[name]) if name in was else 'new'} → {_number(now[name])}"
        for name in now
        if was.get(name) != now[name]
    ]
    gone = [name for name in was if name not in now]
    if moved:
        yield f"{target} points: {some(moved)}."
    if gone:
        yield f"{some(gone)} no longer nominate for the {target} trials."
    yield from _berths(before, after, target)
    yield from _team(before, after, target)


def _berths(before: SelectionYear, after: SelectionYear, target: str) -> Iterator[str]:
    was, now = _field(before, target), _field(after, target)
    if isinstance(now, str):
        if now != was and after.nominated.get(target):
            yield f"{target} trials: {now}"
        return
    known = set(was) if not isinstance(was, str) else set()
    coming, going = [name for name in now if name not in known], [name for name in known if name not in now]
    if coming and len(coming) < len(now):
        yield f"In the field for the {target} trials: {some(coming)}."
    elif coming:
        yield f"The field for the {target} trials has {len(now)} pairs: {some(coming)}."
    if going:
        yield f"No longer in it: {some(sorted(going))}."


def _field(year: SelectionYear, target: str) -> tuple[str, ...] | str:
    """Who has a berth, or why nobody has."""
    try:
        if target in year.closed:
            return current_field(year, target)
        return propose_field(year, target).act.berths
    except DirectorError as waits:
        return str(waits)


def _team(before: SelectionYear, after: SelectionYear, target: str) -> Iterator[str]:
    was, now = (_pairs(year, target) for year in (before, after))
    if now and now != was:
        yield f"The {target} team: {', '.join(now)}."


def _pairs(year: SelectionYear, target: str) -> tuple[str, ...]:
    try:
        return team_of(year, target).pairs
    except DirectorError:
        return ()


def _number(value: Exact) -> str:
    return QUALIFYING_POINTS.number(value)
