"""What is odd in a list of entries, so that somebody should look before it is entered; nothing, and it is entered."""

from collections.abc import Iterator, Sequence

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import Player
from overtrick.formats.entries_csv import EntryLine
from overtrick.formats.players import players_text
from overtrick.views.names import label


def oddities(event: Tournament, lines: Sequence[EntryLine]) -> tuple[str, ...]:
    """What should be looked at, in the order of the list."""
    found: list[str] = []
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
                found.append(f"{line.number}: {player.name} is named twice")
            elif other:
                found.append(f"{line.number}: {player.name} is in {_told(event, other, lines)} too")
            held |= dict.fromkeys(_keys(player), line.number)
    return tuple(found)


def _of_line(event: Tournament, line: EntryLine) -> Iterator[str]:
    members = event.any_plan().contest.members
    named = players_text(line.players)
    if members is not None and not line.players:
        yield f"{line.number}: there are no names"
    elif members is not None and len(line.players) < members:
        yield f"{line.number}: {named} has no partner"
    for player in line.players:
        if player.name.isdecimal():
            yield f"{line.number}: nobody in your list of people has the number {player.name}"
    known = event.entries.get(line.number)
    if known is not None and known.players and not {p.name for p in known.players} & {p.name for p in line.players}:
        yield f"{line.number}: it is {players_text(known.players)} now, and would become {line.team or named}"


def _told(event: Tournament, number: str, lines: Sequence[EntryLine]) -> str:
    if number in event.entries:
        return label(event, number)
    return next(f"{each.number} {players_text(each.players)}" for each in lines if each.number == number)


def _keys(player: Player) -> tuple[str, ...]:
    """What tells a player: the number where there is one, else the name."""
    return (player.number,) if player.number else (player.name.casefold(),)
