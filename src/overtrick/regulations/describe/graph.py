"""An event that is a graph of stages in plain English: each stage with its numbers, and what is printed or repaired."""

from collections.abc import Iterator

from overtrick.core.draws.choice import ChoiceRule
from overtrick.core.event.graph_plan import DropInPlay, Graph, KnockoutPlay
from overtrick.core.event.plan import Event, Stage
from overtrick.core.exact import exact_text, plain
from overtrick.core.flow.final import quotas
from overtrick.core.flow.graph import Node
from overtrick.core.flow.stages import Contest, DrawMethod, Half, Who
from overtrick.core.flow.swiss import SwissRound, Triangle
from overtrick.core.scoring.tie import TieRule, TieStep
from overtrick.regulations.describe import rules
from overtrick.regulations.describe.rules import cited, listed
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.read.flow import FlowRules, load_flow

Section = tuple[str, list[str]]


def graph_sections(file: EventFile, event: Event) -> Iterator[Section]:
    """The sections of the conditions: the course of the event, every stage, and the end."""
    graph, words = event.graph, file.graph
    if graph is None or words is None:
        return
    yield "The course of the event", list(_course(file, graph))
    for stage in event.stages:
        yield stage.name, list(_stage(stage))
    if words.choice or words.flow:
        draw = next((stage.play.draw for stage in event.stages if isinstance(stage.play, KnockoutPlay)), None)
        changed = next((stage.play.changed for stage in event.stages if isinstance(stage.play, KnockoutPlay)), None)
        said = []
        if draw is not None:
            said.append(cited("two teams meet twice in the knockout only if no draw avoids it", draw.rematch))
        if changed is not None:
            said.append(cited("if a match changes its winner after the draw, the two teams exchange places", changed))
        yield "Draws", said
    yield "The end", list(_end(graph))


def _course(file: EventFile, graph: Graph) -> Iterator[str]:
    words, entry = file.graph, graph.flow.entry
    if words is None:
        return
    if words.says:
        yield cited(words.says, words.clause)
    if graph.status:
        row = f", row {graph.row} of its table" if graph.row else ""
        yield f"The format for {entry} teams is {graph.status}{row}."
    if graph.confirm:
        yield f"The organiser must confirm it before the entry is closed (“{graph.confirm}”)."
    if words.flow is not None:
        yield from repairs(load_flow(words.flow), entry, graph.row)
    for state in graph.flow.states() if words.flow is not None else ():
        half = "" if state.whole else ", first half"
        sections = listed([f"{count} in the {name}" for name, count in state.sections])
        yield f"After session {state.session}{half}: {sections}."


def repairs(flow: FlowRules, entry: int, row: str) -> Iterator[str]:
    """What the tables print for an entry that cannot be, why it cannot, and what is played instead."""
    for name, table in flow.brackets.tables.items():
        for fixed in table.repaired:
            if str(fixed[0]) not in (row, str(entry)):
                continue
            printed = next(each for each in table.rows if each[0] == fixed[0])
            was = {column: int(cell) for column, cell in zip(table.columns[1:], printed[1:], strict=True)}
            now = {column: int(cell) for column, cell in zip(table.columns[1:], fixed[1:], strict=True)}
            cells = [f"{_word(column)} {was[column]}" for column in was]
            yield cited(f"table {name} prints for {fixed[0]} teams: {listed(cells)}", table.clause)
            broken = flow.row_faults(name, {"entry": entry, **was})
            for fault in broken:
                yield cited(f"that cannot be: {_word(fault)}", table.clause)
            if not broken:
                yield cited("that adds up in itself, but not with those who come to it", table.clause)
            changes = [f"{_word(c)} {now[c]} instead of {was[c]}" for c in was if now[c] != was[c]]
            yield cited(f"it is played repaired: {listed(changes)}", table.clause)
    words = next((each for each in flow.formats if entry in each.entries), None)
    for variant in words.variants if words is not None else ():
        if variant.entry == entry and words is not None:
            rows = listed(list(variant.rows), "or")
            yield cited(f"two rows are printed for {entry} teams, {rows}; row {row} holds", words.clause)


def _word(column: str) -> str:
    return column.replace("_", " ")


def _stage(stage: Stage) -> Iterator[str]:
    match stage.play:
        case KnockoutPlay() as play:
            yield from _knockout(stage, play)
        case DropInPlay() as play:
            yield from _swiss(stage, play)
        case _:
            return


def _when(node: Node) -> str:
    half = {Half.FIRST: "first half", Half.SECOND: "second half", Half.BOTH: "both halves"}[node.rule.half]
    return f"session {node.rule.session}, {half}"


def _knockout(stage: Stage, play: KnockoutPlay) -> Iterator[str]:
    node = play.node
    yield cited(f"{_when(node)}: {node.teams} teams, {_from(node)}", stage.clause)
    yield cited(_contest(node), stage.clause)
    yield from _draw(play)
    if play.tie is not None:
        yield cited(f"a level match is decided by {_tie(play.tie)}", play.tie.clause)
    if node.triangles:
        chain = listed([str(measure) for measure in play.triangle.by])
        yield cited(f"a triangle is ordered by {chain}; a level match in it is half a win each", play.triangle.clause)
    if play.lucky is not None and any(each.rule.who is Who.LUCKY for each in node.exits):
        classes = listed([str(lost) for lost, _ in play.lucky.classes])
        yield cited(f"lucky losers are taken, in this order, from those who: {classes}", play.lucky.clause)
        if play.lucky.once is not None:
            yield cited("a team is a lucky loser once, while there are others", play.lucky.once)
    yield from _exits(node)


def _from(node: Node) -> str:
    parts = [
        f"{_some(source.count, source.who)} of {source.stage}" if source.stage else f"{source.count} of the entry"
        for source in node.sources
    ]
    return listed(parts)


def _some(count: int, who: Who) -> str:
    """So many who leave a stage one way.

    >>> _some(1, Who.LUCKY), _some(3, Who.LOSERS), _some(1, Who.FIRST)
    ('1 lucky loser', '3 losers', 'the 1st')
    """
    if who in (Who.FIRST, Who.SECOND, Who.THIRD):
        return f"the {who}" if count == 1 else f"{count} who are {who}"
    return f"1 {str(who).removesuffix('s')}" if count == 1 else f"{count} {who}"


def _contest(node: Node) -> str:
    boards = node.rule.boards
    parts = [f"{node.matches} matches of {boards} boards" if node.matches != 1 else f"a match of {boards} boards"]
    if node.triangles:
        length = boards if node.rule.contest is Contest.TRIANGLES else (boards + 1) // 2
        each = "a triangle" if node.triangles == 1 else f"{node.triangles} triangles"
        three = f"{each} of matches of {length} boards"
        parts = [three] if not node.matches else [*parts, three]
    if node.byes:
        parts.append(f"{node.byes} byes" if node.byes > 1 else "a bye")
    return listed(parts)


def _draw(play: KnockoutPlay) -> Iterator[str]:
    node = play.node
    if play.blocks is not None and node.rule.enters:
        yield cited(
            "drawn by lot: the top seeds against the bottom seeds, the middle among themselves", play.blocks.clause
        )
        return
    if play.order is not None:
        chain = listed([str(measure) for measure in play.order.by])
        yield cited(f"the field is ranked by {chain}", play.order.clause)
    elif node.teams > 2:
        yield "The field is ranked by its seeds."
    for place, tier in enumerate(play.tiers):
        ways = listed([f"the {who} of {stage}" for stage, who in tier])
        yield f"{ways[0].upper()}{ways[1:]} rank {'above all others' if not place else 'next'}."
    for rule in play.places:
        counts = [exact_text(each) for each in rule.wins or ()]
        wins = f" with {listed(counts, 'or')} {'win' if counts[-1] == '1' else 'wins'}" if counts else ""
        at = f"place {rule.at}" if isinstance(rule.at, int) else f"the place {rule.at}"
        yield cited(f"the {rule.of}{wins} has {at}", rule.clause)
    if play.choice is not None:
        yield from _choice(play.choice)
        return
    said = {
        DrawMethod.SET: "highest against lowest, second highest against second lowest, and so on",
        DrawMethod.HEAD_TO_HEAD: "the two teams meet",
        DrawMethod.LOT: "drawn by lot",
    }.get(node.rule.draw, f"drawn by {node.rule.draw}")
    byes = "byes go to the highest; " if node.byes else ""
    middle = "the middle of the ranking plays in triangles; " if node.triangles and node.matches else ""
    yield cited(f"{byes}{middle}{said}", play.draw.clause)


def _choice(rule: ChoiceRule) -> Iterator[str]:
    choosers = f"ranks 1 to {rule.choosers[-1]} choose" if len(rule.choosers) > 1 else "rank 1 chooses"
    yield cited(f"{choosers} an opponent in turn, from ranks {rule.open[0]} to {rule.open[-1]}", rule.clause)
    if rule.may_opt_in:
        ranks = listed([str(rank) for rank in rule.may_opt_in])
        yield cited(f"ranks {ranks} may put themselves up for choice", rule.clause)
    if rule.may_opt_out:
        ranks = listed([str(rank) for rank in rule.may_opt_out])
        yield cited(f"rank {ranks} may be chosen too, unless it refuses", rule.clause)
    yield cited("a team that is not represented when it is called forfeits its choice", rule.absent)
    yield cited("those who are left meet high against low", rule.remaining)


def _tie(rule: TieRule) -> str:
    said = {
        TieStep.PLAY_OFF: f"{rule.extra} extra board{'s' if rule.extra > 1 else ''}",
        TieStep.BOARD_A_MATCH: "board-a-match over all boards",
        TieStep.TOTAL_POINTS: "total points",
        TieStep.PLAY_ON: f"{rule.then} board at a time until it is decided",
        TieStep.LOT: "lot",
    }
    return ", then ".join(said[step] for step in rule.steps)


def _exits(node: Node) -> Iterator[str]:
    for each in node.exits:
        if each.rule.rank is None:
            to = f"go on to {each.rule.stage}"
        elif each.count == 1:
            to = f"has final rank {each.rule.rank}"
        else:
            to = f"have final ranks {each.rule.rank} to {each.rule.rank + each.count - 1}"
        yield f"{_some(each.count, each.rule.who)} {to.replace('go on', 'goes on') if each.count == 1 else to}."


def _swiss(stage: Stage, play: DropInPlay) -> Iterator[str]:
    yield cited(f"{stage.rounds} rounds of {stage.boards} boards", stage.clause)
    for number, node in zip(play.numbers, play.nodes, strict=True):
        if node.swiss is not None:
            yield cited(
                f"{node.rule.name}, round {number} ({_when(node)}): {node.teams} teams; {_make_up(node.swiss)}",
                node.rule.clause,
            )
    if play.entering is not None:
        chain = listed([str(each) for each in play.entering.by])
        yield cited(f"those who drop in are ranked by {chain} of the match they lost", play.entering.clause)
        yield cited("the best in the Swiss meets the lowest of those who drop in, and so on", play.rule.clause)
    if play.drop_in is not None:
        held = {
            number
            for number, node in zip(play.numbers[1:], play.nodes[1:], strict=True)
            if node.swiss and node.swiss.entrants
        }
        for row in play.drop_in.rows:
            if row.round not in held:
                continue
            share = f"{exact_text(plain(100 * row.share))}% of the leader's score"
            other = exact_text(row.flat) if row.flat is not None else f"the leader's score less {exact_text(row.less)}"
            later = ", added when that round is over" if row.deferred else ""
            yield cited(
                f"who drops in for round {row.round} brings {share}, or {other} if that is more{later}", row.clause
            )
        yield cited("the leader is the best of those whose matches are all over", play.drop_in.leader)
    yield from rules.scoring_lines(stage.scoring, 2, stage.boards)
    yield from rules.ranking_lines(stage.standings, drawn=True)


def _make_up(made: SwissRound) -> str:
    parts = [f"{made.entrants} drop in"] if made.entrants and not made.by_lot else []
    if made.triangle is Triangle.STARTS:
        parts.append("three start a triangle over two rounds")
    if made.triangle is Triangle.CONTINUES:
        parts.append("a triangle goes on")
    counts = (
        (made.by_lot, "by lot"),
        (made.mixed, "against those who drop in"),
        (made.among_swiss, "like against like"),
        (made.among_entrants, "among those who drop in"),
    )
    parts += [f"{count} {'match' if count == 1 else 'matches'} {how}" for count, how in counts if count]
    return listed(parts)


def _end(graph: Graph) -> Iterator[str]:
    if graph.table is not None:
        chain = graph.table.chain
        yield cited(
            f"the last table goes by {listed([str(step.by) for step in chain.steps])}, then lot", graph.table.clause
        )
        if graph.play_off is not None:
            yield cited(
                f"teams level across the last place that goes on play off over {graph.play_off.boards} boards, then "
                f"{graph.play_off.then} at a time", graph.table.cut,
            )  # fmt: skip
    for places in quotas(graph.flow.entry, graph.quotas):
        first, last = places.ranks
        yield cited(f"ranks {first} to {last} go on to the {places.name}", places.clause)
    if graph.replacement is not None:
        lowest = graph.replacement.lowest(graph.flow.entry)
        yield cited(f"who does not proceed is replaced by the next, down to rank {lowest}", graph.replacement.clause)
