"""Verification of a selection year: every act is decided on again, every credit added up, every source looked up."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from overtrick.core.event.acts import PlacingCredited, Posting
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection.rules import Selection
from overtrick.core.selection_year.crediting import placings_of
from overtrick.core.selection_year.year import SelectionYear, current_field, fold_year, points_of, team_of
from overtrick.director.selection import decide_selection
from overtrick.lab.verify import Objection, Proof


def verify_selection(
    rules: Selection,
    postings: Iterable[Posting],
    books: Mapping[str, Tournament],
    editions: Callable[[str], Selection | None] | None = None,
) -> Proof:
    """Verify the book of a selection year; *books* are its events that were played here, by their ids."""
    year = SelectionYear(rules, editions)
    objections: list[Objection] = []
    listed = list(postings)
    for posting in listed:
        try:
            if not decide_selection(year, posting.act).acts:
                objections.append(Objection(posting.number, "it says what the book says already"))
        except Exception as refusal:  # noqa: BLE001 - whatever a book holds is proved, and never broken off
            objections.append(Objection(posting.number, f"{posting.act.called}: {refusal}"))
        try:
            year.post(posting)
        except Exception:  # noqa: BLE001 - half of it may be folded in: the book is folded again, without it
            year = fold_year(rules, listed[: listed.index(posting) + 1], editions)
        if posting.number in year.aside:
            objections.append(Objection(posting.number, f"set aside: {year.aside[posting.number].why}"))
    objections += [*_added_up(year), *_same(year, fold_year(rules, listed, editions)), *_sources(year, books)]
    return Proof(len(listed), len(year.closed), len(year.placings), tuple(objections))


def _added_up(year: SelectionYear) -> Iterator[Objection]:
    """Objections where a pair's credits do not add up to its total."""
    for target in year.rules.targets:
        for pair in points_of(year, target):
            parts = sum(credit.value.value for player in pair.players for credit in player.credits)
            if parts != pair.total.value:
                yield Objection(0, f"{target}: the credits of {pair.nomination.name} are not its total")


def _same(year: SelectionYear, again: SelectionYear) -> Iterator[Objection]:
    """Objections where the fold and a replay disagree on a field or team."""
    for target in year.closed:
        if current_field(year, target) != current_field(again, target):
            yield Objection(0, f"{target}: the fold and the replay of the book differ")
    for target in year.trials:
        if team_of(year, target).pairs != team_of(again, target).pairs:
            yield Objection(0, f"{target}: the teams of the fold and of the replay differ")


def _sources(year: SelectionYear, books: Mapping[str, Tournament]) -> Iterator[Objection]:
    """Objections where a credited placing does not follow from its book."""
    for event, book in books.items():
        selected = year.rules.ledger.event(event)
        have = {number: act for number, act in year.placings.items() if act.event == event}
        source = next((act.source for act in have.values()), "")
        wanted: tuple[PlacingCredited, ...] = placings_of(book, selected, source)
        for number, act in have.items():
            if act not in wanted:
                yield Objection(number, f"place {act.place} in the {selected.name} does not follow from its book")
        if missing := len(wanted) - len(have):
            yield Objection(0, f"{missing} placings in the {selected.name} are not credited")
