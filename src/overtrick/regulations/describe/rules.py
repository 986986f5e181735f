"""The rules of a stage in sentences: how it is scored and ranked, what is carried into it, who goes on."""

from collections.abc import Iterator

from overtrick.core.exact import Exact, exact_text, with_minus
from overtrick.core.provenance import IMPS, PERCENT, Unit
from overtrick.core.ranking.carry_over import CarryOverRule, MarginCarry, StandardCarry
from overtrick.core.ranking.chain import Better, ChainRule, Ends, Step, When
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.qualification import QualifyRule
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.datum import DatumRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.wording import Phrase, phrase
from overtrick.regulations.describe.scoring import case_values
from overtrick.regulations.describe.sentences import Sentence, describe_part, named_phrase, told_of


def scoring_lines(scoring: Scoring, tables: int, boards: int) -> Iterator[Sentence]:
    """Sentences about how boards and matches are scored, in a field with this many tables."""
    board = scoring.board.datum if isinstance(scoring.board, ButlerRule) else scoring.board
    yield from told_of(board)
    for case in board.cases if isinstance(board, DatumRule) else ():
        if tables in case.tables:
            yield from told_of(case, **case_values(case))
    match, awards = scoring.match.conversion(boards), scoring.match.artificial
    net = scoring.nets_in
    other = None if net in (IMPS, PERCENT) else Phrase(net.many)
    cap = match.cap(boards) if isinstance(match, CapRule) else None
    yield from told_of(match, percent=scoring.percent, cap=cap, other=other)
    yield from told_of(
        awards, amounts=[_worth(each, awards.unit) for each in (awards.plus, awards.average, awards.minus)]
    )


def _worth(value: Exact, unit: Unit) -> Phrase:
    """An exact number in a unit, with its sign where the unit has one."""
    number = f"{'+' if unit.signed and value > 0 else ''}{with_minus(exact_text(value))}"
    if unit.many == "%":
        return phrase("{number}%", number=number)
    return phrase("{number} {unit}", number=number, unit=Phrase(unit.one if abs(value) == 1 else unit.many))


def ranking_lines(rule: StandingsRule, *, drawn: bool) -> Iterator[Sentence]:
    """Sentences about the ranking of a stage, for the prize and, where it is *drawn* from the standings, for a draw."""
    yield from describe_part("prize", rule.prize, order=_chain(rule.prize, rule.unit))
    yield from describe_part("mean", rule)
    if drawn and rule.draw is not None:
        yield from describe_part("draw", rule.draw, order=_chain(rule.draw, rule.unit))
    yield from told_of(rule.wins)


def _chain(chain: ChainRule[Measure], unit: Unit) -> Phrase:
    first, *rest = chain.steps
    ends = chain.ends.name if chain.ends in (Ends.LOT, Ends.TIED) else "ended"
    order = _first_measure(first.by, unit)
    return named_phrase(ends, chain, first=order, steps=tuple(_step(step) for step in rest))


def _first_measure(by: Measure, unit: Unit) -> Phrase:
    if by not in (Measure.TOTAL, Measure.BEFORE_PENALTIES):
        return named_phrase("measure", by=by, after=None)
    if unit.like(PERCENT):
        return named_phrase("in percent", first=by)
    if by is Measure.TOTAL:
        return named_phrase("total in a unit", unit=Phrase(unit.name))
    return named_phrase("in a unit", first=by, unit=Phrase(unit.name))


def _step(step: Step[Measure]) -> Phrase:
    smaller = step.by is Measure.CARRY_OVER and step.better is Better.LESS
    return named_phrase(
        "smaller" if smaller else "measure", step, after=None if step.when is When.ALWAYS else step.when
    )


def carry_lines(rule: CarryOverRule | None) -> Iterator[Sentence]:
    """Sentences about what is carried into a stage."""
    counted = rule.of if isinstance(rule, MarginCarry) and not rule.of.like(rule.unit) else None
    weighed = rule.weights if isinstance(rule, StandardCarry) and len(rule.weights) > 1 else ()
    return told_of(rule, margin=counted, weighed=weighed)


def qualify_lines(rule: QualifyRule | None) -> Iterator[Sentence]:
    """Sentences about who is passed over when places are filled."""
    for why, clause in rule.passed_over if rule is not None else ():
        yield from describe_part("passed over", clause, why=why)
    yield from told_of(rule)
