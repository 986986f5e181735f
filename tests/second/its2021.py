"""ITS21: NSW Interstate Teams Selection, Supplementary Regulations 2021.

The readings I-23, I-24, I-27, I-30-I-38, I-42, I-43, I-49, I-63-I-69 are cited where the document is silent.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from statistics import median

from second.book import Book, Stage, session_numbers
from second.butler import Played, compared, forms, means, weighted_imps
from second.cards import Cards, Score
from second.ranking import Row, Scored, cut_places, places
from second.scales import BUTLER, victory_points
from second.table import Outcome, half_up, imps, middle_mean, nearest_ten

OPEN_CAPS = {16: (32, 40), 12: (30, 36), 10: (25, 30)}
"""OITS Final: the most a match of so many boards is won and lost by."""
CAPS = {16: (32, 40), 14: (30, 36), 13: (28, 34), 12: (26, 32), 10: (25, 30), 8: (24, 28)}
"""WITS and SITS."""


# Boards.

Board = dict[tuple[tuple[int, int], int, str], Fraction | int]
"""What each side has of each board of each match: IMPs, or the grade of an artificial score."""


def against_median(lines: list[Played]) -> Callable[[Played, Outcome, int], Fraction]:
    """OITS Stage I: each score against the middle one; of an even number the mean of the middle two (I-23)."""
    middle = Fraction(median(means(lines)))
    return lambda _, outcome, sign: weighted_imps(outcome, middle, sign)


def against_datum(lines: list[Played]) -> Callable[[Played, Outcome, int], Fraction]:
    """YITS: the mean without the highest and lowest 10%, 0.5 rounded up; to the nearest 10 (I-64)."""
    scores = means(lines)
    middle = nearest_ten(middle_mean(scores, int(half_up(Fraction(len(scores), 10)))))
    return lambda _, outcome, sign: weighted_imps(outcome, middle, sign)


def cross_imps(lines: list[Played]) -> Callable[[Played, Outcome, int], Fraction]:
    """OITS Final: against every table, the sum divided by the number of results (I-37)."""
    real = [played for played in lines if played.line.played]

    def score(played: Played, outcome: Outcome, sign: int) -> Fraction:
        total = Fraction(0)
        for other in real:
            theirs = other.line.ns if sign > 0 else other.line.ew
            if other is not played:
                total += sum(
                    (
                        one * two * imps(sign * (mine - beaten))
                        for one, mine in outcome.mix
                        for two, beaten in theirs.mix
                    ),
                    Fraction(0),
                )
        return total / len(real)

    return score


@dataclass
class Tally:
    """What a pair has in a stage: matches, and boards with a plus and a minus."""

    matches: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    plus: int = 0
    minus: int = 0


Compare = Callable[[list[Played]], Callable[[Played, Outcome, int], Fraction]]


def wiped(stage: Stage) -> set[str]:
    """WDR.expunge: the pairs whose every score is wiped."""
    return {name for name, act in stage.withdrawn.items() if act["expunged"]}


def tallies(stage: Stage, compare: Compare, average: int) -> dict[str, Tally]:
    """SCORE.artificial: every board of a stage, 2 or 3 IMPs for an average plus."""
    numbers = session_numbers(stage)
    gone = wiped(stage)
    found: dict[str, Tally] = defaultdict(Tally)
    boards = compared(stage, lambda match: numbers[match.round]).values()
    for lines in (form for each in boards for form in forms(stage, each)):  # forms of a fouled board are boards
        kept = [played for played in lines if not gone & {played.match.ns, played.match.ew}]
        if not kept:
            continue
        score = compare(kept) if any(played.line.played for played in kept) else None
        for played in kept:
            for name, outcome, sign in sides(played):
                won = Fraction(average * outcome.grade) if outcome.grade is not None else Fraction(0)
                if score and outcome.grade is None:
                    won = score(played, outcome, sign)
                tally = found[name]
                tally.matches[played.match.round] += won
                tally.plus += won > 0
                tally.minus += won < 0
    return found


def sides(played: Played) -> Iterator[tuple[str, Outcome, int]]:
    """Both sides of a table on a board, the one North-South first."""
    match, board, line = played
    ns, ew = (match.ew, match.ns) if board in match.switched else (match.ns, match.ew)
    yield ns, line.ns, 1
    yield ew, line.ew, -1


# Matches.


def match_cards(stage: Stage, found: dict[str, Tally], points: Callable[[Fraction, int], Fraction]) -> Cards:
    """The score of each match."""
    cards = Cards(stage)
    gone = wiped(stage)
    for match in stage.all_matches():
        for name, opponent in ((match.ns, match.ew), (match.ew, match.ns)):
            if match.round in found[name].matches and not gone & {name, opponent}:
                net = found[name].matches[match.round]
                cards.add(name, Score(match.round, opponent, net, points(net, len(match.boards))))
    cards.add_awards()
    return cards


def within(caps: dict[int, tuple[int, int]]) -> Callable[[Fraction, int], Fraction]:
    """OITS.final-caps: a match in total IMPs, between limits."""

    def points(net: Fraction, boards: int) -> Fraction:
        most, least = caps[boards]
        return max(Fraction(-least), min(Fraction(most), net))

    return points


def youth_points(net: Fraction, boards: int) -> Fraction:
    """YITS: VPs from 7 boards on; below that IMPs, a win at most 6 a board and a loss 7."""
    if boards >= 7:
        return victory_points(BUTLER, half_up(net), boards)
    return max(Fraction(-7 * boards), min(Fraction(6 * boards), net))


def wins(cards: Cards, name: str) -> Fraction:
    """Matches won, a drawn one counting a half (I-43)."""
    total = Fraction(0)
    for score in cards.scores[name]:
        if score.opponent:
            met = (each for each in cards.scores[score.opponent] if each.round == score.round and each.opponent == name)
            theirs = next(met).points
            total += 1 if score.points > theirs else Fraction(1, 2) if score.points == theirs else 0
    return total


def without_worst(cards: Cards, name: str) -> tuple[Fraction, ...]:
    """OITS.final-ties.3: the totals when the worst match is deleted, then the two worst, and so on."""
    scores = sorted(score.points for score in cards.scores[name])
    return tuple(sum(scores[cut:], Fraction(0)) for cut in range(1, len(scores)))


# Carry-overs.


def root(number: Fraction) -> Fraction:
    """A square root to 40 places."""
    scale: int = 10**80
    return Fraction(isqrt(number.numerator * scale // number.denominator), 10**40)


def standard_scores(totals: dict[str, Fraction]) -> dict[str, Fraction]:
    """OITS.carry-forward-final: (X - mean) / standard deviation of a field, over the population (I-31)."""
    mean = sum(totals.values(), Fraction(0)) / len(totals)
    deviation = root(sum(((each - mean) ** 2 for each in totals.values()), Fraction(0)) / len(totals))
    return {name: (total - mean) / deviation for name, total in totals.items()}


def carry_overs(raw: dict[str, Fraction]) -> dict[str, Fraction]:
    """The factor makes the largest carry-over 24 IMPs; to one place (I-34)."""
    most = max(raw.values())
    return {name: half_up(24 * each / most, 1) for name, each in raw.items()}


# Stages.


def fielded(stage: Stage, cards: Cards, found: dict[str, Tally], *, with_wins: bool) -> dict[str, list[Row]]:
    """OITS.ties-stages, WITS.q-ties: the standings of each field; whoever's scores are wiped has none (WDR.expunge)."""
    rows, gone = {}, wiped(stage)
    for name, entered in stage.fields.items():
        names = [each for each in entered if each not in gone]
        totals = {each: cards.total(each) for each in names}

        def key(
            each: str, totals: dict[str, Fraction] = totals, names: list[str] = names
        ) -> tuple[Fraction | int, ...]:
            hard = opponents(cards, each) if incomplete(stage) else Fraction(0)
            won = wins(cards, each) if with_wins else Fraction(0)
            return totals[each], hard, won, found[each].plus, -found[each].minus

        found_places = places(names, key, by_lot=True)
        rows[name] = [Row(each, total, *found_places[each]) for each, total in totals.items()]
    return rows


def incomplete(stage: Stage) -> bool:
    """Whether somebody cannot meet all of the other field: there are fewer rounds than tables, a half one counted."""
    return len(stage.draws) < max(len(names) for names in stage.fields.values())


def opponents(cards: Cards, name: str) -> Fraction:
    """The sum of the totals of all opponents met."""
    return sum((cards.total(score.opponent) for score in cards.scores[name] if score.opponent), Fraction(0))


def against_qualifiers(
    book: Book, stage: Stage, rows: dict[str, list[Row]], each_field: int, follow: Stage
) -> Iterator[str]:
    """OITS.qualify-stage2, OITS.qualify-final: so many of each field go on, of those that contend and are there."""
    for own in rows.values():
        able = [row for row in own if book.contends(row.contestant) and row.contestant not in stage.withdrawn]
        able.sort(key=lambda row: (row.best, row.contestant not in follow.contestants))
        for row in able[:each_field]:
            if row.contestant not in follow.contestants:
                yield f"{row.contestant} should go on from {stage.name} to {follow.name}"
        for row in able[each_field:]:
            if row.contestant in follow.contestants:
                yield f"{row.contestant} should not go on from {stage.name} to {follow.name}"


def final_rows(stage: Stage, cards: Cards, carried: dict[str, Fraction]) -> list[Row]:
    """OITS.final-ties: only a tie across third place is broken."""
    gone = wiped(stage)
    totals = {name: cards.total(name) + carried.get(name, 0) for name in stage.contestants}
    placed = [name for name in totals if name not in gone]

    def breaks(name: str) -> tuple[object, ...]:
        return -carried.get(name, Fraction(0)), wins(cards, name), without_worst(cards, name)

    found = cut_places(placed, totals.__getitem__, breaks, [3])
    return [Row(name, totals[name], *found[name], carried.get(name)) for name in placed]


def going_on(book: Book, stage: Stage) -> int:
    """OITS.size-table, WITS.q-table: how many of each field go on."""
    contending = sum(book.contends(name) and not book.is_house(name) for name in book.entries)
    if book.event.endswith("oits"):
        tables = 6 if contending >= 52 else 5 if contending >= 36 else 4
        return {6: 15, 5: 12, 4: 9}[tables] if stage.name == "Stage I" else tables
    entries = sum(not book.is_house(name) for name in book.entries)
    return 5 if entries <= 23 else 6 if entries <= 28 else 7


def staged(book: Book) -> Scored:
    """Fields against the median, then a final by cross-IMPs with carry-overs."""
    scored, weights = Scored(), {"Stage I": 1, "Stage II": 3, "Qualifying": 1}
    raw: dict[str, Fraction] = defaultdict(Fraction)
    is_open = book.event.endswith("oits")
    stages = list(book.stages.values())
    for stage, follow in zip(stages, [*stages[1:], None], strict=True):
        if stage.name == "Final":
            carried = carry_overs({name: raw[name] for name in stage.contestants})
            cards = match_cards(stage, tallies(stage, cross_imps, 3), within(OPEN_CAPS if is_open else CAPS))
            scored.rows["Final", "all"] = final_rows(stage, cards, carried)
            continue
        rows = median_rows(stage, is_open=is_open)
        for name, own in rows.items():
            scored.rows[stage.name, name] = own
            standing = {row.contestant: row.total for row in own if finished(stage, row.contestant)}
            for each, score in standard_scores(standing).items():
                raw[each] += weights[stage.name] * score
        if follow:  # who went on plays on, whatever is ruled later (I-72)
            then = book.until(follow.started)
            before = then.stages[stage.name]
            rows = median_rows(before, is_open=is_open)
            scored.objections += against_qualifiers(then, before, rows, going_on(then, before), follow)
    return scored


def median_rows(stage: Stage, *, is_open: bool) -> dict[str, list[Row]]:
    """OITS.median: the standings of each field by IMPs against the median."""
    found = tallies(stage, against_median, 3 if is_open else 2)
    return fielded(stage, match_cards(stage, found, lambda net, _: net), found, with_wins=not is_open)


def finished(stage: Stage, name: str) -> bool:
    """Whether a pair was there to the end of a stage; those that were not are out of its mean and deviation (I-30)."""
    return name not in stage.withdrawn or stage.withdrawn[name]["after"] >= len(stage.draws)


def single(book: Book) -> Scored:
    """One stage: cross-IMPs; in the SITS Butler for an even field; in the YITS Butler."""
    (stage,) = book.stages.values()
    event = book.event.split("/")[1]
    if event == "yits":
        cards = match_cards(stage, tallies(stage, against_datum, 2), youth_points)
        return Scored({(stage.name, "all"): youth_rows(stage, cards)})
    is_butler = event == "sits" and len(stage.contestants) % 2 == 0
    found = tallies(stage, against_datum if is_butler else cross_imps, 3)
    return Scored({(stage.name, "all"): final_rows(stage, match_cards(stage, found, within(CAPS)), {})})


def youth_rows(stage: Stage, cards: Cards) -> list[Row]:
    """YITS.team: as in the finals (I-69), every tie."""
    totals = {name: cards.total(name) for name in stage.contestants if name not in wiped(stage)}
    found = places(totals, lambda name: (totals[name], wins(cards, name), without_worst(cards, name)), by_lot=True)
    return [Row(name, total, *found[name]) for name, total in totals.items()]


def score(book: Book) -> Scored:
    """Return the standings of an event, and what is against its qualifiers."""
    return staged(book) if len(book.stages) > 1 else single(book)
