"""Reads what a document says of rankings, carry-overs, qualification, awards and formats, from its `ranking.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.by_entry import FormatTable
from overtrick.core.ranking.awards import AwardRule, CategoryRule, HousePairRule, MemberAwardRule
from overtrick.core.ranking.carry_over import CarryOverRule
from overtrick.core.ranking.chain import ChainRule
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.qualification import QualifyRule, SignificantRule
from overtrick.core.ranking.standings import StandingsRule
from overtrick.regulations.grammar.ranking import RankingFile
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.load import read_as, text_of


@dataclass(frozen=True, slots=True)
class RankingRules:
    """Everything a document says of ranking, by name; nothing where it is silent."""

    chains: Mapping[str, ChainRule[Measure]]
    standings: Mapping[str, StandingsRule]
    carry_overs: Mapping[str, CarryOverRule]
    qualify: Mapping[str, QualifyRule]
    significant: Mapping[str, SignificantRule]
    awards: Mapping[str, AwardRule]
    member_awards: Mapping[str, MemberAwardRule]
    categories: Mapping[str, CategoryRule]
    house_pair: HousePairRule | None
    formats: Mapping[str, FormatTable]
    uses: Mapping[str, ChainRule[Measure]]


@by_edition
def load_ranking(folder: str) -> RankingRules:
    """The rankings of one folder of the rulebook.

    >>> [str(step.by) for step in load_ranking("anc-2026").chains["interstate"].steps]
    ['total', 'matches won', 'net IMPs']
    """
    text = text_of(folder, "ranking.toml")
    return read_ranking(text, f"{folder}/ranking.toml")


def read_ranking(text: str, name: str) -> RankingRules:
    """The rankings in a text, or every fault in it at once; *name* is what the faults call it."""
    words = read_as(RankingFile, text, name)
    chains = {chain.id: chain.rule() for chain in words.chain}
    formats: dict[str, FormatTable] = {}
    for table in words.format:
        formats[table.id] = table.rule(formats)
    return RankingRules(
        chains=chains,
        standings={each.id: each.rule(chains) for each in words.standings},
        carry_overs={each.id: each.rule() for each in words.carry_over},
        qualify={each.id: each.rule() for each in words.qualify},
        significant={each.id: each.rule() for each in words.significant},
        awards={each.id: each.rule() for each in words.award},
        member_awards={each.id: each.rule() for each in words.member_award},
        categories={each.id: each.rule() for each in words.categories},
        house_pair=words.house_pair.rule() if words.house_pair else None,
        formats=formats,
        uses={each.purpose: chains[each.chain] for each in words.use},
    )
