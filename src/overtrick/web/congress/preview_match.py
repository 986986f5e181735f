"""The preview of how a result changes a teams match."""

from collections.abc import Iterator
from dataclasses import replace

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.cards import MatchCard
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views.names import who


def match_lines(event: Tournament, before: StageState, after: StageState, number: int, table: int) -> Iterator[Said]:
    """The lines that say who is ahead in a match, and by how much, before and after."""
    if table not in after.round(number).seatings:
        return
    was, now = (_ahead(event, state.card(number, table)) for state in (before, after))
    if was == now:
        yield phrase("The match at table {table} does not change: {now}.", table=table, now=now)
    else:
        yield phrase("The match at table {table}: {was} → {now}.", table=table, was=was, now=now)


def _ahead(event: Tournament, card: MatchCard) -> Phrase:
    """The score of a match, by team names, so that no team's number can be mistaken for a score."""
    first, second = (who(event, names[0]).called for names in card.seating.sides)
    nets = card.first.net, card.second.net
    if nets[0].value + nets[1].value:
        both = [net.unit.amount(net.value) for net in nets]
        return phrase("{first} {net}, {second} {other}", first=first, net=both[0], second=second, other=both[1])
    if not nets[0].value:
        return phrase("tied")
    name, net = (first, nets[0]) if nets[0].value > 0 else (second, nets[1])
    return phrase("{name} ahead by {net}", name=name, net=replace(net.unit, signed=False).amount(net.value))
