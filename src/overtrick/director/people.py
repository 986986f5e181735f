"""What books say of the people in an entry: who is barred by a sanction, and the states they sought selection for.

A book says it of its own contestants. Whoever has several books puts what they say together, by the person.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from overtrick.core.conduct.eligibility import NEXT_RUNNING, THIS_RUNNING, Bar, bar, free_of_bars, state_represented
from overtrick.core.conduct.verdicts import Answer, Reason
from overtrick.core.event.acts import EntryTaken, SanctionGiven
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import Player
from overtrick.core.model.written import read_day
from overtrick.core.selection_year.year import SelectionYear, team_of
from overtrick.director.eligibility import told


@dataclass(frozen=True, slots=True)
class PlayerBar:
    """A player of a contestant whom a sanction keeps out of something."""

    contestant: str
    player: Player
    bar: Bar


def barred_in(event: Tournament, posted: Callable[[int], str]) -> Iterator[PlayerBar]:
    """Everybody whom a sanction of an event bars: one given under a clause of its document that bars people.

    *posted* is the time of a posting, by its number: some bars run from that day.
    """
    rules = {rule.clause.cite: rule for rule in event.any_plan().stages[0].rules.players.bars}
    for number, act in event.conducted.offending.items():
        rule = rules.get(act.clause.strip()) if isinstance(act, SanctionGiven) else None
        entry = event.entries.get(act.contestant)
        if rule is None or entry is None:
            continue
        found = bar(rule, read_day(posted(number)[:10]))
        if found is not None:
            yield from (PlayerBar(act.contestant, player, found) for player in entry.players)


def resolve_bar(given: Bar, event: str, *, this: bool, next_one: bool) -> Bar:
    """A bar with what its rule calls this competition and the next one by the event that they are of."""
    meant = {THIS_RUNNING: this, NEXT_RUNNING: next_one}
    return replace(given, of=tuple(event if meant.get(each) else each for each in given.of))


@dataclass(frozen=True, slots=True)
class Statement:
    """What a book says of a player of an entry; *where* is what the book is called."""

    player: Player
    where: str
    bar: Bar | None = None
    state: str = ""
    entered: date | None = None


def check_people(event: Tournament, act: EntryTaken, on: date, statements: Iterable[Statement]) -> tuple[str, ...]:
    """Refuse somebody whom another book bars, or who sought selection for another state first, unless leave is given.

    What a clause leaves to somebody is a caution, with who decides.
    """
    listed = list(statements)
    reasons = [
        replace(reason, says=f"{reason.says}, by a sanction in {each.where}", of=each.player.name)
        for each in listed
        if each.bar is not None
        for reason in free_of_bars([each.bar], event.any_plan().id, on).against
    ]
    return told(act.contestant, (*reasons, *_states(event, act, listed)), act.leave)


def _states(event: Tournament, act: EntryTaken, statements: Iterable[Statement]) -> Iterator[Reason]:
    """Whether each player plays for the state whose selection he entered first, as far as the books know."""
    rule = event.any_plan().stages[0].rules.players.first_entered
    own = next((each.value for each in act.stated if each.what == "state"), "")
    if rule is None or not own:
        return
    entered: dict[Player, list[Statement]] = {}
    for each in statements:
        if each.state and each.entered is not None:
            entered.setdefault(each.player, []).append(each)
    for player, entries in entered.items():
        days = [(each.state, each.entered) for each in entries if each.entered is not None]
        found = state_represented(rule, sorted({own, *(state for state, _ in days)}), days)
        if found.state is None:
            yield from found.verdict.about(player.name).against
        elif found.state != own:
            first = min((each for each in entries if each.state == found.state), key=lambda each: str(each.entered))
            says = f"{found.state} was entered first, in {first.where} on {first.entered}, so not {own}"
            yield Reason(Answer.REFUSED, "state", says, rule.clause, of=player.name)


def barred_from_selection(year: SelectionYear) -> Iterator[tuple[str, Bar]]:
    """Every player of a selection year who is barred for leaving a team, by the name he has there."""
    for target in year.trials:
        for pair, given in team_of(year, target).bars.items():
            nominated = year.nominated.get(target, {}).get(pair)
            yield from ((player, given) for player in (nominated.players if nominated is not None else ()))
