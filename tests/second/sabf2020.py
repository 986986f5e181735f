"""SABF20: South Australian Tournament Regulations, 2020.

The readings D32-D47, D50, D53-D56, D62-D75, D84-D91, EV-02, EV-19-EV-31, EV-36, EV-37, EV-68, EV-71, EV-100-EV-107 and
EV-110-EV-112 are cited where the document is silent.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from second.book import Book, Match, Stage, number, session_numbers
from second.butler import Played, against_datum, means
from second.cards import Cards, Score, unmet, unmet_boards
from second.matchpoints import Session, law_12c2, sessions_of, shares
from second.ranking import Row, Scored, cut_places, places, rows_of
from second.scales import BUTLER, TEAMS, victory_points
from second.swiss import against_draw
from second.table import half_up, imps, middle_mean, nearest_ten
from second.teams import TeamBoard, both_scores, net_imps, team_boards

Key = Callable[[str], tuple[Fraction | int, ...]]


# 12: Butler pairs.


def round_robin_datum(stage: Stage, lines: list[Played]) -> Fraction | None:
    """12.1: the mean of all scores; of six or more without a sixth at each end, rounded down (D53); to 10 (D54)."""
    scores = means(lines) + [Fraction(each) for each in other_scores(stage, lines)]
    return nearest_ten(middle_mean(scores, len(scores) // 6)) if scores else None


def other_scores(stage: Stage, lines: list[Played]) -> list[int]:
    """19.12#2: with fewer than four tables the scores of the Seniors' field on the board are pooled (EV-71)."""
    few = len(stage.matches[lines[0].match.round]) < 4
    return stage.other_field.get((lines[0].match.round, lines[0].board), []) if few else []


def swiss_datum(stage: Stage, lines: list[Played]) -> Fraction | None:
    """12.2: two rounds as above; then the top twelve tables, without two scores at each end (D55)."""
    if lines[0].match.round <= 2:
        return round_robin_datum(stage, lines)
    scores = means([played for played in lines if played.match.table <= 12])
    return nearest_ten(middle_mean(scores, 2 if len(scores) > 4 else 0)) if scores else None


def fouled_datum(stage: Stage, lines: list[Played]) -> Fraction | None:
    """12.3(b): each form by itself, without its two extremes if it has three results or more (D56)."""
    scores = means(lines)
    return nearest_ten(middle_mean(scores, 1 if len(scores) > 2 else 0)) if scores else None


def butler_nets(stage: Stage, is_swiss: bool) -> dict[tuple[tuple[int, int], str], Fraction]:  # noqa: FBT001
    """12.3(c): the net IMPs of each side of each match, 2 for an average plus."""
    sides = against_datum(stage, swiss_datum if is_swiss else round_robin_datum, fouled_datum)
    return {key: side.imps + 2 * sum(side.grades) for key, side in sides.items()}


# 13: teams.


def substitute_imps(stage: Stage, name: str, played: int) -> Fraction:
    """13.4#5: what a substitute costs in a match."""
    own = (each for each in stage.substitutes if each["contestant"] == name and played in each["rounds"])
    return sum((number(each.get("imps", 0)) for each in own), Fraction(0))


@dataclass(frozen=True)
class Way:
    """How a stage is scored: its nets and its scale."""

    nets: Callable[[Stage], dict[tuple[tuple[int, int], str], Fraction]]
    scale: dict[int, str] | None

    def points(self, net: Fraction, boards: int) -> Fraction:
        """The VPs for a net."""
        return victory_points(self.scale, half_up(net), boards) if self.scale else per_cent_points(net, boards)

    def twelve(self, boards: int) -> Fraction:
        """13.9#3: the VPs of a win by 12 IMPs; 12 of 20 where there are none (D65)."""
        return victory_points(self.scale, Fraction(12), boards) if self.scale else Fraction(12)


SWISS_BUTLER = Way(lambda stage: butler_nets(stage, True), BUTLER)
ROUND_ROBIN_BUTLER = Way(lambda stage: butler_nets(stage, False), BUTLER)
TEAM_MATCHES = Way(net_imps, TEAMS)  # 13.9#1


def match_cards(stage: Stage, way: Way) -> Cards:
    """13.9: VPs of every match, those not played out among them."""
    cards, nets = Cards(stage), way.nets(stage)
    for match in stage.all_matches():
        if (match.key, match.ns) not in nets:
            continue
        cost = {name: substitute_imps(stage, name, match.round) for name in (match.ns, match.ew)}
        for name, other in ((match.ns, match.ew), (match.ew, match.ns)):
            net = nets[match.key, name] - cost[name] + cost[other]  # the opponents gain them (D62)
            points = way.points(net, len(match.boards))
            cards.add(name, Score(match.round, other, net, points))
    for name, score in shared_scores(stage):
        cards.add(name, score)
    for name, score in [each for match in stage.all_matches() for each in unplayed(cards, match, way)]:
        cards.add(name, score)
    cards.add_awards()
    return cards


def shared_scores(stage: Stage) -> Iterator[tuple[str, Score]]:
    """14.1#4: three share a match; a team compares its own two tables (D88)."""
    for played, shared in stage.shares.items():
        for share in shared:
            for place, name in enumerate(share["teams"]):
                tables = share["tables"][place], share["tables"][place - 1]  # North-South here, East-West there
                net = sum((own_swing(stage, played, tables, board) for board in share["boards"]), Fraction(0))
                points = victory_points(TEAMS, half_up(net), len(share["boards"]))
                others = [other for other in share["teams"] if other != name]
                yield name, Score(played, "+".join(others), net, points)


def own_swing(stage: Stage, played: int, tables: tuple[int, int], board: int) -> Fraction:
    """What a team's two tables come to on a board."""
    first, second = (stage.line(Match(stage.name, played, table, "", "", ()), board) for table in tables)
    if not first or not second:
        return Fraction(0)
    grades = [each for each in (first.ns.grade, second.ew.grade) if each is not None]
    if grades:
        return Fraction(3 * sum(grades))
    return sum(
        (one * two * imps(score - other) for one, score in first.ns.mix for two, other in second.ew.mix), Fraction(0)
    )


def unplayed(cards: Cards, match: Match, way: Way) -> Iterator[tuple[str, Score]]:
    """13.9#3, 13.9#5, 13.18: a match forfeited, cancelled or abandoned; means are of matches played, before fines."""
    act = cards.stage.forfeits.get(match.key)
    if not act:
        return
    how, offender = act.get("how", "forfeited"), act["offender"]
    if how == "neither appeared":  # both 0 (D74)
        for name, other in ((match.ns, match.ew), (match.ew, match.ns)):
            yield name, Score(match.round, other, Fraction(0), Fraction(0), played=False)
        return
    other = match.ew if offender == match.ns else match.ns
    won, lost = UNPLAYED[how](cards, offender, other, way.twelve(len(match.boards)))
    yield other, Score(match.round, offender, Fraction(0), half_up(won, 2), played=False)  # no IMPs (D74)
    yield offender, Score(match.round, other, Fraction(0), half_up(lost, 2), played=False)


def forfeited(cards: Cards, offender: str, other: str, twelve: Fraction) -> tuple[Fraction, Fraction]:
    """13.9#3: the greatest of 12 IMPs (D65), its own mean, and the mean of the offender's opponents (D67)."""
    found = [twelve, *filter(None, (cards.average(other), opponents_average(cards, offender)))]
    return min(max(found), Fraction(20)), Fraction(0)


def opponents_average(cards: Cards, offender: str) -> Fraction | None:
    """The mean of what others scored against a side in matches played; two that share one count half each (D67)."""
    total = matches = Fraction(0)
    for score in (score for name in list(cards.scores) for score in cards.scores[name] if score.played):
        met = score.opponent.split("+")
        if offender in met:
            total += score.points / len(met)
            matches += Fraction(1, len(met))
    return total / matches if matches else None


def cancelled(cards: Cards, offender: str, other: str, twelve: Fraction) -> tuple[Fraction, Fraction]:
    """13.9#5: the side that is there has the score for a forfeit, the other its mean or the complement, if greater."""
    won, _ = forfeited(cards, offender, other, twelve)
    return won, max(cards.average(offender) or Fraction(0), 20 - half_up(won, 2))


def abandoned(cards: Cards, offender: str, other: str, twelve: Fraction) -> tuple[Fraction, Fraction]:
    """13.18: the greater of a side's average and the complement of the other's; the rest for the side concerned."""
    own, theirs = cards.average(other), cards.average(offender)
    won = max(each for each in (own, None if theirs is None else 20 - theirs, Fraction(0)) if each is not None)
    return won, 20 - half_up(won, 2)


UNPLAYED = {"forfeited": forfeited, "cancelled": cancelled, "abandoned": abandoned}


def add_unmet(cards: Cards, way: Way) -> None:
    """13.9#3, EV-111: those yet to meet a pair that withdrew from a round robin have the score of a forfeit."""
    found = [
        (gone, other, forfeited(cards, gone, other, way.twelve(unmet_boards(cards.stage, gone, other))))
        for gone, other in unmet(cards.stage)
    ]
    for count, (gone, other, (won, lost)) in enumerate(found, 1):
        played = len(cards.stage.draws) + count  # a round of its own
        cards.add(other, Score(played, gone, Fraction(0), half_up(won, 2), played=False))
        cards.add(gone, Score(played, other, Fraction(0), lost, played=False))


# 13.10, 14.1#6, 19.11.4: ties.


def opponents(cards: Cards, name: str) -> Fraction:
    """The sum of the opponents’ totals; each of the two of a shared match counts half (D89)."""
    total = Fraction(0)
    for score in cards.scores[name]:
        met = [other for other in score.opponent.split("+") if other]
        total += sum((cards.total(other) for other in met), Fraction(0)) / max(len(met), 1)
    return total


def wins(cards: Cards, name: str) -> int:
    """How many matches brought a better score than the opponents have of them (D74)."""
    found = 0
    for score in cards.scores[name]:
        if "+" in score.opponent:
            found += score.points > 10
        elif score.opponent:
            met = (each for each in cards.scores[score.opponent] if each.round == score.round)
            found += score.points > next(each.points for each in met if name in each.opponent.split("+"))
    return found


def places_key(cards: Cards) -> Key:
    """13.10: VPs, VPs after the removal of fines (EV-02), the opponents' VPs, matches won, net IMPs."""
    return lambda name: (
        cards.total(name), cards.points(name), opponents(cards, name), wins(cards, name), cards.net(name),
    )  # fmt: skip


def draw_key(cards: Cards, way: Way) -> Key:
    """14.1#6: VPs net of fines (D90), the sum of all opponents' VPs, net IMPs, of which matchpoints have none."""
    if not way.scale:
        return lambda name: (cards.total(name), opponents(cards, name))
    return lambda name: (cards.total(name), opponents(cards, name), cards.net(name))


def draw_objections(book: Book, name: str, way: Way) -> Iterator[str]:
    """14.1#3: the highest with the next highest that it has not played; repairs begin at the lowest (D85)."""
    stage = book.stages[name]
    for played in sorted(stage.draws):
        if played > 1:
            cards = match_cards(book.until(stage.draws[played]["n"]).stages[name], way)
            sharing = {team for share in stage.shares[played] for team in share["teams"]}
            yield from against_draw(stage, played, draw_key(cards, way), lambda met: not met, sharing, strict=False)


# 11, 18: matchpoint pairs.


Sessions = dict[str, dict[int, Fraction]]


def scored_sessions(stage: Stage) -> Sessions:
    """11.3#1, 11.9: a pair's percentage of each session, less fines, to two places."""
    numbers = session_numbers(stage)
    found: Sessions = {name: {} for name in stage.contestants}
    for (name, session), held in sessions_of(stage, numbers.__getitem__).items():
        rounds = {played for played, each in numbers.items() if each == session}
        fine = stage.penalties_at(name, rounds, "per cent of a top") / held.boards
        fine += sum(stage.penalties_at(name, rounds, unit) for unit in ("percentage points", "%"))
        found[name][session] = half_up(held.per_cent(law_12c2) - fine, 2)
    return found


@dataclass
class Attendance:
    """How a pair came to its sessions: itself, with one substitute, replaced by two, or absent with a ground."""

    own: set[int]
    substituted: dict[int, str]
    replaced: set[int]
    absent: dict[int, str]


def attendance(stage: Stage, name: str, held: set[int]) -> Attendance:
    """11.4, 11.5: who played a pair's sessions."""
    numbers = session_numbers(stage)
    out: dict[int, dict[str, str]] = {}
    for each in stage.substitutes:
        if each["contestant"] == name:
            for session in {numbers[played] for played in each["rounds"] if played in numbers}:
                out.setdefault(session, {})[each["out"]] = each.get("ground", "")
    absent = {each["session"]: each.get("ground", "") for each in stage.absences if each["contestant"] == name}
    single = {session: next(iter(gone.values())) for session, gone in out.items() if len(gone) == 1 and session in held}
    both = {session for session, gone in out.items() if len(gone) > 1 and session in held}
    for session in both:  # stand-ins for both count nothing, except on a ground of 11.5
        absent.setdefault(session, next(iter(out[session].values())))
    return Attendance(held - single.keys() - both - absent.keys(), single, both, absent)


PART = {"representative duty": Fraction(1), "national championship": Fraction(9, 10), "national playoffs": Fraction(1)}
"""11.4#3, 11.5: what a session missed on a ground is of the pair’s own average."""


def counted(scores: dict[int, Fraction], came: Attendance, *, placed: bool) -> dict[int, Fraction]:
    """11.4, 11.5, 18.1: what each session counts for."""
    own = [scores[session] for session in came.own]
    mean = sum(own, Fraction(0)) / len(own) if own else None
    found = {session: scores[session] for session in came.own}
    for session, ground in came.substituted.items():
        found[session] = scores[session]
        if mean is not None:
            floor = min(Fraction(50), mean * 9 / 10)
            if ground in {"representative duty", "national playoffs"}:
                found[session] = on_ground(mean, ground)
            else:
                found[session] = min(max(scores[session], floor), mean)
    for session, ground in came.absent.items():
        if ground in PART and mean is not None and (placed or ground == "national playoffs"):  # 18.1.2#3 asks nothing
            found[session] = on_ground(mean, ground)
    return found


def on_ground(mean: Fraction, ground: str) -> Fraction:
    """What an absence on a ground counts; at least 55 for the national playoffs (18.1.2#3)."""
    return max(mean, Fraction(55)) if ground == "national playoffs" else mean * PART[ground]


def may_be_placed(came: Attendance, sessions: int, *, every: bool) -> bool:
    """11.6: three quarters of the sessions, more than half themselves; 18.1: every one, one substituted at most."""
    recognised = [ground for ground in came.absent.values() if ground in PART]
    there = len(came.own) + len(came.substituted) + len(recognised)
    if every:
        return there == sessions and len(came.substituted) + len(recognised) <= 1
    return 4 * there >= 3 * sessions and 2 * len(came.own) > sessions


def matchpoint_stage(
    stage: Stage, carried: dict[str, Fraction], *, every: bool, by_lot: bool, before: Stage | None = None
) -> tuple[list[Row], Sessions]:
    """11.3#2: the aggregate of sessions, ties by 11.7; the sessions of a stage *before* were played too."""
    raw, total_sessions = scored_sessions(stage), max(session_numbers(stage).values())
    counts: Sessions = {}
    unplaced_names, came = set(), {}
    for name in stage.contestants:
        came[name] = attendance(stage, name, set(raw[name]))
        placed = may_be_placed(came[name], total_sessions, every=every)
        counts[name] = counted(raw[name], came[name], placed=placed)
        if not by_lot:  # 11.3#1; in the qualifying of 18.1.1 only the carry-over is rounded (EV-21)
            counts[name] = {session: half_up(each, 2) for session, each in counts[name].items()}
        if not placed:
            unplaced_names.add(name)
    totals = {name: carried.get(name, Fraction(0)) + sum(counts[name].values(), Fraction(0)) for name in counts}

    def breaks(name: str) -> tuple[int, ...]:
        scores = [*counts[name].values(), *([carried[name]] if name in carried else [])]  # one more score (EV-20)
        above = [sum(each > limit for each in scores) for limit in (60, 55, 50)]
        return len(came[name].own) + (own_sessions(before, name) if before else 0), *above

    found = band_places({name: totals[name] for name in totals if name not in unplaced_names}, breaks, by_lot=by_lot)
    rows = [Row(name, total, *found.get(name, (0, 0)), carried.get(name)) for name, total in totals.items()]
    return rows, counts


def own_sessions(stage: Stage, name: str) -> int:
    """How many sessions of a stage a pair played itself (D43)."""
    return len(attendance(stage, name, set(scored_sessions(stage)[name])).own)


def band_places(
    totals: dict[str, Fraction], breaks: Callable[[str], tuple[int, ...]], *, by_lot: bool
) -> dict[str, tuple[int, int]]:
    """11.7: the highest not yet placed and all within 0.03 of it tie (D41, D45)."""
    left = sorted(totals, key=totals.__getitem__, reverse=True)
    found: dict[str, tuple[int, int]] = {}
    while left:
        band = [name for name in left if totals[left[0]] - totals[name] <= Fraction("0.03")]
        for name, (best, worst) in places(band, breaks, by_lot=by_lot).items():
            found[name] = best + len(found_before(found, left)), worst + len(found_before(found, left))
        left = left[len(band) :]
    return found


def found_before(found: dict[str, tuple[int, int]], left: list[str]) -> list[str]:
    """Those placed in earlier bands."""
    return [name for name in found if name not in left]


def state_open_pairs(book: Book) -> Scored:
    """18.1: three sessions to qualify, three in the final with the average as one more."""
    stage = book.stages["Qualifying"]
    rows, counts = matchpoint_stage(stage, {}, every=True, by_lot=True)
    scored = Scored({("Qualifying", "all"): rows})
    final = book.stages.get("Final")
    if final:
        carried = {
            name: half_up(sum(counts[name].values(), Fraction(0)) / max(session_numbers(stage).values()), 2)
            for name in final.contestants
        }
        scored.rows["Final", "all"] = matchpoint_stage(final, carried, every=True, by_lot=False, before=stage)[0]
        scored.objections += finalists(book.until(final.started), final)
    return scored


def finalists(book: Book, final: Stage) -> Iterator[str]:
    """18.1.2#1: fourteen if thirty pairs or more played on average, else ten; by the book as the final began."""
    stage = book.stages["Qualifying"]
    rows, _ = matchpoint_stage(stage, {}, every=True, by_lot=True)
    raw = scored_sessions(stage)
    seats = sum(len(each) for each in raw.values())
    size = 14 if seats >= 30 * max(session_numbers(stage).values()) else 10
    able = [row for row in rows if row.best and book.contends(row.contestant) and row.contestant not in stage.withdrawn]
    able.sort(key=lambda row: (row.best, row.contestant not in final.contestants))
    expected = {row.contestant for row in able[:size]}
    for name in sorted(expected ^ set(final.contestants)):
        yield f"{name} {'should' if name in expected else 'should not'} be in the final"


MATCHPOINT_SCALES = {
    9: "50.65 51.98 53.33 54.74 56.23 57.83 59.64 61.75 64.40 68.35",
    13: "50.54 51.65 52.78 53.95 55.19 56.53 58.04 59.80 62.01 65.30",
    19: "50.45 51.38 52.32 53.30 54.34 55.45 56.71 58.18 60.03 62.78",
}
"""21.13: the most per cent for 10-10, 11-9 ... 19-1, by the most boards of a match."""


def per_cent_points(per_cent: Fraction, boards: int) -> Fraction:
    """21.13; to two places first, each side by its own (EV-103)."""
    x = half_up(per_cent, 2)
    if x < 50:
        return 20 - per_cent_points(100 - x, boards)
    limits = MATCHPOINT_SCALES[min(most for most in MATCHPOINT_SCALES if boards <= most)].split()
    return Fraction(10 + sum(x > Fraction(limit) for limit in limits))


def matchpoint_nets(stage: Stage) -> dict[tuple[tuple[int, int], str], Fraction]:
    """The per cent of each side of each match."""
    found: dict[tuple[tuple[int, int], str], Session] = defaultdict(Session)
    for share in shares(stage, lambda match: match.round):
        own = found[(share.round, share.table), share.contestant]
        if share.grade is None:
            own.parts.append(share.part * 100)
        else:
            own.grades.append(share.grade)
    return {key: own.per_cent(law_12c2) for key, own in found.items()}


# 13.11, 13.12, 17.3, 20.2: finals.

FIVE = (
    ("QF1", 1, "4", "5", "4"), ("QF2", 1, "2", "3", "2"), ("SF1", 2, "W QF1", "L QF2", "L QF2"),
    ("SF2", 2, "1", "W QF2", "1"), ("PF", 3, "L SF2", "W SF1", "L SF2"), ("GF", 4, "W SF2", "W PF", "W SF2"),
)  # fmt: skip
"""17.3, 13.12: each match, its week, its two sides, and which of them begins with 0.1 IMPs."""
FIVE_PLACES = ("W GF", "L GF", "L PF", "L SF1", "L QF1")
FOUR = (
    ("SF2", 1, "1", "2", "1"), ("SF1", 1, "3", "4", "3"), ("PF", 2, "L SF2", "W SF1", "L SF2"),
    ("GF", 3, "W SF2", "W PF", "W SF2"),
)  # fmt: skip
"""20.2, 13.11 (EV-96)."""
FOUR_PLACES = ("W GF", "L GF", "L PF", "L SF1")


def finals(book: Book, order: list[str]) -> tuple[list[Row], list[str]]:
    """The standings of finals, from the ranking of those who are in them, and what is against who met whom.

    A match without a winner sends nobody on, and whoever would meet nobody has a forfeit (16.1#2, EV-13). Nobody comes
    for a team that a sanction took out in a week before (16.3#2, 16.5#2, EV-112), and it has no place.
    """
    stage = book.stages["Finals"]
    bracket, ends = (FIVE, FIVE_PLACES) if len(order) == 5 else (FOUR, FOUR_PLACES)
    who = {str(place): [name] for place, name in enumerate(order, 1)}
    totals, against = dict.fromkeys(order, Fraction(0)), []
    for label, week, first, second, ahead in bracket:
        if first not in who or second not in who:
            break
        sides = [there(stage, who[side], week) for side in (first, second)]
        if len(sides[0]) + len(sides[1]) < 2:
            who["W " + label], who["L " + label] = sides[0] + sides[1], []
            continue
        pair = sides[0][0], sides[1][0]
        matches = [
            match for match in stage.all_matches()
            if {match.ns, match.ew} == set(pair) and (match.round == week or (label == "GF" and match.round > week))
        ]  # fmt: skip
        if not matches:
            against.append(f"Finals: {label} should be {pair[0]} against {pair[1]}")
            break
        scores = final_scores(stage, matches, pair)
        if matches[0].key not in stage.forfeits:
            scores[who[ahead][0]] += Fraction(1, 10)
        for name, each in scores.items():
            totals[name] += each
        who["W " + label], who["L " + label] = decided(as_drawn_on(book, label, week), matches, pair, who[ahead][0])
    found = {
        name: place
        for place, end in enumerate(ends, 1)
        for name in (who.get(end, []) if len(who.get(end, [])) == 1 or end.startswith("L") else [])
        if name not in stage.excluded
    }
    return [Row(name, total, found.get(name, 0), found.get(name, 0)) for name, total in totals.items()], against


def as_drawn_on(book: Book, label: str, week: int) -> Book:
    """The book at the first draw after a match: a draw stands when a result before it is corrected."""
    later = [posting["n"] for played, posting in book.stages["Finals"].draws.items() if played > week]
    return book.until(min(later)) if later and label != "GF" else book


def there(stage: Stage, names: list[str], week: int) -> list[str]:
    """Who comes to a match: nobody from one that was abandoned, nor one that was out before its week."""
    able = [name for name in names if stage.excluded.get(name, week) >= week]
    return able if len(names) == 1 else []


def decided(book: Book, matches: list[Match], pair: tuple[str, str], ahead: str) -> tuple[list[str], list[str]]:
    """16.1: who won a match and who lost it; where neither side appeared both lost (EV-110)."""
    stage = book.stages["Finals"]
    for match in matches:
        if match.key in stage.forfeits:
            offender = stage.forfeits[match.key]["offender"]
            if not offender:
                return [], list(pair)
            return [name for name in pair if name != offender], [offender]
        if match.key in stage.decided:
            won = stage.decided[match.key]
            return [won], [name for name in pair if name != won]
    scores = final_scores(stage, matches, pair)
    scores[ahead] += Fraction(1, 10)
    won = max(scores, key=scores.__getitem__)
    return [won], [name for name in pair if name != won]


def final_scores(stage: Stage, matches: list[Match], pair: tuple[str, str]) -> dict[str, Fraction]:
    """13.9#2: the IMPs of both sides, less fines."""
    rounds = {match.round for match in matches}
    scores = {name: -stage.penalties_at(name, rounds) for name in pair}
    for match in matches:
        for board in team_boards(stage, match):
            for name, won, given in zip((match.ns, match.ew), both_scores(board), both_grades(board), strict=True):
                scores[name] += won + 3 * given
    return scores


def both_grades(board: TeamBoard) -> tuple[int, int]:
    """The grades of a board that are no swing: average plus or minus to both."""
    first, second = sum(board.first_grades), sum(board.second_grades)
    return (first, second) if first + second else (0, 0)


def is_swiss(stage: Stage) -> bool:
    """Whether a stage was drawn by 14.1."""
    return any("14.1" in str(draw.get("why", "")) for draw in stage.draws.values())


def team_rows(book: Book, name: str, *, by_lot: bool) -> tuple[list[Row], Cards]:
    """13.10: the standings of a stage of team matches."""
    stage = book.stages[name]
    cards = match_cards(stage, TEAM_MATCHES)
    if not is_swiss(stage):
        add_unmet(cards, TEAM_MATCHES)
    totals = {each: cards.total(each) for each in stage.contestants}
    return rows_of(totals, places_key(cards), by_lot=by_lot), cards


def minor_round(book: Book) -> Scored:
    """15, 20.2: a round robin or a Swiss, then finals of those who lead."""
    rows, _ = team_rows(book, "Minor round", by_lot=False)
    stage = book.stages["Minor round"]
    scored = Scored({("Minor round", "all"): rows})
    if is_swiss(stage):
        scored.objections += draw_objections(book, "Minor round", TEAM_MATCHES)
    if "Finals" in book.stages:
        then = book.until(book.stages["Finals"].started)  # whatever is ruled later, play stands
        before, _ = team_rows(then, "Minor round", by_lot=False)
        left = then.stages["Minor round"].withdrawn
        best = sorted((row for row in before if row.contestant not in left), key=lambda row: row.best)
        scored.rows["Finals", "all"], against = finals(
            book, [row.contestant for row in best][: len(book.stages["Finals"].contestants)]
        )
        scored.objections += against
    return scored


def state_teams(book: Book) -> Scored:
    """17: two Swiss stages, the ranking by their points, and the finals."""
    scored, cards, rows = Scored(), {}, {}
    for name in ("Stage One", "Stage Two"):
        rows[name], cards[name] = team_rows(book, name, by_lot=True)
        scored.rows[name, "all"] = rows[name]
        scored.objections += draw_objections(book, name, TEAM_MATCHES)
    if "Finals" in book.stages:  # the ranking for them goes by members of teams (EV-04), and is taken as posted
        order = book.stages["Finals"].contestants
        scored.rows["Finals", "all"], against = finals(book, order)
        scored.objections += against
    return scored


MATCHPOINT_SWISS = Way(matchpoint_nets, None)


# The events.


def single_swiss(book: Book, way: Way) -> Scored:
    """A Swiss of one stage."""
    (stage,) = book.stages.values()
    cards = match_cards(stage, way)
    totals = {name: cards.total(name) for name in stage.contestants}
    out = unplaced(book, stage) if way is not TEAM_MATCHES else set()
    rows = rows_of(totals, places_key(cards), by_lot=False, unplaced=out)  # joint if unbroken (D75)
    return Scored({(stage.name, "all"): rows}, list(draw_objections(book, stage.name, way)))


def butler_trials(book: Book) -> Scored:
    """19.11.4, 19.13: a round robin; a match with a pair that does not contend counts 10 (19.4#2, EV-36)."""
    (stage,) = book.stages.values()
    cards = match_cards(stage, ROUND_ROBIN_BUTLER)
    add_unmet(cards, ROUND_ROBIN_BUTLER)
    cut = [3] if book.event.endswith("butler-trials") else []
    total = contending_total if cut else (lambda _, cards, name: cards.total(name))  # 19.4 is of the finals
    totals = {name: total(book, cards, name) for name in stage.contestants}

    def breaks(name: str) -> tuple[Fraction | int, ...]:
        return totals[name] + stage.penalty(name), wins(cards, name), cards.net(name)

    out = unplaced(book, stage)
    found = cut_places([name for name in totals if name not in out], totals.__getitem__, breaks, cut)
    rows = [Row(name, total, *found.get(name, (0, 0))) for name, total in totals.items()]
    return Scored({(stage.name, "all"): rows})


def contending_total(book: Book, cards: Cards, name: str) -> Fraction:
    """A pair's VPs for the placings."""
    swapped = [
        10 if score.opponent and not book.contends(score.opponent) and score.played else score.points
        for score in cards.scores[name]
    ]
    return sum(swapped, Fraction(0)) - cards.stage.penalty(name)


def unplaced(book: Book, stage: Stage) -> set[str]:
    """12, 12.5, 19.2: the pairs that may not be placed."""
    if book.event.endswith("swiss-pairs-championship"):
        held = "weekend" if "at a weekend" in book.choices else "weeknight"
        return {name for name in stage.contestants if not few_absences(stage, name, held)}
    return {name for name in stage.contestants if not together(stage, name)}


def away(stage: Stage, name: str) -> int:
    """In how many matches the pair was not there as nominated: with a substitute, forfeited, or after it withdrew."""
    absent = {played for each in stage.substitutes if each["contestant"] == name for played in each["rounds"]}
    absent |= unrepresented(stage, name)
    return len(absent)


def unrepresented(stage: Stage, name: str) -> set[int]:
    """The rounds that a pair had a match in and did not come to."""
    missed = {
        match.round
        for match in stage.all_matches()
        if name in {match.ns, match.ew}
        and stage.forfeits.get(match.key, {}).get("offender", "") in {name, ""}
        and match.key in stage.forfeits
        and stage.forfeits[match.key].get("how", "forfeited") != "abandoned"  # play had begun: it was there (D50)
    }
    gone = stage.withdrawn.get(name)
    return missed | {played for played in stage.draws if gone and played > gone["after"]}


def together(stage: Stage, name: str) -> bool:
    """19.2.1#1, 19.2.2: in the nominated pairing for at least two thirds of its matches."""
    matches = len(stage.draws) - len(stage.sat_out(name))
    return 3 * (matches - away(stage, name)) >= 2 * matches


ABSENCES = {"weeknight": {10: 4, 11: 4, 12: 4, 13: 4}, "weekend": {9: 2, 11: 2, 13: 2}}
"""12.5#1: the most absences, by the sessions of an event; a session is a match (D50)."""


def few_absences(stage: Stage, name: str, held: str) -> bool:
    """12(c), 12.5#1: represented in every match, and not away too often; two thirds of lengths not listed (D52)."""
    if unrepresented(stage, name):
        return False
    most = ABSENCES[held].get(len(stage.draws))
    return together(stage, name) if most is None else away(stage, name) <= most


SWISS = {
    "open-trials-consolation": SWISS_BUTLER,
    "open-trials-qualifying": SWISS_BUTLER,
    "gnot-monday": TEAM_MATCHES,
    "gnot-thursday": TEAM_MATCHES,
    "gnot-regional-final": TEAM_MATCHES,
    "gnot-under-grand-master": TEAM_MATCHES,
    "swiss-teams": TEAM_MATCHES,
}
PLAIN_PAIRS = {"state-masters-pairs", "state-pairs-plate", "seniors-pairs-championship"}
TRIALS = {
    "open-butler-trials", "seniors-butler-trials", "womens-butler-trials", "seniors-trials-qualifying",
    "womens-trials-qualifying", "youth-trials",
}  # fmt: skip


def score(book: Book) -> Scored:
    """Return the standings of an event, and what is against its draws and qualifiers."""
    event = book.event.split("/")[1]
    if event == "swiss-pairs-championship":
        return single_swiss(book, MATCHPOINT_SWISS if "matchpoints" in book.choices else SWISS_BUTLER)
    if event == "state-open-pairs":
        return state_open_pairs(book)
    if event == "state-teams":
        return state_teams(book)
    if event in {"daytime-teams", "round-robin-teams"}:
        return minor_round(book)
    if event in PLAIN_PAIRS:
        (stage,) = book.stages.values()
        return Scored({(stage.name, "all"): matchpoint_stage(stage, {}, every=False, by_lot=False)[0]})
    if event in SWISS:
        return single_swiss(book, SWISS[event])
    if event in TRIALS:
        return butler_trials(book)
    raise NotImplementedError(event)
