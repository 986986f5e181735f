"""What BridgeWebs would show of a session, by a stand-in built from what is known of it."""

from dataclasses import replace

import pytest

from bridgewebs import deals_as_bridgewebs, read_as_bridgewebs
from overtrick.core.exact import to_places
from overtrick.core.model.cards import Deal
from overtrick.core.model.results import NotPlayed, PassedOut, PlayedContract
from overtrick.formats.pbn_results import pbn_results
from overtrick.formats.session import SessionLine
from overtrick.formats.usebio import flat_usebio, nested_usebio
from sessions_made import session_at, two_pairs

DEAL = Deal.read("N:.AKQJT98765432.. AKQJT98765432... ...AKQJT98765432 ..AKQJT98765432.")


def contract_of(line: SessionLine) -> str:
    match line.result:
        case PlayedContract(contract, tricks):
            return f"{contract.level}{contract.strain}{contract.doubling} {contract.declarer.value} {tricks}"
        case PassedOut():
            return "PASS"
        case _:
            return ""


@pytest.mark.parametrize(
    ("event", "entries"),
    [("club/pairs-night", 0), ("club/butler-night", 20), ("club/cross-imp-night", 0)],
)
def test_its_page_has_the_ranking_and_every_traveller(event: str, entries: int) -> None:
    session = session_at(event, entries)
    shown = read_as_bridgewebs(nested_usebio(session))
    assert (shown.kind, shown.winners) == ("PAIRS", session.winners)
    for each in session.contestants:
        total = None if each.total is None else float(to_places(each.total, 2))
        names = tuple(person.name for person in each.people)
        assert shown.ranking.pop(each.number) == (each.direction, each.place, total, names)
    assert not shown.ranking
    lines = [line for line in session.lines if not isinstance(line.result, NotPlayed)]
    assert sum(map(len, shown.travellers.values())) == len(lines) > 100
    for line in lines:
        points = [float(to_places(each or 0, 2)) for each in (line.ns_points, line.ew_points)]
        told = [
            each for each in shown.travellers[line.board] if each[:3] == (line.ns, line.ew, contract_of(line))
            and (each[3][0] == "A" or each[3] == str(line.score)) and [*each[4:]] == points
        ]  # fmt: skip
        assert len(told) == 1, line


def test_deals_are_the_same_in_both_files_with_dealer_and_vulnerability() -> None:
    lines = tuple(replace(two_pairs().lines[0], board=board) for board in range(1, 17))
    deals = {(0, board): DEAL for board in range(1, 17)}
    session = two_pairs(lines=lines, deals=deals, title='The "Cup" \\ [1]')
    shown, games = read_as_bridgewebs(nested_usebio(session)), deals_as_bridgewebs(pbn_results(session))
    assert shown.hands == {board: str(DEAL) for board in range(1, 17)}
    assert [(game["Event"], game["Deal"]) for game in games] == [('The "Cup" \\ [1]', str(DEAL))] * 16
    assert "".join(game["Dealer"] for game in games) == "NESW" * 4
    none, ns, ew, both = "None", "NS", "EW", "All"
    turns = [none, ns, ew, both, ns, ew, both, none, ew, both, none, ns, both, none, ns, ew]
    assert [game["Vulnerable"] for game in games] == turns == list(shown.vulnerable.values())


def test_the_stand_in_breaks_where_it_should() -> None:
    whole = nested_usebio(two_pairs())
    assert read_as_bridgewebs(whole).travellers[1] == [("1", "2", "4S N 10", "420", 1.0, 1.0)]
    for right, wrong in (
        (b"<EW_PAIR_NUMBER>2<", b"<EW_PAIR_NUMBER>3<"),
        (b"<PAIR_NUMBER>2<", b"<PAIR_NUMBER>1<"),
        (b"<PLACE>1<", b"<PLACE>=1<"),
        (b"<WINNER_TYPE>1<", b"<WINNER_TYPE>2<"),
        (b"<CONTRACT>4S<", b"<CONTRACT>4 spades<"),
        (b"<SCORE>420<", b"<SCORE>AV<"),
        (b"<VULNERABILITY>Love<", b"<VULNERABILITY>None<"),
    ):
        assert right in whole
        with pytest.raises((ValueError, KeyError)):
            read_as_bridgewebs(whole.replace(right, wrong))
    with pytest.raises(ValueError, match="not enough values"):
        read_as_bridgewebs(flat_usebio(two_pairs()))
    with pytest.raises(ValueError, match="contains no deals"):
        deals_as_bridgewebs(pbn_results(two_pairs()))
