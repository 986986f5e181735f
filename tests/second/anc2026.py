"""ANC26: 2026 Australian National Championships, Supplementary Regulations.

The readings D23, D24, D25, D38-D40, D44, D49-D61, D69, D74, D76-D79 are cited where the document is silent.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt

from second.book import Book, Match, Posting, Stage
from second.butler import Played, Side, against_datum, means
from second.cards import Cards, Score, idle, unmet
from second.matchpoints import sessions_of, shares
from second.ranking import Row, Scored, cut_places, in_order, rows_of
from second.scales import TEAMS, victory_points
from second.swiss import against_draw, meetings
from second.table import half_up, middle_mean, nearest_ten
from second.teams import swings, team_boards

# Appendix 5: ABF VP scales for Swiss Pairs.

TWELVE = (
    "10.00 10.33 10.66 10.99 11.32 11.65 11.98 12.31 12.64 12.97 13.30 13.63 13.96 14.29 14.62 14.84 15.06 15.28 15.50 "
    "15.72 15.94 16.16 16.38 16.60 16.82 17.04 17.26 17.48 17.69 17.90 18.11 18.32 18.53 18.74 18.95 19.16 19.37 19.58 "
    "19.79 20.00"
)
EIGHT = (  # 12 IMPs is printed 14.68 against 5.42; 14.58 makes 20 (D77)
    "10.00 10.39 10.78 11.17 11.56 11.95 12.34 12.73 13.12 13.51 13.90 14.29 14.58 14.87 15.16 15.45 15.74 16.03 16.32 "
    "16.61 16.90 17.19 17.48 17.76 18.04 18.32 18.60 18.88 19.16 19.44 19.72 20.00"
)
SEVEN = (
    "10.00 10.41 10.82 11.23 11.64 12.05 12.46 12.87 13.28 13.69 14.10 14.51 14.82 15.13 15.44 15.75 16.06 16.37 16.68 "
    "16.99 17.30 17.60 17.90 18.20 18.50 18.80 19.10 19.40 19.70 20.00"
)
SWISS_PAIRS = {12: TWELVE, 8: EIGHT, 7: SEVEN, 6: SEVEN}

Key = Callable[[str], tuple[Fraction | int, ...]]


# 7 and Appendix 4: artificial scores.


def root(number: int, places: int) -> Fraction:
    """A square root rounded to so many places; of a number that is no square it never ends in a half."""
    scale: int = 10**places
    return Fraction((isqrt(4 * number * scale * scale) + 1) // 2, scale)


def artificial(grades: list[int], imps: int) -> Fraction:
    """7.3, App-4: so many IMPs times the root of the average-plus boards, to a whole one; a minus mirrors it (D24)."""
    plus, minus = grades.count(1), grades.count(-1)
    return root(imps * imps * plus, 0) - imps * minus


def artificial_per_cent(grades: list[int]) -> Fraction:
    """7.4, App-4: 50 a board, 10 times the root of the average-plus boards; 40 for average minus (D24)."""
    plus, minus = grades.count(1), grades.count(-1)
    return 50 * len(grades) + root(100 * plus, 30) - 10 * minus


# 17: Butler.


def dropped(tables: int, scores: int) -> int:
    """17.13-17.16: how many scores are left out at each end; of fewer than three none is (D54)."""
    if scores < 3:
        return 0
    if tables < 15:
        return 1
    return 2 if tables < 24 else int(half_up(Fraction(scores, 10)))


def datum(stage: Stage, lines: list[Played]) -> Fraction | None:
    """17.13-17.16: the mean of the middle scores to the closest 10, by the number of tables; halves by D55."""
    number = lines[0].match.round
    tables = len([match for match in stage.matches[number] if match.key not in stage.forfeits])
    top = considered(stage, number, tables)
    scores = means([played for played in lines if played.match.table <= top])
    return nearest_ten(middle_mean(scores, dropped(tables, len(scores)))) if scores else None


def considered(stage: Stage, number: int, tables: int) -> int:
    """17.16: the top tables whose scores count, by the draw (D56)."""
    everything = max(match.table for match in stage.matches[number])
    if tables < 24 or number <= 3 or is_open_stage_1(stage):
        return everything
    return int(half_up(Fraction(tables, 2))) if number <= 6 else 12


def is_open_stage_1(stage: Stage) -> bool:
    """Whether a stage is the first of the Open: two fields, and no match of 12 boards."""
    return set(stage.fields) == {"NS", "EW"} and stage.name == "Stage 1"


def fouled_datum(stage: Stage, lines: list[Played]) -> Fraction | None:
    """7.2(a): less two extremes of 3 to 7 results, four of more than 7; fewer than 3 go to 7.3 (D23)."""
    scores = means(lines)
    return nearest_ten(middle_mean(scores, 1 if len(scores) <= 7 else 2)) if len(scores) > 2 else None


def butler(stage: Stage) -> Cards:
    """17.12: net IMPs of each match, and their VPs except in Open Stage 1; each side by its own (D79)."""
    cards, sides = Cards(stage), against_datum(stage, datum, fouled_datum)
    for match in stage.all_matches():
        for name, opponent in ((match.ns, match.ew), (match.ew, match.ns)):
            if (match.key, name) in sides:
                net = butler_net(sides[match.key, name])
                points = net if is_open_stage_1(stage) else pair_points(net, match)
                cards.add(name, Score(match.round, opponent, net, points))
    cards.add_awards()
    return cards


def butler_net(side: Side) -> Fraction:
    """The net IMPs of a side."""
    return side.imps + artificial(side.grades, 2)


def pair_points(net: Fraction, match: Match) -> Fraction:
    """App-5; a fraction of an IMP, from a weighted score, goes to the nearest."""
    return victory_points(SWISS_PAIRS, half_up(net), len(match.boards))


# 16: matchpoint Swiss.


def match_points(per_cent: Fraction) -> Fraction:
    """App-2: VPs for an average percentage, to 2 places (D50)."""
    x = half_up(per_cent, 2)
    if x > 70:
        return Fraction(20)
    if x >= Fraction("57.5"):
        return half_up((x - 20) * 2 / 5, 2)
    if x >= Fraction("42.5"):
        return half_up((x - 35) * 2 / 3, 2)
    return half_up((x - 30) * 2 / 5, 2) if x >= 30 else Fraction(0)


def matchpoint_swiss(stage: Stage) -> Cards:
    """16.2: the average of a match's percentages, into VPs."""
    cards = Cards(stage)
    own: dict[tuple[tuple[int, int], str], list[Fraction | int]] = {}
    grades: dict[tuple[tuple[int, int], str], list[int]] = {}
    for share in shares(stage, lambda match: match.round):
        key = (share.round, share.table), share.contestant
        if share.grade is None:
            own.setdefault(key, []).append(share.part * 100)
        else:
            grades.setdefault(key, []).append(share.grade)
    for match in stage.all_matches():
        for name, opponent in ((match.ns, match.ew), (match.ew, match.ns)):
            played, awarded = own.get((match.key, name), []), grades.get((match.key, name), [])
            if played or awarded:
                average = (sum(played, Fraction(0)) + artificial_per_cent(awarded)) / (len(played) + len(awarded))
                cards.add(name, Score(match.round, opponent, average, match_points(average)))
    cards.add_awards()
    return cards


# 23: sessions of matchpoints.

SESSIONS = {"rookie-pairs": 1, "novice-pairs": 2, "graded-pairs": 2, "one-day-matchpoint-pairs": 2}


def sessions(book: Book) -> Scored:
    """23.2, 23.3, 23.10, 23.12: the percentage of all boards of the sessions; ties stand (D49)."""
    (stage,) = book.stages.values()
    length = len(stage.draws) // SESSIONS[book.event.split("/")[1]]
    held = sessions_of(stage, lambda number: (number - 1) // length)
    totals = {}
    for name in stage.contestants:
        found = [
            each.per_cent(lambda grades, _: artificial_per_cent(grades))
            for (own, _), each in held.items()
            if own == name
        ]
        totals[name] = sum(found, Fraction(0)) / len(found) - stage.penalty(name) if found else Fraction(0)
    return Scored({(stage.name, "all"): rows_of(totals, totals.__getitem__, by_lot=False)})


# 5.1, 6.3, 18 and Appendix 3: the Swiss and its ties.


def may_meet(stage: Stage, number: int, entered: int) -> Callable[[list[int]], bool]:
    """App-3: nobody meets twice; in a small field, late, opponents of the first half once more (D74).

    All who had entered when the round was drawn count.
    """
    rounds = len(stage.draws)
    plain = rounds // 2 + 1 if rounds % 2 == 0 else (rounds + 1) // 2
    if entered >= 2 * rounds or number <= plain:
        return lambda met: not met
    return lambda met: not met or (len(met) == 1 and met[0] <= rounds // 2)


def swiss_objections(book: Book, name: str, score: Callable[[Stage], Cards]) -> Iterator[str]:
    """5.1, 18.2: drawn by VPs before penalties, then net IMPs; at matchpoints the average percentage (D49)."""
    stage = book.stages[name]
    if len({tuple(draw["order"]) for draw in stage.draws.values()}) == 1:  # App-3: a full round robin was chosen
        again = [pair for pair, rounds in meetings(stage, len(stage.draws) + 1).items() if len(rounds) > 1]
        yield from (f"{name}: {' and '.join(sorted(pair))} meet twice in a round robin" for pair in again)
        return
    for number in sorted(stage.draws):
        if number > 1:
            before = book.until(stage.draws[number]["n"]).stages[name]
            cards = score(before)

            def key(each: str, cards: Cards = cards) -> tuple[Fraction, Fraction]:
                return cards.points(each), cards.mean_net(each) if score is matchpoint_swiss else cards.net(each)

            met = may_meet(stage, number, len(before.contestants))
            yield from against_draw(stage, number, key, met, strict=False)  # D57 says only: the fewest


def swiss(book: Book, score: Callable[[Stage], Cards]) -> Scored:
    """A Swiss of one stage: the total with penalties, ties stand (18.3)."""
    (stage,) = book.stages.values()
    cards = score(stage)
    totals = {name: cards.total(name) for name in stage.contestants}
    rows = {(stage.name, "all"): rows_of(totals, totals.__getitem__, by_lot=False)}
    return Scored(rows, list(swiss_objections(book, stage.name, score)))


def teams(stage: Stage) -> Cards:
    """23.4, 23.5: IMPs into VPs by the WBF's scale for 16 boards (D69)."""
    cards = Cards(stage)
    for match in stage.all_matches():
        for name, opponent, net in team_nets(stage, match):
            cards.add(name, Score(match.round, opponent, net, victory_points(TEAMS, half_up(net), len(match.boards))))
    cards.add_awards()
    return cards


def team_nets(stage: Stage, match: Match) -> Iterator[tuple[str, str, Fraction]]:
    """7.1, App-4: the net IMPs of each team in a match, 3 for an average plus."""
    boards = list(team_boards(stage, match))
    if not boards or match.key in stage.forfeits:
        return
    first = sum((each.first for each in boards), Fraction(0))
    second = sum((each.second for each in boards), Fraction(0))
    yield match.ns, match.ew, first + artificial([grade for each in boards for grade in each.first_grades], 3)
    yield match.ew, match.ns, second + artificial([grade for each in boards for grade in each.second_grades], 3)


# 17.4-17.8, 19 and 20: the stages of the Open and the Mixed.


def stage_key(cards: Cards) -> Key:
    """18.3: the sum of opponents' VPs before penalties (D60), wins in IMPs, net IMPs; wins in Open Stage 1 (D59)."""
    if is_open_stage_1(cards.stage):
        return lambda name: (cards.wins(name),)
    return lambda name: (cards.opponents(name), cards.wins(name), cards.net(name))


def staged(book: Book) -> Scored:
    """The Open Butler (17.4-17.6) and the Mixed (17.7, 17.8)."""
    is_open = book.event.endswith("open-butler")
    takes = {"Stage 1": 10, "Stage 2": 5} if is_open else {"Stage 1": 10}
    scored = Scored()
    carried: dict[str, Fraction] = {}
    for stage in book.stages.values():
        cut = takes.get(stage.name, 0)
        begun = carried if stage.name == ("Stage 3" if is_open else "Stage 2") else {}
        ranked = ranked_fields(book, stage, cut, begun)
        for name, (totals, found) in ranked.items():
            scored.rows[stage.name, name] = [
                Row(each, total, *found[each], begun.get(each)) for each, total in totals.items()
            ]
        follow = next_stage(book, stage)
        if cut:
            carried, _ = go_on(book, stage, ranked, cut, follow)
        if cut and follow:  # who went on plays on, whatever is ruled later (6.1, 6.2)
            then = book.until(follow.started)
            before = then.stages[stage.name]
            _, going = go_on(then, before, ranked_fields(then, before, cut, {}), cut, follow)
            scored.objections += against_qualifiers(stage, going, follow)
    if not is_open:
        scored.objections += swiss_objections(book, "Stage 1", butler)
    return scored


Ranked = dict[str, tuple[dict[str, Fraction], dict[str, tuple[int, int]]]]
"""The totals and places of each field."""


def ranked_fields(book: Book, stage: Stage, cut: int, begun: dict[str, Fraction]) -> Ranked:
    """18.1-18.3: the totals and places of each field of a stage; a tie counts only where it matters."""
    cards, ranked = butler(stage), {}
    for name, names in stage.fields.items():
        totals = {each: cards.total(each) + begun.get(each, 0) for each in names}
        cuts = range(1, 6) if cut == 5 else [cut] if cut else []
        able = {each for each in names if book.contends(each) and each not in stage.withdrawn}
        ranked[name] = totals, cut_places(names, totals.__getitem__, stage_key(cards), cuts, able.__contains__)
    return ranked


def go_on(
    book: Book, stage: Stage, ranked: Ranked, cut: int, follow: Stage | None
) -> tuple[dict[str, Fraction], dict[str, list[str]]]:
    """17.4, 17.5, 17.7, 20.1: those who go on from each field, and 19: what they carry over."""
    carried, going = {}, {}
    entered = set(follow.contestants) if follow else set()
    for name, (totals, found) in ranked.items():
        # Where a lot parted two, who went on says how it fell.
        order = sorted(
            (each for each in totals if book.contends(each)), key=lambda each: (found[each], each not in entered)
        )
        going[name] = [each for each in order if each not in stage.withdrawn][:cut]
        top = order[:cut]
        for each in going[name]:
            carried[each] = carry_over(totals, top, each, cut) if each in top else Fraction(0)  # 19.3
    return carried, going


def carry_over(totals: dict[str, Fraction], top: list[str], name: str, cut: int) -> Fraction:
    """19.1: 10, 8, 6, 4 and 2 VPs in the Open; 19.2: by the formula in the Mixed. Contending pairs count (D61)."""
    if cut == 5:
        return Fraction(10 - 2 * top.index(name))
    first, tenth = totals[top[0]], totals[top[-1]]
    return half_up(1 + 6 * (totals[name] - tenth) / (first - tenth), 2)


def next_stage(book: Book, stage: Stage) -> Stage | None:
    """The stage after one."""
    return next((each for each in book.stages.values() if each.started > stage.started), None)


def against_qualifiers(stage: Stage, going: dict[str, list[str]], follow: Stage) -> Iterator[str]:
    """Who should be in the next stage and is not."""
    for name, names in going.items():
        field = follow.fields.get(name, follow.contestants)  # halves are kept from Stage 1 to Stage 2 (D58)
        for each in names:
            if each not in field:
                yield f"{each} should go on from {stage.name} to {follow.name}"
    extra = set(follow.contestants) - {each for names in going.values() for each in names}
    yield from (f"{each} should not go on from {stage.name} to {follow.name}" for each in sorted(extra))


# 11-13: the Interstate Teams.

EIGHT_TEAMS = (
    "52 63 74 81", "17 35 46 28", "61 72 54 83", "15 26 37 48", "41 32 76 85", "13 24 57 68", "21 43 65 87",
)  # fmt: skip
"""11.6.1: who meets whom in each round, the first listed first."""
SIX_TEAMS = ("41 35 26", "15 24 63", "13 52 46", "32 54 61", "21 43 65")
"""11.7.1: round robins 1 and 3."""
SIX_TEAMS_SECOND = ("23 54 16", "35 41 62", "15 24 36", "12 43 56", "31 52 64")
"""11.7.2: round robin 2."""


def interstate_points(net: Fraction) -> Fraction:
    """11.10; the loser has 35 less the margin, not below 0 (D38); fractions as they are (D39)."""
    if net > 30:
        return min(65 + (net - 30) / 10, Fraction("67.5"))
    return max(35 + net, Fraction(0))


def interstate_net(points: Fraction) -> Fraction:
    """11.12: the IMPs that 11.10 makes VPs of."""
    return points - 35 if points <= 65 else (points - 65) * 10 + 30


def interstate_qualifying(stage: Stage) -> Cards:
    """11.10-11.12: VPs of matches played, byes and forfeits."""
    cards = Cards(stage)
    for match in stage.all_matches():
        for name, opponent, net in team_nets(stage, match):
            cards.add(name, Score(match.round, opponent, net, interstate_points(net)))
    forfeits = [forfeit_scores(cards, match) for match in stage.all_matches() if match.key in stage.forfeits]
    waiting = unmet(stage)  # 11.12, D85: a team that withdrew forfeits the matches it has yet to play
    for count, (gone, other) in enumerate(waiting, 1):
        forfeits.append(forfeit_of(cards, len(stage.draws) + count, gone, other))
    for scores in forfeits:
        for name, score in scores:
            cards.add(name, score)
    for name in stage.contestants:
        rested = idle(stage, name)
        byes = len(rested) - sum(name == other for _, other in waiting)
        for number in rested[:byes]:
            cards.add(name, Score(number, "", Fraction(0), Fraction(35), played=False))  # 11.11
    return cards


def forfeit_scores(cards: Cards, match: Match) -> list[tuple[str, Score]]:
    """11.12: the scores of a match that was forfeited, by one team or by both."""
    offender = cards.stage.forfeits[match.key]["offender"]
    if not offender:
        sides = ((match.ns, match.ew), (match.ew, match.ns))
        return [(name, Score(match.round, other, Fraction(-35), Fraction(0), played=False)) for name, other in sides]
    return forfeit_of(cards, match.round, offender, match.ew if offender == match.ns else match.ns)


def forfeit_of(cards: Cards, number: int, offender: str, other: str) -> list[tuple[str, Score]]:
    """11.12: the highest of 56.5, the team's own average and the complement of the offender's, at most 67.5 (D40)."""
    own, theirs = cards.average(other), cards.average(offender)
    candidates = [Fraction("56.5"), own or Fraction(0), 70 - theirs if theirs is not None else Fraction(0)]
    points = min(max(candidates), Fraction("67.5"))
    won = Score(number, offender, interstate_net(points), points, played=False)
    lost = Score(number, other, Fraction(-35), Fraction(0), played=False)
    return [(other, won), (offender, lost)]


def interstate_key(cards: Cards) -> Key:
    """13.2: VPs, wins in VPs (more than the opponent, D44), net IMPs."""

    def wins(name: str) -> int:
        met = [score for score in cards.scores[name] if score.opponent]
        return sum(score.points > against(cards, name, score) for score in met)

    return lambda name: (cards.total(name), wins(name), cards.net(name))


def against(cards: Cards, name: str, score: Score) -> Fraction:
    """What the opponent has of the same match."""
    return next(
        each.points for each in cards.scores[score.opponent] if each.round == score.round and each.opponent == name
    )


def interstate(book: Book) -> Scored:
    """The qualifying stage by 11, the Final by 12."""
    rows = interstate_rows(book.stages["Qualifying"])
    totals = {row.contestant: row.total for row in rows}
    scored = Scored({("Qualifying", "all"): rows}, list(interstate_draws(book)))
    final = book.stages.get("Final")
    if final:
        then = book.until(final.started)  # who went on plays on, whatever is ruled later (6.1, 6.2)
        before = then.stages["Qualifying"]
        placed = sorted(interstate_rows(before), key=lambda row: row.best)
        best = [row for row in placed if may_go_on(then, before, row.contestant)]
        first, second = final.contestants
        if {first, second} - {row.contestant for row in best if row.best <= best[1].best}:
            scored.objections.append(f"{first} and {second} are in the Final")
        scored.rows["Final", "all"] = interstate_final(final, {first: (totals[first] - totals[second]) / 10})
    return scored


def interstate_rows(stage: Stage) -> list[Row]:
    """13: the standings of the qualifying stage."""
    cards = interstate_qualifying(stage)
    return rows_of({name: cards.total(name) for name in stage.contestants}, interstate_key(cards), by_lot=True)


def may_go_on(book: Book, stage: Stage, name: str) -> bool:
    """Whether a team contends and is still there."""
    return book.contends(name) and name not in stage.withdrawn


def interstate_final(stage: Stage, carried: dict[str, Fraction]) -> list[Row]:
    """12.2, 12.3, 13.3: IMPs of all stanzas, with 10% of the VP margin; a tie goes to the team without carry-over.

    7.1, App-4, D76: the stanzas are one match, so each average plus of a team counts with those of earlier stanzas. In
    what a stanza adds, both have what both were given (3 IMPs on a fouled board); the rest is averaged (Law 12C4).
    """
    totals = {name: carried.get(name, Fraction(0)) - stage.penalty(name) for name in stage.contestants}
    grades: dict[str, list[int]] = {name: [] for name in stage.contestants}
    for match in stage.all_matches():
        sides = (match.ns, match.ew)
        before = [artificial(grades[name], 3) for name in sides]
        for each in team_boards(stage, match):
            for name, gained, given in zip(sides, swings(each), (each.first_grades, each.second_grades), strict=True):
                totals[name] += gained
                grades[name] += given
        one, two = (artificial(grades[name], 3) - had for name, had in zip(sides, before, strict=True))
        both, apart = max((one + two) / 2, Fraction(0)), (one - two) / 2
        totals[match.ns] += both + max(apart, Fraction(0))
        totals[match.ew] += both + max(-apart, Fraction(0))
    key = {name: (total, total - carried.get(name, 0)) for name, total in totals.items()}
    return rows_of(totals, key.__getitem__, by_lot=False, carried=carried)


def interstate_draws(book: Book) -> Iterator[str]:
    """11.3-11.7: the printed draws, the last round robin by places."""
    stage = book.stages["Qualifying"]
    teams = len(stage.contestants)
    first = EIGHT_TEAMS if teams >= 7 else SIX_TEAMS
    length, robins = len(first), 2 if teams >= 7 else 3
    for robin in range(robins):
        start = stage.draws.get(robin * length + 1)
        if not start:
            return
        order = list(start["order"])
        if robin == robins - 1:
            before = interstate_qualifying(book.until(start["n"]).stages["Qualifying"])
            if not in_order(order, interstate_key(before)):
                yield f"round robin {robin + 1} is not drawn by places"
        printed = list(SIX_TEAMS_SECOND if robins == 3 and robin == 1 else first)
        if robin == robins - 1:
            printed = moved_rounds(printed, order, list(stage.draws[1]["order"]))
        wanted = [
            {
                pair
                for pair in meeting_pairs(line, order)
                if not gone(stage, pair, stage.draws[robin * length + number + 1])
            }
            for number, line in enumerate(printed)
        ]
        found = [
            {(match.ns, match.ew) for match in stage.matches[robin * length + number + 1]} for number in range(length)
        ]
        if found != wanted and not (
            teams == 5 and robin == 2 and sorted(map(sorted, found)) == sorted(map(sorted, wanted))
        ):
            yield f"round robin {robin + 1} is not the printed draw"  # 11.5: of five teams the CTD orders the rounds


def gone(stage: Stage, pair: tuple[str, str], draw: Posting) -> bool:
    """Whether one of a pair had withdrawn before a draw was published."""
    return any(name in stage.withdrawn and stage.withdrawn[name]["n"] < draw["n"] for name in pair)


def moved_rounds(printed: list[str], order: list[str], numbered: list[str]) -> list[str]:
    """11.4: with seven teams, number 5, 6 or 7 leading, the bye round of the best of numbers 1 to 4 comes first."""
    if len(order) != 7 or numbered.index(order[0]) < 4:
        return printed
    best = next(place for place, name in enumerate(order) if numbered.index(name) < 4)
    return [printed[best], *printed[:best], *printed[best + 1 :]]


def meeting_pairs(line: str, order: list[str]) -> set[tuple[str, str]]:
    """The matches of a printed line; the opponent of the number that is not there has a bye."""
    meetings = [(int(pair[0]), int(pair[1])) for pair in line.split()]
    return {(order[one - 1], order[two - 1]) for one, two in meetings if max(one, two) <= len(order)}


SINGLE_STAGE: dict[str, Callable[[Stage], Cards]] = {
    "restricted-butler": butler,
    "swiss-pairs-a": butler,
    "swiss-pairs-b": butler,
    "welcome-pairs": butler,
    "one-day-swiss-pairs-1": butler,
    "one-day-swiss-pairs-2": butler,
    "one-day-swiss-pairs-3": butler,
    "novice-swiss-pairs": butler,
    "interstate-pairs": matchpoint_swiss,
    "country-pairs": matchpoint_swiss,
    "country-club-teams": teams,
    "three-day-teams": teams,
}


def score(book: Book) -> Scored:
    """Return the standings of an event, and what is against its draws and qualifiers."""
    event = book.event.split("/")[1]
    if event in SINGLE_STAGE:
        return swiss(book, SINGLE_STAGE[event])
    if event in SESSIONS:
        return sessions(book)
    if event in {"open-butler", "mixed-butler"}:
        return staged(book)
    return interstate(book)
