"""Names typed at devices, compared with the entries: unnamed pairs get their names, strangers are noted."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, EntryTaken, NoteMade, Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import Player
from overtrick.core.wording import phrase
from overtrick.director.devices import BY, Desk, tables_of
from overtrick.formats.bridgemate.plan import SeatedPlayer

_SEATS = "NSEW"


@dataclass(frozen=True, slots=True)
class PlayerIntroduction:
    """What follows from a name typed at a device: the act with its key, and a note."""

    says: str
    key: str
    act: Act


def introductions(event: Tournament, stage: str, sat: Iterable[SeatedPlayer]) -> list[PlayerIntroduction]:
    """The names given by pairs and players who have none yet, and notes on people who sit where they are not entered.

    A pair gets its names once both players have typed theirs. A device never changes what is entered.
    """
    state = event.stage(stage)
    found: dict[str, dict[str, SeatedPlayer]] = {}
    for seen in sat:
        drawn = state.rounds.get(max(seen.round, 1))
        here = {table: seating for table, _, seating in tables_of(state, drawn)} if drawn is not None else {}
        if seen.table in here and seen.direction in _SEATS:
            found.setdefault(_contestant(here[seen.table], seen.direction), {})[seen.direction] = seen
    names = {each.number: each.name for entry in event.entries.values() for each in entry.players if each.number}
    alone, teams = state.plan.play.alone, state.plan.scoring.in_rooms
    made: list[PlayerIntroduction] = []
    for contestant, seats in found.items():
        entry = event.entries.get(contestant)
        people = [Player(seen.name or names.get(seen.number, f"no. {seen.number}"), seen.number)
                  for _, seen in sorted(seats.items(), key=lambda each: _SEATS.index(each[0]))]  # fmt: skip
        if entry is None or teams:
            continue
        if not entry.players and len(people) == (1 if alone else 2):
            made.append(_introduction(stage, entry, people))
        elif entry.players:
            made += [_strange(stage, entry, seen) for seen in seats.values() if _is_strange(entry, seen)]
    known = {posting.key for posting in event.postings()}
    return [each for each in made if each.key not in known]


def introduce(desk: Desk, stage: str, sat: Iterable[SeatedPlayer]) -> list[PlayerIntroduction]:
    """Post what follows from who sat where; a refused act is left out and reported."""
    found = introductions(desk.event(), stage, sat)
    for place, each in enumerate(found):
        try:
            desk.post(each.act, each.key)
        except DirectorError as fault:
            found[place] = replace(each, says=f"{each.says}: {fault}")
    return found


def _contestant(seating: Seating, direction: str) -> str:
    seats = {"N": seating.ns, "E": seating.ew, "S": seating.south or seating.ns, "W": seating.west or seating.ew}
    return seats[direction]


def _is_strange(entry: EntryTaken, seen: SeatedPlayer) -> bool:
    numbers = {player.number for player in entry.players if player.number}
    return bool(numbers) and bool(seen.number) and seen.number not in numbers


def _introduction(stage: str, entry: EntryTaken, people: list[Player]) -> PlayerIntroduction:
    who = phrase(
        "Players of number {number}: {people}", number=entry.contestant, people=tuple(each.name for each in people)
    )
    return PlayerIntroduction(str(who), _key(stage, str(who)), replace(entry, players=tuple(people)))


def _strange(stage: str, entry: EntryTaken, seen: SeatedPlayer) -> PlayerIntroduction:
    says = phrase(
        "{device}: {who} (member number {number}) sits at table {table} in the seat of number {contestant} but "
        "is not one of its players",
        device=BY, who=seen.name or phrase("someone"), number=seen.number, table=seen.table,
        contestant=entry.contestant,
    )  # fmt: skip
    return PlayerIntroduction(str(says), _key(stage, str(says)), NoteMade(str(says)))


def _key(stage: str, said: str) -> str:
    return f"bridgemate-people/{stage}/{hashlib.sha256(said.encode()).hexdigest()[:16]}"
