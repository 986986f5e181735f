"""GNOT18: Grand National Open Teams 2018, NSW qualifying: knockouts, and a Swiss for those who lose in them.

Seeding, choices and the ranking for choices are taken as posted; readings are cited by their Q numbers where needed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from second.book import Book, Match, Stage
from second.cards import Cards, Score
from second.ranking import Scored, rows_of
from second.scales import TEAMS, victory_points
from second.table import half_up
from second.teams import TeamBoard, both_scores, team_boards

TABLE_1A = {
    20: (2, 2, 2), 22: (3, 1, 2), 24: (2, 1, 1), 26: (1, 1, 2), 28: (2, 0, 0), 30: (1, 0, 1), 32: (0, 0, 0),
}  # fmt: skip
"""Appendix 1: lucky losers to Pool A, from Pool A to the DKO and from Pool B to the SKO, by the entry."""
TABLE_1B = {21: (1, 2, 1), 23: (2, 1, 1), 25: (1, 1, 0), 27: (2, 0, 0), 29: (1, 0, 1), 31: (0, 0, 0)}
"""Row 27b (Q10); row 29, which does not balance as printed, with 16 teams in the SKO (Q08, Q09)."""
SKO_LUCKY = {20: 3, 21: 3, 22: 2, 23: 2, 24: 2, 25: 2, 26: 1, 27: 1, 28: 1, 29: 0, 30: 0, 31: 0, 32: 0}
"""Appendix 1: lucky losers of SKO Round 1."""
DROP_IN = {
    3: (Fraction(4, 5), Fraction(6)), 4: (Fraction(17, 20), Fraction(9, 2)), 5: (Fraction(9, 10), Fraction(3)),
    6: (Fraction(19, 20), Fraction(3, 2)), 7: (Fraction(1), Fraction(0)),
}  # fmt: skip
"""Appendix 2: the part of the leader's score, and what is taken from it, by the round a team enters."""


# Knockout matches.


@dataclass(frozen=True)
class Knockout:
    """A knockout match: the IMPs of both teams, and who won it; nobody where only a lot can say."""

    match: Match
    first: Fraction
    second: Fraction
    winner: str

    @property
    def loser(self) -> str:
        """Who lost it."""
        return self.match.ew if self.winner == self.match.ns else self.match.ns

    @property
    def margin(self) -> Fraction:
        """By how many IMPs."""
        return abs(self.first - self.second)


def knockout(stage: Stage, match: Match) -> Knockout:
    """1.3, 4: the IMPs of a match less penalties; a tie by extra boards, board-a-match, total points."""
    if match.key in stage.forfeits:
        offender = stage.forfeits[match.key]["offender"]
        first, second = (stage.awards.get((match.round, name), Fraction(0)) for name in (match.ns, match.ew))
        return Knockout(match, first, second, match.ew if offender == match.ns else match.ns)
    first, second = totals(stage, match, match.boards)
    if not match.trio:  # a penalty in a triangle is taken once, from its net over all matches
        first -= stage.penalties_at(match.ns, {match.round}, "IMPs")
        second -= stage.penalties_at(match.ew, {match.round}, "IMPs")
    margins = [first - second, *tie_breaks(stage, match)]
    decisive = next((each for each in margins if each), Fraction(0))
    winner = match.ns if decisive > 0 else match.ew if decisive < 0 else stage.decided.get(match.key, "")
    return Knockout(match, first, second, winner)


def totals(stage: Stage, match: Match, boards: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """The IMPs of both teams, 3 for an average plus (Law 12C2)."""
    first = second = Fraction(0)
    for board in team_boards(stage, match, boards):
        own, theirs = both_scores(board)
        if sum(board.first_grades) + sum(board.second_grades):
            own += 3 * sum(board.first_grades)
            theirs += 3 * sum(board.second_grades)
        first, second = first + own, second + theirs
    return first, second


def tie_breaks(stage: Stage, match: Match) -> Iterator[Fraction]:
    """4.1-4.3: extra boards where they were called, then board-a-match, then total points, over all boards."""
    extra = tuple(stage.extra.get(match.key, ()))
    if extra:
        one, two = totals(stage, match, extra)
        yield one - two
    differences = list(point_differences(stage, match, match.boards + extra))
    yield sum((Fraction(sign(one) - sign(two), 2) for one, two in differences), Fraction(0))
    yield sum(((one - two) / 2 for one, two in differences), Fraction(0))


def sign(points: Fraction) -> int:
    """1 for a board won, -1 for one lost."""
    return (points > 0) - (points < 0)


def point_differences(stage: Stage, match: Match, boards: tuple[int, ...]) -> Iterator[tuple[Fraction, Fraction]]:
    """What each team has over both tables on each board in points.

    Under a split score one is not the other's opposite: the two are worked out apart and averaged (Law 12C4).
    """
    for board in boards:
        opened, closed = stage.line(match, board, "open"), stage.line(match, board, "closed")
        if opened and closed and opened.played and closed.played:
            yield opened.ns.mean - closed.ew.mean, closed.ns.mean - opened.ew.mean


# 1.5: lucky losers.


def lucky_losers(matches: list[Knockout], slots: int, before: set[str]) -> tuple[set[str], set[str]]:
    """1.5: ties first, then the smallest margin; the lower turnover first; once only. Those sure, and possible."""

    def key(each: Knockout) -> tuple[bool, Fraction, Fraction]:
        return each.margin != 0, each.margin, each.first + each.second

    able = sorted((each for each in matches if each.loser not in before), key=key)
    if not slots or len(able) < slots:
        return set(), set()
    last = key(able[slots - 1])
    sure = {each.loser for each in able if key(each) < last}
    possible = {each.loser for each in able if key(each) <= last}
    return (possible, possible) if len(possible) == slots else (sure, possible)


Flow = tuple[str, str, int, list[Knockout]]
"""A stage, the one its field comes from, the slots of lucky losers, and the matches as they stood when it began."""


def against_fields(book: Book) -> list[str]:
    """Appendix 1: who goes on from the pools and the knockout rounds; as the results stood when a stage began.

    What a lot decided is nowhere posted, so each way it can have fallen is tried.
    """
    known: list[Flow] = []
    for target, source, slots in all_flows(book):
        if source in book.stages:
            then = book.until(book.stages[target].started).stages[source]
            known.append((target, source, slots, [knockout(then, match) for match in then.all_matches()]))
    lots = {(flow[1], each.match.key): each.match for flow in known for each in flow[3] if not each.winner}
    ways = product(*((match.ns, match.ew) for match in lots.values()))
    return min((list(against_flows(book, known, dict(zip(lots, way, strict=True)))) for way in ways), key=len)


def against_flows(book: Book, known: list[Flow], lots: dict[tuple[str, tuple[int, int]], str]) -> Iterator[str]:
    """What is against the fields, where lots fell so."""
    lucky: set[str] = set()
    for target, source, slots, stood in known:
        matches = [replace(each, winner=each.winner or lots[source, each.match.key]) for each in stood]
        winners = {each.winner for each in matches}
        sure, possible = lucky_losers(matches, slots, lucky)
        field = set(first_field(book, target))
        from_source = field & {name for each in matches for name in (each.match.ns, each.match.ew)}
        if (winners | sure) - field or from_source - winners - possible:
            yield f"{source}: {sorted((winners | sure) ^ from_source)} should not be where they are after it"
        swap = exchanged(book, source)
        lucky |= {swap.get(name, name) for name in from_source - winners}


def exchanged(book: Book, source: str) -> dict[str, str]:
    """3.8: two teams whose match had been entered the wrong way round take each other's places, a lucky loser's too."""
    acts = [each for each in book.postings if each["act"] == "places exchanged" and each["stage"] == source]
    began = {stage.name: stage.started for stage in book.stages.values()}
    acts = [
        each for each in acts if any(each["n"] > began[target] for target, of, _ in all_flows(book) if of == source)
    ]
    return {one: two for each in acts for one, two in ((each["one"], each["two"]), (each["two"], each["one"]))}


def all_flows(book: Book) -> list[tuple[str, str, int]]:
    """The flows of a book's entry whose stages have begun."""
    return [flow for flow in flows(len(book.entries)) if flow[0] in book.stages]


def flows(entries: int) -> Iterator[tuple[str, str, int]]:
    """The stages whose fields are the winners of another, with its lucky losers."""
    if entries in TABLE_1A or entries in TABLE_1B:
        first, second, third = (TABLE_1A | TABLE_1B)[entries]
        yield "M2A", "M1", first
        yield "DKO1", "M2A", second
        yield "SKO1", "M2B", third
        yield "SKO2", "SKO1", SKO_LUCKY[entries]
    for target, source in (("SKO4", "SKO3"), ("SKO6", "SKO5"), ("DKO2", "DKO1"), ("DKO3", "DKO2")):
        yield target, source, 0


def first_field(book: Book, name: str) -> list[str]:
    """The field of a stage as it was when it began, before teams exchanged places."""
    start = next(each for each in book.postings if each["act"] == "stage started" and each["stage"] == name)
    return [each for field in start["fields"] for each in field["contestants"]]


# 2 and Appendix 2: the Swiss.


def swiss(stage: Stage) -> tuple[Cards, dict[str, Fraction]]:
    """2.1, Appendix 2: VPs of 14-board matches, and what teams entered on."""
    cards, carried = Cards(stage), dict[str, Fraction]()
    for match in stage.all_matches():
        last = match.round + max(match.trio, 1) - 1
        for name, opponent, net in team_nets(stage, match):
            cards.add(name, Score(last, opponent, net, victory_points(TEAMS, half_up(net), 14)))
    cards.add_awards()
    starters = [name for names in stage.fields.values() for name in names]
    present = list(starters)
    for number in sorted(stage.joined):
        if number == 2:  # by those who played Round 1, at the end of round 2
            leader = max(score_after(cards, carried, name, 2) for name in starters)
            entering = max(leader * Fraction(2, 5), Fraction(10))
        else:
            part, less = DROP_IN[number]
            leader = max(score_after(cards, carried, name, number - 1) for name in present)
            entering = max(leader * part, leader - less)
        for name in stage.joined[number]:
            carried[name] = half_up(entering, 2)
        present += [name for name in stage.joined[number] if name not in present]
    return cards, carried


def score_after(cards: Cards, carried: dict[str, Fraction], name: str, number: int) -> Fraction:
    """A team's score after a round, penalties taken off."""
    won = sum((score.points for score in cards.scores[name] if score.round <= number), Fraction(0))
    rounds = set(range(1, number + 1))
    return carried.get(name, Fraction(0)) + won - cards.stage.penalties_at(name, rounds, "VPs")


def team_nets(stage: Stage, match: Match) -> Iterator[tuple[str, str, Fraction]]:
    """The net IMPs of each team."""
    if match.key in stage.forfeits:
        return
    boards: list[TeamBoard] = list(team_boards(stage, match))
    if not boards and match.trio > 1:  # a triangle goes on in the next round
        boards = list(
            team_boards(stage, Match(stage.name, match.round + 1, match.table, match.ns, match.ew, match.boards))
        )
    if boards:
        yield match.ns, match.ew, sum((each.first + 3 * sum(each.first_grades) for each in boards), Fraction(0))
        yield match.ew, match.ns, sum((each.second + 3 * sum(each.second_grades) for each in boards), Fraction(0))


def against_swiss_draws(book: Book) -> Iterator[str]:
    """2.5: the top of the Swiss meets the lowest that drops in, the second the second lowest, and so on."""
    stage = book.stages["Swiss"]
    for number, joined in stage.joined.items():
        posted = next(
            each
            for each in book.postings
            if each["act"] == "draw published" and each["stage"] == "Swiss" and each["round"] == number
        )
        met = {frozenset((each["ns"], each["ew"])) for each in posted["seatings"]}
        entered = next(each for each in book.postings if each["act"] == "entrants joined" and each["round"] == number)[
            "contestants"
        ]
        seated = {name for pair in met for name in pair}  # others are in a triangle, which may go on from before
        tops, lows = ([name for name in names if name in seated] for names in (posted["order"], reversed(entered)))
        for top, low in zip(tops, lows, strict=False):
            if frozenset((top, low)) not in met and joined:
                yield f"Swiss, round {number}: {top} should meet {low}"


def score(book: Book) -> Scored:
    """Return the standings of the Swiss, the knockout matches, and the final ranking."""
    scored = Scored(objections=against_fields(book))
    for stage in book.stages.values():
        if stage.name == "Swiss":
            continue
        for each in (knockout(stage, match) for match in stage.all_matches()):
            scored.matches[stage.name, each.match.table] = (each.first, each.second, each.winner)
    if len(book.entries) < 20:  # Appendix 2 is for the Swiss of 20 teams or more; the knockouts alone are scored
        return scored
    cards, carried = swiss(book.stages["Swiss"])
    names = book.stages["Swiss"].contestants
    swiss_totals = {name: cards.total(name) + carried.get(name, 0) for name in names}
    rows = rows_of(swiss_totals, lambda name: (swiss_totals[name], cards.net(name)), by_lot=True, carried=carried)
    scored.rows["Swiss", "all"] = rows
    scored.objections += against_swiss_draws(book)
    return scored
