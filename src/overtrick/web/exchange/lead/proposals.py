"""Proposals: postings that a leader still had when its term ended, which an official accepts or rejects one by one.

An accepted proposal is posted with its original author and key, so that it is in the book once, however often it is
sent. It is decided on as things stand now.
"""

from dataclasses import dataclass

from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting, Unread
from overtrick.ledger.codec import read_posting
from overtrick.ledger.durable.models import Line
from overtrick.web.congress.access import Action
from overtrick.web.congress.book_kinds import kind_of
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.post import PostOutcome, post
from overtrick.web.exchange.lead.models import Fate, Proposal


@dataclass(frozen=True, slots=True)
class ProposalState:
    """A proposal, its posting, and whether the book has that posting by now."""

    row: Proposal
    posting: Posting
    stands: bool

    @property
    def waiting(self) -> bool:
        """Whether someone must decide on it."""
        return self.row.fate == Fate.WAITING and not self.stands


def proposals(record: BookRecord) -> list[ProposalState]:
    """The proposals of a book, in the order in which they were posted."""
    rows = list(Proposal.objects.filter(record=record))
    there = Line.objects.filter(event=record.slug, key__in=[each.key for each in rows])
    stands = set(there.values_list("key", flat=True))
    return [ProposalState(each, read_posting(each.line)[0], each.key in stands) for each in rows]


def office_of(record: BookRecord, proposal: Proposal) -> Action:
    """The action that a user must be allowed in order to accept a proposal."""
    act = read_posting(proposal.line)[0].act
    return Action.LEAD if isinstance(act, Unread) else kind_of(record).office(type(act))


def take_proposal(record: BookRecord, proposal: Proposal, by: str) -> PostOutcome:
    """Post a proposal, if it is allowed as things stand."""
    posting = read_posting(proposal.line)[0]
    if isinstance(posting.act, Unread):
        raise DirectorError(
            "This version of Overtrick cannot read “{act}”: {why}",
            remedy="Reject this proposal, and post what was meant.",
            act=posting.act.called, why=posting.act.why,
        )  # fmt: skip
    posted = post(record, posting.act, posting.by, posting.key, device=f"a proposal, taken by {by}"[:200])
    _decide(proposal, Fate.TAKEN, by)
    return posted


def refuse_proposal(proposal: Proposal, by: str) -> None:
    """Reject a proposal, which stays in the list."""
    _decide(proposal, Fate.REFUSED, by)


def _decide(proposal: Proposal, fate: Fate, by: str) -> None:
    waiting = Proposal.objects.filter(pk=proposal.pk, fate=Fate.WAITING)
    waiting.update(fate=fate, decided_by=by[:200], decided=timezone.now())
