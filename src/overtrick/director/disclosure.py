"""Disclosure and who decides: the grace for cards, the colour in force, barred psychic calls, late determinations."""

from fractions import Fraction

from overtrick.core.conduct.cards import GraceUse, card_grace
from overtrick.core.conduct.precedence import may_determine
from overtrick.core.conduct.systems import Classification, in_force, psychic_barred
from overtrick.core.event.acts import (
    CardsShown,
    Determined,
    PsychicRecorded,
    Seating,
    SystemClassified,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import PERCENT, Figure
from overtrick.core.scoring.fouled import barred_score
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, allow, plays_in, refuse


def grace_used(event: Tournament, contestant: str, stage: str) -> tuple[GraceUse, ...]:
    """How a pair has used its grace for cards, occasion by occasion; empty where no rule requires cards."""
    rule = event.stage(stage).plan.rules.grace
    shown = [act.cards for act in event.conducted.cards if act.contestant == contestant]
    return card_grace(shown, rule) if rule is not None else ()


def show_cards(event: Tournament, act: CardsShown) -> AllowedActs:
    """Record that cards were shown on an occasion, and how much of the grace that uses."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    rule = state.plan.rules.grace
    if rule is None:
        return allow(
            act, cautions=(phrase("the regulations of this stage do not say how many system cards must be shown"),)
        )
    before = [each.cards for each in event.conducted.cards if each.contestant == act.contestant]
    use = card_grace((*before, act.cards), rule)[-1]
    if use.penalised:
        said = phrase(
            "{missing:#system card} missing beyond the allowance: the director decides on a procedural penalty "
            "({clause})",
            missing=use.penalised,
            clause=rule.clause,
        )
        return allow(act, cautions=(said,))
    if not use.used:
        return allow(act)
    said = phrase(
        "{used:#missing system card} within the allowance; {left:words} more may be missing ({clause})",
        used=use.used,
        left=use.left,
        clause=rule.clause,
    )
    return allow(act, cautions=(said,))


def classify(event: Tournament, act: SystemClassified) -> AllowedActs:
    """Record a system's colour, from someone who may classify it; after the final decision nobody changes it."""
    players = event.any_plan().stages[0].rules.players
    rule = players.classifying
    if (act.contestant, act.system) not in event.conducted.lodged:
        raise refuse(
            "Number {contestant} has not lodged a system called {system}",
            remedy="Lodge the system first.",
            contestant=act.contestant,
            system=act.system,
        )
    if rule is None:
        return allow(act)
    if act.by not in (rule.first, rule.final):
        raise refuse(
            "{by:begun} does not classify systems",
            clause=rule.clause,
            remedy="Systems are classified by {first} or {final}.",
            by=act.by,
            first=rule.first,
            final=rule.final,
        )
    standing = colour_in_force(event, act.contestant, act.system)
    if standing is not None and standing.by == rule.final:
        raise refuse(
            "{final:begun} has classified {system} as {colour}",
            clause=rule.clause,
            remedy="Keep that classification: it is final.",
            final=rule.final,
            system=act.system,
            colour=standing.colour,
        )
    return allow(act)


def colour_in_force(event: Tournament, contestant: str, system: str) -> Classification | None:
    """The colour a lodged system counts as: the final decision, else the first; `None` if there is neither."""
    rule = event.any_plan().stages[0].rules.players.classifying
    given = [act for act in event.conducted.classified if (act.contestant, act.system) == (contestant, system)]
    if rule is None or not given:
        return None
    final = next((act.colour for act in reversed(given) if act.by == rule.final), None)
    first = next((act.colour for act in reversed(given) if act.by == rule.first), given[-1].colour)
    return in_force(rule, first, final)


def record_psychic(event: Tournament, act: PsychicRecorded) -> AllowedActs:
    """Record a psychic call; where it is barred, a caution asks the director to adjust the board."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    state.round(act.round)
    rule = state.plan.rules.players.psychic
    if rule is None:
        return allow(act)
    found = psychic_barred(rule, act.opponents, intentional=act.intentional)
    if not found.applies:
        return allow(act)
    barred = phrase(
        "the call is barred: {adjustment} ({clause})", adjustment=_adjustment(state, act), clause=found.clause
    )
    mixed = phrase("only one of the opponents is below the rank limit ({clause})", clause=found.clause)
    return allow(act, cautions=(barred, mixed if found.mixed else ""))


def _adjustment(state: StageState, act: PsychicRecorded) -> Phrase:
    """The adjusted score after a barred call: the lesser score for the offenders and the greater for the opponents."""
    rule, seating = state.plan.scoring.barred, state.round(act.round).seating_of(act.contestant)
    if rule is None or seating is None or act.board not in seating.boards:
        return phrase("adjust board {board}", board=act.board)
    both = [_on_board(state, act, seating, side) for side in (0, 1)]
    own, other = both if seating.first(act.contestant) else both[::-1]
    if own is None or other is None:
        return phrase("adjust board {board} once its result is in", board=act.board)
    found = barred_score(own, other, rule)
    return phrase(
        "give a ruling on board {board}: {own} to number {contestant} ({own_note}) and {other} to the opponents "
        "({other_note}) ({clause})",
        board=act.board, contestant=act.contestant, own=found.offenders, own_note=found.offenders.note,
        other=found.opponents, other_note=found.opponents.note, clause=rule.clause,
    )  # fmt: skip


def _on_board(state: StageState, act: PsychicRecorded, seating: Seating, side: int) -> Figure[Exact] | None:
    """A side's score on a board, in IMPs or as a percentage of the top."""
    credit = state.card(act.round, seating.table).credits.get(act.board, (None, None))[side]
    if not isinstance(credit, Figure):
        return None
    if state.plan.scoring.percent is None:
        return credit
    top = state.board_field(state.scope(act.round), act.board).top
    return Figure(
        plain(Fraction(100 * credit.value) / top), PERCENT, credit.clause, (credit,), phrase("of the top on this board")
    )


def determine(event: Tournament, act: Determined) -> AllowedActs:
    """Accept a determination that may still be applied: during the event, only on what the regulations do not cover."""
    rule = event.any_plan().stages[0].rules.determination
    begun = bool(event.stages)
    if rule is not None and not may_determine(act.matter, rule, in_progress=begun):
        raise refuse(
            "The event is in progress, and the regulations cover this matter",
            clause=rule.clause,
            remedy="Determine only matters that are {matters:or}.",
            matters=tuple(phrase("{matter:name}", matter=each) for each in rule.in_progress),
        )
    return allow(act)
