"""What a result makes of a match in two rooms, said before it is posted."""

from collections.abc import Iterator

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.cards import MatchCard
from overtrick.views.names import who


def match_lines(event: Tournament, before: StageState, after: StageState, number: int, table: int) -> Iterator[str]:
    """Who is ahead in a match, and by how much, before and after."""
    if table not in after.round(number).seatings:
        return
    was, now = (_ahead(event, state.card(number, table)) for state in (before, after))
    yield f"The match at table {table} stays {now}." if was == now else f"The match at table {table}: {was} → {now}."


def _ahead(event: Tournament, card: MatchCard) -> str:
    """How a match stands, in words that no number of a team can be taken for."""
    first, second = (who(event, names[0]).called for names in card.seating.sides)
    nets = card.first.net, card.second.net
    if nets[0].value + nets[1].value:
        return ", ".join(f"{name} {net.unit.show(net.value)}" for name, net in zip((first, second), nets, strict=True))
    if not nets[0].value:
        return "level"
    name, net = (first, nets[0]) if nets[0].value > 0 else (second, nets[1])
    return f"{name} ahead by {net.unit.show(net.value).lstrip('+')}"
