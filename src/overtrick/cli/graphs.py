"""Events that are graphs of stages at the prompt: the matches of a knockout stage, and the end of the event."""

from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.provenance import Json
from overtrick.views.final_ranking import FinalRankingPage
from overtrick.views.knockouts import KnockoutMatch, KnockoutPage


def show_knockout(page: KnockoutPage | None, stage: str, after: int, *, as_json: bool) -> None:
    """The matches of a knockout stage, who won each and by what, its triangles, and who left it how."""
    matches = page.matches if page else ()
    orders = [[team.number for team in order] for order in page.triangles] if page else []
    ways = {str(way): [team.number for team in teams] for way, teams in page.ways} if page else {}
    if as_json:
        told: dict[str, Json] = {"stage": stage, "after": after, "matches": [_match(each) for each in matches]}
        triangles: list[Json] = [[*order] for order in orders]
        if page and page.notes:
            told["notes"] = [str(note) for note in page.notes]
        show_json({**told, "triangles": triangles, "left": {way: [*teams] for way, teams in ways.items()}})
        return
    rows = [
        (str(each.table), one.who.number, one.imps.text, two.who.number, two.imps.text,
         one.who.number if one.won else two.who.number if two.won else "–", _decided(each))
        for each in matches
        for one, two in (each.sides,)
    ]  # fmt: skip
    headers = ("table", "team", "IMPs", "against", "IMPs", "winner", "by")
    show_table(headers, rows, stage)
    for order in orders:
        show_lines(f"triangle: {', '.join(order)}")
    for note in page.notes if page else ():
        show_lines(str(note))
    for way, teams in ways.items():
        show_lines(f"{way}: {', '.join(teams)}")


def _decided(each: KnockoutMatch) -> str:
    """By what a match was decided or what it waits for, and who went on before it was corrected."""
    return ". ".join(filter(None, (str(each.by or each.waits), str(each.stands))))


def _match(each: KnockoutMatch) -> dict[str, Json]:
    return {
        "table": each.table,
        "teams": [side.who.number for side in each.sides],
        "imps": [side.imps.value for side in each.sides],
        "winner": next((side.who.number for side in each.sides if side.won), None),
        "by": str(each.by),
        "waits": str(each.waits),
        "extra": list(each.extra),
        **({"stands": str(each.stands)} if each.stands else {}),
    }


def show_ending(page: FinalRankingPage | None, event: str, *, as_json: bool) -> None:
    """The final ranking, who must play off, and who goes on where."""
    lines = page.lines if page else ()
    play_off = [team.number for team in page.play_off] if page else []
    goes_on = {name: [team.number for team in teams] for name, teams in page.goes_on} if page else {}
    declined = {name: [team.number for team in teams] for name, teams in page.declined} if page else {}
    if as_json:
        ranking: list[Json] = [
            {"rank": int(line.rank.text), "contestant": line.who.number, "stage": line.stage, "as": str(line.way)}
            for line in lines
        ]
        going: dict[str, Json] = {name: [*teams] for name, teams in goes_on.items()}
        away: dict[str, Json] = {name: [*teams] for name, teams in declined.items()}
        show_json({"ranking": ranking, "play_off": [*play_off], "goes_on": going, "declined": away})
        return
    rows = [(line.rank.text, line.who.number, str(line.says)) for line in lines]
    show_table(("rank", "contestant", "as"), rows, f"{event}: final ranking")
    if play_off:
        show_lines(f"{', '.join(play_off)} must play off for the last place")
    for name, teams in goes_on.items():
        show_lines(f"{name}: {', '.join(teams)}")
    for name, teams in declined.items():
        show_lines(f"not proceeding to {name}: {', '.join(teams)}")
    for note in page.notes if page else ():
        show_lines(str(note))
