"""The matches that were actually played, for the averages that score unfinished ones."""

from collections.abc import Collection

from overtrick.core.event.score.cards import ShareCard
from overtrick.core.event.score.scored import Scored
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure, average
from overtrick.core.wording import phrase


def match_scores(
    stage: Scored, contestant: str, among: Collection[int], *, other: bool = False, but: Collection[str] = ()
) -> list[Figure[Exact]]:
    """The scores of a contestant's matches in these rounds, before penalties; or its opponents' in them.

    Matches against those in *but* are left out.
    """
    scores: list[Figure[Exact]] = []
    for number in sorted(stage.rounds.keys() & set(among)):
        share = stage.share(number, contestant)
        if share is not None and share.complete:
            scores.append(_others(share, contestant) if other else _own_score(share, contestant))
        seating = stage.rounds[number].seating_of(contestant)
        if seating is None or stage.is_expunged(seating) or stage.why_unplayed(number, seating.table) is not None:
            continue
        if contestant not in but and set(but) & set(seating.names):
            continue
        card = stage.card(number, seating.table)
        if card.complete:
            scores.append((card.other_side(contestant) if other else card.side(contestant)).credited)
    return scores


def _own_score(card: ShareCard, contestant: str) -> Figure[Exact]:
    return card.scores[card.share.teams.index(contestant)].credited


def _others(card: ShareCard, contestant: str) -> Figure[Exact]:
    """The average score of the two opponents in a match of three, so that it counts as one match."""
    both = [_own_score(card, name) for name in card.share.teams if name != contestant]
    return average(both, both[0].unit, both[0].clause, phrase("the average of the two opponents’ scores"))
