"""One person in two entries: refused where a clause forbids it and the member numbers agree, otherwise a caution."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from overtrick.core.event.acts import EntryTaken
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Event
from overtrick.core.model.contestants import Player
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import refuse


@dataclass(frozen=True, slots=True)
class DoubleEntry:
    """A player of one entry who is in another too: *certain* where the federation's number is the same."""

    player: Player
    other: str
    certain: bool


def check_double_entry(event: Tournament, act: EntryTaken) -> tuple[Phrase, ...]:
    """Refuse a player who is in another team by member number, where a clause forbids that and nobody gave permission.

    Other players who seem to be in two entries are reported as cautions.
    """
    found, clause = tuple(_in_others(event, act, event.entries.values())), _forbidding(event.any_plan())
    certain = next((each for each in found if each.certain), None)
    if certain is not None and clause is not None and not act.leave:
        raise refuse(
            "{player} (member number {number}) is already in team {other}", clause=clause,
            remedy="Name a player who is in no other team, or give the reason for allowing both entries.",
            player=certain.player.name, number=certain.player.number, other=certain.other,
        )  # fmt: skip
    return (*_named_twice(act), *_cautions(found, clause, act.leave))


def double_entries(event: Tournament, names: Iterable[str]) -> Iterator[Phrase]:
    """Everyone who is in two of these entries, each pair of entries once."""
    clause = _forbidding(event.any_plan())
    seen: dict[str, dict[str, EntryTaken]] = {}
    for entry in (event.entries[name] for name in names):
        keys = [key for player in entry.players for key in _keys(player)]
        others = {name: other for key in keys for name, other in seen.get(key, {}).items()}
        yield from _cautions(tuple(_in_others(event, entry, others.values())), clause, entry=entry.contestant)
        for key in keys:
            seen.setdefault(key, {})[entry.contestant] = entry


def _keys(player: Player) -> tuple[str, ...]:
    return tuple(filter(None, (player.number.strip(), player.name.casefold())))


def _cautions(
    found: Iterable[DoubleEntry], clause: Clause | None, leave: str = "", entry: str = ""
) -> Iterator[Phrase]:
    for each in found:
        yield phrase(
            "[entry {entry}: ]{player}[ (member number {number})] is also in entry {other}[ ({clause})][, by "
            "permission: {leave}]",
            entry=entry, player=each.player.name, number=each.player.number if each.certain else "", other=each.other,
            clause=clause, leave=leave,
        )  # fmt: skip


def _named_twice(act: EntryTaken) -> Iterator[Phrase]:
    keys = [(player.number.strip() or player.name.casefold(), player.name) for player in act.players if player.name]
    counted = Counter(key for key, _ in keys)
    twice = dict.fromkeys(name for key, name in keys if counted[key] > 1)
    yield from (phrase("{name} is named twice in entry {entry}", name=name, entry=act.contestant) for name in twice)


def _in_others(event: Tournament, act: EntryTaken, others: Iterable[EntryTaken]) -> Iterator[DoubleEntry]:
    numbers = {player.number.strip(): player for player in act.players if player.number.strip()}
    names = {player.name.casefold(): player for player in act.players if player.name}
    for other in others if names else ():
        for player in other.players if other.contestant != act.contestant else ():
            number = player.number.strip()
            same = numbers.get(number) or names.get(player.name.casefold())
            certain = number in numbers
            if same is None or (not certain and number and same.number.strip()):
                continue  # two people with the same name, each with a number
            if _together(event, act, other):
                yield DoubleEntry(same, other.contestant, certain)


def _together(event: Tournament, one: EntryTaken, two: EntryTaken) -> bool:
    """Whether two entries play in one stage; where each stage takes its own entries, a player may be in one of each."""
    if one.house or two.house:
        return False
    if event.any_plan().by_stage is None or not one.stages or not two.stages:
        return True
    return bool(set(one.stages) & set(two.stages))


def _forbidding(plan: Event) -> Clause | None:
    """The clause that forbids membership of two teams."""
    rule = plan.members
    return None if rule is None else rule.added.clause if rule.added is not None else rule.clause
