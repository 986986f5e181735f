"""Oddities in a list of entries, which someone should check first; a list without any is entered at once."""

from collections.abc import Iterator, Sequence

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import Player
from overtrick.core.wording import Phrase, phrase
from overtrick.formats.entries_csv import EntryLine
from overtrick.formats.players import players_text
from overtrick.views.names import label
from overtrick.web.translation import plain


def oddities(event: Tournament, lines: Sequence[EntryLine]) -> tuple[str, ...]:
    """The oddities to check, in the order of the list."""
    found: list[Phrase] = []
    there = {line.number for line in lines}
    held = {
        key: number
        for number, entry in event.entries.items()
        if number not in there
        for player in entry.players
        for key in _keys(player)
    }
    for line in lines:
        found += _of_line(event, line)
        for player in line.players:
            other = next((held[key] for key in _keys(player) if key in held), "")
            if other == line.number:
                found.append(phrase("Entry {number}: {player} is named twice", number=line.number, player=player.name))
            elif other:
                named = {"number": line.number, "player": player.name, "other": _entry_label(event, other, lines)}
                found.append(phrase("Entry {number}: {player} is also in entry {other}", **named))
            held |= dict.fromkeys(_keys(player), line.number)
    return tuple(map(plain, found))


def _of_line(event: Tournament, line: EntryLine) -> Iterator[Phrase]:
    members = event.any_plan().contest.members
    named = players_text(line.players)
    if members is not None and not line.players:
        yield phrase("Entry {number} has no names", number=line.number)
    elif members is not None and len(line.players) < members:
        yield phrase("Entry {number}: {player} has no partner", number=line.number, player=named)
    for player in line.players:
        if player.name.isdecimal():
            yield phrase(
                "Entry {number}: no one in your player list has the number {player}",
                number=line.number,
                player=player.name,
            )
    known = event.entries.get(line.number)
    if known is not None and known.players and not {p.name for p in known.players} & {p.name for p in line.players}:
        yield phrase(
            "Entry {number}: {players} would be replaced[ by {named}]",
            number=line.number,
            players=players_text(known.players),
            named=line.team or named,
        )


def _entry_label(event: Tournament, number: str, lines: Sequence[EntryLine]) -> str:
    if number in event.entries:
        return label(event, number)
    return next(f"{each.number} {players_text(each.players)}" for each in lines if each.number == number)


def _keys(player: Player) -> tuple[str, ...]:
    """The keys that identify a player: the number if there is one, otherwise the name."""
    return (player.number,) if player.number else (player.name.casefold(),)
