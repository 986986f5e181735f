"""Answers to the vectors that play a complete event: every step through the director, told in the vector's shape."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from clauses.vectors import Vector, answers
from directing import Room
from overtrick.core.draws.choice import Choice, TurnEnd
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    ChoiceDeclared,
    ChoiceForfeited,
    ChoiceMade,
    ChoosingBegun,
    DrawPublished,
    EntrantsJoined,
    ExtraBoardsCalled,
    Field,
    LotDrawn,
    ResultPosted,
    RoundClosed,
    Seating,
    SeedsSet,
    StageClosed,
    StageStarted,
    Trio,
)
from overtrick.core.event.after.ending import ending
from overtrick.core.event.plan.graph import DropInPlay, KnockoutPlay
from overtrick.core.event.play.drop_in import carried_into, joined_in
from overtrick.core.event.play.graph import graph_of, joining, locate, meetings, node_of, origins, path, ranking
from overtrick.core.event.play.knockout import Outcome, outcome, outcomes, record_of, triangles
from overtrick.core.event.play.knockout_draw import OPPONENT, by_choice, ceremony
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, decimal_text, exact_text, plain
from overtrick.core.flow.drop_in import drop_in
from overtrick.core.flow.stages import DrawMethod, Who
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.rescoring import Swing, board_a_match, total_points
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.results import PointsResult
from overtrick.core.provenance import Figure
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields

GNOT = "gnot2018"
EVENT = "gnot-nsw-2018/gnot"
SCORES = (0, 90, 110, 120, 130, 140, 150, 170, 200, 300, 500, 800, 1100, 1400)


@cache
def lawful(board: int, score: int) -> bool:
    """Whether some contract gives a score on a board."""
    try:
        table_score(Board.from_number(board), PointsResult(score))
    except DirectorError:
        return False
    return True


@cache
def worth(board: int, imps: int) -> tuple[int, int]:
    """Two scores on a board that make so many IMPs."""
    signed = [sign * score for score in SCORES for sign in (1, -1)]
    for one in signed:
        for two in signed:
            if imps_of(one - two) == imps and lawful(board, one) and lawful(board, two):
                return one, two
    raise AssertionError(f"no two scores make {imps} IMPs on board {board}")


def shares(total: int) -> list[int]:
    return [12] * (total // 12) + ([total % 12] if total % 12 else [])


def rooms(imps: Sequence[int], boards: Sequence[int]) -> list[tuple[int, int]]:
    """Scores on the boards of a match that come to these IMPs."""
    swings = [*shares(imps[0]), *(-share for share in shares(imps[1]))]
    padded = [*swings, *[0] * (len(boards) - len(swings))]
    return [worth(board, swing) for board, swing in zip(boards, padded, strict=True)]


ALL_SCORES = tuple(range(-1700, 1710, 10))


@cache
def differing(board: int, points: int) -> tuple[int, int]:
    """Two scores that some contracts give on a board, so many points apart.

    The vector mixes scores of different vulnerability on one board, which no two tables can have; what it
    asks depends on their difference alone.
    """
    for one in ALL_SCORES:
        if lawful(board, one) and lawful(board, one - points):
            return one, one - points
    raise AssertionError(f"no two scores differ by {points} on board {board}")


def apart(boards: Sequence[int], pairs: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Scores on these boards with the same differences between the rooms."""
    return [differing(board, one - two) for board, (one, two) in zip(boards, pairs, strict=True)]


class Played:
    """A complete event, step by step as the vector gives it."""

    def __init__(self, given: Any) -> None:
        self.given = given
        self.room = Room(EVENT).enter(given["seeds"])
        self.event = self.room.event
        self.lot = tuple(given["lot_order"])
        self.swiss = next(s.name for s in self.event.current_plan().stages if isinstance(s.play, DropInPlay))

    def steps(self) -> list[dict[str, Any]]:
        told = []
        for step in self.given["inputs"]:
            name = step["stage"]
            if name == "FINAL":
                out = self.final()
            elif isinstance(locate(self.event.current_plan(), name)[0].play, DropInPlay):
                out = self.swiss_round(name, step["in"])
            else:
                out = self.knockout(name, step["in"])
            told.append({"step": step["step"], "stage": name, "out": out})
        for each in told:
            self._ranked(each["out"].get("destinations", {}))
        return told

    def _ranked(self, destinations: dict[str, Any]) -> None:
        """Those who dropped in, in the order in which they later joined."""
        for key in [key for key in destinations if key.endswith("_ranked")]:
            destinations[key] = list(self.event.stage(self.swiss).joined[int(key[7])])

    def start(self, name: str, teams: Sequence[str] = ()) -> StageState:
        self.room.do(LotDrawn(name, order=self.lot))
        if not self.event.seeds:
            self.room.do(SeedsSet(name, tuple(self.given["seeds"])))
        fields = (Field("all", tuple(teams)),) if teams else stage_fields(self.event, name)
        self.room.do(StageStarted(name, fields))
        return self.event.stage(name)

    def knockout(self, name: str, given: Any) -> dict[str, Any]:
        play = locate(self.event.current_plan(), name)[0].play
        assert isinstance(play, KnockoutPlay)
        drawn = given.get("random_pairs") if play.blocks is not None else None
        if drawn is not None:
            self.trio = tuple(given["random_triangle"])
            state = self.start(name, [team for pair in drawn for team in pair])
        else:
            state = self.start(name, self.trio if play.blocks is not None else ())
        out: dict[str, Any] = {}
        if play.node.teams > 3 and not play.blocks:
            out |= self.ranked(state, play)
        if by_choice(state):
            out |= self.choose(name, given)
        self.draw(state, drawn, given)
        self.results(state, given)
        self.room.do(RoundClosed(name, 1), StageClosed(name))
        return self.told(state, play, out)

    def ranked(self, state: StageState, play: KnockoutPlay) -> dict[str, Any]:
        order = ranking(self.event, state).teams
        ways, met = origins(self.event, state), meetings(self.event)
        rows = []
        for rank, team in enumerate(order, start=1):
            record = next(
                found for node in reversed(list(self.event.stages.values()))
                if isinstance(node.plan.play, KnockoutPlay) and node.left is not None
                and (found := record_of(node, team, rivals=14)) is not None
            )  # fmt: skip
            net = exact_text(plain(Fraction(record.net) / record.matches))
            row = {"rank": rank, "team": team, "net": net}
            if play.places:
                row["from"] = FROM[ways[team]]
            else:
                row["imps"] = [record.imps_for, record.imps_against]
            rows.append(row)
        out: dict[str, Any] = {"ranking": rows}
        pairs = [sorted(pair) for pair in combinations(order, 2) if frozenset(pair) in met]
        if play.choice is not None or play.places:
            out["already_met"] = pairs
        if play.places:
            out["plain_fold"] = [[order[place], order[-1 - place]] for place in range(len(order) // 2)]
        if play.node.rule.draw is DrawMethod.SET:
            out["draw"] = "set 3.4(ii)"
        return out

    def choose(self, name: str, given: Any) -> dict[str, Any]:
        ranked = ceremony(self.event, name).ranked
        for team in given.get("opted_in", ()):
            self.room.do(ChoiceDeclared(name, team, available=True))
        if given.get("second_ranked_opted_out"):
            self.room.do(ChoiceDeclared(name, ranked[1], available=False))
        self.room.do(ChoosingBegun(name))
        for action in given["actions"]:
            if action["action"] == "forfeit":
                self.room.do(ChoiceForfeited(name, action["chooser"]))
            else:
                self.room.do(ChoiceMade(name, OPPONENT, action["chooser"], action["opponent"]))
        return chosen(ceremony(self.event, name))

    def draw(self, state: StageState, drawn: Any, given: Any) -> None:
        """Publish what the regulation draws, or what was drawn by lot."""
        act = draft(self.event, state.plan.name, "")
        if drawn is not None:
            boards = act.seatings[0].boards
            seatings = tuple(Seating(n, one, two, boards) for n, (one, two) in enumerate(drawn, start=1))
            act = replace(act, seatings=seatings, by_hand="as it was drawn by lot")
        if act.trios:
            one, two, three = self.trio
            act = replace(
                act, trios=(replace(act.trios[0], teams=(one, two, three)),), by_hand="as it was drawn by lot"
            )
        assert [[each.ns, each.ew] for each in act.seatings] == [
            each["teams"] for each in given["results"]
        ] or act.trios
        self.room.do(act)

    def results(self, state: StageState, given: Any) -> None:
        name, drawn = state.plan.name, state.round(1)
        for table, seating in drawn.seatings.items():
            result = next(each for each in given["results"] if set(each["teams"]) == {seating.ns, seating.ew})
            if "boards" in result:
                self.post(name, 1, table, seating.boards, apart(seating.boards, result["boards"]))
            else:
                self.post(name, 1, table, seating.boards, rooms(result["imps"], seating.boards))
            extra = list(result.get("playoff_boards", ()))
            while extra:
                wanted = outcome(state, table).extra
                self.room.do(ExtraBoardsCalled(name, 1, table, wanted))
                self.post(name, 1, table, wanted, apart(wanted, extra[: len(wanted)]))
                extra = extra[len(wanted) :]

    def post(self, name: str, number: int, table: int, boards: Sequence[int], pairs: Sequence[Sequence[int]]) -> None:
        for board, (one, two) in zip(boards, pairs, strict=True):
            self.room.do(ResultPosted(name, number, table, board, PointsResult(one), "open"))
            self.room.do(ResultPosted(name, number, table, board, PointsResult(two), "closed"))

    def told(self, state: StageState, play: KnockoutPlay, out: dict[str, Any]) -> dict[str, Any]:
        drawn, left = state.round(1).draw, state.left
        assert left is not None
        if drawn.trios:
            (trio,) = triangles(state)
            out["results"] = [{"teams": [each.ns, each.ew]} for each in drawn.trios[0].seatings]
            out["order"] = [
                {"team": team, "wins": decimal(trio.record(team).wins), "net": trio.record(team).net}
                for team in trio.order.teams
            ]
        else:
            out["pairs"] = [[each.ns, each.ew] for each in drawn.seatings]
            out["results"] = [decided(each) for each in outcomes(state)]
        if left.lucky is not None:
            before = [
                team for other in self.event.stages.values() if other is not state and other.left is not None
                for team in other.left.leavers_in_role(Who.LUCKY)
            ]  # fmt: skip
            records = {each.loser: each.record(each.loser or "") for each in outcomes(state)}
            out["lucky_losers"] = {
                "slots": len(left.lucky.chosen),
                "order": [
                    {"team": t, "margin": -records[t].net, "turnover": records[t].turnover, "barred": t in before}
                    for t in left.lucky.order
                ],
                "chosen": list(left.lucky.chosen),
            }
        out["destinations"] = self.destinations(state, play)
        if play.node.rule.half.value == "both" and play.node.rule.session < 5:
            out["counts_after"] = self.counts()
        return out

    def destinations(self, state: StageState, play: KnockoutPlay) -> dict[str, Any]:
        found: dict[str, list[str]] = {}
        assert state.left is not None
        for each in play.node.exits:
            name = PLACES.get(each.rule.stage) or RANKS[each.rule.rank or 0]
            found.setdefault(name, []).extend(state.left.leavers_in_role(each.rule.who))
        return found

    def counts(self) -> dict[str, int]:
        """How many teams are in each section."""
        flow = graph_of(self.event).flow
        short = {"double knockout": "dko", "single knockout": "sko", "Swiss": "swiss"}
        found = dict.fromkeys(short.values(), 0)
        for team in self.given["seeds"]:
            last = path(self.event, team)[-1]
            found[short[flow.node(last.to or last.node).rule.section]] += 1
        return found | {"total": sum(found.values())}

    def swiss_round(self, node: str, given: Any) -> dict[str, Any]:
        stage, number = locate(self.event.current_plan(), node)
        if number == 1:
            self.start(stage.name)
        state = self.event.stage(stage.name)
        playing_on = state.playing_on(number)
        busy = playing_on.teams if playing_on else ()
        before = self.table(state, busy)
        joined: tuple[str, ...] = ()
        if number > 1 and node_of(stage, number).swiss.entrants:  # type: ignore[union-attr]
            joined = joining(self.event, stage, number)
            self.room.do(EntrantsJoined(stage.name, number, joined))
        act = draft(self.event, stage.name, "")
        if number == 1:
            act = self.by_lot(act, given)
        self.room.do(act)
        out: dict[str, Any] = {"standing_before": before, "drop_ins_ranked": list(joined)}
        if busy:
            out["triangle_continuing"] = list(busy)
        if act.trios:
            out["triangle_starts"] = list(act.trios[0].teams)
        out["pairs"] = [[each.ns, each.ew] for each in act.seatings]
        out["results"] = self.matches(state, number, act.seatings, given["results"])
        if playing_on is not None:
            out["triangle_results"] = self.matches(state, number - 1, playing_on.seatings, given["triangle_results"])
        self.room.do(RoundClosed(stage.name, number))
        if number == stage.rounds:
            self.room.do(StageClosed(stage.name))
        if joined:
            out["carry_forward"] = self.carried(state, number, joined)
        if out["results"] or playing_on is not None:
            out["standing_after"] = self.table(state, act.trios[0].teams if act.trios else ())
        return out

    def by_lot(self, act: DrawPublished, given: Any) -> DrawPublished:
        first, second, third = given["random_triangle"]
        boards = act.trios[0].boards if act.trios else act.seatings[0].boards
        return replace(
            act, trios=(Trio((1, 2, 3), (first, second, third), boards, 2),),
            seatings=tuple(Seating(4 + n, one, two, boards) for n, (one, two) in enumerate(given["random_pairs"])),
            by_hand="as it was drawn",
        )  # fmt: skip

    def matches(self, state: StageState, number: int, seatings: Sequence[Seating], given: Any) -> list[dict[str, Any]]:
        told = []
        for seating in seatings:
            result = next(each for each in given if each["teams"] == [seating.ns, seating.ew])
            self.post(state.plan.name, number, seating.table, seating.boards, rooms(result["imps"], seating.boards))
            card = state.card(number, seating.table)
            vps = [decimal_text(side.credited.value, 2) for side in (card.first, card.second)]
            told.append({"teams": [seating.ns, seating.ew], "vp": vps})
        return told

    def table(self, state: StageState, without: Sequence[str]) -> list[dict[str, Any]]:
        rows = [row for row in state.standings("all").rows if row.contestant not in without]
        return [
            {
                "pos": pos,
                "team": row.contestant,
                "vp": decimal_text(row.total.value, 2),
                "net": sum(match.net_imps for match in state.record(row.contestant).matches),
            }
            for pos, row in enumerate(rows, start=1)
        ]

    def carried(self, state: StageState, number: int, joined: Sequence[str]) -> dict[str, Any]:
        carry = carried_into(state, number)
        play = state.plan.play
        assert carry is not None
        assert isinstance(play, DropInPlay)
        assert play.drop_in is not None
        a, b = (part for part in carry.of if isinstance(part, Figure))
        leader = next(part for part in a.of if isinstance(part, Figure))
        row = play.drop_in.row(play.numbers[number - 1])
        assert drop_in(row.round, leader, play.drop_in).carry.value == carry.value
        assert all(joined_in(state, team) == number for team in joined)
        return {
            "row": f"{row.round}*" if row.deferred else str(row.round),
            "leader_score_round1_teams" if row.deferred else "leader_score": decimal_text(leader.value, 2),
            "column_a": decimal_text(a.value, 2),
            "column_b": decimal_text(b.value, 2),
            "carry": decimal_text(carry.value, 2),
            "applied_to": list(joined),
        }

    def final(self) -> dict[str, Any]:
        end = ending(self.event)
        assert end.qualified is not None
        by = {way: f"5.1({letter})" for way, letter in BY.items()}
        national, metropolitan = end.qualified.teams
        return {
            "ranking": [
                {"rank": rank, "team": team, "by": by[end.by[team]]} for rank, team in enumerate(end.ranking, start=1)
            ],
            "national_final": list(national[1]),
            "metropolitan_final": list(metropolitan[1]),
            "metropolitan_places": len(metropolitan[1]),
        }


FROM = {
    ("M2A", Who.LOSERS): "Pool A loser",
    ("M2B", Who.WINNERS): "Pool B winner",
    ("M2B", Who.LUCKY): "Pool B lucky loser",
    ("TRI", Who.SECOND): "triangle 2nd",
    ("TRI", Who.THIRD): "triangle 3rd",
}
PLACES = {"M2A": "pool_a", "M2B": "pool_b", "SW1": "swiss_r1", "SW7": "swiss_r7"}
PLACES |= {f"SW{n}": f"swiss_r{n}_ranked" for n in range(2, 7)}
PLACES |= {f"{kind}{n}": f"{kind.lower()}_r{n}" for kind in ("DKO", "SKO") for n in range(1, 8)}
RANKS = {1: "national_final", 2: "rank2", 3: "rank3"}
BY = {("DKO3", Who.WINNERS): "a", ("SKO7", Who.WINNERS): "b", ("SKO7", Who.LOSERS): "c", ("SW8", Who.ALL): "d"}
STEPS = {"board-a-match": "bam", "total points": "total points", "lot": "lot", "play-off": "playoff"}


def decimal(value: Exact) -> str:
    return decimal_text(value, 1) if value != int(value) else str(int(value))


def decided(each: Outcome) -> dict[str, Any]:
    """A match, and what decided it if it was level."""
    told: dict[str, Any] = {"teams": [each.one, each.two], "winner": each.winner}
    if each.imps[0] == each.imps[1]:
        told["decided_by"] = STEPS[str(each.by)]
        if each.playoff is not None:
            told["playoff_imps"] = list(each.playoff)
        if str(each.by) != "play-off":
            swings = [Swing(part) for part in each.figures[-1].of if isinstance(part, Figure)]
            won = board_a_match(swings).value
            told["total_points_a"] = total_points(swings).value
            told["bam"] = [exact_text(won), exact_text(len(swings) - won)]
    return told


def chosen(state: Choice) -> dict[str, Any]:
    """A draw by choice, told turn by turn."""
    said = {
        TurnEnd.CHOSE: "chose {}",
        TurnEnd.FORCED: "forced {}",
        TurnEnd.FORFEITED: "forfeited",
        TurnEnd.LAPSED: TurnEnd.LAPSED.value,
    }
    turns = [
        {"chooser": turn.chooser, "options": list(turn.options), "outcome": said[turn.ended].format(turn.opponent)}
        for turn in state.turns
        if turn.ended is not None
    ]
    paired = [pair for pair in state.pairs if any(turn.opponent in pair.teams for turn in state.turns if turn.opponent)]
    left = [pair for pair in state.pairs if pair not in paired]
    teams = {team for pair in left for team in pair.teams}
    out: dict[str, Any] = {
        "choosers": list(state.choosers),
        "open_to_choice": [team for team in state.ranked if team in state.open],
        "turns": turns,
    }
    return out | {
        "remaining": [team for team in state.ranked if team in teams],
        "remaining_drawn": [list(pair.teams) for pair in left],
    }


@answers(GNOT, "play a complete 23-team event")
def whole(vector: Vector) -> Any:
    return {"steps": Played(vector.given).steps()}
