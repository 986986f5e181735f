"""The diagram of a graph of stages: one box per stage, by session and half, with a lane for each section."""

from collections.abc import Mapping, Sequence

from overtrick.core.flow.graph import Exit, Flow, Node
from overtrick.core.flow.stages import Contest, DrawMethod, Half, Who
from overtrick.views.pictures.layout import Box, BoxKind, Picture, Stream, Stroke

ENTRY = "the entry"

STROKES = {Who.LUCKY: Stroke.DASHED, Who.LOSERS: Stroke.DOTTED, Who.SECOND: Stroke.DASHED, Who.THIRD: Stroke.DOTTED}
"""The strokes of streams. Winners, firsts and those who simply go on are drawn solid."""

SINGULAR = {Who.WINNERS: "winner", Who.LUCKY: "lucky loser", Who.LOSERS: "loser", Who.ALL: "team"}
PLACED = {Who.FIRST: "came 1st", Who.SECOND: "came 2nd", Who.THIRD: "came 3rd"}

NO_MATCHES: Mapping[str, tuple[str, ...]] = {}

Slot = tuple[int, int]
"""A session and one of its halves."""


def flow_picture(flow: Flow, title: str, says: str = "", played: Mapping[str, tuple[str, ...]] = NO_MATCHES) -> Picture:
    """The flow of an event for its entry; *played* are the matches of each stage in words, where there is a book."""
    slots = _slots(flow)
    lanes = _lanes(flow, slots)
    boxes = [_stage_box(node, slots, lanes, played.get(node.rule.name, ())) for node in flow.nodes]
    boxes = [_widen_box(box, boxes) for box in boxes]
    opening = [box for box, node in zip(boxes, flow.nodes, strict=True) if node.rule.enters]
    entry = Box(
        ENTRY, f"{flow.entry} teams enter", (), 0, 0, min(b.left for b in opening), max(b.right for b in opening),
        BoxKind.ENTRY,
    )  # fmt: skip
    streams = [
        Stream(ENTRY, node.rule.name, source.count, "teams", Stroke.SOLID)
        for node in flow.nodes
        for source in node.sources
        if not source.stage
    ]
    streams += [_stream(node, each, each.rule.stage) for node in flow.nodes for each in node.exits if each.rule.stage]
    for node, box in zip(flow.nodes, boxes[: len(flow.nodes)], strict=True):
        ranked = [each for each in node.exits if each.rule.rank is not None]
        if ranked:
            boxes.append(_places_box(box, ranked))
            streams += [_stream(node, each, boxes[-1].id) for each in ranked]
    last = 1 + max(box.last for box in boxes)
    names = ["", *(_slot_name(slot, slots) for slot in slots)]
    bands = [*names, *[""] * (last - len(names))]
    return Picture(title, says, tuple(bands), (entry, *boxes), tuple(streams))


def _slots(flow: Flow) -> list[Slot]:
    """The halves of sessions in which there is play, in order; a session without halves is one."""
    found: set[Slot] = set()
    for session in {node.rule.session for node in flow.nodes}:
        halves = {node.rule.half for node in flow.nodes if node.rule.session == session}
        found |= {(session, 1)} if halves == {Half.BOTH} else {(session, 1), (session, 2)}
    return sorted(found)


def _slot_name(slot: Slot, slots: Sequence[Slot]) -> str:
    session, half = slot
    if (session, 2) not in slots:
        return f"Session {session}"
    return f"Session {session}\n{'first' if half == 1 else 'second'} half"


def _bands(node: Node, slots: Sequence[Slot]) -> tuple[int, int]:
    """The bands that a stage fills; the first band is that of the entry."""
    session, half = node.rule.session, node.rule.half
    first = slots.index((session, 2 if half is Half.SECOND else 1))
    last = first if half is not Half.BOTH or (session, 2) not in slots else first + 1
    return first + 1, last + 1


def _lanes(flow: Flow, slots: Sequence[Slot]) -> dict[str, int]:
    """A lane for each section; the opening stages share those lanes, as no section has begun then."""
    opening = {node.rule.section for node in flow.nodes if node.rule.enters}
    sections = [s for s in dict.fromkeys(node.rule.section for node in flow.nodes) if s not in opening]
    taken: set[tuple[int, int]] = set()
    found: dict[str, int] = {}

    def spans(node: Node) -> int:
        first, last = _bands(node, slots)
        return last - first

    opened = sorted((node for node in flow.nodes if node.rule.section in opening), key=spans)
    rest = [node for node in flow.nodes if node.rule.section not in opening]
    for node in (*opened, *rest):
        first, last = _bands(node, slots)
        lane = 0 if node.rule.section in opening else sections.index(node.rule.section)
        while any((band, lane) in taken for band in range(first, last + 1)):
            lane += 1
        taken |= {(band, lane) for band in range(first, last + 1)}
        found[node.rule.name] = lane
    return found


def _widen_box(box: Box, boxes: Sequence[Box]) -> Box:
    """A box in the first band, widened to the free lanes beside it, as its streams spread over them."""
    right = box.right
    while box.first == 1 and any(other.left > right for other in boxes):
        beside = [b for b in boxes if b.left <= right + 1 <= b.right and b.first <= box.last and box.first <= b.last]
        below = [b for b in boxes if b.first == box.last + 1 and b.left <= right + 1 <= b.right]
        if beside or not below:
            break
        right += 1
    return Box(box.id, box.title, box.lines, box.first, box.last, box.left, right, box.kind, box.matches)


def _stage_box(node: Node, slots: Sequence[Slot], lanes: Mapping[str, int], matches: tuple[str, ...]) -> Box:
    rule = node.rule
    first, last = _bands(node, slots)
    lane = lanes[rule.name]
    lines = (f"{rule.section}, {node.teams} teams", f"{_contest(node)} of {rule.boards} boards", _draw(node))
    return Box(rule.name, rule.name, tuple(line for line in lines if line), first, last, lane, lane, matches=matches)


def _contest(node: Node) -> str:
    parts = []
    if node.matches:
        parts.append(f"{node.matches} {'match' if node.matches == 1 else 'matches'}")
    if node.triangles:
        one, many = ("triangle", "triangles") if node.size == 3 else ("group of four", "groups of four")
        parts.append(f"{node.triangles} {one if node.triangles == 1 else many}")
    if node.rule.contest is Contest.SWISS:
        parts.append("a Swiss round")
    return " and ".join(parts)


def _draw(node: Node) -> str:
    if node.rule.draw is DrawMethod.HEAD_TO_HEAD:
        return ""
    if node.rule.draw is DrawMethod.SET:
        return "a set draw"
    return str(node.rule.draw) if node.rule.draw in (DrawMethod.ENTERING, DrawMethod.LIKE) else f"by {node.rule.draw}"


def _stream(node: Node, leaving: Exit, target: str) -> Stream:
    who = leaving.rule.who
    several = "teams" if who is Who.ALL else str(who)
    word = PLACED.get(who) or (SINGULAR.get(who, several) if leaving.count == 1 else several)
    return Stream(node.rule.name, target, leaving.count, word, STROKES.get(who, Stroke.SOLID))


def _places_box(box: Box, ranked: Sequence[Exit]) -> Box:
    """The final places of those whose event ends with a stage, in the band below it."""
    titles = []
    for each in ranked:
        first = each.rule.rank or 1
        last = first + each.count - 1
        titles.append(f"place {first}" if first == last else f"places {first}–{last}")
    return Box(
        f"places of {box.id}", " · ".join(titles), (), box.last + 1, box.last + 1, box.left, box.left, BoxKind.PLACES
    )
