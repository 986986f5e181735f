"""Reads how teams are selected, from a document's `selection.toml`."""

from functools import cache

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.selection.rules import Selection
from overtrick.regulations.eligibility import Eligibilities, load_eligibility
from overtrick.regulations.load import read_as, rulebook
from overtrick.regulations.selection_words import SelectionFile


@cache
def load_selection(folder: str) -> Selection:
    """The selection rules of one folder of the rulebook.

    >>> load_selection("sabf-2020").fields["Open"].berths
    14
    """
    file = rulebook() / folder / "selection.toml"
    if not file.is_file():
        having = sorted(each.name for each in rulebook().iterdir() if (each / "selection.toml").is_file())
        raise DirectorError(f"No selection is laid down in {folder}", remedy=f"There is one in {', '.join(having)}.")
    text = file.read_text(encoding="utf-8")
    return read_selection(text, f"{folder}/selection.toml", load_eligibility(folder))


def read_selection(text: str, name: str, eligible: Eligibilities | None = None) -> Selection:
    """The selection rules in a text, or every fault in it at once; *name* is what the faults call it.

    *eligible* has what the same document says of least play, of withdrawing and of places offered.
    """
    words = read_as(SelectionFile, text, name)
    play = eligible.play if eligible is not None else {}
    if unknown := [
        f"{name}: there is no least play called “{e.play}”" for e in words.event if e.play and e.play not in play
    ]:
        raise RegulationErrors(unknown)
    return Selection(
        ledger=words.ledger(play),
        targets={each.name: each.rule() for each in words.target},
        immediate={each.name: tuple(way.rule() for way in each.immediate) for each in words.target},
        fields={each.name: each.rule() for each in words.field},
        placed_fields={each.name: each.rule() for each in words.placed_field},
        direct_fields={each.name: each.rule() for each in words.direct_field},
        trial_format=words.trial_format.rule(),
        teams={each.name: each.rule() for each in words.team},
        masterpoints={each.name: each.rule() for each in words.masterpoints},
        finals_days={each.name: each.rule() for each in words.finals_day},
        replacement=eligible.replacement if eligible is not None else None,
        reentry=eligible.reentry if eligible is not None else None,
        withdrew=eligible.bars.get(words.withdrew) if eligible is not None else None,
        offers=eligible.offers if eligible is not None else None,
        club_places=eligible.club_places if eligible is not None else None,
    )
