"""Rules by reference from an event file: an id of its own document, or a folder and the id in it."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import TypeVar

from overtrick.core.by_entry import FormatTable
from overtrick.core.errors import DirectorError
from overtrick.core.ranking.awards import AwardRule, CategoryRule, HousePairRule, MemberAwardRule
from overtrick.core.ranking.qualification import QualifyRule, SignificantRule
from overtrick.regulations.conduct import Conduct, load_conduct
from overtrick.regulations.draws import DrawBook, load_draws
from overtrick.regulations.eligibility import Eligibilities, load_eligibility
from overtrick.regulations.event_words import EventFile
from overtrick.regulations.library import Rulebook, shipped
from overtrick.regulations.load import folders, read_as, rulebook
from overtrick.regulations.ranking import RankingRules, load_ranking
from overtrick.regulations.ranking_words import CarryWords, ChainWords, RankingFile, StandingsWords
from overtrick.regulations.schema import RuleFile

R = TypeVar("R")


def split(reference: str, folder: str) -> tuple[str, str]:
    """The folder and the id a reference means.

    >>> split("butler-final", "anc-2026"), split("anc-2026/butler-final", "my-club")
    (('anc-2026', 'butler-final'), ('anc-2026', 'butler-final'))
    """
    head, _, rest = reference.partition("/")
    return (head, rest) if rest and head in folders() else (folder, reference)


def _has(folder: str, name: str) -> bool:
    return folder in folders() and (rulebook() / folder / name).is_file()


def book_of(file: EventFile) -> Rulebook:
    """The rulebook with the rules an event file has of its own."""
    return shipped() if file.rules == RuleFile() else shipped().with_files([(file.event.id, file.rules)])


def ranking_of(folder: str) -> RankingRules | None:
    """What a folder says of rankings, if anything."""
    return load_ranking(folder) if _has(folder, "ranking.toml") else None


def conduct_of(folder: str) -> Conduct | None:
    """What a folder says of conduct, if anything."""
    return load_conduct(folder) if _has(folder, "conduct.toml") else None


def eligibility_of(folder: str) -> Eligibilities | None:
    """What a folder says of who may play, if anything."""
    return load_eligibility(folder) if _has(folder, "eligibility.toml") else None


def draws_of(folder: str) -> DrawBook | None:
    """What a folder prints of draws, if anything."""
    return load_draws(folder) if _has(folder, "draws.toml") else None


@cache
def ranking_words(folder: str) -> RankingFile:
    """The words of a folder's `ranking.toml`; none where it has no such file."""
    if not _has(folder, "ranking.toml"):
        return RankingFile()
    return read_as(RankingFile, (rulebook() / folder / "ranking.toml").read_text(encoding="utf-8"), folder)


def named(known: Mapping[str, R], name: str, kind: str) -> R:
    """A rule by name, or the names that come near it."""
    if name not in known:
        close = get_close_matches(name, known, n=3, cutoff=0.3) or sorted(known)[:5]
        remedy = f"Did you mean {' or '.join(close)}?" if close else "The document has none; name a folder and an id."
        raise DirectorError(f"There is no {kind} called “{name}”", remedy=remedy)
    return known[name]


def _ranking(reference: str, folder: str, kind: str, pick: Callable[[RankingRules], Mapping[str, R]]) -> R:
    where, name = split(reference, folder)
    rules = ranking_of(where)
    return named(pick(rules) if rules else {}, name, kind)


def format_table(reference: str, folder: str) -> FormatTable:
    """A table of formats."""
    return _ranking(reference, folder, "table of formats", lambda rules: rules.formats)


def qualify_rule(reference: str, folder: str) -> QualifyRule:
    """How places are filled."""
    return _ranking(reference, folder, "qualification", lambda rules: rules.qualify)


def significant_rule(reference: str, folder: str) -> SignificantRule:
    """Which ties must be broken."""
    return _ranking(reference, folder, "list of ties that matter", lambda rules: rules.significant)


def award_rule(reference: str, folder: str) -> AwardRule:
    """What places are worth."""
    return _ranking(reference, folder, "award", lambda rules: rules.awards)


def member_award_rule(reference: str, folder: str) -> MemberAwardRule:
    """What each member of a team receives."""
    return _ranking(reference, folder, "award to members", lambda rules: rules.member_awards)


def category_rule(reference: str, folder: str) -> CategoryRule:
    """The categories within one field."""
    return _ranking(reference, folder, "list of categories", lambda rules: rules.categories)


def house_pair_rule(folder: str) -> HousePairRule | None:
    """What a house pair pays and may win, where the document says so."""
    rules = ranking_of(folder)
    return rules.house_pair if rules else None


def carry_words(reference: str, folder: str) -> CarryWords:
    """The words of a carry-over."""
    where, name = split(reference, folder)
    return named({each.id: each for each in ranking_words(where).carry_over}, name, "carry-over")


def standings_words(reference: str, folder: str) -> tuple[StandingsWords, Mapping[str, ChainWords]]:
    """The words of a ranking, and the chains it may name."""
    where, name = split(reference, folder)
    file = ranking_words(where)
    words = named({each.id: each for each in file.standings}, name, "ranking")
    return words, {chain.id: chain for chain in file.chain}
