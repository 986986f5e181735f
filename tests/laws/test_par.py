"""Par: the vector of the specification, DDS's own answers to forty deals, and what must not change when seats turn."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.laws.par import Tricks, par, par_figure
from overtrick.core.laws.score import ns_points
from overtrick.core.model import Board, Contract, Doubling, PlayedContract, Seat, Side, Strain, Vulnerability
from overtrick.core.model.cards import Deal
from overtrick.core.model.seats import CLOCKWISE
from overtrick.double_dummy.process import is_solver_installed
from overtrick.lab.adding_up import faults

BY_DDS = [line.split("\t") for line in Path(__file__).with_name("par_by_dds.tsv").read_text().splitlines()]
"""Written by `python benchmarks/par.py --deals 40 --seed 8 --write`: the deal, its tricks, the score, the contracts."""
_TURNED = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}


def tricks_of(numbers: str) -> Tricks:
    places = [(seat, strain) for seat in CLOCKWISE for strain in Strain]
    return dict(zip(places, map(int, numbers.split()), strict=True))


@pytest.mark.parametrize(("number", "line"), list(enumerate(BY_DDS, start=1)))
def test_par_is_what_dds_says(number: int, line: list[str]) -> None:
    deal, numbers, score, contracts = line
    found = par(tricks_of(numbers), Board.from_number(number))
    assert found.ns == int(score), deal
    assert "; ".join(sorted(map(str, found.contracts))) == contracts, deal


def test_a_board_on_which_nobody_makes_anything_is_passed_out() -> None:
    found = par_figure({(seat, strain): 6 for seat in Seat for strain in Strain}, Board.from_number(1))
    assert found.value == 0
    assert "passed out" in found.why()


def test_the_dealer_has_what_both_sides_can_make() -> None:
    """Everybody makes 1NT and nothing else: who may bid first has it."""
    both = {(seat, strain): 7 if strain is Strain.NOTRUMP else 6 for seat in Seat for strain in Strain}
    assert par(both, Board.from_number(1)).ns == 90
    assert par(both, Board.from_number(2)).ns == -90


tables = st.lists(st.integers(0, 13), min_size=20, max_size=20).map(lambda all_: tricks_of(" ".join(map(str, all_))))
boards = st.builds(Board, st.just(1), st.sampled_from(Seat), st.sampled_from(Vulnerability))


def turned(tricks: Tricks, quarters: int) -> Tricks:
    def to(seat: Seat) -> Seat:
        return CLOCKWISE[(CLOCKWISE.index(seat) + quarters) % 4]

    return {(to(seat), strain): taken for (seat, strain), taken in tricks.items()}


@given(tables, boards)
@settings(max_examples=60)
def test_turned_by_half_it_is_the_same_and_by_a_quarter_the_other_sides(tricks: Tricks, board: Board) -> None:
    own = par(tricks, board)
    half = par(turned(tricks, 2), Board(1, board.dealer.partner, board.vulnerability))
    quarter = par(turned(tricks, 1), Board(1, board.dealer.left, _TURNED.get(board.vulnerability, board.vulnerability)))
    assert own.ns == half.ns == -quarter.ns
    assert len(own.contracts) == len(half.contracts) == len(quarter.contracts)
    if board.dealer.side is Side.NS:
        assert own == par(tricks, Board(1, board.dealer.partner, board.vulnerability))


@given(tables, boards)
@settings(max_examples=60)
def test_every_contract_of_par_scores_it_and_nothing_over_it_is_better(tricks: Tricks, board: Board) -> None:
    found = par(tricks, board)
    assert bool(found.contracts) == bool(found.ns)
    for each in found.contracts:
        assert ns_points(board, each) == found.ns
        assert each.tricks == tricks[each.contract.declarer, each.contract.strain]
        for better in _over(tricks, each.contract):
            points = ns_points(board, better)
            assert points >= found.ns if better.contract.declarer.side is Side.EW else points <= found.ns
    figure = par_figure(tricks, board)
    assert figure.value == found.ns
    assert list(faults(figure, set())) == []


def _over(tricks: Mapping[tuple[Seat, Strain], int], contract: Contract) -> list[PlayedContract]:
    """Every bid of the other side over a contract, doubled where it goes down."""
    ranks = list(Strain)
    return [
        PlayedContract(
            Contract(level, strain, seat, Doubling.UNDOUBLED if taken >= level + 6 else Doubling.DOUBLED), taken
        )
        for (seat, strain), taken in tricks.items()
        for level in range(1, 8)
        if seat.side is not contract.declarer.side
        and (level, ranks.index(strain)) > (contract.level, ranks.index(contract.strain))
    ]


@pytest.mark.skipif(not is_solver_installed(), reason="the solver is an extra")
def test_the_vector_of_the_specification_from_its_cards() -> None:
    from overtrick.double_dummy.solver import solve_deals

    deal = Deal.read("N:AJ65.K82.AK8.J75 8.AQT75.QJT4.Q64 KT2..96532.KT983 Q9743.J9643.7.A2")
    [line] = solve_deals([str(deal)])
    tricks = tricks_of(line[1])
    assert [tricks[Seat.NORTH, strain] for strain in Strain] == [10, 10, 3, 8, 7]
    assert [tricks[Seat.SOUTH, strain] for strain in Strain] == [9, 10, 3, 8, 7]
    for seat in (Seat.EAST, Seat.WEST):
        assert [tricks[seat, strain] for strain in Strain] == [3, 3, 10, 5, 6]
    found = par(tricks, Board.from_number(1))
    assert found.ns == -100
    assert sorted(map(str, found.contracts)) == ["5CX by North -1", "5DX by North -1", "5DX by South -1"]
