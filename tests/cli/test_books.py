"""Books at the prompt: rehearsed, proved and read; refused when they were changed."""

import json
import shutil
from pathlib import Path

import pytest

from asking import Ask
from overtrick.ledger.texts import is_text

CLUB = "examples/club-swiss-teams.toml"


def test_a_rehearsal_is_a_function_of_its_seed(ask: Ask) -> None:
    for name, seed in (("one", 7), ("two", 7), ("three", 8)):
        code, out, _ = ask(f"simulate nsw-swiss-pairs/congress --entries 8 --seed {seed} -o {name}.jsonl")
        assert code == 0
        assert out.startswith("Bridge NSW Swiss Pairs Congress, 8 entries: ")
    one, two, three = (Path(f"{name}.jsonl").read_text(encoding="utf-8") for name in ("one", "two", "three"))
    assert one == two != three


def test_a_usual_entry_is_taken_where_none_is_named(ask: Ask) -> None:
    told = json.loads(ask(f"simulate {CLUB} -o club.jsonl --faults none --json")[1])
    assert (told["event"], told["entries"], told["book"]) == (CLUB, 12, "club.jsonl")
    lines = Path("club.jsonl").read_text(encoding="utf-8").splitlines()
    assert told["postings"] == len([line for line in lines if not is_text(line)])


def test_faults_are_none_where_none_are_asked_for(ask: Ask) -> None:
    ask("simulate nsw-swiss-pairs/congress --entries 8 --faults none -o calm.jsonl")
    lines = Path("calm.jsonl").read_text(encoding="utf-8").splitlines()
    acts = {json.loads(line)["act"] for line in lines if not is_text(line)}
    assert not acts & {"result corrected", "ruling given", "penalty given", "withdrawn", "substitute used"}


def test_a_book_is_never_written_over(ask: Ask) -> None:
    before = Path("book.jsonl").read_bytes()
    code, _, err = ask("simulate nsw-swiss-pairs/congress --entries 8 -o book.jsonl")
    assert (code, Path("book.jsonl").read_bytes()) == (2, before)
    assert "choose another name" in err


def test_a_rehearsal_that_is_refused_leaves_no_book(ask: Ask) -> None:
    assert ask("simulate anc-2026/interstate-open --entries 9 -o x.jsonl")[0] == 2
    assert not Path("x.jsonl").exists()


def test_a_sound_book_is_proved(ask: Ask) -> None:
    code, out, _ = ask("verify book.jsonl --json")
    told = json.loads(out)
    assert code == 0
    assert (told["sound"], told["same_rules"], told["objections"], told["draws"]) == (True, True, [], 7)
    assert told["results"] == 7 * 4 * 8


def test_a_changed_book_is_refused(ask: Ask) -> None:
    lines = Path("book.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    for name, changed in {
        "edited": [*lines[:50], lines[50].replace('"n":51', '"n":51 '), *lines[51:]],
        "cut": [*lines[:50], *lines[51:]],
        "swapped": [*lines[:50], lines[51], lines[50], *lines[52:]],
    }.items():
        Path(f"{name}.jsonl").write_text("".join(changed), encoding="utf-8")
        for command in ("verify {0}", "standings {0}", "match {0} --table 1", "scorecard {0} 1", "why {0} --pair 1"):
            code, out, err = ask(command.format(f"{name}.jsonl"))
            assert (code, out) == (2, "")
            assert "does not follow from the line before it" in err


def test_what_does_not_follow_from_the_rules_is_objected_to(ask: Ask) -> None:
    """A whole and unbroken chain that no director would have posted: one result is left out."""
    from overtrick.ledger.codec import line_hash, read_posting, write_posting

    lines = Path("book.jsonl").read_text(encoding="utf-8").splitlines()
    postings = [read_posting(line)[0] for line in lines]
    left_out = next(place for place, posting in enumerate(postings) if posting.act.called == "result posted")
    prev, written = "", []
    for number, posting in enumerate((*postings[:left_out], *postings[left_out + 1 :]), start=1):
        line = write_posting(type(posting)(number, posting.act, posting.by, posting.at, posting.key), prev)
        prev = line_hash(line)
        written.append(line + "\n")
    Path("other.jsonl").write_text("".join(written), encoding="utf-8")
    code, out, _ = ask("verify other.jsonl")
    assert code == 1
    assert "round closed: Round 1 has no result for table" in out
    told = json.loads(ask("verify other.jsonl --json")[1])
    assert not told["sound"]
    assert told["objections"]


def test_a_torn_end_is_told_and_reading_changes_nothing(ask: Ask) -> None:
    whole = Path("book.jsonl").read_bytes()
    Path("torn.jsonl").write_bytes(whole[:-40])
    code, out, err = ask("standings torn.jsonl")
    assert code == 0
    assert "ends in an incomplete line" in err
    assert Path("torn.jsonl").read_bytes() == whole[:-40]
    Path("short.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert ask("standings short.jsonl") == (0, out, "")


def test_standings_say_places_totals_and_what_decided(ask: Ask) -> None:
    told = json.loads(ask("standings book.jsonl --json")[1])
    rows = told["fields"]["all"]
    assert (told["stage"], len(rows)) == ("Swiss", 8)
    totals = [float(row["total"]) for row in rows]
    assert totals == sorted(totals, reverse=True)
    assert rows[0]["because"].startswith(f"above {rows[1]['contestant']} by total")
    text = ask("standings book.jsonl")[1]
    assert [line.split()[1] for line in text.splitlines()[2:]] == [row["contestant"] for row in rows]


def test_a_match_adds_up(ask: Ask) -> None:
    told = json.loads(ask("match book.jsonl --round 2 --table 1 --json")[1])
    assert told["complete"]
    assert len(told["boards"]) == 8
    card = json.loads(ask(f"scorecard book.jsonl {told['first']} --json")[1])
    played = next(match for match in card["matches"] if match["round"] == "2")
    assert played["against"] == told["second"]
    assert float(played["score"]) == pytest.approx(float(told["scores"][0]), abs=0.005)


def test_a_scorecard_adds_up_to_the_standings(ask: Ask) -> None:
    rows = json.loads(ask("standings book.jsonl --json")[1])["fields"]["all"]
    for row in rows:
        card = json.loads(ask(f"scorecard book.jsonl {row['contestant']} --json")[1])
        assert len(card["matches"]) == 7
        assert card["total"]["value"] == row["total"]


def test_why_goes_down_to_the_postings(ask: Ask) -> None:
    total = ask("why book.jsonl --pair 1")[1]
    assert "NSWSP" in total.splitlines()[0]
    deep = ask("why book.jsonl --pair 1 --match 1 --depth 9")[1]
    assert "[posting " in deep
    told = json.loads(ask("why book.jsonl --pair 1 --match 1 --json")[1])
    assert told["unit"] == "VPs"


def test_a_book_goes_by_its_own_rules_when_their_file_changes(ask: Ask) -> None:
    shutil.copy(CLUB, "club.toml")
    ask("simulate club.toml --entries 7 --faults none -o club.jsonl")
    assert "otherwise" not in ask("verify club.jsonl")[1]
    stood = ask("standings club.jsonl")
    text = Path("club.toml").read_text(encoding="utf-8")
    assert "vps    = 12" in text
    Path("club.toml").write_text(text.replace("vps    = 12", "vps    = 13"), encoding="utf-8")
    assert "by the book's own rules, which differ from this program's" in ask("verify club.jsonl")[1]
    assert ask("standings club.jsonl") == stood
    assert "totals, " in ask("rules adopt club.jsonl")[1]


def test_the_rules_of_a_book_are_found_beside_it_or_missed_in_words(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(CLUB, "club.toml")
    ask("simulate club.toml --entries 6 --faults none -o club.jsonl")
    place = Path.cwd()
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert ask(f"standings {place / 'club.jsonl'}")[0] == 0
    (place / "club.toml").unlink()
    assert ask(f"standings {place / 'club.jsonl'}")[0] == 0  # they are in the book
    lines = (place / "club.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (place / "club.jsonl").write_text("".join(line for line in lines if not is_text(line)), encoding="utf-8")
    (place / "club.jsonl.head").unlink()
    code, _, err = ask(f"standings {place / 'club.jsonl'}")
    assert code == 2
    assert "uses the rules in club.toml, but that file is missing" in err


def test_a_book_of_nothing_says_what_is_missing(ask: Ask) -> None:
    Path("empty.jsonl").write_text("", encoding="utf-8")
    code, _, err = ask("standings empty.jsonl")
    assert code == 2
    assert "empty.jsonl is empty. Give a book" in err


def test_awards_are_told_when_the_event_is_over(ask: Ask) -> None:
    code, out, _ = ask("simulate anc-2026/swiss-pairs-b --entries 12 --seed 2 -o over.jsonl")
    assert code == 0, out
    code, out, _ = ask("awards over.jsonl")
    assert code == 0
    told = json.loads(ask("awards over.jsonl --json")[1])
    assert {"after", "no_winner", "places", "members", "categories", "titles"} == set(told)
    lines = Path("over.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("open.jsonl").write_text("".join(lines[:-1]), encoding="utf-8")
    code, out, err = ask("awards open.jsonl")
    assert (code, out) == (2, "")
    assert "There are no awards yet" in err


def test_an_event_that_gives_no_awards_says_so(ask: Ask) -> None:
    assert ask("simulate sabf-2020/state-open-pairs --entries 14 --seed 1 -o pairs.jsonl")[0] == 0
    code, out, _ = ask("awards pairs.jsonl")
    assert (code, out.strip()) == (0, "The regulations define no awards. Run `overtrick standings` for the places.")
