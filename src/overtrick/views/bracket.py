"""The bracket of an event that is a graph of stages: a section for each path through it, a column for each round."""

from collections.abc import Iterator

from overtrick.core.draws.choice import Choice
from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Event, Stage
from overtrick.core.event.play.graph import locate
from overtrick.core.event.play.knockout import ROUND, triangles
from overtrick.core.event.play.knockout_draw import open_turn
from overtrick.core.event.play.stage import StageState
from overtrick.core.flow.graph import Node, TeamSource
from overtrick.core.flow.stages import Who as Way
from overtrick.core.wording import Said, capitalise, phrase
from overtrick.views.brackets import Box, BoxSide, BracketPage, Column, Feeds, Game, Section, Stands, drawn_out
from overtrick.views.choosing import choice_of, choices_due
from overtrick.views.finals_bracket import finals_section
from overtrick.views.knockouts import KnockoutMatch, KnockoutSide, match_of
from overtrick.views.names import Who, who
from overtrick.views.stage_names import moment, node_words, stage_title
from overtrick.views.whys import Number, stage_slug

NOTHING = Number("")


def has_bracket(event: Tournament) -> bool:
    """Whether an event has a bracket: it is a graph with knockouts, or one of its stages is a finals system."""
    return is_bracket(event) or any(state.plan.play.must_be_won for state in event.stages.values())


def is_bracket(event: Tournament) -> bool:
    """Whether an event is a bracket from its first stage on, so that the bracket is its first page."""
    return bool(_knockouts(event))


def bracket_page(event: Tournament, only: StageState | None = None) -> BracketPage | None:
    """The bracket of an event, or of one of its stages; `None` where there is none."""
    sections = tuple(_sections(event)) if only is None else ()
    finals = event.stages.values() if only is None else (only,)
    sections += tuple(finals_section(event, state) for state in finals if state.plan.play.must_be_won)
    if not sections:
        return None
    beside = tuple(
        (stage_slug(name), stage_title(event, name))
        for name, state in event.stages.items()
        if only is None and not state.plan.play.knockout and not state.plan.play.must_be_won
    )
    return BracketPage(choices_due(event, *((only,) if only is not None else ())), sections, beside)


def _knockouts(event: Tournament) -> tuple[Node, ...]:
    """The nodes of an event's graph that are knockouts, in the order of play."""
    try:
        plan = event.current_plan()
    except DirectorError:
        return ()
    if plan.graph is None or not event.stages:
        return ()
    nodes = (node for node in plan.graph.flow.nodes if node.swiss is None)
    return tuple(sorted(nodes, key=lambda node: (moment(node), -node.triangles)))


def _sections(event: Tournament) -> Iterator[Section]:
    nodes = _knockouts(event)
    if not nodes:
        return
    plan = event.current_plan()
    for section in dict.fromkeys(node.rule.section for node in nodes):
        own = [node for node in nodes if node.rule.section == section]
        columns = [_column(event, plan, node) for node in own]
        yield Section(stage_slug(section or "bracket"), capitalise(section), drawn_out(columns, _feeds(columns)))


def _feeds(columns: list[Column]) -> Feeds:
    """Which matches within a section feed which: known teams, and the only match left."""
    found: dict[str, tuple[tuple[str, bool], ...]] = {}
    last: dict[str, tuple[str, bool]] = {}
    for place, column in enumerate(columns):
        for box in column.boxes:
            teams = [side.who.number for side in box.sides if side.who is not None]
            found[box.name] = tuple(last[team] for team in teams if team in last)
        if len(column.boxes) == 1 and place and not found[column.boxes[0].name] and len(columns[place - 1].boxes) <= 2:
            before = columns[place - 1].boxes
            if column.stands is Stands.COMING:
                found[column.boxes[0].name] = tuple((box.name, False) for box in before)
        last |= {
            side.who.number: (box.name, not side.won and any(each.won for each in box.sides))
            for box in column.boxes
            for side in box.sides
            if side.who is not None
        }
    return Feeds(found)


def _column(event: Tournament, plan: Event, node: Node) -> Column:
    name = node.rule.name
    stage, _ = locate(plan, name)
    state = event.stages.get(stage.name)
    stands = Stands.COMING if state is None else Stands.OVER if state.closed else Stands.NOW
    choice = choice_of(event, state) if state is not None else None
    field: tuple[Who, ...] = ()
    if state is not None and ROUND in state.rounds:
        boxes = tuple(_drawn_boxes(event, state, name))
    elif choice is not None:
        boxes = tuple(_choosing(event, choice, node))
    else:
        boxes = tuple(_to_come(plan, node, started=state is not None))
        field = tuple(
            who(event, team) for team in (state.contestants if state is not None else _known_teams(event, node))
        )
    return Column(
        stage_slug(name),
        stage_slug(stage.name) if state is not None else "",
        capitalise(node_words(plan, name, node.rule.section)),
        tuple(_says(plan, stage, node, stands)),
        stands,
        boxes,
        field,
        tuple(_goes(plan, node)),
    )


def _says(plan: Event, stage: Stage, node: Node, stands: Stands) -> Iterator[Said]:
    yield phrase("{boards:#board}, {stands}", boards=stage.boards, stands=phrase(str(stands)))
    if stands is Stands.COMING:
        yield phrase("{sources:,}", sources=tuple(_source_phrase(plan, source, node) for source in node.sources))


def _source_phrase(plan: Event, source: TeamSource, node: Node) -> Said:
    if not source.stage:
        return phrase("{count:#team} from the entries", count=source.count)
    stage = node_words(plan, source.stage, node.rule.section)
    who_ = source.who.one if source.count == 1 else source.who
    alone = source.count in (1, node.teams)
    return phrase("{who} of {stage}[ ({count})]", count=None if alone else source.count, who=who_, stage=stage)


def _goes(plan: Event, node: Node) -> Iterator[Said]:
    """The destinations of contestants from a round."""
    for each in node.exits:
        one = each.count == 1
        who_ = each.rule.who.one if one else each.rule.who
        if each.rule.stage:
            stage = node_words(plan, each.rule.stage, node.rule.section)
            yield phrase("{who:begun} {one:goes|go} on to {stage}", who=who_, one=one, stage=stage)
        elif each.rule.rank is not None:
            last = each.rule.rank + each.count - 1
            yield phrase(
                "{who:begun}: {one:place|places} {first}[ to {last}]",
                who=who_, one=one, first=each.rule.rank, last=None if one else last,
            )  # fmt: skip


def _known_teams(event: Tournament, node: Node) -> Iterator[str]:
    """The contestants known to play in a round that has not started."""
    plan = event.current_plan()
    for source in node.sources:
        if source.stage:
            state = event.stages.get(locate(plan, source.stage)[0].name)
            if state is not None and state.left is not None:
                yield from state.left.leavers_in_role(source.who)


def _waiting(words: Said) -> BoxSide:
    return BoxSide(None, words, NOTHING, won=False)


def _team_side(event: Tournament, team: str) -> BoxSide:
    return BoxSide(who(event, team), "", NOTHING, won=False)


def _to_come(plan: Event, node: Node, *, started: bool) -> Iterator[Box]:
    """The matches of a round that is not drawn: who will play in them, described in words."""
    sides = [_source_words(plan, source, node.rule.section) for source in node.sources for _ in range(source.count)]
    certain = not started and (len(node.sources) == 1 or (node.matches == 1 and len(sides) == 2))
    words = iter(sides if certain and sides and sides[0] else [])
    drawn = phrase("to be drawn")
    for place in range(node.matches):
        both = _waiting(next(words, drawn)), _waiting(next(words, drawn))
        yield Box(f"{node.rule.name}-{place}", both, Stands.COMING)
    for place in range(node.triangles):
        three = tuple(_waiting(next(words, drawn)) for _ in range(node.size))
        yield Box(f"{node.rule.name}-t{place}", three, Stands.COMING)
    for place in range(node.byes):
        yield Box(f"{node.rule.name}-b{place}", (_waiting(next(words, drawn)),), Stands.COMING, says=phrase("bye"))


def _source_words(plan: Event, source: TeamSource, within: str) -> Said:
    if not source.stage:
        return ""
    stage = node_words(plan, source.stage, within)
    if source.who is Way.ALL:
        return phrase("from {stage}", stage=stage)
    return phrase("{who} of {stage}", who=source.who.one, stage=stage)


def _choosing(event: Tournament, choice: Choice, node: Node) -> Iterator[Box]:
    """The matches while opponents are chosen: those chosen, the current turn, and those to come."""
    name = node.rule.name
    by = {turn.opponent: turn.chooser for turn in choice.turns if turn.opponent is not None}
    for pair in choice.pairs:
        one, two = pair.teams
        chooser = by.get(two) or by.get(one)
        says = phrase("chosen by {who}", who=who(event, chooser).called) if chooser else phrase("paired by the draw")
        yield Box(f"{name}-{one}", (_team_side(event, one), _team_side(event, two)), Stands.COMING, says=says)
    turn = open_turn(choice)
    now = turn.chooser if turn is not None else ""
    taken = {team for pair in choice.pairs for team in pair.teams}
    done = taken | {each.chooser for each in choice.turns}
    if now:
        sides = _team_side(event, now), _waiting(phrase("choosing now"))
        yield Box(f"{name}-{now}", sides, Stands.NOW, choosing=True)
    rest = [team for team in choice.choosers if team not in done and team != now]
    for team in rest:
        yield Box(f"{name}-{team}", (_team_side(event, team), _waiting(phrase("yet to choose"))), Stands.COMING)
    left = node.matches - len(choice.pairs) - bool(now) - len(rest)
    for place in range(left):
        both = _waiting(phrase("not chosen")), _waiting(phrase("not chosen"))
        yield Box(f"{name}-left-{place}", both, Stands.COMING, says=phrase("to be drawn from the rest"))


def _drawn_boxes(event: Tournament, state: StageState, name: str) -> Iterator[Box]:
    """The matches of a drawn round, its triangles, and those who sit out."""
    draw = state.rounds[ROUND].draw
    for seating in draw.seatings:
        match = match_of(event, state, seating.table)
        over = any(side.won for side in match.sides)
        yield Box(
            f"{name}-{seating.table}",
            (_side(match.sides[0]), _side(match.sides[1])),
            Stands.OVER if over else Stands.NOW,
            says=match.stands or ("" if match.by_score else match.says),
            round=ROUND,
            table=seating.table,
        )
    orders = [trio.order.teams for trio in triangles(state)]
    for place, trio in enumerate(draw.trios):
        order = next((teams for teams in orders if set(teams) == set(trio.teams)), ())
        games = tuple(_game(match_of(event, state, table)) for table in trio.tables)
        stands = Stands.OVER if order else Stands.NOW
        yield Box(f"{name}-t{place}", tuple(_trio(event, order or trio.teams, order)), stands, games=games)
    for team in draw.sits_out:
        says = phrase("bye")
        yield Box(f"{name}-b{team}", (_team_side(event, team),), Stands.OVER if state.closed else Stands.NOW, says=says)


def _trio(event: Tournament, teams: tuple[str, ...], order: tuple[str, ...]) -> Iterator[BoxSide]:
    for place, team in enumerate(teams, start=1):
        stands = phrase("place {place}", place=place) if order else ""
        yield BoxSide(who(event, team), "", NOTHING, won=bool(order) and place == 1, stands=stands)


def _game(match: KnockoutMatch) -> Game:
    return Game(match.table, (_side(match.sides[0]), _side(match.sides[1])))


def _side(side: KnockoutSide) -> BoxSide:
    shown: Who = side.who
    return BoxSide(shown, "", side.imps, side.won, phrase("won") if side.won else "")
