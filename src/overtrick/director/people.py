"""What books say of the people in an entry: who is barred by a sanction, and the states they sought selection for.

A book speaks only of its own contestants. A caller with several books combines their statements by person.
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
from overtrick.core.wording import Phrase, phrase
from overtrick.director.eligibility import refuse_or_caution


@dataclass(frozen=True, slots=True)
class PlayerBar:
    """A player of a contestant, barred from something by a sanction."""

    contestant: str
    player: Player
    bar: Bar


def barred_in(event: Tournament, posted: Callable[[int], str]) -> Iterator[PlayerBar]:
    """Everyone barred by a sanction of an event, given under a clause that bars people.

    *posted* returns the time of a posting by its number: some bars run from that day.
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
    """A bar in which “this competition” and “the next one” are replaced by those of the event."""
    meant = {THIS_RUNNING: this, NEXT_RUNNING: next_one}
    return replace(given, of=tuple(event if meant.get(each) else each for each in given.of))


@dataclass(frozen=True, slots=True)
class Statement:
    """What a book says of a player of an entry; *where* is the name of the book."""

    player: Player
    where: str
    bar: Bar | None = None
    state: str = ""
    entered: date | None = None


def check_people(event: Tournament, act: EntryTaken, on: date, statements: Iterable[Statement]) -> tuple[Phrase, ...]:
    """Refuse anyone whom another book bars or who sought selection for another state first, without permission.

    What a clause leaves to someone's decision is a caution that names who decides.
    """
    listed = list(statements)
    reasons = [
        replace(
            reason,
            says=phrase("{says}, under a sanction in {where}", says=reason.says, where=each.where),
            of=each.player.name,
        )
        for each in listed
        if each.bar is not None
        for reason in free_of_bars([each.bar], event.any_plan().id, on).against
    ]
    return refuse_or_caution(act.contestant, (*reasons, *_states(event, act, listed)), act.leave)


def _states(event: Tournament, act: EntryTaken, statements: Iterable[Statement]) -> Iterator[Reason]:
    """Doubts about players who first entered the selection of another state, as far as the books know."""
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
            yield from found.verdict.with_player(player.name).against
        elif found.state != own:
            first = min((each for each in entries if each.state == found.state), key=lambda each: str(each.entered))
            says = phrase(
                "the player first entered the selection event of {state}, in {where} on {day:date}, and so "
                "cannot represent {own}",
                state=found.state, where=first.where, day=first.entered, own=own,
            )  # fmt: skip
            yield Reason(Answer.REFUSED, "state", says, rule.clause, of=player.name)


def barred_from_selection(year: SelectionYear) -> Iterator[tuple[str, Bar]]:
    """Every player of a selection year who is barred for leaving a team, under the name used in that year."""
    for target in year.trials:
        for pair, given in team_of(year, target).bars.items():
            nominated = year.nominated.get(target, {}).get(pair)
            yield from ((player, given) for player in (nominated.players if nominated is not None else ()))
