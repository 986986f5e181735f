"""How much of an event its players must play, how often a substitute may sit in, how long they may be away."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from overtrick.core.conduct.shares import Least
from overtrick.core.conduct.verdicts import Answer, Reason, Verdict, all_of, one_reason
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Fact, Figure, Unit
from overtrick.core.wording import Phrase, Said, phrase

SUBSTITUTIONS = Unit("substitutions", "substitution")


@dataclass(frozen=True, slots=True)
class Limb:
    """One part of a rule on least play: who or what is counted, in which unit, and the least of it.

    *team* is the size of team it is for, where that matters.
    """

    clause: Clause
    name: str
    unit: str
    least: Least
    team: int | None = None

    def figure(self, there: int) -> Figure[int]:
        """The least, out of all there are."""
        needed = self.least.count_for(there)
        unit = Unit(self.unit, "match" if self.unit == "matches" else self.unit.removesuffix("s"))
        note = phrase("{name}, out of {there}: {least}", name=self.name, least=self.least, there=there)
        return Figure(needed, unit, self.clause, (Fact(phrase("{there} {unit}", there=there, unit=self.unit)),), note)


@dataclass(frozen=True, slots=True)
class PlayRule:
    """The least to be played, limb by limb; failing it refuses, or refers to those who may give leave.

    *stages* are those it is laid down for by name.
    """

    id: str
    clause: Clause
    says: str
    limbs: tuple[Limb, ...]
    failing: Answer = Answer.REFUSED
    remedy: str = ""
    stages: tuple[str, ...] = ()

    def for_team(self, size: int | None) -> tuple[Limb, ...]:
        """The limbs that concern a team of this size."""
        limbs = tuple(limb for limb in self.limbs if limb.team is None or limb.team == size)
        if not limbs:
            raise DirectorError(
                "The regulations do not cover a team of {size:#player}",
                clause=self.clause,
                remedy="Team sizes covered: {sizes:,}.",
                size=size,
                sizes=tuple(limb.team for limb in self.limbs),
            )
        return limbs


def least_play(rule: PlayRule, there: Mapping[str, int]) -> dict[str, Figure[int]]:
    """The least of each limb whose total is given: *there* are so many for each limb, by name."""
    return {limb.name: limb.figure(there[limb.name]) for limb in rule.for_team(None) if limb.name in there}


def check_play(rule: PlayRule, there: Mapping[str, int], played: Mapping[str, int], team: int | None = None) -> Verdict:
    """Whether enough was played, limb by limb; a limb no one has counted is referred."""
    return all_of(one_reason(_limb(rule, limb, there, played)) for limb in rule.for_team(team))


def _limb(rule: PlayRule, limb: Limb, there: Mapping[str, int], played: Mapping[str, int]) -> Reason:
    if limb.name not in there or limb.name not in played:
        return Reason(Answer.REFER, limb.name, phrase("not stated: {what}", what=limb.name), limb.clause)
    needed, done = limb.figure(there[limb.name]), played[limb.name]
    says = phrase(
        "{limb}: {done} of {there} {unit} played; {needed} needed ({least})",
        limb=limb.name, done=done, unit=Phrase(needed.unit.one if there[limb.name] == 1 else needed.unit.many),
        needed=needed.value, least=limb.least, there=there[limb.name],
    )  # fmt: skip
    if done >= needed.value:
        return Reason(Answer.ALLOWED, limb.name, says, limb.clause)
    return Reason(rule.failing, limb.name, says, limb.clause, rule.remedy)


@dataclass(frozen=True, slots=True)
class StagePlayed:
    """What a player played in one of several qualifying stages, and whether the team qualified there."""

    name: str
    played: int
    there: int
    qualified: bool


def check_where_qualified(rule: PlayRule, limb: str, stages: Iterable[StagePlayed]) -> dict[str, Verdict]:
    """The verdict on each stage that qualified the team: no other counts."""
    return {
        stage.name: check_play(rule, {limb: stage.there}, {limb: stage.played}) for stage in stages if stage.qualified
    }


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """Events of one kind and some lengths, and the most absences in them."""

    kind: str
    lengths: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class AbsenceRule:
    """A list of the most absences by kind of event and length; what is not listed falls to a share of play.

    *beside* is the share rule that says the same otherwise; where they differ the list governs, and the
    difference is told. *limb* is the part of it that counts presences.
    """

    clause: Clause
    rows: tuple[AbsenceRow, ...]
    beside: PlayRule
    limb: str

    def most(self, kind: str, length: int) -> int | None:
        """The most absences the list allows, if it lists this event."""
        return next((row.most for row in self.rows if row.kind == kind and length in row.lengths), None)


@dataclass(frozen=True, slots=True)
class Absences:
    """What the share says, what the list says (nothing, if it is silent), and the verdict."""

    by_share: bool
    by_list: bool | None
    verdict: Verdict

    @property
    def conflict(self) -> bool:
        """Whether the two rules differ here."""
        return self.by_list is not None and self.by_list is not self.by_share


def check_absences(
    rule: AbsenceRule, kind: str, length: int, away: int, *, represented: bool, byes: int = 0
) -> Absences:
    """Whether a pair was away too often; it must have been represented whenever a member was away.

    The list goes by the *length* of the event, the share by what there was for the pair: its *byes* are not in it.
    """
    matches = length - byes
    share = check_play(rule.beside, {rule.limb: matches}, {rule.limb: matches - away})
    most = rule.most(kind, length)
    by_list = None if most is None else away <= most
    listed = [] if most is None else [_absence_reason(rule, kind, length, away, most)]
    answer = Answer.ALLOWED if represented else Answer.REFUSED
    says = phrase("{represented:|not }represented at every session", represented=represented)
    stood_in = Reason(answer, "represented", says, rule.beside.clause)
    verdict = all_of([*([one_reason(reason) for reason in listed] or [share]), one_reason(stood_in)])
    return Absences(share.allowed, by_list, verdict)


def _absence_reason(rule: AbsenceRule, kind: str, length: int, away: int, most: int) -> Reason:
    answer = Answer.ALLOWED if away <= most else Answer.REFUSED
    says = phrase(
        "{away:#absence} in {length:#session} ({kind}); at most {most} allowed",
        away=away, length=length, kind=kind, most=most,
    )  # fmt: skip
    return Reason(answer, "absences", says, rule.clause)


@dataclass(frozen=True, slots=True)
class Substitution:
    """A substitute sitting in: for whom, when, for how many players and how much of a session."""

    player: Said
    session: Said
    players: int = 1
    sessions: Exact = 1

    @property
    def extent(self) -> Exact:
        """How many players' sessions it comes to."""
        return self.players * self.sessions

    @property
    def phrased(self) -> Phrase:
        """Who was replaced, and when."""
        return phrase("{player} in {session}", player=self.player, session=self.session)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class SubstituteRow:
    """The most substitutions with matches of these lengths; any length where none is named."""

    most: int
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SubstituteRule:
    """How many substitutions a contestant may use, each of what extent, and who may allow one all the same.

    *beyond* are the offences that more of them are, where no one can allow one: with the need not known before, and
    known. *stages* are those it is laid down for by name.
    """

    id: str
    clause: Clause
    says: str
    rows: tuple[SubstituteRow, ...]
    extent: Exact | None = None
    unless: str = ""
    beyond: tuple[str, str] | None = None
    stages: tuple[str, ...] = ()


def substitutions_allowed(rule: SubstituteRule, boards: int | None = None) -> Figure[int]:
    """The most substitutions, with matches of so many boards where it depends on that.

    >>> rows = (SubstituteRow(2, (12, 16)), SubstituteRow(3, (10,)))
    >>> substitutions_allowed(SubstituteRule("", Clause("ITS21", "OITS.subs-final"), "", rows), 10).value
    3
    """
    for row in rule.rows:
        if not row.boards or boards in row.boards:
            of = (Fact(phrase("matches of {boards} boards", boards=boards)),) if row.boards else ()
            return Figure(row.most, SUBSTITUTIONS, rule.clause, of, phrase("maximum allowed"))
    raise DirectorError(
        "The regulations do not say how many substitutions are allowed in matches of {boards:#board}",
        clause=rule.clause,
        remedy="Ask the committee, and record its answer.",
        boards=boards,
    )


def check_substitutions(
    rule: SubstituteRule, uses: Collection[Substitution], boards: int | None = None, *, authorised: bool = False
) -> Verdict:
    """Whether the substitutions used stay within the rule: their number, and the extent of each.

    One player replaced in one session is one substitution; *authorised* is the leave the rule itself provides.
    """
    most = substitutions_allowed(rule, boards).value
    says = phrase("this is substitution {used}; the limit is {most}", used=len(uses), most=most)
    number = Reason(Answer.ALLOWED if len(uses) <= most else Answer.REFUSED, "number", says, rule.clause, rule.unless)
    verdict = all_of([one_reason(number), *(_extent(rule, use) for use in uses)])
    if authorised and rule.unless and not verdict.allowed:
        return one_reason(Reason(Answer.ALLOWED, "authorised", rule.unless, rule.clause))
    return verdict


def _extent(rule: SubstituteRule, use: Substitution) -> Verdict:
    within = rule.extent is None or use.extent <= rule.extent
    says = phrase("{use}; total for the players replaced: {extent:#session}", use=use, extent=use.extent)
    return one_reason(Reason(Answer.ALLOWED if within else Answer.REFUSED, "extent", says, rule.clause))


@dataclass(frozen=True, slots=True)
class CommonMembersRule:
    """That a team is the same as an earlier one when more than a share of its members played in that one."""

    clause: Clause
    least: Least
    claimed_twice: str


def same_team(rule: CommonMembersRule, earlier: Collection[str], later: Collection[str]) -> bool:
    """Whether the later team carries on the earlier: measured on the later team's members."""
    return len(set(earlier) & set(later)) >= rule.least.count_for(len(set(later)))


def claims(
    rule: CommonMembersRule, earlier: Mapping[str, Collection[str]], later: Mapping[str, Collection[str]]
) -> dict[str, Verdict]:
    """For each earlier team that someone carries on: who does, and that two who do are for a person."""
    found: dict[str, Verdict] = {}
    for name, members in earlier.items():
        claimants = [team for team, players in later.items() if same_team(rule, members, players)]
        if claimants:
            answer = Answer.ALLOWED if len(claimants) == 1 else Answer.REFER
            remedy: Said = ""
            if len(claimants) > 1:
                remedy = phrase("Refer the claims to {whom}, and credit none of the teams.", whom=rule.claimed_twice)
            found[name] = Verdict(
                answer,
                tuple(
                    Reason(
                        answer,
                        team,
                        phrase("team {team} counts as the same team as team {name}", team=team, name=name),
                        rule.clause,
                        remedy,
                    )
                    for team in claimants
                ),
            )
    return found
