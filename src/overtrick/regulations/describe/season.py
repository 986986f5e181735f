"""Events over several sessions in plain English: what a session counts for, who is placed, how ties are broken."""

from collections.abc import Iterator

from overtrick.core.event.placing import AbsencesPlacing, PlacingRule
from overtrick.core.event.plan import Source, Stage
from overtrick.core.exact import exact_text
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Ends
from overtrick.core.scoring.non_contending import NonContendingRule
from overtrick.core.scoring.pooled import PoolRule
from overtrick.core.scoring.stand_ins import Ground, Limits, StandInCase
from overtrick.core.season.rules import BandRule, SeasonRule
from overtrick.regulations.describe.rules import cited, listed

WHO = {
    Ground.SUBSTITUTE: "with one substitute",
    Ground.REPRESENTATIVE: "missed on representative duty",
    Ground.NATIONAL: "missed because both play in a national championship",
    Ground.PLAYOFFS: "missed for the national playoffs",
}


def season_lines(rule: SeasonRule, ranking: Clause) -> Iterator[str]:
    """How the sessions of a stage count, add up and place."""
    yield cited("a session has two figures: what was scored, and what it counts for", rule.clause)
    yield cited("the order is by the sum of what the sessions count for", ranking)
    for case in rule.stand_ins.cases:
        yield cited(f"a session {WHO[case.ground]} counts {_worth(case)}", case.clause)
    yield cited(
        "a session that stand-ins play for both counts nothing, unless a ground is known", rule.stand_ins.clause
    )
    grounds = listed([str(ground) for ground in rule.gated])
    yield cited(f"an absence ({grounds}) counts only for a pair that can be placed", rule.gate)
    yield cited(f"for a place: {rule.eligibility.says.rstrip('.')}", rule.eligibility.clause)
    yield tie_line(rule.ties)


def _worth(case: StandInCase) -> str:
    worth = case.worth
    if isinstance(worth, Limits):
        least = f"the lower of {exact_text(worth.least)}% and {exact_text(worth.share * 100)}% of that average"
        return f"what was scored, at most the pair's own average, at least {least}"
    share = f"{exact_text(worth.share * 100)}% of the pair's own average"
    return f"{share}, at least {exact_text(worth.least)}%" if worth.least else share


def tie_line(rule: BandRule) -> str:
    """When two aggregates tie, and what breaks the tie."""
    within = "" if rule.inclusive else "less than "
    who = "neighbours" if rule.linked else "the highest not yet placed and all"
    by = listed([str(measure) for measure in rule.by], "then")
    ends = "the rest goes by lot" if rule.ends is Ends.LOT else "what stays level is joint"
    return cited(
        f"{who} within {within}{exact_text(rule.band)} of it tie; a tie is broken by {by}; {ends}", rule.clause
    )


def seats_line(source: Source) -> str:
    """How many go on, by how many came."""
    rows = sorted(source.seats, key=lambda seats: -seats.at_least)
    said = [
        f"{seats.places} if at least {seats.at_least} pairs" if seats.at_least else f"{seats.places} otherwise"
        for seats in rows
    ]
    return cited(
        f"the first of {source.stage} go on to it: {listed(said)}, on average over its sessions", source.clause
    )


def pairs_lines(stage: Stage) -> Iterator[str]:
    """What a stage says of pairs that do not contend, of a shared datum and of the least play for a place."""
    if stage.opposed is not None:
        yield opposed_line(stage.opposed)
    if stage.pool is not None:
        yield pool_line(stage.pool)
    if stage.placing is not None:
        yield placing_line(stage.placing)


def placing_line(rule: PlacingRule) -> str:
    """The least play for a place."""
    if isinstance(rule, AbsencesPlacing):
        rows = [
            f"{row.most} in {listed([str(length) for length in row.lengths], 'or')} {row.kind} sessions"
            for row in rule.rule.rows
            if row.kind == rule.kind
        ]
        unit = "sitting" if rule.sittings else "match"
        said = f"for a place the most absences are {listed(rows)}, each {unit} a session; else by least play"
        return cited(said, rule.rule.clause)
    return cited(f"for a place: {rule.rule.says.rstrip('.')}", rule.rule.clause)


def opposed_line(rule: NonContendingRule) -> str:
    """What a match against a pair that does not contend is worth."""
    worth = f"{exact_text(rule.placing)} VPs" if rule.placing is not None else "the pair's own average"
    datum = "; its results are in the datum" if rule.averages else ""
    return cited(f"against a pair that does not contend a match counts {worth} for the placings{datum}", rule.clause)


def pool_line(rule: PoolRule) -> str:
    """When a datum is made together with another event."""
    return cited(
        f"with {rule.tables} tables the datum is made together with the other event on these boards", rule.clause
    )
