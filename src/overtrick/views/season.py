"""A season as a page shows it: what each session counts for, what may still change and why, and who was away."""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.conduct.participation import least_play
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.season import rule_of, sitting_of
from overtrick.core.event.play.session_movements import Sitting
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.contestants import entry_order
from overtrick.core.ranking.standings import Standing
from overtrick.core.season import Attendance, ScoredSession, Season, open_figures
from overtrick.core.season.record import enough
from overtrick.core.season.rules import SeasonRule
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views import addresses
from overtrick.views.names import Who, who
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number, place_number, stage_slug

BY = {
    Attendance.SUBSTITUTE: phrase("substitute"),
    Attendance.STAND_INS: phrase("two substitutes"),
    Attendance.ABSENT: phrase("absent"),
}
"""Who played instead of the pair itself, in a word short enough to go under a number."""


@dataclass(frozen=True, slots=True)
class SessionHead:
    """A session of a season: its progress, and whether all its results are in."""

    number: int
    says: Text
    complete: bool


@dataclass(frozen=True, slots=True)
class SessionCell:
    """What a session counts for a pair, with what was scored where that differs.

    *by* says who sat if not the pair itself, *played_by* who sat in any case, *ground* the reason in the regulation's
    terms. *open* says why the figure may still change; it is empty where it cannot.
    """

    session: int
    counts: Number
    scored: Number
    by: Text
    ground: Text
    open: Text
    played_by: Text = ""

    @property
    def differs(self) -> bool:
        """Whether what was scored differs from what counts."""
        return bool(self.scored.text) and self.scored.text != self.counts.text


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One pair: its place, its sessions, its total, why that may still change, and what it needs for a place."""

    place: Number
    who: Who
    cells: tuple[SessionCell, ...]
    carried: Number
    total: Number
    open: Text
    placing: Text

    @property
    def later(self) -> str:
        """The sessions without a figure yet, as a slice of all."""
        return f"{len(self.cells)}:"


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A figure that may still change: its value now, the reason, the clause, and after which session it is final."""

    who: Who
    session: int
    now: Number
    because: Text
    clause: Text
    settles: int


@dataclass(frozen=True, slots=True)
class Away:
    """Someone who was or will be away from a session, and the posting that says so."""

    session: int
    who: Who
    says: Text
    posting: int
    absent: bool
    drawn: bool


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A season: its sessions, every pair's figures, what may still change, and who was away.

    *rule* says what a place requires, by *clause*. *says* is the progress.
    """

    says: Text
    sessions: tuple[SessionHead, ...]
    rule: Text
    clause: Text
    carried: bool
    rows: tuple[SeasonRow, ...]
    open: tuple[OpenLine, ...]
    away: tuple[Away, ...]


def season_page(event: Tournament, state: StageState, reader: Reader = PUBLIC) -> SeasonPage | None:
    """The season of a stage, if it is one. Only the desk sees why someone is away."""
    if not state.plan.in_season:
        return None
    rows = [row for field in state.fields for row in state.standings(field.name).rows]
    return SeasonPage(
        _says(state),
        tuple(_head(state, sitting) for sitting in state.sittings),
        _rule(state),
        rule_of(state.plan).eligibility.clause.phrased,
        any(state.carry(row.contestant) is not None for row in rows),
        tuple(_row(event, state, row) for row in rows),
        tuple(_open(event, state, [row.contestant for row in rows])),
        _away(event, state, reasons=reader.desk),
    )


def cells_of(state: StageState, contestant: str) -> tuple[SessionCell, ...]:
    """A pair's sessions that are complete."""
    slug = stage_slug(state.plan.name)
    return tuple(_cell(slug, contestant, each) for each in state.season(contestant).counted)


def total_open(own: Season) -> Said:
    """Why a pair's total may still change; empty if it cannot."""
    return next((each.because for each in open_figures([own]) if each.session is None), "")


def placing_of(state: StageState, contestant: str) -> Said:
    """What a pair still needs for a place, unless it has simply played everything so far."""
    own, rule = state.season(contestant), rule_of(state.plan)
    if not own.possible:
        return phrase("cannot be placed: {out_of_reach}", out_of_reach=_out_of_reach(own, rule))
    if own.itself == len(own.counted) or own.eligible.allowed:
        return ""
    return _still_needs(own, rule)


def _out_of_reach(own: Season, rule: SeasonRule) -> Phrase:
    """Why the remaining sessions are too few."""
    come, itself = _least(rule, own.sessions)
    if own.represented + own.left < come:
        return phrase(
            "the pair {left:can attend at most|attended} {there} of the {sessions:#session}, but the minimum is {come}",
            left=own.left, there=own.represented + own.left, sessions=own.sessions, come=come,
        )  # fmt: skip
    return phrase(
        "the pair itself {left:can play at most|played} {own} of the {sessions:#session}, but the minimum is {least}",
        left=own.left, own=own.itself + own.left, sessions=own.sessions, least=itself,
    )  # fmt: skip


def _still_needs(own: Season, rule: SeasonRule) -> Said:
    """What a pair must still play in the remaining sessions."""
    itself, there = own.itself + own.left, own.represented + own.left
    if not enough(rule, own.sessions, own=itself - 1, represented=there).allowed:
        return phrase("must play every remaining session without a substitute to be placed")
    if not enough(rule, own.sessions, own=itself - 1, represented=there - 1).allowed:
        return phrase("must attend every remaining session to be placed")
    return ""


def _cell(slug: str, contestant: str, each: ScoredSession) -> SessionCell:
    number = each.session.number
    score = each.score
    return SessionCell(
        number,
        figure_number(each.competition, addresses.Session(slug, number, contestant)),
        figure_number(score, addresses.SessionScore(slug, number, contestant)) if score is not None else Number(""),
        BY.get(each.session.attendance, ""),
        Phrase(str(each.session.ground)) if each.session.ground else "",
        each.because,
        Phrase(str(each.session.attendance)),
    )


def _row(event: Tournament, state: StageState, row: Standing) -> SeasonRow:
    name, slug = row.contestant, stage_slug(state.plan.name)
    carried = state.carry(name)
    return SeasonRow(
        place_number(row, slug),
        who(event, name),
        cells_of(state, name),
        figure_number(carried, addresses.CarryOver(slug, name)) if carried is not None else Number("–"),
        figure_number(row.total, addresses.Total(slug, name)),
        total_open(state.season(name)),
        placing_of(state, name),
    )


def how_far(state: StageState) -> Phrase:
    """The progress of a stage: by rounds, in a season by sessions and the rounds of the session."""
    if not state.plan.in_season or not state.last_round:
        return phrase("round {round} of {rounds}", round=round_in_play(state), rounds=rounds_of(state))
    sitting = sitting_of(state, state.last_round)
    session = phrase("session {number} of {sittings}", number=sitting.number, sittings=len(state.sittings))
    return phrase(
        "{session}, round {round_of} of {rounds}",
        session=session,
        round_of=_round_of(state, sitting),
        rounds=sitting.rounds,
    )


def _says(state: StageState) -> Phrase:
    there = len(state.sittings)
    if state.closed:
        return phrase("Final: the stage is closed, and no score depends on later sessions.")
    begun = [sitting for sitting in state.sittings if sitting.first in state.rounds]
    if not begun:
        return phrase("{there:#session} to come.", there=there)
    last = begun[-1]
    if not _has_results(state, last):
        return phrase("Session {number} of {there} is drawn. It has no results yet.", number=last.number, there=there)
    if not _complete(state, last):
        return phrase(
            "Session {number} of {there} is being played: round {round_of} of {rounds}.",
            number=last.number,
            there=there,
            round_of=_round_of(state, last),
            rounds=last.rounds,
        )
    return (
        phrase("Sessions complete: {number} of {there}.", number=last.number, there=there)
        if last.number < there
        else phrase("All {there:#session} are complete.", there=there)
    )


def _has_results(state: StageState, sitting: Sitting) -> bool:
    return any(state.rounds[number].results for number in sitting.all_rounds if number in state.rounds)


def _round_of(state: StageState, sitting: Sitting) -> int:
    return min(state.last_round, sitting.last) - sitting.first + 1


def _complete(state: StageState, sitting: Sitting) -> bool:
    return sitting.last in state.rounds and not any(
        state.missing(number) for number in sitting.all_rounds if not state.rounds[number].closed
    )


def _head(state: StageState, sitting: Sitting) -> SessionHead:
    if _complete(state, sitting):
        return SessionHead(sitting.number, phrase("{pairs:#pair}", pairs=len(sitting.order)), complete=True)
    if sitting.first in state.rounds:
        says = phrase("being played") if _has_results(state, sitting) else phrase("no results yet")
        return SessionHead(sitting.number, says, complete=False)
    return SessionHead(sitting.number, phrase("to come"), complete=False)


def _least(rule: SeasonRule, there: int) -> tuple[int, int]:
    """How many of these sessions a pair must be present for, and how many it must play itself."""
    least = least_play(rule.eligibility, {"represented": there, "own": there})
    return least["represented"].value, least["own"].value


def _rule(state: StageState) -> Phrase:
    """What a place requires, in words for this number of sessions."""
    rule, there = rule_of(state.plan), len(state.plan.sessions)
    come, itself = _least(rule, there)
    return phrase(
        "To be placed, a pair must attend at least {come} of the {there:#session} and play at least {itself} "
        "of them without a substitute.{excused: An absence on a recognised ground counts as attending.|}",
        come=come, there=there, itself=itself, excused=bool(rule.recognised),
    )  # fmt: skip


def _open(event: Tournament, state: StageState, names: list[str]) -> Iterator[OpenLine]:
    slug = stage_slug(state.plan.name)
    for each in open_figures(state.season(name) for name in names):
        if each.session is not None:
            now = figure_number(each.figure, addresses.Session(slug, each.session, each.pair))
            yield OpenLine(
                who(event, each.pair), each.session, now, each.because, each.clause.phrased, each.settles
            )  # fmt: skip


def _away(event: Tournament, state: StageState, *, reasons: bool) -> tuple[Away, ...]:
    """Who misses a session or has a substitute, session by session, future ones included."""
    found = []
    for (name, session), (posting, act) in state.absences.items():
        drawn = state.sittings[session - 1].first in state.rounds
        says = phrase(
            "absent[, {ground}][, {reason}]", ground=_ground(act.ground), reason=act.reason if reasons else ""
        )
        found.append(Away(session, who(event, name), says, posting, absent=True, drawn=drawn))
    for posting, used in state.stand_ins.items():
        says = phrase(
            "{substitute} for {out}[, {ground}][, {reason}]",
            substitute=used.substitute, out=used.out, ground=_ground(used.ground),
            reason=used.reason if reasons else "",
        )  # fmt: skip
        sessions = state.sessions_of(used.rounds)
        found += [Away(each, who(event, used.contestant), says, posting, absent=False, drawn=True) for each in sessions]
    return tuple(sorted(found, key=lambda each: (each.session, entry_order(each.who.number), each.posting)))


def _ground(ground: str) -> Said:
    """The reason for an absence in words; books store it as text."""
    return Phrase(ground) if ground else ""
