"""The grammar of draws: who meets whom, in the words of each way to play, read as the core plays it.

The table of a stage says how it is played; its draw is read in that way, with the rules that it names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from overtrick.core.conduct.participation import CommonMembersRule
from overtrick.core.draws.brackets import Bracket, Level, LevelRule, Pairing
from overtrick.core.draws.bye_rounds import ByeMoved, ByesSpread
from overtrick.core.draws.choice import ChoiceLayout
from overtrick.core.draws.elimination import EliminationRule
from overtrick.core.draws.finals import AbandonedPlace, AbsenceRule
from overtrick.core.draws.round_robin import PrintedDraw
from overtrick.core.draws.rules import First, OddFieldRule, Rematch, RematchPlacement, ShareRule, SwissRule
from overtrick.core.draws.seating import StanzaRule
from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan import session_ways, ways
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.movements.families import Family
from overtrick.core.movements.finals import BalancedFinal
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.notation import read_movement
from overtrick.core.provenance import Clause
from overtrick.core.ranking.awards import AwardRule
from overtrick.core.scoring.session import MissedBoardScore
from overtrick.regulations.grammar.draws import PrintedDrawRef
from overtrick.regulations.grammar.files import Many
from overtrick.regulations.grammar.forms import HIDDEN, WordPlace, form, form_of, known_words, makes, usually
from overtrick.regulations.grammar.place import CLAUSE, NOTHING, READINGS, Fault, FilePosition, Scope
from overtrick.regulations.grammar.refs import NameOnly, OfDocument, of_document
from overtrick.regulations.grammar.tables import nearest, read
from overtrick.regulations.grammar.values import BAD, TEXTS, choice_of

CITED = "clause readings says"


def _house(odd: OddFieldRule, house: Clause | None, clause: Clause) -> Clause | None:
    return (house or clause) if odd is OddFieldRule.HOUSE else None


@makes(ways.SwissPlay, rule=WordPlace("", NameOnly(SwissDraw)))
def swiss(
    *,
    clause: Clause,
    rule: SwissDraw | None = None,
    first: First | None = None,
    rematch: Rematch | None = None,
    placed: RematchPlacement | None = None,
    odd: OddFieldRule | None = None,
    share: ShareRule | None = None,
    modified: Clause | None = None,
    house: Clause | None = None,
) -> ways.SwissPlay:
    """A Swiss: the *rule* of the document by name with what it leaves open, or the whole draw.

    *first* says how round one is drawn. *rematch* says whether contestants may meet again. *placed* says where
    unavoidable rematches are. *odd* says what an odd field has. *share* describes its three-way match. *modified* is
    the clause for small fields. *house* is the clause by which the organiser completes an odd field.
    """
    if rule is None:
        if first is None or odd is None or rematch is None:
            raise ValueError("it needs a draw with first, rematch and odd")
        three = share if odd is OddFieldRule.SHARE else None
        made = SwissRule(clause, first, rematch, placed or RematchPlacement.IN_ORDER, odd=odd, share=three)
        return ways.SwissPlay(made, modified, _house(odd, house, clause))
    if clause.cite != rule.clause.cite:
        raise ValueError(f"{clause.cite}: it is drawn by {rule.id}, which is {rule.clause.cite}")
    made, uneven = rule.rule(first, odd)
    made = replace(made, rematch=rematch or made.rematch, placed=placed or made.placed)
    small = modified or (rule.replay.clause if rule.replay else None)
    return ways.SwissPlay(made, small, _house(made.odd, house, uneven), rule)


@makes(ways.MonradPlay)
def monrad(
    *,
    clause: Clause,
    first: First | None = None,
    odd: OddFieldRule | None = None,
    apart: int | Literal["for good"] | None = None,
    again_from: int | None = None,
    most_meetings: int | None = None,
    house: Clause | None = None,
) -> ways.MonradPlay:
    """A Monrad: neighbours in the standings meet.

    *first* says how round one is drawn. *odd* says what an odd field has. *apart* is the number of rounds in which two
    that met do not meet again, or “for good”. From the round *again_from* on they may meet again. *most_meetings* is
    how often two may meet in all, by default twice. *house* is the clause by which the organiser completes an odd
    field.
    """
    if first is None or odd is None or apart is None:
        raise ValueError("it needs a draw with first, odd and apart")
    if (apart != "for good" and apart < 1) or odd is OddFieldRule.SHARE:
        raise ValueError("a Monrad keeps two apart for a round at least, and has no matches of three")
    if again_from is not None and apart != "for good":
        raise ValueError("two are kept apart for some rounds, or for good until again_from: say one")
    if again_from is None and most_meetings is not None:
        raise ValueError("most_meetings is for the rounds from again_from on")
    again = 2 if most_meetings is None else most_meetings
    if again < 2:
        raise ValueError("to meet again is to meet twice at least")
    rounds = None if apart == "for good" else apart
    return ways.MonradPlay(
        SwissRule(clause, first, odd=odd), house=_house(odd, house, clause),
        apart=rounds, again_from=again_from, most_meetings=again,
    )  # fmt: skip


@makes(
    ways.RobinPlay,
    printed=WordPlace("", Many(NameOnly(PrintedDrawRef))),
    finals=WordPlace("", Many(NameOnly(BalancedFinal))),
    bye_moved=WordPlace("", OfDocument(ByeMoved)),
    byes_spread=WordPlace("", OfDocument(ByesSpread)),
    beside=CITED,
)
def robin(
    *,
    printed: tuple[PrintedDraw | tuple[ways.PrintedRobins, ...], ...] = (),
    half_way: bool = True,
    finals: tuple[BalancedFinal, ...] = (),
    times: int = 1,
    bye_moved: ByeMoved | None = None,
    byes_spread: ByesSpread | None = None,
    by_lot: Clause | None = None,
    second: Literal["as listed", "by number"] = "as listed",
    by_movement: bool = False,
) -> ways.RobinPlay:
    """A round robin, by default by the circle method.

    *printed* lists printed draws of the document by id. *finals* lists its balanced finals by id. *times* is how often
    all meet. With *by_movement* all teams meet in one session, and the movement decides the boards of a match. If
    *half_way* is false, the switches that the draws print are not made. *bye_moved* and *byes_spread* apply the
    document's rules on byes. *by_lot* is the clause by which the numbers are drawn by lot. *second* says which team of
    a match counts as its second.
    """
    found: list[ways.PrintedRobins] = []
    for draw in printed:
        if isinstance(draw, PrintedDraw):
            found.append(ways.PrintedRobins.of(draw, switched=half_way))
        else:
            found += (each.counting(by_number=second == "by number") for each in draw)
    return ways.RobinPlay(tuple(found), finals, times, bye_moved, byes_spread, by_lot=by_lot, by_movement=by_movement)


SitOut = Literal["own average", "not counted"]
OwnFamily = Family | Literal["own"]
TEXTS[OwnFamily] = lambda name: None if name == "own" else choice_of(Family, name)
TEXTS[Movement] = lambda text: read_movement(str(text))
form(
    session_ways.SessionMovement,
    family=WordPlace("movement", OwnFamily),
    winners=WordPlace("", Literal[1, 2]),
    own=WordPlace("", Movement),
)


@makes(ways.FinalsPlay, brackets=WordPlace("", Many(NameOnly(Bracket), least=1)), beside=CITED)
def finals(
    *, brackets: tuple[Bracket, ...], abandoned: AbandonedPlace = AbandonedPlace.LOSER, scope: Scope
) -> ways.FinalsPlay:
    """Finals: *brackets* by name, for the usual number of teams and for fewer.

    *abandoned* is the place of both teams of an abandoned match: “the loser's place” or “no place”.
    """
    return ways.FinalsPlay(brackets, of_document(AbsenceRule, scope), abandoned)


@makes(ways.BracketPlay)
def knockout(
    *,
    clause: Clause,
    pairing: Pairing = Pairing.PLACE,
    then: Pairing = Pairing.BRACKET,
    survivors: int = 1,
    segments: int | tuple[int, ...] = 1,
    third_place: int = 0,
    level: LevelRule | None = None,
    choice: ChoiceLayout | None = None,
    scope: Scope,
) -> ways.BracketPlay:
    """A knockout: how the first round is paired, and *then* every later one, until *survivors* are left.

    *pairing* is “by place” (the first against the last), “by choice” or “by lot”. *then* is “bracket” (every path is
    fixed), “by lot” or “by place” (each round is drawn again). *segments* is the number of segments in a match, each of
    the stage's boards, or a list by round: the last number is for the last round, and the first also for any rounds
    before those listed. *third_place* is the number of segments that the losing semi-finalists play for third place.
    *level* says how a level match is decided. *choice* says who chooses from whom.
    """
    parts = (segments,) if isinstance(segments, int) else segments
    settled = level or LevelRule(clause, Level.REFER)
    rule = EliminationRule(clause, settled, pairing, then, survivors, parts, third_place, choice)
    return ways.BracketPlay(rule, of_document(AbsenceRule, scope))


_MISSED = {"own average": MissedBoardScore.OWN_AVERAGE, "not counted": MissedBoardScore.NOTHING}
TEXTS[int | MissedBoardScore] = lambda said: said if type(said) is int else _MISSED[choice_of(SitOut, said)]
form(ways.TwoFieldPlay, form=usually(ways.TwoFieldForm.PLANNED), boards="session_boards", beside=CITED)
form(session_ways.SessionPlay, boards="session_boards", sections=HIDDEN, compare=HIDDEN, ranked=HIDDEN, beside=CITED)
form(ways.StanzaPlay, stanzas=HIDDEN, rights=WordPlace("", NameOnly(StanzaRule)), beside=CITED)
form(
    ways.TallyPlay,
    stages=WordPlace("", tuple[str, str]), points=WordPlace("", NameOnly(AwardRule)),
    same=WordPlace("same_team", OfDocument(CommonMembersRule)), beside=CITED,
)  # fmt: skip

WAYS: Mapping[str, Any] = {
    "swiss": ways.SwissPlay, "monrad": ways.MonradPlay, "round robin": ways.RobinPlay, "two fields": ways.TwoFieldPlay,
    "sessions": session_ways.SessionPlay, "stanzas": ways.StanzaPlay, "finals": ways.FinalsPlay,
    "knockout": ways.BracketPlay, "tally": ways.TallyPlay,
}  # fmt: skip
"""The ways to play, by the word of the stage."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Who meets whom: the way to *play* of a stage, by the words of its draw, with its clause."""

    clause: Clause
    says: str
    way: str
    play: WayToPlay
    words: Mapping[str, Any] = field(repr=False)
    scope: Scope = field(repr=False, compare=False)

    @classmethod
    def read_at(cls, value: object, at: FilePosition) -> Any:
        """The draw in a table, in the way in which the stage around it is played."""
        if not isinstance(value, dict):
            return at.bad(f"a table is wanted, not “{value}”")
        way = str(at.near.get("play"))
        if way not in WAYS:
            return BAD if "play" in at.near else at.bad("its stage does not say how it is played")
        if strange := sorted(value.keys() - known_words(WAYS[way])):
            known = known_words(WAYS[way]) - {*CITED.split()}
            own = ", ".join(sorted(known))
            for key in strange:
                told = f"“{key}” is not a word for the draw of a {way}; they are: {own}."
                near = nearest(key, known - value.keys())
                at.faults.append(((*at.path, key), Fault.of(told, near, keyed=True)))
            return BAD
        cited = {key: value[key] for key in (CLAUSE, READINGS) if key in value}
        clause = read(Clause, cited, replace(at, below=NOTHING))
        play = read(WAYS[way], {key: value[key] for key in value if key not in form_of(WAYS[way]).beside}, at)
        return BAD if BAD in (clause, play) else cls(clause, str(value.get("says", "")), way, play, value, at.scope)

    def otherwise(self, path: Sequence[str], value: object) -> "Draw":
        """The draw with one of its words from another reading."""
        at = FilePosition(scope=self.scope, below={tuple(path): value}, near={"play": self.way})
        made: Draw = self.read_at(self.words, at)
        if at.faults:
            raise RegulationErrors([f"“draw” cannot be set so: {text}" for _, text in at.faults])
        return made
