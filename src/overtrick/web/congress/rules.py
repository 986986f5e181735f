"""The rules of the books in the database. Each book's edition is stored with the first posting that names it."""

from collections.abc import Iterable

from overtrick.core.event.acts import Act, EventOpened, RulesAdopted, SelectionOpened
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.core.wording import phrase
from overtrick.ledger.codec import read_posting
from overtrick.ledger.durable.models import Line
from overtrick.ledger.durable.tenancy import EVERYBODY, current
from overtrick.ledger.durable.texts import DurableTexts
from overtrick.regulations.plan.book_rules import BookRules, short, unknown_edition
from overtrick.regulations.read.editions import Edition
from overtrick.web.organisations.rule_files import own_edition, own_editions
from overtrick.web.translation import plain

Folded = Tournament | SelectionYear


def rules_of(name: str) -> BookRules:
    """The rules of an event or of a document's selection years, in every edition that is stored here."""

    def find(fingerprint: str) -> Edition | None:
        return DurableTexts().find(fingerprint) or _own_edition(name, fingerprint)

    return BookRules(name, find, disk=False)


def _own_edition(name: str, fingerprint: str) -> Edition | None:
    """The edition of the current organisation's own rules with this fingerprint; None if it has none."""
    found = own_editions(name, current() or EVERYBODY)
    return next((each for each in found if each.has_fingerprint(fingerprint)), None)


def name_of(opened: EventOpened | SelectionOpened | None) -> str:
    """The event or the document that a book was opened for."""
    return "" if opened is None else opened.event if isinstance(opened, EventOpened) else opened.document


def edition_of(state: Folded, name: str) -> Edition:
    """The edition that a book goes by now, or the program's own in its place."""
    return rules_of(name).or_ours(state.edition)


def notice_of(state: Folded) -> str:
    """The notice on every page of a book whose rules this server lacks; empty for any other book."""
    if state.opened is None or rules_of(name_of(state.opened)).edition(state.edition) is not None:
        return ""
    unknown = unknown_edition(state.edition, state.opened.program)
    return plain(phrase("{unknown} Add the missing edition with `overtrick rules keep`.", unknown=unknown))


def adoptable(state: Folded) -> Edition | None:
    """The program's or the organisation's edition for a book, if the book goes by different texts; otherwise None."""
    rules = rules_of(name_of(state.opened))
    if state.opened is None:
        return None
    ours = own_edition(rules.name, current() or EVERYBODY) or rules.current()
    standing = rules.edition(state.edition)
    return None if ours is None or (standing is not None and ours.is_within(standing)) else ours


def told_of(state: Folded) -> str:
    """The first characters of the fingerprint of the edition that a book goes by."""
    return short(state.edition)


def keep_named(state: Folded, acts: Iterable[Act]) -> None:
    """Store the editions that acts name, before the acts are posted."""
    for act in acts:
        if isinstance(act, EventOpened | SelectionOpened | RulesAdopted):
            opened = state.opened if isinstance(act, RulesAdopted) else act
            fingerprint = act.edition if isinstance(act, RulesAdopted) else act.rules
            keep_meant(name_of(opened), fingerprint)


def keep_meant(name: str, fingerprint: str) -> None:
    """Store the edition that our rulebook or the organisation's has under a fingerprint, unless it is stored."""
    own = list(own_editions(name, current() or EVERYBODY)) if fingerprint else []
    ours = BookRules(name, disk=not own).editions() if fingerprint else ()
    for edition in (*own, *ours):
        if edition.has_fingerprint(fingerprint):
            DurableTexts().keep(edition)
            return


def keep_all(ours: Edition | None = None) -> int:
    """Store the editions that books name and our rulebook, or *ours*, has; return how many books still lack theirs.

    The first posting of a book names an edition; one that is adopted later is stored when it is adopted. The server
    calls this when it starts, so that books from before texts were stored keep theirs when a later version of the
    program has different ones.
    """
    texts, missing = DurableTexts(), 0
    for written in Line.objects.filter(number=1).values_list("written", flat=True):
        opened = read_posting(written)[0].act
        if not isinstance(opened, EventOpened | SelectionOpened) or not opened.rules or texts.has(opened.rules):
            continue
        meant = (
            each for each in BookRules(name_of(opened), ours=ours).editions() if each.has_fingerprint(opened.rules)
        )
        found = next(meant, None)
        if found is None:
            missing += 1
        else:
            texts.keep(found)
    return missing
