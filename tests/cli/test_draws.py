"""Draws at the prompt: the answers, the reasons, the exit codes."""

import json
from pathlib import Path
from typing import Any

from asking import Ask

STANDINGS, MATCHES, EVENT = (f"examples/swiss-{name}.csv" for name in ("standings", "matches", "event"))
ROUND_5 = f"draw swiss sabf-2020/swiss {STANDINGS} --meetings {MATCHES}"
CHECK = f"draw check sabf-2020/swiss {EVENT} --first halves"
SIX = "contestant\n1\n2\n3\n4\n5\n6\n"
STUCK = "-m examples/stuck-matches.csv"


def answer(ask: Ask, words: str, given: str = "") -> Any:
    code, out, err = ask(f"{words} --json", given)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_a_repaired_draw_names_whom_it_spares(ask: Ask) -> None:
    told = answer(ask, ROUND_5)
    pairs = [(int(each["first"]), int(each["second"])) for each in told["pairings"]]
    assert pairs == [(11, 12), (9, 1), (7, 3), (6, 10), (8, 4), (5, 2)]
    (skipped,) = told["pairings"][3]["skipped"]
    assert skipped["opponent"] == told["pairings"][3]["natural"] == "8"
    assert (skipped["groups"], skipped["outside"]) == ([["10"]], [])
    assert (told["clause"], told["readings"], told["round"]) == ("SABF20 14.1#3", ["D85", "D86"], 5)


def test_why_reads_as_sentences(ask: Ask) -> None:
    lines = ask(f"{ROUND_5} --why")[1].splitlines()
    assert lines[1].startswith("  11 (63.92), 9 (54.28), 12 (47.04)")
    assert (
        "Table 4: 6 meets 10. Ranked closer to 6: 8 "
        "(that would leave 10 with only 5, 2 and 4, all of whom it has met)." in lines
    )


def test_the_table_marks_what_was_repaired(ask: Ask) -> None:
    assert [line.split()[-1] for line in ask(ROUND_5)[1].splitlines() if "repaired" in line] == ["repaired"]


def test_names_stand_beside_numbers(ask: Ask) -> None:
    out = ask(
        "draw swiss nsw-swiss-pairs/swiss - --round 2 --why",
        "pair,name,vp\n1,Reed,12\n2,Stone,8\n",
    )[1]
    assert "1 Reed meets 2 Stone, next in order." in out


def test_a_draw_is_written_in_the_columns_it_is_read_from(ask: Ask, tmp_path: Path) -> None:
    code, out, _ = ask(f"{ROUND_5} --csv")
    assert code == 0
    grown = tmp_path / "matches.csv"
    before = Path(MATCHES).read_text(encoding="utf-8")
    grown.write_text(before + "".join(f"{line.rstrip(',')}\n" for line in out.splitlines()[1:]), encoding="utf-8")
    told = answer(ask, f"draw swiss sabf-2020/swiss {STANDINGS} -m {grown}")
    assert told["round"] == 6
    assert {"opponent": "12", "because": "met", "rounds": [5]} in told["pairings"][0]["skipped"]


def test_json_in_gives_what_csv_gives(ask: Ask, tmp_path: Path) -> None:
    header, *lines = Path(STANDINGS).read_text(encoding="utf-8").splitlines()
    rows = [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]
    file = tmp_path / "standings.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    assert ask(f"draw swiss sabf-2020/swiss {file} -m {MATCHES}")[1] == ask(ROUND_5)[1]


def test_standard_input_and_any_order_of_lines_give_the_same_draw(ask: Ask) -> None:
    header, *lines = Path(STANDINGS).read_text(encoding="utf-8").splitlines()
    turned = "\n".join([header, *reversed(lines)])
    assert ask(f"draw swiss sabf-2020/swiss - -m {MATCHES} --why", turned)[1] == ask(f"{ROUND_5} --why")[1]


def test_a_level_field_needs_the_column_that_parts_it(ask: Ask) -> None:
    given = "contestant,vps\n1,10\n2,10\n3,8\n4,4\n"
    code, out, err = ask("draw swiss nsw-swiss-pairs/swiss - --round 2 --seed a", given)
    assert (code, out) == (2, "")
    assert "1 and 2 are tied, and the standings have no column net_imps" in err


def test_the_same_seed_gives_the_same_draw(ask: Ask) -> None:
    first = "draw swiss nsw-swiss-pairs/swiss examples/swiss-seeds.csv --seed"
    drawn = [answer(ask, f"{first} {seed}") for seed in ("one", "one", "two")]
    assert drawn[0] == drawn[1]
    assert drawn[0]["pairings"] != drawn[2]["pairings"]
    assert drawn[0]["seed"] == "one"


def test_round_one_cites_its_own_clause(ask: Ask) -> None:
    told = answer(ask, "draw swiss sabf-2020/swiss examples/swiss-seeds.csv --first halves")
    assert told["clause"] == "SABF20 14.1#2"
    assert [(each["first"], each["second"]) for each in told["pairings"]][:2] == [("1", "7"), ("2", "8")]


def test_no_valid_draw_has_an_exit_code_and_a_proof(ask: Ask) -> None:
    code, out, err = ask(f"draw swiss sabf-2020/swiss - {STUCK}", SIX)
    assert (code, out) == (3, "")
    assert "leave 1, 2 and 3 with only each other to play, and an odd number cannot be paired (SABF20 14.1#3)" in err
    assert "rematch of 3 against 6 (they met in round 1)" in err
    code, out, err = ask(f"draw swiss sabf-2020/swiss - {STUCK} --json", SIX)
    assert (code, err) == (3, "")
    none = json.loads(out)
    assert (none["drawn"], none["groups"], none["rematches"]) == (False, [["1", "2", "3"]], [["3", "6"]])
    assert (
        "3 has met 6 in round 1, 4 in round 2 and 5 in round 3."
        in ask(f"draw swiss sabf-2020/swiss - {STUCK} --why", SIX)[2]
    )


def test_where_the_rule_allows_it_the_fewest_rematches_are_drawn(ask: Ask) -> None:
    told = answer(ask, f"draw swiss nsw-swiss-pairs/swiss - {STUCK}", SIX)
    assert [(each["first"], each["second"], each["again"]) for each in told["pairings"]] == [
        ("1", "2", []), ("3", "4", [2]), ("5", "6", []),
    ]  # fmt: skip
    assert "fewest" in told["notes"][0]


def test_a_small_field_may_meet_early_opponents_again(ask: Ask, tmp_path: Path) -> None:
    met = tmp_path / "met.csv"
    met.write_text("round,ns,ew\n1,A,B\n1,C,D\n2,A,C\n2,B,D\n3,A,D\n3,B,C\n", encoding="utf-8")
    ranked = "contestant\nA\nB\nC\nD\n"
    told = answer(ask, f"draw swiss anc-2026/modified-swiss - -m {met} --rounds 5", ranked)
    assert [(each["first"], each["second"], each["again"]) for each in told["pairings"]] == [
        ("A", "B", [1]), ("C", "D", [1]),
    ]  # fmt: skip
    assert ask(f"draw swiss anc-2026/swiss - -m {met}", ranked)[0] == 3


def test_an_odd_field_must_know_its_way(ask: Ask) -> None:
    three = "contestant\nA\nB\nC\n"
    assert "--odd" in ask("draw swiss anc-2026/swiss - --round 2", three)[2]
    assert "house pair" in ask("draw swiss anc-2026/swiss - --round 2 --odd house", three)[2]
    assert answer(ask, "draw swiss anc-2026/swiss - --round 2 --odd bye", three)["bye"]["contestant"] == "C"


def test_drop_ins_meet_the_leaders_in_reverse_and_a_triangle_plays_on(ask: Ask, tmp_path: Path) -> None:
    met, entrants = tmp_path / "met.csv", tmp_path / "in.json"
    met.write_text("round,first,second,third\n1,A,B,C\n1,D,E,\n", encoding="utf-8")
    entrants.write_text(
        json.dumps([{"team": "X", "winning": 50, "losing": 20}, {"team": "Y", "winning": 30, "losing": 29}]),
        encoding="utf-8",
    )
    standings = "team,vp,imps\nD,15,9\nE,5,-9\nA,10,0\nB,10,1\nC,10,-1\n"
    told = answer(ask, f"draw swiss gnot-nsw-2018/swiss - -m {met} --entrants {entrants}", standings)
    assert (told["share"]["contestants"], told["share"]["part"]) == (["A", "B", "C"], 2)
    assert told["entrants"] == ["Y", "X"]
    assert [(each["first"], each["second"]) for each in told["pairings"]] == [("D", "X"), ("E", "Y")]


def test_a_finished_event_that_was_drawn_right(ask: Ask) -> None:
    assert ask(CHECK) == (0, "6 rounds, 36 matches: 0 differences\n", "")


def test_one_changed_pairing_is_found_and_nothing_else(ask: Ask) -> None:
    text = Path(EVENT).read_text(encoding="utf-8")
    changed = text.replace("\n5,4,6,10,", "\n5,4,6,8,").replace("\n5,5,8,4,", "\n5,5,10,4,")
    assert changed != text
    code, out, _ = ask("draw check sabf-2020/swiss - --first halves --json", changed)
    (found,) = json.loads(out)["differences"]
    assert code == 1
    assert (found["round"], found["clause"]) == (5, "SABF20 14.1#3")
    assert (found["played"], found["drawn"]) == ([["6", "8"], ["10", "4"]], [["6", "10"], ["8", "4"]])
    assert found["faults"] == ["10 and 4 had met in round 1"]
    assert "would leave 10 with only 5, 2 and 4" in ask("draw check sabf-2020/swiss - --first halves --why", changed)[1]


def test_a_recorded_order_is_checked_against_the_results(ask: Ask, tmp_path: Path) -> None:
    orders = tmp_path / "orders.csv"
    order = ["11", "9", "12", "1", "7", "3", "6", "8", "10", "5", "2", "4"]
    orders.write_text("round,contestant\n" + "".join(f"5,{team}\n" for team in order), encoding="utf-8")
    assert ask(f"{CHECK} --orders {orders}")[0] == 0
    order[0], order[1] = order[1], order[0]
    orders.write_text("round,contestant\n" + "".join(f"5,{team}\n" for team in order), encoding="utf-8")
    code, out, _ = ask(f"{CHECK} --orders {orders}")
    assert code == 1
    assert "drawn from the order 9, 11" in out
    assert "SABF20 14.1#6" in out


def test_round_one_by_lot_is_any_lot_or_the_one_that_was_recorded(ask: Ask) -> None:
    drawn = ask("draw swiss nsw-swiss-pairs/swiss examples/swiss-seeds.csv --seed one --csv")[1]
    assert ask("draw check nsw-swiss-pairs/swiss -", drawn)[0] == 0
    assert ask("draw check nsw-swiss-pairs/swiss - --seed one", drawn)[0] == 0
    assert ask("draw check nsw-swiss-pairs/swiss - --seed two", drawn)[0] == 1
    assert ask("draw check sabf-2020/swiss - --first quarters", drawn)[0] == 1


def test_somebody_drawn_twice_is_told(ask: Ask) -> None:
    given = "round,first,second\n1,1,2\n1,1,3\n"
    code, out, err = ask("draw check nsw-swiss-pairs/swiss - --seed a", given)
    assert (code, out) == (2, "")
    assert "line 2 and line 3: 1 in round 1 is listed twice" in err


def test_a_printed_round_robin_and_its_bye(ask: Ask) -> None:
    eight = answer(ask, "draw roundrobin anc-2026/eight")["rounds"]
    seven = answer(ask, "draw roundrobin anc-2026/eight -n 7")["rounds"]
    assert eight[0]["matches"] == [["5", "2"], ["6", "3"], ["7", "4"], ["8", "1"]]
    assert [each["matches"][-1] for each in seven] == [[str(n), None] for n in range(1, 8)]


def test_a_bye_keeps_its_table(ask: Ask) -> None:
    out = ask("draw roundrobin sabf-2020/fourteen -n 13 --csv")[1].splitlines()
    assert out[1:3] == ["1,1,7,bye,", "1,2,11,5,"]
    assert "EV-108" in ask("draw roundrobin sabf-2020/fourteen")[1]


def test_the_circle_for_any_field_by_lot(ask: Ask) -> None:
    plain = answer(ask, "draw roundrobin -n 9")["rounds"]
    lots = answer(ask, "draw roundrobin -n 9 --seed x")["rounds"]
    assert plain != lots
    for rounds in (plain, lots):
        met = {frozenset(match) for each in rounds for match in each["matches"] if None not in match}
        assert len(met) == 36
    assert "exactly once" in ask("draw roundrobin -n 9 --why")[1]


def test_a_set_draw_tells_who_was_passed_over(ask: Ask) -> None:
    words = "draw knockout gnot-nsw-2018/set-draw examples/knockout-seeds.csv -m examples/knockout-met.csv"
    told = answer(ask, words)
    assert [(each["first"], each["second"]) for each in told["pairs"]] == [
        ("A", "G"), ("B", "H"), ("C", "E"), ("D", "F"),
    ]  # fmt: skip
    assert told["pairs"][0]["why"] == ["not H: they met in round 1"]
    assert ask(f"{words} --csv")[1].splitlines()[:2] == ["round,table,first,second,third", "3,1,A,G,"]
    assert ask(f"{words.partition(' -m')[0]} --csv")[1].splitlines()[1] == "1,1,A,H,"


def test_a_knockout_draw_in_csv_is_read_back_as_a_file_of_meetings(ask: Ask, tmp_path: Path) -> None:
    words = "draw knockout gnot-nsw-2018/set-draw examples/knockout-seeds.csv"
    drawn = tmp_path / "drawn.csv"
    drawn.write_text(ask(f"{words} --csv")[1])
    again = {(each["first"], each["second"]) for each in answer(ask, f"{words} -m {drawn}")["pairs"]}
    assert again.isdisjoint({("A", "H"), ("B", "G"), ("C", "F"), ("D", "E")})


def test_a_first_draw_by_lot_has_its_triangle(ask: Ask) -> None:
    given = "contestant\n" + "".join(f"{n}\n" for n in range(1, 24))
    told = answer(ask, "draw knockout gnot-nsw-2018/first-draw - --seed a", given)
    assert (len(told["pairs"]), len(told["triangles"])) == (10, 1)
    assert ask("draw knockout gnot-nsw-2018/first-draw -", given)[0] == 2


def test_a_bracket_all_the_way(ask: Ask) -> None:
    told = answer(ask, "draw knockout sabf-2020/final-five examples/knockout-seeds.csv")["matches"]
    assert told[0]["sides"] == ["D", "E"]
    assert told[-1]["sides"] == ["winner of SF2", "winner of PF"]
