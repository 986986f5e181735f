"""The rules of a stage in plain English, sentence by sentence, with their citations."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from overtrick.core.exact import Exact, exact_text
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.provenance import Clause, Unit
from overtrick.core.ranking.carry_over import (
    AverageCarry,
    CarryOverRule,
    LinearCarry,
    MarginCarry,
    NoCarry,
    PlaceCarry,
    StandardCarry,
)
from overtrick.core.ranking.chain import Better, ChainRule, Ends, Step, When
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.qualification import QualifyRule, Why
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scoring.boards import BoardRule, ButlerRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.core.scoring.datum import DatumCase, DatumRule
from overtrick.core.scoring.match import Conversion, NetImps
from overtrick.core.scoring.median import MedianRule
from overtrick.core.scoring.rounds import Scoring, TeamsRule
from overtrick.core.scoring.unplayed import ByeRule, ComparedRule, ForfeitRule
from overtrick.regulations.describe.scoring import describe_case

MEASURES = {
    Measure.TOTAL: "total",
    Measure.BEFORE_PENALTIES: "total before penalties",
    Measure.OPPONENTS: "the sum of the opponents' totals",
    Measure.WINS: "matches won",
    Measure.NET_IMPS: "net IMPs",
    Measure.PERCENT: "average percentage",
    Measure.PLUS_BOARDS: "more boards with a plus",
    Measure.MINUS_BOARDS: "fewer boards with a minus",
    Measure.CARRY_OVER: "carry-over",
    Measure.WITHOUT_WORST: "the total without the worst match, then without the two worst, and so on",
    Measure.AMONG_TIED: "the matches among those still level",
    Measure.POINTS: "points",
    Measure.PLACE_WON: "the place won in the finals",
}

OUT = {
    Why.NOT_CONTENDING: "does not contend",
    Why.WITHDRAWN: "withdrew",
    Why.NOT_AVAILABLE: "is not available",
    Why.BARRED: "cannot be selected",
    Why.NOT_PLACED: "may not be placed",
}


def cited(text: str, clause: Clause | None) -> str:
    """A sentence with its citation.

    >>> cited("Seven matches", Clause("NSWSP", "1.2"))
    'Seven matches (NSWSP 1.2).'
    """
    said = text.rstrip(".")
    return f"{said[:1].upper()}{said[1:]}" + (f" ({clause})." if clause else ".")


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts of a sentence in a row.

    >>> listed(["3", "4", "4"])
    '3, 4 and 4'
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def scoring_lines(scoring: Scoring, tables: int, boards: int) -> Iterator[str]:
    """How boards and matches are scored, in a field of so many tables."""
    yield from _board(scoring.board, tables)
    yield _match(scoring.match.conversion(boards), boards, percent=scoring.percent is not None)
    rule = scoring.match.artificial
    unit = rule.unit
    yield cited(
        f"an artificial score is worth {_signed(rule.plus, unit)} for average plus, {_signed(rule.average, unit)} for "
        f"average and {_signed(rule.minus, unit)} for average minus",
        rule.clause,
    )


def _signed(value: Exact, unit: Unit) -> str:
    text = exact_text(value)
    if not unit.signed:
        return f"{text}%" if unit.many == "%" else f"{text} {unit.many}"
    sign = "" if text.startswith("-") or text == "0" else "+"
    return f"{sign}{text.replace('-', '−')} {unit.many}"


def _board(rule: BoardRule | TeamsRule, tables: int) -> Iterator[str]:
    match rule:
        case TeamsRule(clause):
            yield cited("the two tables of a match are compared on each board, in IMPs", clause)
        case ButlerRule(datum):
            yield from _datum(datum, tables)
        case MedianRule():
            yield cited(
                f"each result is compared with the middle result on the board, in IMPs; of an even number it is the "
                f"{rule.even}",
                rule.clause,
            )
        case CrossImpsRule():
            yield cited(
                f"each result is compared with that of every table, in IMPs, and the sum is divided by the "
                f"{rule.divisor}",
                rule.clause,
            )
        case MatchpointRule():
            yield cited("matchpoints: two for every pair beaten on the board, one for every pair equalled", rule.clause)
        case _:
            assert_never(rule)


def _datum(rule: DatumRule, tables: int) -> Iterator[str]:
    rounded = f"to the nearest {exact_text(rule.round_to)}, halves {rule.halves}" if rule.round_to else "not rounded"
    yield cited(
        f"each result is compared in IMPs with the datum, the mean of the results without their extremes, {rounded}",
        rule.clause,
    )
    for case in _cases(rule, tables):
        yield cited(describe_case(case).removeprefix("always: "), case.clause)


def _cases(rule: DatumRule, tables: int) -> list[DatumCase]:
    return [case for case in rule.cases if tables in case.tables]


def _match(conversion: Conversion, boards: int, *, percent: bool) -> str:
    match conversion:
        case NetImps(clause):
            return cited("the percentage counts as it is" if percent else "the net IMPs count as they are", clause)
        case CapRule() as rule:
            win, loss = limits(rule, boards)
            return cited(f"a match counts in IMPs, a win for at most {win} and a loss for at most {loss}", rule.clause)
        case scale:
            of = "the percentage of a match becomes" if percent else "the net IMPs of a match become"
            return cited(f"{of} victory points by {scale.name}, each side by its own", scale.clause)


def limits(rule: CapRule, boards: int) -> tuple[str, str]:
    """The most a match of so many boards may win and lose."""
    if rule.per_board is not None:
        win, loss = rule.per_board
        return exact_text(win * boards), exact_text(loss * boards)
    cap = next(cap for cap in rule.caps if cap.boards == boards)
    return exact_text(cap.win), exact_text(cap.loss)


def ranking_lines(rule: StandingsRule, *, drawn: bool) -> Iterator[str]:
    """How a stage is ranked, for the prize and, where it is *drawn* from the standings, for a draw."""
    yield cited(f"the order is by {_chain(rule.prize, rule.unit)}", rule.prize.clause)
    if drawn and rule.draw is not None:
        yield cited(f"for the draw it is by {_chain(rule.draw, rule.unit)}", rule.draw.clause)
    if rule.wins is not None:
        drawn_worth = f", a drawn match counting {exact_text(rule.wins.drawn)}" if rule.wins.drawn else ""
        yield cited(f"a match is won by {rule.wins.by}{drawn_worth}", rule.wins.clause)


def _chain(chain: ChainRule[Measure], unit: Unit) -> str:
    first, *rest = chain.steps
    order = f"{MEASURES[first.by]} in {'per cent' if unit.many == '%' else unit.many}"
    ends = {Ends.LOT: "by lot", Ends.TIED: "ties stand"}.get(chain.ends, str(chain.ends))
    if not rest:
        return f"{order}; {ends}" if chain.ends is Ends.TIED else f"{order}, then {ends}"
    steps = ", then ".join(_step(step) for step in rest)
    close = f", then {ends}" if chain.ends is Ends.LOT else f"; after that {ends}"
    return f"{order}; those level are parted by {steps}{close}"


def _step(step: Step[Measure]) -> str:
    if step.by is Measure.CARRY_OVER and step.better is Better.LESS:
        text = "the smaller carry-over"
    else:
        text = MEASURES[step.by]
    return text if step.when is When.ALWAYS else f"{text} (after an {step.when})"


def carry_line(rule: CarryOverRule) -> str:
    """What is carried into a stage."""
    match rule:
        case NoCarry(clause):
            return cited("nothing is carried over", clause)
        case MarginCarry(clause, share, of, unit):
            counted = "" if of.like(unit) else f" in {of.name}"
            return cited(
                f"the higher placed starts with {exact_text(share * 100)}% of the margin of the two{counted}, "
                f"in {unit.name}",
                clause,
            )
        case PlaceCarry(clause, amounts, unit, late):
            places = listed([exact_text(amount) for amount in amounts])
            return (
                cited(f"in each field the first to the last start with {places} {unit.many}", clause)
                + " "
                + cited("whoever comes in for a withdrawal starts with nothing", late)
            )
        case LinearCarry() as line:
            return cited(
                f"carry-overs lie on a straight line from {exact_text(line.most)} {line.unit.many} for the first to "
                f"{exact_text(line.least)} for number {line.counted}, to {line.places} places, halves {line.halves}",
                line.clause,
            )
        case StandardCarry() as rule:
            weights = listed([exact_text(weight) for weight in rule.weights], "to")
            weighed = f", weighted {weights}," if len(rule.weights) > 1 else ""
            return cited(
                f"standard scores within each field{weighed} are scaled so that the largest carry-over is "
                f"{exact_text(rule.most)} {rule.unit.many}, to {rule.places} place, over the {rule.deviation}",
                rule.clause,
            )
        case AverageCarry(clause, places):
            said = f"everybody starts with the average of what its sessions counted for before, to {places} places"
            return cited(f"{said}, as one more session", clause)
        case _:
            assert_never(rule)


def qualify_lines(rule: QualifyRule) -> Iterator[str]:
    """Who is passed over when places are filled."""
    for why, clause in rule.passed_over:
        yield cited(f"the next in the same field comes in for one that {OUT[why]}", clause)
    if rule.vacancy:
        yield cited(f"a place nobody can fill: {rule.vacancy}", rule.vacancy_clause)


def bye_line(rule: ByeRule) -> str:
    """What a bye is worth."""
    worth = f"{exact_text(rule.imps)} IMPs" if rule.vps is None else f"{exact_text(rule.vps)} VPs"
    return cited(f"a bye counts {worth} and is {'a' if rule.win else 'no'} win", rule.clause)


def forfeit_line(rule: ForfeitRule) -> str:
    """What a forfeited match is worth."""
    others = [f"{exact_text(floor)} in one of {boards} boards" for boards, floor in rule.floors.items()
              if floor != rule.floor]  # fmt: skip
    least = f"{exact_text(rule.floor or 0)} VPs" + (f" ({', '.join(others)})" if others else "")
    return cited(
        f"a forfeited match brings the innocent side the greatest of {least}, its own average and "
        f"the average against the offender, at most {exact_text(rule.most)}, and the offender "
        f"{exact_text(rule.offender)}; it is settled when the others have been played",
        rule.clause,
    )


def compared_line(rule: ComparedRule, forfeit: ForfeitRule | None) -> str:
    """What becomes of a match that fouled boards leave with too few comparisons."""
    scored = "as a forfeit with nobody at fault" if forfeit is not None else "by the director's word for each side"
    return cited(
        f"where several fouled boards leave comparisons on fewer than {exact_text(rule.share)} of a match's boards, "
        f"the match is scored {scored}",
        rule.clause,
    )
