"""Undoing postings: what depends on them, and the objections of regulations and of caution.

Later postings were decided on in the state of that time. Those that would be refused without the undone ones depend on
them: they are undone too, or nothing is.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import (
    CommitteeNamed,
    DrawPublished,
    EventOpened,
    LotDrawn,
    OfAppeal,
    Posting,
    PostingsUndone,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    RulingGiven,
    StageClosed,
)
from overtrick.core.event.fold.replaying import undone_by
from overtrick.core.event.fold.results import OfResult
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.results import NotPlayed
from overtrick.core.provenance.figures import Clause
from overtrick.core.wording import Phrase, capitalise, phrase
from overtrick.director.acts.rows import AnyRow, NoForm
from overtrick.director.appeal_files import rules_for
from overtrick.director.clocks import in_time_to_correct
from overtrick.director.decision import AllowedActs, allow, refuse
from overtrick.director.results import where

Rows = Mapping[type, AnyRow]


def undo(event: Tournament, act: PostingsUndone, at: str, rows: Rows) -> AllowedActs:
    """Undo postings with all that depend on them; a caution can be overridden by force, a regulation cannot."""
    told = {posting.number: posting for posting in event.postings()}
    if not act.reason.strip() or not act.postings:
        raise refuse("An undo needs a posting and a reason", remedy="Give the posting number and a short reason.")
    named = [_undoable_posting(event, told, number, rows) for number in act.postings]
    _check_stages_open(event, named)
    rest = [told[number] for number in rests_on(event, act.postings, rows) if number not in act.postings]
    if rest:
        raise refuse(
            "{rest:#later posting} would not be valid after the undo; the earliest is posting {number}",
            remedy="Undo the later postings first, or name them all in one undo, with “forced” set and a reason.",
            rest=len(rest),
            number=rest[0].number,
        )
    against = _cautions(event, named)
    if against and not act.forced:
        raise refuse(capitalise(against[0]), remedy="To undo the posting anyway, set “forced” and give a reason.")
    late = [caution for each in _results(event, named) if (caution := in_time_to_correct(event, each, at))]
    return allow(act, cautions=tuple(dict.fromkeys((*against, *late))))


def taken_with(event: Tournament, number: int, rows: Rows) -> tuple[int, ...]:
    """A posting with those posted by the same act and all that depend on them, in order."""
    told = list(event.postings())
    own = next((each for each in told if each.number == number), None)
    if own is None:
        return (number,)
    together = {each.number for each in told if each.number >= number and _one_act(own, each)} - event.undone
    return tuple(sorted({number, *together, *rests_on(event, {number, *together}, rows)}))


def needs_force(event: Tournament, numbers: Collection[int]) -> bool:
    """Whether a caution is against undoing these postings."""
    return bool(_cautions(event, [posting for posting in event.postings() if posting.number in numbers]))


def rests_on(event: Tournament, numbers: Iterable[int], rows: Rows) -> tuple[int, ...]:
    """The postings that would be refused without these, and are not refused with them."""
    after = Posting(event.last + 1, PostingsUndone(tuple(numbers), ""), "", "", "")
    gone = undone_by((*event.postings(), after))
    refused = _refused_postings(event, gone, rows, frozenset(), min(after.act.postings, default=0))  # type: ignore[union-attr]
    if refused:  # a posting that was irregular before does not depend on it
        odd = _refused_postings(event, event.undone, rows, frozenset(), min(refused))
        refused = _refused_postings(event, gone, rows, odd, min(refused)) if odd else refused
    return tuple(sorted(refused))


def _refused_postings(
    event: Tournament, gone: frozenset[int], rows: Rows, odd: frozenset[int], since: int
) -> frozenset[int]:  # fmt: skip
    """The postings since a number that are refused in a book without *gone*; *odd* ones are ignored."""
    refused: frozenset[int] = frozenset()
    while True:
        other, broken = event.from_the_first(), 0
        for posting in event.postings():
            if posting.number in gone or posting.number in refused or isinstance(posting.act, PostingsUndone):
                continue
            if posting.number > since and posting.number not in odd and not _stands(other, posting, rows):
                refused |= {posting.number}
                continue
            try:
                other.post(posting)
            except Exception:  # noqa: BLE001 - whatever it is, it cannot be folded without the others
                broken = posting.number  # half of it may be folded in already
                break
        if not broken:
            return refused
        refused |= {broken}


def _stands(event: Tournament, posting: Posting, rows: Rows) -> bool:
    """Whether an act would still be accepted in an event: a draw as it was published, a result where it is played."""
    act = posting.act
    try:
        if isinstance(act, OfResult):
            _, drawn = where(event, act)
            first = isinstance(act, ResultPosted | RulingGiven)
            return first or (act.table, act.room, act.board) in drawn.results
        if isinstance(act, DrawPublished):
            act = replace(act, by_hand=act.by_hand or "as it was published")
        if type(act) in rows:
            rows[type(act)].decide(event, act, posting.at)
    except OvertrickError:
        return False
    return True


def _undoable_posting(event: Tournament, told: Mapping[int, Posting], number: int, rows: Rows) -> Posting:
    """A posting that exists and is of a kind that can be undone."""
    if number not in told:
        raise refuse("There is no posting {number} to undo", remedy="Check the number in the history.", number=number)
    if number in event.undone:
        raise refuse(
            "Posting {number} has already been undone",
            remedy="To restore this posting, undo the posting that undid it.",
            number=number,
        )
    posting = told[number]
    row = rows.get(type(posting.act))
    if row is not None and isinstance(row.inverse, NoForm):
        appealed = isinstance(posting.act, OfAppeal)
        course = appealed and not isinstance(posting.act, CommitteeNamed)
        raise refuse(
            "Posting {number} cannot be undone: {inverse_why}",
            clause=_course(event, number) if appealed else None,
            remedy=phrase("Take the next step in the appeal instead.")
            if course
            else phrase("Start a new book instead.")
            if isinstance(posting.act, EventOpened)
            else "",
            number=number,
            inverse_why=row.inverse.why,
        )
    return posting


def _course(event: Tournament, number: int) -> Clause | None:
    """The clause of the procedure that an appeal follows, by one of its postings."""
    files = event.conducted.appeals.values()
    own = (file for file in files if number == file.number or any(each.posting == number for each in file.taken))
    stage = next((file.lodged.stage for file in own), "")
    return rules_for(event, stage).course.clause if stage else None


def _check_stages_open(event: Tournament, named: Collection[Posting]) -> None:
    """Refuse to undo what the order of a closed stage depends on, unless the stage is reopened."""
    reopened = {each.act.stage for each in named if isinstance(each.act, StageClosed)}
    for each in named:
        state = event.stages.get(getattr(each.act, "stage", ""))
        if state is not None and state.closed and state.plan.name not in reopened:
            raise refuse(
                "{plan} is closed and its placings are final",
                clause=state.plan.clause,
                remedy="Reopen the stage first, by undoing its closure.",
                plan=state.plan.name,
            )


def _cautions(event: Tournament, named: Collection[Posting]) -> list[Phrase]:
    """The cautions against undoing these postings."""
    first = min(named, key=lambda each: each.number) if named else None
    found: list[Phrase] = []
    for each in named:
        act = each.act
        if isinstance(act, LotDrawn):
            found.append(
                phrase(
                    "lots for {about} are drawn only once, so that no one can draw again for a better result",
                    about=act.about,
                )
            )
        elif isinstance(act, StageClosed):
            found.append(phrase("the order of {stage} became final when the stage was closed", stage=act.stage))
        elif isinstance(act, DrawPublished) and (act.stage, act.round) in event.conducted.started:
            found.append(phrase("round {round} of {stage} has started", round=act.round, stage=act.stage))
    along = [each for each in named if first is not None and not _one_act(first, each)]
    if along:
        found.append(phrase("{along:#later posting is/later postings are} undone as well", along=len(along)))
    return found


def _one_act(first: Posting, other: Posting) -> bool:
    """Whether two postings were made by one act: the key of the second begins with that of the first."""
    return other.key == first.key or other.key.startswith(f"{first.key}/")


def _results(event: Tournament, named: Collection[Posting]) -> list[ResultCorrected]:
    """The undone results at tables that stay, as corrections: the same deadlines apply to them."""
    drawn = {(each.act.stage, each.act.round) for each in named if isinstance(each.act, DrawPublished)}
    return [
        ResultCorrected(act.stage, act.round, act.table, act.board, NotPlayed(""), "taken back", act.room)
        for act in (each.act for each in named)
        if isinstance(act, OfResult)
        and not isinstance(act, ResultConfirmed | ResultDisputed)
        and (act.stage, act.round) not in drawn
        and act.stage in event.stages
    ]
