"""The checker of `just kills`: each thing a book may not do to who was answered is found, and a good book passes."""

from dataclasses import replace

from history import REFUSED, TAKEN, UNKNOWN, Line, Try, check

EVENT = "an-event"


def tried(
    place: int, outcome: str = TAKEN, *, client: str = "table 1", at: float | None = None, number: int = 0
) -> Try:
    """A message of a client, sent at a second and answered half a second later."""
    sent = float(place) if at is None else at
    told = (number or place, f"hash {number or place}") if outcome == TAKEN else (0, "")
    status = {TAKEN: 200, REFUSED: 422, UNKNOWN: 0}[outcome]
    key = f"{client}:{place}"
    return Try(client, place, EVENT, key, sent, sent + 0.5, status, outcome, f"said {place}", *told)


def line(number: int, place: int | None = None, client: str = "table 1") -> Line:
    """The line of a book for such a message."""
    place = number if place is None else place
    return Line(number, f"{client}:{place}", f"said {place}", f"hash {number}")


def found(tries: list[Try], book: list[Line]) -> set[str]:
    """The kinds of faults there are."""
    return {kind for kind, faults in check(tries, {EVENT: book}, {EVENT: 0}).faults.items() if faults}


def test_a_book_with_each_message_once_and_in_order_is_good() -> None:
    tries = [tried(1, UNKNOWN), tried(1, at=1.6), tried(2), tried(3, REFUSED), tried(4, number=3)]
    verdict = check(tries, {EVENT: [line(1), line(2), line(3, 4)]}, {EVENT: 0})
    assert verdict.good
    assert (verdict.taken, verdict.refused, verdict.unknown, verdict.sent_again) == (3, 1, 0, 1)


def test_what_is_acknowledged_and_not_there_is_lost() -> None:
    assert found([tried(1), tried(2)], [line(1)]) == {"lost"}


def test_what_is_there_twice_is_doubled() -> None:
    assert found([tried(1)], [line(1), line(2, 1)]) == {"doubled"}


def test_what_stands_otherwise_than_it_was_told_is_changed() -> None:
    good = line(1)
    for other in (replace(good, said="said 9"), replace(good, hash="another")):
        assert found([tried(1)], [other]) == {"changed"}


def test_what_was_refused_may_not_stand() -> None:
    assert found([tried(1, REFUSED)], [line(1)]) == {"kept though refused"}


def test_what_nobody_knows_may_stand_or_not() -> None:
    assert found([tried(1, UNKNOWN)], [line(1)]) == set()
    assert found([tried(1, UNKNOWN)], []) == set()


def test_what_nobody_sent_is_nobodys_unless_it_stood_before() -> None:
    assert found([], [line(1)]) == {"nobodys"}
    assert check([], {EVENT: [line(1)]}, {EVENT: 1}).good


def test_what_was_sent_after_another_was_answered_stands_after_it_whoever_sent_it() -> None:
    other = tried(1, client="table 2", at=2.0, number=1)
    assert found([tried(1, number=2), other], [line(1, 1, "table 2"), line(2, 1)]) == {"out of order"}
    meeting = replace(other, sent=1.2)  # it was on its way before the first was answered
    assert found([tried(1, number=2), meeting], [line(1, 1, "table 2"), line(2, 1)]) == set()
