"""How a sheet words things: in the language of its readers, with suit symbols and short awards."""

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.core.grammar import Grammar
from overtrick.core.model.contracts import Contract
from overtrick.core.model.results import Average, Played
from overtrick.core.model.signs import AWARDS, bid
from overtrick.core.wording import ENGLISH, render_value
from overtrick.prints.paper import Say
from overtrick.views.whys import Number


@dataclass(frozen=True, slots=True)
class OnPaper:
    """The voice of sheets; *words* returns a template in their language."""

    words: Callable[[str], str]
    grammar: Grammar = ENGLISH.grammar

    def data(self, text: str) -> str:
        """The text itself."""
        return text

    def thing(self, value: object) -> str | None:
        """A result with its suit as a symbol, `4SX by South +1` as 4♠× S +1; an award by its letters."""
        match value:
            case Played(contract=contract):
                return f"{self._contract(contract)} {value.made}"
            case Contract():
                return self._contract(value)
            case Average():
                return self.words(AWARDS[value])
            case _:
                return None

    def _contract(self, contract: Contract) -> str:
        return f"{bid(contract, 'NT')} {self.words(str(contract.declarer))[0]}"


def speaker(words: Callable[[str], str] = ENGLISH.words, grammar: Grammar = ENGLISH.grammar) -> Say:
    """A function that words a phrase, a result, a number of a page or a text; it returns an empty text for `None`.

    >>> from overtrick.core.model.notation import read_result
    >>> say = speaker()
    >>> say(read_result("4SX S +1")), say(Number("-3")), say(None)
    ('4♠× S +1', '−3', '')
    """
    voice = OnPaper(words, grammar)

    def say(thing: object) -> str:
        if thing is None:
            return ""
        return grammar.numeral(thing.text) if isinstance(thing, Number) else render_value(thing, voice)

    return say
