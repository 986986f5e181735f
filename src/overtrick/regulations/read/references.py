"""Rules by reference from an event file: an id of its own document, or a folder and the id in it."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

from overtrick.core.by_entry import FormatTable
from overtrick.core.conduct.eligibility import Eligibility
from overtrick.core.conduct.participation import CommonMembersRule, PlayRule
from overtrick.core.conduct.teams import FinalsTeamRule
from overtrick.core.draws.finals import Bracket
from overtrick.core.draws.stanzas import StanzaRule
from overtrick.core.errors import DirectorError
from overtrick.core.event.placing import AbsencesPlacing, PlacingRule, SharePlacing
from overtrick.core.ranking.awards import AwardRule, CategoryRule, HousePairRule, MemberAwardRule
from overtrick.core.ranking.qualification import QualifyRule, SignificantRule
from overtrick.core.season.rules import SeasonRule
from overtrick.regulations.grammar.event import EventFile, PlacingWords
from overtrick.regulations.grammar.ranking import CarryWords, ChainWords, RankingFile, StandingsWords
from overtrick.regulations.grammar.schema import RuleFile
from overtrick.regulations.read.brackets import Brackets, load_brackets
from overtrick.regulations.read.draws import DrawBook, load_draws
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import folders, has, read_as, text_of
from overtrick.regulations.read.ranking import RankingRules, load_ranking

if TYPE_CHECKING:
    from overtrick.regulations.grammar.season import SeasonWords
    from overtrick.regulations.read.conduct import Conduct
    from overtrick.regulations.read.eligibility import Eligibilities

R = TypeVar("R")


def split(reference: str, folder: str) -> tuple[str, str]:
    """The folder and the id a reference means.

    >>> split("butler-final", "anc-2026"), split("anc-2026/butler-final", "my-club")
    (('anc-2026', 'butler-final'), ('anc-2026', 'butler-final'))
    """
    head, _, rest = reference.partition("/")
    return (head, rest) if rest and head in folders() else (folder, reference)


def with_flow() -> tuple[str, ...]:
    """The folders that lay down the course of an event in a `flow.toml`."""
    return tuple(folder for folder in folders() if has(folder, "flow.toml"))


def book_of(file: EventFile) -> Rulebook:
    """The rulebook with the rules an event file has of its own."""
    return library() if file.rules == RuleFile() else library().with_files([(file.event.id, file.rules)])


def ranking_of(folder: str) -> RankingRules | None:
    """What a folder says of rankings, if anything."""
    return load_ranking(folder) if has(folder, "ranking.toml") else None


def conduct_of(folder: str) -> "Conduct | None":
    """What a folder says of conduct, if anything."""
    from overtrick.regulations.read.conduct import load_conduct

    return load_conduct(folder) if has(folder, "conduct.toml") else None


def eligibility_of(folder: str, instead: Mapping[str, str] | None = None) -> "Eligibilities | None":
    """What a folder says of who may play, if anything; *instead* are rules that stand for others."""
    from overtrick.regulations.read.eligibility import load_eligibility

    if not has(folder, "eligibility.toml"):
        return None
    return load_eligibility(folder, tuple(sorted((instead or {}).items())))


def draws_of(folder: str) -> DrawBook | None:
    """What a folder prints of draws, if anything."""
    return load_draws(folder) if has(folder, "draws.toml") else None


def brackets_of(folder: str) -> Brackets | None:
    """What a folder says of finals and knockouts, if anything."""
    return load_brackets(folder) if has(folder, "brackets.toml") else None


def bracket(reference: str, folder: str) -> Bracket:
    """A finals system."""
    where, name = split(reference, folder)
    found = brackets_of(where)
    return named(found.brackets if found else {}, name, "finals system")


def seating_rights(reference: str, folder: str) -> StanzaRule:
    """Who sits last in which stanzas of a match."""
    where, name = split(reference, folder)
    found = brackets_of(where)
    return named(found.stanzas if found else {}, name, "list of rights in stanzas")


def least_play(name: str, folder: str) -> PlayRule:
    """The least that must be played."""
    rules = eligibility_of(folder)
    return named(rules.play if rules else {}, name, "rule of least play")


def finals_team(name: str, folder: str) -> FinalsTeamRule:
    """Who may play in the finals after two stages."""
    rules = eligibility_of(folder)
    return named(rules.finals_teams if rules else {}, name, "rule for a finals team")


def common_members(folder: str) -> CommonMembersRule:
    """When a team of one stage is that of another."""
    rules = eligibility_of(folder)
    if rules is None or rules.common_members is None:
        raise DirectorError(f"{folder} does not say when two teams are the same", remedy="Leave out “same_team”.")
    return rules.common_members


@by_edition
def ranking_words(folder: str) -> RankingFile:
    """The words of a folder's `ranking.toml`; none where it has no such file."""
    if not has(folder, "ranking.toml"):
        return RankingFile()
    return read_as(RankingFile, text_of(folder, "ranking.toml"), folder)


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


def season_words(reference: str, folder: str) -> "SeasonWords":
    """The words of how the sessions of an event count."""
    from overtrick.regulations.read.season import season_file

    where, name = split(reference, folder)
    known = season_file(where).season if has(where, "season.toml") else ()
    return named({each.name: each for each in known}, name, "season")


def season_rule(reference: str, folder: str, below: Mapping[tuple[str, ...], object]) -> SeasonRule:
    """How the sessions of an event count, as another reading has it where *below* says so."""
    from overtrick.regulations.read.season import build_season, season_file

    where, _ = split(reference, folder)
    return build_season(season_words(reference, folder), season_file(where).ties, where, below)


def eligibility_rule(reference: str, folder: str) -> Eligibility:
    """A rule of who may play."""
    rules = eligibility_of(folder)
    return named(rules.rules if rules else {}, reference, "rule of eligibility")


def placing_rule(words: PlacingWords | None, folder: str) -> PlacingRule | None:
    """The least play for a place, if a stage asks for it."""
    rules = eligibility_of(folder)
    if words is None:
        return None
    if words.absences is not None:
        absences = named(rules.absences if rules else {}, words.absences, "list of absences")
        return AbsencesPlacing(absences, words.held or "", words.sittings)
    play = named(rules.play if rules else {}, words.play or "", "least play")
    return SharePlacing(play, play.limbs[0].name)


def standings_words(reference: str, folder: str) -> tuple[StandingsWords, Mapping[str, ChainWords]]:
    """The words of a ranking, and the chains it may name."""
    where, name = split(reference, folder)
    file = ranking_words(where)
    words = named({each.id: each for each in file.standings}, name, "ranking")
    return words, {chain.id: chain for chain in file.chain}
