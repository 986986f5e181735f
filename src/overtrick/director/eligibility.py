"""Eligibility: what an entry states, judged by the rules of its event on who may enter and who may sit down.

A refusal by a rule stands unless an official gives permission and a reason. What nobody has stated is a caution; it
never counts as a no.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from overtrick.core.conduct.eligibility import Eligibility, common_to
from overtrick.core.conduct.facts import Amount, Facts, Membership, Moment, Residence
from overtrick.core.conduct.verdicts import Answer, Reason, Verdict
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EntryTaken
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Contest, Stage
from overtrick.core.model.contestants import Stated
from overtrick.core.model.written import YEARS, read_day, read_time
from overtrick.core.provenance import Clause
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.decision import refuse

ACCEPT_WITH_A_REASON = phrase("Check the details, or have an official accept the entry with a reason.")
"""What to do about a refused entry where its rule does not say."""
YES, NO = "yes", "no"
LIVES, MEMBER = "lives in", "member of"
"""The names under which residence and membership are stated."""

TEAM_SIZE = "members"
"""The number of players of an entry, as rules refer to it: known once they are named."""


def facts_of(name: str, stated: Iterable[Stated], moments: Mapping[str, Moment]) -> Facts:
    """What is stated of someone, in the form the rules need.

    >>> facts_of("A. Reed", [Stated("born", "1999-03-02"), Stated("masterpoints", "120.5")], {}).moments["born"]
    datetime.date(1999, 3, 2)
    """
    amounts: list[Amount] = []
    times, words, said = dict(moments), dict[str, str](), dict[str, bool]()
    residence: list[Residence] = []
    memberships: list[Membership] = []
    for each in stated:
        if each.what == LIVES:
            until = read_day(each.until) if each.until else None
            residence.append(Residence(each.value, read_day(each.at), until))
        elif each.what == MEMBER:
            years = frozenset(_year(year) for year in each.at.split(",") if year)
            memberships.append(Membership(each.value, each.of, years))
        elif each.value in (YES, NO):
            said[each.what] = each.value == YES
        elif (moment := _moment(each.value)) is not None:
            times[each.what] = moment
        elif each.value.replace(".", "", 1).replace("/", "", 1).isdigit():
            held = read_day(each.at) if each.at else None
            amounts.append(Amount(each.what, read_exact(each.value), held, each.of))
        else:
            words[each.what] = each.value
    return Facts(
        name, tuple(amounts), moments=times, words=words, said=said, residence=tuple(residence),
        memberships=tuple(memberships),
    )  # fmt: skip


def _moment(text: str) -> Moment | None:
    try:
        return read_day(text) if len(text) == 10 else read_time(text).replace(tzinfo=None)
    except DirectorError:
        return None


def _year(text: str) -> int:
    year = text.strip()
    if not (year.isdecimal() and len(year) == 4 and int(year) in YEARS):
        raise refuse(
            "“{text}” is not a year",
            remedy="Write each year with four digits, and separate years with commas, like 2025,2026.",
            text=f"{text:.40}",
        )
    return int(year)


def members_of(event: Tournament, entry: EntryTaken, stage: Stage, at: str = "") -> tuple[Facts, ...]:
    """What is known of each member of an entry: statements about the member and the entry, and the program's own."""
    when, times = event.conducted.local(at), stage.rules.times
    moments: dict[str, Moment] = {"entered": when} if when is not None else {}
    if times.opening and times.first_day:
        moments[times.opening] = times.first_day
    first = event.conducted.start(stage.name, 1)
    if first is not None:
        moments["the first day"] = first.date()
    own = [*entry.stated, *(Stated(category, YES) for category in entry.categories)]
    if entry.players and all(each.what != TEAM_SIZE for each in own):
        own.append(Stated(TEAM_SIZE, str(len(entry.players))))
    if not entry.players:
        return (facts_of(entry.name or entry.contestant, own, moments),)
    return tuple(facts_of(player.name, (*own, *player.stated), moments) for player in entry.players)


def may_enter(event: Tournament, entry: EntryTaken, at: str = "") -> tuple[Phrase, ...]:
    """Judge an entry by the rules of its event: refuse it by clause, or return cautions.

    A house contestant is the organiser's own and is not judged.
    """
    if entry.house:
        return ()
    stage = event.any_plan().stages[0]
    members = members_of(event, entry, stage, at)
    reasons = _reasons_against((*stage.rules.players.entry, *stage.rules.players.seat), members)
    common = stage.rules.players.common
    if common is not None and len(members) > 1:
        reasons += _common(stage, members)
    return refuse_or_caution(entry.contestant, reasons, entry.leave)


def judged_alike(event: Tournament) -> frozenset[str]:
    """What all members of an entry must have in common by some rule of the event, such as club or state."""
    rules = (stage.rules.players.common for stage in event.any_plan().stages)
    return frozenset(rule.of for rule in rules if rule is not None)


def may_go_on(event: Tournament, stage: Stage, contestants: Iterable[str]) -> tuple[Phrase, ...]:
    """Judge the pairs of a later stage by its own rules; for teams the players of a line-up are judged instead."""
    if not stage.sources or event.current_plan().contest is Contest.TEAMS:
        return ()
    said: list[Phrase] = []
    for name in contestants:
        entry = event.entries[name]
        if not entry.house:
            members = members_of(event, entry, stage)
            said += refuse_or_caution(name, _reasons_against(stage.rules.players.seat, members), entry.leave)
    return tuple(said)


def _common(stage: Stage, members: tuple[Facts, ...]) -> list[Reason]:
    """Whether all members have the same value, as far as each has stated it."""
    rule = stage.rules.players.common
    if rule is None:
        return []
    each = [[member.words[rule.of]] if rule.of in member.words else [] for member in members]
    if not all(each):
        silent = tuple(member.name for member, found in zip(members, each, strict=True) if not found)
        says = phrase("not stated: the {of} of {silent:,}", of=rule.of, silent=silent)
        return [Reason(Answer.REFER, f"common {rule.of}", says, rule.clause)]
    named = next((member.words["nominated by"] for member in members if "nominated by" in member.words), None)
    if rule.nominated and named is None:
        rule = replace(rule, nominated=False)
    return list(common_to(rule, each, named).against)


def _reasons_against(rules: Iterable[Eligibility], members: tuple[Facts, ...]) -> list[Reason]:
    return [reason for rule in rules for reason in _most(rule.judge_each(members))]


def _most(verdict: Verdict) -> list[Reason]:
    """The reasons that matter: the refusals if there are any, otherwise the doubts."""
    refused = [reason for reason in verdict.against if reason.answer is Answer.REFUSED]
    return refused if verdict.answer is Answer.REFUSED else list(verdict.against)


def refuse_or_caution(
    who: str, reasons: Iterable[Reason], leave: str = "", *, remedy: Phrase = ACCEPT_WITH_A_REASON
) -> tuple[Phrase, ...]:
    """Refuse for the first refusing reason unless permission was given; return doubts as cautions, grouped.

    *remedy* is what to do where the rule does not say; only an entry, a system or a change of team has a field for the
    reason of an official who accepts it.
    """
    listed = list(reasons)
    refused = [reason for reason in listed if reason.answer is Answer.REFUSED]
    if refused and not leave:
        first = refused[0]
        raise refuse(
            "{of} may not play: {says}",
            clause=first.clause,
            remedy=first.remedy or remedy,
            of=first.of or who,
            says=first.says,
        )
    cautions: dict[tuple[Said, Clause, Said], list[str]] = {}
    for reason in listed:
        cautions.setdefault((reason.says, reason.clause, reason.remedy), []).append(reason.of)
    return tuple(
        phrase(
            "{names:,}: {says} ({clause})[; {remedy}][; accepted by permission ({leave})]",
            names=tuple(dict.fromkeys(name for name in names if name)) or (who,),
            says=says, clause=clause, remedy=remedy, leave=leave if refused else "",
        )
        for (says, clause, remedy), names in cautions.items()
    )  # fmt: skip
