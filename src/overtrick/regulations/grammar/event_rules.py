"""An event's own rules: anything a document may say, under `[rules]` of the event file.

Rules of rule files, rankings, seasons and finals are there under their own words; what a document says in its
`draws.toml`, `conduct.toml` and `eligibility.toml` is in a table of that name, like `[[rules.conduct.lateness]]`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.forms import Form, Word, form_of, stand, tree_of
from overtrick.regulations.grammar.locate import LocatedTable, Origin
from overtrick.regulations.grammar.place import Fault, FilePosition
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.grammar.rules import RULES, RuleFile
from overtrick.regulations.grammar.season import Seasons
from overtrick.regulations.grammar.tables import nearest, suggestion

BESIDE: dict[type, tuple[str, ...]] = {
    RankingRules: tuple(tree_of(RankingRules)),
    Seasons: tuple(tree_of(Seasons)),
    Brackets: ("bracket", "stanzas", "absence"),
}
"""Words that are beside the rules of rule files, by the file of a document they belong to.

The rest of `brackets.toml` is about graphs, and an event has it under [graph].
"""

WITHIN: dict[type, str] = {DrawBook: "draws", Conduct: "conduct", Eligibilities: "eligibility"}
"""Files whose words are in a table of their own, since they would be ambiguous otherwise."""

WORDS: dict[str, Any] = {
    **dict.fromkeys(RULES, RuleFile),
    **{word: said for said, words in BESIDE.items() for word in words},
    **{word: said for said, word in WITHIN.items()},
}
"""Every word allowed under [rules], with the class of its file."""


class OwnWords:
    """The event's own rules, of any kind, which override those of its document."""


stand(
    OwnWords,
    Form(
        OwnWords,
        (
            *(word for said in (RuleFile, *BESIDE) for word in form_of(said).words if WORDS.get(word.path[0]) is said),
            *(Word(word, (word,), said, None) for said, word in WITHIN.items()),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class OwnRules:
    """The rules an event file has of its own, as tables that are read on demand."""

    tables: LocatedTable

    def __bool__(self) -> bool:
        return bool(self.tables)

    @classmethod
    def none(cls) -> "OwnRules":
        """An event without rules of its own."""
        return cls(LocatedTable({}, Origin("", "")))

    @classmethod
    def read_at(cls, value: object, at: FilePosition) -> Any:
        """The tables as written; they are read on demand."""
        if not isinstance(value, dict):
            return at.bad("tables of rules are wanted, like [[rules.datum]]")
        for word in value:
            if word not in WORDS:
                told = f"“{word}” is not a kind of rule. {suggestion(word, WORDS)}"
                at.faults.append(((*at.path, word), Fault.of(told, nearest(word, WORDS), keyed=True)))
        return cls(value if isinstance(value, LocatedTable) else LocatedTable.from_words(value, Origin("", "")))

    def tables_of(self, said: Any) -> LocatedTable:
        """The tables among them that belong to a document's file of this kind."""
        if said in WITHIN:
            found = self.tables.get(WITHIN[said])
            return found if isinstance(found, LocatedTable) else LocatedTable({}, self.tables.origin)
        own = {word: part for word, part in self.tables.items() if WORDS.get(word) is said}
        return LocatedTable(own, self.tables.origin, self.tables.taken)

    def kinds(self) -> Iterator[type]:
        """The files of a document that these rules would belong to, except rule files."""
        yield from (said for said in (*BESIDE, *WITHIN) if self.tables_of(said))
