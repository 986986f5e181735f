"""Fold the acts of a selection year."""

from overtrick.core.event.acts import (
    BerthDeclined,
    ClubQualifier,
    FieldClosed,
    LotDrawn,
    NominationWithdrawn,
    NoteMade,
    OfferRanked,
    PairExempted,
    PairNominated,
    PairUnavailable,
    PlacingCredited,
    PlacingStruckOut,
    Posting,
    QualifyingDayPlaced,
    RankRelaxed,
    ReadingChosen,
    RulesAdopted,
    SelectionOpened,
    TeamRatified,
    TeamWithdrawal,
    TrialPlaced,
)
from overtrick.core.selection_year.year import SelectionYear, folds_in_year


@folds_in_year
def open_year(year: SelectionYear, act: SelectionOpened, _: Posting) -> None:
    """Open the year under an edition of its rules."""
    year.opened = act
    _go_by(year, act.rules)


@folds_in_year
def adopt_rules(year: SelectionYear, act: RulesAdopted, _: Posting) -> None:
    """Adopt another edition of the rules."""
    _go_by(year, act.edition)


@folds_in_year
def choose_reading(year: SelectionYear, act: ReadingChosen, _: Posting) -> None:
    """Choose another reading."""
    year.readings[act.reading] = act.choice
    year.rules = year.rules.read(year.readings)


@folds_in_year
def credit(year: SelectionYear, act: PlacingCredited, posting: Posting) -> None:
    """Credit a placing."""
    year.placings[posting.number] = act


@folds_in_year
def strike_out(year: SelectionYear, act: PlacingStruckOut, _: Posting) -> None:
    """Remove a placing."""
    year.placings.pop(act.posting, None)


@folds_in_year
def nominate(year: SelectionYear, act: PairNominated, _: Posting) -> None:
    """Record a pair's nomination for a team."""
    year.nominated.setdefault(act.target, {})[act.pair] = act


@folds_in_year
def withdraw_nomination(year: SelectionYear, act: NominationWithdrawn, _: Posting) -> None:
    """Withdraw a pair's nomination."""
    year.withdrew.setdefault(act.target, []).append(year.nominated[act.target].pop(act.pair))


@folds_in_year
def exempt(year: SelectionYear, act: PairExempted, _: Posting) -> None:
    """Record that the committee admitted a pair."""
    year.exempt.setdefault(act.target, []).append(act)


@folds_in_year
def relax(year: SelectionYear, act: RankRelaxed, _: Posting) -> None:
    """Record that lower ranks may enter."""
    year.relaxed[act.target] = act


@folds_in_year
def draw_lot(year: SelectionYear, act: LotDrawn, _: Posting) -> None:
    """Record a lot."""
    year.lots[act.about] = act


@folds_in_year
def close_field(year: SelectionYear, act: FieldClosed, _: Posting) -> None:
    """Close the field of a team's trials."""
    year.closed[act.target] = act


@folds_in_year
def place_day(year: SelectionYear, act: QualifyingDayPlaced, _: Posting) -> None:
    """Record the order of the qualifying day."""
    year.days[act.target] = act


@folds_in_year
def decline_berth(year: SelectionYear, act: BerthDeclined, _: Posting) -> None:
    """Record that a pair gave up its berth, or a team declined a place."""
    year.declined.setdefault(act.target, []).append(act)


@folds_in_year
def place_trial(year: SelectionYear, act: TrialPlaced, _: Posting) -> None:
    """Record the order of the trials."""
    year.trials[act.target] = act


@folds_in_year
def miss_team(year: SelectionYear, act: PairUnavailable, _: Posting) -> None:
    """Record that a pair cannot go with the team."""
    year.unavailable.setdefault(act.target, []).append(act)


@folds_in_year
def leave_team(year: SelectionYear, act: TeamWithdrawal, _: Posting) -> None:
    """Record that a pair withdrew from the team."""
    year.left.setdefault(act.target, []).append(act)


@folds_in_year
def ratify(year: SelectionYear, act: TeamRatified, _: Posting) -> None:
    """Record that the team was ratified or refused."""
    year.ratified[act.target] = act


@folds_in_year
def hold_qualifier(year: SelectionYear, act: ClubQualifier, _: Posting) -> None:
    """Record a club's qualifying event."""
    year.clubs[act.club] = act


@folds_in_year
def rank_offer(year: SelectionYear, act: OfferRanked, _: Posting) -> None:
    """Record the order in which places are offered."""
    year.offers[act.offer] = act


@folds_in_year
def make_note(year: SelectionYear, act: NoteMade, posting: Posting) -> None:
    """Record a note."""
    year.notes.append((posting.number, act.text))


def _go_by(year: SelectionYear, edition: str) -> None:
    """Apply an edition from now on, if it is available; everything except closed fields is calculated by it."""
    year.edition = edition
    found = year.editions(edition) if year.editions is not None else None
    if found is not None:
        year.rules = found.read(year.readings) if year.readings else found
