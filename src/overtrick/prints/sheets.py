"""The available sheets: what each is called, what it is for, and what it is made of."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Phrase, phrase
from overtrick.prints import cards, hand_records, lists, scorecards, table_papers
from overtrick.prints.layout import Part, Piece, draw_cards, draw_part
from overtrick.prints.paper import Pen, Say, SheetSource, Size, can_print, missing
from overtrick.prints.source import Source


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name in addresses, its title, its purpose in one line, and the function that makes its pieces.

    *of* is what must exist before it can be made: nothing, a stage, or a round.
    """

    name: str
    title: Phrase
    told: Phrase
    of: str
    made: Callable[[Source], Iterable[Piece]]

    def pieces(self, source: Source) -> int:
        """The approximate number of pieces: one for each contestant, or few."""
        return len(source.event.entries) if self.made in (scorecards.scorecards, cards.personal) else 1


SHEETS: Mapping[str, Sheet] = {
    each.name: each
    for each in (
        Sheet(
            "seating", phrase("Seating by name"), phrase("Everyone by surname, with their table"), "round",
            lists.by_name,
        ),
        Sheet(
            "tables", phrase("Seating by table"), phrase("Who sits at each table"), "round", lists.by_table
        ),
        Sheet("draw", phrase("Draw"), phrase("Who plays whom, in large type for the wall"), "round", lists.draw),
        Sheet(
            "results", phrase("Results of the round"), phrase("Match by match, for the notice board"), "round",
            lists.results,
        ),
        Sheet(
            "ranking", phrase("Ranking list"), phrase("The ranking with the latest matches (up to nine), on "
                                                      "one page if possible"), "stage",
            lists.ranking,
        ),
        Sheet(
            "scorecards", phrase("Scorecards"), phrase("Everyone’s matches and boards, in one print job"), "stage",
            scorecards.scorecards,
        ),
        Sheet(
            "personal", phrase("Personal standings"),
            phrase("A slip for each contestant: place, total and every match"), "stage", cards.personal,
        ),
        Sheet(
            "travellers", phrase("Travellers"), phrase("A sheet for each board, with its results if every table’s "
                                                       "result is in"), "round",
            table_papers.travellers,
        ),
        Sheet(
            "hands", phrase("Hand records"), phrase("The boards on which every table’s result is in, with makeable "
                                                    "contracts and the par score"),
            "round", hand_records.hand_records,
        ),
        Sheet(
            "slips", phrase("Score slips"), phrase("A slip for each table, to fill in and sign"), "round",
            table_papers.slips,
        ),
        Sheet(
            "cards", phrase("Table cards"), phrase("A card for each table, with a code to scan if a director prints "
                                                   "it at the desk"), "round",
            cards.table_cards,
        ),
        Sheet(
            "guides", phrase("Guide cards"),
            phrase("For a movement: which pairs play at each table, and where each pair goes next"), "stage",
            cards.guides,
        ),
        Sheet(
            "appeal", phrase("Appeal form"), phrase("A blank form, with the fields that the regulations "
                                                    "list, if any"), "stage",
            table_papers.appeal_form,
        ),
    )
}  # fmt: skip
"""The sheets, in the order in which an event needs them."""


def sheet_named(name: str) -> Sheet:
    """A sheet by its name."""
    if name not in SHEETS:
        raise DirectorError(
            "There is no sheet called {name}", remedy="Available sheets: {known:,}.", name=name, known=tuple(SHEETS)
        )
    return SHEETS[name]


class Job:
    """A document being made, piece after piece: `steps` yields how many are done, then `pdf` is the document."""

    def __init__(self, size: Size, title: str, say: Say) -> None:
        if not can_print():
            raise missing()
        self.say = say
        self.pen = Pen(size, title)

    def steps(self, pieces: Iterable[tuple[SheetSource, Piece]]) -> Iterator[int]:
        """Draw each piece, and yield how many are drawn."""
        for done, (made, piece) in enumerate(pieces, start=1):
            if isinstance(piece, Part):
                draw_part(self.pen, made, piece, self.say)
            else:
                draw_cards(self.pen, piece)
            yield done

    def pdf(self) -> bytes:
        """The document; refused where it is empty."""
        if not self.pen.pages:
            raise DirectorError("There is nothing to print on this sheet", remedy="Choose another round or stage.")
        return self.pen.pdf()
