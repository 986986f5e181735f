"""CLUB26: a club's own games, by the Laws: matchpoints (78A), IMPs (78B), Butler and cross-IMPs (78D), Swiss.

Law 12C2 gives an average plus of 3 IMPs or 60%, or the pair's own percentage of the session if that is greater.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from second.book import Book, Match, Stage
from second.butler import Played, against_datum, means
from second.cards import Cards, Score
from second.its2021 import cross_imps, tallies
from second.matchpoints import law_12c2, sessions_of
from second.ranking import Scored, rows_of
from second.scales import TEAMS, victory_points
from second.swiss import against_draw
from second.table import half_up, middle_mean, nearest_ten
from second.teams import net_imps

Points = Callable[[Fraction, int], Fraction]


# Evenings of pairs.


def evening(stage: Stage) -> dict[str, Fraction]:
    """Law 78A: the percentage of the boards played, to two places; half a top for a score that stands alone."""
    held = sessions_of(stage, lambda _: 0, alone=False)
    totals = {}
    for name in stage.contestants:
        own = held.get((name, 0))
        totals[name] = half_up(own.per_cent(law_12c2) - stage.penalty(name), 2) if own else Fraction(0)
    return totals


def datum(stage: Stage, lines: list[Played]) -> Fraction | None:
    """Law 78D: the mean without the highest and the lowest score, to the nearest 10; of fewer than three, of all."""
    scores = means(lines)
    return nearest_ten(middle_mean(scores, 1 if len(scores) > 2 else 0)) if scores else None


def butler_evening(stage: Stage) -> dict[str, Fraction]:
    """IMPs against the datum of the evening."""
    sides = against_datum(stage, datum, datum, group=lambda _: 0)
    totals = {name: -stage.penalty(name) for name in stage.contestants}
    for (_, name), side in sides.items():
        totals[name] += side.imps + 3 * sum(side.grades)
    return totals


def cross_imp_evening(stage: Stage) -> dict[str, Fraction]:
    """IMPs against every other table, divided by the number of comparisons."""
    found = tallies(stage, by_comparisons, 3)
    return {name: sum(found[name].matches.values(), Fraction(0)) - stage.penalty(name) for name in stage.contestants}


def by_comparisons(lines: list[Played]) -> Callable[..., Fraction]:
    """Cross-IMPs of a board; one comparison fewer than there are results."""
    score, results = cross_imps(lines), sum(played.line.played for played in lines)
    return lambda *given: score(*given) * results / max(results - 1, 1)


# Matches.


def pair_nets(stage: Stage) -> dict[tuple[tuple[int, int], str], Fraction]:
    """The net IMPs of each pair against the datum of the round."""
    sides = against_datum(stage, datum, datum)
    return {key: side.imps + 3 * sum(side.grades) for key, side in sides.items()}


def match_cards(stage: Stage, nets: dict[tuple[tuple[int, int], str], Fraction]) -> Cards:
    """VPs of every match; 12 for a bye."""
    cards = Cards(stage)
    for match in stage.all_matches():
        for name, other in ((match.ns, match.ew), (match.ew, match.ns)):
            if (match.key, name) in nets:
                net = nets[match.key, name]
                cards.add(name, Score(match.round, other, net, victory_points(TEAMS, half_up(net), len(match.boards))))
    for name, score in [each for match in stage.all_matches() for each in forfeit(cards, match)]:
        cards.add(name, score)
    for name in stage.contestants:
        for number in stage.sat_out(name):
            cards.add(name, Score(number, "", Fraction(0), Fraction(12), played=False))
    cards.add_awards()
    return cards


def forfeit(cards: Cards, match: Match) -> Iterator[tuple[str, Score]]:
    """The greatest of 12 VPs, the side's own average and what others have against the offender, at most 18.

    Where neither came, both are offenders and have nothing.
    """
    act = cards.stage.forfeits.get(match.key)
    if not act:
        return
    if not act["offender"]:
        for name, other in ((match.ns, match.ew), (match.ew, match.ns)):
            yield name, Score(match.round, other, Fraction(0), Fraction(0), played=False)
        return
    offender = act["offender"]
    other = match.ew if offender == match.ns else match.ns
    own, theirs = cards.average(other), cards.average(offender)
    points = min(max(Fraction(12), own or Fraction(0), Fraction(0) if theirs is None else 20 - theirs), Fraction(18))
    yield other, Score(match.round, offender, Fraction(0), points, played=False)
    yield offender, Score(match.round, other, Fraction(0), Fraction(0), played=False)


MATCHES = {"swiss-pairs": pair_nets, "swiss-teams": net_imps}
EVENINGS = {
    "pairs-night": evening,
    "ladder": evening,
    "simultaneous-heat": evening,
    "handicap-night": evening,
    "individual": evening,
    "butler-night": butler_evening,
    "cross-imp-night": cross_imp_evening,
}


def score(book: Book) -> Scored:
    """Return the standings of a game, and what is against its draws; ties stand."""
    event = book.event.split("/")[1]
    (stage,) = book.stages.values()
    scored = Scored()
    if event in EVENINGS:
        totals = EVENINGS[event](stage)
    else:
        cards = match_cards(stage, MATCHES[event](stage))
        totals = {name: cards.total(name) for name in stage.contestants}
        scored.objections += draw_objections(book, stage, MATCHES[event])
    for field, names in stage.fields.items():
        own = {name: totals[name] for name in names}
        scored.rows[stage.name, field] = rows_of(own, own.__getitem__, by_lot=False)
    return scored


def draw_objections(
    book: Book, stage: Stage, nets: Callable[[Stage], dict[tuple[tuple[int, int], str], Fraction]]
) -> Iterator[str]:
    """From the top each meets the highest below it that it has not met; by VPs, then net IMPs."""
    for number in sorted(stage.draws):
        if number > 1:
            before = book.until(stage.draws[number]["n"]).stages[stage.name]
            cards = match_cards(before, nets(before))

            def key(name: str, cards: Cards = cards) -> tuple[Fraction, Fraction]:
                return cards.total(name), cards.net(name)

            yield from against_draw(stage, number, key, lambda met: not met, strict=False)
