"""The input of a sheet: the event, the stage, the round, and the language with its suit symbols and short awards."""

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.grammar import Grammar
from overtrick.core.model.contracts import Contract
from overtrick.core.model.results import Average, PlayedContract
from overtrick.core.model.signs import AWARDS, bid
from overtrick.core.wording import ENGLISH, render_value
from overtrick.prints.paper import Say
from overtrick.views.whys import Number


@dataclass(frozen=True, slots=True)
class Source:
    """An event, a started stage if there is one, a drawn round of that if there is one, and a voice.

    *board* is the only board to print, if not all.
    """

    event: Tournament
    state: StageState | None
    round: int
    say: Say
    board: int = 0

    @property
    def stage(self) -> StageState:
        """The stage; refused where none has started."""
        if self.state is None:
            raise DirectorError("No stage has started", remedy="Print this sheet once a stage has started.")
        return self.state

    @property
    def drawn(self) -> tuple[StageState, int]:
        """The stage and the round; refused where nothing is drawn."""
        if not self.round:
            raise DirectorError("No round has been drawn yet", remedy="Print this sheet once a round has been drawn.")
        return self.stage, self.round


def source_of(event: Tournament, stage: str | None, number: int, say: Say, board: int = 0) -> Source:
    """What was requested: a stage by name, or the last that has started; a round, or the last that is drawn."""
    state = event.stage(stage) if stage else next(reversed(event.stages.values()), None)
    if state is None:
        return Source(event, None, 0, say)
    if number and number not in state.rounds:
        raise DirectorError(
            "Round {round} of {stage} has not been drawn", remedy="Choose a round that has been drawn[: {drawn:,}].",
            round=number, stage=state.plan.name, drawn=tuple(sorted(state.rounds)),
        )  # fmt: skip
    return Source(event, state, number or state.last_round, say, board)


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
            case PlayedContract(contract=contract):
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
