"""Results as people write them: read back equal, and nothing but a refusal for the rest."""

from contextlib import suppress

from hypothesis import example, given
from hypothesis import strategies as st

from overtrick.core.errors import ResultRefused
from overtrick.core.laws.table_score import table_score
from overtrick.core.model import Board, Card, PlayedContract, Result, read_result
from overtrick.core.model.notation import write_result
from overtrick.core.model.results import Artificial, Average, Award, AwardedImps, AwardedPercent
from strategies import played, results, written


@given(results)
def test_a_result_reads_back_its_own_text(result: Result) -> None:
    assert read_result(str(result)) == result


@given(played.flatmap(lambda result: st.tuples(st.just(result), written(result))))
def test_every_human_notation_is_read(pair: tuple[PlayedContract, str]) -> None:
    result, text = pair
    assert read_result(text) == result


awards = st.one_of(
    st.sampled_from(Average),
    st.integers(0, 100).map(AwardedPercent),
    st.integers(-24, 24).map(AwardedImps),
)


@given(awards, awards)
@example(Average.MINUS, Average.PLUS)
@example(AwardedImps(3), AwardedImps(-3))
@example(Average.EVEN, AwardedImps(-1))
def test_what_is_awarded_reads_back_from_every_way_it_is_written(ns: Award, ew: Award) -> None:
    result = Artificial(ns, ew)
    assert read_result(write_result(result)) == result
    one, other = (write_result(Artificial(side, side)).split()[0] for side in (ns, ew))
    assert read_result(f"{one} / {other}") == result
    assert read_result(f"{one}/{other}") == result


near_misses = st.text(alphabet="1234567890NESWTHDCX*+-=%/.,|;: aAvVPpBbYyIMPimp♠♥♦♣−–", max_size=24)


@given(st.one_of(near_misses, st.text(max_size=20)))
@example("1/0 4S S =, 1/1 4S S =")
@example("0% 4S S =, 100% 4S S =")
@example("NS | EW")
@example("9" * 5000 + "%")
@example("4S S +" + "9" * 5000)
@example("4S S 14")
@example("8S S =")
@example("²")
def test_garbage_is_refused_and_nothing_else(text: str) -> None:
    with suppress(ResultRefused):
        assert read_result(str(text)) is not None


@given(near_misses, st.integers(1, 64))
def test_whatever_is_read_can_be_scored_or_is_refused(text: str, number: int) -> None:
    with suppress(ResultRefused):
        table_score(Board.from_number(number), read_result(text))


@given(st.text(max_size=4))
def test_a_card_or_a_refusal(text: str) -> None:
    with suppress(ResultRefused):
        card = Card.parse(text)
        assert Card.parse(str(card)) == card
