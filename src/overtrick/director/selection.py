"""Acts in the book of a selection year: each is decided on, and posted or refused."""

from collections.abc import Collection
from datetime import date

from overtrick.core.conduct.entries import check_reentry, offer_places
from overtrick.core.event.acts import (
    Act,
    BerthDeclined,
    ClubQualifier,
    FieldClosed,
    LotDrawn,
    NominationWithdrawn,
    OfferRanked,
    PairExempted,
    PairNominated,
    PairUnavailable,
    PlacingCredited,
    PlacingStruckOut,
    QualifyingDayPlaced,
    RankRelaxed,
    ReadingChosen,
    SelectionOpened,
    TeamRatified,
    TeamWithdrawal,
    TrialPlaced,
)
from overtrick.core.event.acts.table import ActTable
from overtrick.core.model.written import read_day, within_bounds
from overtrick.core.selection.awards import awards_for
from overtrick.core.selection.teams import pick_team
from overtrick.core.selection_year.fields import propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, entry_of, target_of, team_of
from overtrick.core.wording import Phrase, phrase
from overtrick.director.acts.stages import note
from overtrick.director.decision import AllowedActs, allow, refuse, refuse_duplicates
from overtrick.director.people import barred_from_selection
from overtrick.director.rule_adoption import adopt_in_year

decides_in_year: ActTable[AllowedActs] = ActTable("decide on it in a selection year")
"""Who decides on each act of a selection year: functions of the year and the act."""


def decide_selection(year: SelectionYear, act: Act, at: str = "") -> AllowedActs:
    """Decide on an act in a selection year as it stands: return the acts to post, or raise a refusal with its remedy.

    Bars are checked only if a time is given.
    """
    within_bounds(act)
    if year.opened is None and not isinstance(act, SelectionOpened):
        raise refuse("This book has no selection year", remedy="Open the selection year first.")
    if type(act) not in decides_in_year:
        raise refuse(
            "“{called}” does not belong in a selection year",
            remedy="Post this act in the event’s book.",
            called=act.called,
        )
    if isinstance(act, PairNominated) and at:
        _free_of_bars(year, act, read_day(at[:10]))
    return refuse_duplicates(decides_in_year[type(act)](year, act))


def _free_of_bars(year: SelectionYear, act: PairNominated, on: date) -> None:
    """Refuse to nominate someone who left a team of this year without an accepted reason, while the bar runs."""
    for player, given in barred_from_selection(year):
        if player in act.players and given.runs_on(on):
            raise refuse(
                "{player} left a team without an accepted reason, and is barred[ until {last:date}]",
                clause=given.clause,
                remedy="Nominate another player.",
                player=player,
                last=given.last,
            )


@decides_in_year
def _open(year: SelectionYear, act: SelectionOpened) -> AllowedActs:
    if year.opened is not None:
        raise refuse("This book already has a selection year", remedy="Create another book for another year.")
    return allow(act)


decides_in_year(adopt_in_year)
decides_in_year(note)


@decides_in_year
def _strike_out(year: SelectionYear, act: PlacingStruckOut) -> AllowedActs:
    if act.posting not in year.placings:
        raise refuse(
            "Posting {posting} does not credit a placing that still counts",
            remedy="Check the number.",
            posting=act.posting,
        )
    return allow(act, cautions=_fields_stand(year))


@decides_in_year
def _withdraw_nomination(year: SelectionYear, act: NominationWithdrawn) -> AllowedActs:
    _check_nomination(year, act.target, act.pair)
    _field_open(year, act.target)
    return allow(act)


@decides_in_year
def _draw_lot(year: SelectionYear, act: LotDrawn) -> AllowedActs:
    if act.about in year.lots:
        raise refuse(
            "Lots have already been drawn for {about}",
            remedy="Use the lots already drawn.",
            about=act.about,
        )
    return allow(act)


@decides_in_year
def _read(year: SelectionYear, act: ReadingChosen) -> AllowedActs:
    """Choose another reading while no field is closed, if all credited placings can be calculated by it."""
    if year.closed:
        raise refuse(
            "The field for the {closed} trials is closed, so readings can no longer change",
            remedy="Keep the readings as they are.",
            closed=next(iter(year.closed)),
        )
    rules = year.rules.read({**year.readings, act.reading: act.choice})
    awards_for(year.entries, rules.ledger)
    return allow(act) if year.readings.get(act.reading, "default") != act.choice else allow()


@decides_in_year
def _credit(year: SelectionYear, act: PlacingCredited) -> AllowedActs:
    """Credit a placing, with its source: in an event of this selection, to people placed nowhere else in it."""
    event = year.rules.ledger.event(act.event)
    if not act.source:
        raise refuse(
            "A placing needs a source", clause=event.tables[0].clause, remedy="Say where the information comes from."
        )
    if act.place < 1 or act.tied < 1:
        raise refuse(
            "Place {place} cannot be credited as entered",
            remedy="Enter 1 or more for the place, and for the number of contestants that share it.",
            place=act.place,
        )
    if act in year.placings.values():
        return allow()
    awards_for((*year.entries, entry_of(act)), year.rules.ledger)
    return allow(act, cautions=_fields_stand(year))


def _fields_stand(year: SelectionYear) -> tuple[Phrase, ...]:
    return tuple(
        phrase("the field for the {target} trials is closed and stands", target=target) for target in year.closed
    )


@decides_in_year
def _nominate(year: SelectionYear, act: PairNominated) -> AllowedActs:
    clause = target_of(year, act.target).clause
    _no_new_partner(year, act)
    _field_open(year, act.target)
    if act.players[0] == act.players[1]:
        raise refuse(
            "{players} cannot nominate alone", clause=clause, remedy="Name two players.", players=act.players[0]
        )
    for other in year.nominated.get(act.target, {}).values():
        if other == act:
            return allow()
        if other.pair == act.pair:
            raise refuse("There is already a pair called {pair}", remedy="Give this pair another name.", pair=act.pair)
        if both := sorted(set(other.players) & set(act.players)):
            raise refuse(
                "Already nominated in pair {pair}: {both: and}",
                clause=clause,
                remedy="A player may nominate with only one partner; withdraw the other nomination first.",
                both=tuple(both),
                pair=other.pair,
            )
    return allow(act)


def _no_new_partner(year: SelectionYear, act: PairNominated) -> None:
    """Refuse a pair with a player who gave up a berth with another partner after the field was closed."""
    rule, listed = year.rules.reentry, year.nominated.get(act.target, {})
    if rule is None:
        return
    gone = [listed[each.pair] for each in year.declined.get(act.target, ()) if each.pair in listed]
    for pair in gone:
        verdict = check_reentry(rule, pair.players, act.players, after_closing=act.target in year.closed)
        if not verdict.allowed:
            reason = verdict.against[0]
            raise refuse(
                "{players: and} may not enter: {says}",
                clause=reason.clause,
                remedy="These players may enter another year’s trials.",
                players=tuple(act.players),
                says=reason.says,
            )


def _check_nomination(year: SelectionYear, target: str, pair: str) -> None:
    target_of(year, target)
    if pair not in year.nominated.get(target, {}):
        raise refuse(
            "Pair {pair} has not nominated for the {target} trials", remedy="Check the name.", pair=pair, target=target
        )


def _field_open(year: SelectionYear, target: str) -> None:
    if target in year.closed:
        clause = year.rules.reentry.clause if year.rules.reentry is not None else target_of(year, target).clause
        raise refuse(
            "The field for the {target} trials is closed",
            clause=clause,
            remedy=phrase(
                "A pair may decline its berth until the trials have been played; its players may not then enter with "
                "other partners."
            )
            if year.rules.reentry is not None
            else phrase("A pair may still decline its berth until the trials have been played."),
            target=target,
        )


@decides_in_year
def _exempt(year: SelectionYear, act: PairExempted) -> AllowedActs:
    _check_nomination(year, act.target, act.pair)
    _field_open(year, act.target)
    already = len(year.exempt.get(act.target, ()))
    placed = year.rules.placed_fields
    limit = placed.get(act.target) or next(iter(placed.values()), None)
    if limit is not None and not limit.may_include(already):
        raise refuse(
            "{already:#pair has/pairs have} already been admitted",
            clause=limit.included,
            remedy="Do not admit another pair: the limit is reached.",
            already=already,
        )
    if not act.reason:
        raise refuse("The committee’s decision needs a reason", remedy="Say why the pair could not qualify.")
    return allow(act)


@decides_in_year
def _relax(year: SelectionYear, act: RankRelaxed) -> AllowedActs:
    target_of(year, act.target)
    rule = year.rules.fields.get(act.target)
    if rule is None:
        raise refuse(
            "The {target} trials have no rank limit",
            remedy="Choose a team whose trials have a rank limit.",
            target=act.target,
        )
    pairs = len(year.nominated.get(act.target, {}))
    if not rule.rank.may_be_extended(pairs):
        raise refuse(
            "{pairs:#pair has/pairs have} nominated, so lower ranks are not admitted",
            clause=rule.rank.clause,
            remedy="Leave the rank limit as it is; it may be relaxed when fewer than {few:#pair} nominate.",
            pairs=pairs,
            few=rule.rank.few,
        )
    return allow(act)


@decides_in_year
def _close(year: SelectionYear, act: FieldClosed) -> AllowedActs:
    """Close a field in the order of the points."""
    _field_open(year, act.target)
    ours = propose_field(year, act.target).act
    if ours != act:
        raise refuse(
            "The points give a different field: {berths:,}",
            clause=target_of(year, act.target).clause,
            remedy="Close the proposed field, or correct the placings.",
            berths=tuple(ours.berths),
        )
    return allow(act)


@decides_in_year
def _day(year: SelectionYear, act: QualifyingDayPlaced) -> AllowedActs:
    closed = year.closed.get(act.target)
    if closed is None or not closed.places:
        raise refuse(
            "There is no qualifying day for the {target} trials",
            remedy=phrase("Close the field first; a qualifying day then fills any places that are left.")
            if closed is None
            else phrase("Leave out the qualifying day: the closed field has no places left for one to fill."),
            target=act.target,
        )
    _once_each(act.order, closed.qualifiers, day=True)
    return _allow_with_source(act)


@decides_in_year
def _decline(year: SelectionYear, act: BerthDeclined) -> AllowedActs:
    if year.rules.offers is not None and act.target in year.offers:
        ranked = year.offers[act.target].order
        if act.pair not in ranked:
            raise refuse("{pair} is not in the ranking for that offer", remedy="Check the name.", pair=act.pair)
        return allow(act)
    if act.pair not in current_field(year, act.target):
        raise refuse(
            "{pair} has no berth in the {target} trials", remedy="Check the name.", pair=act.pair, target=act.target
        )
    if act.target in year.trials:
        raise refuse(
            "The {target} trials have been played", remedy="Record the pair as unavailable.", target=act.target
        )
    return allow(act)


@decides_in_year
def _trial(year: SelectionYear, act: TrialPlaced) -> AllowedActs:
    _once_each(act.order, current_field(year, act.target), day=False)
    if act.target in year.trials:
        raise refuse(
            "The {target} trials already have a result",
            remedy="A recorded result cannot be changed; record any correction by the committee in a note.",
            target=act.target,
        )
    _team_left(year, act.target, act.order)
    return _allow_with_source(act)


def _team_left(year: SelectionYear, target: str, order: tuple[str, ...], also: str = "") -> None:
    """Refuse an order that leaves too few pairs for a team."""
    rule = year.rules.teams.get(target)
    if rule is None:
        raise refuse(
            "No team is picked for “{target}”",
            remedy="Teams are picked for: {teams:,}.",
            target=target,
            teams=tuple(year.rules.teams),
        )
    pick_team(order, {also, *(act.pair for act in year.unavailable.get(target, ()))}, rule)


def _once_each(order: tuple[str, ...], among: Collection[str], *, day: bool) -> None:
    strange = [pair for pair in order if pair not in among]
    if strange:
        raise refuse(
            "{several:These pairs do|This pair does} not play the qualifying day: {strange:,}"
            if day
            else "{several:These pairs are|This pair is} not in the field: {strange:,}",
            remedy="Name only pairs that can be placed, each of them once.",
            strange=tuple(strange),
            several=len(strange) > 1,
        )
    if len(set(order)) != len(order):
        twice = next(pair for pair in order if order.count(pair) > 1)
        raise refuse("{pair} is named more than once", remedy="Name each pair once.", pair=twice)


def _allow_with_source(act: QualifyingDayPlaced | TrialPlaced | ClubQualifier | OfferRanked) -> AllowedActs:
    if not act.source:
        raise refuse("A result needs a source", remedy="Say where the information comes from.")
    return allow(act)


@decides_in_year
def _leave(year: SelectionYear, act: PairUnavailable | TeamWithdrawal) -> AllowedActs:
    team = team_of(year, act.target)
    if act.target in year.ratified and isinstance(act, PairUnavailable):
        raise refuse("The {target} team is ratified", remedy="Post a withdrawal from the team.", target=act.target)
    if isinstance(act, TeamWithdrawal):
        if act.pair not in team.pairs:
            raise refuse(
                "{pair} is not in the {target} team", remedy="Check the name.", pair=act.pair, target=act.target
            )
        after = read_day(act.received)
        rule = year.rules.replacement
        if rule is None or (after.month, after.day) <= rule.last:
            return allow(act)
        late = phrase("the notice was received late, so the {by} decides ({clause})", by=rule.by, clause=rule.late)
        return allow(act, cautions=(late,))
    if act.pair not in year.trials[act.target].order:
        raise refuse(
            "{pair} was not placed in the {target} trials", remedy="Check the name.", pair=act.pair, target=act.target
        )
    _team_left(year, act.target, year.trials[act.target].order, act.pair)
    return allow(act)


@decides_in_year
def _ratify(year: SelectionYear, act: TeamRatified) -> AllowedActs:
    team = team_of(year, act.target)
    if set(act.team) != set(team.pairs) and not act.refused:
        raise refuse(
            "The {target} team is {pairs:,}",
            clause=year.rules.teams[act.target].clause,
            remedy="Ratify that team, or refuse it with a reason.",
            target=act.target,
            pairs=tuple(team.pairs),
        )
    return allow(act)


@decides_in_year
def _elsewhere(year: SelectionYear, act: ClubQualifier | OfferRanked) -> AllowedActs:
    if isinstance(act, OfferRanked):
        known = year.rules.offers or {}
        if act.offer not in known:
            raise refuse(
                "There is no offer of places called “{offer}”",
                remedy="Offers of places: {row}.",
                offer=act.offer,
                row=", ".join(known) or phrase("none"),
            )
        offer_places(known[act.offer], act.order, contending=dict.fromkeys(act.contending, True))
    elif year.rules.club_places is None:
        raise refuse(
            "The regulations of this selection year give no places to clubs",
            remedy="Do not record club qualifiers in this selection year.",
        )
    elif act.teams < 0:
        raise refuse("The number of teams cannot be negative", remedy="Enter 0 if the club held no qualifier.")
    return _allow_with_source(act)
