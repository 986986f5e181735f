"""NSWSP: Bridge NSW Swiss Pairs Congresses, Supplementary Tournament Regulations.

Where the document is silent the numbered reading is cited: S-05, S-08, S-10, S-13, S-16, S-17, S-18, S-24, S-25.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from second.book import Book, Stage
from second.butler import Played, Side, against_datum, means
from second.ranking import Scored, rows_of
from second.swiss import against_draw
from second.table import half_up, middle_mean, nearest_ten

EIGHT = (
    "10.00 10.39 10.78 11.17 11.56 11.95 12.34 12.73 13.12 13.51 13.90 14.29 14.58 14.87 15.16 15.45 15.74 16.03 16.32 "
    "16.61 16.90 17.19 17.48 17.76 18.04 18.32 18.60 18.88 19.16 19.44 19.72 20.00"
)
"""Table 1: a winner's VPs for 0, 1, 2 ... 31 IMPs over 8 boards."""

NINE = (
    "10.00 10.36 10.72 11.08 11.44 11.80 12.16 12.52 12.88 13.24 13.60 13.95 14.30 14.65 15.00 15.25 15.50 15.75 16.00 "
    "16.25 16.50 16.75 17.00 17.25 17.50 17.75 18.00 18.25 18.50 18.75 19.00 19.25 19.50 19.75 20.00"
)
"""Table 2: for 9 boards; rows 16 and 17, which the document leaves out, by the step on either side (S-24)."""

SCALES = {8: [Fraction(each) for each in EIGHT.split()], 9: [Fraction(each) for each in NINE.split()]}


def datum(stage: Stage, lines: list[Played]) -> Fraction | None:
    """1.4: the mean without the highest and the lowest 10% of scores, 0.5 rounded up; to the nearest 10 (S-08)."""
    scores = means(lines)
    return nearest_ten(middle_mean(scores, int(half_up(Fraction(len(scores), 10))))) if scores else None


def fouled_datum(stage: Stage, lines: list[Played]) -> Fraction | None:
    """1.4 for a form of a fouled board; one result has none, and both sides have average plus (S-10)."""
    return datum(stage, lines) if len(means(lines)) > 1 else None


def net(side: Side) -> Fraction:
    """1.6: a side's own net IMPs (S-15, S-16), average plus and minus 2 IMPs (S-17), to the nearest IMP (S-25)."""
    return half_up(side.imps + 2 * sum(side.grades))


def victory_points(imps: Fraction, boards: int) -> Fraction:
    """1.6, Tables 1 and 2."""
    scale = SCALES[boards]
    won = scale[min(int(abs(imps)), len(scale) - 1)]
    return won if imps >= 0 else 20 - won


class Event:
    """A congress as it stands in a book: net IMPs and VPs of every pair."""

    def __init__(self, book: Book) -> None:
        self.book, self.stage = book, book.stages["Swiss"]
        self.imps: dict[str, Fraction] = defaultdict(Fraction)
        self.points: dict[str, Fraction] = defaultdict(Fraction)
        sides = against_datum(self.stage, datum, fouled_datum)
        for match in self.stage.all_matches():
            for name in (match.ns, match.ew):
                if (match.key, name) in sides:
                    own = net(sides[match.key, name])
                    self.imps[name] += own
                    self.points[name] += victory_points(own, len(match.boards))
        for (_, name), score in self.stage.awards.items():  # a bye, a forfeit: the Director's (S-13)
            self.points[name] += score

    def total(self, name: str) -> Fraction:
        """1.6: the sum of VPs, less penalties (S-18)."""
        return self.points[name] - self.stage.penalty(name)

    def draw_key(self, name: str) -> tuple[Fraction, Fraction]:
        """1.3: VPs, then net IMPs (S-05)."""
        return self.total(name), self.imps[name]


def score(book: Book) -> Scored:
    """Return the standings of a congress, and what is against its draws."""
    event = Event(book)
    totals = {name: event.total(name) for name in event.stage.contestants}
    scored = Scored({("Swiss", "all"): rows_of(totals, totals.__getitem__, by_lot=False)})  # 4.1: ties are not broken
    scored.objections += [each for number in event.stage.draws if number > 1 for each in against_draws(book, number)]
    return scored


def against_draws(book: Book, number: int) -> Iterator[str]:
    """1.3: from the top each pair meets the highest below it that it has not met (S-05)."""
    stage = book.stages["Swiss"]
    before = Event(book.until(stage.draws[number]["n"]))
    return against_draw(stage, number, before.draw_key, lambda rounds: not rounds)
