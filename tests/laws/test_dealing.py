"""Dealing: the map between numbers and deals, the hash, keys that were published, and what sets look like."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.dealing.numbers import DEALS, deal_held, deal_of, holders, number_of
from overtrick.core.dealing.proof import all_sets, key_faults, origins
from overtrick.core.dealing.ripemd import ripemd160, worked_out
from overtrick.core.dealing.squaredeal import Phase, Plan, board_ranges, deal_numbers, generate_deals, written_ranges
from overtrick.core.dealing.statistics import chance_of, expected_points, expected_shapes, statistics
from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import Deal
from overtrick.formats.deals.squaredeal import read_key_file, read_plan

GAMES = Path(__file__).parents[1] / "golden" / "squaredeal" / "world-games-2024.sqd"
KEY = "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff"
PLAN = Plan("Vectors", "a number", (Phase(1, "3", "V", "Vectors"), Phase(0, "1-2,3-4", "O#", "Open #")), "", "123.45")
NUMBERS = st.integers(0, DEALS - 1)


@given(NUMBERS)
def test_every_number_is_one_deal_and_every_deal_one_number(number: int) -> None:
    deal = deal_of(number)
    assert number_of(deal) == number
    assert Deal.read(str(deal)) == deal  # thirteen different cards each, in order
    assert deal_held(holders(deal)) == deal


def test_the_ends_of_the_numbers() -> None:
    suit = "AKQJT98765432"
    assert str(deal_of(0)) == f"N:{suit}... .{suit}.. ..{suit}. ...{suit}"
    assert str(deal_of(DEALS - 1)) == f"N:...{suit} ..{suit}. .{suit}.. {suit}..."
    assert DEALS == 53_644_737_765_488_792_839_237_440_000
    for number in (-1, DEALS):
        with pytest.raises(DirectorError, match="There is no deal number"):
            deal_of(number)


@given(st.tuples(NUMBERS, NUMBERS))
def test_numbers_are_in_the_order_of_the_hands(two: tuple[int, int]) -> None:
    """Of two deals the one with the lower number has, at the first seat that differs, the first different card."""
    low, high = (
        tuple(tuple(c for c, s in enumerate(holders(deal_of(n))) if s == seat) for seat in range(4))
        for n in sorted(two)
    )
    assert low <= high


HASHES = {
    b"": "9c1185a5c5e9fc54612808977ee8f548b2258d31",
    b"a": "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe",
    b"abc": "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
    b"message digest": "5d0689ef49d2fae572b881b123a85ffa21595f36",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "12a053384a9c0c88e405a06c27dcf49ada62eb2b",
    b"1234567890" * 8: "9b752e45573d4b39f4dbd3323cab82bf63326bfb",
}


@pytest.mark.parametrize("data", HASHES, ids=len)
def test_the_hash_has_its_published_values(data: bytes) -> None:
    assert (worked_out(data).hex(), ripemd160(data).hex()) == (HASHES[data], HASHES[data])


@given(st.binary(max_size=200))
def test_our_own_hash_is_the_one_of_the_system(data: bytes) -> None:
    assert worked_out(data) == ripemd160(data)


VECTORS = {
    1: "N:QT2.A432.K95.Q32 8754.T65.JT2.K97 A.KQJ87.64.AJ654 KJ963.9.AQ873.T8",
    2: "N:K96.AT.Q98.JT872 T854.432.AKT43.A 73.KQ98765.72.63 AQJ2.J.J65.KQ954",
    3: "N:Q3.AKQJ6.A7.AKQ9 J72.T74.Q6.T8642 8654.9832.983.J3 AKT9.5.KJT542.75",
}


def test_the_deals_of_a_key_are_those_of_bigdeal() -> None:
    keys = {(1, 1): KEY, (2, 0): KEY[::-1]}
    assert {board: str(deal) for board, deal in generate_deals(PLAN, keys, 1, 1).items()} == VECTORS
    reserve = generate_deals(PLAN, keys, 1, 1, reserve=True)
    assert str(reserve[1]) == "N:J95.72.AQJ932.75 Q84.Q8654.75.KJ2 AT3.KJ9.K86.A984 K762.AT3.T4.QT63"
    assert list(generate_deals(PLAN, keys, 2, 2)) == [3, 4]
    assert generate_deals(PLAN, keys, 2, 1).values() != generate_deals(PLAN, keys, 2, 3).values()


def test_the_world_games_of_2024_come_out_whole() -> None:
    """Every deal, equal to those the organisers published: the hash is of their list, ordered by file and board."""
    plan, keys = read_plan(GAMES.read_bytes(), "x"), read_key_file(GAMES.with_suffix(".sqk").read_bytes(), "y")
    assert key_faults(plan, keys) == ()
    sets = {each: deals for each, deals in all_sets(plan, keys).items() if not each.reserve}
    deals = [deal for each in sorted(sets, key=lambda one: one.file(plan)) for deal in sets[each].values()]
    assert len(deals) == 1186
    listed = "".join(f"{deal}\n" for deal in deals)
    assert sha256(listed.encode()).hexdigest() == "b794c83932c3f7a0ddff22403984b98b7ddfa3ae51fe799949cd703d44f71785"
    assert len(origins(sets)) == 1186


def test_a_key_or_a_value_that_was_changed_is_found() -> None:
    plan, keys = read_plan(GAMES.read_bytes(), "x"), read_key_file(GAMES.with_suffix(".sqk").read_bytes(), "y")
    assert "published with" in str(key_faults(plan, keys | {(1, 1): KEY})[0])
    without = {each: key for each, key in keys.items() if each != (2, 3)}
    assert any("2,3" in str(fault) for fault in key_faults(plan, without))
    with pytest.raises(DirectorError, match=r"is already 43275\.91"):
        plan.with_value("43275.92")
    other = Plan(plan.name, plan.delayed, plan.phases, plan.key_hash, "43275.92")
    assert not set(generate_deals(plan, keys, 1, 1).items()) & set(generate_deals(other, keys, 1, 1).items())


@pytest.mark.parametrize(
    "text", ["", "0", "-", "5-4", "1-16,", "x7", "3x", "0x7", "1-", "16 boards", "1-99999", "9x999999"]
)
def test_what_is_no_list_of_boards_is_refused(text: str) -> None:
    with pytest.raises(DirectorError, match="not a list of boards"):
        board_ranges(text)


def test_lists_of_boards() -> None:
    assert written_ranges("3x7") == "1-7,8-14,15-21"
    assert written_ranges("16") == "16"
    assert board_ranges("11-20") == (range(11, 21),)


def test_without_a_value_or_a_key_nothing_is_dealt() -> None:
    with pytest.raises(DirectorError, match="no value"):
        generate_deals(Plan("x", "y", PLAN.phases), {(1, 1): KEY}, 1, 1)
    with pytest.raises(DirectorError, match="no key"):
        generate_deals(PLAN, {}, 1, 1)
    for phase, session in ((3, 1), (1, 2), (0, 1), (1, 0)):
        with pytest.raises(DirectorError, match="no "):
            generate_deals(PLAN, {(1, 1): KEY}, phase, session)


def test_the_expectations_are_those_of_the_books() -> None:
    shapes, points = expected_shapes(), expected_points()
    assert next(iter(shapes)) == "4432"
    assert round(shapes["4432"] * 10**6) == 215512
    assert round(points[10] * 10**7) == 940511
    assert (sum(shapes.values()), sum(points.values()), max(points)) == (1, 1, 37)


def test_the_chance_of_a_chi_square() -> None:
    """The usual table: five per cent are beyond these."""
    for freedom, text in {1: "3.8415", 2: "5.9915", 5: "11.0705", 15: "24.9958", 30: "43.7730", 99: "123.2252"}.items():
        assert abs(chance_of(Fraction(text), freedom) - Decimal("0.05")) < Decimal("0.00001")


def test_two_thousand_deals_are_spread_as_they_should() -> None:
    found = statistics([deal_of(number) for number in islice(deal_numbers(bytes(20), "uniform"), 2000)])
    compared = [found.numbers, *(each for seat in found.seats for each in (seat.by_points, seat.by_shape))]
    assert (found.numbers.freedom, found.seats[0].by_shape.freedom) == (15, 21)
    assert all(Decimal("0.001") < each.chance < Decimal("0.999") for each in compared)
    assert sum(dealt for dealt, _ in found.shapes.values()) == 8000
    assert sum(seat.points for seat in found.seats) == 80_000


def test_deals_that_are_not_by_chance_are_seen() -> None:
    found = statistics([deal_of(number * 10**25) for number in range(500)])
    assert found.numbers.chance == 0
    assert found.seats[0].by_points.chance < Decimal("0.0001")


@settings(max_examples=20)
@given(st.binary(min_size=20, max_size=20), st.text(max_size=20))
def test_no_deal_comes_twice(seed: bytes, owner: str) -> None:
    drawn = list(islice(deal_numbers(seed, owner), 50))
    assert max(Counter(drawn).values()) == 1
    assert all(0 <= number < DEALS for number in drawn)
