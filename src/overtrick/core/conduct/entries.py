"""Entries: who is turned away, who fills a place, how many places there are, and what a withdrawal leaves."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum

from overtrick.core.conduct.clocks import moment_phrase
from overtrick.core.conduct.shares import Least
from overtrick.core.conduct.verdicts import Answer, Reason, Verdict, one_reason
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause, Fact, Figure, Unit
from overtrick.core.wording import phrase

PLACES = Unit("places", "place")
MATCHES = Unit("matches", "match")


@dataclass(frozen=True, slots=True)
class RejectionRule:
    """That an unworkable field is brought down by turning away the last to nominate first."""

    clause: Clause


@dataclass(frozen=True, slots=True)
class Rejection:
    """Who is turned away, in that order, and who stays."""

    rejected: tuple[str, ...]
    accepted: tuple[str, ...]
    clause: Clause


def reject(rule: RejectionRule, nominated: Sequence[str], workable: int) -> Rejection:
    """Bring a field of nominations, first nominated first, down to a workable size.

    >>> reject(RejectionRule(Clause("SABF20", "13.1#2")), ("A", "B", "C", "D"), 2).rejected
    ('D', 'C')
    """
    return Rejection(tuple(reversed(nominated[workable:])), tuple(nominated[:workable]), rule.clause)


class Effect(Enum):
    """What a withdrawal leaves of the scores, or of the blame."""

    EXPUNGED = "expunged"
    STAND = "stand"
    FREE = "free"
    REFER = "refer"


@dataclass(frozen=True, slots=True)
class WithdrawalRule:
    """That a withdrawal before the middle match of a round robin wipes its scores, and a later one leaves them.

    *owed* is where the score of those yet to play the withdrawn pair is found, and *remedy* what to do; *stages* are
    those it binds.
    """

    before: Clause
    later: Clause
    owed: str
    remedy: str
    stages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeaverRule:
    """Whether one that leaves before its last match may take the title, the prizes and the credits of its place."""

    clause: Clause
    wins: bool


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What becomes of the scores, and the match that was the turning point."""

    effect: Effect
    turning: Figure[int]
    clause: Clause
    owed: str = ""
    remedy: str = ""


def classify_withdrawal(rule: WithdrawalRule, matches: int, started: int) -> Withdrawal:
    """What a withdrawal leaves once *started* matches of a round robin of *matches* have begun.

    Of an n-table round robin the nth match is the middle one, counted from its matches so that a bye
    does not move it.

    >>> rule = WithdrawalRule(Clause("ITS21", "WDR.expunge"), Clause("ITS21", "WDR.stand"), "", "")
    >>> [classify_withdrawal(rule, 9, started).effect.value for started in (4, 5)]
    ['expunged', 'stand']
    """
    middle = (matches + 1) // 2
    turning = Figure(
        middle,
        MATCHES,
        rule.before,
        (Fact(phrase("{matches:#match/matches}", matches=matches)),),
        phrase("halfway through the round robin"),
    )
    if started < middle:
        return Withdrawal(Effect.EXPUNGED, turning, rule.before)
    return Withdrawal(Effect.STAND, turning, rule.later, rule.owed, rule.remedy)


@dataclass(frozen=True, slots=True)
class FreeWithdrawalRule:
    """That a qualified contestant may withdraw freely once the dates are known, and from where it is replaced."""

    clause: Clause
    replaced_from: str
    remedy: str


def classify_free_withdrawal(
    rule: FreeWithdrawalRule, announced: date | None, withdrew: date, *, started: bool = False
) -> tuple[Effect, Reason]:
    """Whether a withdrawal is free: after the dates were announced and before the first match starts."""
    free = announced is not None and withdrew >= announced and not started
    says = phrase(
        "dates announced: {announced}; withdrew on {withdrew:date}; match {started:started|not started}",
        announced=moment_phrase(announced) if announced else phrase("not yet"), withdrew=withdrew, started=started,
    )  # fmt: skip
    if not free:
        return Effect.REFER, Reason(Answer.REFER, Effect.FREE.value, says, rule.clause, rule.remedy)
    remedy = phrase("Choose a replacement from the {field}.", field=rule.replaced_from)
    return Effect.FREE, Reason(Answer.ALLOWED, Effect.FREE.value, says, rule.clause, remedy)


@dataclass(frozen=True, slots=True)
class ReentryRule:
    """That those who withdrew after closing may not come back with other partners."""

    clause: Clause


def check_reentry(
    rule: ReentryRule, withdrew: Collection[str], pair: Collection[str], *, after_closing: bool
) -> Verdict:
    """Whether a pair with someone in it who withdrew with another partner may enter."""
    back = sorted(set(withdrew) & set(pair))
    barred = after_closing and bool(back) and set(withdrew) != set(pair)
    says = phrase("{back} withdrew with another partner", back=tuple(back) or (phrase("no one"),))
    return one_reason(Reason(Answer.REFUSED if barred else Answer.ALLOWED, "new partnership", says, rule.clause))


@dataclass(frozen=True, slots=True)
class OfferRule:
    """How places are offered: down the ranking, to contending teams alone or to all.

    *places* is the number of places offered.
    """

    id: str
    clause: Clause
    contending: bool = False
    places: int = 1


@dataclass(frozen=True, slots=True)
class Offer:
    """Who is offered a place, and who was passed over and why."""

    taken: tuple[str, ...]
    passed: tuple[Reason, ...]
    clause: Clause


def offer_places(
    rule: OfferRule,
    order: Sequence[str],
    *,
    unavailable: Collection[str] = (),
    contending: Mapping[str, bool] | None = None,
) -> Offer:
    """Offer the places down a ranking until they are taken.

    >>> offer_places(OfferRule("", Clause("SABF20", "20.1.1"), places=2), "ABCDE", unavailable="A").taken
    ('B', 'C')
    """
    taken: list[str] = []
    passed: list[Reason] = []
    for name in order:
        if len(taken) == rule.places:
            break
        if name in unavailable:
            passed.append(Reason(Answer.REFUSED, name, phrase("{name} is not available", name=name), rule.clause))
        elif rule.contending and not (contending or {}).get(name, False):
            passed.append(Reason(Answer.REFUSED, name, phrase("{name} is not contending", name=name), rule.clause))
        else:
            taken.append(name)
    return Offer(tuple(taken), tuple(passed), rule.clause)


@dataclass(frozen=True, slots=True)
class ReplacementRule:
    """That a place given up by a day of the year goes to the next available pair, and later is for a committee.

    *options* are what the committee may do then.
    """

    clause: Clause
    late: Clause
    last: tuple[int, int]
    by: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replacement:
    """The team with its place filled, or the options of those who must decide."""

    team: tuple[str, ...] | None
    method: str
    options: tuple[str, ...]
    clause: Clause


def fill_place(
    rule: ReplacementRule,
    order: Sequence[str],
    team: Sequence[str],
    withdrawn: str,
    advised: tuple[int, int],
    *,
    unavailable: Collection[str] = (),
) -> Replacement:
    """Fill a place in a team from the ranking behind it; *advised* is the month and day of the withdrawal."""
    if advised > rule.last:
        return Replacement(None, f"{rule.by} decision", rule.options, rule.late)
    stay = tuple(name for name in team if name != withdrawn)
    following = [name for name in order if name not in (*team, withdrawn, *unavailable)]
    if not following:
        raise DirectorError(
            "No one is available to replace {withdrawn}",
            clause=rule.clause,
            remedy="Ask the {by}.",
            withdrawn=withdrawn,
            by=rule.by,
        )
    return Replacement((*stay, following[0]), rule.options[0], (), rule.clause)


@dataclass(frozen=True, slots=True)
class ClubPlacesRule:
    """How many teams a club may send: so many without a qualifier; with one a share of it, but a least number.

    *extra* is how many teams may be added to make the field even.
    """

    clause: Clause
    without: int
    least: int
    share: Least
    extra: int


def club_places(rule: ClubPlacesRule, teams: int | None) -> Figure[int]:
    """A club's places: *teams* in its qualifier, none if it held no qualifier."""
    if teams is None:
        return Figure(rule.without, PLACES, rule.clause, (), phrase("the club held no qualifier"))
    places = max(rule.least, rule.share.count_for(teams))
    note = phrase(
        "the greater of {least} and a share ({share}) of the {teams:#team} in the qualifier",
        least=rule.least,
        share=rule.share,
        teams=teams,
    )
    return Figure(places, PLACES, rule.clause, (Fact(phrase("{teams:#team} in the qualifier", teams=teams)),), note)


def even_field(rule: ClubPlacesRule, teams: int) -> Figure[int]:
    """The field after it has been made even, if it can be."""
    added = min(rule.extra, teams % 2)
    return Figure(
        teams + added,
        Unit("teams", "team"),
        rule.clause,
        (Fact(phrase("{teams:#team}", teams=teams)),),
        phrase("{added:#team} added", added=added),
    )


@dataclass(frozen=True, slots=True)
class FieldFormat:
    """The format of a field up to some size: its name, the matches of the first and the later days, its finals."""

    name: str
    first_day: int
    later_days: int
    most: int | None = None
    round_robin: bool = False
    boards: int | None = None
    finals: str = ""


@dataclass(frozen=True, slots=True)
class FieldRule:
    """The formats of an event by number of teams, and whether the number must be even."""

    clause: Clause
    formats: tuple[FieldFormat, ...]
    even: bool = False
